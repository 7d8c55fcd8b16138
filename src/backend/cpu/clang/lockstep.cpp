#include "backend/cpu/clang/lockstep.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <optional>

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

/// Axes of a block, as bits.
enum Axes : unsigned { no_axis = 0, x_axis = 1, y_axis = 2, z_axis = 4, all_axes = 7 };

/// The place within `cuprum.thread` or `cuprum.block` that a number is loaded from.
std::optional<std::uint64_t> loaded_from(const Value* value, StringRef marker) {
    auto* load = dyn_cast<LoadInst>(value);
    if (!load) return std::nullopt;
    const DataLayout& layout = load->getDataLayout();
    APInt offset(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
    const Value* object = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    auto* call = dyn_cast<CallInst>(object);
    if (!call || !call->getCalledFunction() || call->getCalledFunction()->getName() != marker) return std::nullopt;
    return offset.getZExtValue();
}

/// The axis of threadIdx that a number is, or all of them if it is the thread's rank.
unsigned axes_of_load(const Value* value) {
    const std::optional<std::uint64_t> offset = loaded_from(value, "cuprum.thread");
    if (!offset) return no_axis;
    if (*offset == offsetof(cuda_on_cpu::Thread, rank)) return all_axes;
    const std::uint64_t axis = (*offset - offsetof(cuda_on_cpu::Thread, index)) / sizeof(unsigned);
    return axis < 3 ? 1u << axis : no_axis;
}

const Value* without_casts(const Value* value) {
    while (auto* cast = dyn_cast<CastInst>(value)) value = cast->getOperand(0);
    return value;
}

/// Those axes of a block whose threads a number tells apart, within a warp: of threadIdx, of the thread's rank or lane,
/// and of what is added to it. Elements, votes and arguments may be equal for all of them.
unsigned axes_told_apart(const Value* value, int depth = 0) {
    if (isa<LoadInst>(value)) return axes_of_load(value);
    auto* made = dyn_cast<Instruction>(value);
    if (!made || depth > 8) return no_axis;
    const auto from = [&](unsigned i) { return axes_told_apart(made->getOperand(i), depth + 1); };
    if (isa<CastInst>(made)) return made->getType()->getScalarSizeInBits() >= 8 ? from(0) : no_axis;
    const auto* number = made->getNumOperands() == 2 ? dyn_cast<ConstantInt>(made->getOperand(1)) : nullptr;
    switch (made->getOpcode()) {
        case Instruction::Add:
            // threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z) tells all of its axes apart.
            for (unsigned i = 0; i < 2; ++i) {
                const unsigned low = axes_of_load(without_casts(made->getOperand(i)));
                const auto* rest = dyn_cast<BinaryOperator>(without_casts(made->getOperand(1 - i)));
                if ((low != x_axis && low != y_axis) || !rest || rest->getOpcode() != Instruction::Mul) continue;
                const std::uint64_t length = offsetof(cuda_on_cpu::Block, dim) + (low == y_axis ? sizeof(unsigned) : 0);
                for (unsigned k = 0; k < 2; ++k) {
                    if (loaded_from(without_casts(rest->getOperand(k)), "cuprum.block") != length) continue;
                    const unsigned high = axes_told_apart(rest->getOperand(1 - k), depth + 1);
                    if (high & (low << 1) && !(high & low)) return low | high;
                }
            }
            [[fallthrough]];
        case Instruction::Sub: return (from(0) == no_axis) != (from(1) == no_axis) ? from(0) | from(1) : no_axis;
        case Instruction::And: return number && (number->getValue() & 31) == 31 ? from(0) : no_axis;
        case Instruction::URem:
        case Instruction::SRem: return number && number->getValue().urem(32) == 0 ? from(0) : no_axis;
        default: return no_axis;
    }
}

/// The axes along which a function's blocks have threads, as far as it looks at them.
unsigned axes_of_blocks(const Function& function) {
    unsigned axes = x_axis;
    for (const Instruction& instruction : instructions(function))
        if (const unsigned one = axes_of_load(&instruction); one != all_axes) axes |= one;
    return axes;
}

/// Whether only one thread comes to a block, which comparisons for equality lead to: one for each axis.
bool is_of_one_thread(const BasicBlock* block, const DominatorTree& dominators, unsigned axes) {
    for (const auto* node = dominators.getNode(block); node && node->getIDom(); node = node->getIDom()) {
        const BasicBlock* here = node->getBlock();
        const BasicBlock* before = here->getSinglePredecessor();
        const auto* branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
        const auto* test = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
        if (!test || !test->isEquality() || branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
        const bool is_equal = branch->getSuccessor(0) == here;
        if ((test->getPredicate() == ICmpInst::ICMP_EQ) != is_equal || !isa<Constant>(test->getOperand(1))) continue;
        axes &= ~axes_told_apart(test->getOperand(0));
        if (axes == no_axis) return true;
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
    const unsigned axes = axes_of_blocks(function);
    for (auto& [marker, uses] : variables) {
        SmallVector<LoadInst*> before, behind;
        for (LoadInst* load : uses.loads) {
            if (is_of_one_thread(load->getParent(), dominators, axes)) continue;
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
