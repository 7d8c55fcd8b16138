"""Thrust in kernels on a CPU: each line of a kernel that begins with `?` is an expression that is true."""

import numpy as np
import pytest
from raw_common import check

import cuprum as cp

pytestmark = pytest.mark.skipif(cp.backend() != "cpu", reason="a GPU has the Thrust that is installed")

BEFORE = """
    struct even { __device__ bool operator()(int x) const { return x % 2 == 0; } };
    struct twice { __device__ int operator()(int x) const { return 2 * x; } };
    template <class T, class... V> __device__ bool holds(const T* a, V... values) {
        const T expected[] = {T(values)...};
        for (int i = 0; i < int(sizeof...(V)); ++i)
            if (a[i] != expected[i]) return false;
        return true;
    }
"""


def test_sorts():
    check(
        "thrust/sort.h thrust/execution_policy.h thrust/functional.h",
        """
        int a[] = {3, 1, 4, 1, 5, 9, 2, 6}, keys[] = {2, 1, 2, 1}, values[] = {10, 20, 30, 40};
        thrust::sort(thrust::seq, a, a + 8);
        ? holds(a, 1, 1, 2, 3, 4, 5, 6, 9) && thrust::is_sorted(thrust::seq, a, a + 8)
        thrust::stable_sort(thrust::device, a, a + 8, thrust::greater<int>());
        ? holds(a, 9, 6, 5, 4, 3, 2, 1, 1) && !thrust::is_sorted(a, a + 8)
        ? thrust::is_sorted_until(thrust::seq, a + 6, a + 8) == a + 8 && thrust::is_sorted_until(a, a + 8) == a + 1
        thrust::sort_by_key(thrust::seq, keys, keys + 4, values);
        ? holds(keys, 1, 1, 2, 2) && holds(values, 20, 40, 10, 30)
        thrust::stable_sort_by_key(keys, keys + 4, values, thrust::greater<>());
        ? holds(keys, 2, 2, 1, 1) && holds(values, 10, 30, 20, 40)
        sort(thrust::seq, keys, keys + 4);
        ? holds(keys, 1, 1, 2, 2)
        """,
        BEFORE,
    )


def test_sums():
    check(
        "thrust/reduce.h thrust/scan.h thrust/transform_reduce.h thrust/transform_scan.h thrust/inner_product.h"
        " thrust/adjacent_difference.h",
        """
        int a[] = {1, 2, 3, 4}, k[] = {1, 1, 2, 1}, o[8] = {}, p[8] = {};
        ? thrust::reduce(thrust::seq, a, a + 4) == 10 && thrust::reduce(a, a + 4, 5) == 15
        ? thrust::reduce(thrust::seq, a, a + 4, -1, thrust::maximum<int>()) == 4
        ? thrust::reduce(thrust::seq, a, a + 4, 1.5) == 11.5
        ? thrust::transform_reduce(thrust::seq, a, a + 4, thrust::square<int>(), 0, thrust::plus<int>()) == 30
        ? thrust::inner_product(thrust::seq, a, a + 4, k, 0) == 13
        ? thrust::inner_product(a, a + 4, k, 9, thrust::minimum<int>(), thrust::multiplies<int>()) == 1
        ? thrust::inclusive_scan(thrust::seq, a, a + 4, o) == o + 4 && holds(o, 1, 3, 6, 10)
        thrust::inclusive_scan(thrust::seq, a, a + 4, o, thrust::multiplies<int>());
        ? holds(o, 1, 2, 6, 24)
        thrust::inclusive_scan(thrust::seq, a, a + 4, o, 10, thrust::plus<int>());
        ? holds(o, 11, 13, 16, 20)
        thrust::exclusive_scan(thrust::seq, a, a + 4, o);
        ? holds(o, 0, 1, 3, 6)
        thrust::exclusive_scan(a, a + 4, o, 5);
        ? holds(o, 5, 6, 8, 11)
        thrust::exclusive_scan(a, a + 4, o, 1, thrust::multiplies<int>());
        ? holds(o, 1, 1, 2, 6)
        thrust::transform_inclusive_scan(thrust::seq, a, a + 4, o, twice(), thrust::plus<int>());
        ? holds(o, 2, 6, 12, 20)
        thrust::transform_exclusive_scan(thrust::seq, a, a + 4, o, twice(), 1, thrust::plus<int>());
        ? holds(o, 1, 3, 7, 13)
        auto ends = thrust::reduce_by_key(thrust::seq, k, k + 4, a, o, p);
        ? ends.first == o + 3 && ends.second == p + 3 && holds(o, 1, 2, 1) && holds(p, 3, 3, 4)
        thrust::reduce_by_key(k, k + 4, a, o, p, thrust::equal_to<int>(), thrust::multiplies<int>());
        ? holds(p, 2, 3, 4)
        thrust::inclusive_scan_by_key(thrust::seq, k, k + 4, a, o);
        ? holds(o, 1, 3, 3, 4)
        thrust::exclusive_scan_by_key(thrust::seq, k, k + 4, a, o);
        ? holds(o, 0, 1, 0, 0)
        thrust::exclusive_scan_by_key(k, k + 4, a, o, 7);
        ? holds(o, 7, 8, 7, 7)
        thrust::adjacent_difference(thrust::seq, a, a + 4, o, thrust::plus<int>());
        ? holds(o, 1, 3, 5, 7)
        thrust::inclusive_scan(thrust::seq, a, a + 4, a);
        ? holds(a, 1, 3, 6, 10)
        """,
        BEFORE,
    )


