// Scans against plain loops on the host.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cuprum/creation.h"
#include "cuprum/scan.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"

namespace cuprum {
namespace {

std::vector<double> random_values(std::int64_t count) {
    std::mt19937 generator(17);
    std::vector<double> values(static_cast<std::size_t>(count));
    for (double& value : values) value = static_cast<double>(generator() % 2001) / 8 - 125;  // sums are exact
    return values;
}

// The scan of an (outer, length, inner) array.
template <class Op>
std::vector<double> expected(std::vector<double> values, std::int64_t outer, std::int64_t length, std::int64_t inner,
                             Op op) {
    for (std::int64_t o = 0; o < outer; ++o)
        for (std::int64_t i = 1; i < length; ++i)
            for (std::int64_t c = 0; c < inner; ++c) {
                const auto at = static_cast<std::size_t>((o * length + i) * inner + c);
                values[at] = op(values[at - static_cast<std::size_t>(inner)], values[at]);
            }
    return values;
}

TEST(Scan, EveryShapeAlongEveryAxis) {
    const Shape shapes[] = {{1},          {31},        {1000},     {70000},     {300000},
                            {3, 1},       {5000, 7},   {7, 5000},  {3, 100000}, {100000, 3},
                            {40, 33, 50}, {2, 1, 300}, {300, 600}, {4, 0, 5},   {2000, 16}};
    for (const Shape& shape : shapes) {
        const std::int64_t size = element_count(shape);
        const std::vector<double> values = random_values(size);
        const ndarray a = array_from_host(values.data(), DType::float64, shape);
        for (int axis = 0; axis < shape.size(); ++axis) {
            std::int64_t outer = 1, inner = 1;
            for (int i = 0; i < axis; ++i) outer *= shape[i];
            for (int i = axis + 1; i < shape.size(); ++i) inner *= shape[i];
            auto plus = [](double x, double y) { return x + y; };
            auto larger = [](double x, double y) { return std::max(x, y); };
            auto minus = [](double x, double y) { return x - y; };
            EXPECT_EQ(cumsum(a, axis).to_vector<double>(), expected(values, outer, shape[axis], inner, plus))
                << to_string(shape) << axis;
            EXPECT_EQ(maximum.accumulate(a, axis).to_vector<double>(),
                      expected(values, outer, shape[axis], inner, larger));
            EXPECT_EQ(subtract.accumulate(a, axis).to_vector<double>(),
                      expected(values, outer, shape[axis], inner, minus));
            EXPECT_EQ(cumsum(a.T(), shape.size() - 1 - axis).T().to_vector<double>(),
                      cumsum(a, axis).to_vector<double>());
        }
    }
}

TEST(Scan, DtypesAreNumPys) {
    for (auto [from, to] : {std::pair{DType::bool_, DType::int64},
                            {DType::int8, DType::int64},
                            {DType::uint16, DType::uint64},
                            {DType::float16, DType::float16},
                            {DType::float32, DType::float32},
                            {DType::complex64, DType::complex64}}) {
        const ndarray a = ones({3}, from);
        EXPECT_EQ(cumsum(a).dtype(), to);
        EXPECT_EQ(cumsum(a).astype(DType::int64).to_vector<std::int64_t>(), (std::vector<std::int64_t>{1, 2, 3}));
        EXPECT_EQ(cumprod(a).dtype(), to);
    }
    EXPECT_EQ(maximum.accumulate(ones({3}, DType::int8)).dtype(), DType::int8);
    EXPECT_EQ(divide.accumulate(ones({3}, DType::int32)).dtype(), DType::float64);
    EXPECT_EQ(cumsum(ones({2, 2}), {}, DType::float32).shape(), (Shape{4}));
    EXPECT_THROW(less.accumulate(ones({3})), UFuncTypeError);
    EXPECT_THROW(add.accumulate(ones({})), TypeError);
    EXPECT_THROW(cumsum(ones({3}), 1), AxisError);
}

TEST(Scan, NansAndOutputs) {
    const double nan = std::nan("");
    const std::vector<double> values{2, nan, 3};
    const ndarray a = array_from_host(values.data(), DType::float64, {3});
    EXPECT_EQ(nancumsum(a).to_vector<double>(), (std::vector<double>{2, 2, 5}));
    EXPECT_EQ(nancumprod(a).to_vector<double>(), (std::vector<double>{2, 2, 6}));
    EXPECT_TRUE(std::isnan(cumsum(a).to_vector<double>()[2]));
    ndarray out = zeros({6}).at({Slice{{}, {}, 2}});
    cumsum(ones({3}), 0, {}, &out);
    EXPECT_EQ(out.to_vector<double>(), (std::vector<double>{1, 2, 3}));
    ndarray same = ones({100000});
    cumsum(same, 0, {}, &same);
    EXPECT_EQ(same.at({99999}).item().to_double(), 100000);
}

TEST(Scan, ResultsDoNotDependOnTheRun) {
    std::mt19937 generator(5);
    std::vector<float> values(3000000);
    for (float& value : values) value = std::ldexp(static_cast<float>(generator()), -32);
    const ndarray a = array_from_host(values.data(), DType::float32, {3000000});
    const auto first = cumsum(a).to_vector<float>();
    double sum = 0;
    for (float value : values) sum += value;
    EXPECT_NEAR(first.back(), sum, 1e-6 * sum);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(cumsum(a).to_vector<float>(), first);
}

TEST(Scan, ReduceatFollowsItsIndices) {
    const std::vector<double> values{0, 1, 2, 3, 4, 5, 6, 7};
    const ndarray a = array_from_host(values.data(), DType::float64, {8});
    const std::vector<std::int64_t> starts{0, 4, 1, 5, 2, 6, 3, 7};
    const ndarray indices = array_from_host(starts.data(), DType::int64, {8});
    EXPECT_EQ(add.reduceat(a, indices).to_vector<double>(), (std::vector<double>{6, 4, 10, 5, 14, 6, 18, 7}));
    EXPECT_EQ(add.reduceat(a.reshape({4, 2}), indices.at({Slice{0, 1, 1}}), 0).to_vector<double>(),
              (std::vector<double>{12, 16}));
}

TEST(Scan, Differences) {
    const std::vector<double> values{1, 2, 4, 7, 11};
    const ndarray a = array_from_host(values.data(), DType::float64, {5});
    EXPECT_EQ(diff(a, 2).to_vector<double>(), (std::vector<double>{1, 1, 1}));
    EXPECT_EQ(ediff1d(a).to_vector<double>(), (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(gradient(a)[0].to_vector<double>(), (std::vector<double>{1, 1.5, 2.5, 3.5, 4}));
}

}  // namespace
}  // namespace cuprum
