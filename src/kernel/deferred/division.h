// Waiting operations divided into groups, in the order in which they run.
//
// An operation has a level, and levels run one after the other: a call comes behind all that it depends on, and what
// depends on the call behind it. Operations of one level that share a block that waits are one group.
#pragma once

#include <span>
#include <vector>

#include "kernel/deferred/operation.h"

namespace cuprum::kernel {

/// Work that depends on each other with no call between, or one call; and the blocks of it that somebody holds who is
/// not of it, until all is done that writes to them.
struct WaitingGroup {
    std::span<WaitingOperation* const> operations;
    std::span<cuda::BlockRef> live;

    bool is_call() const { return operations[0]->is_call(); }
};

/// Drops operations whose results no array refers to any more, and notes the blocks of the others' operands.
void drop_unneeded(std::span<WaitingOperation> operations);

/// Divides the operations that are needed into groups, in the order in which they run.
class Division {
public:
    explicit Division(std::span<WaitingOperation> operations);

    std::span<WaitingGroup> groups() { return groups_; }

private:
    void join(std::span<WaitingOperation* const> level);
    void list_groups(std::span<WaitingOperation* const> order);
    void list_live();

    std::span<WaitingOperation> operations_;
    std::vector<WaitingOperation*> members_;  // group by group...
    std::vector<cuda::BlockRef> live_;        // ...likewise
    std::vector<WaitingGroup> groups_;
};

}  // namespace cuprum::kernel
