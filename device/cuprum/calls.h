// A row of ufuncs names this header where a GPU's compiler would take seconds to copy all functions into their callers:
// they are called (cuprum/once.h), which costs speed.
#pragma once
