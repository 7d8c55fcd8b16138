// What the host hands to the kernels of nan_marks.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int nan_marks_block = 256;  // threads
constexpr int nan_marks_each = 4;     // elements that a thread looks at

struct NanMarksArgs {
    const void* in;         // matrices side by side
    void* out;              // null, or where they are copied to; or what is filled with NaN
    int *marks, *codes;     // of each matrix; `codes` may be null
    long long size, count;  // elements a matrix, matrices
    int infinities;         // whether an infinity is marked as a NaN is
};

}  // namespace cuprum
