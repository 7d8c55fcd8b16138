// Factors of sparse matrices: of a device's library for equations that are solved at once, else computed on the host.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <queue>
#include <set>

#include "cuprum/gil_release.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/linalg.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/data_access.h"
#include "runtime/backend.h"
#include "runtime/context.h"
#include "runtime/linear_algebra.h"
#include "scipy/sparse/elimination_order.h"
#include "scipy/sparse/run.h"
#include "scipy/sparse/triangular.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

using Numbers = std::vector<std::int64_t>;
using Places = std::vector<std::int32_t>;  // rows and pivots, in half the memory

/// The factors, column by column: each column is what is left of it when the columns before it that it needs, which a
/// search from its elements finds, are taken from it (Gilbert and Peierls, 1988).
template <class T>
struct Factorization {
    std::int64_t n;
    Numbers l_ends{0}, u_ends{0};
    Places l_indices, u_indices, pivot_of;  // rows of A; pivots; of each row of A its place as a pivot
    std::vector<T> l, u;

    Factorization(const Columns& a, const std::vector<T>& values, const Numbers& order, double threshold, double drop,
                  double fill)
        : n(a.n), pivot_of(at(a.n), -1) {
        for (Places* indices : {&l_indices, &u_indices}) indices->reserve(8 * values.size());
        for (std::vector<T>* elements : {&l, &u}) elements->reserve(8 * values.size());
        std::vector<T> x(at(n), T(0));
        Numbers cursor(at(n));
        Places stack(at(n)), reached(at(n)), mark(at(n), -1);
        for (std::int64_t step = 0; step < n; ++step) {
            const std::int64_t column = order[at(step)], begin = a.ends[at(column)], end = a.ends[at(column + 1)];
            // Which rows the column reaches, in an order in which each stands before those that it changes.
            std::int64_t top = n;
            for (std::int64_t k = begin; k < end; ++k) {
                std::int64_t depth = 0;
                if (mark[at(a.indices[at(k)])] == step) continue;
                stack[0] = static_cast<std::int32_t>(a.indices[at(k)]);
                while (depth >= 0) {
                    const std::int32_t row = stack[at(depth)], pivot = pivot_of[at(row)];
                    if (mark[at(row)] != step) {
                        mark[at(row)] = static_cast<std::int32_t>(step);
                        cursor[at(depth)] = pivot < 0 ? 0 : l_ends[at(pivot)];
                    }
                    const std::int64_t stop = pivot < 0 ? 0 : search_ends_[at(pivot)];
                    std::int64_t m = cursor[at(depth)];
                    while (m < stop && mark[at(l_indices[at(m)])] == step) ++m;
                    if (m < stop) {
                        cursor[at(depth)] = m + 1;
                        stack[at(++depth)] = l_indices[at(m)];
                    } else {
                        --depth;
                        reached[at(--top)] = row;
                    }
                }
            }
            for (std::int64_t k = top; k < n; ++k) x[at(reached[at(k)])] = T(0);
            double size = 0;
            for (std::int64_t k = begin; k < end; ++k) {
                x[at(a.indices[at(k)])] += values[at(k)];
                size = std::max(size, static_cast<double>(std::abs(values[at(k)])));
            }
            for (std::int64_t k = top; k < n;) {
                const std::int64_t pivot = pivot_of[at(reached[at(k)])];
                std::int64_t width = 1;
                if (pivot >= 0) {
                    while (width < 4 && k + width < n && pivot_of[at(reached[at(k + width)])] == pivot + width &&
                           first_of_[at(pivot + width)] == first_of_[at(pivot)])
                        ++width;
                    take_columns(x.data(), pivot, width);
                }
                k += width;
            }
            // The pivot: the largest element, or that on the diagonal where it is large enough.
            std::int64_t chosen = -1;
            double largest = 0;
            for (std::int64_t k = top; k < n; ++k) {
                const std::int64_t row = reached[at(k)];
                if (pivot_of[at(row)] >= 0) continue;
                const double magnitude = static_cast<double>(std::abs(x[at(row)]));
                if (magnitude > largest || std::isnan(magnitude)) {
                    largest = magnitude;
                    chosen = row;
                }
            }
            if (chosen >= 0 && mark[at(column)] == step && pivot_of[at(column)] < 0 &&
                static_cast<double>(std::abs(x[at(column)])) >= threshold * largest && x[at(column)] != T(0))
                chosen = column;
            if (std::isnan(largest))
                throw LinAlgError("Factor is exactly singular: the matrix has elements that are NaN");
            T pivot_value = chosen < 0 ? T(0) : x[at(chosen)];
            if (chosen < 0) {
                if (!dropped_) throw LinAlgError("Factor is exactly singular");
                // An incomplete factorization may lose its pivot; a small number keeps it going.
                for (std::int64_t row = 0; row < n && chosen < 0; ++row)
                    if (pivot_of[at(row)] < 0 && (pivot_of[at(column)] >= 0 || row == column)) chosen = row;
                pivot_value = T(size > 0 ? size * 1e-8 : 1e-8);
            }
            const double least = drop * size;
            const auto most = fill > 0 ? static_cast<std::int64_t>(fill * static_cast<double>(end - begin) + 1) : n;
            for (std::int64_t k = top; k < n; ++k) {
                const std::int64_t row = reached[at(k)];
                if (pivot_of[at(row)] < 0 || x[at(row)] == T(0)) continue;
                if (drop > 0 && static_cast<double>(std::abs(x[at(row)])) < least) {
                    dropped_ = true;
                    continue;
                }
                u_indices.push_back(pivot_of[at(row)]);
                u.push_back(x[at(row)]);
            }
            u_indices.push_back(static_cast<std::int32_t>(step));
            u.push_back(pivot_value);
            u_ends.push_back(static_cast<std::int64_t>(u.size()));
            pivot_of[at(chosen)] = static_cast<std::int32_t>(step);
            const std::size_t start = l.size();
            const auto below =
                std::count_if(reached.begin() + top, reached.end(), [&](auto row) { return pivot_of[at(row)] < 0; });
            // Whether the column has the rows of the one before it, less the pivot's: then in the same order.
            const bool alike = drop == 0 && step > 0 && mark[at(row_of_.back())] == step &&
                               below + 1 == l_ends[at(step)] - l_ends[at(step - 1)];
            first_of_.push_back(static_cast<std::int32_t>(alike ? first_of_.back() : step));
            row_of_.push_back(static_cast<std::int32_t>(chosen));
            if (alike) {
                prune(step - 1, chosen);
                for (std::int64_t k = search_ends_.back(); k < l_ends[at(step)]; ++k) {
                    const std::int32_t row = l_indices[at(k)];
                    l_indices.push_back(row);
                    l.push_back(x[at(row)] / pivot_value);
                }
            }
            for (std::int64_t k = alike ? n : top; k < n; ++k) {
                const std::int32_t row = reached[at(k)];
                if (pivot_of[at(row)] >= 0) continue;
                // A complete factorization keeps zeros, which the search goes along.
                if (drop > 0 && (x[at(row)] == T(0) || static_cast<double>(std::abs(x[at(row)])) < least)) {
                    dropped_ = dropped_ || x[at(row)] != T(0);
                    continue;
                }
                l_indices.push_back(row);
                l.push_back(x[at(row)] / pivot_value);
            }
            if (fill > 0 && static_cast<std::int64_t>(l.size() - start) > most) {
                dropped_ = true;
                keep_largest(start, most);
            }
            l_ends.push_back(static_cast<std::int64_t>(l.size()));
            search_ends_.push_back(l_ends.back());
            if (drop > 0) continue;
            for (std::int64_t k = top; k < n; ++k)
                if (const std::int64_t pivot = pivot_of[at(reached[at(k)])];
                    pivot >= 0 && pivot < step && x[at(reached[at(k)])] != T(0))
                    prune(pivot, chosen);
        }
    }

private:
    Numbers search_ends_;  // of each column of L: how far searches go along it
    Places row_of_;        // of each pivot
    // The first of the columns that a column of L shares its rows with. Those of such columns that are no pivots among
    // them stand at their ends, in one order.
    Places first_of_;
    bool dropped_ = false;  // whether elements have been left out

