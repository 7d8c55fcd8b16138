// CUPRUM_CHECK=memory: calls of the engine's memory checker before everything that a kernel does to memory, with what
// is known of the object that the address was made from. Belongs to libcuprum_clang.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <cstdint>

namespace llvm {
class Function;
}

namespace cuprum::backend::cpu {

struct RawKernel;

/// `kernel` is null for a function that no kernel took in, whose arguments are not those of a launch. `shared_bytes`
/// tells how large the shared variable is that a marker stands for; 0 is what the launch decides.
void check_memory(llvm::Function& function, llvm::Function& thread_marker, const RawKernel* kernel,
                  llvm::function_ref<std::uint64_t(const llvm::Function*)> shared_bytes);

}  // namespace cuprum::backend::cpu
