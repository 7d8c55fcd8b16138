// Peaks of signals: which samples they are, and which of them conditions leave.
#include <cmath>
#include <limits>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_peaks.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "numpy/axes.h"
#include "runtime/device_traits.h"
#include "scipy/signal/coefficients.h"

namespace cuprum::scipy::signal {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The samples in a dtype that kernels compare, float32 or float64.
ndarray checked_samples(const ndarray& x) {
    if (x.ndim() != 1) throw ValueError("`x` must be a 1-D array, found " + std::to_string(x.ndim()) + " dimensions");
    return ascontiguousarray(x, x.dtype() == DType::float32 ? DType::float32 : DType::float64);
}

ndarray checked_peaks(const ndarray& peaks, std::int64_t samples) {
    if (peaks.size() == 0) return empty({0}, DType::int64);
    if (peaks.ndim() != 1) throw ValueError("`peaks` must be a 1-D array");
    if (!is_integer(peaks.dtype()) || peaks.dtype() == DType::uint64)
        throw TypeError("cannot safely cast `peaks` to dtype('intp'): their dtype is " + std::string(info(peaks.dtype()).name));
    const ndarray places = ascontiguousarray(peaks, DType::int64);
    if (runtime::device_traits().host_reads_memory &&
        (min(places).item().to_int() < 0 || max(places).item().to_int() >= samples))
        throw ValueError("`peaks` are not valid places of " + std::to_string(samples) + " samples");
    return places;
}

/// How many samples at each side are looked at.
std::int64_t half_window(std::optional<double> wlen) {
    if (!wlen) return -1;
    if (!(*wlen > 1)) throw ValueError("`wlen` must be larger than 1, was " + std::to_string(*wlen));
    return static_cast<std::int64_t>(std::ceil(*wlen)) / 2;
}

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

Prominences peak_prominences(const ndarray& x, const ndarray& peaks, std::optional<double> wlen) {
    const ndarray samples = checked_samples(x), places = checked_peaks(peaks, x.size());
    const std::int64_t n = samples.size(), half = half_window(wlen), count = places.size();
    // Extremes of 64 samples, of 64 of these, and so on: what lies between a peak and a far base is passed in large
    // steps. They lie one level behind the other.
    std::vector<std::int64_t> sizes;
    if (half < 0 || half > 512)
        for (std::int64_t blocks = n / 64; blocks > 0 && sizes.size() < 4; blocks /= 64) sizes.push_back(blocks);
    std::int64_t total = 0;
    for (std::int64_t size : sizes) total += size;
    const ndarray largest = kernel::new_array({total + 1}, samples.dtype()), least = kernel::new_array({total + 1}, samples.dtype());
    static const ElementwiseKernel extremes("raw X from_largest, raw X from_least, int64 first, int64 to",
                                            "raw X largest, raw X least", R"(
        X high = from_largest[first + i * 64], low = from_least[first + i * 64];
        for (int k = 0; k < 64; ++k) {
            const X a = from_largest[first + i * 64 + k], b = from_least[first + i * 64 + k];
            if (a > high || a != a) high = a;
            if (b < low) low = b;
        }
        largest[to + i] = high;
        least[to + i] = low;)",
                                            "cuprum_extremes_of_64");
    std::int64_t from = 0, to = 0;
    for (std::size_t level = 0; level < sizes.size(); ++level) {
        const Operand operands[] = {Operand(level ? largest : samples), Operand(level ? least : samples), Scalar(from), Scalar(to), largest, least};
        ndarray same[2];
        extremes.call(operands, {.size = sizes[level]}, same);
        from = to;
        to += sizes[level];
    }
    static const ElementwiseKernel kernel(
        "raw X x, raw X largest, raw X least, raw int64 peaks, int64 n, int64 half, int32 levels",
        "raw float64 prominences, raw int64 left, raw int64 right", R"(
        // Level 0 is samples, above are extremes of 64 things of the level below, one level behind the other.
        const auto offset_of = [&](int level) {
            long long sum = 0, size = n / 64;
            for (int l = 1; l < level; ++l, size /= 64) sum += size;
            return sum;
        };
        const long long peak = peaks[i];
        const X top = x[peak];
        double lowest[2];
        for (int side = 0; side < 2; ++side) {
            long long limit = side ? n - 1 : 0;
            if (half >= 0 && side && peak + half < limit) limit = peak + half;
            if (half >= 0 && !side && peak - half > limit) limit = peak - half;
            // The highest level, up to `most`, on which a step from `at` begins and ends within the limit.
            long long span = 1;
            const auto climb = [&](long long at, int most) {
                int level = 0;
                span = 1;
                while (level < most && (side ? at : at + 1) % (span * 64) == 0 &&
                       (side ? at + span * 64 - 1 <= limit : at - span * 64 + 1 >= limit)) {
                    ++level;
                    span *= 64;
                }
                return level;
            };
            X low = top;
            long long base = peak, at = peak;
            int base_level = 0;
            while (side ? at <= limit : at >= limit) {
                int level = climb(at, levels);
                while (level > 0 && !(largest[offset_of(level) + at / span] <= top)) {
                    --level;
                    span /= 64;
                }
                if (level == 0 && !(x[at] <= top)) break;
                const X here = level > 0 ? least[offset_of(level) + at / span] : x[at];
                if (here < low) {
                    low = here;
                    base = at;
                    base_level = level;
                }
                at += side ? span : -span;
            }
            // Of the step that held the lowest sample, the first such on the way.
            while (base_level > 0 && x[base] != low) {
                int level = climb(base, base_level - 1);
                while (level > 0 && least[offset_of(level) + base / span] <= low) {
                    --level;
                    span /= 64;
                }
                base += side ? span : -span;
            }
            (side ? right : left)[i] = base;
            lowest[side] = (double)low;
        }
        prominences[i] = (double)top - (lowest[0] > lowest[1] ? lowest[0] : lowest[1]);)",
        "cuprum_prominences", {.is_long = true});
    Prominences made{kernel::new_array({count}, DType::float64), kernel::new_array({count}, DType::int64),
                     kernel::new_array({count}, DType::int64)};
    if (count > 0) {
        const Operand operands[] = {samples,      largest,          least,
                                    places,       Scalar(n),        Scalar(half),
                                    Scalar(static_cast<std::int64_t>(sizes.size())), made.prominences, made.left_bases,
                                    made.right_bases};
        ndarray same[3];
        kernel.call(operands, {.size = count}, same);
    }
    return made;
}

