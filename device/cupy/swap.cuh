// Exchange of two values, by the name that CuPy gives it.
#pragma once

template <class T>
__device__ inline void swap_cupy(T& a, T& b) {
    const T kept = a;
    a = b;
    b = kept;
}
