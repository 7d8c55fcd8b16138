// Many small matrices on a GPU, of at most 32 rows and columns: a few neighbouring threads, a team, take one matrix.
// Libraries want a launch or more for each step of such a factorization, or a block for each matrix.
//
//     CUPRUM_SMALL_INVERSE(name, T, N)  Gauss-Jordan elimination with partial pivoting; each thread has a row
//     CUPRUM_SMALL_SVD(name, T, N)      singular values and vectors: Hestenes' rotations of pairs of columns until all
//                                       are orthogonal
// N, a power of two, is the number of threads of a team; matrices have at most as many rows and columns. Rotations run
// over rounds of pairs that have no column in common, as in a tournament (Golub and Van Loan, Matrix Computations,
// section 8.5.5).
#pragma once

#include <cuprum/complex_math.h>
#include <cuprum/engine/nan_marks.h>
#include <cuprum/engine/small_matrices_args.h>

// Tests run these kernels on a CPU as well, as raw ones.
#ifdef __CUDACC__
#define CUPRUM_WARPS 1
#else
#define CUPRUM_WARPS 0
#endif

#if CUPRUM_WARPS

namespace cuprum {

template <class R>
CUPRUM_DEVICE R conjugate_of(R x) {
    if constexpr (is_complex<R>) return conj(x);
    else return x;
}
/// The square of the magnitude.
template <class T>
CUPRUM_DEVICE auto norm2(T x) {
    if constexpr (is_complex<T>) return x.re * x.re + x.im * x.im;
    else return x * x;
}
/// A measure of the magnitude that is cheap, as LAPACK has it.
template <class T>
CUPRUM_DEVICE auto size_of(T x) {
    if constexpr (is_complex<T>) return fabs(x.re) + fabs(x.im);
    else return fabs(x);
}
/// The larger magnitude of both parts, which overflows for no number; NaN where one is.
template <class T>
CUPRUM_DEVICE auto largest_part(T x) {
    if constexpr (is_complex<T>) return fabs(x.re) < fabs(x.im) || isnan(x.im) ? fabs(x.im) : fabs(x.re);
    else return fabs(x);
}
template <class T>
CUPRUM_DEVICE auto real_part(T x) {
    if constexpr (is_complex<T>) return x.re;
    else return x;
}

/// The N threads that have one matrix, whose elements have so many bytes. `whole_warps`: all threads of a warp come to
/// all that its teams do, each for itself.
template <int N, int itemsize, bool whole_warps = false>
struct team {
    static constexpr int matrices = small_matrices_block(N, itemsize) / N;  // of a block
    int lane = threadIdx.x & (N - 1), slot = threadIdx.x / N;
    long long matrix = (long long)blockIdx.x * matrices + slot;
    unsigned mask = N == 32 ? ~0u : ((1u << (N & 31)) - 1) << (threadIdx.x & 31 & ~(N - 1));
    unsigned present = whole_warps ? ~0u : mask;

