// Small things that launches of several engines share.
#pragma once

#include <cstdint>

#include "cuprum/engine/elementwise_args.h"
#include "cuprum/ndarray.h"
#include "kernel/plan/sizes.h"
#include "runtime/context.h"

namespace cuprum::kernel {

/// How to divide numbers below 2^31 by `d`.
inline Divisor make_divisor(std::uint32_t d) {
    unsigned shift = 0;
    while ((1ull << shift) < d) ++shift;
    return {d, static_cast<unsigned>(((1ull << 32) * ((1ull << shift) - d)) / d + 1), shift};
}

[[noreturn]] void throw_out_of_reach(const ndarray& a);

/// Says that the current stream is about to be given work on an array. Throws ValueError where the array has elements
/// on a device that the current one cannot reach.
inline void check_device(const ndarray& a) {
    if (a.size() == 0) return;
    const runtime::Context& context = runtime::context;
    if (a.device() == context.device && !context.capture) [[likely]]
        return a.buffer()->used_on(context.stream);
    if (!runtime::admit(a.buffer())) throw_out_of_reach(a);
}

}  // namespace cuprum::kernel
