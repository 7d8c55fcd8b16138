// Python's numbers among arrays: as the dtype of what they are put into, or that they take beside others.
#pragma once

#include "convert.h"
#include "cuprum/conversions.h"

namespace cuprum::python {

/// What is put into an array of a dtype: arrays as they are, Python's numbers and lists of them checked against it.
inline ndarray values_for(const ArrayArg& values, DType dtype) {
    return is_ndarray(values.object) ? values.get() : make_array(values.object, dtype, false);
}

/// The objects of a sequence as arrays, and those of `more`; Python's numbers take the dtype that they have beside the
/// others.
inline std::vector<ndarray> arrays_beside(PyObject* sequence, std::initializer_list<OperandArg> more = {}) {
    std::vector<OperandArg> arguments;
    nb::object list;
    if (!is_ndarray(sequence)) {
        list = nb::steal(PySequence_List(sequence));
        if (!list.is_valid()) raise_python_error();
        for (nb::handle item : nb::borrow<nb::list>(list)) arguments.emplace_back().object = item.ptr();
    }
    const std::vector<ndarray> rows = list.is_valid() ? std::vector<ndarray>() : to_arrays(sequence);
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::vector<Operand> operands(rows.begin(), rows.end());
    for (const OperandArg& argument : arguments) operands.push_back(argument);
    return literals_as_arrays(operands);
}

}  // namespace cuprum::python
