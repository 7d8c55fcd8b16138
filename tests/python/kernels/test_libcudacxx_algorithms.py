"""libcu++'s algorithms, clocks and small classes in kernels: each line of a kernel is an expression that is true."""

import numpy as np
import pytest
from raw_common import check

import cuprum as cp

pytestmark = pytest.mark.skipif(cp.backend() != "cpu", reason="a GPU has the libcu++ that is installed")


ARRAYS = """
    struct even { __device__ bool operator()(int x) const { return x % 2 == 0; } };
    template <int n> __device__ bool same(const int (&a)[n], const int* b) {
        for (int i = 0; i < n; ++i)
            if (a[i] != b[i]) return false;
        return true;
    }
    template <class... T> __device__ bool holds(const int* a, T... values) {
        const int expected[] = {values...};
        return same(expected, a);
    }
"""


def test_queries():
    check(
        "cuda/std/algorithm",
        """
        int a[] = {3, 1, 4, 1, 5, 9, 2, 6}, part[] = {1, 5}, none[] = {7, 8}, twos[] = {2, 2, 4};
        int* const end = a + 8;
        ? std::find(a, end, 4) == a + 2 && std::find(a, end, 7) == end
        ? std::find_if(a, end, even()) == a + 2 && std::find_if_not(a, end, [](int x) { return x == 3; }) == a + 1
        ? std::count(a, end, 1) == 2 && std::count_if(a, end, even()) == 3
        ? std::any_of(a, end, even()) && !std::all_of(a, end, even()) && !std::none_of(a, end, even())
        ? std::all_of(a, a, even()) && std::none_of(a, a, even()) && !std::any_of(a, a, even())
        ? std::search(a, end, part, part + 2) == a + 3 && std::search(a, end, none, none + 2) == end
        ? std::search(a, end, part, part) == a && std::search(a, a + 4, part, part + 2) == a + 4
        ? std::find_end(a, end, part, part + 1) == a + 3 && std::find_end(a, end, none, none + 2) == end
        ? std::find_first_of(a, end, part, part + 2) == a + 1 && std::find_first_of(a, end, none, none + 2) == end
        ? std::adjacent_find(twos, twos + 3) == twos && std::adjacent_find(a, end) == end
        ? std::adjacent_find(a, end, [](int x, int y) { return x + y == 14; }) == a + 4
        ? std::mismatch(a, a + 2, a + 2).first == a
        ? std::equal(a + 1, a + 2, a + 3) && !std::equal(a, a + 2, a + 2) && std::equal(a, a + 2, a, a + 2)
        ? !std::equal(a, a + 2, a, a + 3) && std::equal(a, a + 2, part, [](int x, int y) { return x >= 1; })
        ? std::lexicographical_compare(a, a + 2, a, a + 3) && !std::lexicographical_compare(a, a + 3, a, a + 3)
        ? std::lexicographical_compare(part, part + 2, a, end) && !std::lexicographical_compare(a, end, part, part + 2)
        int sum = 0;
        std::for_each(a, end, [&](int x) { sum += x; });
        ? sum == 31 && std::for_each_n(a, 2, [&](int x) { sum -= x; }) == a + 2 && sum == 27
        ? std::is_permutation(a, a + 2, twos + 0) == false && std::is_permutation(part, part + 2, a + 3)
        """,
        ARRAYS,
    )


def test_minima_and_maxima():
    check(
        "cuda/std/algorithm",
        """
        int a[] = {3, 1, 4, 1, 5, 9, 2, 9};
        int* const end = a + 8;
        ? std::min(2, 3) == 2 && std::max(2, 3) == 3 && std::min(2.5, -1.0) == -1 && std::max<double>(2, 3.5) == 3.5
        ? std::min({4, 2, 3}) == 2 && std::max({4, 2, 7, 3}) == 7
        ? std::max(2, 3, [](int x, int y) { return x > y; }) == 2
        ? std::clamp(5, 0, 3) == 3 && std::clamp(-5, 0, 3) == 0 && std::clamp(2, 0, 3) == 2
        ? std::min_element(a, end) == a + 1 && std::max_element(a, end) == a + 5 && std::max_element(a, a) == a
        ? std::minmax_element(a, end).first == a + 1 && std::minmax_element(a, end).second == a + 7
        ? std::minmax(5, 2).first == 2 && std::minmax(5, 2).second == 5
        """,
        ARRAYS,
    )


