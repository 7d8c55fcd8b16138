// Which loop a scan runs over contiguous arrays of shape (outer, length, inner), along the middle axis.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "cuprum/engine/scan_args.h"
#include "cuprum/engine/segments_args.h"
#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

/// What a scan is compiled for; device/cuprum/engine/scan.h tells them apart.
enum class ScanLoop : std::uint8_t { rows, rows_narrow, warps, warps_narrow, columns, lines };
inline constexpr int scan_loop_count = 6;

struct ScanLayout {
    std::int64_t outer = 1, length = 1, inner = 1;
    int in_bytes = 8, out_bytes = 8, carried_bytes = 8;  ///< Of an element, and of what is carried.
    bool associative = true;                             ///< Otherwise elements are taken one after the other.
    std::uint64_t in = 0, out = 0;                       ///< Addresses.
};

struct ScanPlan {
    ScanLoop loop = ScanLoop::rows;
    bool transposed = false;  ///< So few columns would leave most lanes idle: they are better scanned as rows.
    runtime::Launch launch;
    // Threads in blocks: tiles a line, and where tiles, groups of tiles and groups of groups leave what they hold.
    std::int64_t tiles = 1, lines = 0, groups = 0, supers = 0, message_bytes = 0;
    std::size_t workspace_bytes = 0;
    // Otherwise: long lines are scanned in parts of `part` elements, each in two steps over chunks.
    std::int64_t part = 0;
};
ScanPlan plan_scan(const ScanLayout& layout, const runtime::DeviceTraits& device);

/// The chunks of part of a line, `elements` long.
runtime::Launch plan_scan_part(std::int64_t elements);

/// A result for each segment: `results` of them, from lines of which the segments are `elements` long on average.
runtime::Launch plan_segments(std::int64_t results, std::int64_t elements, bool neighbours);

}  // namespace cuprum::kernel
