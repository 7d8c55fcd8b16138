// CG, CGS, BiCGSTAB, GMRES and MINRES: equations solved by iterations in Krylov spaces.
#include "scipy/sparse/krylov.h"

#include "core/warnings.h"
#include "cuprum/host.h"
#include "cuprum/manipulation.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/vectors.h"

namespace cuprum::scipy::sparse::linalg {

void warn_of_others(std::int64_t converged, std::int64_t wanted) {
    if (converged < wanted)
        warn_of_iteration(std::to_string(converged) + " of " + std::to_string(wanted) +
                          " eigenvectors converged; the best approximations take the others' places: raise maxiter or "
                          "ncv");
}

Solution cg(const Apply& a, const ndarray& b, const Iteration& options) {
    const kernel::Placement here(b);
    Start start(a, b, options, 10);
    if (start.solved) return {b.copy(), 0};
    const ndarray &x = start.x, &r = start.r;
    const bool plain = !options.preconditioner;
    ndarray p;
    Sums rho, size = dot_sums(r, r);
    for (std::int64_t step = 0; step < start.limit; ++step) {
        if (is_time(step, options, b.size()) && std::sqrt(size.total()) <= start.tolerance) return {x, 0};
        const ndarray z = preconditioned(options.preconditioner, r);
        const Sums next = plain ? size : dot_sums(r, z);
        if (step == 0) p = z.copy();
        else turn(next, rho, z, p);
        rho = next;
        const ndarray q = as(a(p), b.dtype());
        size = advance(rho, dot_sums(p, q), p, q, x, r);
        if (options.callback) options.callback(x);
    }
    return {x, std::sqrt(size.total()) <= start.tolerance ? 0 : start.limit};
}

Solution bicgstab(const Apply& a, const ndarray& b, const Iteration& options) {
    const kernel::Placement here(b);
    Start start(a, b, options, 10);
    if (start.solved) return {b.copy(), 0};
    // The scalars: rho, the one before it, alpha, omega.
    static const ElementwiseKernel turn("T v, T r, raw T rho, raw T before, raw T alpha, raw T omega", "T p", R"(
        const T beta = before[0] == T(0) || omega[0] == T(0) ? T(0) : rho[0] / before[0] * (alpha[0] / omega[0]);
        p = r + beta * (p - omega[0] * v);
    )",
                                        "cuprum_bicgstab_direction");
    static const ElementwiseKernel halfway("T v, raw T alpha", "T r", "r = r - alpha[0] * v",
                                           "cuprum_bicgstab_halfway");
    static const ElementwiseKernel advance("T p, T s, T t, raw T alpha, raw T omega", "T x, T r", R"(
        x = x + alpha[0] * p + omega[0] * s;
        r = r - omega[0] * t;
    )",
                                           "cuprum_bicgstab_advance");
    static const ElementwiseKernel ratio("T a, T b", "T c", "c = b == T(0) ? T(0) : a / b", "cuprum_krylov_ratio");
    const ndarray &x = start.x, &r = start.r, shadow = r.copy();
    const auto precondition = [&](const ndarray& v) {
        return options.preconditioner ? as(options.preconditioner(v), b.dtype()) : v;
    };
    ndarray rho, alpha, omega, v, p;
    for (std::int64_t step = 0; step < start.limit; ++step) {
        const ndarray next = vdot(shadow, r);
        if (is_time(step, options, b.size())) {
            if (norm_of(r) <= start.tolerance) return {x, 0};
            if (std::abs(next.item().to_complex()) == 0) return {x, -10};
            if (step > 0 && std::abs(omega.item().to_complex()) == 0) return {x, -11};
        }
        if (step == 0) {
            p = r.copy();
        } else {
            sparse::apply(turn, v, r, next, rho, alpha, omega, p);
        }
        rho = next;
        const ndarray moved = precondition(p);
        v = as(a(moved), b.dtype());
        const ndarray below = vdot(shadow, v);
        if (is_time(step, options, b.size()) && std::abs(below.item().to_complex()) == 0) return {x, -11};
        alpha = ratio(rho, below);
        sparse::apply(halfway, v, alpha, r);
        if (is_time(step, options, b.size()) && norm_of(r) <= start.tolerance) {
            x += alpha * moved;
            return {x, 0};
        }
        const ndarray s = precondition(r), t = as(a(s), b.dtype());
        omega = ratio(vdot(t, r), vdot(t, t));
        sparse::apply(advance, moved, s, t, alpha, omega, x, r);
        if (options.callback) options.callback(x);
    }
    return {x, norm_of(r) <= start.tolerance ? 0 : start.limit};
}

