// Convolution, correlation and windows from C++; and every boundary of the engine below them.
#include <gtest/gtest.h>

#include "array_of.h"
#include "cuprum/convolution.h"
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal.h"
#include "cuprum/ufunc.h"
#include "cuprum/windows.h"
#include "kernel/engine/correlate.h"

namespace cuprum {
namespace {

TEST(Convolution, Sequences) {
    const ndarray a = array_of<double>({3}, {1, 2, 3}), v = array_of<double>({3}, {0, 1, 0.5});
    EXPECT_EQ(convolve(a, v).to_vector<double>(), (std::vector<double>{0, 1, 2.5, 4, 1.5}));
    EXPECT_EQ(convolve(a, v, "same").to_vector<double>(), (std::vector<double>{1, 2.5, 4}));
    EXPECT_EQ(convolve(a, v, "valid").to_vector<double>(), (std::vector<double>{2.5}));
    EXPECT_EQ(correlate(a, v).to_vector<double>(), (std::vector<double>{3.5}));
    EXPECT_EQ(correlate(a, v, "full").to_vector<double>(), (std::vector<double>{0.5, 2, 3.5, 3, 0}));
    EXPECT_THROW(convolve(a, v, "most"), ValueError);
    EXPECT_THROW(convolve(a, zeros({0})), ValueError);
    EXPECT_THROW(correlate(ones({2, 2}), a), ValueError);
}

TEST(Convolution, Images) {
    const ndarray image = arange(9).reshape({3, 3}), weights = ones({2, 2}, DType::int64);
    EXPECT_EQ(scipy::signal::convolve2d(image, weights, "valid").to_vector<std::int64_t>(),
              (std::vector<std::int64_t>{8, 12, 20, 24}));
    EXPECT_EQ(scipy::signal::convolve2d(image, weights, "same", "wrap").to_vector<std::int64_t>(),
              (std::vector<std::int64_t>{16, 14, 18, 10, 8, 12, 22, 20, 24}));
    EXPECT_EQ(sum(scipy::signal::convolve2d(image, weights, "full", "fill", 1)).item().to_int(), 36 * 4 + 16 * 4 - 36);
    EXPECT_EQ(scipy::signal::correlation_lags(3, 2).to_vector<std::int64_t>(),
              (std::vector<std::int64_t>{-1, 0, 1, 2}));
    EXPECT_THROW(scipy::signal::convolve2d(image, weights, "full", "mist"), ValueError);
}

TEST(Convolution, ByTransforms) {
    const ndarray a = sin(arange(3000).astype(DType::float64)), v = cos(arange(200).astype(DType::float64));
    const ndarray direct = scipy::signal::convolve(a, v, "same", "direct");
    for (const ndarray& other : {scipy::signal::convolve(a, v, "same", "fft"), scipy::signal::convolve(a, v, "same"),
                                 scipy::signal::fftconvolve(a, v, "same"), scipy::signal::oaconvolve(a, v, "same")})
        EXPECT_LT(max(absolute(other - direct)).item().to_double(), 1e-10);
    const ndarray columns = a.reshape({1000, 3}), weights = v.reshape({200, 1});
    EXPECT_EQ(scipy::signal::oaconvolve(columns, weights, "full", Dims{0}).shape(), (Shape{1199, 3}));
    EXPECT_STREQ(scipy::signal::choose_conv_method(a, v), "direct");
    // Integers come out exact in any case.
    const ndarray numbers = arange(5000), product = convolve(numbers, numbers);
    EXPECT_EQ(product.dtype(), DType::int64);
    EXPECT_EQ(product(4999).item().to_int(), 4999ll * 5000 * 4998 / 6);
    EXPECT_THROW(scipy::signal::convolve(a, columns), ValueError);
    EXPECT_THROW(scipy::signal::fftconvolve(columns, columns, "full", {0, 0}), ValueError);
}

TEST(Convolution, Windows) {
    EXPECT_EQ(bartlett(5).to_vector<double>(), (std::vector<double>{0, 0.5, 1, 0.5, 0}));
    EXPECT_EQ(kaiser(3, 0).to_vector<double>(), (std::vector<double>{1, 1, 1}));
    EXPECT_EQ(hanning(0).size(), 0);
    EXPECT_EQ(hamming(1).to_vector<double>(), (std::vector<double>{1}));
}

/// What stands at a place of a sequence that goes on beyond its ends, written down by hand.
struct Extended {
    CorrelateBoundary boundary;
    std::vector<double> places;  // -5, -4, ... 8 of the sequence 1 2 3 4
};

TEST(Correlate, Boundaries) {
    const Extended cases[] = {
        {boundary_nothing, {0, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0}},
        {boundary_constant, {7, 7, 7, 7, 7, 1, 2, 3, 4, 7, 7, 7, 7, 7}},
        {boundary_wrap, {4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1}},
        {boundary_symmetric, {4, 4, 3, 2, 1, 1, 2, 3, 4, 4, 3, 2, 1, 1}},
        {boundary_mirror, {2, 3, 4, 3, 2, 1, 2, 3, 4, 3, 2, 1, 2, 3}},
        {boundary_nearest, {1, 1, 1, 1, 1, 1, 2, 3, 4, 4, 4, 4, 4, 4}},
    };
    const ndarray sequence = array_of<double>({4}, {1, 2, 3, 4}), one = ones({1});
    for (const Extended& c : cases) {
        const ndarray out = empty({14});
        kernel::correlate(sequence, one, out, {.before = {5}, .boundary = c.boundary, .fill = 7});
        EXPECT_EQ(out.to_vector<double>(), c.places) << c.boundary;
        // On the rows of an image, and on an axis before them, weights of two rows add neighbours.
        for (int axis = 0; axis < 3; ++axis) {
            Shape shape{1, 1, 1}, weights{1, 1, 1}, result{1, 1, 1};
            Dims before{0, 0, 0};
            shape[axis] = 4;
            weights[axis] = 2;
            result[axis] = 13;
            before[axis] = 5;
            const ndarray sums = empty(result);
            kernel::correlate(sequence.reshape(shape), ones(weights), sums,
                              {.before = before, .boundary = c.boundary, .fill = 7});
            std::vector<double> expected(13);
            for (std::size_t i = 0; i < 13; ++i) expected[i] = c.places[i] + c.places[i + 1];
            EXPECT_EQ(sums.to_vector<double>(), expected) << c.boundary << " on axis " << axis;
        }
    }
}

TEST(Correlate, NothingThere) {
    const ndarray out = full({3}, 5.0);
    kernel::correlate(ones({4}), ones({0}), out, {.before = {0}});
    EXPECT_EQ(out.to_vector<double>(), (std::vector<double>{0, 0, 0}));
    out.fill(5);
    kernel::correlate(ones({0}), ones({2}), out, {.before = {1}});
    EXPECT_EQ(out.to_vector<double>(), (std::vector<double>{0, 0, 0}));
}

TEST(Correlate, TooManyAxes) {
    Shape shape;
    for (int d = 0; d < 17; ++d) shape.push_back(2);
    EXPECT_THROW(kernel::correlate(ones(shape), ones(shape), empty(shape), {.before = Dims(17)}), NotSupportedError);
}

}  // namespace
}  // namespace cuprum
