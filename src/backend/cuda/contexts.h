// The devices that the driver shows, and which of them the calling thread works with. Primary contexts are used, so
// that every other CUDA library of the process shares them.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/cuda/driver.h"
#include "runtime/backend.h"

namespace cuprum::backend::cuda {

/// The calling thread's device; -1 until one is set, which stands for device 0. Initial-exec spares each launch a call.
extern __attribute__((tls_model("initial-exec"))) thread_local int current_device;

/// Set in a child of fork: the driver's state did not survive into it.
extern std::atomic<bool> forked;

[[noreturn]] void throw_forked();

inline void refuse_after_fork() {
    if (forked.load(std::memory_order_relaxed)) [[unlikely]]
        throw_forked();
}

/// Memory of a device as cuMemCreate makes it.
CUmemAllocationProp mapped_memory(const Driver& driver, CUdevice device);

class Contexts {
public:
    struct Device {
        CUdevice ordinal = 0;
        cuprum::cuda::Properties properties;
        runtime::DeviceTraits traits;
        std::once_flag retained;
        CUcontext context = nullptr;
    };

    /// Makes a device current for a scope, and then the thread's own device again where that is another one.
    class OnDevice {
    public:
        OnDevice(Contexts& contexts, int device) : driver_(contexts.driver_), device_(device) {
            refuse_after_fork();
            check(driver_.cuCtxGetCurrent(&previous_context_), "asking for the current context");
            contexts.make_current(device);
        }
        ~OnDevice() {
            if (device_ == std::max(previous_device_, 0)) return;
            driver_.cuCtxSetCurrent(previous_context_);
            current_device = previous_device_;
        }
        OnDevice(const OnDevice&) = delete;
        OnDevice& operator=(const OnDevice&) = delete;

    private:
        const Driver& driver_;
        const int device_;
        const int previous_device_ = current_device;
        CUcontext previous_context_ = nullptr;
    };

    /// Throws where there is no driver or no device.
    Contexts();

    int count() const { return static_cast<int>(devices_.size()); }
    /// Throws CUDARuntimeError where there is no such device.
    Device& at(int device) const;
    /// The device's primary context, retained at its first use: making one takes long and holds device memory.
    CUcontext context(int device);
    /// Makes `device` current in the driver, whatever another library has set in this thread. True when that was a
    /// change.
    bool make_current(int device);
    bool make_current() { return make_current(std::max(current_device, 0)); }

    /// Runs a call that gives something back. It may fail only when the context is lost, the process is ending or was
    /// forked: there is nothing left to give back then.
    template <class Release>
    void release_on(int device, Release release) noexcept {
        if (forked) return;
        try {
            const OnDevice scope(*this, device);
            release();
        } catch (const std::exception&) {
        }
    }

protected:
    const Driver& driver_;

private:
    std::vector<std::unique_ptr<Device>> devices_;
};

}  // namespace cuprum::backend::cuda
