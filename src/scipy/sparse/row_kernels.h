// Kernels over the rows of a matrix: products with vectors and matrices, reductions.
#pragma once

#include <mutex>

#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse {

/// A matrix's data in the order of its transpose, cached from one product to the next. A digest of 64 bits, computed on
/// the device, tells whether the data have changed; if so, the next kernel gathers them again. A counter of writes
/// would not know of them all: kernels of users and other libraries write to the data by their address.
struct CachedValues {
    std::mutex mutex;
    int uses = 0;
    std::optional<const void*> stream;  // the only one on which they are used
    ndarray values, state;              // see SparseProductArgs
};

/// One use of the cache. The constructor computes the digest; `validate` stores it after the kernel that reads the
/// values. Empty where the matrix is small, or was not multiplied before.
class CachedValuesUse {
public:
    explicit CachedValuesUse(const sparse_matrix& a);
    void validate() const;

    bool any() const { return lock_.owns_lock(); }
    const ndarray& values() const { return cached_->values; }
    const ndarray& state() const { return cached_->state; }

private:
    std::shared_ptr<CachedValues> cached_;
    std::unique_lock<std::mutex> lock_;
};

/// out = A x for a vector or a matrix in C order; `order` is null where the data have the order of the indices.
void multiply_rows(const Structure& rows, const ndarray& data, const ndarray* order, const ndarray& x,
                   const ndarray& out, const CachedValuesUse* cached = nullptr);
/// Sums or extrema of rows, in the dtype of the data. Returns false where no kernel computes it.
bool fold_rows(const Structure& rows, const ndarray& data, const ndarray* order, Fold how, bool stored,
               const ndarray& out, const CachedValuesUse* cached = nullptr);

}  // namespace cuprum::scipy::sparse
