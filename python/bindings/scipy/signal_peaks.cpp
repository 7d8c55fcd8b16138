// Peaks of cuprumx.scipy.signal, whose conditions are numbers, pairs or arrays.
#include "cuprum/scipy/signal_peaks.h"

#include "../array.h"
#include "signal_numbers.h"

namespace cuprum::python {
namespace {

namespace signal = scipy::signal;

using BoundsArg = Arg<"ArrayLike | tuple[ArrayLike | None, ArrayLike | None]">;

std::optional<ndarray> bound(nb::handle object) {
    if (object.is_none()) return std::nullopt;
    return make_array(object.ptr(), std::nullopt, false);
}

/// A number, two of them or None, or arrays of them; an array of two elements counts as two.
std::optional<signal::PeakInterval> interval(const ObjectArg& given) {
    if (given.is_none()) return std::nullopt;
    const nb::handle object = given.object;
    const bool array = is_ndarray(given.object);
    if (!array && PySequence_Check(given.object)) {
        if (PySequence_Size(given.object) == 2)
            return signal::PeakInterval{bound(object[nb::int_(0)]), bound(object[nb::int_(1)])};
        return signal::PeakInterval{bound(object), std::nullopt};
    }
    if (array && unwrap(given.object).ndim() == 1 && unwrap(given.object).size() == 2) {
        const ndarray& pair = unwrap(given.object);
        return signal::PeakInterval{pair(0), pair(1)};
    }
    return signal::PeakInterval{bound(object), std::nullopt};
}

std::optional<double> number_or_none(const ObjectArg& value) {
    if (value.is_none()) return std::nullopt;
    const auto scalar = to_scalar(value.object);
    if (scalar) return scalar->to_double();
    return make_array(value.object, std::nullopt, false).item().to_double();
}

void bind_peaks(nb::module_& m) {
    m.def(
        "find_peaks",
        [](DeviceArrayArg x, BoundsArg height, BoundsArg threshold, Arg<"float"> distance, BoundsArg prominence,
           BoundsArg width, Arg<"float"> wlen, ScalarArg rel_height,
           BoundsArg plateau_size) -> Typed<"tuple[ndarray, dict[str, ndarray]]"> {
            signal::PeakConditions conditions;
            conditions.height = interval(height);
            conditions.threshold = interval(threshold);
            conditions.distance = number_or_none(distance);
            conditions.prominence = interval(prominence);
            conditions.width = interval(width);
            conditions.wlen = number_or_none(wlen);
            conditions.rel_height = Scalar(rel_height).to_double();
            conditions.plateau_size = interval(plateau_size);
            signal::Peaks found = signal::find_peaks(x, conditions);
            nb::dict properties;
            for (auto& [name, values] : found.properties) properties[name.c_str()] = wrap_object(std::move(values));
            return nb::make_tuple(wrap_object(std::move(found.places)), properties);
        },
        "x"_a, "height"_a = nb::none(), "threshold"_a = nb::none(), "distance"_a = nb::none(),
        "prominence"_a = nb::none(), "width"_a = nb::none(), "wlen"_a = nb::none(), "rel_height"_a = 0.5,
        "plateau_size"_a = nb::none(), doc("scipy::signal::find_peaks"));
}

}  // namespace

void bind_scipy_signal_peaks(nb::module_& core) {
    nb::module_ m = nb::cast<nb::module_>(core.attr("_scipy_signal"));
    bind_peaks(m);
}

}  // namespace cuprum::python
