// `ndarray.flat`: an array's elements in C order, whatever its layout.
#include "array.h"
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "placement.h"
#include "values.h"

namespace cuprum::python {
namespace {

struct FlatIterator {
    nb::object base;
    std::int64_t index = 0;

    const ndarray& array() const { return unwrap(base.ptr()); }

    // The element at a place, a 0-d view.
    ndarray element(std::int64_t place) const {
        const ndarray& a = array();
        if (place < -a.size() || place >= a.size())
            throw IndexError("index " + std::to_string(place) + " is out of bounds for size " +
                             std::to_string(a.size()));
        if (place < 0) place += a.size();
        std::int64_t offset = 0;
        for (int axis = a.ndim() - 1; axis >= 0; --axis) {
            offset += place % a.shape()[axis] * a.strides()[axis];
            place /= a.shape()[axis];
        }
        return a.with_layout({}, {}, offset);
    }
    ndarray next() {
        if (index >= array().size()) throw nb::stop_iteration();
        return element(index++).copy();
    }
    bool is_place(nb::handle key) const {
        return PyIndex_Check(key.ptr()) && !PyBool_Check(key.ptr()) && !is_ndarray(key.ptr());
    }
    static void check(nb::handle key) {
        if (key.is_none())
            throw IndexError(
                "only integers, slices (`:`), ellipsis (`...`) and integer or boolean arrays are valid indices");
    }
    ndarray get(nb::handle key) const {
        check(key);
        if (is_place(key)) return element(to_index(key.ptr())).copy();
        return array().ravel().at(to_indices(key.ptr())).copy('K');
    }
    void set(nb::handle key, ArrayArg value) const {
        check(key);
        const ndarray values = values_for(value, array().dtype());
        const bool listed = PyList_Check(value.object) || PyTuple_Check(value.object) || PyRange_Check(value.object);
        if (is_place(key) && listed && values.size() != 1) throw ValueError("Error setting single item of array.");
        if (is_place(key))
            return assign_operand(element(to_index(key.ptr())),
                                  values.ndim() ? values.ravel().at({Index(std::int64_t{0})}) : values);
        put(array(), arange(array().size()).at(to_indices(key.ptr())), values);
    }
};

}  // namespace

void bind_flat(nb::module_& m) {
    nb::class_<FlatIterator> type(m, "flatiter",
                                  "The elements of an array in C order, to be read, set and iterated over.");
    type.def(
        "__init__",
        [](FlatIterator* self, Typed<"ndarray"> a) {
            if (!is_ndarray(a.ptr())) throw TypeError("flatiter takes an array");
            new (self) FlatIterator{std::move(a)};
        },
        "a"_a);
    set_device_finder(type, [](PyObject* iterator) {
        const ndarray& array = nb::inst_ptr<FlatIterator>(nb::handle(iterator))->array();
        return array.size() ? array.device() : -1;
    });
    type.def("__iter__", [](Self<FlatIterator> self) { return nb::borrow(nb::handle(self)); });
    type.def("__next__", &FlatIterator::next);
    type.def("__len__", [](const FlatIterator& f) { return f.array().size(); });
    type.def("__getitem__", &FlatIterator::get, "key"_a.none());
    type.def("__setitem__", &FlatIterator::set, "key"_a.none(), "value"_a);
    // Comparisons are those of the elements, as NumPy's.
    static constexpr std::pair<const char*, int> comparisons[] = {{"__eq__", Py_EQ}, {"__ne__", Py_NE},
                                                                  {"__lt__", Py_LT}, {"__le__", Py_LE},
                                                                  {"__gt__", Py_GT}, {"__ge__", Py_GE}};
    for (const auto& [name, comparison] : comparisons)
        type.def(
            name,
            [comparison](const FlatIterator& f, nb::handle other) {
                nb::object elements = wrap_object(f.array().ravel()), others = nb::borrow(other);
                if (nb::isinstance<FlatIterator>(other))
                    others = wrap_object(nb::inst_ptr<FlatIterator>(other)->array().ravel());
                PyObject* result = PyObject_RichCompare(elements.ptr(), others.ptr(), comparison);
                if (!result) nb::raise_python_error();
                return nb::steal(result);
            },
            "other"_a.none(), nb::sig((std::string("def ") + name + "(self, other: object, /) -> ndarray").c_str()));
    type.def("copy", [](const FlatIterator& f) { return f.array().flatten(); }, "A copy of the elements on one axis.");
    type.def_prop_ro("base", [](const FlatIterator& f) { return f.base; }, "The array.");
    type.def_prop_ro("index", [](const FlatIterator& f) { return f.index; }, "The place of the next element.");
    type.def_prop_ro(
        "coords",
        [](const FlatIterator& f) {
            std::int64_t place = f.index;
            Dims coordinates(f.array().ndim());
            for (int axis = f.array().ndim() - 1; axis >= 0; --axis) {
                coordinates[axis] = axis ? place % f.array().shape()[axis] : place;
                if (axis) place /= f.array().shape()[axis];
            }
            return from_dims(coordinates);
        },
        "The coordinates of the next element.");

    array_class().def_prop_rw(
        "flat", [](SelfArg self) { return FlatIterator{nb::borrow(nb::handle(self))}; },
        [](SelfArg self, ArrayArg value) {
            FlatIterator{nb::borrow(nb::handle(self))}.set(nb::slice(nb::none(), nb::none(), nb::none()), value);
        },
        "The elements in C order: an iterator that can be indexed.");
}

}  // namespace cuprum::python
