#include "cuprum/host.h"

#include "cuprum/cuda.h"
#include "cuprum/transfer.h"

namespace cuprum {

ndarray array(const ndarray& obj, std::optional<DType> dtype, bool copy, char order) {
    const DType wanted = dtype.value_or(obj.dtype());
    if (obj.size() && obj.device() != cuda::Device().id())
        return obj.copy(order).astype(wanted, order, Casting::unsafe, false);
    return obj.astype(wanted, order, Casting::unsafe, copy);
}

ndarray asarray(const ndarray& a, std::optional<DType> dtype, char order) { return array(a, dtype, false, order); }

namespace host {

ndarray copied(const void* numbers, std::int64_t count, DType dtype) {
    return array_from_host(numbers, dtype, {count});
}

ndarray of_literals(std::span<const Scalar> literals, const Shape& shape, DType dtype) {
    std::vector<char> bytes(literals.size() * static_cast<std::size_t>(itemsize(dtype)));
    for (std::size_t i = 0; i < literals.size(); ++i) {
        if (!literals[i].fits(dtype))
            throw OverflowError("array: " + std::to_string(literals[i].to_int()) + " is out of bounds for " +
                                info(dtype).name);
        literals[i].store(dtype, bytes.data() + i * static_cast<std::size_t>(itemsize(dtype)));
    }
    return array_from_host(bytes.data(), dtype, shape);
}

}  // namespace host
}  // namespace cuprum