Solution cgs(const Apply& a, const ndarray& b, const Iteration& options) {
    const kernel::Placement here(b);
    Start start(a, b, options, 10);
    if (start.solved) return {b.copy(), 0};
    static const ElementwiseKernel turn("T r, T q, raw T rho, raw T before", "T u, T p", R"(
        const T beta = rho[0] / before[0];
        u = r + beta * q;
        p = u + beta * (q + beta * p);
    )",
                                        "cuprum_cgs_direction");
    static const ElementwiseKernel ratio("T a, T b", "T c", "c = b == T(0) ? T(0) : a / b", "cuprum_cgs_ratio");
    const ndarray &x = start.x, &r = start.r, shadow = r.copy();
    const auto precondition = [&](const ndarray& v) {
        return options.preconditioner ? as(options.preconditioner(v), b.dtype()) : v;
    };
    ndarray rho, u, p, q;
    for (std::int64_t step = 0; step < start.limit; ++step) {
        const ndarray next = vdot(shadow, r);
        if (is_time(step, options, b.size())) {
            if (norm_of(r) <= start.tolerance) return {x, 0};
            if (std::abs(next.item().to_complex()) == 0) return {x, -10};
        }
        if (step == 0) {
            u = r.copy();
            p = r.copy();
        } else {
            sparse::apply(turn, r, q, next, rho, u, p);
        }
        rho = next;
        const ndarray v = as(a(precondition(p)), b.dtype()), below = vdot(shadow, v);
        if (is_time(step, options, b.size()) && std::abs(below.item().to_complex()) == 0) return {x, -11};
        const ndarray alpha = ratio(rho, below);
        q = u - alpha * v;
        const ndarray sum = precondition(u + q);
        x += alpha * sum;
        r -= alpha * as(a(sum), b.dtype());
        if (options.callback) options.callback(x);
    }
    return {x, norm_of(r) <= start.tolerance ? 0 : start.limit};
}

ndarray numbers(const std::vector<Number>& values, DType dtype) {
    const ndarray wide = asarray(values);
    return is_complex(dtype) ? as(wide, dtype) : as(wide.real(), dtype);
}

double least_squares(std::vector<Number> h, std::int64_t rows, std::int64_t steps, double beta,
                     std::vector<Number>& y) {
    std::vector<Number> g(static_cast<std::size_t>(steps + 1));
    g[0] = beta;
    const auto at = [&](std::int64_t i, std::int64_t j) -> Number& {
        return h[static_cast<std::size_t>(j * rows + i)];
    };
    for (std::int64_t k = 0; k < steps; ++k) {  // rotations make it a triangle
        const Number p = at(k, k), q = at(k + 1, k);
        const double size = std::hypot(std::abs(p), std::abs(q));
        if (size == 0) continue;
        for (std::int64_t j = k; j < steps; ++j) {
            const Number u = at(k, j), v = at(k + 1, j);
            at(k, j) = (std::conj(p) * u + std::conj(q) * v) / size;
            at(k + 1, j) = (-q * u + p * v) / size;
        }
        const Number u = g[static_cast<std::size_t>(k)];
        g[static_cast<std::size_t>(k)] = std::conj(p) * u / size;
        g[static_cast<std::size_t>(k + 1)] = -q * u / size;
    }
    y.assign(static_cast<std::size_t>(steps), 0);
    double largest = 0;
    for (std::int64_t k = 0; k < steps; ++k) largest = std::max(largest, std::abs(at(k, k)));
    for (std::int64_t k = steps - 1; k >= 0; --k) {
        Number sum = g[static_cast<std::size_t>(k)];
        for (std::int64_t j = k + 1; j < steps; ++j) sum -= at(k, j) * y[static_cast<std::size_t>(j)];
        // A step that gave nothing new takes no part.
        if (!(std::abs(at(k, k)) <= 1e-14 * largest)) y[static_cast<std::size_t>(k)] = sum / at(k, k);
    }
    return std::abs(g[static_cast<std::size_t>(steps)]);
}

