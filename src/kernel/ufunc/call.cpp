// Ufunc::call: from operands and options to the launch of a loop's kernel.
#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <vector>

#include "core/layout.h"
#include "core/warnings.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/placement.h"
#include "kernel/ufunc/compare_described.h"
#include "kernel/ufunc/literal_divisor.h"
#include "kernel/ufunc/negative_powers.h"
#include "kernel/ufunc/times.h"
#include "kernel/ufunc/ufunc_impl.h"

namespace cuprum {

using kernel::Loop;

namespace {

// Literals become numbers of any size, but of no lesser kind.
int kind_rank(DType dtype) { return dtype == DType::bool_ ? 0 : is_integer(dtype) ? 1 : is_complex(dtype) ? 3 : 2; }

[[noreturn]] void bad_cast(const char* ufunc, const char* what, DType from, DType to, Casting casting) {
    static constexpr const char* names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};
    throw UFuncTypeError("Cannot cast ufunc '" + std::string(ufunc) + "' " + what + " from dtype('" + info(from).name +
                         "') to dtype('" + info(to).name + "') with casting rule '" + names[static_cast<int>(casting)] +
                         "'");
}

// Whether operand `i` may become what the loop takes. Beside arrays a literal has the dtype that they give it, but to
// NumPy only numbers of 64 bits are equivalent to literals; among themselves literals are such numbers.
bool can_cast_operand(const Operand& operand, bool beside_arrays, const Loop& loop, DType taken, Casting casting) {
    if (!operand.is_weak()) return can_cast(operand.dtype(), taken, casting);
    if (!beside_arrays && !(casting == Casting::no && loop.nin > 1))
        return can_cast(kernel::weak_default(kernel::operand_code(operand)), taken, casting);
    if (casting == Casting::equiv && !(is_integer(loop.in[0]) && loop.out[0] == DType::bool_))
        return kernel::weak_default(kernel::operand_code(operand)) == taken;
    return casting == Casting::unsafe || kind_rank(operand.dtype()) <= kind_rank(taken);
}

// What NumPy's loop takes in operand `i`: quotients of integers are computed from float64, whatever loops there are
// here.
DType taken_type(const Loop& loop, int nin, int i) {
    const bool quotient = nin == 2 && !is_inexact(loop.in[0]) && !is_inexact(loop.in[1]) && is_inexact(loop.out[0]);
    return quotient ? loop.out[0] : loop.in[static_cast<std::size_t>(i)];
}

// Comparisons of integers with a literal that their dtype cannot hold are decided by a wider dtype, not refused.
bool is_comparison(const Loop& loop, int nin) {
    return nin == 2 && loop.out[0] == DType::bool_ && is_integer(loop.in[0]);
}

// Throws unless all operands, or all literals among them, may become what the loop takes.
void check_operands(const UfuncRow& row, const Loop& loop, std::span<const Operand> in, const UfuncOptions& options,
                    bool literals_alone = false) {
    if (options.signature.empty() && row.takes_truth) return;
    const Casting casting = options.casting;
    const bool any_strong = std::ranges::any_of(in, [](const Operand& o) { return !o.is_weak(); });
    for (int i = 0; i < row.nin; ++i) {
        const Operand& operand = in[static_cast<std::size_t>(i)];
        if (literals_alone && !operand.is_weak()) continue;
        const DType taken = taken_type(loop, row.nin, i);
        if (!can_cast_operand(operand, any_strong, loop, taken, casting))
            bad_cast(row.name, row.nin == 1 ? "input" : ("input " + std::to_string(i)).c_str(), operand.dtype(), taken,
                     casting);
    }
}

// Throws unless an output may hold what the loop gives.
void check_output(const UfuncRow& row, DType given, const ndarray& out, Casting casting) {
    if (!is_number(out.dtype()) || !can_cast(given, out.dtype(), casting))
        bad_cast(row.name, "output", given, out.dtype(), casting);
}

/// One call, subject by subject. It lives on the stack and holds what the steps hand on. Calls of small arrays cost
/// what its members cost to initialise, so none is an array of arrays; outputs are the caller's.
class UfuncCall {
public:
    UfuncCall(Ufunc::Impl& impl, const Loop& loop, std::span<const Operand> in, const UfuncOptions& options,
              ndarray* results)
        : impl_(impl),
          loop_(loop),
          in_(in),
          options_(options),
          nin_(impl.row.nin),
          nout_(impl.row.nout),
          made_(results) {}

