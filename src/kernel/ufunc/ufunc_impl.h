// What a Ufunc keeps behind its interface: parsed loops, resolved signatures, kernels.
#pragma once

#include <array>
#include <atomic>
#include <mutex>

#include "cuprum/ufunc.h"
#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/ufunc/loops.h"
#include "kernel/ufunc/resolved_loops.h"

namespace cuprum {

struct Ufunc::Impl {
    explicit Impl(const UfuncRow& row) : row(row) {}

    /// Parsed when first needed, so that loading the library costs nothing.
    std::span<const kernel::Loop> loops();
    /// The first loop to which these dtypes cast safely; null if none.
    const kernel::Loop* find_loop(std::span<const DType> in);
    /// The loop for operands given by dtype number or weak kind. Throws UFuncTypeError.
    const kernel::Loop& resolve(std::span<const int> codes);
    const kernel::Loop& resolve_cached(std::span<const int> codes);
    /// The loop that dtype= or signature= asks for.
    const kernel::Loop& resolve_asked(std::span<const int> codes, const UfuncOptions& options);
    /// The loop of a signature such as "dd->d", in which `open_type` is any dtype; null if there is none.
    const kernel::Loop* loop_of_signature(std::span<const int> codes, const std::string& asked);
    /// The kernel of a loop over operands stored in these dtypes.
    kernel::ElementwiseKernel& kernel_for(const kernel::Loop& loop, std::span<const DType> in,
                                          std::span<const DType> out, bool masked);
    kernel::Expression expression(const kernel::Loop& loop, std::span<const DType> in, std::span<const DType> out,
                                  bool masked) const;
    /// Whether elements may be combined in any grouping and order. Common multiples that wrap around may not.
    bool is_associative() const { return std::string_view(row.identity) != "none" && !is(lcm); }
    /// Whether this is the implementation of a function.
    bool is(const Ufunc& function) const { return this == &function.impl(); }
    /// The loop by which `reduce`, `accumulate` and `reduceat` combine elements: of the dtype asked for, the out
    /// array's, or the array's own (small integers are summed up and multiplied in 64 bits). Results are operands
    /// again, so its types agree.
    const kernel::Loop& combining_loop(const char* method, DType array, std::optional<DType> dtype, const ndarray* out);
    std::string kernel_name(const std::string& key) const;

    UfuncRow row;
    std::once_flag parsed;
    std::vector<kernel::Loop> loop_list;
    kernel::ResolvedLoops resolved;
    kernel::KernelTable<kernel::ElementwiseKernel> kernels;  // by number of the loop and operands' dtypes
};

}  // namespace cuprum
