// CUPRUM_CHECK=memory: whether what a kernel is about to use lies in what it was given.
#pragma once

#include <cstddef>
#include <string>

#include "cuprum/cuda/launch_state.h"
#include "runtime/raw_kernels.h"

namespace cuprum::backend::cpu {

/// What the compiler tells of an access: the site, and the object that the address was made from.
struct CheckedAccess {
    const cuda_on_cpu::Access& site;
    const char* address;
    std::size_t bytes;
    int object;  ///< The number of a parameter, or one of the constants of launch_state.h.
    const char* base;
    std::size_t object_bytes;
};

/// A block's, static and dynamic.
struct SharedMemory {
    const char* begin;
    std::size_t bytes;
};

/// What is wrong with an access, in words that go behind "the kernel 'k' "; empty where nothing is. `extents` is what
/// the arguments of the launch point at, or null.
std::string find_bad_access(const CheckedAccess& access, const cuda_on_cpu::Kernel& kernel, SharedMemory shared,
                            const runtime::ArgumentExtent* extents);

}  // namespace cuprum::backend::cpu
