// complex<T>, by the name that programs for CuPy use.
#include <cupy/complex.cuh>

extern "C" __global__ void complex_axpy(const complex<float>* x, const complex<float>* y, complex<float>* z, float a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = x[i] + a * y[i];
}

extern "C" __global__ void complex_functions(const complex<double>* x, complex<double>* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const complex<double> z = x[i];
    complex<double>* row = out + 16 * i;
    row[0] = exp(z);
    row[1] = log(z);
    row[2] = sqrt(z);
    row[3] = sin(z);
    row[4] = cosh(z);
    row[5] = tan(z);
    row[6] = acos(z);
    row[7] = atanh(z);
    row[8] = pow(z, complex<double>(0.5, 1));
    row[9] = conj(z) / z;
    row[10] = complex<double>(abs(z), arg(z));
    row[11] = complex<double>(norm(z), z.real() - z.imag());
    row[12] = z * z - 1.0;
    row[13] = polar(2.0, z.real());
    row[14] = -z;
    row[15] = z == conj(conj(z)) ? 1.0 : 0.0;
}

extern "C" __global__ void julia(unsigned char* steps, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    complex<double> z(3.0 * x / width - 1.5, 3.0 * y / height - 1.5);
    const complex<double> c(-0.8, 0.156);
    int n = 0;
    for (; n < 100 && norm(z) < 4; ++n) z = z * z + c;
    steps[y * width + x] = n;
}

template <typename T>
__device__ complex<T> horner(const complex<T>* coefficients, int degree, complex<T> z) {
    complex<T> value = coefficients[degree];
    for (int k = degree - 1; k >= 0; --k) value = value * z + coefficients[k];
    return value;
}

extern "C" __global__ void complex_polynomial(const complex<float>* coefficients, int degree, const complex<float>* z,
                                              complex<double>* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = complex<double>(horner(coefficients, degree, z[i])) * 2.0;
}