    /// Searches that come to a column go on to the pivot of this step, from which they reach all later rows of the
    /// column, so that they need not go there from the column itself (Eisenstat and Liu, 1993).
    void prune(std::int64_t column, std::int64_t row) {
        const std::int64_t begin = l_ends[at(column)], end = l_ends[at(column + 1)];
        if (search_ends_[at(column)] < end) return;
        const auto first = l_indices.begin() + begin, last = l_indices.begin() + end;
        if (std::find(first, last, row) == last) return;
        std::int64_t kept = begin;
        for (std::int64_t k = begin; k < end; ++k) {
            if (pivot_of[at(l_indices[at(k)])] < 0) continue;
            for (std::int64_t other = first_of_[at(column)]; other <= column; ++other) {
                const std::int64_t from = l_ends[at(other)] + column - other - begin;
                std::swap(l_indices[at(from + k)], l_indices[at(from + kept)]);
                std::swap(l[at(from + k)], l[at(from + kept)]);
            }
            ++kept;
        }
        search_ends_[at(column)] = kept;
    }

    /// x less so much of columns of L that follow each other and share their rows, as x tells where their pivots are.
    void take_columns(T* x, std::int64_t pivot, std::int64_t width) const {
        T values[4];
        const T* elements[4];
        for (std::int64_t c = 0; c < width; ++c) {
            const T* column = l.data() + l_ends[at(pivot + c)];
            values[c] = x[row_of_[at(pivot + c)]];
            for (std::int64_t d = c + 1; d < width; ++d) x[row_of_[at(pivot + d)]] -= column[d - c - 1] * values[c];
            elements[c] = column + width - 1 - c;
        }
        const std::int64_t begin = l_ends[at(pivot + width - 1)], count = l_ends[at(pivot + width)] - begin;
        const std::int32_t* rows = l_indices.data() + begin;
        if (width == 4) take<4>(x, rows, elements, values, count);
        else if (width == 3) take<3>(x, rows, elements, values, count);
        else if (width == 2) take<2>(x, rows, elements, values, count);
        else if (values[0] != T(0)) take<1>(x, rows, elements, values, count);
    }

