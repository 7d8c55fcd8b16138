// Puts what the threads of a block do into loops over them. A part of libcuprum_clang.
//
// A function that does what one thread does is divided at its barriers, and each part gets a loop of its own, so that
// all threads have reached a barrier when the first goes on. Branches that decide which part comes next are taken once
// for the block; that is possible where their conditions are the same for all threads. What a thread computes in one
// part and needs in another is computed again if that is cheap, or kept in memory that the engine lends
// (`cuda_on_cpu::Block::contexts`).
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

struct LoopOptions {
    bool interchanges_loops;  ///< Also divide loops without barriers.
    bool joined;  ///< Run the threads of several blocks, `cuda_on_cpu::Block::joined`; `block` is then a variable.
};

struct ThreadLoopsResult {
    int context_bytes;  ///< What a thread needs of the block's contexts; -1 where barriers are not met by all threads
                        ///< together.
    bool interchanged;  ///< Whether a loop was.
};

/// `run` does what one thread does: `thread` is filled in for each. Where it fails, the function is of no more use.
ThreadLoopsResult loop_over_threads(llvm::Function& run, llvm::AllocaInst* thread, llvm::Value* block,
                                    const LoopOptions& options);

}  // namespace cuprum::backend::cpu