Widths peak_widths(const ndarray& x, const ndarray& peaks, double rel_height, const Prominences* prominence_data,
                   std::optional<double> wlen) {
    const ndarray samples = checked_samples(x), places = checked_peaks(peaks, x.size());
    if (rel_height < 0) throw ValueError("`rel_height` must be greater or equal to 0.0");
    const std::int64_t count = places.size();
    const Prominences data = prominence_data ? *prominence_data : peak_prominences(samples, places, wlen);
    for (const ndarray* a : {&data.prominences, &data.left_bases, &data.right_bases})
        if (a->ndim() != 1 || a->size() != count)
            throw ValueError("arrays in `prominence_data` must have the same shape as `peaks`");
    const ndarray prominences = ascontiguousarray(data.prominences, DType::float64),
                  left_bases = ascontiguousarray(data.left_bases, DType::int64),
                  right_bases = ascontiguousarray(data.right_bases, DType::int64);
    if (prominence_data && count > 0 && runtime::device_traits().host_reads_memory &&
        (min(left_bases).item().to_int() < 0 || !all(less_equal(left_bases, places)).item().to_bool() ||
         !all(less_equal(places, right_bases)).item().to_bool() || max(right_bases).item().to_int() >= samples.size()))
        throw ValueError("prominence data is invalid: bases must lie at both sides of their peak, within the signal");
    static const ElementwiseKernel kernel(
        "raw X x, int64 peak, float64 prominence, int64 first, int64 last, float64 share",
        "float64 width, float64 height, float64 left, float64 right", R"(
        height = (double)x[peak] - prominence * share;
        long long k = peak;
        while (first < k && height < (double)x[k]) --k;
        left = (double)k;
        if ((double)x[k] < height) left += (height - (double)x[k]) / ((double)x[k + 1] - (double)x[k]);
        k = peak;
        while (k < last && height < (double)x[k]) ++k;
        right = (double)k;
        if ((double)x[k] < height) right -= (height - (double)x[k]) / ((double)x[k - 1] - (double)x[k]);
        width = right - left;)",
        "cuprum_peak_widths");
    ndarray made[4];
    if (count == 0) {
        for (ndarray& a : made) a = empty({0});
    } else {
        const Operand operands[] = {samples, places, prominences, left_bases, right_bases, Scalar(rel_height)};
        kernel.call(operands, {}, made);
    }
    return {made[0], made[1], made[2], made[3]};
}