    /// The rows differ, so that several can be under way at once.
    template <int width>
    static void take(T* x, const std::int32_t* rows, const T* const* elements, const T* values, std::int64_t count) {
        const T *e0 = elements[0], *e1 = width > 1 ? elements[1] : e0, *e2 = width > 2 ? elements[2] : e0,
                *e3 = width > 3 ? elements[3] : e0;
        const T v0 = values[0], v1 = width > 1 ? values[1] : v0, v2 = width > 2 ? values[2] : v0,
                v3 = width > 3 ? values[3] : v0;
        const auto less = [&](std::int64_t m) {
            T value = x[rows[m]] - e0[m] * v0;
            if constexpr (width > 1) value -= e1[m] * v1;
            if constexpr (width > 2) value -= e2[m] * v2;
            if constexpr (width > 3) value -= e3[m] * v3;
            return value;
        };
        std::int64_t m = 0;
        for (; m + 4 <= count; m += 4) {
            const T a = less(m), b = less(m + 1), c = less(m + 2), d = less(m + 3);
            x[rows[m]] = a;
            x[rows[m + 1]] = b;
            x[rows[m + 2]] = c;
            x[rows[m + 3]] = d;
        }
        for (; m < count; ++m) x[rows[m]] = less(m);
    }

    void keep_largest(std::size_t start, std::int64_t most) {
        std::vector<std::pair<std::int32_t, T>> column;
        for (std::size_t k = start; k < l.size(); ++k) column.emplace_back(l_indices[k], l[k]);
        std::nth_element(column.begin(), column.begin() + most, column.end(),
                         [](const auto& p, const auto& q) { return std::abs(p.second) > std::abs(q.second); });
        l.resize(start);
        l_indices.resize(start);
        for (std::int64_t k = 0; k < most; ++k) {
            l_indices.push_back(column[at(k)].first);
            l.push_back(column[at(k)].second);
        }
    }
};

Numbers host_numbers(const ndarray& a) { return as(a, DType::int64).to_vector<std::int64_t>(); }

/// What the host needs of a matrix to make its factors.
struct HostMatrix {
    sparse_matrix columns;
    Columns pattern;
    Numbers order;  // of the columns

