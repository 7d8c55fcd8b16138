#include "numpy/multiply.h"

#include <vector>

#include "cuprum/creation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/matrices/matmul.h"
#include "numpy/linalg/pointer_table.h"
#include "runtime/linear_algebra.h"

namespace cuprum {
namespace {

using runtime::Op;
using runtime::Product;

/// How a library sees the last two axes.
struct Stored {
    std::int64_t ld;
    Op op;
};

/// Rows whose elements follow one another, or columns; nothing where neither is so.
std::optional<Stored> stored(const ndarray& a) {
    const int i = a.ndim() - 2;
    const std::int64_t item = a.itemsize(), rows = a.shape()[i], columns = a.shape()[i + 1];
    const auto lines = [&](std::int64_t count, std::int64_t length, std::int64_t step,
                           std::int64_t next) -> std::int64_t {
        if (length > 1 && next != item) return 0;
        if (count == 1) return length;
        return step % item == 0 && step / item >= length ? step / item : 0;
    };
    if (const std::int64_t ld = lines(rows, columns, a.strides()[i], a.strides()[i + 1])) return Stored{ld, Op::none};
    if (const std::int64_t ld = lines(columns, rows, a.strides()[i + 1], a.strides()[i]))
        return Stored{ld, Op::transpose};
    return std::nullopt;
}

/// Whether the leading axes' strides are whole elements.
bool whole_steps(const ndarray& a, int count) {
    for (int d = 0; d < count; ++d)
        if (a.strides()[d] % a.itemsize() != 0) return false;
    return true;
}

/// A copy in C order, of another dtype perhaps, in which repeated matrices are there once.
ndarray compact(const ndarray& a, DType dtype) {
    Shape shape(a.shape());
    for (int d = 0; d < a.ndim() - 2; ++d)
        if (a.strides()[d] == 0) shape[d] = 1;
    return broadcast_matrices(a.with_layout(shape, a.strides()).astype(dtype, 'C'), batch_shape(a));
}

/// The leading axes of three operands, neighbours merged where all of them step evenly. Strides in elements.
struct Batch {
    struct Axis {
        std::int64_t length, a, b, c;
    };
    std::vector<Axis> axes;

