// Reductions, as functions and as methods of arrays.
#include "array.h"
#include "cuprum/creation.h"
#include "cuprum/reduction.h"
#include "cuprum/statistics.h"

namespace cuprum::python {
namespace {

using Function = ndarray (*)(const ndarray&, const ReduceOptions&);
using SpreadFunction = ndarray (*)(const ndarray&, const ReduceOptions&, double);

ReduceOptions options_of(const AxesArg& axis, const BoolArg& keepdims, const OutArg& out) {
    ReduceOptions options;
    options.axis = axis;
    options.keepdims = keepdims;
    options.out = out.pointer();
    return options;
}

// The arguments of a reduction by their names.
#define CUPRUM_NAMED(argument) {#argument, (argument).object}

// Each of these binds `name` with one of NumPy's signatures, as a function and, where `methods` is given, as a method.
// `numpys` is the method that NumPy's arrays are given to.

template <Function function>
void bind_with_dtype(nb::module_& m, const char* name, const char* text, nb::class_<PyArray>* methods = nullptr,
                     const char* numpys = nullptr) {
    auto body = [numpys](ArrayArg a, AxesArg axis, OptionalDTypeArg dtype, OutArg out, BoolArg keepdims,
                         OptionalScalarArg initial, WhereArg where) {
        if (numpys && a.is_numpy())
            return numpys_method(numpys, a,
                                 {CUPRUM_NAMED(axis), CUPRUM_NAMED(dtype), CUPRUM_NAMED(out), CUPRUM_NAMED(keepdims),
                                  CUPRUM_NAMED(initial), CUPRUM_NAMED(where)});
        ReduceOptions options = options_of(axis, keepdims, out);
        options.dtype = dtype;
        options.initial = initial;
        options.where = where.pointer();
        return out.or_new(function(a, options), a);
    };
    const auto none = nb::none();
    m.def(name, body, "a"_a, "axis"_a = none, "dtype"_a = none, "out"_a = none, "keepdims"_a = false,
          "initial"_a = none, "where"_a = true, text);
    if (methods)
        methods->def(name, as_method(body), "axis"_a = none, "dtype"_a = none, "out"_a = none, "keepdims"_a = false,
                     "initial"_a = none, "where"_a = true, text);
}

template <Function function>
void bind_extremum(nb::module_& m, const char* name, const char* text, nb::class_<PyArray>* methods = nullptr,
                   const char* numpys = nullptr) {
    auto body = [numpys](ArrayArg a, AxesArg axis, OutArg out, BoolArg keepdims, OptionalScalarArg initial,
                         WhereArg where) {
        if (numpys && a.is_numpy())
            return numpys_method(numpys, a,
                                 {CUPRUM_NAMED(axis), CUPRUM_NAMED(out), CUPRUM_NAMED(keepdims), CUPRUM_NAMED(initial),
                                  CUPRUM_NAMED(where)});
        ReduceOptions options = options_of(axis, keepdims, out);
        options.initial = initial;
        options.where = where.pointer();
        return out.or_new(function(a, options), a);
    };
    const auto none = nb::none();
    m.def(name, body, "a"_a, "axis"_a = none, "out"_a = none, "keepdims"_a = false, "initial"_a = none,
          "where"_a = true, text);
    if (methods)
        methods->def(name, as_method(body), "axis"_a = none, "out"_a = none, "keepdims"_a = false, "initial"_a = none,
                     "where"_a = true, text);
}

template <Function function>
void bind_truth(nb::module_& m, const char* name, const char* text, nb::class_<PyArray>* methods = nullptr) {
    auto body = [](ArrayArg a, AxesArg axis, OutArg out, BoolArg keepdims, WhereArg where) {
        ReduceOptions options = options_of(axis, keepdims, out);
        options.where = where.pointer();
        return out.or_new(function(a, options), a);
    };
    const auto none = nb::none();
    m.def(name, body, "a"_a, "axis"_a = none, "out"_a = none, "keepdims"_a = false, nb::kw_only(), "where"_a = true,
          text);
    if (methods)
        methods->def(name, as_method(body), "axis"_a = none, "out"_a = none, "keepdims"_a = false, nb::kw_only(),
                     "where"_a = true, text);
}

template <Function function>
void bind_index(nb::module_& m, const char* name, const char* text, nb::class_<PyArray>* methods = nullptr,
                const char* numpys = nullptr) {
    auto one_axis = [](const AxesArg& axis) -> const AxesArg& {
        if (!axis.is_none()) to_index(axis.object);  // no tuples here
        return axis;
    };
    auto body = [numpys, one_axis](ArrayArg a, AxesArg axis, OptionalDTypeArg dtype, OutArg out, BoolArg keepdims) {
        if (numpys && a.is_numpy())
            return numpys_method(numpys, a,
                                 {CUPRUM_NAMED(axis), CUPRUM_NAMED(dtype), CUPRUM_NAMED(out), CUPRUM_NAMED(keepdims)});
        ReduceOptions options = options_of(one_axis(axis), keepdims, out);
        options.dtype = dtype;
        return out.or_new(function(a, options), a);
    };
    auto method = [one_axis](ArrayArg a, AxesArg axis, OutArg out, OptionalDTypeArg dtype, BoolArg keepdims) {
        ReduceOptions options = options_of(one_axis(axis), keepdims, out);
        options.dtype = dtype;
        return out.or_new(function(a, options), a);
    };
    const auto none = nb::none();
    m.def(name, body, "a"_a, "axis"_a = none, "dtype"_a = none, "out"_a = none, "keepdims"_a = false, text);
    if (methods)
        methods->def(name, as_method(method), "axis"_a = none, "out"_a = none, "dtype"_a = none, "keepdims"_a = false,
                     text);
}

template <Function function>
void bind_mean(nb::module_& m, const char* name, const char* text, nb::class_<PyArray>* methods = nullptr,
               const char* numpys = nullptr) {
    auto body = [numpys](ArrayArg a, AxesArg axis, OptionalDTypeArg dtype, OutArg out, BoolArg keepdims,
                         WhereArg where) {
        if (numpys && a.is_numpy())
            return numpys_method(numpys, a,
                                 {CUPRUM_NAMED(axis), CUPRUM_NAMED(dtype), CUPRUM_NAMED(out), CUPRUM_NAMED(keepdims),
                                  CUPRUM_NAMED(where)});
        ReduceOptions options = options_of(axis, keepdims, out);
        options.dtype = dtype;
        options.where = where.pointer();
        return out.or_new(function(a, options), a);
    };
    const auto none = nb::none();
    m.def(name, body, "a"_a, "axis"_a = none, "dtype"_a = none, "out"_a = none, "keepdims"_a = false, nb::kw_only(),
          "where"_a = true, text);
    if (methods)
        methods->def(name, as_method(body), "axis"_a = none, "dtype"_a = none, "out"_a = none, "keepdims"_a = false,
                     nb::kw_only(), "where"_a = true, text);
}

template <SpreadFunction function, bool root, bool skip_nan>
void bind_spread(nb::module_& m, const char* name, const char* text, nb::class_<PyArray>* methods = nullptr,
                 const char* numpys = nullptr) {
    auto body = [numpys](ArrayArg a, AxesArg axis, OptionalDTypeArg dtype, OutArg out, ScalarArg ddof, BoolArg keepdims,
                         WhereArg where, OptionalScalarArg correction, OptionalArrayArg mean) {
        if (numpys && a.is_numpy())
            return numpys_method(
                numpys, a,
                {CUPRUM_NAMED(axis), CUPRUM_NAMED(dtype), CUPRUM_NAMED(out), CUPRUM_NAMED(ddof), CUPRUM_NAMED(keepdims),
                 CUPRUM_NAMED(where), CUPRUM_NAMED(correction), CUPRUM_NAMED(mean)});
        ReduceOptions options = options_of(axis, keepdims, out);
        options.dtype = dtype;
        options.where = where.pointer();
        double lost = Scalar(ddof).to_double();
        if (auto other = std::optional<Scalar>(correction)) {
            if (lost != 0) throw ValueError("ddof and correction can't be provided simultaneously.");
            lost = other->to_double();
        }
        if (!mean.is_none()) return out.or_new(spread_about(a, mean.get(), options, lost, root, skip_nan), a);
        return out.or_new(function(a, options, lost), a);
    };
    const auto none = nb::none();
    m.def(name, body, "a"_a, "axis"_a = none, "dtype"_a = none, "out"_a = none, "ddof"_a = 0, "keepdims"_a = false,
          nb::kw_only(), "where"_a = true, "correction"_a = none, "mean"_a = none, text);
    if (methods)
        methods->def(name, as_method(body), "axis"_a = none, "dtype"_a = none, "out"_a = none, "ddof"_a = 0,
                     "keepdims"_a = false, nb::kw_only(), "where"_a = true, "correction"_a = none, "mean"_a = none,
                     text);
}

Typed<"tuple[ndarray, ndarray] if returned else ndarray"> average_of(ArrayArg a, AxesArg axis, OptionalArrayArg weights,
                                                                     BoolArg returned, BoolArg keepdims) {
    ReduceOptions options;
    options.axis = axis;
    options.keepdims = keepdims;
    if (weights.is_none()) {
        ndarray value = average(a, options);
        if (!returned) return wrap_object(std::move(value));
        ndarray count = empty_like(value);
        count.fill(value.size() ? static_cast<double>(a.get().size()) / static_cast<double>(value.size()) : 0.0);
        return nb::make_tuple(value, count);
    }
    Average result = average(a, weights.get(), options);
    if (!returned) return wrap_object(std::move(result.value));
    return nb::make_tuple(result.value, result.weights_sum);
}

}  // namespace

bool any_element(const ndarray& array) { return any(array).item().to_bool(); }

void bind_reductions(nb::module_& m) {
    nb::class_<PyArray>* methods = &array_class();
    bind_with_dtype<sum>(m, "sum", doc("sum"), methods, "sum");
    bind_with_dtype<prod>(m, "prod", doc("prod"), methods, "prod");
    bind_with_dtype<nansum>(m, "nansum", doc("nansum"));
    bind_with_dtype<nanprod>(m, "nanprod", doc("nanprod"));
    bind_extremum<max>(m, "max", doc("max"), methods, "max");
    bind_extremum<min>(m, "min", doc("min"), methods, "min");
    bind_extremum<amax>(m, "amax", doc("amax"), nullptr, "max");
    bind_extremum<amin>(m, "amin", doc("amin"), nullptr, "min");
    bind_extremum<nanmax>(m, "nanmax", doc("nanmax"));
    bind_extremum<nanmin>(m, "nanmin", doc("nanmin"));
    bind_truth<any>(m, "any", doc("any"), methods);
    bind_truth<all>(m, "all", doc("all"), methods);
    bind_truth<ptp>(m, "ptp", doc("ptp"), methods);
    bind_index<argmax>(m, "argmax", doc("argmax"), methods, "argmax");
    bind_index<argmin>(m, "argmin", doc("argmin"), methods, "argmin");
    bind_index<nanargmax>(m, "nanargmax", doc("nanargmax"));
    bind_index<nanargmin>(m, "nanargmin", doc("nanargmin"));
    bind_mean<mean>(m, "mean", doc("mean"), methods, "mean");
    bind_mean<nanmean>(m, "nanmean", doc("nanmean"));
    bind_spread<var, false, false>(m, "var", doc("var"), methods, "var");
    bind_spread<std_, true, false>(m, "std", doc("std_"), methods, "std");
    bind_spread<nanvar, false, true>(m, "nanvar", doc("nanvar"));
    bind_spread<nanstd, true, true>(m, "nanstd", doc("nanstd"));
    m.def(
        "count_nonzero",
        [](ArrayArg a, AxesArg axis, BoolArg keepdims) {
            ReduceOptions options;
            options.axis = axis;
            options.keepdims = keepdims;
            return count_nonzero(a, options);
        },
        "a"_a, "axis"_a = nb::none(), "keepdims"_a = false, doc("count_nonzero"));
    m.def("average", average_of, "a"_a, "axis"_a = nb::none(), "weights"_a = nb::none(), "returned"_a = false,
          nb::kw_only(), "keepdims"_a = false, doc("average"));
}

}  // namespace cuprum::python
