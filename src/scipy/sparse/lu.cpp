// Factors of sparse matrices: of a device's library for equations that are solved at once, else computed on the host.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/gil_release.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/linalg.h"
#include "cuprum/scipy/sparse_construct.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/placement.h"
#include "runtime/backend.h"
#include "runtime/context.h"
#include "runtime/linear_algebra.h"
#include "scipy/sparse/column_factors.h"
#include "scipy/sparse/common.h"
#include "scipy/sparse/elimination_order.h"
#include "scipy/sparse/triangular.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

Numbers host_numbers(const ndarray& a) { return as(a, DType::int64).to_vector<std::int64_t>(); }

/// What the host needs of a matrix to make its factors.
struct HostMatrix {
    sparse_matrix columns;
    Columns pattern;
    Numbers order;  // of the columns

    HostMatrix(const sparse_matrix& a, DType dtype, std::string_view kind)
        : columns(canonical_compressed(a, Format::csc).astype(dtype, false)),
          pattern{a.rows(), host_numbers(entries(columns.indices(), columns.nnz())), host_numbers(columns.indptr())} {
        if (kind == "NATURAL" || a.rows() < 3) {
            order.resize(at(a.rows()));
            std::iota(order.begin(), order.end(), 0);
        } else {
            order = minimum_degree(pattern);
        }
    }
    template <class T>
    ColumnFactors<T> factors(FactorOptions options) const {
        const std::vector<T> values = entries(columns.data(), columns.nnz()).to_vector<T>();
        return Elimination<T>(pattern, values, order, options).result();
    }
};

DType factor_dtype(DType dtype) { return dtype == DType::float32 || is_complex(dtype) ? dtype : DType::float64; }

/// Calls a function template with the type of the numbers.
template <class Function>
void for_type(DType dtype, const Function& function) {
    if (dtype == DType::float32) function.template operator()<float>();
    else if (dtype == DType::float64) function.template operator()<double>();
    else if (dtype == DType::complex64) function.template operator()<std::complex<float>>();
    else function.template operator()<std::complex<double>>();
}

/// Solves L U x = b in place, for one right-hand side; the result is in the order of A's columns.
template <class T>
void solve_on_host(const ColumnFactors<T>& made, const Numbers& order, T* b, std::vector<T>& work) {
    const std::int64_t n = made.n;
    for (std::int64_t i = 0; i < n; ++i) work[at(made.pivot_of[at(i)])] = b[i];
    for (std::int64_t j = 0; j < n; ++j) {
        const T value = work[at(j)];
        if (value == T(0)) continue;
        for (std::int64_t k = made.l_ends[at(j)]; k < made.l_ends[at(j + 1)]; ++k)
            work[at(made.pivot_of[at(made.l_indices[at(k)])])] -= made.l[at(k)] * value;
    }
    for (std::int64_t j = n - 1; j >= 0; --j) {
        const std::int64_t end = made.u_ends[at(j + 1)] - 1;  // the diagonal
        const T value = work[at(j)] / made.u[at(end)];
        b[order[at(j)]] = value;
        if (value == T(0)) continue;
        for (std::int64_t k = made.u_ends[at(j)]; k < end; ++k)
            work[at(made.u_indices[at(k)])] -= made.u[at(k)] * value;
    }
}

constexpr std::int64_t min_device_equations = 1024;  // equations

