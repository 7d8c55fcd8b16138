// Plans of Fourier transforms as cuFFT describes them: which transform of which arrays is meant, and how their numbers
// lie in memory. What a library makes ready for one is kept by fft::PlanCache.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "cuprum/fft.h"

namespace cuprum::fft {

/// What is real: neither side, the input, or the output.
enum class TransformKind : std::uint8_t { c2c, r2c, c2r };

/// "C2C", "R2C" or "C2R", and back. Throws ValueError for another name.
TransformKind transform_kind(std::string_view name);
std::string_view name_of(TransformKind kind);

/// How numbers lie on one side of a plan, in cuFFT's words: that of place (x, y, z) of transform b is element
/// `b * dist + ((x * nembed[1] + y) * nembed[2] + z) * stride` of an array's memory.
struct PlanLayout {
    Dims nembed;              ///< The lengths of the memory's axes.
    std::int64_t stride = 1;  ///< Elements between neighbours on the last axis.
    std::int64_t dist = 0;    ///< Elements between transforms.

    /// Elements between transforms, and between neighbours along each axis.
    Strides strides() const;
    /// Whether numbers of a shape, transforms first, lie in C's order without gaps.
    bool is_close(const Shape& shape) const;
};

/// A transform of one to three axes without a factor in either direction.
class Plan {
public:
    /// Parameters
    ///     kind: what is real.
    ///     real: float32 or float64: the dtype of real numbers, and of the parts of complex ones.
    ///     lengths: of the axes, in real numbers where these are on one side.
    ///     batch: how many transforms an array has.
    ///     order: whether the axes are the last ones of an array ('C') or the first ones ('F').
    /// Raises
    ///     ValueError: no axis or more than three, lengths or a batch below one, another order.
    Plan(TransformKind kind, DType real, Dims lengths, std::int64_t batch = 1, char order = 'C');

    /// Says how numbers lie, where that is not told by the arrays' own shapes. Throws ValueError for layouts that have
    /// no room for the lengths.
    void set_layouts(PlanLayout input, PlanLayout output);
    bool has_layouts() const noexcept { return layouts_.has_value(); }
    /// Whether numbers of both sides lie in C's order without gaps.
    bool is_close() const;

    TransformKind kind() const noexcept { return kind_; }
    const Dims& lengths() const noexcept { return lengths_; }
    std::int64_t batch() const noexcept { return batch_; }
    DType real() const noexcept { return real_; }
    DType input_dtype() const;
    DType output_dtype() const;
    /// The shapes of the two sides, one transform after the other: the batch, then lengths, of which the last is halved
    /// on the complex side of a real transform.
    Shape input_shape() const;
    Shape output_shape() const;
    /// Elements from the first to the last one of each side's memory.
    std::pair<std::int64_t, std::int64_t> extents() const;

    /// The shape of the transform of an array.
    Shape result_shape(const ndarray& a) const;
    /// Bytes that a transform takes beside its arrays, by the library's plan.
    std::int64_t workspace_bytes() const;
    /// Throws ValueError unless `out` is right for the transform of `a`.
    void check(const ndarray& a, const ndarray& out) const;
    /// Transforms `a` into `out`. Throws ValueError for arrays that do not fit.
    void execute(const ndarray& a, const ndarray& out, bool forward = true) const;
    /// The same of memory that begins at the arrays' first elements and lies as the plan says.
    void execute_memory(const ndarray& a, const ndarray& out, bool forward = true) const;

private:
    Dims axes(const ndarray& a) const;
    void run(const ndarray& a, const ndarray& out, const Dims& axes, bool forward) const;

    TransformKind kind_;
    DType real_;
    Dims lengths_;
    std::int64_t batch_;
    char order_;
    std::optional<std::pair<PlanLayout, PlanLayout>> layouts_;
};

/// The lengths that a transform of an array has, and its axes, none of them negative.
struct TransformAxes {
    Dims lengths, axes;
};

/// What `shape` and `axes` mean for an array.
///
/// Parameters
///     of, a: the array's shape, or the array.
///     shape: the lengths, one an axis; -1 is the array's own. By default all of them, with "C2R" the last one in real
///         numbers.
///     axes: the axes; all by default, or the last ones if `shape` is given.
///     kind: what is real.
/// Raises
///     ValueError: axes that are not there or repeat, or not as many lengths.
TransformAxes transform_axes(const Shape& of, const std::optional<Shape>& shape = {}, const Axes& axes = {},
                             TransformKind kind = TransformKind::c2c);
TransformAxes transform_axes(const ndarray& a, const std::optional<Shape>& shape = {}, const Axes& axes = {},
                             TransformKind kind = TransformKind::c2c);

/// A plan for transforms of arrays like `a`, contiguous in C or Fortran order. Throws ValueError for arrays that are
/// not, and for other than one to three axes.
Plan get_fft_plan(const ndarray& a, const std::optional<Shape>& shape = {}, const Axes& axes = {},
                  TransformKind kind = TransformKind::c2c);

}  // namespace cuprum::fft
