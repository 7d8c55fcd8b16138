// The exponential of matrices, by a Padé approximation of a scaled matrix, squared again: A. Al-Mohy and N. Higham, "A
// new scaling and squaring algorithm for the matrix exponential", SIAM J. Matrix Anal. Appl. 31, 2009 (algorithm 5.1,
// and code fragment 2.1 for triangles). How far a matrix is scaled follows from norms of its powers, which may be much
// less than powers of its norm; each matrix of a batch has its own scale, all have the degree of the approximation.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/linalg.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/linalg/matrices.h"
#include "numpy/multiply.h"
#include "scipy/linalg/lapack_dtype.h"

namespace cuprum::scipy::linalg {

using namespace cuprum::linalg;

namespace {

/// Up to which size the approximation of a degree is exact to the last digit: tables 2.3 and 2.1 of N. Higham, "The
/// scaling and squaring method for the matrix exponential revisited", SIAM J. Matrix Anal. Appl. 26, 2005. The last of
/// double precision is less than there, as algorithm 5.1 has it: a denominator at larger sizes is ill-conditioned.
struct Degree {
    int m;
    double size;
};
constexpr Degree of_double[] = {{3, 1.495585217958292e-2},
                                {5, 2.539398330063230e-1},
                                {7, 9.504178996162932e-1},
                                {9, 2.097847961257068},
                                {13, 4.25}};
constexpr Degree of_single[] = {{3, 4.258730016922831e-1}, {5, 1.880152677804762}, {7, 3.925724783138660}};

/// A precision: its degrees, the logarithm of half a unit in the last place, and how large a norm may be whose powers
/// are formed.
struct Precision {
    std::span<const Degree> degrees;
    int digits, largest_exponent;
};
Precision precision_of(DType real) {
    if (real == DType::float64) return {of_double, 53, 100};  // the 10th power of 2^100 is less than 2^1024
    return {of_single, 24, 15};
}

/// (2m - k)! m! / ((2m)! k! (m - k)!), of which the last is 1 after scaling.
std::vector<double> coefficients(int m) {
    std::vector<double> result(static_cast<std::size_t>(m) + 1);
    result.back() = 1;
    for (int k = m; k > 0; --k)
        result[static_cast<std::size_t>(k) - 1] =
            result[static_cast<std::size_t>(k)] * k * (2 * m - k + 1) / (m - k + 1);
    return result;
}

/// Up to which size s the first term that a degree leaves out, |c| s^(2m + 1), is less than a rounding of s: the
/// logarithm to base 2. 1 / |c| is (2m)! (2m + 1)! / m!^2.
double first_term_size(int m, int digits) {
    const double log_c = std::lgamma(2 * m + 1) + std::lgamma(2 * m + 2) - 2 * std::lgamma(m + 1);
    return (log_c / std::log(2.0) - digits) / (2 * m);
}

/// What statements below call: sizes of numbers, and products with powers of two.
const char* const preamble = R"(
template <class R> CUPRUM_DEVICE R shifted(R x, int k) { return ldexp(x, k); }
template <class R> CUPRUM_DEVICE complex<R> shifted(complex<R> x, int k) {
    return complex<R>(ldexp(x.real(), k), ldexp(x.imag(), k));
}
template <class R> CUPRUM_DEVICE R real_part(R x) { return x; }
template <class R> CUPRUM_DEVICE R real_part(complex<R> x) { return x.real(); }
)";

/// Matrices (count, n, n) whose exponentials are sought: x 2^exponent. Lower triangles are transposed until the end:
/// the elimination of an upper one takes no pivots, by which elements of very different sizes keep their digits.
struct Matrices {
    std::int64_t count, n;
    DType real;
    ndarray x, exponent;             ///< Exponents are there so that no power overflows, and 0 otherwise.
    ndarray norm;                    ///< Of x, the largest sum of absolute values of a column.
    ndarray below, above, infinite;  ///< Whether there is something below and above the diagonal; infinity, or NaN.