def test_searches():
    check(
        "thrust/find.h thrust/count.h thrust/logical.h thrust/extrema.h thrust/binary_search.h thrust/equal.h"
        " thrust/mismatch.h thrust/partition.h",
        """
        int a[] = {1, 2, 2, 5, 8}, m[] = {3, 9, 1, 9, 1}, v[] = {0, 2, 9}, o[3];
        bool b[3];
        ? thrust::find(thrust::seq, a, a + 5, 5) == a + 3 && thrust::find_if(a, a + 5, even()) == a + 1
        ? thrust::find_if_not(thrust::seq, a + 1, a + 5, even()) == a + 3
        ? thrust::count(thrust::seq, a, a + 5, 2) == 2 && thrust::count_if(a, a + 5, even()) == 3
        ? thrust::any_of(thrust::seq, a, a + 5, even()) && !thrust::all_of(a, a + 5, even())
        ? thrust::none_of(a, a + 1, even())
        ? thrust::max_element(thrust::seq, m, m + 5) == m + 1 && thrust::min_element(m, m + 5) == m + 2
        ? thrust::max_element(m, m + 5, thrust::greater<int>()) == m + 2
        auto both = thrust::minmax_element(thrust::seq, m, m + 5);
        ? both.first == m + 2 && both.second == m + 1
        ? thrust::lower_bound(thrust::seq, a, a + 5, 2) == a + 1 && thrust::upper_bound(a, a + 5, 2) == a + 3
        ? thrust::binary_search(thrust::seq, a, a + 5, 5) && !thrust::binary_search(a, a + 5, 6)
        ? thrust::equal_range(a, a + 5, 2).second == a + 3
        thrust::lower_bound(thrust::seq, a, a + 5, v, v + 3, o);
        ? holds(o, 0, 1, 5)
        thrust::upper_bound(thrust::seq, a, a + 5, v, v + 3, o, thrust::less<int>());
        ? holds(o, 0, 3, 5)
        thrust::binary_search(a, a + 5, v, v + 3, b);
        ? !b[0] && b[1] && !b[2]
        ? thrust::equal(thrust::seq, a, a + 5, a) && !thrust::equal(a, a + 5, m)
        ? thrust::mismatch(thrust::seq, a, a + 5, m).first == a
        ? thrust::is_partitioned(thrust::seq, a + 1, a + 4, even()) && !thrust::is_partitioned(a, a + 5, even())
        ? thrust::partition_point(a + 1, a + 4, even()) == a + 3
        ? thrust::max(3, 4) == 4 && thrust::min(3, 4) == 3
        """,
        BEFORE,
    )


