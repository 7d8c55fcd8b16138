// Arrays that kernels take by value, as structs that know shape and strides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cuprum/ndarray.h"

namespace cuprum {

/// An array with its shape and strides, for a parameter of a kernel that is a struct: what `mdspan` and `cstruct` give.
/// It shares the array's memory and keeps it alive.
class ArrayStruct {
public:
    enum class Form : std::uint8_t { mdspan, carray };

    const ndarray& array() const { return array_; }
    Form form() const { return form_; }
    /// Of an mdspan's extents and strides.
    DType index_type() const { return index_type_; }

    /// The struct's bytes: as libcu++ of CCCL 3 and of every kernel on a CPU has them.
    std::size_t size() const;
    /// The most bytes that the struct has with any version of libcu++.
    std::size_t largest_size() const;
    /// Whether a parameter of so many bytes can be such a struct. Those of contiguous arrays may have no strides.
    bool fits(std::size_t bytes, bool may_have_no_strides) const;
    /// Writes the struct of so many bytes, with the address of the array's first element.
    void write(void* to, std::size_t bytes, const void* address) const;
    /// "an mdspan of 2 axes with int32 indices".
    std::string description() const;

private:
    friend ArrayStruct mdspan(const ndarray& a, DType index_type, bool allow_unsafe);
    friend ArrayStruct cstruct(const ndarray& a);
    ArrayStruct(ndarray array, Form form, DType index_type)
        : array_(std::move(array)), form_(form), index_type_(index_type) {}
    std::size_t older_size() const;
    std::size_t contiguous_size() const;

    ndarray array_;
    Form form_;
    DType index_type_;
};

/// The array for a kernel's parameter of the type `cuda::std::mdspan`.
///
/// The kernel includes `<cuda/std/mdspan>` and declares the parameter as
/// `cuda::std::mdspan<T, cuda::std::dextents<I, N>, cuda::std::layout_stride>`, with the array's type of elements as T
/// and as many axes as N. A contiguous array may also be given for `layout_right` (C order) and `layout_left` (Fortran
/// order). On a GPU the header comes with CUDA's toolkit from 12.5 on, or with the wheel `nvidia-cuda-cccl`.
///
/// Parameters
///     index_type: I, in which the kernel computes with extents and strides: int32, int64, uint32 or uint64.
///     allow_unsafe: whether lengths and strides may be 0, strides negative, where I is signed, and places further away
///         than I holds; the kernel must then take care itself.
/// Returns
///     What RawKernel takes as an argument. It shares the array's memory.
/// Raises
///     Error: (a RuntimeError in Python) the array has no elements, or a stride is 0 or negative, without
///     `allow_unsafe`. ValueError: a stride is no whole number of elements, or negative beside an unsigned I; extents,
///     strides or places
///         do not fit I.
///     TypeError: `index_type` is another type.
/// Example
///     >>> scale = cuprum.RawKernel(r'''
///     ... #include <cuda/std/mdspan>
///     ... using Matrix = cuda::std::mdspan<float, cuda::std::dextents<int, 2>, cuda::std::layout_stride>;
///     ... extern "C" __global__ void scale(Matrix a, float by) {
///     ...     for (int j = threadIdx.x; j < a.extent(1); j += blockDim.x) a(blockIdx.x, j) *= by;
///     ... }''', 'scale')
///     >>> a = cuprum.ones((2, 6), dtype='float32')
///     >>> scale((2,), (32,), (a[:, ::2].mdspan(index_type='int32'), cuprum.float32(3)))
///     >>> a
///     array([[3., 1., 3., 1., 3., 1.],
///            [3., 1., 3., 1., 3., 1.]], dtype=float32)
ArrayStruct mdspan(const ndarray& a, DType index_type, bool allow_unsafe = false);

/// The array for a kernel's parameter of the type `CArray<T, N>`.
///
/// The kernel includes `<cupy/carray.cuh>`; `a[i]` is then an element by its number in C order, `a[{i, j}]` one by its
/// place, and `a.size()`, `a.shape()` and `a.strides()` (in bytes) tell the layout.
///
/// Returns
///     What RawKernel takes as an argument. It shares the array's memory.
/// Example
///     >>> negate = cuprum.RawKernel(r'''
///     ... #include <cupy/carray.cuh>
///     ... extern "C" __global__ void negate(CArray<double, 2> a) {
///     ...     for (int i = threadIdx.x; i < a.size(); i += blockDim.x) a[i] = -a[i];
///     ... }''', 'negate')
///     >>> a = cuprum.ones((2, 3))
///     >>> negate((1,), (32,), (a[:, 1:].cstruct,))
///     >>> a
///     array([[ 1., -1., -1.],
///            [ 1., -1., -1.]])
ArrayStruct cstruct(const ndarray& a);

}  // namespace cuprum
