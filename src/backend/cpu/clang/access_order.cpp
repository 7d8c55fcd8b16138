#include "backend/cpu/clang/access_order.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopAccessAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

#include <cstdlib>

using namespace llvm;

namespace cuprum::backend::cpu {
namespace {

/// With more accesses than that not every pair is looked at.
constexpr std::size_t most_compared = 256;

/// A round's loads and stores, in their order.
SmallVector<Instruction*> accesses_of(Loop& loop, LoopInfo& loops) {
    SmallVector<Instruction*> accesses;
    LoopBlocksDFS order(&loop);
    order.perform(&loops);
    for (BasicBlock* block : make_range(order.beginRPO(), order.endRPO()))
        for (Instruction& instruction : *block)
            if (isa<LoadInst, StoreInst>(instruction)) accesses.push_back(&instruction);
    return accesses;
}

/// Stores that others come behind, which they may not sink below, and loads that may not rise above these stores.
SetVector<Instruction*> ordered_accesses(Loop& loop, LoopInfo& loops, AAResults& aliases) {
    const SmallVector<Instruction*> accesses = accesses_of(loop, loops);
    SetVector<Instruction*> ordered;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        if (!isa<StoreInst>(accesses[i])) continue;
        for (std::size_t j = i + 1; j < accesses.size(); ++j) {
            const bool may_meet =
                accesses.size() > most_compared ||
                !aliases.isNoAlias(MemoryLocation::get(accesses[i]), MemoryLocation::get(accesses[j]));
            if (!may_meet) continue;
            ordered.insert(accesses[i]);
            if (isa<LoadInst>(accesses[j])) ordered.insert(accesses[j]);
        }
    }
    return ordered;
}

}  // namespace

PreservedAnalyses KeepAccessOrder::run(Function& function, FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<LoopAnalysis>(function);
    bool changed = false;
    for (Loop* loop : loops.getLoopsInPreorder()) {
        if (!loop->isInnermost() || !loop->isAnnotatedParallel()) continue;
        const SetVector<Instruction*> ordered = ordered_accesses(*loop, loops, analyses.getResult<AAManager>(function));
        if (ordered.empty()) continue;
        PredicatedScalarEvolution evolution(analyses.getResult<ScalarEvolutionAnalysis>(function), *loop);
        const auto& symbolic = analyses.getResult<LoopAccessAnalysis>(function).getInfo(*loop).getSymbolicStrides();
        for (Instruction* access : ordered) {
            Value* address = const_cast<Value*>(getLoadStorePointerOperand(access));
            const auto stride = getPtrStride(evolution, getLoadStoreType(access), address, loop, symbolic, true, false);
            if (!stride || std::abs(*stride) < 2) continue;
            auto* hidden = new FreezeInst(address, address->getName() + ".inplace", access->getIterator());
            access->replaceUsesOfWith(address, hidden);
            changed = true;
        }
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace cuprum::backend::cpu
