#include "numpy/polynomial/coefficients.h"

#include "cuprum/creation.h"
#include "cuprum/kernel.h"

namespace cuprum {

std::vector<std::complex<double>> on_host(const ndarray& a) {
    return a.astype(DType::complex128, 'C', Casting::unsafe, false).to_vector<std::complex<double>>();
}

ndarray from_host(const std::vector<std::complex<double>>& values, DType dtype) {
    const auto count = static_cast<std::int64_t>(values.size());
    const ndarray wide = empty({count}, DType::complex128);
    wide.set(values.data());
    return (is_complex(dtype) ? wide : wide.real()).astype(dtype, 'C');
}

ndarray horner(const ndarray& coefficients, const Operand& x, const Operand& place, std::int64_t start,
               std::int64_t step, std::int64_t count) {
    // As NumPy it begins with zero by x, which is no zero beside infinity.
    static const ElementwiseKernel kernel(
        "T x, raw T c, int64 place, int64 start, int64 step, int64 count", "T y",
        "T sum = T(0);\n"
        "for (long long k = 0; k < count; ++k) sum = T(sum * x + c[start + k * step + place]);\n"
        "y = sum;",
        "cuprum_horner");
    const auto number = [](std::int64_t value) { return Scalar::strong(value); };
    return kernel(x, coefficients, place, number(start), number(step), number(count));
}

}  // namespace cuprum
