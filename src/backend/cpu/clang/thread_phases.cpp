#include "backend/cpu/clang/thread_phases.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cstddef>

#include "backend/cpu/clang/agreed_flow.h"
#include "backend/cpu/clang/inductions.h"
#include "backend/cpu/clang/linear_flow.h"
#include "backend/cpu/clang/loop_interchange.h"
#include "backend/cpu/clang/warp_operations.h"
#include "cuprum/cuda/launch_state.h"

using namespace llvm;

namespace cuprum::backend::cpu {

ThreadPhases::ThreadPhases(Function& run, AllocaInst* thread, Value* block, const LoopOptions& options)
    : run_(run),
      context_(run.getContext()),
      thread_(thread),
      block_(block),
      options_(options),
      variable_{thread, block, options.joined} {
    variable_.divides = [this](const CallInst& call) { return divides(call); };
    variable_.entries = &entries_;
}

bool ThreadPhases::divide() {
    if (options_.loops == Loops::lanes) make_head();
    lead_on_unreachable();
    removeUnreachableBlocks(run_);
    for (BasicBlock& block : run_)
        if (block.getSinglePredecessor()) FoldSingleEntryPHINodes(&block);
    rename_totals();
    if (options_.linearizes && options_.loops == Loops::threads) prefer_agreement(run_, variable_);
    if (options_.loops == Loops::threads) split_inductions(run_, variable_);
    if (options_.linearizes &&
        !linearize_flow(
            run_, variable_, [&](const CallInst& call) { return divides(call); }, options_.loops == Loops::lanes))
        return false;
    if (!divide_at_barriers()) return false;
    if (options_.interchanges_loops && !is_irreducible())
        for (BasicBlock* header : interchange_loops(run_, variable_)) interchanged_ |= entries_.insert(header);
    uniformity_ = std::make_unique<Uniformity>(run_, variable_);
    find_lifted();
    if (!split_shared_edges() || !find_phases()) return false;
    uniformity_ = std::make_unique<Uniformity>(run_, variable_);
    return true;
}

void ThreadPhases::lead_on_unreachable() {
    for (BasicBlock& block : run_) {
        auto* end = dyn_cast<UnreachableInst>(block.getTerminator());
        BasicBlock* before = block.getSinglePredecessor();
        auto* branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
        if (!end || !branch || !branch->isConditional()) continue;
        BasicBlock* other = branch->getSuccessor(branch->getSuccessor(0) == &block ? 1 : 0);
        if (other == &block) continue;
        for (PHINode& phi : other->phis()) phi.addIncoming(PoisonValue::get(phi.getType()), &block);
        IRBuilder<>(end).CreateBr(other);
        end->eraseFromParent();
    }
}

bool ThreadPhases::divides(const CallInst& call) const {
    const StringRef name = divider_name(call);
    if (name.starts_with("cuprum_syncthreads") || name == divide_marker) return true;
    if (options_.loops == Loops::threads) return name == "cuprum_syncwarp";
    return options_.loops == Loops::lanes && is_warp_operation(call);
}

bool ThreadPhases::divide_at_barriers() {
    std::vector<CallInst*> calls;
    for (Instruction& instruction : instructions(run_))
        if (auto* call = dyn_cast<CallInst>(&instruction); call && divides(*call)) calls.push_back(call);
    for (CallInst* call : calls) {
        const Division division =
            options_.loops == Loops::lanes ? divide_at_operation(call, present_, thread_) : divide_at_barrier(call);
        entries_.insert(division.entries.begin(), division.entries.end());
        if (division.bare) bare_.insert(division.bare);
    }
    return calls.empty() || !is_irreducible();
}

void ThreadPhases::rename_totals() {
    Function* total = options_.loops == Loops::warps ? run_.getParent()->getFunction(total_marker) : nullptr;
    if (!total) return;
    FunctionCallee count = run_.getParent()->getOrInsertFunction(count_marker, total->getFunctionType());
    for (User* user : make_early_inc_range(total->users()))
        if (auto* call = cast<CallInst>(user); call->getFunction() == &run_) call->setCalledFunction(count);
}

void ThreadPhases::make_head() {
    load_extents();
    BasicBlock* body = run_.getEntryBlock().getSingleSuccessor();
    auto* head = BasicBlock::Create(context_, "head", &run_, body);
    run_.getEntryBlock().getTerminator()->replaceSuccessorWith(body, head);
    for (PHINode& phi : body->phis()) phi.replaceIncomingBlockWith(&run_.getEntryBlock(), head);
    IRBuilder<> at_entry(run_.getEntryBlock().getTerminator());
    Value* threads = at_entry.CreateLoad(
        at_entry.getInt32Ty(),
        at_entry.CreateConstInBoundsGEP1_64(at_entry.getInt8Ty(), block_, offsetof(cuda_on_cpu::Block, threads)));
    IRBuilder<> build(head);
    Value* warp = build.CreateCall(run_.getParent()->getOrInsertFunction(warp_marker, build.getInt32Ty()));
    first_rank_ = build.CreateShl(warp, warp_bits, "", true, true);
    Value* left = build.CreateSub(threads, first_rank_, "", true, true);
    lane_count_ = build.CreateBinaryIntrinsic(Intrinsic::umin, left, build.getInt32(warp_size), nullptr, "lanes");
    present_ = build.CreateLShr(build.getInt32(~0u), build.CreateSub(build.getInt32(warp_size), lane_count_));
    first_[0] = build.CreateURem(first_rank_, extents_[0]);
    Value* row = build.CreateUDiv(first_rank_, extents_[0]);
    first_[1] = build.CreateURem(row, extents_[1]);
    first_[2] = build.CreateUDiv(row, extents_[1]);
    build.CreateBr(body);
    variable_.head = head;
}

bool ThreadPhases::is_irreducible() {
    DominatorTree dominators(run_);
    LoopInfo loops(dominators);
    ReversePostOrderTraversal<Function*> order(&run_);
    return containsIrreducibleCFG<const BasicBlock*>(order, loops);
}

void ThreadPhases::find_lifted() {
    const BasicBlock& first = variable_.head ? *variable_.head : run_.getEntryBlock();
    entries_.insert(const_cast<BasicBlock*>(first.getSingleSuccessor()));
    for (BasicBlock& block : run_) {
        if (block.getTerminator()->getNumSuccessors() < 2) continue;
        const BasicBlock* end = uniformity_->meeting_point(&block);
        SetVector<BasicBlock*> reached;
        for (BasicBlock* next : successors(&block))
            if (next != end) reached.insert(next);
        for (unsigned i = 0; i < reached.size() && !lifted_.contains(&block); ++i) {
            if (entries_.contains(reached[i])) lifted_.insert(&block);
            for (BasicBlock* next : successors(reached[i]))
                if (next != end) reached.insert(next);
        }
    }
}

bool ThreadPhases::split_shared_edges() {
    for (BasicBlock* block : lifted_) {
        Instruction* end = block->getTerminator();
        if (!isa<BranchInst, SwitchInst>(end) || uniformity_->is_divergent_branch(*block)) return false;
        for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
            BasicBlock* next = end->getSuccessor(i);
            for (unsigned j = 0; j < i; ++j)
                if (end->getSuccessor(j) == next && !next->phis().empty()) return false;
            if (next->phis().empty() || ends_round(block, next)) {
                if (!next->phis().empty()) rounds_.insert(block);
                entries_.insert(next);
                continue;
            }
            auto* between = BasicBlock::Create(context_, "between", &run_, next);
            BranchInst::Create(next, between);
            next->replacePhiUsesWith(block, between);
            end->setSuccessor(i, between);
            entries_.insert(between);
            entries_.insert(next);
        }
    }
    uniformity_ = std::make_unique<Uniformity>(run_, variable_);
    return true;
}

