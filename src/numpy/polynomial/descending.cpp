// Polynomials with the highest power first.
#include <algorithm>
#include <cmath>

#include "cuprum/convolution.h"
#include "cuprum/creation.h"
#include "cuprum/linalg.h"
#include "cuprum/manipulation.h"
#include "cuprum/polynomial.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "numpy/polynomial/coefficients.h"

namespace cuprum {
namespace {

using Complex = std::complex<double>;

/// As `a + 0.0`.
ndarray as_float(const ndarray& a) { return is_inexact(a.dtype()) ? ndarray(a) : a.astype(DType::float64); }

/// With zeros in front, to a length.
ndarray lengthened(const ndarray& a, std::int64_t length) {
    const std::int64_t missing = length - a.shape()[0];
    return missing == 0 ? ndarray(a) : concatenate({zeros({missing}, a.dtype()), a}, 0);
}

/// The first and one past the last of the elements that are not zero.
std::pair<std::int64_t, std::int64_t> nonzero_range(const ndarray& a) {
    const auto values = on_host(a);
    const auto is_nonzero = [](Complex value) { return value != 0.0; };
    const auto first = std::find_if(values.begin(), values.end(), is_nonzero);
    const auto last = std::find_if(values.rbegin(), values.rend(), is_nonzero);
    return {first - values.begin(), values.rend() - last};
}

ndarray without_leading_zeros(const ndarray& a) {
    const auto [first, last] = nonzero_range(a);
    return first >= last ? zeros({1}, a.dtype()) : slice(a, 0, first, a.size());
}

void check_one_dimension(const ndarray& a) {
    if (a.ndim() > 1)
        throw ValueError("Polynomial must be 1d only; the coefficients' shape is " + to_string(a.shape()));
}

/// Whether the companion matrix of real coefficients is symmetric, by which its roots are real. Its first row and the
/// ones below its diagonal are all that is not 0, so that it has one axis or two.
bool is_symmetric(const ndarray& companion) {
    const std::int64_t n = companion.shape()[0];
    if (is_complex(companion.dtype()) || n > 2) return false;
    return n == 1 || on_host(companion(0))[1] == 1.0;
}

}  // namespace

ndarray poly(const ndarray& seq_of_zeros) {
    const kernel::Placement here(seq_of_zeros);
    ndarray zeros_of = at_least_1d(seq_of_zeros);
    if (zeros_of.ndim() == 2 && zeros_of.shape()[0] == zeros_of.shape()[1] && zeros_of.size() != 0) {
        zeros_of = linalg::eigvals(zeros_of);
    } else if (zeros_of.ndim() == 1) {
        const DType dtype = zeros_of.dtype();
        if (!is_inexact(dtype) || itemsize(dtype) < 4) zeros_of = zeros_of.astype(DType::float64);
    } else {
        throw ValueError("input must be 1d or non-empty square 2d array; its shape is " + to_string(zeros_of.shape()));
    }
    if (zeros_of.size() == 0) return ones({});
    // One factor after the other, as each has two coefficients only.
    std::vector<Complex> values = on_host(zeros_of), coefficients{1};
    for (const Complex& zero : values) {
        coefficients.push_back(0);
        for (std::size_t k = coefficients.size() - 1; k > 0; --k) coefficients[k] -= zero * coefficients[k - 1];
    }
    DType dtype = zeros_of.dtype();
    if (is_complex(dtype)) {
        std::vector<Complex> conjugates;
        for (const Complex& zero : values) conjugates.push_back(std::conj(zero));
        const auto less = [](Complex a, Complex b) {
            return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
        };
        std::sort(values.begin(), values.end(), less);
        std::sort(conjugates.begin(), conjugates.end(), less);
        if (values == conjugates) dtype = real_dtype(dtype);
    }
    return from_host(coefficients, dtype);
}

ndarray roots(const ndarray& p) {
    const kernel::Placement here(p);
    const ndarray given = at_least_1d(p);
    if (given.ndim() != 1) throw ValueError("Input must be a rank-1 array; its shape is " + to_string(p.shape()));
    const auto [first, last] = nonzero_range(given);
    if (first >= last) return empty({0});
    const std::int64_t at_zero = given.size() - last;  // zeros at the end are roots at zero
    ndarray c = slice(given, 0, first, last);
    if (!is_inexact(c.dtype())) c = c.astype(DType::float64);
    const std::int64_t n = c.size() - 1;
    ndarray found = empty({0}, DType::float64);
    if (n > 0) {
        ndarray companion = eye(n, n, -1, c.dtype());
        companion.assign({0}, true_divide(negative(slice(c, 0, 1, n + 1)), place_of(c, 0, 0)));
        found = is_symmetric(companion) ? linalg::eigvalsh(companion) : linalg::eigvals(companion);
    }
    return at_zero ? concatenate({found, zeros({at_zero}, found.dtype())}, 0) : found;
}

ndarray polyadd(const ndarray& a1, const ndarray& a2) {
    const kernel::Placement here(a1, a2);
    const ndarray a = at_least_1d(a1), b = at_least_1d(a2);
    const std::int64_t length = std::max(a.shape()[0], b.shape()[0]);
    return add(lengthened(a, length), lengthened(b, length));
}

ndarray polysub(const ndarray& a1, const ndarray& a2) {
    const kernel::Placement here(a1, a2);
    const ndarray a = at_least_1d(a1), b = at_least_1d(a2);
    const std::int64_t length = std::max(a.shape()[0], b.shape()[0]);
    return subtract(lengthened(a, length), lengthened(b, length));
}

ndarray polymul(const ndarray& a1, const ndarray& a2) {
    const kernel::Placement here(a1, a2);
    const ndarray a = at_least_1d(a1), b = at_least_1d(a2);
    for (const ndarray* factor : {&a, &b}) check_one_dimension(*factor);
    return convolve(without_leading_zeros(a), without_leading_zeros(b));
}

std::pair<ndarray, ndarray> polydiv(const ndarray& u, const ndarray& v) {
    const kernel::Placement here(u, v);
    const ndarray dividend = at_least_1d(u), divisor = at_least_1d(v);
    for (const ndarray* factor : {&dividend, &divisor}) {
        check_one_dimension(*factor);
        if (factor->size() == 0) throw ValueError("polydiv takes polynomials of one coefficient at least, found none");
    }
    const DType dtype = promote_types(inexact_dtype(dividend.dtype()), inexact_dtype(divisor.dtype()));
    std::vector<Complex> rest = on_host(dividend), by = on_host(divisor);
    const std::size_t steps = rest.size() >= by.size() ? rest.size() - by.size() + 1 : 0;
    std::vector<Complex> quotient(std::max<std::size_t>(steps, 1));
    const Complex scale = 1.0 / by[0];
    for (std::size_t k = 0; k < steps; ++k) {
        const Complex digit = scale * rest[k];
        quotient[k] = digit;
        for (std::size_t i = 0; i < by.size(); ++i) rest[k + i] -= digit * by[i];
    }
    // What is left in front is rounding errors.
    const double tiny = 1e-8;
    std::size_t first = 0;
    while (first + 1 < rest.size() && std::abs(rest[first]) <= tiny) ++first;
    rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(first));
    return {from_host(quotient, dtype), from_host(rest, dtype)};
}