Peaks find_peaks(const ndarray& x, const PeakConditions& conditions) {
    const ndarray samples = checked_samples(x);
    if (conditions.distance && *conditions.distance < 1)
        throw ValueError("`distance` must be greater or equal to 1");
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
        keep(apart(found.places, heights(), static_cast<std::int64_t>(std::ceil(*conditions.distance))));
    if (conditions.prominence || conditions.width) {
        const Prominences data = peak_prominences(samples, found.places, conditions.wlen);
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
        const Widths widths = peak_widths(samples, found.places, conditions.rel_height, &data);
        found.properties.emplace_back("widths", widths.widths);
        found.properties.emplace_back("width_heights", widths.heights);
        found.properties.emplace_back("left_ips", widths.left);
        found.properties.emplace_back("right_ips", widths.right);
        keep(within(widths.widths, *conditions.width, found.places, n));
    }
    return found;
}

ndarray relative_extrema(const ndarray& data, Comparison comparison, std::int64_t axis, std::int64_t order, bool wrap) {
    if (order < 1) throw ValueError("Order must be an int >= 1");
    const int along = checked_axis(data, axis);
    static const ElementwiseKernel kernel("raw X x, int64 n, int64 inner, int64 order, bool wrap, int32 comparison",
                                          "bool y", R"(
        const long long t = i / inner % n;
        const X own = x[i];
        bool all = true;
        for (long long k = 1; k <= order && all; ++k)
            for (int side = -1; side <= 1 && all; side += 2) {
                long long at = t + side * k;
                if (wrap) at = at % n + (at % n < 0 ? n : 0);
                else at = at < 0 ? 0 : at >= n ? n - 1 : at;
                const X other = x[i + (at - t) * inner];
                switch (comparison) {
                    case 0: all = own < other; break;
                    case 1: all = own > other; break;
                    case 2: all = own <= other; break;
                    case 3: all = own >= other; break;
                    case 4: all = own == other; break;
                    default: all = own != other;
                }
            }
        y = all;)",
                                          "cuprum_relative_extrema");
    const ndarray out = kernel::new_array(data.shape(), DType::bool_);
    if (out.size() == 0) return out;
    std::int64_t inner = 1;
    for (int d = along + 1; d < data.ndim(); ++d) inner *= data.shape()[d];
    const ndarray in = ascontiguousarray(data);
    const Operand operands[] = {in, Scalar(data.shape()[along]), Scalar(inner), Scalar(order), Scalar(wrap), Scalar(static_cast<std::int64_t>(comparison)), out};
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

std::vector<ndarray> argrelmin(const ndarray& data, std::int64_t axis, std::int64_t order, std::string_view mode) {
    return nonzero(relative_extrema(data, Comparison::less, axis, order, wraps(mode)));
}

std::vector<ndarray> argrelmax(const ndarray& data, std::int64_t axis, std::int64_t order, std::string_view mode) {
    return nonzero(relative_extrema(data, Comparison::greater, axis, order, wraps(mode)));
}

}  // namespace cuprum::scipy::signal
