// Ufunc::accumulate and Ufunc::reduceat.
#include <algorithm>

#include "core/layout.h"
#include "cuprum/creation.h"
#include "kernel/gather.h"
#include "kernel/scan.h"
#include "kernel/ufunc_impl.h"

namespace cuprum {
namespace {

// Operations whose parts may be put together in any grouping and order.
bool is_associative(std::string_view name) {
    static constexpr std::string_view names[] = {"add",        "multiply",    "maximum",     "minimum",    "fmax",        "fmin",
                                                 "bitwise_or", "bitwise_and", "bitwise_xor", "logical_or", "logical_and", "logical_xor",
                                                 "gcd",        "lcm",         "hypot",       "logaddexp",  "logaddexp2"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// The dtype that NumPy computes in: small integers are summed up and multiplied in 64 bits.
DType accumulator(std::string_view name, DType dtype) {
    if (name != "add" && name != "multiply") return dtype;
    if (dtype == DType::bool_ || kind(dtype) == 'i') return DType::int64;
    return kind(dtype) == 'u' ? DType::uint64 : dtype;
}

}  // namespace

// The operation on values of the dtype that was asked for, the out array's, or the array's own.
static kernel::ScanOperation running_operation(const Ufunc& ufunc, const char* method, const ndarray& a, std::optional<DType> dtype,
                                               const ndarray* out) {
    if (ufunc.nin() != 2) throw ValueError(std::string(method) + " only supported for binary functions");
    if (ufunc.nout() != 1) throw ValueError(std::string(method) + " only supported for functions returning a single value");
    const DType type = dtype ? *dtype : out ? out->dtype() : accumulator(ufunc.name(), a.dtype());
    auto find = [&](DType d) {
        const int codes[] = {static_cast<int>(d), static_cast<int>(d)};
        return &ufunc.impl().resolve(codes);
    };
    // Results are operands again, so the types must agree. Quotients of integers, say, are computed as floats throughout.
    const kernel::Loop* loop = find(std::string_view(ufunc.name()).starts_with("logical_") ? DType::bool_ : type);
    if (loop->in[0] != loop->out[0] && loop->out[0] != DType::bool_) loop = find(loop->out[0]);
    if (loop->in[0] != loop->out[0])
        throw UFuncTypeError("No loop matching the specified signature and casting was found for ufunc " + std::string(ufunc.name()));
    return {ufunc.name(), loop->body, loop->in[0], loop->in[1], loop->out[0], "x", is_associative(ufunc.name())};
}

ndarray Ufunc::accumulate(const ndarray& a, std::int64_t axis, std::optional<DType> dtype, const ndarray* out) const {
    const kernel::ScanOperation operation = running_operation(*this, "accumulate", a, dtype, out);
    if (a.ndim() == 0) throw TypeError("cannot accumulate on a scalar");
    const int i = normalize_axis(axis, a.ndim());
    if (out && !(out->shape() == a.shape()))
        throw ValueError("provided out is the wrong size for the accumulation: its shape is " + to_string(out->shape()) +
                         ", and the result's " + to_string(a.shape()));
    ndarray result = out ? *out : empty_like(a, operation.type);
    kernel::scan_kernel(operation, a.dtype(), result.dtype()).run(a, result, i);
    return result;
}

ndarray Ufunc::reduceat(const ndarray& a, const ndarray& indices, std::int64_t axis, std::optional<DType> dtype, const ndarray* out) const {
    const kernel::ScanOperation operation = running_operation(*this, "reduceat", a, dtype, out);
    if (a.ndim() == 0) throw TypeError("cannot reduceat on a scalar");
    const int i = normalize_axis(axis, a.ndim());
    if (indices.ndim() != 1) throw ValueError("the indices of reduceat must be one-dimensional; found shape " + to_string(indices.shape()));
    const ndarray starts = indices.astype(DType::int64, 'C', Casting::same_kind, false);
    if (kernel::checks_bounds())
        for (std::int64_t start : starts.to_vector<std::int64_t>())
            if (start < 0 || start >= a.shape()[i])
                throw IndexError("index " + std::to_string(start) + " out-of-bounds in " + name() + ".reduceat [0, " +
                                 std::to_string(a.shape()[i]) + ")");
    Shape shape(a.shape());
    shape[i] = starts.size();
    if (out && !(out->shape() == shape))
        throw ValueError("provided out is the wrong size for the reduction: its shape is " + to_string(out->shape()) +
                         ", and the result's " + to_string(shape));
    ndarray result = out ? *out : empty(shape, operation.type);
    kernel::reduce_at(operation, a, starts, result, i);
    return result;
}

}  // namespace cuprum
