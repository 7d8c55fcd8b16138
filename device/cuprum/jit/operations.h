// Operations of two values for algorithms and CUB's classes, whose own names for them differ between versions, and
// words of a size for copies of aligned bytes.
#pragma once

#include <cuprum/base.h>

namespace cuprum::jit {

struct plus {
    template <class T>
    CUPRUM_DEVICE T operator()(T a, T b) const {
        return static_cast<T>(a + b);
    }
};
struct less {
    template <class T>
    CUPRUM_DEVICE bool operator()(T a, T b) const {
        return a < b;
    }
};
struct equal_to {
    template <class T>
    CUPRUM_DEVICE bool operator()(T a, T b) const {
        return a == b;
    }
};

struct maximum {
    template <class T>
    CUPRUM_DEVICE T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};
struct minimum {
    template <class T>
    CUPRUM_DEVICE T operator()(T a, T b) const {
        return b < a ? b : a;
    }
};

template <int size>
struct alignas(size) aligned_bytes {
    char bytes[size];
};

}  // namespace cuprum::jit
