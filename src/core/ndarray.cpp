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

// NumPy's relaxed rule: axes of length one say nothing about contiguity, and an empty array is contiguous in both
// orders.
void ndarray::update_flags() noexcept {
    size_ = 1;
    for (std::int64_t length : shape_) size_ *= length;
    c_contiguous_ = f_contiguous_ = true;
    if (size_ == 0) return;
    std::int64_t step = itemsize();
    for (int i = ndim() - 1; i >= 0; --i) {
        if (shape_[i] == 1) continue;
        if (strides_[i] != step) {
            c_contiguous_ = false;
            break;
        }
        step *= shape_[i];
    }
    step = itemsize();
    for (int i = 0; i < ndim(); ++i) {
        if (shape_[i] == 1) continue;
        if (strides_[i] != step) {
            f_contiguous_ = false;
            break;
        }
        step *= shape_[i];
    }
}

}  // namespace cuprum
