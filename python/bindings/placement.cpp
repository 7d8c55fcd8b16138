#include "placement.h"

#include <algorithm>
#include <array>

#include "array.h"
#include "cuprum/host.h"
#include "ufunc.h"

namespace cuprum::python {

std::atomic<int> device_count{0};

namespace {

constexpr int deepest = 4;  // of nested lists that are searched

struct Finder {
    PyTypeObject* type;
    int (*device_of)(PyObject*);
};
Finder finders[32];  // the first ones are set

// Whether an object of Python's is one of cuprum's classes, whose arrays lie among its attributes.
bool is_own_object(PyObject* object) {
    if (PyType_Check(object) || PyModule_Check(object) || PyFunction_Check(object) || PyMethod_Check(object))
        return false;
    PyTypeObject* type = Py_TYPE(object);
    if (!(type->tp_flags & Py_TPFLAGS_HEAPTYPE)) return false;
    const nb::object module = nb::getattr(nb::handle(reinterpret_cast<PyObject*>(type)), "__module__", nb::none());
    return PyUnicode_Check(module.ptr()) && nb::cast<std::string>(module).starts_with("cuprum");
}

// Slots of operands alone, by Python's numbers of slots. Each keeps the function that it stands before, and so serves
// one type: the array's.
template <int slot>
struct Placed {
    static inline void* other_way = nullptr;

