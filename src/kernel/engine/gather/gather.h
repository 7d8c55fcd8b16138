// Gather and scatter: moving items between an array and the places in another that index arrays name.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "cuprum/engine/gather_args.h"
#include "cuprum/ndarray.h"
#include "cuprum/operation.h"
#include "kernel/plan/gather.h"

namespace cuprum::kernel {

/// An array of indices. It broadcasts to the shape of the items.
struct IndexArray {
    ndarray array;        ///< Of any integer dtype.
    std::int64_t stride;  ///< Bytes by which an index of one moves the data.
    std::int64_t length;  ///< Of the axis that it selects from.
    int axis;             ///< That axis, for error messages.
};

/// result[i...] = data[i...] moved by the indices. `data` is a view of the result's shape: strides of 0 where only the
/// indices move it. Out-of-bounds indices under `index_raise`: IndexError on the CPU; on a GPU only where the
/// environment has CUPRUM_CHECK=bounds, since the host would have to wait for the answer; otherwise they are taken
/// modulo the length.
void gather(const ndarray& result, const ndarray& data, std::span<const IndexArray> indices,
            IndexMode mode = index_raise);

/// The same as a new array, of which users know the work as `name`. It may wait, and then an elementwise kernel or a
/// reduction that reads it may read `source` instead, of which `data` is a view. What `gather` throws is thrown now.
ndarray gathered(const char* name, const ndarray& source, const ndarray& data, std::span<const IndexArray> indices,
                 IndexMode mode = index_raise);

/// data[i...] moved by the indices = values[i...], which have the data's shape and dtype. Where indices repeat, the
/// last item in C order stays, on every processor. `unique` promises that none repeat. Nothing is written where an
/// index is out of bounds.
void scatter(const ndarray& data, const ndarray& values, std::span<const IndexArray> indices,
             IndexMode mode = index_raise, bool unique = false);

/// The same with one value for all.
void scatter(const ndarray& data, const Scalar& value, std::span<const IndexArray> indices,
             IndexMode mode = index_raise);

/// Changes elements of `data` at places that indices name by `values`.
using ChangeAt = std::function<void(const ndarray& data, const ndarray& values, std::span<const IndexArray> indices)>;

/// Has a change of a target wait, of which `data` is a view, where the target itself waits, all of it. False where it
/// cannot: then nothing has happened. Indices that are out of bounds raise now what `scatter` raises.
bool change_later(const char* name, const ndarray& target, const ndarray& data, const ndarray* values,
                  std::span<const IndexArray> indices, ChangeAt change);

/// How an element changes.
struct ApplyOperation {
    std::string name;              ///< An identifier; operations of one name and types are the same.
    std::string body;              ///< A statement that assigns out0 from in0 (the element) and in1 (the value).
    DType element, value, result;  ///< Types of in0, in1 and out0.
    AtomicForm atomic = AtomicForm::none;  ///< How it changes native integers.
    const char* headers = "";              ///< That the statement needs beside math.h.
    CodeOptions code{};                    ///< How a compiler treats it.
};

/// data[i...] moved by the indices = op(that, values[i...]), once for each time that a place is named. `values` has the
/// data's shape. On a CPU the changes are made in C order; on a GPU in any, so that there the operation must be one on
/// integers whose order does not matter. Nothing is changed where an index is out of bounds.
void apply_at(const ApplyOperation& operation, const ndarray& data, const ndarray& values,
              std::span<const IndexArray> indices);

/// The same in an order that is given: the item `values[order[i]]` changes the one that lies `places[i]` bytes behind
/// data's first element. Places ascend, both are int64; `data` is the first item, `values` contiguous.
void apply_sorted(const ApplyOperation& operation, const ndarray& data, const ndarray& values, const ndarray& places,
                  const ndarray& order);

/// As apply_at in C order on any processor: the items are sorted by place.
void apply_in_order(const ApplyOperation& operation, const ndarray& data, const ndarray& values,
                    std::span<const IndexArray> indices);

/// The values with each item replaced by the last one, in C order, that goes to the same place. Needs memory for an
/// int64 a place.
ndarray last_values(const ndarray& data, const ndarray& values, std::span<const IndexArray> indices);
/// Whether that is little beside the values' own: the indices name many of the places that there are.
bool names_many_places(const ndarray& data, std::span<const IndexArray> indices);

/// Whether there is anything to move; throws IndexError where indices have nowhere to point to.
bool is_worth(const ndarray& data, std::span<const IndexArray> indices, IndexMode mode = index_raise);

/// Whether indices on the current device are checked against the bounds.
bool checks_bounds();

/// Throws IndexError where an index is out of bounds, whatever the processor; waits for the answer.
void check_bounds(std::span<const IndexArray> indices);

}  // namespace cuprum::kernel
