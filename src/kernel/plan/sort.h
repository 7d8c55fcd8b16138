// How rows are sorted, and by which launches.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuprum/sort_args.h"
#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

struct SortLayout {
    std::int64_t rows = 1, length = 1;
    bool has_digits = true;  ///< Keys can be sorted digit by digit: all but complex ones.

    /// Positions are stored in 32 bits while they are on their way.
    bool narrow() const { return length < (std::int64_t{1} << 32); }
    std::int64_t position_bytes() const { return narrow() ? 4 : 8; }
};

/// Tiles of neighbours are sorted, each on its own, and merged until a row is one; or rows are sorted digit by digit.
struct SortPlan {
    bool radix = false;
    // Tiles: elements that are sorted together at first, how often runs are merged (which doubles what is sorted), and
    // the elements of the result that a block or a thread makes of two runs.
    std::int64_t tile = 0, merges = 0, piece = 0;
    std::int64_t chunk = 0, chunks = 0;  ///< Radix: elements a block, blocks.
    std::int64_t scratch = 0;            ///< Elements of a second buffer; 0 where none is needed.
    std::size_t counter_bytes = 0;       ///< Radix: of the bits that vary and of the counts of digits.
    runtime::Launch sort, merge;         ///< Of the tiles, and of each merge.
    runtime::Launch pass, scan;          ///< Of a radix pass, and of the counters within it.
};
SortPlan plan_sort(const SortLayout& layout, const runtime::DeviceTraits& device);

}  // namespace cuprum::kernel