    template <class T>
    CUPRUM_DEVICE T from(T x, int source) const {
        if constexpr (is_complex<T>)
            return T(__shfl_sync(present, x.re, source, N), __shfl_sync(present, x.im, source, N));
        else return __shfl_sync(present, x, source, N);
    }
    template <class T>
    CUPRUM_DEVICE T sum(T x) const {
#pragma unroll
        for (int d = N / 2; d > 0; d /= 2) x = x + __shfl_xor_sync(present, x, d, N);
        return x;
    }
    /// The largest, and the first thread that has it. A NaN is never the largest.
    template <class R>
    CUPRUM_DEVICE R largest(R x, int& where) const {
        where = lane;
#pragma unroll
        for (int d = N / 2; d > 0; d /= 2) {
            const R other = __shfl_xor_sync(present, x, d, N);
            const int there = __shfl_xor_sync(present, where, d, N);
            if (other > x || (!(x > other) && there < where)) {
                x = other;
                where = there;
            }
        }
        return x;
    }
    CUPRUM_DEVICE bool any(bool x) const { return __ballot_sync(present, x) & mask; }
    CUPRUM_DEVICE void sync() const { __syncwarp(mask); }
};

template <class T, int N>
CUPRUM_DEVICE void small_inverse(const SmallMatricesArgs& args) {
    using R = typename real_part_type<T>::type;
    const team<N, sizeof(T)> all;
    if (all.matrix >= args.count) return;
    const int n = args.rows, lane = all.lane;
    const T* in = (const T*)args.in + all.matrix * n * n;
    T* out = (T*)args.u + all.matrix * n * n;
    T row[N];
    bool nan = false;
#pragma unroll
    for (int j = 0; j < N; ++j) {
        row[j] = lane < n && j < n ? in[lane * n + j] : T(lane == j ? 1 : 0);
        nan |= !isfinite(row[j]);
    }
    nan = all.any(nan);
    int step = -1, pivot = 0, info = 0;  // the step in which this row was the pivot; the pivot of step `lane`
#pragma unroll
    for (int k = 0; k < N; ++k) {
        int p;
        const R size = all.largest(step < 0 ? R(size_of(row[k])) : R(-1), p);
        if (!(size > R(0))) info = 1;
        if (lane == p) step = k;
        if (lane == k) pivot = p;
        const T inverse = T(1) / all.from(row[k], p), factor = row[k];
#pragma unroll
        for (int j = 0; j < N; ++j) {
            if (j == k) continue;
            const T scaled = all.from(row[j], p) * inverse;
            row[j] = lane == p ? scaled : row[j] - factor * scaled;
        }
        row[k] = lane == p ? inverse : -(factor * inverse);
    }
    if (lane == 0) args.info[all.matrix] = nan ? 0 : info;
#pragma unroll
    for (int j = 0; j < N; ++j) {
        const int column = all.from(pivot, j);
        // In a singular matrix NaN hides what is left, and rows may never have been the pivot.
        if (step >= 0 && step < n && column < n) out[step * n + column] = nan ? not_a_number<T>() : row[j];
    }
}

/// A rotation of two columns, of which the second is first turned by a phase that makes their product real.
template <class T>
struct rotation {
    using R = typename real_part_type<T>::type;
    R c = R(1), s = R(0);
    T phase = T(1);

    /// That which makes them orthogonal, from the squares of their lengths and their product.
    CUPRUM_DEVICE void find(R alpha, R beta, T gamma) {
        R size;
        if constexpr (is_complex<T>) {
            size = hypot(gamma.re, gamma.im);
            phase = T(gamma.re / size, gamma.im / size);
        } else {
            size = fabs(gamma);
            phase = gamma < R(0) ? R(-1) : R(1);
        }
        const R zeta = (beta - alpha) / (R(2) * size);
        const R tangent = copysign(R(1), zeta) / (fabs(zeta) + hypot(R(1), zeta));
        c = R(1) / hypot(R(1), tangent);
        s = c * tangent;
    }
    CUPRUM_DEVICE void columns(T& x, T& y) const {
        const T turned = conjugate_of(phase) * y, old = x;
        x = T(c) * old - T(s) * turned;
        y = T(s) * old + T(c) * turned;
    }
};

/// Two matrices of a team in shared memory, and the rotations of a round.
template <class T, int N>
struct small_workspace {
    T a[N][N + 1], v[N][N + 1];
    rotation<T> turns[N / 2];
    bool turned[N / 2];

    /// The columns of pair i in a round; false where one of them is none.
    CUPRUM_DEVICE static bool pair(int n, int round, int i, int& p, int& q) {
        const int even = n + (n & 1), others = even - 1;
        p = round + i;
        q = round - i;
        if (p >= others) p -= others;
        if (q < 0) q += others;
        if (i == 0) p = others;
        if (p > q) {
            const int swapped = p;
            p = q;
            q = swapped;
        }
        return q < n;
    }
    CUPRUM_DEVICE static int pairs(int n) { return (n + 1) / 2; }
    CUPRUM_DEVICE static int rounds(int n) { return n + (n & 1) - 1; }

