// CUDA's matrices of a warp (nvcuda::wmma) for a CPU. A lane has neighbouring elements of the rows, as many as there
// are for each lane, whatever the GPU's own order is, which programs may not rely on. Lanes show each other their
// elements in the first lane's memory. Products of 16-bit floats are exact and are summed up in float.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace nvcuda::wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

}  // namespace nvcuda::wmma

namespace cuprum::cuda_on_cpu::wmma {

using namespace nvcuda::wmma;

template <class T>
struct element {
    using type = T;
};
template <>
struct element<precision::tf32> {
    using type = float;
};

template <class Use, int m, int n, int k>
struct matrix_shape;
template <int m, int n, int k>
struct matrix_shape<matrix_a, m, n, k> {
    static constexpr int rows = m, columns = k;
};
template <int m, int n, int k>
struct matrix_shape<matrix_b, m, n, k> {
    static constexpr int rows = k, columns = n;
};
template <int m, int n, int k>
struct matrix_shape<accumulator, m, n, k> {
    static constexpr int rows = m, columns = n;
};

/// The shapes that CUDA has for a type of elements.
template <class T, int m, int n, int k>
constexpr bool has_shape() {
    if constexpr (is_any_of<T, __half, __nv_bfloat16, signed char, unsigned char>)
        return k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
    else if constexpr (is_any_of<T, precision::tf32>) return m == 16 && n == 16 && k == 8;
    else if constexpr (is_any_of<T, double>) return m == 8 && n == 8 && k == 4;
    else return is_any_of<T, float, int>;  // of accumulators
}

/// The type in which products are summed up.
template <class T>
using sum_type = conditional_t<is_any_of<T, double, int>, T, float>;

/// A product is exact in it.
template <class T>
struct factor {
    using type = sum_type<T>;
};
template <>
struct factor<signed char> {
    using type = int;
};
template <>
struct factor<unsigned char> {
    using type = int;
};

}  // namespace cuprum::cuda_on_cpu::wmma

namespace nvcuda::wmma {

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
    using Shape = cuprum::cuda_on_cpu::wmma::matrix_shape<Use, m, n, k>;
    static_assert(cuprum::cuda_on_cpu::wmma::has_shape<T, m, n, k>(), "there is no such shape for this type");

public:
    using element_type = T;
    using storage_element_type = typename cuprum::cuda_on_cpu::wmma::element<T>::type;
    static constexpr int rows = Shape::rows, columns = Shape::columns;
    static constexpr int num_elements = rows * columns / 32, num_storage_elements = num_elements;

    storage_element_type x[num_elements];

    /// The place of an element of this lane in the rows of the matrix.
    __forceinline__ static int place(int i) { return static_cast<int>(cuprum::cuda_on_cpu::lane()) * num_elements + i; }
};

}  // namespace nvcuda::wmma

namespace cuprum::cuda_on_cpu::wmma {

/// Where the element at a place of the rows lies in memory.
template <class Fragment>
__forceinline__ size_t offset(int place, unsigned stride, bool by_rows) {
    const unsigned row = static_cast<unsigned>(place) / Fragment::columns,
                   column = static_cast<unsigned>(place) % Fragment::columns;
    return by_rows ? size_t{row} * stride + column : size_t{column} * stride + row;
}

template <class Fragment, class T>
__forceinline__ void load(Fragment& a, const T* from, unsigned stride, bool by_rows) {
    for (int i = 0; i < Fragment::num_elements; ++i)
        a.x[i] = from[offset<Fragment>(Fragment::place(i), stride, by_rows)];
    cuprum_syncwarp(0xffffffff);
}

/// Both factors of a product as all lanes see them, as numbers in which products are exact.
template <class A, class B, class Number>
struct Factors {
    Number a[A::rows * A::columns], b[B::rows * B::columns];

