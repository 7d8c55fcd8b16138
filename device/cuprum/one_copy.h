// A row of ufuncs names this header where the code for an element is long and computes much: a GPU's thread has one
// copy of it, by which it goes through its elements, rather than one for each. That takes a compiler a half or a
// quarter of the time, and the instructions stay in their cache. Beside cuprum/calls.h nothing is called for it.
#pragma once
