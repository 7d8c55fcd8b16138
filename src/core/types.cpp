#include "cuprum/types.h"

#include <cmath>
#include <vector>

#include "core/promotion.h"

namespace cuprum {

DType literal_dtype(const Scalar& literal, std::optional<DType> beside) {
    const DType own = literal.dtype();
    if (beside && !is_number(*beside))
        throw TypeError(std::string("a number and an array of dtype ") + info(*beside).name + " have no common dtype");
    if (!beside || *beside == DType::bool_) return own;
    if (is_complex(own)) {
        if (is_complex(*beside)) return *beside;
        return is_floating(*beside) && itemsize(*beside) <= 4 ? DType::complex64 : DType::complex128;
    }
    if (is_floating(own)) return inexact_dtype(*beside);
    return *beside;
}

DType result_type(std::span<const Operand> operands) {
    if (operands.empty()) throw ValueError("at least one array or dtype is required");
    std::vector<DType> dtypes;
    const Scalar* literal = nullptr;  // of the highest kind
    auto rank = [](DType d) { return is_complex(d) ? 2 : is_floating(d) ? 1 : 0; };
    for (const Operand& operand : operands) {
        if (!operand.is_weak()) dtypes.push_back(operand.dtype());
        else if (!literal || rank(operand.dtype()) > rank(literal->dtype())) literal = &operand.scalar();
    }
    const std::optional<DType> common = dtypes.empty() ? std::nullopt : std::optional(promote_all(dtypes));
    return literal ? literal_dtype(*literal, common) : *common;
}

DType result_type(std::span<const DType> dtypes) {
    if (dtypes.empty()) throw ValueError("at least one array or dtype is required");
    return promote_all(dtypes);
}

DType common_type(ArrayList arrays) {
    DType common = DType::float16;
    for (const ndarray& array : arrays) {
        if (array.dtype() == DType::bool_) throw TypeError("can't get common type for non-numeric array");
        DType own = inexact_dtype(array.dtype());
        common = &array == arrays.data() ? own : promote_types(common, own);
    }
    return common;
}

DType min_scalar_type(const Scalar& value) {
    const DType dtype = value.dtype();
    if (dtype == DType::bool_) return dtype;
    if (is_integer(dtype)) {
        const bool negative = value.to_double() < 0;
        for (DType fit :
             {DType::int8, DType::int16, DType::int32, DType::int64, DType::uint8, DType::uint16, DType::uint32})
            if ((kind(fit) == 'i') == negative && value.fits(fit)) return fit;
        return DType::uint64;
    }
    if (dtype == DType::complex64) return dtype;  // there is none that is smaller
    // Values that are no numbers fit everywhere, but to NumPy not as parts of complex ones.
    auto within = [&](double largest) {
        auto small = [&](double x) { return std::isfinite(x) ? std::fabs(x) < largest : !is_complex(dtype); };
        return small(value.to_complex().real()) && small(value.to_complex().imag());
    };
    const DType single = is_complex(dtype) ? DType::complex64 : DType::float32;
    if (dtype == DType::bfloat16 || dtype == DType::float16) return dtype;
    if (!is_complex(dtype) && within(65000)) return DType::float16;
    return dtype == single || within(3.4e38) ? single : is_complex(dtype) ? DType::complex128 : DType::float64;
}

FloatInfo finfo(DType dtype) {
    if (!is_inexact(dtype)) throw ValueError(std::string("data type '") + info(dtype).name + "' not inexact");
    FloatInfo r{};
    r.dtype = real_dtype(dtype);
    r.bits = 8 * itemsize(r.dtype);
    r.nmant = r.dtype == DType::float16 ? 10 : r.dtype == DType::bfloat16 ? 7 : r.dtype == DType::float32 ? 23 : 52;
    r.nexp = r.bits - 1 - r.nmant;
    r.maxexp = 1 << (r.nexp - 1);
    r.minexp = 2 - r.maxexp;
    r.precision = static_cast<int>(r.nmant * std::log10(2.0));
    r.eps = std::ldexp(1, -r.nmant);
    r.epsneg = r.eps / 2;
    r.max = std::ldexp(2 - r.eps, r.maxexp - 1);
    r.min = -r.max;
    r.smallest_normal = std::ldexp(1, r.minexp);
    r.smallest_subnormal = std::ldexp(1, r.minexp - r.nmant);
    r.resolution = std::pow(10.0, -r.precision);
    return r;
}

IntegerInfo iinfo(DType dtype) {
    if (!is_integer(dtype)) throw ValueError(std::string("Invalid integer data type '") + kind(dtype) + "'.");
    const int bits = 8 * itemsize(dtype);
    if (kind(dtype) == 'u') return {dtype, bits, 0, ~std::uint64_t{0} >> (64 - bits)};
    const auto max = static_cast<std::int64_t>(~std::uint64_t{0} >> (65 - bits));
    return {dtype, bits, -max - 1, static_cast<std::uint64_t>(max)};
}

}  // namespace cuprum
