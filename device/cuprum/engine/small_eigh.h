// Eigenvalues and vectors of many Hermitian matrices of at most 32 rows on a GPU, by Jacobi's rotations.
//
//     CUPRUM_SMALL_EIGH(name, T, N)  N neighbouring threads take one matrix; N is 4, 8, 16 or 32
//
// A thread has a column of the matrix and one of the vectors in its registers; what rotations mix goes from thread to
// thread by shuffles, and nothing through memory. In the round of mask m threads j and j ^ m rotate their columns, and
// all of them the pairs of rows i and i ^ m. Registers cannot be indexed by numbers that are not constants. So thread j
// has row j ^ f(k) in register k, where f multiplies by x^t, in the field of N elements, in round t, and the masks are
// the powers of x: all numbers but 0 take their turn, f(1) is the mask, rows of a pair are in registers 2 k and 2 k +
// 1, the diagonal is in register 0 and what is to vanish in register 1. From round to round registers are renamed,
// always in the same way. Every pair of columns has its turn once in N - 1 rounds; so few are the sweeps as with a
// tournament's order (Golub and Van Loan, Matrix Computations, section 8.5.5).
#pragma once

#include <cuprum/engine/small_matrices.h>

#if CUPRUM_WARPS

namespace cuprum {

/// Multiplication by x in the field of N elements, which are polynomials over two elements, as bits.
template <int N>
CUPRUM_DEVICE constexpr int next_power(int k) {
    constexpr int modulus = N == 4 ? 0b111 : N == 8 ? 0b1011 : N == 16 ? 0b10011 : 0b100101;
    return k < N / 2 ? 2 * k : 2 * k ^ modulus;
}

/// Of the thread whose number differs by these bits.
template <class T>
CUPRUM_DEVICE T across(T x, int bits) {
    if constexpr (is_complex<T>) return T(__shfl_xor_sync(~0u, x.re, bits), __shfl_xor_sync(~0u, x.im, bits));
    else return __shfl_xor_sync(~0u, x, bits);
}

/// c x + s y.
template <class R, class T>
CUPRUM_DEVICE T mixed(R c, T x, T s, T y) {
    if constexpr (is_complex<T>)
        return T(fma(-s.im, y.im, fma(s.re, y.re, c * x.re)), fma(s.im, y.re, fma(s.re, y.im, c * x.im)));
    else return fma(s, y, c * x);
}

/// A thread's part of a rotation: its column becomes c times itself and s times that of the other thread.
template <class T>
struct column_rotation {
    using R = typename real_part_type<T>::type;
    R c = R(1);
    T s = T(0);

    /// Makes the product of both columns 0, `product` in the row of the other column. On the diagonal the own element
    /// becomes less by what is returned. Both threads come to the same result but for the sign. Roots and quotients
    /// are made of reciprocal roots, for which a GPU has an instruction, and are as precise as others by a step more.
    CUPRUM_DEVICE R find(R own, R other, T product, bool first) {
        const R distance = other - own, square = norm2(product), span = fma(distance, distance, R(4) * square);
        const R length = fma(span, rsqrt(span), fabs(distance)), root = rsqrt(length), inverse = root * root;
        const R tangent = R(2) * fma(inverse, fma(-length, inverse, R(1)), inverse);  // less the product's length
        const bool up = distance > R(0) || (distance == R(0) && first);
        const R factor = up ? tangent : -tangent, x = fma(factor * factor, square, R(1));
        c = rsqrt(x);
        c = fma(c * R(0.5), fma(-x * c, c, R(1)), c);
        s = product * T(-c * factor);
        return factor * square;
    }
};

template <class T, int N>
struct small_hermitian {
    using R = typename real_part_type<T>::type;
    T a[N], v[N];

    /// Whether an element is to vanish yet: of each pair that which lies below the diagonal, where rounds look as well.
    CUPRUM_DEVICE bool unfinished(int lane, R enough) const {
        bool any = false;
#pragma unroll
        for (int k = 1; k < N; ++k) {
            const int highest = k < 2 ? 1 : k < 4 ? 2 : k < 8 ? 4 : k < 16 ? 8 : 16;  // as a lane without it is below
            any |= !(lane & highest) && size_of(a[k]) > enough;
        }
        return any;
    }

