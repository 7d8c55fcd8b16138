// matmul, vecdot, matvec and vecmat: NumPy's rules for their axes, dtypes and outputs, above multiply_matrices.
#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/products.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/matrices/matmul.h"
#include "kernel/engine/placement.h"
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
    const auto make = kernel::is_waiting({&a, &b}) ? &kernel::new_pending : &kernel::new_array;
    if (order == 'A')
        order = a.is_f_contiguous() && b.is_f_contiguous() && !(a.is_c_contiguous() && b.is_c_contiguous()) ? 'F' : 'C';
    if (order != 'K' || batch.size() < 2 || (a.is_c_contiguous() && b.is_c_contiguous()))
        return make(shape, dtype, order == 'F' ? 'F' : 'C');
    const auto without_core = [](const ndarray& x, int core) {
        return x.with_layout(leading(x, core),
                             Strides(std::span(x.strides().data(), static_cast<std::size_t>(x.ndim() - core))));
    };
    const ndarray views[] = {without_core(a, core_a), without_core(b, core_b)};
    const ndarray* operands[] = {&views[0], &views[1]};
    const ndarray made = make(shape, dtype, 'C');
    std::int64_t core_size = itemsize(dtype);
    for (int d = batch.size(); d < shape.size(); ++d) core_size *= shape[d];
    Strides strides = keep_order_strides(operands, batch, core_size);
    for (int d = batch.size(); d < shape.size(); ++d) strides.push_back(made.strides()[d]);
    return made.with_layout(shape, std::move(strides));
}

void check_operands(const Core& core, const ndarray& x1, const ndarray& x2, const MatmulOptions& options) {
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
}

/// One call, subject by subject; it holds what the steps hand on.
class Call {
public:
    Call(const Core& core, const ndarray& x1, const ndarray& x2, const MatmulOptions& options)
        : core_(core),
          options_(options),
          dtype_(resolve(core, x1, x2, options)),
          x1_(&x1),
          x2_(&x2),
          a_(&x1),
          b_(&x2),
          core_a_(core.vectors && x1.ndim() == 1 ? 1 : core.a),
          core_b_(core.vectors && x2.ndim() == 1 ? 1 : core.b),
          core_out_(core.vectors ? core_a_ + core_b_ - 2 : core.out),
          out_core_(options.keepdims ? 1 : core_out_) {
        check_operands(core, x1, x2, options);
        move_axes();
        find_core_shape();
        if (options.out) move_out();
        find_batch();
    }

    ndarray run();

private:
    void move_axes();
    void find_core_shape();
    void move_out();
    void find_batch();
    void multiply(const ndarray& result) const;
    void multiply_in_kernel(const ndarray& result) const;
    void multiply_in_library(const ndarray& result) const;

    const Core& core_;
    const MatmulOptions& options_;
    const DType dtype_;
    const ndarray *x1_, *x2_;
    ndarray moved_a_, moved_b_;             // where core axes had to be moved
    const ndarray *a_, *b_;                 // with their core axes last
    const int core_a_, core_b_, core_out_;  // how many those are
    const int out_core_;                    // and the result's, with those kept with length one
    Axes out_axes_;                         // where these go
    std::int64_t k_ = 0;                    // the length that is summed over
    Shape core_shape_, batch_, shape_;      // of the result: its core axes, those before, all
    ndarray out_;                           // options.out, as a_ and b_
};

void Call::move_axes() {
    std::vector<Dims> axes = options_.axes;
    if (options_.axis) axes = {Dims{*options_.axis}, Dims{*options_.axis}};
    if (!axes.empty() && (axes.size() < 2 || axes.size() > 3 || (axes.size() == 2 && core_.out > 0)))
        throw ValueError(
            "axes should be a list with an entry for all 3 inputs and outputs; entries for outputs can only be omitted "
            "if "
            "none of them has core axes.");
    if (!axes.empty()) {
        moved_a_ = axes_last(*a_, axes[0], core_a_, core_, 0);
        moved_b_ = axes_last(*b_, axes[1], core_b_, core_, 1);
        a_ = &moved_a_;
        b_ = &moved_b_;
    }
    if (axes.size() == 3) out_axes_ = axes[2];
    else if (options_.keepdims) out_axes_ = Dims{options_.axis.value_or(-1)};
    if (out_axes_ && out_axes_->size() != out_core_)
        throw ValueError(std::string(core_.name) + ": operand 2 has " + std::to_string(out_core_) +
                         " core dimensions, but " + std::to_string(out_axes_->size()) +
                         " dimensions are specified by axes tuple.");
}

void Call::find_core_shape() {
    k_ = a_->shape()[a_->ndim() - 1];
    const std::int64_t k_b = b_->shape()[b_->ndim() - core_b_];
    if (k_ != k_b) mismatch(core_, "Input", 1, 0, k_b, k_);
    if (core_a_ == 2) core_shape_.push_back(a_->shape()[a_->ndim() - 2]);
    if (core_b_ == 2) core_shape_.push_back(b_->shape()[b_->ndim() - 1]);
}

