// Loops that call vector functions of the C library. A part of libcuprum_clang.
//
// Such a function keeps no vector register for its caller: what a loop holds across a call lies in memory. So rounds
// are not interleaved, which would hold the operands of several calls, and what is held all the same lies in whole
// cache lines.
#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace cuprum::backend::cpu {

/// Before loops are vectorised: those that will call vector functions do one vector's round after another.
class KeepCallsApart : public llvm::PassInfoMixin<KeepCallsApart> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Vector intrinsics that the vectoriser left (it only knows scalar ones) become calls of the library.
void call_vector_functions(llvm::Module& module, const llvm::TargetLibraryInfoImpl& library);

/// Registers are saved to memory in whole cache lines by functions that call vector functions.
void align_saved_vectors(llvm::Module& module);

}  // namespace cuprum::backend::cpu
