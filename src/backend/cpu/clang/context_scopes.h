// Tells LLVM that what threads keep in their contexts is touched by nothing else: what a variable was to it, the memory
// in its place is too. Belongs to libcuprum_clang.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class AllocaInst;
class Function;
class Instruction;
class LLVMContext;
class MDNode;
}  // namespace llvm

namespace cuprum::backend::cpu {

class ContextScopes {
public:
    explicit ContextScopes(llvm::LLVMContext& context);

    /// Separates these arrays from all else, while their accesses can be told by their addresses. One whose address
    /// goes elsewhere stays as it is.
    void separate_arrays(llvm::Function& function, llvm::ArrayRef<llvm::AllocaInst*> arrays);

    /// Notes a load or store of a value that is kept.
    void add_kept(llvm::Instruction* access);

    /// Separates kept values from all else that the function does.
    void separate_kept(llvm::Function& function);

private:
    llvm::LLVMContext& context_;
    llvm::MDNode *domain_, *kept_scope_;
    llvm::SmallPtrSet<llvm::Instruction*, 32> kept_;
};

}  // namespace cuprum::backend::cpu
