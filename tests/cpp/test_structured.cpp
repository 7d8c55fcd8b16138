// Structured, void and time dtypes, as C++ programs describe and use them.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <thread>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/structured.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"

namespace cuprum {
namespace {

struct Particle {
    float x;
    std::int32_t id;
    double mass;
};
const DType particle = structured_dtype({{"x", DType::float32}, {"id", DType::int32}, {"mass", DType::float64}}, true);

ndarray particles(std::span<const Particle> host) {
    ndarray result = empty({static_cast<std::int64_t>(host.size())}, particle);
    result.set(host.data());
    return result;
}
std::vector<Particle> on_host(const ndarray& a) {
    std::vector<Particle> result(static_cast<std::size_t>(a.size()));
    a.get(result.data());
    return result;
}
const std::array<Particle, 4> four{{{1, 10, 0.5}, {2, 20, 1.5}, {3, 30, 2.5}, {4, 40, 3.5}}};

TEST(Structured, Descriptions) {
    EXPECT_EQ(itemsize(particle), static_cast<int>(sizeof(Particle)));
    EXPECT_EQ(kind(particle), 'V');
    EXPECT_FALSE(is_number(particle));
    EXPECT_EQ(fields(particle).size(), 3u);
    EXPECT_EQ(find_field(particle, "mass")->offset, 8);
    EXPECT_EQ(find_field(particle, "y"), nullptr);
    // Equal descriptions are one dtype.
    EXPECT_EQ(structured_dtype({{"a", DType::int8}, {"b", DType::float64}}),
              structured_dtype({{"a", DType::int8, {}, 0}, {"b", DType::float64, {}, 1}}));
    EXPECT_NE(structured_dtype({{"a", DType::int8}}), structured_dtype({{"b", DType::int8}}));
    EXPECT_NE(structured_dtype({{"a", DType::int8}}), structured_dtype({{"a", DType::int8}}, false, 2));
    EXPECT_EQ(itemsize(structured_dtype({{"a", DType::int8}, {"b", DType::float64}}, true)), 16);
    EXPECT_EQ(itemsize(structured_dtype({{"m", DType::float32, {2, 3}}})), 24);
    EXPECT_STREQ(info(structured_dtype({{"a", DType::int8}, {"b", DType::float64, {2}}})).name,
                 "[('a', '|i1'), ('b', '<f8', (2,))]");
    EXPECT_EQ(dtype_from_name("V12"), void_dtype(12));
    EXPECT_EQ(dtype_from_name("datetime64[ns]"), time_dtype('M', "ns"));
    EXPECT_EQ(dtype_from_name("m8[25s]"), time_dtype('m', "25s"));
    EXPECT_EQ(time_unit(time_dtype('M', "ms")), "ms");

    EXPECT_THROW(structured_dtype({{"a", DType::int8}, {"a", DType::int8}}), ValueError);
    EXPECT_THROW(structured_dtype({{"a", DType::int32}}, false, 3), ValueError);
    EXPECT_THROW(structured_dtype({}), ValueError);
    EXPECT_THROW(void_dtype(0), ValueError);
    EXPECT_THROW(time_dtype('M', "parsecs"), TypeError);
}

TEST(Structured, DescribedByManyThreads) {
    std::vector<std::thread> threads;
    std::array<std::array<DType, 50>, 4> made;
    for (auto& mine : made)
        threads.emplace_back([&mine] {
            for (std::size_t i = 0; i < mine.size(); ++i)
                mine[i] = structured_dtype({{"n" + std::to_string(i), DType::float32}});
        });
    for (std::thread& thread : threads) thread.join();
    for (const auto& mine : made) EXPECT_EQ(mine, made[0]);
    for (std::size_t i = 0; i < made[0].size(); ++i) EXPECT_EQ(fields(made[0][i])[0].name, "n" + std::to_string(i));
}

TEST(Structured, FieldsAreViews) {
    const ndarray a = particles(four);
    const ndarray mass = a.field("mass");
    EXPECT_EQ(mass.strides()[0], static_cast<std::int64_t>(sizeof(Particle)));
    EXPECT_EQ(mass.to_vector<double>(), (std::vector<double>{0.5, 1.5, 2.5, 3.5}));
    multiply(mass, 2, {.out = {&mass}});
    const Index second[] = {Index(std::int64_t{1})};
    a.fields({"id", "x"}).assign(std::span<const Index>(second), Scalar(7));
    const auto host = on_host(a);
    EXPECT_EQ(host[1].x, 7);
    EXPECT_EQ(host[1].id, 7);
    EXPECT_EQ(host[1].mass, 3);
    EXPECT_EQ(host[2].id, 30);
    EXPECT_THROW(a.field("y"), ValueError);
    EXPECT_THROW(zeros({2}).field("x"), ValueError);
    EXPECT_THROW(zeros({2}, structured_dtype({{"a", DType::int8}, {"b", DType::float64}})).field("b"), ValueError);
}

TEST(Structured, ElementsMoveAsAWhole) {
    const ndarray a = particles(four);
    const auto ids = [](const ndarray& array) { return array.field("id").to_vector<std::int32_t>(); };
    EXPECT_EQ(ids(a.at({Slice{.step = -1}})), (std::vector<std::int32_t>{40, 30, 20, 10}));
    EXPECT_EQ(ids(take(a, arange(4).at({Slice{.step = -2}}))), (std::vector<std::int32_t>{40, 20}));
    EXPECT_EQ(ids(a(greater(a.field("x"), 2))), (std::vector<std::int32_t>{30, 40}));
    EXPECT_EQ(ids(concatenate({a, a.at({Slice{0, 1, 1}})})), (std::vector<std::int32_t>{10, 20, 30, 40, 10}));
    const auto same = equal(a, a.at({Slice{.step = -1}}).copy()).view(DType::uint8).to_vector<std::uint8_t>();
    EXPECT_EQ(same, (std::vector<std::uint8_t>{0, 0, 0, 0}));
    EXPECT_THROW(add(a, a), TypeError);
    EXPECT_THROW(a.item(), ValueError);
    EXPECT_THROW(a.at({std::int64_t{0}}).item(), TypeError);
    EXPECT_EQ(a.astype(structured_dtype({{"x", DType::float64}, {"id", DType::int8}, {"mass", DType::float16}}, true))
                  .field("x")
                  .to_vector<double>(),
              (std::vector<double>{1, 2, 3, 4}));
}

TEST(Structured, Text) {
    EXPECT_EQ(to_string(particles(std::span(four).first(2))), "[(1., 10, 0.5) (2., 20, 1.5)]");
    const ndarray bytes = zeros({2}, void_dtype(2));
    EXPECT_EQ(to_string(bytes), "[b'\\x00\\x00' b'\\x00\\x00']");
}

TEST(Structured, Kernels) {
    ElementwiseKernel kernel("T in, float64 factor", "T out", "out = in; out.at<2>() *= factor;", "heavier");
    const ndarray a = particles(four);
    const Operand arguments[] = {a, Scalar(4.0)};
    ndarray result;
    kernel.call(arguments, {}, &result);
    EXPECT_EQ(result.dtype(), particle);
    EXPECT_EQ(result.field("mass").to_vector<double>(), (std::vector<double>{2, 6, 10, 14}));
    EXPECT_EQ(result.field("id").to_vector<std::int32_t>(), (std::vector<std::int32_t>{10, 20, 30, 40}));
}

TEST(Times, OrderAndExtremes) {
    const std::int64_t nat = INT64_MIN, days[] = {3, nat, -2, 7}, hours[] = {72, 0, nat, 24 * 8};
    const ndarray a = array_from_host(days, DType::int64, {4}).view(time_dtype('m', "D")),
                  b = array_from_host(hours, DType::int64, {4}).view(time_dtype('m', "h"));
    using Flags = std::vector<std::uint8_t>;
    const auto flags = [](const ndarray& x) { return x.view(DType::uint8).to_vector<std::uint8_t>(); };
    EXPECT_EQ(flags(equal(a, b)), (Flags{1, 0, 0, 0}));
    EXPECT_EQ(flags(less(a, b)), (Flags{0, 0, 0, 1}));
    EXPECT_EQ(flags(less_equal(a, b)), (Flags{1, 0, 0, 1}));
    EXPECT_EQ(flags(greater(a, 0)), (Flags{1, 0, 0, 1}));
    EXPECT_EQ(flags(isnan(a)), (Flags{0, 1, 0, 0}));
    const auto numbers = [](const ndarray& x) { return x.view(DType::int64).to_vector<std::int64_t>(); };
    EXPECT_EQ(maximum(a, b).dtype(), time_dtype('m', "h"));
    EXPECT_EQ(numbers(maximum(a, b)), (std::vector<std::int64_t>{72, nat, nat, 192}));
    EXPECT_EQ(numbers(fmin(a, b)), (std::vector<std::int64_t>{72, 0, -48, 168}));
    EXPECT_EQ(min(a).dtype(), a.dtype());
    EXPECT_EQ(numbers(max(a)), std::vector{nat});
    EXPECT_EQ(numbers(nanmin(a)), std::vector<std::int64_t>{-2});
    EXPECT_EQ(numbers(nanmax(a)), std::vector<std::int64_t>{7});
    EXPECT_EQ(argmax(a).item().to_int(), 1);
    EXPECT_THROW(less(a, 1.5), TypeError);
    EXPECT_THROW(sum(a), TypeError);
    EXPECT_THROW(less(a, a.view(time_dtype('M', "D"))), TypeError);
    // The first of March of 2000 and of 1900.
    const std::int64_t months[] = {362, -838};
    const ndarray first = array_from_host(months, DType::int64, {2}).view(time_dtype('M', "M"));
    EXPECT_EQ(numbers(maximum(first, full({}, Scalar(-100000), DType::int64).view(time_dtype('M', "D")))),
              (std::vector<std::int64_t>{11017, -25508}));
}

}  // namespace
}  // namespace cuprum
