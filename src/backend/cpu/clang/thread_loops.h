// Puts what the threads of a block do into loops over them. Belongs to libcuprum_clang.
//
// A function that does what one thread does is divided at its barriers, and each phase gets a loop of its own, so that
// all threads have reached a barrier when the first goes on. Branches that decide which phase comes next are taken once
// for the block; that is possible where their conditions are the same for all threads. What a thread computes in one
// phase and needs in another is computed again if that is cheap, or kept in memory that the engine lends
// (`cuda_on_cpu::Block::contexts`).
//
// Kernels whose warps do something together get two levels of loops: the phases between operations of a warp become
// loops over its lanes (warp_operations.h), and then the phases between barriers of the block loops over the warps.
//
// Loops of the program whose length is the same for all threads are divided in the same way where neighbouring threads
// use neighbouring memory: the threads' loop is then the inner one, and is vectorised.
#pragma once

namespace llvm {
class AllocaInst;
class Function;
class Value;
}  // namespace llvm

namespace cuprum::backend::cpu {

/// The functions of the engine whose calls divide a kernel.
bool is_barrier(const llvm::Function* function);

/// What the loops go over.
enum class Loops {
    threads,  ///< All threads of the block.
    lanes,    ///< The threads of one warp.
    warps,    ///< The warps of the block, in a function made for `lanes`.
};

/// Stands for the number of the warp in a function made for `Loops::lanes`.
inline constexpr const char* warp_marker = "cuprum.warp";

struct LoopOptions {
    bool interchanges_loops;  ///< Also divide loops without barriers.
    bool joined;  ///< Run the threads of several blocks, `cuda_on_cpu::Block::joined`; `block` is then a variable.
    bool linearizes = false;  ///< Let threads that diverge before a barrier go together (linear_flow.h).
    Loops loops = Loops::threads;
    unsigned first_place = 0;  ///< The bytes of each thread's context that are in use.
};

struct ThreadLoopsResult {
    int context_bytes;  ///< What a thread needs of the block's contexts, with what was in use; -1 where barriers are
                        ///< not met by all threads together.
    bool interchanged;  ///< Whether a loop was.
};

/// `run` does what one thread does: `thread` is filled in for each; or what one warp does, and `thread` holds its
/// number. Where it fails, the function is of no more use.
ThreadLoopsResult loop_over_threads(llvm::Function& run, llvm::AllocaInst* thread, llvm::Value* block,
                                    const LoopOptions& options);

}  // namespace cuprum::backend::cpu
