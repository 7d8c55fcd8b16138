// Making arrays, and taking them to the host.
#include "cuprum/creation.h"

#include "array.h"

namespace cuprum::python {

void bind_creation(nb::module_& m) {
    m.def("array", [](ObjectArg obj, OptionalDTypeArg dtype, nb::object copy, OrderArg order, bool, int ndmin, bool) {
        bool must_copy = copy.is_none() ? false : nb::cast<bool>(copy);
        return make_array(obj.object, dtype, must_copy, order, ndmin);
    }, "obj"_a, "dtype"_a = nb::none(), "copy"_a = true, "order"_a = "K", "subok"_a = false, "ndmin"_a = 0, "blocking"_a = false,
          "An array on the current device from nested sequences, numbers, NumPy arrays, buffers or arrays.");
    for (const char* name : {"asarray", "asanyarray"})
        m.def(name, [](ObjectArg a, OptionalDTypeArg dtype, ObjectArg order, bool blocking, nb::object copy) -> nb::object {
            (void)blocking;
            char o = order.is_none() ? 'K' : to_order(order.object);
            if (is_ndarray(a.object) && (copy.is_none() || !nb::cast<bool>(copy))) {
                const ndarray& array = unwrap(a.object);
                bool laid_out = o == 'K' || o == 'A' || (o == 'C' ? array.is_c_contiguous() : array.is_f_contiguous());
                if (array.dtype() == dtype.value_or(array.dtype()) && laid_out) return nb::borrow(a.object);
                if (!copy.is_none()) throw ValueError("Unable to avoid copy while creating an array as requested.");
            }
            return wrap_object(make_array(a.object, dtype, !copy.is_none() && nb::cast<bool>(copy), o));
        }, "a"_a, "dtype"_a = nb::none(), "order"_a = nb::none(), "blocking"_a = false, "copy"_a = nb::none(),
              "The array itself where it is one already with this dtype and order, else a new one made from it.");
    m.def("empty", [](ShapeArg shape, DTypeArg dtype, OrderArg order) { return empty(shape, dtype, static_cast<char>(order) == 'F' ? 'F' : 'C'); },
          "shape"_a, "dtype"_a = nb::handle(reinterpret_cast<PyObject*>(&PyFloat_Type)), "order"_a = "C", doc("empty"));
}

}  // namespace cuprum::python
