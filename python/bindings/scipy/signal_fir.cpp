// cuprumx.scipy.signal: designs of FIR filters, and responses of filters.
#include "cuprum/scipy/signal_fir.h"

#include "cuprum/host.h"
#include "cuprum/scipy/signal_response.h"
#include "signal_numbers.h"

namespace cuprum::python {
namespace {

using namespace scipy::signal;

using WindowArg = OptionalArg<"str | float | tuple[str, ...]">;
using PlotArg = OptionalArg<"Callable[[ndarray, ndarray], Any]">;
using CountArg = OptionalArg<"int | ArrayLike | numpy.ndarray">;
using PairOfArrays = Typed<"tuple[ndarray, ndarray]">;

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

/// The number of frequencies, or an array of them.
FrequencyChoice frequency_choice(const CountArg& argument, std::int64_t otherwise) {
    if (argument.is_none()) return otherwise;
    if (is_index(argument.object)) return to_index(argument.object);
    if (PyComplex_Check(argument.object)) return asarray(std::vector{PyComplex_RealAsDouble(argument.object)});
    ArrayArg array;
    array.object = argument.object;
    return array.get();
}

PairOfArrays pair(const Response& response) { return nb::make_tuple(response.w, response.h); }

PairOfArrays plotted(const Response& response, const PlotArg& plot) {
    PairOfArrays result = pair(response);
    if (!plot.is_none()) nb::handle(plot.object)(result[0], result[1]);
    return result;
}

constexpr double whole_circle = 2 * std::numbers::pi;

void bind_fir(nb::module_& m) {
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

void bind_responses(nb::module_& m) {
    m.def(
        "freqz",
        [](ArrayArg b, ArrayArg a, CountArg worn, BoolArg whole, PlotArg plot, RateArg fs, BoolArg include_nyquist) {
            return plotted(freqz(b, a, frequency_choice(worn, 512), {whole, fs, include_nyquist}), plot);
        },
        "b"_a, "a"_a = 1, "worN"_a = 512, "whole"_a = false, "plot"_a = nb::none(), "fs"_a = whole_circle,
        "include_nyquist"_a = false, doc("scipy::signal::freqz"));
    m.def(
        "freqz_zpk",
        [](ArrayArg z, ArrayArg p, NumbersArg k, CountArg worn, BoolArg whole, RateArg fs) {
            const Numbers gain = k;
            if (gain.size() != 1) throw ValueError("k must be a single gain");
            const Scalar number = gain.is_complex() ? Scalar(gain.values()[0]) : Scalar(gain.values()[0].real());
            return pair(freqz_zpk(z, p, number, frequency_choice(worn, 512), {whole, fs}));
        },
        "z"_a, "p"_a, "k"_a, "worN"_a = 512, "whole"_a = false, "fs"_a = whole_circle, doc("scipy::signal::freqz_zpk"));
    for (const char* name : {"freqz_sos", "sosfreqz"})
        m.def(
            name,
            [](ArrayArg sos, CountArg worn, BoolArg whole, RateArg fs) {
                return pair(freqz_sos(sos, frequency_choice(worn, 512), {whole, fs}));
            },
            "sos"_a, "worN"_a = 512, "whole"_a = false, "fs"_a = whole_circle, doc("scipy::signal::freqz_sos"));
    m.def(
        "freqs",
        [](NumbersArg b, NumbersArg a, CountArg worn, PlotArg plot) {
            return plotted(freqs(b, a, frequency_choice(worn, 200)), plot);
        },
        "b"_a, "a"_a, "worN"_a = 200, "plot"_a = nb::none(), doc("scipy::signal::freqs"));
    m.def(
        "freqs_zpk",
        [](NumbersArg z, NumbersArg p, NumbersArg k, CountArg worn) {
            return pair(freqs_zpk(z, p, k, frequency_choice(worn, 200)));
        },
        "z"_a, "p"_a, "k"_a, "worN"_a = 200, doc("scipy::signal::freqs_zpk"));
    m.def(
        "group_delay",
        [](Arg<"Sequence[ArrayLike]"> system, CountArg w, BoolArg whole, RateArg fs) {
            const nb::sequence both = nb::cast<nb::sequence>(nb::handle(system.object));
            if (nb::len(both) != 2) throw ValueError("group_delay: system must be a pair (b, a)");
            const nb::object first = both[0], second = both[1];
            NumbersArg b, a;
            b.object = first.ptr();
            a.object = second.ptr();
            return pair(group_delay(b, a, frequency_choice(w, 512), {whole, fs}));
        },
        "system"_a, "w"_a = 512, "whole"_a = false, "fs"_a = whole_circle, doc("scipy::signal::group_delay"));
    m.def(
        "findfreqs",
        [](NumbersArg num, NumbersArg den, AxisArg count, WordArg<"Literal['ba', 'zp']"> kind) {
            return findfreqs(num, den, count, kind);
        },
        "num"_a, "den"_a, "N"_a, "kind"_a = "ba", doc("scipy::signal::findfreqs"));
}

}  // namespace

void bind_scipy_signal_fir(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_signal");
    bind_fir(m);
    bind_responses(m);
}

}  // namespace cuprum::python
