// Which values are the same for all threads of a block that compute them together, and at which branches threads part.
// A part of libcuprum_clang.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

namespace cuprum::backend::cpu {

/// What tells apart threads in a function that runs all of them: the variable that holds the thread at hand, and the
/// block. Where several blocks are joined, that is a variable too, and its index one of the things that differ. The
/// same for warps of a block, one of which `thread` then holds, and for lanes of a warp, of which all that `head`
/// computes is known.
struct ThreadVariable {
    const llvm::AllocaInst* thread;
    const llvm::Value* block;
    bool joined;
    const llvm::BasicBlock* head = nullptr;

    /// The byte of the thread that a load reads, or behind these, of the block where it differs; nothing for other
    /// instructions.
    std::optional<std::int64_t> field(const llvm::Instruction& instruction) const;
};

/// The answer that a function in the program stands for: whether any thread of the block gives true (`any_marker`).
inline constexpr const char* any_marker = "cuprum.any";

/// Marks the branches of a loop over a warp's lanes: warps differ in their number, but not in what they do.
inline constexpr const char* lane_loop = "cuprum.lanes";

class Uniformity {
public:
    explicit Uniformity(llvm::Function& function, const ThreadVariable& variable);

    llvm::DominatorTree dominators;
    llvm::PostDominatorTree post_dominators;
    llvm::LoopInfo loops;

    bool is_uniform(const llvm::Value* value) const { return !divergent_.contains(value); }
    bool is_divergent_branch(const llvm::BasicBlock& block) const;
    /// Where all paths from a block meet again; null where only the function's end is.
    llvm::BasicBlock* meeting_point(const llvm::BasicBlock* block) const;

private:
    bool begins_divergent(const llvm::Instruction& instruction) const;
    bool takes_divergent(const llvm::Instruction& user) const;
    bool leaves_divergent_loop(const llvm::Instruction& instruction) const;
    void part_at(llvm::BasicBlock& block);

    const ThreadVariable& variable_;
    std::vector<llvm::BasicBlock*> order_;  ///< Reverse post-order.
    llvm::DenseMap<const llvm::BasicBlock*, unsigned> number_;
    llvm::DenseSet<const llvm::Value*> divergent_;
    llvm::DenseSet<const llvm::BasicBlock*> joins_, parted_;
    llvm::DenseSet<const llvm::Loop*> divergent_loops_;  ///< Threads leave them at different times.
};

}  // namespace cuprum::backend::cpu