def test_changes_of_arrays():
    check(
        "cuda/std/algorithm",
        """
        int a[8] = {3, 1, 4, 1, 5, 9, 2, 6}, b[8], c[8];
        int* const end = a + 8;
        ? std::copy(a, end, b) == b + 8 && same(a, b)
        ? std::copy_n(a + 4, 2, c) == c + 2 && holds(c, 5, 9)
        ? std::copy_if(a, end, c, even()) == c + 3 && holds(c, 4, 2, 6)
        ? std::copy_backward(b, b + 3, b + 5) == b + 2 && holds(b, 3, 1, 3, 1, 4, 9)
        ? std::transform(a, a + 3, c, [](int x) { return -x; }) == c + 3 && holds(c, -3, -1, -4)
        ? std::transform(a, a + 3, a + 1, c, std::plus<>()) == c + 3 && holds(c, 4, 5, 5)
        std::fill(c, c + 3, 8);
        ? std::fill_n(c + 3, 2, 7) == c + 5 && holds(c, 8, 8, 8, 7, 7)
        int next = 0;
        std::generate(c, c + 3, [&] { return next++; });
        ? std::generate_n(c + 3, 2, [&] { return next *= 2; }) == c + 5 && holds(c, 0, 1, 2, 6, 12)
        std::copy(a, end, b);
        std::replace(b, b + 8, 1, 10);
        ? holds(b, 3, 10, 4, 10, 5, 9, 2, 6)
        std::replace_if(b, b + 8, even(), 0);
        ? holds(b, 3, 0, 0, 0, 5, 9, 0, 0)
        ? std::replace_copy(a, a + 4, c, 1, 7) == c + 4 && holds(c, 3, 7, 4, 7)
        ? std::remove(b, b + 8, 0) == b + 3 && holds(b, 3, 5, 9)
        ? std::remove_copy_if(a, end, c, even()) == c + 5 && holds(c, 3, 1, 1, 5, 9)
        int first[] = {1, 2, 1, 1};
        ? std::remove(first, first + 4, first[0]) == first + 1 && first[0] == 2
        int twice[] = {1, 1, 2, 2, 2, 1};
        ? std::unique_copy(twice, twice + 6, c) == c + 3 && holds(c, 1, 2, 1)
        ? std::unique(twice, twice + 6) == twice + 3 && holds(twice, 1, 2, 1) && std::unique(c, c) == c
        std::copy(a, end, b);
        std::reverse(b, b + 3);
        ? holds(b, 4, 1, 3, 1) && std::reverse_copy(b, b + 4, c) == c + 4 && holds(c, 1, 3, 1, 4)
        ? std::rotate(b, b + 3, b + 8) == b + 5 && holds(b, 1, 5, 9, 2, 6, 4, 1, 3)
        ? std::rotate(b, b, b + 3) == b + 3 && std::rotate(b, b + 3, b + 3) == b && holds(b, 1, 5, 9)
        ? std::rotate_copy(b, b + 2, b + 5, c) == c + 5 && holds(c, 9, 2, 6, 1, 5)
        ? std::shift_left(b, b + 8, 6) == b + 2 && holds(b, 1, 3) && std::shift_left(b, b + 8, 9) == b
        ? std::shift_right(b, b + 4, 2) == b + 2 && b[2] == 1 && b[3] == 3 && std::shift_right(b, b + 2, 2) == b + 2
        ? std::swap_ranges(b + 2, b + 4, c) == c + 2 && holds(c, 1, 3, 6) && b[2] == 9
        std::iter_swap(b + 2, c);
        ? b[2] == 1 && c[0] == 9
        """,
        ARRAYS,
    )


def test_partitions_and_sorted_arrays():
    check(
        "cuda/std/algorithm",
        """
        int a[8] = {3, 1, 4, 1, 5, 9, 2, 6}, b[8], c[16], odd[8];
        std::copy(a, a + 8, b);
        int* middle = std::partition(b, b + 8, even());
        ? middle == b + 3 && std::is_partitioned(b, b + 8, even()) && !std::is_partitioned(a, a + 8, even())
        ? std::partition_point(b, b + 8, even()) == middle
        auto ends = std::partition_copy(a, a + 8, c, odd, even());
        ? ends.first == c + 3 && ends.second == odd + 5 && holds(c, 4, 2, 6) && holds(odd, 3, 1, 1, 5, 9)
        int s[] = {1, 2, 2, 2, 5, 7}, u[] = {2, 2, 3, 7, 8};
        ? std::lower_bound(s, s + 6, 2) == s + 1 && std::upper_bound(s, s + 6, 2) == s + 4
        ? std::lower_bound(s, s + 6, 0) == s && std::lower_bound(s, s + 6, 9) == s + 6
        ? std::upper_bound(s, s + 6, 7) == s + 6 && std::upper_bound(s, s, 7) == s
        ? std::equal_range(s, s + 6, 2).first == s + 1 && std::equal_range(s, s + 6, 2).second == s + 4
        ? std::binary_search(s, s + 6, 5) && !std::binary_search(s, s + 6, 6)
        ? std::lower_bound(u, u + 5, 2.5) == u + 2
        int down[] = {9, 6, 3};
        ? std::lower_bound(down, down + 3, 6, std::greater<>()) == down + 1
        ? std::is_sorted(s, s + 6) && !std::is_sorted(a, a + 8) && std::is_sorted_until(a, a + 8) == a + 1
        ? std::is_sorted(down, down + 3, std::greater<int>()) && std::is_sorted(s, s)
        ? std::merge(s, s + 6, u, u + 5, c) == c + 11 && holds(c, 1, 2, 2, 2, 2, 2, 3, 5, 7, 7, 8)
        ? std::includes(s, s + 6, u, u + 2) && !std::includes(s, s + 6, u, u + 3) && std::includes(s, s, u, u)
        ? std::set_union(s, s + 6, u, u + 5, c) == c + 8 && holds(c, 1, 2, 2, 2, 3, 5, 7, 8)
        ? std::set_intersection(s, s + 6, u, u + 5, c) == c + 3 && holds(c, 2, 2, 7)
        ? std::set_difference(s, s + 6, u, u + 5, c) == c + 3 && holds(c, 1, 2, 5)
        ? std::set_symmetric_difference(s, s + 6, u, u + 5, c) == c + 5 && holds(c, 1, 2, 3, 5, 8)
        """,
        ARRAYS,
    )


