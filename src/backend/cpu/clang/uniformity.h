// Which values are the same for all threads of a block that compute them together, and at which branches threads
// diverge. Belongs to libcuprum_clang.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/IntEqClasses.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <functional>
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
    /// Where threads meet: calls that divide the function, and blocks that all enter together.
    std::function<bool(const llvm::CallInst&)> divides = {};
    const llvm::SetVector<llvm::BasicBlock*>* entries = nullptr;

    /// The byte of the thread that a load reads, or behind these, of the block where it differs; nothing for other
    /// instructions.
    std::optional<std::int64_t> field(const llvm::Instruction& instruction) const;
};

/// The answer that a function in the program stands for: whether any thread of the block gives true (`any_marker`).
inline constexpr const char* any_marker = "cuprum.any";

/// Tells which shared variable an address was made from, as metadata of the instruction that adds its place.
inline constexpr const char* shared_place = "cuprum.shared";

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
    /// Whether threads meet somewhere between a branch and where its paths meet again.
    bool divides_behind(const llvm::BasicBlock& block) const;

private:
    bool begins_divergent(const llvm::Instruction& instruction) const;
    bool takes_divergent(const llvm::Instruction& user) const;
    bool leaves_divergent_loop(const llvm::Instruction& instruction) const;
    void diverge_at(llvm::BasicBlock& block);

    // Loads from memory that all threads see.

    /// What an address was made from.
    struct Object {
        enum Kind { own, shared, global, unknown } kind;
        const void* which = nullptr;  ///< Of shared and global ones; null where it may be any of them.
    };
    /// The phase of the function, between places where threads meet, in which an instruction stands.
    struct Access {
        const llvm::Instruction* instruction;
        unsigned interval;
        Object object;
    };
    Object object_of(const llvm::Value* address) const;
    static bool may_overlap(const Object& read, const Object& written);
    void find_intervals();
    void join_behind(const llvm::BasicBlock& block);
    bool may_change(const llvm::LoadInst& load) const;

    const ThreadVariable& variable_;
    std::vector<llvm::BasicBlock*> order_;  ///< Reverse post-order.
    llvm::DenseMap<const llvm::BasicBlock*, unsigned> number_;
    llvm::DenseSet<const llvm::Value*> divergent_;
    llvm::DenseSet<const llvm::BasicBlock*> joins_, diverged_;
    llvm::DenseSet<const llvm::Loop*> divergent_loops_;  ///< Threads leave them at different times.
    llvm::IntEqClasses intervals_;
    llvm::DenseMap<const llvm::BasicBlock*, std::pair<unsigned, unsigned>> intervals_of_;  ///< The first and the last.
    llvm::DenseSet<const llvm::BasicBlock*> dividing_;  ///< Branches that the block takes, if they are uniform.
    llvm::DenseMap<const llvm::Instruction*, Access> reads_;
    std::vector<Access> writes_;
};

}  // namespace cuprum::backend::cpu
