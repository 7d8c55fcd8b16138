// Chains of operations as programs of few kernels, remembered by what the operations are and how they hang together.
#pragma once

#include <span>

#include "kernel/deferred/queue.h"

namespace cuprum::kernel {

/// Runs operations that depend on each other as one program, after which the `live` blocks, those of their results that
/// somebody holds, have their memory. False where they have to run one at a time: the chain is new, its kernels are not
/// compiled yet, or a program of it saves nothing. Throws what goes wrong; then no block has changed.
bool run_together(std::span<WaitingOperation* const> operations, std::span<const cuda::BlockRef> live);

}  // namespace cuprum::kernel
