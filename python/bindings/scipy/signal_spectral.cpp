// Spectra of cuprumx.scipy.signal: transforms that are classes of Python, and what looks at the kind of an argument.
#include "cuprum/scipy/signal_spectral.h"

#include <nanobind/stl/complex.h>

#include <complex>

#include "../array.h"
#include "signal_args.h"

namespace cuprum::python {
namespace {

namespace signal = scipy::signal;

struct PointArg : ObjectArg {
    CUPRUM_TAKES("complex", true)
};
std::complex<double> complex_number(const ObjectArg& value) {
    const auto scalar = to_scalar(value.object);
    return scalar ? scalar->to_complex() : make_array(value.object, std::nullopt, false).item().to_complex();
}
/// Whether a number is real by its type.
bool is_real(const ObjectArg& value) {
    const auto scalar = to_scalar(value.object);
    return !is_complex(scalar ? scalar->dtype() : make_array(value.object, std::nullopt, false).dtype());
}
std::optional<std::complex<double>> complex_or_none(const ObjectArg& value) {
    if (value.is_none()) return std::nullopt;
    return complex_number(value);
}

}  // namespace

void bind_scipy_signal_spectral(nb::module_& core) {
    nb::module_ m = nb::cast<nb::module_>(core.attr("_scipy_signal"));
    m.def(
        "vectorstrength", [](ArrayArg events, ArrayArg period) -> Typed<"tuple[ndarray, ndarray]"> {
            // What the host has is looked at there, so that a GPU need not be waited for.
            if (!is_ndarray(period.object)) {
                NumbersArg numbers;
                numbers.object = period.object;
                for (const double one : Numbers(numbers).reals("vectorstrength"))
                    if (one <= 0) throw ValueError("periods must be positive");
            }
            auto [strength, phase] = signal::vectorstrength(events, period);
            return nb::make_tuple(wrap_object(std::move(strength)), wrap_object(std::move(phase)));
        },
        "events"_a, "period"_a, doc("scipy::signal::vectorstrength"));
    nb::class_<signal::ChirpTransform>(m, "_ChirpTransform")
        .def("__init__",
             [](signal::ChirpTransform* self, AxisArg n, AxisArg count, PointArg w, PointArg a) {
                 new (self) signal::ChirpTransform(n, count, complex_or_none(w), complex_number(a));
             })
        .def_static("zoom",
                    [](AxisArg n, ScalarArg from, ScalarArg to, AxisArg m, ScalarArg fs, BoolArg endpoint) {
                        return signal::ChirpTransform::zoom(n, number(from), number(to), m, number(fs), endpoint);
                    })
        .def("__call__",
             [](const signal::ChirpTransform& self, DeviceArrayArg x, AxisArg axis) { return self(x, axis); })
        .def("points", &signal::ChirpTransform::points)
        .def_prop_ro("n", &signal::ChirpTransform::samples)
        .def_prop_ro("m", &signal::ChirpTransform::size);
    m.def(
        "czt_points",
        [](AxisArg m, Arg<"complex | None"> w, Arg<"complex"> a) {
            const auto step = complex_or_none(w);
            const std::complex<double> first = complex_number(a);
            if (step && is_real(w) && is_real(a)) return signal::czt_points(m, step->real(), first.real());
            return signal::czt_points(m, step, first);
        },
        "m"_a, "w"_a = nb::none(), "a"_a = std::complex<double>(1, 0), doc("scipy::signal::czt_points"));
}

}  // namespace cuprum::python
