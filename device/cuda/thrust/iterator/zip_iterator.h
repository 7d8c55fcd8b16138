// Thrust's zip iterator, for a CPU.
#pragma once

#include <cuprum/thrust/iterators.h>
#include <thrust/tuple.h>
