// Of CUB, for a CPU.
#pragma once

#include <cub/iterator/input_iterators.cuh>
