#pragma once

#include "runtime/nccl_functions.h"

namespace cuprum::backend::cuda {

/// Those of NVIDIA's library, which the first call loads. Throws where it is not there.
const runtime::NcclFunctions& nccl_functions();

}  // namespace cuprum::backend::cuda
