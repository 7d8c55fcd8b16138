#include "scipy/signal/coefficients.h"

#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "runtime/device_traits.h"

namespace cuprum::scipy::signal {

namespace {
template <class To, class From>
std::vector<To> widened(const ndarray& a) {
    const std::vector<From> values = a.to_vector<From>();
    return {values.begin(), values.end()};
}
}  // namespace

// The usual dtypes are widened here: a cast on the device is one more kernel to wait for.
std::vector<std::complex<double>> host_values(const ndarray& a) {
    if (a.dtype() == DType::float64) return widened<std::complex<double>, double>(a);
    if (a.dtype() == DType::float32) return widened<std::complex<double>, float>(a);
    return a.astype(DType::complex128, 'C').to_vector<std::complex<double>>();
}

std::vector<double> real_host_values(const ndarray& a) {
    if (a.dtype() == DType::float32) return widened<double, float>(a);
    return a.astype(DType::float64, 'C').to_vector<double>();
}

ndarray from_host(const std::vector<std::complex<double>>& values, const Shape& shape, DType dtype) {
    if (is_complex(dtype))
        return array_from_host(values.data(), DType::complex128, shape).astype(dtype, 'K', Casting::unsafe, false);
    std::vector<double> parts;
    for (const auto& value : values) parts.push_back(value.real());
    return from_host(parts, shape, dtype);
}

ndarray from_host(const std::vector<double>& values, const Shape& shape, DType dtype) {
    return array_from_host(values.data(), DType::float64, shape).astype(dtype, 'K', Casting::unsafe, false);
}

void check_coefficients(const ndarray& b, const ndarray& a) {
    for (const auto& [name, array] : {std::pair("b", &b), std::pair("a", &a)})
        if (array->ndim() != 1 || array->size() == 0)
            throw ValueError(std::string("the coefficients ") + name +
                             " must be of one dimension and not empty, found shape " + to_string(array->shape()));
}

void check_section_shape(const ndarray& sos) {
    if (sos.ndim() != 2) throw ValueError("sos array must be 2D, found " + std::to_string(sos.ndim()) + " dimensions");
    if (sos.shape(1) != 6) throw ValueError("sos array must be shape (n_sections, 6), found " + to_string(sos.shape()));
}

void check_section_values(const std::vector<std::complex<double>>& sections) {
    for (std::size_t i = 3; i < sections.size(); i += 6)
        if (sections[i] != 1.0) throw ValueError("sos[:, 3] should be all ones");
}

void check_filter_dtype(DType dtype) {
    if (!is_inexact(dtype) || itemsize(dtype) < 4)
        throw NotSupportedError(
            std::string("filters compute in float32, float64 and complex numbers of these; coefficients "
                        "and samples have the dtype ") +
            info(dtype).name + " together: convert one of them with astype");
}

int checked_axis(const ndarray& x, std::int64_t axis) {
    if (axis < -x.ndim() || axis >= x.ndim()) throw AxisError(static_cast<long>(axis), x.ndim());
    return static_cast<int>(axis < 0 ? axis + x.ndim() : axis);
}

DType float_dtype(DType dtype) { return is_inexact(dtype) ? dtype : DType::float64; }

}  // namespace cuprum::scipy::signal