    CUPRUM_DEVICE void round(int lane, int mask, R enough, bool vectors) {
        const bool first = lane < (lane ^ mask);
        const R own = real_part(a[0]), other = across(own, mask);
        const T there = across(a[1], mask), product = first ? a[1] : conjugate_of(there);
        const bool turning = size_of(product) > enough;
        if (!__any_sync(~0u, turning)) return;
        column_rotation<T> turn;
        if (turning) {
            a[0] = T(own - turn.find(own, other, product, first));
            a[1] = T(0);
        }
        int powers[5] = {mask};
#pragma unroll
        for (int b = 1; b < 5; ++b) powers[b] = next_power<N>(powers[b - 1]);
#pragma unroll
        for (int k = 2; k < N; k += 2) {
            int source = 0;
#pragma unroll
            for (int b = 1; b < 5; ++b)
                if (k >> b & 1) source ^= powers[b];
            const R c = across(turn.c, source);
            const T s = across(turn.s, source), x = mixed(c, a[k], conjugate_of(s), a[k + 1]),
                    y = mixed(c, a[k + 1], -s, a[k]), other_x = across(x, mask), other_y = across(y, mask);
            a[k] = mixed(turn.c, x, turn.s, other_y);
            a[k + 1] = mixed(turn.c, y, turn.s, other_x);
        }
        if (!vectors) return;
#pragma unroll
        for (int i = 0; i < N; ++i) v[i] = mixed(turn.c, v[i], turn.s, across(v[i], mask));
    }

    /// Every pair once.
    CUPRUM_DEVICE void sweep(int lane, R enough, bool vectors) {
        int mask = 1;
#pragma unroll 1
        for (int t = 0; t < N - 1; ++t) {
            round(lane, mask, enough, vectors);
            T renamed[N];
#pragma unroll
            for (int k = 0; k < N; ++k) renamed[k] = a[next_power<N>(k)];
#pragma unroll
            for (int k = 0; k < N; ++k) a[k] = renamed[k];
            mask = next_power<N>(mask);
        }
    }

    /// Row by row, a thread's element each; then to their registers, and the other triangle from that which is given.
    CUPRUM_DEVICE void read(const T* in, int n, int lane, bool lower) {
#pragma unroll
        for (int i = 0; i < N; ++i) {
            a[i] = in && i < n && lane < n ? in[i * n + lane] : T(0);
            v[i] = T(lane == i ? 1 : 0);
        }
#pragma unroll
        for (int bit = 1; bit < N; bit *= 2) {
            const bool swapping = lane & bit;
#pragma unroll
            for (int i = 0; i < N / 2; ++i) {
                const int k = (i & (bit - 1)) + 2 * (i & ~(bit - 1));
                const T x = a[k], y = a[k + bit];
                a[k] = swapping ? y : x;
                a[k + bit] = swapping ? x : y;
            }
        }
        a[0] = T(real_part(a[0]));
#pragma unroll
        for (int k = 1; k < N; ++k) {
            const T mirrored = conjugate_of(across(a[k], k));
            if (((lane ^ k) > lane) != lower) a[k] = mirrored;
        }
    }
};

template <class T, int N>
CUPRUM_DEVICE void small_eigh(const SmallMatricesArgs& args) {
    using R = typename real_part_type<T>::type;
    const team<N, sizeof(T), true> all;
    const int n = args.rows, lane = all.lane;
    const bool exists = all.matrix < args.count;  // without one, threads take part all the same
    small_hermitian<T, N> matrix;
    matrix.read(exists ? (const T*)args.in + all.matrix * n * n : nullptr, n, lane, args.lower);
    R largest(0), norm(0);
    bool finite = true;
#pragma unroll
    for (int k = 0; k < N; ++k) {
        const R part = largest_part(matrix.a[k]);
        finite &= part < limits<R>::infinity();
        if (part > largest) largest = part;
    }
    finite = !all.any(!finite);
    const common_scale<R> scale(all, largest);
#pragma unroll
    for (int k = 0; k < N; ++k) {
        matrix.a[k] = finite ? scale.down(matrix.a[k]) : T(0);
        norm += norm2(matrix.a[k]);
    }
    const R enough = sqrt(all.sum(norm)) * limits<R>::epsilon() / R(n);
    bool unfinished = matrix.unfinished(lane, enough);
    for (int sweep = 0; __any_sync(~0u, unfinished) && sweep < jacobi_sweeps; ++sweep) {
        matrix.sweep(lane, enough, args.u);
        unfinished = matrix.unfinished(lane, enough);
    }
    unfinished = all.any(unfinished);
    const R value = real_part(matrix.a[0]);
    int place = 0;
#pragma unroll 4
    for (int j = 0; j < N; ++j) {
        const R other = all.from(value, j);
        place += j < n && (other < value || (!(value < other) && j < lane));
    }
    if (!exists || lane >= n) return;
    if (lane == 0) args.info[all.matrix] = unfinished || !finite;
    ((R*)args.values)[all.matrix * n + place] = finite ? scale.up(value) : limits<R>::nan();
    if (!args.u) return;
    T* out = (T*)args.u + all.matrix * n * n + place;
#pragma unroll
    for (int i = 0; i < N; ++i)
        if (i < n) out[i * n] = finite ? matrix.v[i] : not_a_number<T>();
}

}  // namespace cuprum

#define CUPRUM_SMALL_EIGH(name, T, N) CUPRUM_SMALL_MATRICES_ENTRY(name, small_eigh, T, N)

#endif
