// Fourier transforms on a GPU, by cuFFT.
#pragma once

#include "runtime/fourier.h"

namespace cuprum::runtime::cuda {

/// Makes plans for the calling thread's device, whose context must be current.
Fourier& cuda_fourier();

}  // namespace cuprum::runtime::cuda
