// Sums of exponentials: functions that are traced once and run as one kernel, which reads each row once.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/fuse.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/special.h"
#include "cuprum/types.h"
#include "kernel/engine/placement.h"

namespace cuprum::scipy::special {
namespace {

/// Values as they are computed: integers as float64, 16-bit floats as float32.
DType compute_dtype(DType dtype) {
    if (!is_inexact(dtype)) return DType::float64;
    return info(dtype).itemsize == 2 ? DType::float32 : dtype;
}
DType result_dtype(DType dtype) { return is_inexact(dtype) ? dtype : DType::float64; }

std::uint64_t bits_of(const Dims& axes) {
    std::uint64_t bits = 0;
    for (std::int64_t axis : axes) bits |= std::uint64_t(1) << axis;
    return bits;
}

/// The axes from 0 up, none of them twice. A number may be told axis 0, as NumPy's reductions may.
Dims checked_axes(const ndarray& a, const Axes& axis) {
    if (axis) {
        const Dims axes = normalize_axes(*axis, std::max(a.ndim(), 1));
        return a.ndim() ? axes : Dims{};
    }
    Dims all;
    for (int d = 0; d < a.ndim(); ++d) all.push_back(d);
    return all;
}

/// Runs a function of arrays and the reduction's options, of which a trace is kept for each set of axes.
template <class F>
std::vector<ndarray> run_traced(FusedFunction& traces, F function, std::span<const Operand> operands, const Dims& axes,
                                bool keepdims) {
    const std::uint64_t constants[] = {bits_of(axes), keepdims};
    const ReduceOptions rows{.axis = axes, .keepdims = true};
    const auto program = traces.program(operands, constants, [&](std::span<const Operand> traced) {
        return FusedFunction::Traced{function(traced, rows)};
    });
    if (!program) return function(operands, rows);
    std::vector<ndarray> results(program->result_count());
    program->run(operands, results);
    return results;
}

ndarray computed(const Operand& a) { return a.array().astype(compute_dtype(a.dtype()), 'K', Casting::unsafe, false); }

std::vector<ndarray> softmax_rows(std::span<const Operand> operands, const ReduceOptions& rows) {
    const ndarray x = computed(operands[0]);
    const ndarray e = cuprum::exp(x - max(x, rows));
    return {(e / sum(e, rows)).astype(result_dtype(operands[0].dtype()))};
}

std::vector<ndarray> log_softmax_rows(std::span<const Operand> operands, const ReduceOptions& rows) {
    const ndarray x = computed(operands[0]);
    const ndarray largest = max(x, rows);
    // Where all are -inf, or one is inf, nothing is taken off.
    const ndarray shifted = x - where(isfinite(largest), largest, zeros_like(largest));
    return {(shifted - cuprum::log(sum(cuprum::exp(shifted), rows))).astype(result_dtype(operands[0].dtype()))};
}

/// The largest terms are counted apart, and the rest goes through log1p, so that no digits of it are lost.
std::vector<ndarray> log_sum_rows(std::span<const Operand> operands, const ReduceOptions& rows) {
    const ndarray x = computed(operands[0]);
    const ndarray largest = max(x, rows), is_largest = equal(x, largest);
    const ndarray count = sum(is_largest.astype(x.dtype()), rows);
    const ndarray rest = sum(where(is_largest, zeros_like(x), cuprum::exp(x - largest)), rows) / count;
    return {(cuprum::log1p(rest) + cuprum::log(count) + largest).astype(result_dtype(operands[0].dtype()))};
}

std::vector<ndarray> weighted_log_sum_rows(std::span<const Operand> operands, const ReduceOptions& rows) {
    const ndarray x = computed(operands[0]), b = operands[1].array().astype(x.dtype(), 'K', Casting::unsafe, false);
    const ndarray counted = where(equal(b, 0), full_like(x, Scalar(-INFINITY)), x);
    const ndarray largest = max(counted, rows), is_largest = equal(counted, largest);
    const ndarray weight = sum(where(is_largest, b, zeros_like(b)), rows);
    const ndarray terms = sum(where(is_largest, zeros_like(x), b * cuprum::exp(counted - largest)), rows);
    const ndarray rest = where(equal(terms, 0), terms, terms / weight);
    ndarray sign = cuprum::sign(rest + 1) * cuprum::sign(weight);
    ndarray result = cuprum::log1p(where(less(rest, -1), -rest - 2, rest)) + cuprum::log(absolute(weight)) + largest;
    // Where the largest terms cancel, or are infinite, the plain sum decides.
    const ndarray plain = sum(b * cuprum::exp(x), rows), finite = isfinite(result);
    result = where(finite, result, cuprum::log(absolute(plain)));
    sign = where(finite, sign, cuprum::sign(plain));
    const DType dtype = result_dtype(operands[0].dtype());
    return {result.astype(dtype), sign.astype(dtype)};
}

/// Of complex numbers: the largest real part is taken off.
LogSum complex_log_sum(const ndarray& a, const ndarray* b, const ReduceOptions& rows) {
    const ndarray weighted = b ? where(equal(*b, 0), full_like(a, Scalar(-INFINITY)), a) : a;
    const ndarray largest = max(weighted.real(), rows);
    const ndarray shift = where(isfinite(largest), largest, zeros_like(largest));
    const ndarray terms = cuprum::exp(weighted - shift);
    const ndarray total = sum(b ? *b * terms : terms, rows);
    return {cuprum::log(total) + shift, cuprum::sign(total)};
}

ndarray squeezed(const ndarray& a, const Dims& axes, bool keepdims) {
    return keepdims || axes.empty() ? a : a.squeeze(axes);
}

LogSum log_sum(const ndarray& a, const Axes& axis, const ndarray* b, bool keepdims, bool with_sign) {
    ndarray x = a;
    std::optional<ndarray> factors;
    if (b) {
        const std::vector<ndarray> both = broadcast_arrays({a, *b});
        x = both[0];
        factors = both[1];
    }
    const Dims axes = checked_axes(x, axis);
    const ReduceOptions rows{.axis = axes, .keepdims = true};
    LogSum result;
    if (x.size() == 0) {
        const ndarray zero = sum(x.astype(result_dtype(x.dtype())), rows);
        result = {cuprum::log(zero), cuprum::sign(cuprum::log(zero))};
    } else if (is_complex(x.dtype()) || (factors && is_complex(factors->dtype()))) {
        const DType dtype =
            promote_types(x.dtype(), factors ? promote_types(factors->dtype(), DType::complex64) : DType::complex64);
        const ndarray values = x.astype(dtype, 'K', Casting::unsafe, false);
        result = complex_log_sum(values, factors ? &*factors : nullptr, rows);
        if (with_sign) result.log = result.log.real().copy();
    } else if (factors) {
        static FusedFunction traces("weighted_logsumexp");
        const DType dtype = result_dtype(promote_types(x.dtype(), factors->dtype()));
        const ndarray values = x.astype(dtype, 'K', Casting::unsafe, false);
        const ndarray weights = factors->astype(dtype, 'K', Casting::unsafe, false);
        const Operand operands[] = {values, weights};
        std::vector<ndarray> found = run_traced(traces, weighted_log_sum_rows, operands, axes, true);
        result = {found[0], found[1]};
        if (!with_sign) result.log = where(less(result.sign, 0), full_like(result.log, Scalar(NAN)), result.log);
    } else {
        static FusedFunction traces("logsumexp");
        const Operand operands[] = {x};
        result.log = run_traced(traces, log_sum_rows, operands, axes, true)[0];
        if (with_sign) result.sign = cuprum::sign(cuprum::exp(result.log));
    }
    result.log = squeezed(result.log, axes, keepdims);
    if (with_sign) result.sign = squeezed(result.sign, axes, keepdims);
    return result;
}

}  // namespace

ndarray logsumexp(const ndarray& a, const Axes& axis, const ndarray* b, bool keepdims) {
    const kernel::Placement here(a, b);
    return log_sum(a, axis, b, keepdims, false).log;
}

LogSum logsumexp_with_sign(const ndarray& a, const Axes& axis, const ndarray* b, bool keepdims) {
    const kernel::Placement here(a, b);
    return log_sum(a, axis, b, keepdims, true);
}

ndarray softmax(const ndarray& x, const Axes& axis) {
    const kernel::Placement here(x);
    static FusedFunction traces("softmax");
    const Operand operands[] = {x};
    return run_traced(traces, softmax_rows, operands, checked_axes(x, axis), true)[0];
}

ndarray log_softmax(const ndarray& x, const Axes& axis) {
    const kernel::Placement here(x);
    static FusedFunction traces("log_softmax");
    const Operand operands[] = {x};
    return run_traced(traces, log_softmax_rows, operands, checked_axes(x, axis), true)[0];
}

}  // namespace cuprum::scipy::special
