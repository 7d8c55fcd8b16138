#include "kernel/deferred/division.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "kernel/deferred/views.h"

namespace cuprum::kernel {
namespace {

/// Calls visit(operation, k, block) for each operand that is a block that waits.
template <class Operations, class Visit>
void for_blocks(Operations&& operations, Visit visit) {
    for (WaitingOperation& operation : operations)
        for (std::size_t k = 0; k < operation.operands.size(); ++k)
            if (PendingBlock* block = operation.blocks[k]) visit(operation, k, *block);
}

// Whether a view of an array's memory leaves out some of it, or has its elements in an order that no axes tell: a
// program could not see through it what it computes, so the elements have to be in memory.
bool shows_part(const ndarray& view, const ndarray& whole) {
    if (view.dtype() != whole.dtype()) return false;  // parts of complex numbers
    if (view.offset() != whole.offset()) return true;
    std::uint64_t used = 0;
    for (int d = 0; d < view.ndim(); ++d) {
        if (view.shape()[d] == 1 || view.strides()[d] == 0) continue;
        int axis = 0;
        while (axis < whole.ndim() && ((used >> axis & 1u) || whole.shape()[axis] != view.shape()[d] ||
                                       whole.strides()[axis] != view.strides()[d]))
            ++axis;
        if (axis == whole.ndim()) return true;
        used |= std::uint64_t{1} << axis;
    }
    return false;
}

// A call comes behind all that it depends on, and all that depends on it behind the call. What writes to a block comes
// no earlier than what touched it before. Where there are reductions, operations come behind those of which they see a
// group: so work on rows can be one kernel, whose inputs were computed in another shape. True where not all are of one
// level.
bool find_levels(std::span<WaitingOperation> operations) {
    const bool has_reductions = std::ranges::any_of(operations, [](const auto& o) { return o.reduction; });
    int highest = 0;
    for (WaitingOperation& operation : operations) {
        const bool is_call = operation.is_call();
        int level = is_call;
        const auto behind = [&](int before) {
            if (before >= 0) level = std::max(level, before + (is_call ? 1 + before % 2 : before % 2));
        };
        const std::size_t outputs = operation.is_left() ? operation.output_count() : 0;
        operation.partial = 0;
        for (std::size_t k = 0; k < operation.operands.size(); ++k)
            if (PendingBlock* block = operation.blocks[k]) {
                behind(block->mark.written);
                if (k < outputs) behind(block->mark.read);
                else if (operation.is_address(k) && block->mark.writers > 0) {  // it lies in memory before
                    operation.partial |= 1u << k;
                    level = std::max(level, block->mark.written / 2 * 2 + 2);
                } else if (has_reductions && !is_call && block->mark.writers > 0) {
                    const WaitingOperation& writer = operations[static_cast<std::size_t>(block->mark.last_writer)];
                    if (writer.is_call() || !shows_part(*operation.operands[k].array, writer.output_in(*block)))
                        continue;
                    operation.partial |= 1u << k;
                    level = std::max(level, block->mark.written + 2);
                }
            }
        operation.level = level;
        highest = std::max(highest, level);
        for (std::size_t k = 0; k < operation.operands.size(); ++k)
            if (PendingBlock* block = operation.blocks[k]) {
                int& highest = k < outputs ? block->mark.written : block->mark.read;
                highest = std::max(highest, level);
                if (k >= outputs) continue;
                block->mark.last_writer = static_cast<int>(&operation - operations.data());
                ++block->mark.writers;
            }
    }
    return highest > 0;
}

// Elementwise operations that nothing needs before a later level go there, to be one kernel with what reads them, where
// their inputs are kept until then anyway or go there too.
void defer_to_readers(std::span<WaitingOperation> operations) {
    constexpr int none = std::numeric_limits<int>::max();
    std::vector<int> earliest(operations.size());
    std::vector<bool> stays(operations.size());
    for (std::size_t i = 0; i < operations.size(); ++i) {
        earliest[i] = operations[i].level;
        stays[i] = !operations[i].kernel || operations[i].is_write;
        for (std::size_t k = 0; k < operations[i].operands.size() && !stays[i]; ++k)
            if (const PendingBlock* const block = operations[i].blocks[k])
                stays[i] = k < operations[i].output_count() ? block->mark.writers > 1
                                                            : block->mark.last_writer > static_cast<int>(i);
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for_blocks(operations, [](auto&, std::size_t, PendingBlock& block) {
            block.mark.first_use = none;
            block.mark.read = -1;
        });
        for (std::size_t i = operations.size(); i-- > 0;) {  // readers before what they read
            WaitingOperation& operation = operations[i];
            if (!operation.is_left()) continue;
            int level = none;
            for (std::size_t k = 0; k < operation.output_count(); ++k)
                if (const PendingBlock* const block = operation.blocks[k])
                    level = std::min(level, block->mark.first_use);
            operation.level = stays[i] || level == none ? earliest[i] : std::max(earliest[i], level);
            for (std::size_t k = operation.output_count(); k < operation.operands.size(); ++k)
                if (PendingBlock* const block = operation.blocks[k]) {
                    const int before = (operation.partial >> k & 1u) ? 2 : 0;
                    block->mark.first_use = std::min(block->mark.first_use, (operation.level & ~1) - before);
                    block->mark.read = std::max(block->mark.read, operation.level);
                }
        }
        for (std::size_t i = 0; i < operations.size(); ++i) {
            WaitingOperation& operation = operations[i];
            if (operation.level == earliest[i]) continue;
            for (std::size_t k = operation.output_count(); k < operation.operands.size() && !stays[i]; ++k)
                if (const PendingBlock* const block = operation.blocks[k]) {
                    // By others, or made there too.
                    const bool is_kept =
                        block->mark.is_live || block->mark.first_use < operation.level ||
                        operations[static_cast<std::size_t>(block->mark.last_writer)].level == operation.level;
                    stays[i] = !is_kept;
                }
            has_changed = has_changed || stays[i];
        }
    }
    for_blocks(operations, [](auto& operation, std::size_t k, PendingBlock& block) {
        if (k < operation.output_count()) block.mark.written = std::max(block.mark.written, operation.level);
    });
}

// Whether a gather's result is to lie in memory: where somebody holds it, or reads it there. Reductions read elements
// there whose places are counted.
bool lies_in_memory(const WaitingOperation& gather) {
    const PendingBlock* const block = gather.blocks[0];
    return !block || block->mark.is_live || block->mark.is_read_in_memory ||
           (gather.kernel->expression().counters && block->mark.is_reduced);
}

}  // namespace

void drop_unneeded(std::span<WaitingOperation> operations) {
    for (WaitingOperation& operation : operations)
        for (std::size_t k = 0; k < operation.operands.size(); ++k)
            if ((operation.blocks[k] = block_of(operation, k))) operation.blocks[k]->mark = {};
    for_blocks(operations, [](auto&, std::size_t, PendingBlock& block) { ++block.mark.held; });
    for (std::size_t i = operations.size(); i-- > 0;) {
        WaitingOperation& operation = operations[i];
        const std::size_t outputs = operation.output_count();
        bool needed = operation.is_write, is_reduced = operation.reduction;
        for (std::size_t k = 0; k < outputs; ++k) {
            PendingBlock* block = operation.blocks[k];
            if (!block) continue;  // memory that is there
            block->mark.is_live = block->mark.is_live || block->references() > block->mark.held;
            needed = needed || block->mark.is_live || block->mark.is_needed;
            is_reduced = is_reduced || block->mark.is_reduced;
        }
        if (!needed) continue;
        operation.is_needed = true;
        if (operation.addresses && lies_in_memory(operation)) operation.become_call();
        const bool is_call = operation.is_call();
        for (std::size_t k = outputs; k < operation.operands.size(); ++k)
            if (PendingBlock* block = operation.blocks[k]) {
                block->mark.is_needed = true;
                if (is_reduced && !is_call) block->mark.is_reduced = true;
                if (is_call || operation.is_address(k)) block->mark.is_read_in_memory = true;
            }
    }
    for (WaitingOperation& operation : operations)
        if (!operation.is_needed) operation.release();
}

// What is dropped has no operands any more.
Division::Division(std::span<WaitingOperation> operations) : operations_(operations) {
    drop_unneeded(operations);
    const bool has_levels = find_levels(operations);
    if (has_levels) {
        defer_to_readers(operations);
        find_views(operations);
    }
    std::vector<WaitingOperation*> order;
    order.reserve(operations.size());
    for (WaitingOperation& operation : operations)
        if (operation.is_left()) order.push_back(&operation);
    if (has_levels)
        std::ranges::stable_sort(order, {}, [](const WaitingOperation* operation) { return operation->level; });
    for (std::size_t begin = 0, end; begin < order.size(); begin = end) {
        for (end = begin + 1; end < order.size() && order[end]->level == order[begin]->level;) ++end;
        join(std::span(order).subspan(begin, end - begin));
    }
    list_groups(order);
    list_live();
}

// Operations of one level that share a block that waits are one group.
void Division::join(std::span<WaitingOperation* const> level) {
    for (WaitingOperation* operation : level) {
        operation->root = static_cast<int>(operation - operations_.data());
        for (std::size_t k = 0; k < operation->operands.size(); ++k)
            if (PendingBlock* const block = operation->blocks[k]) block->mark.operation = -1;
    }
    const auto root_of = [&](int i) {
        const auto above = [&](int k) -> int& { return operations_[static_cast<std::size_t>(k)].root; };
        while (above(i) != i) i = above(i) = above(above(i));
        return i;
    };
    for (WaitingOperation* operation : level) {
        if (operation->is_call()) continue;  // each by itself
        const int own = static_cast<int>(operation - operations_.data());
        for (std::size_t k = 0; k < operation->operands.size(); ++k)
            if (PendingBlock* const block = operation->blocks[k]) {
                if (block->mark.operation < 0) block->mark.operation = own;
                const int a = root_of(own), b = root_of(block->mark.operation);
                operations_[static_cast<std::size_t>(std::max(a, b))].root = std::min(a, b);
            }
    }
    for (WaitingOperation* operation : level)
        operation->root = root_of(static_cast<int>(operation - operations_.data()));
}

// Parts come in the order of their first operations.
void Division::list_groups(std::span<WaitingOperation* const> order) {
    std::vector<std::size_t> places;  // behind each group's members
    for (WaitingOperation* operation : order) {
        const WaitingOperation& root = operations_[static_cast<std::size_t>(operation->root)];
        if (&root == operation) {
            operation->group = static_cast<int>(places.size());
            places.push_back(0);
        } else {
            operation->group = root.group;
        }
        ++places[static_cast<std::size_t>(operation->group)];
    }
    members_.resize(order.size());
    groups_.resize(places.size());
    std::size_t begin = 0;
    for (std::size_t p = 0; p < places.size(); ++p) {
        groups_[p].operations = std::span(members_).subspan(begin, places[p]);
        begin += std::exchange(places[p], begin);
    }
    for (WaitingOperation* operation : order)
        members_[places[static_cast<std::size_t>(operation->group)]++] = operation;
}

void Division::list_live() {
    std::size_t outputs = 0;
    for (const WaitingOperation* operation : members_) outputs += operation->output_count();
    live_.reserve(outputs);  // does not move them later
    for (WaitingGroup& group : groups_) {
        const std::size_t begin = live_.size();
        for (const WaitingOperation* operation : group.operations)
            for (std::size_t k = 0; k < operation->output_count(); ++k) {
                const PendingBlock* const block = operation->blocks[k];
                if (!block) continue;
                const bool is_of_others = block->mark.read > operation->level || block->mark.written > operation->level;
                if ((block->mark.is_live || is_of_others) &&
                    std::none_of(live_.begin() + static_cast<std::ptrdiff_t>(begin), live_.end(),
                                 [&](const cuda::BlockRef& held) { return held.get() == block; }))
                    live_.push_back(operation->operands[k].array->buffer());
            }
        group.live = std::span(live_).subspan(begin);
    }
}

}  // namespace cuprum::kernel
