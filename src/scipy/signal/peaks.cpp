// Peaks of signals: which samples they are, and which of them conditions leave.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/checked_numbers.h"
#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_peaks.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/prominences.h"

namespace cuprum::scipy::signal {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double number_of(const std::optional<ndarray>& bound, double otherwise) {
    return bound ? bound->item().to_double() : otherwise;
}
bool is_number(const PeakInterval& interval) {
    return (!interval.low || interval.low->ndim() == 0) && (!interval.high || interval.high->ndim() == 0);
}

/// Where peaks are, those outside of bounds of their height left out.
ndarray local_maxima(const ndarray& x, double low, double high) {
    static const ElementwiseKernel kernel("raw X x, int64 n, float64 low, float64 high", "raw bool mask", R"(
        if (i > 0 && i + 1 < n) {
            const X top = x[i];
            if (x[i - 1] < top && (double)top >= low && (double)top <= high) {
                long long j = i + 1;
                while (j < n - 1 && x[j] == top) ++j;
                if (x[j] < top) mask[(i + j - 1) / 2] = true;
            }
        })",
                                          "cuprum_local_maxima");
    const ndarray mask = zeros({x.size()}, DType::bool_);
    if (x.size() > 2) {
        const Operand operands[] = {x, Scalar(x.size()), Scalar(low), Scalar(high), mask};
        ndarray same;
        kernel.call(operands, {.size = x.size()}, &same);
    }
    return flatnonzero(mask);
}

/// Which peaks stay where of two that are too close the higher one does, of equal ones the later.
ndarray apart(const ndarray& places, const ndarray& heights, std::int64_t distance) {
    // A peak is decided once all higher ones around it are: it goes where one of them stays, else it stays. Decisions
    // are never taken back, so it does no harm to see a neighbour's too late.
    static const ElementwiseKernel kernel("raw int64 places, raw X heights, int64 n, int64 distance, bool turned",
                                          "raw uint8 state", R"(
        const long long k = turned ? n - 1 - i : i;
        volatile unsigned char* states = (volatile unsigned char*)&state[0];
        if (states[k] == 0) {
            const long long place = places[k];
            const X height = heights[k];
            for (int attempt = 0; attempt < 4; ++attempt) {
                bool waits = false, goes = false;
                for (long long j = k - 1; j >= 0 && place - places[j] < distance && !goes && !waits; --j) {
                    const int other = states[j];
                    goes = other == 1;
                    waits = other == 0 && heights[j] > height;
                }
                for (long long j = k + 1; j < n && places[j] - place < distance && !goes && !waits; ++j) {
                    const int other = states[j];
                    goes = other == 1;
                    waits = other == 0 && heights[j] >= height;
                }
                if (goes || !waits) {
                    states[k] = goes ? 2 : 1;
                    break;
                }
            }
        })",
                                          "cuprum_peaks_apart", {.is_long = true});
    const std::int64_t n = places.size();
    const ndarray state = zeros({n}, DType::uint8);
    for (bool turned = false;;) {
        for (int round = 0; round < 4; ++round, turned = !turned) {
            const Operand operands[] = {places, heights, Scalar(n), Scalar(distance), Scalar(turned), state};
            ndarray same;
            kernel.call(operands, {.size = n}, &same);
        }
        if (all(state).item().to_bool()) break;
    }
    return equal(state, 1);
}

/// Whether a property lies within an interval, whose arrays are of the samples.
ndarray within(const ndarray& property, const PeakInterval& interval, const ndarray& places, std::int64_t samples) {
    ndarray keep = ones(property.shape(), DType::bool_);
    const auto bound = [&](const ndarray& limit) {
        if (limit.ndim() == 0) return limit;
        if (limit.size() != samples)
            throw ValueError("array size of lower or upper interval border must match x, found " +
                             std::to_string(limit.size()) + " and " + std::to_string(samples));
        return take(limit.ravel(), places);
    };
    if (interval.low) keep = logical_and(keep, greater_equal(property, bound(*interval.low)));
    if (interval.high) keep = logical_and(keep, less_equal(property, bound(*interval.high)));
    return keep;
}

}  // namespace

