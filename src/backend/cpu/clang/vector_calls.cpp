#include "backend/cpu/clang/vector_calls.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <string>

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

/// The scalar name by which the library knows what `call` computes: that of a function, or "llvm.exp.f64".
bool has_vector_form(const CallInst& call, const TargetLibraryInfo& library) {
    const Function* called = call.getCalledFunction();
    return called && library.isFunctionVectorizable(called->getName());
}

bool calls_vector_functions(const Loop& loop, const TargetLibraryInfo& library) {
    for (const BasicBlock* block : loop.blocks())
        for (const Instruction& instruction : *block)
            if (const auto* call = dyn_cast<CallInst>(&instruction); call && has_vector_form(*call, library))
                return true;
    return false;
}

bool returns_vector(const CallInst& call) {
    const Function* called = call.getCalledFunction();
    return called && !called->isIntrinsic() && called->isDeclaration() && called->getReturnType()->isVectorTy();
}

}  // namespace

PreservedAnalyses KeepCallsApart::run(Function& function, FunctionAnalysisManager& analyses) {
    const auto& library = analyses.getResult<TargetLibraryAnalysis>(function);
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
        if (loop->isInnermost() && loop->getLoopLatch() && calls_vector_functions(*loop, library))
            addStringMetadataToLoop(loop, "llvm.loop.interleave.count", 1);
    return PreservedAnalyses::all();
}

void call_vector_functions(Module& module, const TargetLibraryInfoImpl& library) {
    for (Function& intrinsic : make_early_inc_range(module)) {
        auto* vector = dyn_cast<FixedVectorType>(intrinsic.getReturnType());
        if (!intrinsic.isIntrinsic() || !vector) continue;
        Type* element = vector->getElementType();
        if (!element->isFloatTy() && !element->isDoubleTy()) continue;
        const StringRef base = Intrinsic::getBaseName(intrinsic.getIntrinsicID());
        const std::string scalar = (base + (element->isFloatTy() ? ".f32" : ".f64")).str();
        const StringRef name = library.getVectorizedFunction(scalar, vector->getElementCount(), false);
        if (name.empty()) continue;
        intrinsic.replaceAllUsesWith(module.getOrInsertFunction(name, intrinsic.getFunctionType()).getCallee());
        intrinsic.eraseFromParent();
    }
}

void align_saved_vectors(Module& module) {
    for (Function& function : module)
        for (const Instruction& instruction : instructions(function))
            if (const auto* call = dyn_cast<CallInst>(&instruction); call && returns_vector(*call)) {
                function.addFnAttr("stackrealign");
                break;
            }
}

}  // namespace cuprum::backend::cpu
