// Sparse matrices and graphs as Python gives them.
#pragma once

#include "../array.h"
#include "cuprum/scipy/csgraph.h"
#include "optional_arg.h"

namespace cuprum::python {

/// A sparse matrix, SciPy's too, which is copied to the device.
struct SparseMatrixArg : ObjectArg {
    CUPRUM_TAKES("Any", false)
    bool is_sparse() const;
    operator scipy::sparse::sparse_matrix() const;
};
/// The same with SciPy's class of errors for dense graphs.
struct SparseGraphArg : SparseMatrixArg {
    operator scipy::sparse::sparse_matrix() const;
};
/// A graph: a sparse matrix, or what makes a dense array.
struct GraphArg : SparseMatrixArg {
    operator scipy::sparse::csgraph::Graph() const;
};

/// A number or None.
struct OptionalFloatArg : ObjectArg {
    CUPRUM_TAKES("float", true)
    operator std::optional<double>() const {
        if (is_none()) return std::nullopt;
        return nb::cast<double>(nb::float_(nb::borrow(object)));
    }
};

inline std::optional<ndarray> optional_array(const OptionalArrayArg& argument) {
    if (argument.is_none()) return std::nullopt;
    return argument.get();
}

/// A Python object of a matrix: of the class of matrices where the argument is one, else an array.
Typed<"Any"> to_python(const scipy::sparse::sparse_matrix& matrix, const SparseMatrixArg& like);
/// The same of a dense argument's.
inline Typed<"Any"> to_python(const scipy::sparse::sparse_matrix& matrix, const ArrayArg&) {
    return to_python(matrix, SparseMatrixArg());
}

}  // namespace cuprum::python
