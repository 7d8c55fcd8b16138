// Programs that count on a warp's threads running in lockstep, as they do on a GPU, without saying so by __syncwarp.
// Belongs to libcuprum_clang.
//
// Lanes go on together (`lockstep_function`)
// - before a volatile load from shared memory, but not between loads that follow each other, and before and behind a
//   volatile store to it: the statement `s[t] += s[t + 16]` reads in all lanes before any of them writes;
// - around a load of a shared variable that is no array, where a store to the same variable comes before or behind it
//   without a barrier between: a flag that all lanes read and one of them resets.
#pragma once

namespace llvm {
class Function;
}

namespace cuprum::backend::cpu {

/// Calls `lockstep_function` where a function needs it. `is_kernel`: its parameters point to global memory.
void keep_lockstep(llvm::Function& function, bool is_kernel);

}  // namespace cuprum::backend::cpu
