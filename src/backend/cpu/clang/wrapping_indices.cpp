#include "backend/cpu/clang/wrapping_indices.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "backend/cpu/clang/hidden_zeros.h"

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

/// Narrower ones are expected to wrap.
bool is_wide(const SCEVAddRecExpr& sequence) { return sequence.getType()->getIntegerBitWidth() >= 32; }

/// The conditions that SCEVExpander::generateOverflowCheck would not check in full: it leaves out the overflow of step
/// times rounds. With a step of 1, what it keeps (whether the number of rounds fits the type) is enough.
bool goes_unchecked(const SCEVPredicate& condition, ScalarEvolution& evolution) {
    const auto* wrap = dyn_cast<SCEVWrapPredicate>(&condition);
    if (!wrap || !(wrap->getFlags() & SCEVWrapPredicate::IncrementNUSW)) return false;
    const SCEVAddRecExpr* sequence = wrap->getExpr();
    const SCEV* step = sequence->getStepRecurrence(evolution);
    return sequence->getStart()->isZero() && !step->isOne() && !evolution.isKnownNonPositive(step);
}

/// Whether a sequence leaves its type for certain.
bool surely_wraps(const SCEVAddRecExpr& sequence, ScalarEvolution& evolution) {
    const auto* step = dyn_cast<SCEVConstant>(sequence.getStepRecurrence(evolution));
    const auto* rounds = dyn_cast<SCEVConstant>(evolution.getBackedgeTakenCount(sequence.getLoop()));
    if (!step || !rounds) return false;
    const unsigned bits = sequence.getType()->getIntegerBitWidth();
    const APInt product = step->getAPInt().zext(2 * bits + 64) * rounds->getAPInt().zext(2 * bits + 64);
    return product.getActiveBits() > bits;
}

enum class Index { safe, narrow, wide };

/// Whether `value` becomes a sequence on a condition that goes unchecked, and of which width.
Index classify(Value& value, const Loop& loop, ScalarEvolution& evolution) {
    if (!evolution.isSCEVable(value.getType())) return Index::safe;
    const SCEV* expression = evolution.getSCEV(&value);
    if (isa<SCEVAddRecExpr>(expression) || (isa<SCEVUnknown>(expression) && !isa<PHINode>(value)) ||
        evolution.isLoopInvariant(expression, &loop))
        return Index::safe;
    SmallPtrSet<const SCEVPredicate*, 4> conditions;
    if (!evolution.convertSCEVToAddRecWithPredicates(expression, &loop, conditions)) return Index::safe;
    Index index = Index::safe;
    for (const SCEVPredicate* condition : conditions) {
        if (!goes_unchecked(*condition, evolution)) continue;
        const SCEVAddRecExpr* sequence = cast<SCEVWrapPredicate>(condition)->getExpr();
        if (!is_wide(*sequence) || surely_wraps(*sequence, evolution)) return Index::narrow;
        index = Index::wide;
    }
    return index;
}

FreezeInst* freeze(Value* value, BasicBlock::iterator place) {
    return new FreezeInst(value, value->getName() + ".wraps", place);
}

/// Whether nobody sees what an instruction gives but through a freeze.
bool is_hidden(const Instruction& instruction) {
    return instruction.hasOneUse() && isa<FreezeInst>(instruction.user_back());
}

/// A loop's variables go first: what is made of one that is hidden is no sequence either.
bool hide_variables(Loop& loop, ScalarEvolution& evolution) {
    BasicBlock* latch = loop.getLoopLatch();
    bool changed = false;
    for (PHINode& variable : loop.getHeader()->phis()) {
        if (!latch || classify(variable, loop, evolution) == Index::safe) continue;
        Value* next = variable.getIncomingValueForBlock(latch);
        if (isa<FreezeInst>(next)) continue;
        variable.setIncomingValueForBlock(latch, freeze(next, latch->getTerminator()->getIterator()));
        changed = true;
    }
    return changed;
}

