#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

#include "cuprum/creation.h"
#include "cuprum/sorting.h"
#include "cuprum/transfer.h"

namespace cuprum {
namespace {

// NumPy's order, told apart from the library's own: NaN last, complex numbers by the first part that decides.
template <class T>
bool before(const T& a, const T& b) {
    return a < b || (b != b && a == a);
}
bool before(half a, half b) { return before(float(a), float(b)); }
bool before(bfloat16_t a, bfloat16_t b) { return before(float(a), float(b)); }
template <class T>
bool before(const std::complex<T>& a, const std::complex<T>& b) {
    auto rank = [](const std::complex<T>& z) { return 2 * std::isnan(z.real()) + std::isnan(z.imag()); };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (before(a.real(), b.real())) return true;
    return !before(b.real(), a.real()) && before(a.imag(), b.imag());
}

std::mt19937_64 random_bits(20);

template <class T>
struct Draw {
    static T value(std::int64_t distinct) {
        auto pick = static_cast<std::int64_t>(random_bits() % static_cast<std::uint64_t>(distinct));
        if constexpr (std::is_integral_v<T>) return static_cast<T>(pick * 0x9e3779b97f4a7c15ull);
        else if (pick % 17 == 0) return T(pick % 2 ? NAN : -NAN);
        else if (pick % 17 == 1) return T(pick % 2 ? 0.0f : -0.0f);
        else if (pick % 17 == 2) return T(pick % 2 ? INFINITY : -INFINITY);
        else return T(static_cast<float>(pick - distinct / 2) * 1.37f);
    }
};
template <class T>
struct Draw<std::complex<T>> {
    static std::complex<T> value(std::int64_t distinct) {
        auto root = static_cast<std::int64_t>(std::sqrt(double(distinct))) + 1;
        return {Draw<T>::value(root), Draw<T>::value(root)};
    }
};

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
    if constexpr (std::is_same_v<T, bool>) return a == b;
    else return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <class T>
std::vector<T> values(std::int64_t count, std::int64_t distinct) {
    std::vector<T> result(static_cast<std::size_t>(count));
    for (auto&& x : result) x = Draw<T>::value(distinct);
    return result;
}

template <class T>
ndarray upload(const std::vector<T>& values, const Shape& shape) {
    if constexpr (std::is_same_v<T, bool>) {
        std::vector<char> bytes(values.begin(), values.end());
        return array_from_host(bytes.data(), DType::bool_, shape);
    } else {
        return array_from_host(values.data(), dtype_of<T>, shape);
    }
}

template <class T>
std::vector<T> download(const ndarray& a) {
    std::vector<std::conditional_t<std::is_same_v<T, bool>, char, T>> raw(static_cast<std::size_t>(a.size()));
    a.get(raw.data());
    return {raw.begin(), raw.end()};
}

template <class T>
void check(const Shape& shape, int axis, std::int64_t distinct) {
    SCOPED_TRACE(std::string(info(dtype_of<T>).name) + " " + to_string(shape) + " axis " + std::to_string(axis) +
                 " distinct " + std::to_string(distinct));
    auto host = values<T>(element_count(shape), distinct);
    ndarray a = upload(host, shape);
    std::vector<T> expected(host.size());
    std::vector<std::int64_t> expected_order(host.size());
    const std::int64_t length = shape[axis];
    std::int64_t step = 1;
    for (int i = axis + 1; i < shape.size(); ++i) step *= shape[i];
    std::vector<std::int64_t> order(static_cast<std::size_t>(length));
    for (std::int64_t start = 0; start < static_cast<std::int64_t>(host.size()); ++start) {
        if (start / step % length) continue;
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](auto i, auto j) { return before(T(host[start + i * step]), T(host[start + j * step])); });
        for (std::int64_t i = 0; i < length; ++i) {
            expected[start + i * step] = host[start + order[i] * step];
            expected_order[start + i * step] = order[i];
        }
    }
    EXPECT_TRUE(same_bytes(download<T>(sort(a, axis)), expected));
    EXPECT_EQ(download<std::int64_t>(argsort(a, axis)), expected_order);
    sort_in_place(a, axis);
    EXPECT_TRUE(same_bytes(download<T>(a), expected));
}

template <class T>
class Sorting : public testing::Test {};
using Types = testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                             std::uint32_t, std::uint64_t, half, bfloat16_t, float, double, std::complex<float>,
                             std::complex<double>>;
