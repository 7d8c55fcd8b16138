#include "cuprum/transfer.h"

#include <cstring>
#include <optional>

#include "cuprum/cuda.h"
#include "cuprum/element.h"
#include "cuprum/gil_release.h"
#include "cuprum/memory.h"
#include "cuprum/synchronization.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/fetch.h"
#include "runtime/context.h"
#include "runtime/device_traits.h"
#include "runtime/status_codes.h"
#include "runtime/timeline.h"

namespace cuprum {

using runtime::CopyKind;

namespace {

// Uploads up to this size go through page-locked memory of their own, so that the call need not wait for what the
// stream was given before, as the driver does with other memory. Where there is nothing to wait for it is done for the
// small ones alone, so that the pools' statistics are the same.
std::size_t staged_bytes() { return std::size_t{1} << (runtime::device_traits().asynchronous ? 20 : 12); }

void upload(void* target, const void* source, std::size_t bytes) {
    auto& context = runtime::context;
    auto& backend = runtime::backend();
    // A graph reads its host memory at each launch, so it gets a copy that stays as it is.
    if (!context.capture && bytes > staged_bytes()) {
        cuda::note_pinned_use(source, context.stream);
        return backend.copy(target, source, bytes, CopyKind::host_to_device, context.stream);
    }
    const cuda::BlockRef staged = cuda::allocate_pinned(bytes);
    std::memcpy(staged.pointer(), source, bytes);
    runtime::admit(staged);
    backend.copy(target, staged.pointer(), bytes, CopyKind::host_to_device, context.stream);
}

// Work on the array is about to be given to the current stream.
void admit(const ndarray& array) {
    if (array.buffer()) runtime::admit(array.buffer());
}

}  // namespace

ndarray array_from_host(const void* source, DType dtype, const Shape& shape, char order) {
    ndarray result = kernel::new_array(shape, dtype, order);
    if (result.size()) upload(result.address(cuda::Access::write), source, static_cast<std::size_t>(result.nbytes()));
    return result;
}

namespace {

// Of memory of the current device.
void bring(void* target, const void* source, std::size_t bytes, bool blocking) {
    auto& backend = runtime::backend();
    const runtime::StreamHandle stream = runtime::context.stream;
    const bool asynchronous = runtime::device_traits().asynchronous;
    std::optional<runtime::GilRelease> waiting;
    if (asynchronous && blocking) {
        waiting.emplace();
        if (kernel::fetch(target, source, bytes)) return runtime::raise_deferred();
    }
    if (asynchronous || !blocking) cuda::note_pinned_use(target, stream);
    backend.copy(target, source, bytes, CopyKind::device_to_host, stream);
    if (!blocking) return;
    backend.synchronize_stream(stream);
    runtime::raise_deferred();
}

}  // namespace

void download(const ndarray& array, void* target, char order, bool blocking) {
    if (array.size() == 0) return;
    if (blocking) cuda::check_may_synchronize("a copy to the host");
    if (array.device() != runtime::context.device) {
        cuda::DeviceGuard there(array.device());
        return download(array, target, order, blocking);
    }
    if (!(order == 'F' ? array.is_f_contiguous() : array.is_c_contiguous()))
        return download(array.copy(order), target, order, blocking);
    admit(array);
    bring(target, array.address(cuda::Access::read), static_cast<std::size_t>(array.nbytes()), blocking);
}

void read_element(const ndarray& array, std::int64_t offset, void* target) {
    const runtime::Context& context = runtime::context;
    if (!context.may_synchronize) [[unlikely]]
        cuda::check_may_synchronize("a copy to the host");
    if (array.device() != context.device) {
        cuda::DeviceGuard there(array.device());
        return read_element(array, offset, target);
    }
    const char* source = static_cast<const char*>(array.address(cuda::Access::read)) + offset;
    const auto bytes = static_cast<std::size_t>(array.itemsize());
    runtime::Backend& backend = runtime::backend();
    const runtime::DeviceTraits& traits = backend.traits(context.device);
    if (traits.asynchronous || !traits.host_reads_memory || runtime::watching.load(std::memory_order_relaxed)) {
        admit(array);
        return bring(target, source, bytes, true);
    }
    // Nothing has to come to the host, and nothing to be waited for, unless a capture forbids to wait.
    backend.synchronize_stream(context.stream);
    std::memcpy(target, source, bytes);
    runtime::raise_deferred();
}

void ndarray::get(void* target, char order) const { download(*this, target, order, true); }

void upload(const ndarray& array, const void* source) {
    if (array.size() == 0) return;
    if (array.device() != runtime::context.device) {
        cuda::DeviceGuard there(array.device());
        return upload(array, source);
    }
    const ndarray contiguous = array.is_c_contiguous() ? array : kernel::new_array(array.shape(), array.dtype());
    admit(contiguous);
    upload(contiguous.address(cuda::Access::write), source, static_cast<std::size_t>(array.nbytes()));
    if (!array.is_c_contiguous()) copy_to(contiguous, array);
}

void ndarray::set(const void* source) const {
    if (size_ == 0) return;
    cuda::DeviceGuard there(device());
    const runtime::GilRelease waiting;
    upload(*this, source);
    if (!runtime::context.capture) runtime::backend().synchronize_stream(runtime::context.stream);
}

Scalar ndarray::item() const {
    if (size_ != 1)
        throw ValueError("can only convert an array of size 1 to a scalar; the array's shape is " + to_string(shape_));
    if (!is_number(dtype_))
        throw TypeError(std::string("an element of ") + info(dtype_).name + " is no scalar; take a field of it");
    alignas(16) unsigned char bytes[16];
    read_element(*this, 0, bytes);
    return Scalar::load(dtype_, bytes);
}

}  // namespace cuprum
