// Sorts of numbers in the vector registers of a CPU, for the sort kernels of device/cuprum/engine/sort.h.
#pragma once

#include <cstdint>

namespace cuprum {
struct PartitionArgs;
}

namespace cuprum::backend::cpu {

/// What the numbers are: bytes, and how they compare.
enum class SortedType : int { int32, uint32, float32, int64, uint64, float64 };

/// Writes the sorted numbers of `source` to `target`, which do not overlap: NaNs last, equal numbers (both zeros, NaNs)
/// in their order in `source`, as a stable sort of the numbers leaves them, with each processor the same bits.
void vector_sort(const void* source, void* target, long long count, int type);

/// Numbers whose order is wanted.
struct Argsort {
    const void* source;
    void* sorted;  // the numbers in order; null if only `order` is wanted
    void* order;   // their places in the source, `position` added
    void* memory;  // `count` integers of 64 bits, which may be `order` where that is wide; null to allocate them
    std::int64_t count, position;
    SortedType type;
    bool wide;  // whether `order` has 64 bits, else 32
};

/// Tells the order in which a stable sort puts numbers, NaNs last. 0 where the processor has no instructions for it, or
/// where there are too many numbers: nothing is written then.
int vector_argsort(const void* source, void* sorted, void* order, void* memory, long long count, long long position,
                   int type, int wide);

/// Writes the key of a rank, of so many signed integers of 4 or 8 bytes, to `key`. The integers are moved.
void vector_select(void* keys, long long count, long long rank, int bytes, void* key);

/// Takes a step of a partition, for rows or blocks [begin, end).
void vector_partition(const PartitionArgs* args, long long begin, long long end);

/// With AVX2, and with AVX-512.
void vector_sort_v3(const void* source, void* target, std::int64_t count, SortedType type);
void vector_sort_v4(const void* source, void* target, std::int64_t count, SortedType type);
void vector_argsort_v3(const Argsort& argsort);
void vector_argsort_v4(const Argsort& argsort);
void vector_select_v3(void* keys, std::int64_t count, std::int64_t rank, int bytes, void* key);
void vector_select_v4(void* keys, std::int64_t count, std::int64_t rank, int bytes, void* key);
void vector_partition_v3(const PartitionArgs& args, std::int64_t begin, std::int64_t end);
void vector_partition_v4(const PartitionArgs& args, std::int64_t begin, std::int64_t end);

}  // namespace cuprum::backend::cpu
