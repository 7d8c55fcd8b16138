// A call of a user's reduction as one of a reduction on the common plans: what indices and numbers count, and the
// operands with the arguments that only such kernels have.
#include <algorithm>
#include <array>
#include <list>

#include "core/layout.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/plan/collapse.h"
#include "kernel/user/reduction_state.h"

namespace cuprum {
namespace {

using kernel::KernelKey, kernel::PlannedReduction, kernel::max_parameters;

/// The struct `extra`, and what stands before it in all structs: numbers, and those of arrays, of which one of no
/// length has one entry.
class Extra : public kernel::ArgumentWriter {
public:
    void put_many(std::span<const std::int64_t> values) {
        constexpr std::int64_t none = 0;
        put_all(values.empty() ? std::span(&none, 1) : values);
    }
    void put_array(const ndarray& a, bool is_const = false) {
        kernel::DataAccess data;
        put(static_cast<std::int64_t>(kernel::device_address(is_const ? data.read(a) : data.update(a))));
        put(a.size());
        put_many(a.shape());
        put_many(a.strides());
    }
    std::span<const std::uint64_t> words() {
        return {reinterpret_cast<const std::uint64_t*>(bytes()), finish() / sizeof(std::uint64_t)};
    }
};

/// Axes as indices count them, and what a step along an axis of the inputs adds to the numbers.
struct Counting {
    Shape in_shape, out_shape;  ///< Of `_in_ind`, the reduced axes first, and of `_out_ind`.
    Shape kept;                 ///< Of the outputs.
    Dims J, j, i;
    Dims window;                           ///< Where each output's elements begin, if these lie one behind the other.
    std::int64_t length = 1, outputs = 1;  ///< Elements of the reduced axes, and of the others.
    bool separate = false;                 ///< Each output's elements are counted alone.
};

/// Axes of an array, the reduced ones first.
Dims reduced_first(int ndim, std::uint64_t reduced) {
    Dims order;
    for (bool wanted : {true, false})
        for (int d = 0; d < ndim; ++d)
            if (bool(reduced >> d & 1u) == wanted) order.push_back(d);
    return order;
}

/// With `separate` each output's elements alone are counted.
Counting count_along(const Shape& shape, std::uint64_t reduced, bool separate) {
    const int ndim = shape.size();
    Counting c;
    c.J = c.j = c.i = Dims(ndim);
    for (std::int64_t d : reduced_first(ndim, reduced)) {
        c.in_shape.push_back(shape[static_cast<int>(d)]);
        if (!(reduced >> d & 1u)) c.kept.push_back(shape[static_cast<int>(d)]);
    }
    c.separate = separate;
    if (separate) {
        for (int d = ndim - 1; d >= 0; --d)
            if (reduced >> d & 1u) {
                c.J[d] = c.j[d] = c.length;
                c.length *= shape[d];
            }
        c.in_shape = Shape{c.length};
        c.window = Dims(ndim);
        std::int64_t step = c.length;
        for (int d = ndim - 1; d >= 0; --d)
            if (!(reduced >> d & 1u)) {
                c.window[d] = step;
                step *= shape[d];
            }
        return c;
    }
    c.out_shape = c.kept;
    for (int d = ndim - 1; d >= 0; --d)
        if (!(reduced >> d & 1u)) {
            c.i[d] = c.j[d] = c.outputs;
            c.outputs *= shape[d];
        }
    for (int d = ndim - 1; d >= 0; --d)
        if (reduced >> d & 1u) {
            c.J[d] = c.length;
            c.j[d] = c.length * c.outputs;
            c.length *= shape[d];
        }
    return c;
}

/// Makes of neighbouring axes one where all arrays, which are of this shape, step through them evenly.
void merge_axes(Shape& shape, std::span<ndarray* const> arrays) {
    if (arrays.empty()) return;
    kernel::LoopNest<static_cast<int>(max_parameters)> nest;
    const std::vector<const ndarray*> operands(arrays.begin(), arrays.end());
    kernel::collapse(nest, std::span(operands), shape, false);
    shape = Shape();
    for (int d = 0; d < nest.ndim; ++d) shape.push_back(nest.shape[static_cast<std::size_t>(d)]);
    for (std::size_t k = 0; k < arrays.size(); ++k) {
        Strides strides;
        for (int d = 0; d < nest.ndim; ++d) strides.push_back(nest.strides[k][static_cast<std::size_t>(d)]);
        *arrays[k] = ndarray(arrays[k]->buffer(), arrays[k]->offset(), arrays[k]->dtype(), shape, std::move(strides));
    }
}

/// The arrays that are not raw as indices count them: reduced axes first, and, where `merge`, along as few axes as the
/// arrays allow. Others are empty.
std::vector<ndarray> index_axes(Counting& counting, const kernel::Signature& signature,
                                std::span<const Operand> arguments, std::span<const ndarray> kept, const Shape& shape,
                                std::uint64_t reduced, bool merge) {
    const Dims order = reduced_first(shape.size(), reduced);
    const std::size_t nin = signature.in.size();
    std::vector<ndarray> views(signature.count());
    std::vector<ndarray*> read, written;
    for (std::size_t k = 0; k < signature.count(); ++k) {
        if (signature.parameter(k).raw) continue;
        if (k >= nin) {
            views[k] = kept[k - nin];
            written.push_back(&views[k]);
        } else if (arguments[k].is_array()) {
            views[k] = arguments[k].array().broadcast_to(shape).transpose(order);
            read.push_back(&views[k]);
        }
    }
    if (merge) {
        merge_axes(counting.in_shape, read);
        merge_axes(counting.out_shape, written);
    }
    return views;
}

/// Of each parameter whose array is asked for, the elements of the first output; those of the others follow.
std::vector<ndarray> first_windows(const Counting& counting, const kernel::Signature& signature,
                                   std::span<const Operand> arguments, const std::vector<bool>& wanted,
                                   const Shape& shape, std::uint64_t reduced) {
    Dims order;
    for (bool along : {false, true})
        for (int d = 0; d < shape.size(); ++d)
            if (bool(reduced >> d & 1u) == along) order.push_back(d);
    std::vector<ndarray> views(signature.count());
    for (std::size_t k = 0; k < signature.in.size(); ++k) {
        if (!wanted[k] || !arguments[k].is_array()) continue;
        const ndarray lined = arguments[k].array().broadcast_to(shape).transpose(order).reshape({-1});
        views[k] = ndarray(lined.buffer(), lined.offset(), lined.dtype(), counting.in_shape,
                           contiguous_strides(counting.in_shape, itemsize(lined.dtype())));
    }
    return views;
}

/// The arrays of the launch: those of the call, then counters.
struct LaunchArrays {
    std::array<const ndarray*, max_parameters + 5> inputs, outputs;
    std::size_t input_count = 0, output_count = 0;
    std::list<ndarray> held;  // broadcast views, copies, counters

