#include "cuprum/creation.h"

#include "core/layout.h"

namespace cuprum {

ndarray empty(const Shape& shape, DType dtype, char order) {
    std::int64_t count = element_count(shape), bytes;
    if (__builtin_mul_overflow(count, itemsize(dtype), &bytes))
        throw ValueError("array is too big: shape " + to_string(shape) + " of " + info(dtype).name +
                         " needs more bytes than can be addressed");
    return ndarray(cuda::allocate(static_cast<std::size_t>(bytes)), 0, dtype, shape,
                   contiguous_strides(shape, itemsize(dtype), order));
}

ndarray empty_like(const ndarray& a, std::optional<DType> dtype, char order, const Shape* shape) {
    DType type = dtype.value_or(a.dtype());
    const Shape& lengths = shape ? *shape : a.shape();
    if (order == 'A') order = a.is_f_contiguous() && !a.is_c_contiguous() ? 'F' : 'C';
    if (order == 'K') {
        if (a.is_c_contiguous() || lengths.size() != a.ndim()) order = 'C';
        else if (a.is_f_contiguous()) order = 'F';
    }
    if (order != 'K') return empty(lengths, type, order);
    ndarray result = empty(lengths, type);
    const ndarray* arrays[] = {&a};
    return result.with_layout(lengths, keep_order_strides(arrays, lengths, itemsize(type)));
}

}  // namespace cuprum
