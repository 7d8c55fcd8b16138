// Kernels whose elements draw from engines of their own.
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

inline constexpr int engine_kinds = 4;

/// A kernel of device/cuprum/distributions.h.
inline ElementwiseKernel random_kernel(const std::string& inputs, const std::string& output,
                                       const std::string& statement, const std::string& name, bool is_long = false) {
    ElementwiseKernelOptions options;
    options.is_long = is_long;
    options.preamble = "#include <cuprum/distributions.h>\nusing namespace cuprum;\n";
    return {inputs, output, statement, "cuprum_random_" + name, options};
}

/// The same with inputs `seed` and `first` before the others, and an engine e of the element.
inline ElementwiseKernel engine_kernel(EngineKind kind, const std::string& inputs, const std::string& output,
                                       const std::string& statement, const std::string& name) {
    static constexpr const char* engines[engine_kinds] = {"PhiloxEngine", "XorwowEngine", "MrgEngine", "ElementEngine"};
    return random_kernel(
        "uint64 seed, uint64 first" + inputs, output,
        std::string("cuprum::") + engines[static_cast<int>(kind)] + " e(seed, first + i); " + statement, name, true);
}

}  // namespace cuprum::random