    HostMatrix(const sparse_matrix& a, DType dtype, std::string_view kind)
        : columns(canonical_lines(a, Format::csc).astype(dtype, false)),
          pattern{a.rows(), host_numbers(entries(columns.indices(), columns.nnz())), host_numbers(columns.indptr())} {
        if (kind == "NATURAL" || a.rows() < 3) {
            order.resize(at(a.rows()));
            std::iota(order.begin(), order.end(), 0);
        } else {
            order = minimum_degree(pattern);
        }
    }
    template <class T>
    Factorization<T> factors(double threshold, double drop = 0, double fill = 0) const {
        return {pattern, entries(columns.data(), columns.nnz()).to_vector<T>(), order, threshold, drop, fill};
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
void solve_on_host(const Factorization<T>& made, const Numbers& order, T* b, std::vector<T>& work) {
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

constexpr std::int64_t worth_a_device = 1024;  // equations

/// By the device's library, where there is one and the equations are many; nothing where what it finds is no solution:
/// a library that seeks pivots among neighbours alone may find none that is large enough.
std::optional<ndarray> solve_on_device(const sparse_matrix& a, const ndarray& b, DType dtype) {
    if (a.rows() < worth_a_device || runtime::context.capture) return std::nullopt;
    runtime::LinearAlgebra& library = runtime::backend().linear_algebra();
    if (!library.solves_sparse()) return std::nullopt;
    const sparse_matrix rows = canonical_lines(a, Format::csr).astype(dtype, false);
    const ndarray wanted = as(b, dtype), sides = b.ndim() == 1 ? wanted : packed(wanted.T()),
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

ndarray spsolve(const sparse_matrix& a, const ndarray& b, std::string_view order) {
    if (a.rows() != a.columns()) throw ValueError("can only factor square matrices");
    const DType dtype = factor_dtype(promote_types(a.dtype(), b.dtype()));
    const std::int64_t n = a.rows();
    if (order != "NATURAL")
        if (auto x = solve_on_device(a, b, dtype)) return *x;
    if (n == 0 || b.ndim() != 1) return LU(a.astype(dtype, false), order, 1.0).solve(as(b, dtype));
    const HostMatrix host(a, dtype, order);
    ndarray x;
    for_type(dtype, [&]<class T>() {
        const Factorization<T> made = host.factors<T>(1.0);
        std::vector<T> values = as(b, dtype).to_vector<T>(), work(at(n));
        solve_on_host(made, host.order, values.data(), work);
        x = asarray(values);
    });
    return x;
}

LU::LU(const sparse_matrix& a, std::string_view order, double pivot_threshold, double drop, double fill) {
    if (a.rows() != a.columns()) throw ValueError("can only factor square matrices");
    const DType dtype = factor_dtype(a.dtype());
    const std::int64_t n = a.rows();
    const HostMatrix host(a, dtype, order);
    const Numbers& places = host.order;
    Places row_places;
    for_type(dtype, [&]<class T>() {
        const Factorization<T> made = host.factors<T>(pivot_threshold, drop, fill);
        row_places = made.pivot_of;
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
    Numbers row_inverse(at(n)), column_places(at(n));
    for (std::int64_t i = 0; i < n; ++i) {
        row_inverse[at(row_places[at(i)])] = i;
        column_places[at(places[at(i)])] = i;
    }
    rows_ = asarray(Numbers(row_places.begin(), row_places.end()));
    rows_inverse_ = asarray(row_inverse);
    columns_ = asarray(column_places);
    columns_inverse_ = asarray(places);
}

ndarray LU::solve(const ndarray& b, char transposed) const {
    const std::int64_t n = lower_.rows();
    if (b.ndim() < 1 || b.ndim() > 2 || b.shape()[0] != n)
        throw ValueError("rhs is of incompatible size: its shape is " + cuprum::to_string(b.shape()) +
                         ", and there are " + std::to_string(n) + " equations");
    const DType dtype = promote_types(lower_.dtype(), b.dtype());
    const auto typed = [&](const sparse_matrix& a) { return a.astype(dtype, false); };
    if (transposed == 'N') {
        const ndarray x = solve_triangle(typed(lower_), as(take(b, rows_inverse_, 0), dtype), true, true, false);
        return take(solve_triangle(typed(upper_), x, false, false, false), columns_, 0);
    }
    const auto turned = [&](const sparse_matrix& a) {
        const sparse_matrix rows = typed(to_format(a.transpose(), Format::csr));
        return transposed == 'H' && is_complex(dtype) ? rows.with_data(conj(rows.data())) : rows;
    };
    const ndarray x = solve_triangle(turned(upper_), as(take(b, columns_inverse_, 0), dtype), true, false, false);
    return take(solve_triangle(turned(lower_), x, false, true, false), rows_, 0);
}

}  // namespace cuprum::scipy::sparse::linalg
