// Sums, extrema, their places, and counts.
#include <limits>

#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/sorting.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/chunks.h"
#include "scipy/sparse/row_kernels.h"

namespace cuprum::scipy::sparse {
namespace {

constexpr const char* folds = "#include <cuprum/sparse/fold.h>\n";

void check_not_empty(std::int64_t length) {
    if (length == 0) throw ValueError("zero-size array to reduction operation");
}

/// The structure whose major slices an axis runs along, and the order of its entries in the data.
struct Along {
    std::shared_ptr<const Structure> structure;
    std::optional<ndarray> order;
};

Along along(const sparse_matrix& a, int axis) {
    if ((axis == 1) == (a.format() == Format::csr)) return {a.structure(), {}};
    const Transpose& transpose = a.structure()->transpose();
    return {transpose.structure, transpose.order};
}

ndarray fold_major(const sparse_matrix& a, const Along& slices, Fold how, DType dtype, bool explicit_only) {
    static const ElementwiseKernel kernel(
        "raw T data, raw I indptr, raw I order, bool ordered, int64 minor, int32 how, bool stored", "raw S out",
        "cuprum::sparse_fold_slice(i, &data[0], &indptr[0], &order[0], ordered, minor, how, stored, &out[0]);",
        "cuprum_sparse_fold", {.preamble = folds});
    const ndarray out = new_array({slices.structure->major}, dtype);
    slices.structure->properties();
    const ndarray* order = slices.order ? &*slices.order : nullptr;
    if (order && dtype == a.dtype()) {
        const CachedValuesUse cached(a);
        if (fold_rows(*slices.structure, a.data(), order, how, explicit_only, out, &cached)) {
            cached.validate();
            return out;
        }
    } else if (!order && fold_rows(*slices.structure, a.data(), nullptr, how, explicit_only, out)) {
        return out;
    }
    run(kernel, out.size(), a.data(), slices.structure->indptr,
        slices.order ? *slices.order : new_array({0}, slices.structure->indptr.dtype()), slices.order.has_value(),
        slices.structure->minor, static_cast<std::int64_t>(how), explicit_only, out);
    return out;
}

ndarray extremum_of(const ndarray& values, Fold how) {
    switch (how) {
        case Fold::max: return cuprum::max(values);
        case Fold::min: return cuprum::min(values);
        case Fold::nanmax: return cuprum::nanmax(values);
        default: return cuprum::nanmin(values);
    }
}

}  // namespace

ndarray fold(const sparse_matrix& a, Fold how, std::optional<int> axis, std::optional<DType> dtype,
             bool explicit_only) {
    const kernel::Placement here(a);
    if (how == Fold::sum) {
        const sparse_matrix from = compressed(a);
        if (!axis) return cuprum::sum(entries(from.data(), from.nnz()), {.dtype = dtype});
        const DType result = dtype.value_or(a.dtype());
        if (in_chunks() && result == from.dtype() && (*axis == 1) != (from.format() == Format::csr)) {
            // Adds into the minor indices, so that no transpose is needed.
            const ndarray sums = new_array({from.minor()}, result);
            multiply_transposed(*from.structure(), from.data(), ones({from.major()}, result), sums);
            return sums;
        }
        return fold_major(from, along(from, *axis), how, result, false);
    }
    if (!axis) {
        check_not_empty(a.rows() * a.columns());
        const sparse_matrix from = sum_duplicates(compressed(a));
        const ndarray stored = entries(from.data(), from.nnz());
        if (stored.size() == 0) return zeros({}, a.dtype());
        const ndarray found = extremum_of(stored, how);
        if (explicit_only || stored.size() == a.rows() * a.columns()) return found;
        const ndarray zero = zeros({}, a.dtype());
        switch (how) {
            case Fold::max: return maximum(found, zero);
            case Fold::min: return minimum(found, zero);
            case Fold::nanmax: return fmax(found, zero);
            default: return fmin(found, zero);
        }
    }
    const sparse_matrix from = sum_duplicates(compressed(a));
    check_not_empty(*axis == 1 ? a.columns() : a.rows());
    return fold_major(from, along(from, *axis), how, a.dtype(), explicit_only);
}

ndarray argument(const sparse_matrix& a, bool largest, std::optional<int> axis, bool explicit_only) {
    const kernel::Placement here(a);
    if (!axis) {
        if (a.rows() * a.columns() == 0) throw ValueError("Cannot apply the operation to an empty matrix.");
        if (explicit_only) {  // SciPy's answer is the place among what is stored
            const sparse_matrix stored = canonical_compressed(a, Format::csr);
            if (stored.nnz() == 0) throw ValueError("Cannot apply the operation to zero matrix when explicit=True.");
            const ndarray values = entries(stored.data(), stored.nnz());
            return largest ? argmax(values) : argmin(values);
        }
        const ndarray best = fold(a, largest ? Fold::max : Fold::min, 1), row = largest ? argmax(best) : argmin(best),
                      columns = argument(a, largest, 1, explicit_only);
        return as(row, DType::int64) * a.columns() + take(columns, row);
    }
    if ((*axis == 1 ? a.columns() : a.rows()) == 0)
        throw ValueError("Cannot apply the operation along a zero-sized dimension.");
    const sparse_matrix from = canonical_compressed(a, *axis == 1 ? Format::csr : Format::csc);
    static const ElementwiseKernel kernel(
        "raw T data, raw I indices, raw I indptr, int64 minor, bool largest, bool stored", "raw int64 out",
        "cuprum::sparse_argument(i, &data[0], &indices[0], &indptr[0], minor, largest, stored, &out[0]);",
        "cuprum_sparse_argument", {.preamble = folds});
    const ndarray out = new_array({from.major()}, DType::int64);
    run(kernel, from.major(), from.data(), from.indices(), from.indptr(), from.minor(), largest, explicit_only, out);
    return out;
}

ndarray counts(const sparse_matrix& a, int axis, bool nonzero) {
    const kernel::Placement here(a);
    const sparse_matrix from = compressed(nonzero ? eliminate_zeros(sum_duplicates(compressed(a))) : a);
    const bool along = (axis == 1) == (from.format() == Format::csr);
    const ndarray found = diff(along ? from.indptr() : from.structure()->transpose().structure->indptr);
    return along && a.is_compressed()
               ? found
               : as(found, DType::int64);  // counts are int64 as SciPy's, but for lengths of major slices
}

}  // namespace cuprum::scipy::sparse
