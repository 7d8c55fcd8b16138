// CUDA's own complex numbers.
#include <cuComplex.h>

extern "C" __global__ void cu_complex(const cuFloatComplex* x, const cuDoubleComplex* y, cuFloatComplex* u, cuDoubleComplex* v,
                                      int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u[i] = cuCdivf(cuCmulf(x[i], cuConjf(x[i])), cuCaddf(x[i], make_cuFloatComplex(1, 2)));
    v[i] = cuCfma(y[i], y[i], make_cuDoubleComplex(cuCabs(y[i]), cuCreal(y[i]) - cuCimag(y[i])));
}
