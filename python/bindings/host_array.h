// The memory of a NumPy array, by the buffer protocol: asking for its attributes takes longer than a small copy.
#pragma once

#include "convert.h"

namespace cuprum::python {

class HostArray {
public:
    explicit HostArray(PyObject* array, bool writable = false) {
        if (PyObject_GetBuffer(array, &view_, PyBUF_STRIDES | (writable ? PyBUF_WRITABLE : 0)) == 0) {
            address_ = view_.buf;
            for (int i = 0; i < view_.ndim; ++i) shape_.push_back(view_.shape[i]);
            c_ = PyBuffer_IsContiguous(&view_, 'C'), f_ = PyBuffer_IsContiguous(&view_, 'F');
            return;
        }
        // Dtypes that buffers do not know, and arrays that must not be written to.
        PyErr_Clear();
        view_.obj = nullptr;
        nb::handle h(array);
        nb::object flags = h.attr("flags");
        if (writable && !nb::cast<bool>(flags.attr("writeable")))
            throw ValueError("the NumPy array to write to is read-only");
        address_ = reinterpret_cast<void*>(nb::cast<std::uintptr_t>(h.attr("ctypes").attr("data")));
        shape_ = to_shape(nb::object(h.attr("shape")).ptr());
        c_ = nb::cast<bool>(flags.attr("c_contiguous")), f_ = nb::cast<bool>(flags.attr("f_contiguous"));
    }
    ~HostArray() {
        if (view_.obj) PyBuffer_Release(&view_);
    }
    HostArray(const HostArray&) = delete;
    HostArray& operator=(const HostArray&) = delete;

    void* address() const { return address_; }
    const Shape& shape() const { return shape_; }
    bool is_contiguous(char order) const { return order == 'F' ? f_ : c_; }

private:
    Py_buffer view_{};
    void* address_;
    Shape shape_;
    bool c_, f_;
};

}  // namespace cuprum::python
