// Thrust's functions of zipped values, for a CPU.
#pragma once

#include <cuprum/thrust/iterators.h>
#include <thrust/tuple.h>
