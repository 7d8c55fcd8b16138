// Indexing against plain loops on the host; the Python tests compare with NumPy.
#include <gtest/gtest.h>

#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/gather/gather.h"

namespace cuprum {
namespace {

using Ints = std::vector<std::int64_t>;

ndarray from(const Ints& values) {
    return array_from_host(values.data(), DType::int64, {static_cast<std::int64_t>(values.size())});
}
ndarray counting(const Shape& shape) {
    Ints values(static_cast<std::size_t>(element_count(shape)));
    std::iota(values.begin(), values.end(), 0);
    return from(values).reshape(shape);
}
ndarray mask(const Ints& values) { return from(values).astype(DType::bool_); }
Ints list(const ndarray& a) { return a.to_vector<std::int64_t>(); }

template <class Call>
std::string message(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

TEST(Indexing, BasicIndicesGiveViews) {
    ndarray a = counting({2, 3, 4});
    EXPECT_EQ(list(a.at({1, Slice{{}, {}, -2}, 3})), (Ints{23, 15}));
    EXPECT_EQ(a.at({ellipsis, newaxis, 0}).shape(), (Shape{2, 3, 1}));
    EXPECT_EQ(a.at({-1}).buffer().get(), a.buffer().get());
    EXPECT_EQ(a.at({Slice{5, {}, {}}}).shape(), (Shape{0, 3, 4}));
    a.at({0}).fill(7);
    EXPECT_EQ(a.at({0, 2, 3}).item().to_int(), 7);
}

TEST(Indexing, ErrorsReadAsNumPys) {
    ndarray a = counting({5});
    EXPECT_EQ(message([&] { a.at({10}); }), "index 10 is out of bounds for axis 0 with size 5");
    EXPECT_EQ(message([&] { a.at({1, 1}); }), "too many indices for array: array is 1-dimensional, but 2 were indexed");
    EXPECT_EQ(message([&] { a.at({ellipsis, ellipsis}); }), "an index can only have a single ellipsis ('...')");
    EXPECT_EQ(message([&] { a.at({Slice{{}, {}, 0}}); }), "slice step cannot be zero");
    EXPECT_EQ(message([&] { a.at({mask({1, 0})}); }),
              "boolean index did not match indexed array along axis 0; size of axis is 5 but size of corresponding "
              "boolean axis is 2");
    EXPECT_EQ(message([&] { counting({5, 5}).at({from({1, 2}), from({1, 2, 3})}); }),
              "shape mismatch: indexing arrays could not be broadcast together with shapes (2,) (3,) ");
    EXPECT_EQ(message([&] { a.assign({Slice{0, 2, 1}}, from({1, 2, 3})); }),
              "could not broadcast input array from shape (3,) into shape (2,)");
    EXPECT_THROW(a.at({a.astype(DType::float32)}), IndexError);
    if (kernel::checks_bounds()) {
        EXPECT_EQ(message([&] { a.at({from({0, -6})}); }), "index -6 is out of bounds for axis 0 with size 5");
        EXPECT_THROW(a.assign({from({5})}, from({1})), IndexError);
        EXPECT_EQ(list(a), (Ints{0, 1, 2, 3, 4}));
    }
}

TEST(Indexing, ArraysTogetherStayInPlaceAndApartGoFirst) {
    ndarray a = counting({2, 3, 4, 5}), i = from({0, 1, 1}), j = from({3, 0, 2});
    EXPECT_EQ(a.at({Slice{}, i, j}).shape(), (Shape{2, 3, 5}));
    EXPECT_EQ(a.at({Slice{}, i, Slice{}, j}).shape(), (Shape{3, 2, 4}));
    EXPECT_EQ(a.at({0, Slice{}, j}).shape(), (Shape{3, 3, 5}));
    EXPECT_EQ(list(a.at({1, i, j, 2})), (Ints{60 + 15 + 2, 60 + 20 + 2, 60 + 20 + 10 + 2}));
    EXPECT_EQ(list(counting({2, 3}).at({from({1, -2}), Slice{}})), (Ints{3, 4, 5, 0, 1, 2}));
    EXPECT_EQ(a.at({true}).shape(), (Shape{1, 2, 3, 4, 5}));
    EXPECT_EQ(a.at({false}).shape(), (Shape{0, 2, 3, 4, 5}));
}

TEST(Indexing, EveryItemSizeIsGathered) {
    for (DType dtype : {DType::int8, DType::int16, DType::int32, DType::int64, DType::complex128}) {
        ndarray a = counting({50, 3}).astype(dtype), index = from({40, 0, 7, 7});
        EXPECT_EQ(list(a.at({index}).astype(DType::int64)), (Ints{120, 121, 122, 0, 1, 2, 21, 22, 23, 21, 22, 23}));
        EXPECT_EQ(list(a.T().at({2, index.astype(DType::int8)}).astype(DType::int64)), (Ints{122, 2, 23, 23}));
    }
}

TEST(Indexing, ANumberIsAssignedToWhateverIndexesName) {
    ndarray a = counting({6});
    a.assign({Slice{1, 3}}, 7);
    a.assign({mask({0, 0, 0, 0, 1, 1})}, 9);
    a.assign({0}, 5);
    EXPECT_EQ(list(a), (Ints{5, 7, 7, 3, 9, 9}));
    EXPECT_THROW(a.assign({6}, 0), IndexError);
}

TEST(Indexing, TheLastOfRepeatedIndicesStays) {
    ndarray a = zeros({4, 600}, DType::int64), index = from({2, 1, 2, 2, 1});
    ndarray values = from({10, 20, 30, 40, 50}).reshape({5, 1}) + counting({600});
    a.assign({index}, values);
    EXPECT_EQ(a.at({2, 599}).item().to_int(), 40 + 599);
    EXPECT_EQ(a.at({1, 0}).item().to_int(), 50);
    EXPECT_EQ(a.at({3, 5}).item().to_int(), 0);
    ndarray b = zeros({1000}, DType::int64), many = counting({100000}) % 1000;
    b.assign({many}, counting({100000}));
    EXPECT_EQ(list(b), list(counting({1000}) + 99000));
}

// The way in which processors without an order of their own keep to one.
TEST(Indexing, RepeatedIndicesKeepTheirOrderInEveryScheme) {
    ndarray index = (counting({5000}) * 7919) % 100, values = counting({5000});
    const kernel::IndexArray entry{index, 8, 100, 0};
    ndarray wanted = zeros({100}, DType::int64);
    wanted.assign({index}, values);
    ndarray data = zeros({100}, DType::int64), places = data.with_layout({5000}, {0});
    kernel::scatter(places, kernel::last_values(places, values, std::span(&entry, 1)), std::span(&entry, 1),
                    index_raise, true);
    EXPECT_EQ(list(data), list(wanted));
    data.fill(0);
    kernel::apply_in_order({"assign", "out0 = in1", DType::int64, DType::int64, DType::int64}, places, values,
                           std::span(&entry, 1));
    EXPECT_EQ(list(data), list(wanted));
}

TEST(Indexing, OverlappingAssignmentIsRight) {
    ndarray a = counting({6});
    a.assign({Slice{1, {}, {}}}, a.at({Slice{{}, -1, {}}}));
    EXPECT_EQ(list(a), (Ints{0, 0, 1, 2, 3, 4}));
    ndarray b = counting({4});
    b.assign({b.at({Slice{{}, {}, -1}})}, b);
    EXPECT_EQ(list(b), (Ints{3, 2, 1, 0}));
}

TEST(Indexing, MasksOfManySizes) {
    for (std::int64_t size : {0, 1, 63, 64, 65, 4096, 16384, 16385, 200000}) {
        ndarray a = counting({size}), m = less(a * 7919 % 101, 30);
        Ints wanted;
        for (std::int64_t i = 0; i < size; ++i)
            if (i * 7919 % 101 < 30) wanted.push_back(i);
        EXPECT_EQ(list(a.at({m})), wanted);
        EXPECT_EQ(list(nonzero(m)[0]), wanted);
        EXPECT_EQ(list(flatnonzero(m.astype(DType::float32))), wanted);
        const Index index(m);
        a.assign(std::span(&index, 1), Scalar(-1));
        EXPECT_EQ(flatnonzero(equal(a, -1)).size(), static_cast<std::int64_t>(wanted.size()));
        a.assign({m}, from(wanted));
        EXPECT_EQ(list(a), list(counting({size})));
    }
    EXPECT_EQ(list(diagonal(counting({2, 2}), 1)), (Ints{1}));
    EXPECT_EQ(list(argwhere(counting({2, 2}))), (Ints{0, 1, 1, 0, 1, 1}));
    EXPECT_EQ(counting({3, 4}).at({mask({1, 0, 1})}).shape(), (Shape{2, 4}));
}

TEST(Indexing, TakeAndPut) {
    ndarray a = counting({3, 4}), index = from({-1, 5});
    EXPECT_EQ(list(take(a, index, 1, nullptr, "wrap")), (Ints{3, 1, 7, 5, 11, 9}));
    EXPECT_EQ(list(take(a, index, 1, nullptr, "clip")), (Ints{0, 3, 4, 7, 8, 11}));
    EXPECT_EQ(list(take_along_axis(a, from({3, 2, 1}).reshape({3, 1}), 1)), (Ints{3, 6, 9}));
    put(a, from({0, 11, 0}), from({-1, -2}));
    EXPECT_EQ(list(a.ravel()), (Ints{-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -2}));
    put(a.T(), from({1}), from({99}));
    EXPECT_EQ(a.at({1, 0}).item().to_int(), 99);
    EXPECT_EQ(list(choose(from({1, 0, 1}), {from({1, 2, 3}), from({10, 20, 30})})), (Ints{10, 2, 30}));
    EXPECT_EQ(list(compress(mask({0, 1}), counting({2, 2}), 0)), (Ints{2, 3}));
    fill_diagonal(a, 5);
    EXPECT_EQ(list(a.diagonal()), (Ints{5, 5, 5}));
    EXPECT_EQ(list(ravel_multi_index(unravel_index(from({5, 11}), {3, 4}), {3, 4})), (Ints{5, 11}));
}

TEST(Indexing, AtCountsEachIndex) {
    ndarray a = zeros({3}, DType::float64);
    const Index index(from({0, 2, 0, -1}));
    scatter_add(a, std::span(&index, 1), from({1, 2, 3, 4}));
    EXPECT_EQ(a.to_vector<double>(), (std::vector<double>{4, 0, 6}));
    negative.at(a, std::span(&index, 1));
    EXPECT_EQ(a.to_vector<double>(), (std::vector<double>{4, 0, 6}));
    ndarray b = counting({3});
    scatter_max(b, std::span(&index, 1), from({5, 1, 3, 1}));
    EXPECT_EQ(list(b), (Ints{5, 1, 2}));
    const Operand two(2);
    power.at(b, std::span(&index, 1), &two);
    EXPECT_EQ(list(b), (Ints{625, 1, 16}));
}

}  // namespace
}  // namespace cuprum
