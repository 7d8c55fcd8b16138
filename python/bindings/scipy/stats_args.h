// Parameters of cuprumx.scipy.stats as Python gives them.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "../argument.h"
#include "cuprum/scipy/stats.h"
#include "optional_arg.h"

namespace cuprum::python {

/// Arrays, as many as are given.
inline std::vector<ndarray> device_arrays(const nb::args& given) {
    std::vector<ndarray> result;
    for (nb::handle one : given) {
        result.push_back(argument<DeviceArrayArg>(one).get());
    }
    return result;
}

/// A power, or several.
struct OrdersArg : ObjectArg {
    CUPRUM_TAKES("float | Sequence[float] | ArrayLike", false)
    operator scipy::stats::Orders() const {
        const bool several =
            PyList_Check(object) || PyTuple_Check(object) ||
            (nb::hasattr(nb::handle(object), "ndim") && nb::cast<int>(nb::handle(object).attr("ndim")) > 0);
        if (!several) return number(object);
        std::vector<double> orders;
        for (nb::handle order : nb::iter(nb::handle(object))) orders.push_back(number(order.ptr()));
        return orders;
    }

private:
    static double number(PyObject* object) { return nb::cast<double>(nb::float_(nb::handle(object))); }
};
/// A number, or the word "normal".
struct ScaleArg : ObjectArg {
    CUPRUM_TAKES("float | Literal['normal']", false)
    operator scipy::stats::Scale() const {
        if (PyUnicode_Check(object)) return std::string_view(nb::cast<const char*>(nb::handle(object)));
        return nb::cast<double>(nb::float_(nb::handle(object)));
    }
};
/// An exponent; of what is none SciPy knows no mean.
struct ExponentArg : ObjectArg {
    CUPRUM_TAKES("float", false)
    operator double() const {
        if (!PyFloat_Check(object) && !PyLong_Check(object))
            throw ValueError("Power mean only implemented for finite numbers as exponents");
        return nb::cast<double>(nb::handle(object));
    }
};
/// True or False, and nothing that is taken for one of them.
struct TrueOrFalseArg : ObjectArg {
    CUPRUM_TAKES("bool", false)
    operator bool() const {
        if (!PyBool_Check(object)) throw TypeError("Expected a boolean value for 'equal_var'");
        return object == Py_True;
    }
};

/// An axis or None; SciPy's class of errors for several.
struct OneAxisArg : OptionalArg<"int"> {
    operator Axes() const {
        if (is_none()) return std::nullopt;
        if (!is_index(object)) throw ValueError("`axis` must be an integer.");
        return Axes(Dims{to_index(object)});
    }
};
/// True or False, or what equals one of them.
struct ContinuityArg : Arg<"bool"> {
    operator bool() const {
        const nb::handle given(object);
        if (!given.equal(nb::bool_(true)) && !given.equal(nb::bool_(false)))
            throw ValueError("`use_continuity` must be True or False, not " + nb::cast<std::string>(nb::repr(given)));
        return given.equal(nb::bool_(true));
    }
};
/// How samples are drawn anew: an object of a class of cuprumx/scipy/stats/_resampling.py, or None.
struct ResamplingArg : OptionalArg<"PermutationMethod | MonteCarloMethod"> {
    scipy::stats::ResamplingMethod get() const;
};
/// The same of one test, with words.
struct MannwhitneyMethodArg : Arg<"Literal['auto', 'asymptotic', 'exact'] | PermutationMethod"> {
    scipy::stats::MannwhitneyMethod get() const;
};
struct BootstrapArg : OptionalArg<"BootstrapMethod"> {
    std::optional<scipy::stats::BootstrapMethod> get() const;
};

/// What random numbers are drawn from: a RandomState, a Generator, a seed, or None for the current state.
struct RandomSourceArg : OptionalArg<"Any"> {
    random::Source& get() const;

private:
    mutable nb::object held_;
};
/// The name of a statistic, or a function of the values of a bin.
struct BinStatisticArg : Arg<"str | Callable[[ndarray], Any]"> {
    scipy::stats::BinStatistic get() const;
};
/// A number of bins, or edges, for all axes or for each.
struct BinsArg : Arg<"int | ArrayLike | Sequence[int | ArrayLike]"> {
    scipy::stats::Bins get(std::int64_t axes, const ObjectArg& earlier) const;
    scipy::stats::Bins of_line() const;   ///< One element is a number of bins, more are edges.
    scipy::stats::Bins of_plane() const;  ///< One or two elements are of the axes, more are the edges of both.
};
/// Places, (N, D), or a list of coordinates.
struct BinSampleArg : Arg<"ndarray | Sequence[ndarray]"> {
    ndarray get() const;
    std::int64_t axes() const;
};
/// The outer edges, of one axis without a list; None for none.
struct BinRangesArg : OptionalArg<"Sequence[Any]"> {
    scipy::stats::BinRanges get(bool is_ignored = false) const;
};
/// The parameters of a family, each an array or a number, which the argument holds.
struct ShapesArg : Arg<"Sequence[ArrayLike]"> {
    std::vector<Operand> get() const {
        held_ = nb::tuple(nb::borrow(object));
        given_.clear();
        for (nb::handle item : held_) given_.emplace_back().object = item.ptr();
        return {given_.begin(), given_.end()};
    }

private:
    mutable nb::object held_;
    mutable std::vector<DeviceOperandArg> given_;
};
/// A number for each parameter, or None where it is not held.
struct HeldNumbersArg : Arg<"Sequence[float | None]"> {
    std::vector<std::optional<double>> get() const;
};
/// What finds the least value of a function; None for the library's own search.
struct MinimizerArg : OptionalArg<"Callable[..., Sequence[float]]"> {
    scipy::stats::FitOptions::Minimizer get() const;
};
inline nb::object to_python(const std::vector<std::string>& names) { return nb::cast(names); }
inline nb::object to_python(scipy::stats::BinEdges&& edges) {
    nb::list list;
    for (ndarray& edge : edges) list.append(wrap_object(std::move(edge)));
    return list;
}

}  // namespace cuprum::python