    Batch(const ndarray& a, const ndarray& b, const ndarray& c, int count) {
        const std::int64_t item = c.itemsize();
        for (int d = 0; d < count; ++d) {
            const Axis axis{c.shape()[d], a.strides()[d] / item, b.strides()[d] / item, c.strides()[d] / item};
            if (axis.length == 1) continue;
            if (!axes.empty()) {
                Axis& outer = axes.back();
                if (outer.a == axis.a * axis.length && outer.b == axis.b * axis.length &&
                    outer.c == axis.c * axis.length) {
                    outer = {outer.length * axis.length, axis.a, axis.b, axis.c};
                    continue;
                }
            }
            axes.push_back(axis);
        }
    }
    bool even() const {
        return axes.empty() || (axes.size() == 1 && axes[0].a >= 0 && axes[0].b >= 0 && axes[0].c >= 0);
    }
};

/// A batch by one matrix is one product of a taller matrix.
void fold_batch(Product& p) {
    if (p.batch == 1) return;
    if (p.b.stride == 0 && p.a.op == Op::none) {
        if (p.m == 1 && p.a.stride >= p.k && p.c.stride >= p.n) {
            p.a.ld = p.a.stride;
            p.c.ld = p.c.stride;
        } else if (p.a.stride != p.m * p.a.ld || p.c.stride != p.m * p.c.ld) {
            return;
        }
        p.m *= p.batch;
        p.batch = 1;
    } else if (p.a.stride == 0 && p.n == 1 && p.c.ld == 1 && p.c.stride >= p.m) {
        // One matrix by many vectors: the vectors as rows by the transposed matrix.
        const std::int64_t step = p.b.op == Op::none ? p.b.ld : 1;
        Product::Operand rows = p.b;
        if (step == 1 && p.b.stride >= p.k) {
            rows.ld = p.b.stride;
            rows.op = Op::none;
        } else if (p.b.stride == 1 && step >= p.batch) {
            rows.ld = step;
            rows.op = Op::transpose;
        } else {
            return;
        }
        p.b = p.a;
        p.b.op = p.a.op == Op::none ? Op::transpose : Op::none;
        p.a = rows;
        p.c.ld = p.c.stride;
        p.n = p.m;
        p.m = p.batch;
        p.batch = 1;
    }
}

/// The addresses of an operand's matrices.
ndarray addresses_of(const void* first, const Batch& batch, std::int64_t Batch::Axis::* stride, std::int64_t item) {
    Shape shape;
    Dims steps;
    for (const Batch::Axis& axis : batch.axes) {
        shape.push_back(axis.length);
        steps.push_back(axis.*stride * item);
    }
    return addresses(first, shape, steps);
}

/// Products' operands are described alike, though A and B are only read.
void* only_read(kernel::DataAccess& data, const ndarray& a) { return const_cast<void*>(data.read(a)); }

/// The length from which many vectors are each worth a call of the library.
constexpr std::int64_t worth_a_call = 4;

/// By the backend's library, for operands that it takes as they lie.
void multiply_stored(const ndarray& a, Stored sa, const ndarray& b, Stored sb, const ndarray& c, Stored sc) {
    kernel::DataAccess data;
    const int i = c.ndim() - 2;
    const Batch batch(a, b, c, c.ndim() - 2);
    Product p{c.dtype(),
              c.shape()[i],
              c.shape()[i + 1],
              a.shape()[i + 1],
              1,
              {only_read(data, a), sa.ld, 0, sa.op},
              {only_read(data, b), sb.ld, 0, sb.op},
              {data.write(c), sc.ld, 0, Op::none}};
    runtime::LinearAlgebra& library = runtime::backend().linear_algebra();
    const auto stream = runtime::context.stream;
    if (batch.even()) {
        if (!batch.axes.empty()) {
            const Batch::Axis& axis = batch.axes[0];
            p.batch = axis.length;
            p.a.stride = axis.a;
            p.b.stride = axis.b;
            p.c.stride = axis.c;
            fold_batch(p);
        }
        return library.multiply(p, stream);
    }
    const std::int64_t item = c.itemsize();
    const ndarray places[] = {addresses_of(p.a.data, batch, &Batch::Axis::a, item),
                              addresses_of(p.b.data, batch, &Batch::Axis::b, item),
                              addresses_of(p.c.data, batch, &Batch::Axis::c, item)};
    p.a.data = only_read(data, places[0]);
    p.b.data = only_read(data, places[1]);
    p.c.data = data.update(places[2]);
    p.batch = places[0].size();
    p.pointers = true;
    library.multiply(p, stream);
}

ndarray swapped(const ndarray& a) { return a.swapaxes(-2, -1); }

}  // namespace

ndarray broadcast_matrices(const ndarray& a, std::span<const std::int64_t> batch) {
    Shape shape;
    Strides strides;
    const int leading = a.ndim() - 2, missing = static_cast<int>(batch.size()) - leading;
    for (int d = 0; d < static_cast<int>(batch.size()); ++d) {
        const int own = d - missing;
        const bool repeated = own < 0 || a.shape()[own] != batch[static_cast<std::size_t>(d)];
        shape.push_back(batch[static_cast<std::size_t>(d)]);
        strides.push_back(repeated ? 0 : a.strides()[own]);
    }
    for (int d = leading; d < leading + 2; ++d) {
        shape.push_back(a.shape()[d]);
        strides.push_back(a.strides()[d]);
    }
    return a.with_layout(std::move(shape), std::move(strides));
}

bool multiply_vectors(const ndarray& a, const ndarray& b, const ndarray& c, bool conjugate) {
    const DType dtype = c.dtype();
    const int last = a.ndim() - 1;
    if (a.size() == 0 || a.dtype() != dtype || b.dtype() != dtype || (last > 0 && c.ndim() != last)) return false;
    runtime::LinearAlgebra& library = runtime::backend().linear_algebra();
    if (!library.multiplies_vectors(dtype)) return false;
    const std::int64_t item = c.itemsize(), k = a.shape()[last], step_a = a.strides()[last], step_b = b.strides()[last];
    if (step_a <= 0 || step_b <= 0 || step_a % item != 0 || step_b % item != 0) return false;
    // A column of rows of its step's length, and a row.
    kernel::DataAccess data;
    Product p{dtype,
              1,
              1,
              k,
              1,
              {only_read(data, a), step_a / item, 0,
               conjugate && is_complex(dtype) ? Op::conjugate_transpose : Op::transpose},
              {only_read(data, b), step_b / item, 0, Op::none},
              {data.write(c), 1, 0, Op::none}};
    if (c.size() > 1) {
        if (k < worth_a_call || !whole_steps(a, last) || !whole_steps(b, last) || !whole_steps(c, last)) return false;
        const Batch batch(a, b, c, last);
        if (!batch.even() || batch.axes.empty()) return false;
        p.batch = batch.axes[0].length;
        p.a.stride = batch.axes[0].a;
        p.b.stride = batch.axes[0].b;
        p.c.stride = batch.axes[0].c;
    }
    library.multiply(p, runtime::context.stream);
    return true;
}

void multiply_matrices(const ndarray& a, const ndarray& b, const ndarray& c) {
    if (c.size() == 0) return;
    const int i = c.ndim() - 2;
    const std::int64_t m = c.shape()[i], n = c.shape()[i + 1], k = a.shape()[i + 1];
    const DType dtype = c.dtype();
    if (k == 0) return c.fill(0);
    if (k == 1) {
        multiply(a, b, {.out = {&c}});
        return;
    }
    const bool library_takes = is_inexact(dtype);
    if ((m == 1 && n == 1) || (!library_takes && (m == 1 || n == 1))) {
        // Rows of A by a row of B^T: one pass over the elements.
        Shape shape(c.shape());
        shape.push_back(k);
        Strides sa(a.strides()), sb(b.strides());
        sa.insert(i + 1, 0);
        sb.insert(i, 0);
        std::swap(sb[i + 1], sb[i + 2]);
        const ndarray left = a.with_layout(shape, sa), right = b.with_layout(shape, sb);
        const ndarray* operands[] = {&left, &right};
        return kernel::sum_of_products(operands, 1ull << (i + 2), dtype, false, c);
    }
    if (!library_takes || kernel::prefers_tiles(a, c)) return kernel::multiply_tiles(a, b, c);
    if (!runtime::backend().linear_algebra().multiplies(dtype)) {
        // 16-bit floats on a CPU: with their accuracy, but the speed of float32.
        const ndarray wide = empty(c.shape(), DType::float32);
        multiply_matrices(compact(a, DType::float32), compact(b, DType::float32), wide);
        return copy_to(wide, c);
    }
    const auto sc = whole_steps(c, i) ? stored(c) : std::nullopt;
    if (!sc) {
        const ndarray made = empty(c.shape(), dtype);
        multiply_matrices(a, b, made);
        return copy_to(made, c);
    }
    if (sc->op != Op::none) return multiply_matrices(swapped(b), swapped(a), swapped(c));
    const auto sa = whole_steps(a, i) ? stored(a) : std::nullopt, sb = whole_steps(b, i) ? stored(b) : std::nullopt;
    const ndarray a_copy = sa ? ndarray(a) : compact(a, dtype), b_copy = sb ? ndarray(b) : compact(b, dtype);
    multiply_stored(a_copy, sa ? *sa : *stored(a_copy), b_copy, sb ? *sb : *stored(b_copy), c, *sc);
}

}  // namespace cuprum
