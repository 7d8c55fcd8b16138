// A stable partition of rows of numbers of 4 or 8 bytes on a CPU, by the library's loops for vector registers
// (src/backend/cpu/sorting/vector_partition.h). One kernel serves all steps and types.
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/select_args.h>

#if !CUPRUM_GPU

extern "C" void cuprum_vector_partition(const cuprum::PartitionArgs* args, long long begin, long long end);

#define CUPRUM_PARTITION_NUMBERS(name)                                                     \
    extern "C" void name(const cuprum::PartitionArgs* a, long long begin, long long end) { \
        cuprum_vector_partition(a, begin, end);                                            \
    }

#endif
