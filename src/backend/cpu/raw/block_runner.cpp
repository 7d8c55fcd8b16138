#include "backend/cpu/raw/block_runner.h"

#include <signal.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <thread>
#include <utility>
#include <vector>

#include "backend/cpu/raw/memory_checker.h"
#include "cuprum/error.h"
#include "runtime/thread_pool.h"

namespace cuprum::backend::cpu {
namespace {

constexpr int illegal_address = 700;  // cudaErrorIllegalAddress
constexpr int launch_timeout = 702;   // cudaErrorLaunchTimeout
constexpr int assert_failed = 710;    // cudaErrorAssert
constexpr int launch_failed = 719;    // cudaErrorLaunchFailure

// A thread whose stack needs cannot be told by the compiler calls itself, or through pointers.
constexpr std::size_t library_stack = 48 << 10, recursive_stack = 256 << 10;
constexpr std::size_t shared_alignment = 1024, context_alignment = 64;
constexpr std::size_t joined_context =
    2 << 20;                             // What joined blocks keep should stay in the caches near a core: measured.
constexpr std::uint32_t no_place = ~0u;  // Of a thread that only asks who comes along.
constexpr std::size_t dynamic_alignment = 128;  // As lower_kernels.cpp places it.

using LoopEntry = void (*)(const cuda_on_cpu::Block*, void* const*);
using FiberEntry = void (*)(const cuda_on_cpu::Thread*, const cuda_on_cpu::Block*, void* const*);

__attribute__((tls_model("initial-exec"))) thread_local BlockRunner* own_runner = nullptr;

unsigned first_bit(std::uint32_t bits) { return static_cast<unsigned>(std::countr_zero(bits)); }

/// The first kernels bit from `start` on, going round.
unsigned next_bit(std::uint32_t bits, unsigned start) {
    const std::uint32_t above = start < 32 ? bits & (~0u << start) : 0;
    return first_bit(above ? above : bits);
}

char* aligned(char* memory, std::size_t alignment) {
    return memory + (alignment - reinterpret_cast<std::uintptr_t>(memory) % alignment) % alignment;
}

std::string triple(const cuda_on_cpu::Index3& v) {
    return "(" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) + ")";
}

template <class Visit>
void for_each_bit(std::uint32_t bits, Visit visit) {
    for (; bits; bits &= bits - 1) visit(first_bit(bits));
}

}  // namespace

BlockRunner& BlockRunner::get() {
    struct Owner {
        BlockRunner runner;
        Owner() { own_runner = &runner; }
        ~Owner() { own_runner = nullptr; }
    };
    static thread_local Owner owner;
    return owner.runner;
}

void BlockRunner::prepare(const Grid& grid) {
    const auto& launch = *grid.launch;
    grid_ = &grid;
    block_.dim = {launch.block[0], launch.block[1], launch.block[2]};
    block_.grid = {launch.grid[0], launch.grid[1], launch.grid[2]};
    block_.threads = launch.block[0] * launch.block[1] * launch.block[2];
    shared_bytes_ = (grid.kernel->static_shared + dynamic_alignment - 1) / dynamic_alignment * dynamic_alignment +
                    launch.shared_bytes;
    if (shared_bytes_ + shared_alignment > shared_capacity_) {
        shared_capacity_ = 0;
        shared_ = std::make_unique_for_overwrite<char[]>(shared_bytes_ + shared_alignment);
        shared_capacity_ = shared_bytes_ + shared_alignment;
    }
    block_.shared = aligned(shared_.get(), shared_alignment);
    joined_ = joined_blocks(*grid.kernel, block_.threads);
    block_.joined[0] = block_.joined[1] = 1;
    block_.capacity = (std::size_t{block_.threads} * joined_ + 63) / 64 * 64;
    const std::size_t contexts = grid.kernel->context_bytes * block_.capacity + context_alignment;
    if (grid.kernel->context_bytes && contexts > contexts_bytes_) {
        contexts_bytes_ = 0;
        contexts_ = std::make_unique_for_overwrite<char[]>(contexts);
        contexts_bytes_ = contexts;
    }
    block_.contexts = aligned(contexts_.get(), context_alignment);
    if (grid.kernel->finds_races && !race_checker_) race_checker_ = std::make_unique<RaceChecker>();
    races_ = grid.kernel->finds_races ? race_checker_.get() : nullptr;
    if (grid.kernel->mode != cuda_on_cpu::Mode::fibers) return;

    const std::size_t local = grid.kernel->local_bytes;
    stacks_.reserve(block_.threads, local ? local + library_stack : recursive_stack, local == 0);
    if (!fibers_) {
        fibers_ = std::make_unique<Fiber[]>(max_threads);
        warps_ = std::make_unique<Warp[]>(max_warps);
    }
    warp_count_ = (block_.threads + warp_size - 1) / warp_size;
    unsigned rank = 0;
    for (unsigned z = 0; z < block_.dim.z; ++z)
        for (unsigned y = 0; y < block_.dim.y; ++y)
            for (unsigned x = 0; x < block_.dim.x; ++x, ++rank) fibers_[rank].thread = {{x, y, z}, rank, &block_};
}

