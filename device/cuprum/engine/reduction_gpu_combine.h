// How the threads of a GPU combine their states of a reduction (reduction_gpu.h).
#pragma once

#include <cuprum/engine/reduction_base.h>
#include <cuprum/engine/warp.h>

namespace cuprum {

/// Whether this block is the last of `count` to come here with this ticket; what the others wrote before is then
/// visible. For all threads of the block. The ticket is 0 again afterwards.
CUPRUM_DEVICE bool last_block(unsigned* ticket, unsigned count) {
    __shared__ bool last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicInc(ticket, count - 1) == count - 1;
    __syncthreads();
    __threadfence();
    return last;
}

/// Threads of a block: at most reduction_block.
CUPRUM_DEVICE int block_size() { return (int)blockDim.x; }

/// Lanes exchange states by shuffles, warps by shared memory.
template <class Op>
struct reduction_gpu_combine : reduction_base<Op> {
    using base = reduction_base<Op>;
    template <int W>
    using shares = typename base::template shares<W>;

    template <class P, class Q, int... S>
    CUPRUM_DEVICE static void shuffle(P& to, const Q& from, int k, int mask, indices<S...>) {
        ((to.template get<S>().v[0] = warp_xor(from.template get<S>().v[k], mask)), ...);
    }
    // Likewise of shares that began with the same element, whose first component, the point, and last one, the count,
    // are the same, and stay as they are as such shares are combined.
    template <class P, class Q, int... S>
    CUPRUM_DEVICE static void shuffle_begun(P& to, const Q& from, int k, int mask, indices<S...> all) {
        if constexpr (!Op::begins) shuffle(to, from, k, mask, all);
        else
            ((to.template get<S>().v[0] = S == 0 || S == sizeof...(S) - 1
                                              ? from.template get<S>().v[k]
                                              : warp_xor(from.template get<S>().v[k], mask)),
             ...);
    }
    template <class P, class Q>
    CUPRUM_DEVICE static void combine_begun(P& s, int k, const Q& other) {
        if constexpr (Op::begins) combine_begun(s, k, other, typename base::state_indices());
        else base::combine(s, k, other, 0);
    }
    template <class P, class Q, int... S>
    CUPRUM_DEVICE static void combine_begun(P& s, int k, const Q& other, indices<S...>) {
        Op::combine_begun(s.template get<S>().v[k]..., other.template get<S>().v[0]...);
    }
    template <int Half, class P>
    CUPRUM_DEVICE static void combine_lanes(P& s) {
        if constexpr (Half > 0) {
#pragma unroll
            for (int k = 0; k < Half; ++k) base::combine(s, k, s, k + Half);
            combine_lanes<Half / 2>(s);
        }
    }
    template <int Half>
    CUPRUM_DEVICE static void share_out(shares<reduction_group_rows>& t, int lane, int mask) {
        if constexpr (Half > 0) {
            const bool upper = lane & mask;
#pragma unroll
            for (int k = 0; k < Half; ++k) exchange(t, k, Half, upper, mask, typename base::state_indices());
            share_out<Half / 2>(t, lane, mask / 2);
        }
    }
    // Lanes whose bit is clear keep share k, the others share k + h; each hands the one that it does not keep to its
    // partner.
    template <int... S>
    CUPRUM_DEVICE static void exchange(shares<reduction_group_rows>& t, int k, int h, bool upper, int mask,
                                       indices<S...> all) {
        shares<1> kept, given, received;
        ((kept.template get<S>().v[0] = upper ? t.template get<S>().v[k + h] : t.template get<S>().v[k],
          given.template get<S>().v[0] = upper ? t.template get<S>().v[k] : t.template get<S>().v[k + h]),
         ...);
        shuffle_begun(received, given, 0, mask, all);
        combine_begun(kept, 0, received);
        base::copy(t, k, kept, 0);
    }

    // Combines the first states, or shares, of all threads into thread 0's.
    template <class One, class P>
    CUPRUM_DEVICE static void combine_block(P& s) {
        __shared__ __align__(16) unsigned char bytes[reduction_block / 32 * sizeof(One)];
        One* of_warp = (One*)bytes;
        combine_warp<One>(s, 16);
        const int warps = block_size() / 32;
        if (warps == 1) return;
        __syncthreads();  // the second call must not overtake the first one's readers
        if ((threadIdx.x & 31u) == 0) base::copy(of_warp[threadIdx.x / 32], 0, s, 0);
        __syncthreads();
        if (threadIdx.x < 32) {
            base::copy(s, 0, of_warp[threadIdx.x & (warps - 1)], 0);
            combine_warp<One>(s, warps / 2);
        }
    }
    template <class One, class P>
    CUPRUM_DEVICE static void combine_warp(P& s, int mask) {
#pragma unroll
        for (int step = 16; step > 0; step /= 2) {
            if (step > mask) continue;
            One other;
            shuffle(other, s, 0, step, typename base::state_indices());
            base::combine(s, 0, other, 0);
        }
    }

    // Combines the states of the threads that share outputs into those of the first one down.
    template <int V, class One, class P>
    CUPRUM_DEVICE static void combine_down(P& s, int across, int down, int y) {
        constexpr int half = reduction_block / 2;
        __shared__ __align__(16) unsigned char bytes[V * half * sizeof(One)];
        One* shared = (One*)bytes;
        const int mine = threadIdx.x;
        for (int h = down / 2; h > 0; h /= 2) {
            __syncthreads();
            if (y >= h && y < 2 * h)
#pragma unroll
                for (int k = 0; k < V; ++k) base::copy(shared[k * half + mine - h * across], 0, s, k);
            __syncthreads();
            if (y < h)
#pragma unroll
                for (int k = 0; k < V; ++k) base::combine(s, k, shared[k * half + mine], 0);
        }
    }
};

}  // namespace cuprum
