#include "cuprum/scalar.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/symbolic.h"

namespace cuprum {

constinit thread_local ScalarWatcher* scalar_watcher = nullptr;

namespace {

void note_value(int symbol) {
    if (symbol && scalar_watcher) [[unlikely]]
        scalar_watcher->value_asked(symbol);
}

// Float to integer as the kernels do it: toward zero, saturating, NaN becomes 0.
template <class To>
To saturate(double value) {
    if (std::isnan(value)) return 0;
    if (value <= static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    if (value >= static_cast<double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    return static_cast<To>(value);
}

}  // namespace

std::int64_t Scalar::to_int() const {
    note_value(symbol_);
    return is_inexact(dtype_) ? saturate<std::int64_t>(value_.real) : value_.integer;
}

double Scalar::to_double() const {
    note_value(symbol_);
    if (huge_ || is_inexact(dtype_)) return value_.real;
    return dtype_ == DType::uint64 ? static_cast<double>(static_cast<std::uint64_t>(value_.integer))
                                   : static_cast<double>(value_.integer);
}

std::complex<double> Scalar::to_complex() const { return {to_double(), is_complex(dtype_) ? imag_ : 0.0}; }

bool Scalar::to_bool() const {
    note_value(symbol_);
    if (huge_) return true;
    return is_inexact(dtype_) ? value_.real != 0 || (is_complex(dtype_) && imag_ != 0) : value_.integer != 0;
}

bool Scalar::fits(DType dtype) const {
    if (symbol_ && scalar_watcher) [[unlikely]] {
        const bool answer = value_now(*this).fits(dtype);
        scalar_watcher->fit_asked(symbol_, dtype, answer);
        return answer;
    }
    if (is_inexact(dtype_) || is_inexact(dtype) || dtype == DType::bool_ || !is_number(dtype)) return true;
    if (huge_) return false;
    bool above = dtype_ == DType::uint64 && value_.integer < 0;  // larger than any int64
    if (dtype == DType::uint64) return above || value_.integer >= 0 || dtype_ == DType::uint64;
    if (above) return false;
    int bits = 8 * itemsize(dtype);
    if (kind(dtype) == 'u') return value_.integer >= 0 && (value_.integer >> bits) == 0;
    return bits == 64 || (value_.integer >> (bits - 1)) == 0 || (value_.integer >> (bits - 1)) == -1;
}

void Scalar::store(DType dtype, void* target) const {
    note_value(symbol_);
    dispatch(dtype, [&]<class T>() {
        T value;
        if constexpr (std::is_same_v<T, bool>) {
            value = to_bool();
        } else if constexpr (std::is_integral_v<T>) {
            if (!is_inexact(dtype_) && !huge_) value = static_cast<T>(value_.integer);
            // As the kernels' casts (device/cuprum/cast.h): to 8 and 16 bits by way of int32, whose lower bits are
            // kept.
            else if constexpr (sizeof(T) <= 2) value = static_cast<T>(saturate<std::int32_t>(value_.real));
            else value = saturate<T>(value_.real);
        } else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
            value = T(to_complex());
        } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
            value = static_cast<T>(to_double());
        } else {
            // Rounding twice, to float and on to 16 bits, goes wrong near ties: round to odd on the way.
            double exact = to_double();
            float narrow = static_cast<float>(exact);
            if (static_cast<double>(narrow) != exact && std::isfinite(narrow) &&
                (std::bit_cast<std::uint32_t>(narrow) & 1u) == 0) {
                bool away = std::fabs(static_cast<double>(narrow)) > std::fabs(exact);
                std::uint32_t bits = std::bit_cast<std::uint32_t>(narrow);
                narrow = std::bit_cast<float>(away ? bits - 1 : bits + 1);
            }
            value = T(narrow);
        }
        std::memcpy(target, &value, sizeof value);
    });
}

Scalar Scalar::load(DType dtype, const void* source) {
    Scalar result = dispatch(dtype, [&]<class T>() {
        T value;
        std::memcpy(&value, source, sizeof value);
        if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>)
            return Scalar(static_cast<float>(value));
        else return Scalar(value);
    });
    result.dtype_ = dtype;
    result.weak_ = false;
    return result;
}

Scalar Scalar::as(DType dtype) const {
    alignas(16) unsigned char bytes[16];
    store(dtype, bytes);
    return load(dtype, bytes);
}

}  // namespace cuprum
