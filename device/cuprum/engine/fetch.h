// A few bytes from the device to page-locked memory of the host, which sees them come. For a GPU alone.
//
//     CUPRUM_FETCH(name)
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/fetch_args.h>

#if CUPRUM_GPU

namespace cuprum {

/// Four bytes, or those that are left, from wherever they lie.
CUPRUM_DEVICE unsigned fetch_word(const FetchArgs& args, unsigned first) {
    const unsigned char* source = args.source + first;
    const unsigned left = args.bytes - first;
    if (left >= 4 && reinterpret_cast<unsigned long long>(source) % 4 == 0)
        return *reinterpret_cast<const unsigned*>(source);
    unsigned word = 0;
    for (unsigned i = 0; i < 4 && i < left; ++i) word |= static_cast<unsigned>(source[i]) << 8 * i;
    return word;
}

CUPRUM_DEVICE void fetch(const FetchArgs& args) {
    for (unsigned i = threadIdx.x; 4 * i < args.bytes; i += blockDim.x)
        asm volatile("st.volatile.global.v2.u32 [%0], {%1, %2};" ::"l"(args.target + i), "r"(fetch_word(args, 4 * i)),
                     "r"(args.ticket)
                     : "memory");
}

}  // namespace cuprum

#define CUPRUM_FETCH(name)                                              \
    extern "C" __global__ void __launch_bounds__(cuprum::fetch_threads) \
        name(const __grid_constant__ cuprum::FetchArgs args) {          \
        cuprum::fetch(args);                                            \
    }

#endif
