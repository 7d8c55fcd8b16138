// Keys divided among ranges of values, as for sorting on several devices.
#pragma once

#include <span>
#include <vector>

#include "cuprum/engine/value_ranges_args.h"
#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// Divides the C-contiguous `keys` of one axis, stably, among the ranges between `splitters`: an array of their dtype,
/// in ascending order, at most `most` - 1 of them. NaNs are the largest keys. A key that equals a splitter
/// lies above it where `above` says so, and below it elsewhere; among equal splitters those come first. No keys are
/// complex.
class ValueRanges {
public:
    static constexpr std::int64_t most = most_value_ranges;

    /// Starts to count.
    ValueRanges(const ndarray& keys, const ndarray& splitters, std::vector<bool> above);

    /// The keys of each range. Waits for the device.
    std::vector<std::int64_t> counts() const;
    /// Copies the keys of each range to an array of as many.
    void move(std::span<const ndarray> targets) const;

private:
    enum class Stage : std::uint8_t { count, move };
    void launch(Stage stage, std::span<const ndarray> targets) const;

    ndarray keys_, splitters_, counts_, ranges_of_keys_;
    std::vector<bool> above_;
};

}  // namespace cuprum::kernel
