// matmul, vecdot, matvec and vecmat: NumPy's rules for their axes, dtypes and outputs, above multiply_matrices.
#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/products.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/matrices/matmul.h"
#include "numpy/multiply.h"

namespace cuprum {
namespace {

/// How many core axes operands and result have. matmul's matrices may be vectors.
struct Core {
    const char *name, *signature;
    int a, b, out;
    bool vectors;    ///< Operands with one axis have one core axis.
    bool conjugate;  ///< The first operand is conjugated.
};
constexpr Core matmul_core{"matmul", "(n?,k),(k,m?)->(n?,m?)", 2, 2, 2, true, false};
constexpr Core vecdot_core{"vecdot", "(n),(n)->()", 1, 1, 0, false, true};
constexpr Core matvec_core{"matvec", "(m,n),(n)->(m)", 2, 1, 1, false, false};
constexpr Core vecmat_core{"vecmat", "(n),(n,m)->(m)", 1, 2, 1, false, true};

[[noreturn]] void mismatch(const Core& core, const char* what, int operand, int place, std::int64_t found,
                           std::int64_t wanted) {
    throw ValueError(std::string(core.name) + ": " + what + " operand " + std::to_string(operand) +
                     " has a mismatch in its core dimension " + std::to_string(place) + ", with gufunc signature " +
                     core.signature + " (size " + std::to_string(found) + " is different from " +
                     std::to_string(wanted) + ")");
}

[[noreturn]] void bad_cast(const Core& core, const std::string& what, DType from, DType to, Casting casting) {
    static constexpr const char* names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};
    throw UFuncTypeError(std::string("Cannot cast ufunc '") + core.name + "' " + what + " from dtype('" +
                         info(from).name + "') to dtype('" + info(to).name + "') with casting rule '" +
                         names[static_cast<int>(casting)] + "'");
}

/// The view in which the given axes are the last ones.
ndarray axes_last(const ndarray& a, const Dims& axes, int core_axes, const Core& core, int operand) {
    if (axes.size() != core_axes)
        throw ValueError(std::string(core.name) + ": operand " + std::to_string(operand) + " has " +
                         std::to_string(core_axes) + " core dimensions, but " + std::to_string(axes.size()) +
                         " dimensions are specified by axes tuple.");
    Dims order;
    Dims wanted;
    for (std::int64_t axis : axes) {
        const int i = normalize_axis(axis, a.ndim());
        if (std::find(wanted.begin(), wanted.end(), i) != wanted.end())
            throw ValueError("axes item " + std::to_string(operand) + " has value " + std::to_string(axis) +
                             " repeated");
        wanted.push_back(i);
    }
    for (int i = 0; i < a.ndim(); ++i)
        if (std::find(wanted.begin(), wanted.end(), i) == wanted.end()) order.push_back(i);
    for (std::int64_t axis : wanted) order.push_back(axis);
    return a.transpose(order);
}

/// The inverse: the view of a result with its core axes last in which they are where they are asked for.
ndarray axes_back(const ndarray& a, const Dims& axes) {
    Dims order(a.ndim(), -1);
    const int leading = a.ndim() - axes.size();
    for (int i = 0; i < axes.size(); ++i) {
        const int place = normalize_axis(axes[i], a.ndim());
        if (order[place] >= 0) throw ValueError("axes item 2 has value " + std::to_string(axes[i]) + " repeated");
        order[place] = leading + i;
    }
    int next = 0;
    for (std::int64_t& axis : order)
        if (axis < 0) axis = next++;
    return a.transpose(order);
}

/// The view with an axis of length one put in.
ndarray with_axis(const ndarray& a, int place) {
    Shape shape(a.shape());
    Strides strides(a.strides());
    shape.insert(place, 1);
    strides.insert(place, a.itemsize());
    return a.with_layout(std::move(shape), std::move(strides));
}

ndarray conjugated(const ndarray& a) { return is_complex(a.dtype()) ? conjugate(a) : a; }

/// The dtype that is computed in, and whether the casts to it are allowed.
DType resolve(const Core& core, const ndarray& a, const ndarray& b, const MatmulOptions& options) {
    const DType dtype = options.dtype.value_or(promote_types(a.dtype(), b.dtype()));
    if (options.dtype || options.casting < Casting::safe) {
        if (!can_cast(a.dtype(), dtype, options.casting)) bad_cast(core, "input 0", a.dtype(), dtype, options.casting);
        if (!can_cast(b.dtype(), dtype, options.casting)) bad_cast(core, "input 1", b.dtype(), dtype, options.casting);
    }
    if (options.out && !can_cast(dtype, options.out->dtype(), options.casting))
        bad_cast(core, "output", dtype, options.out->dtype(), options.casting);
    return dtype;
}

std::string remapped(const ndarray& a, int core_axes) {
    std::string text = to_string(a.shape()) + "->(";
    const int leading = a.ndim() - core_axes;
    for (int d = 0; d < a.ndim(); ++d)
        text += (d ? "," : "") + (d < leading ? std::to_string(a.shape()[d]) : std::string("newaxis"));
    return text + ")";
}

Shape leading(const ndarray& a, int core_axes) {
    return Shape(std::span<const std::int64_t>(a.shape().data(), static_cast<std::size_t>(a.ndim() - core_axes)));
}

/// A new array of leading axes and core axes; where order is 'K' the leading ones lie as the operands' do.
ndarray new_result(const ndarray& a, const ndarray& b, int core_a, int core_b, const Shape& batch, const Shape& shape,
                   DType dtype, char order) {
    if (order == 'A')
        order = a.is_f_contiguous() && b.is_f_contiguous() && !(a.is_c_contiguous() && b.is_c_contiguous()) ? 'F' : 'C';
    if (order != 'K' || batch.size() < 2 || (a.is_c_contiguous() && b.is_c_contiguous()))
        return empty(shape, dtype, order == 'F' ? 'F' : 'C');
    const auto without_core = [](const ndarray& x, int core) {
        return x.with_layout(leading(x, core),
                             Strides(std::span(x.strides().data(), static_cast<std::size_t>(x.ndim() - core))));
    };
    const ndarray views[] = {without_core(a, core_a), without_core(b, core_b)};
    const ndarray* operands[] = {&views[0], &views[1]};
    const ndarray made = empty(shape, dtype);
    std::int64_t core_size = itemsize(dtype);
    for (int d = batch.size(); d < shape.size(); ++d) core_size *= shape[d];
    Strides strides = keep_order_strides(operands, batch, core_size);
    for (int d = batch.size(); d < shape.size(); ++d) strides.push_back(made.strides()[d]);
    return made.with_layout(shape, std::move(strides));
}

ndarray run(const Core& core, const ndarray& x1, const ndarray& x2, const MatmulOptions& options) {
    const DType dtype = resolve(core, x1, x2, options);
    const int core_a = core.vectors && x1.ndim() == 1 ? 1 : core.a,
              core_b = core.vectors && x2.ndim() == 1 ? 1 : core.b;
    const int core_out = core.vectors ? core_a + core_b - 2 : core.out;
    for (int i = 0; i < 2; ++i) {
        const ndarray& x = i ? x2 : x1;
        const int wanted = core.vectors ? 1 : i ? core.b : core.a;
        if (x.ndim() < wanted)
            throw ValueError(std::string(core.name) + ": Input operand " + std::to_string(i) +
                             " does not have enough dimensions (has " + std::to_string(x.ndim()) +
                             ", gufunc core with signature " + core.signature + " requires " + std::to_string(wanted) +
                             ")");
    }
    if (options.axis && !options.axes.empty()) throw TypeError("cannot specify both 'axis' and 'axes'");
    if (options.axis && core.out != 0)
        throw TypeError(std::string(core.name) +
                        ": axis can only be used with a single shared core dimension, not with the " +
                        (core.vectors ? "3" : "2") + " distinct ones implied by signature " + core.signature + ".");
    if (options.keepdims && core.out != 0)
        throw TypeError(std::string(core.name) + " does not support keepdims: its signature " + core.signature +
                        " requires output 0 to have " + std::to_string(core.out) +
                        " core dimensions, but keepdims can only be used when all inputs have the same number of core "
                        "dimensions and "
                        "all outputs have no core dimensions.");

    // Core axes come last.
    std::vector<Dims> axes = options.axes;
    if (options.axis) axes = {Dims{*options.axis}, Dims{*options.axis}};
    if (!axes.empty() && (axes.size() < 2 || axes.size() > 3 || (axes.size() == 2 && core.out > 0)))
        throw ValueError(
            "axes should be a list with an entry for all 3 inputs and outputs; entries for outputs can only be omitted "
            "if "
            "none of them has core axes.");
    const bool moved = !axes.empty();
    ndarray a_moved, b_moved;
    if (moved) {
        a_moved = axes_last(x1, axes[0], core_a, core, 0);
        b_moved = axes_last(x2, axes[1], core_b, core, 1);
    }
    const ndarray &a = moved ? a_moved : x1, &b = moved ? b_moved : x2;
    // Where the result's core axes, or those kept with length one, go.
    std::optional<Dims> out_axes;
    const int out_core = options.keepdims ? 1 : core_out;
    if (options.keepdims) out_axes = axes.size() == 3 ? axes[2] : moved ? axes[0] : Dims{-1};
    else if (axes.size() == 3) out_axes = axes[2];
    if (out_axes && out_axes->size() != out_core)
        throw ValueError(std::string(core.name) + ": operand 2 has " + std::to_string(out_core) +
                         " core dimensions, but " + std::to_string(out_axes->size()) +
                         " dimensions are specified by axes tuple.");

    const std::int64_t k = a.shape()[a.ndim() - 1], k_b = b.shape()[b.ndim() - core_b];
    if (k != k_b) mismatch(core, "Input", 1, 0, k_b, k);
    Shape core_shape;
    if (core_a == 2) core_shape.push_back(a.shape()[a.ndim() - 2]);
    if (core_b == 2) core_shape.push_back(b.shape()[b.ndim() - 1]);

    // Leading axes are broadcast, to those of `out` too.
    ndarray out_moved;
    if (options.out) {
        const int wanted = out_core;
        if (options.out->ndim() < wanted)
            throw ValueError(std::string(core.name) + ": Output operand 0 does not have enough dimensions (has " +
                             std::to_string(options.out->ndim()) + ", gufunc core with signature " + core.signature +
                             " requires " + std::to_string(wanted) + ")");
        out_moved = out_axes ? axes_last(*options.out, *out_axes, out_core, core, 2) : *options.out;
        if (options.keepdims) {
            if (out_moved.shape(-1) != 1) mismatch(core, "Output", 0, 0, out_moved.shape(-1), 1);
            out_moved = out_moved.squeeze(Dims{-1});
        }
        for (int d = 0; d < core_shape.size(); ++d) {
            const std::int64_t found = out_moved.shape(d - core_shape.size());
            if (found != core_shape[d]) mismatch(core, "Output", 0, d, found, core_shape[d]);
        }
    }
    Shape batch;
    if (a.ndim() > core_a || b.ndim() > core_b || options.out) {
        const Shape shapes[] = {leading(a, core_a), leading(b, core_b),
                                options.out ? leading(out_moved, core_out) : Shape()};
        try {
            batch = broadcast_shapes(std::span(shapes, options.out ? 3 : 2));
        } catch (const ValueError&) {
            throw ValueError("operands could not be broadcast together with remapped shapes [original->remapped]: " +
                             remapped(a, core_a) + " " + remapped(b, core_b) +
                             (options.out ? " " + remapped(out_moved, core_out) : ""));
        }
        if (options.out && !(batch == shapes[2]))
            throw ValueError("non-broadcastable output operand with shape " + to_string(options.out->shape()) +
                             " doesn't match the broadcast shape " + to_string(batch) + " of the leading axes");
    }
    Shape shape(batch);
    for (std::int64_t length : core_shape) shape.push_back(length);

    // The result, with its core axes last.
    ndarray result;
    bool copied = false;
    if (options.out) {
        result = out_moved;
        copied =
            (core.out != 0 && result.dtype() != dtype) || may_share_memory(result, x1) || may_share_memory(result, x2);
        if (copied) result = empty(shape, dtype);
    } else {
        result = new_result(a, b, core_a, core_b, batch, shape, dtype, options.order);
    }
    if (core.out == 0) {
        // Vectors: casts and conjugation happen inside of one kernel.
        Shape whole(batch);
        whole.push_back(k);
        const ndarray left = a.broadcast_to(whole), right = b.broadcast_to(whole);
        const ndarray* operands[] = {&left, &right};
        if (k == 0) result.fill(0);
        else if (!multiply_vectors(left, right, result))
            kernel::sum_of_products(operands, 1ull << batch.size(), dtype, core.conjugate, result);
    } else if (core_a + core_b > 2 || !multiply_vectors(a, b, result)) {
        const auto prepared = [&](const ndarray& x, bool conjugates) {
            ndarray y = x.dtype() == dtype ? x : x.astype(dtype);
            return conjugates ? conjugated(y) : y;
        };
        ndarray left = prepared(a, core.conjugate), right = prepared(b, false), target = result;
        if (core_a == 1) {
            left = with_axis(left, left.ndim() - 1);
            target = with_axis(target, batch.size());
        }
        if (core_b == 1) {
            right = with_axis(right, right.ndim());
            target = with_axis(target, target.ndim());
        }
        if (!batch.empty()) {
            left = broadcast_matrices(left, batch);
            right = broadcast_matrices(right, batch);
        }
        multiply_matrices(left, right, target);
    }
    if (options.out) {
        if (copied) copy_to(result, out_moved);
        return *options.out;
    }
    if (options.keepdims) result = with_axis(result, result.ndim());
    return out_axes ? axes_back(result, *out_axes) : result;
}

}  // namespace

ndarray matmul(const ndarray& x1, const ndarray& x2, const MatmulOptions& options) {
    return run(matmul_core, x1, x2, options);
}
ndarray vecdot(const ndarray& x1, const ndarray& x2, const MatmulOptions& options) {
    return run(vecdot_core, x1, x2, options);
}
ndarray matvec(const ndarray& x1, const ndarray& x2, const MatmulOptions& options) {
    return run(matvec_core, x1, x2, options);
}
ndarray vecmat(const ndarray& x1, const ndarray& x2, const MatmulOptions& options) {
    return run(vecmat_core, x1, x2, options);
}

std::vector<std::string> Gufunc::types() {
    std::vector<std::string> result;
    for (const DTypeInfo& row : dtype_table) result.push_back(std::string(2, row.code) + "->" + row.code);
    return result;
}

std::span<const Gufunc> gufuncs() {
    static constexpr Gufunc list[] = {{matmul_core.name, matmul_core.signature, matmul},
                                      {vecdot_core.name, vecdot_core.signature, vecdot},
                                      {matvec_core.name, matvec_core.signature, matvec},
                                      {vecmat_core.name, vecmat_core.signature, vecmat}};
    return list;
}

}  // namespace cuprum
