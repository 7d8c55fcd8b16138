// Chains of operations as programs of few kernels, remembered by what the operations are and how they hang together.
#pragma once

#include <span>
#include <string>

#include "kernel/deferred/operation.h"

namespace cuprum::kernel {

/// What became of an attempt to run operations as one program.
enum class Together : std::uint8_t {
    done,
    later,  ///< Not yet: its kernels are being compiled.
    no,     ///< The chain is new, or a program of it saves nothing.
};

/// Runs operations that depend on each other as one program, after which the `live` blocks, those of their results that
/// somebody holds, have their memory. Where that is not done they have to run one at a time. Throws what goes wrong;
/// then no block has changed.
Together run_together(std::span<WaitingOperation* const> operations, std::span<const cuda::BlockRef> live);

/// What will become of operations that depend on each other, as far as is known.
struct ChainFate {
    enum class Kind : std::uint8_t {
        alone,     ///< There is one operation.
        is_new,    ///< The chain was not seen before: one operation at a time.
        refused,   ///< A program of it saves nothing: one operation at a time.
        together,  ///< As `kernels` kernels, from when they are compiled.
    } kind = Kind::alone;
    std::size_t kernels = 0;
};
ChainFate fate_of(std::span<WaitingOperation* const> operations, std::span<const cuda::BlockRef> live);

/// What an operation is called where users see it: "add", "cast", "round_right", "sum".
std::string label_of(const WaitingOperation& operation);

}  // namespace cuprum::kernel
