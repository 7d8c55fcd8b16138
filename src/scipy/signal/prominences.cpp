// How peaks stand out, and how wide they are.
#include "scipy/signal/prominences.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "core/checked_numbers.h"
#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_peaks.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal {

ndarray checked_samples(const ndarray& x) {
    if (x.ndim() != 1) throw ValueError("`x` must be a 1-D array, found " + std::to_string(x.ndim()) + " dimensions");
    return ascontiguousarray(x, x.dtype() == DType::float32 ? DType::float32 : DType::float64);
}

namespace {

ndarray checked_peaks(const ndarray& peaks, std::int64_t samples) {
    if (peaks.size() == 0) return empty({0}, DType::int64);
    if (peaks.ndim() != 1) throw ValueError("`peaks` must be a 1-D array");
    if (!is_integer(peaks.dtype()) || peaks.dtype() == DType::uint64)
        throw TypeError("cannot safely cast `peaks` to dtype('intp'): their dtype is " +
                        std::string(info(peaks.dtype()).name));
    const ndarray places = ascontiguousarray(peaks, DType::int64);
    if (any(logical_or(less(places, 0), greater_equal(places, samples))).item().to_bool())
        throw ValueError("`peaks` are not valid places of " + std::to_string(samples) + " samples");
    return places;
}

/// How many samples at each side are looked at.
std::int64_t half_window(std::optional<double> wlen) {
    if (!wlen) return -1;
    if (!(*wlen > 1)) throw ValueError("`wlen` must be larger than 1, was " + std::to_string(*wlen));
    return saturated(std::ceil(*wlen)) / 2;
}

void warn_of_zeros(const ndarray& values, const char* what) {
    if (values.size() > 0 && any(equal(values, 0)).item().to_bool())
        design::warn(SignalWarning::runtime, std::string("some peaks have a ") + what + " of 0");
}

/// Extremes of 64 samples, of 64 of these, and so on, one level behind the other: what lies between a peak and a far
/// base is passed in large steps.
struct Extremes {
    ndarray largest, least;
    std::int64_t levels = 0;
};

Extremes extremes_of(const ndarray& samples, std::int64_t half) {
    std::vector<std::int64_t> sizes;
    if (half < 0 || half > 512)
        for (std::int64_t blocks = samples.size() / 64; blocks > 0 && sizes.size() < 4; blocks /= 64)
            sizes.push_back(blocks);
    const std::int64_t total = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1});
    const Extremes made{kernel::new_array({total}, samples.dtype()), kernel::new_array({total}, samples.dtype()),
                        static_cast<std::int64_t>(sizes.size())};
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
        const Operand operands[] = {Operand(level ? made.largest : samples),
                                    Operand(level ? made.least : samples),
                                    Scalar(from),
                                    Scalar(to),
                                    made.largest,
                                    made.least};
        ndarray same[2];
        extremes.call(operands, {.size = sizes[level]}, same);
        from = to;
        to += sizes[level];
    }
    return made;
}

/// Walks from each peak to both sides.
const ElementwiseKernel& prominences_kernel() {
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
    return kernel;
}

}  // namespace

Prominences prominences_of(const ndarray& samples, const ndarray& places, std::optional<double> wlen) {
    const std::int64_t half = half_window(wlen), count = places.size();
    const Extremes extremes = extremes_of(samples, half);
    Prominences made{kernel::new_array({count}, DType::float64), kernel::new_array({count}, DType::int64),
                     kernel::new_array({count}, DType::int64)};
    if (count > 0) {
        const Operand operands[] = {
            samples,      extremes.largest,        extremes.least,   places,          Scalar(samples.size()),
            Scalar(half), Scalar(extremes.levels), made.prominences, made.left_bases, made.right_bases};
        ndarray same[3];
        prominences_kernel().call(operands, {.size = count}, same);
    }
    return made;
}

Prominences peak_prominences(const ndarray& x, const ndarray& peaks, std::optional<double> wlen) {
    const kernel::Placement here(x, peaks);
    const ndarray samples = checked_samples(x);
    Prominences found = prominences_of(samples, checked_peaks(peaks, samples.size()), wlen);
    warn_of_zeros(found.prominences, "prominence");
    return found;
}

Widths peak_widths(const ndarray& x, const ndarray& peaks, double rel_height, const Prominences* prominence_data,
                   std::optional<double> wlen) {
    const kernel::Placement here(x, peaks);
    const ndarray samples = checked_samples(x), places = checked_peaks(peaks, samples.size());
    if (rel_height < 0) throw ValueError("`rel_height` must be greater or equal to 0.0");
    const auto warned = [](Widths found) {
        warn_of_zeros(found.widths, "width");
        return found;
    };
    if (!prominence_data) return warned(widths_of(samples, places, rel_height, prominences_of(samples, places, wlen)));
    const std::int64_t count = places.size();
    for (const ndarray* a :
         {&prominence_data->prominences, &prominence_data->left_bases, &prominence_data->right_bases})
        if (a->ndim() != 1 || a->size() != count)
            throw ValueError("arrays in `prominence_data` must have the same shape as `peaks`");
    const Prominences data{ascontiguousarray(prominence_data->prominences, DType::float64),
                           ascontiguousarray(prominence_data->left_bases, DType::int64),
                           ascontiguousarray(prominence_data->right_bases, DType::int64)};
    const auto wrong = [&] {
        const ndarray left = logical_or(less(data.left_bases, 0), greater(data.left_bases, places)),
                      right =
                          logical_or(less(data.right_bases, places), greater_equal(data.right_bases, samples.size()));
        return any(logical_or(left, right)).item().to_bool();
    };
    if (count > 0 && wrong())
        throw ValueError("prominence data is invalid: bases must lie at both sides of their peak, within the signal");
    return warned(widths_of(samples, places, rel_height, data));
}

Widths widths_of(const ndarray& samples, const ndarray& places, double rel_height, const Prominences& data) {
    static const ElementwiseKernel kernel(
        "raw X x, int64 peak, float64 prominence, int64 first, int64 last, float64 share",
        "float64 width, float64 height, float64 left, float64 right", R"(
        // Rounded twice on every processor: whether a peak is narrow enough may depend on it.
#if CUPRUM_GPU
        height = __dsub_rn((double)x[peak], __dmul_rn(prominence, share));
#else
        height = (double)x[peak] - prominence * share;
#endif
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
    if (places.size() == 0) {
        for (ndarray& a : made) a = empty({0});
    } else {
        const Operand operands[] = {samples,         places,           data.prominences,
                                    data.left_bases, data.right_bases, Scalar(rel_height)};
        kernel.call(operands, {}, made);
    }
    return {made[0], made[1], made[2], made[3]};
}

}  // namespace cuprum::scipy::signal
