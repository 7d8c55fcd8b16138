#include "kernel/engine/elementwise/kernel_family.h"

namespace cuprum::kernel {

ElementwiseKernel& KernelFamily::kernel(std::span<const DType> dtypes) {
    KernelKey key;
    for (DType dtype : dtypes) key.put(dtype);
    return kernels_.get(key, [&] {
        std::string name = std::string(name_) + "_";
        for (DType dtype : dtypes)
            name += dtype == DType::bool_ ? 'o' : info(dtype).code;  // '?' is no part of an identifier
        return ElementwiseKernel(name, make_(dtypes), name_);
    });
}

}  // namespace cuprum::kernel