@pytest.mark.parametrize("threads", [1, 70])
def test_heaps_and_permutations(threads):
    check(
        "cuda/std/algorithm",
        """
        int a[8] = {3, 1, 4, 1, 5, 9, 2, 6}, b[8], c[3];
        std::copy(a, a + 8, b);
        std::make_heap(b, b + 8);
        ? std::is_heap(b, b + 8) && b[0] == 9 && std::is_heap_until(a, a + 8) == a + 2
        std::pop_heap(b, b + 8);
        ? b[7] == 9 && b[0] == 6 && std::is_heap(b, b + 7)
        b[7] = 100;
        std::push_heap(b, b + 8);
        ? b[0] == 100 && std::is_heap(b, b + 8)
        std::sort_heap(b, b + 8);
        ? holds(b, 1, 1, 2, 3, 4, 5, 6, 100)
        std::copy(a, a + 8, b);
        std::partial_sort(b, b + 3, b + 8);
        ? holds(b, 1, 1, 2) && std::is_permutation(a, a + 8, b)
        std::partial_sort(b, b + 8, b + 8, std::greater<>());
        ? holds(b, 9, 6, 5, 4, 3, 2, 1, 1)
        ? std::partial_sort_copy(a, a + 8, c, c + 3) == c + 3 && holds(c, 1, 1, 2)
        ? std::partial_sort_copy(a, a + 1, c, c + 3) == c + 1 && c[0] == 3
        int p[] = {1, 2, 3, 3};
        int count = 1;
        while (std::next_permutation(p, p + 4)) ++count;
        ? count == 12 && holds(p, 1, 2, 3, 3)
        ? !std::prev_permutation(p, p + 4) && holds(p, 3, 3, 2, 1) && std::prev_permutation(p, p + 4)
        ? holds(p, 3, 3, 1, 2) && !std::next_permutation(p, p)
        """,
        ARRAYS,
        threads,
    )


def test_numeric_algorithms():
    check(
        "cuda/std/numeric",
        """
        int a[5] = {1, 2, 3, 4, 5}, b[5];
        auto square = [](int x) { return x * x; };
        ? std::accumulate(a, a + 5, 10) == 25 && std::accumulate(a, a + 5, 0.5) == 15.5
        ? std::accumulate(a, a + 5, 1, std::multiplies<>()) == 120 && std::reduce(a, a + 5) == 15
        ? std::reduce(a, a + 5, 2, std::multiplies<int>()) == 240 && std::reduce(a, a, 7) == 7
        ? std::inner_product(a, a + 5, a, 0) == 55 && std::transform_reduce(a, a + 5, a, 1) == 56
        ? std::transform_reduce(a, a + 5, 0, std::plus<>(), square) == 55
        std::iota(b, b + 5, 7);
        ? holds(b, 7, 8, 9, 10, 11)
        ? std::inclusive_scan(a, a + 5, b) == b + 5 && holds(b, 1, 3, 6, 10, 15)
        ? std::inclusive_scan(a, a + 5, b, std::plus<>(), 100) == b + 5 && holds(b, 101, 103, 106, 110, 115)
        ? std::exclusive_scan(a, a + 5, b, 0) == b + 5 && holds(b, 0, 1, 3, 6, 10)
        ? std::exclusive_scan(a, a + 5, b, 1, std::multiplies<>()) == b + 5 && holds(b, 1, 1, 2, 6, 24)
        ? std::transform_inclusive_scan(a, a + 5, b, std::plus<>(), square) == b + 5 && holds(b, 1, 5, 14, 30, 55)
        ? std::transform_exclusive_scan(a, a + 5, b, 0, std::plus<>(), square) == b + 5 && holds(b, 0, 1, 5, 14, 30)
        ? std::partial_sum(a, a + 5, a) == a + 5 && holds(a, 1, 3, 6, 10, 15)
        ? std::adjacent_difference(a, a + 5, a) == a + 5 && holds(a, 1, 2, 3, 4, 5)
        ? std::gcd(12, 18) == 6 && std::gcd(-12, 18) == 6 && std::gcd(0, 0) == 0 && std::gcd(0, -5) == 5
        ? std::gcd(12u, 18ll) == 6 && std::lcm(4, 6) == 12 && std::lcm(-4, 6) == 12 && std::lcm(0, 5) == 0
        ? std::midpoint(1, 4) == 2 && std::midpoint(4, 1) == 3 && std::midpoint(-3, -4) == -3
        ? std::midpoint(2147483647, 2147483645) == 2147483646 && std::midpoint(-2147483647 - 1, 2147483647) == -1
        ? std::midpoint(1.7e308, 1.5e308) == 1.6e308 && std::midpoint(1.0f, 2.0f) == 1.5f
        ? std::midpoint(a, a + 5) == a + 2
        """,
        ARRAYS,
    )


