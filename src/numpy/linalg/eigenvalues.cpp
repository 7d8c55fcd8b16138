// Eigenvalues and eigenvectors.
#include "cuprum/creation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/launch.h"
#include "kernel/engine/matrices/small_matrices.h"
#include "kernel/engine/placement.h"
#include "numpy/linalg/matrices.h"
#include "numpy/multiply.h"

namespace cuprum::linalg {
namespace {

constexpr const char* not_converged = "Eigenvalues did not converge";

/// Eigenvalues; with `vectors` also eigenvectors as columns.
Eig decompose_hermitian(const ndarray& a, char uplo, bool vectors) {
    if (uplo == 'l' || uplo == 'u') uplo = static_cast<char>(uplo - 'a' + 'A');
    if (uplo != 'L' && uplo != 'U') throw ValueError("UPLO argument must be 'L' or 'U'");
    check_square(a);
    const DType dtype = compute_dtype(a);
    Eig result{empty(shape_of(batch_shape(a), {a.shape(-1)}), real_dtype(dtype)), {}};
    if (a.size() == 0) {
        result.eigenvectors = empty(a.shape(), dtype);
        return result;
    }
    if (kernel::has_small_matrices(kernel::SmallMatrices::eigh, a, dtype)) {
        if (vectors) result.eigenvectors = empty(a.shape(), dtype);
        const Info info(a.size() / (a.shape(-1) * a.shape(-1)));
        const ndarray matrices = ascontiguousarray(a, dtype);
        kernel::small_matrices(kernel::SmallMatrices::eigh, {.matrices = matrices,
                                                             .values = &result.eigenvalues,
                                                             .u = vectors ? &result.eigenvectors : nullptr,
                                                             .info = info.data(),
                                                             .lower = uplo == 'L'});
        if (vectors) info.check(not_converged, {result.eigenvalues, result.eigenvectors});
        else info.check(not_converged, {result.eigenvalues});
        return result;
    }
    // In memory the lower triangle is the upper one of the transpose, which is the conjugate matrix and has the
    // conjugate vectors.
    const ColumnMajor matrices = as_rows(a, dtype);
    const Info info(matrices.matrices().batch);
    library().eigh(matrices, uplo == 'L', vectors, memory_of(result.eigenvalues), info.data(), stream());
    info.check(not_converged, {result.eigenvalues, matrices.array()});
    if (!vectors) return result;
    const ndarray& rows = matrices.array();  // conjugated
    result.eigenvectors = is_complex(dtype) ? conjugate(rows.swapaxes(-2, -1), {.order = 'C'}) : transposed_copy(rows);
    return result;
}

// A column of a complex conjugate pair, of which LAPACK gives the real and the imaginary part in two columns: the sign
// of the eigenvalue's imaginary part tells which of the pair it is.
kernel::KernelFamily unpack_family("unpack_eigenvectors", [](std::span<const DType> dtypes) {
    const DType result = dtypes[0], values = dtypes[1], real = dtypes[2];
    kernel::Expression graph;
    const kernel::ValueId w = graph.add_input(values), before = graph.add_input(real), own = graph.add_input(real),
                          after = graph.add_input(real);
    graph.outputs.push_back(
        {graph.add_step({"out0 = in0.im > 0 ? out0_t(in2, in3) : in0.im < 0 ? out0_t(in1, -in2) : out0_t(in2)",
                         {values, real, real, real},
                         {result},
                         {w, before, own, after}}),
         result});
    return graph;
});

struct Decomposed {
    ndarray values;   // complex
    ndarray vectors;  // (..., vectors, elements), as the library gives them; a real array has a row more at either end
};

Decomposed decompose(const ndarray& a, DType dtype, bool vectors) {
    const std::int64_t n = a.shape(-1);
    const auto batch = batch_shape(a);
    const bool real = !is_complex(dtype);
    Decomposed result{empty(shape_of(batch, {n}), promote_types(dtype, DType::complex64)), {}};
    const ColumnMajor matrices = as_columns(a, dtype);
    const Info info(matrices.matrices().batch);
    if (vectors) {
        result.vectors = empty_matrices(batch, real ? n + 2 : n, n, dtype);
        runtime::Matrices right = ColumnMajor(result.vectors).matrices();
        if (real) {
            right.data = static_cast<char*>(right.data) + n * itemsize(dtype);
            right.columns = n;
        }
        right.addresses = nullptr;
        library().eig(matrices, memory_of(result.values), &right, info.data(), stream());
    } else {
        library().eig(matrices, memory_of(result.values), nullptr, info.data(), stream());
    }
    if (vectors) info.check(not_converged, {result.values, result.vectors});
    else info.check(not_converged, {result.values});
    return result;
}

void check_finite(const ndarray& a) {
    if (is_inexact(a.dtype()) && !all(isfinite(a)).item().to_bool())
        throw LinAlgError("Array must not contain infs or NaNs");
}

/// Rows of an array, from `first` on, as columns.
ndarray rows_as_columns(const ndarray& a, std::int64_t first, std::int64_t count) {
    Shape shape(a.shape());
    shape[a.ndim() - 2] = count;
    return a.with_layout(std::move(shape), a.strides(), first * a.strides()[a.ndim() - 2]).swapaxes(-2, -1);
}

}  // namespace

Eig eigh(const ndarray& a, char UPLO) {
    const kernel::Placement here(a);
    if (a.dtype() != DType::float16) return decompose_hermitian(a, UPLO, true);
    const Eig wide = decompose_hermitian(a.astype(DType::float32), UPLO, true);  // as CuPy's
    return {wide.eigenvalues.astype(a.dtype()), wide.eigenvectors.astype(a.dtype())};
}

ndarray eigvalsh(const ndarray& a, char UPLO) {
    const kernel::Placement here(a);
    if (a.dtype() == DType::float16) return eigvalsh(a.astype(DType::float32), UPLO).astype(a.dtype());
    return decompose_hermitian(a, UPLO, false).eigenvalues;
}

Eig eig(const ndarray& a) {
    const kernel::Placement here(a);
    check_square(a);
    const DType dtype = compute_dtype(a);
    check_finite(a);
    const DType complex = promote_types(dtype, DType::complex64);
    if (a.size() == 0) return {empty(shape_of(batch_shape(a), {a.shape(-1)}), complex), empty(a.shape(), complex)};
    const std::int64_t n = a.shape(-1);
    const Decomposed parts = decompose(a, dtype, true);
    if (is_complex(dtype)) return {parts.values, transposed_copy(parts.vectors)};
    const ndarray own = rows_as_columns(parts.vectors, 1, n);
    Shape row(parts.values.shape());
    row.insert(parts.values.ndim() - 1, 1);
    const ndarray values = parts.values.reshape(row), before = rows_as_columns(parts.vectors, 0, n),
                  after = rows_as_columns(parts.vectors, 2, n);
    ElementwiseCall call(unpack_family, {});
    call.add(values);
    call.add(before);
    call.add(own);
    call.add(after);
    return {parts.values, call.run(parts.values.dtype(), 'C')};
}

ndarray eigvals(const ndarray& a) {
    const kernel::Placement here(a);
    check_square(a);
    const DType dtype = compute_dtype(a);
    check_finite(a);
    if (a.size() == 0) return empty(shape_of(batch_shape(a), {a.shape(-1)}), promote_types(dtype, DType::complex64));
    return decompose(a, dtype, false).values;
}

}  // namespace cuprum::linalg
