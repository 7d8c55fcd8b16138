// SciPy's signal processing from C++: what its functions take beside arrays.
#include <gtest/gtest.h>

#include <vector>

#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/fft.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_filters.h"
#include "cuprum/scipy/signal_fir.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/scipy/signal_response.h"
#include "cuprum/scipy/signal_spectral.h"
#include "cuprum/scipy/signal_systems.h"
#include "cuprum/scipy/signal_waveforms.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::signal {
namespace {

double distance(const ndarray& a, const ndarray& b) {
    EXPECT_EQ(a.shape(), b.shape());
    return a.size() ? max(absolute(subtract(a, b))).item().to_double() : 0;
}

/// Numbers from -1 to 1 without a pattern.
ndarray noise(std::int64_t n) { return sin(multiply(add(arange(n), 1), 12.9898)); }

TEST(ScipySignal, OptionsHavePythonsNames) {
    const ndarray x = noise(64);
    const PowerSpectrum all = welch(x, {.nperseg = 16, .return_onesided = false}),
                        half = welch(x, {.nperseg = 16, .scaling = "density"});
    EXPECT_EQ(all.values.size(), 16);
    EXPECT_EQ(half.values.size(), 9);
    EXPECT_EQ(stft(x, {.nperseg = 16, .boundary = {}, .padded = false}).values.shape(), (Shape{9, 7}));
    EXPECT_EQ(periodogram(x, {.window = {}}).values.size(), 33);
}

TEST(ScipySignal, TrendsAreWordsFunctionsOrFalse) {
    const ndarray x = add(noise(64), 3.0);
    const auto mean_of = [](const ndarray& segments) {
        return subtract(segments, mean(segments, {.axis = Dims{-1}, .keepdims = true}));
    };
    const PowerSpectrum constant = welch(x, {.nperseg = 16, .detrend = "constant"}),
                        function =
                            welch(x, {.nperseg = 16, .detrend = std::function<ndarray(const ndarray&)>(mean_of)}),
                        none = welch(x, {.nperseg = 16, .detrend = false});
    EXPECT_LT(distance(constant.values, function.values), 1e-14);
    EXPECT_GT(distance(constant.values, none.values), 1.0);
    EXPECT_THROW(welch(x, {.detrend = "square"}), ValueError);
}

TEST(ScipySignal, ASignalHasNoPhaseWithItself) {
    const ndarray x = noise(64), copy = x.copy();
    EXPECT_FALSE(is_complex(csd(x, x, {.nperseg = 16}).values.dtype()));
    EXPECT_TRUE(is_complex(csd(x, copy, {.nperseg = 16}).values.dtype()));
}

TEST(ScipySignal, SystemsOfEveryFormDoTheSame) {
    // 2 / (s + 2): a step reaches 1 - exp(-2 t).
    const std::vector<ContinuousSystem> forms{Coefficients{Numbers{2.0}.array(), Numbers{1.0, 2.0}.array()},
                                              ZerosPoles{Numbers{}.array(), Numbers{-2.0}.array(), 2.0},
                                              StateSpace(tf2ss(Numbers{2.0}, {1.0, 2.0}))};
    const ndarray times = linspace(0, 2, 5), expected = subtract(1, exp(multiply(times, -2)));
    for (const ContinuousSystem& system : forms) {
        EXPECT_LT(distance(step(system, {}, &times).y, expected), 1e-12);
        EXPECT_LT(distance(impulse(system, {}, &times).y, multiply(exp(multiply(times, -2)), 2)), 1e-12);
        EXPECT_EQ(step(system, {}, nullptr, 7).t.size(), 7);
        EXPECT_LT(distance(lsim(system, Numbers(ones({5})), times).y, expected), 1e-12);
        EXPECT_NEAR(absolute(freqresp(system, Numbers{2.0}.array()).h).item().to_double(), std::sqrt(0.5), 1e-12);
        EXPECT_EQ(bode(system, {}, 9).mag.size(), 9);
        const DiscreteSystem sampled(system, 0.5);
        EXPECT_EQ(dstep(sampled, {}, {}, 4).t.size(), 4);
        EXPECT_EQ(dimpulse(sampled).y.at(0).size(), 100);
        EXPECT_EQ(dlsim(sampled, Numbers(ones({5}))).x.has_value(), std::holds_alternative<StateSpace>(system.form));
        EXPECT_LT(distance(dbode(sampled, {}, 9).w, divide(dfreqresp(sampled, {}, 9).w, 0.5)), 1e-15);
    }
}

TEST(ScipySignal, FiltersInBothDirections) {
    const ndarray b = ones({2}), a = ones({1}), x = noise(32);
    EXPECT_EQ(filtfilt(b, a, x, -1, {.method = "gust", .irlen = 4}).shape(), x.shape());
    EXPECT_THROW(filtfilt(b, a, x, -1, {.method = "other"}), ValueError);
}

TEST(ScipySignal, ImpulsesStandAtAnIndex) {
    EXPECT_EQ(argmax(unit_impulse({7}, "mid")).item().to_int(), 3);
    EXPECT_EQ(argmax(unit_impulse({3, 3}, 2)).item().to_int(), 8);
    EXPECT_EQ(argmax(unit_impulse({3, 3}, {1, 2})).item().to_int(), 5);
    EXPECT_EQ(argmax(unit_impulse({3, 3})).item().to_int(), 0);
    EXPECT_THROW(unit_impulse({3}, "end"), IndexError);
}

TEST(ScipySignal, PolynomialsOfDifferentDegrees) {
    const Coefficients f = normalize(std::vector<Numbers>{{1.0}, {1.0, 2.0}}, {2.0, 1.0});
    EXPECT_EQ(f.b.shape(), (Shape{2, 2}));
    EXPECT_EQ(f.b(1, 0).item().to_double(), 0.5);
    EXPECT_EQ(lp2lp({1.0}, {1.0, 1.0}, {2.0, 9.0}).a(1).item().to_double(), 2.0);
}

TEST(ScipySignal, PrecisionFollowsTheSections) {
    const ndarray sos = ones({1, 6}, DType::float32);
    EXPECT_EQ(sos2tf(sos).b.dtype(), DType::float32);
    EXPECT_EQ(sos2tf(sos.astype(DType::float64)).b.dtype(), DType::float64);
}

TEST(ScipySignal, WidthsReplaceWindows) {
    EXPECT_EQ(firwin(5, 0.5, {.width = 0.3, .window = {}}).size(), 5);
    EXPECT_THROW(firwin(5, 0.5, {.window = {}}), ValueError);
    EXPECT_LT(
        distance(firwin2(5, {0.0, 4.0}, {1.0, 0.0}, {.nyq = 4.0}), firwin2(5, {0.0, 4.0}, {1.0, 0.0}, {.fs = 8.0})),
        1e-15);
}

TEST(ScipySignal, FiltersOfImagesTakeOneWindowOrTwo) {
    const Numbers half{0.5};
    EXPECT_EQ(firwin_2d({3, 5}, {{"hann"}, {"hamming"}}, half).shape(), (Shape{3, 5}));
    EXPECT_EQ(firwin_2d({3, 5}, {{"hann"}}, half, 2, true).shape(), (Shape{5, 3}));
    EXPECT_THROW(firwin_2d({3, 5}, {{"hann"}}, half), ValueError);
    EXPECT_THROW(firwin_2d({3, 5}, {{"hann"}, {"hann"}}), ValueError);
}

TEST(ScipySignal, AFilterIsAPairOfPolynomials) {
    EXPECT_LT(distance(group_delay({Numbers{1.0, 1.0}, Numbers{1.0}}, 2).h, full({2}, 0.5)), 1e-14);
}

TEST(ScipySignal, ResamplesSignalsTimesAndTransforms) {
    const ndarray x = noise(64), t = multiply(arange(64.0), 0.5), half = resample(x, 32);
    const auto [samples, times] = resample(x, 32, t);
    EXPECT_EQ(distance(samples, half), 0);
    EXPECT_LT(distance(times, arange(32.0)), 1e-14);
    EXPECT_LT(distance(resample(fft::fft(x), 32, 0, {}, "freq").real(), half), 1e-14);
    EXPECT_THROW(resample(x, 32, 0, {}, "space"), ValueError);
}

TEST(ScipySignal, EnvelopesOfABandAndWhatItLeavesOut) {
    const ndarray x = noise(64);
    EXPECT_EQ(envelope(x).shape(), (Shape{2, 64}));
    EXPECT_EQ(envelope(x, {2, 8}, {.n_out = 16, .residual = {}}).shape(), Shape{16});
    EXPECT_EQ(distance(envelope(x, {0, {}}, {.residual = {}}), envelope(x, {0, 32}, {.residual = "all"}).at({0})), 0);
    EXPECT_THROW(envelope(x, {1, {}}, {.residual = "highpass"}), ValueError);
}

}  // namespace
}  // namespace cuprum::scipy::signal