/// Hides what `instruction` gives. In front of one that extends or masks, `t * 7` may stay a sequence for others.
void hide(Instruction& instruction) {
    if (isa<ZExtInst>(instruction) || instruction.getOpcode() == Instruction::And) {
        for (Use& operand : instruction.operands())
            if (!isa<Constant>(operand.get())) operand.set(freeze(operand.get(), instruction.getIterator()));
        return;
    }
    const BasicBlock::iterator place = isa<PHINode>(instruction) ? instruction.getParent()->getFirstInsertionPt()
                                                                 : std::next(instruction.getIterator());
    FreezeInst* hidden = freeze(&instruction, place);
    instruction.replaceUsesWithIf(hidden, [&](const Use& use) { return use.getUser() != hidden; });
}

/// The sequence that an extension or a mask makes wider, where it is not known whether it wraps.
const SCEVAddRecExpr* extended_sequence(Instruction& instruction, const Loop& loop, ScalarEvolution& evolution) {
    if (!isa<ZExtInst>(instruction) && instruction.getOpcode() != Instruction::And) return nullptr;
    const auto* extension = dyn_cast<SCEVZeroExtendExpr>(evolution.getSCEV(&instruction));
    const auto* sequence = extension ? dyn_cast<SCEVAddRecExpr>(extension->getOperand()) : nullptr;
    return sequence && sequence->getLoop() == &loop && isa<SCEVConstant>(sequence->getStart()) ? sequence : nullptr;
}

/// Adds a hidden zero to the wide indices of a loop, and to those that begin behind 0 (`3 * i + 1`) as well: they are
/// one group's.
void guard(Loop& loop, ScalarEvolution& evolution) {
    SmallVector<Instruction*> extensions;
    for (BasicBlock* block : loop.blocks())
        for (Instruction& instruction : *block)
            if (const SCEVAddRecExpr* sequence = extended_sequence(instruction, loop, evolution))
                if (is_wide(*sequence)) extensions.push_back(&instruction);
    for (Instruction* extension : extensions) {
        Use& operand = extension->getOperandUse(isa<Constant>(extension->getOperand(0)) ? 1 : 0);
        IRBuilder<> build(extension);
        operand.set(build.CreateAdd(operand.get(), zero_below_two(*extension->getFunction(), operand->getType())));
    }
}

/// Takes the first instructions in each chain that leads to a wrapping index.
bool hide_indices(Loop& loop, ScalarEvolution& evolution) {
    SmallMapVector<Instruction*, Index, 8> wrapping;
    for (BasicBlock* block : loop.blocks())
        for (Instruction& instruction : *block)
            if (!is_hidden(instruction))
                if (const Index index = classify(instruction, loop, evolution); index != Index::safe)
                    wrapping[&instruction] = index;
    bool is_guarded = false;
    SmallVector<Instruction*> hidden;
    for (const auto& [instruction, index] : wrapping) {
        const bool is_first = none_of(instruction->operands(), [&](const Use& operand) {
            auto* before = dyn_cast<Instruction>(operand.get());
            return before && wrapping.contains(before);
        });
        if (!is_first) continue;
        const SCEVAddRecExpr* sequence = extended_sequence(*instruction, loop, evolution);
        if (index == Index::wide && sequence && is_wide(*sequence)) is_guarded = true;
        else hidden.push_back(instruction);
    }
    if (is_guarded) guard(loop, evolution);
    for (Instruction* instruction : hidden) hide(*instruction);
    return is_guarded || !hidden.empty();
}

}  // namespace

PreservedAnalyses HideWrappingIndices::run(Function& function, FunctionAnalysisManager& analyses) {
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    bool changed = false;
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        if (!loop->isInnermost()) continue;
        const auto repeat = [&](auto step) {
            while (step(*loop, evolution)) {
                changed = true;
                evolution.forgetLoop(loop);
                evolution.forgetBlockAndLoopDispositions();
            }
        };
        repeat(hide_variables);
        repeat(hide_indices);
    }
    if (!changed) return PreservedAnalyses::all();
    PreservedAnalyses preserved;
    preserved.preserveSet<CFGAnalyses>();
    return preserved;
}

}  // namespace cuprum::backend::cpu
