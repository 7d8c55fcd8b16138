// `reshape`, which takes its shape under two names; `atleast_1d` and its like and `broadcast_arrays`, whose results are
// as many as their arguments and keep the class of each; `broadcast_to`, whose `subok` keeps the base; `pad`, which
// takes functions, and options of a mode by keyword.
#include "cuprum/manipulation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "argument.h"
#include "cuprum/conversions.h"
#include "cuprum/structured.h"
#include "manipulation_args.h"
#include "short_ways.h"

namespace cuprum::python {
namespace {

template <ndarray (*function)(const ndarray&)>
void bind_atleast(nb::module_& m, const char* name, const char* text) {
    m.def(
        name, [](nb::args arys) -> Typed<"Any"> {
            nb::list results;
            for (nb::handle object : arys) {
                auto array = argument<ArrayArg>(object);
                ndarray result = function(array);
                bool same = is_ndarray(array.object) && result.ndim() == array.get().ndim();
                results.append(same ? nb::borrow<Array>(object) : wrap_from_object(array, std::move(result)));
            }
            return results.size() == 1 ? nb::object(results[0]) : nb::object(nb::tuple(results));
        },
        "arys"_a, text);
}

// What pad() takes for each end of each axis: one value, a pair, one pair an axis, or in a dict by axis.
template <class T, class Convert>
std::vector<std::pair<T, T>> to_pairs(nb::object given, int ndim, Convert convert, T missing) {
    std::vector<std::pair<T, T>> result(static_cast<std::size_t>(ndim), {missing, missing});
    auto pair = [&](nb::handle entry) -> std::pair<T, T> {
        if (!is_sequence(entry.ptr())) return {convert(entry), convert(entry)};
        nb::list parts(nb::steal(PySequence_List(entry.ptr())));
        if (parts.size() == 1) return {convert(parts[0]), convert(parts[0])};
        if (parts.size() != 2)
            throw ValueError(
                "operands could not be broadcast together: a pair (before, after) is wanted for each axis, found " +
                nb::cast<std::string>(nb::repr(entry)));
        return {convert(parts[0]), convert(parts[1])};
    };
    if (PyDict_Check(given.ptr())) {
        for (auto [axis, entry] : nb::borrow<nb::dict>(given))
            result[static_cast<std::size_t>(normalize_axis(to_index(nb::handle(axis).ptr()), ndim))] = pair(entry);
        return result;
    }
    if (is_ndarray(given.ptr())) given = to_host(unwrap(given.ptr()), 'C').attr("tolist")();
    else if (nb::hasattr(given, "tolist")) given = given.attr("tolist")();
    if (!is_sequence(given.ptr())) {
        std::fill(result.begin(), result.end(), pair(given));
        return result;
    }
    nb::list entries(nb::steal(PySequence_List(given.ptr())));
    bool nested = entries.size() > 0 && is_sequence(nb::handle(entries[0]).ptr());
    if (!nested || entries.size() == 1) {
        std::fill(result.begin(), result.end(), pair(nested ? nb::handle(entries[0]) : nb::handle(entries)));
    } else if (static_cast<int>(entries.size()) == ndim) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (PySequence_Size(nb::handle(entries[i]).ptr()) != PySequence_Size(nb::handle(entries[0]).ptr()))
                throw ValueError("pairs (before, after) of one length are wanted, found " +
                                 nb::cast<std::string>(nb::repr(given)));
            result[i] = pair(entries[i]);
        }
    } else {
        throw ValueError("operands could not be broadcast together: " + std::to_string(entries.size()) + " pairs for " +
                         std::to_string(ndim) + " axes");
    }
    return result;
}

// Whether values for the ends are told axis by axis. What is said for all axes at once is an array to NumPy, whose
// numbers wrap where they become unsigned.
bool tells_axes(nb::object given) {
    if (PyDict_Check(given.ptr())) return true;
    if (nb::hasattr(given, "ndim") && nb::hasattr(given, "shape"))
        return nb::cast<int>(given.attr("ndim")) == 2 && nb::cast<int>(given.attr("shape")[0]) > 1;
    return is_sequence(given.ptr()) && PySequence_Size(given.ptr()) > 1 && is_sequence(nb::object(given[0]).ptr());
}