    Matrices(const ndarray& a, DType dtype) : n(a.shape(-1)), real(real_dtype(dtype)) {
        count = a.size() / (n * n);
        x = a.astype(dtype, 'C').reshape({count, n, n});
        static const ElementwiseKernel look("raw T x, int64 n", "raw uint8 below, raw uint8 above", R"(
            const long long matrix = i / (n * n), place = i - matrix * n * n, row = place / n, column = place - row * n;
            if (row != column && !(x[i] == T(0))) {
                if (row > column && !below[matrix]) below[matrix] = 1;
                if (row < column && !above[matrix]) above[matrix] = 1;
            })",
                                            "cuprum_expm_look");
        below = zeros({count}, DType::uint8);
        above = zeros({count}, DType::uint8);
        const Operand all[] = {x, Scalar(n), below, above};
        ndarray same[2];
        look.call(all, {.size = x.size()}, same);

        static const ElementwiseKernel split("R norm, int32 limit", "int32 exponent, bool infinite, R left", R"(
            infinite = !(norm - norm == R(0));
            int e = 0;
            if (!infinite && norm > R(0)) frexp(norm, &e);
            exponent = e > limit ? e - limit : 0;
            left = ldexp(norm, -exponent);)",
                                             "cuprum_expm_split");
        const ndarray size = one_norm(x);
        const Operand sizes[] = {size, Scalar(precision_of(real).largest_exponent)};
        ndarray parts[3];
        split.call(sizes, {}, parts);
        exponent = parts[0];
        infinite = parts[1];
        norm = parts[2];
        static const ElementwiseKernel turn("raw T x, raw int32 e, raw uint8 below, raw uint8 above, int64 n", "T y",
                                            R"(
            const long long matrix = i / (n * n), place = i - matrix * n * n, row = place / n, column = place - row * n;
            y = shifted(x[matrix * n * n + (above[matrix] ? place : column * n + row)], -e[matrix]);)",
                                            "cuprum_expm_turn", {.preamble = preamble});
        const ndarray turned = empty(x.shape(), dtype);
        const Operand all_again[] = {x, exponent, below, above, Scalar(n), turned};
        turn.call(all_again, {}, same);
        x = turned;
    }

    /// The largest sum of absolute values of a column, for each matrix.
    static ndarray one_norm(const ndarray& matrices) { return cuprum::linalg::norm(matrices, 1, Dims{-2, -1}); }

    ndarray shifted(const ndarray& matrices, const ndarray& exponents) const {
        static const ElementwiseKernel kernel("T x, raw int32 k, int64 per", "T y", "y = shifted(x, k[i / per]);",
                                              "cuprum_expm_shifted", {.preamble = preamble});
        return kernel(matrices, exponents, Scalar(n * n));
    }
};

/// Powers of matrices; those that a degree does not need are not there.
struct Powers {
    ndarray a, a2, a4, a6, a8;

    explicit Powers(const ndarray& x) : a(x), a2(matmul(x, x)), a4(matmul(a2, a2)), a6(matmul(a4, a2)) {}
};

