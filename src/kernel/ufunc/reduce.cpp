// Ufunc::reduce and Ufunc::outer, and how methods choose the loop by which they combine elements.
#include <bit>

#include "core/warnings.h"
#include "cuprum/reduction.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/reduction/reduced_axes.h"
#include "kernel/engine/reduction/reduction.h"
#include "kernel/ufunc/negative_powers.h"
#include "kernel/ufunc/ufunc_impl.h"

namespace cuprum {
namespace {

DType accumulator(const UfuncRow& row, DType dtype) {
    if (row.accumulator != Accumulator::wide) return dtype;
    if (dtype == DType::bool_ || kind(dtype) == 'i') return DType::int64;
    return kind(dtype) == 'u' ? DType::uint64 : dtype;
}

}  // namespace

const kernel::Loop& Ufunc::Impl::combining_loop(const char* method, DType array, std::optional<DType> dtype,
                                                const ndarray* out) {
    if (row.nin != 2) throw ValueError(std::string(method) + " only supported for binary functions");
    if (row.nout != 1) throw ValueError(std::string(method) + " only supported for functions returning a single value");
    auto find = [&](DType before, DType next) {
        const int codes[] = {static_cast<int>(before), static_cast<int>(next)};
        return &resolve(codes);
    };
    if (dtype) {  // Results are operands again, so a loop that has no other dtype is meant.
        for (const kernel::Loop& loop : loops()) {
            if (loop.in[0] != *dtype || loop.in[1] != *dtype || loop.out[0] != *dtype) continue;
            if (loop.refuses) throw UFuncTypeError(loop.body);
            return loop;
        }
        throw UFuncTypeError("No loop matching the specified signature and casting was found for ufunc " +
                             std::string(row.name) + ": dtype=" + info(*dtype).name + " was asked for");
    }
    const DType type = accumulator(row, array);
    // Integers whose common dtype is a float are not computed as such: sums and products are the same in the output's
    // dtype, however they wrap around, and others are computed in the array's.
    const bool mixes =
        out && is_integer(out->dtype()) && is_integer(array) && !is_integer(promote_types(out->dtype(), array));
    const bool wraps = is(add) || is(subtract) || is(multiply);
    const kernel::Loop* loop = row.accumulator == Accumulator::boolean ? find(DType::bool_, DType::bool_)
                               : mixes && wraps                        ? find(out->dtype(), out->dtype())
                               : mixes                                 ? find(array, array)
                               : out                                   ? find(out->dtype(), array)
                                                                       : find(type, type);
    // Quotients of integers, say, are computed as floats throughout.
    if (loop->in[0] != loop->out[0] && loop->out[0] != DType::bool_) loop = find(loop->out[0], loop->out[0]);
    if (loop->in[0] != loop->out[0] || (loop->in[1] != loop->out[0] && loop->out[0] != DType::bool_))
        throw UFuncTypeError("No loop matching the specified signature and casting was found for ufunc " +
                             std::string(row.name));
    return *loop;
}

ndarray Ufunc::reduce(const ndarray& a, std::int64_t axis) const { return reduce(a, {.axis = axis}); }

ndarray Ufunc::reduce(const ndarray& a, const ReduceOptions& options) const {
    if (const int device = kernel::other_device({&a, options.out, options.where}); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return reduce(a, options);
    }
    if (!is_number(a.dtype())) [[unlikely]] {  // extremes of times are rows of reductions
        if (this == &minimum) return min(a, options);
        if (this == &maximum) return max(a, options);
        if (this == &fmin) return nanmin(a, options);
        if (this == &fmax) return nanmax(a, options);
    }
    kernel::reduced_axes(a, options.axis);  // An axis that is not there is told before a dtype without a loop.
    const kernel::Loop& loop = impl_->combining_loop("reduce", a.dtype(), options.dtype, options.out);
    warn_of_conversion(a.dtype(), loop.in[0]);
    if (options.out) warn_of_conversion(loop.out[0], options.out->dtype());
    if (kernel::refuses_negative_powers(row(), loop)) {
        // The first element is raised to the others, and the initial value to all of them. Several axes are refused
        // below.
        const std::uint64_t reduced = kernel::reduced_axes(a, options.axis);
        if (options.initial) kernel::refuse_negative(a, loop.in[1], options.where);
        else if (std::has_single_bit(reduced))
            kernel::refuse_negative_behind_first(a, std::countr_zero(reduced), options.where);
    }
    return kernel::reduce_with(name(), row().headers, loop.code, loop.body, loop.in[0], identity(),
                               impl_->is_associative(), a, options);
}

ndarray Ufunc::outer(const Operand& a, const Operand& b, const UfuncOptions& options) const {
    if (nin_ != 2) throw ValueError("outer product only supported for binary functions");
    if (nout_ != 1) throw ValueError("outer product only supported for functions returning a single value");
    ndarray results[1], spread;
    // To `outer` a literal is an array of 64 bits.
    const auto strong = [](const Operand& o) {
        return o.is_weak() && !o.scalar().is_huge() ? Operand(o.scalar().as(o.dtype())) : o;
    };
    Operand in[] = {strong(a), strong(b)};
    if (a.is_array() && b.is_array()) {
        // One axis of length one in `a` for each axis of `b`.
        Shape shape(a.array().shape());
        Strides strides(a.array().strides());
        for (int i = 0; i < b.array().ndim(); ++i) {
            shape.push_back(1);
            strides.push_back(0);
        }
        spread = a.array().with_layout(shape, strides);
        in[0] = Operand(spread);
    }
    call(in, options, results);
    return std::move(results[0]);
}

}  // namespace cuprum
