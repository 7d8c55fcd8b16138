// What a backend says of a device to programs.
#pragma once

#include <cstddef>
#include <string>

namespace cuprum::cuda {

/// What is known of a device.
struct Properties {
    std::string name;
    std::size_t total_memory = 0;  ///< Bytes.
    int multiprocessors = 1;       ///< Streaming multiprocessors, or worker threads on a CPU.
    int compute_major = 0, compute_minor = 0;
    int max_threads_per_block = 1024;
    int warp_size = 32;
    std::size_t shared_per_block = 48 * 1024;        ///< Bytes without opting in.
    std::size_t shared_per_block_optin = 48 * 1024;  ///< Bytes at most.
    std::size_t l2_bytes = 0;
};

}  // namespace cuprum::cuda
