// The loops around an elementwise kernel on a CPU. They bring together what does not lie together in memory, so that
// what is compiled for an operation is one loop over plain pointers, whatever the layout of its operands.
#pragma once

#include "cuprum/engine/elementwise_args.h"

namespace cuprum::backend::cpu {

/// What kernels call, by the name `cuprum_elementwise_loops` (runtime_symbols.cpp): runs items [begin, end). The struct
/// is followed by the arguments as a GPU's kernel would get them.
void elementwise_loops(const CpuLoops* loops, long long begin, long long end, CpuLoops::Inner inner);

}  // namespace cuprum::backend::cpu
