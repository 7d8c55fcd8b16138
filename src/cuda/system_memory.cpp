#include "cuprum/system_memory.h"

#include <cstdlib>

#include "cuprum/cuda.h"
#include "cuprum/cuda_runtime.h"
#include "runtime/errors.h"

namespace cuprum::cuda {

namespace {

constexpr std::size_t alignment = 512;  // as pools align

void* allocate_there(int device, std::size_t bytes) {
    if (!Device(device).attribute(runtime::cudaDevAttrPageableMemoryAccess))
        ::cuprum::runtime::cuda_error::raise(
            ::cuprum::runtime::cuda_error::not_supported,
            Device(device).repr() + " cannot reach memory that the host allocated for itself; use malloc_managed");
    void* pointer = nullptr;
    if (posix_memalign(&pointer, alignment, bytes) != 0)
        throw OutOfMemoryError("out of memory on the host: " + std::to_string(bytes) + " bytes asked");
    return pointer;
}

void free_there(int device, void* pointer) {
    try {
        // Unlike memory of the driver's, this is gone at once.
        DeviceGuard guard(device);
        Device().synchronize();
    } catch (const Error&) {
        // The device has failed, and what it was doing is over.
    }
    std::free(pointer);
}

}  // namespace

// A CPU reaches all memory, so that there it is nothing but managed memory.
MemorySource system_source() { return is_available() ? MemorySource{allocate_there, free_there} : managed_source(); }

BlockRef malloc_system(std::size_t bytes) {
    static auto* allocator = new DirectAllocator(system_source());
    return allocator->allocate(bytes, current_stream_handle());
}

}  // namespace cuprum::cuda
