// What a failing call of cuFFT throws.
#pragma once

#include "cuprum/error.h"

namespace cuprum::fft {

/// A call of cuFFT failed. `result` is its number for the reason. Python: cuprum.cuda.cufft.CuFFTError.
class CuFFTError : public Error {
public:
    CuFFTError(int result, const std::string& message) : Error(message), result(result) {}
    int result;
};

}  // namespace cuprum::fft
