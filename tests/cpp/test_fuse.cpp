#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <tuple>

#include "cuprum/creation.h"
#include "cuprum/fuse.h"
#include "cuprum/logic.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/fusion/program.h"
#include "kernel/fusion/scalar_steps.h"
#include "runtime/backend.h"

namespace cuprum {
namespace {

ndarray sequence(const Shape& shape, double first = 1) {
    std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
    std::iota(values.begin(), values.end(), first);
    return array_from_host(values.data(), DType::float64, shape);
}

std::vector<double> numbers(const ndarray& a) { return a.astype(DType::float64).to_vector<double>(); }

void expect_close(const ndarray& actual, const ndarray& expected) {
    ASSERT_EQ(actual.shape(), expected.shape());
    EXPECT_EQ(actual.dtype(), expected.dtype());
    const auto a = numbers(actual), e = numbers(expected);
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_NEAR(a[i], e[i], 1e-12 * std::max(1.0, std::fabs(e[i]))) << "at " << i;
}

TEST(Fuse, MergesWorkElementByElement) {
    auto function = [](const ndarray& x, const ndarray& y) { return sqrt(x * x + y * y) * 0.5 + x; };
    auto fused = fuse(function, "half_length");
    for (Shape shape : {Shape{7}, Shape{300}, Shape{5, 6}}) {
        const ndarray x = sequence(shape), y = sequence(shape, 3);
        expect_close(fused(x, y), function(x, y));
    }
    EXPECT_EQ(fused.kernel_name(), "half_length");
    EXPECT_EQ(fused.trace_count(), 2u);  // one for each number of axes
}

TEST(Fuse, ReducesInBetween) {
    auto softmax = [](const ndarray& x) {
        const ReduceOptions rows{.axis = 1, .keepdims = true};
        const ndarray e = exp(x - max(x, rows));
        return e / sum(e, rows);
    };
    auto fused = fuse(softmax);
    for (Shape shape : {Shape{4, 9}, Shape{100, 300}, Shape{3, 20000}, Shape{64, 1000}}) {
        const ndarray x = remainder(sequence(shape), 17);
        expect_close(fused(x), softmax(x));
    }
}

TEST(Fuse, ScalarsStayArguments) {
    auto fused = fuse([](const ndarray& x, auto a, auto b) { return x * (a * 2 + b) - a; });
    const ndarray x = sequence({5});
    for (double a : {1.0, -2.5, 7.0}) expect_close(fused(x, a, 3), x * (a * 2 + 3) - a);
    EXPECT_EQ(fused.trace_count(), 1u);
}

TEST(Fuse, ScalarsThatDecideAreWatched) {
    auto fused = fuse([](const ndarray& x, auto n) {
        ndarray y = x;
        for (int i = 0; i < int(n); ++i) y = y * 2;
        return y + 0;
    });
    const ndarray x = sequence({4});
    for (int n : {0, 3, 1, 3}) expect_close(fused(x, n), x * std::pow(2, n));
    EXPECT_EQ(fused.trace_count(), 3u);
    auto branch = fuse([](const ndarray& x, auto a) { return a > 0 ? x + 1 : x - 1; });
    for (double a : {1.0, 2.0, -1.0, 3.0}) expect_close(branch(x, a), a > 0 ? x + 1 : x - 1);
    EXPECT_EQ(branch.trace_count(), 2u);
    auto flag = fuse([](const ndarray& x, bool up) { return up ? x + 1 : x - 1; });
    expect_close(flag(x, true), x + 1);
    expect_close(flag(x, false), x - 1);
}

TEST(Fuse, GivesSeveralResultsAndWritesToArguments) {
    auto fused = fuse([](const ndarray& x, const ndarray& y) {
        x += y;
        return std::make_tuple(x * 2, sum(x), x);
    });
    const ndarray x = sequence({6}), y = sequence({6}, 10), before = x.copy();
    auto [twice, total, itself] = fused(x, y);
    expect_close(x, before + y);
    expect_close(twice, (before + y) * 2);
    expect_close(total, sum(before + y));
    EXPECT_EQ(itself.buffer().get(), x.buffer().get());
    auto list = fuse([](const ndarray& x) { return std::vector<ndarray>{x + 1, x + 2}; });
    expect_close(list(x)[1], x + 2);
    fuse([](const ndarray& x) { x *= 3; })(y);
    expect_close(y, sequence({6}, 10) * 3);
}

TEST(Fuse, ArgumentsThatShareMemoryRunAsTheyAre) {
    auto function = [](const ndarray& x, const ndarray& y) {
        x += 1;
        return y * 2;
    };
    const ndarray a = sequence({8}), b = sequence({8});
    const Slice later{1, {}, {}}, earlier{{}, -1, {}};
    expect_close(fuse(function)(a(later), a(earlier)), function(b(later), b(earlier)));
    expect_close(a, b);
}

TEST(Fuse, RefusesBranchesOnElementsAndOtherEngines) {
    const ndarray x = sequence({3, 3});
    EXPECT_THROW(fuse([](const ndarray& x) { return sum(x).item().to_bool() ? x : -x; })(x), TypeError);
    EXPECT_THROW(fuse([](const ndarray& x) { return sort(x); })(x), TypeError);
    ndarray kept;
    fuse([&](const ndarray& x) { kept = x + 1; })(x);
    EXPECT_THROW(numbers(kept), TypeError);
    expect_close(x + 0, x);
}

TEST(Fuse, LengthsThatAreUsedAreNoticed) {
    auto function = [](const ndarray& x) { return sum(x, {.axis = 0}) / static_cast<double>(x.shape(0)); };
    auto fused = fuse(function);
    for (Shape shape : {Shape{3, 4}, Shape{5, 4}, Shape{8, 2}})
        expect_close(fused(sequence(shape)), function(sequence(shape)));
}

TEST(Fuse, RunsOneKernelForEachReductionAndOneForTheRest) {
    kernel::Trace trace;
    std::vector<ndarray> results;
    {
        const ndarray x = trace.argument(0, DType::float64, {5, 7}, {56, 8});
        kernel::Trace::Recording recording(trace);
        const ndarray centred = x - mean(x, {.axis = 1, .keepdims = true});
        results = {centred / sqrt(mean(centred * centred, {.axis = 1, .keepdims = true}) + 1e-5), centred + 1};
    }
    trace.finish(results);
    const kernel::KnownLength known[] = {{5, 0, 0}, {7, 0, 1}};
    const kernel::Program program(trace, "normalised", known);
    EXPECT_TRUE(program.is_general());
    EXPECT_EQ(program.stage_count(), 3u);
    EXPECT_EQ(program.result_count(), 2u);
    const ndarray x = sequence({9, 4});
    ndarray made[2];
    const Operand arguments[] = {Operand(x)};
    program.run(arguments, made);
    expect_close(made[1], x - mean(x, {.axis = 1, .keepdims = true}) + 1);
}

TEST(Fuse, TakesMoreLengthsThanAnyTableHolds) {
    constexpr int count = 400;
    kernel::Trace trace;
    std::vector<kernel::KnownLength> known;
    std::vector<ndarray> results;
    std::vector<ndarray> traced;
    for (int k = 0; k < count; ++k) {
        const std::int64_t length = k + 2;
        traced.push_back(trace.argument(k, DType::float64, {length}, {8}));
        known.push_back({length, k, 0});
    }
    {
        kernel::Trace::Recording recording(trace);
        results = {traced[0] * 2, traced[count - 1] + 1};
    }
    trace.finish(results);
    const kernel::Program program(trace, "many_lengths", known);
    std::vector<ndarray> arrays;
    std::vector<Operand> arguments;
    for (int k = 0; k < count; ++k) arrays.push_back(sequence({k + 3}));  // each one longer than when it was traced
    for (const ndarray& array : arrays) arguments.emplace_back(array);
    ndarray made[2];
    program.run(arguments, made);
    expect_close(made[0], arrays[0] * 2);
    expect_close(made[1], arrays[count - 1] + 1);
}

TEST(ScalarSteps, FollowPython) {
    using enum kernel::ScalarOperation;
    const auto value = [](kernel::ScalarOperation operation, const Scalar& a, const Scalar& b) {
        return kernel::evaluate(operation, a, b).to_double();
    };
    EXPECT_EQ(value(floor_divide, -7, 2), -4);
    EXPECT_EQ(value(remainder, -7, 2), 1);
    EXPECT_EQ(value(remainder, 7, -2), -1);
    EXPECT_EQ(value(floor_divide, -7.5, 2), -4);
    EXPECT_EQ(value(divide, 1, 2), 0.5);
    EXPECT_EQ(value(power, 2, -1), 0.5);
    EXPECT_EQ(value(power, 3, 4), 81);
    EXPECT_TRUE(is_integer(kernel::evaluate(multiply, 3, 4).dtype()));
    EXPECT_TRUE(kernel::evaluate(multiply, std::int64_t{1} << 62, 4).is_huge());
    EXPECT_TRUE(is_complex(kernel::evaluate(power, -8.0, 1.0 / 3).dtype()));
    EXPECT_TRUE(kernel::evaluate(less, 1, 2.5).to_bool());
    EXPECT_THROW(kernel::evaluate(divide, 1, 0), ZeroDivisionError);
}

}  // namespace
}  // namespace cuprum
