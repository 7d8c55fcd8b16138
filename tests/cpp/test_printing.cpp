// Arrays and numbers as text, by options.
#include <gtest/gtest.h>

#include <sstream>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/printing.h"

namespace cuprum {
namespace {

TEST(Printing, OptionsOfAThread) {
    const ndarray a = array({1.23456789, 2.5});
    {
        const printoptions few({.precision = 3});
        EXPECT_EQ(repr(a), "array([1.235, 2.5  ])");
    }
    EXPECT_EQ(repr(a), "array([1.23456789, 2.5       ])");
    EXPECT_EQ(array2string(a, {.precision = 1, .floatmode = "fixed"}, {.separator = ", "}), "[1.2, 2.5]");
    EXPECT_EQ(array_str(arange(2000), {.edgeitems = 1}), "[   0 ... 1999]");
    EXPECT_THROW(set_printoptions({.sign = 'x'}), ValueError);
    EXPECT_EQ(format_float_positional(0.1), "0.1");
    EXPECT_EQ(format_float_scientific(1e10), "1.e+10");
    EXPECT_EQ(format_float_positional(Scalar::strong(0.1f)), "0.1");
    EXPECT_EQ(base_repr(-255, 16), "-FF");
    EXPECT_EQ(binary_repr(-3, 5), "11101");
}

TEST(Printing, StreamsTakeDtypesAndShapes) {
    std::ostringstream text;
    text << DType::bfloat16 << " " << Shape{2, 3} << " " << Shape{4} << " " << zeros({}).shape();
    EXPECT_EQ(text.str(), "bfloat16 (2, 3) (4,) ()");
}

}  // namespace
}  // namespace cuprum
