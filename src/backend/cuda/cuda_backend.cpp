// The Backend of NVIDIA GPUs, on the driver's primary contexts, so that it shares arrays with every other CUDA library.
#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "backend/cuda/contexts.h"
#include "backend/cuda/cuda_fourier.h"
#include "backend/cuda/cuda_linear_algebra.h"
#include "backend/cuda/cuda_raw_kernels.h"
#include "backend/cuda/cuda_services.h"
#include "backend/cuda/driver.h"
#include "backend/cuda/launch_list.h"
#include "backend/cuda/mappings.h"
#include "backend/cuda/modules.h"
#include "backend/cuda/nvcc.h"
#include "backend/cuda/nvrtc.h"
#include "backend/cuda/staging.h"
#include "cuprum/error.h"
#include "runtime/backend.h"
#include "runtime/timeline.h"

namespace cuprum::backend::cuda {

using namespace runtime;

namespace {

CUdeviceptr device_pointer(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }
CUstream cu_stream(StreamHandle stream) { return static_cast<CUstream>(stream); }
CUevent cu_event(EventHandle event) { return static_cast<CUevent>(event); }

/// Whether work is done, for what cuStreamQuery and cuEventQuery answer.
bool is_done(CUresult result, const char* what) {
    if (result == CUDA_ERROR_NOT_READY) return false;
    check(result, what);
    return true;
}

class CudaBackend final : public Backend, private Contexts {
public:
    const char* name() const override { return "cuda"; }
    bool is_gpu() const override { return true; }
    int device_count() const override { return Contexts::count(); }
    const cuprum::cuda::Properties& properties(int device) const override { return at(device).properties; }
    const DeviceTraits& traits(int device) const override { return at(device).traits; }
    MemoryInfo memory_info(int device) override;
    int driver_version() const override { return driver().version; }
    void set_device(int device) override;

    void* allocate(int device, std::size_t bytes) override;
    void free(int device, void* pointer) noexcept override;
    void* reserve(int device, std::size_t bytes) override { return mappings_.reserve(device, bytes); }
    void unreserve(int device, void* address, std::size_t bytes) noexcept override {
        mappings_.unreserve(device, address, bytes);
    }
    void map(int device, void* address, std::size_t bytes, std::size_t piece) override {
        mappings_.map(device, address, bytes, piece);
    }
    void unmap(int device, void* address, std::size_t bytes) noexcept override {
        mappings_.unmap(device, address, bytes);
    }
    void* allocate_pinned(std::size_t bytes) override;
    void free_pinned(void* pointer) noexcept override;
    void copy(void* target, const void* source, std::size_t bytes, CopyKind kind, StreamHandle stream) override;
    void copy_peer(int target_device, void* target, int source_device, const void* source, std::size_t bytes,
                   StreamHandle stream) override;
    void fill(void* target, unsigned char value, std::size_t bytes, StreamHandle stream) override;

    StreamHandle create_stream(int device, bool non_blocking, int priority) override;
    void destroy_stream(StreamHandle stream) noexcept override;
    void synchronize_stream(StreamHandle stream) override;
    bool query_stream(StreamHandle stream) override;
    void load_compiler() override { load_nvrtc(); }
    void synchronize_device(int device) override;
    EventHandle create_event(int device, bool timing, bool blocking_sync) override;
    void destroy_event(EventHandle event) noexcept override;
    void record_event(EventHandle event, StreamHandle stream) override;
    void wait_event(StreamHandle stream, EventHandle event) override;
    void synchronize_event(EventHandle event) override;
    bool query_event(EventHandle event) override;
    double elapsed_ms(EventHandle start, EventHandle stop) override;

    std::string target(int device) const override;
    std::string compiler_version() const override { return nvrtc_version(); }
    Binary compile(const CompileRequest& request, const std::string& target) override {
        return request.with_nvcc ? nvcc_compile(request, target) : nvrtc_compile(request, target);
    }
    ModuleHandle load(int device, const std::vector<char>& code) override;
    void unload(ModuleHandle module) noexcept override;
    FunctionHandle function(ModuleHandle module, const std::string& symbol) override;
    void launch(FunctionHandle function, const Launch& launch, const void* arguments, std::size_t bytes,
                StreamHandle stream) override;

    bool keep_launches(StreamHandle stream) override {
        if (watching.load(std::memory_order_relaxed)) return false;
        refuse_after_fork();
        LaunchList::open(*this, stream);
        return true;
    }
    void give_launches() override {
        const std::unique_ptr<LaunchList, void (*)(LaunchList*)> closing(open_list, [](auto) { LaunchList::close(); });
        give_kept_launches();
    }

