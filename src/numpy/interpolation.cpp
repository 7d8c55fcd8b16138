#include "cuprum/interpolation.h"

#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/interpolate.h"
#include "kernel/engine/placement.h"
#include "kernel/graph/expression.h"
#include "numpy/axes.h"

namespace cuprum {
namespace {

using kernel::Expression;
using kernel::KernelFamily;

ndarray as(const ndarray& a, DType dtype, Casting casting = Casting::safe) {
    return a.astype(dtype, 'C', casting, false);
}

void interpolate(const ndarray& points, const ndarray& values, const ndarray& places, const ndarray& out,
                 const InterpOptions& options) {
    const auto outside = [&](const std::optional<Scalar>& given, std::int64_t end) {
        if (given && is_complex(given->dtype()) && !is_complex(out.dtype()))
            throw TypeError("interp: a real function's `left` and `right` must be real numbers");
        return given ? *given : place_of(values, 0, end).item();
    };
    kernel::interpolate(points, values, places, out, outside(options.left, 0),
                        outside(options.right, points.size() - 1));
}

}  // namespace

ndarray interp(const Operand& x, const ndarray& xp, const ndarray& fp, const InterpOptions& options) {
    const kernel::Placement here(x, xp, fp);
    const DType dtype = is_complex(fp.dtype()) ? DType::complex128 : DType::float64;
    if (is_complex(x.dtype()) || is_complex(xp.dtype()))
        throw TypeError("interp: coordinates must be real, found complex numbers");
    if (options.period && *options.period == 0) throw ValueError("period must be a non-zero value");
    if (xp.ndim() != 1 || fp.ndim() != 1)
        throw ValueError("Data points must be 1-D sequences, found shapes " + to_string(xp.shape()) + " and " +
                         to_string(fp.shape()));
    if (xp.size() != fp.size())
        throw ValueError("fp and xp are not of the same length: " + std::to_string(fp.size()) + " and " +
                         std::to_string(xp.size()));
    if (xp.size() == 0) throw ValueError("array of sample points is empty");
    ndarray points = as(xp, DType::float64), values = as(fp, dtype),
            places = as(x.is_array() ? x.array() : full({}, x.scalar()), DType::float64);
    InterpOptions ends = options;
    if (options.period) {
        // One period in order, with the points next to it on both sides.
        const double period = std::fabs(*options.period);
        places = remainder(places, period);
        points = remainder(points, period);
        const ndarray order = argsort(points);
        const std::int64_t n = points.size();
        const auto sorted = [&](const ndarray& a) { return a.at({Index(order)}); };
        points = sorted(points);
        values = sorted(values);
        points = concatenate({slice(points, 0, n - 1, n) - period, points, slice(points, 0, 0, 1) + period});
        values = concatenate({slice(values, 0, n - 1, n), values, slice(values, 0, 0, 1)});
        ends.left.reset();
        ends.right.reset();
    }
    ndarray out = empty(places.shape(), dtype);
    if (out.size()) interpolate(points, values, places, out, ends);
    return out;
}

// ----------------------------------------------------------------------------------------------------------- trapezoid

ndarray trapezoid(const ndarray& y, const ndarray* x, const Operand& dx, std::int64_t axis_asked) {
    const kernel::Placement here(y, x, dx);
    const int axis = normalize_axis(axis_asked, y.ndim());
    const std::int64_t n = y.shape()[axis];
    const ndarray pairs =
        add(slice(y, axis, std::min<std::int64_t>(1, n), n), slice(y, axis, 0, std::max<std::int64_t>(n - 1, 0)));
    // As in NumPy the axis is counted anew in the products, which have the axes of both.
    const auto area = [&](const Operand& width) { return sum(multiply(width, pairs) / 2.0, {.axis = axis_asked}); };
    if (!x) return area(dx);
    if (x->ndim() != 1) return area(diff(*x, 1, axis_asked));
    ndarray widths = diff(*x);
    Shape shape(y.ndim(), 1);
    shape[axis] = widths.size();
    return area(widths.reshape(shape));
}

// -------------------------------------------------------------------------------------------------------------- unwrap

namespace {

// What is to be added to a difference in0, by the period in1, half of it in2, and the largest that is no jump in3.
// Where half a period is a number of the dtype it is as far up as down, and keeps its sign.
KernelFamily unwrap_family("unwrap", [](std::span<const DType> d) {
    const bool even = d[1] == DType::bool_;
    Expression graph;
    Expression::Step step;
    step.body =
        "const in0_t low = in0_t(-in2), size = in0 < 0 ? in0_t(-in0) : in0;\n"
        "in0_t near = in0_t(remainder(in0_t(in0 - low), in1) + low);\n";
    if (even) step.body += "if (near == low && in0 > 0) near = in2;\n";
    step.body += "out0 = cast<double>(size) < in3 ? out0_t(0) : out0_t(near - in0);";
    for (std::size_t i = 3; i < 7; ++i) step.arguments.push_back(graph.add_input(d[i]));
    step.in_types = {d[0], d[0], d[0], DType::float64};
    step.out_types = {d[0]};
    graph.outputs.push_back({graph.add_step(std::move(step)), d[2]});
    return graph;
});

}  // namespace

ndarray unwrap(const ndarray& p, std::optional<double> discont, std::int64_t axis_asked, const Scalar& period) {
    const kernel::Placement here(p);
    if (p.ndim() == 0) throw ValueError("unwrap requires input that is at least one dimensional");
    if (is_complex(p.dtype())) throw TypeError("unwrap takes real numbers, found " + std::string(info(p.dtype()).name));
    const int axis = normalize_axis(axis_asked, p.ndim());
    const DType dtype = result_type({p, period});
    const ndarray numbers = as(p, dtype, Casting::unsafe);
    ndarray result = numbers.copy('C');
    const std::int64_t n = p.shape()[axis];
    if (n < 2 || p.size() == 0) return result;
    const bool whole = is_integer(dtype), even = !whole || period.to_int() % 2 == 0;
    const Scalar half = whole ? Scalar(period.to_int() / 2) : Scalar(period.to_double() / 2);
    if (whole) check_fits(Scalar(-half.to_int()), dtype);
    const ndarray steps = as(diff(p, 1, axis), dtype, Casting::unsafe);  // integers wrap around as their own dtype does
    ElementwiseCall call(unwrap_family, {dtype, even ? DType::bool_ : DType::int8});
    call.add(steps);
    call.add(period, dtype);
    call.add(half, dtype);
    call.add(Scalar(discont.value_or(period.to_double() / 2)), DType::float64);
    const ndarray corrections = cumsum(call.run(dtype), axis, dtype);
    const ndarray rest = slice(result, axis, 1, n);
    add(rest, corrections, {.out = {&rest}});
    return result;
}

}  // namespace cuprum