void BlockRunner::run(const Grid& grid, std::int64_t first, std::int64_t last) {
    prepare(grid);
    const auto& kernel = *grid.kernel;
    error_code_ = 0;
    const std::int64_t width = block_.grid.x, height = block_.grid.y;
    // A failing kernel comes back here; nothing with a destructor lives between.
    if (__builtin_setjmp(jump_) == 0) {
        in_kernel_ = true;
        for (std::int64_t at = first; at < last; ++at) {
            block_.index = {static_cast<unsigned>(at % width), static_cast<unsigned>(at / width % height),
                            static_cast<unsigned>(at / width / height)};
            if (races_) races_->begin_block(block_.shared, shared_bytes_);
            if (kernel.mode == cuda_on_cpu::Mode::loop) {
                if (kernel.joins_blocks) at += join(width - at % width, last - at) - 1;
                reinterpret_cast<LoopEntry>(kernel.run)(&block_, grid.parameters);
            } else {
                run_fibers();
                if (error_code_) break;
            }
        }
    }
    in_kernel_ = false;
    if (error_code_) throw CUDARuntimeError(error_code_, std::exchange(error_, {}));
}

void BlockRunner::run_together(const Grid& grid, std::int64_t blocks) {
    BlockRunner::get();  // Has what its thread needs for faults.
    std::vector<std::unique_ptr<BlockRunner>> runners;
    FiberStacks stacks;
    const std::size_t local = grid.kernel->local_bytes;
    stacks.reserve(static_cast<std::size_t>(blocks), (local ? local : recursive_stack) + library_stack, true);
    for (std::int64_t i = 0; i < blocks; ++i) {
        runners.push_back(std::make_unique<BlockRunner>());
        runners.back()->grid_ = &grid;
        runners.back()->number_ = i;
        runners.back()->stopped_ = stacks.prepare(static_cast<std::size_t>(i), block_main);
    }
    for (std::int64_t ended = 0; ended < blocks;) {
        // A block may go on on another thread than the one where it stopped: nothing of a thread is kept over a wait.
        runtime::ThreadPool::parallel_for(0, blocks, 1, [&](std::int64_t first, std::int64_t last) {
            BlockRunner::get();
            for (std::int64_t i = first; i < last; ++i)
                if (!runners[i]->has_ended_) runners[i]->resume();
        });
        ended = 0;
        for (const auto& runner : runners) {
            if (runner->failure_) std::rethrow_exception(runner->failure_);
            ended += runner->has_ended_;
        }
        if (ended > 0 && ended < blocks)
            throw CUDARuntimeError(launch_timeout,
                                   "cudaErrorLaunchTimeout: the kernel '" + std::string(grid.kernel->name) +
                                       "' would never end: " + std::to_string(ended) + " of its " +
                                       std::to_string(blocks) +
                                       " blocks have ended, and the others wait for all of them in grid.sync()");
    }
}