def test_iterators():
    check(
        "cuda/std/iterator cuda/std/array cuda/std/span cuda/std/algorithm",
        """
        int a[4] = {1, 2, 3, 4};
        std::array<int, 3> three{5, 6, 7};
        int* p = a;
        std::advance(p, 2);
        ? p == a + 2 && std::next(p) == a + 3 && std::prev(p, 2) == a && std::distance(a, p) == 2
        ? std::begin(a) == a && std::end(a) == a + 4 && std::size(a) == 4 && std::data(a) == a
        ? std::begin(three) == three.data() && std::size(three) == 3 && !std::empty(three) && std::ssize(three) == 3
        ? *std::rbegin(a) == 4 && *three.rbegin() == 7 && std::distance(std::rbegin(a), std::rend(a)) == 4
        int back[4];
        std::copy(std::rbegin(a), std::rend(a), back);
        ? back[0] == 4 && back[3] == 1
        std::reverse_iterator<int*> r(a + 4);
        ? *(r + 1) == 3 && r[2] == 2 && r.base() == a + 4 && *++r == 3 && (r += 2, *r == 1)
        static_assert(std::is_same_v<std::iterator_traits<const int*>::value_type, int>);
        static_assert(std::is_same_v<std::iterator_traits<int*>::iterator_category, std::random_access_iterator_tag>);
        std::span<int> view(a);
        ? std::count_if(view.begin(), view.end(), even()) == 2
        """,
        ARRAYS,
    )


def test_clocks_and_ratios():
    check(
        "cuda/std/chrono",
        """
        auto start = std::chrono::high_resolution_clock::now();
        ? std::chrono::high_resolution_clock::now() >= start
        std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - std::chrono::steady_clock::now();
        ? taken.count() <= 0 && taken > -seconds(1)
        ? std::chrono::duration_cast<std::chrono::milliseconds>(microseconds(1500)).count() == 1
        ? std::chrono::duration<double>(milliseconds(1500)).count() == 1.5
        ? std::chrono::milliseconds(seconds(2)).count() == 2000
        ? seconds(1) + milliseconds(1) == milliseconds(1001) && minutes(1) / seconds(1) == 60
        ? seconds(1) - milliseconds(1) == microseconds(999000)
        ? hours(1) % seconds(7) == seconds(2) && milliseconds(1) < milliseconds(2) && !(seconds(1) < milliseconds(5))
        ? 2 * seconds(3) == seconds(6) && seconds(7) / 2 == seconds(3)
        ? (seconds(3) * 0.5).count() == 1.5 && -seconds(1) < seconds(0)
        ? std::chrono::duration<float, std::milli>(1.5f) == microseconds(1500)
        ? (start + seconds(1)) - start == seconds(1) && start + seconds(1) > start
        ? (start - milliseconds(1)).time_since_epoch() < start.time_since_epoch()
        static_assert(std::ratio<6, -4>::num == -3 && std::ratio<6, -4>::den == 2);
        static_assert(std::ratio_multiply<std::ratio<2, 3>, std::ratio<3, 4>>::den == 2);
        static_assert(std::ratio_add<std::ratio<1, 3>, std::ratio<1, 6>>::num == 1);
        static_assert(std::ratio_less_v<std::milli, std::centi> && std::ratio_equal_v<std::kilo, std::ratio<1000>>);
        static_assert(std::ratio_divide<std::milli, std::micro>::num == 1000);
        """,
        """
        using milliseconds = cuda::std::chrono::milliseconds;
        using microseconds = cuda::std::chrono::microseconds;
        using seconds = cuda::std::chrono::seconds;
        using minutes = cuda::std::chrono::minutes;
        using hours = cuda::std::chrono::hours;
        """,
    )


