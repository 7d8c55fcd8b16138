// Fourier transforms on a GPU, by cuFFT.
#pragma once

#include "runtime/fourier.h"

namespace cuprum::backend::cuda {

/// Makes plans for the calling thread's device, whose context must be current.
runtime::Fourier& cuda_fourier();

}  // namespace cuprum::backend::cuda
