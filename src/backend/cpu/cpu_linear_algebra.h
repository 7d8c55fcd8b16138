// Products and factorizations on the CPU, by OpenBLAS.
#pragma once

#include "runtime/linear_algebra.h"

namespace cuprum::cpu {

runtime::LinearAlgebra& cpu_linear_algebra();

}  // namespace cuprum::cpu