def test_small_classes():
    check(
        "cuda/std/variant cuda/std/expected cuda/std/bitset cuda/std/memory cuda/std/optional cuda/std/functional",
        """
        std::variant<int, double, char> v = 2.5;
        ? v.index() == 1 && std::holds_alternative<double>(v) && std::get<double>(v) == 2.5 && std::get<1>(v) == 2.5
        ? std::get_if<int>(&v) == nullptr && *std::get_if<1>(&v) == 2.5
        ? std::visit([](auto x) { return double(x) * 2; }, v) == 5
        v = 'a';
        ? v.index() == 2 && std::visit(kind(), v) == 3 && v == decltype(v)('a') && !(v == decltype(v)(97))
        v.emplace<int>(7);
        ? std::get<0>(v) == 7 && std::visit([](auto x, auto y) { return int(x + y); }, v, v) == 14
        static_assert(std::variant_size_v<decltype(v)> == 3);
        std::expected<int, char> good = 4, bad = std::unexpected('e');
        ? good && *good == 4 && !bad && bad.error() == 'e' && bad.value_or(9) == 9
        ? *good.transform([](int x) { return x * 1.5; }) == 6 && good == 4 && !(good == bad)
        ? bad.or_else([](char) { return std::expected<int, char>(3); }).value() == 3
        std::bitset<70> bits;
        bits.set(3).set(69).flip(0);
        ? bits.count() == 3 && bits[69] && bits.test(0) && !bits[1] && bits.any() && !bits.none() && bits.size() == 70
        ? (~bits).count() == 67 && (bits << 1).test(4) && (bits << 1).count() == 2 && (bits >> 3).to_ullong() == 1
        ? (bits & std::bitset<70>(8)).count() == 1 && (bits | std::bitset<70>(2)).count() == 4 && bits.set().all()
        int place = 0;
        ? *std::construct_at(std::addressof(place), 5) == 5 && std::to_address(&place) == &place
        std::optional<int> one = 1, none;
        ? *one.transform([](int x) { return x + 0.5; }) == 1.5 && !none.transform([](int x) { return x; })
        ? one.and_then([](int x) { return std::optional<int>(x + 1); }) == 2 && none < one && !(one < none)
        ? *none.or_else([] { return std::optional<int>(8); }) == 8
        ? std::optional<double>(one) == 1.0
        ? std::negate<>()(3) == -3 && std::logical_not<bool>()(false) && std::bit_not<>()(0) == -1
        ? std::not_fn([](int x) { return x > 0; })(-1) && std::bind_front(std::minus<>(), 10)(3) == 7
        ? std::invoke(&point::x, point{4, 5}) == 4 && std::invoke(&point::sum, point{4, 5}, 1) == 10
        int changed = 1;
        std::ref(changed).get() = 6;
        ? changed == 6 && std::cref(changed) + 0 == 6
        """,
        """
        struct kind {
            __device__ int operator()(int) const { return 1; }
            __device__ int operator()(double) const { return 2; }
            __device__ int operator()(char) const { return 3; }
        };
        struct point { int x, y; __device__ int sum(int more) const { return x + y + more; } };""",
    )


