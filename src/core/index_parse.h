// What an index asks for, found without touching data: the view that integers, slices, newaxis and ellipsis give, and
// what is left to arrays and booleans.
#pragma once

#include <span>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum {

/// An index array, or a boolean without axes, in an index.
struct ArrayIndex {
    const ndarray* array = nullptr;  ///< Null for a boolean scalar.
    bool value = false;              ///< The boolean scalar.
    int axis = 0;                    ///< The array's axis that it (or a mask's first axis) selects from.
};

struct ParsedIndex {
    // The axes of the result that no array selects.
    Shape shape;
    Strides strides;
    std::int64_t offset = 0;  ///< Bytes.

    std::vector<ArrayIndex> arrays;  ///< Empty: the result is a view.
    int place = 0;                   ///< How many of the axes come before those that the arrays give.
};

/// Takes an index of `a` apart. Throws IndexError and ValueError as NumPy words them.
ParsedIndex parse_index(const ndarray& a, std::span<const Index> index);

/// Start, step and length of a slice of an axis, in elements.
struct ResolvedSlice {
    std::int64_t start, step, length;
};
ResolvedSlice resolve_slice(const Slice& slice, std::int64_t length);

/// The position that a possibly negative integer means. Throws IndexError.
std::int64_t resolve_integer(std::int64_t index, std::int64_t length, int axis);

[[noreturn]] void throw_out_of_bounds(std::int64_t index, int axis, std::int64_t length);

}  // namespace cuprum