def test_changes():
    check(
        "thrust/copy.h thrust/fill.h thrust/for_each.h thrust/gather.h thrust/scatter.h thrust/generate.h"
        " thrust/sequence.h thrust/tabulate.h thrust/transform.h thrust/replace.h thrust/reverse.h thrust/swap.h"
        " thrust/uninitialized_copy.h thrust/uninitialized_fill.h",
        """
        int a[8], o[8] = {}, s[] = {1, 0, 1, 0}, map[] = {3, 1, 0, 2};
        thrust::sequence(thrust::seq, a, a + 4);
        ? holds(a, 0, 1, 2, 3)
        thrust::sequence(a, a + 4, 5);
        ? holds(a, 5, 6, 7, 8)
        thrust::sequence(a, a + 4, 5, -2);
        ? holds(a, 5, 3, 1, -1)
        thrust::tabulate(thrust::seq, a, a + 4, twice());
        ? holds(a, 0, 2, 4, 6)
        ? thrust::copy(thrust::seq, a, a + 4, o) == o + 4 && holds(o, 0, 2, 4, 6)
        ? thrust::copy_n(thrust::seq, a, 2, o + 2) == o + 4 && holds(o, 0, 2, 0, 2)
        ? thrust::copy_if(thrust::seq, a, a + 4, o, [](int x) { return x > 2; }) == o + 2 && holds(o, 4, 6)
        ? thrust::copy_if(thrust::seq, a, a + 4, s, o, thrust::identity<int>()) == o + 2 && holds(o, 0, 4)
        thrust::gather(thrust::seq, map, map + 4, a, o);
        ? holds(o, 6, 2, 0, 4)
        thrust::gather_if(thrust::seq, map, map + 4, s, map, o);
        ? holds(o, 2, 2, 3, 4)
        thrust::scatter(thrust::seq, a, a + 4, map, o);
        ? holds(o, 4, 2, 6, 0)
        thrust::scatter_if(thrust::seq, map, map + 4, map, s, o, thrust::logical_not<int>());
        ? holds(o, 4, 1, 2, 0)
        thrust::transform(thrust::seq, a, a + 4, o, thrust::negate<int>());
        ? holds(o, 0, -2, -4, -6)
        thrust::transform(a, a + 4, o, o, thrust::minus<int>());
        ? holds(o, 0, 4, 8, 12)
        thrust::transform_if(thrust::seq, a, a + 4, s, o, twice(), thrust::identity<>());
        ? holds(o, 0, 4, 8, 12)
        thrust::transform_if(a, a + 4, o, thrust::negate<int>(), [](int x) { return x == 2; });
        ? holds(o, 0, -2, 8, 12)
        thrust::transform_if(a, a + 4, a, s, o, thrust::plus<int>(), thrust::identity<int>());
        ? holds(o, 0, -2, 8, 12)
        ? thrust::for_each(thrust::seq, o, o + 4, [](int& x) { ++x; }) == o + 4 && holds(o, 1, -1, 9, 13)
        ? thrust::for_each_n(thrust::seq, o, 2, [](int& x) { x = 0; }) == o + 2 && holds(o, 0, 0, 9, 13)
        thrust::replace(thrust::seq, o, o + 4, 0, 5);
        thrust::replace_if(o, o + 4, [](int x) { return x > 10; }, 1);
        ? holds(o, 5, 5, 9, 1)
        thrust::replace_if(thrust::seq, o, o + 4, s, thrust::identity<int>(), 7);
        ? holds(o, 7, 5, 7, 1)
        thrust::replace_copy(thrust::seq, o, o + 4, a, 7, 8);
        ? holds(a, 8, 5, 8, 1)
        thrust::replace_copy_if(o, o + 4, s, a, thrust::logical_not<int>(), 0);
        ? holds(a, 7, 0, 7, 0)
        thrust::reverse(thrust::seq, o, o + 3);
        thrust::reverse_copy(thrust::seq, o, o + 4, a);
        ? holds(a, 1, 7, 5, 7)
        thrust::swap_ranges(thrust::seq, a, a + 2, a + 2);
        ? holds(a, 5, 7, 1, 7)
        thrust::fill(thrust::seq, a, a + 2, 3);
        thrust::fill_n(thrust::seq, a + 2, 2, 4);
        ? holds(a, 3, 3, 4, 4)
        thrust::generate(thrust::seq, a, a + 2, [] { return 6; });
        ? holds(a, 6, 6, 4, 4)
        thrust::uninitialized_fill(thrust::seq, a, a + 2, 9);
        ? thrust::uninitialized_copy(thrust::seq, a, a + 3, o) == o + 3 && holds(o, 9, 9, 4)
        ? thrust::uninitialized_fill_n(a, 3, 1) == a + 3 && thrust::uninitialized_copy_n(a, 2, o) == o + 2
        ? holds(o, 1, 1, 4)
        """,
        BEFORE,
    )


