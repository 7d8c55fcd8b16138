// LSQR and LSMR: least squares by Golub-Kahan bidiagonalization.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/linalg.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/krylov.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

/// A rotation that makes the second of two numbers zero; the length of both.
struct Rotation {
    double c, s, r;
    Rotation(double a, double b) : r(std::hypot(a, b)) {
        c = r == 0 ? 1 : a / r;
        s = r == 0 ? 0 : b / r;
    }
};

/// The vectors of the bidiagonalization: u of A's rows, v of its columns, and what was measured of them.
class Bidiagonal {
public:
    Bidiagonal(const Apply& a, const Apply& at, std::int64_t columns, const ndarray& b,
               const LeastSquaresOptions& options)
        : a_(a), at_(at), dtype_(b.dtype()) {
        x = options.x0 ? as(*options.x0, dtype_).copy() : zeros({columns}, dtype_);
        u = options.x0 ? as(b - a(x), dtype_) : b.copy();
        beta = norm_of(u);
        norm_b = options.x0 ? norm_of(b) : beta;
        if (beta > 0) {
            u = u * Scalar(1 / beta);
            v = as(at_(u), dtype_);
            alpha = norm_of(v);
        } else {
            v = zeros({columns}, dtype_);
        }
        if (alpha > 0) v = v * Scalar(1 / alpha);
    }

    void advance() {
        u = as(a_(v), dtype_) - Scalar(alpha) * u;
        beta = norm_of(u);
        if (beta <= 0) return;
        u = u * Scalar(1 / beta);
        v = as(at_(u), dtype_) - Scalar(beta) * v;
        alpha = norm_of(v);
        if (alpha > 0) v = v * Scalar(1 / alpha);
    }

    ndarray x, u, v;
    double alpha = 0, beta = 0, norm_b = 0;

private:
    const Apply &a_, &at_;
    DType dtype_;
};

/// SciPy's number of the test that ends an iteration, 0 where none does (Paige and Saunders, LSQR, 1982).
int reason_to_stop(const LeastSquares& result, const LeastSquaresOptions& options, std::int64_t limit, double norm_b,
                   double test1, double test2, double test3) {
    const double conditions = options.conlim > 0 ? 1 / options.conlim : 0,
                 solution = result.norm_a * result.norm_x / norm_b;
    if (test1 <= options.btol + options.atol * solution) return 1;
    if (test2 <= options.atol) return 2;
    if (test3 <= conditions) return 3;
    if (1 + test1 / (1 + solution) <= 1) return 4;
    if (1 + test2 <= 1) return 5;
    if (1 + test3 <= 1) return 6;
    return result.steps >= limit ? 7 : 0;
}

}  // namespace

LeastSquares lsqr(const Apply& a, const Apply& at, std::int64_t columns, const ndarray& b,
                  const LeastSquaresOptions& options) {
    const kernel::Placement here(b);
    const double eps = 2.220446049250313e-16, damp = options.damp;
    const std::int64_t limit = options.maxiter.value_or(2 * columns);
    Bidiagonal bases(a, at, columns, b, options);
    LeastSquares result;
    result.variances = zeros({columns}, b.dtype());
    const auto estimates = [&] {  // as SciPy has them: squares, of complex numbers, too, and real zeros
        result.variances = options.variances ? result.variances.astype(promote_types(b.dtype(), DType::float64))
                                             : zeros({columns}, DType::float64);
        return result;
    };
    ndarray w = bases.v.copy();
    double rhobar = bases.alpha, phibar = bases.beta, norm_b = bases.norm_b, dd = 0, xx = 0, z = 0, cs2 = -1, sn2 = 0,
           res2 = 0;
    result.residual = result.damped_residual = bases.beta;
    result.normal_residual = bases.alpha * bases.beta;
    if (result.normal_residual == 0) {
        result.x = bases.x;
        return estimates();
    }
    static const ElementwiseKernel advance("T v, double t1, double t2, double scale", "T x, T w, T variances", R"(
        variances = variances + (w * scale) * (w * scale);
        x = x + t1 * w;
        w = v + t2 * w;
    )",
                                           "cuprum_lsqr_advance");
    const ndarray x = bases.x;
    while (result.steps < limit) {
        ++result.steps;
        const double alpha_before = bases.alpha;
        bases.advance();
        result.norm_a = std::sqrt(result.norm_a * result.norm_a + alpha_before * alpha_before +
                                  bases.beta * bases.beta + damp * damp);
        double rhobar1 = rhobar, psi = 0;
        if (damp > 0) {
            const Rotation damped(rhobar, damp);
            rhobar1 = damped.r;
            psi = damped.s * phibar;
            phibar *= damped.c;
        }
        const Rotation rotation(rhobar1, bases.beta);
        const double theta = rotation.s * bases.alpha, phi = rotation.c * phibar;
        rhobar = -rotation.c * bases.alpha;
        phibar *= rotation.s;
        const double tau = rotation.s * phi;
        const double length_w = norm_of(w) / rotation.r;
        dd += length_w * length_w;
        sparse::apply(advance, bases.v, Scalar(phi / rotation.r), Scalar(-theta / rotation.r),
                      Scalar(options.variances ? 1 / rotation.r : 0.0), x, w, result.variances);
        const double delta = sn2 * rotation.r, gambar = -cs2 * rotation.r, rhs = phi - delta * z, zbar = rhs / gambar;
        result.norm_x = std::sqrt(xx + zbar * zbar);
        const Rotation other(gambar, theta);
        cs2 = gambar / other.r;
        sn2 = theta / other.r;
        z = rhs / other.r;
        xx += z * z;
        result.condition = result.norm_a * std::sqrt(dd);
        res2 += psi * psi;
        result.damped_residual = std::sqrt(phibar * phibar + res2);
        result.normal_residual = bases.alpha * std::abs(tau);
        const double square = result.damped_residual * result.damped_residual - damp * damp * xx;
        result.residual = std::copysign(std::sqrt(std::abs(square)), square);
        const double test1 = result.damped_residual / norm_b,
                     test2 = result.normal_residual / (result.norm_a * result.damped_residual + eps),
                     test3 = 1 / (result.condition + eps);
        result.stop = reason_to_stop(result, options, limit, norm_b, test1, test2, test3);
        if (result.stop) break;
    }
    result.x = x;
    return estimates();
}

