// Runs the blocks of a raw kernel, one after another, on the calling thread.
//
// Most kernels are called once a block and loop over its threads. Otherwise each thread is a fiber: it runs until it
// has to wait, then the next that can run does. Which can is kept as a bit a thread, by warps, so choosing takes a few
// instructions and a block in which nobody can is found out at once.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

#include "backend/cpu/raw/faults.h"
#include "backend/cpu/raw/fiber.h"
#include "backend/cpu/raw/race_checker.h"
#include "cuprum/cuda/launch_state.h"
#include "runtime/raw_kernels.h"

namespace cuprum::backend::cpu {

inline constexpr unsigned max_threads = 1024, warp_size = 32, max_warps = max_threads / warp_size;

/// A launch as every thread that takes part in it sees it.
struct Grid {
    const cuda_on_cpu::Kernel* kernel;
    const runtime::Launch* launch;
    void* const* parameters;
    const runtime::ArgumentExtent* extents;  ///< Null where nobody checks.
    bool cooperative = false;
};

/// What threads of a warp do together.
enum class WarpOperation : std::uint8_t {
    sync,
    shuffle,
    ballot,
    match_any,
    match_all,
    add,
    min,
    max,
    smin,
    smax,
    bit_and,
    bit_or,
    bit_xor
};

class BlockRunner {
public:
    /// The calling thread's.
    static BlockRunner& get();

    /// The calling thread's while a kernel's own code runs on it, else null. May be asked by a signal's handler.
    static BlockRunner* in_kernel();

    /// How many blocks of so many threads a kernel runs together, at most.
    static unsigned joined_blocks(const cuda_on_cpu::Kernel& kernel, unsigned threads);

    /// Runs the blocks [first, last). Throws CUDARuntimeError where one of them fails.
    void run(const Grid& grid, std::int64_t first, std::int64_t last);

    /// Runs all blocks of a grid that wait for each other: each on a stack of its own, up to where it waits.
    static void run_together(const Grid& grid, std::int64_t blocks);

    // What kernels call.
    unsigned barrier(bool predicate);                              ///< How many threads' predicates were true.
    unsigned barrier_threads() const { return barrier_threads_; }  ///< How many took part in the last barrier.
    void barrier_of_grid();
    void wait_for_grid();  ///< Lets other blocks run until all wait.
    bool is_cooperative() const { return grid_->cooperative; }
    std::uint64_t warp(WarpOperation operation, std::uint32_t mask, std::uint64_t value, std::uint32_t source);
    std::uint32_t active_mask();
    /// Those of a warp that come along go on together; `place` numbers the program's calls in their order.
    void lockstep(std::uint32_t place);
    [[noreturn]] void fail_diverged(bool at_barrier);  ///< Threads wait for others that are elsewhere.
    void yield();
    void check_races(const cuda_on_cpu::Access& access, const void* address, std::size_t bytes, unsigned rank,
                     const void* value);
    void check_memory(const cuda_on_cpu::Access& site, const void* address, std::size_t bytes, unsigned rank,
                      int object, const void* base, std::size_t object_bytes);
    [[noreturn]] void fail(int code, std::string message);
    /// Keeps what happened for `fail_fault`, and tells the end of a stack for it.
    char* note_fault(const Fault& fault);
    /// Ends the calling thread's kernel for what was noted.
    [[noreturn]] static void fail_fault();
    void call_library(bool begins) { in_kernel_ = !begins; }  ///< Code of others, out of whose middle nobody may jump.
    const cuda_on_cpu::Thread* current_thread() const { return thread_; }
    void enter_thread(const cuda_on_cpu::Thread* thread) { thread_ = thread; }
    const cuda_on_cpu::Block& block() const { return block_; }
    bool is_shared(const void* pointer) const {
        return pointer >= block_.shared && pointer < block_.shared + shared_bytes_;
    }
    std::string place(unsigned rank) const;  ///< "block (0, 0, 0), thread (3, 0, 0)"

private:
    struct Fiber {
        cuda_on_cpu::Thread thread;
        void* stack;  ///< Where it stopped; null before it has begun.
    };
    /// The threads of a warp as bits.
    struct Warp {
        std::uint32_t alive, runnable, at_barrier;
        std::uint32_t waiting;     ///< In an operation of some of the warp's threads.
        std::uint32_t converging;  ///< Asking who comes along.
        unsigned next_lane;        ///< Whose turn it is when another warp passes it on.
        std::uint32_t mask[warp_size], source[warp_size];
        std::uint64_t value[warp_size];  ///< Given, then got.
        WarpOperation operation[warp_size];
    };

    void prepare(const Grid& grid);
    std::int64_t join(std::int64_t row, std::int64_t left);
    void run_fibers();
    static void fiber_main();
    [[noreturn]] void end_fiber();
    void stop_current(std::uint32_t Warp::* where);
    void switch_to_next(unsigned warp);
    void switch_to(unsigned next);
    unsigned next_fiber(unsigned warp);
    void release_barrier();
    bool complete(Warp& warp, unsigned lane);
    void converge(unsigned warp);
    std::uint32_t converge_at(std::uint32_t place);
    void wake(unsigned warp, std::uint32_t lanes);
    [[noreturn]] void fail_deadlock();
    static void block_main();
    void resume();

    cuda_on_cpu::Block block_{};
    const cuda_on_cpu::Thread* thread_ = nullptr;
    const Grid* grid_ = nullptr;
    std::unique_ptr<char[]> shared_;
    std::size_t shared_bytes_ = 0, shared_capacity_ = 0;
    unsigned joined_ = 1;  ///< The most blocks that are run at once.
    std::unique_ptr<char[]> contexts_;
    std::size_t contexts_bytes_ = 0;

    std::unique_ptr<RaceChecker> race_checker_;
    RaceChecker* races_ = nullptr;  ///< Null where nobody asks for them.

    FiberStacks stacks_;
    std::unique_ptr<Fiber[]> fibers_;
    std::unique_ptr<Warp[]> warps_;
    void* main_stack_ = nullptr;
    unsigned current_ = 0, alive_ = 0, warp_count_ = 0;
    std::uint32_t runnable_warps_ = 0;
    unsigned arrived_ = 0, arrived_true_ = 0, barrier_true_ = 0, barrier_threads_ = 0;

    // Of a block that waits for others.
    std::int64_t number_ = 0;
    void *stopped_ = nullptr, *resumed_from_ = nullptr;  ///< Where it goes on, and who made it.
    bool waits_for_grid_ = false, has_ended_ = false;
    std::exception_ptr failure_;

    bool in_kernel_ = false;
    Fault fault_;
    FaultStack fault_stack_;
    void* jump_[5];  // Where a failing kernel that runs on this thread's own stack goes on.
    int error_code_ = 0;
    std::string error_;
};

/// The address of one of the functions above that kernels call; null when the name is none.
void* block_symbol(std::string_view name);

}  // namespace cuprum::backend::cpu