    /// An input, in the loop's shape and apart from the outputs that the call brings.
    void add_input(const ndarray& a, const Shape& shape, std::span<const ndarray> given) {
        const ndarray* input = &a;
        if (!(a.shape() == shape)) input = &held.emplace_back(a.broadcast_to(shape));
        if (std::any_of(given.begin(), given.end(), [&](const ndarray& out) { return may_share_memory(*input, out); }))
            input = &held.emplace_back(input->copy());
        inputs[input_count++] = input;
    }
    void add_output(const ndarray& a) { outputs[output_count++] = &a; }

    void add_counters(const Counting& counting, const kernel::ReductionUses& uses, const Shape& shape) {
        const auto counter = [&](const Shape& over, const Dims& steps) {
            return &held.emplace_back(kernel::counter(over, steps));
        };
        if (uses.J) inputs[input_count++] = counter(shape, counting.J);
        if (uses.j) inputs[input_count++] = counter(shape, counting.j);
        if (uses.i) inputs[input_count++] = counter(shape, counting.i);
        if (counting.separate && uses.in_arrays) inputs[input_count++] = counter(shape, counting.window);
        if (uses.out_i)
            outputs[output_count++] = counter(
                counting.kept, counting.separate ? Dims(counting.kept.size()) : contiguous_strides(counting.kept, 1));
    }
};

}  // namespace

void ReductionKernel::State::run(std::span<const Operand> arguments, const DType* types, const ndarray& like,
                                 std::uint64_t reduced, std::span<const ndarray> kept, bool separate) {
    const bool given = arguments.size() > in.size(), updates = given && keeps;
    const Shape& shape = like.shape();
    Counting counting;
    if (uses.any()) counting = count_along(shape, reduced, separate);
    std::vector<ndarray> views;
    if (separate && (uses.out_arrays || uses.arrays_after))
        throw ValueError("kernel '" + name +
                         "' asks for the arrays of its outputs, or for arrays behind its last step (_raw_ and a "
                         "parameter's name), so that it cannot reduce each output's elements alone");
    const bool windows = separate && uses.in_arrays;
    if (windows) views = first_windows(counting, *this, arguments, uses.arrays, shape, reduced);
    if (!separate && (uses.in_arrays || uses.out_arrays || (options.reduce_dims && (uses.in_ind || uses.out_ind))))
        views = index_axes(counting, *this, arguments, kept, shape, reduced, options.reduce_dims);
    const int in_ndim = counting.in_shape.size(), out_ndim = counting.out_shape.size();

    LaunchArrays arrays;
    std::array<int, max_parameters> axes;
    std::array<bool, max_parameters> contiguous{};
    KernelKey key;
    key.put(updates);
    key.put(windows);
    Extra extra;
    key.put(in_ndim);
    key.put(out_ndim);
    if (uses.in_ind) {
        extra.put(counting.length * counting.outputs);
        extra.put_many(counting.in_shape);
    }
    if (uses.out_ind) {
        extra.put(counting.outputs);
        extra.put_many(counting.out_shape);
    }
    for (std::size_t k = 0; k < count(); ++k) {
        key.put_any(types[k]);
        const bool is_output = k >= in.size();
        if (!is_output && !arguments[k].is_array()) {
            axes[k] = -1;
            kernel::store_scalar(arguments[k].scalar(), in[k], types[k], extra.value());
            key.put(255);
            continue;
        }
        const ndarray& a = is_output ? kept[k - in.size()] : arguments[k].array();
        axes[k] = parameter(k).raw ? a.ndim() : 0;
        if (parameter(k).raw) {
            contiguous[k] = a.is_c_contiguous();
            key.put(axes[k] | (contiguous[k] ? 128 : 0));
            extra.put_array(a);
        } else if (is_output) {
            arrays.add_output(a);
        } else {
            key.put(254);
            arrays.add_input(a, shape, given ? kept : std::span<const ndarray>());
        }
        if (uses.arrays[k]) {
            contiguous[k] = views[k].is_c_contiguous();
            key.put(contiguous[k]);
            extra.put_array(views[k], !is_output);
        }
    }
    arrays.add_counters(counting, uses, shape);
    PlannedReduction& made = planned.get(key, [&] {
        return make(types, {std::span(axes.data(), count()), std::span(contiguous.data(), count()), in_ndim, out_ndim,
                            updates, windows});
    });
    kernel::ReductionCall call{std::span(arrays.inputs.data(), arrays.input_count),
                               std::span(arrays.outputs.data(), arrays.output_count), reduced};
    call.shape = &shape;
    call.extra = extra.words();
    made.kernel.run(call);
}

}  // namespace cuprum
