// Numbers as bits, and bits as numbers.
#pragma once

#include <optional>
#include <string_view>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum {

/// Eight truth values in a byte.
///
/// Parameters
///     a: array of bools or integers; what is not zero is a one.
///     axis: the axis along which to pack; the flattened array if not given.
///     bitorder: "big", the first value is the highest bit; or "little", the lowest.
/// Returns
///     uint8; the last byte is filled up with zeros.
/// Raises
///     TypeError: floats or complex numbers. ValueError: another bit order. AxisError: an axis that there is not.
/// Example
///     >>> cuprum.packbits(cuprum.array([1, 0, 1]))
///     array([160], dtype=uint8)
CUPRUM_PYTHON ndarray packbits(const ndarray& a, std::optional<std::int64_t> axis = {},
                               CUPRUM_WORDS("big", "little") std::string_view bitorder = "big");

/// The bits of bytes, each as a number of its own.
///
/// Parameters
///     a: uint8.
///     axis: the axis along which to unpack; the flattened array if not given.
///     count: how many bits to give along the axis: fewer than there are, or more, which are zeros; where it is
///         negative, how many to leave out at the end. All if not given.
///     bitorder: "big", the highest bit comes first; or "little", the lowest.
/// Returns
///     uint8, of zeros and ones.
/// Raises
///     TypeError: another dtype. ValueError: another bit order, or a count that leaves out more than there is.
///     AxisError: an axis that there is not.
/// Example
///     >>> cuprum.unpackbits(cuprum.array([160], dtype='uint8'))
///     array([1, 0, 1, 0, 0, 0, 0, 0], dtype=uint8)
CUPRUM_PYTHON ndarray unpackbits(const ndarray& a, std::optional<std::int64_t> axis = {},
                                 std::optional<std::int64_t> count = {},
                                 CUPRUM_WORDS("big", "little") std::string_view bitorder = "big");

}  // namespace cuprum
