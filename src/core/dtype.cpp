#include "cuprum/dtype.h"

#include <algorithm>

#include "cuprum/error.h"

namespace cuprum {

DType dtype_from_code(char code) {
    if (code == 'q') code = 'l';  // NumPy's long long
    if (code == 'Q') code = 'L';
    for (const auto& row : dtype_table)
        if (row.code == code) return row.dtype;
    throw TypeError(
        std::string("there is no dtype with the code '") + code +
        "'; cuprum has bool, int8..64, uint8..64, float16, bfloat16, float32, float64, complex64, complex128");
}

DType dtype_from_name(std::string_view name) {
    for (const auto& row : dtype_table)
        if (name == row.name) return row.dtype;
    if (name.size() == 1) return dtype_from_code(name[0]);
    if (name.size() >= 2 && std::string_view("biufc?").find(name[0]) != std::string_view::npos)
        for (const auto& row : dtype_table)
            if (row.dtype != DType::bfloat16 && row.kind == name[0] && name.substr(1) == std::to_string(row.itemsize))
                return row.dtype;
    if (name == "int") return DType::int64;
    if (name == "float" || name == "double") return DType::float64;
    if (name == "complex") return DType::complex128;
    throw TypeError(
        "data type '" + std::string(name) +
        "' not understood; cuprum has bool, int8..64, uint8..64, float16, bfloat16, float32, float64, complex64, "
        "complex128");
}

namespace {

// The smallest float of at least `bytes` bytes: what an integer or float of that need is promoted to.
constexpr DType float_of(int bytes) {
    return bytes <= 2 ? DType::float16 : bytes <= 4 ? DType::float32 : DType::float64;
}
// Bytes of the float that holds an integer of this width without loss (or of any width: float64).
constexpr int float_bytes_for(DType d) {
    switch (kind(d)) {
        case 'b': return 2;
        case 'i':
        case 'u': return itemsize(d) == 1 ? 2 : itemsize(d) == 2 ? 4 : 8;
        case 'c': return itemsize(d) / 2;
        default: return itemsize(d);
    }
}
constexpr DType int_of(char k, int bytes) {
    int base = static_cast<int>(k == 'i' ? DType::int8 : DType::uint8);
    return static_cast<DType>(base + (bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3));
}

constexpr DType promote(DType a, DType b) {
    if (a == b) return a;
    if (a == DType::bool_) return b;
    if (b == DType::bool_) return a;
    if (is_complex(a) || is_complex(b)) {
        int bytes = std::max({4, float_bytes_for(a), float_bytes_for(b)});
        return bytes == 4 ? DType::complex64 : DType::complex128;
    }
    if (is_floating(a) || is_floating(b)) {
        if (a == DType::bfloat16 || b == DType::bfloat16) {
            DType other = a == DType::bfloat16 ? b : a;
            if (other == DType::float16) return DType::float32;  // neither holds the other
            if (float_bytes_for(other) <= 2) return DType::bfloat16;
            return float_of(float_bytes_for(other));
        }
        return float_of(std::max(float_bytes_for(a), float_bytes_for(b)));
    }
    if (kind(a) == kind(b)) return itemsize(a) > itemsize(b) ? a : b;
    DType s = kind(a) == 'i' ? a : b, u = kind(a) == 'i' ? b : a;
    if (itemsize(s) > itemsize(u)) return s;
    return itemsize(u) == 8 ? DType::float64 : int_of('i', 2 * itemsize(u));
}

constexpr int kind_rank(DType d) {
    switch (kind(d)) {
        case 'b': return 0;
        case 'u': return 1;
        case 'i': return 2;
        case 'f': return 3;
        default: return 4;
    }
}

}  // namespace

DType promote_types(DType a, DType b) { return promote(a, b); }

bool can_cast(DType from, DType to, Casting casting) {
    if (from == to || casting == Casting::unsafe) return true;
    if (casting == Casting::no || casting == Casting::equiv) return false;
    if (promote(from, to) == to) return true;
    return casting == Casting::same_kind && kind_rank(from) <= kind_rank(to);
}

}  // namespace cuprum
