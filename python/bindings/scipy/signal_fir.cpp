// cuprumx.scipy.signal: firwin_2d, whose `window` is one or a list of two as `circular` says.
#include "cuprum/scipy/signal_fir.h"

#include "../argument.h"
#include "signal_args.h"

namespace cuprum::python {

using namespace scipy::signal;

void bind_scipy_signal_fir(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_signal");
    m.def(
        "firwin_2d",
        [](ShapeArg hsize, Arg<"str | float | tuple[Any, ...] | list[Any]"> window, NumbersArg fc, NumberArg fs,
           BoolArg circular, Arg<"bool | Literal['lowpass', 'highpass', 'bandpass', 'bandstop']">, Arg<"bool">) {
            const auto choice = [](nb::handle object) { return WindowChoice(argument<WindowChoiceArg>(object)); };
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
}

}  // namespace cuprum::python
