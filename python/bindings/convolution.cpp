// Convolution, correlation and windows: NumPy's functions, and SciPy's in `cuprumx.scipy.signal`.
#include "cuprum/convolution.h"

#include "array.h"
#include "cuprum/scipy/signal.h"
#include "cuprum/windows.h"

namespace cuprum::python {
namespace {

/// "valid", "same", "full", or NumPy's numbers for them.
std::string numpy_mode(const ObjectArg& mode) {
    if (PyUnicode_Check(mode.object)) return nb::cast<std::string>(nb::handle(mode.object));
    if (!PyLong_Check(mode.object) || PyBool_Check(mode.object))
        throw TypeError(std::string("convolve/correlate mode not understood: it is 'valid', 'same' or 'full', found ") +
                        Py_TYPE(mode.object)->tp_name);
    const std::int64_t number = to_index(mode.object);
    if (number < 0 || number > 2) throw ValueError("integer convolve/correlate mode must be 0, 1, or 2");
    static constexpr const char* names[] = {"valid", "same", "full"};
    return names[number];
}

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
using Sequences = ndarray (*)(const ndarray&, const ndarray&, std::string_view);
using Images = ndarray (*)(const ndarray&, const ndarray&, std::string_view, std::string_view, const Scalar&);

template <Sequences function>
void bind_sequences(nb::module_& m, const char* name, const char* mode, const char* text) {
    m.def(
        name,
        [](ArrayArg a, ArrayArg v, Arg<"Literal['full', 'same', 'valid'] | int"> mode) {
            return function(a, v, numpy_mode(mode));
        },
        "a"_a, "v"_a, "mode"_a = mode, text);
}

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

void bind_convolution(nb::module_& m) {
    bind_sequences<convolve>(m, "convolve", "full", doc("convolve"));
    bind_sequences<correlate>(m, "correlate", "valid", doc("correlate"));

    const auto number = [](const ScalarArg& M) { return Scalar(M).to_double(); };
    m.def("bartlett", [=](ScalarArg M) { return bartlett(number(M)); }, "M"_a, doc("bartlett"));
    m.def("blackman", [=](ScalarArg M) { return blackman(number(M)); }, "M"_a, doc("blackman"));
    m.def("hamming", [=](ScalarArg M) { return hamming(number(M)); }, "M"_a, doc("hamming"));
    m.def("hanning", [=](ScalarArg M) { return hanning(number(M)); }, "M"_a, doc("hanning"));
    m.def(
        "kaiser", [=](ScalarArg M, ScalarArg beta) { return kaiser(number(M), Scalar(beta).to_double()); }, "M"_a,
        "beta"_a, doc("kaiser"));

    nb::module_ s = m.def_submodule("_signal");
    bind_images<scipy::signal::convolve2d>(s, "convolve2d", doc("scipy::signal::convolve2d"));
    bind_images<scipy::signal::correlate2d>(s, "correlate2d", doc("scipy::signal::correlate2d"));
    bind_arrays<scipy::signal::convolve>(s, "convolve", doc("scipy::signal::convolve"));
    bind_arrays<scipy::signal::correlate>(s, "correlate", doc("scipy::signal::correlate"));
    bind_transforms<scipy::signal::fftconvolve>(s, "fftconvolve", doc("scipy::signal::fftconvolve"));
    bind_transforms<scipy::signal::oaconvolve>(s, "oaconvolve", doc("scipy::signal::oaconvolve"));
    s.def(
        "choose_conv_method",
        [](DeviceArrayArg in1, DeviceArrayArg in2, ExtentArg mode) {
            return scipy::signal::choose_conv_method(in1, in2, scipy_word(mode));
        },
        "in1"_a, "in2"_a, "mode"_a = "full", doc("scipy::signal::choose_conv_method"));
    s.def(
        "correlation_lags",
        [](AxisArg in1_len, AxisArg in2_len, ExtentArg mode) {
            return scipy::signal::correlation_lags(in1_len, in2_len, scipy_word(mode));
        },
        "in1_len"_a, "in2_len"_a, "mode"_a = "full", doc("scipy::signal::correlation_lags"));
}

}  // namespace cuprum::python
