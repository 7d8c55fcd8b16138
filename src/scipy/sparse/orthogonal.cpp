#include "scipy/sparse/orthogonal.h"

#include "cuprum/linalg.h"
#include "cuprum/manipulation.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "runtime/device_traits.h"
#include "scipy/sparse/run.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

/// The vectors are conjugated, which are shorter than the rows.
ndarray shares(const ndarray& known, const ndarray& w) {
    return is_complex(w.dtype()) ? conj(cuprum::matmul(known, conj(w))) : cuprum::matmul(known, w);
}

ndarray without(const ndarray& w, const ndarray& inner, const ndarray& known) {
    if (!runtime::device_traits().thread_blocks) return w - cuprum::matmul(inner, known);
    // One pass over the rows, and none over a product.
    static const ElementwiseKernel kernel("T w, raw T inner, raw T known, int64 count, int64 n", "T rest", R"(
        T sum = w;
        for (long long k = 0; k < count; ++k) sum = sum - inner[k] * known[k * n + i];
        rest = sum;
    )",
                                          "cuprum_sparse_without");
    return kernel(w, inner, known.reshape({-1}), inner.size(), w.size());
}

}  // namespace

Orthogonal orthogonal_to(const ndarray& known, const ndarray& w) {
    const ndarray first = shares(known, w), once = without(w, first, known), second = shares(known, once);
    return {without(once, second, known), first, second};
}

}  // namespace cuprum::scipy::sparse::linalg
