// Functions of cuprumx.scipy.signal that take a function or a system, or of which None says more than one thing.
#include "cuprum/scipy/signal_resampling.h"

#include "../array.h"
#include "cuprum/fft.h"
#include "signal_args.h"

namespace cuprum::python {

namespace signal = scipy::signal;

namespace {

void bind_rates(nb::module_& m) {
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

void bind_signals(nb::module_& m) {
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
}

}  // namespace

void bind_scipy_signal_resampling(nb::module_& core) {
    nb::module_ m = nb::cast<nb::module_>(core.attr("_scipy_signal"));
    bind_rates(m);
    bind_signals(m);
}

}  // namespace cuprum::python
