// Inversions among integers, pairs of which the first is the larger, counted while sorted stretches are merged. For a
// CPU alone: each of its threads goes along a part of the result, where a GPU's look for the places of single numbers.
//
//     CUPRUM_MERGE_INVERSIONS(name)
#pragma once

#include <cuprum/base.h>
#include <cuprum/stats/inversions_args.h>

namespace cuprum {

/// Merges [left, middle) and [middle, end) from the number `at` of the result up to `until`. What comes from the right
/// stretch is smaller than all that is left of the other: returns how many pairs that are.
static inline long long merge_inversions(const long long* from, long long* to, long long left, long long middle,
                                         long long end, long long at, long long until) {
    // How much of the left stretch comes before.
    long long low = at > end - middle + left ? at - (end - middle) : left, high = at < middle ? at : middle;
    while (low < high) {
        const long long m = low + (high - low) / 2;
        if (from[m] <= from[middle + at - m - 1]) low = m + 1;
        else high = m;
    }
    long long a = low, b = middle + at - low, found = 0;
    while (a < middle && b < end && at < until) {
        const long long x = from[a], y = from[b];
        const bool is_right = y < x;
        to[at++] = is_right ? y : x;
        found += is_right ? middle - a : 0;
        b += is_right;
        a += !is_right;
    }
    while (a < middle && at < until) to[at++] = from[a++];
    while (b < end && at < until) to[at++] = from[b++];
    return found;
}

static inline void merge_inversions(const InversionsArgs& args, long long first, long long last) {
    for (long long item = first; item < last; ++item) {
        const long long next = (item + 1) * inversions_part, stop = next < args.count ? next : args.count;
        long long found = 0;
        for (long long at = item * inversions_part; at < stop;) {
            const long long left = at / (2 * args.width) * (2 * args.width), middle = left + args.width,
                            end = middle + args.width, until = end < stop ? end : stop;
            found += merge_inversions(args.from, args.to, left, middle < args.count ? middle : args.count,
                                      end < args.count ? end : args.count, at, until);
            at = until;
        }
        args.counts[item] += found;
    }
}

}  // namespace cuprum

#define CUPRUM_MERGE_INVERSIONS(name)                                                           \
    extern "C" void name(const cuprum::InversionsArgs* args, long long first, long long last) { \
        cuprum::merge_inversions(*args, first, last);                                           \
    }
