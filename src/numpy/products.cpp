// Products in the older style: dot, inner, outer and their kin.
#include "cuprum/products.h"

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/matrices/matmul.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "numpy/contraction.h"

namespace cuprum {
namespace {

/// The characters from `first` on.
Labels labels_from(char32_t first, int count) {
    Labels labels;
    for (int i = 0; i < count; ++i) labels += static_cast<char32_t>(first + static_cast<char32_t>(i));
    return labels;
}

/// The sum over pairs of axes.
ndarray contract_axes(const ndarray& a, const ndarray& b, const Dims& axes_a, const Dims& axes_b, DType dtype) {
    const Labels a_labels = labels_from(0, a.ndim());
    Labels b_labels = labels_from(max_ndim, b.ndim()), out;
    for (int i = 0; i < axes_a.size(); ++i)
        b_labels[static_cast<std::size_t>(axes_b[i])] = a_labels[static_cast<std::size_t>(axes_a[i])];
    for (char32_t label : a_labels)
        if (b_labels.find(label) == Labels::npos) out += label;
    for (char32_t label : b_labels)
        if (label >= max_ndim) out += label;
    Shape shape;
    for (char32_t label : out)
        shape.push_back(label < max_ndim ? a.shape()[static_cast<int>(label)]
                                         : b.shape()[static_cast<int>(label) - max_ndim]);
    if (!kernel::is_waiting({&a, &b})) {
        const ndarray result = empty(shape, dtype);
        contract(a, a_labels, b, b_labels, result, out, dtype);
        return result;
    }
    const ndarray result = kernel::new_pending(shape, dtype), operands[] = {a, b};
    kernel::run_in_turn("tensordot", operands, result, [=](std::span<const ndarray> operands, const ndarray& result) {
        contract(operands[0], a_labels, operands[1], b_labels, result, out, dtype);
    });
    return result;
}

std::string plain(const Shape& shape) {
    std::string text = "(";
    for (int i = 0; i < shape.size(); ++i) text += (i ? "," : "") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

[[noreturn]] void not_aligned(const ndarray& a, const ndarray& b, int i, int j) {
    throw ValueError("shapes " + plain(a.shape()) + " and " + plain(b.shape()) +
                     " not aligned: " + std::to_string(a.shape()[i]) + " (dim " + std::to_string(i) +
                     ") != " + std::to_string(b.shape()[j]) + " (dim " + std::to_string(j) + ")");
}

/// The sum over one axis of each.
ndarray contract_pair(const ndarray& a, const ndarray& b, int i, int j) {
    if (a.shape()[i] != b.shape()[j]) not_aligned(a, b, i, j);
    return contract_axes(a, b, Dims{i}, Dims{j}, promote_types(a.dtype(), b.dtype()));
}

}  // namespace

ndarray dot(const ndarray& a, const ndarray& b, const ndarray* out) {
    const kernel::Placement here(a, b, out);
    if (out) {
        const ndarray result = dot(a, b);
        if (result.dtype() != out->dtype() || !(result.shape() == out->shape()) || !out->is_c_contiguous())
            throw ValueError(
                "output array is not acceptable (must have the right datatype, number of dimensions, and be a "
                "C-Array)");
        copy_to(result, *out);
        return *out;
    }
    if (a.ndim() == 0 || b.ndim() == 0) return multiply(a, b);
    if (a.ndim() <= 2 && b.ndim() <= 2) {
        const int j = b.ndim() == 1 ? 0 : b.ndim() - 2;
        if (a.shape()[a.ndim() - 1] != b.shape()[j]) not_aligned(a, b, a.ndim() - 1, j);
        return a.ndim() == 1 && b.ndim() == 1 ? contract_pair(a, b, 0, 0) : matmul(a, b);
    }
    return contract_pair(a, b, a.ndim() - 1, b.ndim() == 1 ? 0 : b.ndim() - 2);
}

ndarray vdot(const ndarray& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    if (a.size() != b.size())
        throw ValueError("vdot takes arrays of one size, found " + std::to_string(a.size()) + " and " +
                         std::to_string(b.size()) + " elements");
    return vecdot(a.ravel(), b.ravel());
}

ndarray inner(const ndarray& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    if (a.ndim() == 0 || b.ndim() == 0) return multiply(a, b);
    if (a.ndim() <= 2 && b.ndim() <= 2 && a.ndim() + b.ndim() > 2 && a.shape()[a.ndim() - 1] == b.shape()[b.ndim() - 1])
        return a.ndim() == 1 ? matmul(b, a) : matmul(a, b.T());
    return contract_pair(a, b, a.ndim() - 1, b.ndim() - 1);
}

ndarray outer(const ndarray& a, const ndarray& b, const ndarray* out) {
    const kernel::Placement here(a, b, out);
    const ndarray column = a.ravel().reshape({-1, 1}), row = b.ravel().reshape({1, -1});
    return multiply(column, row, {.out = {out}});
}

ndarray tensordot(const ndarray& a, const ndarray& b, std::int64_t axes) {
    const kernel::Placement here(a, b);
    if (axes > a.ndim() || axes > b.ndim())
        throw AxisError("tensordot over " + std::to_string(axes) + " axes of arrays that have " +
                            std::to_string(a.ndim()) + " and " + std::to_string(b.ndim()),
                        static_cast<long>(axes), std::min(a.ndim(), b.ndim()));
    Dims last, first;
    for (std::int64_t i = 0; i < axes; ++i) {
        last.push_back(a.ndim() - axes + i);
        first.push_back(i);
    }
    return tensordot(a, b, last, first);
}

ndarray tensordot(const ndarray& a, const ndarray& b, const Dims& axes_a, const Dims& axes_b) {
    const kernel::Placement here(a, b);
    const auto normal = [](const Dims& axes, int ndim) {
        Dims result;
        for (std::int64_t axis : axes) {
            if (axis < -ndim || axis >= ndim)
                throw IndexError("tensordot: axis " + std::to_string(axis) + " of an array of dimension " +
                                 std::to_string(ndim));
            const std::int64_t i = axis < 0 ? axis + ndim : axis;
            if (std::find(result.begin(), result.end(), i) != result.end())
                throw ValueError("duplicate axes are not allowed in tensordot");
            result.push_back(i);
        }
        return result;
    };
    if (axes_a.size() != axes_b.size()) throw ValueError("shape-mismatch for sum");
    const Dims in_a = normal(axes_a, a.ndim()), in_b = normal(axes_b, b.ndim());
    for (int i = 0; i < in_a.size(); ++i)
        if (a.shape()[static_cast<int>(in_a[i])] != b.shape()[static_cast<int>(in_b[i])])
            throw ValueError("shape-mismatch for sum");
    return contract_axes(a, b, in_a, in_b, promote_types(a.dtype(), b.dtype()));
}

ndarray kron(const ndarray& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    const int ndim = std::max(a.ndim(), b.ndim());
    Shape shape_a, shape_b, shape;
    for (int d = 0; d < ndim; ++d) {
        const int i = d - (ndim - a.ndim()), j = d - (ndim - b.ndim());
        const std::int64_t in_a = i < 0 ? 1 : a.shape()[i], in_b = j < 0 ? 1 : b.shape()[j];
        for (std::int64_t length : {in_a, std::int64_t{1}}) shape_a.push_back(length);
        for (std::int64_t length : {std::int64_t{1}, in_b}) shape_b.push_back(length);
        shape.push_back(in_a * in_b);
    }
    return multiply(a.reshape(shape_a), b.reshape(shape_b), {.order = 'C'}).reshape(shape);
}

namespace {

// Three outputs or one from the elements of two vectors each; subtraction of bools is refused as NumPy refuses it.
template <int components>
kernel::Expression cross_expression(std::span<const DType> dtypes) {
    const DType dtype = dtypes[0];
    kernel::Expression graph;
    std::vector<kernel::ValueId> in;
    for (std::size_t i = 1; i < dtypes.size(); ++i) in.push_back(graph.add_input(dtypes[i]));
    const auto difference = [&](int a1, int b2, int a2, int b1) {
        const auto at = [&](int i) { return in[static_cast<std::size_t>(i)]; };
        graph.outputs.push_back({graph.add_step({"out0 = subtract(multiply(in0, in1), multiply(in2, in3))",
                                                 {dtype, dtype, dtype, dtype},
                                                 {dtype},
                                                 {at(a1), at(b2), at(a2), at(b1)}}),
                                 dtype});
    };
    if (components == 3) {
        difference(1, 5, 2, 4);
        difference(2, 3, 0, 5);
        difference(0, 4, 1, 3);
    } else {
        difference(0, 3, 1, 2);
    }
    return graph;
}
kernel::KernelFamily cross3_family("cross3", cross_expression<3>), cross2_family("cross2", cross_expression<2>);

}  // namespace

ndarray cross(const ndarray& a, const ndarray& b, std::int64_t axisa, std::int64_t axisb, std::int64_t axisc,
              std::optional<std::int64_t> axis) {
    const kernel::Placement here(a, b);
    if (axis) axisa = axisb = axisc = *axis;
    if (a.ndim() < 1 || b.ndim() < 1) throw ValueError("At least one array has zero dimension");
    const int in_a = normalize_axis(axisa, a.ndim(), "axisa"), in_b = normalize_axis(axisb, b.ndim(), "axisb");
    const std::int64_t length_a = a.shape()[in_a], length_b = b.shape()[in_b];
    if ((length_a != 2 && length_a != 3) || (length_b != 2 && length_b != 3))
        throw ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)");
    const DType dtype = promote_types(a.dtype(), b.dtype());
    if (dtype == DType::bool_) subtract(a, b);  // throws what it does
    const bool flat = length_a == 2 && length_b == 2;