    CUPRUM_DEVICE void turn_columns(T (&m)[N][N + 1], int row, int n, int round) {
        for (int i = 0; i < pairs(n); ++i) {
            int p, q;
            if (turned[i] && pair(n, round, i, p, q)) turns[i].columns(m[row][p], m[row][q]);
        }
    }
};

constexpr int jacobi_sweeps = 30;  // at most; six to ten are usual

/// The power of two that brings the largest element near 1, so that squares neither overflow nor vanish.
template <class R>
struct common_scale {
    int exponent = 0;
    R factors[2];  // its reciprocal, whose one number would be infinite for denormals

    template <class Team>
    CUPRUM_DEVICE common_scale(const Team& all, R largest_here) {
        int where;
        const R largest = all.largest(largest_here, where);
        R mantissa;
        if (largest > R(0) && largest < limits<R>::infinity()) frexp(largest, mantissa, exponent);
        factors[0] = ldexp(R(1), -(exponent / 2));
        factors[1] = ldexp(R(1), exponent / 2 - exponent);
    }
    template <class T>
    CUPRUM_DEVICE T down(T x) const {
        return x * T(factors[0]) * T(factors[1]);
    }
    CUPRUM_DEVICE R up(R x) const { return ldexp(x, exponent); }
};

/// Fills the columns of `a` from `filled` on that are not in the set `known` such that all become orthonormal.
template <class T, int N>
CUPRUM_DEVICE void complete_basis(const team<N, sizeof(T)>& all, T (&a)[N][N + 1], int rows, int columns,
                                  unsigned known) {
    using R = typename real_part_type<T>::type;
    const int lane = all.lane;
    for (int c = 0; c < columns; ++c) {
        if (known >> c & 1u) continue;
        // The unit vector that has most outside of the columns known, less what it has inside of them: twice, for
        // rounding.
        R outside = lane < rows ? R(1) : R(-2);
        for (int k = 0; k < columns && lane < rows; ++k)
            if (known >> k & 1u) outside -= norm2(a[lane][k]);
        int unit;
        all.largest(outside, unit);
        T x = T(lane == unit ? 1 : 0);
        for (int pass = 0; pass < 2; ++pass)
            for (int k = 0; k < columns; ++k) {
                if (!(known >> k & 1u)) continue;
                const T own = lane < rows ? a[lane][k] : T(0), product = conjugate_of(own) * x;
                if constexpr (is_complex<T>) x = x - own * T(all.sum(product.re), all.sum(product.im));
                else x = x - own * all.sum(product);
            }
        const R length = sqrt(all.sum(norm2(x)));
        if (lane < rows) a[lane][c] = x * T(R(1) / length);
        known |= 1u << c;
        all.sync();
    }
}

/// The square of a column's length, where the largest element is near 1, at which it counts as zero: its direction is
/// made of rounding errors.
template <class R>
CUPRUM_DEVICE constexpr R negligible() {
    constexpr R length = limits<R>::epsilon() * limits<R>::epsilon();
    return length * length;
}

/// Turns pairs of the columns of work.a, and with `vectors` of work.v, until those of work.a are orthogonal. False
/// where that does not come to an end.
template <class T, int N>
CUPRUM_DEVICE bool make_orthogonal(const team<N, sizeof(T)>& all, small_workspace<T, N>& work, int m, int n,
                                   bool vectors) {
    using R = typename real_part_type<T>::type;
    const int lane = all.lane;
    const R enough = limits<R>::epsilon() * sqrt(R(m));
    bool turning = true;
    for (int sweep = 0; turning && sweep < jacobi_sweeps; ++sweep) {
        turning = false;
        for (int round = 0; round < work.rounds(n); ++round) {
            bool turned = false;
            int p, q;
            if (lane < work.pairs(n) && work.pair(n, round, lane, p, q)) {
                R alpha(0), beta(0);
                T gamma(0);
                for (int i = 0; i < m; ++i) {
                    const T x = work.a[i][p], y = work.a[i][q];
                    alpha += norm2(x);
                    beta += norm2(y);
                    gamma = gamma + conjugate_of(x) * y;
                }
                if (alpha > negligible<R>() && beta > negligible<R>() &&
                    size_of(gamma) > enough * sqrt(alpha) * sqrt(beta)) {
                    rotation<T> turn;
                    turn.find(alpha, beta, gamma);
                    work.turns[lane] = turn;
                    turned = true;
                }
            }
            if (lane < N / 2) work.turned[lane] = turned;
            turned = all.any(turned);
            all.sync();
            if (!turned) continue;
            turning = true;
            if (lane < m) work.turn_columns(work.a, lane, n, round);
            if (lane < n && vectors) work.turn_columns(work.v, lane, n, round);
            all.sync();
        }
    }
    return !turning;
}

template <class T, int N>
CUPRUM_DEVICE void small_svd(const SmallMatricesArgs& args) {
    using R = typename real_part_type<T>::type;
    __shared__ small_workspace<T, N> workspaces[team<N, sizeof(T)>::matrices];
    const team<N, sizeof(T)> all;
    if (all.matrix >= args.count) return;
    auto& work = workspaces[all.slot];
    // Wide matrices are taken by their transposes, m rows and n columns.
    const bool wide = args.rows < args.columns;
    const int m = wide ? args.columns : args.rows, n = wide ? args.rows : args.columns, lane = all.lane;
    const T* in = (const T*)args.in + all.matrix * m * n;
    R largest(0);
    bool finite = true;
    for (int j = 0; j < n && lane < m; ++j) {
        const T x = wide ? in[j * m + lane] : in[lane * n + j];
        work.a[lane][j] = x;
        const R part = largest_part(x);
        finite &= part < limits<R>::infinity();
        if (part > largest) largest = part;
    }
    for (int j = 0; j < n && lane < n; ++j) work.v[lane][j] = T(lane == j ? 1 : 0);
    finite = !all.any(!finite);
    const common_scale<R> scale(all, largest);
    for (int j = 0; j < n && lane < m; ++j) work.a[lane][j] = scale.down(work.a[lane][j]);
    all.sync();
    const bool unfinished = finite && !make_orthogonal(all, work, m, n, args.u != nullptr);
    if (lane == 0) args.info[all.matrix] = unfinished || !finite;
    R length(0);
    for (int i = 0; i < m && lane < n; ++i) length += norm2(work.a[i][lane]);
    length = sqrt(length);
    int place = 0;
    for (int j = 0; j < n; ++j) {
        const R other = all.from(length, j);
        place += other > length || (!(length > other) && j < lane);
    }
    if (lane < n) ((R*)args.values)[all.matrix * n + place] = finite ? scale.up(length) : limits<R>::nan();
    else place = lane;
    if (!args.u) return;
    // Columns of no length, and those that only full matrices have, are made up.
    const bool known = lane < n && length * length > negligible<R>();
    for (int i = 0; i < m && known; ++i) work.a[i][lane] = work.a[i][lane] * T(R(1) / length);
    all.sync();
    const unsigned lanes = __ballot_sync(all.mask, known) >> (threadIdx.x & 31 & ~(N - 1));
    const int lefts = wide ? args.v_rows : args.u_columns;
    if (finite) complete_basis(all, work.a, m, lefts, lanes);
    T* u = (T*)args.u + all.matrix * args.rows * args.u_columns;
    T* v = (T*)args.v + all.matrix * args.v_rows * args.columns;
    for (int i = 0; i < m && lane < lefts; ++i) {
        const T x = finite ? work.a[i][lane] : not_a_number<T>();
        if (wide) v[place * m + i] = x;
        else u[i * args.u_columns + place] = x;
    }
    for (int i = 0; i < n && lane < n; ++i) {
        const T x = finite ? conjugate_of(work.v[i][lane]) : not_a_number<T>();
        if (wide) u[i * args.u_columns + place] = x;
        else v[place * n + i] = x;
    }
}

}  // namespace cuprum

#define CUPRUM_SMALL_MATRICES_ENTRY(name, call, T, N)                                        \
    extern "C" __global__ void __launch_bounds__(cuprum::small_matrices_block(N, sizeof(T))) \
        name(const __grid_constant__ cuprum::SmallMatricesArgs args) {                       \
        cuprum::call<T, N>(args);                                                            \
    }
#define CUPRUM_SMALL_INVERSE(name, T, N) CUPRUM_SMALL_MATRICES_ENTRY(name, small_inverse, T, N)
#define CUPRUM_SMALL_SVD(name, T, N) CUPRUM_SMALL_MATRICES_ENTRY(name, small_svd, T, N)

#endif
