// What the host hands to the kernels of interpolate.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int interpolate_block = 256;  // threads

struct InterpolateArgs {
    const double* points;  // in increasing order
    const void* values;    // of a function there
    const double* places;  // where to tell it
    void* out;
    long long length, count;               // of points, of places
    alignas(16) char left[16], right[16];  // its values below all points and above them
};

}  // namespace cuprum