void BlockRunner::resume() {
    BlockRunner* const own = std::exchange(own_runner, this);
    cuprum_switch_stack(&resumed_from_, stopped_);
    own_runner = own;
}

void BlockRunner::block_main() {
    BlockRunner& self = *own_runner;
    try {
        self.run(*self.grid_, self.number_, self.number_ + 1);
    } catch (...) {
        self.failure_ = std::current_exception();
    }
    self.has_ended_ = true;
    void* left;
    cuprum_switch_stack(&left, self.resumed_from_);
    __builtin_unreachable();
}

void BlockRunner::wait_for_grid() {
    if (!grid_->cooperative)
        fail(launch_failed, "cudaErrorLaunchFailure: the kernel '" + std::string(grid_->kernel->name) +
                                "' waits for all blocks of its grid (grid.sync()), which takes a cooperative launch: "
                                "RawKernel(..., enable_cooperative_groups=True)");
    in_kernel_ = false;
    cuprum_switch_stack(&stopped_, resumed_from_);
    in_kernel_ = true;
}

unsigned BlockRunner::joined_blocks(const cuda_on_cpu::Kernel& kernel, unsigned threads) {
    if (!kernel.joins_blocks) return 1;
    const std::size_t bytes = std::size_t{std::max(kernel.context_bytes, 1u)} * threads;
    return static_cast<unsigned>(std::max<std::size_t>(1, joined_context / bytes));
}

/// Joins as many blocks as there is room for: a part of a row of the grid, of which `row` blocks are left, or whole
/// rows. Returns how many.
std::int64_t BlockRunner::join(std::int64_t row, std::int64_t left) {
    const std::int64_t most = std::min<std::int64_t>(joined_, left), width = block_.grid.x;
    const std::int64_t rows = std::min<std::int64_t>(most / width, block_.grid.y - block_.index.y);
    const bool whole_rows = row == width && rows > 0;
    block_.joined[0] = static_cast<unsigned>(whole_rows ? width : std::min(row, most));
    block_.joined[1] = static_cast<unsigned>(whole_rows ? rows : 1);
    return std::int64_t{block_.joined[0]} * block_.joined[1];
}

std::string BlockRunner::place(unsigned rank) const {
    const cuda_on_cpu::Index3 thread = {rank % block_.dim.x, rank / block_.dim.x % block_.dim.y,
                                        rank / block_.dim.x / block_.dim.y};
    return "block " + triple(block_.index) + ", thread " + triple(thread);
}

BlockRunner* BlockRunner::in_kernel() { return own_runner && own_runner->in_kernel_ ? own_runner : nullptr; }

char* BlockRunner::note_fault(const Fault& fault) {
    in_kernel_ = false;
    fault_ = fault;
    return fault_stack_.top();
}

void BlockRunner::fail_fault() {
    BlockRunner& self = *own_runner;
    const Fault& fault = self.fault_;
    const bool is_memory = fault.signal == SIGSEGV || fault.signal == SIGBUS;
    char what[64] = "does what this processor refuses";
    if (is_memory && fault.has_address) {
        std::snprintf(what, sizeof what, "%s memory at %p, which is not there", fault.is_write ? "writes" : "reads",
                      fault.address);
    } else if (is_memory) {
        std::snprintf(what, sizeof what, "uses an address that cannot be");
    }
    const std::string where = self.grid_->kernel->mode == cuda_on_cpu::Mode::fibers
                                  ? self.place(self.current_)
                                  : "block " + triple(self.block_.index);
    self.fail(is_memory ? illegal_address : launch_failed,
              std::string(is_memory ? "cudaErrorIllegalAddress: an illegal memory access was encountered"
                                    : "cudaErrorLaunchFailure: unspecified launch failure") +
                  ": the kernel '" + self.grid_->kernel->name + "' " + what + ", in " + where +
                  (is_memory ? "; CUPRUM_CHECK=memory names the thread, the argument and the index" : ""));
}