LeastSquares lsmr(const Apply& a, const Apply& at, std::int64_t columns, const ndarray& b,
                  const LeastSquaresOptions& options) {
    const kernel::Placement here(b);
    const double damp = options.damp;
    const std::int64_t limit = options.maxiter.value_or(std::min(b.size(), columns));
    Bidiagonal bases(a, at, columns, b, options);
    LeastSquares result;
    const ndarray x = bases.x, h = bases.v.copy(), hbar = zeros({columns}, b.dtype());
    const double norm_b = bases.norm_b;
    double zetabar = bases.alpha * bases.beta, alphabar = bases.alpha, rho = 1, rhobar = 1, cbar = 1, sbar = 0;
    double betadd = bases.beta, betad = 0, rhod_before = 1, tautilde = 0, thetatilde = 0, zeta = 0, d = 0;
    double norm_a2 = bases.alpha * bases.alpha, largest = 0, smallest = 1e100;
    result.residual = bases.beta;
    result.normal_residual = bases.alpha * bases.beta;
    result.norm_a = std::sqrt(norm_a2);
    result.condition = 1;
    result.x = x;
    if (result.normal_residual == 0) return result;
    if (norm_b == 0) {
        x.fill(0);
        return result;
    }
    static const ElementwiseKernel advance("T v, double t1, double t2, double t3", "T hbar, T x, T h", R"(
        hbar = h + t1 * hbar;
        x = x + t2 * hbar;
        h = v + t3 * h;
    )",
                                           "cuprum_lsmr_advance");
    while (result.steps < limit) {
        ++result.steps;
        bases.advance();
        const Rotation damped(alphabar, damp);
        const double rho_before = rho;
        const Rotation rotation(damped.r, bases.beta);
        rho = rotation.r;
        const double theta_new = rotation.s * bases.alpha;
        alphabar = rotation.c * bases.alpha;
        const double rhobar_before = rhobar, zeta_before = zeta, thetabar = sbar * rho, rhotemp = cbar * rho;
        const Rotation second(rhotemp, theta_new);
        cbar = second.c;
        sbar = second.s;
        rhobar = second.r;
        zeta = cbar * zetabar;
        zetabar *= -sbar;
        sparse::apply(advance, bases.v, Scalar(-thetabar * rho / (rho_before * rhobar_before)),
                      Scalar(zeta / (rho * rhobar)), Scalar(-theta_new / rho), hbar, x, h);
        const double betaacute = damped.c * betadd, betacheck = -damped.s * betadd, betahat = rotation.c * betaacute;
        betadd = -rotation.s * betaacute;
        const double thetatilde_before = thetatilde;
        const Rotation tilde(rhod_before, thetabar);
        thetatilde = tilde.s * rhobar;
        rhod_before = tilde.c * rhobar;
        betad = -tilde.s * betad + tilde.c * betahat;
        tautilde = (zeta_before - thetatilde_before * tautilde) / tilde.r;
        const double taud = (zeta - thetatilde * tautilde) / rhod_before;
        d += betacheck * betacheck;
        result.residual = std::sqrt(d + (betad - taud) * (betad - taud) + betadd * betadd);
        norm_a2 += bases.beta * bases.beta;
        result.norm_a = std::sqrt(norm_a2);
        norm_a2 += bases.alpha * bases.alpha;
        largest = std::max(largest, rhobar_before);
        if (result.steps > 1) smallest = std::min(smallest, rhobar_before);
        result.condition = std::max(largest, rhotemp) / std::min(smallest, rhotemp);
        result.normal_residual = std::abs(zetabar);
        result.norm_x = norm_of(x);
        const double test1 = result.residual / norm_b, scaled = result.norm_a * result.residual,
                     test2 = scaled != 0 ? result.normal_residual / scaled : HUGE_VAL, test3 = 1 / result.condition;
        result.stop = reason_to_stop(result, options, limit, norm_b, test1, test2, test3);
        if (result.stop) break;
    }
    return result;
}

}  // namespace cuprum::scipy::sparse::linalg