ndarray polyval(const ndarray& p, const Operand& x) {
    const kernel::Placement here(p, x);
    if (p.ndim() == 0) throw TypeError("polyval takes an array of coefficients, found one number");
    const ndarray& c = p;
    if (c.shape()[0] == 0) return zeros(x.is_array() ? x.array().shape() : Shape{}, x.dtype());
    const DType dtype = promote_types(x.dtype(), c.dtype());  // a literal counts as an array here
    const ndarray places = x.is_array() ? x.array().astype(dtype, 'K', Casting::unsafe, false) : full({}, x, dtype);
    if (c.ndim() > 1) {  // several polynomials beside each other, which broadcast with the places
        ndarray value = zeros_like(places);
        for (std::int64_t k = 0; k < c.shape()[0]; ++k) value = add(multiply(value, places), c.at({Index(k)}));
        return value;
    }
    return horner(c.astype(dtype, 'C', Casting::unsafe, false), places, Scalar::strong(std::int64_t{0}), 0, 1,
                  c.size());
}

ndarray polyder(const ndarray& p, std::int64_t m) {
    const kernel::Placement here(p);
    if (m < 0) throw ValueError("Order of derivative must be positive (see polyint), found " + std::to_string(m));
    ndarray c = at_least_1d(p);
    for (; m > 0; --m) {
        const std::int64_t n = std::max<std::int64_t>(c.size() - 1, 0);
        c = multiply(slice(c, 0, 0, n), arange(n, 0, -1));
    }
    return c;
}

