// The processor as a device: its streams run at once, its memory is the host's, its kernels are loaded objects that the
// thread pool calls.
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "backend/cpu/clang_abi.h"
#include "backend/cpu/clang_library.h"
#include "backend/cpu/cpu_fourier.h"
#include "backend/cpu/cpu_linear_algebra.h"
#include "backend/cpu/cpu_services.h"
#include "backend/cpu/elf_loader.h"
#include "backend/cpu/host_info.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/raw/cpu_raw_kernels.h"
#include "backend/cpu/streams.h"
#include "cuprum/error.h"
#include "cuprum/gil_release.h"
#include "runtime/backend.h"
#include "runtime/errors.h"
#include "runtime/raw_limits.h"
#include "runtime/settings.h"
#include "runtime/thread_pool.h"
#include "runtime/timeline.h"

namespace cuprum::backend::cpu {
namespace {

using namespace cuprum::runtime;

// A kernel's entry: the work items [begin, end) with the arguments of one launch.
using Entry = void (*)(const void* arguments, long long begin, long long end);

// A block below this is copied faster than other threads would have joined in.
constexpr std::size_t copy_grain = std::size_t{512} << 10;

int devices_wanted() {
    return static_cast<int>(std::min(runtime::environment_number("CPU_DEVICES", 1).value_or(1), std::int64_t{64}));
}

/// CUPRUM_CPU_TARGET, else the best that this machine runs.
std::string choose_target() {
    const int level = x86_64_level();
    std::string wanted = "x86-64-v" + std::to_string(level) + (has_vector_math() ? "" : "-nomvec");
    const char* text = std::getenv("CUPRUM_CPU_TARGET");
    if (!text || !*text) return wanted;
    for (int i = 2; i <= level; ++i)
        for (const char* mathematics : {"", "-nomvec"})
            for (const char* threads : {"", "-fibers"})
                for (const char* loops : {"", "-scalar"})
                    if (text == "x86-64-v" + std::to_string(i) + mathematics + threads + loops &&
                        (*mathematics || has_vector_math()))
                        return text;
    throw ValueError(std::string("CUPRUM_CPU_TARGET is '") + text + "', but this machine runs x86-64-v2 to " + wanted +
                     "; each may be followed by -nomvec, -fibers and -scalar, in this order.");
}

class CpuBackend final : public Backend {
public:
    CpuBackend()
        : device_count_(devices_wanted()),
          target_(choose_target()),
          services_(streams_, memory_, device_count_, runtime::ThreadPool::threads(),
                    static_cast<std::size_t>(std::max(sysconf(_SC_LEVEL2_CACHE_SIZE), 0L))) {
        properties_.name = processor_name();
        properties_.total_memory = host_memory().total;
        properties_.multiprocessors = runtime::ThreadPool::threads();
        properties_.shared_per_block_optin = opted_shared_limit;
        properties_.l2_bytes = static_cast<std::size_t>(std::max(sysconf(_SC_LEVEL2_CACHE_SIZE), 0L));
        traits_.processors = runtime::ThreadPool::threads();
        traits_.checks_raw_kernels = true;
        traits_.mapping_unit = Memory::mapping_unit;
    }

    const char* name() const override { return "cpu"; }
    bool is_gpu() const override { return false; }
    int device_count() const override { return device_count_; }

    const cuprum::cuda::Properties& properties(int device) const override {
        check(device);
        return properties_;
    }

    const DeviceTraits& traits(int) const override { return traits_; }

    MemoryInfo memory_info(int device) override {
        check(device);
        return {memory_.available(), host_memory().total};
    }

    void set_device(int device) override { check(device); }

    void* allocate(int device, std::size_t bytes) override {
        check(device);
        return memory_.allocate(bytes, device, Memory::Kind::device);
    }

    void free(int, void* pointer) noexcept override { memory_.free(pointer); }

    void* reserve(int device, std::size_t bytes) override {
        check(device);
        return memory_.reserve(bytes);
    }
    void unreserve(int, void* address, std::size_t bytes) noexcept override { memory_.unreserve(address, bytes); }
    void map(int device, void* address, std::size_t bytes, std::size_t piece) override {
        memory_.map(address, bytes, piece, device);
    }
    void unmap(int, void* address, std::size_t bytes) noexcept override { memory_.unmap(address, bytes); }

    void* allocate_pinned(std::size_t bytes) override { return memory_.allocate(bytes, -1, Memory::Kind::pinned); }
    void free_pinned(void* pointer) noexcept override { memory_.free(pointer); }

    void copy(void* target, const void* source, std::size_t bytes, CopyKind kind, StreamHandle stream) override {
        const ProfilingScope scope(Action::Kind::copy, name_of(kind), bytes, stream);
        const auto others = let_others_go_on(bytes > copy_grain);
        streams_.give(stream, "copy", [=] {
            auto* to = static_cast<char*>(target);
            const auto* from = static_cast<const char*>(source);
            if (to < from + bytes && from < to + bytes) {  // Pieces of overlapping blocks must not go out of order.
                std::memmove(to, from, bytes);
                return;
            }
            runtime::ThreadPool::parallel_for(
                0, static_cast<std::int64_t>(bytes), copy_grain,
                [=](std::int64_t first, std::int64_t last) { std::memcpy(to + first, from + first, last - first); });
        });
    }

