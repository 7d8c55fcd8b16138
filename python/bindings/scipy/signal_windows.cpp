// cuprumx.scipy.signal.windows.
#include "cuprum/scipy/signal_windows.h"

#include "../argument.h"
#include "signal_numbers.h"

namespace cuprum::python {
namespace {

namespace windows = scipy::signal::windows;

/// A name and the numbers behind it; None is a number that is not there.
ndarray window_of(const ObjectArg& window, const ObjectArg& length, const ObjectArg& fftbins) {
    if (!PyBool_Check(fftbins.object)) throw ValueError("get_window: fftbins must be a bool");
    if (!is_index(length.object)) throw ValueError("get_window: Nx must be a positive whole number");
    const std::int64_t points = to_index(length.object);
    const bool periodic = fftbins.object == Py_True;
    if (PyUnicode_Check(window.object))
        return scipy::signal::get_window(nb::cast<std::string>(nb::handle(window.object)), points, periodic);
    std::vector<double> parameters;
    if (!PyTuple_Check(window.object)) {
        try {
            parameters.push_back(to_number(window.object));
        } catch (const std::exception&) {
            PyErr_Clear();
            throw ValueError(
                "get_window: window must be a name, a tuple of a name and parameters, or a number, found " +
                std::string(Py_TYPE(window.object)->tp_name));
        }
        return scipy::signal::get_window("kaiser", parameters, points, periodic);
    }
    if (PyTuple_Size(window.object) == 0 || !PyUnicode_Check(PyTuple_GetItem(window.object, 0)))
        throw ValueError("get_window: the first of a tuple must be the name of a window");
    for (Py_ssize_t i = 1; i < PyTuple_Size(window.object); ++i) {
        auto item = argument<NumbersArg>(PyTuple_GetItem(window.object, i));
        if (item.is_none()) parameters.push_back(std::nan(""));
        else
            for (double number : item.get().reals("get_window")) parameters.push_back(number);
    }
    return scipy::signal::get_window(nb::cast<std::string>(nb::handle(PyTuple_GetItem(window.object, 0))), parameters,
                                     points, periodic);
}

std::string norm_of(const ObjectArg& norm) {
    if (norm.is_none()) return "";
    if (PyUnicode_Check(norm.object)) return nb::cast<std::string>(nb::handle(norm.object));
    const auto number = to_scalar(norm.object);
    return number && number->to_double() == 2 ? "2" : "neither 2 nor a word";
}

using Window = OptionalArg<"str | float | tuple[str, ...]">;

}  // namespace

void bind_scipy_signal_windows(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_signal_windows"), signal = core.def_submodule("_scipy_signal");
    for (nb::module_* module : {&m, &signal})
        module->def(
            "get_window",
            [](Window window, OptionalArg<"int"> length, Arg<"bool"> fftbins) {
                return window_of(window, length, fftbins);
            },
            "window"_a, "Nx"_a, "fftbins"_a = true, doc("scipy::signal::get_window"));
    m.def(
        "dpss",
        [](NumberArg points, NumberArg half, OptionalIntArg count, BoolArg sym,
           Arg<"Literal[2, 'approximate', 'subsample']"> norm,
           BoolArg ratios) -> Typed<"ndarray | tuple[ndarray, ndarray | float]"> {
            const std::optional<std::int64_t> number = count;
            windows::SlepianSequences s = windows::dpss(points, half, number, sym, norm_of(norm), ratios);
            if (!ratios) return wrap_object(std::move(s.windows));
            return nb::make_tuple(s.windows, s.ratios);
        },
        "M"_a, "NW"_a, "Kmax"_a = nb::none(), "sym"_a = true, "norm"_a = nb::none(), "return_ratios"_a = false,
        doc("scipy::signal::windows::dpss"));
}

}  // namespace cuprum::python
