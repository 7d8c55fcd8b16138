// Elementwise kernels that are no ufuncs: a family is one expression for every combination of dtypes it is called with.
#pragma once

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <span>
#include <unordered_map>

#include "kernel/engine/elementwise/elementwise.h"

namespace cuprum::kernel {

class KernelFamily {
public:
    /// Makes the expression for a combination of dtypes. What each of them stands for is between it and its caller.
    using Make = Expression (*)(std::span<const DType> dtypes);

    KernelFamily(const char* name, Make make) : name_(name), make_(make) {}

    const char* name() const { return name_; }
    /// The kernel for up to fifteen dtypes, made when first asked for.
    ElementwiseKernel& kernel(std::span<const DType> dtypes);

private:
    const char* name_;
    Make make_;
    std::shared_mutex mutex_;
    std::unordered_map<std::uint64_t, std::unique_ptr<ElementwiseKernel>> kernels_;  // by four bits a dtype
};

}  // namespace cuprum::kernel
