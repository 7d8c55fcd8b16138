// Elementwise kernels of random numbers.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "cuprum/kernel.h"
#include "cuprum/random.h"

namespace cuprum::random {

/// A kernel that is made when it is first asked for.
class KernelSlot {
public:
    template <class Make>
    const ElementwiseKernel& get(Make&& make) {
        std::call_once(made_, [&] { kernel_.emplace(make()); });
        return *kernel_;
    }

private:
    std::once_flag made_;
    std::optional<ElementwiseKernel> kernel_;
};

inline ElementwiseKernel random_kernel(const std::string& inputs, const std::string& output,
                                       const std::string& statement, const std::string& name) {
    ElementwiseKernelOptions options;
    options.preamble = "#include <cuprum/random/order.h>\nusing namespace cuprum;\n";
    return {inputs, output, statement, "cuprum_random_" + name, options};
}

}  // namespace cuprum::random
