#include "backend/cuda/contexts.h"

#include <pthread.h>

#include "runtime/errors.h"

namespace cuprum::backend::cuda {

using namespace runtime;

namespace {

// Measured on an H200, where few results of a convolution take as long as a single one's products do.
constexpr DeviceTraits gpu_traits{.thread_blocks = true,
                                  .ordered_items = false,
                                  .asynchronous = true,
                                  .host_reads_memory = false,
                                  .runs_machine_code = true,
                                  .launch_ns = 6e3,
                                  .multiply_add_ns = {8.5e-5, 1.2e-4},
                                  .serial_multiply_add_ns = {12, 35},
                                  .convolution_tile = 56,
                                  .transform_ns = 4.5e4,
                                  .real_transform_ns = 6e4,
                                  .transform_step_ns = {1.7e-3, 3.6e-3}};

}  // namespace

thread_local int current_device = -1;
std::atomic<bool> forked{false};

void throw_forked() {
    cuda_error::raise(
        cuda_error::initialization_error,
        "CUDA cannot be used here: this process was forked from one that had started CUDA, and the driver does not "
        "survive a fork. Start the process with the 'spawn' method (multiprocessing.set_start_method('spawn')), or "
        "fork before the first use of cuprum");
}

CUmemAllocationProp mapped_memory(const Driver& driver, CUdevice device) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = device;
    // Network cards reach it, where they reach that of cuMemAlloc.
    int reachable = 0;
    driver.cuDeviceGetAttribute(&reachable, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED, device);
    properties.allocFlags.gpuDirectRDMACapable = reachable != 0;
    return properties;
}

Contexts::Contexts() : driver_(driver()) {
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
        cuprum::cuda::Properties& p = device->properties;
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
        device->traits = gpu_traits;
        device->traits.processors = p.multiprocessors;
        if (attribute(CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED)) {
            const CUmemAllocationProp properties = mapped_memory(driver_, device->ordinal);
            check(driver_.cuMemGetAllocationGranularity(&device->traits.mapping_unit, &properties,
                                                        CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
                  "asking for the sizes of mapped memory");
        }
        devices_.push_back(std::move(device));
    }
    pthread_atfork(nullptr, nullptr, [] { forked = true; });
}

Contexts::Device& Contexts::at(int device) const {
    if (device < 0 || device >= count()) [[unlikely]]
        cuda_error::raise(cuda_error::invalid_device, "there is no device " + std::to_string(device) +
                                                          ", this machine shows " + std::to_string(count()));
    return *devices_[device];
}

CUcontext Contexts::context(int device) {
    Device& d = at(device);
    std::call_once(d.retained, [&] {
        check(driver_.cuDevicePrimaryCtxRetain(&d.context, d.ordinal), "opening a device's primary context");
    });
    return d.context;
}

bool Contexts::make_current(int device) {
    refuse_after_fork();
    const CUcontext wanted = context(device);
    CUcontext found = nullptr;
    check(driver_.cuCtxGetCurrent(&found), "asking for the current context");
    if (found != wanted) check(driver_.cuCtxSetCurrent(wanted), "making a device current");
    current_device = device;
    return found != wanted;
}

}  // namespace cuprum::backend::cuda
