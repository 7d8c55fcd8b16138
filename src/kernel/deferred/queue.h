// Elementwise work, reductions, and work of other engines on their results ("calls"), of one thread, that were asked
// for and wait, in the order in which they were asked for.
//
// A result that waits has no memory. The queue is evaluated before anybody gets the result's address, writes to what
// the work reads, or orders the device's work (runtime/waiting.h). Then work whose results nobody can see is left out,
// and operations that depend on each other become one program of few kernels (programs.h), or run one at a time as if
// they had never waited. Calls run as they are, between the programs of what comes before and behind them.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "kernel/deferred/pending_block.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/engine/reduction/reduction.h"
#include "runtime/waiting.h"

namespace cuprum::kernel {

/// One operation: elementwise, a reduction or a call. Outputs come first, as in ElementwiseKernel::run.
struct WaitingOperation {
    ElementwiseKernel* kernel = nullptr;
    ReductionKernel* reduction = nullptr;
    std::unique_ptr<const WaitingCall> call;
    Shape shape;
    std::vector<ndarray> arrays;
    std::vector<KernelOperand> operands;  ///< Those that are arrays are some of `arrays`.
    std::vector<PendingBlock*> blocks;    ///< Of the queue, while it divides: the operands' that wait; null for others.
    std::uint64_t reduced = 0;            ///< Of a reduction, as those below.
    double parameter = 0;
    std::optional<Scalar> initial;
    std::uint32_t counted = 0;  ///< Bit k: operand k is counted as a waiting reader of its memory.
    bool is_write = false;      ///< To memory that is there: it is evaluated at once, with what it depends on.
    bool is_needed = false;     ///< Of the queue, while it evaluates, as the next.
    std::uint32_t parts = 0;    ///< Of the queue, while it divides: bit k: operand k is seen as `shows_part` tells.
    int level = 0;              ///< Of those that run later it is higher; odd for calls.
    int root = 0;               ///< Of the queue, while it divides: an earlier operation of the same part, or itself...
    int part = 0;               ///< ...and the part's number.

    /// Not done, nor left out.
    bool is_left() const { return kernel || reduction || call; }
    std::size_t output_count() const {
        if (call) return 1;
        return kernel ? kernel->expression().outputs.size() : reduction->reduction().outputs.size();
    }
    /// The one whose elements lie in a block.
    const ndarray& output_in(const cuda::Block& block) const {
        std::size_t k = 0;
        while (arrays[k].buffer().get() != &block) ++k;
        return arrays[k];
    }
    /// Calls run(call) with a reduction's call over other operands.
    template <class Run>
    void reduce(std::span<const KernelOperand> operands, Run run) const {
        const std::size_t outputs = output_count();
        std::array<const ndarray*, max_reduction_operands> arrays;
        for (std::size_t k = 0; k < operands.size(); ++k) arrays[k] = operands[k].array;
        const std::span<const ndarray* const> all(arrays.data(), operands.size());
        run(ReductionCall{all.subspan(outputs), all.first(outputs), reduced, parameter, initial ? &*initial : nullptr});
    }
    /// Forgets the operands.
    void release() noexcept;
};

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

/// Operations in a row. Those that are done stay behind the others, so that their vectors need no new memory.
class WaitingOperations {
public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    std::span<const WaitingOperation> all() const { return {operations_.data(), size_}; }
    std::span<WaitingOperation> all() { return {operations_.data(), size_}; }
    WaitingOperation* begin() { return operations_.data(); }
    WaitingOperation* end() { return operations_.data() + size_; }
    /// A new one, which has no operands.
    WaitingOperation& add() {
        if (size_ == operations_.size()) operations_.emplace_back();
        return operations_[size_++];
    }
    /// Those that are not done keep their order.
    void remove_done() {
        std::size_t left = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            if (!operations_[i].is_left()) continue;
            if (left != i) std::swap(operations_[left], operations_[i]);
            ++left;
        }
        size_ = left;
    }

private:
    std::vector<WaitingOperation> operations_;
    std::size_t size_ = 0;
};

/// Work that depends on each other with no call between, or one call; and the blocks of it that somebody holds who is
/// not of it, until all is done that writes to them.
struct WaitingPart {
    std::span<WaitingOperation* const> operations;
    std::span<cuda::BlockRef> live;

    bool is_call() const { return operations[0]->call != nullptr; }
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

    bool take(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape);
    /// Evaluates work that writes to a part of an array with what waits and only it reads, so that this need not be
    /// written to memory first. False where nothing that it reads waits here, or the order might matter.
    bool write(ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape);
    bool take(ReductionKernel& kernel, const ReductionCall& call);
    bool take(std::unique_ptr<const WaitingCall> call, std::span<const ndarray> inputs, const ndarray& output);
    /// Operations on fewer bytes are computed at once: there the launch costs less than waiting.
    static std::int64_t least_bytes();
    void evaluate() override;
    void let_pass() override;
    /// Makes a block ready that work of this queue writes to.
    void compute(PendingBlock& block);
    /// Shows the work that depends on a block, or that it depends on, in the order in which it will run.
    void show(const PendingBlock& block, const std::function<void(std::span<const WaitingPart>)>& look);

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
    void run_all(bool is_judged, bool may_leave);

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
