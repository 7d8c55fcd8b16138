// Spectra of cuprumx.scipy.signal: what looks at numbers where they are.
#include "cuprum/scipy/signal_spectral.h"

#include "../argument.h"
#include "../array.h"
#include "signal_args.h"

namespace cuprum::python {
namespace signal = scipy::signal;

void bind_scipy_signal_spectral(nb::module_& core) {
    nb::module_ m = nb::cast<nb::module_>(core.attr("_scipy_signal"));
    m.def(
        "vectorstrength", [](ArrayArg events, ArrayArg period) -> Typed<"tuple[ndarray, ndarray]"> {
            // What the host has is looked at there, so that a GPU need not be waited for.
            if (!is_ndarray(period.object)) {
                auto numbers = argument<NumbersArg>(period.object);
                for (const double one : Numbers(numbers).reals("vectorstrength"))
                    if (one <= 0) throw ValueError("periods must be positive");
            }
            auto [strength, phase] = signal::vectorstrength(events, period);
            return nb::make_tuple(wrap_object(std::move(strength)), wrap_object(std::move(phase)));
        },
        "events"_a, "period"_a, doc("scipy::signal::vectorstrength"));
}

}  // namespace cuprum::python
