// Elementwise work, reductions, and work of other engines on their results ("calls"), of one thread, that were asked
// for and wait, in the order in which they were asked for.
//
// A result that waits has no memory. The queue is evaluated before anybody gets the result's address, writes to what
// the work reads, or orders the device's work (runtime/waiting.h). Then work whose results nobody can see is left out,
// and operations that depend on each other become one program of few kernels (programs.h), or run one at a time as if
// they had never waited. Calls run as they are, between the programs of what comes before and behind them.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>

#include "kernel/deferred/division.h"
#include "runtime/waiting.h"

namespace cuprum::kernel {

/// Whether waiting is worth it to a thread that did not ask for it: not where its programs are of operations that do
/// not hang together, or of chains that never come again. Then work is done at once for a while, and waiting is tried
/// again ever more seldom, until it serves.
class WaitingTrial {
public:
    /// Asked once an operation.
    bool is_on() {
        if (left_ == 0) [[likely]]
            return true;
        --left_;
        return false;
    }
    /// Of an evaluation: whether work was saved, or will be once a kernel is compiled.
    void judge(bool has_saved, bool may_save) {
        if (has_saved) *this = {};
        if (has_saved || may_save || --credit_ > 0) return;
        left_ = pause_;
        pause_ = std::min(2 * pause_, longest_pause);
        credit_ = credit_of_trial;
    }

private:
    static constexpr int first_credit = 16;  // evaluations: a program begins with much that comes once
    static constexpr int credit_of_trial =
        4;  // a pause may end amid a chain, and a chain is compiled when it comes again
    static constexpr int longest_pause = 4096;  // operations
    int credit_ = first_credit, left_ = 0, pause_ = 64;
};

class Queue final : public runtime::WaitingWork {
public:
    /// The calling thread's.
    static Queue& own();
    /// Evaluates those of all threads.
    static void evaluate_all();
    WaitingTrial& trial() { return trial_; }
    /// Its thread ends. What somebody still holds waits until it is asked for.
    void abandon() noexcept;

    /// `call` is the same work as a call, if there is one.
    bool take(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape,
              std::unique_ptr<const WaitingCall> call = nullptr);
    /// Evaluates work that writes to a part of an array with what waits and only it reads, so that this need not be
    /// written to memory first. False where nothing that it reads waits here, or the order might matter.
    bool write(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape);
    bool take(ReductionKernel& kernel, const ReductionCall& call);
    bool take(std::unique_ptr<const WaitingCall> call, std::span<const ndarray> inputs,
              std::span<const ndarray> outputs);
    /// Operations on fewer bytes are computed at once: there the launch costs less than waiting.
    static std::int64_t least_bytes();
    void evaluate() override;
    void let_pass() override;
    /// Makes a block ready that work of this queue writes to.
    void compute(PendingBlock& block);
    /// Shows the work that depends on a block, or that it depends on, in the order in which it will run.
    void show(const PendingBlock& block, const std::function<void(std::span<const WaitingGroup>)>& look);

private:
    /// More would take longer to put together than it saves.
    static constexpr std::size_t most_operations = 48;
    /// After so many, other work and calls that only move elements begin another evaluation: loops are then divided at
    /// the same operation each time, and the device has something to do.
    static constexpr std::size_t enough_operations = 16;
    /// Arrays of so many bytes that nobody but the queue holds any more are not kept waiting.
    static constexpr std::int64_t most_held = std::int64_t{64} << 20;

    /// Whether what waits to read a target's memory waits here, and reads none of the target's elements.
    bool reads_beside(const ndarray& target) const;
    bool can_wait(std::span<const KernelOperand> operands, std::size_t outputs);
    /// Operands over `own`, which is written to, are not counted as readers.
    WaitingOperation& add(std::span<const KernelOperand> operands, std::size_t outputs,
                          const cuda::Block* own = nullptr);
    void count_readers(WaitingOperation& operation) noexcept;
    void begin();  // before an operation is added...
    void end();    // ...and behind it
    bool holds_too_much();
    /// `may_leave`: what a write to memory has nothing to do with may wait on.
    void evaluate_locked(bool may_leave = false);

    std::mutex mutex_;
    WaitingOperations operations_;
    int device_ = 0;
    runtime::StreamHandle stream_ = nullptr;
    std::int64_t bytes_read_ = 0;  // an upper bound of what is held
    std::size_t views_ = 0;        // calls among the operations that only move elements
    std::thread::id thread_;
    WaitingTrial trial_;  // of that thread, which alone looks at it
};

}  // namespace cuprum::kernel
