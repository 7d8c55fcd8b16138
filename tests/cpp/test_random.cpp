// Random numbers from C++: reference streams, orders of requests, Generator, and the shape of distributions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/error.h"
#include "cuprum/linalg.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/random.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"
#include "cuprum/ufunc.h"
#include "kernel/random/xorwow.h"
#include "numpy/random/pcg64.h"

namespace cuprum::random {
namespace {

std::vector<double> doubles(const ndarray& a) { return a.astype(DType::float64).to_vector<double>(); }

/// XORWOW as its author wrote it, one lane: what the kernel with its jumps must give.
struct Lane {
    std::uint32_t v[5], d;
    std::uint32_t next() {
        const std::uint32_t t = v[0] ^ v[0] >> 2;
        std::copy(v + 1, v + 5, v);
        v[4] = (v[4] ^ v[4] << 4) ^ (t ^ t << 1);
        return v[4] + (d += 362437);
    }
};

/// The first lane's state of a seed below 2^32 (cuRAND).
Lane first_lane(std::uint32_t seed) {
    const std::uint32_t t0 = 1099087573u * (seed ^ 0xaad26b49u), t1 = 2591861531u * 0xf7dcefddu;
    return {{123456789u + t0, 362436069u ^ t0, 521288629u + t1, 88675123u ^ t1, 5783321u + t0}, 6615241u + t1 + t0};
}

TEST(Xorwow, FirstLaneIsTheGeneratorItself) {
    kernel::Xorwow lanes(7);
    const int rows = 70;
    ndarray bits = empty({rows, 4096}, DType::uint32);
    lanes.fill(bits.ravel(), kernel::RandomUnit::bits);
    Lane lane = first_lane(7);
    const auto found = bits(all_of, 0).to_vector<std::uint32_t>();
    for (int row = 0; row < rows; ++row) EXPECT_EQ(found[static_cast<std::size_t>(row)], lane.next()) << row;
}

TEST(Xorwow, JumpsMeetTheStepsThatTheyLeaveOut) {
    // Workers of a large request jump to their rows; the polynomial that they jump by is right only if all lanes meet.
    const int rows = 5000;
    kernel::Xorwow shared(3), alone(3);
    ndarray whole = empty({rows, 4096}, DType::uint32);
    shared.fill(whole.ravel(), kernel::RandomUnit::bits);
    for (int begin = 0; begin < rows; begin += 50) {
        ndarray part = empty({50, 4096}, DType::uint32);
        alone.fill(part.ravel(), kernel::RandomUnit::bits);
        ASSERT_TRUE(all(equal(whole(Slice(begin, begin + 50)), part)).item().to_bool()) << begin;
    }
}

TEST(Pcg64, NumbersOfNumPysDefaultGenerator) {
    // numpy.random.default_rng(seed).integers(0, 2**32, 4, dtype=numpy.uint32)
    Pcg64 zero(0), large(1099511627783u);
    for (std::uint32_t expected : {3653403231u, 2735729615u, 2195314465u, 1158725112u})
        EXPECT_EQ(zero.next32(), expected);
    for (std::uint32_t expected : {886972842u, 3564019232u, 2617800309u, 1096527305u})
        EXPECT_EQ(large.next32(), expected);
}

TEST(RandomState, SameSeedSameNumbers) {
    RandomState a(42), b(42), c(43);
    EXPECT_EQ(doubles(a.standard_normal(Shape{5})), doubles(b.standard_normal(Shape{5})));
    EXPECT_NE(doubles(a.random_sample(Shape{5})), doubles(c.random_sample(Shape{5})));
    a.seed(9);
    b.seed(9);
    EXPECT_EQ(doubles(a.gamma(2.5, 1.0, Shape{100})), doubles(b.gamma(2.5, 1.0, Shape{100})));
}

TEST(RandomState, StreamsOfCuPy) {
    // tests/data/random_streams.json, which the Python tests go through.
    RandomState state(0);
    EXPECT_EQ(state.random_sample(Shape{3}, DType::float32).to_vector<float>(),
              (std::vector<float>{0x1.7afe08p-1f, 0x1.d78c80p-1f, 0x1.3fa7e6p-5f}));
    EXPECT_EQ(RandomState(0).choice(1000, Shape{12}, false).to_vector<std::int64_t>(),
              (std::vector<std::int64_t>{473, 90, 20, 609, 782, 7, 746, 233, 991, 36, 835, 807}));
}

TEST(RandomState, StreamsOfTheDeviceTakeTurns) {
    // Two streams draw from one state: what they get is what one stream would.
    RandomState shared(5), alone(5);
    const std::int64_t size = 300000;
    cuda::Stream first(true), second(true);
    std::vector<ndarray> parts;
    for (int k = 0; k < 6; ++k) {
        cuda::StreamGuard guard(k % 2 ? second : first);
        parts.push_back(shared.random_sample(Shape{size}));
    }
    first.synchronize();
    second.synchronize();
    for (const ndarray& part : parts) EXPECT_TRUE(all(equal(part, alone.random_sample(Shape{size}))).item().to_bool());
}

TEST(RandomState, OutlivesTheStreamThatItWasUsedOn) {
    RandomState state(5), other(5);
    ndarray part;
    {
        cuda::Stream stream(true);
        cuda::StreamGuard guard(stream);
        part = state.random_sample(Shape{1000});
        stream.synchronize();
    }
    EXPECT_EQ(doubles(part), doubles(other.random_sample(Shape{1000})));
    EXPECT_EQ(doubles(state.random_sample(Shape{1000})), doubles(other.random_sample(Shape{1000})));
}

TEST(RandomState, Integers) {
    RandomState state(1);
    const auto dice = doubles(state.randint(1, 7, Shape{6000}));
    EXPECT_EQ(*std::ranges::min_element(dice), 1);
    EXPECT_EQ(*std::ranges::max_element(dice), 6);
    EXPECT_NEAR(std::accumulate(dice.begin(), dice.end(), 0.0) / 6000, 3.5, 0.1);
    EXPECT_EQ(state.randint(0, 2, Shape{3}, DType::bool_).dtype(), DType::bool_);
    EXPECT_EQ(state.tomaxint(Shape{2, 3}).shape(), (Shape{2, 3}));
    EXPECT_EQ(state.bytes(11).size(), 11u);
    EXPECT_THROW(state.randint(3, 3), ValueError);
    EXPECT_THROW(state.randint(0, 300, Shape{2}, DType::uint8), ValueError);
}

TEST(RandomState, ChoicesWithoutReplacement) {
    RandomState state(2);
    for (std::int64_t n : {1, 2, 5, 15, 16, 17, 1000, 4097}) {
        auto order = state.choice(Scalar(n), Shape{n}, false).to_vector<std::int64_t>();
        std::ranges::sort(order);
        for (std::int64_t k = 0; k < n; ++k) ASSERT_EQ(order[static_cast<std::size_t>(k)], k) << n;
    }
    // As many numbers are made as are asked for, out of however many.
    const auto few = state.choice(Scalar(std::int64_t(1) << 40), Shape{1000}, false).to_vector<std::int64_t>();
    EXPECT_EQ(std::set(few.begin(), few.end()).size(), 1000u);
    EXPECT_GT(*std::ranges::max_element(few), std::int64_t(1) << 39);
    const ndarray weights = multiply(ones({4}), 0.25);
    EXPECT_EQ(state.choice(4, Shape{4}, false, &weights).size(), 4);
    EXPECT_THROW(state.choice(3, Shape{4}, false), ValueError);
    EXPECT_EQ(state.choice(0, Shape{0}, false).size(), 0);
}

TEST(Generator, PartsAlongAnAxis) {
    Generator state(2);
    const ndarray table = arange(12).reshape({3, 4});
    const ndarray columns = state.choice(table, Shape{2, 2}, true, nullptr, 1);
    EXPECT_EQ(columns.shape(), (Shape{3, 2, 2}));
    EXPECT_TRUE(all(equal(columns(1), add(columns(0), 4))).item().to_bool());
    EXPECT_EQ(state.choice(table, Shape{4}, false, nullptr, -1, false).shape(), (Shape{3, 4}));
    EXPECT_THROW(state.choice(table, Shape{4}, false), ValueError);
    EXPECT_THROW(state.choice(table, {}, true, nullptr, 2), AxisError);
    const ndarray moved = state.permutation(table, 1);
    EXPECT_TRUE(all(equal(sort(moved, 1), table)).item().to_bool());
    EXPECT_TRUE(all(equal(moved(2), add(moved(0), 8))).item().to_bool());
    const ndarray here = table.copy();
    state.shuffle(here, 1);
    EXPECT_TRUE(all(equal(sort(here, 1), table)).item().to_bool());
    EXPECT_EQ(state.permutation(5).size(), 5);
}

TEST(RandomState, OrdersAndPartsOfArrays) {
    RandomState state(2);
    auto order = state.permutation(100).to_vector<std::int64_t>();
    std::ranges::sort(order);
    EXPECT_EQ(order.back(), 99);
    const ndarray rows = arange(12).reshape({4, 3});
    state.shuffle(rows);
    EXPECT_EQ(sum(rows).item().to_int(), 66);
    EXPECT_THROW(state.shuffle(arange(3)(0)), TypeError);
    const ndarray counts = state.multinomial(1000, multiply(ones({4}), 0.25), Shape{20});
    EXPECT_EQ(counts.shape(), (Shape{20, 4}));
    EXPECT_EQ(sum(counts).item().to_int(), 20000);
    EXPECT_NEAR(sum(state.dirichlet(ones({3}), Shape{10})).item().to_double(), 10, 1e-12);
    const ndarray covariance = multiply(eye(2), 4.0);
    for (const char* method : {"cholesky", "eigh", "svd"}) {
        const ndarray drawn = state.multivariate_normal(zeros({2}), covariance, Shape{20000}, method);
        EXPECT_NEAR(mean(square(drawn)).item().to_double(), 4, 0.15) << method;
    }
}

TEST(Generator, StreamsContinueEachOther) {
    for (auto kind : {BitGeneratorKind::philox4x3210, BitGeneratorKind::xorwow, BitGeneratorKind::mrg32k3a}) {
        Generator whole(3, kind), parts(3, kind);
        EXPECT_EQ(whole.kind(), kind);
        EXPECT_EQ(whole.seed(), 3u);
        auto expected = doubles(whole.standard_exponential(Shape{10}));
        auto found = doubles(parts.standard_exponential(Shape{4})),
             rest = doubles(parts.standard_exponential(Shape{6}));
        found.insert(found.end(), rest.begin(), rest.end());
        // A CPU computes as many logarithms as it can in vectors, which differ from the others in the last place.
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 4e-16 * expected[i]) << i;
        EXPECT_EQ(whole.position(), 10u);
        EXPECT_EQ(whole.position(), parts.position());
        EXPECT_NEAR(mean(whole.random_sample(Shape{20000}, DType::float32)).item().to_double(), 0.5, 0.01);
        EXPECT_NEAR(mean(whole.randint(0, 1000, Shape{20000})).item().to_double(), 499.5, 10);
        EXPECT_EQ(whole.bits({2, 2}, DType::uint64).dtype(), DType::uint64);
        auto order = whole.choice(50, Shape{50}, false).to_vector<std::int64_t>();
        EXPECT_EQ(std::set(order.begin(), order.end()).size(), 50u);
    }
}

/// Salmon's Philox as the paper has it.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c, std::uint32_t key0, std::uint32_t key1) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = 0xD2511F53ull * c[0], p1 = 0xCD9E8D57ull * c[2];
        c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ key0, static_cast<std::uint32_t>(p1),
             static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ key1, static_cast<std::uint32_t>(p0)};
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return c;
}

