// FIR filters with the least greatest error: the exchange of Remez on a grid of frequencies (Parks and McClellan,
// Chebyshev Approximation for Nonrecursive Digital Filters with Linear Phase, 1972).
#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuprum/scipy/signal_fir.h"
#include "cuprum/transfer.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/host_numbers.h"
#include "scipy/signal/design/transforms.h"

namespace cuprum::scipy::signal {
namespace {

using design::Reals;
using std::numbers::pi;

enum class Type { bandpass, differentiator, hilbert };

struct Problem {
    Reals edges, gains, weights;  // frequencies from 0 to 0.5
    Type type;
    std::int64_t taps;
    bool odd() const { return taps % 2; }
    bool antisymmetric() const { return type != Type::bandpass; }
    /// Cosines that the response is a sum of.
    std::size_t functions() const { return static_cast<std::size_t>(taps / 2 + (odd() && !antisymmetric())); }
};

/// The frequencies that are looked at, and there the cosines' wanted sum and its weight.
struct Grid {
    Reals x, wanted, weight;  // x = cos(2 pi f)
};

Grid grid_of(const Problem& p, std::int64_t density) {
    const double points = static_cast<double>(density) * static_cast<double>(p.functions());
    if (!(points < 0x1p31))
        throw ValueError("remez: numtaps times grid_density must be below 2**31, found numtaps = " +
                         std::to_string(p.taps) + " and grid_density = " + std::to_string(density));
    const double step = 0.5 / points;
    Grid grid;
    Reals frequencies;
    const auto add = [&](double f, std::size_t band) {
        const bool sloped = p.type == Type::differentiator;
        frequencies.push_back(f);
        grid.wanted.push_back(sloped ? p.gains[band] * f : p.gains[band]);
        grid.weight.push_back(sloped && p.gains[band] >= 0.0001 ? p.weights[band] / f : p.weights[band]);
    };
    for (std::size_t band = 0; band < p.gains.size(); ++band) {
        double f = p.edges[2 * band];
        if (band == 0 && p.antisymmetric()) f = std::max(f, step);
        const double end = p.edges[2 * band + 1];
        std::size_t here = 0;
        for (; here == 0 || f <= end; f += step, ++here) add(f, band);
        // The last point lies on the edge.
        for (Reals* list : {&frequencies, &grid.wanted, &grid.weight}) list->pop_back();
        add(end, band);
    }
    if (p.antisymmetric() == p.odd() && frequencies.back() > 0.5 - step) {
        // The response is zero at Nyquist's frequency whatever the coefficients are.
        for (Reals* list : {&frequencies, &grid.wanted, &grid.weight}) list->pop_back();
    }
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
        const double f = frequencies[i];
        double factor = 1;  // what all cosines are multiplied with
        if (!p.antisymmetric()) factor = p.odd() ? 1 : std::cos(pi * f);
        else factor = p.odd() ? std::sin(2 * pi * f) : std::sin(pi * f);
        grid.wanted[i] /= factor;
        grid.weight[i] *= factor;
        grid.x.push_back(std::cos(2 * pi * f));
    }
    return grid;
}

/// The polynomial whose errors at some points are equal and of alternating signs.
struct Interpolation {
    Reals x, y, weights;
    double deviation = 0;

    Interpolation(const Grid& grid, const std::vector<std::size_t>& places) {
        const std::size_t n = places.size();
        for (std::size_t place : places) x.push_back(grid.x[place]);
        const Reals all = barycentric(n);
        double above = 0, below = 0, sign = 1;
        for (std::size_t i = 0; i < n; ++i, sign = -sign) {
            above += all[i] * grid.wanted[places[i]];
            below += sign * all[i] / grid.weight[places[i]];
        }
        deviation = above / below;
        sign = 1;
        for (std::size_t i = 0; i + 1 < n; ++i, sign = -sign)
            y.push_back(grid.wanted[places[i]] - sign * deviation / grid.weight[places[i]]);
        x.pop_back();
        weights = barycentric(n - 1);
    }

