// ILU(0): LU factors of a sparse matrix at the places that it stores, computed on the host, row after row.
#include <algorithm>
#include <complex>

#include "cuprum/creation.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/ufunc.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

using Places = std::vector<std::int64_t>;

[[noreturn]] void throw_pivot(const char* factor, std::int64_t row, const char* fault) {
    const std::string number = std::to_string(row);
    throw ValueError(std::string(factor) + "(" + number + "," + number + ") is " + fault);
}

/// Where each row stores its diagonal element.
Places find_diagonal(const Places& indices, const Places& indptr) {
    Places diagonal(indptr.size() - 1);
    for (std::size_t row = 0; row < diagonal.size(); ++row) {
        const auto begin = indices.begin() + indptr[row], end = indices.begin() + indptr[row + 1];
        const auto found = std::lower_bound(begin, end, static_cast<std::int64_t>(row));
        if (found == end || *found != static_cast<std::int64_t>(row))
            throw_pivot("a", static_cast<std::int64_t>(row), "missing");
        diagonal[row] = found - indices.begin();
    }
    return diagonal;
}

/// Replaces the elements by those of the factors: from each row it takes multiples of the rows above it.
template <class T>
void eliminate(const Places& indices, const Places& indptr, std::vector<T>& data) {
    const Places diagonal = find_diagonal(indices, indptr);
    const auto at = [](std::int64_t k) { return static_cast<std::size_t>(k); };
    Places place(diagonal.size(), -1);  // of the current row's elements, by their columns
    for (std::size_t row = 0; row < diagonal.size(); ++row) {
        for (std::int64_t k = indptr[row]; k < indptr[row + 1]; ++k) place[at(indices[at(k)])] = k;
        for (std::int64_t k = indptr[row]; k < diagonal[row]; ++k) {
            const std::size_t above = at(indices[at(k)]);
            const T factor = data[at(k)] /= data[at(diagonal[above])];
            for (std::int64_t l = diagonal[above] + 1; l < indptr[above + 1]; ++l)
                if (const std::int64_t found = place[at(indices[at(l)])]; found >= 0)
                    data[at(found)] -= factor * data[at(l)];
        }
        for (std::int64_t k = indptr[row]; k < indptr[row + 1]; ++k) place[at(indices[at(k)])] = -1;
        if (data[at(diagonal[row])] == T(0)) throw_pivot("u", static_cast<std::int64_t>(row), "zero");
    }
}

template <class T>
sparse_matrix factors_of(const sparse_matrix& rows) {
    const std::int64_t nnz = rows.nnz();
    std::vector<T> data = entries(rows.data(), nnz).to_vector<T>();
    eliminate(as(entries(rows.indices(), nnz), DType::int64).to_vector<std::int64_t>(),
              as(rows.indptr(), DType::int64).to_vector<std::int64_t>(), data);
    return {Format::csr, asarray(data), rows.structure()};
}

}  // namespace

sparse_matrix ilu0(const DenseOrSparse& A) {
    if (!std::holds_alternative<sparse_matrix>(A)) throw TypeError("ILU(0) is of a sparse matrix");
    const sparse_matrix& a = std::get<sparse_matrix>(A);
    if (a.rows() != a.columns())
        throw ValueError("incomplete LU factors are those of a square matrix, not one of shape " +
                         cuprum::to_string(a.shape()));
    const sparse_matrix rows = canonical_compressed(a, Format::csr);
    switch (a.dtype()) {
        case DType::float32: return factors_of<float>(rows);
        case DType::complex64: return factors_of<std::complex<float>>(rows);
        case DType::complex128: return factors_of<std::complex<double>>(rows);
        default: return factors_of<double>(rows.astype(DType::float64, false));
    }
}

}  // namespace cuprum::scipy::sparse::linalg
