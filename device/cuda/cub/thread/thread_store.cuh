// cub::ThreadStore for a CPU.
#pragma once

#include <cub/thread/thread_load.cuh>