/// By the device's library, where there is one and the equations are many; nothing where what it finds is no solution:
/// a library that seeks pivots among neighbours alone may find none that is large enough.
std::optional<ndarray> solve_on_device(const sparse_matrix& a, const ndarray& b, DType dtype) {
    if (a.rows() < min_device_equations || runtime::context.capture) return std::nullopt;
    runtime::LinearAlgebra& library = runtime::backend().linear_algebra();
    if (!library.solves_sparse()) return std::nullopt;
    const sparse_matrix rows = canonical_compressed(a, Format::csr).astype(dtype, false);
    const ndarray wanted = as(b, dtype), sides = b.ndim() == 1 ? wanted : contiguous(wanted.T()),
                  x = new_array(sides.shape(), dtype);
    if (rows.nnz() == 0 || x.size() == 0) return std::nullopt;
    kernel::DataAccess access;
    runtime::SparseEquations equations{.dtype = dtype,
                                       .index = rows.indices().dtype(),
                                       .n = rows.rows(),
                                       .nnz = rows.nnz(),
                                       .columns = x.size() / rows.rows(),
                                       .indptr = access.read(rows.indptr()),
                                       .indices = access.read(rows.indices()),
                                       .data = access.read(rows.data()),
                                       .b = access.read(sides),
                                       .x = access.write(x)};
    {
        const runtime::GilRelease others;
        if (!library.solve_sparse(equations, runtime::context.stream)) return std::nullopt;
    }
    const ndarray found = b.ndim() == 1 ? x : x.T();
    const auto size = [](const ndarray& v) { return cuprum::linalg::norm(v.reshape({-1})).item().to_double(); };
    const double left = size(matmul(rows, found) - wanted), error = finfo(dtype).eps,
                 scale = size(wanted) + size(entries(rows.data(), rows.nnz())) * size(found);
    if (!(left <= std::sqrt(error) * scale)) return std::nullopt;
    return found;
}

}  // namespace

ndarray solve_by_factors(const sparse_matrix& a, const ndarray& b, std::string_view order) {
    if (a.rows() != a.columns()) throw ValueError("can only factor square matrices");
    const DType dtype = factor_dtype(promote_types(a.dtype(), b.dtype()));
    const std::int64_t n = a.rows();
    if (order != "NATURAL")
        if (auto x = solve_on_device(a, b, dtype)) return *x;
    if (n == 0 || b.ndim() != 1) return SuperLU(a.astype(dtype, false), order, 1.0).solve(as(b, dtype));
    const HostMatrix host(a, dtype, order);
    ndarray x;
    for_type(dtype, [&]<class T>() {
        const ColumnFactors<T> made = host.factors<T>({.threshold = 1.0});
        std::vector<T> values = as(b, dtype).to_vector<T>(), work(at(n));
        solve_on_host(made, host.order, values.data(), work);
        x = asarray(values);
    });
    return x;
}

SuperLU::SuperLU(const sparse_matrix& a, std::string_view order, double pivot_threshold, double drop, double fill) {
    const kernel::Placement here(a);
    if (a.rows() != a.columns()) throw ValueError("can only factor square matrices");
    const DType dtype = factor_dtype(a.dtype());
    const std::int64_t n = a.rows();
    const HostMatrix host(a, dtype, order);
    const Numbers& positions = host.order;
    Places row_positions;
    for_type(dtype, [&]<class T>() {
        const ColumnFactors<T> made = host.factors<T>({.threshold = pivot_threshold, .drop = drop, .fill = fill});
        row_positions = made.pivot_of;
        Places l_rows(made.l_indices.size());
        std::transform(made.l_indices.begin(), made.l_indices.end(), l_rows.begin(),
                       [&](auto row) { return made.pivot_of[at(row)]; });
        const sparse_matrix below(Format::csc, asarray(made.l), asarray(l_rows), asarray(made.l_ends), n, n),
            above(Format::csc, asarray(made.u), asarray(made.u_indices), asarray(made.u_ends), n, n);
        lower_ = to_format(
            binary(below, to_format(sparse::eye(n, std::optional<std::int64_t>(), 0, dtype), Format::csc), Binary::add),
            Format::csr);
        upper_ = to_format(sum_duplicates(above), Format::csr);
    });
    Numbers row_inverse(at(n)), column_positions(at(n));
    for (std::int64_t i = 0; i < n; ++i) {
        row_inverse[at(row_positions[at(i)])] = i;
        column_positions[at(positions[at(i)])] = i;
    }
    rows_ = as(asarray(Numbers(row_positions.begin(), row_positions.end())), index_dtype(n));  // as in SciPy and CuPy
    rows_inverse_ = asarray(row_inverse);
    columns_ = as(asarray(column_positions), index_dtype(n));
    columns_inverse_ = asarray(positions);
}

