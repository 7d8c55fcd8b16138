// CUDA's error numbers, with the names that its runtime gives them.
#pragma once

#include <string>

#include "cuprum/error.h"

namespace cuprum::runtime::cuda_error {

inline constexpr int invalid_value = 1, memory_allocation = 2, initialization_error = 3, invalid_pitch = 12,
                     invalid_device = 101, operating_system = 304, host_memory_already_registered = 712,
                     host_memory_not_registered = 713, peer_access_unsupported = 217, invalid_handle = 400,
                     illegal_state = 401, not_ready = 600, peer_access_already_enabled = 704,
                     peer_access_not_enabled = 705, not_permitted = 800, not_supported = 801, capture_unsupported = 900,
                     capture_invalidated = 901, capture_merge = 902, capture_unmatched = 903, capture_unjoined = 904,
                     capture_isolation = 905, capture_implicit = 906, captured_event = 907, capture_wrong_thread = 908;

/// "cudaErrorInvalidDevice"; "cudaErrorUnknown" for a number that CUDA does not use.
const char* name(int code);
/// "invalid device ordinal".
const char* description(int code);
/// "cudaErrorInvalidDevice: invalid device ordinal: `detail`".
std::string message(int code, const std::string& detail = {});

[[noreturn]] inline void raise(int code, const std::string& detail) {
    throw CUDARuntimeError(code, message(code, detail));
}

}  // namespace cuprum::runtime::cuda_error
