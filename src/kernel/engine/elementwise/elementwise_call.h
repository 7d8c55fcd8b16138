// One call of an elementwise kernel that is no ufunc: operands are gathered, broadcast together, and run.
#pragma once

#include <array>
#include <initializer_list>
#include <vector>

#include "cuprum/ndarray.h"
#include "kernel/engine/elementwise/kernel_family.h"

namespace cuprum {

/// Operands must outlive the call. The family's expression is made from the dtypes given here, then the output's, then
/// those of the inputs in the order in which they were added.
class ElementwiseCall {
public:
    static constexpr int max_inputs = 8, max_dtypes = 6;

    ElementwiseCall(kernel::KernelFamily& family, std::initializer_list<DType> dtypes);

    /// An array as it is stored, or a counter.
    void add(const ndarray& array);
    void add(ndarray&&) = delete;
    /// A scalar as a value of `dtype`, converted as astype converts.
    void add(const Scalar& scalar, DType dtype);
    /// An array as it is stored; a scalar as a value of `dtype`.
    void add(const Operand& operand, DType dtype);

    /// Computes a new array of the common shape.
    ndarray run(DType result, char order = 'K');
    /// Computes into `out`, to whose shape the operands broadcast and to which `result` must cast.
    ndarray run_into(const ndarray& out, DType result, Casting casting = Casting::same_kind);

private:
    kernel::KernelOperand& next(DType dtype);
    Shape common_shape() const;
    void launch(const ndarray& out);

    kernel::KernelFamily& family_;
    std::array<DType, max_dtypes + 1 + max_inputs> dtypes_;
    std::size_t leading_, inputs_ = 0;
    std::array<kernel::KernelOperand, 1 + max_inputs> operands_;
    std::vector<ndarray> copies_;  // of inputs that lie in the output's memory; rarely any
};

/// A new array of this shape whose layout follows the operands' ('K'), is 'C', 'F', or 'F' only where all operands are
/// ('A').
ndarray empty_beside(std::span<const ndarray* const> operands, const Shape& shape, DType dtype, char order = 'K');

/// A scalar beside arrays of `dtype`: throws OverflowError where it is a literal integer that the dtype does not hold.
void check_fits(const Operand& operand, DType dtype);

}  // namespace cuprum
