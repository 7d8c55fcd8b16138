#include "signal_args.h"

#include <nanobind/stl/string_view.h>

#include "../argument.h"
#include "../array.h"
#include "cuprum/fft.h"
#include "cuprum/host.h"
#include "cuprum/scipy/signal_design.h"
#include "cuprum/transfer.h"

namespace cuprum::python {

namespace signal = scipy::signal;

SignalAxesArg::operator Axes() const {
    if (is_none()) return std::nullopt;
    const nb::handle given = object;
    Axes result = Dims();
    const auto add = [&](nb::handle axis) {
        if (!PyIndex_Check(axis.ptr())) throw ValueError("axes must be a scalar or iterable of integers");
        result->push_back(to_index(axis.ptr()));
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

std::optional<signal::Window> SpectrumWindowArg::over(const ndarray& samples, std::int64_t axis) const {
    if (is_none()) return std::nullopt;
    if (!PyCallable_Check(object)) return to_window(*this);
    const std::int64_t n = samples.ndim() ? samples.shape(normalize_axis(axis, samples.ndim())) : 0;
    const nb::object frequencies = wrap_object(fft::fftfreq(n));
    return signal::Window{.values = make_array(nb::handle(object)(frequencies).ptr(), std::nullopt, false)};
}

const ndarray& PeriodArg::get() const {
    if (!is_ndarray(object)) {
        auto numbers = argument<NumbersArg>(object);
        for (const double one : signal::Numbers(numbers).reals("vectorstrength"))
            if (one <= 0) throw ValueError("periods must be positive");
    }
    return ArrayArg::get();
}

OptionalWholeArg::operator std::optional<std::int64_t>() const {
    if (is_none()) return std::nullopt;
    if (!PyLong_Check(object))
        throw ValueError("an int or None is needed, not " + nb::cast<std::string>(nb::repr(nb::handle(object))));
    return to_index(object);
}

std::vector<signal::WindowChoice> WindowChoicesArg::get(bool is_one) const {
    if (is_one) return {WindowChoiceArg{{object}}};
    if (!PyTuple_Check(object) && !PyList_Check(object))
        throw ValueError("window must be a tuple or list of two windows");
    std::vector<signal::WindowChoice> windows;
    for (nb::handle item : nb::iter(nb::handle(object))) windows.push_back(argument<WindowChoiceArg>(item));
    return windows;
}

signal::FilterPair FilterPairArg::get() const {
    const nb::sequence both = nb::cast<nb::sequence>(nb::handle(object));
    if (nb::len(both) != 2) throw ValueError("group_delay: system must be a pair (b, a)");
    const nb::object b = both[0], a = both[1];
    return {argument<NumbersArg>(b.ptr()), argument<NumbersArg>(a.ptr())};
}

signal::EnvelopeBand EnvelopeBandArg::get() const {
    if (!PySequence_Check(object) || PySequence_Size(object) != 2)
        throw ValueError("bp_in must be a pair of frequencies, each an int or None");
    const auto item = [&](int i) -> std::optional<std::int64_t> {
        const nb::object one = nb::steal(PySequence_GetItem(object, i));
        return argument<OptionalWholeArg>(one.ptr());
    };
    return {item(0), item(1)};
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

std::optional<signal::FrequencyChoice> FrequenciesArg::optional() const {
    if (is_none()) return std::nullopt;
    if (is_index(object)) return to_index(object);
    if (PyComplex_Check(object)) return asarray(std::vector{PyComplex_RealAsDouble(object)});
    return argument<ArrayArg>(object).get();
}

signal::LinearSystem system_of_parts(PyObject* parts) {
    const Py_ssize_t count = PySequence_Size(parts);
    const auto part = [&](Py_ssize_t i) -> Numbers {
        const nb::object item = nb::steal(PySequence_GetItem(parts, i));
        return argument<NumbersArg>(item);
    };
    if (count == 2) {
        const nb::object numerators = nb::steal(PySequence_GetItem(parts, 0));
        return signal::Coefficients{argument<NumberRowsArg>(numerators).rows().array(), part(1).array()};
    }
    if (count == 3) {
        const Numbers k = part(2);
        if (k.size() != 1)
            throw ValueError("the gain of a system must be one number, found " + std::to_string(k.size()));
        const Scalar gain = k.is_complex() ? Scalar(k.values()[0]) : Scalar(k.values()[0].real());
        return signal::ZerosPoles{part(0).array(), part(1).array(), gain};
    }
    if (count == 4) return signal::StateSpace{part(0), part(1), part(2), part(3)};
    throw ValueError("First argument must either be a tuple of 2 (tf), 3 (zpk), or 4 (ss) arrays, found " +
                     std::to_string(count));
}

namespace {

/// A class of systems, which Python has.
bool is_system(nb::handle object, const char* name) {
    return nb::isinstance(object, nb::module_::import_("cuprumx.scipy.signal._systems").attr(name));
}

signal::LinearSystem system_of_object(nb::handle object) {
    nb::object form = nb::getattr(object, "_parts", nb::none());
    if (form.is_none()) form = object.attr("to_ss")().attr("_parts");  // of a class of a program's
    return system_of_parts(form.ptr());
}

/// The system that `lti` or `dlti` makes of some parts: polynomials are normalized, matrices fitted together.
signal::LinearSystem system_made_of(const nb::object& parts, const char* class_name) {
    const nb::object all = nb::tuple(parts);
    if (nb::len(all) < 2 || nb::len(all) > 4)
        throw ValueError(std::string("`system` needs to be an instance of `") + class_name +
                         "` or have 2, 3 or 4 arguments.");
    const signal::LinearSystem system = system_of_parts(all.ptr());
    if (const auto* f = std::get_if<signal::Coefficients>(&system.form)) return signal::normalize(Numbers(f->b), f->a);
    if (const auto* s = std::get_if<signal::StateSpace>(&system.form))
        return signal::abcd_normalize(s->A, s->B, s->C, s->D);
    return system;
}

}  // namespace

signal::ContinuousSystem ContinuousSystemArg::get(const char* function) const {
    const nb::handle given(object);
    if (is_system(given, "dlti"))
        throw nb::attribute_error((std::string(function) + " can only be used with continuous-time systems.").c_str());
    return signal::ContinuousSystem(is_system(given, "lti") ? system_of_object(given)
                                                            : system_made_of(nb::borrow(given), "lti"));
}

signal::ContinuousSystem ContinuousSystemArg::factored(const char* function) const {
    const signal::ContinuousSystem system = get(function);
    if (is_system(nb::handle(object), "lti")) return system;
    if (const auto* f = std::get_if<signal::Coefficients>(&system.form)) return signal::tf2zpk(Numbers(f->b), f->a);
    const auto* s = std::get_if<signal::StateSpace>(&system.form);
    return s ? signal::ContinuousSystem(signal::ss2zpk(s->A, s->B, s->C, s->D)) : system;
}

signal::DiscreteSystem DiscreteSystemArg::get(const char* function) const {
    const nb::handle given(object);
    if (is_system(given, "lti"))
        throw nb::attribute_error(
            (std::string(function) + " can only be used with discrete-time dlti systems.").c_str());
    if (is_system(given, "dlti")) return {system_of_object(given), to_number(nb::object(given.attr("dt")).ptr())};
    const nb::object parts = given[nb::slice(nb::none(), nb::int_(-1), nb::none())], dt = given[nb::int_(-1)];
    return {system_made_of(parts, "dlti"), to_number(dt.ptr())};
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

signal::NeighbourComparison ComparatorArg::get() const {
    constexpr std::pair<const char*, signal::Comparison> names[] = {
        {"less", signal::Comparison::less},       {"less_equal", signal::Comparison::less_equal},
        {"greater", signal::Comparison::greater}, {"greater_equal", signal::Comparison::greater_equal},
        {"equal", signal::Comparison::equal},     {"not_equal", signal::Comparison::not_equal}};
    const nb::handle given(object);
    if (nb::object(given.type().attr("__name__")).equal(nb::str("ufunc")))
        for (const auto& [name, comparison] : names)
            if (nb::object(given.attr("__name__")).equal(nb::str(name))) return comparison;
    return [function = nb::borrow(given)](const ndarray& samples, const ndarray& neighbours) -> ndarray {
        return make_array(function(wrap_object(ndarray(samples)), wrap_object(ndarray(neighbours))).ptr(), std::nullopt,
                          false);
    };
}

signal::Wavelet WaveletArg::get() const {
    if (is_none()) return {};
    return [function = nb::borrow(object)](double points, double width) -> ndarray {
        const auto number = [](double value) {
            return value == std::trunc(value) ? nb::object(nb::int_(static_cast<std::int64_t>(value)))
                                              : nb::object(nb::float_(value));
        };
        return make_array(function(number(points), number(width)).ptr(), std::nullopt, false);
    };
}

const signal::Prominences* ProminencesArg::pointer() const {
    if (is_none()) return nullptr;
    const std::vector<ndarray> arrays = to_arrays(object);
    if (arrays.size() != 3) throw ValueError("`prominence_data` must be three arrays");
    return &given_.emplace(signal::Prominences{arrays[0], arrays[1], arrays[2]});
}

}  // namespace cuprum::python