    // Elements of the vectors, broadcast. A third one that is not there is 0.
    std::vector<ndarray> parts;
    for (int i = 0; i < length_a; ++i) parts.push_back(place_of(a, in_a, i));
    for (int i = 0; i < length_b; ++i) parts.push_back(place_of(b, in_b, i));
    const Shape shapes[] = {parts[0].shape(), parts.back().shape()};
    const Shape batch = broadcast_shapes(shapes);
    Shape shape(batch);
    int place = batch.size();
    if (!flat) {
        place = normalize_axis(axisc, batch.size() + 1, "axisc");
        shape.insert(place, 3);
    }
    const ndarray result = empty(shape, dtype);
    if (result.size() == 0) return result;
    for (ndarray& part : parts) part = part.broadcast_to(batch);
    std::vector<ndarray> outputs;
    for (int i = 0; i < (flat ? 1 : 3); ++i) outputs.push_back(flat ? result : place_of(result, place, i));

    std::vector<DType> dtypes{dtype};
    std::vector<kernel::KernelOperand> operands;
    for (const ndarray& out : outputs) operands.emplace_back().array = &out;
    std::size_t next = 0;
    for (const std::int64_t length : {length_a, length_b})
        for (int i = 0; i < (flat ? 2 : 3); ++i) {
            kernel::KernelOperand& operand = operands.emplace_back();
            if (i < length) {
                operand.array = &parts[next++];
                dtypes.push_back(operand.array->dtype());
            } else {
                Scalar(0).store(dtype, operand.value);
                dtypes.push_back(dtype);
            }
        }
    (flat ? cross2_family : cross3_family).kernel(dtypes).run(operands, batch);
    return result;
}

ndarray trace(const ndarray& a, std::int64_t offset, std::int64_t axis1, std::int64_t axis2, std::optional<DType> dtype,
              const ndarray* out) {
    const kernel::Placement here(a, out);
    return sum(a.diagonal(offset, axis1, axis2), {.axis = -1, .dtype = dtype, .out = out});
}

}  // namespace cuprum