TYPED_TEST_SUITE(Sorting, Types);

TYPED_TEST(Sorting, lengths) {
    for (std::int64_t n : {0, 1, 2, 15, 16, 17, 33, 100, 1023, 1024, 1025, 2048, 2049, 5000, 40000, 70001})
        for (std::int64_t distinct : {1, 50, 1 << 30}) check<TypeParam>({n}, 0, distinct);
}

TYPED_TEST(Sorting, axes) {
    for (const Shape& shape :
         {Shape{3, 5, 7}, Shape{300, 3}, Shape{2, 3000}, Shape{0, 3}, Shape{1, 1}, Shape{2, 40000}, Shape{40000, 2}})
        for (int axis = 0; axis < shape.size(); ++axis) check<TypeParam>(shape, axis, 1000);
}

TEST(Sort, radix_sort_skips_bytes_in_which_keys_agree) {
    for (int shift : {0, 8, 24, 40, 56})
        for (int count : {1, 2, 3}) {
            std::vector<std::int64_t> host(50000);
            for (auto& x : host) {
                x = 0x0123456789abcdef;
                for (int k = 0; k < count; ++k)
                    x ^= static_cast<std::int64_t>((random_bits() & 0xff) << (shift + 16 * k) % 64);
            }
            ndarray a = upload(host, {50000});
            ndarray order = argsort(a);
            std::vector<std::int64_t> expected(host.size());
            std::iota(expected.begin(), expected.end(), 0);
            std::stable_sort(expected.begin(), expected.end(), [&](auto i, auto j) { return host[i] < host[j]; });
            EXPECT_EQ(download<std::int64_t>(order), expected);
            ndarray sorted = sort(a);
            std::sort(host.begin(), host.end());
            EXPECT_EQ(download<std::int64_t>(sorted), host);
        }
}

TEST(Sort, views_are_sorted_in_place) {
    auto host = values<float>(12, 1000);
    ndarray a = upload(host, {3, 4});
    ndarray every_other = a.with_layout({3, 2}, {16, 8});
    auto expected = host;
    for (int column : {0, 2}) {
        std::vector<float> values;
        for (int row = 0; row < 3; ++row) values.push_back(host[row * 4 + column]);
        std::stable_sort(values.begin(), values.end(), [](float x, float y) { return before(x, y); });
        for (int row = 0; row < 3; ++row) expected[row * 4 + column] = values[row];
    }
    sort_in_place(every_other, 0);
    EXPECT_TRUE(same_bytes(download<float>(a), expected));
}

TEST(Sort, zero_dimensions) {
    ndarray a = upload(std::vector<double>{3}, {});
    EXPECT_THROW(sort(a), AxisError);
    EXPECT_EQ(sort(a, std::nullopt).shape(), Shape{1});
    EXPECT_EQ(argsort(a).shape(), Shape{1});
    EXPECT_THROW(argsort(a, 1), AxisError);
}

TEST(Sort, results_keep_their_source_s_layout) {
    ndarray a = upload(values<float>(24, 100), {2, 3, 4}).transpose();
    for (int axis : {0, 1, 2}) EXPECT_EQ(sort(a, axis).strides(), a.strides());
}

template <class T>
ndarray line(const std::vector<T>& values) {
    return upload(values, {static_cast<std::int64_t>(values.size())});
}
using Integers = std::vector<std::int64_t>;

TEST(Sort, descending_keeps_the_order_of_equal_elements) {
    const std::int64_t numbers[] = {2, 7, 2, 7, 1};
    const ndarray a = array_from_host(numbers, DType::int64, {5});
    EXPECT_EQ(sort(a, -1, true).to_vector<std::int64_t>(), (std::vector<std::int64_t>{7, 7, 2, 2, 1}));
    EXPECT_EQ(argsort(a, -1, true).to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 3, 0, 2, 4}));
    EXPECT_EQ(sort(a.reshape({1, 5}), {}, true).shape(), (Shape{5}));
}

TEST(Search, searchsorted_and_digitize) {
    ndarray a = line(Integers{1, 3, 3, 5});
    EXPECT_EQ(download<std::int64_t>(searchsorted(a, line(Integers{0, 3, 9}))), (Integers{0, 1, 4}));
    EXPECT_EQ(download<std::int64_t>(searchsorted(a, 3, "right")), Integers{3});
    EXPECT_THROW(searchsorted(a, 3, "middle"), ValueError);
    EXPECT_EQ(download<std::int64_t>(digitize(line(Integers{0, 3, 9}), a)), (Integers{0, 3, 4}));
}

