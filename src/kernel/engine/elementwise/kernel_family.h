// Elementwise kernels that are no ufuncs: a family is one expression for every combination of dtypes it is called with.
#pragma once

#include <span>

#include "kernel/engine/elementwise/elementwise.h"

namespace cuprum::kernel {

class KernelFamily {
public:
    /// Makes the expression for a combination of dtypes. What each of them stands for is between it and its caller.
    using Make = Expression (*)(std::span<const DType> dtypes);

    KernelFamily(const char* name, Make make) : name_(name), make_(make) {}

    const char* name() const { return name_; }
    /// The kernel for some dtypes, made when first asked for.
    ElementwiseKernel& kernel(std::span<const DType> dtypes);

private:
    const char* name_;
    Make make_;
    KernelTable<ElementwiseKernel> kernels_;
};

}  // namespace cuprum::kernel
