// Thrust's discard iterator, for a CPU.
#pragma once

#include <cuprum/thrust/iterators.h>
