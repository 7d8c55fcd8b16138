// Ufunc::accumulate and Ufunc::reduceat.
#include <algorithm>
#include <vector>

#include "core/layout.h"
#include "core/warnings.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/gather/gather.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/scan.h"
#include "kernel/ufunc/negative_powers.h"
#include "kernel/ufunc/ufunc_impl.h"

namespace cuprum {
namespace {

kernel::ScanOperation running_operation(const Ufunc& ufunc, const char* method, const ndarray& a,
                                        std::optional<DType> dtype, const ndarray* out) {
    const kernel::Loop& loop = ufunc.impl().combining_loop(method, a.dtype(), dtype, out);
    warn_of_conversion(a.dtype(), loop.in[0]);
    if (out) warn_of_conversion(loop.out[0], out->dtype());
    return {ufunc.name(),        loop.body, loop.in[0], loop.in[1], loop.out[0], "x", ufunc.impl().is_associative(),
            ufunc.row().headers, loop.code};
}

bool refuses_negative_powers(const Ufunc& ufunc, const kernel::ScanOperation& operation) {
    return ufunc.row().refuses == Refusal::negative_powers && is_integer(operation.type);
}

// Laid out as NumPy's iterator does: axes along which the array is broadcast stay where they are.
ndarray new_running(const ndarray& a, DType dtype) {
    if (a.is_c_contiguous() || a.is_f_contiguous()) return kernel::new_array_like(a, dtype);
    const ndarray* operands[] = {&a};
    return kernel::new_array(a.shape(), dtype)
        .with_layout(a.shape(), keep_order_strides(operands, a.shape(), itemsize(dtype)));
}

}  // namespace

ndarray Ufunc::accumulate(const ndarray& a, std::int64_t axis, std::optional<DType> dtype, const ndarray* out) const {
    if (a.ndim() == 0) throw TypeError("cannot accumulate on a scalar");
    if (const int device = kernel::other_device({&a, out}); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return accumulate(a, axis, dtype, out);
    }
    const int i = normalize_axis(axis, a.ndim());
    const kernel::ScanOperation operation = running_operation(*this, "accumulate", a, dtype, out);
    if (out && !(out->shape() == a.shape()))
        throw ValueError("provided out is the wrong size for the accumulation: its shape is " +
                         to_string(out->shape()) + ", and the result's " + to_string(a.shape()));
    if (refuses_negative_powers(*this, operation)) kernel::refuse_negative_behind_first(a, i);
    ndarray result = out ? *out : new_running(a, operation.type);
    kernel::scan_kernel(operation, a.dtype(), result.dtype()).run(a, result, i);
    return result;
}

ndarray Ufunc::reduceat(const ndarray& a, const ndarray& indices, std::int64_t axis, std::optional<DType> dtype,
                        const ndarray* out) const {
    if (a.ndim() == 0) throw TypeError("cannot reduceat on a scalar");
    if (const int device = kernel::other_device({&a, &indices, out}); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return reduceat(a, indices, axis, dtype, out);
    }
    const int i = normalize_axis(axis, a.ndim());
    if (indices.ndim() != 1)
        throw ValueError("the indices of reduceat must be one-dimensional; found shape " + to_string(indices.shape()));
    const ndarray starts = indices.astype(DType::int64, 'C', Casting::same_kind, false);
    const auto check_bounds = [&] {
        for (std::int64_t start : starts.to_vector<std::int64_t>())
            if (start < 0 || start >= a.shape()[i])
                throw IndexError("index " + std::to_string(start) + " out-of-bounds in " + name() + ".reduceat [0, " +
                                 std::to_string(a.shape()[i]) + ")");
    };
    // A GPU's kernel stays inside of the array wherever indices point, unless there is no inside.
    if (kernel::checks_bounds() || a.shape()[i] == 0) check_bounds();
    const kernel::ScanOperation operation = [&] {
        try {
            return running_operation(*this, "reduceat", a, dtype, out);
        } catch (const TypeError&) {
            check_bounds();  // which NumPy does first
            throw;
        }
    }();
    Shape shape(a.shape());
    shape[i] = starts.size();
    if (out && !(out->shape() == shape))
        throw ValueError("provided out is the wrong size for the reduction: its shape is " + to_string(out->shape()) +
                         ", and the result's " + to_string(shape));
    if (refuses_negative_powers(*this, operation)) {
        const std::vector<std::int64_t> first = starts.to_vector<std::int64_t>();
        for (std::size_t k = 0; k < first.size(); ++k) {
            const std::int64_t end = k + 1 < first.size() ? first[k + 1] : a.shape()[i];
            if (end > first[k] + 1) kernel::refuse_negative_behind_first(kernel::stretch(a, i, first[k], end), i);
        }
    }
    ndarray result = out ? *out : kernel::new_array(shape, operation.type);
    kernel::reduce_at(operation, a, starts, result, i);
    return result;
}

}  // namespace cuprum