// Whether lists hold nothing at all: to NumPy an array of floats.
bool holds_nothing(nb::handle lists) {
    if (!PyList_Check(lists.ptr()) && !PyTuple_Check(lists.ptr())) return false;
    return PySequence_Size(lists.ptr()) == 0 || holds_nothing(nb::object(lists[0]));
}

// Whether an array of NumPy's or of ours has no elements, and its dtype tells of no integers.
bool is_empty_of_floats(nb::handle array) {
    if (!nb::hasattr(array, "dtype") || !nb::hasattr(array, "size")) return false;
    nb::object size = array.attr("size");
    if (!PyLong_Check(size.ptr()) || to_index(size.ptr()) != 0) return false;
    const std::string kind = nb::cast<std::string>(nb::str(array.attr("dtype").attr("kind")));
    return kind != "i" && kind != "u";
}

Array pad_array(Typed<"ArrayLike"> array,
                Typed<"int | Sequence[int] | Sequence[Sequence[int]] | dict[int, int | tuple[int, int]]"> pad_width,
                Typed<"str | Callable[..., Any]"> mode, nb::kwargs kwargs) {
    auto source = argument<ArrayArg>(array);
    const ndarray& a = source;
    auto integer = [](nb::handle h) {
        if (!PyIndex_Check(h.ptr()) || PyBool_Check(h.ptr())) throw TypeError("`pad_width` must be of integral type.");
        return to_index(h.ptr());
    };
    if (PyUnicode_Check(pad_width.ptr()) || holds_nothing(pad_width) || is_empty_of_floats(pad_width))
        throw TypeError("`pad_width` must be of integral type.");
    auto widths = to_pairs<std::int64_t>(pad_width, a.ndim(), integer, 0);
    if (!PyUnicode_Check(mode.ptr())) {
        // A function that fills in the vectors along each axis.
        if (!PyCallable_Check(mode.ptr()))
            throw ValueError("mode '" + nb::cast<std::string>(nb::str(mode)) + "' is not supported");
        nb::object result = wrap_object(pad(a, widths));
        nb::object apply = nb::module_::import_("cuprum._python").attr("_pad_with_function");
        nb::list pairs;
        for (auto [before, after] : widths) pairs.append(nb::make_tuple(before, after));
        return apply(result, pairs, mode, kwargs);
    }
    auto name = nb::cast<std::string>(mode);
    PadOptions options;
    auto scalar = [](nb::handle h) { return Scalar(argument<ScalarArg>(h)); };
    for (auto [key, value] : kwargs) {
        auto option = nb::cast<std::string>(key);
        auto allowed = [&](std::initializer_list<const char*> modes) {
            for (const char* other : modes)
                if (name == other) return;
            throw ValueError("unsupported keyword arguments for mode '" + name + "': {'" + option + "'}");
        };
        if (option == "constant_values") {
            allowed({"constant"});
            const bool wraps = kind(a.dtype()) == 'u' && !tells_axes(nb::borrow(value));
            auto constant = [&](nb::handle h) {
                const Scalar number = scalar(h);
                // A float goes to signed integers as by `a[...] = x`, which in int64 casts a NaN.
                if (is_floating(number.dtype()) && kind(a.dtype()) == 'i' &&
                    !(std::isnan(number.to_double()) && a.dtype() == DType::int64))
                    check_element(number, a.dtype());
                return wraps && number.is_weak() && !number.is_huge() ? number.as(number.dtype()) : number;
            };
            nb::object given = nb::borrow(value);
            // The times of a list are integers in the unit of the array's dtype.
            if (!is_number(a.dtype()) && !is_structured(a.dtype()) && kind(a.dtype()) != 'V' &&
                !PyDict_Check(given.ptr()))
                given = nb::module_::import_("numpy")
                            .attr("asarray")(given, nb::handle(numpy_dtype(a.dtype())))
                            .attr("view")("int64");
            options.constant_values = to_pairs<Scalar>(given, a.ndim(), constant, Scalar(0));
        } else if (option == "end_values") {
            allowed({"linear_ramp"});
            options.end_values = to_pairs<Scalar>(nb::borrow(value), a.ndim(), scalar, Scalar(0));
        } else if (option == "stat_length") {
            allowed({"maximum", "mean", "median", "minimum"});
            if (nb::handle(value).is_none()) continue;
            auto length = [](nb::handle h) {
                return h.is_none() ? std::optional<std::int64_t>() : std::optional(to_index(h.ptr()));
            };
            options.stat_length =
                to_pairs<std::optional<std::int64_t>>(nb::borrow(value), a.ndim(), length, std::nullopt);
        } else if (option == "reflect_type") {
            allowed({"reflect", "symmetric"});
            options.odd = nb::cast<std::string>(nb::str(value)) == "odd";
        } else {
            throw ValueError("unsupported keyword arguments for mode '" + name + "': {'" + option + "'}");
        }
    }
    return wrap_object(pad(a, widths, name, options));
}