Solution gmres(const Apply& a, const ndarray& b, const Iteration& options) {
    const kernel::Placement here(b);
    Start start(a, b, options, 10);
    if (start.solved) return {b.copy(), 0};
    const std::int64_t n = b.size(), restart = std::clamp<std::int64_t>(options.restart, 1, n);
    const DType dtype = b.dtype();
    static const ElementwiseKernel scale("T w, raw R size", "T v", "v = size[0] == R(0) ? T(0) : w / size[0]",
                                         "cuprum_gmres_scale");
    const auto precondition = [&](const ndarray& v) {
        return options.preconditioner ? as(options.preconditioner(v), dtype) : v;
    };
    const ndarray basis = new_array({restart + 1, n}, dtype), h = zeros({restart, restart + 1}, dtype);
    const auto row = [&](std::int64_t k) { return basis.at({k}); };
    const auto hessenberg = [&] {
        const ndarray wide = h.astype(DType::complex128);
        return wide.to_vector<Number>();
    };
    ndarray x = start.x, r = start.r;
    double residual = norm_of(r);
    std::vector<Number> y;
    // Of long vectors a second round costs time even where it is not due. One round makes vectors orthogonal but for
    // rounding; where that shows, by a residual that is not what the cycle promised, there are two from then on.
    constexpr std::int64_t min_single_pass = 65536;
    double least = n < min_single_pass ? left_for_solutions : 0;
    const bool each_step = options.callback && options.callback_type == GmresCallback::norm_of_step,
               each_x = options.callback && options.callback_type == GmresCallback::x_of_restart;
    if (each_x) options.callback(x);
    std::int64_t done = 0;
    while (done < start.limit) {
        if (residual <= start.tolerance) return {x, 0};
        const double beta = residual;
        const std::int64_t most = each_step ? std::min(restart, start.limit - done) : restart;
        sparse::apply(scale, r, cuprum::linalg::norm(r), row(0));
        std::int64_t steps = 0;
        while (steps < most) {
            const ndarray w = as(a(precondition(row(steps))), dtype);
            extend_basis(basis, steps + 1, w, h.at({steps}), least);
            ++steps;
            if (steps == most && !each_step) break;  // which is looked at below
            if (each_step || is_time(steps, {}, n)) {
                const double left = least_squares(hessenberg(), restart + 1, steps, beta, y);
                if (each_step) options.callback(full({}, Scalar(left / norm_of(b)), real_dtype(dtype)));
                if (left <= start.tolerance) break;
            }
        }
        done += steps;
        const double promised = least_squares(hessenberg(), restart + 1, steps, beta, y);
        const ndarray weights = numbers(y, dtype);
        x = x + precondition(cuprum::matmul(weights, basis.at({Slice{0, steps}})));
        r = as(b - a(x), dtype);
        residual = norm_of(r);
        if (!(residual <= 2 * promised)) least = left_for_solutions;
        if (std::isnan(residual)) break;
        if (each_x) options.callback(x);
        else if (options.callback && !each_step)
            options.callback(full({}, Scalar(residual / norm_of(b)), real_dtype(dtype)));
    }
    return {x, residual <= start.tolerance ? 0 : std::max<std::int64_t>(done, 1)};
}

