#include "kernel/ufunc/compare_described.h"

#include <bit>
#include <cstdint>

#include "cuprum/reduction.h"
#include "cuprum/structured.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/structured.h"
#include "kernel/ufunc/times.h"

namespace cuprum {

namespace {

ndarray same(const ndarray& a, const ndarray& b);

// Whether all are true along the axes behind the first `axes`.
ndarray all_behind(const ndarray& matches, int axes) {
    Dims behind;
    for (int i = axes; i < matches.ndim(); ++i) behind.push_back(i);
    return behind.empty() ? matches : all(matches, {.axis = behind});
}

ndarray same_bytes(const ndarray& a, const ndarray& b) {
    if (a.itemsize() != b.itemsize())
        throw TypeError("cannot compare unstructured voids of different size (" + std::to_string(a.itemsize()) +
                        " vs " + std::to_string(b.itemsize()) + ")");
    // A copy lies at the start of a block and without gaps.
    const auto width = 1u << std::countr_zero(static_cast<unsigned>(a.itemsize()) | 8u);
    static constexpr DType numbers[] = {DType::uint8, DType::uint16, DType::uint32, DType::uint64};
    const auto as_numbers = [&](const ndarray& array) {
        const ndarray packed = array.copy();
        Shape shape(array.shape());
        shape.push_back(array.itemsize() / width);
        return packed.reshape({-1}).view(numbers[std::countr_zero(width)]).reshape(shape);
    };
    return all_behind(equal(as_numbers(a), as_numbers(b)), a.ndim());
}

ndarray same_fields(const ndarray& a, const ndarray& b) {
    promote_types(a.dtype(), b.dtype());  // for its check
    ndarray result = kernel::filled(a.shape(), true, DType::bool_);
    const auto left = fields(a.dtype()), right = fields(b.dtype());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const ndarray matches = same(field_view(a, left[i]), field_view(b, right[i]));
        bitwise_and(result, all_behind(matches, a.ndim()), {.out = {&result}});
    }
    return result;
}

ndarray same_times(const ndarray& a, const ndarray& b) {
    const Operand in[] = {a, b};
    ndarray result;
    call_on_times(equal, in, {}, result);
    return result;
}

// Arrays of one shape.
ndarray same(const ndarray& a, const ndarray& b) {
    const DType left = a.dtype(), right = b.dtype();
    if (is_number(left) && is_number(right)) return equal(readable_numbers(a), readable_numbers(b));
    if (is_structured(left) != is_structured(right) || kind(left) != kind(right))
        throw TypeError(std::string("Cannot compare elements of dtype ") + info(left).name + " with " +
                        info(right).name + ": structured ones are compared with structured ones alone");
    if (is_structured(left)) return same_fields(a, b);
    return kind(left) == 'V' ? same_bytes(a, b) : same_times(a, b);
}

}  // namespace

void compare_described(std::span<const Operand> in, bool is_equal, const UfuncOptions& options, ndarray& result) {
    if (!in[0].is_array() || !in[1].is_array())
        throw TypeError("Cannot compare structured, void or time arrays with a number");
    if (options.where || options.dtype || !options.signature.empty())
        throw TypeError("comparisons of structured, void and time arrays take no where=, dtype= or signature=");
    const Shape shapes[] = {in[0].array().shape(), in[1].array().shape()};
    const Shape shape = broadcast_shapes(shapes);
    ndarray matches = same(in[0].array().broadcast_to(shape), in[1].array().broadcast_to(shape));
    if (!is_equal) matches = logical_not(matches);
    result = matches;
    if (!options.out[0]) return;
    const Index everything[] = {ellipsis};
    options.out[0]->assign(everything, matches);
    result = *options.out[0];
}

}  // namespace cuprum
