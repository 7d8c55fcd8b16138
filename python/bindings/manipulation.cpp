// Shapes, joining, splitting, repeating, rearranging, padding.
#include "cuprum/manipulation.h"

#include <cstring>

#include "array.h"
#include "values.h"

namespace cuprum::python {
namespace {

bool is_sequence(PyObject* object) {
    return PyTuple_Check(object) || PyList_Check(object) || (is_ndarray(object) && unwrap(object).ndim() > 0) ||
           (!is_index(object) && PySequence_Check(object));
}

// Whole numbers in a sequence or in an array of either library; one number alone is a plain number.
nb::object on_host(PyObject* object) {
    if (is_ndarray(object)) return to_host(unwrap(object), 'C').attr("tolist")();
    nb::handle given(object);
    return nb::hasattr(given, "tolist") ? nb::object(given.attr("tolist")()) : nb::borrow(given);
}

// What CuPy does not join either.
void refuse_numpys(PyObject* arrays) {
    if (!PyList_Check(arrays) && !PyTuple_Check(arrays)) return;
    for (nb::handle item : nb::borrow<nb::sequence>(arrays)) {
        DeviceArrayArg array;
        array.object = item.ptr();
        if (is_numpy_array(item.ptr())) array.get();
    }
}

// Split points, or a number of sections.
template <class F>
decltype(auto) with_sections(const SectionsArg& where, F&& f) {
    const nb::object given = on_host(where.object);
    if (is_sequence(given.ptr())) return f(to_shape(given.ptr()));
    return f(to_index(given.ptr()));
}

Typed<"list[ndarray]"> views_of(const ArrayArg& source, std::vector<ndarray>&& arrays) {
    nb::list result;
    for (ndarray& array : arrays) result.append(wrap_from_object(source, std::move(array)));
    return result;
}

template <ndarray (*function)(const ndarray&)>
void bind_atleast(nb::module_& m, const char* name, const char* text) {
    m.def(
        name, [](nb::args arys) -> Typed<"Any"> {
            nb::list results;
            for (nb::handle object : arys) {
                ArrayArg array;
                array.object = object.ptr();
                ndarray result = function(array);
                bool same = is_ndarray(array.object) && result.ndim() == array.get().ndim();
                results.append(same ? nb::borrow<Array>(object) : wrap_from_object(array, std::move(result)));
            }
            return results.size() == 1 ? nb::object(results[0]) : nb::object(nb::tuple(results));
        },
        "arys"_a, text);
}

template <ndarray (*function)(ArrayList, std::optional<DType>, Casting)>
void bind_stack(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](ArraysArg tup, OptionalDTypeArg dtype, CastingArg casting) {
            return function(std::vector<ndarray>(tup), dtype, casting);
        },
        "tup"_a, nb::kw_only(), "dtype"_a = nb::none(), "casting"_a = "same_kind", text);
}

/// A slice, an int, or an array of ints or bools.
using PlacesArg = Arg<"int | slice | ArrayLike">;

// An entry of an index, for delete and insert.
Index to_entry(const ObjectArg& object) {
    if (PyList_Check(object.object) || PyTuple_Check(object.object)) {
        ndarray places = make_array(object.object, std::nullopt, false);
        return places.size() == 0 ? places.astype(DType::int64) : places;  // a list of no floats
    }
    return std::move(to_indices(object.object).at(0));
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
    ArrayArg source;
    source.object = array.ptr();
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
    auto scalar = [](nb::handle h) {
        ScalarArg argument;
        argument.object = h.ptr();
        return Scalar(argument);
    };
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
                return wraps && number.is_weak() && !number.is_huge() ? number.as(number.dtype()) : number;
            };
            options.constant_values = to_pairs<Scalar>(nb::borrow(value), a.ndim(), constant, Scalar(0));
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

