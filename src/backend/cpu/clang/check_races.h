// CUPRUM_CHECK=races: calls of the engine's race checker before everything that a kernel does to memory that may be
// shared. Belongs to libcuprum_clang.
#pragma once

namespace llvm {
class Function;
}

namespace cuprum::backend::cpu {

/// `thread_marker` stands for the thread; markers of shared variables are named "cuprum.shared.<number>.<variable>".
void check_races(llvm::Function& function, llvm::Function& thread_marker, bool is_kernel);

}  // namespace cuprum::backend::cpu