    double operator()(double at) const {
        double above = 0, below = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double distance = at - x[i];
            if (distance == 0) return y[i];
            above += weights[i] / distance * y[i];
            below += weights[i] / distance;
        }
        return above / below;
    }

private:
    Reals barycentric(std::size_t n) const {
        Reals result(n);
        const std::size_t stride = (n - 1) / 15 + 1;  // in an order in which products neither vanish nor overflow
        for (std::size_t i = 0; i < n; ++i) {
            double product = 1;
            for (std::size_t start = 0; start < stride; ++start)
                for (std::size_t j = start; j < n; j += stride)
                    if (j != i) product *= 2 * (x[i] - x[j]);
            result[i] = 1 / product;
        }
        return result;
    }
};

/// Of each run of errors of one sign the largest, and of these `count` that alternate.
std::vector<std::size_t> extremes(const Reals& errors, std::size_t count) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        if (!found.empty() && (errors[found.back()] > 0) == (errors[i] > 0)) {
            if (std::abs(errors[i]) > std::abs(errors[found.back()])) found.back() = i;
        } else {
            found.push_back(i);
        }
    }
    const auto size = [&](std::size_t k) { return std::abs(errors[found[k]]); };
    while (found.size() > count) {
        if (found.size() == count + 1) {
            found.erase(size(0) < size(found.size() - 1) ? found.begin() : found.end() - 1);
            break;
        }
        // Two neighbours together leave the others alternating; so does one at either end.
        std::size_t least = 0;
        for (std::size_t k = 0; k + 1 < found.size(); ++k)
            if (std::max(size(k), size(k + 1)) < std::max(size(least), size(least + 1))) least = k;
        const double pair = std::max(size(least), size(least + 1)), last = size(found.size() - 1);
        if (std::min(size(0), last) < pair) found.erase(size(0) < last ? found.begin() : found.end() - 1);
        else
            found.erase(found.begin() + static_cast<std::ptrdiff_t>(least),
                        found.begin() + static_cast<std::ptrdiff_t>(least) + 2);
    }
    return found;
}

/// The coefficients of cos(2 pi k f): a polynomial's values at equal distances tell them.
Reals cosines_of(const Interpolation& polynomial, std::size_t n) {
    const std::size_t samples = 2 * n - 1;
    const auto angle = [&](std::size_t k) {
        return 2 * pi * static_cast<double>(k % samples) / static_cast<double>(samples);
    };
    Reals values, result;
    for (std::size_t k = 0; k < n; ++k) values.push_back(polynomial(std::cos(angle(k))));
    for (std::size_t j = 0; j < n; ++j) {
        double sum = values[0];
        for (std::size_t k = 1; k < n; ++k) sum += 2 * values[k] * std::cos(angle(j * k));
        result.push_back((j ? 2 : 1) * sum / static_cast<double>(samples));
    }
    return result;
}

/// The points between which errors are equal, spread at first, and then where the errors were largest, until these stay
/// where they are.
Reals cosine_coefficients(const Problem& p, const Grid& grid, std::int64_t iterations) {
    const std::size_t n = p.functions();
    if (grid.x.size() < n + 1) throw ValueError("remez: the bands are too narrow for so many coefficients");
    std::vector<std::size_t> places, best;
    const double stride = static_cast<double>(grid.x.size() - 1) / static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) places.push_back(static_cast<std::size_t>(static_cast<double>(i) * stride));
    places.push_back(grid.x.size() - 1);
    double scale = 0, least = INFINITY;
    for (std::size_t i = 0; i < grid.x.size(); ++i) scale = std::max(scale, std::abs(grid.wanted[i] * grid.weight[i]));
    for (std::int64_t iteration = 0; iteration <= iterations; ++iteration) {
        const Interpolation polynomial(grid, places);
        Reals errors;
        double largest = 0;
        for (std::size_t i = 0; i < grid.x.size(); ++i) {
            const double error = (grid.wanted[i] - polynomial(grid.x[i])) * grid.weight[i];
            errors.push_back(std::isfinite(error) ? error : 0);
            largest = std::max(largest, std::isfinite(error) ? std::abs(error) : INFINITY);
        }
        if (largest < least) {
            least = largest;
            best = places;
        }
        // Where the deviation is small beside rounding, errors at the old places have the signs that they must have.
        double sign = 1;
        for (const std::size_t place : places) {
            errors[place] = sign * polynomial.deviation;
            sign = -sign;
        }
        std::vector<std::size_t> next = extremes(errors, n + 1);
        const double excess = largest - std::abs(polynomial.deviation);
        if (std::isfinite(largest) && (next == places || excess <= 1e-8 * largest || excess <= 1e-13 * scale))
            return cosines_of(polynomial, n);
        if (next.size() != n + 1) break;
        places = std::move(next);
    }
    // Errors that are next to nothing move with rounding, and never rest.
    if (!(least <= 1e-9 * scale))
        throw ValueError("Failure to converge at iteration " + std::to_string(iterations) +
                         ", try reducing transition band width.");
    return cosines_of(Interpolation(grid, best), n);
}

