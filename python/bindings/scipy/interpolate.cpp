// cuprumx.scipy.interpolate: functions of splines whose result has the form of their argument.
#include "cuprum/scipy/interpolate_functions.h"
#include "interpolate_args.h"

namespace cuprum::python {
namespace {

using namespace scipy::interpolate;

/// A BSpline by its method, which a derived class may have replaced; a tuple as knots, coefficients and degree.
template <class F>
nb::object in_form_of(const SplineArg& tck, AxisArg n, const char* method, F function) {
    const nb::handle given(tck.object);
    if (nb::isinstance<BSpline>(given)) return given.attr(method)(std::int64_t(n));
    if (std::int64_t(n) == 0) return nb::borrow<nb::tuple>(nb::tuple(given));
    return nb::cast(to_python(function(tck.get(), static_cast<int>(std::int64_t(n))).tck()));
}

}  // namespace

void bind_scipy_interpolate(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_interpolate");
    m.def(
        "splder", [](SplineArg tck, AxisArg n) -> Typed<"Any"> {
            return in_form_of(tck, n, "derivative", scipy::interpolate::splder);
        },
        "tck"_a, "n"_a = 1, doc("scipy::interpolate::splder"));
    m.def(
        "splantider", [](SplineArg tck, AxisArg n) -> Typed<"Any"> {
            return in_form_of(tck, n, "antiderivative", scipy::interpolate::splantider);
        },
        "tck"_a, "n"_a = 1, doc("scipy::interpolate::splantider"));
}

}  // namespace cuprum::python
