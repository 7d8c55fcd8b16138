// A single value with its dtype, and whether that dtype yields to an array's (NEP 50).
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "cuprum/dtype.h"

namespace cuprum {

/// A value on the host. A *weak* scalar (a Python or C++ literal) takes the dtype of the arrays it meets; a strong one
/// (a NumPy scalar) keeps its own.
class Scalar {
public:
    Scalar() : Scalar(false) {}
    Scalar(bool value) : dtype_(DType::bool_), weak_(false) { value_.integer = value; }
    template <std::integral T>
        requires(!std::same_as<T, bool>)
    Scalar(T value) : dtype_(std::is_signed_v<T> || sizeof(T) < 8 ? DType::int64 : DType::uint64) {
        value_.integer = static_cast<std::int64_t>(value);
    }
    Scalar(float value) : Scalar(static_cast<double>(value)) {}
    Scalar(double value) : dtype_(DType::float64) { value_.real = value; }
    Scalar(std::complex<double> value) : dtype_(DType::complex128) {
        value_.real = value.real();
        imag_ = value.imag();
    }
    Scalar(std::complex<float> value) : Scalar(std::complex<double>(value)) {}

    /// A scalar that keeps its dtype, as NumPy's scalars do.
    template <class T>
    static Scalar strong(T value) {
        return Scalar(value).as(dtype_of<T>);
    }
    /// The value in another dtype, strong. Values are converted as `astype` converts.
    Scalar as(DType dtype) const;

    /// Reads one element from memory; writes one.
    static Scalar load(DType dtype, const void* source);
    void store(DType dtype, void* target) const;

    DType dtype() const noexcept { return dtype_; }
    bool is_weak() const noexcept { return weak_; }
    Scalar weak() const {
        Scalar result = *this;
        result.weak_ = dtype_ != DType::bool_;
        return result;
    }
    /// The integer value; for floats truncated and saturated.
    std::int64_t to_int() const;
    double to_double() const;
    std::complex<double> to_complex() const;
    bool to_bool() const;

    /// Whether an integer scalar's value fits `dtype` (always true of other kinds).
    bool fits(DType dtype) const;

    /// Python integers beyond 64 bits are carried as a float of the same sign and this mark; no integer dtype holds
    /// them.
    static Scalar huge_integer(double value) {
        Scalar result(value);
        result.dtype_ = DType::int64;
        result.huge_ = true;
        return result;
    }
    bool is_huge() const noexcept { return huge_; }

    /// A scalar that stands for something a traced function will be given, of which this is the value now. Asking for
    /// the value ties the trace to it (core/symbolic.h). Numbers begin at 1; others' symbol is 0.
    static Scalar symbolic(const Scalar& value, int symbol) {
        Scalar result = value;
        result.symbol_ = symbol;
        return result;
    }
    int symbol() const noexcept { return symbol_; }

private:
    union {
        std::int64_t integer;
        double real;
    } value_{};
    double imag_ = 0;
    DType dtype_;
    bool weak_ = true;
    bool huge_ = false;
    int symbol_ = 0;
};

}  // namespace cuprum
