// The processor as a device: its streams run at once, its memory is the host's, its kernels are loaded objects that the
// thread pool calls.
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "backend/cpu/clang_abi.h"
#include "backend/cpu/clang_library.h"
#include "backend/cpu/elf_loader.h"
#include "backend/cpu/host_info.h"
#include "backend/cpu/thread_pool.h"
#include "cuprum/error.h"
#include "runtime/backend.h"

namespace cuprum::cpu {
namespace {

using namespace cuprum::runtime;
using Clock = std::chrono::steady_clock;

// A kernel's entry: the work items [begin, end) with the arguments of one launch.
using Entry = void (*)(const void* arguments, long long begin, long long end);

constexpr std::size_t alignment = 64;  // A cache line, and the widest vector.
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t huge_page_threshold = std::size_t{4} << 20;
// Asking how much memory there is reads several files, so only requests that could matter ask.
constexpr std::size_t checked_size = std::size_t{64} << 20;
// A block below this is copied faster than other threads would have joined in.
constexpr std::size_t copy_grain = std::size_t{512} << 10;

constexpr int invalid_device = 101;  // cudaErrorInvalidDevice, so that programs see the number they know.
constexpr int invalid_handle = 400;  // cudaErrorInvalidResourceHandle

struct Stream {
    int device;
};

struct Event {
    bool timing;
    std::atomic<Clock::time_point> time{Clock::time_point::min()};  // The minimum: never recorded.
};

Event& event_of(EventHandle handle) { return *static_cast<Event*>(handle); }

int devices_wanted() {
    const char* text = std::getenv("CUPRUM_CPU_DEVICES");
    return text ? static_cast<int>(std::clamp(std::strtol(text, nullptr, 10), 1L, 64L)) : 1;
}

/// CUPRUM_CPU_TARGET, else the best that this machine runs.
std::string choose_target() {
    const int level = x86_64_level();
    std::string wanted = "x86-64-v" + std::to_string(level) + (has_vector_math() ? "" : "-nomvec");
    const char* text = std::getenv("CUPRUM_CPU_TARGET");
    if (!text || !*text) return wanted;
    for (int i = 2; i <= level; ++i)
        for (const char* suffix : {"", "-nomvec"})
            if (text == "x86-64-v" + std::to_string(i) + suffix && (*suffix || has_vector_math())) return text;
    throw ValueError(std::string("CUPRUM_CPU_TARGET is '") + text + "', but this machine runs x86-64-v2 to " + wanted +
                     "; each may end in -nomvec.");
}

class CpuBackend final : public Backend {
public:
    CpuBackend() : device_count_(devices_wanted()), target_(choose_target()) {
        properties_.name = processor_name();
        properties_.total_memory = host_memory().total;
        properties_.multiprocessors = ThreadPool::threads();
        properties_.l2_bytes = static_cast<std::size_t>(std::max(sysconf(_SC_LEVEL2_CACHE_SIZE), 0L));
    }

    const char* name() const override { return "cpu"; }
    bool is_gpu() const override { return false; }
    int device_count() const override { return device_count_; }

    const DeviceProperties& properties(int device) const override {
        check(device);
        return properties_;
    }

    MemoryInfo memory_info(int device) override {
        check(device);
        const HostMemory memory = host_memory();
        // Pages handed out but not yet touched are still free to the system.
        const std::size_t used = std::min(allocated_.load(std::memory_order_relaxed), memory.total);
        return {std::min(memory.available, memory.total - used), memory.total};
    }

    void set_device(int device) override { check(device); }

    void* allocate(int device, std::size_t bytes) override {
        check(device);
        return allocate_block(bytes);
    }

    void free(int, void* pointer) noexcept override { free_block(pointer); }
    void* allocate_pinned(std::size_t bytes) override { return allocate_block(bytes); }
    void free_pinned(void* pointer) noexcept override { free_block(pointer); }

    void copy(void* target, const void* source, std::size_t bytes, CopyKind, StreamHandle) override {
        auto* to = static_cast<char*>(target);
        const auto* from = static_cast<const char*>(source);
        if (to < from + bytes && from < to + bytes) {  // Pieces of overlapping blocks must not go out of order.
            std::memmove(to, from, bytes);
            return;
        }
        ThreadPool::parallel_for(
            0, static_cast<std::int64_t>(bytes), copy_grain,
            [=](std::int64_t first, std::int64_t last) { std::memcpy(to + first, from + first, last - first); });
    }

    void copy_peer(int target_device, void* target, int source_device, const void* source, std::size_t bytes,
                   StreamHandle stream) override {
        check(target_device);
        check(source_device);
        copy(target, source, bytes, CopyKind::device_to_device, stream);
    }

    void fill(void* target, unsigned char value, std::size_t bytes, StreamHandle) override {
        auto* to = static_cast<char*>(target);
        ThreadPool::parallel_for(
            0, static_cast<std::int64_t>(bytes), copy_grain,
            [=](std::int64_t first, std::int64_t last) { std::memset(to + first, value, last - first); });
    }

