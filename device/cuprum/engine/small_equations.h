// Many small matrices on a GPU as in small_matrices.h, each in shared memory: a thread of the team has a row.
//
//     CUPRUM_SMALL_CHOLESKY(name, T, N)  the lower factor, or the upper one, with zeros in the other triangle
//     CUPRUM_SMALL_SOLVE(name, T, N)     elimination with partial pivoting for at most N right-hand sides, which become
//                                        the solutions
#pragma once

#include <cuprum/engine/small_matrices.h>

#if CUPRUM_WARPS

namespace cuprum {

template <class T, int N>
CUPRUM_DEVICE void small_cholesky(const SmallMatricesArgs& args) {
    using R = typename real_part_type<T>::type;
    __shared__ T factors[team<N, sizeof(T)>::matrices][N][N + 1];
    const team<N, sizeof(T)> all;
    if (all.matrix >= args.count) return;
    T(&l)[N][N + 1] = factors[all.slot];
    const int n = args.rows, lane = all.lane;
    const T* in = (const T*)args.in + all.matrix * n * n;
    T* out = (T*)args.u + all.matrix * n * n;
    // The upper triangle is the lower one of the adjoint.
    for (int r = 0; r < n && lane < n; ++r) {
        if (args.lower && lane <= r) l[r][lane] = in[r * n + lane];
        if (!args.lower && lane >= r) l[lane][r] = conjugate_of(in[r * n + lane]);
    }
    all.sync();
    bool good = true;
    for (int k = 0; k < n; ++k) {
        const bool below = lane >= k && lane < n;
        T rest = T(0);
        if (below) {
            rest = l[lane][k];
            for (int j = 0; j < k; ++j) rest = rest - l[lane][j] * conjugate_of(l[k][j]);
        }
        const R square = real_part(all.from(rest, k)), root = sqrt(square);
        good &= square > R(0);
        all.sync();
        if (below) l[lane][k] = lane == k ? T(root) : rest * T(R(1) / root);
        all.sync();
    }
    if (lane == 0) args.info[all.matrix] = good ? 0 : 1;
    for (int r = 0; r < n && lane < n; ++r) {
        const T x = args.lower ? (lane <= r ? l[r][lane] : T(0)) : (lane >= r ? conjugate_of(l[lane][r]) : T(0));
        out[r * n + lane] = x;
    }
}

template <class T, int N>
CUPRUM_DEVICE void small_solve(const SmallMatricesArgs& args) {
    using R = typename real_part_type<T>::type;
    struct workspace {
        T a[N][N + 1], b[N][N + 1];
    };
    __shared__ workspace workspaces[team<N, sizeof(T)>::matrices];
    const team<N, sizeof(T)> all;
    if (all.matrix >= args.count) return;
    auto& [a, b] = workspaces[all.slot];
    const int n = args.rows, sides = args.u_columns, lane = all.lane;
    const T* in = (const T*)args.in + all.matrix * n * n;
    T* x = (T*)args.u + all.matrix * n * sides;
    bool nan = false;
    for (int r = 0; r < n; ++r) {
        if (lane < n) {
            a[r][lane] = in[r * n + lane];
            nan |= !isfinite(a[r][lane]);
        }
        if (lane < sides) b[r][lane] = x[r * sides + lane];
    }
    nan = all.any(nan);
    all.sync();
    int step = -1, pivot = 0, info = 0;  // the step in which this row was the pivot; the pivot of step `lane`
    for (int k = 0; k < n; ++k) {
        const bool is_left = step < 0 && lane < n;
        R size = is_left ? R(size_of(a[lane][k])) : R(-1);
        if (isnan(size)) size = limits<R>::infinity();  // so that it comes out in the solution
        int p;
        if (!(all.largest(size, p) > R(0))) info = 1;
        if (lane == p) step = k;
        if (lane == k) pivot = p;
        if (is_left && lane != p) {
            const T factor = a[lane][k] / a[p][k];
            for (int j = k + 1; j < n; ++j) a[lane][j] = a[lane][j] - factor * a[p][j];
            for (int c = 0; c < sides; ++c) b[lane][c] = b[lane][c] - factor * b[p][c];
        }
        all.sync();
    }
    for (int k = n - 1; k >= 0; --k) {
        const int p = all.from(pivot, k);
        if (lane < sides) b[p][lane] = b[p][lane] / a[p][k];
        all.sync();
        if (step < k && lane < n) {
            const T factor = a[lane][k];
            for (int c = 0; c < sides; ++c) b[lane][c] = b[lane][c] - factor * b[p][c];
        }
        all.sync();
    }
    if (lane == 0) args.info[all.matrix] = nan ? 0 : info;
    for (int k = 0; k < n; ++k) {
        const int p = all.from(pivot, k);
        if (lane < sides) x[k * sides + lane] = nan ? not_a_number<T>() : b[p][lane];
    }
}

}  // namespace cuprum

#define CUPRUM_SMALL_CHOLESKY(name, T, N) CUPRUM_SMALL_MATRICES_ENTRY(name, small_cholesky, T, N)
#define CUPRUM_SMALL_SOLVE(name, T, N) CUPRUM_SMALL_MATRICES_ENTRY(name, small_solve, T, N)

#endif