TEST(Generator, PhiloxCountsUnits) {
    // Known answers of the paper's authors: counters and keys of zeros and ones.
    EXPECT_EQ(philox({0, 0, 0, 0}, 0, 0),
              (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    // Unit u of bits is the counter {0, 5, u}; its four numbers lie 64 apart in a row of 256.
    Generator generator((std::uint64_t(9) << 32) + 4, BitGeneratorKind::philox4x3210);
    const auto bits = generator.bits({3000}, DType::uint32).to_vector<std::uint32_t>();
    for (std::uint32_t i = 0; i < 3000; ++i)
        ASSERT_EQ(bits[i], philox({0, 5, i / 256 * 64 + i % 64, 0}, 4, 9)[i % 256 / 64]) << i;
}

std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

TEST(Generator, EnginesSideBySideAreTheirAuthors) {
    // Sixteen rows of 64 engines, four numbers at a time, then the next 64 engines; L'Ecuyer's and Marsaglia's
    // recurrences as they stand.
    constexpr std::uint64_t seed = 77, m1 = 4294967087u, m2 = 4294944443u;
    constexpr std::size_t stretch = 16 * 256;
    Generator mrg(seed, BitGeneratorKind::mrg32k3a), xorwow(seed, BitGeneratorKind::xorwow);
    const auto from_mrg = mrg.bits({2 * stretch}, DType::uint32).to_vector<std::uint32_t>();
    const auto from_xorwow = xorwow.bits({2 * stretch}, DType::uint32).to_vector<std::uint32_t>();
    for (std::uint64_t which = 0; which < 2; ++which)
        for (std::uint64_t engine : {0, 1, 63}) {
            std::uint64_t state = mixed(mixed(mixed(mixed(seed) + 5) + which) + engine);
            std::uint32_t words[6];
            std::uint64_t a[3], b[3];
            for (int k = 0; k < 3; ++k) {
                const std::uint64_t bits = mixed(state += 0x9E3779B97F4A7C15ull), low = bits & 0xffffffff,
                                    high = bits >> 32;
                words[2 * k] = static_cast<std::uint32_t>(low);
                words[2 * k + 1] = static_cast<std::uint32_t>(high);
                a[k] = 1 + low % (m1 - 1);
                b[k] = 1 + high % (m2 - 1);
            }
            Lane lane{{words[0], words[1], words[2], words[3], words[4] | 1}, words[5]};
            for (std::size_t n = 0; n < 64; ++n) {
                const std::uint64_t p = (1403580 * a[1] + 810728 * (m1 - a[0])) % m1,
                                    q = (527612 * b[2] + 1370589 * (m2 - b[0])) % m2;
                a[0] = a[1], a[1] = a[2], a[2] = p;
                b[0] = b[1], b[1] = b[2], b[2] = q;
                const std::size_t at = which * stretch + n / 4 * 256 + n % 4 * 64 + engine;
                ASSERT_EQ(from_mrg[at], static_cast<std::uint32_t>(p > q ? p - q : p + m1 - q)) << at;
                ASSERT_EQ(from_xorwow[at], lane.next()) << at;
            }
        }
}

TEST(Generator, EachElementHasItsPlaceInTheStream) {
    // However a stream is cut, and whatever the kind of number: elements at the edges of rows and stretches too.
    for (auto kind : {BitGeneratorKind::philox4x3210, BitGeneratorKind::xorwow, BitGeneratorKind::mrg32k3a}) {
        const std::int64_t size = 20000;
        const auto draws = [&](auto draw) {
            Generator whole(5, kind), parts(5, kind);
            const ndarray expected = draw(whole, size);
            std::int64_t at = 0;
            for (std::int64_t part = 1; at < size; at += part, part = part * 3 + 1) {
                part = std::min(part, size - at);
                ASSERT_TRUE(all(equal(expected(Slice(at, at + part)), draw(parts, part))).item().to_bool()) << at;
            }
        };
        draws([](Generator& g, std::int64_t n) { return g.random_sample(Shape{n}); });
        draws([](Generator& g, std::int64_t n) { return g.random_sample(Shape{n}, DType::float32); });
        draws([](Generator& g, std::int64_t n) { return g.standard_normal(Shape{n}); });
        draws([](Generator& g, std::int64_t n) { return g.standard_normal(Shape{n}, DType::float32); });
        draws([](Generator& g, std::int64_t n) { return g.randint(-7, 20, Shape{n}, DType::int8); });
        draws([](Generator& g, std::int64_t n) {
            return g.randint(0, 3'000'000'000, Shape{n});
        });  // a third is drawn anew
        draws(
            [](Generator& g, std::int64_t n) { return g.randint(-1, std::int64_t(3) << 61, Shape{n}); });  // a quarter
        draws([](Generator& g, std::int64_t n) { return g.gamma(0.5, 1.0, Shape{n}); });
    }
}

/// Mean and variance of each distribution whose moments are known.
struct Moments {
    const char* name;
    std::vector<double> parameters;
    double mean, variance;
};

class Distributions : public ::testing::TestWithParam<Moments> {};

TEST_P(Distributions, HaveTheirMoments) {
    const Moments& row = GetParam();
    std::vector<Operand> parameters(row.parameters.begin(), row.parameters.end());
    constexpr std::int64_t size = 100000;
    RandomState state(11);
    Generator philox(11, BitGeneratorKind::philox4x3210), xorwow(11, BitGeneratorKind::xorwow),
        mrg(11, BitGeneratorKind::mrg32k3a);
    for (Source* source : std::initializer_list<Source*>{&state, &philox, &xorwow, &mrg}) {
        const ndarray drawn = source->draw(distribution(row.name), parameters, Shape{size});
        EXPECT_EQ(is_integer(drawn.dtype()), distribution(row.name).is_integer);
        const double deviation = std::sqrt(row.variance);
        EXPECT_NEAR(mean(drawn).item().to_double(), row.mean, 5 * deviation / std::sqrt(size));
        EXPECT_NEAR(var(drawn).item().to_double(), row.variance, 0.1 * row.variance);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Random, Distributions,
    ::testing::Values(Moments{"beta", {2, 3}, 0.4, 0.04}, Moments{"binomial", {20, 0.3}, 6, 4.2},
                      Moments{"binomial", {1000, 0.4}, 400, 240}, Moments{"binomial", {100000, 0.97}, 97000, 2910},
                      Moments{"chisquare", {3}, 3, 6}, Moments{"exponential", {2}, 2, 4},
                      Moments{"f", {6, 12}, 1.2, 0.96}, Moments{"gamma", {0.5, 2}, 1, 2},
                      Moments{"geometric", {0.25}, 4, 12}, Moments{"gumbel", {0, 1}, 0.5772156649, 1.6449340668},
                      Moments{"hypergeometric", {30, 20, 25}, 15, 3.0612244898}, Moments{"laplace", {1, 2}, 1, 8},
                      Moments{"logistic", {1, 2}, 1, 13.1594725348},
                      Moments{"lognormal", {0, 0.5}, 1.1331484531, 0.3646958540},
                      Moments{"logseries", {0.5}, 1.4426950409, 0.8040210118},
                      Moments{"negative_binomial", {5, 0.5}, 5, 10}, Moments{"noncentral_chisquare", {3, 2}, 5, 14},
                      Moments{"normal", {1, 2}, 1, 4}, Moments{"pareto", {8}, 0.1428571429, 0.0272108844},
                      Moments{"poisson", {4}, 4, 4}, Moments{"poisson", {50}, 50, 50},
                      Moments{"power", {2}, 0.6666666667, 0.0555555556},
                      Moments{"rayleigh", {1}, 1.2533141373, 0.4292036732}, Moments{"standard_exponential", {}, 1, 1},
                      Moments{"standard_gamma", {3}, 3, 3}, Moments{"standard_normal", {}, 0, 1},
                      Moments{"standard_t", {10}, 0, 1.25}, Moments{"triangular", {0, 1, 2}, 1, 0.1666666667},
                      Moments{"uniform", {-1, 3}, 1, 1.3333333333}, Moments{"wald", {1, 4}, 1, 0.25},
                      Moments{"weibull", {2}, 0.8862269255, 0.2146018366}),
    [](const auto& row) { return std::string(row.param.name) + "_" + std::to_string(row.index); });

TEST(Distribution, TableTellsParameters) {
    const Distribution& row = distribution("gamma");
    ASSERT_EQ(row.parameters.size(), 2u);
    EXPECT_EQ(row.parameters[0].name, "shape");
    EXPECT_EQ(row.parameters[0].domain, Domain::nonnegative);
    EXPECT_FALSE(row.parameters[0].standard);
    EXPECT_EQ(row.parameters[1].standard, 1.0);
    EXPECT_THROW(distribution("nonsense"), ValueError);
    for (const Distribution& each : distributions()) EXPECT_EQ(&distribution(each.name), &each);
}

TEST(Distribution, ParametersAreChecked) {
    RandomState state(1);
    EXPECT_THROW(state.normal(0, -1), ValueError);
    EXPECT_THROW(state.binomial(3, 1.5), ValueError);
    EXPECT_THROW(state.poisson(4, Shape{2}, DType::complex64), TypeError);
    EXPECT_THROW(state.draw(distribution("beta"), {}), TypeError);
    EXPECT_THROW(state.normal(zeros({3}), 1, Shape{2}), ValueError);
    EXPECT_EQ(state.normal(zeros({3, 1}), ones({4})).shape(), (Shape{3, 4}));
    EXPECT_EQ(state.normal(0, 1, Shape{2, 0}).size(), 0);
}

TEST(States, OnePerDeviceThatCanBeReplaced) {
    auto kept = get_random_state();
    EXPECT_EQ(kept, get_random_state());
    set_random_state(std::make_shared<RandomState>(3));
    EXPECT_EQ(doubles(get_random_state()->random_sample(Shape{2})), doubles(RandomState(3).random_sample(Shape{2})));
    set_random_state(kept);
}

}  // namespace
}  // namespace cuprum::random
