#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>

#include "cuprum/creation.h"
#include "cuprum/reduction.h"
#include "cuprum/transfer.h"
#include "gpus_in_turn.h"
#include "kernel/engine/reduction/reduction.h"
#include "runtime/compiler.h"

namespace cuprum {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

template <class T>
ndarray array(const std::vector<T>& values, const Shape& shape) {
    return array_from_host(values.data(), dtype_of<T>, shape);
}
template <class T>
ndarray array(const std::vector<T>& values) {
    return array(values, {static_cast<std::int64_t>(values.size())});
}

ndarray mask(const std::vector<std::uint8_t>& values, const Shape& shape) {
    return array(values, shape).astype(DType::bool_);
}

std::vector<double> numbers(const ndarray& a) { return a.astype(DType::float64).to_vector<double>(); }
double number(const ndarray& a) { return a.item().to_double(); }

template <class Error, class F>
void expect_error(F&& f, const std::string& text) {
    try {
        f();
        ADD_FAILURE() << "nothing was thrown, where an error says: " << text;
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
}

// ------------------------------------------------------------------------------------------------- values by layout

/// Calls f(position of the output, values of its elements in C order) for every output.
template <class F>
void for_each_output(const ndarray& a, const Dims& axes, F&& f) {
    std::vector<double> values = numbers(a.copy());
    std::vector<bool> reduced(static_cast<std::size_t>(a.ndim()));
    for (std::int64_t axis : axes) reduced[static_cast<std::size_t>(axis)] = true;
    std::int64_t outputs = 1;
    for (int i = 0; i < a.ndim(); ++i)
        if (!reduced[static_cast<std::size_t>(i)]) outputs *= a.shape()[i];
    std::vector<std::vector<double>> elements(static_cast<std::size_t>(outputs));
    for (std::int64_t n = 0; n < a.size(); ++n) {
        std::int64_t rest = n, output = 0, step = 1;
        for (int i = a.ndim() - 1; i >= 0; --i) {
            const std::int64_t index = rest % a.shape()[i];
            rest /= a.shape()[i];
            if (reduced[static_cast<std::size_t>(i)]) continue;
            output += index * step;
            step *= a.shape()[i];
        }
        elements[static_cast<std::size_t>(output)].push_back(values[static_cast<std::size_t>(n)]);
    }
    for (std::size_t k = 0; k < elements.size(); ++k) f(k, elements[k]);
}

void check(const ndarray& a, const Dims& axes) {
    SCOPED_TRACE("shape " + to_string(a.shape()) + ", strides " + to_string(a.strides()) + ", axes " + to_string(axes) +
                 ", " + info(a.dtype()).name);
    const ReduceOptions options{.axis = axes};
    const double tolerance = itemsize(a.dtype()) <= 4 && is_inexact(a.dtype()) ? 1e-5 : 1e-12;
    const auto sums = numbers(sum(a, options)), means = numbers(mean(a, options)), largest = numbers(max(a, options)),
               smallest = numbers(min(a, options)), spreads = numbers(ptp(a, options)),
               variances = numbers(var(a, options, 1)), counts = numbers(count_nonzero(a, options)),
               anys = numbers(any(a, options)), alls = numbers(all(a, options));
    std::vector<double> last, first;
    if (axes.size() == 1) {
        last = numbers(argmax(a, options));
        first = numbers(argmin(a, options));
    }
    for_each_output(a, axes, [&](std::size_t k, const std::vector<double>& x) {
        const auto n = static_cast<double>(x.size());
        double total = 0, size = 0, squares = 0, zeros = 0;
        for (double v : x) {
            total += v;
            size += std::abs(v);
            zeros += v == 0;
        }
        for (double v : x) squares += (v - total / n) * (v - total / n);
        ASSERT_NEAR(sums[k], total, tolerance * size);
        ASSERT_NEAR(means[k], total / n, tolerance * size / n);
        if (n > 1) ASSERT_NEAR(variances[k], squares / (n - 1), 10 * tolerance * squares / (n - 1));
        else ASSERT_TRUE(std::isnan(variances[k]));
        const auto high = std::max_element(x.begin(), x.end()), low = std::min_element(x.begin(), x.end());
        ASSERT_EQ(largest[k], *high);
        ASSERT_EQ(smallest[k], *low);
        ASSERT_NEAR(spreads[k], *high - *low, tolerance * size);
        ASSERT_EQ(counts[k], n - zeros);
        ASSERT_EQ(anys[k], zeros < n);
        ASSERT_EQ(alls[k], zeros == 0);
        if (axes.size() == 1) {
            ASSERT_EQ(last[k], static_cast<double>(high - x.begin()));
            ASSERT_EQ(first[k], static_cast<double>(low - x.begin()));
        }
    });
}

class Layouts : public ::testing::TestWithParam<std::pair<Shape, Dims>> {};

TEST_P(Layouts, AgreeWithPlainLoops) {
    const auto& [shape, axes] = GetParam();
    std::mt19937 random(1);
    std::vector<float> floats(static_cast<std::size_t>(element_count(shape)));
    std::vector<int> integers(floats.size());
    for (std::size_t i = 0; i < floats.size(); ++i) {
        integers[i] = static_cast<int>(random() % 50) - 10;
        floats[i] = static_cast<float>(integers[i]) + 0.25f * static_cast<float>(random() % 4);
    }
    for (const ndarray& a :
         {array(floats, shape), array(integers, shape), array(floats, shape).astype(DType::float64, 'F')}) {
        check(a, axes);
        ndarray flipped = a.at({Slice{{}, {}, -1}, ellipsis});
        check(flipped, axes);
        check(a.at({ellipsis, Slice{{}, {}, 2}}), axes);
    }
}

INSTANTIATE_TEST_SUITE_P(Reductions, Layouts,
                         ::testing::Values(std::pair{Shape{1000}, Dims{0}}, std::pair{Shape{200001}, Dims{0}},
                                           std::pair{Shape{3, 70000}, Dims{1}}, std::pair{Shape{70000, 3}, Dims{0}},
                                           std::pair{Shape{3000, 7}, Dims{1}}, std::pair{Shape{3000, 8}, Dims{1}},
                                           std::pair{Shape{300, 129}, Dims{1}}, std::pair{Shape{300, 128}, Dims{0}},
                                           std::pair{Shape{300, 7}, Dims{0}}, std::pair{Shape{20, 600, 12}, Dims{1}},
                                           std::pair{Shape{500, 3, 4}, Dims{1}},
                                           std::pair{Shape{20, 30, 40}, Dims{0, 2}},
                                           std::pair{Shape{6, 5, 4, 3}, Dims{1, 3}},
                                           std::pair{Shape{6, 5, 4, 3}, Dims{0, 2}}, std::pair{Shape{4, 1, 5}, Dims{1}},
                                           std::pair{Shape{2, 3}, Dims{}}));

// ---------------------------------------------------------------------------------------------------- NumPy's rules

TEST(Reductions, DtypesFollowNumPy) {
    const auto of = [](DType d) { return empty({3}, d); };
    EXPECT_EQ(sum(of(DType::bool_)).dtype(), DType::int64);
    EXPECT_EQ(sum(of(DType::int8)).dtype(), DType::int64);
    EXPECT_EQ(prod(of(DType::uint16)).dtype(), DType::uint64);
    EXPECT_EQ(sum(of(DType::float16)).dtype(), DType::float16);
    EXPECT_EQ(sum(of(DType::int32), {.dtype = DType::float32}).dtype(), DType::float32);
    EXPECT_EQ(max(of(DType::uint8)).dtype(), DType::uint8);
    EXPECT_EQ(mean(of(DType::int32)).dtype(), DType::float64);
    EXPECT_EQ(mean(of(DType::bfloat16)).dtype(), DType::bfloat16);
    EXPECT_EQ(var(of(DType::complex64)).dtype(), DType::float32);
    EXPECT_EQ(std_(of(DType::int64)).dtype(), DType::float64);
    EXPECT_EQ(any(of(DType::float32)).dtype(), DType::bool_);
    EXPECT_EQ(argmax(of(DType::float16)).dtype(), DType::int64);
    EXPECT_EQ(count_nonzero(of(DType::complex128)).dtype(), DType::int64);
}

TEST(Reductions, NanStandsFirst) {
    const ndarray a = array<double>({1, nan, infinity, nan, -infinity});
    EXPECT_TRUE(std::isnan(number(max(a))));
    EXPECT_TRUE(std::isnan(number(min(a))));
    EXPECT_EQ(number(argmax(a)), 1);
    EXPECT_EQ(number(argmin(a)), 1);
    EXPECT_EQ(number(nanmax(a)), infinity);
    EXPECT_EQ(number(nanargmax(a)), 2);
    EXPECT_EQ(number(nanargmin(a)), 4);
    EXPECT_EQ(number(nansum(array<double>({1, nan, 2}))), 3);
    EXPECT_EQ(number(nanmean(array<double>({1, nan, 2}))), 1.5);
    EXPECT_EQ(number(nanstd(array<double>({1, nan, 3}))), 1);
    const ndarray none = array<double>({nan, nan});
    EXPECT_TRUE(std::isnan(number(nanmax(none))));
    EXPECT_TRUE(std::isnan(number(nanmean(none))));
    EXPECT_EQ(number(nanprod(none)), 1);
    expect_error<ValueError>([&] { nanargmin(none); }, "All-NaN slice encountered");
}

TEST(Reductions, TheFirstOfEqualElementsCounts) {
    EXPECT_EQ(number(argmax(array<int>({3, 7, 7, 1, 1}))), 1);
    EXPECT_EQ(number(argmin(array<int>({3, 7, 7, 1, 1}))), 3);
    EXPECT_EQ(number(argmax(zeros({100000}))), 0);
    EXPECT_EQ(number(argmax(full({5000}, -infinity))), 0);
    EXPECT_EQ(number(argmin(full({100}, std::numeric_limits<std::int64_t>::max()))), 0);
    std::vector<float> spread(100000, 1.0f);
    spread[99999] = spread[54321] = 2.0f;
    EXPECT_EQ(number(argmax(array(spread))), 54321);
}

TEST(Reductions, OfNoElements) {
    const ndarray a = empty({3, 0});
    EXPECT_EQ(numbers(sum(a, {.axis = 1})), (std::vector<double>{0, 0, 0}));
    EXPECT_EQ(number(prod(a)), 1);
    EXPECT_EQ(number(all(a)), 1);
    EXPECT_TRUE(std::isnan(number(mean(a))));
    EXPECT_TRUE(std::isnan(number(var(a))));
    EXPECT_EQ(max(a, {.axis = 0}).shape(), Shape{0});
    EXPECT_EQ(number(max(a, {.initial = 5})), 5);
    expect_error<ValueError>([&] { max(a); }, "zero-size array to reduction operation maximum which has no identity");
    expect_error<ValueError>([&] { nanmin(a); }, "zero-size array to reduction operation fmin which has no identity");
    expect_error<ValueError>([&] { argmax(a, {.axis = 1}); }, "attempt to get argmax of an empty sequence");
}

TEST(Reductions, Options) {
    const ndarray a = array<int>({1, 2, 3, 4, 5, 6}, {2, 3});
    EXPECT_EQ(sum(a, {.axis = -1, .keepdims = true}).shape(), (Shape{2, 1}));
    EXPECT_EQ(sum(a, {.keepdims = true}).shape(), (Shape{1, 1}));
    EXPECT_EQ(numbers(sum(a, {.axis = 0, .initial = 10})), (std::vector<double>{15, 17, 19}));
    EXPECT_EQ(number(sum(array(std::vector<int>(200000, 1)), {.initial = 7})), 200007);
    const ndarray odd = mask({1, 0, 1}, {3});
    EXPECT_EQ(numbers(sum(a, {.axis = 1, .where = &odd})), (std::vector<double>{4, 10}));
    EXPECT_EQ(numbers(mean(a, {.axis = 1, .where = &odd})), (std::vector<double>{2, 5}));
    EXPECT_EQ(numbers(max(a, {.axis = 0, .initial = 0, .where = &odd})), (std::vector<double>{4, 0, 6}));
    expect_error<ValueError>([&] { max(a, {.where = &odd}); },
                             "does not have an identity, so to use a where mask one has to specify 'initial'");
    expect_error<TypeError>([&] { sum(a, {.where = &a}); }, "according to the rule 'safe'");

    const ndarray out = empty({3}, DType::float32);
    EXPECT_EQ(sum(a, {.axis = 0, .out = &out}).buffer().get(), out.buffer().get());
    EXPECT_EQ(numbers(out), (std::vector<double>{5, 7, 9}));
    expect_error<ValueError>([&] { sum(a, {.axis = 1, .out = &out}); }, "wrong shape: found (3,) but expected (2,)");
    expect_error<TypeError>([&] { argmax(a, {.axis = 0, .out = &out}); }, "`out` holds indices");
    const ndarray row = a.at({0});
    sum(a, {.axis = 0, .out = &row});  // the input's own memory
    EXPECT_EQ(numbers(row), (std::vector<double>{5, 7, 9}));

    EXPECT_THROW(sum(a, {.axis = 2}), AxisError);
    expect_error<ValueError>([&] { sum(a, {.axis = {0, -2}}); }, "duplicate value in 'axis'");
    EXPECT_EQ(number(sum(array<float>({4}, {}), {.axis = -1})), 4);
    EXPECT_THROW(argmax(a, {.axis = {0, 1}}), TypeError);
    EXPECT_THROW(ptp(odd), TypeError);
}

TEST(Reductions, ResultsLieInMemoryAsTheirInputs) {
    const ndarray a = zeros({3, 4, 5}, DType::float64, 'F');
    EXPECT_EQ(sum(a, {.axis = 0}).strides(), (Strides{8, 32}));
    EXPECT_EQ(var(a, {.axis = 1}).strides(), (Strides{8, 24}));
    EXPECT_EQ(argmax(a, {.axis = 1}).strides(), (Strides{40, 8}));
}

TEST(Reductions, Average) {
    const ndarray a = array<double>({1, 2, 3, 4, 5, 6}, {2, 3});
    const ndarray weights = array<double>({1, 0, 3});
    const Average result = average(a, weights, {.axis = 1});
    EXPECT_EQ(numbers(result.value), (std::vector<double>{2.5, 5.5}));
    EXPECT_EQ(numbers(result.weights_sum), (std::vector<double>{4, 4}));
    EXPECT_EQ(number(average(a)), 3.5);
    expect_error<TypeError>([&] { average(a, weights); }, "Axis must be specified");
    expect_error<ValueError>([&] { average(a, weights, {.axis = 0}); }, "Shape of weights must be consistent");
    expect_error<ZeroDivisionError>([&] { average(a, zeros({2, 3})); }, "Weights sum to zero");
}

// ------------------------------------------------------------------------------------------------------------ accuracy

TEST(Reductions, SumsOfManyFloatsKeepTheirDigits) {
    const ndarray a = full({3000000}, 0.1f, DType::float32);
    EXPECT_NEAR(number(sum(a)), 3000000 * static_cast<double>(0.1f), 0.1);
    EXPECT_NEAR(number(sum(a.reshape({1000000, 3}), {.axis = 0}).at({0})), 1000000 * static_cast<double>(0.1f), 0.1);
    EXPECT_EQ(number(mean(full({100000}, 1.0f, DType::float16))), 1);
}

TEST(Reductions, VarianceSurvivesALargeMean) {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    std::vector<double> values(200000);
    for (double& x : values) x = 1e9 + normal(random);
    double mean = 0, squares = 0;
    for (double x : values) mean += (x - 1e9) / static_cast<double>(values.size());
    for (double x : values) squares += (x - 1e9 - mean) * (x - 1e9 - mean);
    EXPECT_NEAR(number(var(array(values))) / (squares / static_cast<double>(values.size())), 1, 1e-9);
    values[0] = -1e9;  // an outlier where the sum begins
    EXPECT_NEAR(number(std_(array(values))) / std::sqrt(2e9 * 2e9 * (1.0 / 200000) * (1 - 1.0 / 200000)), 1, 1e-6);
}

// ------------------------------------------------------------------------------------------------ any binary operation

TEST(ReduceWith, AnOperationWithoutIdentity) {
    const ndarray a = array<int>({7, 2, 9, 4}, {2, 2});
    const auto larger = [&](const ReduceOptions& options) {
        return kernel::reduce_with("larger", "", {}, "out0 = in0 > in1 ? in0 : in1;", DType::int32, {}, true, a,
                                   options);
    };
    EXPECT_EQ(number(larger({})), 9);
    EXPECT_EQ(numbers(larger({.axis = 1})), (std::vector<double>{7, 9}));
    expect_error<ValueError>(
        [] {
            kernel::reduce_with("larger", "", {}, "out0 = in0;", DType::int32, {}, true, empty({0}, DType::int32), {});
        },
        "zero-size array to reduction operation larger which has no identity");
}

TEST(ReduceWith, FromLeftToRight) {
    std::vector<double> values(1000);
    std::iota(values.begin(), values.end(), 1.0);
    const auto subtract = [&](const ndarray& a, const ReduceOptions& options) {
        return kernel::reduce_with("subtract", "", {}, "out0 = in0 - in1;", DType::float64, {}, false, a, options);
    };
    EXPECT_EQ(number(subtract(array(values), {})), 1.0 - (1000.0 * 1001 / 2 - 1));
    EXPECT_EQ(numbers(subtract(array(values, {2, 500}), {.axis = 0}))[2], 3.0 - 503.0);
    EXPECT_EQ(number(subtract(array(values), {.initial = 5.0})), 5 - 1000.0 * 1001 / 2);
    expect_error<ValueError>([&] { subtract(array(values, {2, 500}), {}); },
                             "is not reorderable, so at most one axis may be specified");
}

TEST(ReduceWith, TheIdentityStandsForMaskedElements) {
    const ndarray a = array<double>({1, 2, 3, 4}, {2, 2}), none = mask({0, 0, 1, 1}, {2, 2});
    const ndarray result = kernel::reduce_with("add", "", {}, "out0 = in0 + in1;", DType::float64, Scalar(0), true, a,
                                               {.axis = 1, .where = &none});
    EXPECT_EQ(numbers(result), (std::vector<double>{0, 7}));
}

// --------------------------------------------------------------------------------------------------- kernels for GPUs

TEST(GpuKernels, Compile) {
    using kernel::ReductionId;
    using kernel::ReductionLoop;
    std::map<std::string, runtime::CompileRequest> requests;
    testing::GpusInTurn gpus;
    for (const auto& [id, in, compute, out] :
         {std::tuple{ReductionId::sum, DType::float32, DType::float32, DType::float32},
          std::tuple{ReductionId::mean, DType::float16, DType::float16, DType::float16},
          std::tuple{ReductionId::argmax, DType::float64, DType::float64, DType::int64},
          std::tuple{ReductionId::var, DType::complex64, DType::complex64, DType::float32},
          std::tuple{ReductionId::any, DType::int8, DType::int8, DType::bool_}}) {
        kernel::ReductionKernel& kernel =
            kernel::reduction_kernel(id, in, compute, out, id == ReductionId::mean, id == ReductionId::argmax);
        for (auto loop : {ReductionLoop::rows, ReductionLoop::groups, ReductionLoop::packed, ReductionLoop::columns,
                          ReductionLoop::strided}) {
            if (loop == ReductionLoop::packed && id == ReductionId::mean) continue;  // of one input only
            for (const char* arch : gpus.next()) {
                requests[arch].source += kernel.source(loop);
                requests[arch].names.push_back(kernel.entry_name(loop));
            }
        }
    }
    for (const auto& [arch, request] : requests) {
        runtime::Compiler compiler;
        try {
            compiler = runtime::compiler_for(arch);
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
        if (compiler.version == "nvrtc-none") GTEST_SKIP() << "no NVRTC is installed";
        EXPECT_FALSE(compiler.compile(request).code.empty()) << arch;
    }
}

}  // namespace
}  // namespace cuprum
