// The error of a failed call of one of CUDA's libraries.
#pragma once

#include <string>

#include "cuprum/error.h"

namespace cuprum {

/// A call of one of CUDA's libraries failed. `library` is "cublas" or "cusolver", and `status` is the library's number
/// for the reason. Python: cuprum.cuda.cublas.CUBLASError, cuprum.cuda.cusolver.CUSOLVERError.
class LibraryError : public Error {
public:
    LibraryError(std::string library, int status, const std::string& message)
        : Error(message), library(std::move(library)), status(status) {}
    std::string library;
    int status;
};

}  // namespace cuprum
