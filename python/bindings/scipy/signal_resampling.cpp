// Resampling and smoothing of cuprumx.scipy.signal.
#include "cuprum/scipy/signal_resampling.h"

#include "../array.h"
#include "cuprum/fft.h"
#include "optional_arg.h"
#include "signal_windows.h"

namespace cuprum::python {

namespace signal = scipy::signal;

signal::Window to_window(const ObjectArg& argument) {
    const nb::handle object = argument.object;
    signal::Window window;
    if (PyUnicode_Check(object.ptr())) {
        window.name = nb::cast<std::string>(object);
    } else if (PyFloat_Check(object.ptr()) || PyLong_Check(object.ptr())) {
        window.name = "kaiser";
        window.parameters = {PyFloat_AsDouble(object.ptr())};
    } else if (PyTuple_Check(object.ptr()) && PyTuple_GET_SIZE(object.ptr()) > 0 &&
               PyUnicode_Check(PyTuple_GET_ITEM(object.ptr(), 0))) {
        window.name = nb::cast<std::string>(nb::handle(PyTuple_GET_ITEM(object.ptr(), 0)));
        for (Py_ssize_t i = 1; i < PyTuple_GET_SIZE(object.ptr()); ++i)
            for (const double value : [&] {
                     nb::handle item = PyTuple_GET_ITEM(object.ptr(), i);
                     std::vector<double> values;
                     if (PySequence_Check(item.ptr()))
                         for (nb::handle part : nb::iter(item)) values.push_back(nb::cast<double>(part));
                     else values.push_back(nb::cast<double>(item));
                     return values;
                 }())
                window.parameters.push_back(value);
    } else {
        window.values = make_array(object.ptr(), std::nullopt, false);
    }
    return window;
}

namespace {

std::optional<double> number_or_none(const ObjectArg& value) {
    if (value.is_none()) return std::nullopt;
    const auto scalar = to_scalar(value.object);
    if (!scalar) throw TypeError(std::string("a number or None is needed, found ") + Py_TYPE(value.object)->tp_name);
    return scalar->to_double();
}

void bind_rates(nb::module_& m) {
    m.def(
        "upfirdn",
        [](DeviceArrayArg h, DeviceArrayArg x, AxisArg up, AxisArg down, AxisArg axis, WordArg<"str"> mode,
           ScalarArg cval) { return signal::upfirdn(h, x, up, down, axis, mode, number(cval)); },
        "h"_a, "x"_a, "up"_a = 1, "down"_a = 1, "axis"_a = -1, "mode"_a = "constant", "cval"_a = 0,
        doc("scipy::signal::upfirdn"));
    m.def(
        "resample_poly",
        [](DeviceArrayArg x, AxisArg up, AxisArg down, AxisArg axis,
           Arg<"str | float | tuple[str | float, ...] | ArrayLike"> window, WordArg<"str"> padtype,
           Arg<"float | None"> cval) {
            return signal::resample_poly(x, up, down, axis, to_window(window), padtype, number_or_none(cval));
        },
        "x"_a, "up"_a, "down"_a, "axis"_a = 0, "window"_a = nb::make_tuple("kaiser", 5.0), "padtype"_a = "constant",
        "cval"_a = nb::none(), doc("scipy::signal::resample_poly"));
    m.def(
        "resample",
        [](DeviceArrayArg x, AxisArg num, OptionalArrayArg t, AxisArg axis,
           Arg<"str | float | tuple[str | float, ...] | ArrayLike | Callable[[ndarray], ArrayLike]"> window,
           WordArg<"Literal['time', 'freq']"> domain) -> Typed<"ndarray if t is None else tuple[ndarray, ndarray]"> {
            const std::string where = domain;
            if (where != "time" && where != "freq")
                throw ValueError("Parameter domain='" + where + "' not in ('time', 'freq')!");
            std::optional<signal::Window> shape;
            if (PyCallable_Check(window.object)) {
                const ndarray& samples = x;
                const std::int64_t n = samples.shape(normalize_axis(axis, samples.ndim()));
                nb::object numbers = wrap_object(fft::fftfreq(n));
                shape =
                    signal::Window{.values = make_array(nb::handle(window.object)(numbers).ptr(), std::nullopt, false)};
            } else if (!window.is_none()) {
                shape = to_window(window);
            }
            ndarray made = signal::resample(x, num, axis, shape, where == "freq");
            if (t.is_none()) return wrap_object(std::move(made));
            const ndarray& samples = x;
            const std::int64_t n = samples.shape(normalize_axis(axis, samples.ndim())), wanted = num;
            ndarray times = signal::resampled_times(t.get(), n, wanted);
            return nb::make_tuple(wrap_object(std::move(made)), wrap_object(std::move(times)));
        },
        "x"_a, "num"_a, "t"_a = nb::none(), "axis"_a = 0, "window"_a = nb::none(), "domain"_a = "time",
        doc("scipy::signal::resample"));
    m.def(
        "decimate",
        [](DeviceArrayArg x, AxisArg q, OptionalIntArg n, Arg<"Literal['iir', 'fir']"> ftype, AxisArg axis,
           BoolArg zero_phase) -> Array {
            if (PyUnicode_Check(ftype.object))
                return wrap_object(
                    signal::decimate(x, q, n, nb::cast<std::string>(nb::handle(ftype.object)), axis, zero_phase));
            // A system of discrete time: its numerator and denominator.
            nb::object system = nb::handle(ftype.object).attr("to_tf")();
            const auto coefficients = [&](const char* name) {
                return make_array(nb::object(system.attr(name)).ptr(), std::nullopt, false);
            };
            return wrap_object(signal::decimate_by(x, q, coefficients("num"), coefficients("den"), axis, zero_phase));
        },
        "x"_a, "q"_a, "n"_a = nb::none(), "ftype"_a = "iir", "axis"_a = -1, "zero_phase"_a = true,
        doc("scipy::signal::decimate"));
}

void bind_smoothing(nb::module_& m) {
    m.def(
        "savgol_coeffs",
        [](AxisArg window_length, AxisArg polyorder, AxisArg deriv, ScalarArg delta, Arg<"float | None"> pos,
           WordArg<"Literal['conv', 'dot']"> use) {
            return signal::savgol_coeffs(window_length, polyorder, deriv, number(delta), number_or_none(pos), use);
        },
        "window_length"_a, "polyorder"_a, "deriv"_a = 0, "delta"_a = 1.0, "pos"_a = nb::none(), "use"_a = "conv",
        doc("scipy::signal::savgol_coeffs"));
    m.def(
        "savgol_filter",
        [](DeviceArrayArg x, AxisArg window_length, AxisArg polyorder, AxisArg deriv, ScalarArg delta, AxisArg axis,
           WordArg<"Literal['interp', 'mirror', 'constant', 'nearest', 'wrap']"> mode, ScalarArg cval) {
            return signal::savgol_filter(x, window_length, polyorder, deriv, number(delta), axis, mode, number(cval));
        },
        "x"_a, "window_length"_a, "polyorder"_a, "deriv"_a = 0, "delta"_a = 1.0, "axis"_a = -1, "mode"_a = "interp",
        "cval"_a = 0.0, doc("scipy::signal::savgol_filter"));
    m.def(
        "order_filter",
        [](DeviceArrayArg a, DeviceArrayArg domain, AxisArg rank) { return signal::order_filter(a, domain, rank); },
        "a"_a, "domain"_a, "rank"_a, doc("scipy::signal::order_filter"));
    m.def(
        "medfilt", [](DeviceArrayArg volume, AxesArg kernel_size) { return signal::medfilt(volume, kernel_size); },
        "volume"_a, "kernel_size"_a = nb::none(), doc("scipy::signal::medfilt"));
    m.def(
        "medfilt2d",
        [](DeviceArrayArg input, ShapeArg kernel_size) {
            const Shape sizes = kernel_size;
            return signal::medfilt2d(input, Dims(sizes));
        },
        "input"_a, "kernel_size"_a = 3, doc("scipy::signal::medfilt2d"));
    m.def(
        "wiener",
        [](DeviceArrayArg im, AxesArg mysize, Arg<"float | None"> noise) {
            return signal::wiener(im, mysize, number_or_none(noise));
        },
        "im"_a, "mysize"_a = nb::none(), "noise"_a = nb::none(), doc("scipy::signal::wiener"));
}

void bind_signals(nb::module_& m) {
    m.def(
        "hilbert", [](DeviceArrayArg x, OptionalIntArg N, AxisArg axis) { return signal::hilbert(x, N, axis); }, "x"_a,
        "N"_a = nb::none(), "axis"_a = -1, doc("scipy::signal::hilbert"));
    m.def(
        "hilbert2",
        [](DeviceArrayArg x, AxesArg N, ShapeArg axes) { return signal::hilbert2(x, N, Dims(Shape(axes))); }, "x"_a,
        "N"_a = nb::none(), "axes"_a = nb::make_tuple(-2, -1), doc("scipy::signal::hilbert2"));
    m.def(
        "envelope",
        [](DeviceArrayArg z, Arg<"tuple[int | None, int | None]"> bp_in, Arg<"int | None"> n_out, BoolArg squared,
           Arg<"Literal['lowpass', 'all'] | None"> residual, AxisArg axis) {
            const auto whole = [](nb::handle item, const char* what) -> std::optional<std::int64_t> {
                if (item.is_none()) return std::nullopt;
                if (!PyLong_Check(item.ptr())) throw ValueError(std::string(what) + " must be an int or None");
                return to_index(item.ptr());
            };
            if (!PySequence_Check(bp_in.object) || PySequence_Size(bp_in.object) != 2)
                throw ValueError("bp_in must be a pair of frequencies, each an int or None");
            const nb::object low = nb::steal(PySequence_GetItem(bp_in.object, 0)),
                             high = nb::steal(PySequence_GetItem(bp_in.object, 1));
            const std::string word =
                PyUnicode_Check(residual.object) ? nb::cast<std::string>(nb::handle(residual.object)) : "";
            if (!residual.is_none() && word != "lowpass" && word != "all")
                throw ValueError("residual must be 'lowpass', 'all' or None");
            return signal::envelope(z, whole(low, "a frequency of bp_in"), whole(high, "a frequency of bp_in"),
                                    {.n_out = whole(n_out.object, "n_out"),
                                     .squared = squared,
                                     .residual = word == "all"        ? signal::Residual::all
                                                 : residual.is_none() ? signal::Residual::none
                                                                      : signal::Residual::lowpass,
                                     .axis = axis});
        },
        "z"_a, "bp_in"_a = nb::make_tuple(1, nb::none()), nb::kw_only(), "n_out"_a = nb::none(), "squared"_a = false,
        "residual"_a.none() = "lowpass", "axis"_a = -1, doc("scipy::signal::envelope"));
    m.def(
        "detrend",
        [](DeviceArrayArg data, AxisArg axis, WordArg<"Literal['linear', 'constant']"> type, ShapeArg bp,
           IgnoredFlagArg) {
            const Shape breaks = bp;
            return signal::detrend(data, axis, type, Dims(breaks));
        },
        "data"_a, "axis"_a = -1, "type"_a = "linear", "bp"_a = 0, "overwrite_data"_a = false,
        doc("scipy::signal::detrend"));
}

}  // namespace

void bind_scipy_signal_resampling(nb::module_& core) {
    nb::module_ m = nb::cast<nb::module_>(core.attr("_scipy_signal"));
    bind_rates(m);
    bind_smoothing(m);
    bind_signals(m);
}

}  // namespace cuprum::python
