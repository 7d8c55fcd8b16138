#include "backend/cpu/clang/lockstep.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "backend/cpu/clang/accesses.h"
#include "backend/cpu/clang/linear_flow.h"
#include "backend/cpu/clang/thread_loops.h"
#include "backend/cpu/clang/warp_operations.h"
#include "cuprum/cuda/launch_state.h"

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

void go_together(Instruction* before) {
    Module& module = *before->getModule();
    IRBuilder<> build(before);
    FunctionCallee function = module.getOrInsertFunction(lockstep_function, build.getVoidTy(), build.getInt32Ty());
    cast<Function>(function.getCallee())->addFnAttr(Attribute::Convergent);
    build.CreateCall(function, {build.getInt32(0)});
}

/// Numbers the places in the order in which a warp comes to them: where its lanes are at several, those at the first go
/// on (`BlockRunner::converge`).
void number_places(Function& function) {
    unsigned number = 0;
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function))
        for (Instruction& instruction : *block)
            if (auto* call = dyn_cast<CallInst>(&instruction); call && divider_name(*call) == lockstep_function)
                call->setArgOperand(0, ConstantInt::get(call->getArgOperand(0)->getType(), number++));
}

/// A volatile load or store that may be of shared memory.
bool is_volatile_shared(const Instruction& instruction, bool is_kernel) {
    if (!instruction.isVolatile() || !isa<LoadInst, StoreInst>(instruction)) return false;
    StringRef variable;
    return may_be_shared(getLoadStorePointerOperand(&instruction), is_kernel, variable);
}

void keep_volatile(BasicBlock& block, bool is_kernel) {
    enum class State { unknown, together, loading } state = State::unknown;
    for (Instruction& instruction : make_early_inc_range(block)) {
        if (!is_volatile_shared(instruction, is_kernel)) {
            if (instruction.mayWriteToMemory()) state = State::unknown;
            continue;
        }
        if (auto* load = dyn_cast<LoadInst>(&instruction)) {
            if (state == State::unknown) go_together(load);
            load->setVolatile(false);  // Calls that nobody can see through stand around it.
            state = State::loading;
        } else {
            auto* store = cast<StoreInst>(&instruction);
            if (state != State::together) go_together(store);
            go_together(store->getNextNode());
            store->setVolatile(false);
            state = State::together;
        }
    }
}

/// Whether a number tells the lanes of a warp apart: threadIdx.x or the thread's rank, or its lane, and what is added.
/// Elements, votes and arguments may be equal for all of them.
bool tells_lanes_apart(const Value* value, int depth = 0) {
    if (auto* load = dyn_cast<LoadInst>(value)) {
        const DataLayout& layout = load->getDataLayout();
        APInt offset(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
        const Value* object = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
        auto* marker = dyn_cast<CallInst>(object);
        return marker && marker->getCalledFunction() && marker->getCalledFunction()->getName() == "cuprum.thread" &&
               (offset == offsetof(cuda_on_cpu::Thread, index) || offset == offsetof(cuda_on_cpu::Thread, rank));
    }
    auto* made = dyn_cast<Instruction>(value);
    if (!made || depth > 8) return false;
    const auto from = [&](unsigned i) { return tells_lanes_apart(made->getOperand(i), depth + 1); };
    if (isa<CastInst>(made)) return from(0);
    const auto* number = made->getNumOperands() == 2 ? dyn_cast<ConstantInt>(made->getOperand(1)) : nullptr;
    switch (made->getOpcode()) {
        case Instruction::Add:
        case Instruction::Sub: return from(0) != from(1);
        case Instruction::And: return number && (number->getValue() & 31) == 31 && from(0);
        case Instruction::URem:
        case Instruction::SRem: return number && number->getValue().urem(32) == 0 && from(0);
        default: return false;
    }
}

/// Whether only one thread comes to a block, which a comparison for equality leads to.
bool is_of_one_thread(const BasicBlock* block, const DominatorTree& dominators) {
    for (const auto* node = dominators.getNode(block); node && node->getIDom(); node = node->getIDom()) {
        const BasicBlock* here = node->getBlock();
        const BasicBlock* before = here->getSinglePredecessor();
        const auto* branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
        const auto* test = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
        if (!test || !test->isEquality() || branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
        if (!tells_lanes_apart(test->getOperand(0))) continue;
        const bool is_equal = branch->getSuccessor(0) == here;
        if ((test->getPredicate() == ICmpInst::ICMP_EQ) == is_equal && isa<Constant>(test->getOperand(1))) return true;
    }
    return false;
}

bool meets_others(const Instruction& instruction) {
    auto* call = dyn_cast<CallInst>(&instruction);
    return call && (divider_name(*call).starts_with("cuprum_syncthreads") || is_warp_operation(*call));
}

/// Whether one instruction may come behind another without a barrier between.
bool follows(const Instruction* first, const Instruction* second) {
    // The first block is gone through from the middle, and once more from its beginning if a loop leads there.
    const auto passes = [&](const Instruction* at) {
        for (; at; at = at->getNextNode()) {
            if (at == second) return 1;
            if (meets_others(*at)) return -1;
        }
        return 0;
    };
    const int own = passes(first->getNextNode());
    if (own != 0) return own > 0;
    SetVector<const BasicBlock*> reached;
    for (const BasicBlock* next : successors(first->getParent())) reached.insert(next);
    for (unsigned i = 0; i < reached.size(); ++i) {
        const int way = passes(&reached[i]->front());
        if (way > 0) return true;
        if (way == 0)
            for (const BasicBlock* next : successors(reached[i])) reached.insert(next);
    }
    return false;
}

void keep_flags(Function& function) {
    struct Uses {
        SmallVector<LoadInst*> loads;
        SmallVector<StoreInst*> stores;
    };
    MapVector<const Function*, Uses> variables;
    for (Instruction& instruction : instructions(function)) {
        auto* load = dyn_cast<LoadInst>(&instruction);
        auto* store = dyn_cast<StoreInst>(&instruction);
        if (!load && !store) continue;
        auto* marker = dyn_cast<CallInst>(getLoadStorePointerOperand(&instruction));
        if (!marker || !is_single_shared(*marker)) continue;
        Uses& uses = variables[marker->getCalledFunction()];
        if (load) uses.loads.push_back(load);
        else uses.stores.push_back(store);
    }
    if (variables.empty()) return;
    DominatorTree dominators(function);
    for (auto& [marker, uses] : variables) {
        SmallVector<LoadInst*> before, behind;
        for (LoadInst* load : uses.loads) {
            if (is_of_one_thread(load->getParent(), dominators)) continue;
            if (any_of(uses.stores, [&](StoreInst* store) { return follows(store, load); })) before.push_back(load);
            if (any_of(uses.stores, [&](StoreInst* store) { return follows(load, store); })) behind.push_back(load);
        }
        for (LoadInst* load : before) go_together(load);
        for (LoadInst* load : behind) go_together(load->getNextNode());
    }
}

}  // namespace

void keep_lockstep(Function& function, bool is_kernel) {
    for (BasicBlock& block : function) keep_volatile(block, is_kernel);
    keep_flags(function);
    number_places(function);
}

}  // namespace cuprum::backend::cpu
