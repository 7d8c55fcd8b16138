#include "kernel/deferred/evaluation.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "kernel/deferred/division.h"
#include "kernel/deferred/programs.h"
#include "kernel/deferred/views.h"
#include "runtime/backend.h"
#include "runtime/kept_memory.h"

namespace cuprum::kernel {
namespace {

// True where elements were not moved to memory first.
bool run_alone(const WaitingOperation& operation) {
    if (run_through_views(operation)) return true;
    run_over_memory(operation);
    return false;
}

/// Parts whose kernels were started, or are kept by the backend to be started together. Until the kernels are given to
/// the device, operands stay held and results stay pending.
class Started {
public:
    explicit Started(runtime::StreamHandle stream) : stream_(stream) {}

    /// Whether kernels that are started from now on are kept.
    bool keep() {
        if (!memory_ && runtime::backend().keep_launches(stream_)) memory_.emplace();
        return memory_.has_value();
    }
    void add(WaitingPart& part) { parts_.push_back(&part); }
    void add(WaitingOperation& operation) { operations_.push_back(&operation); }
    /// Gives the device what was kept.
    void finish() {
        try {
            stop_keeping();
        } catch (...) {
            operations_.clear();
            parts_.clear();
            throw;
        }
        for (WaitingOperation* operation : operations_) operation->release();
        for (const WaitingPart* part : parts_) mark_ready(*part);
        operations_.clear();
        parts_.clear();
    }

private:
    void stop_keeping() {
        if (!memory_) return;
        const struct Released {
            std::optional<runtime::KeptMemory>& memory;
            ~Released() { memory.reset(); }
        } behind{memory_};
        runtime::backend().give_launches();
    }
    // What no operation writes to any more is ready, and its memory is free once its readers have run.
    static void mark_ready(const WaitingPart& part) {
        const int level = part.operations[0]->level;
        for (cuda::BlockRef& live : part.live) {
            auto& block = static_cast<PendingBlock&>(*live.get());
            bool is_written = block.has_memory() && block.mark.written <= level;
            for (const WaitingOperation* operation : part.operations)
                for (std::size_t k = 0; operation->is_left() && k < operation->output_count(); ++k)
                    is_written = is_written && block_of(*operation, k) != &block;
            if (is_written) block.set_ready();
            live = {};
        }
    }

    const runtime::StreamHandle stream_;
    std::optional<runtime::KeptMemory> memory_;
    std::vector<WaitingOperation*> operations_;
    std::vector<WaitingPart*> parts_;
};

// Whether launches may take longer than the work: several small operations. Their memory is small enough to be held
// until all are launched.
bool is_launch_bound(std::span<const WaitingPart> parts) {
    constexpr std::size_t least_operations = 4;
    constexpr std::int64_t most_bytes = std::int64_t{16} << 20;
    std::size_t operations = 0;
    std::int64_t bytes = 0;
    for (const WaitingPart& part : parts)
        for (const WaitingOperation* operation : part.operations) {
            ++operations;
            for (std::size_t k = 0; k < operation->output_count(); ++k) bytes += operation->arrays[k].nbytes();
        }
    return operations >= least_operations && bytes <= most_bytes;
}

// What a write depends on, where nothing of it comes behind other work; all parts otherwise.
std::span<WaitingPart> parts_of_write(std::span<WaitingPart> parts) {
    for (WaitingPart& part : parts) {
        const auto is_write = [](const WaitingOperation* operation) { return operation->is_write; };
        if (part.operations[0]->level == 0 && std::ranges::any_of(part.operations, is_write)) return {&part, 1};
    }
    return parts;
}

}  // namespace

Outcome run_waiting(std::span<WaitingOperation> operations, runtime::StreamHandle stream, bool may_leave) {
    Division division(operations);
    const std::span<WaitingPart> parts = may_leave ? parts_of_write(division.parts()) : division.parts();
    // Where all was dropped a program measures a function, say: the next call is done at once.
    bool has_saved = !parts.empty() && std::ranges::any_of(operations, [](const auto& o) { return !o.is_left(); });
    bool may_save = false;
    const bool keeps = is_launch_bound(parts);
    Started started(stream);
    // Calls whose results are lazy: they hold these, and what the elements lie in, until the last reader has run.
    std::vector<WaitingOperation*> lazy;
    const auto release_lazy = [&](int level) {
        std::erase_if(lazy, [&](WaitingOperation* call) {
            const bool is_done = block_of(*call, 0)->mark.last_use < level;
            if (is_done) call->release();
            return is_done;
        });
    };
    try {
        for (WaitingPart& part : parts) {
            WaitingOperation& first = *part.operations[0];
            if (part.is_call() && lazy_call(*first.operands[0].array)) {
                lazy.push_back(&first);
                continue;
            }
            const bool is_kept = keeps && (!part.is_call() || first.call->is_kernels) && started.keep();
            if (!is_kept) {
                started.finish();
                if (!lazy.empty()) release_lazy(first.level);
            }
            started.add(part);
            const Together together =
                part.operations.size() > 1 ? run_together(part.operations, part.live) : Together::no;
            has_saved = has_saved || together == Together::done;
            may_save = may_save || together == Together::later;
            for (WaitingOperation* operation : part.operations) {
                if (together != Together::done) has_saved = run_alone(*operation) || has_saved;
                if (is_kept) started.add(*operation);
                else operation->release();  // so that what only it read is freed before the next runs
            }
            if (!is_kept) started.finish();
        }
        started.finish();
        release_lazy(std::numeric_limits<int>::max());
    } catch (...) {
        started.finish();
        throw;
    }
    return {has_saved, may_save};
}

}  // namespace cuprum::kernel