ndarray polyint(const ndarray& p, std::int64_t m, const ndarray* k) {
    const kernel::Placement here(p, k);
    if (m < 0) throw ValueError("Order of integral must be positive (see polyder), found " + std::to_string(m));
    const ndarray constants = k ? at_least_1d(*k) : zeros({1});
    if (constants.size() < m && constants.size() != 1)
        throw ValueError("k must be a scalar or a rank-1 array of length 1 or >m, found " +
                         std::to_string(constants.size()) + " for m = " + std::to_string(m));
    ndarray c = at_least_1d(p);
    for (std::int64_t i = 0; i < m; ++i) {
        const std::int64_t place = constants.size() == 1 ? 0 : i;
        c = concatenate({true_divide(c, arange(c.size(), 0, -1)), slice(constants, 0, place, place + 1)}, 0);
    }
    return c;
}

Polyfit polyfit(const ndarray& x_given, const ndarray& y_given, std::int64_t deg, const PolyfitOptions& options) {
    const kernel::Placement here(x_given, y_given);
    if (deg < 0) throw ValueError("expected deg >= 0, found " + std::to_string(deg));
    const ndarray x = as_float(x_given), y = as_float(y_given);
    if (x.ndim() != 1) throw TypeError("expected 1D vector for x, found shape " + to_string(x.shape()));
    if (x.size() == 0) throw TypeError("expected non-empty vector for x");
    if (y.ndim() < 1 || y.ndim() > 2)
        throw TypeError("expected 1D or 2D array for y, found shape " + to_string(y.shape()));
    if (x.shape()[0] != y.shape()[0])
        throw TypeError("expected x and y to have same length, found " + std::to_string(x.shape()[0]) + " and " +
                        std::to_string(y.shape()[0]));
    const DType real = real_dtype(x.dtype());
    const double precision = real == DType::float64   ? 0x1p-52
                             : real == DType::float32 ? 0x1p-23
                             : real == DType::float16 ? 0x1p-10
                                                      : 0x1p-7;
    Polyfit fit;
    fit.rcond = options.rcond.value_or(static_cast<double>(x.size()) * precision);
    ndarray powers = vander(x, deg + 1), target = y;
    if (options.w) {
        const ndarray w = as_float(*options.w);
        if (w.ndim() != 1) throw TypeError("expected a 1-d array for weights, found shape " + to_string(w.shape()));
        if (w.shape()[0] != y.shape()[0])
            throw TypeError("expected w and y to have the same length, found " + std::to_string(w.size()) + " and " +
                            std::to_string(y.shape()[0]));
        const ndarray column = expand_dims(w, 1);
        powers = multiply(powers, column);
        target = multiply(target, y.ndim() == 2 ? column : w);
    }
    // Columns of one length make the matrix better conditioned.
    const ndarray scale = sqrt(sum(multiply(powers, powers), {.axis = 0}));
    powers = true_divide(powers, scale);
    linalg::Lstsq solved = linalg::lstsq(powers, target, fit.rcond);
    fit.coefficients = true_divide(solved.x, y.ndim() == 2 ? expand_dims(scale, 1) : scale);
    fit.residuals = solved.residuals;
    fit.rank = static_cast<int>(solved.rank.item().to_int());
    fit.singular_values = solved.s;
    if (!options.covariance) return fit;
    fit.covariance = true_divide(linalg::inv(matmul(powers.T(), powers)), outer(scale, scale));
    if (options.scaled) {
        if (x.size() <= deg + 1)
            throw ValueError("the number of data points must exceed order to scale the covariance matrix");
        const ndarray factor = true_divide(fit.residuals, static_cast<double>(x.size() - deg - 1));
        fit.covariance = multiply(y.ndim() == 2 ? expand_dims(fit.covariance, 2) : fit.covariance, factor);
    } else if (y.ndim() == 2) {
        fit.covariance = expand_dims(fit.covariance, 2);
    }
    return fit;
}

}  // namespace cuprum
