// Determinants from LU factors: products of diagonals, with a sign for each swap of rows.
//
//     CUPRUM_DETERMINANT(name, T, P)     T: the factors' type, P: that of the pivots
//
// A product is kept as a number of moderate size and a power of two, so that it overflows only where the determinant
// does.
#pragma once

#include <cuprum/complex_math.h>
#include <cuprum/engine/determinant_args.h>
#include <cuprum/engine/nan_marks.h>
#include <cuprum/real_math.h>

namespace cuprum {

template <class T>
struct ScaledProduct {
    using R = typename real_part_type<T>::type;
    // Two numbers below `large` have a product in range, and four divisions bring every number there.
    static constexpr R large = sizeof(R) == 8 ? R(0x1p+256) : R(0x1p+32), small = R(1) / large;
    static constexpr int power = sizeof(R) == 8 ? 256 : 32;

    T value = T(1);
    int exponent = 0;

    CUPRUM_DEVICE static R magnitude(const T& x) {
        if constexpr (is_complex<T>) return fabs(x.re) > fabs(x.im) ? fabs(x.re) : fabs(x.im);
        else return fabs(x);
    }
    CUPRUM_DEVICE static T scaled(const T& x, R factor) {
        if constexpr (is_complex<T>) return T{x.re * factor, x.im * factor};
        else return x * factor;
    }
    CUPRUM_DEVICE void normalize() {
        R size = magnitude(value);
        if (!(size > R(0)) || size == limits<R>::infinity()) return;
        for (int i = 0; i < 4 && size >= large; ++i) {
            value = scaled(value, small);
            exponent += power;
            size *= small;
        }
        for (int i = 0; i < 5 && size < small; ++i) {
            value = scaled(value, large);
            exponent -= power;
            size *= large;
        }
    }
    CUPRUM_DEVICE void multiply_by(ScaledProduct other) {
        other.normalize();
        value = cuprum::multiply(value, other.value);
        exponent += other.exponent;
        normalize();
    }
    CUPRUM_DEVICE T result() const {
        if (magnitude(value) == R(0)) return T(0);  // of no sign, however many rows were swapped
        if constexpr (is_complex<T>) return T{ldexp(value.re, exponent), ldexp(value.im, exponent)};
        else return ldexp(value, exponent);
    }
    /// Its direction: a number of length one, or zero.
    CUPRUM_DEVICE T sign() const {
        if constexpr (is_complex<T>) {
            const R length = abs(value);
            return length == R(0) ? T(0) : T{value.re / length, value.im / length};
        } else {
            return value > R(0) ? R(1) : value < R(0) ? R(-1) : value == R(0) ? R(0) : value;
        }
    }
    CUPRUM_DEVICE R log_magnitude() const {
        const R size = abs(value);
        // In two parts, as the exponent's share alone may be as large as all of it.
        return log(size) + R(exponent) * R(0.693147180559945309417232121458176568);
    }
};

template <class T, class P>
CUPRUM_DEVICE void take_diagonal(ScaledProduct<T>& product, const DeterminantArgs& args, long long matrix,
                                 long long i) {
    const T x = ((const T*)args.lu)[matrix * args.stride + i * args.step];
    const P pivot = ((const P*)args.pivots)[matrix * args.n + i];
    ScaledProduct<T> factor;
    factor.value = pivot == P(i + 1) ? x : -x;
    product.multiply_by(factor);
}

template <class T>
CUPRUM_DEVICE void write_determinant(ScaledProduct<T> product, const DeterminantArgs& args, long long matrix) {
    if (args.marks && args.marks[matrix]) product.value = not_a_number<T>();
    if (args.sign) {
        ((T*)args.sign)[matrix] = product.sign();
        ((typename ScaledProduct<T>::R*)args.value)[matrix] = product.log_magnitude();
    } else {
        ((T*)args.value)[matrix] = product.result();
    }
}

#if CUPRUM_GPU

template <class T, class P>
CUPRUM_DEVICE void determinant(const DeterminantArgs& args) {
    __shared__ T values[determinant_block];
    __shared__ int exponents[determinant_block];
    const int thread = threadIdx.x;
    ScaledProduct<T> product;
    for (long long i = thread; i < args.n; i += determinant_block) take_diagonal<T, P>(product, args, blockIdx.x, i);
    values[thread] = product.value;
    exponents[thread] = product.exponent;
    for (int distance = determinant_block / 2; distance > 0; distance /= 2) {
        __syncthreads();
        if (thread >= distance) continue;
        ScaledProduct<T> other;
        other.value = values[thread + distance];
        other.exponent = exponents[thread + distance];
        product.multiply_by(other);
        values[thread] = product.value;
        exponents[thread] = product.exponent;
    }
    if (thread == 0) write_determinant(product, args, blockIdx.x);
}

#define CUPRUM_DETERMINANT(name, T, P)                                      \
    extern "C" __global__ void __launch_bounds__(cuprum::determinant_block) \
        name(const __grid_constant__ cuprum::DeterminantArgs args) {        \
        cuprum::determinant<T, P>(args);                                    \
    }

#else  // CPU

template <class T, class P>
static inline void determinant(const DeterminantArgs& args, long long begin, long long end) {
    for (long long matrix = begin; matrix < end; ++matrix) {
        ScaledProduct<T> product;
        for (long long i = 0; i < args.n; ++i) take_diagonal<T, P>(product, args, matrix, i);
        write_determinant(product, args, matrix);
    }
}

#define CUPRUM_DETERMINANT(name, T, P)                                                          \
    extern "C" void name(const cuprum::DeterminantArgs* args, long long begin, long long end) { \
        cuprum::determinant<T, P>(*args, begin, end);                                           \
    }

#endif

}  // namespace cuprum
