// BiCG, QMR and TFQMR: iterations that multiply by the adjoint matrix, or replace that product.
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/krylov.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

double magnitude(const ndarray& scalar) { return std::abs(scalar.item().to_complex()); }

/// A quotient of numbers on the device, zero where there is none.
ndarray ratio(const ndarray& a, const ndarray& b) {
    static const ElementwiseKernel kernel("T a, T b", "T c", "c = b == T(0) ? T(0) : a / b", "cuprum_krylov_ratio");
    return kernel(a, b);
}

}  // namespace

Solution bicg(const Apply& a, const Apply& adjoint, const ndarray& b, const Iteration& options) {
    const kernel::Placement here(b);
    Start start(a, b, options, 10);
    if (start.solved) return {b.copy(), 0};
    static const ElementwiseKernel turn("T z, T zt, raw T rho, raw T before", "T p, T pt", R"(
        const T beta = before[0] == T(0) ? T(0) : rho[0] / before[0];
        p = z + beta * p;
        pt = zt + cuprum::conj(beta) * pt;
    )",
                                        "cuprum_bicg_direction");
    static const ElementwiseKernel advance("T p, T q, T qt, raw T rho, raw T rv", "T x, T r, T rt", R"(
        const T alpha = rv[0] == T(0) ? T(0) : rho[0] / rv[0];
        x = x + alpha * p;
        r = r - alpha * q;
        rt = rt - cuprum::conj(alpha) * qt;
    )",
                                           "cuprum_bicg_advance");
    const double eps = finfo(b.dtype()).eps;
    const ndarray &x = start.x, &r = start.r, shadow = r.copy();
    ndarray rho, p, pt;
    for (std::int64_t step = 0; step < start.limit; ++step) {
        const bool look = is_time(step, options, b.size());
        if (look && norm_of(r) <= start.tolerance) return {x, 0};
        const ndarray z = preconditioned(options.preconditioner, r),
                      zt = preconditioned(options.adjoint_preconditioner, shadow), next = vdot(shadow, z);
        if (look && magnitude(next) < eps * eps) return {x, -10};
        if (step == 0) {
            p = z.copy();
            pt = zt.copy();
        } else {
            sparse::apply(turn, z, zt, next, rho, p, pt);
        }
        rho = next;
        const ndarray q = as(a(p), b.dtype()), qt = as(adjoint(pt), b.dtype()), rv = vdot(pt, q);
        if (look && magnitude(rv) == 0) return {x, -11};
        sparse::apply(advance, p, q, qt, rho, rv, x, r, shadow);
        if (options.callback) options.callback(x);
    }
    return {x, norm_of(r) <= start.tolerance ? 0 : start.limit};
}

Solution qmr(const Apply& a, const Apply& adjoint, const ndarray& b, const Iteration& options) {
    const kernel::Placement here(b);
    Start start(a, b, options, 10);
    if (start.solved) return {b.copy(), 0};
    static const ElementwiseKernel normalize("raw R rho, raw R xi", "T v, T w, T y, T z", R"(
        v = v / rho[0];
        y = y / rho[0];
        w = w / xi[0];
        z = z / xi[0];
    )",
                                             "cuprum_qmr_normalize");
    static const ElementwiseKernel turn("T yt, T zt, raw R rho, raw R xi, raw T delta, raw T epsilon", "T p, T q", R"(
        const T share = delta[0] / epsilon[0];
        p = yt - xi[0] * share * p;
        q = zt - rho[0] * cuprum::conj(share) * q;
    )",
                                        "cuprum_qmr_direction");
    // What the quasi-residual is multiplied by: factor, gamma, theta of the step, and eta.
    static const ElementwiseKernel measure("R rho, R rho_before, T beta", "R factor, R gamma, R theta, T eta", R"(
        const R gamma_before = gamma, theta_before = theta;
        theta = rho / (gamma_before * abs(beta));
        gamma = R(1) / sqrt(R(1) + theta * theta);
        const R ratio = gamma / gamma_before;
        eta = -eta * (rho_before / beta) * (ratio * ratio);
        factor = theta_before * gamma * (theta_before * gamma);
    )",
                                           "cuprum_qmr_measure");
    static const ElementwiseKernel advance("T p, T pt, raw R factor, raw T eta", "T d, T s, T x, T r", R"(
        d = factor[0] * d + eta[0] * p;
        s = factor[0] * s + eta[0] * pt;
        x = x + d;
        r = r - s;
    )",
                                           "cuprum_qmr_advance");
    static const ElementwiseKernel shadow_step("T w, T image, raw T beta", "T next",
                                               "next = image - cuprum::conj(beta[0]) * w", "cuprum_qmr_shadow");
    const DType dtype = b.dtype(), real = real_dtype(dtype);
    const double eps = finfo(dtype).eps;
    const ndarray &x = start.x, &r = start.r, d = zeros(b.shape(), dtype), s = zeros(b.shape(), dtype);
    const ndarray factor = zeros({}, real), gamma = ones({}, real), theta = zeros({}, real),
                  eta = full({}, Scalar(-1), dtype);
    const Apply &left = options.preconditioner, &left_adjoint = options.adjoint_preconditioner,
                &right = options.right_preconditioner, &right_adjoint = options.adjoint_right_preconditioner;
    ndarray v = r.copy(), w = r.copy(), y = preconditioned(left, v).copy(), z = preconditioned(right_adjoint, w).copy();
    ndarray rho = cuprum::linalg::norm(y), xi = cuprum::linalg::norm(z), epsilon, p, q;
    for (std::int64_t step = 0; step < start.limit; ++step) {
        const bool look = is_time(step, options, b.size());
        if (look) {
            if (norm_of(r) <= start.tolerance) return {x, 0};
            if (number(rho) < eps) return {x, -10};
            if (number(xi) < eps) return {x, -15};
        }
        sparse::apply(normalize, rho, xi, v, w, y, z);
        const ndarray delta = vdot(z, y);
        if (look && magnitude(delta) < eps) return {x, -13};
        const ndarray yt = preconditioned(right, y), zt = preconditioned(left_adjoint, z);
        if (step == 0) {
            p = yt.copy();
            q = zt.copy();
        } else {
            sparse::apply(turn, yt, zt, rho, xi, delta, epsilon, p, q);
        }
        const ndarray pt = as(a(p), dtype);
        epsilon = vdot(q, pt);
        if (look && magnitude(epsilon) < eps) return {x, -14};
        const ndarray beta = ratio(epsilon, delta), rho_before = rho;
        if (look && magnitude(beta) < eps) return {x, -11};
        v = pt - beta * v;
        y = preconditioned(left, v).copy();
        rho = cuprum::linalg::norm(y);
        w = shadow_step(w, as(adjoint(q), dtype), beta);
        z = preconditioned(right_adjoint, w).copy();
        xi = cuprum::linalg::norm(z);
        sparse::apply(measure, rho, rho_before, beta, factor, gamma, theta, eta);
        if (look && number(gamma) < eps) return {x, -12};
        sparse::apply(advance, p, pt, factor, eta, d, s, x, r);
        if (options.callback) options.callback(x);
    }
    return {x, norm_of(r) <= start.tolerance ? 0 : start.limit};
}

