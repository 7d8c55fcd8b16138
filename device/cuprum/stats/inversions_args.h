// What the host hands to the kernel of inversions.h. Read by the host compiler and by the kernel compiler of a CPU.
#pragma once

namespace cuprum {

constexpr long long inversions_part = 1024;  // numbers of the result that are an item

/// Numbers in sorted stretches of `width`, what comes of merging them two by two, and counts of inversions, one for
/// each part of the result.
struct InversionsArgs {
    const long long* from;
    long long *to, *counts;
    long long count, width;
};

}  // namespace cuprum