bool ThreadPhases::ends_round(BasicBlock* block, BasicBlock* next) {
    const Loop* loop = uniformity_->loops.getLoopFor(block);
    if (!loop || loop->getHeader() != next || loop->getLoopLatch() != block) return false;
    for (BasicBlock* other : successors(block))
        if (other != next && loop->contains(other)) return false;
    for (PHINode& phi : next->phis())
        for (const Use& use : phi.uses()) {
            auto* user = cast<Instruction>(use.getUser());
            auto* choice = dyn_cast<PHINode>(user);
            if (!loop->contains(choice ? choice->getIncomingBlock(use) : user->getParent())) return false;
            if (choice && !loop->contains(choice->getParent())) return false;
        }
    return true;
}

bool ThreadPhases::find_phases() {
    for (bool changes = true; changes;) {
        changes = false;
        phases_.clear();
        phase_of_.clear();
        SmallVector<BasicBlock*> entries(entries_.begin(), entries_.end());
        for (BasicBlock* entry : entries) {
            Phase& phase = phases_.emplace_back();
            phase.entry = entry;
            phase.blocks.insert(entry);
            for (unsigned i = 0; i < phase.blocks.size(); ++i) {
                BasicBlock* block = phase.blocks[i];
                phase_of_[block] = &phase;
                if (lifted_.contains(block)) continue;
                for (BasicBlock* next : successors(block)) {
                    if (entries_.contains(next)) continue;
                    if (phase_of_.contains(next) && phase_of_[next] != &phase) changes |= entries_.insert(next);
                    else phase.blocks.insert(next);
                }
            }
        }
    }
    return all_of(phases_, [&](Phase& phase) { return find_end(phase); });
}

