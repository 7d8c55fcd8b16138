// Functions of cuprumx.signal whose window may be a function.
#include "cuprum/scipy/signal_radar.h"

#include "../array.h"
#include "cuprum/fft.h"
#include "signal_args.h"

namespace cuprum::python {
namespace {

using PulseWindowArg = Arg<"str | float | tuple[str | float, ...] | ArrayLike | Callable[[ndarray], ArrayLike]">;

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
}

}  // namespace cuprum::python
