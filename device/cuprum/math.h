// Every function that the ufunc table names, over the compute types.
#pragma once

#include <cuprum/complex_math.h>
#include <cuprum/integer.h>
#include <cuprum/real_math.h>
