#include "signal_args.h"

#include <nanobind/stl/string_view.h>

#include "../argument.h"
#include "cuprum/host.h"
#include "cuprum/transfer.h"

namespace cuprum::python {

namespace signal = scipy::signal;

SignalAxesArg::operator Axes() const {
    if (is_none()) return std::nullopt;
    const nb::handle given = object;
    Dims result;
    const auto add = [&](nb::handle axis) {
        if (!PyIndex_Check(axis.ptr())) throw ValueError("axes must be a scalar or iterable of integers");
        result.push_back(to_index(axis.ptr()));
    };
    if (is_index(object) || !nb::hasattr(given, "__iter__")) add(given);
    else
        for (nb::handle axis : nb::iter(given)) add(axis);
    return result;
}

FillValueArg::operator Scalar() const {
    if (auto scalar = to_scalar(object)) return *scalar;
    const ndarray array = make_array(object, std::nullopt, false);
    if (array.size() != 1) throw ValueError("`fillvalue` must be scalar or an array with one element.");
    return array.item();
}

signal::Window to_window(const ObjectArg& argument) {
    PyObject* object = argument.object;
    const nb::handle given = object;
    signal::Window window;
    if (PyUnicode_Check(object)) {
        window.name = nb::cast<std::string>(given);
    } else if (PyFloat_Check(object) || PyLong_Check(object)) {
        window.name = "kaiser";
        window.parameters = {PyFloat_AsDouble(object)};
    } else if (PyTuple_Check(object) && PyTuple_Size(object) > 0 && PyUnicode_Check(PyTuple_GetItem(object, 0))) {
        window.name = nb::cast<std::string>(nb::handle(PyTuple_GetItem(object, 0)));
        for (Py_ssize_t i = 1; i < PyTuple_Size(object); ++i) {
            const nb::handle item = PyTuple_GetItem(object, i);
            if (PySequence_Check(item.ptr()))
                for (nb::handle value : nb::iter(item)) window.parameters.push_back(nb::cast<double>(value));
            else window.parameters.push_back(nb::cast<double>(item));
        }
    } else {
        window.values = make_array(object, std::nullopt, false);
    }
    return window;
}

WindowChoiceArg::operator signal::WindowChoice() const {
    if (PyUnicode_Check(object)) return {nb::cast<std::string>(nb::handle(object))};
    if (!PyTuple_Check(object)) {
        try {
            return to_number(object);
        } catch (const std::exception&) {
            throw ValueError("window must be a name, a tuple of a name and parameters, or a number, found " +
                             std::string(Py_TYPE(object)->tp_name));
        }
    }
    if (PyTuple_Size(object) == 0 || !PyUnicode_Check(PyTuple_GetItem(object, 0)))
        throw ValueError("the first of a tuple must be the name of a window");
    std::vector<double> parameters;
    for (Py_ssize_t i = 1; i < PyTuple_Size(object); ++i) {
        auto item = argument<NumbersArg>(PyTuple_GetItem(object, i));
        if (item.is_none()) parameters.push_back(std::nan(""));
        else
            for (double number : item.get().reals("a window")) parameters.push_back(number);
    }
    return {nb::cast<std::string>(nb::handle(PyTuple_GetItem(object, 0))), std::move(parameters)};
}

signal::FrequencyBand BandArg::get() const {
    if (const auto last = to_scalar(object)) return last->to_double();
    const ndarray band = make_array(object, DType::float64, false);
    if (band.ndim() == 0) return band.item().to_double();
    if (band.ndim() != 1 || band.size() != 2)
        throw ValueError("a band is told by its last frequency, or by the first and the last");
    const std::vector<double> ends = band.to_vector<double>();
    return {ends[0], ends[1]};
}

DetrendArg::operator signal::Detrend() const {
    if (PyUnicode_Check(object)) return nb::cast<std::string_view>(nb::handle(object));
    if (!PyCallable_Check(object)) return !is_none() && nb::cast<bool>(nb::handle(object));
    return std::function([function = nb::borrow(object)](const ndarray& segments) -> ndarray {
        return make_array(function(wrap_object(ndarray(segments))).ptr(), std::nullopt, false);
    });
}

namespace {

/// A word or a truth value; nothing for another object.
std::optional<std::variant<bool, std::string_view>> word_or_flag(PyObject* object) {
    if (PyUnicode_Check(object)) {
        Py_ssize_t length = 0;
        const char* characters = PyUnicode_AsUTF8AndSize(object, &length);
        if (!characters) raise_python_error();
        return std::string_view(characters, static_cast<std::size_t>(length));
    }
    if (const auto flag = to_scalar(object); flag && flag->dtype() == DType::bool_) return flag->to_bool();
    return std::nullopt;
}

}  // namespace

PassZeroArg::operator std::variant<bool, std::string_view>() const {
    if (const auto given = word_or_flag(object)) return *given;
    throw ValueError("pass_zero must be True, False, 'bandpass', 'lowpass', 'highpass' or 'bandstop'");
}

NormalizeArg::operator std::variant<bool, std::string_view>() const {
    if (const auto given = word_or_flag(object)) return *given;
    throw ValueError("normalize must be False, True, 'power', 'normalize' or 'amplitude'");
}

signal::FrequencyChoice FrequenciesArg::or_count(std::int64_t otherwise) const {
    if (is_none()) return otherwise;
    if (is_index(object)) return to_index(object);
    if (PyComplex_Check(object)) return asarray(std::vector{PyComplex_RealAsDouble(object)});
    return argument<ArrayArg>(object).get();
}

GainArg::operator Scalar() const {
    const Numbers gain = get();
    if (gain.size() != 1) throw ValueError("k must be a single gain");
    return gain.is_complex() ? Scalar(gain.values()[0]) : Scalar(gain.values()[0].real());
}

ImpulseIndexArg::operator signal::ImpulseIndex() const {
    if (is_none()) return {};
    if (PyUnicode_Check(object)) return nb::cast<std::string_view>(nb::handle(object));
    if (is_index(object)) return to_index(object);
    return Dims(to_shape(object));
}

const signal::Prominences* ProminencesArg::pointer() const {
    if (is_none()) return nullptr;
    const std::vector<ndarray> arrays = to_arrays(object);
    if (arrays.size() != 3) throw ValueError("`prominence_data` must be three arrays");
    return &given_.emplace(signal::Prominences{arrays[0], arrays[1], arrays[2]});
}

}  // namespace cuprum::python
