// Ufunc::at: operations on elements that an index may name more than once.
#include <algorithm>
#include <optional>

#include "core/layout.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/array/selection.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/gather/gather.h"
#include "kernel/ufunc/ufunc_impl.h"

namespace cuprum {
namespace {

// Whether changes of one place may be made in any order: those of integers by some operations, in the integers' own
// dtype.
bool order_is_free(const UfuncRow& row, const kernel::Loop& loop, DType target) {
    return row.atomic != AtomicForm::none && !is_inexact(target) && loop.in[0] == target && loop.out[0] == target;
}

}  // namespace

void Ufunc::at(const ndarray& a, std::span<const Index> indices, const Operand* b) const {
    if (nout_ != 1) throw ValueError("Only single output ufuncs supported at this time");
    if (nin_ > 2) throw ValueError("Only unary and binary ufuncs supported at this time");
    if (nin_ == 2 && !b) throw ValueError("second operand needed for ufunc");
    if (nin_ == 1 && b) throw ValueError("second operand provided when ufunc is unary");
    std::vector<Operand> operands{a};
    if (b) operands.push_back(*b);
    const ParsedIndex parsed = parse_index(a, indices);
    if (parsed.arrays.empty()) {
        // No place is named twice.
        const ndarray target = a.at(indices);
        operands[0] = target;
        ndarray result;
        return call(operands, {.out = {&target}, .casting = Casting::unsafe}, &result);
    }
    const std::vector<DType> dtypes = resolve_dtypes(operands);
    const kernel::Loop* loop = impl_->find_loop(std::span(dtypes.data(), static_cast<std::size_t>(nin_)));
    Selection selection = select_items(a, parsed);
    if (selection.indices.empty() || selection.unique) {
        const ndarray old = a.at(indices);
        operands[0] = old;
        ndarray result;
        call(operands, {}, &result);
        return a.assign(indices, result);
    }
    if (selection.selects_nothing()) return;
    for (kernel::IndexArray& index : selection.indices) index.array = apart_from(index.array, a);

    const Shape& shape = selection.data.shape();
    // An operation of one operand ignores the values; any element serves.
    ndarray values = selection.data.with_layout(Shape(), Strides());
    if (b && b->is_array()) values = apart_from(b->array(), a);
    else if (b) {
        check_fits(b->scalar(), dtypes[1]);
        values = kernel::filled({}, b->scalar(), dtypes[1]);
    }
    const std::optional<ndarray> shown = broadcast_value(values, shape);
    if (!shown) throw ValueError("array is not broadcastable to correct shape");
    const kernel::ApplyOperation operation{name(),       loop->body,   loop->in[0],  b ? loop->in[1] : a.dtype(),
                                           loop->out[0], row().atomic, row().headers};
    if (runtime::device_traits().ordered_items || order_is_free(row(), *loop, a.dtype()))
        return kernel::apply_at(operation, selection.data, *shown, selection.indices);
    if (kernel::checks_bounds()) kernel::check_bounds(selection.indices);
    kernel::apply_in_order(operation, selection.data, *shown, selection.indices);
}

}  // namespace cuprum
