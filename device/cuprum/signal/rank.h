// Of each element's neighbours the one of a rank. Beyond the edges lie zeros; NaNs are the largest.
//
//     CUPRUM_RANK(name, T)
#pragma once

#include <cuprum/base.h>
#include <cuprum/signal/rank_args.h>

namespace cuprum {

/// Unsigned numbers in the order of a dtype's values.
template <class T>
CUPRUM_DEVICE unsigned_of_size<sizeof(T)> rank_key(T x) {
    using U = unsigned_of_size<sizeof(T)>;
    constexpr U sign = U(1) << (8 * sizeof(T) - 1);
    if constexpr (is_float<T>) {
        if (x != x) return U(~U(0));
        if (x == 0) x = 0;  // of either sign
        const U bits = bit_cast<U>(x);
        return bits & sign ? U(~bits) : U(bits | sign);
    } else if constexpr (is_signed_integer<T>) {
        return U(bit_cast<U>(x) ^ sign);
    } else {
        return U(x);
    }
}
template <class T>
CUPRUM_DEVICE T rank_value(unsigned_of_size<sizeof(T)> key) {
    using U = unsigned_of_size<sizeof(T)>;
    constexpr U sign = U(1) << (8 * sizeof(T) - 1);
    if constexpr (is_float<T>) {
        if (key == U(~U(0))) return limits<T>::nan();
        return bit_cast<T>(key & sign ? U(key ^ sign) : U(~key));
    } else if constexpr (is_signed_integer<T>) {
        return bit_cast<T>(U(key ^ sign));
    } else {
        return T(key);
    }
}

template <class T>
CUPRUM_DEVICE void rank_filter(const RankArgs& args, long long i) {
    using U = unsigned_of_size<sizeof(T)>;
    const T* in = (const T*)args.in;
    long long place[rank_axes], rest = i, at = 0;
    bool inside = true;
    for (int d = args.axes - 1; d >= 0; --d) {
        const long long q = d ? rest / args.shape[d] : 0;
        place[d] = rest - q * args.shape[d];
        rest = q;
        at += place[d] * args.strides[d];
        inside = inside && place[d] >= args.reach[d] && place[d] + args.reach[d] < args.shape[d];
    }
    const auto key = [&](int k) -> U {
        bool there = true;
        if (!inside)
            for (int d = 0; d < args.axes; ++d) {
                const long long p = place[d] + args.offsets[k * args.axes + d];
                there = there && p >= 0 && p < args.shape[d];
            }
        return rank_key<T>(there ? in[at + args.steps[k]] : T(0));
    };
    U found = 0;
    if (args.neighbours <= rank_few) {
        U keys[rank_few];
        for (int k = 0; k < args.neighbours; ++k) {  // sorted as they come
            U next = key(k);
            int j = k;
            for (; j > 0 && keys[j - 1] > next; --j) keys[j] = keys[j - 1];
            keys[j] = next;
        }
        found = keys[args.rank];
    } else {
        int before = args.rank;
        for (int bit = 8 * (int)sizeof(T) - 1; bit >= 0; --bit) {
            const U prefix = found >> bit;
            int zeros = 0;
            for (int k = 0; k < args.neighbours; ++k) zeros += U(key(k) >> bit) == prefix;
            if (before >= zeros) {
                before -= zeros;
                found = U(found | U(U(1) << bit));
            }
        }
    }
    ((T*)args.out)[i] = rank_value<T>(found);
}

#if CUPRUM_GPU
#define CUPRUM_RANK(name, T)                                                          \
    extern "C" __global__ void __launch_bounds__(cuprum::rank_block)                  \
        name(const __grid_constant__ cuprum::RankArgs args) {                         \
        const long long i = (long long)blockIdx.x * cuprum::rank_block + threadIdx.x; \
        if (i < args.count) cuprum::rank_filter<T>(args, i);                          \
    }
#else  // CPU
#define CUPRUM_RANK(name, T)                                                             \
    extern "C" void name(const cuprum::RankArgs* args, long long begin, long long end) { \
        for (long long i = begin; i < end; ++i) cuprum::rank_filter<T>(*args, i);        \
    }
#endif

}  // namespace cuprum
