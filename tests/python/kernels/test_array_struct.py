"""Arrays that kernels take by value, with their shape and strides: mdspan and CArray."""

import gc

import numpy as np
import pytest

import cuprum as cp
from common import assert_same, sample

INDEX_TYPES = ["int32", "int64", "uint32", "uint64"]
C_NAMES = {"int32": "int", "int64": "long long", "uint32": "unsigned", "uint64": "unsigned long long"}

# Writes what a kernel sees of an array of N axes, and its elements in C order.
MDSPAN = r"""
#include <cuda/std/mdspan>
#include <cuda/std/type_traits>
template <class T, class I, int N>
using span = cuda::std::mdspan<T, cuda::std::dextents<I, N>, cuda::std::layout_stride>;

template <class T, class I, int N>
__device__ T& element(const span<T, I, N>& a, const I* at) {
    if constexpr (N == 0) return a();
    else if constexpr (N == 1) return a(at[0]);
    else if constexpr (N == 2) return a(at[0], at[1]);
    else if constexpr (N == 3) return a(at[0], at[1], at[2]);
    else return a(at[0], at[1], at[2], at[3]);
}

template <class T, class I, int N>
__global__ void look(span<T, I, N> a, int after, T* elements, long long* facts) {
    using S = span<T, I, N>;
    static_assert(S::rank() == N && S::rank_dynamic() == N);
    static_assert(cuda::std::is_same<typename S::index_type, I>::value);
    if (threadIdx.x) return;
    facts[0] = a.size();
    facts[1] = after;
    for (int d = 0; d < N; ++d) {
        facts[2 + d] = a.extent(d);
        facts[2 + N + d] = a.stride(d);
    }
    facts[2 + 2 * N] = a.empty();
    for (I i = 0; i < (I)a.size(); ++i) {
        I rest = i, at[N + 1];
        for (int d = N; d-- > 0;) {
            at[d] = rest % a.extent(d);
            rest /= a.extent(d);
        }
        T& found = element<T, I, N>(a, at);
        elements[i] = found;
        found = found + T(1);
    }
}
"""


def mdspan_kernel(dtype, index_type, ndim):
    ctype = {"float32": "float", "float64": "double", "int8": "signed char", "int16": "short"}[dtype]
    name = f"look<{ctype}, {C_NAMES[index_type]}, {ndim}>"
    return cp.RawModule(code=MDSPAN, name_expressions=[name]).get_function(name)


def views(dtype):
    """Arrays of zero to four axes in C order, Fortran order and with steps, each with the memory that it views."""
    for shape in [(), (5,), (3, 4), (2, 3, 4), (2, 3, 2, 3)]:
        yield np.array(sample(shape, dtype, 1)), ()
    yield np.asfortranarray(sample((3, 4), dtype, 2)), ()
    yield sample((6, 8), dtype, 3), (slice(None, None, 2), slice(1, None, 3))
    yield sample((4, 3, 5), dtype, 4), (slice(1, None), slice(None, None, 2), slice(None, None, 4))
    yield sample((3, 0), dtype, 5), ()
    yield sample((1, 4), dtype, 6), ()


