// cuprumx.scipy.signal: designs of FIR filters.
#include "cuprum/scipy/signal_fir.h"

#include "signal_numbers.h"

namespace cuprum::python {
namespace {

using namespace scipy::signal;

using WindowArg = OptionalArg<"str | float | tuple[str, ...]">;

WindowChoice window_choice(const ObjectArg& window) {
    if (PyUnicode_Check(window.object)) return {nb::cast<std::string>(nb::handle(window.object))};
    if (!PyTuple_Check(window.object)) {
        try {
            return to_number(window.object);
        } catch (const std::exception&) {
            throw ValueError("window must be a name, a tuple of a name and parameters, or a number, found " +
                             std::string(Py_TYPE(window.object)->tp_name));
        }
    }
    if (PyTuple_Size(window.object) == 0 || !PyUnicode_Check(PyTuple_GetItem(window.object, 0)))
        throw ValueError("the first of a tuple must be the name of a window");
    std::vector<double> parameters;
    for (Py_ssize_t i = 1; i < PyTuple_Size(window.object); ++i) {
        NumbersArg item;
        item.object = PyTuple_GetItem(window.object, i);
        if (item.is_none()) parameters.push_back(std::nan(""));
        else
            for (double number : item.get().reals("a window")) parameters.push_back(number);
    }
    return {nb::cast<std::string>(nb::handle(PyTuple_GetItem(window.object, 0))), std::move(parameters)};
}

void bind_windowed_designs(nb::module_& m) {
    m.def("kaiser_beta", [](NumberArg a) { return kaiser_beta(a); }, "a"_a, doc("scipy::signal::kaiser_beta"));
    m.def(
        "kaiser_atten", [](NumberArg taps, NumberArg width) { return kaiser_atten(taps, width); }, "numtaps"_a,
        "width"_a, doc("scipy::signal::kaiser_atten"));
    m.def(
        "kaiserord",
        [](NumberArg ripple, NumberArg width) {
            const KaiserOrder order = kaiserord(ripple, width);
            return Typed<"tuple[int, float]">(nb::make_tuple(order.numtaps, order.beta));
        },
        "ripple"_a, "width"_a, doc("scipy::signal::kaiserord"));
    m.def(
        "firwin",
        [](AxisArg numtaps, NumbersArg cutoff, OptionalNumberArg width, WindowArg window,
           Arg<"bool | Literal['lowpass', 'highpass', 'bandpass', 'bandstop']"> pass_zero, BoolArg scale,
           OptionalRateArg fs) {
            std::string word;
            FirwinOptions options{.width = width, .scale = scale, .fs = std::optional<double>(fs).value_or(2)};
            if (!width.is_none()) options.window = 0.0;
            else options.window = window_choice(window);
            if (PyUnicode_Check(pass_zero.object)) {
                word = nb::cast<std::string>(nb::handle(pass_zero.object));
                options.pass_zero = std::string_view(word);
            } else if (const auto flag = to_scalar(pass_zero.object); flag && flag->dtype() == DType::bool_) {
                options.pass_zero = flag->to_bool();
            } else {
                throw ValueError("pass_zero must be True, False, 'bandpass', 'lowpass', 'highpass' or 'bandstop'");
            }
            return firwin(numtaps, cutoff, options);
        },
        "numtaps"_a, "cutoff"_a, "width"_a = nb::none(), "window"_a = "hamming", "pass_zero"_a = true, "scale"_a = true,
        "fs"_a = nb::none(), doc("scipy::signal::firwin"));
    m.def(
        "firwin_2d",
        [](ShapeArg hsize, Arg<"str | float | tuple[Any, ...] | list[Any]"> window, NumbersArg fc, NumberArg fs,
           BoolArg circular, Arg<"bool | Literal['lowpass', 'highpass', 'bandpass', 'bandstop']">, Arg<"bool">) {
            const auto choice = [](nb::handle object) {
                WindowArg argument;
                argument.object = object.ptr();
                return window_choice(argument);
            };
            const Dims lengths{Shape(hsize)};
            if (fc.is_none()) throw ValueError("firwin_2d: the cutoff frequency fc must be given");
            if (circular) return firwin_2d_circular(lengths, choice(window.object), fc, fs);
            if (!PyTuple_Check(window.object) && !PyList_Check(window.object))
                throw ValueError("window must be a tuple or list of two windows");
            std::vector<WindowChoice> windows;
            for (nb::handle item : nb::iter(nb::handle(window.object))) windows.push_back(choice(item));
            return firwin_2d(lengths, windows, fc, fs);
        },
        "hsize"_a, "window"_a, nb::kw_only(), "fc"_a = nb::none(), "fs"_a = 2, "circular"_a = false,
        "pass_zero"_a = true, "scale"_a = true, doc("scipy::signal::firwin_2d"));
    m.def(
        "firwin2",
        [](AxisArg numtaps, NumbersArg freq, NumbersArg gain, OptionalIntArg nfreqs, WindowArg window,
           OptionalNumberArg nyq, BoolArg antisymmetric, OptionalRateArg fs) {
            Firwin2Options options{.nfreqs = nfreqs, .window = {}, .antisymmetric = antisymmetric};
            options.fs = std::optional<double>(fs).value_or(2);
            if (const std::optional<double> nyquist = nyq) options.fs = 2 * *nyquist;
            if (!window.is_none()) options.window = window_choice(window);
            return firwin2(numtaps, freq, gain, options);
        },
        "numtaps"_a, "freq"_a, "gain"_a, "nfreqs"_a = nb::none(), "window"_a = "hamming", "nyq"_a = nb::none(),
        "antisymmetric"_a = false, "fs"_a = nb::none(), doc("scipy::signal::firwin2"));
}

void bind_optimal_designs(nb::module_& m) {
    m.def(
        "firls",
        [](NumberArg numtaps, NumbersArg bands, NumbersArg desired, NumbersArg weight, OptionalRateArg fs) {
            return firls(numtaps, bands, desired, weight.optional(), std::optional<double>(fs).value_or(2));
        },
        "numtaps"_a, "bands"_a, "desired"_a, "weight"_a = nb::none(), "fs"_a = nb::none(), doc("scipy::signal::firls"));
    m.def(
        "remez",
        [](AxisArg numtaps, NumbersArg bands, NumbersArg desired, NumbersArg weight,
           WordArg<"Literal['bandpass', 'differentiator', 'hilbert']"> type, AxisArg maxiter, AxisArg density,
           OptionalRateArg fs) {
            return remez(numtaps, bands, desired,
                         {.weight = weight.optional(),
                          .type = type,
                          .maxiter = maxiter,
                          .grid_density = density,
                          .fs = std::optional<double>(fs).value_or(1)});
        },
        "numtaps"_a, "bands"_a, "desired"_a, nb::kw_only(), "weight"_a = nb::none(), "type"_a = "bandpass",
        "maxiter"_a = 25, "grid_density"_a = 16, "fs"_a = nb::none(), doc("scipy::signal::remez"));
    m.def(
        "minimum_phase",
        [](NumbersArg h, Arg<"Literal['homomorphic', 'hilbert']"> method, OptionalIntArg n_fft, BoolArg half) {
            if (!PyUnicode_Check(method.object)) throw ValueError("method must be \"homomorphic\" or \"hilbert\"");
            return minimum_phase(h, nb::cast<std::string>(nb::handle(method.object)), n_fft, half);
        },
        "h"_a, "method"_a = "homomorphic", "n_fft"_a = nb::none(), "half"_a = true,
        doc("scipy::signal::minimum_phase"));
}

}  // namespace

void bind_scipy_signal_fir(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_signal");
    bind_windowed_designs(m);
    bind_optimal_designs(m);
}

}  // namespace cuprum::python
