// Reductions, as functions and as methods of arrays.
#include "array.h"
#include "cuprum/creation.h"
#include "cuprum/reduction.h"
#include "cuprum/statistics.h"

namespace cuprum::python {
namespace {

using Function = ndarray (*)(const ndarray&, const ReduceOptions&);
using SpreadFunction = ndarray (*)(const ndarray&, const ReduceOptions&, double);

ReduceOptions options_of(const ArrayArg& a, const AxesArg& axis, const BoolArg& keepdims, const OutArg& out) {
    ReduceOptions options;
    options.axis = axis.of(a);
    options.keepdims = keepdims;
    options.out = out.pointer();
    return options;
}

// The kinds of reductions.def: each binds a function with NumPy's signature, and the method of that name where arrays
// have one.

struct Binder {
    nb::module_& m;
    const ReductionFunction& function;

    const char* name() const { return function.name.c_str(); }
    const char* text() const { return function.doc.c_str(); }
    nb::class_<PyArray>* methods() const { return function.method ? &array_class() : nullptr; }
    /// The method that NumPy's arrays are given to; null where they are copied to the device.
    const char* numpys() const {
        return function.method ? name() : function.name == "amax" ? "max" : function.name == "amin" ? "min" : nullptr;
    }
};

// The arguments of a reduction by their names.
#define CUPRUM_NAMED(argument) {#argument, (argument).object}

/// `name` is the C++ function's, which may end in an underscore.
Binder binder(nb::module_& m, std::string_view name) {
    if (name.ends_with('_')) name.remove_suffix(1);
    for (const ReductionFunction& function : reduction_functions())
        if (function.name == name) return {m, function};
    throw Error("no row of reductions.def makes " + std::string(name));
}

template <Function function>
void bind_total(const Binder& bind) {
    auto body = [numpys = bind.numpys()](ArrayArg a, AxesArg axis, OptionalDTypeArg dtype, OutArg out, BoolArg keepdims,
                                         OptionalScalarArg initial, WhereArg where) {
        if (numpys && a.is_foreign())
            return numpys_method(numpys, a,
                                 {CUPRUM_NAMED(axis), CUPRUM_NAMED(dtype), CUPRUM_NAMED(out), CUPRUM_NAMED(keepdims),
                                  CUPRUM_NAMED(initial), CUPRUM_NAMED(where)});
        ReduceOptions options = options_of(a, axis, keepdims, out);
        options.dtype = dtype;
        options.initial = initial;
        options.where = where.pointer();
        return out.or_new(function(a, options), a);
    };
    const auto none = nb::none();
    bind.m.def(bind.name(), body, "a"_a, "axis"_a = none, "dtype"_a = none, "out"_a = none, "keepdims"_a = false,
               "initial"_a = none, "where"_a = true, bind.text());
    if (auto* methods = bind.methods())
        methods->def(bind.name(), as_method(body), "axis"_a = none, "dtype"_a = none, "out"_a = none,
                     "keepdims"_a = false, "initial"_a = none, "where"_a = true, bind.text());
}

template <Function function>
void bind_extremum(const Binder& bind) {
    auto body = [numpys = bind.numpys()](ArrayArg a, AxesArg axis, OutArg out, BoolArg keepdims,
                                         OptionalScalarArg initial, WhereArg where) {
        if (numpys && a.is_foreign())
            return numpys_method(numpys, a,
                                 {CUPRUM_NAMED(axis), CUPRUM_NAMED(out), CUPRUM_NAMED(keepdims), CUPRUM_NAMED(initial),
                                  CUPRUM_NAMED(where)});
        // To NumPy's `nanmax`, as to its `fmax.reduce`, an ellipsis asks for an array.
        if ((function == nanmax || function == nanmin) && out.given() == Py_Ellipsis) out.object = Py_None;
        ReduceOptions options = options_of(a, axis, keepdims, out);
        options.initial = initial;
        options.where = where.pointer();
        return out.or_new(function(a, options), a);
    };
    const auto none = nb::none();
    bind.m.def(bind.name(), body, "a"_a, "axis"_a = none, "out"_a = none, "keepdims"_a = false, "initial"_a = none,
               "where"_a = true, bind.text());
    if (auto* methods = bind.methods())
        methods->def(bind.name(), as_method(body), "axis"_a = none, "out"_a = none, "keepdims"_a = false,
                     "initial"_a = none, "where"_a = true, bind.text());
}

template <Function function>
void bind_truth(const Binder& bind) {
    auto body = [](ArrayArg a, AxesArg axis, OutArg out, BoolArg keepdims, WhereArg where) {
        ReduceOptions options = options_of(a, axis, keepdims, out);
        options.where = where.pointer();
        return out.or_new(function(a, options), a);
    };
    const auto none = nb::none();
    bind.m.def(bind.name(), body, "a"_a, "axis"_a = none, "out"_a = none, "keepdims"_a = false, nb::kw_only(),
               "where"_a = true, bind.text());
    if (auto* methods = bind.methods())
        methods->def(bind.name(), as_method(body), "axis"_a = none, "out"_a = none, "keepdims"_a = false, nb::kw_only(),
                     "where"_a = true, bind.text());
}

template <Function function>
void bind_count(const Binder& bind) {
    auto body = [](ArrayArg a, AxesArg axis, BoolArg keepdims) {
        ReduceOptions options;
        options.axis = axis.of(a);
        options.keepdims = keepdims;
        return function(a, options);
    };
    bind.m.def(bind.name(), body, "a"_a, "axis"_a = nb::none(), "keepdims"_a = false, bind.text());
    if (auto* methods = bind.methods())
        methods->def(bind.name(), as_method(body), "axis"_a = nb::none(), "keepdims"_a = false, bind.text());
}

template <Function function>
void bind_index(const Binder& bind) {
    auto one_axis = [](const AxesArg& axis) -> const AxesArg& {
        if (!axis.is_none()) to_index(axis.object);  // no tuples here
        return axis;
    };
    auto body = [numpys = bind.numpys(), one_axis](ArrayArg a, AxesArg axis, OptionalDTypeArg dtype, OutArg out,
                                                   BoolArg keepdims) {
        if (numpys && a.is_foreign())
            return numpys_method(numpys, a,
                                 {CUPRUM_NAMED(axis), CUPRUM_NAMED(dtype), CUPRUM_NAMED(out), CUPRUM_NAMED(keepdims)});
        ReduceOptions options = options_of(a, one_axis(axis), keepdims, out);
        options.dtype = dtype;
        return out.or_new(function(a, options), a);
    };
    auto method = [one_axis](ArrayArg a, AxesArg axis, OutArg out, OptionalDTypeArg dtype, BoolArg keepdims) {
        ReduceOptions options = options_of(a, one_axis(axis), keepdims, out);
        options.dtype = dtype;
        return out.or_new(function(a, options), a);
    };
    const auto none = nb::none();
    bind.m.def(bind.name(), body, "a"_a, "axis"_a = none, "dtype"_a = none, "out"_a = none, "keepdims"_a = false,
               bind.text());
    if (auto* methods = bind.methods())
        methods->def(bind.name(), as_method(method), "axis"_a = none, "out"_a = none, "dtype"_a = none,
                     "keepdims"_a = false, bind.text());
}

template <Function function>
void bind_mean(const Binder& bind) {
    auto body = [numpys = bind.numpys()](ArrayArg a, AxesArg axis, OptionalDTypeArg dtype, OutArg out, BoolArg keepdims,
                                         WhereArg where) {
        if (numpys && a.is_foreign())
            return numpys_method(numpys, a,
                                 {CUPRUM_NAMED(axis), CUPRUM_NAMED(dtype), CUPRUM_NAMED(out), CUPRUM_NAMED(keepdims),
                                  CUPRUM_NAMED(where)});
        ReduceOptions options = options_of(a, axis, keepdims, out);
        options.dtype = dtype;
        options.where = where.pointer();
        return out.or_new(function(a, options), a);
    };
    const auto none = nb::none();
    bind.m.def(bind.name(), body, "a"_a, "axis"_a = none, "dtype"_a = none, "out"_a = none, "keepdims"_a = false,
               nb::kw_only(), "where"_a = true, bind.text());
    if (auto* methods = bind.methods())
        methods->def(bind.name(), as_method(body), "axis"_a = none, "dtype"_a = none, "out"_a = none,
                     "keepdims"_a = false, nb::kw_only(), "where"_a = true, bind.text());
}

template <SpreadFunction function>
void bind_spread(const Binder& bind) {
    // Under UBSan GCC takes no comparison of functions for a constant.
    static const bool root = function == std_ || function == nanstd,
                      skip_nan = function == nanvar || function == nanstd;
    auto body = [numpys = bind.numpys()](ArrayArg a, AxesArg axis, OptionalDTypeArg dtype, OutArg out, ScalarArg ddof,
                                         BoolArg keepdims, WhereArg where, OptionalScalarArg correction,
                                         OptionalArrayArg mean) {
        if (numpys && a.is_foreign())
            return numpys_method(
                numpys, a,
                {CUPRUM_NAMED(axis), CUPRUM_NAMED(dtype), CUPRUM_NAMED(out), CUPRUM_NAMED(ddof), CUPRUM_NAMED(keepdims),
                 CUPRUM_NAMED(where), CUPRUM_NAMED(correction), CUPRUM_NAMED(mean)});
        ReduceOptions options = options_of(a, axis, keepdims, out);
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
    bind.m.def(bind.name(), body, "a"_a, "axis"_a = none, "dtype"_a = none, "out"_a = none, "ddof"_a = 0,
               "keepdims"_a = false, nb::kw_only(), "where"_a = true, "correction"_a = none, "mean"_a = none,
               bind.text());
    if (auto* methods = bind.methods())
        methods->def(bind.name(), as_method(body), "axis"_a = none, "dtype"_a = none, "out"_a = none, "ddof"_a = 0,
                     "keepdims"_a = false, nb::kw_only(), "where"_a = true, "correction"_a = none, "mean"_a = none,
                     bind.text());
}

Typed<"tuple[ndarray, ndarray] if returned else ndarray"> average_of(ArrayArg a, AxesArg axis, OptionalArrayArg weights,
                                                                     BoolArg returned, BoolArg keepdims) {
    ReduceOptions options;
    options.axis = axis.of(a);
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

#define BIND_total(name) bind_total<name>(binder(m, #name));
#define BIND_extremum(name) bind_extremum<name>(binder(m, #name));
#define BIND_truth(name) bind_truth<name>(binder(m, #name));
#define BIND_index(name) bind_index<name>(binder(m, #name));
#define BIND_count(name) bind_count<name>(binder(m, #name));
#define BIND_mean(name) bind_mean<name>(binder(m, #name));
#define BIND_spread(name) bind_spread<name>(binder(m, #name));
#define BIND_none(name)

void bind_reductions(nb::module_& m) {
#define CUPRUM_REDUCTION(name, kind, ...) BIND_##kind(name)
#define CUPRUM_REDUCTION_WITHOUT_NAN(name, row, kind, ...) BIND_##kind(name)
#define CUPRUM_REDUCTION_ALIAS(alias, name, kind) BIND_##kind(alias)
#include "cuprum/reductions.def"
    m.def("average", average_of, "a"_a, "axis"_a = nb::none(), "weights"_a = nb::none(), "returned"_a = false,
          nb::kw_only(), "keepdims"_a = false, doc("average"));
    // For the tests: the kind of each function, and how its dtypes follow.
    m.def("_reductions", [] {
        nb::dict functions;
        for (const ReductionFunction& function : reduction_functions())
            functions[function.name.c_str()] = nb::make_tuple(function.kind, function.types);
        return functions;
    });
}

}  // namespace cuprum::python