// How far to roll: numbers beyond 64 bits are as far as what they leave of the array's size.
Shape to_shifts(const nb::object& shift, std::int64_t size) {
    const auto reduced = [&](nb::handle number) -> nb::object {
        int overflow = 0;
        if (PyLong_Check(number.ptr())) PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
        return overflow ? nb::borrow(number).attr("__mod__")(std::max<std::int64_t>(size, 1)) : nb::borrow(number);
    };
    if (!is_sequence(shift.ptr())) return to_shape(reduced(shift).ptr());
    nb::list numbers;
    for (nb::handle number : nb::iter(shift)) numbers.append(reduced(number));
    return to_shape(numbers.ptr());
}

void bind_reshaping(nb::module_& m) {
    const auto none = nb::none();
    // Shapes
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
                           copy.is_none() ? std::nullopt : std::optional(PyObject_IsTrue(copy.object) != 0)));
        },
        "a"_a, "shape"_a = none, "order"_a = "C", nb::kw_only(), "newshape"_a = none, "copy"_a = none, doc("reshape"));
    m.def(
        "ravel",
        [](ArrayArg a, OrderArg order) {
            if (a.is_foreign()) return numpys_method("ravel", a, {{"order", order.object}});
            return wrap_from_object(a, ravel(a, order));
        },
        "a"_a, "order"_a = "C", doc("ravel"));
    for (const char* name : {"transpose", "permute_dims"})
        m.def(
            name,
            [](ArrayArg a, AxesArg axes) {
                if (a.is_foreign() && axes.is_none()) return Array(nb::handle(a.object).attr("transpose")());
                if (a.is_foreign()) return Array(nb::handle(a.object).attr("transpose")(nb::handle(axes.object)));
                return wrap_from_object(a, transpose(a, axes));
            },
            "a"_a, "axes"_a = none, doc("transpose"));
    m.def(
        "matrix_transpose", [](ArrayArg x) { return wrap_from_object(x, matrix_transpose(x)); }, "x"_a,
        doc("matrix_transpose"));
}

void bind_axes(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "swapaxes",
        [](ArrayArg a, AxisArg axis1, AxisArg axis2) {
            if (a.is_foreign())
                return Array(nb::handle(a.object).attr("swapaxes")(nb::handle(axis1.object), nb::handle(axis2.object)));
            return wrap_from_object(a, swapaxes(a, axis1, axis2));
        },
        "a"_a, "axis1"_a, "axis2"_a, doc("swapaxes"));
    m.def(
        "moveaxis",
        [](ArrayArg a, ShapeArg source, ShapeArg destination) {
            return wrap_from_object(a, moveaxis(a, source, destination));
        },
        "a"_a, "source"_a, "destination"_a, doc("moveaxis"));
    m.def(
        "rollaxis",
        [](ArrayArg a, AxisArg axis, AxisArg start) { return wrap_from_object(a, rollaxis(a, axis, start)); }, "a"_a,
        "axis"_a, "start"_a = 0, doc("rollaxis"));
    m.def(
        "expand_dims", [](ArrayArg a, ShapeArg axis) { return wrap_from_object(a, expand_dims(a, axis)); }, "a"_a,
        "axis"_a, doc("expand_dims"));
    m.def(
        "squeeze",
        [](ArrayArg a, AxesArg axis) {
            if (a.is_foreign()) return numpys_method("squeeze", a, {{"axis", axis.object}});
            return wrap_from_object(a, squeeze(a, axis));
        },
        "a"_a, "axis"_a = none, doc("squeeze"));
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
    m.def(
        "copyto",
        [](ndarray& dst, OperandArg src, CastingArg casting, WhereArg where) {
            copyto(dst, src, casting, where.pointer());
        },
        "dst"_a, "src"_a, "casting"_a = "same_kind", "where"_a = none, doc("copyto"));
}

