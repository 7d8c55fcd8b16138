#include "kernel/engine/array/allocation.h"

#include "core/layout.h"
#include "core/sorted_strides.h"
#include "cuprum/memory.h"
#include "kernel/engine/deferral.h"

namespace cuprum::kernel {

ndarray new_array(const Shape& shape, DType dtype, char order) {
    std::int64_t count = element_count(shape), bytes;
    if (__builtin_mul_overflow(count, itemsize(dtype), &bytes))
        throw ValueError("array is too big: shape " + to_string(shape) + " of " + info(dtype).name +
                         " needs more bytes than can be addressed");
    return ndarray(cuda::allocate(static_cast<std::size_t>(bytes)), 0, dtype, shape,
                   contiguous_strides(shape, itemsize(dtype), order));
}

ndarray new_array_like(const ndarray& a, DType dtype, char order, const Shape* shape,
                       ndarray (*make)(const Shape&, DType, char)) {
    const Shape& lengths = shape ? *shape : a.shape();
    if (order == 'A') order = a.is_f_contiguous() && !a.is_c_contiguous() ? 'F' : 'C';
    if (order == 'K') {
        if (a.is_c_contiguous() || lengths.size() != a.ndim()) order = 'C';
        else if (a.is_f_contiguous()) order = 'F';
    }
    if (order != 'K') return make(lengths, dtype, order);
    ndarray result = make(lengths, dtype, 'C');
    return result.with_layout(lengths, sorted_strides(a.strides(), lengths, itemsize(dtype)));
}

ndarray filled(const Shape& shape, const Scalar& value, DType dtype) {
    ndarray made = new_result(shape, dtype);
    made.fill(value);
    return made;
}

}  // namespace cuprum::kernel
