#include "backend/cuda/staging.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <system_error>
#include <thread>

namespace cuprum::backend::cuda {

using namespace runtime;

namespace {

class Event {
public:
    Event() { check(driver().cuEventCreate(&event_, CU_EVENT_DISABLE_TIMING), "creating an event for a copy"); }
    ~Event() { driver().cuEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    CUevent get() const { return event_; }

private:
    CUevent event_ = nullptr;
};

}  // namespace

/// One copy. Its chunks are handed out by a counter, so a lane that is delayed only does fewer of them.
class Staging::Transfer {
public:
    Transfer(CUcontext context, void* target, const void* source, std::size_t bytes, CopyKind kind, CUstream stream)
        : context_(context),
          target_(static_cast<char*>(target)),
          source_(static_cast<const char*>(source)),
          bytes_(bytes),
          upload_(kind == CopyKind::host_to_device),
          stream_(stream) {}

    /// Passes chunks through `lane` until none is left. Keeps the first failure of any lane for `finish`.
    void run(const Lane& lane) noexcept {
        try {
            check(driver().cuCtxSetCurrent(context_), "copying through pinned memory");
            pass_chunks(lane);
        } catch (...) {
            next_ = bytes_;
            // The device may still be using this lane's chunks, and the next copy is going to write to them.
            driver().cuStreamSynchronize(stream_);
            std::lock_guard lock(failure_mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
    }

    void finish() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    void pass_chunks(const Lane& lane) {
        const Event event[2];
        constexpr std::size_t none = -1;
        std::size_t in_flight[2] = {none, none};
        const auto size = [&](std::size_t offset) { return std::min(chunk_bytes, bytes_ - offset); };
        const auto retire = [&](int slot) {
            const std::size_t offset = in_flight[slot];
            if (offset == none) return;
            check(driver().cuEventSynchronize(event[slot].get()), "waiting for a copy");
            if (!upload_) std::memcpy(target_ + offset, lane.chunk[slot], size(offset));
            in_flight[slot] = none;
        };
        int slot = 0;
        for (std::size_t offset; (offset = next_.fetch_add(chunk_bytes)) < bytes_; slot ^= 1) {
            retire(slot);
            if (upload_) {
                std::memcpy(lane.chunk[slot], source_ + offset, size(offset));
                check(driver().cuMemcpyHtoDAsync(device(target_) + offset, lane.chunk[slot], size(offset), stream_),
                      "copying from the host to a device");
            } else {
                check(driver().cuMemcpyDtoHAsync(lane.chunk[slot], device(source_) + offset, size(offset), stream_),
                      "copying from a device to the host");
            }
            check(driver().cuEventRecord(event[slot].get(), stream_), "recording an event for a copy");
            in_flight[slot] = offset;
        }
        retire(slot);
        retire(slot ^ 1);
    }

    static CUdeviceptr device(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

    CUcontext context_;
    char* target_;
    const char* source_;
    std::size_t bytes_;
    bool upload_;
    CUstream stream_;
    std::atomic<std::size_t> next_{0};
    std::mutex failure_mutex_;
    std::exception_ptr failure_;
};

bool Staging::reserve_lanes() {
    if (!lanes_.empty()) return true;
    const unsigned count = std::clamp(std::thread::hardware_concurrency() / 2, 1u, 4u);
    for (unsigned i = 0; i < count; ++i) {
        void* pinned = nullptr;
        if (driver().cuMemHostAlloc(&pinned, 2 * chunk_bytes, CU_MEMHOSTALLOC_PORTABLE) != CUDA_SUCCESS) break;
        lanes_.push_back({{pinned, static_cast<char*>(pinned) + chunk_bytes}});
    }
    return !lanes_.empty();
}

bool Staging::copy(CUcontext context, void* target, const void* source, std::size_t bytes, CopyKind kind,
                   CUstream stream) {
    const std::unique_lock lock(busy_, std::try_to_lock);
    if (!lock || !reserve_lanes()) return false;
    Transfer transfer(context, target, source, bytes, kind, stream);
    {
        std::vector<std::jthread> helpers;
        helpers.reserve(lanes_.size());
        try {
            for (std::size_t i = 1; i < lanes_.size(); ++i) {
                helpers.emplace_back([&transfer, &lane = lanes_[i]] { transfer.run(lane); });
            }
        } catch (const std::system_error&) {
            // No more threads to be had: those that started, and this one, do all of the chunks.
        }
        transfer.run(lanes_[0]);
    }
    transfer.finish();
    return true;
}

}  // namespace cuprum::backend::cuda
