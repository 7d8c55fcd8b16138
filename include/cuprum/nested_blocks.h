// An array put together from nested lists of blocks.
#pragma once

#include <initializer_list>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum {

/// An array, or a list of such: what `block` takes.
class NestedArrays {
public:
    NestedArrays(const ndarray& array) : array_(array) {}
    NestedArrays(std::vector<NestedArrays> parts) : is_list_(true), parts_(std::move(parts)) {}
    NestedArrays(std::initializer_list<NestedArrays> parts) : is_list_(true), parts_(parts) {}

    bool is_list() const noexcept { return is_list_; }
    const ndarray& array() const noexcept { return array_; }
    const std::vector<NestedArrays>& parts() const noexcept { return parts_; }

private:
    bool is_list_ = false;
    ndarray array_;
    std::vector<NestedArrays> parts_;
};

/// Put an array together from nested lists of blocks: the innermost lists along the last axis, and so on outwards.
///
/// Parameters
///     arrays: lists of lists of arrays; all arrays stand at one depth.
/// Returns
///     A new array.
/// Raises
///     ValueError: arrays at different depths, an empty list, shapes that do not fit together.
/// Example
///     >>> cuprum.block([[cuprum.eye(2), cuprum.zeros((2, 1))]])
///     array([[1., 0., 0.],
///            [0., 1., 0.]])
CUPRUM_PYTHON ndarray block(const NestedArrays& arrays);

}  // namespace cuprum
