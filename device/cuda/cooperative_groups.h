// CUDA's cooperative groups for a CPU: the grid, the block, tiles of up to a warp, coalesced threads. Groups of several
// grids and clusters of blocks are refused where they are used.
#pragma once

#include <cuprum/cuda/prelude.h>

#include <cuda/std/type_traits>

#define CUPRUM_REFUSED(what) \
    __attribute__((unavailable(what " is not available on a CPU, where blocks run one after another")))

namespace cooperative_groups {

namespace details {

__forceinline__ unsigned block_rank() { return cuprum_thread_rank; }
__forceinline__ unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
__forceinline__ unsigned lane() { return cuprum_thread_rank & 31; }

/// The lane of the set bit number `rank`.
__forceinline__ unsigned lane_of_rank(unsigned mask, unsigned rank) {
    for (; rank; --rank) mask &= mask - 1;
    return static_cast<unsigned>(__builtin_ctz(mask));
}

/// The bits of `lanes` at the set bits of `mask`, side by side.
__forceinline__ unsigned pack(unsigned mask, unsigned lanes) {
    unsigned packed = 0;
    for (unsigned rank = 0; mask; mask &= mask - 1, ++rank) packed |= (lanes >> __builtin_ctz(mask) & 1u) << rank;
    return packed;
}

/// A value of any size from another lane of the warp.
template <class T>
__forceinline__ T from_lane(unsigned mask, const T& value, unsigned lane) {
    if constexpr (__is_integral(T) || __is_floating_point(T)) {
        return __shfl_sync(mask, value, static_cast<int>(lane));
    } else {
        static_assert(__is_trivially_copyable(T), "only trivially copyable types are shuffled");
        constexpr unsigned words = (sizeof(T) + 3) / 4;
        unsigned word[words] = {};
        __builtin_memcpy(word, &value, sizeof(T));
        for (unsigned i = 0; i < words; ++i) word[i] = __shfl_sync(mask, word[i], static_cast<int>(lane));
        T result;
        __builtin_memcpy(static_cast<void*>(&result), word, sizeof(T));
        return result;
    }
}

}  // namespace details

/// Some lanes of a warp: what tiles and coalesced groups have in common. A number names a thread by its rank among
/// them.
class warp_group {
public:
    warp_group() = default;
    explicit warp_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
        : mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

    void sync() const { __syncwarp(mask_); }
    unsigned size() const { return static_cast<unsigned>(__builtin_popcount(mask_)); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const {
        return static_cast<unsigned>(__builtin_popcount(mask_ & ((1u << details::lane()) - 1u)));
    }
    unsigned meta_group_rank() const { return meta_rank_; }
    unsigned meta_group_size() const { return meta_size_; }
    unsigned get_mask() const { return mask_; }

    /// The value of the thread of that rank; where there is none, the caller's own.
    template <class T>
    T shfl(T value, int rank) const {
        const unsigned source = static_cast<unsigned>(rank) % size();
        return details::from_lane(mask_, value, details::lane_of_rank(mask_, source));
    }
    template <class T>
    T shfl_up(T value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return details::from_lane(mask_, value, details::lane_of_rank(mask_, rank >= delta ? rank - delta : rank));
    }
    template <class T>
    T shfl_down(T value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return details::from_lane(mask_, value,
                                  details::lane_of_rank(mask_, rank + delta < size() ? rank + delta : rank));
    }
    int any(int predicate) const { return __ballot_sync(mask_, predicate) != 0; }
    int all(int predicate) const { return __ballot_sync(mask_, !predicate) == 0; }
    unsigned ballot(int predicate) const { return details::pack(mask_, __ballot_sync(mask_, predicate)); }
    template <class T>
    unsigned match_any(T value) const {
        return details::pack(mask_, __match_any_sync(mask_, value));
    }
    template <class T>
    unsigned match_all(T value, int& predicate) const {
        return details::pack(mask_, __match_all_sync(mask_, value, &predicate));
    }

protected:
    unsigned mask_ = 0, meta_rank_ = 0, meta_size_ = 1;
};

/// The threads that are active together.
class coalesced_group : public warp_group {
public:
    using warp_group::warp_group;
};

__forceinline__ coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned Size, class Parent = void>
class thread_block_tile;

class thread_block {
public:
    struct arrival_token {};

