// Thrust's transform output iterator, for a CPU.
#pragma once

#include <cuprum/thrust/iterators.h>
