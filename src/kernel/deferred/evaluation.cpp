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
    void add(WaitingGroup& group) { groups_.push_back(&group); }
    void add(WaitingOperation& operation) { operations_.push_back(&operation); }
    /// Gives the device what was kept.
    void finish() {
        try {
            stop_keeping();
        } catch (...) {
            operations_.clear();
            groups_.clear();
            throw;
        }
        for (WaitingOperation* operation : operations_) operation->release();
        for (const WaitingGroup* group : groups_) mark_ready(*group);
        operations_.clear();
        groups_.clear();
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
    static void mark_ready(const WaitingGroup& group) {
        const int level = group.operations[0]->level;
        for (cuda::BlockRef& live : group.live) {
            auto& block = static_cast<PendingBlock&>(*live.get());
            bool is_written = block.has_memory() && block.mark.written <= level;
            for (const WaitingOperation* operation : group.operations)
                for (std::size_t k = 0; operation->is_left() && k < operation->output_count(); ++k)
                    is_written = is_written && block_of(*operation, k) != &block;
            if (is_written) block.set_ready();
            live = {};
        }
    }

    const runtime::StreamHandle stream_;
    std::optional<runtime::KeptMemory> memory_;
    std::vector<WaitingOperation*> operations_;
    std::vector<WaitingGroup*> groups_;
};

// Whether launches may take longer than the work: several small operations. Their memory is small enough to be held
// until all are launched.
bool is_launch_bound(std::span<const WaitingGroup> groups) {
    constexpr std::size_t least_operations = 4;
    constexpr std::int64_t most_bytes = std::int64_t{16} << 20;
    std::size_t operations = 0;
    std::int64_t bytes = 0;
    for (const WaitingGroup& group : groups)
        for (const WaitingOperation* operation : group.operations) {
            ++operations;
            for (std::size_t k = 0; k < operation->output_count(); ++k) bytes += operation->arrays[k].nbytes();
        }
    return operations >= least_operations && bytes <= most_bytes;
}

// What a write depends on, where nothing of it comes behind other work; all groups otherwise.
std::span<WaitingGroup> groups_of_write(std::span<WaitingGroup> groups) {
    for (WaitingGroup& group : groups) {
        const auto is_write = [](const WaitingOperation* operation) { return operation->is_write; };
        if (group.operations[0]->level == 0 && std::ranges::any_of(group.operations, is_write)) return {&group, 1};
    }
    return groups;
}

}  // namespace

Outcome run_waiting(std::span<WaitingOperation> operations, runtime::StreamHandle stream, bool may_leave) {
    Division division(operations);
    const std::span<WaitingGroup> groups = may_leave ? groups_of_write(division.groups()) : division.groups();
    // Where all was dropped a program measures a function, say: the next call is done at once.
    bool has_saved = !groups.empty() && std::ranges::any_of(operations, [](const auto& o) { return !o.is_left(); });
    bool may_save = false;
    const bool keeps = is_launch_bound(groups);
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
        for (WaitingGroup& group : groups) {
            WaitingOperation& first = *group.operations[0];
            if (group.is_call() && lazy_call(*first.operands[0].array)) {
                lazy.push_back(&first);
                continue;
            }
            const bool is_kept = keeps && (!group.is_call() || first.call->is_kernels) && started.keep();
            if (!is_kept) {
                started.finish();
                if (!lazy.empty()) release_lazy(first.level);
            }
            started.add(group);
            const Together together =
                group.operations.size() > 1 ? run_together(group.operations, group.live) : Together::no;
            has_saved = has_saved || together == Together::done;
            may_save = may_save || together == Together::later;
            for (WaitingOperation* operation : group.operations) {
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
