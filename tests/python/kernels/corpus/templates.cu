// Templates of types and numbers, lambdas, function objects, operators, namespaces.
// names: scale<float> scale<double> scale<int> polynomial<3> polynomial<5> physics::accelerate<float> map_with_lambda transform<Clamp<int>,int> pack_sum add_vectors

template <typename T>
__global__ void scale(T* x, T factor, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}

template <int degree>
__global__ void polynomial(const double* coefficients, const double* x, double* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double value = coefficients[degree];
#pragma unroll
    for (int k = degree - 1; k >= 0; --k) value = value * x[i] + coefficients[k];
    y[i] = value;
}

namespace physics {

template <typename T>
struct Constants {
    static constexpr T gravity = T(9.81);
};

template <typename T>
__global__ void accelerate(T* velocity, T seconds, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) velocity[i] += Constants<T>::gravity * seconds;
}

}  // namespace physics

template <class Function>
__device__ void for_each(float* x, int n, Function function) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = function(x[i], i);
}

__global__ void map_with_lambda(float* x, float bias, int n) {
    for_each(x, n, [=](float value, int i) { return i % 2 ? value + bias : value - bias; });
}

template <class T>
struct Clamp {
    T low, high;
    __device__ T operator()(T x) const { return x < low ? low : x > high ? high : x; }
};

template <class Function, class T>
__global__ void transform(Function function, T* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = function(x[i]);
}

template <class... Numbers>
__device__ auto sum_of(Numbers... numbers) {
    return (numbers + ...);
}

__global__ void pack_sum(const int* a, const short* b, const double* c, double* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = sum_of(a[i], b[i], c[i], 1u);
}

__device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }

__global__ void add_vectors(const float3* a, const float3* b, float3* c, float s, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i] * s;
}
