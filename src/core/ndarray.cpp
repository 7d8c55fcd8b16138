#include "cuprum/ndarray.h"

namespace cuprum {

ndarray::ndarray() : shape_{0}, strides_{8} {}

ndarray::ndarray(BufferRef buffer, std::int64_t offset, DType dtype, Shape shape, Strides strides)
    : buffer_(std::move(buffer)),
      offset_(offset),
      shape_(std::move(shape)),
      strides_(std::move(strides)),
      dtype_(dtype) {
    update_flags();
}

ndarray::ndarray(const ndarray& array, std::span<const std::int64_t> shape, std::span<const std::int64_t> strides,
                 std::int64_t extra_offset)
    : buffer_(array.buffer_),
      offset_(array.offset_ + extra_offset),
      shape_(shape),
      strides_(strides),
      dtype_(array.dtype_) {
    update_flags();
}

// NumPy's relaxed rule: axes of length one say nothing about contiguity, and an empty array is contiguous in both
// orders.
void ndarray::update_flags() noexcept {
    const std::int64_t *shape = shape_.data(), *strides = strides_.data();
    const int ndim = shape_.size();
    // A broadcast view may have more elements than there are bytes to address: no step is compared with it then.
    std::int64_t step = itemsize();
    size_ = 1;
    bool c = true, f = true;
    for (int i = ndim - 1; i >= 0; --i) {
        size_ *= shape[i];
        if (shape[i] == 1 || !c) continue;
        c = strides[i] == step;
        if (c) (void)__builtin_mul_overflow(step, shape[i], &step);
    }
    step = itemsize();
    for (int i = 0; i < ndim && f; ++i) {
        if (shape[i] == 1) continue;
        f = strides[i] == step;
        if (f) (void)__builtin_mul_overflow(step, shape[i], &step);
    }
    c_contiguous_ = c || size_ == 0;
    f_contiguous_ = f || size_ == 0;
}

}  // namespace cuprum
