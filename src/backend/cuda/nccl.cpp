#include "backend/cuda/nccl.h"

#include <type_traits>

#include "runtime/vendor_library.h"

namespace cuprum::backend::cuda {

const runtime::NcclFunctions& nccl_functions() {
    static const runtime::NcclFunctions loaded = [] {
        const runtime::Library library({"NCCL, NVIDIA's communication between GPUs,",
                                        {{0, "libnccl.so.2"}},
                                        "Install it with `pip install nvidia-nccl-cu13` (CUDA 13) or `pip install "
                                        "nvidia-nccl-cu12` (CUDA 12)."});
        runtime::NcclFunctions f;
#define CUPRUM_LOAD(name, type) f.name = library.symbol<std::remove_pointer_t<decltype(f.name)>>(#name);
        CUPRUM_NCCL_FUNCTIONS(CUPRUM_LOAD)
#undef CUPRUM_LOAD
        return f;
    }();
    return loaded;
}

}  // namespace cuprum::backend::cuda
