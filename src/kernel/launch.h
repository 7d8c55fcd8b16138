// Small things that launches of several engines share.
#pragma once

#include <atomic>
#include <cstdint>

#include "cuprum/elementwise_args.h"
#include "cuprum/ndarray.h"
#include "kernel/cache.h"
#include "runtime/context.h"

namespace cuprum::kernel {

/// A kernel's handles, one a device. `source` is called when a device asks for the first time.
class FunctionSlot {
public:
    template <class Source>
    runtime::FunctionHandle get(Source&& source) {
        const int device = runtime::context.device;
        auto& slot = handles_[device];
        if (auto handle = slot.load(std::memory_order_acquire)) return handle;
        auto handle = cache_get(device, source());
        slot.store(handle, std::memory_order_release);
        return handle;
    }

private:
    std::atomic<runtime::FunctionHandle> handles_[16]{};
};

/// How to divide numbers below 2^31 by `d`.
inline Divisor make_divisor(std::uint32_t d) {
    unsigned shift = 0;
    while ((1ull << shift) < d) ++shift;
    return {d, static_cast<unsigned>(((1ull << 32) * ((1ull << shift) - d)) / d + 1), shift};
}

/// Throws ValueError where an array with elements is not on the current device.
inline void check_device(const ndarray& a) {
    if (a.size() == 0 || a.device() == runtime::context.device) return;
    throw ValueError("an array is on device " + std::to_string(a.device()) + " while the current device is " +
                     std::to_string(runtime::context.device) + "; make the array's device current, or copy the array");
}

inline std::uint32_t blocks_for(std::int64_t items, std::int64_t block) {
    return static_cast<std::uint32_t>((items + block - 1) / block);
}

}  // namespace cuprum::kernel
