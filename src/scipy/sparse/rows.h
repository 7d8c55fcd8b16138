// Kernels over the rows of a matrix: products by vectors and matrices, folds.
#pragma once

#include <mutex>

#include "scipy/sparse/run.h"

namespace cuprum::scipy::sparse {

/// A matrix's data in the order of its other index, kept from one product to the next. That the data are still the same
/// is found out by a digest of 64 bits, on the device; where they are not, they are gathered anew.
struct KeptValues {
    std::mutex mutex;
    int uses = 0;
    std::optional<const void*> stream;  // the only one on which they are used
    ndarray values, state;              // see SparseProductArgs
};

/// One use of them, from the digest to what settles it: `settle` after the kernel that takes them. None where the
/// matrix is small, or was not used so before.
class KeptUse {
public:
    explicit KeptUse(const sparse_matrix& a);
    void settle() const;

    bool any() const { return lock_.owns_lock(); }
    const ndarray& values() const { return kept_->values; }
    const ndarray& state() const { return kept_->state; }

private:
    std::shared_ptr<KeptValues> kept_;
    std::unique_lock<std::mutex> lock_;
};

/// Rows by a vector or by a matrix in C order; `order` is null where entries lie as they are.
void multiply_rows(const Structure& rows, const ndarray& data, const ndarray* order, const ndarray& x,
                   const ndarray& out, const KeptUse* kept = nullptr);
/// Sums or extrema of rows, in the dtype of the data. False where there is no kernel for it.
bool fold_rows(const Structure& rows, const ndarray& data, const ndarray* order, Fold how, bool stored,
               const ndarray& out, const KeptUse* kept = nullptr);

}  // namespace cuprum::scipy::sparse