/// The quotient of polynomials, of degree m, that is nearest to the exponential at 0, of matrices times 2^-scale.
ndarray approximation(const Powers& p, int m, const ndarray& scale, DType real) {
    const std::vector<double> b = coefficients(m);
    const auto c = [&](int k) { return k <= m ? Scalar(b[static_cast<std::size_t>(k)]) : Scalar(0.0); };
    const Scalar n = p.a.shape(-1);
    // 2^-scale, in the precision of the matrices: the letter R of the statements.
    const ndarray f = ldexp(ones({scale.size()}, real), negative(scale));
    ndarray tops[2] = {p.a8, p.a8};
    double top = m > 8 ? 1 : 0;
    if (m == 13) {
        static const ElementwiseKernel high(
            "T a2, T a4, T a6, raw R f, int64 n, float64 c13, float64 c11, float64 c9, float64 c12, float64 c10, "
            "float64 c8",
            "T odd, T even", R"(
            const R f1 = f[i / (n * n)], f2 = f1 * f1, f4 = f2 * f2, f6 = f4 * f2;
            odd = ((R)c13 * f6 * a6 + (R)c11 * f4 * a4 + (R)c9 * f2 * a2) * f6;
            even = ((R)c12 * f6 * a6 + (R)c10 * f4 * a4 + (R)c8 * f2 * a2) * f6;)",
            "cuprum_expm_high");
        const Operand all[] = {p.a2, p.a4, p.a6, f, n, c(13), c(11), c(9), c(12), c(10), c(8)};
        ndarray sums[2];
        high.call(all, {}, sums);
        for (int k = 0; k < 2; ++k) tops[k] = matmul(p.a6, sums[k]);
    } else if (m < 9) {
        tops[0] = tops[1] = p.a6;  // whose factor is 0
    }
    static const ElementwiseKernel low(
        "T top_odd, T top_even, T a2, T a4, T a6, raw R f, int64 n, float64 t1, float64 t0, float64 c7, float64 c5, "
        "float64 c3, float64 c1, float64 c6, float64 c4, float64 c2, float64 c0",
        "T odd, T even", R"(
        const long long matrix = i / (n * n), place = i - matrix * n * n, row = place / n;
        const R f1 = f[matrix], f2 = f1 * f1, f4 = f2 * f2, f6 = f4 * f2, unit = place - row * n == row ? R(1) : R(0);
        odd = ((R)t1 * top_odd + ((R)c7 * f6 * a6 + ((R)c5 * f4 * a4 + (R)c3 * f2 * a2)) + T((R)c1 * unit)) * f1;
        even = (R)t0 * top_even + ((R)c6 * f6 * a6 + ((R)c4 * f4 * a4 + (R)c2 * f2 * a2)) + T((R)c0 * unit);)",
        "cuprum_expm_low");
    const Scalar top_odd = m == 9 ? c(9) : Scalar(top), top_even = m == 9 ? c(8) : Scalar(top);
    const Operand all[] = {tops[0], tops[1], p.a2, p.a4, p.a6, f,    n,    top_odd, top_even,
                           c(7),    c(5),    c(3), c(1), c(6), c(4), c(2), c(0)};
    ndarray sums[2];
    low.call(all, {}, sums);
    const ndarray odd = matmul(p.a, sums[0]);
    // Not by `solve`, which takes factors of transposes.
    const Elimination denominator(subtract(sums[1], odd), p.a.dtype(), false);
    const ColumnMajor result = as_columns(add(sums[1], odd), p.a.dtype());
    library().lu_solve(denominator.factors, memory_of(denominator.pivots), runtime::Op::none, result, stream());
    denominator.poison(result.array());
    return transposed_copy(result.array());
}

/// What the host has to know of all matrices together.
struct Sizes {
    double powers, norm;  ///< The largest size by powers, and the largest norm.
    bool shifted, triangular, infinite;

    Sizes(const Matrices& m, const ndarray& norm4, const ndarray& norm6) {
        static const ElementwiseKernel kernel(
            "R norm, R norm4, R norm6, int32 e, uint8 below, uint8 above, bool infinite", "raw float64 all", R"(
            const double size = fmax(pow((double)norm4, 0.25), pow((double)norm6, 1.0 / 6));
            const long long count = all.size() / 5;
            all[i] = infinite ? 0.0 : ldexp(size, e);
            all[count + i] = infinite ? 0.0 : ldexp((double)norm, e);
            all[2 * count + i] = e > 0;
            all[3 * count + i] = !below || !above;
            all[4 * count + i] = infinite;)",
            "cuprum_expm_sizes");
        const ndarray all = empty({5, m.count}, DType::float64);
        const Operand operands[] = {m.norm, norm4, norm6, m.exponent, m.below, m.above, m.infinite, all};
        ndarray same;
        kernel.call(operands, {}, &same);
        const std::vector<double> largest = max(all, {.axis = 1}).to_vector<double>();
        powers = largest[0];
        norm = largest[1];
        shifted = largest[2] != 0;
        triangular = largest[3] != 0;
        infinite = largest[4] != 0;
    }
};

/// By how many squares more than powers of the matrices say, so that the first term left out is small to the last digit
/// in an approximation of absolute values, too: a step of the algorithm against cancellation.
ndarray further_squares(const Matrices& matrices, const ndarray& scale, int m, int digits) {
    static const ElementwiseKernel kernel(
        "R norm, float64 half, float64 rest, int32 e, int32 scale, int32 m, float64 limit", "int32 more", R"(
        const double shift = e - scale;
        more = 0;
        if (half > 0 && rest > 0) {
            // The norm of |A|^(2m + 1), divided by that of A, both of the scaled matrix.
            const double size = (log2(half) + log2(rest) + 2 * m * (log2((double)norm) + shift)) / (2 * m);
            more = (int)fmax(ceil(size - limit), 0.0);
        })",
        "cuprum_expm_further");
    const ndarray column = matrices.norm.reshape({matrices.count, 1, 1});
    const ndarray absolutes =
        divide(absolute(matrices.x), maximum(column, std::ldexp(1.0, -100))).astype(DType::float64);
    ndarray sums = ones({matrices.count, 1, matrices.n}, DType::float64), half;
    for (int k = 1; k <= 2 * m + 1; ++k) {
        sums = matmul(sums, absolutes);
        if (k != m) continue;
        half = max(sums, {.axis = Dims{-2, -1}});  // once in between, so that nothing vanishes
        sums = divide(sums, maximum(half, 1e-300).reshape({matrices.count, 1, 1}));
    }
    const ndarray rest = max(sums, {.axis = Dims{-2, -1}});
    const Operand all[] = {
        matrices.norm, half, rest, matrices.exponent, scale, Scalar(m), Scalar(first_term_size(m, digits))};
    ndarray more;
    kernel.call(all, {}, &more);
    return more;
}

