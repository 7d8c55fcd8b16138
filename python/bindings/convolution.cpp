// Convolution and correlation of sequences.
#include "cuprum/convolution.h"

#include "array.h"

namespace cuprum::python {
namespace {

/// "valid", "same", "full", or NumPy's numbers for them.
std::string numpy_mode(const ObjectArg& mode) {
    if (PyUnicode_Check(mode.object)) return nb::cast<std::string>(nb::handle(mode.object));
    if (!PyLong_Check(mode.object) || PyBool_Check(mode.object))
        throw TypeError(std::string("convolve/correlate mode not understood: it is 'valid', 'same' or 'full', found ") +
                        Py_TYPE(mode.object)->tp_name);
    const std::int64_t number = to_index(mode.object);
    if (number < 0 || number > 2) throw ValueError("integer convolve/correlate mode must be 0, 1, or 2");
    static constexpr const char* names[] = {"valid", "same", "full"};
    return names[number];
}

using Sequences = ndarray (*)(const ndarray&, const ndarray&, std::string_view);

template <Sequences function>
void bind_sequences(nb::module_& m, const char* name, const char* mode, const char* text) {
    m.def(
        name,
        [](ArrayArg a, ArrayArg v, Arg<"Literal['full', 'same', 'valid'] | int"> mode) {
            return function(a, v, numpy_mode(mode));
        },
        "a"_a, "v"_a, "mode"_a = mode, text);
}

}  // namespace

void bind_convolution(nb::module_& m) {
    bind_sequences<convolve>(m, "convolve", "full", doc("convolve"));
    bind_sequences<correlate>(m, "correlate", "valid", doc("correlate"));
}

}  // namespace cuprum::python
