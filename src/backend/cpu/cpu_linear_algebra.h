// Products and factorizations on the CPU, by OpenBLAS.
#pragma once

#include <memory>

#include "backend/cpu/streams.h"
#include "runtime/linear_algebra.h"

namespace cuprum::backend::cpu {

/// `streams` must outlive it.
std::unique_ptr<runtime::LinearAlgebra> make_linear_algebra(Streams& streams);

}  // namespace cuprum::backend::cpu
