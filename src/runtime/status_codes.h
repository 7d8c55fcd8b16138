// Answers of the device that nobody has waited for yet, and that may be errors.
#pragma once

#include <atomic>
#include <string>

#include "cuprum/memory.h"

namespace cuprum::runtime {

/// How many answers are waited for, by all threads.
extern std::atomic<int> deferred_answers;

/// Keeps `count` int32 codes that the current stream writes to `codes` on the device. When they have come, and one of
/// them is not 0, the calling thread's next `raise_deferred` throws LinAlgError with the message.
void defer_codes(const int* codes, std::int64_t count, std::string message);

void raise_deferred_slowly();

/// To be called after every wait for the device.
inline void raise_deferred() {
    if (deferred_answers.load(std::memory_order_relaxed) != 0) [[unlikely]]
        raise_deferred_slowly();
}

}  // namespace cuprum::runtime
