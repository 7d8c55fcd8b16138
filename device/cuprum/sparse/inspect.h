// One pass over all indices: bounds, order, duplicates, the longest slice, the number of entries.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// Of the major slice i: found holds whether something is out of bounds, unsorted or twice there, the longest slice
/// and the number of entries.
template <class Index, class I>
CUPRUM_DEVICE void sparse_inspect(Index i, const I* indices, const I* indptr, long long major, long long minor,
                                  long long count, long long* found) {
    const long long begin = indptr[i], end = indptr[i + 1];
    bool bad = begin < 0 || end < begin || end > count || (i == 0 && begin != 0), unsorted = false, twice = false;
    if (!bad) {
        long long last = -1;
        for (long long k = begin; k < end; ++k) {
            const long long index = indices[k];
            bad |= index < 0 || index >= minor;
            unsorted |= index < last;
            twice |= index == last;
            last = index;
        }
    }
    if (bad) found[0] = 1;
    if (unsorted) found[1] = 1;
    if (twice) found[2] = 1;
    if (end - begin > found[3]) atomicMax((long long*)&found[3], end - begin);
    if (i == major - 1) found[4] = end;
}

}  // namespace cuprum
