// Parameters and results of the builder of kernels.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cuprum/jit.h"
#include "ufunc.h"

namespace cuprum::python {

/// A value of a kernel from what the translator holds: a value, a number, or a tuple of such.
inline jit::Value to_value(const jit::Builder& builder, PyObject* object) {
    const nb::handle handle(object);
    if (nb::isinstance<jit::Value>(handle)) return nb::cast<jit::Value>(handle);
    if (PyTuple_Check(object)) {
        std::vector<jit::Value> elements;
        for (Py_ssize_t i = 0; i < PyTuple_Size(object); ++i)
            elements.push_back(to_value(builder, PyTuple_GetItem(object, i)));
        return builder.tuple(elements);
    }
    if (is_ndarray(object))
        throw TypeError(
            "an array from outside of the kernel cannot be used in it: hand it to the kernel as an argument");
    if (auto scalar = to_scalar(object)) return builder.literal(*scalar);
    throw TypeError("a kernel cannot compute with " + nb::cast<std::string>(nb::repr(handle)) + ", which is of type " +
                    nb::cast<std::string>(nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(object))).attr("__name__")));
}

inline std::vector<jit::Value> to_values(const jit::Builder& builder, nb::sequence objects) {
    std::vector<jit::Value> values;
    for (nb::handle object : objects) values.push_back(to_value(builder, object.ptr()));
    return values;
}

inline std::vector<jit::Parameter> to_parameters(nb::sequence pairs) {
    std::vector<jit::Parameter> parameters;
    for (nb::handle pair : pairs) parameters.push_back({nb::cast<std::string>(pair[0]), nb::cast<jit::Type>(pair[1])});
    return parameters;
}

inline const Ufunc& to_ufunc(nb::handle object) { return *nb::inst_ptr<PyUfunc>(object)->ufunc; }

inline jit::Mode to_jit_mode(const std::string& mode) {
    if (mode == "cuda") return jit::Mode::cuda;
    if (mode == "numpy") return jit::Mode::numpy;
    throw ValueError("mode must be 'cuda' or 'numpy', not '" + mode + "'");
}

/// A value, a number or a tuple of such.
struct JitValueArg : Arg<"Any"> {
    jit::Value get(const jit::Builder& builder) const { return to_value(builder, object); }
};
/// The same, or None.
struct OptionalJitValueArg : JitValueArg {
    static constexpr bool takes_none = true;
    std::optional<jit::Value> optional(const jit::Builder& builder) const {
        return is_none() ? std::nullopt : std::optional(get(builder));
    }
};

inline nb::object to_python(jit::Type&& type) { return nb::cast(std::move(type)); }
inline nb::object to_python(jit::Mode mode) { return nb::cast(mode == jit::Mode::cuda ? "cuda" : "numpy"); }

}  // namespace cuprum::python
