#include "scipy/sparse/schur.h"

#include <cmath>
#include <utility>

namespace cuprum::scipy::sparse::linalg {
namespace {

using Number = std::complex<double>;
constexpr double eps = 1.1102230246251565e-16;

}  // namespace

void Schur::rotate(std::int64_t i, Number a, Number b) {
    const double r = std::hypot(std::abs(a), std::abs(b));
    if (r == 0) return;
    const Number c = a / r, s = b / r;
    for (std::int64_t j = 0; j < n; ++j) {
        const Number u = at(i, j), v = at(i + 1, j);
        at(i, j) = std::conj(c) * u + std::conj(s) * v;
        at(i + 1, j) = c * v - s * u;
    }
    const auto columns = [&](std::vector<Number>& m) {
        for (std::int64_t j = 0; j < n; ++j) {
            Number &u = m[static_cast<std::size_t>(j * n + i)], &v = m[static_cast<std::size_t>(j * n + i + 1)];
            const Number before = u;
            u = before * c + v * s;
            v = std::conj(c) * v - std::conj(s) * before;
        }
    };
    columns(t);
    columns(q);
}

Schur::Schur(std::vector<Number> a, std::int64_t count) : n(count), t(std::move(a)), q(t.size(), 0) {
    for (std::int64_t i = 0; i < n; ++i) q[static_cast<std::size_t>(i * n + i)] = 1;
    for (std::int64_t k = 0; k + 2 < n; ++k)
        for (std::int64_t i = n - 2; i > k; --i) {
            if (at(i + 1, k) == Number(0)) continue;
            rotate(i, at(i, k), at(i + 1, k));
            at(i + 1, k) = 0;
        }
    std::int64_t last = n - 1;
    for (std::int64_t turns = 0; last > 0;) {
        std::int64_t first = last;
        for (; first > 0; --first) {
            const double beside = std::abs(at(first - 1, first - 1)) + std::abs(at(first, first));
            if (std::abs(at(first, first - 1)) > eps * beside) continue;
            at(first, first - 1) = 0;
            break;
        }
        if (first == last || turns > 200) {
            at(last, last - 1) = 0;
            --last;
            turns = 0;
            continue;
        }
        ++turns;
        // The eigenvalue of the last two rows that lies nearer to the last element; now and then another number.
        const Number w = at(last - 1, last - 1), x = at(last - 1, last), y = at(last, last - 1), z = at(last, last),
                     half = (w - z) / 2.0, root = std::sqrt(half * half + x * y), one = z - half + root + half * 2.0,
                     two = one - root * 2.0;
        Number shift = std::abs(one - z) < std::abs(two - z) ? one : two;
        if (turns % 10 == 0) shift = z + std::abs(y) * 1.5;
        Number a_k = at(first, first) - shift, b_k = at(first + 1, first);
        for (std::int64_t k = first; k < last; ++k) {
            rotate(k, a_k, b_k);
            if (k > first) at(k + 1, k - 1) = 0;
            if (k + 1 < last) {
                a_k = at(k + 1, k);
                b_k = at(k + 2, k);
            }
        }
    }
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < i; ++j) at(i, j) = 0;
}

void Schur::sort(const std::function<bool(Number, Number)>& before) {
    for (std::int64_t end = n; end > 1; --end)
        for (std::int64_t k = 0; k + 1 < end; ++k) {
            const Number here = at(k, k), there = at(k + 1, k + 1);
            if (!before(there, here)) continue;
            rotate(k, at(k, k + 1), there - here);
            at(k + 1, k) = 0;
            at(k, k) = there;
            at(k + 1, k + 1) = here;
        }
}

std::vector<Number> Schur::eigenvector(std::int64_t k) const {
    std::vector<Number> y(static_cast<std::size_t>(n)), x(static_cast<std::size_t>(n));
    double largest = 0;
    for (std::int64_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(at(i, i)));
    y[static_cast<std::size_t>(k)] = 1;
    for (std::int64_t i = k - 1; i >= 0; --i) {
        Number sum = 0, apart = at(i, i) - at(k, k);
        for (std::int64_t j = i + 1; j <= k; ++j) sum += at(i, j) * y[static_cast<std::size_t>(j)];
        if (std::abs(apart) < eps * largest) apart = eps * largest;
        y[static_cast<std::size_t>(i)] = sum == Number(0) ? sum : -sum / apart;
    }
    double size = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t j = 0; j <= k; ++j)
            x[static_cast<std::size_t>(i)] += q[static_cast<std::size_t>(i * n + j)] * y[static_cast<std::size_t>(j)];
        size = std::hypot(size, std::abs(x[static_cast<std::size_t>(i)]));
    }
    for (Number& value : x) value /= size;
    return x;
}

}  // namespace cuprum::scipy::sparse::linalg
