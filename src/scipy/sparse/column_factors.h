// Factors of a sparse matrix on the host, column by column.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/checked_numbers.h"
#include "cuprum/linalg.h"
#include "scipy/sparse/at.h"
#include "scipy/sparse/elimination_order.h"

namespace cuprum::scipy::sparse::linalg {

using Numbers = std::vector<std::int64_t>;
using Places = std::vector<std::int32_t>;  // rows and pivots, in half the memory

/// Which elements become pivots, and which are left out.
struct FactorOptions {
    double threshold;  // the diagonal's element is the pivot where it is so large a part of the largest
    double drop = 0;   // elements below so large a part of their column's largest are left out
    double fill = 0;   // how many times the elements of A a column may have; 0: any number
};

/// L and U by columns, L without its diagonal of ones.
template <class T>
struct ColumnFactors {
    std::int64_t n = 0;
    Numbers l_ends{0}, u_ends{0};
    Places l_indices, u_indices, pivot_of;  // rows of A; pivots; of each row of A its place as a pivot
    std::vector<T> l, u;
};

/// Each column of the factors is what is left of A's when the columns before it that it needs, which a search from its
/// elements finds, are taken from it (Gilbert and Peierls, 1988).
template <class T>
class Elimination {
public:
    Elimination(const Columns& a, const std::vector<T>& values, const Numbers& order, FactorOptions options)
        : a_(a),
          values_(values),
          options_(options),
          x_(at(a.n), T(0)),
          cursor_(at(a.n)),
          stack_(at(a.n)),
          reached_(at(a.n)),
          mark_(at(a.n), -1) {
        made_.n = a.n;
        made_.pivot_of.assign(at(a.n), -1);
        for (Places* indices : {&made_.l_indices, &made_.u_indices}) indices->reserve(8 * values.size());
        for (std::vector<T>* elements : {&made_.l, &made_.u}) elements->reserve(8 * values.size());
        for (step_ = 0; step_ < a.n; ++step_) {
            column_ = order[at(step_)];
            find_reached();
            eliminate();
            const Pivot pivot = choose_pivot();
            append_to_u(pivot);
            append_to_l(pivot);
            if (options_.drop == 0) prune_by(pivot.row);
        }
    }
    ColumnFactors<T> result() && { return std::move(made_); }

private:
    struct Pivot {
        std::int64_t row;
        T value;
    };

    const Columns& a_;
    const std::vector<T>& values_;
    FactorOptions options_;
    ColumnFactors<T> made_;
    std::int64_t step_ = 0, column_ = 0;  // which column is made, and which of A's it is
    std::int64_t top_ = 0;                // where the rows begin in reached_
    double size_ = 0;                     // the largest element of A's column
    std::vector<T> x_;                    // what is left of the column, where it is reached
    Numbers cursor_;                      // of each row on the stack: how far its column has been searched
    Places stack_, reached_, mark_;       // mark_: the last step that reached each row
    Numbers search_ends_;                 // of each column of L: how far searches go along it
    Places row_of_;                       // of each pivot
    // The first of the columns that a column of L shares its rows with. Those of such columns that are no pivots among
    // them stand at their ends, in one order.
    Places first_of_;
    bool dropped_ = false;  // whether elements have been left out

    bool is_pivot(std::int64_t row) const { return made_.pivot_of[at(row)] >= 0; }
    double magnitude(std::int64_t row) const { return static_cast<double>(std::abs(x_[at(row)])); }

    /// Which rows the column reaches, in an order in which each stands before those that it changes.
    void find_reached() {
        top_ = made_.n;
        for (std::int64_t k = a_.ends[at(column_)]; k < a_.ends[at(column_ + 1)]; ++k)
            if (mark_[at(a_.indices[at(k)])] != step_) search_from(static_cast<std::int32_t>(a_.indices[at(k)]));
    }