Solution minres(const Apply& a, const ndarray& b, double shift, const Iteration& options) {
    const kernel::Placement here(b);
    const std::int64_t n = b.size();
    const DType dtype = b.dtype();
    const double eps = finfo(dtype).eps, tolerance = options.rtol;
    const std::int64_t limit = options.maxiter.value_or(5 * n);
    const auto precondition = [&](const ndarray& v) {
        return options.preconditioner ? as(options.preconditioner(v), dtype) : v;
    };
    ndarray x = options.x0 ? as(*options.x0, dtype).copy() : zeros({n}, dtype);
    ndarray r1 = options.x0 ? as(b - a(x) + Scalar(shift) * x, dtype) : b.copy();
    ndarray z = precondition(r1);
    const auto inner = [&](const ndarray& u, const ndarray& v) { return number(vdot(u, v)); };
    double beta1 = inner(r1, z);
    if (beta1 < 0) throw ValueError("indefinite preconditioner");
    if (beta1 == 0) return {x, 0};
    if (norm_of(b) == 0) return {b.copy(), 0};
    beta1 = std::sqrt(beta1);
    static const ElementwiseKernel next("T v, T w1, T w2, double one, double two, double denominator, double phi",
                                        "T w, T x", R"(
        w = (v - one * w1 - two * w2) * denominator;
        x = x + phi * w;
    )",
                                        "cuprum_minres_next");
    double beta_before = 0, beta = beta1, dbar = 0, epsilon = 0, phibar = beta1, norm2 = 0, cs = -1, sn = 0,
           largest = 0, smallest = std::numeric_limits<double>::max();
    ndarray w = zeros({n}, dtype), w2 = zeros({n}, dtype), r2 = r1;
    const auto weak = [](double value) { return Scalar(value); };
    std::int64_t stop = 0;
    for (std::int64_t step = 1; step <= limit; ++step) {
        const ndarray v = z * weak(1 / beta);
        ndarray image = as(a(v), dtype);
        if (shift != 0) image = image - weak(shift) * v;
        if (step > 1) image = image - weak(beta / beta_before) * r1;
        const double alpha = inner(v, image);
        image = image - weak(alpha / beta) * r2;
        r1 = r2;
        r2 = image;
        z = precondition(r2);
        beta_before = beta;
        beta = inner(r2, z);
        if (beta < 0) throw ValueError("non-symmetric matrix");
        beta = std::sqrt(beta);
        norm2 += alpha * alpha + beta_before * beta_before + beta * beta;
        const double epsilon_before = epsilon, delta = cs * dbar + sn * alpha, gbar = sn * dbar - cs * alpha;
        epsilon = sn * beta;
        dbar = -cs * beta;
        const double root = std::hypot(gbar, dbar), gamma = std::max(std::hypot(gbar, beta), eps);
        cs = gbar / gamma;
        sn = beta / gamma;
        const double phi = cs * phibar;
        phibar *= sn;
        const ndarray w1 = w2;
        w2 = w;
        w = new_array({n}, dtype);
        sparse::apply(next, v, w1, w2, Scalar(epsilon_before), Scalar(delta), Scalar(1 / gamma), Scalar(phi), w, x);
        largest = std::max(largest, gamma);
        smallest = std::min(smallest, gamma);
        const double norm_a = std::sqrt(norm2), norm_x = norm_of(x), residual = phibar,
                     test1 = norm_a == 0 || norm_x == 0 ? HUGE_VAL : residual / (norm_a * norm_x),
                     test2 = norm_a == 0 ? HUGE_VAL : root / norm_a;
        const double condition = largest / smallest;
        if (1 + test2 <= 1 || 1 + test1 <= 1 || test2 <= tolerance || test1 <= tolerance) stop = 1;
        else if (step >= limit) stop = 6;
        else if (condition >= 0.1 / eps || norm_a * norm_x * eps >= beta1) stop = 4;
        if (options.callback) options.callback(x);
        if (stop || beta == 0) break;
    }
    return {x, stop == 6 || !std::isfinite(norm_of(x)) ? limit : 0};
}

}  // namespace cuprum::scipy::sparse::linalg
