#include "cuprum/dtype.h"

#include <algorithm>
#include <utility>

#include "core/promotion.h"
#include "cuprum/error.h"
#include "cuprum/structured.h"

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
    if (name.size() > 1 && name[0] == 'V' && name.find_first_not_of("0123456789", 1) == name.npos && name.size() < 10)
        return void_dtype(std::stoll(std::string(name.substr(1))));
    for (const auto& [prefix, kind] :
         {std::pair<std::string_view, char>{"datetime64", 'M'}, {"timedelta64", 'm'}, {"M8", 'M'}, {"m8", 'm'}})
        if (name == prefix) return time_dtype(kind, "");
        else if (name.starts_with(prefix) && name[prefix.size()] == '[' && name.ends_with(']'))
            return time_dtype(kind, name.substr(prefix.size() + 1, name.size() - prefix.size() - 2));
    // NumPy's names after C's types.
    static constexpr std::pair<std::string_view, std::string_view> others[] = {
        {"bool_", "bool"},        {"byte", "int8"},          {"ubyte", "uint8"},       {"short", "int16"},
        {"ushort", "uint16"},     {"intc", "int32"},         {"uintc", "uint32"},      {"int", "int64"},
        {"int_", "int64"},        {"uint", "uint64"},        {"long", "int64"},        {"ulong", "uint64"},
        {"longlong", "int64"},    {"ulonglong", "uint64"},   {"intp", "int64"},        {"uintp", "uint64"},
        {"half", "float16"},      {"single", "float32"},     {"double", "float64"},    {"float", "float64"},
        {"csingle", "complex64"}, {"cdouble", "complex128"}, {"complex", "complex128"}};
    for (const auto& [other, ours] : others)
        if (name == other) return dtype_from_name(ours);
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

namespace {

[[noreturn]] void throw_no_common(DType a, DType b, const std::string& why) {
    throw TypeError(std::string("the dtypes ") + info(a).name + " and " + info(b).name +
                    " have no common dtype: " + why);
}

// Field by field, where the names agree; aligned where both are.
DType promote_structs(DType a, DType b) {
    const auto left = fields(a), right = fields(b);
    if (left.size() != right.size()) throw_no_common(a, b, "their numbers of fields differ");
    std::vector<Field> promoted;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i].name != right[i].name || left[i].title != right[i].title)
            throw_no_common(a, b, "their fields' names differ");
        if (!(left[i].shape == right[i].shape)) throw_no_common(a, b, "their subarrays' shapes differ");
        promoted.push_back(
            {left[i].name, promote_types(left[i].dtype, right[i].dtype), left[i].shape, -1, left[i].title});
    }
    return structured_dtype(std::move(promoted), is_aligned_struct(a) && is_aligned_struct(b));
}

DType promote_described(DType a, DType b) {
    if (is_structured(a) && is_structured(b)) return promote_structs(a, b);
    if (a == b) return a;
    if (kind(a) == 'V' && kind(b) == 'V' && !is_structured(a) && !is_structured(b))
        throw_no_common(a, b, "elements of plain bytes must be of one size");
    if (kind(a) == kind(b)) throw_no_common(a, b, "times of different units are not converted");
    throw_no_common(a, b, "they are of different kinds");
}

bool can_cast_structs(DType from, DType to, Casting casting) {
    const auto left = fields(from), right = fields(to);
    if (left.size() != right.size()) return false;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (!can_cast(left[i].dtype, right[i].dtype, casting)) return false;
        if (casting != Casting::unsafe && !(left[i].shape == right[i].shape)) return false;
    }
    return true;
}

// Where one or both are no numbers, and they differ.
bool can_cast_described(DType from, DType to, Casting casting) {
    const bool unsafe = casting == Casting::unsafe;
    if (!unsafe && (casting == Casting::no || casting == Casting::equiv)) return false;
    if (is_structured(from)) {
        if (is_structured(to)) return can_cast_structs(from, to, casting);
        return unsafe && fields(from).size() == 1 && can_cast(fields(from)[0].dtype, to, casting);
    }
    if (is_structured(to)) return unsafe;
    if (kind(to) == 'V')
        return itemsize(from) <= itemsize(to) || casting == Casting::unsafe ||
               (casting == Casting::same_kind && kind(from) == 'V');
    if (kind(from) == kind(to)) return casting != Casting::safe;
    if (kind(to) == 'm' && (is_integer(from) || from == DType::bool_) && from != DType::uint64) return true;
    return unsafe;
}

}  // namespace

DType promote_types(DType a, DType b) {
    if (!(is_number(a) && is_number(b))) [[unlikely]]
        return promote_described(a, b);
    return promote(a, b);
}

DType promote_all(std::span<const DType> dtypes) {
    if (!std::ranges::all_of(dtypes, is_number)) [[unlikely]] {
        DType all = dtypes[0];
        for (DType dtype : dtypes) all = promote_types(all, dtype);
        return all;
    }
    // Floats and complex numbers first: integers then join them one by one, and not as what they would be together.
    DType common = DType::bool_;
    for (bool inexact : {true, false}) {
        const DType floats = common;
        for (DType dtype : dtypes)
            if (is_inexact(dtype) == inexact)
                common = promote(common, is_inexact(floats) ? promote(floats, dtype) : dtype);
    }
    return common;
}

bool can_cast(DType from, DType to, Casting casting) {
    if (from == to) return true;
    if (!(is_number(from) && is_number(to))) [[unlikely]]
        return can_cast_described(from, to, casting);
    if (casting == Casting::unsafe) return true;
    if (casting == Casting::no || casting == Casting::equiv) return false;
    if (promote(from, to) == to) return true;
    return casting == Casting::same_kind && kind_rank(from) <= kind_rank(to);
}

}  // namespace cuprum
