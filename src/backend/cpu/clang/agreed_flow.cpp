#include "backend/cpu/clang/agreed_flow.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <vector>

#include "backend/cpu/clang/uniformity.h"

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

class AgreedFlow {
public:
    AgreedFlow(Function& function, const ThreadVariable& variable) : function_(function), variable_(variable) {}

    void run() {
        while (find_region()) {
            keep_in_memory();
            copy_behind(cast<BranchInst>(region_.branch->getTerminator()));
            remove_unreachable();
            DominatorTree dominators(function_);
            PromoteMemToReg(variables_, dominators);
            variables_.clear();
        }
    }

private:
    /// Instructions that are copied at most, in all.
    static constexpr std::size_t most_copied = 2000;
    /// Marks branches that lead to one copy where threads differ, and else to the other.
    static constexpr const char* agreement = "cuprum.agreement";

    /// What is behind a branch, up to where its ways meet.
    struct Region {
        BasicBlock* branch = nullptr;
        BasicBlock* end = nullptr;
        SetVector<BasicBlock*> blocks;
        std::size_t size = 0;  ///< In instructions.
    };

    /// The largest first, so that no copy has copies within.
    bool find_region() {
        const Uniformity uniformity(function_, variable_);
        region_ = {};
        for (BasicBlock& block : function_) {
            if (done_.contains(&block) || !uniformity.is_divergent_branch(block) || !uniformity.divides_behind(block))
                continue;
            Region region;
            if (!is_possible(block, uniformity, region) || copied_ + region.size > most_copied) done_.insert(&block);
            else if (region.size > region_.size) region_ = region;
        }
        if (!region_.branch) return false;
        done_.insert(region_.branch);
        copied_ += region_.size;
        return true;
    }

    static bool is_possible(BasicBlock& branch, const Uniformity& uniformity, Region& region) {
        region.branch = &branch;
        region.end = uniformity.meeting_point(&branch);
        if (!region.end || !isa<BranchInst>(branch.getTerminator())) return false;
        for (BasicBlock* next : successors(&branch))
            if (next != region.end) region.blocks.insert(next);
        for (unsigned i = 0; i < region.blocks.size(); ++i)
            for (BasicBlock* next : successors(region.blocks[i]))
                if (next != region.end) region.blocks.insert(next);
        for (BasicBlock* block : region.blocks) region.size += block->size();
        // A loop of the copy is entered at its head.
        return none_of(successors(&branch), [&](BasicBlock* next) {
            if (next == region.end) return false;
            for (const Loop* loop = uniformity.loops.getLoopFor(next); loop; loop = loop->getParentLoop())
                if (loop->getHeader() != next &&
                    all_of(loop->blocks(), [&](BasicBlock* block) { return region.blocks.contains(block); }))
                    return true;
            return false;
        });
    }

    /// Values that leave their blocks are kept in variables, as they may come from either copy.
    void keep_in_memory() {
        SmallVector<PHINode*> choices;
        SmallVector<Instruction*> leaving;
        const BasicBlock* entry = &function_.getEntryBlock();
        for (BasicBlock& block : function_)
            for (PHINode& phi : block.phis()) choices.push_back(&phi);
        for (PHINode* phi : choices)
            if (AllocaInst* variable = DemotePHIToStack(phi, function_.getEntryBlock().begin()))
                variables_.push_back(variable);
        for (Instruction& instruction : instructions(function_)) {
            const BasicBlock* own = instruction.getParent();
            if (own != entry &&
                any_of(instruction.users(), [&](User* user) { return cast<Instruction>(user)->getParent() != own; }))
                leaving.push_back(&instruction);
        }
        for (Instruction* instruction : leaving)
            variables_.push_back(DemoteRegToStack(*instruction, false, function_.getEntryBlock().begin()));
    }

    void copy_behind(BranchInst* branch) {
        ValueToValueMapTy copies;
        std::vector<BasicBlock*> made;
        for (BasicBlock* block : region_.blocks) {
            BasicBlock* copy = CloneBasicBlock(block, copies, ".diverged", &function_);
            copies[block] = copy;
            made.push_back(copy);
            done_.insert(copy);
        }
        for (BasicBlock* copy : made)
            for (Instruction& instruction : *copy)
                RemapInstruction(&instruction, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        // Threads that have diverged do not ask again whether they agree.
        for (BasicBlock* copy : made)
            if (auto* end = dyn_cast<BranchInst>(copy->getTerminator()); end && end->getMetadata(agreement)) {
                auto* differ = cast<Instruction>(end->getCondition());
                BranchInst::Create(end->getSuccessor(0), end->getIterator());
                end->eraseFromParent();
                const SmallVector<Value*> answers(differ->operands());
                differ->eraseFromParent();
                for (Value* answer : answers) {
                    answer->replaceAllUsesWith(ConstantInt::getFalse(function_.getContext()));
                    cast<Instruction>(answer)->eraseFromParent();
                }
            }

        BasicBlock* block = branch->getParent();
        Value* condition = branch->getCondition();
        IRBuilder<> build(branch);
        FunctionCallee any =
            function_.getParent()->getOrInsertFunction(any_marker, build.getInt1Ty(), build.getInt1Ty());
        Value* yes = build.CreateCall(any, {condition}, "any");
        Value* no = build.CreateCall(any, {build.CreateNot(condition)}, "any");
        auto* agreed = BasicBlock::Create(function_.getContext(), "agreed", &function_, block->getNextNode());
        auto* diverged = BasicBlock::Create(function_.getContext(), "diverged", &function_, made.front());
        done_.insert(diverged);
        const auto copy_of = [&](unsigned i) {
            BasicBlock* target = branch->getSuccessor(i);
            if (target == region_.end) return target;
            // A loop wants a block of its own before it.
            auto* copy = cast<BasicBlock>(copies[target]);
            auto* before = BasicBlock::Create(function_.getContext(), "before", &function_, copy);
            BranchInst::Create(copy, before);
            return before;
        };
        const auto kept = [&](Value* value) {
            auto* variable = new AllocaInst(value->getType(), 0, "agreed", function_.getEntryBlock().begin());
            variables_.push_back(variable);
            build.CreateStore(value, variable);
            return variable;
        };
        AllocaInst* own = kept(condition);
        AllocaInst* all = kept(yes);
        Value* differ = build.CreateAnd(yes, no);
        build.CreateCondBr(differ, diverged, agreed)->setMetadata(agreement, MDNode::get(function_.getContext(), {}));
        build.SetInsertPoint(agreed);
        build.CreateCondBr(build.CreateLoad(build.getInt1Ty(), all), branch->getSuccessor(0), branch->getSuccessor(1));
        build.SetInsertPoint(diverged);
        build.CreateCondBr(build.CreateLoad(build.getInt1Ty(), own), copy_of(0), copy_of(1));
        branch->eraseFromParent();
    }

    void remove_unreachable() {
        df_iterator_default_set<BasicBlock*> reachable;
        for (BasicBlock* block : depth_first_ext(&function_, reachable)) (void)block;
        for (BasicBlock& block : function_)
            if (!reachable.contains(&block)) done_.erase(&block);
        removeUnreachableBlocks(function_);
    }

    Function& function_;
    const ThreadVariable& variable_;
    SmallPtrSet<BasicBlock*, 32> done_;  ///< Whose branches stay as they are.
    Region region_;
    std::size_t copied_ = 0;
    std::vector<AllocaInst*> variables_;
};

}  // namespace

void prefer_agreement(Function& function, const ThreadVariable& variable) { AgreedFlow(function, variable).run(); }

}  // namespace cuprum::backend::cpu
