// Splines of cuprumx.scipy.signal.
#include "cuprum/scipy/signal_splines.h"

#include "../array.h"
#include "optional_arg.h"

namespace cuprum::python {
namespace {

namespace signal = scipy::signal;

std::complex<double> complex_number(const ScalarArg& value) { return Scalar(value).to_complex(); }

using OneDimension = ndarray (*)(const ndarray&, double);
using Image = ndarray (*)(const ndarray&, double, double);
using Values = ndarray (*)(const ndarray&, const ndarray&, double, double);

template <OneDimension function>
void bind_line(nb::module_& m, const char* name, const char* text) {
    m.def(
        name, [](DeviceArrayArg signal, ScalarArg lamb) { return function(signal, number(lamb)); }, "signal"_a,
        "lamb"_a = 0.0, text);
}
template <Image function>
void bind_image(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](DeviceArrayArg signal, ScalarArg lamb, ScalarArg precision) {
            return function(signal, number(lamb), number(precision));
        },
        "signal"_a, "lamb"_a = 0.0, "precision"_a = -1.0, text);
}
template <Values function>
void bind_values(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](DeviceArrayArg cj, DeviceArrayArg newx, ScalarArg dx, ScalarArg x0) {
            return function(cj, newx, number(dx), number(x0));
        },
        "cj"_a, "newx"_a, "dx"_a = 1.0, "x0"_a = 0, text);
}

}  // namespace

void bind_scipy_signal_splines(nb::module_& core) {
    nb::module_ m = nb::cast<nb::module_>(core.attr("_scipy_signal"));
    m.def(
        "symiirorder1",
        [](DeviceArrayArg input, ScalarArg c0, ScalarArg z1, ScalarArg precision) {
            return signal::symiirorder1(input, complex_number(c0), complex_number(z1), number(precision));
        },
        "input"_a, "c0"_a, "z1"_a, "precision"_a = -1.0, doc("scipy::signal::symiirorder1"));
    m.def(
        "symiirorder2",
        [](DeviceArrayArg input, ScalarArg r, ScalarArg omega, ScalarArg precision) {
            return signal::symiirorder2(input, number(r), number(omega), number(precision));
        },
        "input"_a, "r"_a, "omega"_a, "precision"_a = -1.0, doc("scipy::signal::symiirorder2"));
    bind_line<signal::cspline1d>(m, "cspline1d", doc("scipy::signal::cspline1d"));
    bind_line<signal::qspline1d>(m, "qspline1d", doc("scipy::signal::qspline1d"));
    bind_image<signal::cspline2d>(m, "cspline2d", doc("scipy::signal::cspline2d"));
    bind_image<signal::qspline2d>(m, "qspline2d", doc("scipy::signal::qspline2d"));
    bind_values<signal::cspline1d_eval>(m, "cspline1d_eval", doc("scipy::signal::cspline1d_eval"));
    bind_values<signal::qspline1d_eval>(m, "qspline1d_eval", doc("scipy::signal::qspline1d_eval"));
    m.def(
        "sepfir2d",
        [](DeviceArrayArg input, DeviceArrayArg hrow, DeviceArrayArg hcol) {
            return signal::sepfir2d(input, hrow, hcol);
        },
        "input"_a, "hrow"_a, "hcol"_a, doc("scipy::signal::sepfir2d"));
    m.def(
        "spline_filter", [](DeviceArrayArg Iin, ScalarArg lmbda) { return signal::spline_filter(Iin, number(lmbda)); },
        "Iin"_a, "lmbda"_a = 5.0, doc("scipy::signal::spline_filter"));
    m.def(
        "gauss_spline", [](DeviceArrayArg x, ScalarArg n) { return signal::gauss_spline(x, number(n)); }, "x"_a, "n"_a,
        doc("scipy::signal::gauss_spline"));
}

}  // namespace cuprum::python
