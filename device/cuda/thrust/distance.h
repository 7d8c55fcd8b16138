// Thrust's distance of iterators, for a CPU.
#pragma once

#include <cuprum/thrust/iterators.h>