/// How often each matrix is halved before the approximation of the last degree, and how often all are at most.
struct Scales {
    ndarray squares;
    int most = 0, least = 0;

    Scales(const Matrices& m, const Powers& p, const ndarray& norm4, const ndarray& norm6, const Precision& precision) {
        static const ElementwiseKernel kernel(
            "R norm, R norm4, R norm6, R norm8, R norm10, int32 e, bool infinite, bool tenth, float64 limit, int32 m, "
            "float64 first_term",
            "int32 squares, int32 more", R"(
            const double d4 = pow((double)norm4, 0.25), d6 = pow((double)norm6, 1.0 / 6);
            const double d8 = pow((double)norm8, 0.125);
            double size = fmin(fmax(d4, d6), fmax(d6, d8));
            if (tenth) size = fmin(size, fmax(d8, pow((double)norm10, 0.1)));
            squares = more = 0;
            if (!infinite && norm > R(0)) {
                if (size > 0) squares = (int)fmax(ceil(log2(size / limit) + e), 0.0);
                more = (int)fmax(ceil(log2((double)norm) + e - squares - first_term), 0.0);
            })",
            "cuprum_expm_scales");
        const auto [degree, limit] = precision.degrees.back();
        const ndarray norm8 = Matrices::one_norm(matmul(p.a4, p.a4));
        const bool tenth = degree == 13;  // 4 * 3 < 13: theorem 4.2
        const ndarray norm10 = tenth ? Matrices::one_norm(matmul(p.a4, p.a6)) : norm8;
        const Operand all[] = {m.norm,
                               norm4,
                               norm6,
                               norm8,
                               norm10,
                               m.exponent,
                               m.infinite,
                               Scalar(tenth),
                               Scalar(limit),
                               Scalar(degree),
                               Scalar(first_term_size(degree, precision.digits))};
        ndarray made[2];
        kernel.call(all, {}, made);
        squares = made[0];
        // A norm bounds that of all powers, so that most matrices need no further look.
        if (read(made[1]) > 0) {
            squares = add(squares, further_squares(m, squares, degree, precision.digits));
            read(made[1]);
        }
    }

private:
    /// Gives the largest of `more`, and notes the squares; one wait for all.
    int read(const ndarray& more) {
        const std::vector<std::int32_t> found =
            stack({max(more), max(squares), min(squares)}).to_vector<std::int32_t>();
        most = found[1];
        least = found[2];
        return found[0];
    }
};

/// The diagonals of triangles' exponentials, and the diagonals beside them, after all but `left` squares, are known
/// without those (code fragment 2.1): they replace what errors have grown in.
void renew(const Matrices& m, const ndarray& result, const ndarray& squares, int left) {
    static const ElementwiseKernel kernel(
        "raw T x, raw int32 e, raw int32 squares, raw uint8 below, raw uint8 above, int64 n, int32 left", "raw T y", R"(
        const long long matrix = i / n, row = i - matrix * n, place = matrix * n * n + row * (n + 1);
        if (!below[matrix] || !above[matrix]) {
            const int shift = e[matrix] - min(left, squares[matrix]);
            T first = shifted(x[place], shift);
            y[place] = exp(first);
            if (row + 1 < n) {
                const T factor = shifted(x[place + 1], shift);
                T second = shifted(x[place + n + 1], shift);
                if (real_part(first) < real_part(second)) {
                    const T kept = first;
                    first = second;
                    second = kept;
                }
                // (exp(first) - exp(second)) / (first - second), by a series where they are near each other.
                const T way = second - first;
                T quotient = T(1);
                if (abs(way) < 0.5)
                    for (int k = 15; k > 1; --k) quotient = T(1) + quotient * way / T(k);
                else
                    quotient = (exp(way) - T(1)) / way;
                y[place + 1] = factor == T(0) ? T(0) : factor * quotient * exp(first);
            }
        })",
        "cuprum_expm_renew", {.preamble = preamble});
    const Operand all[] = {m.x, m.exponent, squares, m.below, m.above, Scalar(m.n), Scalar(left), result};
    ndarray same;
    kernel.call(all, {.size = m.count * m.n}, &same);
}

