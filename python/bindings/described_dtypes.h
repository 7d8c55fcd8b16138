// numpy.dtype of structured, void and time dtypes, and back.
#pragma once

#include "convert.h"

namespace cuprum::python {

/// numpy.dtype of a dtype that was described; a borrowed reference, the same one each time.
PyObject* numpy_described(DType dtype);

/// The dtype of a numpy.dtype of these kinds; nothing for another kind. Throws ValueError for fields that arrays cannot
/// have.
std::optional<DType> described_from_numpy(PyObject* dtype);

/// Whether it is a NumPy scalar of these kinds: numpy.void, numpy.datetime64 or numpy.timedelta64.
bool is_described_scalar(PyObject* object);

/// The names of fields that an index stands for: of one, or of a list of several. Null for another index.
struct FieldNames {
    bool one;
    std::vector<std::string> names;
};
std::optional<FieldNames> field_names(PyObject* key);

/// `a["x"]` and `a[["x", "y"]]`. KeyError where one of several is not there.
ndarray select_fields(const ndarray& a, const FieldNames& names);

}  // namespace cuprum::python