    static PyObject* unary(PyObject* a) {
        return guarded([&] {
            const Placement here(a);
            return reinterpret_cast<unaryfunc>(other_way)(a);
        });
    }
    static PyObject* binary(PyObject* a, PyObject* b) {
        return guarded([&] {
            const Placement here(a, b);
            return reinterpret_cast<binaryfunc>(other_way)(a, b);
        });
    }
    static PyObject* ternary(PyObject* a, PyObject* b, PyObject* modulus) {
        return guarded([&] {
            const Placement here(a, b);
            return reinterpret_cast<ternaryfunc>(other_way)(a, b, modulus);
        });
    }
    static PyObject* compare(PyObject* a, PyObject* b, int operation) {
        return guarded([&] {
            const Placement here(a, b);
            return reinterpret_cast<richcmpfunc>(other_way)(a, b, operation);
        });
    }
    static int contains(PyObject* a, PyObject* b) {
        int result = -1;
        guarded([&]() -> PyObject* {
            const Placement here(a, b);
            result = reinterpret_cast<objobjproc>(other_way)(a, b);
            return Py_None;
        });
        return result;
    }
    // Elements are set where the array is. What they are set to is copied there.
    static int set_item(PyObject* self, PyObject* key, PyObject* value) {
        int result = -1;
        guarded([&]() -> PyObject* {
            const Placement here(self);
            nb::object moved;
            if (value && !is_one_device() && is_ndarray(value) && unwrap(value).size() && unwrap(self).size() &&
                unwrap(value).device() != unwrap(self).device() && unwrap(self).device() == cuda::Device().id())
                moved = wrap_object(asarray(unwrap(value)));
            result = reinterpret_cast<objobjargproc>(other_way)(self, key, moved ? moved.ptr() : value);
            return Py_None;
        });
        return result;
    }
};

// Puts the placed function of a slot in front of a slot's own, if it is that slot.
template <int number, class Function>
bool place(PyType_Slot& slot, Function* placed) {
    if (slot.slot != number) return false;
    Placed<number>::other_way = slot.pfunc;
    slot.pfunc = reinterpret_cast<void*>(placed);
    return true;
}
template <int... numbers>
void place_unary(PyType_Slot& slot) {
    (void)(place<numbers>(slot, Placed<numbers>::unary) || ...);
}
template <int... numbers>
void place_binary(PyType_Slot& slot) {
    (void)(place<numbers>(slot, Placed<numbers>::binary) || ...);
}
template <int... numbers>
void place_ternary(PyType_Slot& slot) {
    (void)(place<numbers>(slot, Placed<numbers>::ternary) || ...);
}

// Calls of objects: each type has its own entry.
constexpr std::size_t most_callables = 8;
PyTypeObject* callable_types[most_callables];
ternaryfunc callables[most_callables];

template <std::size_t i>
PyObject* call_object(PyObject* self, PyObject* args, PyObject* kwargs) {
    return guarded([&] {
        const Placement here(args, kwargs);
        return callables[i](self, args, kwargs);
    });
}
template <std::size_t... i>
constexpr auto make_calls(std::index_sequence<i...>) {
    return std::array<ternaryfunc, sizeof...(i)>{call_object<i>...};
}

}  // namespace

void DeviceOfOperands::see(PyObject* object, int depth) {
    if (!object || on_current_) return;
    if (is_ndarray(object)) {
        if (device_count.load(std::memory_order_relaxed) == 0)
            device_count.store(cuda::get_device_count(), std::memory_order_relaxed);
        const ndarray& array = unwrap(object);
        if (array.size()) see_device(array.device());
        return;
    }
    if (depth == deepest) return;
    if (PyTuple_Check(object) || PyList_Check(object)) {
        // Long lists are of numbers; the first elements tell that.
        const Py_ssize_t count = std::min<Py_ssize_t>(PySequence_Fast_GET_SIZE(object), 64);
        for (Py_ssize_t i = 0; i < count; ++i) see(PySequence_Fast_GET_ITEM(object, i), depth + 1);
    } else if (PyDict_Check(object)) {
        PyObject *name, *value;
        Py_ssize_t position = 0;
        while (PyDict_Next(object, &position, &name, &value)) see(value, depth + 1);
    } else if (PyType_HasFeature(Py_TYPE(object), Py_TPFLAGS_HEAPTYPE)) {  // numbers, words and dtypes hold no array
        for (const Finder& finder : finders) {
            if (!finder.type) break;
            if (PyObject_TypeCheck(object, finder.type)) {
                if (nb::inst_ready(object)) see_device(finder.device_of(object));
                return;
            }
        }
        if (is_own_object(object))
            if (PyObject** attributes = _PyObject_GetDictPtr(object); attributes && *attributes)
                see(*attributes, depth + 1);
    }
}

void DeviceOfOperands::see_device(int device) {
    if (device < 0) return;
    if (device == cuda::Device().id()) on_current_ = true;
    else if (!first_) first_ = device;
}

void set_device_finder(nb::handle type, int (*device_of)(PyObject* object)) {
    for (Finder& finder : finders)
        if (!finder.type) {
            finder = {reinterpret_cast<PyTypeObject*>(type.ptr()), device_of};
            return;
        }
}

void place_slots(std::vector<PyType_Slot>& slots) {
    for (PyType_Slot& slot : slots) {
        place_unary<Py_nb_negative, Py_nb_positive, Py_nb_absolute, Py_nb_invert>(slot);
        place_binary<Py_nb_add, Py_nb_subtract, Py_nb_multiply, Py_nb_remainder, Py_nb_divmod, Py_nb_lshift,
                     Py_nb_rshift, Py_nb_and, Py_nb_xor, Py_nb_or, Py_nb_floor_divide, Py_nb_true_divide,
                     Py_nb_matrix_multiply, Py_mp_subscript>(slot);
        place_binary<Py_nb_inplace_add, Py_nb_inplace_subtract, Py_nb_inplace_multiply, Py_nb_inplace_remainder,
                     Py_nb_inplace_lshift, Py_nb_inplace_rshift, Py_nb_inplace_and, Py_nb_inplace_xor, Py_nb_inplace_or,
                     Py_nb_inplace_floor_divide, Py_nb_inplace_true_divide, Py_nb_inplace_matrix_multiply>(slot);
        place_ternary<Py_nb_power, Py_nb_inplace_power>(slot);
        place<Py_tp_richcompare>(slot, Placed<Py_tp_richcompare>::compare);
        place<Py_sq_contains>(slot, Placed<Py_sq_contains>::contains);
        place<Py_mp_ass_subscript>(slot, Placed<Py_mp_ass_subscript>::set_item);
    }
}

void place_calls(PyTypeObject* type) {
    static constexpr auto calls = make_calls(std::make_index_sequence<most_callables>());
    for (std::size_t i = 0; i < most_callables; ++i) {
        if (callable_types[i]) continue;
        callable_types[i] = type;
        callables[i] = type->tp_call;
        type->tp_call = calls[i];
        return;
    }
}

}  // namespace cuprum::python
