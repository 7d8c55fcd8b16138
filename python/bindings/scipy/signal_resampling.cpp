// cuprumx.scipy.signal.decimate, which takes a system.
#include "cuprum/scipy/signal_resampling.h"

#include "../array.h"
#include "signal_args.h"

namespace cuprum::python {

namespace signal = scipy::signal;

void bind_scipy_signal_resampling(nb::module_& core) {
    nb::module_ m = nb::cast<nb::module_>(core.attr("_scipy_signal"));
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

}  // namespace cuprum::python
