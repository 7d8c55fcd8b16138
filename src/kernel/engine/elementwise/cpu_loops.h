// The loops around an elementwise kernel on a CPU. They bring together what does not lie together in memory, so that
// what is compiled for an operation is one loop over plain pointers, whatever the layout of its operands.
#pragma once

#include "cuprum/elementwise_args.h"

namespace cuprum::kernel {

// For CpuLoops::run. The struct is followed by the arguments as a GPU's kernel would get them.
void run_cpu_linear(const CpuLoops& loops, long long begin, long long end,
                    CpuLoops::Inner inner);  ///< Items are elements.
void run_cpu_strided(const CpuLoops& loops, long long begin, long long end,
                     CpuLoops::Inner inner);  ///< Items are elements.
void run_cpu_tile(const CpuLoops& loops, long long begin, long long end, CpuLoops::Inner inner);  ///< Items are tiles.

}  // namespace cuprum::kernel
