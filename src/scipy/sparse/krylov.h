// What the iterations that solve equations share.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "cuprum/creation.h"
#include "cuprum/linalg.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/ufunc.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse::linalg {

/// The dtype in which systems of elements of this one are solved.
inline DType floating_dtype(DType dtype) { return is_inexact(dtype) && itemsize(dtype) >= 4 ? dtype : DType::float64; }
inline double number(const ndarray& scalar) { return scalar.item().to_complex().real(); }
inline double norm_of(const ndarray& v) { return number(cuprum::linalg::norm(v)); }

/// What all of them begin with.
struct Start {
    ndarray x, r;
    double tolerance;
    std::int64_t limit;
    bool solved;  ///< b is zero

    Start(const Apply& a, const ndarray& b, const Iteration& options, std::int64_t per_row)
        : limit(options.maxiter.value_or(per_row * b.size())) {
        const double size = norm_of(b);
        // No residual is small beside a vector with infinities.
        tolerance = std::isfinite(size) ? std::max(options.atol, options.rtol * size) : -1;
        solved = size == 0;
        x = options.x0 ? as(*options.x0, b.dtype()).copy() : zeros(b.shape(), b.dtype());
        r = options.x0 ? as(b - a(x), b.dtype()) : b.copy();
    }
};

/// Whether the host looks at this step: at each one where it costs little or is asked for, else at every tenth.
inline bool is_time(std::int64_t step, const Iteration& options, std::int64_t size) {
    constexpr std::int64_t steps_between_checks = 10;
    return options.callback || size < 4096 || step % steps_between_checks == 0;
}

/// A preconditioner's product, or the vector itself where there is none.
inline ndarray preconditioned(const Apply& preconditioner, const ndarray& v) {
    return preconditioner ? as(preconditioner(v), v.dtype()) : v;
}

/// The best of all steps of lobpcg; the eigenvalues and the residuals' norms of each step, on the host.
struct LobpcgSteps {
    ndarray values, vectors;
    std::vector<std::vector<double>> value_history, norm_history;
    double residual = 0, tolerance = 0;  ///< The largest norm of a residual, and what was asked for.
};
LobpcgSteps lobpcg_steps(const Apply& a, const ndarray& x, const LobpcgOptions& options);

/// Warns where fewer eigenvectors have converged than are wanted.
void warn_of_others(std::int64_t converged, std::int64_t wanted);

inline ndarray adjoint_of(const ndarray& a) { return is_complex(a.dtype()) ? conj(a).T() : a.T(); }

using Number = std::complex<double>;

/// Numbers of the host as an array, less their imaginary parts where the dtype is real.
ndarray numbers(const std::vector<Number>& values, DType dtype);
/// min |beta e_1 - H y| for an upper Hessenberg matrix of `steps` columns, each of `rows` numbers; the residual's norm.
double least_squares(std::vector<Number> h, std::int64_t rows, std::int64_t steps, double beta, std::vector<Number>& y);

}  // namespace cuprum::scipy::sparse::linalg
