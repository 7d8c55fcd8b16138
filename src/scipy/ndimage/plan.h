// How work on images is divided among threads: pure functions of layouts and of a device's traits.
#pragma once

#include <cstdint>
#include <optional>

#include "cuprum/ndimage/args.h"
#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::scipy::ndimage {

/// Fills in how the windows of lines are divided; `sums`: they are added up.
runtime::Launch plan_windows(WindowLineArgs& args, std::int64_t itemsize, bool sums,
                             const runtime::DeviceTraits& device);

/// Makes the arguments those of a kernel of tile.h, of elements that take so many bytes in a tile, and tells
/// how it is launched. Nothing where it would not pay or cannot be: no threads in blocks, too many axes or too large a
/// window.
std::optional<runtime::Launch> plan_tiles(WindowArgs& args, std::int64_t itemsize, const runtime::DeviceTraits& device);

/// Whether a pass of a separable filter with so many taps has a kernel of its own: not where a few lines lie side by
/// side. `inner`: how many lines do. `size`: elements in all.
bool plans_pass(std::int64_t inner, std::int64_t size, std::int64_t taps, const runtime::DeviceTraits& device);

/// Histograms that go along an axis, each over a strip of it.
struct HistogramPlan {
    int axis, strip;
};
HistogramPlan plan_histograms(int ndim, const runtime::DeviceTraits& device);

/// A pass of a chamfer distance: the launch of each of its steps, and the fronts, places whose coordinates have one
/// sum, that a step does.
struct ChamferPlan {
    runtime::Launch launch;
    std::int64_t fronts, together;
};
ChamferPlan plan_chamfer(const ChamferArgs& args, const runtime::DeviceTraits& device);

/// Fills in the tiles of an affine transform's `size` results, and their items, where a block computes neighbours on
/// all axes.
void plan_affine(ResampleArgs& args, std::int64_t size, const runtime::DeviceTraits& device);

/// Items of bits in words: a GPU's thread takes a word, a CPU's a line of them.
constexpr std::int64_t bit_items(std::int64_t lines, std::int64_t words, const runtime::DeviceTraits& device) {
    return device.thread_blocks ? lines * words : lines;
}

/// Whether connected parts are found by runs of elements, one after the other, or by all threads at once.
constexpr bool finds_parts_by_runs(const runtime::DeviceTraits& device) { return !device.thread_blocks; }

}  // namespace cuprum::scipy::ndimage