def test_removals_and_partitions():
    check(
        "thrust/remove.h thrust/unique.h thrust/partition.h",
        """
        int a[] = {1, 2, 2, 3, 4, 4}, v[] = {1, 2, 3, 4, 5, 6}, o[6] = {}, p[6] = {}, s[] = {1, 0, 1, 0, 0, 1};
        ? thrust::remove_copy(thrust::seq, a, a + 6, o, 2) == o + 4 && holds(o, 1, 3, 4, 4)
        ? thrust::remove_copy_if(thrust::seq, v, v + 6, s, o, thrust::identity<int>()) == o + 3 && holds(o, 2, 4, 5)
        ? thrust::remove_copy_if(v, v + 6, o, even()) == o + 3 && holds(o, 1, 3, 5)
        ? thrust::remove(thrust::seq, o, o + 3, 3) == o + 2 && holds(o, 1, 5)
        ? thrust::unique_copy(thrust::seq, a, a + 6, o) == o + 4 && holds(o, 1, 2, 3, 4)
        ? thrust::unique_count(thrust::seq, a, a + 6) == 4 && thrust::unique_count(a, a) == 0
        auto ends = thrust::unique_by_key_copy(thrust::seq, a, a + 6, v, o, p);
        ? ends.first == o + 4 && holds(o, 1, 2, 3, 4) && holds(p, 1, 2, 4, 5)
        auto kept = thrust::unique_by_key(thrust::seq, a, a + 6, v);
        ? kept.first == a + 4 && kept.second == v + 4 && holds(a, 1, 2, 3, 4) && holds(v, 1, 2, 4, 5)
        ? thrust::unique(thrust::seq, a, a + 4) == a + 4
        thrust::sequence(thrust::seq, v, v + 6);
        ? thrust::stable_partition(thrust::seq, v, v + 6, even()) == v + 3 && holds(v, 0, 2, 4, 1, 3, 5)
        ? thrust::stable_partition_copy(thrust::seq, v, v + 6, o, p, [](int x) { return x > 2; }).first == o + 3
        ? holds(o, 4, 3, 5) && holds(p, 0, 2, 1)
        ? thrust::partition(thrust::seq, v, v + 6, [](int x) { return x == 5; }) == v + 1 && v[0] == 5
        ? thrust::remove_if(thrust::seq, p, p + 3, even()) == p + 1 && p[0] == 1
        int q[] = {1, 2, 3};
        ? thrust::remove_if(thrust::seq, q, q + 3, s, thrust::identity<int>()) == q + 1 && q[0] == 2
        """,
        BEFORE,
    )