    /// A depth-first search; a row is done when all that it changes are.
    void search_from(std::int32_t start) {
        std::int64_t depth = 0;
        stack_[0] = start;
        while (depth >= 0) {
            const std::int32_t row = stack_[at(depth)], pivot = made_.pivot_of[at(row)];
            if (mark_[at(row)] != step_) {
                mark_[at(row)] = static_cast<std::int32_t>(step_);
                cursor_[at(depth)] = pivot < 0 ? 0 : made_.l_ends[at(pivot)];
            }
            const std::int64_t stop = pivot < 0 ? 0 : search_ends_[at(pivot)];
            std::int64_t m = cursor_[at(depth)];
            while (m < stop && mark_[at(made_.l_indices[at(m)])] == step_) ++m;
            if (m < stop) {
                cursor_[at(depth)] = m + 1;
                stack_[at(++depth)] = made_.l_indices[at(m)];
            } else {
                --depth;
                reached_[at(--top_)] = row;
            }
        }
    }

    /// A's column, less what the columns of L before it take from it: up to four of them at once.
    void eliminate() {
        const std::int64_t n = made_.n;
        for (std::int64_t k = top_; k < n; ++k) x_[at(reached_[at(k)])] = T(0);
        size_ = 0;
        for (std::int64_t k = a_.ends[at(column_)]; k < a_.ends[at(column_ + 1)]; ++k) {
            x_[at(a_.indices[at(k)])] += values_[at(k)];
            size_ = std::max(size_, static_cast<double>(std::abs(values_[at(k)])));
        }
        for (std::int64_t k = top_; k < n;) {
            const std::int64_t pivot = made_.pivot_of[at(reached_[at(k)])];
            std::int64_t width = 1;
            if (pivot >= 0) {
                while (width < 4 && k + width < n && made_.pivot_of[at(reached_[at(k + width)])] == pivot + width &&
                       first_of_[at(pivot + width)] == first_of_[at(pivot)])
                    ++width;
                take_columns(x_.data(), pivot, width);
            }
            k += width;
        }
    }

    /// The largest element, or that on the diagonal where it is large enough.
    Pivot choose_pivot() const {
        std::int64_t chosen = -1;
        double largest = 0;
        for (std::int64_t k = top_; k < made_.n; ++k) {
            const std::int64_t row = reached_[at(k)];
            if (is_pivot(row)) continue;
            const double found = magnitude(row);
            if (found > largest || std::isnan(found)) {
                largest = found;
                chosen = row;
            }
        }
        if (std::isnan(largest)) throw LinAlgError("Factor is exactly singular: the matrix has elements that are NaN");
        if (chosen < 0) return replacement();
        if (mark_[at(column_)] == step_ && !is_pivot(column_) && magnitude(column_) >= options_.threshold * largest &&
            x_[at(column_)] != T(0))
            chosen = column_;
        return {chosen, x_[at(chosen)]};
    }

    /// An incomplete factorization may lose its pivot; a small number keeps it going.
    Pivot replacement() const {
        if (!dropped_) throw LinAlgError("Factor is exactly singular");
        const T value = T(size_ > 0 ? size_ * 1e-8 : 1e-8);
        if (!is_pivot(column_)) return {column_, value};
        const auto first = std::find_if(made_.pivot_of.begin(), made_.pivot_of.end(), [](auto p) { return p < 0; });
        return {first - made_.pivot_of.begin(), value};
    }

    void append_to_u(const Pivot& pivot) {
        for (std::int64_t k = top_; k < made_.n; ++k) {
            const std::int64_t row = reached_[at(k)];
            if (!is_pivot(row) || x_[at(row)] == T(0)) continue;
            if (options_.drop > 0 && magnitude(row) < options_.drop * size_) {
                dropped_ = true;
                continue;
            }
            made_.u_indices.push_back(made_.pivot_of[at(row)]);
            made_.u.push_back(x_[at(row)]);
        }
        made_.u_indices.push_back(static_cast<std::int32_t>(step_));
        made_.u.push_back(pivot.value);
        made_.u_ends.push_back(static_cast<std::int64_t>(made_.u.size()));
        made_.pivot_of[at(pivot.row)] = static_cast<std::int32_t>(step_);
    }

