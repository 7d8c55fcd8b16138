// cuFFT, found at run time. Its functions are declared here by what NVIDIA documents of them, so that its headers are
// not needed to build; the types are those of CUDA 12 and 13.
#pragma once

#include <cstddef>

namespace cuprum::backend::cuda {

using CufftHandle = int;

enum : int { cufft_forward = -1, cufft_inverse = 1 };

struct Cufft {
    using L = long long;
    int (*create)(CufftHandle*);
    int (*destroy)(CufftHandle);
    int (*get_version)(int*);
    int (*set_auto_allocation)(CufftHandle, int automatic);
    int (*set_stream)(CufftHandle, void* stream);
    int (*set_work_area)(CufftHandle, void* work);
    /// The types are cudaDataType's.
    int (*make_plan)(CufftHandle, int rank, L* n, L* inembed, L istride, L idist, int input_type, L* onembed, L ostride,
                     L odist, int output_type, L batch, std::size_t* work_bytes, int execution_type);
    int (*execute)(CufftHandle, void* input, void* output, int direction);
};

/// Loaded by the first call.
const Cufft& cufft();

/// Throws what a status means.
[[noreturn]] void fail_cufft(int status, const char* what);
inline void check_cufft(int status, const char* what) {
    if (status != 0) [[unlikely]]
        fail_cufft(status, what);
}

}  // namespace cuprum::backend::cuda