void BlockRunner::fail(int code, std::string message) {
    in_kernel_ = false;
    error_code_ = code;
    error_ = std::move(message);
    if (grid_->kernel->mode == cuda_on_cpu::Mode::loop) __builtin_longjmp(jump_, 1);
    void* left;
    cuprum_switch_stack(&left, main_stack_);
    __builtin_unreachable();
}

// Fibers.

void BlockRunner::run_fibers() {
    alive_ = block_.threads;
    arrived_ = arrived_true_ = 0;
    runnable_warps_ = warp_count_ == 32 ? ~0u : (1u << warp_count_) - 1;
    for (unsigned w = 0; w < warp_count_; ++w) {
        Warp& warp = warps_[w];
        const unsigned lanes = std::min(block_.threads - w * warp_size, warp_size);
        warp.alive = warp.runnable = lanes == 32 ? ~0u : (1u << lanes) - 1;
        warp.at_barrier = warp.waiting = warp.converging = 0;
        warp.next_lane = 0;
    }
    for (unsigned i = 0; i < block_.threads; ++i) fibers_[i].stack = nullptr;
    current_ = 0;
    thread_ = &fibers_[0].thread;
    cuprum_switch_stack(&main_stack_, stacks_.prepare(0, fiber_main));
}

void BlockRunner::fiber_main() {
    BlockRunner& self = *own_runner;
    reinterpret_cast<FiberEntry>(self.grid_->kernel->run)(self.thread_, &self.block_, self.grid_->parameters);
    self.end_fiber();
}

void BlockRunner::end_fiber() {
    const unsigned w = current_ / warp_size;
    Warp& warp = warps_[w];
    const std::uint32_t bit = 1u << current_ % warp_size;
    warp.alive &= ~bit;
    warp.runnable &= ~bit;
    if (!warp.runnable) runnable_warps_ &= ~(1u << w);
    if (--alive_ == 0) {
        void* left;
        cuprum_switch_stack(&left, main_stack_);
    }
    // Others may have waited only for this one.
    if (arrived_ == alive_) release_barrier();
    for (std::uint32_t waiting = warp.waiting; waiting; waiting &= warp.waiting) {
        const unsigned lane = first_bit(waiting);
        waiting &= ~(1u << lane);
        if (complete(warp, lane)) wake(w, warp.mask[lane] & warp.alive);
    }
    switch_to_next(w);
    __builtin_unreachable();
}

/// Takes the current fiber out of those that can run, notes what it waits in, and runs others until it can again.
void BlockRunner::stop_current(std::uint32_t Warp::* where) {
    const unsigned w = current_ / warp_size;
    Warp& warp = warps_[w];
    const std::uint32_t bit = 1u << current_ % warp_size;
    warp.runnable &= ~bit;
    warp.*where |= bit;
    if (!warp.runnable) runnable_warps_ &= ~(1u << w);
    switch_to_next(w);
}

void BlockRunner::switch_to_next(unsigned warp) { switch_to(next_fiber(warp)); }

void BlockRunner::switch_to(unsigned next) {
    if (next == current_) return;
    Fiber &from = fibers_[current_], &to = fibers_[next];
    current_ = next;
    thread_ = &to.thread;
    // Many stacks are more than the nearest cache and its table of pages hold, so the one that is likely to be next is
    // called for.
    const char* later = static_cast<const char*>(fibers_[next + 1 < block_.threads ? next + 1 : 0].stack);
    for (int line = 0; line < 3; ++line) __builtin_prefetch(later + 64 * line, 1);
    cuprum_switch_stack(&from.stack, to.stack ? to.stack : stacks_.prepare(next, fiber_main));
}

