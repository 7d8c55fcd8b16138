// Arguments of functions that select and place elements.
#pragma once

#include "argument.h"
#include "array.h"
#include "cuprum/indexing.h"
#include "values.h"

namespace cuprum::python {

/// Indices may be given as an empty list, which is no list of floats here.
struct IndicesArg : ArrayArg {
    ndarray get() const {
        if ((PyList_Check(object) || PyTuple_Check(object) || PyRange_Check(object)) && PySequence_Size(object) == 0)
            return empty({0}, DType::int64);
        return ArrayArg::get();
    }
};

/// The default of `mode` is NumPy's word, and this very object: a word that the caller gives is another one.
inline nb::object default_mode() {
    static auto& word = *new nb::object(nb::str("raise"));
    return word;
}

/// What is done with indices out of bounds, for all axes or for each.
using ModesArg = Typed<"Literal['raise', 'wrap', 'clip'] | Sequence[Literal['raise', 'wrap', 'clip']]">;
/// Empty where the caller gives none.
inline std::vector<std::string> to_modes(const ModesArg& mode) {
    if (mode.is(default_mode())) return {};
    if (PyUnicode_Check(mode.ptr())) return {nb::cast<std::string>(mode)};
    return nb::cast<std::vector<std::string>>(mode);
}

/// Empty where the caller gives none.
inline std::string mode_of(const ModeArg& mode) {
    return mode.object == default_mode().ptr() ? std::string() : std::string(std::string_view(mode));
}

/// Values that are put along an axis: a wrong axis is told before a value that does not fit.
inline ndarray values_along(const ArrayArg& values, const ndarray& array, const OptionalIntArg& axis) {
    const std::optional<std::int64_t> along = axis;
    if (along) normalize_axis(*along, array.ndim());
    return values_for(values, array.dtype());
}

/// Values of a diagonal: the numbers of a list are read in the array's dtype, which they have to fit. They live as long
/// as this, as an operand refers to its array.
class DiagonalValue {
public:
    DiagonalValue(const OperandArg& value, const ndarray& array) : value_(value) {
        if (PyList_Check(value.object) || PyTuple_Check(value.object))
            listed_ = make_array(value.object, array.dtype(), false);
    }
    operator Operand() const { return listed_ ? Operand(*listed_) : Operand(value_); }

private:
    const OperandArg& value_;
    std::optional<ndarray> listed_;
};

/// Arrays of indices, of which an empty list is one.
inline std::vector<ndarray> index_arrays(const nb::args& args) {
    std::vector<ndarray> arrays;
    for (nb::handle sequence : args) {
        arrays.push_back(argument<IndicesArg>(sequence).get());
    }
    return arrays;
}

}  // namespace cuprum::python
