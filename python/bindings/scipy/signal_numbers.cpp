#include "signal_numbers.h"

#include "../argument.h"

namespace cuprum::python {
namespace {

using Complex = Numbers::Complex;

/// Numbers as they are found in nested sequences.
struct Collector {
    std::vector<Complex> values;
    bool is_complex = false;
    bool is_integer() const { return !has_others_ && !values.empty(); }

    Shape add(PyObject* object) {
        if (PyFloat_Check(object)) {
            has_others_ = true;
            values.emplace_back(PyFloat_AsDouble(object));
            return {};
        }
        if (is_ndarray(object)) return add(Numbers(unwrap(object)));
        if (PyList_Check(object) || PyTuple_Check(object)) return add_sequence(object);
        if (is_numpy_array(object)) {
            const nb::handle array(object);
            const std::string kind = nb::cast<std::string>(array.attr("dtype").attr("kind"));
            is_complex = is_complex || kind == "c";
            has_others_ = has_others_ || kind != "i";
            const nb::object list = array.attr("tolist")();
            const Shape shape = add(list.ptr());
            return shape.size() == 1 && shape[0] == 0 ? to_shape(nb::object(array.attr("shape")).ptr()) : shape;
        }
        if (const auto scalar = to_scalar(object)) {
            is_complex = is_complex || cuprum::is_complex(scalar->dtype());
            has_others_ = has_others_ || cuprum::kind(scalar->dtype()) != 'i';
            values.push_back(is_complex ? scalar->to_complex() : Complex(scalar->to_double()));
            return {};
        }
        if (PyUnicode_Check(object) || PyBytes_Check(object) || object == Py_None)
            throw TypeError("expected numbers, found " + std::string(Py_TYPE(object)->tp_name));
        const nb::object coefficients = nb::getattr(nb::handle(object), "coeffs", nb::none());  // of a poly1d
        if (is_ndarray(coefficients.ptr())) return add(Numbers(unwrap(coefficients.ptr())));
        const nb::object array = nb::module_::import_("numpy").attr("asarray")(nb::handle(object));
        if (nb::cast<std::string>(array.attr("dtype").attr("kind")) == "O")
            throw TypeError("expected numbers, found " + std::string(Py_TYPE(object)->tp_name));
        return add(array.ptr());
    }

private:
    Shape add(const Numbers& numbers) {
        is_complex = is_complex || numbers.is_complex();
        has_others_ = has_others_ || !numbers.is_integer();
        values.insert(values.end(), numbers.values().begin(), numbers.values().end());
        return numbers.shape();
    }

    Shape add_sequence(PyObject* object) {
        const nb::object sequence = nb::borrow(object);
        const Py_ssize_t length = PySequence_Size(object);
        Shape inner;
        for (Py_ssize_t i = 0; i < length; ++i) {
            const nb::object item = nb::steal(PySequence_GetItem(object, i));
            const Shape here = add(item.ptr());
            if (i && here != inner)
                throw ValueError("the sequence has an inhomogeneous shape: " + to_string(inner) + " and " +
                                 to_string(here));
            inner = here;
        }
        Shape shape;
        shape.push_back(length);
        for (const std::int64_t extent : inner) shape.push_back(extent);
        return shape;
    }

    bool has_others_ = false;
};

/// Whether an array of float32 or complex64 was given.
bool is_single(PyObject* given) {
    if (is_ndarray(given)) {
        const DType dtype = unwrap(given).dtype();
        return dtype == DType::float32 || dtype == DType::complex64;
    }
    if (!is_numpy_array(given)) return false;
    const nb::object kind = nb::handle(given).attr("dtype").attr("char");
    return kind.equal(nb::str("f")) || kind.equal(nb::str("F"));
}

}  // namespace

Numbers NumbersArg::get() const {
    if (is_ndarray(object) && unwrap(object).size()) return unwrap(object);
    Collector collector;
    const Shape shape = collector.add(object);
    const bool is_integer = collector.is_integer();
    Numbers numbers(std::move(collector.values), shape, collector.is_complex, is_integer);
    if (is_single(object)) numbers.set_single();
    return numbers;
}

scipy::signal::NumberRows NumberRowsArg::rows() const {
    NumberRowsArg list = *this;
    nb::object items;
    if (is_numpy_array(object) && nb::cast<std::string>(nb::handle(object).attr("dtype").attr("kind")) == "O") {
        items = nb::handle(object).attr("tolist")();
        list.object = items.ptr();
    }
    if (!PyList_Check(list.object) && !PyTuple_Check(list.object)) return list.get();
    std::vector<Numbers> rows;
    bool equal = true;
    for (Py_ssize_t i = 0; i < PySequence_Size(list.object); ++i) {
        const nb::object item = nb::steal(PySequence_GetItem(list.object, i));
        auto row = argument<NumbersArg>(item);
        rows.push_back(row.get());
        equal = equal && rows.back().shape() == rows.front().shape();
    }
    return equal ? scipy::signal::NumberRows(list.get()) : scipy::signal::NumberRows(rows);
}

double to_number(PyObject* object) {
    if (PyFloat_Check(object)) return PyFloat_AsDouble(object);
    if (PyUnicode_Check(object)) return nb::cast<double>(nb::float_(nb::handle(object)));  // or Python's error
    const Numbers numbers = argument<NumbersArg>(object);
    if (numbers.size() != 1) throw TypeError("expected one number, found " + std::to_string(numbers.size()));
    return numbers.reals("an argument that is one number").front();
}

std::optional<double> to_optional_number(PyObject* object) {
    if (object == Py_None) return std::nullopt;
    return to_number(object);
}

RateArg::operator double() const {
    if (PyFloat_Check(object)) return PyFloat_AsDouble(object);
    const auto scalar = to_scalar(object);
    if (scalar && !is_complex(scalar->dtype())) return scalar->to_double();
    if (is_ndarray(object) && unwrap(object).ndim() == 0) return to_number(object);
    throw ValueError("Sampling frequency fs must be a single scalar, found " + std::string(Py_TYPE(object)->tp_name));
}

}  // namespace cuprum::python
