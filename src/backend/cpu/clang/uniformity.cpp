#include "backend/cpu/clang/uniformity.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "backend/cpu/clang/warp_operations.h"
#include "cuprum/cuda/launch_state.h"

using namespace llvm;

namespace cuprum::backend::cpu {

namespace {

/// Whether a call's result is of all threads together, and so the same for them whatever they give.
bool is_of_all(const CallBase& call) {
    const Function* called = call.getCalledFunction();
    const StringRef name = called ? called->getName() : StringRef();
    return name == any_marker || name == count_marker || name == total_marker;
}
bool is_of_warp(const CallBase& call) {
    const Function* called = call.getCalledFunction();
    return called && called->getName().starts_with(of_warp_prefix);
}

}  // namespace

std::optional<std::int64_t> ThreadVariable::field(const Instruction& instruction) const {
    auto* load = dyn_cast<LoadInst>(&instruction);
    if (!load) return {};
    const DataLayout& layout = load->getDataLayout();
    APInt offset(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
    const Value* object = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    if (object == thread) return offset.getSExtValue();
    if (joined && object == block && offset.ult(sizeof(cuda_on_cpu::Block::index)))
        return sizeof(cuda_on_cpu::Thread) + offset.getSExtValue();
    return {};
}

Uniformity::Uniformity(Function& function, const ThreadVariable& variable)
    : dominators(function), post_dominators(function), loops(dominators), variable_(variable) {
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function)) {
        number_[block] = static_cast<unsigned>(order_.size());
        order_.push_back(block);
    }
    for (bool changes = true; changes;) {
        changes = false;
        for (BasicBlock* block : order_) {
            for (Instruction& instruction : *block) {
                if (divergent_.contains(&instruction)) continue;
                const bool joins = isa<PHINode>(instruction) && joins_.contains(block);
                if (joins || begins_divergent(instruction) || takes_divergent(instruction) ||
                    leaves_divergent_loop(instruction))
                    changes |= divergent_.insert(&instruction).second;
            }
            if (is_divergent_branch(*block) && parted_.insert(block).second) {
                part_at(*block);
                changes = true;
            }
        }
    }
}

bool Uniformity::is_divergent_branch(const BasicBlock& block) const {
    const Instruction* end = block.getTerminator();
    return end->getNumSuccessors() > 1 && divergent_.contains(end) && !end->getMetadata(lane_loop);
}

BasicBlock* Uniformity::meeting_point(const BasicBlock* block) const {
    const auto* node = post_dominators.getNode(block);
    const auto* above = node ? node->getIDom() : nullptr;
    return above ? above->getBlock() : nullptr;
}

bool Uniformity::begins_divergent(const Instruction& instruction) const {
    if (isa<AllocaInst>(instruction))
        return &instruction != variable_.thread && &instruction != variable_.block && !is_exchange(&instruction);
    // What the launch gives is read before anything else.
    if (variable_.head && instruction.getParent() == variable_.head) return false;
    if (variable_.field(instruction)) return true;
    if (instruction.getParent() == &instruction.getFunction()->getEntryBlock()) return false;
    if (auto* load = dyn_cast<LoadInst>(&instruction))
        return getUnderlyingObject(load->getPointerOperand(), 0) != variable_.block;
    if (auto* call = dyn_cast<CallBase>(&instruction)) {
        if (is_of_all(*call) || is_of_warp(*call)) return false;
        return !(isa<IntrinsicInst>(call) && call->doesNotAccessMemory()) && !call->getType()->isVoidTy();
    }
    return instruction.mayReadFromMemory();
}

/// Whether a value that an instruction uses differs, or threads left its loop at different times.
bool Uniformity::takes_divergent(const Instruction& user) const {
    if (auto* call = dyn_cast<CallBase>(&user); call && is_of_all(*call)) return false;
    return any_of(user.operands(), [&](const Value* operand) { return divergent_.contains(operand); });
}

/// Whether a value that is the same for all threads in a round of its loop is used behind that loop, which threads
/// leave in different rounds: there it is each thread's own, and is kept as such.
bool Uniformity::leaves_divergent_loop(const Instruction& instruction) const {
    if (divergent_loops_.empty()) return false;
    for (const Loop* loop = loops.getLoopFor(instruction.getParent()); loop; loop = loop->getParentLoop())
        if (divergent_loops_.contains(loop))
            for (const User* user : instruction.users())
                if (!loop->contains(cast<Instruction>(user)->getParent())) return true;
    return false;
}

/// Notes the blocks where threads that part at a branch may come together by different paths.
void Uniformity::part_at(BasicBlock& branch) {
    const BasicBlock* end = meeting_point(&branch);
    for (const Loop* loop = loops.getLoopFor(&branch); loop && !(end && loop->contains(end));
         loop = loop->getParentLoop())
        divergent_loops_.insert(loop);
    DenseMap<const BasicBlock*, const BasicBlock*> path;  // The block at which the way to it began.
    for (unsigned i = number_[&branch] + 1; i < order_.size(); ++i) {
        const BasicBlock* block = order_[i];
        const BasicBlock* way = nullptr;
        bool is_join = false;
        for (const BasicBlock* before : predecessors(block)) {
            if (!number_.contains(before) || number_.lookup(before) >= i) continue;
            const BasicBlock* one = before == &branch ? block : path.lookup(before);
            if (!one) continue;
            is_join |= way && way != one;
            way = one;
        }
        if (!way) continue;
        if (is_join) joins_.insert(block);
        if (block == end) continue;
        path[block] = is_join ? block : way;
    }
}

}  // namespace cuprum::backend::cpu
