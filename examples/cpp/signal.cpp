// Signals in C++: a filter, a spectrum and peaks of two tones in noise.
#include <cuprum/cuprum.h>

#include <cmath>
#include <cstdio>

namespace cp = cuprum;
namespace signal = cuprum::scipy::signal;

int main() {
    const double rate = 1000;
    cp::random::seed(1);
    const cp::ndarray t = cp::arange(1 << 16) / rate;
    const cp::ndarray noise = cp::random::standard_normal(t.shape());
    const cp::ndarray x = cp::sin(t * (2 * M_PI * 50)) + cp::sin(t * (2 * M_PI * 120)) * 0.5 + noise * 0.2;

    // Power by frequency, and where it has peaks.
    const auto [frequencies, power] = signal::welch(x, {.fs = rate, .nperseg = 1024});
    signal::PeakConditions conditions;
    conditions.prominence = signal::PeakInterval{.low = cp::max(power) * 0.05};
    const signal::Peaks peaks = signal::find_peaks(power, conditions);
    for (const std::int64_t place : peaks.places.to_vector<std::int64_t>())
        std::printf("a tone at %.1f Hz\n", frequencies.at({place}).item().to_double());

    // A low-pass of one pole leaves the slower one; forwards and backwards nothing is delayed.
    const double pole = 0.9;
    const cp::ndarray b = cp::ones({1}) * (1 - pole),
                      a = cp::concatenate(std::vector<cp::ndarray>{cp::ones({1}), cp::ones({1}) * -pole});
    const cp::ndarray smooth = signal::filtfilt(b, a, x);
    const auto filtered = signal::welch(smooth, {.fs = rate, .nperseg = 1024});
    const double before = cp::sum(power).item().to_double(), after = cp::sum(filtered.values).item().to_double();
    std::printf("%.0f%% of the power is left\n", 100 * after / before);

    const bool right = peaks.places.size() == 2 && after < before;
    std::puts(right ? "two tones, as expected" : "not what was expected");
    return right ? 0 : 1;
}
