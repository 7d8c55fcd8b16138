#include "cuprum/cusolver.h"

#include "cuprum/error.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"

namespace cuprum::cusolver {
namespace {

ColumnSVD by_columns(linalg::SVD parts) {
    const ndarray rows = is_complex(parts.vh.dtype()) ? conjugate(parts.vh) : parts.vh;
    return {std::move(parts.u), std::move(parts.s), rows.swapaxes(-2, -1)};
}

}  // namespace

ColumnSVD gesvdj(const ndarray& a, bool full_matrices) { return by_columns(linalg::svd(a, full_matrices)); }

ColumnSVD gesvda(const ndarray& a) {
    const kernel::Placement here(a);
    if (a.ndim() < 2) throw ValueError("gesvda takes matrices, not an array of shape " + to_string(a.shape()));
    if (a.shape(-2) < a.shape(-1))
        throw ValueError("gesvda takes matrices with no fewer rows than columns, not shape " + to_string(a.shape()));
    return by_columns(linalg::svd(a, false));
}

linalg::Eig syevj(const ndarray& a, char UPLO) { return linalg::eigh(a, UPLO); }

namespace {

void check_equations(const char* name, const ndarray& a, const ndarray& b) {
    const auto found = [&] {
        return ", found a of shape " + to_string(a.shape()) + " and b of shape " + to_string(b.shape());
    };
    if (a.ndim() != 2 || (b.ndim() != 1 && b.ndim() != 2) || a.shape(0) != b.shape(0))
        throw ValueError(std::string(name) + " takes a matrix and as many right-hand sides as it has rows" + found());
    const DType dtype = a.dtype();
    if (dtype != b.dtype() || !is_inexact(dtype) || info(dtype).itemsize < 4)
        throw ValueError(std::string(name) + " takes two arrays of float32, float64, complex64 or complex128, found " +
                         info(dtype).name + " and " + info(b.dtype()).name);
}

}  // namespace

ndarray gesv(const ndarray& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    check_equations("gesv", a, b);
    if (a.shape(0) != a.shape(1)) throw ValueError("gesv takes a square matrix, not shape " + to_string(a.shape()));
    return linalg::solve(a, b);
}

ndarray gels(const ndarray& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    check_equations("gels", a, b);
    if (a.shape(0) < a.shape(1))
        throw ValueError("gels takes no fewer rows than columns, not shape " + to_string(a.shape()));
    return linalg::lstsq(a, b).x;
}

bool check_availability(std::string_view name) {
    for (const char* there : {"gesv", "gels", "gesvdj", "gesvda", "syevj", "potrfBatched", "potrsBatched",
                              "gesvdjBatched", "syevjBatched", "csrlsvqr"})
        if (name == there) return true;
    throw ValueError("cuSOLVER's routine '" + std::string(name) + "' is not known here");
}

}  // namespace cuprum::cusolver
