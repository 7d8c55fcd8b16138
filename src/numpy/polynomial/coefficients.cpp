#include "numpy/polynomial/coefficients.h"

#include <array>
#include <memory>
#include <mutex>

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "runtime/device_traits.h"

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

namespace {

// Polynomials of few coefficients are written out for a CPU, whose compiler has vectors for many places side by side
// only where it sees how often a loop is run.
constexpr std::int64_t most_written = 12;
constexpr std::int64_t worth_a_kernel = 4096;  // places

const ElementwiseKernel& written_horner(std::int64_t count) {
    static std::mutex mutex;
    static std::array<std::unique_ptr<ElementwiseKernel>, most_written + 1> kernels;
    const std::lock_guard lock(mutex);
    auto& kernel = kernels[static_cast<std::size_t>(count)];
    if (!kernel) {
        std::string text = "T sum = T(0);\n";
        for (std::int64_t k = 0; k < count; ++k)
            text += "sum = T(sum * x + c[start + " + std::to_string(k) + " * step]);\n";
        kernel = std::make_unique<ElementwiseKernel>("T x, raw T c, int64 start, int64 step", "T y", text + "y = sum;",
                                                     "cuprum_horner_" + std::to_string(count));
    }
    return *kernel;
}

}  // namespace

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
    if (!runtime::device_traits().thread_blocks && count <= most_written && !place.is_array() && x.is_array() &&
        x.array().size() >= worth_a_kernel)
        return written_horner(count)(x, coefficients, number(start), number(step));
    return kernel(x, coefficients, place, number(start), number(step), number(count));
}

}  // namespace cuprum
