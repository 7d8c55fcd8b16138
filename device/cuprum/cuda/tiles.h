// Items of a block's or warp's threads as one tile, for CUB's classes on a CPU: who has which item, and the tile
// sorted.
#pragma once

#include <cuprum/cuda/collectives.h>

namespace cuprum::cuda_on_cpu {

/// Each thread has neighbouring items.
template <class Group, int Items>
struct Blocked {
    __forceinline__ static int place(int i) { return Group::rank() * Items + i; }
};
/// Neighbouring threads have neighbouring items.
template <class Group, int Items>
struct Striped {
    __forceinline__ static int place(int i) { return i * Group::size + Group::rank(); }
};
/// Neighbouring threads of a warp do, and each warp's items are together.
template <class Group, int Items>
struct WarpStriped {
    static constexpr int width = Group::size < 32 ? Group::size : 32;
    __forceinline__ static int place(int i) {
        return Group::rank() / width * width * Items + i * width + Group::rank() % width;
    }
};

template <class T, class Group, int Items>
class Tile {
    static constexpr int warps = (Group::size + 31) / 32;

public:
    static constexpr int size = Group::size * Items;
    using Storage = Slots < T, Group::size % 32 == 0 || Group::size<32 ? size : warps * 32 * Items>;

    __forceinline__ explicit Tile(Storage& slots) : slots_(slots) {}

    template <class Arrangement, class U>
    __forceinline__ void put(const U (&items)[Items]) {
        for (int i = 0; i < Items; ++i) slots_.put(Arrangement::place(i), static_cast<T>(items[i]));
    }
    template <class Arrangement, class U>
    __forceinline__ void get(U (&items)[Items]) {
        for (int i = 0; i < Items; ++i) items[i] = slots_[Arrangement::place(i)];
    }
    /// From one arrangement to another.
    template <class From, class To, class U, class V>
    __forceinline__ void exchange(const U (&in)[Items], V (&out)[Items]) {
        put<From>(in);
        Group::sync();
        get<To>(out);
        finish();
    }
    /// Each item to a place of its own, where `wanted` says so.
    template <class To, class V, class Offset, class Wanted>
    __forceinline__ void scatter(const T (&in)[Items], V (&out)[Items], Offset (&ranks)[Items], Wanted wanted) {
        for (int i = 0; i < Items; ++i)
            if (wanted(i)) slots_.put(static_cast<int>(ranks[i]), in[i]);
        Group::sync();
        get<To>(out);
        finish();
    }
    __forceinline__ T& operator[](int place) { return slots_[place]; }

    __forceinline__ static void finish() {
        if constexpr (Group::frees_storage) Group::sync();
    }

private:
    Storage& slots_;
};

/// Sorts items by keys that lie in a tile, those that are equal in their order.
template <class Key, class Group, int Items>
class TileSort {
    using Keys = Tile<Key, Group, Items>;
    static constexpr int size = Keys::size;
    static_assert(size <= 65536, "a block sorts 65536 items at most");
    using Place = unsigned short;

public:
    struct Storage {
        typename Keys::Storage keys;
        Place order[size];
    };

    __forceinline__ explicit TileSort(Storage& storage) : storage_(storage) {}

    /// Finds which of the first `count` keys comes where, once for all threads.
    template <class Less>
    __forceinline__ void sort(const Key (&keys)[Items], int count, Less less) {
        Keys(storage_.keys).template put<Blocked<Group, Items>>(keys);
        Group::sync();
        if (Group::rank() == 0) merge(count, less);
        Group::sync();
    }
    /// The item of a thread that comes to a place.
    __forceinline__ int source(int place) const { return storage_.order[place]; }

private:
    /// Merges runs of 1, 2, 4, ... into runs of twice as many.
    template <class Less>
    __forceinline__ void merge(int count, Less& less) {
        Place other[size];
        Place *from = storage_.order, *to = other;
        for (int i = 0; i < size; ++i) from[i] = static_cast<Place>(i);
        for (int run = 1; run < count; run *= 2) {
            for (int begin = 0; begin < count; begin += 2 * run) {
                const int middle = min(begin + run, count), end = min(begin + 2 * run, count);
                int a = begin, b = middle;
                for (int i = begin; i < end; ++i) {
                    const bool second = a == middle || (b < end && less(key(from[b]), key(from[a])));
                    to[i] = from[second ? b++ : a++];
                }
            }
            Place* merged = to;
            to = from;
            from = merged;
        }
        if (from == other)
            for (int i = 0; i < count; ++i) storage_.order[i] = other[i];
    }
    __forceinline__ const Key& key(int place) { return storage_.keys[place]; }

    Storage& storage_;
};

}  // namespace cuprum::cuda_on_cpu
