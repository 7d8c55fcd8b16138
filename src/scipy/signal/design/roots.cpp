// Eigenvalues of small matrices on the host, and by them roots of polynomials.
#include <algorithm>
#include <type_traits>
#include <utility>

#include "numerics/lapack.h"
#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal::design {
namespace {

/// Real where no eigenvalue is complex, as NumPy tells.
List as_list(std::vector<Complex>&& values, bool from_real) {
    const bool real =
        from_real && std::all_of(values.begin(), values.end(), [](const Complex& x) { return x.imag() == 0; });
    return {std::move(values), !real};
}

template <class T>
std::vector<Complex> companion_eigenvalues(const List& p) {
    const auto degree = static_cast<std::int64_t>(p.size()) - 1;
    std::vector<T> companion(static_cast<std::size_t>(degree * degree));
    for (std::int64_t j = 0; j < degree; ++j) {
        const Complex value = -p[static_cast<std::size_t>(j + 1)] / p[0];
        if constexpr (std::is_same_v<T, double>) companion[static_cast<std::size_t>(j)] = value.real();
        else companion[static_cast<std::size_t>(j)] = value;
        if (j) companion[static_cast<std::size_t>(j * degree + j - 1)] = 1;
    }
    return numerics::eigenvalues(companion, degree);
}

}  // namespace

List eigenvalues(const Matrix& a) {
    if (a.is_complex) return as_list(numerics::eigenvalues(a.values, a.rows), false);
    Reals reals;
    for (const Complex& value : a.values) reals.push_back(value.real());
    return as_list(numerics::eigenvalues(reals, a.rows), true);
}

List roots_of(const List& polynomial) {
    List p = without_leading_zeros(polynomial);
    std::size_t at_zero = 0;
    for (; !p.empty() && p.values.back() == 0.0; ++at_zero) p.values.pop_back();
    if (p.size() < 2) {
        List zeros;
        // A polynomial of no root at all has an empty list of its own dtype.
        if (p.empty()) return zeros;
        zeros.append(at_zero, 0.0);
        return zeros;
    }
    std::vector<Complex> roots = p.is_complex ? companion_eigenvalues<Complex>(p) : companion_eigenvalues<double>(p);
    roots.insert(roots.end(), at_zero, 0.0);
    return as_list(std::move(roots), !p.is_complex);
}

}  // namespace cuprum::scipy::signal::design
