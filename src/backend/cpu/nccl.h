#pragma once

#include "runtime/nccl_functions.h"

namespace cuprum::backend::cpu {

/// Communication between the devices that a CPU shows, whose members are of one process.
const runtime::NcclFunctions& nccl_functions();

}  // namespace cuprum::backend::cpu
