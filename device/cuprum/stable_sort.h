// A stable sort by one thread, in place: runs of a few elements are sorted by insertion, then neighbours are merged by
// rotations.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

// `Moved` is what is sorted: its `keys` are compared, and `exchange(a, b)` swaps the elements at two places.

template <class Moved>
CUPRUM_DEVICE void reverse_part(const Moved& moved, long long first, long long last) {
    for (--last; first < last; ++first, --last) moved.exchange(first, last);
}

template <class Moved, class Less>
CUPRUM_DEVICE void merge_neighbours(const Moved& moved, long long first, long long middle, long long last, Less less) {
    while (first < middle && middle < last) {
        // Elements that are in their place already.
        if (!less(moved.keys[middle], moved.keys[first])) {
            ++first;
            continue;
        }
        // All of the right run that comes before the first of the left one goes there.
        long long low = middle + 1, high = last;
        while (low < high) {
            const long long at = low + (high - low) / 2;
            if (less(moved.keys[at], moved.keys[first])) low = at + 1;
            else high = at;
        }
        reverse_part(moved, first, middle);
        reverse_part(moved, middle, low);
        reverse_part(moved, first, low);
        first += low - middle;
        middle = low;
    }
}

template <class Moved, class Less>
CUPRUM_DEVICE void stable_sort(const Moved& moved, long long n, Less less) {
    constexpr long long run = 8;
    for (long long start = 0; start < n; start += run)
        for (long long i = start + 1; i < n && i < start + run; ++i)
            for (long long k = i; k > start && less(moved.keys[k], moved.keys[k - 1]); --k) moved.exchange(k, k - 1);
    for (long long width = run; width < n; width *= 2)
        for (long long start = 0; start + width < n; start += 2 * width)
            merge_neighbours(moved, start, start + width, start + 2 * width < n ? start + 2 * width : n, less);
}

}  // namespace cuprum