    __forceinline__ void put(const A& mine_a, const B& mine_b) {
        for (int i = 0; i < A::num_elements; ++i) a[A::place(i)] = static_cast<Number>(mine_a.x[i]);
        for (int i = 0; i < B::num_elements; ++i) b[B::place(i)] = static_cast<Number>(mine_b.x[i]);
    }
    /// An element of the product, added to what is there.
    template <class Sum>
    __forceinline__ Sum product(int place, Sum sum) const {
        const int row = place / B::columns, column = place % B::columns;
        for (int i = 0; i < A::columns; ++i) sum += Sum(a[row * A::columns + i]) * Sum(b[i * B::columns + column]);
        return sum;
    }
};

template <class Result, class Sum>
__forceinline__ Sum nearest_finite(Sum value) {
    constexpr Sum largest = __is_same(Result, __half) ? Sum(65504) : Sum(3.40282346638528859811704183484516925e+38);
    return value != value ? Sum(0) : value > largest ? largest : value < -largest ? -largest : value;
}

}  // namespace cuprum::cuda_on_cpu::wmma

namespace nvcuda::wmma {

template <class Use, int m, int n, int k, class T, class Layout>
__forceinline__ void fill_fragment(fragment<Use, m, n, k, T, Layout>& a,
                                   const typename fragment<Use, m, n, k, T, Layout>::storage_element_type& value) {
    for (auto& element : a.x) element = value;
}

template <class Use, int m, int n, int k, class T, class Layout>
__forceinline__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& a,
                                      const typename fragment<Use, m, n, k, T, Layout>::storage_element_type* from,
                                      unsigned stride) {
    cuprum::cuda_on_cpu::wmma::load(a, from, stride, __is_same(Layout, row_major));
}
template <int m, int n, int k, class T>
__forceinline__ void load_matrix_sync(fragment<accumulator, m, n, k, T>& a, const T* from, unsigned stride,
                                      layout_t layout) {
    cuprum::cuda_on_cpu::wmma::load(a, from, stride, layout == mem_row_major);
}

template <int m, int n, int k, class T>
__forceinline__ void store_matrix_sync(T* to, const fragment<accumulator, m, n, k, T>& a, unsigned stride,
                                       layout_t layout) {
    using Fragment = fragment<accumulator, m, n, k, T>;
    for (int i = 0; i < Fragment::num_elements; ++i)
        to[cuprum::cuda_on_cpu::wmma::offset<Fragment>(Fragment::place(i), stride, layout == mem_row_major)] = a.x[i];
    cuprum_syncwarp(0xffffffff);
}

/// d = a b + c. What `saturates` is as near to the sum as its type has finite numbers, and 0 for NaN.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class Sum, class Result>
__forceinline__ void mma_sync(fragment<accumulator, m, n, k, Result>& d,
                              const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                              const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                              const fragment<accumulator, m, n, k, Sum>& c, bool saturates = false) {
    using namespace cuprum::cuda_on_cpu::wmma;
    using Total = sum_type<Sum>;
    using All = Factors<fragment<matrix_a, m, n, k, T, LayoutA>, fragment<matrix_b, m, n, k, T, LayoutB>,
                        typename factor<T>::type>;
    All own;
    All* all = reinterpret_cast<All*>(cuprum_shuffle(0xffffffff, reinterpret_cast<unsigned long long>(&own), 0));
    all->put(a, b);
    cuprum_syncwarp(0xffffffff);
    using D = fragment<accumulator, m, n, k, Result>;
    for (int i = 0; i < D::num_elements; ++i) {
        if constexpr (cuprum::is_any_of<Sum, int>) {
            const long long total = all->product(D::place(i), static_cast<long long>(c.x[i]));
            const long long low = -0x80000000ll, high = 0x7fffffffll;
            d.x[i] = static_cast<int>(!saturates ? total : total < low ? low : total > high ? high : total);
        } else {
            const Total total = all->product(D::place(i), static_cast<Total>(c.x[i]));
            d.x[i] = static_cast<Result>(saturates ? nearest_finite<Result>(total) : total);
        }
    }
    cuprum_syncwarp(0xffffffff);
}

/// The nearest number of TensorFloat-32, which has ten bits behind the point; ties go away from zero.
__forceinline__ float __float_to_tf32(float value) {
    const unsigned bits = __builtin_bit_cast(unsigned, value);
    if ((bits & 0x7f800000u) == 0x7f800000u) return value;
    return __builtin_bit_cast(float, (bits + 0x1000u) & ~0x1fffu);
}

}  // namespace nvcuda::wmma