Peaks find_peaks(const ndarray& x, const PeakConditions& conditions) {
    const kernel::Placement here(x);
    const ndarray samples = checked_samples(x);
    if (conditions.width && conditions.rel_height < 0) throw ValueError("`rel_height` must be greater or equal to 0.0");
    if (conditions.distance && *conditions.distance < 1) throw ValueError("`distance` must be greater or equal to 1");
    const std::int64_t n = samples.size();
    const bool plain = conditions.height && is_number(*conditions.height);
    Peaks found{plain ? local_maxima(samples, number_of(conditions.height->low, -infinity),
                                     number_of(conditions.height->high, infinity))
                      : local_maxima(samples, -infinity, infinity),
                {}};
    const auto keep = [&](const ndarray& mask) {
        const ndarray kept = flatnonzero(mask);
        found.places = take(found.places, kept);
        for (auto& [name, values] : found.properties) values = take(values, kept);
    };
    const auto heights = [&] { return take(samples, found.places); };
    const auto wide = [](const ndarray& a) { return a.astype(DType::float64, 'K', Casting::unsafe, false); };

    if (conditions.plateau_size) {
        static const ElementwiseKernel kernel("raw X x, int64 peak", "int64 size, int64 left, int64 right", R"(
            const X top = x[peak];
            left = right = peak;
            while (x[left - 1] == top) --left;
            while (x[right + 1] == top) ++right;
            size = right - left + 1;)",
                                              "cuprum_plateaus");
        ndarray made[3];
        if (found.places.size() == 0) {
            for (ndarray& a : made) a = empty({0}, DType::int64);
        } else {
            const Operand operands[] = {samples, found.places};
            kernel.call(operands, {}, made);
        }
        const ndarray mask = within(made[0], *conditions.plateau_size, found.places, n);
        found.properties = {{"plateau_sizes", made[0]}, {"left_edges", made[1]}, {"right_edges", made[2]}};
        keep(mask);
    }
    if (conditions.height) {
        const ndarray values = wide(heights());
        found.properties.emplace_back("peak_heights", values);
        if (!plain) keep(within(values, *conditions.height, found.places, n));
    }
    if (conditions.threshold) {
        const ndarray top = wide(heights());
        const ndarray left = subtract(top, wide(take(samples, subtract(found.places, 1)))),
                      right = subtract(top, wide(take(samples, add(found.places, 1))));
        const ndarray mask =
            logical_and(within(minimum(left, right), {conditions.threshold->low, {}}, found.places, n),
                        within(maximum(left, right), {{}, conditions.threshold->high}, found.places, n));
        found.properties.emplace_back("left_thresholds", left);
        found.properties.emplace_back("right_thresholds", right);
        keep(mask);
    }
    if (conditions.distance && found.places.size() > 0)
        keep(apart(found.places, heights(), saturated(std::ceil(*conditions.distance))));
    if (conditions.prominence || conditions.width) {
        const Prominences data = prominences_of(samples, found.places, conditions.wlen);
        found.properties.emplace_back("prominences", data.prominences);
        found.properties.emplace_back("left_bases", data.left_bases);
        found.properties.emplace_back("right_bases", data.right_bases);
        if (conditions.prominence) keep(within(data.prominences, *conditions.prominence, found.places, n));
    }
    if (conditions.width) {
        const auto property = [&](std::string_view name) {
            for (const auto& [known, values] : found.properties)
                if (known == name) return values;
            return ndarray();
        };
        const Prominences data{property("prominences"), property("left_bases"), property("right_bases")};
        const Widths widths = widths_of(samples, found.places, conditions.rel_height, data);
        found.properties.emplace_back("widths", widths.widths);
        found.properties.emplace_back("width_heights", widths.heights);
        found.properties.emplace_back("left_ips", widths.left);
        found.properties.emplace_back("right_ips", widths.right);
        keep(within(widths.widths, *conditions.width, found.places, n));
    }
    return found;
}

