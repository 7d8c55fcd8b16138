// `gradient`, which has as many results as axes: one is an array, several are a tuple.
#include "array.h"
#include "cuprum/scan.h"

namespace cuprum::python {
namespace {

Typed<"Any"> gradient_of(ArrayArg f, nb::args varargs, AxesArg axis, int edge_order) {
    std::vector<ndarray> parts = gradient(f, to_arrays(varargs.ptr()), axis, edge_order);
    if (parts.size() == 1) return wrap_object(std::move(parts[0]));
    return wrap_tuple(std::move(parts));
}

}  // namespace

void bind_scans(nb::module_& m) {
    m.def("gradient", gradient_of, "f"_a, "varargs"_a, nb::kw_only(), "axis"_a = nb::none(), "edge_order"_a = 1,
          doc("gradient"));
}

}  // namespace cuprum::python
