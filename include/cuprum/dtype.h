// The types of elements: fifteen of numbers, from one list, and those that a program describes (cuprum/structured.h).
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <string_view>

#include "cuprum/half.h"

// One row a dtype: enumerator, NumPy's character, NumPy's kind, C++ type on the host, name in device code, NumPy's
// name.
#define CUPRUM_DTYPES(X)                                                  \
    X(bool_, '?', 'b', bool, "bool", "bool")                              \
    X(int8, 'b', 'i', std::int8_t, "signed char", "int8")                 \
    X(int16, 'h', 'i', std::int16_t, "short", "int16")                    \
    X(int32, 'i', 'i', std::int32_t, "int", "int32")                      \
    X(int64, 'l', 'i', std::int64_t, "long long", "int64")                \
    X(uint8, 'B', 'u', std::uint8_t, "unsigned char", "uint8")            \
    X(uint16, 'H', 'u', std::uint16_t, "unsigned short", "uint16")        \
    X(uint32, 'I', 'u', std::uint32_t, "unsigned int", "uint32")          \
    X(uint64, 'L', 'u', std::uint64_t, "unsigned long long", "uint64")    \
    X(float16, 'e', 'f', cuprum::half, "float16", "float16")              \
    X(bfloat16, 'E', 'V', cuprum::bfloat16_t, "bfloat16", "bfloat16")     \
    X(float32, 'f', 'f', float, "float", "float32")                       \
    X(float64, 'd', 'f', double, "double", "float64")                     \
    X(complex64, 'F', 'c', std::complex<float>, "complex64", "complex64") \
    X(complex128, 'D', 'c', std::complex<double>, "complex128", "complex128")

namespace cuprum {

/// The type of an array's elements: a number, or a handle of a dtype that was described, equal for equal descriptions.
enum class DType : std::uint16_t {
#define X(name, ...) name,
    CUPRUM_DTYPES(X)
#undef X
};

inline constexpr int dtype_count = 15;                 ///< Dtypes of numbers.
inline constexpr std::uint16_t first_described = 256;  ///< From here on: structured, void and time dtypes.

/// Whether elements are numbers, with which kernels compute. Others are moved, compared and taken apart.
constexpr bool is_number(DType d) { return static_cast<std::uint16_t>(d) < first_described; }

/// What is known of a dtype.
struct DTypeInfo {
    DType dtype;
    char code;                ///< NumPy's one-letter code, with 'E' for bfloat16.
    char kind;                ///< 'b' bool, 'i' signed, 'u' unsigned, 'f' float (bfloat16 too), 'c' complex, 'V' void
                              ///< and structured, 'M' datetime64, 'm' timedelta64.
    std::uint8_t alignment;   ///< Bytes.
    std::int32_t itemsize;    ///< Bytes an element.
    const char* device_name;  ///< Its type's name in device code.
    const char* name;         ///< NumPy's name.
};

/// The same of a dtype that was described.
const DTypeInfo& described_info(DType d) noexcept;
[[noreturn]] void throw_no_number(DType d);

inline constexpr DTypeInfo dtype_table[dtype_count] = {
#define X(name, code, kind, type, device, np) \
    {DType::name, code, kind == 'V' ? 'f' : kind, alignof(type), sizeof(type), device, np},
    CUPRUM_DTYPES(X)
#undef X
};

constexpr const DTypeInfo& info(DType d) { return is_number(d) ? dtype_table[static_cast<int>(d)] : described_info(d); }
/// The place of a dtype of numbers in tables of `dtype_count` entries. Throws TypeError for another dtype.
constexpr int table_index(DType d) {
    if (!is_number(d)) [[unlikely]]
        throw_no_number(d);
    return static_cast<int>(d);
}
constexpr int itemsize(DType d) { return info(d).itemsize; }
constexpr char kind(DType d) { return info(d).kind; }
constexpr bool is_integer(DType d) { return kind(d) == 'i' || kind(d) == 'u'; }
constexpr bool is_floating(DType d) { return kind(d) == 'f'; }
constexpr bool is_complex(DType d) { return kind(d) == 'c'; }
constexpr bool is_inexact(DType d) { return is_floating(d) || is_complex(d); }

/// The dtype of a C++ type: `dtype_of<float>`.
template <class T>
struct dtype_of_t;
#define X(name, code, kind, type, ...)              \
    template <>                                     \
    struct dtype_of_t<type> {                       \
        static constexpr DType value = DType::name; \
    };
CUPRUM_DTYPES(X)
#undef X
// `long long` and `long` are distinct types of one size here; both are int64.
template <>
struct dtype_of_t<long long> {
    static constexpr DType value = DType::int64;
};
template <>
struct dtype_of_t<unsigned long long> {
    static constexpr DType value = DType::uint64;
};
template <class T>
inline constexpr DType dtype_of = dtype_of_t<T>::value;

/// The dtype with NumPy's one-letter code. Throws TypeError where there is none.
DType dtype_from_code(char code);

/// The dtype with NumPy's name ("float32", "datetime64[ns]"), a code ("f"), or a kind and size ("f4", "V8", "M8[ns]").
/// Throws TypeError where there is none.
DType dtype_from_name(std::string_view name);

/// Calls `f.template operator()<T>()` with the C++ type of `d`. Throws TypeError where `d` is no number.
template <class F>
decltype(auto) dispatch(DType d, F&& f) {
    switch (d) {
#define X(name, code, kind, type, ...) \
    case DType::name: return f.template operator()<type>();
        CUPRUM_DTYPES(X)
#undef X
    }
    throw_no_number(d);
}

/// How far a cast may go; NumPy's words.
enum class Casting : std::uint8_t { no, equiv, safe, same_kind, unsafe };

/// Whether NumPy lets `from` be cast to `to` under `casting`.
bool can_cast(DType from, DType to, Casting casting = Casting::safe);

/// The smallest dtype to which both can be cast safely, NumPy 2's table (with ml_dtypes' rules for bfloat16). Of two
/// structured dtypes with the same names, field by field. Throws TypeError where there is none.
DType promote_types(DType a, DType b);

}  // namespace cuprum