/// The next that can run: of this warp if there is one, else of the next warp that has one.
unsigned BlockRunner::next_fiber(unsigned warp) {
    const unsigned lane = current_ / warp_size == warp ? current_ % warp_size + 1 : 0;
    if (warps_[warp].runnable == 0) {
        if (warps_[warp].converging) {
            converge(warp);
        } else {
            if (runnable_warps_ == 0) {
                for (unsigned w = 0; w < warp_count_; ++w)
                    if (warps_[w].converging) converge(w);
                if (runnable_warps_ == 0) fail_deadlock();
            }
            const unsigned other = next_bit(runnable_warps_, warp + 1);
            return other * warp_size + first_bit(warps_[other].runnable);
        }
    }
    return warp * warp_size + next_bit(warps_[warp].runnable, lane);
}

void BlockRunner::wake(unsigned warp, std::uint32_t lanes) {
    warps_[warp].runnable |= lanes;
    if (lanes) runnable_warps_ |= 1u << warp;
}

void BlockRunner::barrier_of_grid() {
    waits_for_grid_ = true;
    barrier(false);
}

void BlockRunner::release_barrier() {
    if (std::exchange(waits_for_grid_, false)) wait_for_grid();
    if (races_) races_->meet();
    barrier_true_ = arrived_true_;
    barrier_threads_ = arrived_;
    arrived_ = arrived_true_ = 0;
    for (unsigned w = 0; w < warp_count_; ++w) wake(w, std::exchange(warps_[w].at_barrier, 0));
}

unsigned BlockRunner::barrier(bool predicate) {
    arrived_true_ += predicate;
    if (++arrived_ == alive_) {
        release_barrier();
    } else {
        stop_current(&Warp::at_barrier);
    }
    return barrier_true_;
}

/// Whether all threads that `lane` waits for are there; then their results are worked out, and they wait no longer.
bool BlockRunner::complete(Warp& warp, unsigned lane) {
    const std::uint32_t mask = warp.mask[lane], wanted = mask & warp.alive;
    if ((warp.waiting & wanted) != wanted) return false;
    const WarpOperation operation = warp.operation[lane];
    bool agree = true;
    for_each_bit(wanted, [&](unsigned i) { agree &= warp.mask[i] == mask && warp.operation[i] == operation; });
    if (!agree) return false;

    std::uint64_t given[warp_size];
    std::copy(warp.value, warp.value + warp_size, given);
    const auto all = [&](auto result) { for_each_bit(wanted, [&](unsigned i) { warp.value[i] = result; }); };
    const auto fold = [&](auto combine) {
        auto result = static_cast<decltype(combine(0, 0))>(given[first_bit(wanted)]);
        for_each_bit(wanted & (wanted - 1),
                     [&](unsigned i) { result = combine(result, static_cast<decltype(result)>(given[i])); });
        all(static_cast<std::uint32_t>(result));
    };
    using U = std::uint32_t;
    using S = std::int32_t;
    switch (operation) {
        case WarpOperation::sync:
            if (races_) races_->meet(static_cast<unsigned>(&warp - warps_.get()), wanted);
            break;
        case WarpOperation::shuffle:
            for_each_bit(wanted, [&](unsigned i) {
                const std::uint32_t source = warp.source[i] & 31;
                warp.value[i] = given[wanted >> source & 1 ? source : i];
            });
            break;
        case WarpOperation::ballot: {
            std::uint32_t result = 0;
            for_each_bit(wanted, [&](unsigned i) { result |= static_cast<std::uint32_t>(given[i] & 1) << i; });
            all(result);
            break;
        }
        case WarpOperation::match_any:
            for_each_bit(wanted, [&](unsigned i) {
                std::uint32_t equal = 0;
                for_each_bit(wanted,
                             [&](unsigned j) { equal |= static_cast<std::uint32_t>(given[j] == given[i]) << j; });
                warp.value[i] = equal;
            });
            break;
        case WarpOperation::match_all: {
            bool equal = true;
            for_each_bit(wanted, [&](unsigned i) { equal &= given[i] == given[lane]; });
            all(equal ? wanted : 0u);
            break;
        }
        case WarpOperation::add: fold([](U a, U b) { return a + b; }); break;
        case WarpOperation::min: fold([](U a, U b) { return std::min(a, b); }); break;
        case WarpOperation::max: fold([](U a, U b) { return std::max(a, b); }); break;
        case WarpOperation::smin: fold([](S a, S b) { return std::min(a, b); }); break;
        case WarpOperation::smax: fold([](S a, S b) { return std::max(a, b); }); break;
        case WarpOperation::bit_and: fold([](U a, U b) { return a & b; }); break;
        case WarpOperation::bit_or: fold([](U a, U b) { return a | b; }); break;
        case WarpOperation::bit_xor: fold([](U a, U b) { return a ^ b; }); break;
    }
    warp.waiting &= ~wanted;
    return true;
}

