// Division of integers of 64 bits in the vector registers of a CPU, which has instructions for floats alone: where a
// register's numbers are below 2**51, their quotients in double rounded down are the integers'. A quotient that is no
// integer lies at least 1 / b from the next one, which is more than half a unit in its last place.
#pragma once

#include <cuprum/integer.h>

#if !CUPRUM_GPU
#include <cuprum/registers.h>

namespace cuprum {
namespace detail {

/// The quotients, rounded down, of integers that travel as the bits of doubles; 0 for a division by 0.
template <class T>
CUPRUM_DEVICE registers::reals floor_quotients(registers::reals a, registers::reals b) {
    using registers::count;
    typedef T integers __attribute__((ext_vector_type(count)));
    typedef uint64 bits __attribute__((ext_vector_type(count)));
    constexpr uint64 half = 1ull << 51, magic_bits = 0x4338000000000000ull;
    constexpr double magic = 0x1.8p52;  // whose bits those are: added to an integer, they make a double of it
    const bits x = bit_cast<bits>(a), y = bit_cast<bits>(b);
    constexpr uint64 bias = is_signed_integer<T> ? half : 0;
    if (__builtin_reduce_or(((x + bias) | (y + bias)) >> (is_signed_integer<T> ? 52 : 51)) != 0) {
        const integers dividend = bit_cast<integers>(a), divisor = bit_cast<integers>(b);
        integers quotient = 0;
#pragma clang loop unroll(disable) vectorize(disable)
        for (int i = 0; i < count; ++i) quotient[i] = cuprum::floor_divide<T>(dividend[i], divisor[i]);
        return bit_cast<registers::reals>(quotient);
    }
    const registers::reals dividend = bit_cast<registers::reals>(x + magic_bits) - magic;
    const registers::reals divisor = bit_cast<registers::reals>(y + magic_bits) - magic;
    const registers::reals quotient = divisor == 0.0 ? registers::reals(0.0) : registers::floor(dividend / divisor);
    return bit_cast<registers::reals>(bit_cast<bits>(quotient + magic) - magic_bits);
}

CUPRUM_REGISTER_FUNCTION_2(quotient_of_int64, floor_quotients<int64>)
CUPRUM_REGISTER_FUNCTION_2(quotient_of_uint64, floor_quotients<uint64>)

CUPRUM_DEVICE int64 vector_quotient(int64 a, int64 b) {
    return bit_cast<int64>(quotient_of_int64(bit_cast<double>(a), bit_cast<double>(b)));
}
CUPRUM_DEVICE uint64 vector_quotient(uint64 a, uint64 b) {
    return bit_cast<uint64>(quotient_of_uint64(bit_cast<double>(a), bit_cast<double>(b)));
}

/// What `quotient` leaves of `a`; 0 for a division by 0.
template <class T>
CUPRUM_DEVICE T rest_of(T a, T b, T quotient) {
    return b == 0 ? T(0) : subtract(a, multiply(quotient, b));
}
template <class T>
CUPRUM_DEVICE T rest_toward_zero(T a, T b) {
    const T rest = rest_of(a, b, vector_quotient(a, b));
    return rest != 0 && is_negative(rest) != is_negative(a) ? subtract(rest, b) : rest;
}

}  // namespace detail

CUPRUM_DEVICE int64 floor_divide(int64 a, int64 b) { return detail::vector_quotient(a, b); }
CUPRUM_DEVICE uint64 floor_divide(uint64 a, uint64 b) { return detail::vector_quotient(a, b); }
CUPRUM_DEVICE int64 remainder(int64 a, int64 b) { return detail::rest_of(a, b, detail::vector_quotient(a, b)); }
CUPRUM_DEVICE uint64 remainder(uint64 a, uint64 b) { return detail::rest_of(a, b, detail::vector_quotient(a, b)); }
CUPRUM_DEVICE int64 fmod(int64 a, int64 b) { return detail::rest_toward_zero(a, b); }
CUPRUM_DEVICE uint64 fmod(uint64 a, uint64 b) { return detail::rest_toward_zero(a, b); }
CUPRUM_DEVICE void divmod(int64 a, int64 b, int64& quotient, int64& remainder) {
    quotient = detail::vector_quotient(a, b);
    remainder = detail::rest_of(a, b, quotient);
}
CUPRUM_DEVICE void divmod(uint64 a, uint64 b, uint64& quotient, uint64& remainder) {
    quotient = detail::vector_quotient(a, b);
    remainder = detail::rest_of(a, b, quotient);
}

}  // namespace cuprum
#endif
