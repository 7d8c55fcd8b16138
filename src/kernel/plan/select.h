// How rows are shared out that a selection goes through.
#pragma once

#include <cstdint>

#include "cuprum/engine/select_args.h"
#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

struct SelectLayout {
    std::int64_t rows = 1, length = 1;
    std::int64_t itemsize = 1;  ///< Bytes of a key.
};

struct SelectPlan {
    std::int64_t chunk = 0;   ///< Keys of a block.
    int blocks = 0;           ///< Of a row.
    int histograms = 0;       ///< Of a row: one that all blocks add to, or one a block.
    int passes = 0;           ///< Digits of a key.
    int shares = 0;           ///< Quantiles that are looked for at a time, at most.
    runtime::Launch keys;     ///< What reads keys: each block its own.
    runtime::Launch digits;   ///< What looks at the counts of a row.
    bool whole_rows = false;  ///< Each row is looked through by one thread, without digits.
    runtime::Launch rows;     ///< What does so.
};

/// Whether rows are long enough for a selection by digits; shorter ones are better sorted.
bool plan_selects(std::int64_t length, const runtime::DeviceTraits& device);
/// Whether partitions are made by a selection of the key; others are sorted.
bool plan_partitions(const SelectLayout& layout, const runtime::DeviceTraits& device);
/// Whether single keys of rows are worth a selection.
bool plan_selects_keys(std::int64_t length, const runtime::DeviceTraits& device);
/// Rows that are looked through by one thread each.
runtime::Launch plan_selected_rows(std::int64_t rows, std::int64_t length);
SelectPlan plan_select(const SelectLayout& layout, const runtime::DeviceTraits& device);
/// What writes the numbers that were found.
runtime::Launch plan_select_results(std::int64_t count);

}  // namespace cuprum::kernel
