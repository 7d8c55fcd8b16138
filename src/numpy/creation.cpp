#include "cuprum/creation.h"

#include "cuprum/host.h"
#include "cuprum/manipulation.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/transfer.h"
#include "runtime/context.h"

namespace cuprum {

ndarray empty(const Shape& shape, DType dtype, char order) { return kernel::new_array(shape, dtype, order); }

ndarray empty_like(const ndarray& a, std::optional<DType> dtype, char order, const Shape* shape) {
    const kernel::Placement here(a);
    return kernel::new_array_like(a, dtype.value_or(a.dtype()), order, shape);
}

namespace {

// Arrays that are filled as a whole: the filling may wait. Large ones have their memory at once: programs look here for
// whether there is room.
constexpr std::int64_t most_waiting_elements = 1 << 19;

ndarray unfilled(const Shape& shape, DType dtype, char order) {
    const bool is_large = element_count(shape) > most_waiting_elements;
    return is_large ? kernel::new_array(shape, dtype, order) : kernel::new_result(shape, dtype, order);
}

ndarray unfilled_like(const ndarray& a, std::optional<DType> dtype, char order, const Shape* shape) {
    const bool is_large = element_count(shape ? *shape : a.shape()) > most_waiting_elements;
    return kernel::new_array_like(a, dtype.value_or(a.dtype()), order, shape,
                                  is_large ? kernel::new_array : kernel::new_result);
}

// All bytes zero is zero in every dtype.
const ndarray& clear(const ndarray& fresh) {
    const bool waits = fresh.buffer() && fresh.buffer()->state() == cuda::MemoryState::pending;
    if (waits || !kernel::clear_bytes(fresh)) fresh.fill(0);
    return fresh;
}

const ndarray& fill_with(const ndarray& fresh, const Operand& value) {
    copyto(fresh, value, Casting::unsafe);
    return fresh;
}

}  // namespace

ndarray zeros(const Shape& shape, DType dtype, char order) { return clear(unfilled(shape, dtype, order)); }

ndarray zeros_like(const ndarray& a, std::optional<DType> dtype, char order, const Shape* shape) {
    const kernel::Placement here(a);
    return clear(unfilled_like(a, dtype, order, shape));
}

ndarray ones(const Shape& shape, DType dtype, char order) { return fill_with(unfilled(shape, dtype, order), 1); }

ndarray ones_like(const ndarray& a, std::optional<DType> dtype, char order, const Shape* shape) {
    const kernel::Placement here(a);
    return fill_with(unfilled_like(a, dtype, order, shape), 1);
}

ndarray full(const Shape& shape, const Operand& fill_value, std::optional<DType> dtype, char order) {
    const kernel::Placement here(fill_value);
    return fill_with(unfilled(shape, dtype.value_or(fill_value.dtype()), order), fill_value);
}

ndarray full_like(const ndarray& a, const Operand& fill_value, std::optional<DType> dtype, char order,
                  const Shape* shape) {
    const kernel::Placement here(a, fill_value);
    return fill_with(unfilled_like(a, dtype, order, shape), fill_value);
}

ndarray copy(const ndarray& a, char order) { return a.copy(order); }

namespace {

ndarray in_order(const ndarray& a, std::optional<DType> dtype, char order) {
    ndarray result = array(a, dtype, false, order);
    return result.ndim() ? result : result.reshape({1});
}

}  // namespace

ndarray ascontiguousarray(const ndarray& a, std::optional<DType> dtype) { return in_order(a, dtype, 'C'); }
ndarray asfortranarray(const ndarray& a, std::optional<DType> dtype) { return in_order(a, dtype, 'F'); }

}  // namespace cuprum
