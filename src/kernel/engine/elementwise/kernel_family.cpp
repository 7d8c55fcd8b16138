#include "kernel/engine/elementwise/kernel_family.h"

#include <mutex>

namespace cuprum::kernel {

ElementwiseKernel& KernelFamily::kernel(std::span<const DType> dtypes) {
    std::uint64_t key = 0;
    for (DType dtype : dtypes) key = key << 4 | (static_cast<std::uint64_t>(table_index(dtype)) + 1);
    {
        std::shared_lock lock(mutex_);
        if (auto found = kernels_.find(key); found != kernels_.end()) return *found->second;
    }
    std::string name = std::string(name_) + "_";
    for (DType dtype : dtypes)
        name += dtype == DType::bool_ ? 'o' : info(dtype).code;  // '?' is no part of an identifier
    auto made = std::make_unique<ElementwiseKernel>(name, make_(dtypes));
    std::unique_lock lock(mutex_);
    return *kernels_.try_emplace(key, std::move(made)).first->second;
}

}  // namespace cuprum::kernel
