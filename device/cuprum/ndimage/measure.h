// Measurements of the elements of each label, in one pass over the image whatever the number of labels.
//
//     CUPRUM_ND_SCALE(name, T, L)     of each label the largest finite magnitude of what is added up
//     CUPRUM_ND_SUMS(name, T, L)      sums, counts, sums of squares, moments (NdMeasure)
//     CUPRUM_ND_TOTALS(name)          of each slot the sum as a number
//     CUPRUM_ND_EXTREMA(name, T, L)   keys of the smallest and largest elements
//     CUPRUM_ND_PLACES(name, T, L)    where these stand
//     CUPRUM_ND_SLOTS(name, L)        each element's slot, as an int32
//     CUPRUM_ND_HISTOGRAMS(name, T, L)
//     CUPRUM_ND_BOXES(name, L)        between which places each label's elements lie
//
// A thread takes neighbours and adds up while the label stays the same. What it found is added to the label's as two
// integers, in units that follow from the label's largest magnitude: 58 bits altogether, so that sums do not depend on
// the order of threads and are as exact as sums in float64.
#pragma once

#include <cuprum/engine/sort_order.h>
#include <cuprum/ndimage/base.h>

namespace cuprum {

/// The slot of a label, -1 for one that nobody wants.
CUPRUM_DEVICE long long nd_slot(const MeasureArgs& args, long long label) {
    if (!args.wanted) return label > 0 ? 0 : -1;
    // Labels are mostly numbered one after the other.
    const long long guess = label - args.wanted[0];
    if (guess >= 0 && guess < args.slots && args.wanted[guess] == label &&
        (guess == 0 || args.wanted[guess - 1] != label))
        return guess;
    long long begin = 0, count = args.slots;
    while (count > 0) {
        const long long half = count / 2;
        if (args.wanted[begin + half] < label) {
            begin += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return begin < args.slots && args.wanted[begin] == label ? begin : -1;
}

/// Whether all elements of an item have one label. On a CPU this is known by one vector, and what follows needs no
/// branches; a GPU's threads look at one label after the other.
template <class L>
CUPRUM_DEVICE bool nd_one_label([[maybe_unused]] const L* labels, [[maybe_unused]] long long count) {
#if CUPRUM_GPU
    return false;
#else
    if (count != nd_pixels) return false;
    int differs = 0;
    for (int k = 0; k < nd_pixels; ++k) differs |= labels[k] != labels[0];
    return !differs;
#endif
}

/// Goes over a thread's elements: begin(slot) where another label begins, each(i), end(slot) behind its last.
template <class L, class Begin, class Each, class End>
CUPRUM_DEVICE void nd_go(const MeasureArgs& args, long long item, const Begin& begin, const Each& each,
                         const End& end) {
    const long long first = item * nd_pixels, stop = first + nd_pixels < args.size ? first + nd_pixels : args.size;
    const L* labels = (const L*)args.labels;
    L label = labels[first];
    long long slot = nd_slot(args, (long long)label);
    if (slot >= 0) begin(slot);
    if (nd_one_label(labels + first, stop - first)) {
        if (slot < 0) return;
        for (int k = 0; k < nd_pixels; ++k) each(first + k);
        end(slot);
        return;
    }
    for (long long i = first; i < stop; ++i) {
        const L here = labels[i];
        if (here != label) {
            if (slot >= 0) end(slot);
            label = here;
            slot = nd_slot(args, (long long)label);
            if (slot >= 0) begin(slot);
        }
        if (slot >= 0) each(i);
    }
    if (slot >= 0) end(slot);
}

/// 2 to the power, for powers that normal numbers have.
CUPRUM_DEVICE double nd_power(int exponent) {
    exponent = exponent < -1022 ? -1022 : exponent > 1023 ? 1023 : exponent;
    return bit_cast<double>((unsigned long long)(exponent + 1023) << 52);
}

/// The exponent of a power of two that no magnitude of a label reaches.
CUPRUM_DEVICE int nd_exponent(const MeasureArgs& args, long long slot) {
    return (int)(args.scale[slot] >> 52) - 1022 + args.extra;
}
constexpr int nd_high_bits = 24, nd_low_bits = 34;
static_assert((1 << 4) == nd_pixels);
CUPRUM_DEVICE int nd_high_unit(const MeasureArgs& args, long long slot) {
    return nd_exponent(args, slot) + 4 - nd_high_bits;
}

/// An element, or the square of its distance from a mean.
template <class T>
CUPRUM_DEVICE double nd_measured(const MeasureArgs& args, long long i, double mean) {
    const double value = static_cast<double>(nd_load((const T*)args.in + i));
    return args.measure == nd_measure_centered ? (value - mean) * (value - mean) : value;
}

/// Of each label the largest finite magnitude of what is added up.
template <class T, class L>
CUPRUM_DEVICE void nd_scale(const MeasureArgs& args, long long item) {
    unsigned long long largest = 0;
    double mean = 0;
    nd_go<L>(
        args, item,
        [&](long long slot) {
            largest = 0;
            if (args.measure == nd_measure_centered) mean = args.means[slot];
        },
        [&](long long i) {
            const double value = nd_measured<T>(args, i, mean);
            const unsigned long long bits = bit_cast<unsigned long long>(value) & ~(1ull << 63);
            const unsigned long long finite = bits < 0x7ff0000000000000ull ? bits : 0;
            largest = finite > largest ? finite : largest;
        },
        [&](long long slot) {
            if (largest > nd_shared_load(args.scale_out + slot)) nd_atomic_max(args.scale_out + slot, largest);
        });
}

template <class T, class L>
CUPRUM_DEVICE void nd_sums(const MeasureArgs& args, long long item) {
    // On a CPU an addition need not wait for the one before.
    constexpr int lanes = CUPRUM_GPU ? 1 : 4;
    double sums[lanes], mean = 0;
    long long count = 0;
    long long next = -1, inner = 0, place = 0;  // moments: the element behind the last one, which had these places
    int flags = 0;
    nd_go<L>(
        args, item,
        [&](long long slot) {
            for (double& sum : sums) sum = 0;
            count = 0;
            flags = 0;
            if (args.measure == nd_measure_centered) mean = args.means[slot];
        },
        [&](long long i) {
            double value = nd_measured<T>(args, i, mean);
            if (args.measure == nd_measure_moment) {
                if (i == next) {
                    if (++inner == args.inner) {
                        inner = 0;
                        if (++place == args.shape[args.axis]) place = 0;
                    }
                } else {
                    long long rest = i;
                    inner = nd_split(rest, args.inner);
                    place = nd_split(rest, args.shape[args.axis]);
                }
                next = i + 1;
                value *= static_cast<double>(place);
            }
            if constexpr (is_float<T>) {
                if (!(value - value == 0)) {
                    flags |= value != value ? 1 : value > 0 ? 2 : 4;
                    value = 0;
                }
            }
            sums[i % lanes] += value;
            ++count;
        },
        [&](long long slot) {
            double sum = sums[0];
            for (int k = 1; k < lanes; ++k) sum += sums[k];
            // In two steps, as a power of two may have no normal number.
            const int unit = nd_high_unit(args, slot);
            const double scaled = sum * nd_power(-unit / 2) * nd_power(-unit - -unit / 2);
            const long long high = (long long)scaled;
            const long long low = (long long)((scaled - (double)high) * (double)(1ll << nd_low_bits));
            if (high) nd_atomic_add(args.high + slot, high);
            if (low) nd_atomic_add(args.low + slot, low);
            if (args.counts) nd_atomic_add(args.counts + slot, count);
            if (flags) nd_atomic_or(args.flags + slot, flags);
        });
}

CUPRUM_DEVICE void nd_totals(const MeasureArgs& args, long long slot) {
    const int unit = nd_high_unit(args, slot), flags = args.flags[slot];
    const double scaled = (double)args.high[slot] + (double)args.low[slot] / (double)(1ll << nd_low_bits);
    double sum = scaled * nd_power(unit / 2) * nd_power(unit - unit / 2);
    if (flags)
        sum = (flags & 1) || (flags & 6) == 6 ? limits<double>::nan()
              : flags & 2                     ? limits<double>::infinity()
                                              : -limits<double>::infinity();
    args.out[slot] = sum;
}

template <class T>
CUPRUM_DEVICE unsigned long long nd_order(const MeasureArgs& args, long long i) {
    return ordered_bits(nd_load((const T*)args.in + i));
}

template <class T, class L>
CUPRUM_DEVICE void nd_extrema(const MeasureArgs& args, long long item) {
    unsigned long long least = 0, largest = 0;
    long long count = 0;
    nd_go<L>(
        args, item,
        [&](long long) {
            least = ~0ull;
            largest = 0;
            count = 0;
        },
        [&](long long i) {
            const unsigned long long key = nd_order<T>(args, i);
            least = key < least ? key : least;
            largest = key > largest ? key : largest;
            ++count;
        },
        [&](long long slot) {
            if (least < nd_shared_load(args.least + slot)) nd_atomic_min(args.least + slot, least);
            if (largest > nd_shared_load(args.largest + slot)) nd_atomic_max(args.largest + slot, largest);
            nd_atomic_add(args.counts + slot, count);
        });
}

template <class T, class L>
CUPRUM_DEVICE void nd_places(const MeasureArgs& args, long long item) {
    unsigned long long least = 0, largest = 0;
    long long mine = 0;
    nd_go<L>(
        args, item,
        [&](long long slot) {
            least = args.least[slot];
            largest = args.largest[slot];
            mine = slot;
        },
        [&](long long i) {
            const unsigned long long key = nd_order<T>(args, i);
            if (key == least) nd_atomic_min(args.first + mine, i);
            if (key == largest) {
                if (args.prefer_last) nd_atomic_max(args.last + mine, i);
                else nd_atomic_min(args.last + mine, i);
            }
        },
        [](long long) {});
}

/// The elements behind keys, 0 for labels that nothing has.
template <class T>
CUPRUM_DEVICE void nd_elements(const MeasureArgs& args, long long slot) {
    using V = nd_value<T>;
    using K = unsigned_of_size<sizeof(V)>;
    const K ordered = (K)(args.least ? args.least : args.largest)[slot];
    constexpr K sign = static_cast<K>(K(1) << (8 * sizeof(K) - 1));
    V value;
    if constexpr (is_float<V>) {
        value = ordered == static_cast<K>(~K(0))
                    ? limits<V>::nan()
                    : bit_cast<V>(static_cast<K>(ordered >= sign ? ordered - sign : sign | (sign - ordered)));
    } else if constexpr (is_signed_integer<V>) {
        value = static_cast<V>(static_cast<K>(ordered ^ sign));
    } else {
        value = static_cast<V>(ordered);
    }
    ((V*)args.out)[slot] = args.counts[slot] ? value : V(0);
}

template <class L>
CUPRUM_DEVICE void nd_slots(const MeasureArgs& args, long long i) {
    const long long slot = nd_slot(args, (long long)((const L*)args.labels)[i]);
    ((int*)args.out)[i] = (int)(slot < 0 ? args.slots : slot);
}

template <class T, class L>
CUPRUM_DEVICE void nd_histograms(const MeasureArgs& args, long long item) {
    const double low = args.edges[0], high = args.edges[args.bins], width = (high - low) / (double)args.bins;
    long long mine = 0, bin = -1, count = 0;
    const auto flush = [&] {
        if (bin >= 0 && count) nd_atomic_add(args.counts + mine * args.bins + bin, count);
        count = 0;
    };
    nd_go<L>(
        args, item,
        [&](long long slot) {
            mine = slot;
            bin = -1;
        },
        [&](long long i) {
            const double value = static_cast<double>(nd_load((const T*)args.in + i));
            if (!(value >= low && value <= high)) return;
            const double place = width > 0 ? (value - low) / width : 0;
            long long found = place < (double)args.bins ? (long long)place : args.bins - 1;
            while (found > 0 && value < args.edges[found]) --found;
            while (found + 1 < args.bins && value >= args.edges[found + 1]) ++found;
            if (found != bin) {
                flush();
                bin = found;
            }
            ++count;
        },
        [&](long long) { flush(); });
}

template <class L>
CUPRUM_DEVICE void nd_boxes(const MeasureArgs& args, long long item) {
    const long long first = item * nd_pixels, stop = first + nd_pixels < args.size ? first + nd_pixels : args.size;
    const L* labels = (const L*)args.labels;
    const long long n = args.shape[args.ndim - 1];
    const bool one = nd_one_label(labels + first, stop - first);
    if (one && (long long)labels[first] <= 0) return;
    for (long long i = first; i < stop;) {
        const long long label = (long long)labels[i];
        long long row = i, end = i + 1;
        const long long at = nd_split(row, n);
        if (one && i == first && at + (stop - first) <= n) end = stop;
        while (end < stop && (long long)labels[end] == label && at + (end - i) < n) ++end;
        if (label > 0 && label <= args.slots) {
            long long* box = args.boxes + (label - 1) * args.ndim * 2;
            const auto widen = [&](int d, long long from, long long to) {
                if (from < nd_shared_load(box + 2 * d)) nd_atomic_min(box + 2 * d, from);
                if (to > nd_shared_load(box + 2 * d + 1)) nd_atomic_max(box + 2 * d + 1, to);
            };
            widen(args.ndim - 1, at, at + (end - i));
            for (int d = args.ndim - 2; d >= 0; --d) {
                const long long place = nd_split(row, args.shape[d]);
                widen(d, place, place + 1);
            }
        }
        i = end;
    }
}

#define CUPRUM_ND_SCALE(name, T, L) CUPRUM_ND_ITEMS(name, MeasureArgs, cuprum::nd_scale<T, L>)
#define CUPRUM_ND_SUMS(name, T, L) CUPRUM_ND_ITEMS(name, MeasureArgs, cuprum::nd_sums<T, L>)
#define CUPRUM_ND_TOTALS(name) CUPRUM_ND_ITEMS(name, MeasureArgs, cuprum::nd_totals)
#define CUPRUM_ND_EXTREMA(name, T, L) CUPRUM_ND_ITEMS(name, MeasureArgs, cuprum::nd_extrema<T, L>)
#define CUPRUM_ND_PLACES(name, T, L) CUPRUM_ND_ITEMS(name, MeasureArgs, cuprum::nd_places<T, L>)
#define CUPRUM_ND_ELEMENTS(name, T) CUPRUM_ND_ITEMS(name, MeasureArgs, cuprum::nd_elements<T>)
#define CUPRUM_ND_SLOTS(name, L) CUPRUM_ND_ITEMS(name, MeasureArgs, cuprum::nd_slots<L>)
#define CUPRUM_ND_HISTOGRAMS(name, T, L) CUPRUM_ND_ITEMS(name, MeasureArgs, cuprum::nd_histograms<T, L>)
#define CUPRUM_ND_BOXES(name, L) CUPRUM_ND_ITEMS(name, MeasureArgs, cuprum::nd_boxes<L>)

}  // namespace cuprum
