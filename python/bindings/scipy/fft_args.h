// Arguments of `cuprumx.scipy.fft`.
#pragma once

#include "../fft.h"
#include "../numpy_calls.h"

namespace cuprum::python {

/// Axes, or lengths of axes; None where there are none.
inline std::optional<Dims> to_integers(const ObjectArg& given, const char* name) {
    if (given.is_none()) return std::nullopt;
    if (is_index(given.object)) return Dims{to_index(given.object)};
    const nb::object items = nb::steal(PySequence_Tuple(given.object));
    if (!items.is_valid()) {
        PyErr_Clear();
        throw ValueError(std::string(name) + " must be a scalar or iterable of integers");
    }
    Dims result;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.ptr()); ++i) {
        PyObject* item = PyTuple_GET_ITEM(items.ptr(), i);
        if (!PyIndex_Check(item)) throw ValueError(std::string(name) + " must be a scalar or iterable of integers");
        result.push_back(to_index(item));
    }
    return result;
}

/// SciPy's largest number of threads.
struct WorkersArg : OptionalIntArg {
    void check() const {
        const std::optional<std::int64_t> count = *this;
        if (count && *count != -1)
            throw NotSupportedError(
                "workers=" + std::to_string(*count) +
                ": the library's threads transform arrays; CUPRUM_NUM_THREADS sets how many there are");
    }
};

/// A plan of `get_fft_plan`, or None: then the one whose `with` block the thread is in, if there is one.
struct PlanArg : Arg<"Any"> {
    /// Throws ValueError where the plan is for another transform than one of a kind ("C2C") along an axis.
    void check(const char* kind, const ObjectArg& x, const OptionalIntArg& n, const AxisArg& axis) const {
        if (is_none() && !current_plan()) return;
        const nb::object length = n.is_none() ? nb::none() : nb::object(nb::make_tuple(nb::handle(n.object)));
        check_plan(object, kind, x.object, length, nb::make_tuple(nb::handle(axis.object)));
    }
    /// The same of several axes.
    void check(const char* kind, const ObjectArg& x, const LengthsArg& s, const AxesArg& axes) const {
        if (is_none() && !current_plan()) return;
        check_plan(object, kind, x.object, s.object, axes.object);
    }
};

/// The type of a cosine or sine transform.
struct TransformTypeArg : Arg<"Literal[1, 2, 3, 4]"> {
    operator int() const {
        if (!is_index(object)) throw TypeError("type is an integer from 1 to 4");
        return static_cast<int>(to_index(object));
    }
};

/// True, False, or None where something else decides.
struct OptionalFlagArg : Arg<"bool"> {
    operator std::optional<bool>() const {
        if (is_none()) return std::nullopt;
        return static_cast<bool>(BoolArg{{object}});
    }
};

}  // namespace cuprum::python
