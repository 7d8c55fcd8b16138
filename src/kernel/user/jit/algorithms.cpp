// The table of algorithms that kernels may call.
#include "cuprum/jit.h"

namespace cuprum::jit {

std::span<const Algorithm> algorithms() {
    static constexpr Algorithm all[] = {
#define CUPRUM_JIT_ALGORITHM(name, parameters, result, function, summary) \
    {#name, parameters, result, function, summary},
#include "kernel/user/jit/algorithms.def"
    };
    return all;
}

}  // namespace cuprum::jit
