// How signals continue beyond their ends.
#pragma once

#include <optional>
#include <string_view>

#include "cuprum/ndarray.h"

namespace cuprum::scipy::signal {

/// The numbers are those that the kernel's text knows (extend.cpp).
enum ExtendMode : int {
    extend_zeros,          ///< 0 0 0 | a b c d | 0 0 0, or another value
    extend_constant,       ///< a a a | a b c d | d d d
    extend_even,           ///< d c b | a b c d | c b a
    extend_odd,            ///< the same, turned about the end's value
    extend_symmetric,      ///< c b a | a b c d | d c b
    extend_antisymmetric,  ///< the same with the other sign
    extend_wrap,           ///< b c d | a b c d | a b c
    extend_smooth,         ///< on the line through the last two samples
    extend_line,           ///< on the line from the first sample to the last one
};

/// The mode of SciPy's `upfirdn` with a name; nothing where there is none.
std::optional<ExtendMode> extend_mode(std::string_view name);

/// Lines (lines, length) with `pad` more samples at both ends, in a new C-contiguous array of `dtype`; `right` is the
/// number at the right end, if it is another one.
ndarray extended_lines(const ndarray& lines, std::int64_t pad, ExtendMode mode, DType dtype, double value = 0,
                       std::optional<std::int64_t> right = {});

}  // namespace cuprum::scipy::signal