std::uint64_t BlockRunner::warp(WarpOperation operation, std::uint32_t mask, std::uint64_t value,
                                std::uint32_t source) {
    const unsigned w = current_ / warp_size, lane = current_ % warp_size;
    Warp& warp = warps_[w];
    warp.mask[lane] = mask | 1u << lane;
    warp.operation[lane] = operation;
    warp.value[lane] = value;
    warp.source[lane] = source;
    warp.waiting |= 1u << lane;
    if (complete(warp, lane)) {
        wake(w, warp.mask[lane] & warp.alive);
    } else {
        stop_current(&Warp::waiting);
    }
    return warp.value[lane];
}

/// Those who ask who comes along do so together once no other thread of their warp can run; first those who are at the
/// first place of the program, as others may be behind it already.
void BlockRunner::converge(unsigned w) {
    Warp& warp = warps_[w];
    std::uint32_t first = ~0u, together = 0;
    for_each_bit(warp.converging, [&](unsigned i) { first = std::min(first, warp.source[i]); });
    for_each_bit(warp.converging, [&](unsigned i) { together |= std::uint32_t{warp.source[i] == first} << i; });
    warp.converging &= ~together;
    for_each_bit(together, [&](unsigned i) { warp.value[i] = together; });
    if (races_ && first != no_place) races_->meet(w, together);
    wake(w, together);
}

std::uint32_t BlockRunner::converge_at(std::uint32_t place) {
    Warp& warp = warps_[current_ / warp_size];
    const unsigned lane = current_ % warp_size;
    warp.source[lane] = place;
    stop_current(&Warp::converging);
    return static_cast<std::uint32_t>(warp.value[lane]);
}
std::uint32_t BlockRunner::active_mask() { return converge_at(no_place); }
void BlockRunner::lockstep(std::uint32_t place) { converge_at(place); }

void BlockRunner::fail_diverged(bool at_barrier) {
    fail(launch_timeout, "cudaErrorLaunchTimeout: the kernel '" + std::string(grid_->kernel->name) +
                             "' would never end: in block " + triple(block_.index) + ", some threads wait in " +
                             (at_barrier ? "__syncthreads()" : "a function of their warp") +
                             " for others that do not come to it; " +
                             (at_barrier ? "all threads of a block must call it, unless they have ended"
                                         : "all threads that a mask names must call the same function with it"));
}

void BlockRunner::yield() {
    if (grid_->kernel->mode == cuda_on_cpu::Mode::fibers) {
        const unsigned w = current_ / warp_size, lane = current_ % warp_size;
        const std::uint32_t others = runnable_warps_ & ~(1u << w);
        if (others || warps_[w].runnable & ~(1u << lane)) {
            // Another warp first, and there the lane behind the one that passed the turn on last: threads that pass it
            // to each other stop nobody.
            warps_[w].next_lane = lane + 1;
            const unsigned warp = others ? next_bit(others, w + 1) : w;
            switch_to(warp * warp_size + next_bit(warps_[warp].runnable, warps_[warp].next_lane));
            return;
        }
    }
    std::this_thread::yield();
}

