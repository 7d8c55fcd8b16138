// Arguments of `cuprum.linalg`.
#pragma once

#include "cuprum/linalg.h"
#include "number.h"

namespace cuprum::python {

/// Which norm.
struct NormOrderArg : ObjectArg {
    CUPRUM_TAKES("float | Literal['fro', 'nuc']", true)
    operator linalg::NormOrder() const {
        if (is_none()) return {};
        if (PyUnicode_Check(object)) return linalg::NormOrder(nb::cast<std::string>(nb::handle(object)).c_str());
        if (auto number = scalar_or_item(object)) return linalg::NormOrder(number->to_double());
        throw ValueError("Invalid norm order '" + nb::cast<std::string>(nb::str(nb::handle(object))) + "' for vectors");
    }
};
/// The axes of a norm.
struct NormAxesArg : ObjectArg {
    CUPRUM_TAKES("int | tuple[int, ...]", false)
    operator Axes() const {
        if (is_none()) return std::nullopt;
        if (!PyTuple_Check(object) && !is_index(object))
            throw TypeError("'axis' must be None, an integer or a tuple of integers");
        return to_axes(object);
    }
};

/// Which triangle of a matrix is read.
struct TriangleArg : ObjectArg {
    CUPRUM_TAKES("Literal['L', 'U']", false)
    operator char() const {
        const std::string text = nb::cast<std::string>(nb::str(nb::handle(object)));
        return text.size() == 1 ? text[0] : '?';
    }
};

inline std::optional<Operand> to_threshold(const OperandArg& arg) {
    if (arg.is_none()) return std::nullopt;
    return Operand(arg);
}

}  // namespace cuprum::python
