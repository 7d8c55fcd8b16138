#include "backend/cpu/sorting/vector_sort.h"

#include <cstddef>
#include <memory>

#include "backend/cpu/host_info.h"
#include "backend/cpu/sorting/number_keys.h"
#include "backend/cpu/sorting/vector_partition.h"

namespace cuprum::backend::cpu {
namespace {

/// For processors without AVX2: byte by byte, from the lowest; short ones by comparisons.
struct ByteSort {
    template <class N>
    static constexpr bool compares = false;
    template <class K>
    static void sort(K* data, std::int64_t count) {
        constexpr std::int64_t few = 128;
        if (count <= few) return std::sort(data, data + count, Less());
        constexpr int bytes = sizeof(K);
        using U = std::make_unsigned_t<K>;
        const auto digit = [](K key, int byte) -> std::size_t {
            return (static_cast<U>(key) ^ (U(1) << (8 * bytes - 1))) >> (8 * byte) & 255;
        };
        std::int64_t places[bytes][256] = {};
        for (std::int64_t i = 0; i < count; ++i)
            for (int byte = 0; byte < bytes; ++byte) ++places[byte][digit(data[i], byte)];
        const std::unique_ptr<K[]> memory(new K[static_cast<std::size_t>(count)]);
        K *from = data, *to = memory.get();
        for (int byte = 0; byte < bytes; ++byte) {
            if (places[byte][digit(data[0], byte)] == count) continue;  // all keys have the same
            std::int64_t sum = 0;
            for (std::int64_t& place : places[byte]) {
                const std::int64_t number = place;
                place = sum;
                sum += number;
            }
            for (std::int64_t i = 0; i < count; ++i) to[places[byte][digit(from[i], byte)]++] = from[i];
            std::swap(from, to);
        }
        if (from != data) std::copy_n(from, count, data);
    }
    template <class N>
    static bool sort_to(const auto*, auto*, std::int64_t, auto) {
        return false;
    }
    template <class K>
    static K select(K* data, std::int64_t count, std::int64_t rank) {
        std::nth_element(data, data + rank, data + count, Less());
        return data[rank];
    }
};

}  // namespace

void vector_sort(const void* source, void* target, long long count, int type) {
#if defined(__x86_64__)
    static const int level = vector_level();
    if (level >= 4) return vector_sort_v4(source, target, count, static_cast<SortedType>(type));
    if (level >= 3) return vector_sort_v3(source, target, count, static_cast<SortedType>(type));
#endif
    sort_by_keys<ByteSort>(source, target, count, static_cast<SortedType>(type));
}

int vector_argsort(const void* source, void* sorted, void* order, void* memory, long long count, long long position,
                   int type, int wide) {
#if defined(__x86_64__)
    static const int level = vector_level();
    if (level < 3 || count > (std::int64_t{1} << 32)) return 0;
    const Argsort argsort{source, sorted, order, memory, count, position, static_cast<SortedType>(type), wide != 0};
    if (level >= 4) vector_argsort_v4(argsort);
    else vector_argsort_v3(argsort);
    return 1;
#else
    return 0;
#endif
}

void vector_select(void* keys, long long count, long long rank, int bytes, void* key) {
#if defined(__x86_64__)
    static const int level = vector_level();
    if (level >= 4) return vector_select_v4(keys, count, rank, bytes, key);
    if (level >= 3) return vector_select_v3(keys, count, rank, bytes, key);
#endif
    select_by_keys<ByteSort>(keys, count, rank, bytes, key);
}

void vector_partition(const PartitionArgs* args, long long begin, long long end) {
#if defined(__x86_64__)
    static const int level = vector_level();
    if (level >= 4) return vector_partition_v4(*args, begin, end);
    if (level >= 3) return vector_partition_v3(*args, begin, end);
#endif
    partition_by_keys<OneLane, ByteSort>(*args, begin, end);
}

}  // namespace cuprum::backend::cpu
