// What is known of the machine that the CPU backend runs on.
#pragma once

#include <cstddef>
#include <string>

namespace cuprum::backend::cpu {

std::string processor_name();

/// The highest level of the x86-64 psABI that processor and system offer, 1 to 4.
int x86_64_level();

/// The level that the library's own loops are chosen for: that of CUPRUM_CPU_TARGET, where it names a lower one than
/// the processor's. So the code of each level can be tried on a processor of the highest.
int vector_level();

/// Whether libmvec has every vector function that the compiler calls: glibc 2.35 and later.
bool has_vector_math();

struct HostMemory {
    std::size_t available = 0, total = 0;  ///< Bytes, within the limits of this process's control groups.
};

HostMemory host_memory();

}  // namespace cuprum::backend::cpu
