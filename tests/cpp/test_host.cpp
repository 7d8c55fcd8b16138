#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/host.h"
#include "cuprum/ufunc.h"

namespace cuprum {
namespace {

TEST(Host, LiteralsHaveNumPysDtypes) {
    EXPECT_EQ(array({1, 2, 3}).to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(array({1u, 2u}).dtype(), DType::int64);
    EXPECT_EQ(array({~0ull}).to_vector<std::uint64_t>(), std::vector<std::uint64_t>{~0ull});
    EXPECT_EQ(array({1.5, 2.5}).to_vector<double>(), (std::vector<double>{1.5, 2.5}));
    EXPECT_EQ(array({1.5f}).to_vector<float>(), std::vector<float>{1.5f});
    EXPECT_EQ(array({true, false}).dtype(), DType::bool_);
    EXPECT_EQ(array({std::complex(1.0, 2.0)}).to_vector<std::complex<double>>(), std::vector{std::complex(1.0, 2.0)});
    EXPECT_EQ(array({INFINITY}, DType::float16).item().to_double(), INFINITY);
    EXPECT_EQ(array({-1, 7}, DType::int8).to_vector<std::int8_t>(), (std::vector<std::int8_t>{-1, 7}));
    EXPECT_THROW(array({300}, DType::uint8), OverflowError);
    EXPECT_THROW(array({-1}, DType::uint64), OverflowError);
}

TEST(Host, Matrices) {
    const ndarray a = array({{1, 2, 3}, {4, 5, 6}}, DType::int32);
    EXPECT_EQ(repr(a), "array([[1, 2, 3],\n       [4, 5, 6]], dtype=int32)");
    EXPECT_THROW(array({{1, 2}, {3}}), ValueError);
    EXPECT_EQ(array({{1.0}}).shape(), (Shape{1, 1}));
}

TEST(Host, RangesAreCopied) {
    std::vector<float> numbers{1, 2, 3, 4, 5, 6};
    const ndarray a = asarray(numbers, Shape{2, 3});
    numbers[0] = 9;
    EXPECT_EQ(a.to_vector<float>(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(a.shape(), (Shape{2, 3}));
    EXPECT_EQ(asarray(std::array<std::int16_t, 2>{7, 8}).to_vector<std::int16_t>(), (std::vector<std::int16_t>{7, 8}));
    EXPECT_EQ(asarray(std::vector<double>{}).shape(), Shape{0});
    EXPECT_THROW(asarray(numbers, Shape{4, 3}), ValueError);
}

TEST(Host, ArraysAreTakenAsTheyAreWhereTheyWillDo) {
    const ndarray a = arange(6).reshape({2, 3});
    EXPECT_EQ(asarray(a).buffer().get(), a.buffer().get());
    EXPECT_NE(array(a).buffer().get(), a.buffer().get());
    EXPECT_EQ(array(a, {}, false).buffer().get(), a.buffer().get());
    EXPECT_EQ(asarray(a, DType::float32).dtype(), DType::float32);
    EXPECT_TRUE(asarray(a, {}, 'F').is_f_contiguous());
}

TEST(Host, ArraysOfOtherDevicesAreBroughtHere) {
    if (cuda::get_device_count() < 2) GTEST_SKIP() << "one device: run with CUPRUM_CPU_DEVICES=2";
    const ndarray a = arange(6).reshape({2, 3}).T();
    cuda::DeviceGuard other(1);
    const ndarray there = asarray(a);
    EXPECT_EQ(there.device(), 1);
    EXPECT_EQ((there + 1).to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 4, 2, 5, 3, 6}));
    EXPECT_EQ(asarray(there).buffer().get(), there.buffer().get());
}

}  // namespace
}  // namespace cuprum
