#include "backend/cpu/sorting/vector_sort.h"

#if defined(__x86_64__)

#include "backend/cpu/sorting/sort_registers.h"
#include "backend/cpu/sorting/vector_argsort.h"
#include "backend/cpu/sorting/vector_partition.h"

namespace cuprum::backend::cpu {

void vector_sort_v3(const void* source, void* target, std::int64_t count, SortedType type) {
    sort_by_keys<RegisterSort>(source, target, count, type);
}

void vector_argsort_v3(const Argsort& argsort) { argsort_by_keys<RegisterSort>(argsort); }

void vector_select_v3(void* keys, std::int64_t count, std::int64_t rank, int bytes, void* key) {
    select_by_keys<RegisterSort>(keys, count, rank, bytes, key);
}

void vector_partition_v3(const PartitionArgs& args, std::int64_t begin, std::int64_t end) {
    partition_by_keys<RegisterLanes, RegisterSort>(args, begin, end);
}

}  // namespace cuprum::backend::cpu

#endif
