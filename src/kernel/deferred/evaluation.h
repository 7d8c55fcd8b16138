// Runs waiting operations, group by group: as programs where those are known and compiled, else one at a time.
#pragma once

#include <span>

#include "kernel/deferred/operation.h"

namespace cuprum::kernel {

/// What an evaluation tells a thread's WaitingTrial: whether work was saved, or will be once a kernel is compiled.
struct Outcome {
    bool has_saved, may_save;
};

/// Runs operations on the calling thread's device; those that are done are released. If `may_leave`, a write to memory
/// runs with what it depends on, and the other operations may stay. Throws what goes wrong; then operations are left.
Outcome run_waiting(std::span<WaitingOperation> operations, runtime::StreamHandle stream, bool may_leave);

}  // namespace cuprum::kernel
