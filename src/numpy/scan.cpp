#include "cuprum/scan.h"

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/scan.h"

namespace cuprum {
namespace {

ndarray accumulate(const Ufunc& ufunc, const ndarray& a, std::optional<std::int64_t> axis, std::optional<DType> dtype,
                   const ndarray* out) {
    if (!axis || a.ndim() == 0) {
        if (axis) normalize_axis(*axis, 1);
        return ufunc.accumulate(a.reshape({-1}), 0, dtype, out);
    }
    return ufunc.accumulate(a, *axis, dtype, out);
}

// NaNs are replaced on the way in; arrays that cannot hold any need no such kernel.
ndarray nan_accumulate(const Ufunc& ufunc, const char* name, const char* body, const char* neutral, const ndarray& a,
                       std::optional<std::int64_t> axis, std::optional<DType> dtype, const ndarray* out) {
    if (!is_inexact(a.dtype())) return accumulate(ufunc, a, axis, dtype, out);
    const ndarray source = axis && a.ndim() ? a : a.reshape({-1});
    const int i = normalize_axis(axis.value_or(0), source.ndim());
    const DType type = dtype ? *dtype : out ? promote_types(out->dtype(), a.dtype()) : a.dtype();
    if (out && !(out->shape() == source.shape()))
        throw ValueError("provided out is the wrong size for the accumulation: its shape is " +
                         to_string(out->shape()) + ", and the result's " + to_string(source.shape()));
    ndarray result = out ? *out : empty_like(source, type);
    // Elements are asked before they are cast: no integer is NaN.
    kernel::scan_kernel({name, body, type, type, type,
                         std::string("cuprum::isnan(cast<compute_t<in_t>>(element)) ? acc_t(") + neutral + ") : x"},
                        a.dtype(), result.dtype())
        .run(source, result, i);
    return result;
}

}  // namespace

ndarray cumsum(const ndarray& a, std::optional<std::int64_t> axis, std::optional<DType> dtype, const ndarray* out) {
    const kernel::Placement here(a, out);
    return accumulate(add, a, axis, dtype, out);
}
ndarray cumprod(const ndarray& a, std::optional<std::int64_t> axis, std::optional<DType> dtype, const ndarray* out) {
    const kernel::Placement here(a, out);
    return accumulate(multiply, a, axis, dtype, out);
}
ndarray nancumsum(const ndarray& a, std::optional<std::int64_t> axis, std::optional<DType> dtype, const ndarray* out) {
    const kernel::Placement here(a, out);
    return nan_accumulate(add, "nan_add", "out0 = add(in0, in1)", "0", a, axis, dtype, out);
}
ndarray nancumprod(const ndarray& a, std::optional<std::int64_t> axis, std::optional<DType> dtype, const ndarray* out) {
    const kernel::Placement here(a, out);
    return nan_accumulate(multiply, "nan_multiply", "out0 = multiply(in0, in1)", "1", a, axis, dtype, out);
}

namespace {

// The part [start, stop) of an axis.
ndarray part(const ndarray& a, int axis, std::optional<std::int64_t> start, std::optional<std::int64_t> stop) {
    std::vector<Index> index(static_cast<std::size_t>(axis), Index(all_of));
    index.push_back(Slice{start, stop, 1});
    return a.at(index);
}

}  // namespace

namespace {

ndarray cumulative(const Ufunc& ufunc, int start, const ndarray& x, std::optional<std::int64_t> axis,
                   std::optional<DType> dtype, const ndarray* out, bool include_initial) {
    const ndarray a = x.ndim() ? x : x.reshape({1});
    if (!axis && a.ndim() != 1)
        throw ValueError("For arrays which have more than one dimension ``axis`` argument is required.");
    const int along = normalize_axis(axis.value_or(0), a.ndim());
    if (!include_initial) return accumulate(ufunc, a, along, dtype, out);
    if (out) {
        Shape wanted(a.shape());
        ++wanted[along];
        if (!(out->shape() == wanted))
            throw ValueError("out must have the shape " + to_string(wanted) +
                             " of the sums with the initial one, not " + to_string(out->shape()));
        const ndarray source = may_share_memory(a, *out) ? a.copy() : a;
        part(*out, along, 0, 1).fill(start);
        const ndarray others = part(*out, along, 1, {});
        accumulate(ufunc, source, along, dtype, &others);
        return *out;
    }
    const ndarray scanned = accumulate(ufunc, a, along, dtype, nullptr);
    Shape shape = scanned.shape();
    shape[along] = 1;
    return concatenate({full(shape, start, scanned.dtype()), scanned}, along);
}

}  // namespace

ndarray cumulative_sum(const ndarray& x, std::optional<std::int64_t> axis, std::optional<DType> dtype,
                       const ndarray* out, bool include_initial) {
    const kernel::Placement here(x, out);
    return cumulative(add, 0, x, axis, dtype, out, include_initial);
}
ndarray cumulative_prod(const ndarray& x, std::optional<std::int64_t> axis, std::optional<DType> dtype,
                        const ndarray* out, bool include_initial) {
    const kernel::Placement here(x, out);
    return cumulative(multiply, 1, x, axis, dtype, out, include_initial);
}

ndarray diff(const ndarray& a, std::int64_t n, std::int64_t axis, const ndarray* prepend, const ndarray* append) {
    const kernel::Placement here(a, prepend, append);
    if (n == 0) return a;
    if (n < 0) throw ValueError("order must be non-negative but got " + std::to_string(n));
    if (a.ndim() == 0) throw ValueError("diff requires input that is at least one dimensional");
    const int i = normalize_axis(axis, a.ndim());
    ndarray line = a;
    if (prepend || append) {
        std::vector<ndarray> parts;
        auto widened = [&](const ndarray& end) {
            if (end.ndim() > 0) return end;
            Shape shape(a.shape());
            shape[i] = 1;
            return end.broadcast_to(shape);
        };
        if (prepend) parts.push_back(widened(*prepend));
        parts.push_back(a);
        if (append) parts.push_back(widened(*append));
        line = concatenate(parts, i);
    }
    for (; n > 0 && line.shape()[i] > 0; --n) {  // of nothing there are no differences, whatever their order
        const ndarray later = part(line, i, 1, {}), earlier = part(line, i, {}, -1);
        line = line.dtype() == DType::bool_ ? not_equal(later, earlier) : subtract(later, earlier);
    }
    return line;
}

ndarray ediff1d(const ndarray& a, const ndarray* to_end, const ndarray* to_begin) {
    const kernel::Placement here(a, to_end, to_begin);
    std::vector<ndarray> parts;
    auto add_end = [&](const ndarray* end, const char* name) {
        if (!end) return;
        if (!can_cast(end->dtype(), a.dtype(), Casting::same_kind))
            throw TypeError(std::string("dtype of `") + name +
                            "` must be compatible with input `ary` under the `same_kind` rule.");
        parts.push_back(end->reshape({-1}).astype(a.dtype(), 'K', Casting::unsafe, false));
    };
    const ndarray flat = a.reshape({-1});
    add_end(to_begin, "to_begin");
    parts.push_back(subtract(part(flat, 0, 1, {}), part(flat, 0, {}, -1)));
    add_end(to_end, "to_end");
    return parts.size() == 1 ? parts[0] : concatenate(parts, 0);
}

namespace {

// The derivative along an axis. `spacing` is the distance of neighbours, without axes, or the coordinates of the
// samples.
ndarray derivative(const ndarray& f, int axis, const ndarray& spacing, int edge_order) {
    const std::int64_t n = f.shape()[axis];
    ndarray result = empty_like(f);
    auto slice = [&](const ndarray& a, std::int64_t start, std::int64_t stop) { return part(a, axis, start, stop); };
    auto write = [&](std::int64_t start, std::int64_t stop, const ndarray& value) {
        std::vector<Index> index(static_cast<std::size_t>(axis), Index(all_of));
        index.push_back(Slice{start, stop, 1});
        result.assign(index, value);
    };
    const bool even = spacing.ndim() == 0;
    // The distances of neighbours, along the axis.
    ndarray d = spacing;
    if (!even) {
        Shape shape(f.ndim(), 1);
        shape[axis] = n - 1;
        d = diff(spacing).reshape(shape);  // of its own precision, as in NumPy
    }
    auto gap = [&](std::int64_t i) { return even ? d : slice(d, i, i + 1); };
    auto at = [&](std::int64_t i) { return slice(f, i, i + 1); };

    if (even) {
        write(1, n - 1, (slice(f, 2, n) - slice(f, 0, n - 2)) / (d * 2.0));
    } else {
        const ndarray before = slice(d, 0, n - 2), after = slice(d, 1, n - 1);
        write(1, n - 1,
              -after / (before * (before + after)) * slice(f, 0, n - 2) +
                  (after - before) / (before * after) * slice(f, 1, n - 1) +
                  before / (after * (before + after)) * slice(f, 2, n));
    }
    if (edge_order == 1) {
        write(0, 1, (at(1) - at(0)) / gap(0));
        write(n - 1, n, (at(n - 1) - at(n - 2)) / gap(n - 2));
        return result;
    }
    // Three samples on the near side.
    const ndarray a = gap(0), b = gap(even ? 0 : 1), y = gap(n - 2), x = gap(even ? 0 : n - 3);
    write(0, 1, -(a * 2.0 + b) / (a * (a + b)) * at(0) + (a + b) / (a * b) * at(1) - a / (b * (a + b)) * at(2));
    write(n - 1, n,
          y / (x * (x + y)) * at(n - 3) - (y + x) / (x * y) * at(n - 2) + (y * 2.0 + x) / (y * (x + y)) * at(n - 1));
    return result;
}

}  // namespace

std::vector<ndarray> gradient(const ndarray& f, std::span<const ndarray> spacing, const Axes& axes, int edge_order) {
    const kernel::Placement here(f, spacing);
    Dims along;
    if (axes) along = normalize_axes(*axes, f.ndim());
    else
        for (int i = 0; i < f.ndim(); ++i) along.push_back(i);
    const auto count = static_cast<std::size_t>(along.size());
    if (spacing.size() > 1 && spacing.size() != count) throw TypeError("invalid number of arguments");
    if (edge_order > 2) throw ValueError("'edge_order' greater than 2 not supported");
    const bool booleans = f.dtype() == DType::bool_;
    const ndarray samples = is_inexact(f.dtype()) ? f : f.astype(DType::float64);
    const DType real = real_dtype(samples.dtype());
    std::vector<ndarray> result;
    for (std::size_t k = 0; k < count; ++k) {
        const int axis = static_cast<int>(along[static_cast<int>(k)]);
        ndarray step = spacing.empty() ? ones({}, real) : spacing[spacing.size() == 1 ? 0 : k];
        if (step.ndim() == 0) {
            step = step.astype(real);
        } else {
            if (step.ndim() != 1) throw ValueError("distances must be either scalars or 1d");
            if (step.shape()[0] != f.shape()[axis])
                throw ValueError("when 1d, distances must match the length of the corresponding dimension");
            if (is_integer(step.dtype())) step = step.astype(DType::float64);  // differences may leave the dtype
        }
        if (f.shape()[axis] < edge_order + 1)
            throw ValueError(
                "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are "
                "required.");
        if (booleans) throw TypeError("gradient takes differences, which booleans do not have");
        result.push_back(derivative(samples, axis, step, edge_order));
    }
    return result;
}

}  // namespace cuprum
