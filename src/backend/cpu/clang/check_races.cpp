#include "backend/cpu/clang/check_races.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "backend/cpu/clang/accesses.h"

using namespace llvm;

namespace cuprum::backend::cpu {
void check_races(Function& function, Function& thread_marker, bool is_kernel) {
    Module& module = *function.getParent();
    LLVMContext& context = module.getContext();
    auto* pointer = PointerType::getUnqual(context);
    FunctionCallee check = module.getOrInsertFunction("cuprum_check_races", Type::getVoidTy(context), pointer, pointer,
                                                      Type::getInt64Ty(context), Type::getInt32Ty(context), pointer);
    for (const MemoryUse& use : memory_uses(function)) {
        StringRef variable;
        if (!may_be_shared(use.address, is_kernel, variable)) continue;
        IRBuilder<> build(use.instruction);
        Value* stored = ConstantPointerNull::get(pointer);
        if (use.stored) {
            IRBuilder<> at_entry(&*function.getEntryBlock().getFirstInsertionPt());
            stored = at_entry.CreateAlloca(use.type);
            build.CreateStore(use.stored, stored);
        }
        Value* size = use.size();
        Value* rank = thread_rank(use, thread_marker);
        build.CreateCall(check, {describe_use(use, variable), use.address, size, rank, stored});
    }
}

}  // namespace cuprum::backend::cpu