    Services& services() override {
        give_kept_launches();
        return services_;
    }
    RawKernels& raw_kernels() override {
        give_kept_launches();
        return raw_kernels_;
    }

    LinearAlgebra& linear_algebra() override {
        give_kept_launches();
        make_current();
        return cuda_linear_algebra();
    }
    Fourier& fourier() override {
        give_kept_launches();
        make_current();
        return cuda_fourier();
    }

private:
    /// Gives threads the stack that a module asks for (cuprum/deep_stack.h); its device is current.
    void deepen_stack(CUmodule module);
    bool is_pageable(const void* host) const;
    void raise_shared_limit(Function& function, std::uint32_t bytes);

    Staging staging_;
    Mappings mappings_{*this};
    CudaServices services_{*this, mappings_};
    CudaRawKernels raw_kernels_{*this};
    std::mutex shared_limit_mutex_;
};

// What is there.

MemoryInfo CudaBackend::memory_info(int device) {
    const OnDevice scope(*this, device);
    MemoryInfo info;
    check(driver_.cuMemGetInfo(&info.free, &info.total), "asking for a device's free memory");
    return info;
}

std::string CudaBackend::target(int device) const {
    const cuprum::cuda::Properties& p = at(device).properties;
    return "sm_" + std::to_string(p.compute_major) + std::to_string(p.compute_minor);
}

void CudaBackend::set_device(int device) {
    if (device == current_device) [[likely]]
        return;
    give_kept_launches();
    make_current(device);
}

// Memory.

void* CudaBackend::allocate(int device, std::size_t bytes) {
    const OnDevice scope(*this, device);
    CUdeviceptr pointer = 0;
    const CUresult result = driver_.cuMemAlloc(&pointer, bytes);
    if (result != CUDA_SUCCESS) [[unlikely]] {
        std::size_t free = 0, total = 0;
        driver_.cuMemGetInfo(&free, &total);
        fail(result, "allocating " + std::to_string(bytes) + " bytes on device " + std::to_string(device) + " (" +
                         std::to_string(free) + " of " + std::to_string(total) + " bytes are free)");
    }
    return reinterpret_cast<void*>(pointer);
}

void CudaBackend::free(int device, void* pointer) noexcept {
    release_on(device, [&] { driver_.cuMemFree(device_pointer(pointer)); });
}

void* CudaBackend::allocate_pinned(std::size_t bytes) {
    make_current();
    void* pointer = nullptr;
    const CUresult result = driver_.cuMemHostAlloc(&pointer, bytes, CU_MEMHOSTALLOC_PORTABLE);
    if (result != CUDA_SUCCESS) [[unlikely]] {
        fail(result, "allocating " + std::to_string(bytes) + " bytes of pinned host memory");
    }
    return pointer;
}

void CudaBackend::free_pinned(void* pointer) noexcept {
    release_on(std::max(current_device, 0), [&] { driver_.cuMemFreeHost(pointer); });
}

bool CudaBackend::is_pageable(const void* host) const {
    CUmemorytype type{};
    // The driver answers with an error for memory that it does not know of.
    return driver_.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device_pointer(host)) != CUDA_SUCCESS;
}

void CudaBackend::copy(void* target, const void* source, std::size_t bytes, CopyKind kind, StreamHandle stream) {
    give_kept_launches();
    if (bytes == 0) return;
    make_current();
    const ProfilingScope scope(Action::Kind::copy, name_of(kind), bytes, stream);
    if (kind == CopyKind::device_to_device) {
        check(driver_.cuMemcpyDtoDAsync(device_pointer(target), device_pointer(source), bytes, cu_stream(stream)),
              "copying within a device");
        return;
    }
    const bool upload = kind == CopyKind::host_to_device;
    if (bytes >= Staging::least_bytes && is_pageable(upload ? source : target) &&
        staging_.copy(context(current_device), target, source, bytes, kind, cu_stream(stream))) {
        return;
    }
    if (upload) {
        check(driver_.cuMemcpyHtoDAsync(device_pointer(target), source, bytes, cu_stream(stream)),
              "copying from the host to a device");
    } else {
        check(driver_.cuMemcpyDtoHAsync(target, device_pointer(source), bytes, cu_stream(stream)),
              "copying from a device to the host");
    }
}

void CudaBackend::copy_peer(int target_device, void* target, int source_device, const void* source, std::size_t bytes,
                            StreamHandle stream) {
    give_kept_launches();
    if (bytes == 0) return;
    make_current();
    // Over the link between them where there is one; otherwise the driver goes through the host, slower but right.
    const bool linked = services_.has_peer_access(target_device, source_device) &
                        services_.has_peer_access(source_device, target_device);
    const ProfilingScope scope(Action::Kind::copy, "device to another", bytes, stream);
    if (linked) {
        check(driver_.cuMemcpyDtoDAsync(device_pointer(target), device_pointer(source), bytes, cu_stream(stream)),
              "copying between devices");
        return;
    }
    check(driver_.cuMemcpyPeerAsync(device_pointer(target), context(target_device), device_pointer(source),
                                    context(source_device), bytes, cu_stream(stream)),
          "copying between devices");
}

void CudaBackend::fill(void* target, unsigned char value, std::size_t bytes, StreamHandle stream) {
    give_kept_launches();
    if (bytes == 0) return;
    make_current();
    const ProfilingScope scope(Action::Kind::fill, "fill", bytes, stream);
    check(driver_.cuMemsetD8Async(device_pointer(target), value, bytes, cu_stream(stream)), "filling device memory");
}

// Order.

StreamHandle CudaBackend::create_stream(int device, bool non_blocking, int priority) {
    const OnDevice scope(*this, device);
    CUstream stream = nullptr;
    const unsigned flags = non_blocking ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT;
    check(driver_.cuStreamCreateWithPriority(&stream, flags, priority), "creating a stream");
    return stream;
}

void CudaBackend::destroy_stream(StreamHandle stream) noexcept {
    release_on(std::max(current_device, 0), [&] { driver_.cuStreamDestroy(cu_stream(stream)); });
}

void CudaBackend::synchronize_stream(StreamHandle stream) {
    give_kept_launches();
    make_current();
    check(driver_.cuStreamSynchronize(cu_stream(stream)), "synchronizing a stream");
}

bool CudaBackend::query_stream(StreamHandle stream) {
    give_kept_launches();
    make_current();
    return is_done(driver_.cuStreamQuery(cu_stream(stream)), "querying a stream");
}

void CudaBackend::synchronize_device(int device) {
    give_kept_launches();
    const OnDevice scope(*this, device);
    check(driver_.cuCtxSynchronize(), "synchronizing a device");
}

EventHandle CudaBackend::create_event(int device, bool timing, bool blocking_sync) {
    const OnDevice scope(*this, device);
    unsigned flags = CU_EVENT_DEFAULT;
    if (!timing) flags |= CU_EVENT_DISABLE_TIMING;
    if (blocking_sync) flags |= CU_EVENT_BLOCKING_SYNC;
    CUevent event = nullptr;
    check(driver_.cuEventCreate(&event, flags), "creating an event");
    return event;
}

void CudaBackend::destroy_event(EventHandle event) noexcept {
    release_on(std::max(current_device, 0), [&] { driver_.cuEventDestroy(cu_event(event)); });
}

void CudaBackend::record_event(EventHandle event, StreamHandle stream) {
    give_kept_launches();
    make_current();
    check(driver_.cuEventRecord(cu_event(event), cu_stream(stream)), "recording an event");
}

void CudaBackend::wait_event(StreamHandle stream, EventHandle event) {
    give_kept_launches();
    make_current();
    check(driver_.cuStreamWaitEvent(cu_stream(stream), cu_event(event), CU_EVENT_WAIT_DEFAULT),
          "making a stream wait for an event");
}

void CudaBackend::synchronize_event(EventHandle event) {
    give_kept_launches();
    make_current();
    check(driver_.cuEventSynchronize(cu_event(event)), "synchronizing an event");
}

bool CudaBackend::query_event(EventHandle event) {
    give_kept_launches();
    make_current();
    return is_done(driver_.cuEventQuery(cu_event(event)), "querying an event");
}

double CudaBackend::elapsed_ms(EventHandle start, EventHandle stop) {
    make_current();
    float milliseconds = 0;
    check(driver_.cuEventElapsedTime(&milliseconds, cu_event(start), cu_event(stop)),
          "asking for the time between two events");
    return milliseconds;
}

// Kernels.

ModuleHandle CudaBackend::load(int device, const std::vector<char>& code) {
    if (code.empty()) throw ValueError("There is no machine code to load: the code is empty");
    const OnDevice scope(*this, device);
    // PTX is text and has to end in a null; a cubin says its own size, and one more byte behind it does no harm.
    std::vector<char> terminated;
    const char* image = code.data();
    if (code.back() != '\0') {
        terminated = code;
        terminated.push_back('\0');
        image = terminated.data();
    }
    char log[4096] = {};
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log - 1)};
    auto module = std::make_unique<Module>();
    module->device = device;
    const CUresult result = driver_.cuModuleLoadDataEx(&module->module, image, 2, options, values);
    if (result != CUDA_SUCCESS) [[unlikely]] {
        fail(result, "loading " + std::to_string(code.size()) + " bytes of machine code on device " +
                         std::to_string(device) + ", a " + target(device) + " with a driver for CUDA " +
                         std::to_string(driver_.version / 1000) + "." + std::to_string(driver_.version % 1000 / 10) +
                         " (made by another version? this one compiles with " + nvrtc_version() + ")" +
                         (log[0] ? std::string("\n") + log : std::string()));
    }
    deepen_stack(module->module);
    return module.release();
}

