// Functions of Python's that cuprumx.scipy.ndimage calls.
#include "ndimage_args.h"

#include "../array.h"
#include "cuprum/host.h"
#include "cuprum/manipulation.h"

namespace cuprum::python {

using namespace scipy::ndimage;

namespace {

nb::object as_object(const ndarray& array) { return wrap_object(ndarray(array)); }

ndarray as_array(const nb::object& made, std::optional<DType> dtype = {}) {
    return make_array(made.ptr(), dtype, false);
}

/// A function of Python's with the arguments that follow those of the library.
struct Called {
    Called(nb::handle function, const ObjectArg& arguments, const ObjectArg& keywords)
        : function(nb::borrow(function)), arguments(nb::tuple(nb::handle(arguments.object))) {
        if (!keywords.is_none()) this->keywords.update(nb::borrow<nb::dict>(keywords.object));
    }
    template <class... Own>
    nb::object operator()(Own&&... own) const {
        return function(std::forward<Own>(own)..., *arguments, **keywords);
    }

    nb::object function;
    nb::tuple arguments;
    nb::dict keywords;
};

/// Whether a program's function did not take what it was called with, or returned something else than was wanted.
template <class Call>
std::optional<ndarray> unless_refused(bool also_values, const Call& call) {
    try {
        return call();
    } catch (nb::python_error& error) {
        if (!error.matches(PyExc_TypeError) && !(also_values && error.matches(PyExc_ValueError))) throw;
    } catch (const TypeError&) {
    } catch (const ValueError&) {
        if (!also_values) throw;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Integers> ImageWholeNumbersArg::optional() const {
    const auto check = [](nb::handle number) {
        if (!PyIndex_Check(number.ptr()) || PyBool_Check(number.ptr()))
            throw ValueError("whole numbers are wanted, found " + nb::cast<std::string>(nb::repr(number)));
    };
    if (is_none()) return std::nullopt;
    if (is_scalar(object)) check(nb::handle(object));
    else
        for (nb::handle number : nb::iter(nb::handle(object))) check(number);
    return Integers(*this);
}

WindowFunction ImageFunctionArg::of_windows(const ObjectArg& arguments, const ObjectArg& keywords) const {
    return [call = Called(object, arguments, keywords)](const ndarray& windows) {
        Shape shape = windows.shape();
        shape.resize(shape.size() - 1);
        const auto of_all = [&]() -> ndarray {
            const nb::object values = call.function(as_object(windows), nb::arg("axis") = -1, **call.keywords);
            if (is_ndarray(values.ptr()) && unwrap(values.ptr()).shape() == shape) return unwrap(values.ptr());
            throw TypeError("not a value for each window");
        };
        if (nb::len(call.arguments) == 0)
            if (std::optional<ndarray> values = unless_refused(false, of_all)) return *values;
        const ndarray rows = windows.reshape({-1, windows.shape()[windows.ndim() - 1]});
        std::vector<double> values;
        for (std::int64_t k = 0; k < rows.shape()[0]; ++k)
            values.push_back(nb::cast<double>(nb::float_(call(as_object(rows(k))))));
        return asarray(values).reshape(shape);
    };
}

LineFunction ImageFunctionArg::of_lines(const ObjectArg& arguments, const ObjectArg& keywords) const {
    return [call = Called(object, arguments, keywords)](const ndarray& line, const ndarray& result) {
        call(as_object(line), as_object(result));
    };
}

AxisDerivative ImageFunctionArg::along_axis(const ObjectArg& arguments, const ObjectArg& keywords) const {
    return [call = Called(object, arguments, keywords)](const ndarray& input, std::int64_t axis, const Output& output,
                                                        std::string_view mode, const Scalar& cval) {
        const nb::object to = output.array ? as_object(*output.array) : nb::object(nb::cast(*output.dtype));
        const nb::object made = call(as_object(input), axis, to, mode, from_scalar(cval, false));
        return output.array ? *output.array : as_array(made);  // SciPy does not look at what the first call returns
    };
}

PlaceMapping ImageFunctionArg::of_places(const ObjectArg& arguments, const ObjectArg& keywords) const {
    return [call = Called(object, arguments, keywords)](const ndarray& places) {
        const ndarray one_axis = places(0);  // whose shape is the result's
        const auto at_once = [&] {
            nb::list axes;
            for (std::int64_t d = 0; d < places.shape()[0]; ++d) axes.append(as_object(places(d)));
            std::vector<ndarray> found;
            for (nb::handle one : nb::iter(call(nb::tuple(axes))))
                found.push_back(broadcast_to(as_array(nb::borrow(one), DType::float64), one_axis.shape()));
            return stack(found);
        };
        if (std::optional<ndarray> found = unless_refused(true, at_once)) return *found;
        const ndarray rows = places.reshape({places.shape()[0], -1}).transpose();
        const nb::object every = nb::object(as_object(rows.astype(DType::int64)).attr("tolist")());
        std::vector<double> found;
        for (nb::handle place : nb::iter(every))
            for (nb::handle one : nb::iter(call(nb::tuple(place)))) found.push_back(nb::cast<double>(nb::float_(one)));
        const std::int64_t count = std::max<std::int64_t>(rows.shape()[0], 1),
                           dimensions = static_cast<std::int64_t>(found.size()) / count;
        Shape shape{dimensions};
        for (const std::int64_t length : one_axis.shape()) shape.push_back(length);
        return asarray(found).reshape({rows.shape()[0], dimensions}).transpose().reshape(shape);
    };
}

WindowReduction ImageFunctionArg::over_axes() const {
    if (!PyCallable_Check(object)) throw ValueError("`function` must be a callable");
    return [function = nb::borrow(object)](const ndarray& windows, const Dims& axes) {
        const bool is_one = axes.size() == 1 && axes[0] == -1;
        const nb::object axis = is_one ? nb::object(nb::int_(-1)) : nb::object(nb::tuple(nb::cast(axes)));
        return as_array(function(as_object(windows), nb::arg("axis") = axis));
    };
}

}  // namespace cuprum::python
