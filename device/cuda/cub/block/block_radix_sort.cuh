// cub::BlockRadixSort for a CPU.
#pragma once

#include <cuprum/cuda/tiles.h>

#include <cub/block/block_scan.cuh>
#include <cub/util_type.cuh>

struct __half;
struct __nv_bfloat16;

namespace cub {
namespace detail {

template <int Bytes>
struct unsigned_of_size;
template <>
struct unsigned_of_size<1> {
    using type = unsigned char;
};
template <>
struct unsigned_of_size<2> {
    using type = unsigned short;
};
template <>
struct unsigned_of_size<4> {
    using type = unsigned;
};
template <>
struct unsigned_of_size<8> {
    using type = unsigned long long;
};

/// A key's bits as a number whose order is the keys': what radix sorts compare.
template <class Key>
__forceinline__ auto radix_bits(const Key& key) {
    using U = typename unsigned_of_size<sizeof(Key)>::type;
    constexpr U sign = static_cast<U>(U{1} << (8 * sizeof(Key) - 1));
    U bits;
    __builtin_memcpy(&bits, &key, sizeof key);
    constexpr bool is_real = __is_floating_point(Key) || __is_same(Key, __half) || __is_same(Key, __nv_bfloat16);
    if constexpr (is_real) {
        if (bits == sign) bits = 0;  // -0.0 is 0.0.
        return static_cast<U>(bits & sign ? ~bits : bits | sign);
    } else if constexpr (static_cast<Key>(-1) < static_cast<Key>(0)) {
        return static_cast<U>(bits ^ sign);
    } else {
        return bits;
    }
}

}  // namespace detail

/// Stable. Keys are compared by their bits from `begin_bit` to `end_bit`.
template <class Key, int BlockDimX, int ItemsPerThread, class Value = NullType, int RadixBits = 4,
          bool MemoizeOuterScan = true, BlockScanAlgorithm InnerScanAlgorithm = BLOCK_SCAN_WARP_SCANS,
          int SharedMemoryConfig = 0, int BlockDimY = 1, int BlockDimZ = 1>
class BlockRadixSort {
    using Group = cuprum::cuda_on_cpu::WholeBlock<BlockDimX, BlockDimY, BlockDimZ>;
    using Bits = decltype(detail::radix_bits(Key()));
    using Sort_ = cuprum::cuda_on_cpu::TileSort<Bits, Group, ItemsPerThread>;
    using Keys = cuprum::cuda_on_cpu::Tile<Key, Group, ItemsPerThread>;
    using Values = cuprum::cuda_on_cpu::Tile<Value, Group, ItemsPerThread>;
    using Blocked = cuprum::cuda_on_cpu::Blocked<Group, ItemsPerThread>;
    using Striped = cuprum::cuda_on_cpu::Striped<Group, ItemsPerThread>;
    static constexpr int all_bits = 8 * sizeof(Key);

public:
    struct TempStorage {
        typename Sort_::Storage sort;
        union {
            typename Keys::Storage keys;
            typename Values::Storage values;
        };
    };

    __forceinline__ BlockRadixSort() : storage_(own_storage()) {}
    __forceinline__ BlockRadixSort(TempStorage& storage) : storage_(storage) {}

    __forceinline__ void Sort(Key (&keys)[ItemsPerThread], int begin_bit = 0, int end_bit = all_bits) {
        sort<Blocked, false>(keys, begin_bit, end_bit);
    }
    template <class V>
        requires __is_same
    (V, Value) __forceinline__
        void Sort(Key (&keys)[ItemsPerThread], V (&values)[ItemsPerThread], int begin_bit = 0, int end_bit = all_bits) {
        sort<Blocked, false>(keys, begin_bit, end_bit, values);
    }
    __forceinline__ void SortDescending(Key (&keys)[ItemsPerThread], int begin_bit = 0, int end_bit = all_bits) {
        sort<Blocked, true>(keys, begin_bit, end_bit);
    }
    template <class V>
        requires __is_same
    (V, Value) __forceinline__ void SortDescending(Key (&keys)[ItemsPerThread], V (&values)[ItemsPerThread],
                                                   int begin_bit = 0, int end_bit = all_bits) {
        sort<Blocked, true>(keys, begin_bit, end_bit, values);
    }
    __forceinline__ void SortBlockedToStriped(Key (&keys)[ItemsPerThread], int begin_bit = 0, int end_bit = all_bits) {
        sort<Striped, false>(keys, begin_bit, end_bit);
    }
    template <class V>
        requires __is_same
    (V, Value) __forceinline__ void SortBlockedToStriped(Key (&keys)[ItemsPerThread], V (&values)[ItemsPerThread],
                                                         int begin_bit = 0, int end_bit = all_bits) {
        sort<Striped, false>(keys, begin_bit, end_bit, values);
    }
    __forceinline__ void SortDescendingBlockedToStriped(Key (&keys)[ItemsPerThread], int begin_bit = 0,
                                                        int end_bit = all_bits) {
        sort<Striped, true>(keys, begin_bit, end_bit);
    }
    template <class V>
        requires __is_same
    (V, Value) __forceinline__
        void SortDescendingBlockedToStriped(Key (&keys)[ItemsPerThread], V (&values)[ItemsPerThread], int begin_bit = 0,
                                            int end_bit = all_bits) {
        sort<Striped, true>(keys, begin_bit, end_bit, values);
    }

private:
    template <class To, bool Descending, class... Arrays>
    __forceinline__ void sort(Key (&keys)[ItemsPerThread], int begin_bit, int end_bit, Arrays&... values) {
        const int count = end_bit - begin_bit;
        Bits bits[ItemsPerThread];
        for (int i = 0; i < ItemsPerThread; ++i) {
            bits[i] = detail::radix_bits(keys[i]);
            bits[i] = count <= 0
                          ? Bits{0}
                          : static_cast<Bits>(static_cast<Bits>(bits[i] << (all_bits - end_bit)) >> (all_bits - count));
        }
        Sort_ order(storage_.sort);
        order.sort(bits, Group::size * ItemsPerThread,
                   [](const Bits& a, const Bits& b) { return Descending ? b < a : a < b; });
        gather<To, Keys>(order, storage_.keys, keys);
        (gather_values<To>(order, values), ...);
    }
    template <class To, class V>
    __forceinline__ void gather_values(Sort_& order, V (&values)[ItemsPerThread]) {
        Group::sync();
        gather<To, Values>(order, storage_.values, values);
    }
    template <class To, class Tile, class V>
    __forceinline__ void gather(Sort_& order, typename Tile::Storage& storage, V (&items)[ItemsPerThread]) {
        Tile tile(storage);
        tile.template put<Blocked>(items);
        Group::sync();
        for (int i = 0; i < ItemsPerThread; ++i) items[i] = tile[order.source(To::place(i))];
    }

    __forceinline__ static TempStorage& own_storage() {
        __shared__ TempStorage storage;
        return storage;
    }

    TempStorage& storage_;
};

}  // namespace cub
