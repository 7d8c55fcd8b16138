#include "cuprum/cusolver.h"

#include "cuprum/error.h"
#include "cuprum/ufunc.h"

namespace cuprum::cusolver {
namespace {

ColumnSVD by_columns(linalg::SVD parts) {
    const ndarray rows = is_complex(parts.vh.dtype()) ? conjugate(parts.vh) : parts.vh;
    return {std::move(parts.u), std::move(parts.s), rows.swapaxes(-2, -1)};
}

}  // namespace

ColumnSVD gesvdj(const ndarray& a, bool full_matrices) { return by_columns(linalg::svd(a, full_matrices)); }

ColumnSVD gesvda(const ndarray& a) {
    if (a.ndim() < 2) throw ValueError("gesvda takes matrices, not an array of shape " + to_string(a.shape()));
    if (a.shape(-2) < a.shape(-1))
        throw ValueError("gesvda takes matrices with no fewer rows than columns, not shape " + to_string(a.shape()));
    return by_columns(linalg::svd(a, false));
}

linalg::Eig syevj(const ndarray& a, char UPLO) { return linalg::eigh(a, UPLO); }

}  // namespace cuprum::cusolver
