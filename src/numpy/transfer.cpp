#include "numpy/transfer.h"

#include "cuprum/creation.h"
#include "numpy/copy.h"
#include "runtime/context.h"

namespace cuprum {

using runtime::CopyKind;

ndarray array_from_host(const void* source, DType dtype, const Shape& shape, char order) {
    ndarray result = empty(shape, dtype, order);
    if (result.size())
        runtime::backend().copy(result.address(), source, static_cast<std::size_t>(result.nbytes()), CopyKind::host_to_device,
                                runtime::context.stream);
    return result;
}

void ndarray::get(void* target, char order) const {
    if (size_ == 0) return;
    bool laid_out = order == 'F' ? f_contiguous_ : c_contiguous_;
    ndarray packed = laid_out ? *this : copy(order);
    auto& backend = runtime::backend();
    backend.copy(target, packed.address(), static_cast<std::size_t>(nbytes()), CopyKind::device_to_host, runtime::context.stream);
    backend.synchronize_stream(runtime::context.stream);
}

void ndarray::set(const void* source) const {
    if (size_ == 0) return;
    auto& backend = runtime::backend();
    ndarray packed = c_contiguous_ ? *this : empty(shape_, dtype_);
    backend.copy(packed.address(), source, static_cast<std::size_t>(nbytes()), CopyKind::host_to_device, runtime::context.stream);
    if (!c_contiguous_) copy_to(packed, *this);
    backend.synchronize_stream(runtime::context.stream);
}

Scalar ndarray::item() const {
    if (size_ != 1)
        throw ValueError("can only convert an array of size 1 to a scalar; the array's shape is " + to_string(shape_));
    alignas(16) unsigned char bytes[16];
    get(bytes);
    return Scalar::load(dtype_, bytes);
}

}  // namespace cuprum
