// Running sums and products, and differences.
#include "array.h"
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/scan.h"

namespace cuprum::python {
namespace {

using Scan = ndarray (*)(const ndarray&, std::optional<std::int64_t>, std::optional<DType>, const ndarray*);

template <Scan function>
void bind_scan(nb::module_& m, std::initializer_list<const char*> names, const char* text,
               nb::class_<PyArray>* methods = nullptr) {
    auto body = [](ArrayArg a, OptionalIntArg axis, OptionalDTypeArg dtype, OutArg out) {
        return out.or_new(function(a, axis, dtype, out), a);
    };
    const auto none = nb::none();
    for (const char* name : names) m.def(name, body, "a"_a, "axis"_a = none, "dtype"_a = none, "out"_a = none, text);
    if (methods) methods->def(*names.begin(), as_method(body), "axis"_a = none, "dtype"_a = none, "out"_a = none, text);
}

using Cumulative = ndarray (*)(const ndarray&, std::optional<std::int64_t>, std::optional<DType>, const ndarray*, bool);

template <Cumulative function>
void bind_cumulative(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](ArrayArg x, OptionalIntArg axis, OptionalDTypeArg dtype, OutArg out, BoolArg include_initial) {
            return out.or_new(function(x, axis, dtype, out, include_initial));
        },
        "x"_a, nb::kw_only(), "axis"_a = nb::none(), "dtype"_a = nb::none(), "out"_a = nb::none(),
        "include_initial"_a = false, text);
}

// What diff() puts before or after: a scalar counts as one element along the axis.
std::optional<ndarray> edge(const OptionalArrayArg& given, const ndarray& a, std::int64_t axis) {
    if (given.is_none()) return std::nullopt;
    if (given.get().ndim() != 0) return given.get();
    Shape shape = a.shape();
    shape[normalize_axis(axis, a.ndim())] = 1;
    return given.get().broadcast_to(shape);
}

Typed<"Any"> gradient_of(ArrayArg f, nb::args varargs, AxesArg axis, int edge_order) {
    std::vector<ndarray> parts = gradient(f, to_arrays(varargs.ptr()), axis, edge_order);
    if (parts.size() == 1) return wrap_object(std::move(parts[0]));
    return wrap_tuple(std::move(parts));
}

}  // namespace

void bind_scans(nb::module_& m) {
    const auto none = nb::none();
    nb::class_<PyArray>* methods = &array_class();
    bind_scan<cumsum>(m, {"cumsum"}, doc("cumsum"), methods);
    bind_scan<cumprod>(m, {"cumprod", "cumproduct"}, doc("cumprod"), methods);
    bind_scan<nancumsum>(m, {"nancumsum"}, doc("nancumsum"));
    bind_scan<nancumprod>(m, {"nancumprod"}, doc("nancumprod"));
    bind_cumulative<cumulative_sum>(m, "cumulative_sum", doc("cumulative_sum"));
    bind_cumulative<cumulative_prod>(m, "cumulative_prod", doc("cumulative_prod"));
    m.def(
        "diff",
        [](ArrayArg a, AxisArg n, AxisArg axis, OptionalArrayArg prepend, OptionalArrayArg append) {
            auto before = edge(prepend, a, axis), after = edge(append, a, axis);
            return diff(a, n, axis, before ? &*before : nullptr, after ? &*after : nullptr);
        },
        "a"_a, "n"_a = 1, "axis"_a = -1, "prepend"_a = none, "append"_a = none, doc("diff"));
    m.def(
        "ediff1d",
        [](ArrayArg arr, OptionalArrayArg to_end, OptionalArrayArg to_begin) {
            return ediff1d(arr, to_end.pointer(), to_begin.pointer());
        },
        "arr"_a, "to_end"_a = none, "to_begin"_a = none, doc("ediff1d"));
    m.def("gradient", gradient_of, "f"_a, "varargs"_a, nb::kw_only(), "axis"_a = none, "edge_order"_a = 1,
          doc("gradient"));
}

}  // namespace cuprum::python
