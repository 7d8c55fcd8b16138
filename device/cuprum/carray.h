// Arrays with shape and strides as kernels index them, the index of a loop, and numbers of 16 bits, under the names
// that CuPy's programs know: at global scope, as such texts are.
#pragma once

#include <cuprum/base.h>
#include <cuprum/half.h>
#include <cuprum/type_list.h>
#include <math.h>

#include <cuprum/complex.cuh>
#if CUPRUM_GPU
#include <cuprum/raw_program.h>
#else
#include <cuprum/cuda/prelude.h>
#endif

namespace cuprum::user {

/// A 16-bit float that computes as float and to which numbers convert without being asked. Neither its namespace nor
/// its template's argument is ours, so that `sin` of such a number is the language's function of float alone.
template <bool brain>
struct small_float {
    using Stored = conditional_t<brain, cuprum::bfloat16, cuprum::float16>;
    Stored stored;

    small_float() = default;
    template <Real T>
    CUPRUM_DEVICE small_float(T value) : stored(value) {}
    CUPRUM_DEVICE small_float(Stored value) : stored(value) {}
    CUPRUM_DEVICE operator float() const { return stored; }

    CUPRUM_DEVICE small_float& operator+=(float value) { return *this = float(*this) + value; }
    CUPRUM_DEVICE small_float& operator-=(float value) { return *this = float(*this) - value; }
    CUPRUM_DEVICE small_float& operator*=(float value) { return *this = float(*this) * value; }
    CUPRUM_DEVICE small_float& operator/=(float value) { return *this = float(*this) / value; }
    CUPRUM_DEVICE small_float& operator++() { return *this += 1.0f; }
    CUPRUM_DEVICE small_float& operator--() { return *this -= 1.0f; }

    CUPRUM_DEVICE bool isnan() const { return float(*this) != float(*this); }
    CUPRUM_DEVICE bool isinf() const { return float(*this) - float(*this) != 0 && !isnan(); }
    CUPRUM_DEVICE bool isfinite() const { return float(*this) - float(*this) == 0; }
    CUPRUM_DEVICE bool signbit() const { return stored.bits >> 15; }
};

// The language has these for its own types of numbers alone.
#define CUPRUM_EXTREMUM(name, sign)                                                     \
    template <bool brain>                                                               \
    CUPRUM_DEVICE small_float<brain> name(small_float<brain> a, small_float<brain> b) { \
        return b sign a ? b : a;                                                        \
    }                                                                                   \
    template <bool brain, Real T>                                                       \
    CUPRUM_DEVICE float name(small_float<brain> a, T b) {                               \
        return b sign a ? (float)b : (float)a;                                          \
    }                                                                                   \
    template <bool brain, Real T>                                                       \
    CUPRUM_DEVICE float name(T a, small_float<brain> b) {                               \
        return b sign a ? (float)b : (float)a;                                          \
    }
CUPRUM_EXTREMUM(max, >)
CUPRUM_EXTREMUM(min, <)
#undef CUPRUM_EXTREMUM

/// The sizes of a loop's axes.
template <int N>
struct extent {
    ptrdiff_t size_, shape_[N];
};
template <>
struct extent<0> {
    ptrdiff_t size_, shape_[1];
};

}  // namespace cuprum::user

using cuprum::complex;
using float16 = cuprum::user::small_float<false>;
using bfloat16 = cuprum::user::small_float<true>;

/// The index of a loop over N axes, in C order.
template <int N>
class CIndexer {
public:
    static constexpr int ndim = N;

    CUPRUM_DEVICE explicit CIndexer(const cuprum::user::extent<N>& extent) : extent_(extent) {}
    CUPRUM_DEVICE CIndexer(const cuprum::user::extent<N>& extent, ptrdiff_t i) : extent_(extent) { set(i); }

    CUPRUM_DEVICE ptrdiff_t size() const { return extent_.size_; }
    CUPRUM_DEVICE const ptrdiff_t* shape() const { return extent_.shape_; }
    CUPRUM_DEVICE const ptrdiff_t* get() const { return index_; }
    CUPRUM_DEVICE void set(ptrdiff_t i) {
        if (N == 1) {
            index_[0] = i;
        } else if (extent_.size_ < 1ll << 31) {  // 64-bit division is slow
            unsigned rest = (unsigned)i;
#pragma unroll
            for (int d = N - 1; d >= 0; --d) {
                const unsigned length = (unsigned)extent_.shape_[d], quotient = rest / length;
                index_[d] = rest - quotient * length;
                rest = quotient;
            }
        } else {
#pragma unroll
            for (int d = N - 1; d >= 0; --d) {
                index_[d] = i % extent_.shape_[d];
                i /= extent_.shape_[d];
            }
        }
    }

private:
    const cuprum::user::extent<N>& extent_;
    ptrdiff_t index_[N ? N : 1];
};

/// An array of N axes that the text indexes: by a number, which counts elements in C order, or by an index along each
/// axis. Whether indices are 32 bits wide is a parameter for the sake of texts that name it; it changes nothing.
template <class T, int N, bool contiguous = false, bool narrow = false>
struct CArray {
    static constexpr int ndim = N;
    T* data_;
    ptrdiff_t size_, shape_[N ? N : 1], strides_[N ? N : 1];  // strides in bytes

    CUPRUM_DEVICE ptrdiff_t size() const { return size_; }
    CUPRUM_DEVICE const ptrdiff_t* shape() const { return shape_; }
    CUPRUM_DEVICE const ptrdiff_t* strides() const { return strides_; }

    /// Braces: `x[{i, j}]`.
    CUPRUM_DEVICE T& operator[](const ptrdiff_t (&index)[N ? N : 1]) const { return at(index); }
    /// `I` is a number, an array of N numbers, or a pointer to as many.
    template <class I>
    CUPRUM_DEVICE T& operator[](const I& index) const {
        if constexpr (requires { *index; }) {
            static_assert(length_of<I> == 0 || length_of<I> == N,
                          "an array is indexed by as many numbers as it has axes");
            return at(&index[0]);
        } else {
            return element((ptrdiff_t)index);
        }
    }

private:
    template <class I>
    static constexpr int length_of = 0;
    template <class I, int M>
    static constexpr int length_of<I[M]> = M;

    template <class I>
    CUPRUM_DEVICE T& at(const I* index) const {
        ptrdiff_t offset = 0;
#pragma unroll
        for (int d = 0; d < N; ++d) offset += (ptrdiff_t)index[d] * strides_[d];
        return *(T*)((char*)data_ + offset);
    }
    CUPRUM_DEVICE T& element(ptrdiff_t i) const {
        if constexpr (contiguous) {
            return data_[i];
        } else if constexpr (N == 0) {
            return *data_;
        } else if constexpr (N == 1) {
            return *(T*)((char*)data_ + i * strides_[0]);
        } else {
            ptrdiff_t offset = 0;
            if (size_ < 1ll << 31) {
                unsigned rest = (unsigned)i;
#pragma unroll
                for (int d = N - 1; d > 0; --d) {
                    const unsigned length = (unsigned)shape_[d], quotient = rest / length;
                    offset += (rest - quotient * length) * strides_[d];
                    rest = quotient;
                }
                i = rest;
            } else {
#pragma unroll
                for (int d = N - 1; d > 0; --d) {
                    offset += i % shape_[d] * strides_[d];
                    i /= shape_[d];
                }
            }
            return *(T*)((char*)data_ + offset + i * strides_[0]);
        }
    }
};