void CudaBackend::deepen_stack(CUmodule module) {
    constexpr std::size_t deep = 8192;  // bytes of a thread; CUDA's own 1024 are too few for a Bessel function
    CUdeviceptr mark = 0;
    std::size_t now = 0;
    if (driver_.cuModuleGetGlobal(&mark, nullptr, module, "cuprum_deep_stack") != CUDA_SUCCESS) return;
    check(driver_.cuCtxGetLimit(&now, CU_LIMIT_STACK_SIZE), "asking for the size of a thread's stack");
    if (now < deep) check(driver_.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, deep), "setting the size of a thread's stack");
}

void CudaBackend::unload(ModuleHandle handle) noexcept {
    const std::unique_ptr<Module> module(static_cast<Module*>(handle));
    LaunchList::forget_graphs();
    release_on(module->device, [&] { driver_.cuModuleUnload(module->module); });
}

FunctionHandle CudaBackend::function(ModuleHandle handle, const std::string& symbol) {
    Module& module = *static_cast<Module*>(handle);
    const OnDevice scope(*this, module.device);
    std::lock_guard lock(module.mutex);
    if (const auto known = module.functions.find(symbol); known != module.functions.end()) return &known->second;
    CUfunction found = nullptr;
    const CUresult result = driver_.cuModuleGetFunction(&found, module.module, symbol.c_str());
    if (result != CUDA_SUCCESS) [[unlikely]]
        fail(result, "looking for the kernel '" + symbol + "' in a module");
    int fixed_shared = 0;
    check(driver_.cuFuncGetAttribute(&fixed_shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, found),
          "reading a kernel's attributes");
    const auto [place, inserted] = module.functions.try_emplace(symbol);
    Function& function = place->second;
    function.function = found;
    function.symbol = &place->first;
    const int unasked = static_cast<int>(at(module.device).properties.shared_per_block);
    function.dynamic_shared_limit = fixed_shared < unasked ? unasked - fixed_shared : 0;
    return &function;
}

