// Small things that launches of several engines share.
#pragma once

#include <atomic>
#include <cstdint>

#include "cuprum/elementwise_args.h"
#include "cuprum/ndarray.h"
#include "kernel/cache/cache.h"
#include "runtime/context.h"

namespace cuprum::kernel {

/// A kernel's handles, one a device. `source` is called when a device asks for the first time.
class FunctionSlot {
public:
    template <class Source>
    runtime::FunctionHandle get(Source&& source) {
        const int device = runtime::context.device;
        if (device >= devices) return cache_get(device, source());
        auto& slot = handles_[device];
        if (auto handle = slot.load(std::memory_order_acquire)) return handle;
        auto handle = cache_get(device, source());
        slot.store(handle, std::memory_order_release);
        return handle;
    }

private:
    static constexpr int devices = 16;  // Those beyond are served by the cache itself.
    std::atomic<runtime::FunctionHandle> handles_[devices]{};
};

/// How to divide numbers below 2^31 by `d`.
inline Divisor make_divisor(std::uint32_t d) {
    unsigned shift = 0;
    while ((1ull << shift) < d) ++shift;
    return {d, static_cast<unsigned>(((1ull << 32) * ((1ull << shift) - d)) / d + 1), shift};
}

[[noreturn]] void throw_out_of_reach(const ndarray& a);

/// Says that the current stream is about to be given work on an array. Throws ValueError where the array has elements
/// on a device that the current one cannot reach.
inline void check_device(const ndarray& a) {
    if (a.size() == 0) return;
    const runtime::Context& context = runtime::context;
    if (a.device() == context.device && !context.capture) [[likely]]
        return a.buffer()->used_on(context.stream);
    if (!runtime::admit(a.buffer())) throw_out_of_reach(a);
}

inline std::uint32_t blocks_for(std::int64_t items, std::int64_t block) {
    return static_cast<std::uint32_t>((items + block - 1) / block);
}

}  // namespace cuprum::kernel