ndarray lschol(const sparse_matrix& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    if (a.rows() != a.columns())
        throw ValueError("A must be a square matrix, found " + std::to_string(a.rows()) + " rows and " +
                         std::to_string(a.columns()) + " columns");
    if (b.ndim() != 1 || b.size() != a.rows())
        throw ValueError("b must be a vector of " + std::to_string(a.rows()) + " numbers, found the shape " +
                         cuprum::to_string(b.shape()));
    const auto refuse = [] { throw LinAlgError("the matrix is not positive definite"); };
    std::optional<SuperLU> factors;
    try {
        factors.emplace(a.astype(factor_dtype(promote_types(a.dtype(), b.dtype())), false), "COLAMD", 0.0);
    } catch (const LinAlgError&) {
        refuse();
    }
    // A = L D L^H: the pivots are positive, and no row has been exchanged for another.
    const ndarray pivots = diagonal(factors->U(), 0);
    if (host_numbers(factors->perm_r()) != host_numbers(factors->perm_c())) refuse();
    for (const std::complex<double>& pivot : as(pivots, DType::complex128).to_vector<std::complex<double>>())
        if (!(pivot.real() > 0)) refuse();
    return factors->solve(b);
}

SuperLU::SuperLU(const SparseFactors& obj)
    : lower_(to_format(obj.L, Format::csr)),
      upper_(to_format(obj.U, Format::csr)),
      rows_(obj.perm_r),
      columns_(obj.perm_c),
      rows_inverse_(argsort(obj.perm_r)),
      columns_inverse_(argsort(obj.perm_c)) {}

std::vector<ndarray> SuperLU::state() const {
    return {lower_.data(),    lower_.indices(), lower_.indptr(), upper_.data(),
            upper_.indices(), upper_.indptr(),  rows_,           columns_};
}

void SuperLU::set_state(const std::vector<ndarray>& state) {
    const std::int64_t n = state.at(6).size();
    const auto triangle = [&](std::size_t at) {
        return sparse_matrix(Format::csr, state.at(at), state.at(at + 1), state.at(at + 2), n, n);
    };
    *this = SuperLU(SparseFactors{triangle(0), triangle(3), state.at(6), state.at(7)});
}

ndarray SuperLU::solve(const ndarray& b, std::string_view trans) const {
    const kernel::Placement here(b, rows_);
    if (trans != "N" && trans != "T" && trans != "H") throw ValueError("trans must be 'N', 'T', or 'H'");
    const std::int64_t n = lower_.rows();
    if (b.ndim() < 1 || b.ndim() > 2 || b.shape()[0] != n)
        throw ValueError("rhs is of incompatible size: its shape is " + cuprum::to_string(b.shape()) +
                         ", and there are " + std::to_string(n) + " equations");
    const DType dtype = promote_types(lower_.dtype(), b.dtype());
    const auto typed = [&](const sparse_matrix& a) { return a.astype(dtype, false); };
    if (trans == "N") {
        const ndarray x = solve_triangle(typed(lower_), as(take(b, rows_inverse_, 0), dtype), true, true, false);
        return asfortranarray(take(solve_triangle(typed(upper_), x, false, false, false), columns_, 0));
    }
    const auto transpose = [&](const sparse_matrix& a) {
        const sparse_matrix rows = typed(to_format(a.transpose(), Format::csr));
        return trans == "H" && is_complex(dtype) ? rows.with_data(conj(rows.data())) : rows;
    };
    const ndarray x = solve_triangle(transpose(upper_), as(take(b, columns_inverse_, 0), dtype), true, false, false);
    return asfortranarray(take(solve_triangle(transpose(lower_), x, false, true, false), rows_, 0));
}

}  // namespace cuprum::scipy::sparse::linalg