/// The cosines times what they are multiplied with, as coefficients of a filter.
Reals filter_of(const Problem& p, const Reals& a) {
    const std::size_t n = a.size();
    const auto taps = static_cast<std::size_t>(p.taps);
    const auto at = [&](std::size_t k) { return k < n ? a[k] : 0.0; };
    Reals h(taps);
    if (p.odd()) {
        const std::size_t middle = taps / 2;
        for (std::size_t k = 0; k <= middle; ++k) {
            double value;
            if (!p.antisymmetric()) value = k ? at(k) / 2 : at(0);
            else if (k == 0) value = 0;
            else value = (k == 1 ? at(0) / 2 : at(k - 1) / 4) - at(k + 1) / 4;
            h[middle - k] = value;
            h[middle + k] = p.antisymmetric() ? -value : value;
        }
        return h;
    }
    const double sign = p.antisymmetric() ? -1 : 1;
    for (std::size_t k = 1; k <= taps / 2; ++k) {
        const double value = (k == 1 ? at(0) / 2 : at(k - 1) / 4) + sign * at(k) / 4;
        h[taps / 2 - k] = value;
        h[taps / 2 - 1 + k] = sign * value;
    }
    return h;
}

}  // namespace

ndarray remez(std::int64_t numtaps, const Numbers& bands, const Numbers& desired, const RemezOptions& options) {
    const kernel::Placement here(bands, desired);
    Problem p{bands.reals("remez"), desired.reals("remez"), {}, Type::bandpass, numtaps};
    const double fs = design::checked_rate(options.fs.value_or(1));
    if (options.type == "differentiator") p.type = Type::differentiator;
    else if (options.type == "hilbert") p.type = Type::hilbert;
    else if (options.type != "bandpass")
        throw ValueError("Type must be 'bandpass', 'differentiator', or 'hilbert', not '" + std::string(options.type) +
                         "'");
    p.weights = options.weight ? options.weight->reals("remez") : Reals(p.gains.size(), 1.0);
    if (numtaps < 2) throw ValueError("remez: numtaps must be greater than 1, found " + std::to_string(numtaps));
    if (p.edges.size() < 2 || p.edges.size() / 2 != p.gains.size() || p.gains.size() != p.weights.size())
        throw ValueError("The inputs desired and weight must have same length, half the length of bands: found " +
                         std::to_string(p.gains.size()) + ", " + std::to_string(p.weights.size()) + " and " +
                         std::to_string(p.edges.size()));
    for (std::size_t i = 0; i < p.edges.size(); ++i) {
        p.edges[i] /= fs;
        if (p.edges[i] < (i ? p.edges[i - 1] : 0)) throw ValueError("Bands must be monotonic starting at zero.");
        if (p.edges[i] > 0.5) throw ValueError("Band edges should be less than 1/2 the sampling frequency");
    }
    if (options.grid_density < 1) throw ValueError("remez: grid_density must be positive");
    const Reals h = filter_of(p, cosine_coefficients(p, grid_of(p, options.grid_density), options.maxiter));
    return array_from_host(h.data(), DType::float64, {numtaps});
}

}  // namespace cuprum::scipy::signal
