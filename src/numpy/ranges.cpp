// Values that are evenly spaced, and grids of them.
#include "numpy/ranges.h"

#include <cmath>

#include "core/warnings.h"
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/array/few_elements.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"

namespace cuprum {
namespace {

using kernel::Expression;
using kernel::KernelFamily;

// The dtype in which steps are kept: 16-bit floats count in float32, so that their steps are not rounded.
DType step_dtype(DType dtype) { return dtype == DType::float16 || dtype == DType::bfloat16 ? DType::float32 : dtype; }

// start + count * step
KernelFamily ramp_family("ramp", [](std::span<const DType> dtypes) {
    const DType dtype = dtypes[0];
    Expression graph;
    Expression::Step step;
    step.arguments = {graph.add_counter(), graph.add_input(dtype), graph.add_input(dtype)};
    step.in_types = {DType::int64, dtype, dtype};
    step.out_types = {dtype};
    switch (kind(dtype)) {
        case 'b': step.body = "out0 = in0 ? in2 : in1;"; break;  // two elements at most: the first and the next
        case 'f': step.body = "out0 = in1 + cast<out0_t>(in0) * in2;"; break;
        case 'c':
            step.body =
                "using R = out0_t::value_type; const R n = cast<R>(in0); out0 = {in1.re + n * in2.re, in1.im + n * "
                "in2.im};";
            break;
        default:
            step.body =
                "using U = unsigned_of_size<sizeof(out0_t)>; out0 = static_cast<out0_t>((U)in1 + (U)((U)in0 * "
                "(U)in2));";
    }
    graph.outputs.push_back({graph.add_step(step), dtypes[1]});
    return graph;
});

ElementwiseCall ramp(DType dtype, const ndarray& count, const Scalar& start, const Scalar& step) {
    ElementwiseCall call(ramp_family, {step_dtype(dtype)});
    call.add(count);
    call.add(start, step_dtype(dtype));
    call.add(step, step_dtype(dtype));
    return call;
}

Dims unit(int ndim, int axis) {
    Dims result(ndim);
    result[axis] = 1;
    return result;
}

bool integers(const Scalar& a, const Scalar& b) {
    return !is_inexact(a.dtype()) && !is_inexact(b.dtype()) && !a.is_huge() && !b.is_huge();
}

// int64 and uint64 values alike.
__int128 wide(const Scalar& s) {
    return s.dtype() == DType::uint64 ? static_cast<__int128>(static_cast<std::uint64_t>(s.to_int())) : s.to_int();
}

Scalar sum(const Scalar& a, const Scalar& b) {
    if (is_complex(a.dtype()) || is_complex(b.dtype())) return a.to_complex() + b.to_complex();
    if (!integers(a, b)) return a.to_double() + b.to_double();
    const __int128 total = wide(a) + wide(b);
    return total > INT64_MAX ? Scalar(static_cast<std::uint64_t>(total)) : Scalar(static_cast<std::int64_t>(total));
}

// b - a in a dtype's own arithmetic.
Scalar difference(const Scalar& a, const Scalar& b, DType dtype) {
    if (is_complex(dtype)) return b.to_complex() - a.to_complex();
    if (!is_floating(dtype))
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(b.to_int()) -
                                         static_cast<std::uint64_t>(a.to_int()));
    return b.to_double() - a.to_double();  // float32 operands: exact enough to be rounded once when stored
}

std::int64_t rounded_up(double quotient) {
    const double length = std::ceil(quotient);
    if (std::isnan(length)) throw ValueError("arange: cannot compute length");
    if (length >= 9.2e18) throw ValueError("Maximum allowed size exceeded");
    return length > 0 ? static_cast<std::int64_t>(length) : 0;
}

std::int64_t range_length(const Scalar& start, const Scalar& stop, const Scalar& step) {
    if (!step.to_bool()) {
        // NumPy divides as the numbers themselves do: its own give infinity, Python's refuse.
        if (start.is_weak() && stop.is_weak() && step.is_weak()) throw ZeroDivisionError("division by zero");
        throw ValueError("Maximum allowed size exceeded: the step of arange is zero");
    }
    if (integers(start, stop) && integers(step, step)) {
        const __int128 way = wide(stop) - wide(start), stride = wide(step);
        const __int128 length = way / stride + (way % stride != 0 && (way < 0) == (stride < 0) ? 1 : 0);
        if (length > INT64_MAX) throw ValueError("Maximum allowed size exceeded");
        return length > 0 ? static_cast<std::int64_t>(length) : 0;
    }
    if (is_complex(start.dtype()) || is_complex(stop.dtype()) || is_complex(step.dtype())) {
        const std::complex<double> quotient = (stop.to_complex() - start.to_complex()) / step.to_complex();
        return std::min(rounded_up(quotient.real()), rounded_up(quotient.imag()));
    }
    const double way = stop.to_double() - start.to_double(), quotient = way / step.to_double();
    if (quotient == 0 && way != 0) return std::signbit(quotient) ? 0 : 1;  // too small to be told from zero
    return rounded_up(quotient);
}

}  // namespace

