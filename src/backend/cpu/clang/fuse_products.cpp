#include "backend/cpu/clang/fuse_products.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

bool may_be_fused(const Instruction& instruction) {
    const Type* type = instruction.getType()->getScalarType();
    return instruction.hasAllowContract() && (type->isFloatTy() || type->isDoubleTy());
}

/// The product that `value` is, if only `sum` uses it. One of another block stays there, as it may lie outside a loop.
BinaryOperator* product_in(Value* value, const Instruction& sum) {
    auto* product = dyn_cast<BinaryOperator>(value);
    const bool fits = product && product->getOpcode() == Instruction::FMul && may_be_fused(*product) &&
                      product->hasOneUse() && product->getParent() == sum.getParent();
    return fits ? product : nullptr;
}

/// a * b + c, a * b - c or c - a * b in one rounding, or null.
Value* fused(BinaryOperator& sum) {
    const bool subtracts = sum.getOpcode() == Instruction::FSub;
    BinaryOperator* first = product_in(sum.getOperand(0), sum);
    BinaryOperator* product = first ? first : product_in(sum.getOperand(1), sum);
    if (!product) return nullptr;
    IRBuilder<> build(&sum);
    build.setFastMathFlags(sum.getFastMathFlags());
    Value *a = product->getOperand(0), *c = sum.getOperand(first ? 1 : 0);
    if (subtracts) (first ? c : a) = build.CreateFNeg(first ? c : a);
    return build.CreateIntrinsic(Intrinsic::fma, {sum.getType()}, {a, product->getOperand(1), c});
}

}  // namespace

PreservedAnalyses FuseProducts::run(Function& function, FunctionAnalysisManager&) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
        auto* sum = dyn_cast<BinaryOperator>(&instruction);
        if (!sum || (sum->getOpcode() != Instruction::FAdd && sum->getOpcode() != Instruction::FSub)) continue;
        if (!may_be_fused(*sum)) continue;
        if (Value* value = fused(*sum)) {
            SmallVector<Instruction*, 2> unused;
            for (Value* operand : sum->operands())
                if (auto* product = dyn_cast<Instruction>(operand)) unused.push_back(product);
            sum->replaceAllUsesWith(value);
            sum->eraseFromParent();
            for (Instruction* product : unused)
                if (product->use_empty() && product->getOpcode() == Instruction::FMul) product->eraseFromParent();
        }
    }
    for (Instruction& instruction : instructions(function))
        if (isa<FPMathOperator>(instruction)) instruction.setHasAllowContract(false);
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
}

}  // namespace cuprum::backend::cpu
