// Questions about dtypes.
#include "cuprum/types.h"

#include "array.h"
#include "cuprum/warnings.h"

namespace cuprum::python {
namespace {

// Arrays and scalars stand for themselves; anything else must name a dtype, which counts as a scalar of it.
Operand to_type_operand(nb::handle object, ndarray& holder) {
    if (is_ndarray(object.ptr())) return Operand(unwrap(object.ptr()));
    if (auto scalar = to_scalar(object.ptr())) return Operand(*scalar);
    if (PyList_Check(object.ptr())) return Operand(holder = make_array(object.ptr(), {}, false));
    const DType dtype = to_dtype(object.ptr());
    if (!is_number(dtype)) return Operand(holder = ndarray({}, 0, dtype, {0}, {itemsize(dtype)}));
    return Operand(Scalar(0).as(dtype));
}

nb::object numpys(DType dtype) { return nb::borrow(numpy_dtype(dtype)); }

// What stands for an operand where NumPy is asked: the dtype of an array.
nb::object for_numpy(nb::handle object) {
    return is_ndarray(object.ptr()) ? numpys(unwrap(object.ptr()).dtype()) : nb::borrow(object);
}

// Our answer, or NumPy's where an operand is of a dtype that arrays do not hold: text, objects, another byte order.
template <class Ours>
nb::object or_numpys(const char* function, const Ours& ours, const nb::tuple& operands) {
    try {
        return nb::cast(ours());
    } catch (const TypeError&) {
    } catch (const ValueError&) {
    } catch (nb::python_error& error) {
        if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError)) throw;
    }
    return nb::module_::import_("numpy").attr(function)(*operands);
}

}  // namespace

namespace {

void give_complex_warning() {
    nb::gil_scoped_acquire lock;
    nb::object category = nb::module_::import_("numpy.exceptions").attr("ComplexWarning");
    if (PyErr_WarnEx(category.ptr(), "Casting complex values to real discards the imaginary part", 1) < 0)
        raise_python_error();
}

void give_user_warning(const std::string& message) {
    nb::gil_scoped_acquire lock;
    if (PyErr_WarnEx(PyExc_UserWarning, message.c_str(), 1) < 0) raise_python_error();
}

void give_runtime_warning(const std::string& message) {
    nb::gil_scoped_acquire lock;
    if (PyErr_WarnEx(PyExc_RuntimeWarning, message.c_str(), 1) < 0) raise_python_error();
}

}  // namespace

void bind_types(nb::module_& m) {
    set_complex_warning(give_complex_warning);
    set_user_warning(give_user_warning);
    set_runtime_warning(give_runtime_warning);
    m.def(
        "can_cast",
        [](Arg<"DTypeLike | ndarray | numpy.generic"> from, Arg<"DTypeLike"> to, CastingArg casting) {
            const auto ours = [&] {
                const DType target = to_dtype(to.object);
                if (is_ndarray(from.object)) return can_cast(unwrap(from.object).dtype(), target, casting);
                // NumPy's float64 is a subclass of Python's float.
                const bool python =
                    PyLong_Check(from.object) || PyFloat_CheckExact(from.object) || PyComplex_CheckExact(from.object);
                if (python)
                    throw TypeError(
                        "can_cast() does not support Python ints, floats, and complex because the result used to "
                        "depend on the value. This change was part of adopting NEP 50.");
                if (auto scalar = to_scalar(from.object)) return can_cast(scalar->dtype(), target, casting);
                return can_cast(to_dtype(from.object), target, casting);
            };
            return nb::cast<bool>(
                or_numpys("can_cast", ours,
                          nb::make_tuple(for_numpy(from.object), for_numpy(to.object), nb::handle(casting.object))));
        },
        "from_"_a, "to"_a, "casting"_a = "safe",
        "Whether values of one dtype may be cast to another under a casting rule.\n\n"
        "Parameters\n    from_: a dtype, or an array or NumPy scalar of it.\n    to: a dtype.\n"
        "    casting: the rule: 'no', 'equiv', 'safe', 'same_kind' or 'unsafe'.\nReturns\n    bool.\n"
        "Raises\n    TypeError: a number of Python, or what is no dtype. ValueError: another rule.\n"
        "Example\n    >>> cuprum.can_cast('int32', 'float64'), cuprum.can_cast('float64', 'float32')\n"
        "    (True, False)");
    m.def(
        "promote_types", [](Arg<"DTypeLike"> a, Arg<"DTypeLike"> b) -> Typed<"numpy.dtype[Any]"> {
            const auto ours = [&] { return promote_types(to_dtype(a.object), to_dtype(b.object)); };
            return or_numpys("promote_types", ours, nb::make_tuple(nb::handle(a.object), nb::handle(b.object)));
        },
        "type1"_a, "type2"_a,
        "The smallest dtype to which both can be cast safely.\n\n"
        "Parameters\n    type1, type2: dtypes.\nReturns\n    numpy.dtype.\n"
        "Raises\n    TypeError: what is no dtype, or dtypes without a common one.\n"
        "Example\n    >>> cuprum.promote_types('int32', 'float32')\n    dtype('float64')");
    m.def(
        "result_type", [](nb::args given) -> Typed<"numpy.dtype[Any]"> {
            const auto ours = [&] {
                std::vector<Operand> operands;
                std::vector<ndarray> holders(given.size());
                for (std::size_t i = 0; i < given.size(); ++i)
                    operands.push_back(to_type_operand(given[i], holders[i]));
                return result_type(operands);
            };
            nb::list numpys;
            for (nb::handle operand : given) numpys.append(for_numpy(operand));
            return or_numpys("result_type", ours, nb::tuple(numpys));
        },
        "arrays_and_dtypes"_a, doc("result_type"));
    m.def(
        "min_scalar_type", [](Arg<"ArrayLike | numpy.typing.ArrayLike"> a) -> Typed<"numpy.dtype[Any]"> {
            const auto numpys = [](DType dtype) { return nb::borrow(numpy_dtype(dtype)); };
            if (is_ndarray(a.object)) {
                const ndarray& array = unwrap(a.object);
                return numpys(array.ndim() ? array.dtype() : min_scalar_type(array.item()));
            }
            // Of Python's integers there are larger ones than a Scalar holds.
            if (!PyLong_Check(a.object))
                if (auto scalar = to_scalar(a.object)) return numpys(min_scalar_type(*scalar));
            if (holds_arrays(a.object)) return numpys(make_array(a.object, {}, false).dtype());
            return nb::module_::import_("numpy").attr("min_scalar_type")(nb::handle(a.object));
        },
        "a"_a.none(), doc("min_scalar_type"));
    m.def(
        "common_type", [](nb::args arrays) -> Typed<"type[numpy.inexact[Any]]"> {
            DType common = arrays.size() ? common_type(to_arrays(arrays.ptr())) : DType::float16;
            return nb::object(nb::handle(numpy_dtype(common)).attr("type"));
        },
        "arrays"_a, doc("common_type"));
}

}  // namespace cuprum::python
