// The functions of cuprum::random are the methods of the current device's state.
#include <gtest/gtest.h>

#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/random_functions.h"

namespace cuprum {
namespace {

bool same(const ndarray& a, const ndarray& b) { return a.dtype() == b.dtype() && array_equal(a, b).item().to_bool(); }

TEST(RandomFunctions, DrawFromTheCurrentState) {
    const auto state = std::make_shared<random::RandomState>(7);
    random::seed(7);
    EXPECT_TRUE(same(random::rand({2, 3}), state->random_sample(Shape{2, 3})));
    EXPECT_TRUE(same(random::random({5}, DType::float32), state->random_sample(Shape{5}, DType::float32)));
    EXPECT_TRUE(same(random::randn({7}), state->standard_normal(Shape{7})));
    EXPECT_TRUE(same(random::uniform(-1, 1, Shape{4}), state->uniform(-1, 1, Shape{4})));
    EXPECT_TRUE(same(random::randint(0, 100, Shape{20}), state->randint(0, 100, Shape{20})));
    EXPECT_TRUE(same(random::gamma(2.5, 1.0, Shape{6}), state->gamma(2.5, 1.0, Shape{6})));
    EXPECT_TRUE(same(random::poisson(3.0, Shape{6}), state->poisson(3.0, Shape{6})));
    EXPECT_TRUE(same(random::triangular(0, 1, 2, Shape{6}), state->triangular(0, 1, 2, Shape{6})));
    EXPECT_TRUE(same(random::permutation(9), state->permutation(9)));
    EXPECT_TRUE(same(random::choice(9, Shape{3}, false), state->choice(9, Shape{3}, false)));
    EXPECT_EQ(random::bytes(5), state->bytes(5));
    EXPECT_EQ(random::random().ndim(), 0);
    const ndarray a = arange(6), b = arange(6);
    state->random_sample();  // the number drawn above
    random::shuffle(a);
    state->shuffle(b);
    EXPECT_TRUE(same(a, b));
}

}  // namespace
}  // namespace cuprum