Solution tfqmr(const Apply& a, const ndarray& b, const Iteration& options) {
    const kernel::Placement here(b);
    const DType dtype = b.dtype();
    if (norm_of(b) == 0) return {b.copy(), 0};
    const Start start(a, b, options, 10);
    const double size = norm_of(start.r), tolerance = std::max(options.atol, options.rtol * size);
    const ndarray& x = start.x;
    if (size == 0) return {x, 0};
    const std::int64_t limit = options.maxiter.value_or(std::min<std::int64_t>(10000, 10 * b.size()));
    // The preconditioner stands on the right, so that residuals are those of the system as it was given.
    const auto image = [&](const ndarray& v) { return as(a(preconditioned(options.preconditioner, v)), dtype); };
    const auto weak = [](Number value) { return Scalar(value).weak(); };
    const auto inner = [&](const ndarray& u, const ndarray& v) { return vdot(u, v).item().to_complex(); };
    static const ElementwiseKernel step_of("T u, T image, complex128 alpha, complex128 old", "T w, T d", R"(
        w = w - T(alpha) * image;
        d = u + T(old) * d;
    )",
                                           "cuprum_tfqmr_step");
    static const ElementwiseKernel real_step("T u, T image, double alpha, double old", "T w, T d", R"(
        w = w - T(alpha) * image;
        d = u + T(old) * d;
    )",
                                             "cuprum_tfqmr_real_step");
    const auto scaled = [&](Number factor, const ndarray& v) {
        return as(is_complex(dtype) ? v * weak(factor) : v * Scalar(factor.real()), dtype);
    };
    const ndarray shadow = start.r.copy(), w = start.r.copy(), d = zeros(b.shape(), dtype);
    ndarray u = start.r.copy(), next_u = u, uhat = image(u), v = uhat;
    Number alpha = 0, eta = 0, rho = inner(shadow, start.r).real(), rho_before = rho;
    double theta = 0, tau = std::sqrt(rho.real());
    for (std::int64_t step = 0; step < limit; ++step) {
        const bool even = step % 2 == 0;
        if (even) {
            const Number product = inner(shadow, v);
            if (product == Number(0)) return {x, -1};
            alpha = rho / product;
            next_u = u - scaled(alpha, v);
        }
        const Number old = theta * theta / alpha * eta;
        if (is_complex(dtype)) sparse::apply(step_of, u, uhat, Scalar(alpha), Scalar(old), w, d);
        else sparse::apply(real_step, u, uhat, Scalar(alpha.real()), Scalar(old.real()), w, d);
        theta = norm_of(w) / tau;
        const double c = 1 / std::sqrt(1 + theta * theta);
        tau *= theta * c;
        eta = c * c * alpha;
        x += scaled(eta, preconditioned(options.preconditioner, d));
        if (options.callback) options.callback(x);
        if (tau * std::sqrt(static_cast<double>(step + 1)) < tolerance) return {x, 0};
        if (even) {
            u = next_u;
            uhat = image(u);
            rho_before = rho;
        } else {
            rho = inner(shadow, w);
            const Number beta = rho / rho_before;
            u = w + scaled(beta, u);
            v = scaled(beta, uhat) + scaled(beta * beta, v);
            uhat = image(u);
            v = v + uhat;
        }
    }
    return {x, limit};
}

}  // namespace cuprum::scipy::sparse::linalg
