// What the design half of `cuprumx.scipy.signal` takes from Python.
#pragma once

#include <string>
#include <vector>

#include "../argument.h"
#include "../array.h"
#include "cuprum/scipy/signal_numbers.h"
#include "optional_arg.h"

namespace cuprum::python {

using scipy::signal::Numbers;  // and no other chapter's

/// A few numbers, which stay on the host: a number, nested lists, an array of NumPy's; an array of ours is copied
/// there.
struct NumbersArg : ObjectArg {
    CUPRUM_TAKES("ArrayLike | numpy.ndarray", false)
    Numbers get() const;
    operator Numbers() const { return get(); }
    std::optional<Numbers> optional() const {
        if (is_none()) return std::nullopt;
        return get();
    }
};
/// The same, or rows of different lengths, whose last elements stand below each other.
struct NumberRowsArg : NumbersArg {
    scipy::signal::NumberRows rows() const;
    operator scipy::signal::NumberRows() const { return rows(); }
};

/// One number, of Python's, NumPy's or an array of one element.
double to_number(PyObject* object);
/// The same, or None.
std::optional<double> to_optional_number(PyObject* object);

struct NumberArg : ObjectArg {
    CUPRUM_TAKES("float", false)
    operator double() const { return to_number(object); }
};
/// One number, or an array of numbers.
struct NumberOrArrayArg : ObjectArg {
    CUPRUM_TAKES("float | ndarray", false)
    template <class F>
    decltype(auto) visit(F&& function) const {
        if (is_ndarray(object)) return function(unwrap(object));
        return function(to_number(object));
    }
};
struct OptionalNumberArg : ObjectArg {
    CUPRUM_TAKES("float", true)
    operator std::optional<double>() const { return to_optional_number(object); }
};
/// A sampling frequency: what is no number has no frequency.
struct RateArg : ObjectArg {
    CUPRUM_TAKES("float", true)
    operator double() const;
};
struct OptionalRateArg : ObjectArg {
    CUPRUM_TAKES("float", true)
    operator std::optional<double>() const {
        if (is_none()) return std::nullopt;
        return argument<RateArg>(object);
    }
};

}  // namespace cuprum::python