/// Lower triangles as they were, zeros where triangles have them, NaN for matrices that are not finite, but for
/// diagonals.
ndarray finished(const Matrices& m, const ndarray& result) {
    static const ElementwiseKernel kernel("raw T x, raw uint8 below, raw uint8 above, raw bool infinite, int64 n",
                                          "T y", R"(
        const long long matrix = i / (n * n), place = i - matrix * n * n, row = place / n, column = place - row * n;
        const bool lower = below[matrix], upper = above[matrix];
        if ((row > column && !lower) || (row < column && !upper)) y = T(0);
        else if (infinite[matrix] && (lower || upper)) y = T(NAN);
        else y = x[matrix * n * n + (upper ? place : column * n + row)];)",
                                          "cuprum_expm_finish");
    const ndarray made = empty(result.shape(), result.dtype());
    const Operand all[] = {result, m.below, m.above, m.infinite, Scalar(m.n), made};
    ndarray same;
    kernel.call(all, {}, &same);
    return made;
}

/// The squares of those matrices that have at most `left` more squares before them, the others as they are.
ndarray squared(const ndarray& result, const Scales& scales, int left) {
    const ndarray product = matmul(result, result);
    if (left < scales.least) return product;
    static const ElementwiseKernel kernel("T product, T before, raw int32 squares, int64 per, int32 left", "T y",
                                          "y = left < squares[i / per] ? product : before;", "cuprum_expm_squared");
    return kernel(product, result, scales.squares, Scalar(result.shape(-1) * result.shape(-1)), Scalar(left));
}

ndarray exponentials(const Matrices& m) {
    const Precision precision = precision_of(m.real);
    Powers powers(m.x);
    const ndarray norm4 = Matrices::one_norm(powers.a4), norm6 = Matrices::one_norm(powers.a6);
    const Sizes sizes(m, norm4, norm6);
    const ndarray none = zeros({m.count}, DType::int32);
    for (const auto& [degree, limit] : precision.degrees) {
        if (sizes.shifted || sizes.powers > limit) continue;
        if (sizes.norm > std::exp2(first_term_size(degree, precision.digits))) continue;
        if (degree == 9) powers.a8 = matmul(powers.a4, powers.a4);
        const ndarray result = approximation(powers, degree, none, m.real);
        if (sizes.triangular) renew(m, result, none, 0);
        return sizes.triangular || sizes.infinite ? finished(m, result) : result;
    }
    const Scales scales(m, powers, norm4, norm6, precision);
    ndarray scale = scales.squares;
    if (sizes.shifted) {  // the powers of what is scaled already may have vanished
        powers = Powers(m.shifted(m.x, subtract(m.exponent, scales.squares)));
        scale = none;
    }
    ndarray result = approximation(powers, precision.degrees.back().m, scale, m.real);
    if (sizes.triangular) renew(m, result, scales.squares, scales.most);
    for (int left = scales.most - 1; left >= 0; --left) {
        result = squared(result, scales, left);
        if (sizes.triangular) renew(m, result, scales.squares, left);
    }
    return sizes.triangular || sizes.infinite ? finished(m, result) : result;
}

}  // namespace

ndarray expm(const ndarray& a) {
    const kernel::Placement here(a);
    if (a.ndim() < 2 && a.size() == 1) return expm(a.reshape({1, 1}));
    if (a.ndim() < 2 || a.shape(-1) != a.shape(-2))
        throw LinAlgError("expm: the last two dimensions of an array of shape " + to_string(a.shape()) +
                          " are not equal");
    if (a.size() > 0 && a.shape(-1) == 1) return exp(a);  // in the dtype of `exp`, as in SciPy
    const DType dtype = is_inexact(a.dtype()) ? lapack_dtype(a) : DType::float64;
    if (a.size() == 0) return empty(a.shape(), dtype);
    return exponentials(Matrices(a, dtype)).reshape(a.shape());
}

}  // namespace cuprum::scipy::linalg