    // Work is done when the call that asked for it returns, so there is nothing to wait for.
    StreamHandle create_stream(int device, bool, int) override {
        check(device);
        return new Stream{device};
    }
    void destroy_stream(StreamHandle stream) noexcept override { delete static_cast<Stream*>(stream); }
    void synchronize_stream(StreamHandle) override {}
    bool query_stream(StreamHandle) override { return true; }
    void synchronize_device(int device) override { check(device); }

    EventHandle create_event(int device, bool timing, bool) override {
        check(device);
        return new Event{timing};
    }
    void destroy_event(EventHandle event) noexcept override { delete static_cast<Event*>(event); }
    void record_event(EventHandle event, StreamHandle) override { event_of(event).time = Clock::now(); }
    void wait_event(StreamHandle, EventHandle) override {}
    void synchronize_event(EventHandle) override {}
    bool query_event(EventHandle) override { return true; }

    double elapsed_ms(EventHandle start, EventHandle stop) override {
        const auto time_of = [](const Event& event) {
            const Clock::time_point time = event.time;
            if (!event.timing)
                throw CUDARuntimeError(invalid_handle,
                                       "cudaErrorInvalidResourceHandle: the event was made without timing");
            if (time == Clock::time_point::min())
                throw CUDARuntimeError(invalid_handle,
                                       "cudaErrorInvalidResourceHandle: the event has not been recorded");
            return time;
        };
        const auto begin = time_of(event_of(start));
        return std::chrono::duration<double, std::milli>(time_of(event_of(stop)) - begin).count();
    }

    std::string target(int device) const override {
        check(device);
        return target_;
    }

    std::string compiler_version() const override { return "clang-" CUPRUM_CLANG_VERSION; }

    Binary compile(const CompileRequest& request, const std::string& target) override {
        return {compile_kernel(request.source, request.options, target), request.names};
    }

    ModuleHandle load(int device, const std::vector<char>& code) override {
        check(device);
        return new LoadedObject(code);
    }

    void unload(ModuleHandle module) noexcept override { delete static_cast<LoadedObject*>(module); }

    FunctionHandle function(ModuleHandle module, const std::string& symbol) override {
        if (void* address = static_cast<LoadedObject*>(module)->symbol(symbol)) return address;
        throw Error("The module has no function '" + symbol + "'; a kernel's entry point must be extern \"C\".");
    }

    void launch(FunctionHandle function, const Launch& launch, const void* arguments, std::size_t,
                StreamHandle) override {
        const auto entry = reinterpret_cast<Entry>(function);
        ThreadPool::parallel_for(0, launch.items, launch.grain,
                                 [=](std::int64_t begin, std::int64_t end) { entry(arguments, begin, end); });
    }

private:
    void check(int device) const {
        if (device < 0 || device >= device_count_)
            throw CUDARuntimeError(invalid_device, "cudaErrorInvalidDevice: invalid device ordinal: device " +
                                                       std::to_string(device) + " was asked for, and there are " +
                                                       std::to_string(device_count_) +
                                                       " (CUPRUM_CPU_DEVICES sets how many the CPU shows)");
    }

    void* allocate_block(std::size_t bytes) {
        if (bytes >= checked_size) {
            // The system promises memory that it does not have, and kills the process when it is touched.
            const std::size_t free = memory_info(0).free;
            if (bytes > free) refuse(bytes, free);
        }
        const bool huge = bytes >= huge_page_threshold;
        const std::size_t unit = huge ? huge_page : alignment;
        void* pointer = nullptr;
        if (posix_memalign(&pointer, unit, bytes) != 0) refuse(bytes, memory_info(0).free);
        if (huge) madvise(pointer, bytes / huge_page * huge_page, MADV_HUGEPAGE);
        allocated_.fetch_add(malloc_usable_size(pointer), std::memory_order_relaxed);
        return pointer;
    }

    void free_block(void* pointer) noexcept {
        allocated_.fetch_sub(malloc_usable_size(pointer), std::memory_order_relaxed);
        std::free(pointer);
    }

    [[noreturn]] static void refuse(std::size_t bytes, std::size_t free) {
        throw OutOfMemoryError("Out of memory allocating " + std::to_string(bytes) + " bytes: " + std::to_string(free) +
                               " bytes of host memory are free.");
    }

    int device_count_;
    std::string target_;
    DeviceProperties properties_;
    std::atomic<std::size_t> allocated_{0};
};

}  // namespace
}  // namespace cuprum::cpu

namespace cuprum::runtime {

Backend* open_cpu_backend(std::string& why) {
    if (cpu::x86_64_level() < 2) {
        why = "this processor is older than x86-64-v2 (SSE4.2), which the CPU backend needs";
        return nullptr;
    }
    // Never destroyed: arrays with static storage may outlive it otherwise.
    static Backend* backend = new cpu::CpuBackend;
    return backend;
}

}  // namespace cuprum::runtime
