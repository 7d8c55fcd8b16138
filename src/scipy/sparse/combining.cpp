// Matrices made of others and of diagonals, and their elements one by one.
#include "cuprum/manipulation.h"
#include "scipy/sparse/run.h"

namespace cuprum::scipy::sparse {

sparse_matrix spdiags(const ndarray& data, const ndarray& diags, const std::optional<Shape>& shape) {
    const ndarray rows = atleast_2d(data);
    return dia_matrix(rows, diags.reshape({-1}), shape.value_or(Shape{rows.shape()[1], rows.shape()[1]}));
}

sparse_matrix kronsum(const sparse_matrix& a, const sparse_matrix& b) {
    if (a.rows() != a.columns()) throw ValueError("A is not square");
    if (b.rows() != b.columns()) throw ValueError("B is not square");
    const DType dtype = promote_types(a.dtype(), b.dtype());
    const auto unit = [&](std::int64_t n) { return sparse::eye(n, std::optional<std::int64_t>(), 0, dtype); };
    return binary(kron(unit(b.rows()), a), kron(b, unit(a.rows())), Binary::add);
}

Found find(const sparse_matrix& a) {
    const sparse_matrix found = to_format(eliminate_zeros(sum_duplicates(to_format(a, Format::csr))), Format::coo);
    return {found.row(), found.col(), found.data()};
}

}  // namespace cuprum::scipy::sparse
