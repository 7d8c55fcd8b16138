// Filters are designed, looked at, and turned into what else they can be: coefficients in microseconds on the host,
// responses on the device.
#include <cuprum/creation.h>
#include <cuprum/host.h>
#include <cuprum/indexing.h>
#include <cuprum/reduction.h>
#include <cuprum/scipy/signal_design.h>
#include <cuprum/scipy/signal_fir.h>
#include <cuprum/scipy/signal_response.h>
#include <cuprum/scipy/signal_systems.h>
#include <cuprum/scipy/signal_waveforms.h>
#include <cuprum/scipy/signal_windows.h>
#include <cuprum/ufunc.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

namespace cp = cuprum;
namespace signal = cuprum::scipy::signal;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

double number(const cp::ndarray& a) { return a.item().to_double(); }
double decibels(const cp::ndarray& h) { return 20 * std::log10(number(cp::absolute(h))); }

// One filter in three forms, and its gain at the cutoff and far above it.
void recursive() {
    const auto [b, a] = signal::butter(4, 0.2);
    std::cout << "butter(4, 0.2)\n b " << b << "\n a " << a << "\n";
    const signal::Sections band = signal::cheby1<signal::Sections>(6, 1, {100, 300}, {.btype = "bandpass", .fs = 2000});
    std::cout << "a bandpass of " << band.sos.shape(0) << " sections\n";
    check(band.sos.shape(0) == 6, "a bandpass has twice the order of its lowpass");
    const auto [w, h] = signal::freqz(b, a, cp::array({0.2 * M_PI, 0.8 * M_PI}));
    std::cout << "gains: " << decibels(h(0)) << " and " << decibels(h(1)) << " dB\n";
    check(std::abs(decibels(h(0)) + 3.0103) < 1e-3, "the cutoff is where the gain is -3 dB");

    // The order that is needed, and what comes of it.
    const signal::FilterOrder order = signal::ellipord({0.2}, {0.3}, 1, 60);
    const auto [z, p, k] = signal::ellip<signal::ZerosPoles>(static_cast<double>(order.n), 1, 60, order.wn);
    std::cout << "an elliptic filter of order " << order.n << " has its poles at " << p << "\n";
    check(number(cp::max(cp::absolute(p))) < 1, "a filter is stable");
}

// The same demand met by a window, by least squares and by equal ripples.
void taps() {
    const signal::KaiserOrder kaiser = signal::kaiserord(60, 0.1);
    const cp::ndarray windowed = signal::firwin(
        kaiser.numtaps | 1, 0.25, {.window = signal::WindowChoice("kaiser", {kaiser.beta}), .pass_zero = "lowpass"});
    const cp::ndarray squares = signal::firls(73, {0, 0.2, 0.3, 1}, {1, 1, 0, 0});
    const cp::ndarray ripples = signal::remez(73, {0, 0.1, 0.15, 0.5}, {1, 0});
    const cp::ndarray stopped = cp::linspace(0.31 * M_PI, M_PI, 400);
    for (const cp::ndarray& filter : {windowed, squares, ripples}) {
        const cp::ndarray gain = cp::absolute(signal::freqz(filter, cp::ones({1}), stopped).h);
        std::cout << filter.size() << " taps let " << 20 * std::log10(number(cp::max(gain))) << " dB through\n";
        check(number(cp::max(gain)) < 0.002, "the stopband is stopped");
    }
    const cp::ndarray quick = signal::minimum_phase(ripples);
    std::cout << "at least delay, " << quick.size() << " taps do\n";
}

// A motor's speed, sampled, under a feedback that makes it quicker.
void systems() {
    const signal::StateSpace motor = signal::tf2ss({2.0}, {1.0, 12.0, 20.02});
    const signal::Feedback feedback = signal::place_poles(motor.A, motor.B, {-10.0, -20.0});
    std::cout << "feedback " << feedback.gain_matrix << " for poles " << feedback.computed_poles << "\n";
    const signal::StateSpaceArrays sampled = signal::cont2discrete(motor, 0.01);
    const signal::DiscreteSimulation step = signal::dlsim({sampled, 0.01}, cp::ones({400}));
    const double last = number(step.y(399, 0));
    std::cout << "after 4 s the motor turns at " << last << " of " << 2 / 20.02 << "\n";
    check(std::abs(last - 2 / 20.02) < 1e-3, "a step ends at the gain of frequency 0");
}

int main() {
    recursive();
    taps();
    systems();
    const cp::ndarray window = signal::get_window("kaiser", {8.6}, 8, false);
    std::cout << "a window: " << window << "\n"
              << "a chirp: " << signal::chirp(cp::linspace(0, 1, 5), 1, 1, 4) << "\n"
              << "bits: " << signal::max_len_seq(4).seq << "\n";
}