void bind_joining(nb::module_& m) {
    const auto none = nb::none();
    // Joining
    for (const char* name : {"concatenate", "concat"})
        m.def(
            name,
            [](Arg<"ndarray | Sequence[ArrayLike]"> arrays, OptionalIntArg axis, OutArg out, OptionalDTypeArg dtype,
               CastingArg casting) {
                refuse_numpys(arrays.object);
                // Only without an axis may there be numbers, which have none.
                return out.or_new(concatenate(axis.is_none() ? arrays_beside(arrays.object) : to_arrays(arrays.object),
                                              axis, out, dtype, casting));
            },
            "tup"_a, "axis"_a = 0, "out"_a = none, nb::kw_only(), "dtype"_a = none, "casting"_a = "same_kind",
            doc("concatenate"));
    m.def(
        "stack",
        [](ArraysArg arrays, AxisArg axis, OutArg out, OptionalDTypeArg dtype, CastingArg casting) {
            return out.or_new(stack(std::vector<ndarray>(arrays), axis, out, dtype, casting));
        },
        "tup"_a, "axis"_a = 0, "out"_a = none, nb::kw_only(), "dtype"_a = none, "casting"_a = "same_kind",
        doc("stack"));
    bind_stack<vstack>(m, "vstack", doc("vstack"));
    bind_stack<vstack>(m, "row_stack", doc("vstack"));
    bind_stack<hstack>(m, "hstack", doc("hstack"));
    bind_stack<dstack>(m, "dstack", doc("dstack"));
    m.def(
        "column_stack", [](ArraysArg tup) { return column_stack(std::vector<ndarray>(tup)); }, "tup"_a,
        doc("column_stack"));
    m.def(
        "append", [](ArrayArg arr, ArrayArg values, OptionalIntArg axis) { return append(arr, values, axis); }, "arr"_a,
        "values"_a, "axis"_a = none, doc("append"));
}

void bind_splitting(nb::module_& m) {
    // Splitting
    m.def(
        "split",
        [](ArrayArg ary, SectionsArg where, AxisArg axis) {
            return views_of(ary, with_sections(where, [&](auto at) { return split(ary, at, axis); }));
        },
        "ary"_a, "indices_or_sections"_a, "axis"_a = 0, doc("split"));
    m.def(
        "array_split",
        [](ArrayArg ary, SectionsArg where, AxisArg axis) {
            return views_of(ary, with_sections(where, [&](auto at) { return array_split(ary, at, axis); }));
        },
        "ary"_a, "indices_or_sections"_a, "axis"_a = 0, doc("array_split"));
    m.def(
        "vsplit",
        [](ArrayArg ary, SectionsArg where) {
            return views_of(ary, with_sections(where, [&](auto at) { return vsplit(ary.get(), at); }));
        },
        "ary"_a, "indices_or_sections"_a, doc("vsplit"));
    m.def(
        "hsplit",
        [](ArrayArg ary, SectionsArg where) {
            return views_of(ary, with_sections(where, [&](auto at) { return hsplit(ary.get(), at); }));
        },
        "ary"_a, "indices_or_sections"_a, doc("hsplit"));
    m.def(
        "dsplit",
        [](ArrayArg ary, SectionsArg where) {
            return views_of(ary, with_sections(where, [&](auto at) { return dsplit(ary.get(), at); }));
        },
        "ary"_a, "indices_or_sections"_a, doc("dsplit"));
    m.def(
        "unstack",
        [](ArrayArg x, AxisArg axis) { return Typed<"tuple[ndarray, ...]">(nb::tuple(views_of(x, unstack(x, axis)))); },
        "x"_a, nb::kw_only(), "axis"_a = 0, doc("unstack"));
}

