// Shapes and axes: almost everything here is a view.
#include "cuprum/manipulation.h"

#include <numeric>

#include "core/warnings.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/array/selection.h"
#include "kernel/engine/array/structured.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/placement.h"

namespace cuprum {

ndarray reshape(const ndarray& a, const Shape& shape, char order, std::optional<bool> copy) {
    if (copy.value_or(false)) return a.copy(order == 'A' ? 'K' : order).reshape(shape, order);
    ndarray result = a.reshape(shape, order);
    if (copy && a.size() && result.buffer().get() != a.buffer().get())
        throw ValueError("Unable to avoid creating a copy while reshaping: the array's shape is " +
                         to_string(a.shape()) + ", its strides are " + to_string(a.strides()));
    return result;
}

ndarray ravel(const ndarray& a, char order) { return a.ravel(order); }

ndarray transpose(const ndarray& a, const Axes& axes) { return axes ? a.transpose(*axes) : a.transpose(); }

ndarray matrix_transpose(const ndarray& x) {
    const kernel::Placement here(x);
    if (x.ndim() < 2)
        throw ValueError("Input array must be at least 2-dimensional, but it is " + std::to_string(x.ndim()));
    return x.swapaxes(-1, -2);
}

ndarray swapaxes(const ndarray& a, std::int64_t axis1, std::int64_t axis2) { return a.swapaxes(axis1, axis2); }

ndarray moveaxis(const ndarray& a, const Dims& source, const Dims& destination) {
    const Dims from = normalize_axes(source, a.ndim(), "source"),
               to = normalize_axes(destination, a.ndim(), "destination");
    if (from.size() != to.size())
        throw ValueError("`source` and `destination` arguments must have the same number of elements");
    Dims axes(a.ndim(), -1);
    for (int i = 0; i < from.size(); ++i) axes[static_cast<int>(to[i])] = from[i];
    int next = 0;
    for (std::int64_t axis = 0; axis < a.ndim(); ++axis) {
        if (std::find(from.begin(), from.end(), axis) != from.end()) continue;
        while (axes[next] >= 0) ++next;
        axes[next] = axis;
    }
    return a.transpose(axes);
}

ndarray rollaxis(const ndarray& a, std::int64_t axis, std::int64_t start) {
    const int n = a.ndim(), from = normalize_axis(axis, n);
    std::int64_t to = start < 0 ? start + n : start;
    if (to < 0 || to > n)
        throw AxisError("'start' arg requires " + std::to_string(-n) + " <= start < " + std::to_string(n + 1) +
                            ", but " + std::to_string(to) + " was passed in",
                        start, n);
    if (from < to) --to;
    return moveaxis(a, from, to);
}

ndarray expand_dims(const ndarray& a, const Dims& axes) {
    const int ndim = a.ndim() + axes.size();
    Dims added;
    for (std::int64_t axis : axes) {
        const int i = normalize_axis(axis, ndim);
        if (std::find(added.begin(), added.end(), i) != added.end()) throw ValueError("repeated axis");
        added.push_back(i);
    }
    Shape shape;
    Strides strides;
    for (int i = 0, next = 0; i < ndim; ++i) {
        const bool is_new = std::find(added.begin(), added.end(), i) != added.end();
        shape.push_back(is_new ? 1 : a.shape()[next]);
        strides.push_back(is_new ? 0 : a.strides()[next]);
        next += !is_new;
    }
    return a.with_layout(shape, strides);
}

ndarray squeeze(const ndarray& a, const Axes& axes) { return a.squeeze(axes); }

ndarray broadcast_to(const ndarray& a, const Shape& shape) { return a.broadcast_to(shape); }

std::vector<ndarray> broadcast_arrays(ArrayList arrays) {
    std::vector<Shape> shapes;
    for (const ndarray& a : arrays) shapes.push_back(a.shape());
    const Shape shape = broadcast_shapes(shapes);
    std::vector<ndarray> result;
    for (const ndarray& a : arrays) result.push_back(a.shape() == shape ? a : a.broadcast_to(shape));
    return result;
}

ndarray atleast_1d(const ndarray& a) { return a.ndim() ? a : a.reshape({1}); }

ndarray atleast_2d(const ndarray& a) {
    if (a.ndim() >= 2) return a;
    return a.ndim() == 1 ? expand_dims(a, 0) : a.reshape({1, 1});
}

ndarray atleast_3d(const ndarray& a) {
    if (a.ndim() >= 3) return a;
    if (a.ndim() == 0) return a.reshape({1, 1, 1});
    return a.ndim() == 1 ? expand_dims(a, {0, 2}) : expand_dims(a, 2);
}

// -------------------------------------------------------------------------------------------------------------- copyto

namespace {

// The source where the mask is true, else what is there.
kernel::KernelFamily copyto_family("copyto", [](std::span<const DType> dtypes) {
    const DType target = dtypes[0];
    kernel::Expression graph;
    kernel::Expression::Step step{"out0 = in0 ? in1 : in2", {DType::bool_, target, target}, {target}, {}};
    for (DType dtype : dtypes.subspan(1)) step.arguments.push_back(graph.add_input(dtype));
    graph.outputs.push_back({graph.add_step(step), target});
    return graph;
});

// Whether a literal may be written to a dtype: its kind counts, not its size.
bool literal_casts(const Scalar& literal, DType to, Casting casting) {
    auto rank = [](DType d) { return is_complex(d) ? 3 : is_floating(d) ? 2 : is_integer(d) ? 1 : 0; };
    return casting == Casting::unsafe || rank(literal.dtype()) <= rank(to);
}

}  // namespace

void copyto(const ndarray& dst, const Operand& src, Casting casting, const ndarray* where) {
    const bool allowed =
        src.is_weak() ? literal_casts(src.scalar(), dst.dtype(), casting) : can_cast(src.dtype(), dst.dtype(), casting);
    if (!allowed) {
        static constexpr const char* names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};
        throw TypeError(std::string("Cannot cast ") + (src.is_array() ? "array data" : "scalar") + " from dtype('" +
                        info(src.dtype()).name + "') to dtype('" + info(dst.dtype()).name +
                        "') according to the rule '" + names[static_cast<int>(casting)] + "'");
    }
    if (src.is_weak() && is_complex(src.dtype()) && !is_complex(dst.dtype()) && dst.dtype() != DType::bool_) {
        warn_of_conversion(src.dtype(), dst.dtype());
        return copyto(dst, Scalar(src.scalar().to_complex().real()), casting, where);
    }
    check_fits(src, dst.dtype());
    auto shown = [&](const ndarray& a) {
        if (auto view = broadcast_value(a, dst.shape())) return *view;
        throw ValueError("could not broadcast input array from shape " + to_string(a.shape()) + " into shape " +
                         to_string(dst.shape()));
    };
    ndarray source;
    if (src.is_array()) source = shown(src.array());
    if (!where) {
        if (src.is_array()) copy_to(source, dst);
        else dst.fill(src.scalar());
        return;
    }
    if (where->dtype() != DType::bool_)
        throw TypeError(std::string("Cannot cast array data from dtype('") + info(where->dtype()).name +
                        "') to dtype('bool') according to the rule 'safe'");
    const ndarray mask = where->broadcast_to(dst.shape());
    if (!is_number(dst.dtype())) [[unlikely]]
        return assign_where(dst, mask, src.is_array() ? source : element_of(src.scalar(), dst.dtype()));
    ElementwiseCall call(copyto_family, {});
    call.add(mask);
    if (src.is_array()) call.add(source);
    else call.add(src.scalar(), dst.dtype());
    call.add(dst);
    call.run_into(dst, dst.dtype());
}

}  // namespace cuprum
