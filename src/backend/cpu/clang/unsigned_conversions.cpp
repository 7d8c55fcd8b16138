#include "backend/cpu/clang/unsigned_conversions.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "backend/cpu/clang/hidden_zeros.h"

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

/// Whether fewer bits than the integer has, the first of which is its sign, tell all about it.
bool could_be_narrower(const Value* integer, const DataLayout& layout) {
    return !isa<Constant>(integer) && integer->getType()->isIntegerTy() && ComputeNumSignBits(integer, layout) > 1 &&
           !isKnownNonNegative(integer, SimplifyQuery(layout));
}

}  // namespace

PreservedAnalyses KeepUnsignedWide::run(Function& function, FunctionAnalysisManager&) {
    const DataLayout& layout = function.getParent()->getDataLayout();
    SmallVector<UIToFPInst*> conversions;
    for (Instruction& instruction : instructions(function))
        if (auto* conversion = dyn_cast<UIToFPInst>(&instruction);
            conversion && could_be_narrower(conversion->getOperand(0), layout))
            conversions.push_back(conversion);
    for (UIToFPInst* conversion : conversions) {
        Use& integer = conversion->getOperandUse(0);
        IRBuilder<> build(conversion);
        integer.set(build.CreateXor(integer.get(), unknown_zero(function, integer->getType())));
    }
    if (conversions.empty()) return PreservedAnalyses::all();
    PreservedAnalyses preserved;
    preserved.preserveSet<CFGAnalyses>();
    return preserved;
}

}  // namespace cuprum::backend::cpu