def test_utilities_tuples_and_arrays():
    check(
        "cuda/std/tuple cuda/std/utility cuda/std/array cuda/std/bit cuda/std/cmath cuda/std/functional cuda/std/span",
        """
        std::pair<int, double> p = std::make_pair(1, 2.5f);
        ? p.first == 1 && p.second == 2.5 && p > std::make_pair(1, 2.0)
        ? std::pair<int, int>{1, 2} <= std::pair<int, int>{1, 2}
        ? std::pair<int, int>{2, 0} > std::pair<int, int>{1, 2}
        ? std::get<1>(std::array<int, 2>{3, 4}) == 4 && std::tuple_size_v<std::array<int, 2>> == 2
        static_assert(std::is_same_v<std::tuple_element_t<1, std::pair<int, char>>, char>);
        auto [x, y] = std::array<int, 2>{8, 9};
        ? x == 8 && y == 9
        auto joined = std::tuple_cat(std::make_tuple(1, 2.5), std::make_tuple('c'), std::make_pair(4u, 5));
        static_assert(std::tuple_size_v<decltype(joined)> == 5);
        ? std::get<0>(joined) == 1 && std::get<2>(joined) == 'c'
        ? std::get<4>(joined) == 5 && std::get<char>(joined) == 'c'
        ? std::make_tuple(1, 2) < std::make_tuple(1, 3) && std::make_tuple(2, 0) > std::make_tuple(1, 3)
        ? std::make_tuple(1, 2) <= std::make_tuple(1, 2) && std::make_tuple(1, 2) != std::make_tuple(1, 3)
        ? std::make_from_tuple<pair>(std::make_tuple(3, 4)).b == 4
        ? std::cmp_less(-1, 1u) && !std::cmp_less(1u, -1) && std::cmp_equal(3, 3u) && !std::cmp_equal(-1, 4294967295u)
        ? std::cmp_greater_equal(0u, -5) && std::to_underlying(color::green) == 7
        std::array<int, 3> a{3, 1, 2}, b = std::to_array({3, 1, 4});
        ? a < b && a != b && !(a > b) && a.at(2) == 2 && *(a.rend() - 1) == 3
        a.swap(b);
        ? a[2] == 4 && std::exchange(a[2], 5) == 4 && a[2] == 5
        int l[2] = {1, 2}, m[2] = {3, 4};
        std::swap(l, m);
        ? std::in_range<signed char>(-128) && !std::in_range<signed char>(128u) && !std::in_range<unsigned>(-1)
        ? std::byteswap(0x01020304) == 0x04030201 && std::byteswap(short(0x0102)) == 0x0201
        ? std::lerp(1.0, 3.0, 0.5) == 2 && std::lerp(1.0, 3.0, 1.0) == 3 && std::lerp(-1.0f, 1.0f, 0.25f) == -0.5f
        ? std::isless(1, 2.5) && std::isunordered(1.0, nan(""))
        ? !std::isgreater(1.0, nan("")) && std::isnormal(1e-300)
        ? std::hash<double>()(0.0) == std::hash<double>()(-0.0) && std::hash<int>()(7) != std::hash<int>()(8)
        ? std::mem_fn(&pair::b)(pair(1, 2)) == 2 && std::as_bytes(std::span<int>(l)).size() == 8
        ? l[1] == 4 && m[0] == 1
        """,
        """
        enum class color : short { green = 7 };
        struct pair { int a, b; __device__ pair(int x, int y) : a(x), b(y) {} };""",
    )


@pytest.mark.parametrize("dtype, name, ctype", [("e", "fp16", "__half"), ("bfloat16", "bf16", "__nv_bfloat16")])
def test_limits_of_16_bit_floats(dtype, name, ctype):
    """Also that these traits are there for all kinds of types."""
    import ml_dtypes

    names = "max min lowest epsilon infinity denorm_min round_error".split()
    info = ml_dtypes.finfo(dtype if dtype == "bfloat16" else np.float16)
    expected = [info.max, info.tiny, info.min, info.eps, np.inf, info.smallest_subnormal, 0.5]
    code = f"""
    #include <cuda_{name}.h>
    #include <cuda/std/limits>
    extern "C" __global__ void f(float* out) {{
        using L = cuda::std::numeric_limits<{ctype}>;
        static_assert(L::digits == {info.nmant + 1} && L::max_exponent == {info.maxexp} && L::is_specialized);
        {"".join(f"out[{i}] = float(L::{n}());" for i, n in enumerate(names))}
        out[{len(names)}] = float(L::quiet_NaN());
    }}"""
    out = cp.zeros(len(names) + 1, "f")
    cp.RawKernel(code, "f")((1,), (1,), (out,))
    assert out.get()[:-1].tolist() == [float(x) for x in expected] and np.isnan(out.get()[-1])


def test_traits():
    check(
        "cuda/std/type_traits cuda/std/concepts cuda/cmath cuda/functional",
        """
        static_assert(std::rank_v<int[2][3]> == 2 && std::extent_v<int[2][3], 1> == 3);
        static_assert(std::alignment_of_v<double> == 8);
        static_assert(std::is_trivially_default_constructible_v<int>);
        static_assert(std::is_object_v<int> && !std::is_object_v<int&>);
        static_assert(std::is_invocable_r_v<double, int (*)(int), int>);
        static_assert(!std::is_invocable_r_v<int*, int (*)(int), int>);
        static_assert(std::is_null_pointer_v<decltype(nullptr)> && std::is_bounded_array<int[2]>::value);
        static_assert(std::is_same_v<std::add_const<int>::type, const int>);
        static_assert(sizeof(std::aligned_storage_t<10, 16>) == 16 && std::is_copy_assignable<int>::value);
        static_assert(std::is_same_v<std::invoke_result<int (*)(char), char>::type, int>);
        static_assert(std::swappable<int> && std::regular<double> && std::is_swappable_v<int> && !std::movable<int&>);
        static_assert(std::strict_weak_order<std::less<>, int, double> && !std::assignable_from<const int&, int>);
        ? isqrt(99) == 9 && isqrt(2147483647) == 46340 && isqrt(4294967295u) == 65535 && isqrt(0) == 0
        ? isqrt(9223372036854775807ll) == 3037000499ll && ipow(3, 4) == 81
        ? ipow(-1, -3) == -1 && ipow(2u, 31) == 1u << 31
        ? neg(5) == -5 && 17 / fast_mod_div(5) == 3 && 17 % fast_mod_div(5) == 2
        ? div(17, fast_mod_div(5)).first == 3 && div(17, fast_mod_div(5)).second == 2
        ? ilog2(40) == 5 && ceil_ilog2(40) == 6 && ceil_ilog2(32u) == 5 && ilog10(1000) == 3 && ilog10(999) == 2
        ? is_power_of_two(64) && !is_power_of_two(0) && !is_power_of_two(-8) && next_power_of_two(33) == 64
        ? prev_power_of_two(33) == 32 && uabs(-2147483647 - 1) == 2147483648u
        ? proclaim_return_type<double>([](int x) { return double(x); })(3) / 2 == 1.5
        """,
    )


