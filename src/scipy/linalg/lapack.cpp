#include "cuprum/lapack.h"

#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/linalg.h"
#include "cuprum/scipy/linalg.h"
#include "kernel/engine/placement.h"

namespace cuprum::lapack {

void gesv(const ndarray& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    if (a.ndim() != 2 || a.shape(0) != a.shape(1))
        throw ValueError("gesv takes a square matrix, not shape " + to_string(a.shape()));
    if (b.ndim() != 1 && b.ndim() != 2)
        throw ValueError("gesv takes a vector or a matrix of right-hand sides, not shape " + to_string(b.shape()));
    b.assign({ellipsis}, linalg::solve(a, b).astype(b.dtype()));
}

ndarray gels(const ndarray& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    if (a.ndim() != 2) throw ValueError("gels takes a matrix, not shape " + to_string(a.shape()));
    return linalg::lstsq(a, b).x;
}

// In C order, as `linalg::solve` gives it.
ndarray posv(const ndarray& a, const ndarray& b) { return ascontiguousarray(potrs(linalg::cholesky(a), b, true)); }

ndarray potrs(const ndarray& L, const ndarray& b, bool lower) { return scipy::linalg::cho_solve({L, lower}, b, false); }

}  // namespace cuprum::lapack
