// Indices that wrap around. Belongs to libcuprum_clang.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cuprum::backend::cpu {

/// Hides indices from the loop vectoriser that it would take not to wrap without a check.
///
/// ScalarEvolution knows `x[(t * 7) & 63]` as an access by zext({0,+,7}<i6>). The vectoriser takes the index for
/// {0,+,7}<i64> if the 6 bits do not overflow, and has SCEVExpander write a check for that. LLVM 19.1.7 leaves the
/// check out where the sequence begins at 0 and its step is positive (llvm-project issue 156849), and reads x[64],
/// x[71] and so on. Masks, casts to narrow types and unsigned indices of 32 bits are of this kind, as addresses, as
/// variables of the loop and in conditions. Switching off interleaved accesses is not enough: dependences between
/// rounds and inductions rely on the same condition.
///
/// A narrow index most probably wraps. It is frozen, which ScalarEvolution cannot see through. An index of 32 bits or
/// more most probably does not. It keeps its fast path (an image's pixels of three bytes): a zero is added that only
/// `reveal_zeros` knows, so that the sequence does not begin at 0, and the check is written.
class HideWrappingIndices : public llvm::PassInfoMixin<HideWrappingIndices> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace cuprum::backend::cpu