    void find_shape();
    void fit_outputs();
    void check_casts(bool asked);
    void warn_of_casts(bool asked) const;
    void make_outputs();
    void launch();
    bool divide_by_literal();

private:
    void take_shape(const Shape& shape) {
        broadcast_ = shape;
        shape_ = &broadcast_;
    }
    char order_of_outputs() const;
    void add_array(const ndarray& array);
    kernel::KernelOperand& next_operand() {
        return *new (operands_ + count_++ * sizeof(kernel::KernelOperand)) kernel::KernelOperand;
    }
    std::span<const kernel::KernelOperand> operands() const {
        return {std::launder(reinterpret_cast<const kernel::KernelOperand*>(operands_)), count_};
    }

    Ufunc::Impl& impl_;
    const Loop& loop_;
    const std::span<const Operand> in_;
    const UfuncOptions& options_;
    const int nin_, nout_;
    ndarray* const made_;

    const ndarray* arrays_[Ufunc::max_nin + 1];  // operands that are arrays, and last the mask
    int input_arrays_ = 0;
    bool equal_ = true;  // they are of one shape
    const Shape* shape_ = nullptr;
    Shape broadcast_;
    DType in_types_[Ufunc::max_nin], out_types_[Ufunc::max_nout];
    static constexpr std::size_t most_operands = Ufunc::max_nin + 1 + 2 * Ufunc::max_nout;
    alignas(kernel::KernelOperand) std::byte operands_[most_operands * sizeof(kernel::KernelOperand)];
    std::size_t count_ = 0;
    std::vector<ndarray> copies_;  // of inputs that lie in an output's memory
};

// One array, or equal shapes, are by far the most frequent.
void UfuncCall::find_shape() {
    for (int i = 0; i < nin_; ++i)
        if (in_[i].is_array()) arrays_[input_arrays_++] = &in_[i].array();
    int count = input_arrays_;
    if (options_.where) arrays_[count++] = options_.where;
    for (int i = 1; i < count; ++i) equal_ = equal_ && arrays_[i]->shape() == arrays_[0]->shape();
    shape_ = &broadcast_;
    if (count && equal_) {
        shape_ = &arrays_[0]->shape();
    } else if (count) {
        Shape shapes[Ufunc::max_nin + 1];
        for (int i = 0; i < count; ++i) shapes[i] = arrays_[i]->shape();
        broadcast_ = broadcast_shapes(std::span(shapes, static_cast<std::size_t>(count)));
    }
}

void UfuncCall::fit_outputs() {
    for (int k = 0; k < nout_; ++k) {
        if (!options_.out[k]) continue;
        const ndarray& out = *options_.out[k];
        if (out.shape() == *shape_) continue;
        // An out array may be larger than the inputs: they are broadcast to it. It may not be broadcast itself.
        const Shape both[] = {*shape_, out.shape()};
        const Shape from_out = broadcast_shapes(both);
        if (!(from_out == out.shape()))
            throw ValueError("non-broadcastable output operand with shape " + to_string(out.shape()) +
                             " doesn't match the broadcast shape " + to_string(from_out));
        take_shape(from_out);
    }
    for (int k = 0; k < nout_; ++k)
        if (options_.out[k] && !(options_.out[k]->shape() == *shape_))
            throw ValueError("non-broadcastable output operand with shape " + to_string(options_.out[k]->shape()) +
                             " doesn't match the broadcast shape " + to_string(*shape_));
}

void UfuncCall::check_casts(bool asked) {
    for (int i = 0; i < nin_; ++i) in_types_[i] = in_[i].is_array() ? in_[i].array().dtype() : loop_.in[i];
    // A loop that was found by the operands' dtypes takes them safely.
    if (asked || options_.casting < Casting::safe) check_operands(impl_.row, loop_, in_, options_);
    for (int k = 0; k < nout_; ++k)
        if (options_.out[k]) check_output(impl_.row, loop_.out[k], *options_.out[k], options_.casting);
    if (options_.where && options_.where->dtype() != DType::bool_)
        throw UFuncTypeError("Cannot cast array data from dtype('" + std::string(info(options_.where->dtype()).name) +
                             "') to dtype('bool') according to the rule 'safe': where= takes a bool array");
}

// A loop that was found by the operands' dtypes takes complex numbers as they are.
void UfuncCall::warn_of_casts(bool asked) const {
    if (options_.casting != Casting::unsafe) [[likely]]
        return;
    const bool as_truth = impl_.row.takes_truth && options_.signature.empty();
    for (int i = 0; asked && !as_truth && i < nin_; ++i) {
        const Operand& operand = in_[static_cast<std::size_t>(i)];
        warn_of_conversion(operand.dtype(), loop_.in[static_cast<std::size_t>(i)]);
    }
    for (int k = 0; k < nout_; ++k)
        if (options_.out[k]) warn_of_conversion(loop_.out[k], options_.out[k]->dtype());
}

// 'K' where strides must tell.
char UfuncCall::order_of_outputs() const {
    const char order = options_.order;
    if (order != 'K' && order != 'A') return order;
    bool c = true, f = true;
    for (int i = 0; i < input_arrays_; ++i) {
        c = c && arrays_[i]->is_c_contiguous();
        f = f && arrays_[i]->is_f_contiguous();
    }
    if (order == 'A') return f && input_arrays_ ? 'F' : 'C';
    if (c || (f && equal_)) return f && !c && input_arrays_ ? 'F' : 'C';
    return 'K';
}

void UfuncCall::make_outputs() {
    for (int k = 0; k < nout_; ++k) {
        ndarray& made = made_[k];
        if (options_.out[k]) {
            made = *options_.out[k];
        } else if (const char order = order_of_outputs(); order == 'K') {
            made = kernel::new_result(*shape_, loop_.out[k]);
            const std::span arrays(arrays_, static_cast<std::size_t>(input_arrays_));
            made = made.with_layout(*shape_, keep_order_strides(arrays, *shape_, made.itemsize()));
        } else {
            made = kernel::new_result(*shape_, loop_.out[k], order);
        }
        out_types_[k] = made.dtype();
    }
}

// What lies in an output's memory and is not the very same elements is copied.
void UfuncCall::add_array(const ndarray& array) {
    kernel::KernelOperand& operand = next_operand();
    operand.array = &array;
    for (int k = 0; k < nout_; ++k)
        if (options_.out[k] && may_share_memory(array, made_[k]) && !same_elements(array, made_[k])) {
            copies_.reserve(Ufunc::max_nin + 1);  // operands point to them
            operand.array = &copies_.emplace_back(array.copy());
            break;
        }
}

// Operands of the kernel: outputs, inputs, and with a mask the mask and the outputs' old values.
void UfuncCall::launch() {
    for (int k = 0; k < nout_; ++k) next_operand().array = &made_[k];
    for (int i = 0; i < nin_; ++i) {
        if (in_[i].is_array()) add_array(in_[i].array());
        else next_operand().set(in_[i].scalar(), loop_.in[i]);
    }
    if (options_.where) {
        add_array(*options_.where);
        for (int k = 0; k < nout_; ++k) next_operand().array = &made_[k];
    }
    impl_
        .kernel_for(loop_, std::span(in_types_, static_cast<std::size_t>(nin_)),
                    std::span(out_types_, static_cast<std::size_t>(nout_)), options_.where != nullptr)
        .run(operands(), *shape_);
}

// A quotient of a whole array and one number, in the dtypes of the loop.
bool UfuncCall::divide_by_literal() {
    if (!in_[0].is_array() || in_[1].is_array() || options_.where) return false;
    const ndarray& a = in_[0].array();
    if (in_types_[0] != loop_.in[0] || out_types_[0] != loop_.out[0]) return false;
    if (options_.out[0] && may_share_memory(a, made_[0]) && !same_elements(a, made_[0])) return false;
    return kernel::divide_by_literal(a, in_[1].scalar(), made_[0]);
}

// Which operand is a literal that the loop's dtype does not hold, -1 if none is.
int literal_out_of_bounds(std::span<const Operand> in, const Loop& loop) {
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in[i].is_weak() && is_integer(in[i].dtype()) && !in[i].scalar().fits(loop.in[i]))
            return static_cast<int>(i);
    return -1;
}

