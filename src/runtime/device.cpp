#include "context.h"
#include "cuprum/cuda.h"
#include "cuprum/error.h"
#include "thread_streams.h"

namespace cuprum {

const char* backend_name() { return runtime::backend().name(); }

}  // namespace cuprum

namespace cuprum::cuda {

using runtime::backend;
using runtime::context;

bool is_available() { return backend().is_gpu(); }
int get_device_count() { return backend().device_count(); }

Device::Device() : id_(context.device) {}

Device::Device(int id) : id_(id) {
    constexpr int invalid_device = 101;
    if (id < 0 || id >= backend().device_count())
        throw CUDARuntimeError(invalid_device, "there is no device " + std::to_string(id) + "; the " +
                                                   backend().name() + " backend has " +
                                                   std::to_string(backend().device_count()));
}

void Device::use() const {
    backend().set_device(id_);
    context.device = id_;
    context.stream = runtime::thread_stream(id_);
}

void Device::synchronize() const { backend().synchronize_device(id_); }

Properties Device::properties() const {
    const runtime::DeviceProperties& p = backend().properties(id_);
    return {.name = p.name,
            .total_memory = p.total_memory,
            .multiprocessors = p.multiprocessors,
            .compute_major = p.compute_major,
            .compute_minor = p.compute_minor,
            .max_threads_per_block = p.max_threads_per_block,
            .warp_size = p.warp_size,
            .shared_per_block = p.shared_per_block,
            .shared_per_block_optin = p.shared_per_block_optin,
            .l2_bytes = p.l2_bytes};
}

std::pair<std::size_t, std::size_t> Device::mem_info() const {
    runtime::MemoryInfo memory = backend().memory_info(id_);
    return {memory.free, memory.total};
}

std::string Device::compute_capability() const {
    if (!backend().is_gpu()) return {};
    const runtime::DeviceProperties& p = backend().properties(id_);
    return std::to_string(p.compute_major) + std::to_string(p.compute_minor);
}

std::string Device::repr() const {
    return std::string(backend().is_gpu() ? "<CUDA" : "<CPU") + " Device " + std::to_string(id_) + ">";
}

DeviceGuard::~DeviceGuard() {
    try {
        previous_.use();
    } catch (const Error&) {
        // The device was current before, so this means that the driver is gone; the next call will say so.
    }
}

}  // namespace cuprum::cuda