void bind_reshaping(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "reshape",
        [](ArrayArg a, Arg<"int | Sequence[int]"> shape, OrderArg order, Arg<"int | Sequence[int]"> newshape,
           Arg<"bool"> copy) {
            PyObject* lengths = shape.is_none() ? newshape.object : shape.object;
            if (a.is_numpy() && lengths != Py_None)
                return Array(
                    nb::handle(a.object).attr("reshape")(nb::handle(lengths), "order"_a = nb::handle(order.object)));
            if (a.is_foreign() && lengths != Py_None)
                return Array(nb::handle(a.object).attr("reshape")(nb::handle(lengths)));
            if (lengths == Py_None) throw TypeError("reshape() missing 1 required positional argument: 'shape'");
            return wrap_from_object(
                a, reshape(a, to_shape(lengths), to_order(order.object, "CFA"),
                           copy.is_none() ? std::nullopt : std::optional(bool(nb::bool_(nb::handle(copy.object))))));
        },
        "a"_a, "shape"_a = none, "order"_a = "C", nb::kw_only(), "newshape"_a = none, "copy"_a = none, doc("reshape"));
}

void bind_broadcasting(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "broadcast_to",
        [](ArrayArg array, ShapeArg shape, BoolArg subok) {
            ndarray result = broadcast_to(array, shape);
            if (subok || !is_ndarray(array.object)) return wrap_from_object(array, std::move(result));
            return wrap_as(ndarray_type, array.object, std::move(result));
        },
        "array"_a, "shape"_a, "subok"_a = false, doc("broadcast_to"));
    m.def(
        "broadcast_arrays",
        [](nb::args args, BoolArg subok) {
            std::vector<ndarray> arrays = broadcast_arrays(to_arrays(args.ptr()));
            nb::list results;
            for (std::size_t i = 0; i < arrays.size(); ++i) {
                const nb::object given = args[i];
                const bool keeps_class = subok && is_ndarray(given.ptr());
                results.append(keeps_class ? wrap_from_object(given.ptr(), std::move(arrays[i]))
                                           : wrap_object(std::move(arrays[i])));
            }
            return Typed<"tuple[ndarray, ...]">(nb::tuple(results));
        },
        "args"_a, nb::kw_only(), "subok"_a = false, doc("broadcast_arrays"));
    bind_atleast<atleast_1d>(m, "atleast_1d", doc("atleast_1d"));
    bind_atleast<atleast_2d>(m, "atleast_2d", doc("atleast_2d"));
    bind_atleast<atleast_3d>(m, "atleast_3d", doc("atleast_3d"));
}

// concatenate((a, b, ...)) of arrays of this class.
PyObject* joined(const Call& call) {
    if (call.names || call.count != 1) return nullptr;
    PyObject* const given = call.arguments[0];
    if (!PyTuple_CheckExact(given) && !PyList_CheckExact(given)) return nullptr;
    constexpr Py_ssize_t most = 8;
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(given);
    if (count < 1 || count > most) return nullptr;
    PyObject* const* const objects = PySequence_Fast_ITEMS(given);
    if (!std::all_of(objects, objects + count, [](PyObject* o) { return Py_TYPE(o) == ndarray_type; })) return nullptr;
    std::array<ndarray, most> arrays;
    for (Py_ssize_t k = 0; k < count; ++k) arrays[static_cast<std::size_t>(k)] = unwrap(objects[k]);
    return wrap(concatenate(std::span<const ndarray>(arrays.data(), static_cast<std::size_t>(count))));
}

}  // namespace

void shorten_joins(nb::module_& m) {
    for (const char* name : {"concatenate", "concat"}) Shortened<joined>::apply(m.attr(name));
}

void bind_manipulation(nb::module_& m) {
    bind_reshaping(m);
    bind_broadcasting(m);
    m.def("pad", pad_array, "array"_a, "pad_width"_a, "mode"_a = "constant", "kwargs"_a, doc("pad"));
}

}  // namespace cuprum::python