// What takes the place of such a literal, where another loop can tell the result: not where this one was asked for.
Scalar in_bounds(const Scalar& literal, const Loop& loop, int number, int nin, bool asked) {
    if (is_comparison(loop, nin) && !asked) {
        const DType wide = literal.is_huge()            ? DType::float64
                           : literal.to_double() > 9e18 ? DType::uint64
                                                        : DType::int64;
        // An integer beyond 64 bits is larger, or smaller, than all that an array holds.
        return literal.is_huge()
                   ? Scalar::strong(std::copysign(std::numeric_limits<double>::infinity(), literal.to_double()))
                   : literal.as(wide);
    }
    const bool whole = std::all_of(loop.in.begin(), loop.in.begin() + nin, is_integer);
    if (whole && is_floating(loop.out[0]))  // a quotient, say: computed as float64 anyway
        return Scalar::strong(literal.to_double());
    throw OverflowError("Python integer " +
                        (literal.is_huge() ? std::string("beyond 64 bits") : std::to_string(literal.to_int())) +
                        " out of bounds for " + info(loop.in[number]).name);
}

}  // namespace

void Ufunc::call(std::span<const Operand> in, const UfuncOptions& options, ndarray* results) const {
    if (const int device = kernel::other_device(in, options.out.data(), nout_); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return call(in, options, results);
    }
    Impl& impl = *impl_;
    int codes[max_nin];
    int any_code = 0;
    for (int i = 0; i < nin_; ++i) any_code |= codes[i] = kernel::operand_code(in[i]);
    if (any_code >= first_described) [[unlikely]] {
        if (call_on_times(*this, in, options, *results)) return;
        if (this == &equal || this == &not_equal) return compare_described(in, this == &equal, options, *results);
    }
    const std::span code_span(codes, static_cast<std::size_t>(nin_));
    const bool asked = options.dtype || !options.signature.empty();
    const Loop& loop = asked ? impl.resolve_asked(code_span, options) : impl.resolve_cached(code_span);

    if (const int i = literal_out_of_bounds(in.first(code_span.size()), loop); i >= 0) [[unlikely]] {
        const bool strict = options.casting < Casting::safe;
        const auto operands = in.first(code_span.size());
        // NumPy casts literals first, then asks whether they fit, and then casts arrays.
        if (strict || asked) check_operands(impl.row, loop, operands, options, true);
        std::vector<Operand> retyped(in.begin(), in.end());
        retyped[static_cast<std::size_t>(i)] =
            in_bounds(in[static_cast<std::size_t>(i)].scalar(), loop, i, nin_, !options.signature.empty());
        if (strict || asked) check_operands(impl.row, loop, operands, options);
        for (int k = 0; strict && k < nout_; ++k)
            if (options.out[k]) check_output(impl.row, loop.out[k], *options.out[k], options.casting);
        UfuncOptions checked(options);
        if (strict) checked.casting = Casting::safe;
        return call(retyped, checked, results);
    }

    UfuncCall one(impl, loop, in, options, results);
    one.check_casts(asked);  // dtypes are looked at before shapes, as in NumPy
    one.find_shape();
    one.fit_outputs();
    if (kernel::refuses_negative_powers(impl.row, loop) && !(in[0].is_array() && in[0].array().size() == 0))
        kernel::refuse_negative(in[1], loop.in[1], options.where);
    one.warn_of_casts(asked);
    one.make_outputs();
    if (this != &floor_divide || !one.divide_by_literal()) one.launch();
}

}  // namespace cuprum