ndarray arange(const Scalar& start, const Scalar& stop, const Scalar& step, std::optional<DType> asked) {
    const DType given[] = {DType::int64, start.dtype(), stop.dtype(), step.dtype()};
    const DType dtype = asked ? *asked : result_type(given);
    const std::int64_t length = range_length(start, stop, step);
    if (dtype == DType::bool_ && length > 2)
        throw TypeError("arange() is only supported for booleans when the result has at most length 2.");
    // As in NumPy the step is what is left of it between the first two elements once they have the dtype.
    const Scalar second = sum(start, step);
    if (length > 0) check_fits(start, dtype);
    if (length > 1) check_fits(second, dtype);
    const Scalar first = start.as(dtype), next = second.as(dtype);
    if (is_integer(dtype) || is_floating(dtype))
        if (auto few = kernel::count_up_few(length, dtype, first, difference(first, next, dtype))) return *few;
    const ndarray count = kernel::counter({length}, {1});
    return ramp(dtype, count, first, dtype == DType::bool_ ? next : difference(first, next, dtype)).run(dtype);
}

kernel::ElementwiseKernel& arange_kernel(DType dtype) {
    const DType kept = step_dtype(dtype);
    const DType dtypes[] = {kept, dtype, DType::int64, kept, kept};  // as `ramp` adds them; the second is the result's
    return ramp_family.kernel(dtypes);
}

// ------------------------------------------------------------------------------------------------------------ linspace

namespace {

KernelFamily linspace_family("linspace", [](std::span<const DType> dtypes) {
    const DType dtype = dtypes[0], out = dtypes[1];
    Expression graph;
    Expression::Step step;
    for (std::size_t i = 2; i < dtypes.size(); ++i)
        step.arguments.push_back(i == 2 ? graph.add_counter() : graph.add_input(dtypes[i]));
    step.in_types = {DType::int64, dtype, dtype, real_dtype(dtype), DType::int64};
    step.out_types = {dtype};
    // in3 is the number of steps; in4 the place that gets `stop` itself. NumPy rounds after each operation, also
    // numbers of 16 bits, which kernels compute in float32.
    const bool narrow = dtype == DType::float16 || dtype == DType::bfloat16;
    step.body = std::string("const auto kept = [](auto x) { return ") +
                (narrow ? "cast<float>(cast<" + kernel::storage_type(dtype) + ">(x))" : "x") +
                "; };\n"
                "using T = out0_t; using R = in3_t; const R n = kept(cast<R>(in0));\n"
                "const T way = kept(in2 - in1);\n";
    if (is_complex(dtype))
        step.body +=
            // Complex numbers are divided by a product with the reciprocal, as NumPy does it.
            "const R part = R(1) / in3;\n"
            "const T step = {way.re * part, way.im * part};\n"
            "const T gone = in3 == 0 ? T{n * way.re, n * way.im}\n"
            "    : step == T(0) ? T{n * part * way.re, n * part * way.im} : T{n * step.re, n * step.im};\n";
    else
        step.body +=
            "const T step = kept(way / in3);\n"
            "const T gone = kept(in3 == 0 ? n * way : step == 0 ? kept(n / in3) * way : n * step);\n";
    step.body += "out0 = in0 == in4 ? in2 : kept(gone + in1);";
    if (is_integer(out)) step.body += "\nout0 = floor(out0);";
    graph.outputs.push_back({graph.add_step(step), out});
    return graph;
});

void check_count(std::int64_t num) {
    if (num < 0) throw ValueError("Number of samples, " + std::to_string(num) + ", must be non-negative.");
}

Shape operand_shape(const Operand& operand) { return operand.is_array() ? operand.array().shape() : Shape(); }

DType linspace_dtype(const Operand& start, const Operand& stop) { return inexact_dtype(result_type({start, stop})); }

}  // namespace

