// What CUB's block and warp classes do, for a CPU: the threads put their values side by side into shared memory, the
// first of them goes over all, and each takes what concerns it. That is two barriers, which are what a CPU pays for.
#pragma once

#include <cuprum/cuda/prelude.h>

namespace cuprum::cuda_on_cpu {

/// A block of known size. Its threads are counted along x first.
template <int X, int Y, int Z>
struct WholeBlock {
    static constexpr int size = X * Y * Z;
    static constexpr bool frees_storage = false;  ///< Before another use of the storage the program has a barrier.
    __forceinline__ static int rank() { return static_cast<int>(cuprum_thread_rank); }
    __forceinline__ static void sync() { __syncthreads(); }
};

/// Runs of lanes within a warp.
template <int Size>
struct PartOfWarp {
    static_assert(Size >= 1 && Size <= 32, "a logical warp has 1 to 32 threads");
    static constexpr int size = Size;
    /// On a GPU lanes exchange values through registers, so programs may use the storage again at once.
    static constexpr bool frees_storage = true;
    __forceinline__ static int lane() { return static_cast<int>(cuprum_thread_rank & 31); }
    __forceinline__ static int rank() { return lane() % Size; }
    __forceinline__ static void sync() {
        __syncwarp((Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1u) << (lane() - rank()));
    }
};

template <class T, int Size>
struct Slots {
    alignas(T) unsigned char bytes[sizeof(T) * Size];

    __forceinline__ T& operator[](int i) { return *reinterpret_cast<T*>(bytes + sizeof(T) * i); }
    __forceinline__ void put(int i, const T& value) { new (bytes + sizeof(T) * i) T(value); }
};

template <class T, class Group>
class Collective {
public:
    using Storage = Slots<T, Group::size>;

    __forceinline__ explicit Collective(Storage& slots) : slots_(slots) {}

    /// For the first thread: the first `count` values combined.
    template <class Operation>
    __forceinline__ T reduce(const T& value, Operation operation, int count) {
        T total = value;
        slots_.put(Group::rank(), value);
        Group::sync();
        if (Group::rank() == 0)
            for (int i = 1; i < count; ++i) total = operation(total, slots_[i]);
        finish();
        return total;
    }

    /// What precedes this thread's value, for all but the first thread; and everything combined.
    template <class Operation>
    __forceinline__ T exclusive(const T& value, Operation operation, T& total) {
        slots_.put(Group::rank(), value);
        Group::sync();
        if (Group::rank() == 0) {
            T sum = value;
            for (int i = 1; i < Group::size; ++i) {
                T next = operation(sum, slots_[i]);
                slots_[i] = sum;
                sum = next;
            }
            slots_[0] = sum;  // Nothing precedes the first thread: its place holds the total.
        }
        Group::sync();
        total = slots_[0];
        const T before = slots_[Group::rank()];
        finish();
        return before;
    }

    /// One thread's value for all.
    __forceinline__ T broadcast(const T& value, int source) {
        Group::sync();
        if (Group::rank() == source) slots_.put(0, value);
        Group::sync();
        const T result = slots_[0];
        finish();
        return result;
    }

private:
    __forceinline__ static void finish() {
        if constexpr (Group::frees_storage) Group::sync();
    }

    Storage& slots_;
};

struct Plus {
    template <class T>
    __forceinline__ T operator()(const T& a, const T& b) const {
        return static_cast<T>(a + b);
    }
};
struct Maximum {
    template <class T>
    __forceinline__ T operator()(const T& a, const T& b) const {
        return a < b ? b : a;
    }
};
struct Minimum {
    template <class T>
    __forceinline__ T operator()(const T& a, const T& b) const {
        return b < a ? b : a;
    }
};

/// The scans of a block and of a warp, in all the forms that CUB has in common for both.
template <class T, class Group>
class Scan {
public:
    using TempStorage = typename Collective<T, Group>::Storage;

    __forceinline__ void InclusiveSum(T input, T& output) { InclusiveScan(input, output, Plus()); }
    __forceinline__ void InclusiveSum(T input, T& output, T& aggregate) {
        InclusiveScan(input, output, Plus(), aggregate);
    }
    __forceinline__ void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), Plus()); }
    __forceinline__ void ExclusiveSum(T input, T& output, T& aggregate) {
        ExclusiveScan(input, output, T(), Plus(), aggregate);
    }

    template <class Operation>
    __forceinline__ void InclusiveScan(T input, T& output, Operation operation) {
        T aggregate = input;
        InclusiveScan(input, output, operation, aggregate);
    }
    template <class Operation>
    __forceinline__ void InclusiveScan(T input, T& output, Operation operation, T& aggregate) {
        const T before = collective_.exclusive(input, operation, aggregate);
        output = Group::rank() == 0 ? input : operation(before, input);
    }

    /// Without an initial value the first thread's output means nothing.
    template <class Operation>
    __forceinline__ void ExclusiveScan(T input, T& output, Operation operation) {
        T aggregate = input;
        ExclusiveScan(input, output, operation, aggregate);
    }
    template <class Operation>
    __forceinline__ void ExclusiveScan(T input, T& output, Operation operation, T& aggregate) {
        output = collective_.exclusive(input, operation, aggregate);
    }
    template <class Operation>
    __forceinline__ void ExclusiveScan(T input, T& output, T initial, Operation operation) {
        T aggregate = input;
        ExclusiveScan(input, output, initial, operation, aggregate);
    }
    template <class Operation>
    __forceinline__ void ExclusiveScan(T input, T& output, T initial, Operation operation, T& aggregate) {
        const T before = collective_.exclusive(input, operation, aggregate);
        output = Group::rank() == 0 ? initial : operation(initial, before);
    }

protected:
    __forceinline__ explicit Scan(TempStorage& storage) : collective_(storage) {}

    Collective<T, Group> collective_;
};

}  // namespace cuprum::cuda_on_cpu
