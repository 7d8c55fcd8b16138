// What a kernel's instructions do to memory, for those who check it. Belongs to libcuprum_clang.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <vector>

#include "cuprum/cuda/launch_state.h"

namespace llvm {
class CallInst;
class Constant;
class Function;
class Instruction;
class Module;
class Type;
class Value;
}  // namespace llvm

namespace cuprum::backend::cpu {

struct MemoryUse {
    llvm::Instruction* instruction;
    llvm::Value* address;
    llvm::Value* bytes;  ///< Null: those of `type`.
    llvm::Type* type;
    llvm::Value* stored;  ///< Null where it is not known.
    cuda_on_cpu::AccessKind kind;

    /// How many bytes, as a value made before the instruction.
    llvm::Value* size() const;
};

/// All that a function does to memory. A copy does two things.
std::vector<MemoryUse> memory_uses(llvm::Function& function);

/// The shared variable that a marker's call stands for ("cuprum.shared.<number>.<variable>"); nothing for other values.
std::optional<llvm::StringRef> shared_variable(const llvm::Value* object);

/// Whether an address may be in shared memory, and the variable if it is known. The parameters of a kernel are not.
bool may_be_shared(const llvm::Value* address, bool is_kernel, llvm::StringRef& variable);

/// Of markers for shared variables that are single numbers, no arrays.
inline constexpr const char* single_attribute = "cuprum.single";
bool is_single_shared(const llvm::CallInst& marker);

/// A `cuda_on_cpu::Access` that tells where a use is in the program, and of which variable.
llvm::Constant* describe_use(const MemoryUse& use, llvm::StringRef variable);

/// The number of the thread, as a value made before the instruction.
llvm::Value* thread_rank(const MemoryUse& use, llvm::Function& thread_marker);

}  // namespace cuprum::backend::cpu
