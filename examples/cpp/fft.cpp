// Fourier transforms: the tones in a signal, a filter, an image that is blurred, and heat in a rod by cosines.
#include <cuprum/creation.h>
#include <cuprum/indexing.h>
#include <cuprum/logic.h>
#include <cuprum/reduction.h>
#include <cuprum/scipy/fft.h>
#include <cuprum/scipy/fft_real_transforms.h>
#include <cuprum/sorting.h>
#include <cuprum/ufunc.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

namespace cp = cuprum;
namespace fft = cuprum::fft;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

double number(const cp::ndarray& a) { return a.item().to_double(); }

// What a second of two tones and some hum is made of; and the signal without what is above 200 Hz.
void tones() {
    const cp::ndarray t = cp::arange(0, 1000) / 1000.0;
    const cp::ndarray wanted = cp::sin(2 * M_PI * 50 * t) + 0.5 * cp::sin(2 * M_PI * 120 * t);
    const cp::ndarray spectrum = fft::rfft(wanted + 0.2 * cp::cos(2 * M_PI * 440 * t), {}, -1, fft::Norm::forward);
    const cp::ndarray frequencies = fft::rfftfreq(1000, 0.001);
    const cp::ndarray strongest = cp::argsort(-cp::absolute(spectrum))(cp::Slice{{}, 3, {}});
    const cp::ndarray found = cp::take(frequencies, strongest);
    std::cout << "tones: " << found << " Hz of strengths " << 2.0 * cp::absolute(cp::take(spectrum, strongest)) << "\n";
    check(std::abs(number(cp::sum(found)) - 610) < 1e-9, "the tones are 50, 120 and 440 Hz");

    const cp::ndarray filtered =
        fft::irfft(cp::where(frequencies < 200.0, spectrum, 0.0), 1000, -1, fft::Norm::forward);
    const double error = number(cp::max(cp::absolute(filtered - wanted)));
    std::cout << "the filtered signal is right to " << error << "\n";
    check(error < 1e-12, "the hum is gone");
}

// A point becomes a spot: the transform of a convolution is the product of the transforms.
void blur() {
    const cp::ndarray image = cp::zeros({64, 64});
    image(20, 30).fill(1.0);
    const cp::ndarray fy = fft::fftfreq(64).reshape({64, 1}), fx = fft::rfftfreq(64);
    const cp::ndarray spot = fft::irfft2(fft::rfft2(image) * cp::exp(-18 * M_PI * M_PI * (fy * fy + fx * fx)));
    const std::int64_t place = cp::argmax(spot).item().to_int();
    std::cout << "the brightest place of the spot is (" << place / 64 << ", " << place % 64 << ") and its sum "
              << number(cp::sum(spot)) << "\n";
    check(place == 20 * 64 + 30, "the spot is where the point was");
}

// Cosines decay each at its own rate, and what there is of heat stays.
void heat() {
    const cp::ndarray start = cp::where(cp::arange(100) < 50, 1.0, 0.0);
    const cp::ndarray waves = cp::arange(100) * (M_PI / 100);
    const cp::ndarray later = cp::scipy::fft::idct(cp::scipy::fft::dct(start) * cp::exp(-400.0 * waves * waves));
    std::cout << "heat: " << number(cp::sum(later)) << " in all, ends at " << number(later(0)) << " and "
              << number(later(99)) << "\n";
    check(std::abs(number(cp::sum(later)) - 50) < 1e-9, "the heat is all there");
}

int main() {
    tones();
    blur();
    heat();
    std::cout << fft::plan_cache()->info();
}