void Call::move_out() {
    const ndarray& out = *options_.out;
    if (out.ndim() < out_core_)
        throw ValueError(std::string(core_.name) + ": Output operand 0 does not have enough dimensions (has " +
                         std::to_string(out.ndim()) + ", gufunc core with signature " + core_.signature + " requires " +
                         std::to_string(out_core_) + ")");
    out_ = out_axes_ ? axes_last(out, *out_axes_, out_core_, core_, 2) : out;
    if (options_.keepdims) {
        if (out_.shape(-1) != 1) mismatch(core_, "Output", 0, 0, out_.shape(-1), 1);
        out_ = out_.squeeze(Dims{-1});
    }
    for (int d = 0; d < core_shape_.size(); ++d) {
        const std::int64_t found = out_.shape(d - core_shape_.size());
        if (found != core_shape_[d]) mismatch(core_, "Output", 0, d, found, core_shape_[d]);
    }
}

// Leading axes are broadcast, to those of `out` too.
void Call::find_batch() {
    if (a_->ndim() > core_a_ || b_->ndim() > core_b_ || options_.out) {
        const Shape shapes[] = {leading(*a_, core_a_), leading(*b_, core_b_),
                                options_.out ? leading(out_, core_out_) : Shape()};
        try {
            batch_ = broadcast_shapes(std::span(shapes, options_.out ? 3 : 2));
        } catch (const ValueError&) {
            throw ValueError("operands could not be broadcast together with remapped shapes [original->remapped]: " +
                             remapped(*a_, core_a_) + " " + remapped(*b_, core_b_) +
                             (options_.out ? " " + remapped(out_, core_out_) : ""));
        }
        if (options_.out && !(batch_ == shapes[2]))
            throw ValueError("non-broadcastable output operand with shape " + to_string(options_.out->shape()) +
                             " doesn't match the broadcast shape " + to_string(batch_) + " of the leading axes");
    }
    shape_ = batch_;
    for (std::int64_t length : core_shape_) shape_.push_back(length);
}

void Call::multiply(const ndarray& result) const {
    if (core_.out == 0) multiply_in_kernel(result);
    else multiply_in_library(result);
}

// Vectors: casts and conjugation happen inside of one kernel.
void Call::multiply_in_kernel(const ndarray& result) const {
    Shape whole(batch_);
    whole.push_back(k_);
    const ndarray left = a_->broadcast_to(whole), right = b_->broadcast_to(whole);
    const ndarray* operands[] = {&left, &right};
    if (k_ == 0) result.fill(0);
    else if (!multiply_vectors(left, right, result, core_.conjugate))
        kernel::sum_of_products(operands, 1ull << batch_.size(), dtype_, core_.conjugate, result);
}

void Call::multiply_in_library(const ndarray& result) const {
    if (core_a_ + core_b_ == 2 && multiply_vectors(*a_, *b_, result, core_.conjugate)) return;
    const auto prepared = [&](const ndarray& x, bool conjugates) {
        ndarray y = x.dtype() == dtype_ ? x : x.astype(dtype_);
        return conjugates ? conjugated(y) : y;
    };
    ndarray left = prepared(*a_, core_.conjugate), right = prepared(*b_, false), target = result;
    if (core_a_ == 1) {
        left = with_axis(left, left.ndim() - 1);
        target = with_axis(target, batch_.size());
    }
    if (core_b_ == 1) {
        right = with_axis(right, right.ndim());
        target = with_axis(target, target.ndim());
    }
    if (!batch_.empty()) {
        left = broadcast_matrices(left, batch_);
        right = broadcast_matrices(right, batch_);
    }
    multiply_matrices(left, right, target);
}

ndarray Call::run() {
    const bool copied = options_.out && ((core_.out != 0 && out_.dtype() != dtype_) || may_share_memory(out_, *a_) ||
                                         may_share_memory(out_, *b_));
    ndarray result = !options_.out ? new_result(*a_, *b_, core_a_, core_b_, batch_, shape_, dtype_, options_.order)
                     : copied      ? empty(shape_, dtype_)
                                   : out_;
    if (options_.out) {
        multiply(result);
        if (copied) copy_to(result, out_);
        return *options_.out;
    }
    if (kernel::is_waiting({x1_, x2_})) {
        const ndarray inputs[] = {*x1_, *x2_};
        kernel::run_in_turn(
            core_.name, inputs, result,
            [&core = core_, options = options_](std::span<const ndarray> inputs, const ndarray& result) {
                Call(core, inputs[0], inputs[1], options).multiply(result);
            });
    } else {
        multiply(result);
    }
    if (options_.keepdims) result = with_axis(result, result.ndim());
    return out_axes_ ? axes_back(result, *out_axes_) : result;
}

ndarray run(const Core& core, const ndarray& x1, const ndarray& x2, const MatmulOptions& options) {
    if (const int device = kernel::other_device({&x1, &x2, options.out}); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return Call(core, x1, x2, options).run();
    }
    return Call(core, x1, x2, options).run();
}

}  // namespace

ndarray matmul(const ndarray& x1, const ndarray& x2, const MatmulOptions& options) {
    return run(matmul_core, x1, x2, options);
}
ndarray vecdot(const ndarray& x1, const ndarray& x2, const MatmulOptions& options) {
    const kernel::Placement here(x1, x2);
    return run(vecdot_core, x1, x2, options);
}
ndarray matvec(const ndarray& x1, const ndarray& x2, const MatmulOptions& options) {
    const kernel::Placement here(x1, x2);
    return run(matvec_core, x1, x2, options);
}
ndarray vecmat(const ndarray& x1, const ndarray& x2, const MatmulOptions& options) {
    const kernel::Placement here(x1, x2);
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
