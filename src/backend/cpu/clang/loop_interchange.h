// Loop interchange: where a loop of the program stood inside the loop over threads, the block iterates it once, and
// all threads do each round in a loop of their own, which is then the inner one. Belongs to libcuprum_clang.
#pragma once

#include <vector>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace cuprum::backend::cpu {

struct ThreadVariable;

/// Chooses the loops, and takes them out of branches that only some threads take: the loop then runs if any thread
/// wants it, and its body asks. Returns the blocks in which their rounds begin.
std::vector<llvm::BasicBlock*> interchange_loops(llvm::Function& function, const ThreadVariable& variable);

}  // namespace cuprum::backend::cpu