ndarray relative_extrema(const ndarray& data, Comparison comparison, std::int64_t axis, std::int64_t order, bool wrap) {
    const kernel::Placement here(data);
    if (order < 1) throw ValueError("Order must be an int >= 1");
    const int along = checked_axis(data, axis);
    static const ElementwiseKernel kernel(
        "raw X x, bool line, int64 n, int64 inner, int64 order, bool wrap, "
        "int32 comparison",
        "bool y", R"(
        // Most elements have all neighbours; a line needs no division.
        const long long t = line ? i : i / inner % n;
        const X own = x[i];
        const auto holds = [&](const X& other) {
            switch (comparison) {
                case 0: return own < other;
                case 1: return own > other;
                case 2: return own <= other;
                case 3: return own >= other;
                case 4: return own == other;
                default: return own != other;
            }
        };
        bool all = true;
        if (t >= order && t + order < n) {
            for (long long k = inner; k <= order * inner && all; k += inner) all = holds(x[i - k]) & holds(x[i + k]);
        } else {
            for (long long k = 1; k <= order && all; ++k)
                for (int side = -1; side <= 1 && all; side += 2) {
                    long long at = t + side * k;
                    if (wrap) at = at % n + (at % n < 0 ? n : 0);
                    else at = at < 0 ? 0 : at >= n ? n - 1 : at;
                    all = holds(x[i + (at - t) * inner]);
                }
        }
        y = all;)",
        "cuprum_relative_extrema");
    const ndarray out = kernel::new_array(data.shape(), DType::bool_);
    if (out.size() == 0) return out;
    std::int64_t inner = 1;
    for (int d = along + 1; d < data.ndim(); ++d) inner *= data.shape()[d];
    const ndarray in = ascontiguousarray(data);
    const Operand operands[] = {in,
                                Scalar(data.shape()[along] == data.size()),
                                Scalar(data.shape()[along]),
                                Scalar(inner),
                                Scalar(order),
                                Scalar(wrap),
                                Scalar(static_cast<std::int64_t>(comparison)),
                                out};
    ndarray same;
    kernel.call(operands, {}, &same);
    return out;
}

namespace {

bool wraps(std::string_view mode) {
    if (mode != "clip" && mode != "wrap")
        throw ValueError("mode must be 'clip' or 'wrap', found '" + std::string(mode) + "'");
    return mode == "wrap";
}

}  // namespace

std::vector<ndarray> argrelextrema(const ndarray& data, const NeighbourComparison& comparator, std::int64_t axis,
                                   std::int64_t order, std::string_view mode) {
    const kernel::Placement here(data);
    const bool wrap = wraps(mode);
    if (const auto* comparison = std::get_if<Comparison>(&comparator))
        return nonzero(relative_extrema(data, *comparison, axis, order, wrap));
    if (order < 1) throw ValueError("Order must be an int >= 1");
    const auto& holds = std::get<1>(comparator);
    const int along = checked_axis(data, axis);
    const std::int64_t n = data.shape()[along];
    const ndarray found = ones(data.shape(), DType::bool_);
    for (std::int64_t shift = 1; shift <= order; ++shift)
        for (const std::int64_t side : {shift, -shift}) {
            std::vector<std::int64_t> neighbours;
            for (std::int64_t k = 0; k < n; ++k)
                neighbours.push_back(wrap ? ((k + side) % n + n) % n : std::clamp<std::int64_t>(k + side, 0, n - 1));
            bitwise_and(found, holds(data, take(data, asarray(neighbours), along)), {.out = {&found}});
        }
    return nonzero(found);
}

std::vector<ndarray> argrelmin(const ndarray& data, std::int64_t axis, std::int64_t order, std::string_view mode) {
    const kernel::Placement here(data);
    return nonzero(relative_extrema(data, Comparison::less, axis, order, wraps(mode)));
}

std::vector<ndarray> argrelmax(const ndarray& data, std::int64_t axis, std::int64_t order, std::string_view mode) {
    const kernel::Placement here(data);
    return nonzero(relative_extrema(data, Comparison::greater, axis, order, wraps(mode)));
}

}  // namespace cuprum::scipy::signal
