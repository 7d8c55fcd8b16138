// Functions and classes of SciPy's chapters that Python takes over as C++ declares them.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/host.h"
#include "cuprum/jit.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/ndimage.h"
#include "cuprum/scipy/ndimage_kernels.h"
#include "cuprum/scipy/signal_short_time_fft.h"
#include "cuprum/scipy/signal_spectral.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/sorting.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy {
namespace {

double number(const ndarray& a) { return a.item().to_double(); }
double distance(const ndarray& a, const ndarray& b) { return number(max(absolute(a - b))); }

TEST(Declared, ShortTimeTransformsAndTheirInverse) {
    const ndarray signal = sin(arange(60, DType::float64) * 0.7);
    signal::ShortTimeFFT transform = signal::ShortTimeFFT::from_window("hann", 4.0, 16, 12, true, {.mfft = 20});
    EXPECT_EQ(transform.hop(), 4);
    EXPECT_FALSE(transform.scaling());
    transform.scale_to("psd");
    EXPECT_EQ(transform.scaling(), "psd");
    const ndarray values = transform.stft(signal);
    EXPECT_LT(distance(transform.istft(values, 0, 60), signal), 1e-12);
    // A signal beside itself has its own power; a view of the same elements is the same signal.
    EXPECT_LT(distance(transform.spectrogram(signal, &signal), transform.spectrogram(signal)), 1e-15);
    signal::ShortTimeFFT other;
    other.set_state(transform.state());
    EXPECT_EQ(distance(other.stft(signal, {.p0 = 1, .padding = "even"}),
                       transform.stft(signal, {.p0 = 1, .padding = "even"})),
              0);
    EXPECT_THROW(transform.stft_detrend(signal, "parabolic"), ValueError);
    const ndarray ones_ = ones({4});
    EXPECT_THROW(signal::ShortTimeFFT(ones_, 2, 1.0, {.scale_to = ""}), ValueError);
}

TEST(Declared, TransformsToPointsOnASpiral) {
    const ndarray x = cos(arange(12, DType::float64));
    const signal::CZT around(12);
    EXPECT_EQ(around.m(), 12);
    EXPECT_LT(distance(absolute(around(x)), absolute(signal::czt(x))), 1e-15);
    EXPECT_EQ(signal::czt_points(3, Scalar(0.5), Scalar(2.0)).dtype(), DType::float64);
    EXPECT_EQ(signal::czt_points(3).dtype(), DType::complex128);
    const signal::ZoomFFT band(12, {0.1, 0.4}, 7);
    signal::ZoomFFT same;
    same.set_state(band.state());
    EXPECT_EQ(distance(absolute(same(x)), absolute(band(x))), 0);
    EXPECT_LT(distance(absolute(band.points()), ones({7})), 1e-12);
    EXPECT_THROW(around(ones({5})), ValueError);
}

TEST(Declared, PlacesOfLabelsAndValues) {
    const ndarray labels = asarray(std::vector<std::int64_t>{0, 2, 2, 1});
    const auto boxes = ndimage::find_objects(labels, 3);
    ASSERT_EQ(boxes.size(), 3u);
    EXPECT_EQ((*boxes[0])[0].start, 3);
    EXPECT_EQ((*boxes[1])[0].stop, 3);
    EXPECT_FALSE(boxes[2]);
    const ndimage::PlacesOfValues places = ndimage::value_indices(labels, Scalar(0), true);
    ASSERT_EQ(places.size(), 2u);
    EXPECT_EQ(places[1].first.to_int(), 2);
    EXPECT_EQ(places[1].second[0].to_vector<std::int8_t>(), (std::vector<std::int8_t>{1, 2}));
    EXPECT_THROW(ndimage::value_indices(ones({2})), ValueError);
    const ndarray cross = asarray(std::vector<std::int64_t>{1, 1, 1});
    EXPECT_EQ(number(max(*ndimage::distance_transform_cdt(labels, cross).distances)), 3);
    EXPECT_EQ(ndimage::distance_transform_edt(labels, {}, true, false, {}, {}, false).distances->dtype(),
              DType::float32);
}

TEST(Declared, TestsByResampling) {
    const ndarray x = arange(3, DType::float64), y = x + 3.0;
    const stats::TtestResult found = stats::ttest_ind(x, y, {}, true, "two-sided", 0.0, stats::PermutationMethod());
    EXPECT_NEAR(number(found.pvalue), 0.1, 1e-15);  // 2 of 20 divisions
    const stats::MannwhitneyuResult ranks =
        stats::mannwhitneyu(x, y, true, "less", {}, stats::PermutationMethod{.n_resamples = INFINITY, .batch = 7});
    EXPECT_NEAR(number(ranks.pvalue), 0.05, 1e-15);
    const ndarray line = arange(9, DType::float64), curve = line * line;
    const stats::PearsonRResult r =
        stats::pearsonr(line, curve, "two-sided", Dims{0}, stats::MonteCarloMethod{.n_resamples = 999});
    EXPECT_NEAR(number(r.pvalue), 0.002, 1e-12);
    const stats::ConfidenceInterval bounds =
        r.confidence_interval(0.95, stats::BootstrapMethod{.n_resamples = 499, .rng = stats::resampling_source(1)});
    EXPECT_LT(number(bounds.low), number(r.statistic));
    EXPECT_LE(number(r.statistic), number(bounds.high));
    EXPECT_THROW(stats::ttest_ind(x, y, {}, true, "two-sided", 0.0, stats::PermutationMethod{.n_resamples = 0.5}),
                 ValueError);
}

TEST(Declared, StatisticsOfBins) {
    const ndarray x = asarray(std::vector<double>{0, 1, 5}), values = asarray(std::vector<double>{1, 3, 7});
    const stats::Bins two = {std::int64_t{2}};
    EXPECT_EQ(stats::binned_statistic(x, &values, "mean", two).statistic.to_vector<double>(),
              (std::vector<double>{2, 7}));
    const stats::BinStatistic::Function squares = [](const ndarray& v) { return sum(v * v); };
    EXPECT_EQ(stats::binned_statistic(x, &values, squares, two).statistic.to_vector<double>(),
              (std::vector<double>{10, 49}));
    EXPECT_EQ(number(sum(stats::binned_statistic_2d(x, x, nullptr, "count").statistic)), 3);
    EXPECT_THROW(stats::binned_statistic(x, nullptr, "sum", two), ValueError);
}

TEST(Declared, FactorsOfDenseAndSparseMatrices) {
    using namespace sparse::linalg;
    const ndarray dense = eye(4) * 2.0, b = arange(4, DType::float64);
    const sparse::sparse_matrix a = sparse::csc_matrix(dense);
    EXPECT_LT(distance(std::get<ndarray>(spsolve(a, b)), b / 2.0), 1e-15);
    EXPECT_LT(distance(std::get<ndarray>(spsolve(dense, b)), b / 2.0), 1e-15);
    EXPECT_TRUE(std::holds_alternative<sparse::sparse_matrix>(spsolve(a, a)));
    EXPECT_TRUE(std::holds_alternative<ndarray>(expm(DenseOrSparse(dense))));
    EXPECT_THROW(inv(dense), TypeError);
    SuperLU copy;
    copy.set_state(splu(a).state());
    EXPECT_LT(distance(copy.solve(b, "T"), b / 2.0), 1e-15);
    EXPECT_EQ(copy.nnz(), 8);
    EXPECT_THROW(copy.solve(b, "X"), ValueError);
    // A singular matrix: a warning, and NaN.
    static std::string text;
    const SparseWarningHandler before = set_sparse_warning([](SparseWarning kind, const char* message) {
        if (kind == SparseWarning::singular) text = message;
    });
    EXPECT_TRUE(std::isnan(number(sum(std::get<ndarray>(spsolve(sparse::csc_matrix(zeros({2, 2})), ones({2})))))));
    set_sparse_warning(before);
    EXPECT_EQ(text, "Matrix is exactly singular");
}

TEST(Declared, AlgorithmsOfKernels) {
    bool has_sort = false;
    for (const jit::Algorithm& one : jit::algorithms()) has_sort = has_sort || std::string_view(one.name) == "sort";
    EXPECT_TRUE(has_sort);
}

TEST(Declared, FunctionsOfImages) {
    const ndarray image = multiply(arange(12), arange(12)).reshape({3, 4}).astype(DType::float64);
    const auto same = [](const ndarray& a, const ndarray& b) { return array_equal(a, b).item().to_bool(); };
    const auto largest = [](const ndarray& windows) { return max(windows, {.axis = Dims{-1}}); };
    EXPECT_TRUE(same(ndimage::generic_filter(image, largest, 3), ndimage::maximum_filter(image, 3)));
    const auto pairs = [](const ndarray& line, const ndarray& result) {
        copyto(result, add(line(Slice{.stop = -1}), line(Slice{.start = 1})));
    };
    EXPECT_EQ(number(ndimage::generic_filter1d(image, pairs, 2)(0, 3)), 13);
    const auto second = [](const ndarray& a, std::int64_t axis, const ndimage::Output& output, std::string_view mode,
                           const Scalar& cval) {
        return ndimage::correlate1d(a, array({1, -2, 1}), axis, output, mode, cval);
    };
    EXPECT_TRUE(same(ndimage::generic_laplace(image, second), ndimage::laplace(image)));
    const auto slope = [](const ndarray& a, std::int64_t axis, const ndimage::Output& output, std::string_view mode,
                          const Scalar& cval) { return ndimage::sobel(a, axis, output, std::string(mode), cval); };
    EXPECT_EQ(ndimage::generic_gradient_magnitude(image, slope, {}, "nearest", 0.0, Dims{1}).shape(), image.shape());
    const auto moved = [](const ndarray& places) { return add(places, array({1, 0}).reshape({2, 1, 1})); };
    EXPECT_EQ(number(ndimage::geometric_transform(image, moved, {}, {}, 1)(0, 0)), 16);
    const auto middle = [](const ndarray& windows, const Dims& axes) { return median(windows, {.axis = axes}); };
    EXPECT_TRUE(same(ndimage::vectorized_filter(image, middle, {.size = 3}), ndimage::median_filter(image, 3)));
    EXPECT_EQ(ndimage::vectorized_filter(image, middle, {.size = 3, .mode = "valid"}).shape(), (Shape{1, 2}));
    EXPECT_THROW(ndimage::vectorized_filter(image, middle, {.size = 3, .batch_memory = 1}), ValueError);
}

}  // namespace
}  // namespace cuprum::scipy