@pytest.mark.parametrize("scope", ["", "cuda::thread_scope_block"])
def test_latches_and_semaphores(scope):
    """One thread makes these in shared memory; 64 threads meet at a latch, and two at a time pass a semaphore."""
    latch = f"cuda::latch<{scope}>" if scope else "cuda::std::latch"
    semaphore = f"cuda::counting_semaphore<{scope}>" if scope else "cuda::std::counting_semaphore<>"
    code = f"""
    #include <cuda/latch>
    #include <cuda/semaphore>
    extern "C" __global__ void f(int* out) {{
        __shared__ alignas({latch}) char gate_memory[sizeof({latch})];
        __shared__ alignas({semaphore}) char room_memory[sizeof({semaphore})];
        {latch}& gate = reinterpret_cast<{latch}&>(gate_memory);
        {semaphore}& room = reinterpret_cast<{semaphore}&>(room_memory);
        __shared__ int inside, most, before;
        int t = threadIdx.x;
        if (t == 0) {{
            new (&gate) {latch}(blockDim.x);
            new (&room) {semaphore}(2);
            inside = most = before = 0;
        }}
        __syncthreads();
        atomicAdd(&before, 1);
        gate.arrive_and_wait();
        out[t] = before;
        room.acquire();
        atomicMax(&most, atomicAdd(&inside, 1) + 1);
        atomicSub(&inside, 1);
        room.release();
        __syncthreads();
        if (t == 0) {{
            out[64] = most <= 2 && most > 0;
            out[65] = gate.try_wait();
            room.acquire(), room.acquire();
            out[66] = room.try_acquire();
        }}
    }}"""
    out = cp.zeros(67, "i")
    cp.RawKernel(code, "f")((1,), (64,), (out,))
    assert out.get()[:64].tolist() == [64] * 64 and out.get()[64:].tolist() == [1, 1, 0]


@pytest.mark.parametrize("header", "functional utility array tuple optional span complex mdspan numeric".split())
def test_headers_bring_each_other(header):
    """Programs include one of libcu++'s headers, and use what it brings along."""
    names = "numeric_limits min max swap pair move forward is_same_v conditional_t plus less size_t int32_t".split()
    if header != "numeric":
        names += "tuple get bit_cast memcpy integral array make_pair iterator_traits index_sequence".split()
    uses = "".join(f"using cuda::std::{name};\n" for name in names)
    found = cp.zeros(1, bool)
    code = (
        f'#include <cuda/std/{header}>\n{uses}extern "C" __global__ void f(bool* found) {{ *found = min(1, 2) == 1; }}'
    )
    cp.RawKernel(code, "f")((1,), (1,), (found,))
    assert found


def test_literals_of_durations():
    check(
        "cuda/std/chrono",
        """
        using namespace cuda::std::literals;
        ? 1s + 500ms == 1500ms && 1min == 60s && 1h == 60min && 1us == 1000ns
        """,
    )


def test_inplace_vectors():
    check(
        "cuda/std/inplace_vector",
        """
        using V = std::inplace_vector<int, 6>;
        V v{3, 1, 2}, none, twos(2, 2);
        ? v.size() == 3 && v.capacity() == 6 && v.max_size() == 6 && none.empty() && !v.empty()
        ? v.front() == 3 && v.back() == 2 && v[1] == 1 && v.at(2) == 2 && v.data() == v.begin()
        ? v.push_back(5) == 5 && v.emplace_back(7) == 7 && v.size() == 5 && *v.try_push_back(9) == 9
        ? !v.try_push_back(1) && !v.try_emplace_back(1) && holds(v.data(), 3, 1, 2, 5, 7, 9)
        v.pop_back();
        ? v.erase(v.begin() + 1) == v.begin() + 1 && v.size() == 4 && holds(v.data(), 3, 2, 5, 7)
        ? v.insert(v.begin(), 8) == v.begin() && holds(v.data(), 8, 3, 2, 5, 7)
        v.erase(v.begin() + 1, v.begin() + 4);
        ? v.size() == 2 && holds(v.data(), 8, 7) && *v.rbegin() == 7
        v.insert(v.begin() + 1, 2, 4);
        ? holds(v.data(), 8, 4, 4, 7) && v.size() == 4
        v.insert(v.end(), twos.begin(), twos.end());
        ? holds(v.data(), 8, 4, 4, 7, 2, 2) && std::erase(v, 4) == 2 && holds(v.data(), 8, 7, 2, 2)
        ? std::erase_if(v, even()) == 3 && v.size() == 1 && v[0] == 7
        v.resize(3, 6);
        ? holds(v.data(), 7, 6, 6) && v == V({7, 6, 6}) && v != twos && twos < v
        v.swap(twos);
        ? v.size() == 2 && twos.size() == 3
        v.assign(3, 1);
        v = {5, 4};
        int sum = 0;
        for (int x : v) sum += x;
        ? sum == 9
        v.clear();
        ? v == none && std::inplace_vector<int, 0>().empty()
        """,
        ARRAYS,
    )


