// A row of ufuncs names this header where a GPU's compiler would take seconds to copy all functions into their callers:
// they are called (cuprum/once.h). A kernel takes up to twice as long for that.
#pragma once