@pytest.mark.parametrize("dtype, index_type", list(zip(["float32", "float64", "int8", "int16"], INDEX_TYPES)))
def test_mdspan(dtype, index_type):
    for host, key in views(dtype):
        whole = cp.asarray(host)
        assert whole.flags.f_contiguous == host.flags.f_contiguous
        view, expected = whole[key], host[key]
        elements, facts = cp.zeros(max(view.size, 1), dtype), cp.full(2 * view.ndim + 3, -7, "int64")
        kernel = mdspan_kernel(dtype, index_type, view.ndim)
        kernel(
            (1,), (32,), (view.mdspan(index_type=index_type, allow_unsafe=not view.size), np.int32(42), elements, facts)
        )
        strides = [s // view.itemsize for s in view.strides]
        assert facts.get().tolist() == [view.size, 42, *view.shape, *strides, view.size == 0]
        assert_same(elements[: view.size], expected.ravel())
        changed = host.copy()
        changed[key] += 1
        assert_same(whole, changed)


def test_mdspan_of_a_broadcast_array():
    wide = cp.broadcast_to(cp.arange(3, dtype="float32"), (2, 3))
    elements, facts = cp.zeros(6, "float32"), cp.zeros(7, "int64")
    kernel = cp.RawKernel(MDSPAN.replace("found = found + T(1);", ""), "look<float, int, 2>")
    kernel((1,), (1,), (wide.mdspan(index_type=np.int32, allow_unsafe=True), np.int32(0), elements, facts))
    assert facts.get().tolist() == [6, 0, 2, 3, 0, 1, 0] and elements.get().tolist() == [0, 1, 2] * 2


def test_mdspan_negative_strides():
    a = cp.arange(6, dtype="float64").reshape(2, 3)
    for backwards in [a[::-1], a[:, ::-1]]:
        with pytest.raises(RuntimeError, match="-th dimension has non-positive stride"):
            backwards.mdspan(index_type="int64")
        for unsigned in ["uint32", "uint64"]:
            with pytest.raises(ValueError, match="negative"):
                backwards.mdspan(index_type=unsigned, allow_unsafe=True)
        for signed in ["int32", "int64"]:
            elements, facts, expected = cp.zeros(6), cp.zeros(7, "int64"), backwards.get().ravel()
            kernel = mdspan_kernel("float64", signed, 2)
            kernel((1,), (1,), (backwards.mdspan(index_type=signed, allow_unsafe=True), np.int32(0), elements, facts))
            assert_same(elements, expected)
    # Of an axis with one element the stride says nothing.
    a[:, ::-2][:, 1:].mdspan(index_type="int64")
    a[:0, ::-1].mdspan(index_type="uint32", allow_unsafe=True)


@pytest.mark.parametrize("index_type", INDEX_TYPES)
def test_mdspan_refuses_what_kernels_seldom_expect(index_type):
    for shape, axis in [((0,), 0), ((0, 5), 0), ((5, 0), 1), ((0, 0, 5), 0)]:
        with pytest.raises(RuntimeError, match=f"{axis}-th dimension has size zero"):
            cp.empty(shape).mdspan(index_type=index_type)
    wide = cp.broadcast_to(cp.arange(3.0)[:, None], (3, 4))
    with pytest.raises(RuntimeError, match="1-th dimension has non-positive stride"):
        wide.mdspan(index_type=index_type)
    wide.mdspan(index_type=index_type, allow_unsafe=True)
    wide[:, :1].mdspan(index_type=index_type)


def test_mdspan_errors():
    a = cp.zeros((2, 3))
    with pytest.raises(TypeError):
        a.mdspan()
    with pytest.raises(TypeError):
        a.mdspan("int32")
    for wrong in ["float32", "int16", "bool"]:
        with pytest.raises(TypeError, match="index_type"):
            a.mdspan(index_type=wrong)
    bytes_between = cp.ndarray((3,), "int32", cp.zeros(40, "int8").data, strides=(6,))
    with pytest.raises(ValueError, match="whole number of elements"):
        bytes_between.mdspan(index_type="int64", allow_unsafe=True)


def test_mdspan_sizes_of_indices():
    far = cp.lib.stride_tricks.as_strided(cp.zeros(1, "int8"), (3, 2**31), (1, 1))
    with pytest.raises(ValueError, match="int32"):
        far.mdspan(index_type="int32")
    with pytest.raises(ValueError, match="int32"):
        far.mdspan(index_type="int32", allow_unsafe=True)  # an extent itself does not fit
    with pytest.raises(ValueError, match="uint32"):
        far.mdspan(index_type="uint32")  # 3 * 2 ** 31 elements
    far.mdspan(index_type="uint32", allow_unsafe=True)
    far.mdspan(index_type="int64")
    many = cp.lib.stride_tricks.as_strided(cp.zeros(1, "int8"), (2**16, 2**15), (1, 1))
    with pytest.raises(ValueError, match="int32"):
        many.mdspan(index_type="int32")
    many.mdspan(index_type="int32", allow_unsafe=True)
    many.mdspan(index_type="uint32")


def test_the_argument_keeps_the_array():
    elements, facts = cp.zeros(1000, "float32"), cp.zeros(5, "int64")
    argument = cp.full(1000, 3, "float32").mdspan(index_type="int32")
    gc.collect()
    others = [cp.zeros(1000, "float32") for _ in range(4)]
    mdspan_kernel("float32", "int32", 1)((1,), (1,), (argument, np.int32(0), elements, facts))
    assert (elements.get() == 3).all() and not any(other.any() for other in others)
    assert "mdspan" in repr(argument) and "int32" in repr(argument)


def test_arguments_that_do_not_fit():
    a, facts = cp.zeros((2, 3), "float32"), cp.zeros(7, "int64")
    kernel = mdspan_kernel("float32", "int32", 2)
    for wrong in [a.mdspan(index_type="int64"), a[0].mdspan(index_type="int32"), a.cstruct, a]:
        with pytest.raises(TypeError, match="argument 0"):
            kernel((1,), (1,), (wrong, np.int32(0), a, facts))
    with pytest.raises(TypeError, match="argument 2.*mdspan of 2 axes"):
        kernel((1,), (1,), (a.mdspan(index_type="int32"), np.int32(0), a.mdspan(index_type="int32"), facts))


def test_mdspan_as_kernels_make_it():
    out = cp.zeros(12, "int32")
    code = r"""
    #include <cuda/std/mdspan>
    #include <cuda/std/array>
    namespace std_ = cuda::std;
    extern "C" __global__ void f(int* x, int rows, int columns, int* out) {
        std_::mdspan right(x, rows, columns);
        std_::mdspan<int, std_::extents<int, 3, std_::dynamic_extent>> known(x, columns);
        std_::mdspan<const int, std_::dextents<int, 2>, std_::layout_left> left(x, columns, rows);
        std_::layout_stride::mapping<std_::dextents<int, 1>> every(std_::dextents<int, 1>(2), std_::array<int, 1>{5});
        std_::mdspan<int, std_::dextents<int, 1>, std_::layout_stride> steps(x, every);
        std_::mdspan<int, std_::dextents<int, 2>, std_::layout_stride> strided(right);
        static_assert(known.rank_dynamic() == 1 && known.static_extent(0) == 3);
        static_assert(sizeof(strided) >= 24 && sizeof(known) >= 16);
        static_assert(decltype(right)::is_always_exhaustive() && !decltype(strided)::is_always_exhaustive());
        out[0] = right(2, 1), out[1] = known(2, 1), out[2] = left(1, 2), out[3] = steps[1], out[4] = strided(1, 3);
        out[5] = right.size(), out[6] = known.extent(0), out[7] = left.stride(1), out[8] = strided.stride(0);
        out[9] = strided.mapping().required_span_size(), out[10] = strided.is_exhaustive();
        out[11] = strided[std_::array<int, 2>{2, 3}];
        *(right.data_handle() + 11) = 99;
        right(0, 0) = strided.mapping()(1, 1);
    }"""
    x = cp.arange(12, dtype="int32")
    cp.RawKernel(code, "f")((1,), (1,), (x, np.int32(3), np.int32(4), out))
    assert out.get().tolist() == [9, 9, 9, 5, 7, 12, 3, 4, 4, 12, 1, 11]
    assert x.get().tolist() == [5, *range(1, 11), 99]


CARRAY = r"""
#include <cupy/carray.cuh>
template <class T, int N>
__global__ void look(CArray<T, N> a, int after, T* elements, long long* facts) {
    static_assert(decltype(a)::ndim == N);
    if (blockIdx.x || threadIdx.x) return;
    facts[0] = a.size();
    facts[1] = after;
    for (int d = 0; d < N; ++d) facts[2 + d] = a.shape()[d], facts[2 + N + d] = a.strides()[d];
    for (ptrdiff_t i = 0; i < a.size(); ++i) {
        elements[i] = a[i];
        ptrdiff_t at[N + 1], rest = i;
        for (int d = N; d-- > 0;) at[d] = rest % a.shape()[d], rest /= a.shape()[d];
        a[&at[0]] += T(1);
    }
}
"""


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_cstruct(dtype):
    for host, key in views(dtype):
        whole = cp.asarray(host)
        view, expected = whole[key], host[key]
        name = f"look<{'float' if dtype == 'float32' else 'complex<float>'}, {view.ndim}>"
        elements, facts = cp.zeros(max(view.size, 1), dtype), cp.full(2 * view.ndim + 2, -7, "int64")
        cp.RawKernel(CARRAY, name)((1,), (32,), (view.cstruct, np.int32(42), elements, facts))
        assert facts.get().tolist() == [view.size, 42, *view.shape, *view.strides]
        assert_same(elements[: view.size], expected.ravel())
        changed = host.copy()
        changed[key] += 1
        assert_same(whole, changed)
    with pytest.raises(TypeError, match="CArray of 1 axis"):
        cp.RawKernel(CARRAY, "look<float, 2>")((1,), (1,), (cp.zeros(3, "f").cstruct, 1, elements, facts))


def test_carray_of_halves_and_braces():
    code = r"""
    #include <cupy/carray.cuh>
    extern "C" __global__ void f(CArray<float16, 2, false, true> a, const CArray<const int, 1> by) {
        ptrdiff_t i = threadIdx.x;
        if (i < a.shape()[0]) a[{i, 1}] = a[{i, 0}] * by[i];
    }"""
    a, by = cp.asarray(sample((4, 3), "e", 7)), cp.asarray(sample(8, "i", 8, -5, 5))
    expected = a.get()
    expected[:, 1] = expected[:, 0] * by.get()[::-2]
    cp.RawKernel(code, "f")((1,), (32,), (a.cstruct, by[::-2].cstruct))
    assert_same(a, expected)


@pytest.mark.parametrize("layout, order", [("right", "C"), ("left", "F")])
@pytest.mark.parametrize("index_type", ["int32", "int64"])
@pytest.mark.parametrize("shape", [(5,), (3, 4), (2, 3, 4)], ids=str)
def test_mdspan_without_strides(layout, order, index_type, shape):
    """Kernels whose layout says how contiguous elements lie take extents alone."""
    names = "ijk"[: len(shape)]
    loops = "".join(f"for (int {n} = 0; {n} < a.extent({d}); ++{n}) " for d, n in enumerate(names))
    kernel = cp.RawKernel(
        f"""
        #include <cuda/std/mdspan>
        using index = {"int" if index_type == "int32" else "long long"};
        using span = cuda::std::mdspan<double, cuda::std::dextents<index, {len(shape)}>, cuda::std::layout_{layout}>;
        extern "C" __global__ void weigh(span a) {{
            {loops} a({", ".join(names)}) *= {" + ".join(f"{10**d} * {n}" for d, n in enumerate(names))};
        }}
        """,
        "weigh",
    )
    host = np.asarray(np.arange(1.0, np.prod(shape) + 1).reshape(shape), order=order)
    a = cp.array(host, order=order)
    kernel((1,), (1,), (a.mdspan(index_type=index_type),))
    assert_same(a, host * sum(10**d * place for d, place in enumerate(np.indices(shape))))
    if len(shape) > 1:
        with pytest.raises(TypeError):
            kernel((1,), (1,), (a[:, ::2].mdspan(index_type=index_type),))
