#include "backend/cpu/clang/inductions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "backend/cpu/clang/uniformity.h"

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

class Inductions {
public:
    Inductions(Function& function, const ThreadVariable& variable)
        : variable_(variable), uniformity_(function, variable) {}

    void run() {
        for (Loop* loop : uniformity_.loops.getLoopsInPreorder()) {
            if (!loop->getLoopPreheader() || !loop->getLoopLatch() || !has_meeting(*loop)) continue;
            for (PHINode& phi : make_early_inc_range(loop->getHeader()->phis()))
                if (phi.getType()->isIntegerTy() && !uniformity_.is_uniform(&phi)) split(phi, *loop);
        }
    }

private:
    bool has_meeting(const Loop& loop) const {
        for (const BasicBlock* block : loop.blocks())
            for (const Instruction& instruction : *block)
                if (auto* call = dyn_cast<CallInst>(&instruction); call && variable_.divides(*call)) return true;
        return false;
    }

    /// Whether a value is soon computed from the thread's place and from what is the same for all.
    bool is_of_place(const Value* value, unsigned depth = 0) const {
        constexpr unsigned deepest = 4;
        if (uniformity_.is_uniform(value)) return true;
        const auto* instruction = cast<Instruction>(value);
        if (variable_.field(*instruction)) return true;
        const bool is_cheap =
            isa<CastInst>(instruction) ||
            (isa<BinaryOperator>(instruction) && instruction->getType()->isIntegerTy() && !instruction->isIntDivRem());
        return is_cheap && depth < deepest &&
               all_of(instruction->operands(), [&](const Value* operand) { return is_of_place(operand, depth + 1); });
    }

    void split(PHINode& phi, const Loop& loop) {
        BasicBlock* latch = loop.getLoopLatch();
        Value* first = phi.getIncomingValueForBlock(loop.getLoopPreheader());
        auto* next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
        if (!next || next->getOpcode() != Instruction::Add || !is_of_place(first)) return;
        Value* step = next->getOperand(0) == &phi ? next->getOperand(1) : next->getOperand(0);
        if (step == &phi || (next->getOperand(0) != &phi && next->getOperand(1) != &phi)) return;
        if (!uniformity_.is_uniform(step)) return;
        IRBuilder<> build(&phi);
        PHINode* sum = build.CreatePHI(phi.getType(), 2, phi.getName() + ".sum");
        build.SetInsertPoint(next);
        Value* next_sum = build.CreateAdd(sum, step);
        sum->addIncoming(Constant::getNullValue(phi.getType()), loop.getLoopPreheader());
        sum->addIncoming(next_sum, latch);
        Value* after = build.CreateAdd(first, next_sum, next->getName());
        build.SetInsertPoint(&*phi.getParent()->getFirstInsertionPt());
        Value* now = build.CreateAdd(first, sum, phi.getName());
        next->replaceAllUsesWith(after);
        phi.replaceAllUsesWith(now);
        next->eraseFromParent();
        phi.eraseFromParent();
    }

    const ThreadVariable& variable_;
    const Uniformity uniformity_;
};

}  // namespace

void split_inductions(Function& function, const ThreadVariable& variable) { Inductions(function, variable).run(); }

}  // namespace cuprum::backend::cpu
