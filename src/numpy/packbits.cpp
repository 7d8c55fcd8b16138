#include "cuprum/packbits.h"

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "numpy/axes.h"

namespace cuprum {
namespace {

bool is_little(std::string_view order) {
    // NumPy looks at the first letter.
    if (order.empty() || (order[0] != 'b' && order[0] != 'l'))
        throw ValueError("'bitorder' must be 'big' or 'little' (begin with 'b' or 'l'), found '" + std::string(order) +
                         "'");
    return order[0] == 'l';
}

/// The place of each of eight bits, or its value.
ndarray places(bool little) { return little ? arange(0, 8, 1, DType::uint8) : arange(7, -1, -1, DType::uint8); }

/// The array with the axis last, and where that was.
ndarray axis_last(const ndarray& a, std::optional<std::int64_t> axis, int& place) {
    const ndarray whole = axis && a.ndim() ? a : a.reshape({-1});
    place = axis && a.ndim() ? normalize_axis(*axis, a.ndim()) : 0;
    return moveaxis(whole, place, -1);
}

}  // namespace

ndarray packbits(const ndarray& a, std::optional<std::int64_t> axis, std::string_view bitorder) {
    const bool little = is_little(bitorder);
    if (a.dtype() != DType::bool_ && !is_integer(a.dtype()))
        throw TypeError("Expected an input array of integer or boolean data type, found " +
                        std::string(info(a.dtype()).name));
    int place;
    const ndarray lines = axis_last(a, axis, place);
    Shape shape(lines.shape());
    const int last = shape.size() - 1;
    const std::int64_t length = shape[last], bytes = (length + 7) / 8;
    ndarray bits = not_equal(lines, 0);
    if (length % 8 != 0) {
        shape[last] = 8 * bytes;
        const ndarray filled = zeros(shape, DType::bool_);
        copy_to(bits, piece(filled, last, 0, length));
        bits = filled;
    }
    shape[last] = bytes;
    shape.push_back(8);
    const ndarray values = left_shift(Scalar(1).as(DType::uint8), places(little));
    return moveaxis(matmul(bits.reshape(shape).view(DType::uint8), values), -1, place);
}

ndarray unpackbits(const ndarray& a, std::optional<std::int64_t> axis, std::optional<std::int64_t> count,
                   std::string_view bitorder) {
    const bool little = is_little(bitorder);
    if (a.dtype() != DType::uint8)
        throw TypeError("Expected an input array of unsigned byte data type, found " +
                        std::string(info(a.dtype()).name));
    int place;
    const ndarray lines = axis_last(a, axis, place);
    Shape shape(lines.shape());
    const int last = shape.size() - 1;
    const std::int64_t there = 8 * shape[last], wanted = !count ? there : *count >= 0 ? *count : there + *count;
    if (wanted < 0)
        throw ValueError("-count larger than number of elements: " + std::to_string(-*count) + " of " +
                         std::to_string(there));
    ndarray bits = bitwise_and(right_shift(expand_dims(lines, -1), places(little)), 1);
    shape[last] = there;
    bits = bits.reshape(shape);
    if (wanted < there) {
        bits = piece(bits, last, 0, wanted);
    } else if (wanted > there) {
        shape[last] = wanted;
        const ndarray filled = zeros(shape, DType::uint8);
        copy_to(bits, piece(filled, last, 0, there));
        bits = filled;
    }
    return moveaxis(bits, -1, place).copy('C');
}

}  // namespace cuprum
