// Filters of cuprumx.scipy.signal.
#include "cuprum/scipy/signal_filters.h"

#include "../array.h"

namespace cuprum::python {
namespace {

namespace signal = scipy::signal;

using FilteredResult = Typed<"ndarray if zi is None else tuple[ndarray, ndarray]">;

FilteredResult filtered(signal::Filtered&& made) {
    return nb::make_tuple(wrap_object(std::move(made.out)), wrap_object(std::move(made.state)));
}

struct PadtypeArg : ObjectArg {
    CUPRUM_TAKES("Literal['odd', 'even', 'constant']", true)
};

std::optional<std::string> word_or_none(const ObjectArg& word, const char* name) {
    if (word.is_none()) return std::nullopt;
    if (!PyUnicode_Check(word.object))
        throw ValueError(std::string(name) + " must be a string or None, not " + Py_TYPE(word.object)->tp_name);
    return nb::cast<std::string>(nb::handle(word.object));
}

signal::Extension extension_of(const std::optional<std::string>& padtype, const OptionalIntArg& padlen) {
    signal::Extension extension;
    extension.padtype = padtype ? std::optional<std::string_view>(*padtype) : std::nullopt;
    extension.padlen = padlen;
    return extension;
}

}  // namespace

void bind_scipy_signal_filters(nb::module_& core) {
    nb::module_ m = nb::cast<nb::module_>(core.attr("_scipy_signal"));
    m.def(
        "lfilter",
        [](DeviceArrayArg b, DeviceArrayArg a, DeviceArrayArg x, AxisArg axis, OptionalArrayArg zi) -> FilteredResult {
            if (const ndarray* state = zi.pointer()) return filtered(signal::lfilter(b, a, x, axis, *state));
            return wrap_object(signal::lfilter(b, a, x, axis));
        },
        "b"_a, "a"_a, "x"_a, "axis"_a = -1, "zi"_a = nb::none(), doc("scipy::signal::lfilter"));
    m.def(
        "lfiltic",
        [](DeviceArrayArg b, DeviceArrayArg a, DeviceArrayArg y, OptionalArrayArg x) {
            return signal::lfiltic(b, a, y, x.pointer());
        },
        "b"_a, "a"_a, "y"_a, "x"_a = nb::none(), doc("scipy::signal::lfiltic"));
    m.def(
        "lfilter_zi", [](DeviceArrayArg b, DeviceArrayArg a) { return signal::lfilter_zi(b, a); }, "b"_a, "a"_a,
        doc("scipy::signal::lfilter_zi"));
    m.def(
        "sosfilt",
        [](DeviceArrayArg sos, DeviceArrayArg x, AxisArg axis, OptionalArrayArg zi) -> FilteredResult {
            if (const ndarray* state = zi.pointer()) return filtered(signal::sosfilt(sos, x, axis, *state));
            return wrap_object(signal::sosfilt(sos, x, axis));
        },
        "sos"_a, "x"_a, "axis"_a = -1, "zi"_a = nb::none(), doc("scipy::signal::sosfilt"));
    m.def(
        "sosfilt_zi", [](DeviceArrayArg sos) { return signal::sosfilt_zi(sos); }, "sos"_a,
        doc("scipy::signal::sosfilt_zi"));
    m.def(
        "filtfilt",
        [](DeviceArrayArg b, DeviceArrayArg a, DeviceArrayArg x, AxisArg axis, PadtypeArg padtype,
           OptionalIntArg padlen, WordArg<"Literal['pad', 'gust']"> method, OptionalIntArg irlen) {
            const std::string way = method;
            if (way != "pad" && way != "gust") throw ValueError("method must be 'pad' or 'gust', found '" + way + "'");
            if (way == "gust") return signal::filtfilt_gust(b, a, x, axis, irlen);
            return signal::filtfilt(b, a, x, axis, extension_of(word_or_none(padtype, "padtype"), padlen));
        },
        "b"_a, "a"_a, "x"_a, "axis"_a = -1, "padtype"_a = "odd", "padlen"_a = nb::none(), "method"_a = "pad",
        "irlen"_a = nb::none(), doc("scipy::signal::filtfilt"));
    m.def(
        "sosfiltfilt",
        [](DeviceArrayArg sos, DeviceArrayArg x, AxisArg axis, PadtypeArg padtype, OptionalIntArg padlen) {
            return signal::sosfiltfilt(sos, x, axis, extension_of(word_or_none(padtype, "padtype"), padlen));
        },
        "sos"_a, "x"_a, "axis"_a = -1, "padtype"_a = "odd", "padlen"_a = nb::none(), doc("scipy::signal::sosfiltfilt"));
    m.def(
        "deconvolve", [](DeviceArrayArg signal, DeviceArrayArg divisor) -> Typed<"tuple[ndarray, ndarray]"> {
            scipy::signal::Deconvolved made = scipy::signal::deconvolve(signal, divisor);
            return nb::make_tuple(wrap_object(std::move(made.quotient)), wrap_object(std::move(made.remainder)));
        },
        "signal"_a, "divisor"_a, doc("scipy::signal::deconvolve"));
}

}  // namespace cuprum::python
