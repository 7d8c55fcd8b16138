#include "backend/cpu/clang/hidden_zeros.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

constexpr const char* prefix = "cuprum.zero.";

// A call at the function's beginning, one for each name and type.
CallInst* hidden_zero(Function& function, Type* integer, const char* kind) {
    const std::string name = prefix + std::string(kind) + std::to_string(integer->getIntegerBitWidth());
    BasicBlock& entry = function.getEntryBlock();
    for (Instruction& instruction : entry)
        if (auto* call = dyn_cast<CallInst>(&instruction);
            call && call->getCalledFunction() && call->getCalledFunction()->getName() == name)
            return call;
    auto* zero = cast<Function>(function.getParent()->getOrInsertFunction(name, integer).getCallee());
    zero->setDoesNotThrow();
    zero->setDoesNotAccessMemory();
    zero->setWillReturn();
    zero->setNoSync();
    zero->setSpeculatable();
    IRBuilder<> build(&*entry.getFirstInsertionPt());
    return build.CreateCall(zero, {}, "zero");
}

}  // namespace

Value* unknown_zero(Function& function, Type* integer) { return hidden_zero(function, integer, "unknown."); }

Value* zero_below_two(Function& function, Type* integer) {
    CallInst* zero = hidden_zero(function, integer, "");
    const unsigned bits = integer->getIntegerBitWidth();
    zero->setMetadata(LLVMContext::MD_range,
                      MDBuilder(function.getContext()).createRange(APInt(bits, 0), APInt(bits, 2)));
    return zero;
}

void reveal_zeros(Module& module) {
    for (Function& function : make_early_inc_range(module)) {
        if (!function.getName().starts_with(prefix)) continue;
        for (User* call : make_early_inc_range(function.users())) {
            call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
            cast<Instruction>(call)->eraseFromParent();
        }
        function.eraseFromParent();
    }
}

}  // namespace cuprum::backend::cpu
