// The Backend of NVIDIA GPUs, on the driver's primary contexts, so that it shares arrays with every other CUDA library.
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "backend/cuda/driver.h"
#include "backend/cuda/nvrtc.h"
#include "backend/cuda/staging.h"
#include "cuprum/error.h"
#include "runtime/backend.h"

namespace cuprum::runtime::cuda {

namespace {

/// The calling thread's device; -1 until one is set, which stands for device 0. Initial-exec spares each launch a call.
__attribute__((tls_model("initial-exec"))) thread_local int current_device = -1;

/// Set in a child of fork: the driver's state did not survive into it.
std::atomic<bool> forked{false};

[[noreturn]] void throw_forked() {
    throw Error(
        "CUDA cannot be used here: this process was forked from one that had started CUDA, and the driver does not "
        "survive a fork. Start the process with the 'spawn' method (multiprocessing.set_start_method('spawn')), or "
        "fork before the first use of cuprum");
}

void refuse_after_fork() {
    if (forked.load(std::memory_order_relaxed)) [[unlikely]]
        throw_forked();
}

CUdeviceptr device_pointer(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }
CUstream cu_stream(StreamHandle stream) { return static_cast<CUstream>(stream); }
CUevent cu_event(EventHandle event) { return static_cast<CUevent>(event); }

/// Whether work is done, for what cuStreamQuery and cuEventQuery answer.
bool is_done(CUresult result, const char* what) {
    if (result == CUDA_ERROR_NOT_READY) return false;
    check(result, what);
    return true;
}

struct Function {
    CUfunction function = nullptr;
    std::atomic<std::uint32_t> dynamic_shared_limit{0};  ///< The most bytes that a launch may ask for as things stand.
    const std::string* symbol = nullptr;
};

struct Module {
    CUmodule module = nullptr;
    int device = 0;
    std::mutex mutex;
    std::map<std::string, Function> functions;  ///< Their addresses are the handles given out.
};

class CudaBackend final : public Backend {
public:
    CudaBackend();

    const char* name() const override { return "cuda"; }
    bool is_gpu() const override { return true; }
    int device_count() const override { return static_cast<int>(devices_.size()); }
    const DeviceProperties& properties(int device) const override { return at(device).properties; }
    MemoryInfo memory_info(int device) override;
    int driver_version() const override { return driver().version; }
    void set_device(int device) override;

    void* allocate(int device, std::size_t bytes) override;
    void free(int device, void* pointer) noexcept override;
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
        return nvrtc_compile(request, target);
    }
    ModuleHandle load(int device, const std::vector<char>& code) override;
    void unload(ModuleHandle module) noexcept override;
    FunctionHandle function(ModuleHandle module, const std::string& symbol) override;
    void launch(FunctionHandle function, const Launch& launch, const void* arguments, std::size_t bytes,
                StreamHandle stream) override;

private:
    struct Device {
        CUdevice ordinal = 0;
        DeviceProperties properties;
        std::once_flag retained;
        CUcontext context = nullptr;
    };

