// One-dimensional transforms of many lines, compiled for several levels of the instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/fourier.h"

namespace cuprum::backend::cpu {

/// The functions of one level. A plan is good for the level that made it.
struct LineTransforms {
    /// What a kind of transform of lines of some length needs to know, of float64 where `wide`, else of float32.
    std::shared_ptr<const void> (*plan)(runtime::FourierKind kind, bool wide, std::size_t length);

    /// Transforms the lines `first` to `last` (excluded) of the layout's batch along its one axis. `plan` is the
    /// layout's.
    void (*run)(const runtime::FourierLayout& layout, const void* plan, const char* input, char* output, bool forward,
                double factor, std::int64_t first, std::int64_t last);

    /// Lines that are transformed together.
    int (*together)(bool wide);

    /// Sets complex numbers `first` to `last` (excluded) of a table of `rows` by n / rows: that in row j and column k
    /// to exp(2 pi i j k / n).
    void (*twiddles)(bool wide, std::size_t n, std::size_t rows, void* table, std::size_t first, std::size_t last);

    /// Multiplies `columns` complex numbers of each of `rows` rows, `pitch` numbers apart in both arrays, by twiddle
    /// factors, or where `forward` by their conjugates.
    void (*multiply_by_twiddles)(bool wide, void* numbers, const void* twiddles, std::size_t rows, std::size_t pitch,
                                 std::size_t columns, bool forward);
};

const LineTransforms& line_transforms_v2();
const LineTransforms& line_transforms_v3();
const LineTransforms& line_transforms_v4();

}  // namespace cuprum::backend::cpu
