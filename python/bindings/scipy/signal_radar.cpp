// cuprumx.signal.
#include "cuprum/scipy/signal_radar.h"

#include "../array.h"
#include "cuprum/fft.h"
#include "signal_windows.h"

namespace cuprum::python {
namespace {

using FilteredResult = Typed<"ndarray if zi is None else tuple[ndarray, ndarray]">;
using PulseWindowArg = Arg<"str | float | tuple[str | float, ...] | ArrayLike | Callable[[ndarray], ArrayLike]">;
struct PadtypeArg : ObjectArg {
    CUPRUM_TAKES("Literal['odd', 'even', 'constant']", true)
};

/// A window, or what a function makes of the frequencies of `n` samples.
std::optional<scipy::signal::Window> window_of(const ObjectArg& window, std::int64_t n) {
    if (window.is_none()) return std::nullopt;
    if (!PyCallable_Check(window.object)) return to_window(window);
    nb::object frequencies = wrap_object(fft::fftfreq(n));
    return scipy::signal::Window{.values =
                                     make_array(nb::handle(window.object)(frequencies).ptr(), std::nullopt, false)};
}

}  // namespace

void bind_signal(nb::module_& core) {
    nb::module_ m = core.def_submodule("_signal");
    m.def(
        "ca_cfar",
        [](DeviceArrayArg array, ShapeArg guard_cells, ShapeArg reference_cells,
           ScalarArg pfa) -> Typed<"tuple[ndarray, ndarray]"> {
            const Shape guard = guard_cells, reference = reference_cells;
            auto [threshold, found] =
                cuprum::signal::ca_cfar(array, Dims(guard), Dims(reference), Scalar(pfa).to_double());
            return nb::make_tuple(wrap_object(std::move(threshold)), wrap_object(std::move(found)));
        },
        "array"_a, "guard_cells"_a, "reference_cells"_a, "pfa"_a = 1e-3, doc("signal::ca_cfar"));
    m.def(
        "convolve1d2o",
        [](DeviceArrayArg in1, DeviceArrayArg in2, WordArg<"Literal['valid']"> mode,
           WordArg<"Literal['direct']"> method) { return cuprum::signal::convolve1d2o(in1, in2, mode, method); },
        "in1"_a, "in2"_a, "mode"_a = "valid", "method"_a = "direct", doc("signal::convolve1d2o"));
    m.def(
        "convolve1d3o",
        [](DeviceArrayArg in1, DeviceArrayArg in2, WordArg<"Literal['valid']"> mode,
           WordArg<"Literal['direct']"> method) { return cuprum::signal::convolve1d3o(in1, in2, mode, method); },
        "in1"_a, "in2"_a, "mode"_a = "valid", "method"_a = "direct", doc("signal::convolve1d3o"));
    m.def(
        "pulse_compression",
        [](DeviceArrayArg x, DeviceArrayArg pulse, BoolArg normalize, PulseWindowArg window, OptionalIntArg nfft) {
            const ndarray& shape = pulse;
            return cuprum::signal::pulse_compression(x, shape, normalize, window_of(window, shape.size()), nfft);
        },
        "x"_a, "template"_a, "normalize"_a = false, "window"_a = nb::none(), "nfft"_a = nb::none(),
        doc("signal::pulse_compression"));
    m.def(
        "pulse_doppler",
        [](DeviceArrayArg x, PulseWindowArg window, OptionalIntArg nfft) {
            const ndarray& samples = x;
            return cuprum::signal::pulse_doppler(samples, window_of(window, samples.ndim() ? samples.shape(0) : 0),
                                                 nfft);
        },
        "x"_a, "window"_a = nb::none(), "nfft"_a = nb::none(), doc("signal::pulse_doppler"));
    m.def(
        "complex_cepstrum", [](DeviceArrayArg x, OptionalIntArg n, AxisArg axis) -> Typed<"tuple[ndarray, ndarray]"> {
            auto [cepstrum, delay] = cuprum::signal::complex_cepstrum(x, n, axis);
            return nb::make_tuple(wrap_object(std::move(cepstrum)), wrap_object(std::move(delay)));
        },
        "x"_a, "n"_a = nb::none(), "axis"_a = -1, doc("signal::complex_cepstrum"));
    m.def(
        "firfilter",
        [](DeviceArrayArg b, DeviceArrayArg x, AxisArg axis, OptionalArrayArg zi) -> FilteredResult {
            if (!zi.pointer()) return wrap_object(cuprum::signal::firfilter(b, x, axis));
            scipy::signal::Filtered made = cuprum::signal::firfilter(b, x, axis, *zi.pointer());
            return nb::make_tuple(wrap_object(std::move(made.out)), wrap_object(std::move(made.state)));
        },
        "b"_a, "x"_a, "axis"_a = -1, "zi"_a = nb::none(), doc("signal::firfilter"));
    m.def(
        "firfilter2",
        [](DeviceArrayArg b, DeviceArrayArg x, AxisArg axis, PadtypeArg padtype, OptionalIntArg padlen,
           WordArg<"Literal['pad', 'gust']"> method, OptionalIntArg irlen) {
            const std::string way = method;
            if (way != "pad" && way != "gust") throw ValueError("method must be 'pad' or 'gust', found '" + way + "'");
            if (way == "gust") {
                const ndarray& taps = b;
                return scipy::signal::filtfilt_gust(taps, make_array(nb::make_tuple(1.0).ptr(), taps.dtype(), false), x,
                                                    axis, irlen);
            }
            const std::string word = padtype.is_none() ? "" : nb::cast<std::string>(nb::handle(padtype.object));
            scipy::signal::Extension extension;
            extension.padtype = padtype.is_none() ? std::nullopt : std::optional<std::string_view>(word);
            extension.padlen = padlen;
            return cuprum::signal::firfilter2(b, x, axis, extension);
        },
        "b"_a, "x"_a, "axis"_a = -1, "padtype"_a = "odd", "padlen"_a = nb::none(), "method"_a = "pad",
        "irlen"_a = nb::none(), doc("signal::firfilter2"));
}

}  // namespace cuprum::python
