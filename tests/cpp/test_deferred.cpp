#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <thread>

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/deferred.h"
#include "cuprum/error.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/logic.h"
#include "cuprum/reduction.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "runtime/backend.h"

namespace cuprum {
namespace {

using cuda::MemoryState;

ndarray line() { return linspace(-3, 3, 100000); }

std::vector<double> chain(const ndarray& x) {
    const ndarray y = log1p(exp(-absolute(x))) + maximum(x, 0.0);
    return (y * y).to_vector<double>();
}

bool waits(const ndarray& a) { return a.buffer()->state() == MemoryState::pending; }

TEST(Deferred, ComputesWhatOperationsOneAtATimeDo) {
    const ndarray x = line();
    const std::vector<double> expected = chain(x);
    for (int i = 0; i < 4; ++i) {
        Deferred deferred;
        EXPECT_EQ(chain(x), expected);
        wait_for_deferred_kernels();
    }
}

TEST(Deferred, ComputesWhenSomebodyNeedsTheElements) {
    const ndarray x = line();
    const double expected = sum(x * 2.0 + 1.0).item().to_double();
    Deferred deferred;
    const ndarray y = x * 2.0, z = y + 1.0, unused = z - 3.0;
    EXPECT_TRUE(waits(y) && waits(z));
    EXPECT_EQ(sum(z).item().to_double(), expected);
    EXPECT_FALSE(waits(y) || waits(z) || waits(unused));  // all that waits is computed together
}

TEST(Deferred, IsOfThisThreadAndThisBlock) {
    const bool by_default = is_deferred();
    Deferred deferred;
    EXPECT_TRUE(is_deferred());
    {
        Deferred not_here(false);
        EXPECT_FALSE(is_deferred());
        EXPECT_FALSE(waits(line() * 2.0));
    }
    EXPECT_TRUE(is_deferred());
    std::thread([=] { EXPECT_EQ(is_deferred(), by_default); }).join();
}

TEST(Deferred, WritesAfterWhatReads) {
    const ndarray x = line();
    const std::vector<double> expected = (x * 2.0).to_vector<double>();
    Deferred deferred;
    const ndarray y = x * 2.0;
    x.fill(0);
    EXPECT_EQ(y.to_vector<double>(), expected);
}

TEST(Deferred, KeepsNoWorkWithAddressesThatOthersHave) {
    const ndarray x = line();
    Deferred deferred;
    auto* elements = static_cast<double*>(x.pointer(cuda::Access::write));
    const ndarray y = x * 2.0;
    EXPECT_FALSE(waits(y));
    if (runtime::backend().is_gpu()) return;
    elements[0] = 17;
    EXPECT_EQ(y.to_vector<double>()[0], -6);
}

TEST(Deferred, EvaluatesOnRequest) {
    const ndarray x = line();
    Deferred deferred;
    const ndarray y = x * 2.0;
    eval(std::span(&y, 1));
    EXPECT_FALSE(waits(y));
    const ndarray z = x * 3.0;
    eval();
    EXPECT_FALSE(waits(z));
}

/// A softmax of rows, and a sum of squares.
std::vector<double> rows(const ndarray& x) {
    const ndarray e = exp(x - max(x, {.axis = 1, .keepdims = true}));
    const ndarray y = e / sum(e, {.axis = 1, .keepdims = true});
    std::vector<double> found = y.to_vector<double>();
    found.push_back(sum(x * x).item().to_double());
    return found;
}

TEST(Deferred, ReductionsComputeWhatTheyDoOneAtATime) {
    const ndarray x = line().reshape({250, 400});
    const std::vector<double> expected = rows(x);
    for (int i = 0; i < 4; ++i) {
        Deferred deferred;
        EXPECT_EQ(rows(x), expected);
        wait_for_deferred_kernels();
    }
}

TEST(Deferred, ReductionsWaitOnACpu) {
    if (runtime::backend().is_gpu()) return;
    const ndarray x = line();
    Deferred deferred;
    const ndarray total = sum(x * x), centred = x - total;
    EXPECT_TRUE(waits(total) && waits(centred));
    EXPECT_NE(explain(total).find("%2 = sum(%1)  float64 ()"), std::string::npos);
}

TEST(Deferred, GathersAreLeaves) {
    const ndarray x = line(), places = remainder(arange(200000) * 7919, 100000);
    const auto program = [&] {
        const ndarray y = sqrt(x * x).at({places}) * 2.0 + take(x, places);
        return (y + sum(y)).to_vector<double>();
    };
    const std::vector<double> expected = program();
    for (int i = 0; i < 4; ++i) {
        Deferred deferred;
        EXPECT_EQ(program(), expected);
        wait_for_deferred_kernels();
    }
    Deferred deferred;
    const ndarray y = x.at({places}) * 2.0;
    EXPECT_TRUE(waits(y));
    if (runtime::backend().is_gpu()) return;
    EXPECT_THROW(x.at({places + 100000}), IndexError);
}

TEST(Deferred, KernelsOfUsersAndScattersWaitForWhatWaits) {
    const ElementwiseKernel kernel("T x, T y", "T z", "z = x * x + y", "squares_and_more");
    const ndarray x = line(), places = arange(50000) * 2;
    const auto program = [&] {
        const ndarray y = x * 2.0, z = kernel(y, 3.0);
        y.assign({places}, z.at({places}) + 1.0);
        const Index index[] = {places};
        const Operand summand(x.at({Slice{0, 50000, 1}}));
        add.at(y, index, &summand);
        return y - z;
    };
    const std::vector<double> expected = program().to_vector<double>();
    for (int i = 0; i < 4; ++i) {
        Deferred deferred;
        const ndarray made = program();
        EXPECT_TRUE(waits(made));
        EXPECT_EQ(made.to_vector<double>(), expected);
        wait_for_deferred_kernels();
    }
}

TEST(Deferred, IsExplained) {
    const ndarray x = line();
    Deferred deferred;
    const ndarray y = sqrt(x * x + 1.0);
    const std::string text = explain(y);
    EXPECT_NE(text.find("%1 = multiply(a, a)"), std::string::npos) << text;
    EXPECT_NE(text.find("3 operations wait."), std::string::npos) << text;
    EXPECT_TRUE(waits(y));
    EXPECT_EQ(explain(y, "svg").rfind("<svg", 0), 0);
    EXPECT_THROW(explain(y, "png"), ValueError);
}

std::set<std::int64_t> bytes_of(const ndarray& a) {
    std::set<std::int64_t> bytes;
    for (std::int64_t number = 0; number < a.size(); ++number) {
        std::int64_t place = a.offset();
        for (std::int64_t rest = number, d = a.ndim() - 1; d >= 0; --d) {
            place += rest % a.shape()[static_cast<int>(d)] * a.strides()[static_cast<int>(d)];
            rest /= a.shape()[static_cast<int>(d)];
        }
        for (std::int64_t k = 0; k < a.itemsize(); ++k) bytes.insert(place + k);
    }
    return bytes;
}

TEST(Layout, ArraysAreApartIfTheyHaveNoByteInCommon) {
    std::mt19937 random(1);
    const auto below = [&](std::int64_t end) { return static_cast<std::int64_t>(random()) % end; };
    const ndarray whole = empty({1000}, DType::uint8);
    const auto any_view = [&] {
        const DType dtype = below(2) ? DType::int32 : DType::int16;
        Shape shape;
        Strides strides;
        for (std::int64_t d = below(4); d > 0; --d) {
            shape.push_back(1 + below(4));
            strides.push_back((below(2) ? 1 : -1) * below(13) * 2);
        }
        return ndarray(whole.buffer(), 500 + 2 * below(30), dtype, shape, strides);
    };
    int apart = 0, beside = 0;  // of these some interleave
    for (int turn = 0; turn < 20000; ++turn) {
        const ndarray a = any_view(), b = any_view();
        const std::set<std::int64_t> of_a = bytes_of(a), of_b = bytes_of(b);
        const bool has_common = std::ranges::any_of(of_b, [&](std::int64_t byte) { return of_a.contains(byte); });
        ASSERT_EQ(are_apart(a, b), !has_common) << "turn " << turn;
        apart += !has_common;
        beside += !has_common && may_share_memory(a, b);
    }
    EXPECT_GT(apart, 1000);
    EXPECT_GT(beside, 100);
    const ndarray matrix = empty({6, 8});
    const auto columns = [&](std::int64_t from, std::int64_t to) { return matrix(all_of, Slice{from, to}); };
    EXPECT_TRUE(are_apart(columns(0, 4), columns(4, 8)) && are_apart(columns(7, 8), columns(0, 7)));
    EXPECT_FALSE(are_apart(columns(0, 5), columns(4, 8)));
    const ndarray square = empty({100, 100});
    EXPECT_TRUE(are_apart(square.diagonal(), square(all_of, Slice{1, 100})(0)));
    EXPECT_FALSE(are_apart(square.diagonal(), square(all_of, Slice{0, 100, 7})(49)));
}

}  // namespace
}  // namespace cuprum