void BlockRunner::check_races(const cuda_on_cpu::Access& access, const void* address, std::size_t bytes, unsigned rank,
                              const void* value) {
    if (std::string race = races_->use(access, address, bytes, rank, value, block_); !race.empty())
        fail(launch_failed,
             "cudaErrorLaunchFailure: the kernel '" + std::string(grid_->kernel->name) + "' has " + race);
}

void BlockRunner::check_memory(const cuda_on_cpu::Access& site, const void* address, std::size_t bytes, unsigned rank,
                               int object, const void* base, std::size_t object_bytes) {
    const CheckedAccess access{site,   static_cast<const char*>(address), bytes,
                               object, static_cast<const char*>(base),    object_bytes};
    const std::string bad = find_bad_access(access, *grid_->kernel, {block_.shared, shared_bytes_}, grid_->extents);
    if (!bad.empty())
        fail(illegal_address, "cudaErrorIllegalAddress: an illegal memory access was encountered: the kernel '" +
                                  std::string(grid_->kernel->name) + "' " + bad + ": " + place(rank));
}

void BlockRunner::fail_deadlock() {
    unsigned at_barrier = 0, waiting = 0, first = max_threads;
    for (unsigned w = 0; w < warp_count_; ++w) {
        at_barrier += static_cast<unsigned>(std::popcount(warps_[w].at_barrier));
        waiting += static_cast<unsigned>(std::popcount(warps_[w].waiting));
        if (warps_[w].waiting && first == max_threads) first = w * warp_size + first_bit(warps_[w].waiting);
    }
    std::string message = "cudaErrorLaunchTimeout: the kernel '" + std::string(grid_->kernel->name) +
                          "' would never end: no thread of block " + triple(block_.index) + " can go on. " +
                          std::to_string(at_barrier) + " of its " + std::to_string(alive_) +
                          " running threads wait in __syncthreads()";
    if (waiting) {
        char mask[16];
        std::snprintf(mask, sizeof mask, "0x%08x", warps_[first / warp_size].mask[first % warp_size]);
        message += " and " + std::to_string(waiting) + " in functions of their warp, the first of them " +
                   place(first) + " with the mask " + mask +
                   "; all threads that a mask names must call the same function with it";
    }
    fail(launch_timeout, message);
}

