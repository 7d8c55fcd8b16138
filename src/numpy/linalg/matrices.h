// What the functions of linear algebra share: checks, matrices as libraries want them, and the answers of libraries.
#pragma once

#include <string>

#include "cuprum/linalg.h"
#include "kernel/engine/data_access.h"
#include "runtime/context.h"
#include "runtime/linear_algebra.h"
#include "runtime/waiting.h"

namespace cuprum::linalg {

/// The dtype that factorizations compute in. Throws TypeError where there is none.
DType compute_dtype(const ndarray& a);
DType compute_dtype(const ndarray& a, const ndarray& b);

/// Throws LinAlgError where there are no two axes.
void check_stacked(const ndarray& a);
/// Throws LinAlgError where the last two axes are not of one length.
void check_square(const ndarray& a);

/// An array (..., columns, rows) in C order, which LAPACK sees as column-major matrices of so many rows and columns.
class ColumnMajor {
public:
    explicit ColumnMajor(ndarray array);

    const ndarray& array() const { return array_; }
    const runtime::Matrices& matrices() const { return matrices_; }
    operator const runtime::Matrices&() const { return matrices_; }
    /// The first columns of each matrix.
    ColumnMajor first_columns(std::int64_t count) const;

private:
    ndarray array_, addresses_;
    runtime::Matrices matrices_;
};

/// A new array (..., columns, rows).
ndarray empty_matrices(std::span<const std::int64_t> batch, std::int64_t columns, std::int64_t rows, DType dtype);

/// The matrices (..., rows, columns) of an array as LAPACK sees them, in new memory that may be overwritten. Where
/// `marks` is not null, sets there the mark of each matrix that holds a NaN.
ColumnMajor as_columns(const ndarray& a, DType dtype, int* marks = nullptr);
/// Their transposes as LAPACK sees them, which is how they lie already.
ColumnMajor as_rows(const ndarray& a, DType dtype, int* marks = nullptr, bool infinities = false);

/// A copy of the array with its last two axes swapped, in C order.
ndarray transposed_copy(const ndarray& a);

/// A shape of leading axes and some more.
Shape shape_of(std::span<const std::int64_t> batch, std::initializer_list<std::int64_t> lengths);

/// One code a matrix, by which a routine tells that it has no result for it.
class Info {
public:
    /// `marks`: with a mark beside each code, for matrices that hold a NaN.
    explicit Info(std::int64_t batch, bool marks = false);
    int* data() const { return kernel::DataAccess().update<int>(codes_); }
    /// Null where there are none.
    int* marks() const { return codes_.size() > batch_ ? data() + batch_ : nullptr; }
    /// What is done where a code is not 0, or with `nan_too` a mark is set. LinAlgError is thrown: now, or on a stream
    /// of the program's own after the next wait. Or, where the program ignores failures (errstate.h), what `results`
    /// hold of that matrix becomes NaN, and nothing waits; they are in C order, a matrix after the other.
    void check(const char* message, std::initializer_list<ndarray> results, bool nan_too = false) const;
    /// Where a code is not 0.
    ndarray failures() const;

private:
    ndarray codes_;  // and marks behind them
    std::int64_t batch_;
};

/// The LU factors of matrices. Where the library loses a NaN, matrices that hold one are remembered.
struct Elimination {
    Info info;
    ColumnMajor factors;
    ndarray pivots;

    /// Of matrices as LAPACK sees them, or with `transposed` of their transposes, which is how they lie already.
    /// With `finite` an infinity counts as a NaN: in which places its products with zeros are NaN depends on the order
    /// of elimination.
    Elimination(const ndarray& a, DType dtype, bool transposed, bool finite = false);
    /// Fills with NaN what was computed from a matrix that holds one, and forgets that such a matrix was singular.
    void poison(const ndarray& results) const;
};

/// The memory of an array for a routine of the library, which may change it.
template <class T = void>
T* memory_of(const ndarray& a) {
    return kernel::DataAccess().update<T>(a);
}

inline runtime::LinearAlgebra& library() { return runtime::backend().linear_algebra(); }
/// For a routine: ColumnMajor keeps an address, so what was asked for since is done before the routine writes there.
inline runtime::StreamHandle stream() {
    runtime::evaluate_waiting();
    return runtime::context.stream;
}

}  // namespace cuprum::linalg