    /// Makes a device current for a scope, and then the thread's own device again where that is another one.
    class OnDevice {
    public:
        OnDevice(CudaBackend& backend, int device) : driver_(backend.driver_), device_(device) {
            refuse_after_fork();
            check(driver_.cuCtxGetCurrent(&previous_context_), "asking for the current context");
            backend.make_current(device);
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

    Device& at(int device) const;
    CUcontext context(int device);
    bool make_current(int device);
    bool make_current() { return make_current(std::max(current_device, 0)); }
    template <class Release>
    void release_on(int device, Release release) noexcept;
    bool is_pageable(const void* host) const;
    void open_peer(int from, int to);
    void raise_shared_limit(Function& function, std::uint32_t bytes);
    [[noreturn]] void fail_launch(CUresult result, const Function& function, const Launch& launch) const;

    const Driver& driver_;
    std::vector<std::unique_ptr<Device>> devices_;
    Staging staging_;
    std::mutex shared_limit_mutex_;
    std::mutex peers_mutex_;
    std::set<std::pair<int, int>> peers_;  ///< The pairs already tried, in one direction each.
};

// What is there.

CudaBackend::CudaBackend() : driver_(driver()) {
    int count = 0;
    check(driver_.cuDeviceGetCount(&count), "counting the devices");
    if (count == 0) throw Error("The NVIDIA driver shows no device: see nvidia-smi and CUDA_VISIBLE_DEVICES");
    for (int i = 0; i < count; ++i) {
        auto device = std::make_unique<Device>();
        check(driver_.cuDeviceGet(&device->ordinal, i), "opening a device");
        const auto attribute = [&](CUdevice_attribute which) {
            int value = 0;
            check(driver_.cuDeviceGetAttribute(&value, which, device->ordinal), "reading a device's attributes");
            return value;
        };
        DeviceProperties& p = device->properties;
        char name[256] = {};
        check(driver_.cuDeviceGetName(name, sizeof name - 1, device->ordinal), "reading a device's name");
        check(driver_.cuDeviceTotalMem(&p.total_memory, device->ordinal), "reading a device's memory size");
        p.name = name;
        p.multiprocessors = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        p.compute_major = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
        p.compute_minor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
        p.max_threads_per_block = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
        p.warp_size = attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
        p.shared_per_block = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
        p.shared_per_block_optin = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
        p.l2_bytes = attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
        devices_.push_back(std::move(device));
    }
    pthread_atfork(nullptr, nullptr, [] { forked = true; });
}

CudaBackend::Device& CudaBackend::at(int device) const {
    if (device < 0 || device >= device_count()) [[unlikely]] {
        throw CUDARuntimeError(CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE: there is no device " +
                                                              std::to_string(device) + ", this machine shows " +
                                                              std::to_string(device_count()));
    }
    return *devices_[device];
}

MemoryInfo CudaBackend::memory_info(int device) {
    const OnDevice scope(*this, device);
    MemoryInfo info;
    check(driver_.cuMemGetInfo(&info.free, &info.total), "asking for a device's free memory");
    return info;
}

std::string CudaBackend::target(int device) const {
    const DeviceProperties& p = at(device).properties;
    return "sm_" + std::to_string(p.compute_major) + std::to_string(p.compute_minor);
}

// Contexts. A device's primary context is retained at its first use, as making one takes long and holds device memory.

CUcontext CudaBackend::context(int device) {
    Device& d = at(device);
    std::call_once(d.retained, [&] {
        check(driver_.cuDevicePrimaryCtxRetain(&d.context, d.ordinal), "opening a device's primary context");
    });
    return d.context;
}

/// Makes `device` current in the driver, whatever another library has set in this thread. True when that was a change.
bool CudaBackend::make_current(int device) {
    refuse_after_fork();
    const CUcontext wanted = context(device);
    CUcontext found = nullptr;
    check(driver_.cuCtxGetCurrent(&found), "asking for the current context");
    if (found != wanted) check(driver_.cuCtxSetCurrent(wanted), "making a device current");
    current_device = device;
    return found != wanted;
}

void CudaBackend::set_device(int device) {
    if (device != current_device) [[unlikely]]
        make_current(device);
}

/// Runs a call that gives something back. It may fail only when the context is lost, the process is ending or was
/// forked: there is nothing left to give back then.
template <class Release>
void CudaBackend::release_on(int device, Release release) noexcept {
    if (forked) return;
    try {
        const OnDevice scope(*this, device);
        release();
    } catch (const std::exception&) {
    }
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
    if (bytes == 0) return;
    make_current();
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

/// Lets `from` reach the memory of `to` over the link between them, where there is one. Without it the driver's copies
/// go through the host, slower but right, so refusals do not matter.
void CudaBackend::open_peer(int from, int to) {
    std::lock_guard lock(peers_mutex_);
    if (!peers_.emplace(from, to).second) return;
    int possible = 0;
    const CUresult asked = driver_.cuDeviceCanAccessPeer(&possible, at(from).ordinal, at(to).ordinal);
    if (asked != CUDA_SUCCESS || !possible) return;
    const OnDevice scope(*this, from);
    driver_.cuCtxEnablePeerAccess(context(to), 0);
}

void CudaBackend::copy_peer(int target_device, void* target, int source_device, const void* source, std::size_t bytes,
                            StreamHandle stream) {
    if (bytes == 0) return;
    make_current();
    if (target_device != source_device) {
        open_peer(target_device, source_device);
        open_peer(source_device, target_device);
    }
    check(driver_.cuMemcpyPeerAsync(device_pointer(target), context(target_device), device_pointer(source),
                                    context(source_device), bytes, cu_stream(stream)),
          "copying between devices");
}

void CudaBackend::fill(void* target, unsigned char value, std::size_t bytes, StreamHandle stream) {
    if (bytes == 0) return;
    make_current();
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
    make_current();
    check(driver_.cuStreamSynchronize(cu_stream(stream)), "synchronizing a stream");
}

bool CudaBackend::query_stream(StreamHandle stream) {
    make_current();
    return is_done(driver_.cuStreamQuery(cu_stream(stream)), "querying a stream");
}

void CudaBackend::synchronize_device(int device) {
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
    make_current();
    check(driver_.cuEventRecord(cu_event(event), cu_stream(stream)), "recording an event");
}

void CudaBackend::wait_event(StreamHandle stream, EventHandle event) {
    make_current();
    check(driver_.cuStreamWaitEvent(cu_stream(stream), cu_event(event), CU_EVENT_WAIT_DEFAULT),
          "making a stream wait for an event");
}

void CudaBackend::synchronize_event(EventHandle event) {
    make_current();
    check(driver_.cuEventSynchronize(cu_event(event)), "synchronizing an event");
}

bool CudaBackend::query_event(EventHandle event) {
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
    return module.release();
}

void CudaBackend::unload(ModuleHandle handle) noexcept {
    const std::unique_ptr<Module> module(static_cast<Module*>(handle));
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
    Function& function = *static_cast<Function*>(handle);
    if (launch.shared_bytes > function.dynamic_shared_limit.load(std::memory_order_relaxed)) [[unlikely]] {
        raise_shared_limit(function, launch.shared_bytes);
    }
    // The parameters as one block of bytes: a struct by value, or several parameters laid out as C does.
    void* parameters[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, const_cast<void*>(arguments), CU_LAUNCH_PARAM_BUFFER_SIZE,
                          &bytes, CU_LAUNCH_PARAM_END};
    const auto start = [&] {
        return driver_.cuLaunchKernel(function.function, launch.grid[0], launch.grid[1], launch.grid[2],
                                      launch.block[0], launch.block[1], launch.block[2], launch.shared_bytes,
                                      cu_stream(stream), nullptr, bytes ? parameters : nullptr);
    };
    CUresult result = start();
    if (result == CUDA_SUCCESS) [[likely]]
        return;
    // `set_device` trusts what it set last, and another library in this thread may have set another context since (or
    // this thread has set none). The driver has refused the launch then, so it is safe to set ours and start once more.
    const bool wrong_context = result == CUDA_ERROR_INVALID_CONTEXT || result == CUDA_ERROR_INVALID_HANDLE;
    if (wrong_context && make_current()) result = start();
    if (result != CUDA_SUCCESS) fail_launch(result, function, launch);
}

void CudaBackend::fail_launch(CUresult result, const Function& function, const Launch& launch) const {
    const auto triple = [](const std::uint32_t(&v)[3]) {
        return "(" + std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " + std::to_string(v[2]) + ")";
    };
    fail(result, "launching the kernel '" + *function.symbol + "' with grid " + triple(launch.grid) + ", block " +
                     triple(launch.block) + " and " + std::to_string(launch.shared_bytes) + " bytes of shared memory");
}

}  // namespace

}  // namespace cuprum::runtime::cuda

namespace cuprum::runtime {

Backend* open_cuda_backend(std::string& why) {
    struct Opened {
        Backend* backend =
            nullptr;  // Never destroyed: arrays in static variables may be freed after any destructor here.
        std::string why;
    };
    static const Opened opened = [] {
        try {
            return Opened{new cuda::CudaBackend, {}};
        } catch (const Error& error) {
            return Opened{nullptr, error.what()};
        }
    }();
    why = opened.why;
    return opened.backend;
}

}  // namespace cuprum::runtime
