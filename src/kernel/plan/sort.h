// How rows are sorted, and by which launches.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuprum/engine/sort_args.h"
#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

struct SortLayout {
    std::int64_t rows = 1, length = 1;
    int key_bytes = 4;
    bool has_digits = true;  ///< Keys can be sorted digit by digit: all but complex ones.
    bool indexed = false;    ///< Positions travel with the keys.

    /// Positions and counts are stored in 32 bits while they are on their way; a status of a radix pass wants two of
    /// these.
    bool narrow() const { return length < (std::int64_t{1} << 30); }
    std::int64_t position_bytes() const { return narrow() ? 4 : 8; }
};

/// Tiles of neighbours are sorted, each on its own, and merged until a row is one; or rows are sorted byte by byte.
struct SortPlan {
    bool radix = false;
    // Tiles: elements that are sorted together at first, how often runs are merged (which doubles what is sorted), and
    // the elements of the result that a block or a thread makes of two runs.
    std::int64_t tile = 0, merges = 0, piece = 0;
    std::int64_t scratch = 0;  ///< Elements of a second buffer; 0 where none is needed.
    // Radix: rows that each launch sorts; elements that a block counts; blocks of a row that move keys; sizes of the
    // tables, in positions; and whether counts are made anew before each pass.
    std::int64_t rows = 0, chunk = 0, blocks = 0, counts = 0, statuses = 0;
    bool count_each_pass = false;
    runtime::Launch sort, merge;        ///< Of the tiles, and of each merge.
    runtime::Launch count, scan, move;  ///< Of a radix sort.
};
SortPlan plan_sort(const SortLayout& layout, const runtime::DeviceTraits& device);

}  // namespace cuprum::kernel