TEST(Sets, unique_tells_all) {
    Unique found = unique(line(Integers{5, 2, 5, 9, 2}), {.index = true, .inverse = true, .counts = true});
    EXPECT_EQ(download<std::int64_t>(found.values), (Integers{2, 5, 9}));
    EXPECT_EQ(download<std::int64_t>(found.index), (Integers{1, 0, 3}));
    EXPECT_EQ(download<std::int64_t>(found.inverse), (Integers{1, 0, 1, 2, 0}));
    EXPECT_EQ(download<std::int64_t>(found.counts), (Integers{2, 2, 1}));
}

TEST(Sets, results_of_the_array_api_have_names) {
    const std::int64_t numbers[] = {2, 1, 2};
    const ndarray a = array_from_host(numbers, DType::int64, {3});
    EXPECT_EQ(unique_all(a).indices.to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 0}));
    EXPECT_EQ(unique_counts(a).counts.to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(unique_inverse(a).inverse_indices.to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 0, 1}));
}

TEST(Sets, operations) {
    ndarray a = line(Integers{3, 1, 2, 1}), b = line(Integers{2, 4});
    EXPECT_EQ(download<std::int64_t>(union1d(a, b)), (Integers{1, 2, 3, 4}));
    EXPECT_EQ(download<std::int64_t>(intersect1d(a, b)), Integers{2});
    EXPECT_EQ(download<std::int64_t>(setdiff1d(a, b)), (Integers{1, 3}));
    EXPECT_EQ(download<std::int64_t>(setxor1d(a, b)), (Integers{1, 3, 4}));
    EXPECT_EQ(download<bool>(isin(a, b)), (std::vector<bool>{false, false, true, false}));
}

TEST(Sets, unsigned_beside_signed_integers) {
    const std::uint64_t unsigned_numbers[] = {1ull << 53, (1ull << 53) + 1, 1ull << 63, ~0ull, 7};
    const std::int64_t signed_numbers[] = {(1ll << 53) + 1, -1, INT64_MIN, 7};
    const ndarray a = array_from_host(unsigned_numbers, DType::uint64, {5}),
                  b = array_from_host(signed_numbers, DType::int64, {4});
    EXPECT_EQ(download<bool>(isin(a, b)), (std::vector<bool>{false, true, false, false, true}));
    EXPECT_EQ(download<bool>(isin(b, a)), (std::vector<bool>{true, false, false, true}));
    EXPECT_EQ(download<std::int64_t>(setdiff1d(b, a)), (Integers{INT64_MIN, -1}));
    const Index places[] = {array_from_host(std::array<std::int64_t, 3>{0, 4, 4}.data(), DType::int64, {3})};
    const Operand less_one = -1;
    add.at(a, places, &less_one);
    EXPECT_EQ(download<std::uint64_t>(a),
              (std::vector<std::uint64_t>{(1ull << 53) - 1, (1ull << 53) + 1, 1ull << 63, ~0ull, 5}));
}

TEST(OrderStatistics, medians_and_quantiles) {
    ndarray a = line(std::vector<double>{4, 1, NAN, 3, 2});
    EXPECT_TRUE(std::isnan(median(a).item().to_double()));
    EXPECT_EQ(nanmedian(a).item().to_double(), 2.5);
    EXPECT_EQ(nanquantile(a, 0.25).item().to_double(), 1.75);
    EXPECT_EQ(nanpercentile(a, 50, {.method = "lower"}).item().to_double(), 2);
    EXPECT_THROW(quantile(a, 2), ValueError);
    EXPECT_THROW(quantile(a, 0.5, {.method = "no"}), ValueError);
}

TEST(Histograms, bincount_and_histogram) {
    EXPECT_EQ(download<std::int64_t>(bincount(line(Integers{0, 2, 2}), nullptr, 4)), (Integers{1, 0, 2, 0}));
    EXPECT_THROW(bincount(line(Integers{-1})), ValueError);
    Histogram found = histogram(line(std::vector<double>{1, 2, 1, 4}), {.bins = std::int64_t{3}});
    EXPECT_EQ(download<std::int64_t>(found.counts), (Integers{2, 1, 1}));
    EXPECT_EQ(download<double>(found.edges), (std::vector<double>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace cuprum