    static void sync() { __syncthreads(); }
    static void barrier_sync() { __syncthreads(); }
    static arrival_token barrier_arrive() { return {}; }
    static void barrier_wait(arrival_token&&) { __syncthreads(); }
    static unsigned thread_rank() { return details::block_rank(); }
    static unsigned size() { return details::block_size(); }
    static unsigned num_threads() { return details::block_size(); }
    static dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    static dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
    static dim3 group_dim() { return {blockDim.x, blockDim.y, blockDim.z}; }
    static dim3 dim_threads() { return group_dim(); }
};

__forceinline__ thread_block this_thread_block() { return {}; }

/// Storage that a GPU needs for tiles of several warps.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {};
template <unsigned MaxBlockSize>
__forceinline__ thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
    return {};
}

/// A tile whose size the compiler knows: lanes in a row, from a multiple of the size.
template <unsigned Size>
class thread_block_tile<Size, void> : public warp_group {
    static_assert(Size && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");
    static_assert(Size <= 32, "tiles of more than a warp are not available on a CPU");

public:
    thread_block_tile() : thread_block_tile(0, 1) {}
    thread_block_tile(unsigned meta_rank, unsigned meta_size) : warp_group(lanes(), meta_rank, meta_size) {}

    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned thread_rank() { return details::block_rank() & (Size - 1); }

    template <class T>
    T shfl(T value, int rank) const {
        return details::from_lane(mask_, value, first() + (static_cast<unsigned>(rank) & (Size - 1)));
    }
    template <class T>
    T shfl_up(T value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return details::from_lane(mask_, value, first() + (rank >= delta ? rank - delta : rank));
    }
    template <class T>
    T shfl_down(T value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return details::from_lane(mask_, value, first() + (rank + delta < Size ? rank + delta : rank));
    }
    template <class T>
    T shfl_xor(T value, unsigned lanes) const {
        const unsigned source = thread_rank() ^ lanes;
        return details::from_lane(mask_, value, first() + (source < Size ? source : thread_rank()));
    }
    unsigned ballot(int predicate) const { return __ballot_sync(mask_, predicate) >> first(); }
    template <class T>
    unsigned match_any(T value) const {
        return __match_any_sync(mask_, value) >> first();
    }
    template <class T>
    unsigned match_all(T value, int& predicate) const {
        return __match_all_sync(mask_, value, &predicate) >> first();
    }

private:
    static unsigned first() { return details::lane() & ~(Size - 1); }
    static unsigned lanes() { return (Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1u) << first(); }
};

template <unsigned Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
public:
    explicit thread_block_tile(const Parent& parent)
        : thread_block_tile<Size, void>(parent.thread_rank() / Size, (parent.num_threads() + Size - 1) / Size) {}
};

template <unsigned Size, class Parent>
__forceinline__ thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
    return thread_block_tile<Size, Parent>(parent);
}
__forceinline__ thread_block_tile<1> this_thread() { return {}; }

/// Any of the groups above, told apart at run time.
class thread_group {
public:
    thread_group(const thread_block&) : is_block_(true) {}
    thread_group(const warp_group& group) : group_(group) {}

    void sync() const { is_block_ ? thread_block::sync() : group_.sync(); }
    unsigned long long size() const { return is_block_ ? thread_block::size() : group_.size(); }
    unsigned long long num_threads() const { return size(); }
    unsigned long long thread_rank() const { return is_block_ ? thread_block::thread_rank() : group_.thread_rank(); }

private:
    friend thread_group tiled_partition(const thread_group&, unsigned);

    bool is_block_ = false;
    warp_group group_;
};

