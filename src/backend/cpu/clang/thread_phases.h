// Divides what one thread does into phases, between which the threads of a block wait for each other (thread_loops.h).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include <deque>
#include <memory>

#include "backend/cpu/clang/thread_loops.h"
#include "backend/cpu/clang/uniformity.h"

namespace cuprum::backend::cpu {

inline constexpr unsigned warp_bits = 5, warp_size = 1u << warp_bits;

/// What all threads of the block do one after another before anyone goes on.
struct Phase {
    llvm::BasicBlock* entry;
    llvm::SetVector<llvm::BasicBlock*> blocks;
    llvm::BasicBlock* last = nullptr;  ///< From which the block goes on.
    // Of the loop around it.
    llvm::BasicBlock *before = nullptr, *start = nullptr, *after = nullptr;
    llvm::Instruction* turn_end = nullptr;  ///< What is put before it is done at the end of a thread's turn.
    llvm::BranchInst* next_thread = nullptr;
    llvm::Value *rank = nullptr, *lane = nullptr;
    llvm::DenseMap<llvm::Value*, llvm::Value*> known;  ///< Values of other phases, as they are had in this one.
};

/// A function and its phases, found in two steps:
/// 1. Loops that are better interchanged are chosen, and their heads count as barriers from then on.
/// 2. The blocks of instructions between barriers are collected into phases. A branch that leads to several phases must
///    be uniform, that is, the same for all threads (uniformity.h); otherwise the kernel is left to fibers.
class ThreadPhases {
public:
    ThreadPhases(llvm::Function& run, llvm::AllocaInst* thread, llvm::Value* block, const LoopOptions& options);
    ThreadPhases(const ThreadPhases&) = delete;

    /// False where threads would have to diverge at a barrier.
    bool divide();

protected:
    /// Loads what the block is like, where the function begins.
    void load_extents();

    llvm::Function& run_;
    llvm::LLVMContext& context_;
    llvm::AllocaInst* thread_;
    llvm::Value* block_;
    const LoopOptions options_;
    ThreadVariable variable_;
    std::unique_ptr<Uniformity> uniformity_;

    bool interchanged_ = false;
    llvm::SetVector<llvm::BasicBlock*> entries_;  ///< Where phases begin.
    std::deque<Phase> phases_;
    llvm::DenseMap<const llvm::BasicBlock*, Phase*> phase_of_;
    /// The last blocks of loops' rounds, whose values take the place of the last round's.
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> rounds_;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 4> bare_;  ///< Phases that are done once for a warp.

    // Of a warp: its number of lanes, and its first thread.
    llvm::Value *lane_count_ = nullptr, *first_rank_ = nullptr, *first_[3]{}, *warps_ = nullptr;
    llvm::Value *extents_[3]{}, *blocks_[2]{}, *first_block_[2]{}, *contexts_ = nullptr, *capacity_ = nullptr;

private:
    /// What comes behind a call that does not return is never run, and must not hide where threads meet.
    void lead_on_unreachable();
    bool divides(const llvm::CallInst& call) const;
    bool divide_at_barriers();
    /// Sums over lanes are done; those over warps are left.
    void rename_totals();
    /// What is known of a warp before its lanes do anything.
    void make_head();
    bool is_irreducible();
    /// Branches behind which a phase may begin before their paths meet again are the block's, not each thread's.
    void find_lifted();
    /// A phase's end passes on what the next chooses. Where the block may go elsewhere instead, that is done on the
    /// way. The end of a loop's round is left as it is: who leaves the loop there needs none of the values.
    bool split_shared_edges();
    bool ends_round(llvm::BasicBlock* block, llvm::BasicBlock* next);
    bool find_phases();
    /// All threads of a phase must go on to the same place.
    bool find_end(Phase& phase);

    llvm::SetVector<llvm::BasicBlock*> lifted_;  ///< Whose branches the block takes.
    llvm::Value* present_ = nullptr;             ///< The lanes of a warp, as bits.
};

}  // namespace cuprum::backend::cpu
