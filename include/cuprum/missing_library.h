// The error of a call that needs a library which is not there.
#pragma once

#include "cuprum/error.h"

namespace cuprum {

/// A library that this call needs (NVRTC, cuBLAS, cuSOLVER, cuFFT, cuDSS, NCCL, OpenBLAS) was not found. The message
/// lists the places that were searched, and how to install the library. Python: RuntimeError.
class MissingLibraryError : public Error {
public:
    using Error::Error;
};

}  // namespace cuprum