void CudaBackend::raise_shared_limit(Function& function, std::uint32_t bytes) {
    std::lock_guard lock(shared_limit_mutex_);
    if (bytes <= function.dynamic_shared_limit) return;
    make_current();
    const CUresult result = driver_.cuFuncSetAttribute(
        function.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, static_cast<int>(bytes));
    if (result != CUDA_SUCCESS) [[unlikely]] {
        fail(result, "asking for " + std::to_string(bytes) + " bytes of shared memory a block for the kernel '" +
                         *function.symbol + "'; the device has at most " +
                         std::to_string(at(current_device).properties.shared_per_block_optin));
    }
    function.dynamic_shared_limit = bytes;
}

void CudaBackend::launch(FunctionHandle handle, const Launch& launch, const void* arguments, std::size_t bytes,
                         StreamHandle stream) {
    refuse_after_fork();
    const ProfilingScope scope(Action::Kind::kernel, nullptr, 0, stream, handle);
    Function& function = *static_cast<Function*>(handle);
    if (launch.shared_bytes > function.dynamic_shared_limit.load(std::memory_order_relaxed)) [[unlikely]] {
        raise_shared_limit(function, launch.shared_bytes);
    }
    if (open_list) [[unlikely]] {
        if (open_list->takes(stream) && !watching.load(std::memory_order_relaxed))
            return open_list->add(function, launch, arguments, bytes);
        give_kept_launches();
    }
    start_kernel(*this, function, launch, arguments, bytes, stream);
}

}  // namespace

}  // namespace cuprum::backend::cuda

namespace cuprum::runtime {

Backend* open_cuda_backend(std::string& why) {
    struct Opened {
        Backend* backend =
            nullptr;  // Never destroyed: arrays in static variables may be freed after any destructor here.
        std::string why;
    };
    static const Opened opened = [] {
        try {
            return Opened{new backend::cuda::CudaBackend, {}};
        } catch (const Error& error) {
            return Opened{nullptr, error.what()};
        }
    }();
    why = opened.why;
    return opened.backend;
}

}  // namespace cuprum::runtime