    void append_to_l(const Pivot& pivot) {
        const std::size_t start = made_.l.size();
        const bool alike = shares_rows_with_last();
        first_of_.push_back(static_cast<std::int32_t>(alike ? first_of_.back() : step_));
        row_of_.push_back(static_cast<std::int32_t>(pivot.row));
        if (alike) {
            prune(step_ - 1, pivot.row);
            for (std::int64_t k = search_ends_.back(); k < made_.l_ends[at(step_)]; ++k)
                append(made_.l_indices[at(k)], pivot);
        }
        for (std::int64_t k = alike ? made_.n : top_; k < made_.n; ++k) {
            const std::int32_t row = reached_[at(k)];
            if (is_pivot(row)) continue;
            // A complete factorization keeps zeros, which the search goes along.
            if (options_.drop > 0 && (x_[at(row)] == T(0) || magnitude(row) < options_.drop * size_)) {
                dropped_ = dropped_ || x_[at(row)] != T(0);
                continue;
            }
            append(row, pivot);
        }
        if (options_.fill > 0) keep_largest(start);
        made_.l_ends.push_back(static_cast<std::int64_t>(made_.l.size()));
        search_ends_.push_back(made_.l_ends.back());
    }

    void append(std::int32_t row, const Pivot& pivot) {
        made_.l_indices.push_back(row);
        made_.l.push_back(x_[at(row)] / pivot.value);
    }

    /// Whether the column has the rows of the one before it, less the pivot's: then they get the same order.
    bool shares_rows_with_last() const {
        if (options_.drop > 0 || step_ == 0 || mark_[at(row_of_.back())] != step_) return false;
        const auto below =
            std::count_if(reached_.begin() + top_, reached_.end(), [&](auto row) { return !is_pivot(row); });
        return below + 1 == made_.l_ends[at(step_)] - made_.l_ends[at(step_ - 1)];
    }

    void prune_by(std::int64_t row) {
        for (std::int64_t k = top_; k < made_.n; ++k)
            if (const std::int64_t pivot = made_.pivot_of[at(reached_[at(k)])];
                pivot >= 0 && pivot < step_ && x_[at(reached_[at(k)])] != T(0))
                prune(pivot, row);
    }

    /// Searches that come to a column go on to the pivot of this step, from which they reach all later rows of the
    /// column, so that they need not go there from the column itself (Eisenstat and Liu, 1993).
    void prune(std::int64_t column, std::int64_t row) {
        const std::int64_t begin = made_.l_ends[at(column)], end = made_.l_ends[at(column + 1)];
        if (search_ends_[at(column)] < end) return;
        const auto first = made_.l_indices.begin() + begin, last = made_.l_indices.begin() + end;
        if (std::find(first, last, row) == last) return;
        std::int64_t kept = begin;
        for (std::int64_t k = begin; k < end; ++k) {
            if (made_.pivot_of[at(made_.l_indices[at(k)])] < 0) continue;
            for (std::int64_t other = first_of_[at(column)]; other <= column; ++other) {
                const std::int64_t from = made_.l_ends[at(other)] + column - other - begin;
                std::swap(made_.l_indices[at(from + k)], made_.l_indices[at(from + kept)]);
                std::swap(made_.l[at(from + k)], made_.l[at(from + kept)]);
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
            const T* column = made_.l.data() + made_.l_ends[at(pivot + c)];
            values[c] = x[row_of_[at(pivot + c)]];
            for (std::int64_t d = c + 1; d < width; ++d) x[row_of_[at(pivot + d)]] -= column[d - c - 1] * values[c];
            elements[c] = column + width - 1 - c;
        }
        const std::int64_t begin = made_.l_ends[at(pivot + width - 1)], count = made_.l_ends[at(pivot + width)] - begin;
        const std::int32_t* rows = made_.l_indices.data() + begin;
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

    /// The largest elements of the column that begins there, as many as may stay.
    void keep_largest(std::size_t start) {
        const std::int64_t given = a_.ends[at(column_ + 1)] - a_.ends[at(column_)],
                           most = saturated(options_.fill * static_cast<double>(given) + 1);
        if (static_cast<std::int64_t>(made_.l.size() - start) <= most) return;
        dropped_ = true;
        std::vector<std::pair<std::int32_t, T>> column;
        for (std::size_t k = start; k < made_.l.size(); ++k) column.emplace_back(made_.l_indices[k], made_.l[k]);
        std::nth_element(column.begin(), column.begin() + most, column.end(),
                         [](const auto& p, const auto& q) { return std::abs(p.second) > std::abs(q.second); });
        made_.l.resize(start);
        made_.l_indices.resize(start);
        for (std::int64_t k = 0; k < most; ++k) {
            made_.l_indices.push_back(column[at(k)].first);
            made_.l.push_back(column[at(k)].second);
        }
    }
};

}  // namespace cuprum::scipy::sparse::linalg