def test_sets_and_merges():
    check(
        "thrust/set_operations.h thrust/merge.h",
        """
        int a[] = {1, 3, 3, 5}, b[] = {3, 4}, v[] = {10, 30, 31, 50}, w[] = {-3, -4}, o[8], p[8];
        ? thrust::merge(thrust::seq, a, a + 4, b, b + 2, o) == o + 6 && holds(o, 1, 3, 3, 3, 4, 5)
        ? thrust::set_union(thrust::seq, a, a + 4, b, b + 2, o) == o + 5 && holds(o, 1, 3, 3, 4, 5)
        ? thrust::set_intersection(thrust::seq, a, a + 4, b, b + 2, o) == o + 1 && holds(o, 3)
        ? thrust::set_difference(thrust::seq, a, a + 4, b, b + 2, o) == o + 3 && holds(o, 1, 3, 5)
        ? thrust::set_symmetric_difference(a, a + 4, b, b + 2, o) == o + 4 && holds(o, 1, 3, 4, 5)
        auto ends = thrust::merge_by_key(thrust::seq, a, a + 4, b, b + 2, v, w, o, p);
        ? ends.first == o + 6 && holds(o, 1, 3, 3, 3, 4, 5) && holds(p, 10, 30, 31, -3, -4, 50)
        ends = thrust::set_union_by_key(thrust::seq, a, a + 4, b, b + 2, v, w, o, p);
        ? ends.second == p + 5 && holds(o, 1, 3, 3, 4, 5) && holds(p, 10, 30, 31, -4, 50)
        ends = thrust::set_intersection_by_key(thrust::seq, a, a + 4, b, b + 2, v, o, p);
        ? ends.first == o + 1 && o[0] == 3 && p[0] == 30
        ends = thrust::set_difference_by_key(thrust::seq, a, a + 4, b, b + 2, v, w, o, p);
        ? ends.first == o + 3 && holds(o, 1, 3, 5) && holds(p, 10, 31, 50)
        ends = thrust::set_symmetric_difference_by_key(a, a + 4, b, b + 2, v, w, o, p);
        ? ends.first == o + 4 && holds(o, 1, 3, 4, 5) && holds(p, 10, 31, -4, 50)
        """,
        BEFORE,
    )


def test_iterators():
    check(
        "thrust/iterator/counting_iterator.h thrust/iterator/constant_iterator.h thrust/iterator/transform_iterator.h"
        " thrust/iterator/permutation_iterator.h thrust/iterator/zip_iterator.h thrust/iterator/discard_iterator.h"
        " thrust/iterator/transform_output_iterator.h thrust/iterator/reverse_iterator.h thrust/reduce.h thrust/copy.h"
        " thrust/for_each.h thrust/sort.h thrust/zip_function.h thrust/device_ptr.h thrust/transform.h thrust/find.h",
        """
        int a[] = {4, 1, 3}, o[6] = {}, k[] = {1, 1, 2};
        float f[] = {.5f, 1.5f, 2.5f};
        auto c = thrust::make_counting_iterator(5);
        ? *c == 5 && c[3] == 8 && *(c + 2) == 7 && (c + 2) - c == 2 && c < c + 1 && *c++ == 5 && *c == 6
        ? thrust::reduce(thrust::seq, thrust::counting_iterator<int>(1), thrust::counting_iterator<int>(5)) == 10
        auto one = thrust::make_constant_iterator(7);
        ? thrust::reduce(thrust::seq, one, one + 3) == 21
        auto doubled = thrust::make_transform_iterator(a, twice());
        ? thrust::reduce(thrust::seq, doubled, doubled + 3) == 16 && doubled[1] == 2
        auto squares = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), [](int i) { return i * i; });
        ? squares[4] == 16 && thrust::find(thrust::seq, squares, squares + 10, 9) - squares == 3
        auto q = thrust::make_permutation_iterator(a, k);
        ? *q == 1 && q[2] == 3
        *q = 6;
        ? a[1] == 6
        auto z = thrust::make_zip_iterator(thrust::make_tuple(a, f));
        ? thrust::get<0>(*z) == 4 && thrust::get<1>(z[2]) == 2.5f && (z + 3) - z == 3
        thrust::for_each(thrust::seq, z, z + 3, [](auto x) { thrust::get<0>(x) += int(thrust::get<1>(x) * 2); });
        ? holds(a, 5, 9, 8)
        thrust::get<1>(*z) = 9;
        ? f[0] == 9
        auto add = thrust::make_zip_function([](int x, float y) { return x + int(y); });
        thrust::transform(thrust::seq, z, z + 3, o, add);
        ? holds(o, 14, 10, 10)
        auto by_second = [](const auto& x, const auto& y) { return thrust::get<1>(x) < thrust::get<1>(y); };
        thrust::sort(thrust::seq, z, z + 3, by_second);
        ? holds(a, 9, 8, 5) && f[0] == 1.5f && f[2] == 9
        thrust::sort(thrust::seq, z, z + 3);
        ? holds(a, 5, 8, 9) && f[0] == 9 && f[2] == 1.5f
        auto r = thrust::make_reverse_iterator(a + 3);
        thrust::copy(thrust::seq, r, r + 3, o);
        ? holds(o, 9, 8, 5)
        thrust::copy(thrust::seq, a, a + 3, thrust::make_transform_output_iterator(o, twice()));
        ? holds(o, 10, 16, 18)
        auto ends = thrust::reduce_by_key(thrust::seq, k, k + 3, a, thrust::make_discard_iterator(), o);
        ? ends.second == o + 2 && holds(o, 13, 9)
        thrust::device_ptr<int> d = thrust::device_pointer_cast(a);
        ? *d == 5 && d[1] == 8 && thrust::raw_pointer_cast(d) == a && d.get() == a && thrust::reduce(d, d + 3) == 22
        """,
        BEFORE,
    )