ndarray linspace(const Operand& start, const Operand& stop, std::int64_t num, bool endpoint, std::optional<DType> asked,
                 std::int64_t axis) {
    const kernel::Placement here(start, stop);
    check_count(num);
    const DType dtype = linspace_dtype(start, stop);
    const Shape shapes[] = {operand_shape(start), operand_shape(stop)};
    const int ndim = broadcast_shapes(shapes).size() + 1;
    if (asked && is_integer(*asked) && is_complex(dtype))
        throw TypeError(
            "linspace: complex values have no floor and so cannot become integers; ask for an inexact dtype");
    warn_of_conversion(dtype, asked.value_or(dtype));
    Shape shape(ndim, 1);
    shape[0] = num;
    const ndarray count = kernel::counter(shape, unit(ndim, 0));
    ElementwiseCall call(linspace_family, {dtype});
    call.add(count);
    call.add(start, dtype);
    call.add(stop, dtype);
    call.add(Scalar(endpoint ? num - 1 : num), real_dtype(dtype));
    call.add(Scalar(endpoint && num > 1 ? num - 1 : -1), DType::int64);
    ndarray result = call.run(asked.value_or(dtype), 'C');
    return axis == 0 ? result : moveaxis(result, 0, axis);
}

kernel::ElementwiseKernel& linspace_kernel(DType dtype) {
    const DType dtypes[] = {dtype, dtype, DType::int64, dtype, dtype, real_dtype(dtype), DType::int64};
    return linspace_family.kernel(dtypes);
}

ndarray linspace_step(const Operand& start, const Operand& stop, std::int64_t num, bool endpoint) {
    const kernel::Placement here(start, stop);
    check_count(num);
    const DType dtype = linspace_dtype(start, stop);
    const std::int64_t steps = endpoint ? num - 1 : num;
    if (steps <= 0) return full({}, std::nan(""));
    return divide(subtract(stop, start, {.dtype = dtype}), static_cast<double>(steps));
}

ndarray logspace(const Operand& start, const Operand& stop, std::int64_t num, bool endpoint, const Operand& base,
                 std::optional<DType> dtype, std::int64_t axis) {
    const kernel::Placement here(start, stop, base);
    ndarray result;
    if (base.is_array()) {
        const Shape shapes[] = {operand_shape(start), operand_shape(stop), operand_shape(base)};
        const int ndim = broadcast_shapes(shapes).size();
        auto deepened = [&](const ndarray& a) {
            Shape shape(ndim - a.ndim(), 1);
            for (std::int64_t length : a.shape()) shape.push_back(length);
            return a.reshape(shape);
        };
        // An array makes room for the base's axes beside the one that the values run along.
        ndarray first = start.is_array() ? deepened(start.array()) : full(Shape(ndim, 1), start);
        result = linspace(first, stop.is_array() ? Operand(deepened(stop.array())) : stop, num, endpoint, {}, axis);
        result = power(expand_dims(deepened(base.array()), axis), result);
    } else {
        result = power(base, linspace(start, stop, num, endpoint, {}, axis));
    }
    return dtype ? result.astype(*dtype, 'K', Casting::unsafe, false) : result;
}

ndarray geomspace(const Operand& start, const Operand& stop, std::int64_t num, bool endpoint,
                  std::optional<DType> asked, std::int64_t axis) {
    const kernel::Placement here(start, stop);
    const DType dtype =
        inexact_dtype(promote_types(promote_types(start.dtype(), stop.dtype()), asked.value_or(DType::float64)));
    auto prepared = [&](const Operand& operand) {
        ndarray a = operand.is_array() ? operand.array().astype(dtype) : full({}, operand, dtype);
        std::vector<unsigned char> host(static_cast<std::size_t>(a.nbytes()));
        a.get(host.data());
        for (std::int64_t i = 0; i < a.size(); ++i)
            if (!Scalar::load(dtype, host.data() + i * a.itemsize()).to_bool())
                throw ValueError("Geometric sequence cannot include zero");
        return a;
    };
    const ndarray first = prepared(start), last = prepared(stop);
    // Turned so that the first value is real and positive, whose logarithm is too.
    const ndarray turn = sign(first);
    const ndarray log_first = log10(divide(first, turn)), log_last = log10(divide(last, turn));
    const ndarray middle = logspace(log_first, log_last, num, endpoint, 10.0, dtype);
    ndarray result = multiply(middle, turn);
    // Logarithms and powers of the ends need not give them back.
    if (num > 0) copy_to(first, place_of(result, 0, 0));
    if (num > 1 && endpoint) copy_to(last, place_of(result, 0, num - 1));
    if (axis != 0) result = moveaxis(result, 0, axis);
    return result.astype(asked.value_or(dtype), 'K', Casting::unsafe, false);
}

