// Keeps what a thread does to memory in its order where a loop over threads is vectorised. Belongs to libcuprum_clang.
//
// Such a loop is marked as parallel: its rounds do not depend on each other. LLVM's vectoriser then asks for no
// dependences at all, and where neighbouring elements are used one after another (a.x, then a.y), it loads all of them
// where the first is loaded, and stores all where the last is stored. A store of the same thread that lies between may
// be to one of these places.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cuprum::backend::cpu {

/// Hides the strides of accesses that must not change places, before loops are vectorised: each is done where it
/// stands.
class KeepAccessOrder : public llvm::PassInfoMixin<KeepAccessOrder> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace cuprum::backend::cpu
