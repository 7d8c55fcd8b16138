// Sparse matrices between Python's classes, which are Python's own, and C++.
#include "sparse_args.h"

namespace cuprum::python {

using scipy::sparse::sparse_matrix;

namespace {

nb::object parts(const char* name) { return nb::module_::import_("cuprumx.scipy.sparse._parts").attr(name); }

}  // namespace

bool SparseMatrixArg::is_sparse() const { return nb::cast<bool>(parts("is_sparse_like")(nb::handle(object))); }

SparseMatrixArg::operator sparse_matrix() const {
    if (!is_sparse()) throw TypeError("graph must be in CSC, CSR, or COO format.");
    return nb::cast<sparse_matrix>(parts("core_of")(nb::handle(object)));
}

SparseGraphArg::operator sparse_matrix() const {
    if (!is_sparse()) throw ValueError("csgraph must be sparse");
    return SparseMatrixArg::operator sparse_matrix();
}

GraphArg::operator scipy::sparse::csgraph::Graph() const {
    if (is_sparse()) return SparseMatrixArg::operator sparse_matrix();
    ArrayArg dense;
    dense.object = object;
    return dense.get();
}

Typed<"Any"> to_python(const sparse_matrix& matrix, const SparseMatrixArg& like) {
    const bool is_array = !like.object || !nb::cast<bool>(parts("issparse")(nb::handle(like.object))) ||
                          nb::cast<bool>(nb::handle(like.object).attr("_is_array"));
    return parts("wrap")(nb::cast(matrix), is_array);
}

}  // namespace cuprum::python
