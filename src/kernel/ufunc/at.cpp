// Ufunc::at: operations on elements that an index may name more than once.
#include <algorithm>
#include <optional>

#include "core/layout.h"
#include "core/warnings.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/array/selection.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/gather/gather.h"
#include "kernel/engine/placement.h"
#include "kernel/ufunc/negative_powers.h"
#include "kernel/ufunc/ufunc_impl.h"

namespace cuprum {
namespace {

// Whether changes of one place may be made in any order: those of integers by some operations, in the integers' own
// dtype.
bool order_is_free(const UfuncRow& row, const kernel::Loop& loop, DType target) {
    return row.atomic != AtomicForm::none && !is_inexact(target) && loop.in[0] == target && loop.out[0] == target;
}

// Sums and products of integers are the same in the target's integers, however the values wrap around. Integers that
// have no common dtype (uint64 beside signed ones, large literals) would be computed as floats.
bool wraps_around(const Ufunc& ufunc, const Operand& b, DType target) {
    return (&ufunc == &add || &ufunc == &subtract || &ufunc == &multiply) && is_integer(target) &&
           is_integer(b.dtype()) && !is_integer(promote_types(target, b.dtype()));
}

// To NumPy's `at` a literal is an array of 64 bits. An integer that the target's integers hold stays one of theirs, in
// which the results are the same and, on a GPU, made by atomic operations.
Operand second_operand(const Operand& b, DType target) {
    if (!b.is_weak()) return b;
    const Scalar& value = b.scalar();
    if (is_integer(value.dtype()) && is_integer(target) && value.fits(target)) return b;
    if (value.is_huge()) throw OverflowError("Python int too large to convert to C long");
    return value.as(value.dtype());
}

}  // namespace

void Ufunc::at(const ndarray& a, std::span<const Index> indices, const Operand* b) const {
    if (nout_ != 1) throw ValueError("Only single output ufuncs supported at this time");
    if (nin_ > 2) throw ValueError("Only unary and binary ufuncs supported at this time");
    if (nin_ == 2 && !b) throw ValueError("second operand needed for ufunc");
    if (nin_ == 1 && b) throw ValueError("second operand provided when ufunc is unary");
    if (const int device = kernel::other_device({&a}); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return at(a, indices, b);
    }
    const kernel::Placement here(a.size() ? std::span<const Index>() : indices);
    std::vector<Operand> operands{a};
    ndarray wrapped;
    if (b) operands.push_back(second_operand(*b, a.dtype()));
    if (b && wraps_around(*this, operands[1], a.dtype())) {
        if (operands[1].is_array()) operands[1] = wrapped = operands[1].array().astype(a.dtype());
        else operands[1] = operands[1].scalar().as(a.dtype());
    }
    if (b) b = &operands[1];
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
    warn_of_conversion(loop->out[0], a.dtype());
    if (selection.selects_nothing()) return;
    if (kernel::refuses_negative_powers(row(), *loop)) kernel::refuse_negative(*b, loop->in[1]);
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
    const kernel::ApplyOperation operation{name(),       loop->body,   loop->in[0],   b ? loop->in[1] : a.dtype(),
                                           loop->out[0], row().atomic, row().headers, loop->code};
    const bool in_any_order = runtime::device_traits().ordered_items || order_is_free(row(), *loop, a.dtype());
    const auto change = [operation, in_any_order](const ndarray& data, const ndarray& values,
                                                  std::span<const kernel::IndexArray> indices) {
        if (in_any_order) return kernel::apply_at(operation, data, values, indices);
        if (kernel::checks_bounds()) kernel::check_bounds(indices);
        kernel::apply_in_order(operation, data, values, indices);
    };
    if (!kernel::change_later(row().name, a, selection.data, &*shown, selection.indices, change))
        change(selection.data, *shown, selection.indices);
}

}  // namespace cuprum
