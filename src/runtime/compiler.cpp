#include "compiler.h"

#include "cuprum/error.h"

namespace cuprum::runtime {

Compiler compiler_for(const std::string& target) {
    std::string why = "a target is 'sm_90', 'x86-64-v4' or the like";
    if (target.starts_with("sm_")) {
#ifdef CUPRUM_WITH_CUDA
        return gpu_compiler(target);
#else
        why = "this build of cuprum holds no CUDA backend";
#endif
    }
    if (target.starts_with("x86-64-v")) {
#ifdef CUPRUM_WITH_CPU
        if (Backend* cpu = open_cpu_backend(why))
            return {cpu->compiler_version(),
                    [cpu, target](const CompileRequest& request) { return cpu->compile(request, target); }};
#else
        why = "this build of cuprum holds no CPU backend";
#endif
    }
    throw ValueError("kernels cannot be compiled for '" + target + "': " + why);
}

}  // namespace cuprum::runtime
