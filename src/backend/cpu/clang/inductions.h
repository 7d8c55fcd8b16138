// Induction variables of loops that all threads of a block iterate together, written as the thread's first value and
// a sum that the block has once. Belongs to libcuprum_clang.
//
//     for (i = first + t; ...; i += n) { ...; barrier(); ... }
//
// becomes
//
//     for (sum = 0; ...; sum += n) { i = first + t + sum; ...; barrier(); ... }
//
// The loop over threads is within the program's loop then. It would load each thread's `i` from the thread's context,
// and could not tell that neighbours use neighbouring memory.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace cuprum::backend::cpu {

struct ThreadVariable;

/// Rewrites such variables of loops in which threads meet.
void split_inductions(llvm::Function& function, const ThreadVariable& variable);

}  // namespace cuprum::backend::cpu