def test_function_objects_and_placeholders():
    check(
        "thrust/functional.h thrust/transform.h thrust/count.h thrust/pair.h thrust/tuple.h"
        " thrust/system/cuda/execution_policy.h",
        """
        using namespace thrust::placeholders;
        int a[] = {1, 2, 3}, b[] = {4, 5, 6}, o[3];
        thrust::transform(thrust::seq, a, a + 3, o, _1 * 2 + 1);
        ? holds(o, 3, 5, 7)
        thrust::transform(thrust::cuda::par, a, a + 3, b, o, (_2 - _1) * -_1);
        ? holds(o, -3, -6, -9)
        ? thrust::count_if(thrust::seq, a, a + 3, _1 > 1 && _1 != 3) == 1
        ? thrust::project1st<int, int>()(1, 2) == 1 && thrust::project2nd<>()(1, 2) == 2
        ? thrust::identity<int>()(4) == 4 && thrust::maximum<>()(1, 2.5) == 2.5 && thrust::minimum<int>()(1, 2) == 1
        auto three = thrust::make_tuple(1, 2.5, 'c');
        ? thrust::get<1>(three) == 2.5 && thrust::tuple_size<decltype(three)>::value == 3
        int i; double d;
        thrust::tie(i, d, thrust::ignore) = three;
        ? i == 1 && d == 2.5
        thrust::pair<int, float> p = thrust::make_pair(1, 2.f);
        ? p.first == 1 && p.second == 2.f
        """,
        BEFORE,
    )


def test_sorted_rows_beside_numpy():
    code = r"""
    #include <thrust/sort.h>
    #include <thrust/unique.h>
    extern "C" __global__ void rows(float* x, int* places, int n, int* counts) {
        float* row = x + blockIdx.x * n;
        if (threadIdx.x == 0) {
            int* own = places + blockIdx.x * n;
            for (int i = 0; i < n; ++i) own[i] = i;
            thrust::stable_sort_by_key(thrust::seq, row, row + n, own);
            counts[blockIdx.x] = thrust::unique_count(thrust::seq, row, row + n);
        }
    }
    """
    rng = np.random.default_rng(3)
    x = rng.integers(0, 40, (9, 101)).astype("f")
    rows, places, counts = cp.asarray(x), cp.empty((9, 101), "i4"), cp.empty(9, "i4")
    cp.RawKernel(code, "rows", backend="nvcc")((9,), (32,), (rows, places, 101, counts))
    np.testing.assert_array_equal(rows.get(), np.sort(x, 1))
    np.testing.assert_array_equal(places.get(), np.argsort(x, 1, kind="stable"))
    assert counts.get().tolist() == [len(np.unique(row)) for row in x]
