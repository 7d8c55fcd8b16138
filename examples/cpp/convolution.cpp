// Convolution, interpolation and polynomials, on a GPU where there is one and on the CPU elsewhere.
#include <cuprum/convolution.h>
#include <cuprum/creation.h>
#include <cuprum/interpolation.h>
#include <cuprum/polynomial.h>
#include <cuprum/reduction.h>
#include <cuprum/scipy/signal.h>
#include <cuprum/ufunc.h>
#include <cuprum/windows.h>

#include <iostream>

namespace cp = cuprum;
namespace signal = cuprum::scipy::signal;

int main() {
    // A rising tone with a faster one upon it, smoothed by a window.
    const cp::ndarray t = cp::linspace(0, 1, 2001), tone = cp::sin(60 * t * t), noisy = tone + 0.3 * cp::sin(900 * t);
    cp::ndarray window = cp::hanning(41);
    window /= cp::sum(window);
    const cp::ndarray smooth = cp::convolve(noisy, window, "same");
    const cp::Index inside[] = {cp::Slice{50, 1950}};
    std::cout << "off by " << cp::max(cp::absolute(noisy - tone)) << " before, by "
              << cp::max(cp::absolute((smooth - tone).at(inside))) << " after\n";

    // Where a pattern is: the least sum of squared differences.
    const cp::ndarray pattern = smooth.at({cp::Slice{700, 1000}});
    const cp::ndarray differences =
        cp::correlate(smooth * smooth, cp::ones_like(pattern)) - 2 * cp::correlate(smooth, pattern);
    std::cout << "found at " << cp::argmin(differences) << "\n";

    // Edges of a disc in an image whose ends meet.
    const cp::ndarray y = cp::linspace(-1, 1, 9).reshape({9, 1}), x = cp::linspace(-1, 1, 9);
    const cp::ndarray disc = cp::less(y * y + x * x, 0.5).astype(cp::DType::int64);
    const cp::ndarray edges = cp::full({3, 3}, -1, cp::DType::int64);
    edges(1, 1).fill(8);
    std::cout << signal::convolve2d(disc, edges, "same", "wrap") << "\n";

    // A curve by a polynomial, and where that is zero.
    const cp::poly1d fit(cp::polyfit(t, cp::interp(t, 3 * t, tone), 5).coefficients);
    std::cout << fit.to_string() << "\nroots: " << fit.roots() << "\narea: " << cp::trapezoid(fit(t), &t) << "\n";
}
