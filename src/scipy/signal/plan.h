// How work on signals is divided among threads: pure functions of layouts and of a device's traits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "cuprum/signal/polyphase_args.h"
#include "kernel/plan/parts.h"
#include "kernel/plan/sizes.h"

namespace cuprum::scipy::signal {

/// The length of a recursive filter's chunks, a power of two; 0 where lines are not cut. A GPU wants many threads, of
/// which each still has work to do; a CPU a few lanes more than it can compute side by side. Both depend on the shape
/// alone.
inline std::int64_t chunk_length(std::int64_t lines, std::int64_t length, const runtime::DeviceTraits& device) {
    const std::int64_t units = kernel::wanted_parts(device), least = device.thread_blocks ? 128 : 512;
    if (length <= (device.thread_blocks ? 1024 : 4096) || lines >= (device.thread_blocks ? units : 16)) return 0;
    const std::int64_t chunk =
        static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max(least, lines * length / units))));
    return chunk >= length ? 0 : chunk;
}

/// Whether blocks go along the lines of a recursive filter whose state is so many numbers, which registers hold: enough
/// lines, or no longer ones than a block takes less time for than passes take.
constexpr bool goes_along(std::int64_t kept, bool is_complex, std::int64_t lines, std::int64_t length,
                          const runtime::DeviceTraits& device) {
    return device.thread_blocks && kept <= (is_complex ? 4 : 8) && length > 1024 &&
           (lines >= 128 || (lines >= 16 && length <= 1 << 16));
}

/// Whether a filter's lines are copied so that their samples lie side by side: a GPU takes a transfer for each other
/// one.
constexpr bool wants_lines_side_by_side(const runtime::DeviceTraits& device) { return device.thread_blocks; }

/// Whether the three averages of a coherence are made in one pass, of a thread for each line and frequency.
constexpr bool averages_at_once(std::int64_t lines, std::int64_t segments, std::int64_t frequencies,
                                const runtime::DeviceTraits& device) {
    constexpr std::int64_t enough_threads = 1 << 14;
    return device.thread_blocks && segments > 0 && lines * frequencies >= enough_threads;
}

/// Into how many parts the samples of a periodogram are divided, each a thread's at each frequency: enough threads for
/// a GPU, items to share out for a CPU, and 64 samples each at least.
inline std::int64_t parts_of_samples(std::int64_t samples, std::int64_t frequencies,
                                     const runtime::DeviceTraits& device) {
    constexpr std::int64_t gpu_threads = 1 << 17, cpu_items = 64, fewest_samples = 64;
    const std::int64_t wanted = (device.thread_blocks ? gpu_threads : cpu_items) / frequencies;
    return std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(samples / fewest_samples, 1));
}

/// How a GPU's blocks divide the results of polyphase filtering; nothing where a block's memory does not hold what
/// enough threads need.
inline std::optional<PolyphaseArgs> plan_polyphase(std::int64_t taps, std::int64_t up, std::int64_t down,
                                                   std::int64_t itemsize, const runtime::DeviceTraits& device) {
    constexpr std::int64_t few_threads = 64, outputs = polyphase_outputs;
    if (!device.thread_blocks || up > polyphase_block || down > polyphase_shared) return std::nullopt;
    const std::int64_t rows = kernel::ceil_div(taps, up),
                       room = polyphase_shared / itemsize - up * (rows | 1) - rows - 1;
    const std::int64_t turns = std::min(polyphase_block / up, room / (outputs * down)), active = turns * up;
    if (room < 0 || active < few_threads) return std::nullopt;
    PolyphaseArgs args{};
    args.taps = static_cast<int>(taps);
    args.up = static_cast<int>(up);
    args.down = static_cast<int>(down);
    args.active = static_cast<int>(active);
    args.rows = static_cast<int>(rows);
    args.samples = static_cast<int>((up - 1 + (active * outputs - 1) * down) / up + rows);
    return args;
}

}  // namespace cuprum::scipy::signal