// The functions that compiled kernels call (device/cuprum/cuda/threads.h).
namespace {

void syncthreads() { own_runner->barrier(false); }
void syncthreads_grid() { own_runner->barrier_of_grid(); }
void wait_for_grid() { own_runner->wait_for_grid(); }
bool is_cooperative() { return own_runner->is_cooperative(); }
int syncthreads_count(bool predicate) { return static_cast<int>(own_runner->barrier(predicate)); }
int syncthreads_and(bool predicate) { return own_runner->barrier(predicate) == own_runner->barrier_threads(); }
int syncthreads_or(bool predicate) { return own_runner->barrier(predicate) != 0; }
void syncwarp(std::uint32_t mask) { own_runner->warp(WarpOperation::sync, mask, 0, 0); }
std::uint64_t shuffle(std::uint32_t mask, std::uint64_t value, std::uint32_t lane) {
    return own_runner->warp(WarpOperation::shuffle, mask, value, lane);
}
std::uint32_t ballot(std::uint32_t mask, bool predicate) {
    return static_cast<std::uint32_t>(own_runner->warp(WarpOperation::ballot, mask, predicate, 0));
}
template <WarpOperation operation, class T, class Result = std::uint32_t>
Result together(std::uint32_t mask, T value) {
    return static_cast<Result>(own_runner->warp(operation, mask, static_cast<std::uint64_t>(value), 0));
}
std::uint32_t activemask() { return own_runner->active_mask(); }
void lockstep(std::uint32_t place) { own_runner->lockstep(place); }
void diverged(int at_barrier) { own_runner->fail_diverged(at_barrier != 0); }
void yield() { own_runner->yield(); }

int print(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    own_runner->call_library(true);
    const int count = std::vprintf(format, arguments);
    own_runner->call_library(false);
    va_end(arguments);
    return count;
}

void assertion_failed(const char* expression, const char* file, unsigned line, const char* function, unsigned rank) {
    const std::string where = own_runner->place(rank);
    own_runner->fail(assert_failed, "cudaErrorAssert: device-side assert triggered: " + std::string(file) + ":" +
                                        std::to_string(line) + ": " + function + ": " + where + ": Assertion `" +
                                        expression + "` failed");
}
void trap(unsigned rank) {
    own_runner->fail(launch_failed,
                     "cudaErrorLaunchFailure: unspecified launch failure: the kernel stopped itself (__trap) in " +
                         own_runner->place(rank));
}

void check_races(const cuda_on_cpu::Access* access, const void* address, std::uint64_t bytes, unsigned rank,
                 const void* value) {
    own_runner->check_races(*access, address, bytes, rank, value);
}

void check_memory(const cuda_on_cpu::Access* site, const void* address, std::uint64_t bytes, unsigned rank, int object,
                  const void* base, std::uint64_t object_bytes) {
    own_runner->check_memory(*site, address, bytes, rank, object, base, object_bytes);
}

std::uint64_t nanoseconds() {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
            .count());
}
bool is_shared(const void* pointer) { return own_runner->is_shared(pointer); }
const cuda_on_cpu::Thread* current_thread() { return own_runner->current_thread(); }
void enter_thread(const cuda_on_cpu::Thread* thread) { own_runner->enter_thread(thread); }

template <class F>
constexpr void* address(F* function) {
    return reinterpret_cast<void*>(function);
}

}  // namespace

void* block_symbol(std::string_view name) {
    using W = WarpOperation;
    using U = std::uint32_t;
    using S = std::int32_t;
    static const std::pair<std::string_view, void*> symbols[] = {
        {"syncthreads", address(syncthreads)},
        {"syncthreads_grid", address(syncthreads_grid)},
        {"wait_for_grid", address(wait_for_grid)},
        {"is_cooperative", address(is_cooperative)},
        {"syncthreads_count", address(syncthreads_count)},
        {"syncthreads_and", address(syncthreads_and)},
        {"syncthreads_or", address(syncthreads_or)},
        {"syncwarp", address(syncwarp)},
        {"shuffle", address(shuffle)},
        {"ballot", address(ballot)},
        {"match_any", address(together<W::match_any, std::uint64_t>)},
        {"match_all", address(together<W::match_all, std::uint64_t>)},
        {"reduce_add", address(together<W::add, U>)},
        {"reduce_min", address(together<W::min, U>)},
        {"reduce_max", address(together<W::max, U>)},
        {"reduce_smin", address(together<W::smin, S, S>)},
        {"reduce_smax", address(together<W::smax, S, S>)},
        {"reduce_and", address(together<W::bit_and, U>)},
        {"reduce_or", address(together<W::bit_or, U>)},
        {"reduce_xor", address(together<W::bit_xor, U>)},
        {"activemask", address(activemask)},
        {"lockstep", address(lockstep)},
        {"diverged", address(diverged)},
        {"yield", address(yield)},
        {"printf", address(print)},
        {"assert_failed", address(assertion_failed)},
        {"trap", address(trap)},
        {"check_memory", address(check_memory)},
        {"check_races", address(check_races)},
        {"nanoseconds", address(nanoseconds)},
        {"is_shared", address(is_shared)},
        {"current_thread", address(current_thread)},
        {"enter_thread", address(enter_thread)},
    };
    constexpr std::string_view prefix = "cuprum_";
    if (!name.starts_with(prefix)) return nullptr;
    for (const auto& [known, function] : symbols)
        if (name.substr(prefix.size()) == known) return function;
    return nullptr;
}

}  // namespace cuprum::backend::cpu
