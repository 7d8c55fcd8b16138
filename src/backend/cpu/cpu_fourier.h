// Fourier transforms on the CPU, by pocketfft.
#pragma once

#include <memory>

#include "backend/cpu/streams.h"
#include "runtime/fourier.h"

namespace cuprum::backend::cpu {

/// `streams` must outlive it.
std::unique_ptr<runtime::Fourier> make_fourier(Streams& streams);

}  // namespace cuprum::backend::cpu
