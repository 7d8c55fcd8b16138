// Spectra of cuprumx.scipy.signal.
#include "cuprum/scipy/signal_spectral.h"

#include <nanobind/stl/complex.h>

#include <complex>

#include "../array.h"
#include "optional_arg.h"
#include "signal_windows.h"

namespace cuprum::python {
namespace {

namespace signal = scipy::signal;

using WindowLikeArg = Arg<"str | float | tuple[str | float, ...] | ArrayLike">;
struct WindowOrNoneArg : ObjectArg {
    CUPRUM_TAKES("str | float | tuple[str | float, ...] | ArrayLike", true)
};
struct DetrendArg : ObjectArg {
    CUPRUM_TAKES("Literal['constant', 'linear'] | Callable[[ndarray], ndarray] | Literal[False]", true)
};
struct BoundaryArg : ObjectArg {
    CUPRUM_TAKES("Literal['even', 'odd', 'constant', 'zeros']", true)
};
struct PointArg : ObjectArg {
    CUPRUM_TAKES("complex", true)
};
using SpectrumResult = Typed<"tuple[ndarray, ndarray, ndarray]">;
using PowerResult = Typed<"tuple[ndarray, ndarray]">;

std::optional<std::int64_t> length(const OptionalIntArg& argument) {
    if (argument.is_none()) return std::nullopt;
    if (PyFloat_Check(argument.object)) return static_cast<std::int64_t>(PyFloat_AS_DOUBLE(argument.object));
    return argument;
}

/// What all of them are told.
signal::SpectrumOptions options_of(const ScalarArg& fs, const ObjectArg& window, const OptionalIntArg& nperseg,
                                   const OptionalIntArg& noverlap, const OptionalIntArg& nfft, const ObjectArg& detrend,
                                   std::int64_t axis) {
    signal::SpectrumOptions options;
    options.fs = number(fs);
    options.window = to_window(window);
    options.nperseg = length(nperseg);
    options.noverlap = length(noverlap);
    options.nfft = length(nfft);
    options.axis = axis;
    if (PyUnicode_Check(detrend.object)) {
        options.detrend = nb::cast<std::string>(nb::handle(detrend.object));
        if (options.detrend != "constant" && options.detrend != "linear")
            throw ValueError("Trend type must be 'linear' or 'constant'.");
    } else if (PyCallable_Check(detrend.object)) {
        const nb::object function = nb::borrow(detrend.object);
        options.detrender = [function](const ndarray& segments) {
            return make_array(function(wrap_object(ndarray(segments))).ptr(), std::nullopt, false);
        };
    } else if (detrend.is_none() || !nb::cast<bool>(nb::handle(detrend.object))) {
        options.detrend.clear();
    }
    return options;
}

SpectrumResult spectrum(signal::Spectrum&& made) {
    return nb::make_tuple(wrap_object(std::move(made.frequencies)), wrap_object(std::move(made.times)),
                          wrap_object(std::move(made.values)));
}
PowerResult power(signal::PowerSpectrum&& made) {
    return nb::make_tuple(wrap_object(std::move(made.frequencies)), wrap_object(std::move(made.values)));
}

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

void bind_short_time(nb::module_& m) {
    m.def(
        "stft",
        [](DeviceArrayArg x, ScalarArg fs, WindowLikeArg window, OptionalIntArg nperseg, OptionalIntArg noverlap,
           OptionalIntArg nfft, DetrendArg detrend, BoolArg return_onesided, BoundaryArg boundary, BoolArg padded,
           AxisArg axis, WordArg<"Literal['spectrum', 'psd']"> scaling) {
            auto options = options_of(fs, window, nperseg, noverlap, nfft, detrend, axis);
            options.onesided = return_onesided;
            options.boundary = boundary.is_none() ? "" : nb::cast<std::string>(nb::handle(boundary.object));
            options.padded = padded;
            options.scaling = std::string(scaling);
            return spectrum(signal::stft(x, options));
        },
        "x"_a, "fs"_a = 1.0, "window"_a = "hann", "nperseg"_a = 256, "noverlap"_a = nb::none(), "nfft"_a = nb::none(),
        "detrend"_a = false, "return_onesided"_a = true, "boundary"_a = "zeros", "padded"_a = true, "axis"_a = -1,
        "scaling"_a = "spectrum", doc("scipy::signal::stft"));
    m.def(
        "spectrogram",
        [](DeviceArrayArg x, ScalarArg fs, WindowLikeArg window, OptionalIntArg nperseg, OptionalIntArg noverlap,
           OptionalIntArg nfft, DetrendArg detrend, BoolArg return_onesided,
           WordArg<"Literal['density', 'spectrum']"> scaling, AxisArg axis,
           WordArg<"Literal['psd', 'complex', 'magnitude', 'angle', 'phase']"> mode) {
            auto options = options_of(fs, window, nperseg, noverlap, nfft, detrend, axis);
            options.onesided = return_onesided;
            options.scaling = std::string(scaling);
            return spectrum(signal::spectrogram(x, options, mode));
        },
        "x"_a, "fs"_a = 1.0, "window"_a = nb::make_tuple("tukey", 0.25), "nperseg"_a = nb::none(),
        "noverlap"_a = nb::none(), "nfft"_a = nb::none(), "detrend"_a = "constant", "return_onesided"_a = true,
        "scaling"_a = "density", "axis"_a = -1, "mode"_a = "psd", doc("scipy::signal::spectrogram"));
}

void bind_densities(nb::module_& m) {
    m.def(
        "welch",
        [](DeviceArrayArg x, ScalarArg fs, WindowLikeArg window, OptionalIntArg nperseg, OptionalIntArg noverlap,
           OptionalIntArg nfft, DetrendArg detrend, BoolArg return_onesided,
           WordArg<"Literal['density', 'spectrum']"> scaling, AxisArg axis,
           WordArg<"Literal['mean', 'median']"> average) {
            auto options = options_of(fs, window, nperseg, noverlap, nfft, detrend, axis);
            options.onesided = return_onesided;
            options.scaling = std::string(scaling);
            options.average = std::string(average);
            return power(signal::welch(x, options));
        },
        "x"_a, "fs"_a = 1.0, "window"_a = "hann", "nperseg"_a = nb::none(), "noverlap"_a = nb::none(),
        "nfft"_a = nb::none(), "detrend"_a = "constant", "return_onesided"_a = true, "scaling"_a = "density",
        "axis"_a = -1, "average"_a = "mean", doc("scipy::signal::welch"));
    m.def(
        "csd",
        [](DeviceArrayArg x, DeviceArrayArg y, ScalarArg fs, WindowLikeArg window, OptionalIntArg nperseg,
           OptionalIntArg noverlap, OptionalIntArg nfft, DetrendArg detrend, BoolArg return_onesided,
           WordArg<"Literal['density', 'spectrum']"> scaling, AxisArg axis,
           WordArg<"Literal['mean', 'median']"> average) {
            auto options = options_of(fs, window, nperseg, noverlap, nfft, detrend, axis);
            options.onesided = return_onesided;
            options.scaling = std::string(scaling);
            options.average = std::string(average);
            // A signal with itself has no phase.
            if (x.object == y.object) return power(signal::welch(x, options));
            return power(signal::csd(x, y, options));
        },
        "x"_a, "y"_a, "fs"_a = 1.0, "window"_a = "hann", "nperseg"_a = nb::none(), "noverlap"_a = nb::none(),
        "nfft"_a = nb::none(), "detrend"_a = "constant", "return_onesided"_a = true, "scaling"_a = "density",
        "axis"_a = -1, "average"_a = "mean", doc("scipy::signal::csd"));
    m.def(
        "periodogram",
        [](DeviceArrayArg x, ScalarArg fs, WindowOrNoneArg window, OptionalIntArg nfft, DetrendArg detrend,
           BoolArg return_onesided, WordArg<"Literal['density', 'spectrum']"> scaling, AxisArg axis) {
            OptionalIntArg none;
            none.object = Py_None;
            nb::object boxcar = nb::str("boxcar");
            ObjectArg shape = window;
            if (window.is_none()) shape.object = boxcar.ptr();
            auto options = options_of(fs, shape, none, none, nfft, detrend, axis);
            options.onesided = return_onesided;
            options.scaling = std::string(scaling);
            return power(signal::periodogram(x, options));
        },
        "x"_a, "fs"_a = 1.0, "window"_a = "boxcar", "nfft"_a = nb::none(), "detrend"_a = "constant",
        "return_onesided"_a = true, "scaling"_a = "density", "axis"_a = -1, doc("scipy::signal::periodogram"));
    m.def(
        "coherence",
        [](DeviceArrayArg x, DeviceArrayArg y, ScalarArg fs, WindowLikeArg window, OptionalIntArg nperseg,
           OptionalIntArg noverlap, OptionalIntArg nfft, DetrendArg detrend, AxisArg axis) {
            return power(signal::coherence(x, y, options_of(fs, window, nperseg, noverlap, nfft, detrend, axis)));
        },
        "x"_a, "y"_a, "fs"_a = 1.0, "window"_a = "hann", "nperseg"_a = nb::none(), "noverlap"_a = nb::none(),
        "nfft"_a = nb::none(), "detrend"_a = "constant", "axis"_a = -1, doc("scipy::signal::coherence"));
}

void bind_inverses(nb::module_& m) {
    m.def(
        "istft",
        [](DeviceArrayArg Zxx, ScalarArg fs, WindowLikeArg window, OptionalIntArg nperseg, OptionalIntArg noverlap,
           OptionalIntArg nfft, BoolArg input_onesided, BoolArg boundary, AxisArg time_axis, AxisArg freq_axis,
           WordArg<"Literal['spectrum', 'psd']"> scaling) -> PowerResult {
            signal::InverseOptions options;
            options.fs = number(fs);
            options.window = to_window(window);
            options.nperseg = length(nperseg);
            options.noverlap = length(noverlap);
            options.nfft = length(nfft);
            options.onesided = input_onesided;
            options.boundary = boundary;
            options.time_axis = time_axis;
            options.freq_axis = freq_axis;
            options.scaling = std::string(scaling);
            signal::TimeSignal made = signal::istft(Zxx, options);
            return nb::make_tuple(wrap_object(std::move(made.times)), wrap_object(std::move(made.values)));
        },
        "Zxx"_a, "fs"_a = 1.0, "window"_a = "hann", "nperseg"_a = nb::none(), "noverlap"_a = nb::none(),
        "nfft"_a = nb::none(), "input_onesided"_a = true, "boundary"_a = true, "time_axis"_a = -1, "freq_axis"_a = -2,
        "scaling"_a = "spectrum", doc("scipy::signal::istft"));
    m.def(
        "check_COLA",
        [](WindowLikeArg window, AxisArg nperseg, AxisArg noverlap, ScalarArg tol) {
            return signal::check_COLA(to_window(window), nperseg, noverlap, number(tol));
        },
        "window"_a, "nperseg"_a, "noverlap"_a, "tol"_a = 1e-10, doc("scipy::signal::check_COLA"));
    m.def(
        "check_NOLA",
        [](WindowLikeArg window, AxisArg nperseg, AxisArg noverlap, ScalarArg tol) {
            return signal::check_NOLA(to_window(window), nperseg, noverlap, number(tol));
        },
        "window"_a, "nperseg"_a, "noverlap"_a, "tol"_a = 1e-10, doc("scipy::signal::check_NOLA"));
}

}  // namespace

void bind_scipy_signal_spectral(nb::module_& core) {
    nb::module_ m = nb::cast<nb::module_>(core.attr("_scipy_signal"));
    bind_short_time(m);
    bind_densities(m);
    bind_inverses(m);
    m.def(
        "lombscargle",
        [](ArrayArg x, ArrayArg y, ArrayArg freqs, BoolArg precenter,
           Arg<"bool | Literal['power', 'normalize', 'amplitude']"> normalize, OptionalArrayArg weights,
           BoolArg floating_mean) {
            if (!PyUnicode_Check(normalize.object) && !PyBool_Check(normalize.object))
                throw ValueError("normalize must be False, True, 'power', 'normalize' or 'amplitude'");
            const std::string word = PyUnicode_Check(normalize.object)
                                         ? nb::cast<std::string>(nb::handle(normalize.object))
                                     : normalize.object == Py_True ? "normalize"
                                                                   : "power";
            return signal::lombscargle(x, y, freqs, precenter, word, weights.pointer(), floating_mean);
        },
        "x"_a, "y"_a, "freqs"_a, "precenter"_a = false, "normalize"_a = false, nb::kw_only(), "weights"_a = nb::none(),
        "floating_mean"_a = false, doc("scipy::signal::lombscargle"));
    m.def(
        "vectorstrength",
        [](ArrayArg events, ArrayArg period) -> PowerResult {
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
    m.def(
        "morlet",
        [](AxisArg M, ScalarArg w, ScalarArg s, BoolArg complete) {
            return signal::morlet(M, number(w), number(s), complete);
        },
        "M"_a, "w"_a = 5.0, "s"_a = 1.0, "complete"_a = true, doc("scipy::signal::morlet"));
    m.def(
        "morlet2", [](AxisArg M, ScalarArg s, ScalarArg w) { return signal::morlet2(M, number(s), number(w)); }, "M"_a,
        "s"_a, "w"_a = 5, doc("scipy::signal::morlet2"));
    m.def(
        "ricker", [](AxisArg points, ScalarArg a) { return signal::ricker(points, number(a)); }, "points"_a, "a"_a,
        doc("scipy::signal::ricker"));
}

}  // namespace cuprum::python