void bind_repeating(nb::module_& m) {
    const auto none = nb::none();
    auto& type = array_class();
    // Repeating
    m.def("tile", [](ArrayArg A, ShapeArg reps) { return tile(A, reps); }, "A"_a, "reps"_a, doc("tile"));
    auto repeat_by = [](ArrayArg a, Arg<"int | Sequence[int] | ndarray"> repeats, OptionalIntArg axis) {
        if (is_ndarray(repeats.object)) return repeat(a, unwrap(repeats.object), axis);
        if (is_sequence(repeats.object)) return repeat(a, to_shape(repeats.object), axis);
        return repeat(a, to_index(repeats.object), axis);
    };
    m.def("repeat", repeat_by, "a"_a, "repeats"_a, "axis"_a = none, doc("repeat"));
    type.def("repeat", as_method(repeat_by), "repeats"_a, "axis"_a = none, doc("repeat"));
    m.def(
        "resize", [](ArrayArg a, ShapeArg new_shape) { return resize(a, new_shape); }, "a"_a, "new_shape"_a,
        doc("resize"));
}

void bind_rearranging(nb::module_& m) {
    const auto none = nb::none();
    // Rearranging
    m.def(
        "flip", [](ArrayArg m, AxesArg axis) { return wrap_from_object(m, flip(m, axis)); }, "a"_a, "axis"_a = none,
        doc("flip"));
    m.def("fliplr", [](ArrayArg m) { return wrap_from_object(m, fliplr(m)); }, "a"_a, doc("fliplr"));
    m.def("flipud", [](ArrayArg m) { return wrap_from_object(m, flipud(m)); }, "a"_a, doc("flipud"));
    m.def(
        "rot90", [](ArrayArg m, AxisArg k, ShapeArg axes) { return wrap_from_object(m, rot90(m, k, axes)); }, "a"_a,
        "k"_a = 1, "axes"_a = nb::make_tuple(0, 1), doc("rot90"));
    m.def(
        "roll",
        [](ArrayArg a, Arg<"int | Sequence[int] | ndarray"> shift, Arg<"int | Sequence[int]"> axis) {
            const ndarray& array = a;
            return roll(array, to_shifts(on_host(shift.object), array.size()), to_axes(on_host(axis.object).ptr()));
        },
        "a"_a, "shift"_a, "axis"_a = none, doc("roll"));
    m.def(
        "delete", [](ArrayArg arr, PlacesArg obj, OptionalIntArg axis) { return delete_(arr, to_entry(obj), axis); },
        "arr"_a, "indices"_a.none(), "axis"_a = none, doc("delete_"));
    m.def(
        "insert",
        [](ArrayArg arr, PlacesArg obj, ArrayArg values, OptionalIntArg axis) {
            if (PyFloat_Check(obj.object) || PyUnicode_Check(obj.object))
                throw TypeError("insert takes an integer, a slice, or an array of integers or booleans");
            const ndarray& a = arr;
            // Numbers and lists are read in the array's dtype, which they have to fit.
            PyObject* given = values.object;
            const bool literal = PyLong_Check(given) || PyFloat_Check(given) || PyComplex_Check(given) ||
                                 PyList_Check(given) || PyTuple_Check(given);
            if (!literal) return insert(a, to_entry(obj), values, axis);
            return insert(a, to_entry(obj), make_array(given, a.dtype(), false), axis);
        },
        "arr"_a, "obj"_a, "values"_a, "axis"_a = none, doc("insert"));
    m.def(
        "trim_zeros",
        [](ArrayArg filt, const std::string& trim, AxesArg axis) {
            return wrap_from_object(filt, trim_zeros(filt, trim, axis));
        },
        "filt"_a, "trim"_a = "fb", "axis"_a = none, doc("trim_zeros"));
    m.def("pad", pad_array, "array"_a, "pad_width"_a, "mode"_a = "constant", "kwargs"_a, doc("pad"));
}

}  // namespace

void bind_manipulation(nb::module_& m) {
    bind_reshaping(m);
    bind_axes(m);
    bind_broadcasting(m);
    bind_joining(m);
    bind_splitting(m);
    bind_repeating(m);
    bind_rearranging(m);
}

}  // namespace cuprum::python
