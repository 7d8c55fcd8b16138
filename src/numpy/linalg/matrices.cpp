#include "numpy/linalg/matrices.h"

#include "cuprum/creation.h"
#include "cuprum/errstate.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/launch.h"
#include "kernel/engine/matrices/nan_poisoning.h"
#include "numpy/linalg/pointer_table.h"
#include "numpy/multiply.h"
#include "runtime/device_traits.h"
#include "runtime/status_codes.h"

namespace cuprum::linalg {

DType compute_dtype(const ndarray& a) {
    if (!is_number(a.dtype()))
        throw TypeError(std::string("array type ") + info(a.dtype()).name + " is unsupported in linalg");
    const DType dtype = inexact_dtype(a.dtype());
    if (itemsize(dtype) == 2)
        throw TypeError(std::string("array type ") + info(dtype).name + " is unsupported in linalg");
    return dtype;
}

DType compute_dtype(const ndarray& a, const ndarray& b) { return promote_types(compute_dtype(a), compute_dtype(b)); }

void check_stacked(const ndarray& a) {
    if (a.ndim() < 2)
        throw LinAlgError(std::to_string(a.ndim()) +
                          "-dimensional array given. Array must be at least two-dimensional");
}

void check_square(const ndarray& a) {
    check_stacked(a);
    if (a.shape(-1) != a.shape(-2)) throw LinAlgError("Last 2 dimensions of the array must be square");
}

ColumnMajor::ColumnMajor(ndarray array) : array_(std::move(array)) {
    void* const first = memory_of(array_);
    const std::int64_t rows = array_.shape(-1), columns = array_.shape(-2), size = rows * columns;
    matrices_ = {array_.dtype(), first, rows, columns, rows, size, size ? array_.size() / size : 0};
    if (matrices_.batch > 1 && library().needs_addresses()) {
        addresses_ = addresses(first, {matrices_.batch}, {size * array_.itemsize()});
        matrices_.addresses = kernel::DataAccess().read<void*>(addresses_);
    }
}

ColumnMajor ColumnMajor::first_columns(std::int64_t count) const {
    ColumnMajor result(*this);
    result.matrices_.columns = count;
    Shape shape(array_.shape());
    shape[array_.ndim() - 2] = count;
    result.array_ = array_.with_layout(std::move(shape), array_.strides());
    return result;
}

ndarray empty_matrices(std::span<const std::int64_t> batch, std::int64_t columns, std::int64_t rows, DType dtype) {
    return empty(shape_of(batch, {columns, rows}), dtype);
}

namespace {

/// A copy in C order, while whose elements are read NaNs, and infinities, are looked for.
ndarray looked_through(const ndarray& a, DType dtype, int* marks, bool infinities) {
    if (!marks || !is_inexact(a.dtype())) return a.astype(dtype, 'C');
    if (a.dtype() != dtype || !a.is_c_contiguous()) {
        const ndarray copy = a.astype(dtype, 'C');
        kernel::mark_nan(copy, nullptr, marks, infinities);
        return copy;
    }
    const ndarray copy = empty(a.shape(), dtype);
    kernel::mark_nan(a, &copy, marks, infinities);
    return copy;
}

}  // namespace

ColumnMajor as_columns(const ndarray& a, DType dtype, int* marks) { return as_rows(a.swapaxes(-2, -1), dtype, marks); }
ColumnMajor as_rows(const ndarray& a, DType dtype, int* marks, bool infinities) {
    return ColumnMajor(looked_through(a, dtype, marks, infinities));
}

ndarray transposed_copy(const ndarray& a) { return a.swapaxes(-2, -1).copy('C'); }

Shape shape_of(std::span<const std::int64_t> batch, std::initializer_list<std::int64_t> lengths) {
    Shape shape(batch);
    for (std::int64_t length : lengths) shape.push_back(length);
    return shape;
}

Info::Info(std::int64_t batch, bool marks) : codes_(zeros({marks ? 2 * batch : batch}, DType::int32)), batch_(batch) {
    // What became known of earlier calls comes first.
    runtime::raise_deferred();
}

void Info::check(const char* message, std::initializer_list<ndarray> results, bool nan_too) const {
    if (geterr().linalg == OnError::ignore) {
        for (const ndarray& result : results) {
            kernel::poison(result, batch_, data(), nullptr);
            if (nan_too && marks()) kernel::poison(result, batch_, marks(), nullptr);
        }
        return;
    }
    if (runtime::context.capture) return;  // nothing has been computed yet, and nobody may wait
    const bool own_stream = runtime::context.stream != nullptr && runtime::context.stream != runtime::per_thread_stream;
    if (own_stream && runtime::device_traits().asynchronous)
        return runtime::defer_codes(data(), nan_too ? codes_.size() : batch_, message);
    for (std::int32_t code : (nan_too ? codes_ : codes_(Slice{0, batch_})).to_vector<std::int32_t>())
        if (code != 0) throw LinAlgError(message);
}

ndarray Info::failures() const { return not_equal(codes_(Slice{0, batch_}), 0); }

Elimination::Elimination(const ndarray& a, DType dtype, bool transposed, bool finite)
    : info(a.size() / (a.shape(-1) * a.shape(-2)), finite || !library().tells_of_nan()),
      factors(transposed ? as_rows(a, dtype, info.marks(), finite) : as_columns(a, dtype, info.marks())),
      pivots(empty(shape_of(batch_shape(a), {std::min(a.shape(-1), a.shape(-2))}), library().pivot_dtype(factors))) {
    library().lu(factors, memory_of(pivots), info.data(), stream());
}

void Elimination::poison(const ndarray& results) const {
    if (info.marks()) kernel::poison(results, factors.matrices().batch, info.marks(), info.data());
}

}  // namespace cuprum::linalg
