// The exponential of matrices, by a Padé approximation of a scaled matrix, squared again: N. Higham, "The scaling and
// squaring method for the matrix exponential revisited", SIAM J. Matrix Anal. Appl. 26, 2005.
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/linalg.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "numpy/multiply.h"
#include "scipy/linalg/lapack_dtype.h"

namespace cuprum::scipy::linalg {

using namespace cuprum::linalg;

namespace {

/// Up to which norm the approximation of a degree is exact to the last digit: the paper's tables 2.3 and 2.1.
struct Degree {
    int m;
    double norm;
};
constexpr Degree of_double[] = {{3, 1.495585217958292e-2},
                                {5, 2.539398330063230e-1},
                                {7, 9.504178996162932e-1},
                                {9, 2.097847961257068},
                                {13, 5.371920351148152}};
constexpr Degree of_single[] = {{3, 4.258730016922831e-1}, {5, 1.880152677804762}, {7, 3.925724783138660}};

/// (2m - k)! m! / ((2m)! k! (m - k)!), of which the last is 1 after scaling.
std::vector<double> coefficients(int m) {
    std::vector<double> result(static_cast<std::size_t>(m) + 1);
    result.back() = 1;
    for (int k = m; k > 0; --k)
        result[static_cast<std::size_t>(k) - 1] =
            result[static_cast<std::size_t>(k)] * k * (2 * m - k + 1) / (m - k + 1);
    return result;
}

/// The quotient of polynomials, of degree m, that is nearest to the exponential at 0.
ndarray approximation(const ndarray& a, int m) {
    const std::vector<double> b = coefficients(m);
    const auto c = [&](int k) { return b[static_cast<std::size_t>(k)]; };
    const ndarray unit = eye(a.shape(-1), {}, 0, a.dtype()), a2 = matmul(a, a);
    const auto term = [](const ndarray& power, double factor) { return multiply(power, factor); };
    ndarray odd, even;  // sums of odd and even powers, the odd ones divided by `a`
    if (m == 13) {
        const ndarray a4 = matmul(a2, a2), a6 = matmul(a4, a2);
        odd = matmul(a6, add(add(term(a6, c(13)), term(a4, c(11))), term(a2, c(9))));
        even = matmul(a6, add(add(term(a6, c(12)), term(a4, c(10))), term(a2, c(8))));
        odd = add(add(add(odd, term(a6, c(7))), add(term(a4, c(5)), term(a2, c(3)))), term(unit, c(1)));
        even = add(add(add(even, term(a6, c(6))), add(term(a4, c(4)), term(a2, c(2)))), term(unit, c(0)));
    } else {
        odd = term(unit, c(1));
        even = term(unit, c(0));
        ndarray power = a2;
        for (int k = 2; k < m; k += 2) {
            if (k > 2) power = matmul(power, a2);
            even = add(even, term(power, c(k)));
            odd = add(odd, term(power, c(k + 1)));
        }
    }
    odd = matmul(a, odd);
    return solve(subtract(even, odd), add(even, odd));
}

}  // namespace

ndarray expm(const ndarray& a) {
    if (a.ndim() < 2 || a.shape(-1) != a.shape(-2))
        throw LinAlgError("expm: the last two dimensions of an array of shape " + to_string(a.shape()) +
                          " are not equal");
    const DType dtype = lapack_dtype(a);
    if (a.size() == 0) return empty(a.shape(), dtype);
    const ndarray x = a.astype(dtype, 'C');
    if (a.shape(-1) == 1) return exp(x);
    // The largest norm of all matrices says what is done with each of them.
    const double size = max(norm(x, 1, Dims{-2, -1})).item().to_double();
    const bool is_double = real_dtype(dtype) == DType::float64;
    const std::span<const Degree> degrees =
        is_double ? std::span<const Degree>(of_double) : std::span<const Degree>(of_single);
    for (const Degree& degree : degrees)
        if (size <= degree.norm) return approximation(x, degree.m);
    if (!std::isfinite(size)) return full(x.shape(), Scalar(std::nan("")), dtype);
    const int squares = std::max(0, static_cast<int>(std::ceil(std::log2(size / degrees.back().norm))));
    ndarray result = approximation(multiply(x, std::ldexp(1.0, -squares)), degrees.back().m);
    for (int i = 0; i < squares; ++i) result = matmul(result, result);
    return result;
}

}  // namespace cuprum::scipy::linalg
