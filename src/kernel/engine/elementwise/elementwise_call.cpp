#include "kernel/engine/elementwise/elementwise_call.h"

#include "core/layout.h"
#include "core/warnings.h"
#include "kernel/engine/deferral.h"

namespace cuprum {

ElementwiseCall::ElementwiseCall(kernel::KernelFamily& family, std::initializer_list<DType> dtypes)
    : family_(family), leading_(dtypes.size()) {
    if (leading_ > max_dtypes) throw ValueError(std::string(family.name()) + ": too many dtypes for one expression");
    std::copy(dtypes.begin(), dtypes.end(), dtypes_.begin());
}

kernel::KernelOperand& ElementwiseCall::next(DType dtype) {
    if (inputs_ == max_inputs)
        throw ValueError(std::string(family_.name()) + " takes at most " + std::to_string(max_inputs) +
                         " operands at a time; compute with fewer");
    dtypes_[leading_ + ++inputs_] = dtype;
    return operands_[inputs_];
}

void ElementwiseCall::add(const ndarray& array) { next(array.dtype()).array = &array; }

void ElementwiseCall::add(const Scalar& scalar, DType dtype) { next(dtype).set(scalar, dtype); }

void ElementwiseCall::add(const Operand& operand, DType dtype) {
    if (operand.is_array()) add(operand.array());
    else add(operand.scalar(), dtype);
}

Shape ElementwiseCall::common_shape() const {
    std::array<Shape, max_inputs> shapes;
    std::size_t count = 0;
    for (std::size_t i = 1; i <= inputs_; ++i)
        if (operands_[i].array) shapes[count++] = operands_[i].array->shape();
    return broadcast_shapes(std::span(shapes.data(), count));
}

void ElementwiseCall::launch(const ndarray& out) {
    operands_[0].array = &out;
    dtypes_[leading_] = out.dtype();
    family_.kernel(std::span(dtypes_.data(), leading_ + 1 + inputs_))
        .run(std::span<const kernel::KernelOperand>(operands_.data(), 1 + inputs_), out.shape());
}

ndarray ElementwiseCall::run(DType result, char order) {
    std::array<const ndarray*, max_inputs> arrays;
    std::size_t count = 0;
    for (std::size_t i = 1; i <= inputs_; ++i)
        if (operands_[i].array && operands_[i].array->buffer()) arrays[count++] = operands_[i].array;
    ndarray out = empty_beside(std::span(arrays.data(), count), common_shape(), result, order);
    launch(out);
    return out;
}

ndarray ElementwiseCall::run_into(const ndarray& out, DType result, Casting casting) {
    if (!can_cast(result, out.dtype(), casting)) {
        static constexpr const char* names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};
        throw UFuncTypeError(std::string("Cannot cast ufunc '") + family_.name() + "' output from dtype('" +
                             info(result).name + "') to dtype('" + info(out.dtype()).name + "') with casting rule '" +
                             names[static_cast<int>(casting)] + "'");
    }
    const Shape both[] = {common_shape(), out.shape()};
    if (Shape shape = broadcast_shapes(both); !(shape == out.shape()))
        throw ValueError("non-broadcastable output operand with shape " + to_string(out.shape()) +
                         " doesn't match the broadcast shape " + to_string(shape));
    warn_of_conversion(result, out.dtype());
    for (std::size_t i = 1; i <= inputs_; ++i) {
        const ndarray* array = operands_[i].array;
        if (!array || !may_share_memory(*array, out) || same_elements(*array, out)) continue;
        copies_.reserve(max_inputs);  // operands point to them
        operands_[i].array = &copies_.emplace_back(array->copy('K'));
    }
    launch(out);
    return out;
}

ndarray empty_beside(std::span<const ndarray* const> operands, const Shape& shape, DType dtype, char order) {
    if (order == 'K' || order == 'A') {
        bool c = true, f = !operands.empty(), same_rank = true;
        for (const ndarray* a : operands) {
            c = c && a->is_c_contiguous();
            f = f && a->is_f_contiguous();
            same_rank = same_rank && a->ndim() == shape.size();
        }
        if (order == 'A') order = f && !c ? 'F' : 'C';
        else if (c && same_rank) order = 'C';
    }
    ndarray result = kernel::new_result(shape, dtype, order == 'K' ? 'C' : order);
    return order == 'K' ? result.with_layout(shape, keep_order_strides(operands, shape, itemsize(dtype))) : result;
}

void check_fits(const Operand& operand, DType dtype) {
    if (operand.is_array() || !operand.is_weak()) return;
    if (is_complex(operand.dtype()) && !is_complex(dtype) && dtype != DType::bool_)
        throw TypeError(std::string("a complex number cannot become an element of ") + info(dtype).name +
                        "; give its real part");
    if (operand.scalar().fits(dtype)) return;
    const Scalar& value = operand.scalar();
    std::string text = value.is_huge()                  ? "beyond 64 bits"
                       : value.dtype() == DType::uint64 ? std::to_string(static_cast<std::uint64_t>(value.to_int()))
                                                        : std::to_string(value.to_int());
    throw OverflowError("Python integer " + text + " out of bounds for " + info(dtype).name);
}

}  // namespace cuprum
