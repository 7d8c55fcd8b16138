// A sample: elements along some axes, those that are no NaN where these are left out.
#pragma once

#include <span>
#include <utility>

#include "cuprum/ndarray.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::stats {

/// What statistics of a dtype are computed in and have.
DType floating(DType dtype);
/// The same of two samples: what NumPy makes of both, so that small integers beside float32 are float32.
DType floating(DType first, DType second);
ndarray as_floating(const ndarray& a);
ndarray cast(const ndarray& a, DType dtype);
/// Throws TypeError for samples of complex numbers, of which a function's probabilities know nothing.
void refuse_complex(std::string_view function, DType dtype);

/// A number as a sample of one.
inline ndarray at_least_1d(const ndarray& a) { return a.ndim() ? a : a.ravel(); }

/// Warns where samples have no more than `too_small` elements: one sample each, or, of several, where one is empty.
/// Returns whether it is one sample that is too small.
bool warn_of_small(std::span<const ndarray> samples, const Axes& axis, std::int64_t too_small = 0);
inline bool warn_of_small(const ndarray& sample, const Axes& axis, std::int64_t too_small = 0) {
    return warn_of_small(std::span(&sample, 1), axis, too_small);
}
inline bool warn_of_small(const ndarray& first, const ndarray& second, const Axes& axis, std::int64_t too_small = 0) {
    const ndarray both[] = {first, second};
    return warn_of_small(both, axis, too_small);
}

/// Whether NaN are left out. Throws ValueError for another policy, and for NaN where they are to be raised.
bool leaves_out(std::string_view nan_policy, const ndarray& a);

class Sample {
public:
    Sample(const ndarray& a, const Along& along);
    /// With a mask of its own.
    Sample(const ndarray& a, const ndarray& mask, const Along& along);

    const ndarray& x() const { return x_; }
    const std::optional<ndarray>& mask() const { return mask_; }
    const Dims& axes() const { return axes_; }
    std::int64_t length() const { return length_; }  ///< Elements, those that are left out, too.

    /// Sums and means of something that has an element for each of the sample's; the axes stay, with length one.
    ndarray total(const ndarray& values) const;
    ndarray mean(const ndarray& values) const { return total(values) / count(); }
    ndarray mean() const { return mean(x_); }
    /// The variance; `ddof` is taken off the count.
    ndarray variance(double ddof) const;
    /// The least element; NaN where there is none.
    ndarray least() const;
    /// How many elements count, as a float.
    ndarray count() const;
    /// A result without the axes, unless they are to stay.
    ndarray done(const ndarray& kept) const;

private:
    ndarray x_;
    std::optional<ndarray> mask_;
    Dims axes_;
    std::int64_t length_ = 1;
    bool keepdims_;
};

/// The sample's axes as one, the last, C-contiguous: (rows, length). Elements that are left out are NaN.
ndarray rows_of(const ndarray& a, const Dims& axes);
/// Samples with as many axes each, broadcast along those that they do not lie along, of which none is without an axis.
/// Throws ValueError where their shapes do not broadcast, AxisError for an axis that none has.
std::vector<ndarray> aligned(std::span<const ndarray> samples, const Axes& axis);
/// Two samples of pairs, with one shape; throws ValueError where theirs do not broadcast.
std::pair<ndarray, ndarray> paired(const ndarray& a, const ndarray& b, const Axes& axis);
/// A row without its NaN.
ndarray without_nan(const ndarray& row);
/// The shape of a result with one element for each such row.
Shape shape_of_rows(const ndarray& a, const Dims& axes, bool keepdims);
Dims axes_of(const ndarray& a, const Axes& axis);

}  // namespace cuprum::scipy::stats
