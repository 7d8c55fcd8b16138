#include "backend/cpu/clang/uniformity.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <cstddef>

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
    find_intervals();
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
            if (is_divergent_branch(*block) && diverged_.insert(block).second) {
                diverge_at(*block);
                if (dividing_.erase(block)) join_behind(*block);
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
        return getUnderlyingObject(load->getPointerOperand(), 0) != variable_.block && may_change(*load);
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

/// Notes the blocks where threads that diverge at a branch may come together by different paths.
void Uniformity::diverge_at(BasicBlock& branch) {
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

// A load from memory that all threads see gives all of them the same if its address is the same and if no thread writes
// there between two places where all meet: whoever comes first then finds what the last one finds. Branches that decide
// where threads meet are such places as well, as the block takes them once; that a branch is uniform may follow from a
// load, and that from the branch. All are taken to be uniform until one is found that is not.
//
// Writes by other blocks do not count: a program whose threads read there what another block writes is right only if
// the read is volatile or atomic, and those are never uniform.

Uniformity::Object Uniformity::object_of(const Value* address) const {
    for (;;) {
        if (auto* place = dyn_cast<Instruction>(address))
            if (const MDNode* variable = place->getMetadata(shared_place)) return {Object::shared, variable};
        auto* offset = dyn_cast<GEPOperator>(address);
        if (!offset) break;
        address = offset->getPointerOperand();
    }
    if (isa<AllocaInst>(address)) return {Object::own};
    if (isa<GlobalVariable>(address)) return {Object::global, address};
    auto* load = dyn_cast<LoadInst>(address);
    if (!load || load->getParent() != &load->getFunction()->getEntryBlock()) return {Object::unknown};
    const DataLayout& layout = load->getDataLayout();
    APInt place(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
    const Value* from = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, place, true);
    const bool is_of_block = from == variable_.block || from == load->getFunction()->getArg(0);
    if (is_of_block && place == offsetof(cuda_on_cpu::Block, shared)) return {Object::shared};
    return {Object::global, load};
}

bool Uniformity::may_overlap(const Object& read, const Object& written) {
    if (written.kind == Object::own) return false;
    if (written.kind == Object::unknown) return true;
    if (read.kind != written.kind) return false;
    if (read.kind == Object::shared) return !read.which || !written.which || read.which == written.which;
    const auto* a = dyn_cast<GlobalVariable>(static_cast<const Value*>(read.which));
    const auto* b = dyn_cast<GlobalVariable>(static_cast<const Value*>(written.which));
    return !a || !b || a == b;
}

bool Uniformity::divides_behind(const BasicBlock& block) const {
    const BasicBlock* end = meeting_point(&block);
    SetVector<const BasicBlock*> reached;
    for (const BasicBlock* next : successors(&block))
        if (next != end) reached.insert(next);
    for (unsigned i = 0; i < reached.size(); ++i) {
        const auto [first, last] = intervals_of_.lookup(reached[i]);
        if (first != last) return true;
        if (variable_.entries && variable_.entries->contains(const_cast<BasicBlock*>(reached[i]))) return true;
        for (const BasicBlock* next : successors(reached[i]))
            if (next != end) reached.insert(next);
    }
    return false;
}

void Uniformity::join_behind(const BasicBlock& block) {
    for (const BasicBlock* next : successors(&block))
        if (!variable_.entries || !variable_.entries->contains(const_cast<BasicBlock*>(next)))
            intervals_.join(intervals_of_.lookup(&block).second, intervals_of_.lookup(next).first);
}

void Uniformity::find_intervals() {
    unsigned count = 0;
    for (const BasicBlock* block : order_) {
        const unsigned first = count++;
        for (const Instruction& instruction : *block) {
            if (auto* call = dyn_cast<CallInst>(&instruction)) {
                if (variable_.divides && variable_.divides(*call)) {
                    ++count;
                    continue;
                }
                if (is_of_all(*call) || is_of_warp(*call)) continue;
            }
            const unsigned interval = count - 1;
            if (auto* load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
                const Object object = object_of(load->getPointerOperand());
                if (object.kind == Object::shared || object.kind == Object::global)
                    reads_[load] = {load, interval, object};
            }
            if (!instruction.mayWriteToMemory()) continue;
            Object object{Object::unknown};
            if (auto* store = dyn_cast<StoreInst>(&instruction)) object = object_of(store->getPointerOperand());
            else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
                object = object_of(update->getPointerOperand());
            else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
                object = object_of(exchange->getPointerOperand());
            else if (auto* copy = dyn_cast<MemIntrinsic>(&instruction)) object = object_of(copy->getDest());
            else if (auto* mark = dyn_cast<IntrinsicInst>(&instruction); mark && mark->isAssumeLikeIntrinsic())
                continue;
            writes_.push_back({&instruction, interval, object});
        }
        intervals_of_[block] = {first, count - 1};
    }
    intervals_.grow(count);
    if (reads_.empty()) return;
    for (const BasicBlock* block : order_) {
        if (succ_size(block) > 1 && divides_behind(*block)) dividing_.insert(block);
        else join_behind(*block);
    }
}

/// Whether a thread may write where the load reads, before another thread loads.
bool Uniformity::may_change(const LoadInst& load) const {
    if (divergent_.contains(load.getPointerOperand())) return true;
    const auto found = reads_.find(&load);
    if (found == reads_.end()) return true;
    const Access& read = found->second;
    const auto* variable = dyn_cast_if_present<GlobalVariable>(
        read.object.kind == Object::global ? static_cast<const Value*>(read.object.which) : nullptr);
    if (variable && variable->isConstant()) return false;
    const unsigned interval = intervals_.findLeader(read.interval);
    return any_of(writes_, [&](const Access& write) {
        return may_overlap(read.object, write.object) && intervals_.findLeader(write.interval) == interval;
    });
}

}  // namespace cuprum::backend::cpu