/// A coalesced group in runs of `size` threads, counted by rank.
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
    const unsigned tile = parent.thread_rank() / size;
    unsigned mask = 0;
    for (unsigned rank = tile * size; rank < parent.size() && rank < (tile + 1) * size; ++rank)
        mask |= 1u << details::lane_of_rank(parent.get_mask(), rank);
    return coalesced_group(mask, tile, (parent.size() + size - 1) / size);
}
inline thread_group tiled_partition(const thread_group& parent, unsigned size) {
    if (!parent.is_block_) {
        return tiled_partition(
            coalesced_group(parent.group_.get_mask(), parent.group_.meta_group_rank(), parent.group_.meta_group_size()),
            size);
    }
    if (size == 0 || size > 32 || (size & (size - 1))) __trap();
    const unsigned first = details::lane() & ~(size - 1);
    return coalesced_group((size == 32 ? 0xffffffffu : (1u << size) - 1u) << first, thread_block::thread_rank() / size,
                           (thread_block::size() + size - 1) / size);
}
inline thread_group tiled_partition(const thread_block& parent, unsigned size) {
    return tiled_partition(thread_group(parent), size);
}

/// The threads of `group` that bring the same label.
template <class Group, class Label>
inline coalesced_group labeled_partition(const Group& group, Label label) {
    const unsigned mask = __match_any_sync(group.get_mask(), label);
    // Parts are numbered by their first lanes.
    unsigned parts = 0, number = 0;
    for (unsigned rest = __ballot_sync(group.get_mask(), true); rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const bool leads = __shfl_sync(group.get_mask(), static_cast<unsigned>(__builtin_ctz(mask)), lane) ==
                           static_cast<unsigned>(lane);
        if (lane == __builtin_ctz(mask)) number = parts;
        parts += leads;
    }
    return coalesced_group(mask, number, parts);
}
template <class Group>
inline coalesced_group binary_partition(const Group& group, bool predicate) {
    // Lanes that the block's last warp lacks are in neither.
    const unsigned yes = __ballot_sync(group.get_mask(), predicate), no = __ballot_sync(group.get_mask(), !predicate);
    return coalesced_group(predicate ? yes : no, predicate, 2);
}

/// All blocks, which wait for each other in cooperative launches.
class grid_group {
public:
    struct arrival_token {};

    static bool is_valid() { return cuprum_is_cooperative(); }
    static void sync() { cuprum_syncthreads_grid(); }
    static arrival_token barrier_arrive() { return {}; }
    static void barrier_wait(arrival_token&&) { cuprum_syncthreads_grid(); }

    static unsigned long long size() { return num_blocks() * details::block_size(); }
    static unsigned long long num_threads() { return size(); }
    static unsigned long long thread_rank() { return block_rank() * details::block_size() + details::block_rank(); }
    static dim3 group_dim() { return {gridDim.x, gridDim.y, gridDim.z}; }
    static dim3 dim_blocks() { return group_dim(); }
    static dim3 block_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    static unsigned long long num_blocks() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    static unsigned long long block_rank() {
        return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
};

__forceinline__ grid_group this_grid() { return {}; }

class cluster_group;
CUPRUM_REFUSED("this_cluster") cluster_group this_cluster();
class multi_grid_group;
CUPRUM_REFUSED("this_multi_grid") multi_grid_group this_multi_grid();

template <class Group>
__forceinline__ void sync(const Group& group) {
    group.sync();
}
template <class Group>
__forceinline__ auto thread_rank(const Group& group) {
    return group.thread_rank();
}
template <class Group>
__forceinline__ auto group_size(const Group& group) {
    return group.num_threads();
}

/// One thread of the group calls the function.
template <class Group, class Function, class... Arguments>
__forceinline__ void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
    if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}
template <class Group, class Function, class... Arguments>
__forceinline__ auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
    decltype(function(static_cast<Arguments&&>(arguments)...)) result{};
    if (group.thread_rank() == 0) result = function(static_cast<Arguments&&>(arguments)...);
    return group.shfl(result, 0);
}

// The operations of reduce and scan.

template <class T>
struct plus {
    __forceinline__ T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
    __forceinline__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
    __forceinline__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
    __forceinline__ T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_xor {
    __forceinline__ T operator()(T a, T b) const { return a ^ b; }
};
template <class T>
struct bit_or {
    __forceinline__ T operator()(T a, T b) const { return a | b; }
};

}  // namespace cooperative_groups

#undef CUPRUM_REFUSED