    void copy_peer(int target_device, void* target, int source_device, const void* source, std::size_t bytes,
                   StreamHandle stream) override {
        check(target_device);
        check(source_device);
        copy(target, source, bytes, CopyKind::device_to_device, stream);
    }

    void fill(void* target, unsigned char value, std::size_t bytes, StreamHandle stream) override {
        const ProfilingScope scope(Action::Kind::fill, "fill", bytes, stream);
        const auto others = let_others_go_on(bytes > copy_grain);
        streams_.give(stream, "fill", [=] {
            auto* to = static_cast<char*>(target);
            runtime::ThreadPool::parallel_for(
                0, static_cast<std::int64_t>(bytes), copy_grain,
                [=](std::int64_t first, std::int64_t last) { std::memset(to + first, value, last - first); });
        });
    }

    // Work is done when the call that asked for it returns, so there is nothing to wait for.
    StreamHandle create_stream(int device, bool non_blocking, int priority) override {
        check(device);
        return streams_.create(device, non_blocking, priority);
    }
    void destroy_stream(StreamHandle stream) noexcept override { streams_.destroy(stream); }
    void synchronize_stream(StreamHandle stream) override { streams_.synchronize(stream); }
    bool query_stream(StreamHandle stream) override {
        streams_.synchronize(stream);
        return true;
    }
    void synchronize_device(int device) override {
        check(device);
        streams_.synchronize_device(device);
    }

    EventHandle create_event(int device, bool timing, bool) override {
        check(device);
        return streams_.create_event(device, timing);
    }
    void destroy_event(EventHandle event) noexcept override { streams_.destroy_event(event); }
    void record_event(EventHandle event, StreamHandle stream) override { streams_.record(event, stream); }
    void wait_event(StreamHandle stream, EventHandle event) override { streams_.wait(stream, event); }
    void synchronize_event(EventHandle event) override { streams_.synchronize_event(event); }
    bool query_event(EventHandle event) override {
        streams_.synchronize_event(event);
        return true;
    }
    double elapsed_ms(EventHandle start, EventHandle stop) override { return streams_.elapsed_ms(start, stop); }

    Services& services() override { return services_; }

    std::string target(int device) const override {
        check(device);
        return target_;
    }

    std::string compiler_version() const override { return "clang-" CUPRUM_CLANG_VERSION "-" CUPRUM_LOWERING; }

    void load_compiler() override { load_clang(); }
    Binary compile(const CompileRequest& request, const std::string& target) override {
        return compile_kernel(request, target);
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

    void launch(FunctionHandle function, const Launch& launch, const void* arguments, std::size_t bytes,
                StreamHandle stream) override {
        const ProfilingScope scope(Action::Kind::kernel, nullptr, 0, stream, function);
        const auto start = [=, entry = reinterpret_cast<Entry>(function), items = launch.items,
                            grain = launch.grain](const void* arguments) {
            runtime::ThreadPool::parallel_for(
                0, items, grain, [=](std::int64_t begin, std::int64_t end) { entry(arguments, begin, end); });
        };
        if (!streams_.records(stream)) [[likely]] {
            const auto others = let_others_go_on(launch.items > launch.grain);
            return start(arguments);
        }
        // The arguments have to be there at each replay, aligned as the caller's are.
        const std::size_t units = (bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
        auto kept = std::make_shared<std::vector<std::max_align_t>>(units);
        std::memcpy(kept->data(), arguments, bytes);
        streams_.give(stream, "kernel", [start, kept] { start(kept->data()); });
    }

    LinearAlgebra& linear_algebra() override { return *linear_algebra_; }
    Fourier& fourier() override { return *fourier_; }
    RawKernels& raw_kernels() override { return raw_kernels_; }

private:
    /// More than a grain of work, which is what one thread does at once, takes longer than letting a lock go.
    static std::optional<GilRelease> let_others_go_on(bool takes_long) {
        if (!takes_long) [[likely]]
            return std::nullopt;
        return std::optional<GilRelease>(std::in_place);
    }

    void check(int device) const {
        if (device < 0 || device >= device_count_)
            cuda_error::raise(cuda_error::invalid_device,
                              "device " + std::to_string(device) + " was asked for, and there are " +
                                  std::to_string(device_count_) + " (CUPRUM_CPU_DEVICES sets how many the CPU shows)");
    }

    int device_count_;
    std::string target_;
    cuprum::cuda::Properties properties_;
    DeviceTraits traits_;
    Streams streams_;
    Memory memory_;
    CpuServices services_;
    const std::unique_ptr<LinearAlgebra> linear_algebra_ = make_linear_algebra(streams_);
    const std::unique_ptr<Fourier> fourier_ = make_fourier(streams_);
    CpuRawKernels raw_kernels_{streams_};
};

}  // namespace
}  // namespace cuprum::backend::cpu

namespace cuprum::runtime {

Backend* open_cpu_backend(std::string& why) {
    if (backend::cpu::x86_64_level() < 2) {
        why = "this processor is older than x86-64-v2 (SSE4.2), which the CPU backend needs";
        return nullptr;
    }
    // Never destroyed: arrays with static storage may outlive it otherwise.
    static Backend* backend = new backend::cpu::CpuBackend;
    return backend;
}

}  // namespace cuprum::runtime
