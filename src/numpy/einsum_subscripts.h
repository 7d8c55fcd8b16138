// What the letters of einsum say about its operands.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "numpy/contraction.h"

namespace cuprum {

/// A label is a letter's code, or one from `first_broadcast` on for axes under an ellipsis.
struct Subscripts {
    static constexpr char32_t first_broadcast = 0x100;

    std::vector<Labels> inputs;  ///< A label an axis; one may be there twice.
    Labels output;
    std::map<char32_t, std::int64_t> lengths;  ///< Of each label, after broadcasting.

    /// Letters for people; axes under an ellipsis get some that are not used otherwise.
    std::string text(const Labels& labels) const;
};

/// Throws ValueError where the text is not right or does not go with the shapes.
Subscripts parse_subscripts(std::string_view text, std::span<const Shape> shapes);

}  // namespace cuprum
