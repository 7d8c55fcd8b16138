// From a entry of reductions.def, an array and NumPy's options to a kernel and its operands.
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/layout.h"
#include "core/warnings.h"
#include "kernel/engine/array/structured.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/reduction/reduced_axes.h"
#include "kernel/engine/reduction/reduction.h"
#include "kernel/graph/statement.h"
#include "kernel/graph/storage.h"

namespace cuprum::kernel {
namespace {

DType real_of(DType dtype) {
    return dtype == DType::complex64 ? DType::float32 : dtype == DType::complex128 ? DType::float64 : dtype;
}

/// 16-bit floats are computed with as float32.
DType value_of(DType dtype) { return dtype == DType::float16 || dtype == DType::bfloat16 ? DType::float32 : dtype; }

struct Resolved {
    DType compute, output;
};

Resolved resolve(Types types, DType input, const ReduceOptions& options) {
    // An output array is an operand as well as the input: its dtype may widen what is computed in, not narrow it.
    // Integers that have no common dtype are added in the output's, in which sums are the same however they wrap.
    const auto common = [&](DType out) {
        const DType both = promote_types(out, input);
        return is_integer(out) && is_integer(input) && !is_integer(both) ? out : both;
    };
    const std::optional<DType> wanted = options.dtype ? options.dtype
                                        : options.out ? std::optional(common(options.out->dtype()))
                                                      : std::nullopt;
    switch (types) {
        case Types::sum: {
            DType promoted = input;
            if (input == DType::bool_ || (kind(input) == 'i' && itemsize(input) < 8)) promoted = DType::int64;
            if (kind(input) == 'u') promoted = DType::uint64;
            const DType compute = wanted.value_or(promoted);
            return {compute, compute};
        }
        case Types::same: {
            // Which element is the largest does not depend on the output's dtype, but an initial value may.
            const DType compute = options.initial ? wanted.value_or(input) : options.dtype.value_or(input);
            return {compute, compute};
        }
        case Types::truth: return {input, DType::bool_};
        case Types::index:
        case Types::count: return {input, DType::int64};
        case Types::mean: {
            DType compute = options.dtype       ? *options.dtype
                            : is_inexact(input) ? wanted.value_or(input)
                                                : DType::float64;
            // Integers are summed up as such, but their mean goes to an output of floats as it is.
            if (is_integer(compute) && options.out && is_inexact(options.out->dtype()) && !is_inexact(input))
                compute = options.out->dtype();
            return {compute, compute};
        }
        case Types::variance: {
            const DType compute = options.dtype ? *options.dtype : is_inexact(input) ? input : DType::float64;
            return {compute,
                    options.dtype ? compute : real_of(compute)};  // NumPy gives the dtype asked for, complex or not
        }
    }
    __builtin_unreachable();
}

std::string dtype_names(std::initializer_list<DType> dtypes) {
    std::string text;
    for (DType dtype : dtypes) text += std::string("_") + info(dtype).name;
    return text;
}

/// With `nat_last` the integers are times, among which NaT, the lowest, counts as the largest: less one, which wraps
/// around, it is.
Reduction make_reduction(const ReductionEntry& entry, std::span<const DType> inputs, DType compute,
                         std::span<const DType> outputs, bool masked, bool skip_nan, bool nat_last = false) {
    Reduction r;
    r.name = r.label = std::string(entry.name);
    for (DType dtype : inputs) r.name += dtype_names({dtype});
    r.name += dtype_names({compute, outputs[0]}) + (masked ? "_masked" : "") + (skip_nan ? "_nan" : "") +
              (nat_last ? "_nat_last" : "");
    // The sum of 8- and 16-bit integers is exact in float64. Adding them as integers gives the same in less time.
    const bool sums_integers = &entry == &entry_of(ReductionId::mean) && compute == DType::float64 &&
                               !is_inexact(inputs[0]) && itemsize(inputs[0]) <= 2;
    if (sums_integers) compute = DType::int64;
    for (DType dtype : inputs) r.map.add_input(dtype);
    if (masked) r.map.add_input(DType::bool_);
    const bool integer_skips = skip_nan && !is_inexact(compute);  // of which none is NaN
    for (std::size_t k = 0; k < inputs.size(); ++k) {
        auto value = static_cast<ValueId>(k);
        if (integer_skips)
            value =
                r.map.add_step({std::string("out0 = isnan(in0) ? out0_t(") + entry.neutral + ") : cast<out0_t>(in0)",
                                {inputs[k]},
                                {compute},
                                {value}});
        else if (skip_nan && is_complex(inputs[k]) && !is_complex(compute))  // NaN in the part that is lost counts, too
            value = r.map.add_step(
                {"out0 = isnan(in0) ? limits<out0_t>::nan() : cast<out0_t>(in0)", {inputs[k]}, {compute}, {value}});
        else if (nat_last)
            value = r.map.add_step(
                {"out0 = static_cast<out0_t>(static_cast<uint64>(in0) - 1)", {DType::int64}, {DType::int64}, {value}});
        else value = converted(r.map, value, compute);
        r.map.outputs.push_back({value, value_of(compute)});
    }
    r.outputs.assign(outputs.begin(), outputs.end());
    set_state(r, sums_integers ? entry_of(ReductionId::sum) : entry);
    if (sums_integers) r.finish = "mean_of(cast<double>(s0), count)";
    if (nat_last && entry.kind == ReductionKind::extremum) r.finish = "static_cast<value>(static_cast<uint64>(s0) + 1)";
    r.masked = masked;
    r.skip_nan = skip_nan && !integer_skips;
    r.counted = entry.counts == Counts::always || (entry.counts == Counts::skipping && (masked || r.skip_nan));
    r.indexed = entry.types == Types::index;
    r.sums = entry.cascade;
    r.cascade = entry.cascade && is_inexact(compute);
    r.code.unfused = true;  // the same bits where the elements are computed in the same kernel
    // Instead of counting elements, an extreme keeps any number beside it, NaN where there was none: comparisons leave
    // NaNs out, and the two chains of instructions do not wait for each other.
    if (r.skip_nan && entry.kind == ReductionKind::extremum && is_floating(compute) && itemsize(compute) >= 4) {
        const std::string beyond = &entry == &entry_of(ReductionId::max) ? " > " : " < ";
        r.skip_nan = false;
        r.counted = false;
        r.state = "value, value";
        r.start += " s1 = limits<value>::nan();";
        r.add = "s0 = x0" + beyond + "s0 ? x0 : s0; s1 = x0 == x0 ? x0 : s1;";
        r.combine = "s0 = t0" + beyond + "s0 ? t0 : s0; s1 = t1 == t1 ? t1 : s1;";
        r.finish = "s1 == s1 ? s0 : s1";
        return r;
    }
    return r;
}

/// The kernels of entries, by entry, inputs' dtypes and those computed in and stored.
KernelTable<ReductionKernel> kernels;

/// Throws unless an initial value can be a state of this dtype: integers take whole numbers of their range, and of
/// fractions the whole part. As in NumPy, numbers wrap where they become unsigned if they have a dtype of their own, or
/// if it is the output that says so.
void check_initial(const Scalar& given, DType state, bool output_decides) {
    if (is_complex(given.dtype()) && !is_complex(state)) {
        if (given.is_weak())
            throw TypeError(std::string("a complex number cannot be the initial value of a reduction in ") +
                            info(state).name);
        warn_of_conversion(given.dtype(), state);
    }
    if (!is_integer(state) || ((!given.is_weak() || output_decides) && kind(state) == 'u')) return;
    std::string text;
    if (is_floating(given.dtype())) {
        const double value = given.to_double();
        if (std::isnan(value))
            throw ValueError(std::string("cannot convert float NaN to integer: the initial value of a reduction in ") +
                             info(state).name);
        if (std::isinf(value))
            throw OverflowError(
                std::string("cannot convert float infinity to integer: the initial value of a reduction in ") +
                info(state).name);
        if (std::abs(value) < 9.2e18 && Scalar(static_cast<std::int64_t>(value)).fits(state)) return;
        text = std::to_string(value);
    } else {
        if (given.fits(state)) return;
        text = given.is_huge() ? "beyond 64 bits" : std::to_string(given.to_int());
    }
    throw OverflowError("Python integer " + text + " out of bounds for " + info(state).name);
}

bool is_nan(const Scalar& value) {
    return is_inexact(value.dtype()) &&
           (std::isnan(value.to_complex().real()) || std::isnan(value.to_complex().imag()));
}

/// What a reduction begins with: 16-bit floats are computed with in float32, but begin with a number of their own.
std::optional<Scalar> initial_of(const ReduceOptions& options, DType compute) {
    if (!options.initial || value_of(compute) == compute) return options.initial;
    return options.initial->as(compute);
}

/// The work that all reductions share: checks, operands, the result. A reduction of a entry may wait.
ndarray run(ReductionKernel& kernel, const ndarray& a, std::uint64_t reduced, const ReduceOptions& options,
            DType output, bool keep_order, const char* name, double parameter, const Scalar* initial,
            bool is_of_row = false) {
    if (options.initial) {
        const DType state = kernel.reduction().map.outputs[0].storage;
        const bool output_decides = options.out && !options.dtype && is_integer(a.dtype()) && kind(a.dtype()) != 'u';
        check_initial(*options.initial, state, output_decides);
    }
    Deferral* deferral = is_of_row && !options.out ? kernel::deferral() : nullptr;
    if (deferral && !deferral->may_reduce(a)) deferral = nullptr;
    ndarray kept = options.out ? given_result(a, reduced, *options.out, options.keepdims, name)
                               : new_result(a, reduced, output, keep_order, deferral);
    ndarray source, mask;
    const ndarray* inputs[2] = {&a, nullptr};
    std::size_t count = 1;
    if (options.where) {
        mask = options.where->broadcast_to(a.shape());
        if (options.out && may_share_memory(mask, kept)) mask = mask.copy();
        inputs[count++] = &mask;
    }
    if (options.out && may_share_memory(a, kept)) {
        source = a.copy();
        inputs[0] = &source;
    }
    const ndarray* outputs[] = {&kept};
    const ReductionCall call{std::span(inputs, count), outputs, reduced, parameter, initial};
    if (!deferral || !deferral->take(kernel, call)) kernel.run(call);
    if (options.out) return *options.out;
    return options.keepdims ? with_reduced_axes(kept, reduced, a.ndim()) : kept;
}

[[noreturn]] void refuse_output(const char* ufunc, DType from, DType to) {
    throw UFuncTypeError(std::string("Cannot cast ufunc '") + ufunc + "' output from dtype('" + info(from).name +
                         "') to dtype('" + info(to).name + "') with casting rule 'same_kind'");
}

void check_mask(const ndarray* where) {
    if (where && where->dtype() != DType::bool_)
        throw TypeError("Cannot cast array data from dtype('" + std::string(info(where->dtype()).name) +
                        "') to dtype('bool') according to the rule 'safe': `where` must be a bool array");
}

void check_empty(const char* name, bool identity, bool has_initial, bool masked, std::int64_t length) {
    if (identity || has_initial) return;
    if (masked)
        throw ValueError("reduction operation '" + std::string(name) +
                         "' does not have an identity, so to use a where mask one has to specify 'initial'");
    if (length == 0)
        throw ValueError("zero-size array to reduction operation " + std::string(name) + " which has no identity");
}

}  // namespace

ReductionKernel& reduction_kernel(ReductionId id, DType input, DType compute, DType output, bool masked, bool skip_nan,
                                  bool nat_last) {
    return kernels.get(KernelKey(id, input, compute, output, masked, skip_nan, nat_last), [&] {
        return ReductionKernel(
            make_reduction(entry_of(id), {&input, 1}, compute, {&output, 1}, masked, skip_nan, nat_last));
    });
}

ReductionKernel& reduction_kernel(ReductionId id, DType input) {
    const Resolved types = resolve(entry_of(id).types, input, {});
    return reduction_kernel(id, input, types.compute, types.output);
}

std::vector<KernelSource> reduction_sources(ReductionId id, DType input, bool thread_blocks) {
    const Resolved types = resolve(entry_of(id).types, input, {});
    return reduction_kernel(id, input, types.compute, types.output).sources(thread_blocks);
}

namespace {

/// Whether the result is an element, or the place of one.
bool chooses_element(const ReductionEntry& entry) {
    return (entry.kind == ReductionKind::extremum && !*entry.finishing_ufunc) || entry.types == Types::index;
}

/// Extremes of times as those of int64, whose lowest is NaT: the least time there is, if there is one; where it counts
/// as the largest instead, it is shifted. To `nanargmin` and `nanargmax` NaT is a time, as in NumPy.
ndarray reduce_times(ReductionId id, const ndarray& a, const ReduceOptions& options, bool skip_nan) {
    const ReductionEntry& entry = entry_of(id);
    const bool is_extremum = entry.kind == ReductionKind::extremum;
    if (options.dtype || options.initial)
        throw TypeError(std::string(entry.name) + " of times takes neither dtype= nor initial=");
    if (is_extremum && options.out && options.out->dtype() != a.dtype())
        throw UFuncTypeError(std::string("Cannot cast ufunc '") + entry.ufunc + "' output from dtype('" +
                             info(a.dtype()).name + "') to dtype('" + info(options.out->dtype()).name +
                             "') with casting rule 'same_kind'");
    const ndarray times = readable_numbers(a).view(DType::int64);
    const bool largest = id == ReductionId::max || id == ReductionId::argmax;
    ndarray out;
    ReduceOptions of_numbers(options);
    if (is_extremum && options.out) {
        out = options.out->view(DType::int64);
        of_numbers.out = &out;
    }
    ndarray result = reduce(id, times, of_numbers, 0, false, largest != (skip_nan && is_extremum));
    if (!is_extremum) return result;
    return options.out ? *options.out : result.view(a.dtype());
}

}  // namespace

ndarray reduce(ReductionId id, const ndarray& a, const ReduceOptions& options, double parameter, bool skip_nan,
               bool nat_last) {
    if (const int device = other_device({&a, options.out, options.where}); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return reduce(id, a, options, parameter, skip_nan, nat_last);
    }
    const ReductionEntry& entry = entry_of(id);
    if (!is_number(a.dtype()) && chooses_element(entry) && (kind(a.dtype()) == 'M' || kind(a.dtype()) == 'm'))
        [[unlikely]]
        return reduce_times(id, a, options, skip_nan);
    // Floats whose mean is asked for in integers are summed up as such, but the mean goes to an output of floats as it
    // is.
    if (entry.types == Types::mean && !skip_nan && is_inexact(a.dtype()) && options.dtype &&
        is_integer(*options.dtype) && options.out && is_inexact(options.out->dtype()))
        return reduce(id, a.astype(*options.dtype), options, parameter, skip_nan);
    const bool masked = options.where != nullptr;
    check_mask(options.where);
    const std::uint64_t reduced = reduced_axes(a, options.axis);
    const char* name = skip_nan && *entry.ufunc_without_nan ? entry.ufunc_without_nan : entry.ufunc;
    const std::string_view finishing = entry.finishing_ufunc;
    const std::int64_t length = reduced_length(a, reduced);
    if (entry.types == Types::index) {
        if (options.dtype && !options.out && *options.dtype != DType::int64) {
            ReduceOptions others = options;
            others.dtype.reset();
            return reduce(id, a, others, parameter, skip_nan).astype(*options.dtype);
        }
        if (length == 0) throw ValueError("attempt to get " + std::string(entry.name) + " of an empty sequence");
        if (options.axis && options.axis->size() > 1)
            throw TypeError(std::string(entry.name) + " takes one axis or none; the axes are " +
                            to_string(*options.axis));
        if (options.out && !can_cast(options.out->dtype(), DType::int64))
            throw TypeError("Cannot cast array data from dtype('" + std::string(info(options.out->dtype()).name) +
                            "') to dtype('int64') according to the rule 'safe': `out` holds indices");
    } else {
        check_empty(name, entry.identity, options.initial.has_value(), masked, length);
    }
    if (finishing == "subtract" && a.dtype() == DType::bool_)
        throw TypeError(
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the "
            "logical_xor function instead.");
    const bool without_nan = skip_nan;
    skip_nan = skip_nan && is_inexact(a.dtype());
    const bool averages = entry.types == Types::mean || entry.types == Types::variance;
    // These count the elements along each axis, so an array without axes has none to name, unlike for sums.
    if (averages && !skip_nan && a.ndim() == 0 && options.axis && !masked)
        for (std::int64_t axis : *options.axis) normalize_axis(axis, 0);
    if (averages && skip_nan && options.dtype && !is_inexact(*options.dtype))
        throw TypeError("If a is inexact, then dtype must be inexact");
    if (averages && skip_nan && options.out && !is_inexact(options.out->dtype()))
        throw TypeError("If a is inexact, then out must be inexact");
    Resolved types = resolve(entry.types, a.dtype(), options);
    if (options.out) types.output = options.out->dtype();
    const DType finished = entry.types == Types::variance ? real_of(types.compute) : types.compute;
    // A root is no integer, whatever dtype was asked for.
    if ((!finishing.empty() && !can_cast(finished, types.output, Casting::same_kind)) ||
        (finishing == "sqrt" && !is_inexact(types.output)))
        refuse_output(entry.finishing_ufunc, types.compute, types.output);
    const bool becomes_real = entry.types == Types::truth || entry.types == Types::index ||
                              entry.types == Types::count || entry.types == Types::variance;
    warn_of_conversion(a.dtype(), types.compute);
    if (!becomes_real) warn_of_conversion(types.compute, types.output);
    ReductionKernel& kernel = reduction_kernel(id, a.dtype(), types.compute, types.output, masked, skip_nan, nat_last);
    // To what skips NaN, an initial NaN is no element of the smallest or largest either, if there are others.
    const bool others = skip_nan || (without_nan && !masked && is_inexact(types.compute));
    const bool absorbed = others && length && entry.types == Types::same && options.initial && is_nan(*options.initial);
    const std::optional<Scalar> initial = initial_of(options, types.compute);
    return run(kernel, a, reduced, options, types.output, entry.types != Types::index, name, parameter,
               initial && !absorbed ? &*initial : nullptr, true);
}

ndarray reduce_average(const ndarray& a, const ndarray& weights, DType compute, const ReduceOptions& options,
                       ndarray& weights_sum) {
    const std::uint64_t reduced = reduced_axes(a, options.axis);
    const DType inputs[] = {a.dtype(), weights.dtype()}, outputs[] = {compute, compute};
    ReductionKernel& kernel = kernels.get(KernelKey(ReductionId::average, inputs[0], inputs[1], compute), [&] {
        return ReductionKernel(make_reduction(entry_of(ReductionId::average), inputs, compute, outputs, false, false));
    });
    ndarray average = new_result(a, reduced, compute, true), sum = new_result(a, reduced, compute, true);
    const ndarray *sources[] = {&a, &weights}, *results[] = {&average, &sum};
    kernel.run({sources, results, reduced});
    weights_sum = options.keepdims ? with_reduced_axes(sum, reduced, a.ndim()) : sum;
    return options.keepdims ? with_reduced_axes(average, reduced, a.ndim()) : average;
}

namespace {

// A state without elements has no value, whether or not there is an identity: the first element takes its place.
Reduction operation_reduction(const std::string& name, const char* headers, CodeOptions code, const std::string& body,
                              DType input, DType compute, DType output, bool masked, bool reorderable) {
    // NumPy puts the first element into the output and goes on from there, so that it is cast.
    const bool starts_in_output = !reorderable && output != compute;
    const std::string first = starts_in_output ? "cast<value>(cast<" + storage_type(output) + ">(x0))" : "x0";
    const auto operation = [&](const char* other) {
        return "value result;\n" + statement_block(body, {{"value", "s0"}, {"value", other}}, {{"value", "result"}});
    };
    Reduction r;
    r.label = "reduce_" + name;
    r.name = r.label + dtype_names({input, compute, output}) + (masked ? "_masked" : "");
    r.map.add_input(input);
    if (masked) r.map.add_input(DType::bool_);
    r.map.outputs.push_back({converted(r.map, 0, compute), value_of(compute)});
    r.outputs = {output};
    r.state = "value";
    r.start = "s0 = value(0);";
    r.add = operation("x0") + "s0 = n ? result : " + first + ";";
    r.combine = operation("t0") + "s0 = n == 0 ? t0 : m == 0 ? s0 : result;";
    r.finish = "s0";
    r.headers = headers;
    r.code = code;
    r.counted = true;
    r.masked = masked;
    r.sequential = !reorderable;
    return r;
}

}  // namespace

ndarray reduce_with(const std::string& name, const char* headers, CodeOptions code, const std::string& body,
                    DType compute, std::optional<Scalar> identity, bool reorderable, const ndarray& a,
                    const ReduceOptions& options) {
    check_mask(options.where);
    const std::uint64_t reduced = reduced_axes(a, options.axis);
    if (!reorderable && std::popcount(reduced) > 1)
        throw ValueError("reduction operation '" + name + "' is not reorderable, so at most one axis may be specified");
    const std::int64_t length = reduced_length(a, reduced);
    const bool masked = options.where != nullptr;
    check_empty(name.c_str(), identity.has_value(), options.initial.has_value(), masked, length);
    const DType output = options.out ? options.out->dtype() : compute;

    static KernelTable<ReductionKernel> made;
    ReductionKernel& kernel = made.get(KernelKey(std::string_view(name), a.dtype(), compute, output, masked), [&] {
        return ReductionKernel(
            operation_reduction(name, headers, code, body, a.dtype(), compute, output, masked, reorderable));
    });
    // The identity need only be there where there may be no element; with a single one it is an operand too: gcd(0, -3)
    // is 3.
    std::optional<Scalar> initial = initial_of(options, compute);
    if (!initial && (masked || length <= 1)) initial = identity;
    return run(kernel, a, reduced, options, output, true, name.c_str(), 0, initial ? &*initial : nullptr);
}

}  // namespace cuprum::kernel