// --------------------------------------------------------------------------------------------------------------- grids

namespace {

struct Grid {
    Shape shape;
    std::vector<Scalar> starts, steps;
    DType dtype = DType::int64;
};

Grid lay_out(std::span<const GridAxis> axes) {
    Grid grid;
    std::vector<Operand> numbers;
    for (const GridAxis& axis : axes) {
        Scalar step = axis.step;
        if (axis.count) {
            grid.shape.push_back(*axis.count);
            if (*axis.count != 1)
                step = (axis.stop.to_double() - axis.start.to_double()) / static_cast<double>(*axis.count - 1);
        } else {
            grid.shape.push_back(range_length(axis.start, axis.stop, axis.step));
        }
        grid.starts.push_back(axis.start);
        grid.steps.push_back(step);
        numbers.insert(numbers.end(), {axis.start, axis.stop, axis.count ? Scalar(1.0) : axis.step});
    }
    if (!numbers.empty()) grid.dtype = result_type(numbers);
    return grid;
}

ndarray dense(const Grid& grid) {
    Shape shape(grid.shape);
    shape.insert(0, grid.shape.size());
    ndarray result = empty(shape, grid.dtype);
    for (int k = 0; k < grid.shape.size(); ++k) {
        const ndarray count = kernel::counter(grid.shape, unit(grid.shape.size(), k));
        ramp(grid.dtype, count, grid.starts[k], grid.steps[k]).run_into(place_of(result, 0, k), grid.dtype);
    }
    return result;
}

std::vector<ndarray> open(const Grid& grid) {
    std::vector<ndarray> result;
    for (int k = 0; k < grid.shape.size(); ++k) {
        Shape shape(grid.shape.size(), 1);
        shape[k] = grid.shape[k];
        const ndarray count = kernel::counter(shape, unit(grid.shape.size(), k));
        result.push_back(ramp(grid.dtype, count, grid.starts[k], grid.steps[k]).run(grid.dtype));
    }
    return result;
}

Grid counting(const Shape& dimensions, DType dtype) {
    const auto ndim = static_cast<std::size_t>(dimensions.size());
    return {dimensions, std::vector<Scalar>(ndim, Scalar(0)), std::vector<Scalar>(ndim, Scalar(1)), dtype};
}

}  // namespace

ndarray indices(const Shape& dimensions, DType dtype) { return dense(counting(dimensions, dtype)); }
std::vector<ndarray> sparse_indices(const Shape& dimensions, DType dtype) { return open(counting(dimensions, dtype)); }
ndarray mgrid(std::span<const GridAxis> axes) {
    for (const GridAxis& axis : axes) {
        if (axis.count) continue;
        const double steps = (axis.stop.to_double() - axis.start.to_double()) / axis.step.to_double();
        if (std::ceil(steps) < 0)
            throw ValueError("negative dimensions are not allowed: an axis ends before it begins");
    }
    return dense(lay_out(axes));
}
std::vector<ndarray> ogrid(std::span<const GridAxis> axes) { return open(lay_out(axes)); }

std::vector<ndarray> meshgrid(ArrayList xi, std::string_view indexing, bool sparse, bool copy) {
    const kernel::Placement here(xi);
    if (indexing != "xy" && indexing != "ij") throw ValueError("Valid values for `indexing` are 'xy' and 'ij'.");
    const int ndim = static_cast<int>(xi.size());
    std::vector<ndarray> result;
    for (int k = 0; k < ndim; ++k) {
        Shape shape(ndim, 1);
        const int axis = indexing == "xy" && ndim > 1 && k < 2 ? 1 - k : k;
        shape[axis] = -1;
        result.push_back(xi[static_cast<std::size_t>(k)].reshape(shape));
    }
    if (!sparse) result = broadcast_arrays(result);
    if (copy)
        for (ndarray& a : result) a = a.copy();
    return result;
}

}  // namespace cuprum