bool ThreadPhases::find_end(Phase& phase) {
    SmallVector<BasicBlock*> ends;
    SetVector<BasicBlock*> targets;
    for (BasicBlock* block : phase.blocks) {
        const bool returns = succ_empty(block);
        if (returns && !isa<ReturnInst>(block->getTerminator())) return false;
        const bool leaves = any_of(successors(block), [&](BasicBlock* next) { return entries_.contains(next); });
        if (!returns && !leaves && !lifted_.contains(block)) continue;
        ends.push_back(block);
        if (returns || lifted_.contains(block)) {
            targets.insert(block);
        } else {
            for (BasicBlock* next : successors(block))
                if (entries_.contains(next)) targets.insert(next);
        }
    }
    if (targets.size() != 1) return false;
    phase.last = ends[0];
    const bool ends_once =
        ends.size() == 1 && (lifted_.contains(ends[0]) || ends[0]->getTerminator()->getNumSuccessors() < 2);
    if (ends_once) return true;
    phase.last = SplitBlockPredecessors(targets[0], ends, ".together");
    phase.blocks.insert(phase.last);
    phase_of_[phase.last] = &phase;
    return phase.last != nullptr;
}

void ThreadPhases::load_extents() {
    IRBuilder<> build(run_.getEntryBlock().getTerminator());
    const auto field = [&](Type* type, std::size_t offset) {
        return build.CreateLoad(type, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), block_, offset));
    };
    for (int axis = 0; axis < 3; ++axis)
        extents_[axis] = field(build.getInt32Ty(), offsetof(cuda_on_cpu::Block, dim) + 4 * axis);
    if (options_.joined)
        for (int axis = 0; axis < 2; ++axis) {
            blocks_[axis] = field(build.getInt32Ty(), offsetof(cuda_on_cpu::Block, joined) + 4 * axis);
            first_block_[axis] = field(build.getInt32Ty(), offsetof(cuda_on_cpu::Block, index) + 4 * axis);
        }
    if (options_.loops == Loops::warps) {
        Value* threads = field(build.getInt32Ty(), offsetof(cuda_on_cpu::Block, threads));
        warps_ = build.CreateLShr(build.CreateAdd(threads, build.getInt32(warp_size - 1)), warp_bits);
    }
    contexts_ = field(build.getPtrTy(), offsetof(cuda_on_cpu::Block, contexts));
    capacity_ = field(build.getInt64Ty(), offsetof(cuda_on_cpu::Block, capacity));
}

}  // namespace cuprum::backend::cpu
