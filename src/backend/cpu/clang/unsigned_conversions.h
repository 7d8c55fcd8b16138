// Conversions of unsigned integers to floats. Belongs to libcuprum_clang.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cuprum::backend::cpu {

/// Keeps integers wide that become floats as unsigned ones.
///
/// LLVM 19.1.7's vectoriser of straight code (SLPVectorizer) computes with the fewest bits that tell two numbers apart.
/// Where uitofp(sext(x)) stands twice, it makes uitofp of the narrow vector itself: (double)(uint64)(int8)-71 becomes
/// 185. A zero that only `reveal_zeros` knows is put into such an integer, which then needs all of its bits.
class KeepUnsignedWide : public llvm::PassInfoMixin<KeepUnsignedWide> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace cuprum::backend::cpu
