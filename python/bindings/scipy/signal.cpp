// cuprumx.scipy.signal.
#include "cuprum/scipy/signal.h"

#include "../array.h"

namespace cuprum::python {
namespace {

/// How much of a result is wanted.
using ExtentArg = Arg<"Literal['full', 'same', 'valid']">;

std::string scipy_word(const ObjectArg& word) {
    return PyUnicode_Check(word.object) ? nb::cast<std::string>(nb::handle(word.object)) : "None";
}

/// One number, or an array of one.
Scalar fill_value(const ObjectArg& value) {
    if (auto scalar = to_scalar(value.object)) return *scalar;
    const ndarray array = make_array(value.object, std::nullopt, false);
    if (array.size() != 1) throw ValueError("`fillvalue` must be scalar or an array with one element.");
    return array.item();
}

/// None, an int, or several.
Axes scipy_axes(const ObjectArg& axes) {
    if (axes.is_none()) return std::nullopt;
    const nb::handle object = axes.object;
    Dims result;
    const auto add = [&](nb::handle axis) {
        if (!PyIndex_Check(axis.ptr())) throw ValueError("axes must be a scalar or iterable of integers");
        result.push_back(to_index(axis.ptr()));
    };
    if (is_index(axes.object) || !nb::hasattr(object, "__iter__")) add(object);
    else
        for (nb::handle axis : nb::iter(object)) add(axis);
    return result;
}

using Arrays = ndarray (*)(const ndarray&, const ndarray&, std::string_view, std::string_view);
using Transforms = ndarray (*)(const ndarray&, const ndarray&, std::string_view, const Axes&);
using Images = ndarray (*)(const ndarray&, const ndarray&, std::string_view, std::string_view, const Scalar&);

template <Images function>
void bind_images(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](DeviceArrayArg in1, DeviceArrayArg in2, ExtentArg mode, Arg<"Literal['fill', 'wrap', 'symm']"> boundary,
           Arg<"ArrayLike"> fillvalue) {
            return function(in1, in2, scipy_word(mode), scipy_word(boundary), fill_value(fillvalue));
        },
        "in1"_a, "in2"_a, "mode"_a = "full", "boundary"_a = "fill", "fillvalue"_a = 0, text);
}

template <Arrays function>
void bind_arrays(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](DeviceArrayArg in1, DeviceArrayArg in2, ExtentArg mode, Arg<"Literal['auto', 'direct', 'fft']"> method) {
            return function(in1, in2, scipy_word(mode), scipy_word(method));
        },
        "in1"_a, "in2"_a, "mode"_a = "full", "method"_a = "auto", text);
}

template <Transforms function>
void bind_transforms(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](DeviceArrayArg in1, DeviceArrayArg in2, ExtentArg mode, Arg<"int | Sequence[int]"> axes) {
            return function(in1, in2, scipy_word(mode), scipy_axes(axes));
        },
        "in1"_a, "in2"_a, "mode"_a = "full", "axes"_a = nb::none(), text);
}

}  // namespace

void bind_scipy_signal(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_signal");
    bind_images<scipy::signal::convolve2d>(m, "convolve2d", doc("scipy::signal::convolve2d"));
    bind_images<scipy::signal::correlate2d>(m, "correlate2d", doc("scipy::signal::correlate2d"));
    bind_arrays<scipy::signal::convolve>(m, "convolve", doc("scipy::signal::convolve"));
    bind_arrays<scipy::signal::correlate>(m, "correlate", doc("scipy::signal::correlate"));
    bind_transforms<scipy::signal::fftconvolve>(m, "fftconvolve", doc("scipy::signal::fftconvolve"));
    bind_transforms<scipy::signal::oaconvolve>(m, "oaconvolve", doc("scipy::signal::oaconvolve"));
    m.def(
        "choose_conv_method",
        [](DeviceArrayArg in1, DeviceArrayArg in2, ExtentArg mode) {
            return scipy::signal::choose_conv_method(in1, in2, scipy_word(mode));
        },
        "in1"_a, "in2"_a, "mode"_a = "full", doc("scipy::signal::choose_conv_method"));
    m.def(
        "correlation_lags",
        [](AxisArg in1_len, AxisArg in2_len, ExtentArg mode) {
            return scipy::signal::correlation_lags(in1_len, in2_len, scipy_word(mode));
        },
        "in1_len"_a, "in2_len"_a, "mode"_a = "full", doc("scipy::signal::correlation_lags"));
}

}  // namespace cuprum::python
