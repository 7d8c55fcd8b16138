// Products that are fused with a sum. Belongs to libcuprum_clang.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cuprum::backend::cpu {

/// Before loops are vectorised: a product and a sum that may be fused become one instruction, and no others may be.
/// The code generator would decide anew for the vector body of a loop and for its scalar remainder, and an element's
/// value would depend on which of them computes it. For processors that have such an instruction.
class FuseProducts : public llvm::PassInfoMixin<FuseProducts> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace cuprum::backend::cpu
