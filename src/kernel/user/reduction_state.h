// What a user's reduction is made of, and the kernels that its calls became.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cuprum/kernel.h"
#include "kernel/engine/reduction/reduction.h"
#include "kernel/user/instances.h"
#include "kernel/user/parameters.h"

namespace cuprum {
namespace kernel {

/// A reduction on the common plans, and what it was made for.
struct PlannedReduction {
    PlannedReduction(std::vector<DType> inputs, Reduction reduction)
        : inputs(std::move(inputs)), kernel(std::move(reduction)) {}
    std::vector<DType> inputs;
    ReductionKernel kernel;
};

/// What a reduction's expressions ask for beside elements.
struct ReductionUses {
    bool J = false, j = false, i = false;      ///< Numbers in the map.
    bool out_i = false;                        ///< `_i` in the post-map.
    bool in_ind = false, out_ind = false;      ///< Indices, perhaps for their sizes alone.
    bool in_place = false, out_place = false;  ///< The map asks for more than the sizes,
    bool out_place_after = false;              ///< and the post-map does.
    std::vector<bool> arrays;                  ///< Of each parameter: `_raw_x`, the array whose element is `x`.
    bool in_arrays = false, out_arrays = false;
    bool arrays_after = false;  ///< The post-map asks for such arrays.

    bool any() const { return J || j || i || out_i || in_axes() || out_axes(); }
    bool in_axes() const { return in_ind || in_arrays; }
    bool out_axes() const { return out_ind || out_arrays; }
};

/// What of a call the kernel's text depends on, beside its dtypes.
struct UserReductionTraits {
    std::span<const int> axes;  ///< Of each parameter: a raw array's dimensions, 0 for another array, -1 for a scalar.
    std::span<const bool> contiguous;  ///< Of each parameter: the raw array, or `_raw_x`, lies in C order.
    int in_ndim, out_ndim;             ///< Axes of `_in_ind` and `_out_ind`.
    bool updates;                      ///< Outputs keep old values.
    bool windows;                      ///< `_raw_x` is what one output is made of alone.
};

}  // namespace kernel

struct ReductionKernel::State : kernel::Signature {
    std::string map_expr, reduce_expr, post_map_expr, reduce_type;
    std::optional<std::string> identity;
    ReductionKernelOptions options;
    kernel::CompilerOptions compiler;
    kernel::ReductionUses uses;
    bool keeps = false;  ///< The post-map may read what the outputs hold.
    kernel::Instances<kernel::PlannedReduction> planned;

    State(kernel::Signature signature, std::string map, std::string reduce, std::string post_map,
          std::optional<std::string> identity, ReductionKernelOptions options);
    void find_uses();
    const ndarray& broadcast_input(std::span<const Operand> arguments, ndarray& storage) const;
    void find_outputs(std::span<const Operand> arguments, const DType* types, const ndarray& like,
                      std::uint64_t reduced, bool keepdims, std::span<ndarray> results, std::span<ndarray> kept) const;
    void check_numbers(const DType* types) const;

    /// `like` has the shape of the inputs; `kept` are the outputs without the reduced axes (reduction_run.cpp).
    void run(std::span<const Operand> arguments, const DType* types, const ndarray& like, std::uint64_t reduced,
             std::span<const ndarray> kept, bool separate);
    /// The kernel for these types (reduction_text.cpp).
    kernel::PlannedReduction make(const DType* types, const kernel::UserReductionTraits& traits) const;
    std::optional<DType> reduce_dtype(const DType* types) const;
};

}  // namespace cuprum
