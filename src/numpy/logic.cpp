#include "cuprum/logic.h"

#include <cmath>
#include <numbers>

#include "cuprum/creation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/array/selection.h"
#include "kernel/engine/array/structured.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/placement.h"

namespace cuprum {
namespace {

using kernel::Expression;
using kernel::KernelFamily;

// An expression of one step. The inputs, stored as `stored` says, are computed with as `in` says.
Expression one_step(std::string body, std::vector<DType> in, DType computed, DType out, std::span<const DType> stored) {
    Expression graph;
    Expression::Step step{std::move(body), std::move(in), {computed}, {}};
    for (DType dtype : stored) step.arguments.push_back(graph.add_input(dtype));
    graph.outputs.push_back({graph.add_step(std::move(step)), out});
    return graph;
}

KernelFamily where_family("where", [](std::span<const DType> d) {
    return one_step("out0 = in0 ? in1 : in2;", {DType::bool_, d[0], d[0]}, d[0], d[1], d.subspan(2));
});

KernelFamily clip_family("clip", [](std::span<const DType> d) {
    return one_step(d[0] == DType::bool_ ? "out0 = (in0 | in1) & in2;" : "out0 = minimum(maximum(in0, in1), in2);",
                    {d[0], d[0], d[0]}, d[0], d[1], d.subspan(2));
});

}  // namespace

ndarray where(const Operand& condition, const Operand& x, const Operand& y) {
    const kernel::Placement here(condition, x, y);
    const DType dtype = result_type({x, y});
    if (!is_number(dtype)) [[unlikely]]
        return where_described(condition, x, y, dtype);
    check_fits(x, dtype);
    check_fits(y, dtype);
    ElementwiseCall call(where_family, {dtype});
    call.add(condition, DType::bool_);
    call.add(x, dtype);
    call.add(y, dtype);
    return call.run(dtype);
}

ndarray clip(const ndarray& a, std::optional<Operand> a_min, std::optional<Operand> a_max, const ndarray* out,
             std::optional<DType> asked, Casting casting) {
    const kernel::Placement here(a, a_min, a_max, out);
    if (asked) {
        // The operands as the dtype asked for; literals of its kind take it of themselves.
        ndarray converted[3];
        auto convert = [&](const Operand& operand, int number) -> Operand {
            if (operand.is_weak() && result_type({Scalar(0).as(*asked), operand}) == *asked) return operand;
            if (!can_cast(operand.dtype(), *asked, casting))
                throw UFuncTypeError("Cannot cast ufunc 'clip' input " + std::to_string(number) + " from dtype('" +
                                     info(operand.dtype()).name + "') to dtype('" + info(*asked).name +
                                     "'); casting='unsafe' allows it");
            if (!operand.is_array()) return operand.scalar().as(*asked);
            converted[number] = operand.array().astype(*asked, 'K', Casting::unsafe, false);
            return converted[number];
        };
        convert(a, 0);
        if (a_min) a_min = convert(*a_min, 1);
        if (a_max) a_max = convert(*a_max, 2);
        return clip(converted[0], a_min, a_max, out, {}, casting);
    }
    if (is_integer(a.dtype())) {
        // A literal beyond what the dtype holds is no bound.
        auto bounds_nothing = [&](const std::optional<Operand>& bound, bool lower) {
            if (!bound || !bound->is_weak() || !is_integer(bound->dtype())) return false;
            const Scalar& value = bound->scalar();
            if (value.fits(a.dtype())) return false;
            return (value.to_double() < 0) == lower;
        };
        if (bounds_nothing(a_min, true)) a_min.reset();
        if (bounds_nothing(a_max, false)) a_max.reset();
    }
    const UfuncOptions options{.out = {out}, .casting = casting};
    if (!is_number(a.dtype()) && a_min && a_max) [[unlikely]] {  // times
        const ndarray raised = maximum(a, *a_min);
        return minimum(raised, *a_max, options);
    }
    if (!a_min && !a_max) return positive(a, options);
    if (!a_max) return maximum(a, *a_min, options);
    if (!a_min) return minimum(a, *a_max, options);
    const DType dtype = result_type({a, *a_min, *a_max});
    check_fits(*a_min, dtype);
    check_fits(*a_max, dtype);
    ElementwiseCall call(clip_family, {dtype});
    call.add(a);
    call.add(*a_min, dtype);
    call.add(*a_max, dtype);
    return out ? call.run_into(*out, dtype, casting) : call.run(dtype);
}

// ---------------------------------------------------------------------------------------------------------- comparison

namespace {

template <bool equal_nan>
Expression close(std::span<const DType> d) {
    const DType dtype = d[0], part = real_dtype(dtype);
    std::string body =
        "const auto room = in3 + in2 * abs(in1);\n"
        "out0 = ((abs(in0 - in1) <= room) & isfinite(in1)) | (in0 == in1)";
    if (equal_nan) body += " | ((in0 != in0) & (in1 != in1))";
    return one_step(body + ";", {dtype, dtype, part, part}, DType::bool_, d[1], d.subspan(2));
}

KernelFamily close_family("isclose", close<false>), close_or_nan_family("isclose_or_nan", close<true>);

}  // namespace

ndarray isclose(const Operand& a, const Operand& b, const Operand& rtol, const Operand& atol, bool equal_nan) {
    const kernel::Placement here(a, b, rtol, atol);
    // The reference is inexact, and so is the comparison.
    DType dtype = result_type({a, b, Scalar(1.0)});
    if (!b.is_weak()) dtype = promote_types(dtype, inexact_dtype(b.dtype()));
    for (const Operand* tolerance : {&rtol, &atol})
        if (!tolerance->is_weak() && is_floating(tolerance->dtype())) dtype = promote_types(dtype, tolerance->dtype());
    ElementwiseCall call(equal_nan ? close_or_nan_family : close_family, {dtype});
    call.add(a, dtype);
    call.add(b, dtype);
    call.add(rtol, real_dtype(dtype));
    call.add(atol, real_dtype(dtype));
    return call.run(DType::bool_);
}

ndarray allclose(const Operand& a, const Operand& b, const Operand& rtol, const Operand& atol, bool equal_nan) {
    const kernel::Placement here(a, b, rtol, atol);
    return all(isclose(a, b, rtol, atol, equal_nan));
}

namespace {
bool is_time(DType dtype) { return kind(dtype) == 'M' || kind(dtype) == 'm'; }
}  // namespace

ndarray array_equal(const ndarray& a1, const ndarray& a2, bool equal_nan) {
    const kernel::Placement here(a1, a2);
    if (!(a1.shape() == a2.shape())) return full({}, false);
    ndarray same = equal(a1, a2);
    if (equal_nan && is_inexact(a1.dtype()) && is_inexact(a2.dtype()))
        same = logical_or(same, logical_and(isnan(a1), isnan(a2)));
    // NaT is what does not equal itself.
    if (equal_nan && is_time(a1.dtype()) && is_time(a2.dtype()))
        same = logical_or(same, logical_and(not_equal(a1, a1), not_equal(a2, a2)));
    return all(same);
}

ndarray array_equiv(const ndarray& a1, const ndarray& a2) {
    const kernel::Placement here(a1, a2);
    try {
        const Shape both[] = {a1.shape(), a2.shape()};
        broadcast_shapes(both);
    } catch (const ValueError&) {
        return full({}, false);
    }
    return all(equal(a1, a2));
}

// ------------------------------------------------------------------------------------------------------------ rounding

namespace {

// Rounds after scaling with `first` by a power of ten, and scales back. Each result has the dtype's precision, 16-bit
// floats' too.
Expression rounding(std::span<const DType> d, const std::string& first, const std::string& last) {
    const DType dtype = d[0];
    const std::string stored = kernel::storage_type(dtype);
    auto on = [&](const std::string& x) {
        return "rint(cast<R>(cast<S>(" + x + " " + first + " in1))) " + last + " in1";
    };
    std::string body;
    if (is_complex(dtype)) body = "using R = in1_t; using S = R;\nout0 = {" + on("in0.re") + ", " + on("in0.im") + "};";
    else body = "using R = out0_t; using S = " + stored + ";\nout0 = " + on("in0") + ";";
    return one_step(body, {dtype, real_dtype(dtype)}, dtype, d[1], d.subspan(2));
}

KernelFamily round_right_family("round_right", [](std::span<const DType> d) { return rounding(d, "*", "/"); });
KernelFamily round_left_family("round_left", [](std::span<const DType> d) { return rounding(d, "/", "*"); });

}  // namespace

ndarray round(const ndarray& a, std::int64_t decimals, const ndarray* out) {
    const kernel::Placement here(a, out);
    const bool whole = is_integer(a.dtype());
    if (whole && decimals >= 0) {
        const ndarray result = out ? *out : empty_like(a);
        if (!(result.shape() == a.shape())) throw ValueError("invalid output shape");
        if (!can_cast(a.dtype(), result.dtype(), Casting::same_kind))
            throw TypeError(std::string("Cannot cast array data from dtype('") + info(a.dtype()).name +
                            "') to dtype('" + info(result.dtype()).name + "') according to the rule 'same_kind'");
        copy_to(a, result);
        return result;
    }
    if (decimals != 0 && a.dtype() == DType::bool_)
        throw UFuncTypeError("an array of bool can only be rounded to 0 decimals; " + std::to_string(decimals) +
                             " were asked for");
    if (decimals == 0) return rint(a, {.out = {out}});
    const DType dtype = whole ? DType::float64 : a.dtype();
    const Scalar scale = std::pow(10.0, static_cast<double>(std::abs(decimals)));
    ElementwiseCall call(decimals > 0 ? round_right_family : round_left_family, {dtype});
    call.add(a);
    call.add(scale, real_dtype(dtype));
    return out ? call.run_into(*out, dtype) : call.run(a.dtype());
}

// ------------------------------------------------------------------------------------------------------ parts of
// numbers

ndarray real(const ndarray& val) { return val.real(); }
ndarray imag(const ndarray& val) { return val.imag(); }

namespace {

// arctan2(0, x): 0 or pi by the sign of x, or NaN.
KernelFamily real_angle_family("real_angle", [](std::span<const DType> d) {
    return one_step("out0 = isnan(in0) ? in0 : signbit(in0) ? in0_t(3.14159265358979323846) : in0_t(0);", {d[0]}, d[0],
                    d[1], d.subspan(2));
});

ndarray real_angle(const ndarray& x) {
    const bool is_wide = is_inexact(x.dtype()) || (is_integer(x.dtype()) && x.itemsize() >= 4);
    if (!is_wide) return arctan2(0, x);
    const DType dtype = is_inexact(x.dtype()) ? x.dtype() : DType::float64;
    ElementwiseCall call(real_angle_family, {dtype});
    call.add(x);
    return call.run(dtype);
}

}  // namespace

ndarray angle(const ndarray& z, bool deg) {
    const kernel::Placement here(z);
    const ndarray result = is_complex(z.dtype()) ? arctan2(z.imag(), z.real()) : real_angle(z);
    return deg ? multiply(result, 180 / std::numbers::pi) : result;
}

ndarray real_if_close(const ndarray& a, double tol) {
    const kernel::Placement here(a);
    if (!is_complex(a.dtype())) return a;
    if (tol > 1) tol *= finfo(a.dtype()).eps;
    return all(less(absolute(a.imag()), tol)).item().to_bool() ? a.real() : a;
}

ndarray isreal(const ndarray& x) { return is_complex(x.dtype()) ? equal(x.imag(), 0) : ones_like(x, DType::bool_); }

ndarray iscomplex(const ndarray& x) {
    const kernel::Placement here(x);
    return is_complex(x.dtype()) ? not_equal(x.imag(), 0) : zeros(x.shape(), DType::bool_);
}

namespace {

ndarray is_infinity(const ndarray& x, double infinity) {
    if (is_complex(x.dtype()))
        throw TypeError(std::string("This operation is not supported for ") + info(x.dtype()).name +
                        " values because it would be ambiguous.");
    return is_inexact(x.dtype()) ? equal(x, infinity) : zeros_like(x, DType::bool_);
}

ndarray written(ndarray result, const ndarray* out) {
    if (!out) return result;
    const Index everything[] = {ellipsis};
    out->assign(everything, result);
    return *out;
}

KernelFamily nan_to_num_family("nan_to_num", [](std::span<const DType> d) {
    const DType dtype = d[0], part = real_dtype(dtype);
    const std::string number =
        "auto number = [&](auto x) { return x != x ? in1 : isfinite(x) ? x : x > 0 ? in2 : in3; };\n";
    return one_step(number + (is_complex(dtype) ? "out0 = {number(in0.re), number(in0.im)};" : "out0 = number(in0);"),
                    {dtype, part, part, part}, dtype, d[1], d.subspan(2));
});

}  // namespace

ndarray isposinf(const ndarray& x, const ndarray* out) { return written(is_infinity(x, HUGE_VAL), out); }
ndarray isneginf(const ndarray& x, const ndarray* out) { return written(is_infinity(x, -HUGE_VAL), out); }

ndarray nan_to_num(const ndarray& x, bool copy, const Operand& nan, const std::optional<Operand>& posinf,
                   const std::optional<Operand>& neginf) {
    const kernel::Placement here(x, nan, posinf, neginf);
    if (!is_inexact(x.dtype())) return copy ? x.copy('K') : x;
    const FloatInfo limits = finfo(x.dtype());
    const DType part = real_dtype(x.dtype());
    const Operand given[] = {nan, posinf ? *posinf : Operand(limits.max), neginf ? *neginf : Operand(limits.min)};
    ndarray arrays[3];
    ElementwiseCall call(nan_to_num_family, {x.dtype()});
    call.add(x);
    for (int k = 0; k < 3; ++k) {
        if (given[k].is_array()) {
            arrays[k] = given[k].array().astype(part, 'K', Casting::same_kind, false).broadcast_to(x.shape());
            call.add(arrays[k]);
        } else {
            call.add(given[k].scalar(), part);
        }
    }
    return copy ? call.run(x.dtype()) : call.run_into(x, x.dtype());
}

}  // namespace cuprum
