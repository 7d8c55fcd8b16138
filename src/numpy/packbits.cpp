#include "cuprum/packbits.h"

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/bits.h"
#include "kernel/engine/placement.h"
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

/// The array with the axis last, and where that was.
ndarray axis_last(const ndarray& a, std::optional<std::int64_t> axis, int& place) {
    const ndarray whole = axis && a.ndim() ? a : a.reshape({-1});
    place = axis && a.ndim() ? normalize_axis(*axis, a.ndim()) : 0;
    return moveaxis(whole, place, -1);
}

}  // namespace

ndarray packbits(const ndarray& a, std::optional<std::int64_t> axis, std::string_view bitorder) {
    const kernel::Placement here(a);
    const bool little = is_little(bitorder);
    if (a.dtype() != DType::bool_ && !is_integer(a.dtype()))
        throw TypeError("Expected an input array of integer or boolean data type, found " +
                        std::string(info(a.dtype()).name));
    int place;
    const ndarray lines = axis_last(a, axis, place);
    Shape shape(lines.shape());
    const int last = shape.size() - 1;
    shape[last] = (shape[last] + 7) / 8;
    const ndarray values = itemsize(a.dtype()) == 1 ? lines.view(DType::uint8) : not_equal(lines, 0).view(DType::uint8);
    const ndarray bits = empty(shape, DType::uint8);
    kernel::values_to_bits(values.is_c_contiguous() ? values : values.copy('C'), bits, little);
    return moveaxis(bits, -1, place);
}

ndarray unpackbits(const ndarray& a, std::optional<std::int64_t> axis, std::optional<std::int64_t> count,
                   std::string_view bitorder) {
    const kernel::Placement here(a);
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
    shape[last] = wanted;
    const ndarray values = empty(shape, DType::uint8);
    kernel::bits_to_values(lines.is_c_contiguous() ? lines : lines.copy('C'), values, little);
    return place == last ? values : moveaxis(values, -1, place).copy('C');
}

}  // namespace cuprum
