#include "cuprum/dtype_queries.h"

#include <algorithm>
#include <vector>

#include "cuprum/error.h"
#include "cuprum/structured.h"

namespace cuprum {
namespace {

bool has_kind(DType dtype, std::string_view kinds) { return kinds.find(kind(dtype)) != kinds.npos; }

DType promoted(std::span<const DType> types) {
    DType result = types.front();
    for (DType type : types) result = promote_types(result, type);
    return result;
}

std::int64_t alignment_of(DType dtype) {
    if (!is_structured(dtype)) return is_complex(dtype) ? itemsize(dtype) : info(dtype).alignment;
    std::int64_t largest = 1;
    for (const Field& field : fields(dtype)) largest = std::max(largest, alignment_of(field.dtype));
    return largest;
}

std::int64_t rounded_up(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

}  // namespace

bool isdtype(DType dtype, std::string_view kind) {
    constexpr std::pair<std::string_view, std::string_view> kinds[] = {
        {"bool", "b"},          {"signed integer", "i"},   {"unsigned integer", "u"}, {"integral", "iu"},
        {"real floating", "f"}, {"complex floating", "c"}, {"numeric", "iufc"}};
    for (const auto& [name, letters] : kinds)
        if (kind == name) return has_kind(dtype, letters);
    throw ValueError("kind argument is a string, but '" + std::string(kind) +
                     "' is not a known kind name; they are 'bool', 'signed integer', 'unsigned integer', 'integral', "
                     "'real floating', 'complex floating', 'numeric'");
}

bool issubdtype(DType arg1, std::string_view arg2) {
    constexpr std::pair<std::string_view, std::string_view> kinds[] = {
        {"generic", "biufcVMm"},  {"number", "iufcm"}, {"integer", "ium"}, {"signedinteger", "im"},
        {"unsignedinteger", "u"}, {"inexact", "fc"},   {"floating", "f"},  {"complexfloating", "c"}};
    for (const auto& [name, letters] : kinds)
        if (arg2 == name) return has_kind(arg1, letters);
    throw TypeError("'" + std::string(arg2) +
                    "' is none of NumPy's abstract dtypes: generic, number, integer, signedinteger, unsignedinteger, "
                    "inexact, floating, complexfloating");
}

DType find_common_type(std::span<const DType> array_types, std::span<const DType> scalar_types) {
    if (array_types.empty() && scalar_types.empty()) throw ValueError("find_common_type needs at least one dtype");
    if (array_types.empty() || scalar_types.empty()) return promoted(array_types.empty() ? scalar_types : array_types);
    const DType array = promoted(array_types), scalar = promoted(scalar_types);
    constexpr std::string_view order = "buifc";
    return order.find(kind(scalar)) > order.find(kind(array)) ? scalar : array;
}

char mintypecode(std::string_view typechars, std::string_view typeset, char default_) {
    std::string found;
    for (char c : typechars)
        if (typeset.find(c) != typeset.npos) found += c;
    if (found.empty()) return default_;
    if (found.find('F') != found.npos && found.find('d') != found.npos) return 'D';
    return *std::min_element(found.begin(), found.end(),
                             [&](char a, char b) { return typeset.find(a) < typeset.find(b); });
}

std::string typename_(char code) {
    constexpr std::pair<char, const char*> names[] = {{'?', "bool"},
                                                      {'b', "signed char"},
                                                      {'B', "unsigned char"},
                                                      {'h', "short"},
                                                      {'H', "unsigned short"},
                                                      {'i', "integer"},
                                                      {'I', "unsigned integer"},
                                                      {'l', "long integer"},
                                                      {'L', "unsigned long integer"},
                                                      {'q', "long long integer"},
                                                      {'Q', "unsigned long long integer"},
                                                      {'f', "single precision"},
                                                      {'d', "double precision"},
                                                      {'g', "long precision"},
                                                      {'F', "complex single precision"},
                                                      {'D', "complex double precision"},
                                                      {'G', "complex long double precision"},
                                                      {'S', "string"},
                                                      {'U', "unicode"},
                                                      {'V', "void"},
                                                      {'O', "object"}};
    for (const auto& [letter, name] : names)
        if (letter == code) return name;
    throw IndexError(std::string("no type has the letter '") + code + "'");
}

DType make_aligned_dtype(DType dtype, std::int64_t alignment, bool recurse) {
    if (!is_structured(dtype) || fields(dtype).empty())
        throw ValueError(std::string("make_aligned_dtype() only supports structured dtypes, and ") + info(dtype).name +
                         " is none");
    std::vector<Field> placed;
    std::int64_t end = 0, largest = 1;
    for (Field field : fields(dtype)) {
        if (recurse && is_structured(field.dtype)) field.dtype = make_aligned_dtype(field.dtype);
        const std::int64_t step = alignment_of(field.dtype);
        largest = std::max(largest, step);
        field.offset = rounded_up(end, step);
        end = field.offset + field.nbytes();
        placed.push_back(std::move(field));
    }
    if (alignment == -1) alignment = largest;
    else if (alignment < largest || (alignment & (alignment - 1)) != 0)
        throw ValueError("alignment must be a power of two, and not less than that of a field, which is " +
                         std::to_string(largest) + "; found " + std::to_string(alignment));
    return structured_dtype(std::move(placed), true, rounded_up(end, alignment));
}

}  // namespace cuprum