def test_string_views():
    check(
        "cuda/std/string_view",
        """
        using namespace std::literals;
        std::string_view s = "a kernel, a launch", none;
        ? s.size() == 18 && s.length() == 18 && none.empty() && s[2] == 'k' && s.front() == 'a' && s.back() == 'h'
        ? s.find("a ") == 0 && s.find("a ", 1) == 10 && s.rfind("a ") == 10 && s.find("x") == s.npos && s.find(',') == 8
        ? s.rfind('a') == 13 && s.rfind('a', 12) == 10 && s.find("") == 0 && s.rfind("") == 18
        ? s.find("", 19) == s.npos
        ? s.substr(2, 6) == "kernel" && s.substr(12) == "launch"sv && s.starts_with("a k") && s.ends_with("launch")
        ? s.starts_with('a') && !s.ends_with('a') && !none.starts_with('a') && !none.ends_with("a")
        ? s.find_first_of("nr") == 4 && s.find_last_of("nr") == 15 && s.find_first_not_of("a k") == 3
        ? s.find_last_not_of("hc") == 15 && none.find_first_of("a") == s.npos && none.find_last_not_of("a") == s.npos
        ? "abc"sv < "abd"sv && "ab"sv < "abc"sv && "b"sv > "abc"sv && "a"sv.compare("a") == 0 && "a"sv.compare("b") < 0
        ? s.compare(2, 6, "kernel") == 0 && "a"sv != "A"sv && "a"sv <= "a"sv && "\\x7f"sv < "\\x80"sv
        char text[4] = {};
        ? s.copy(text, 3, 2) == 3 && std::string_view(text) == "ker" && std::string_view(text, 2) == "ke"
        s.remove_prefix(2);
        s.remove_suffix(10);
        ? s == "kernel" && s.end() - s.begin() == 6 && s.data()[0] == 'k'
        static_assert("abc"sv.size() == 3 && "abc"sv.find('c') == 2);
        """,
        ARRAYS,
    )


def test_views_of_matrices():
    check(
        "cuda/std/linalg cuda/std/complex cuda/std/mdspan",
        """
        int a[] = {1, 2, 3, 4, 5, 6};
        using E = std::dextents<int, 2>;
        std::mdspan<int, E> m(a, 2, 3);
        auto across = std::linalg::transposed(m);
        ? across.extent(0) == 3 && across.extent(1) == 2 && across(2, 1) == 6 && across(0, 1) == 4
        static_assert(std::is_same_v<decltype(across)::layout_type, std::layout_left>);
        across(1, 0) = 9;
        ? a[1] == 9 && std::linalg::transposed(across)(0, 1) == 9
        auto s = std::linalg::scaled(2.5, m);
        ? s(1, 2) == 15.0 && s.accessor().scaling_factor() == 2.5 && s.extent(1) == 3
        auto both = std::linalg::transposed(std::linalg::scaled(2, m));
        ? both(2, 1) == 12 && both(0, 0) == 2
        std::mdspan<int, E, std::layout_stride> even(a, {E(2, 2), std::array<int, 2>{3, 2}});
        auto turned = std::linalg::transposed(even);
        ? turned(1, 0) == 3 && turned(0, 1) == 4 && turned.stride(0) == 2 && turned.stride(1) == 3
        ? std::linalg::conjugated(m)(1, 2) == 6
        using C = std::complex<float>;
        C z[] = {C(1, 2), C(3, 4)};
        std::mdspan<C, std::extents<int, 1, 2>> row(z);
        auto c = std::linalg::conjugate_transposed(row);
        ? c(1, 0) == C(3, -4) && c.extent(0) == 2 && c.extent(1) == 1
        ? std::linalg::conjugated(c)(0, 0) == C(1, 2) && std::linalg::scaled(C(0, 1), c)(0, 0) == C(2, 1)
        """,
        ARRAYS,
    )
