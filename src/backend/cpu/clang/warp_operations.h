// What threads of a warp do together (shuffles, votes, reductions), in a function that runs a warp's lanes in loops.
// Belongs to libcuprum_clang.
//
// An operation divides the function as a barrier does: before it, each lane puts its value into an array that the warp
// has for this operation; behind it, each lane reads what it wants of that. What an operation gives is worked out from
// the whole array by a function that is written when the loops are made (`answer_warp_operations`), so that it is known
// to be the same for all lanes (uniformity.h).
#pragma once

#include <llvm/ADT/SmallVector.h>

namespace llvm {
class BasicBlock;
class CallInst;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace cuprum::backend::cpu {

/// Stands for the lane's number within its warp, of 64 bits.
inline constexpr const char* lane_marker = "cuprum.lane";
/// Stands for a sum over the threads, of 32 bits: like `any_marker`.
inline constexpr const char* count_marker = "cuprum.count";
/// The same over the warps of a block, once lanes are in loops.
inline constexpr const char* total_marker = "cuprum.total";
/// Begins the names of functions whose results are the same for all lanes that give the same arguments.
inline constexpr const char* of_warp_prefix = "cuprum.of_warp.";

/// Whether a call is one of the functions of device/cuprum/cuda/threads.h for which lanes of a warp come together.
bool is_warp_operation(const llvm::CallInst& call);

/// Whether a variable is an array of `divide_at_operation`, which no barrier of the block finds in use.
bool is_exchange(const llvm::Value* variable);

struct Division {
    llvm::SmallVector<llvm::BasicBlock*, 4> entries;  ///< Where lanes go on together.
    llvm::BasicBlock* bare = nullptr;                 ///< What is done once for the warp, if anything.
};

/// Puts what an operation means into the place of its call. `present`: the lanes that the warp has, as bits; `thread`:
/// the variable that holds the thread at hand.
Division divide_at_operation(llvm::CallInst* call, llvm::Value* present, const llvm::Value* thread);

/// Divides at a barrier of the block in a function that runs single threads, or warps.
Division divide_at_barrier(llvm::CallInst* call);

/// Writes the functions that give an operation's result from its array.
void answer_warp_operations(llvm::Function& function);

}  // namespace cuprum::backend::cpu
