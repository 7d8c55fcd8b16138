// From a reduction and its operands to a launch: axes are collapsed, a plan is asked for (kernel/plan/reduction.h),
// arguments are written, and the kernel is found or made.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/reduction.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/engine/reduction/entry.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/reduction.h"
#include "runtime/backend.h"

namespace cuprum::kernel {

/// A user's text in the place of what is made from a row: it defines the struct called `operation` that the loops of
/// device/cuprum/engine/reduction.h take.
struct UserReduction {
    std::string text, operation;
    std::vector<std::string> options;
    std::int64_t state_bytes = 0;  ///< As the text has it.
};

/// What a reduction computes. The texts are those of reductions.def, with `value` resolved by `map`.
struct Reduction {
    std::string name;   ///< Part of the entry's.
    std::string label;  ///< What users see, if it is not the name.
    Expression map;  ///< From stored inputs to the values x0, ...; its outputs' dtypes are those computed in (no 16-bit
                     ///< floats).
    std::vector<DType> outputs;
    std::string state, start, add, combine, finish, begin, recenter, join, combine_begun;
    const char* headers = "";             ///< That these need beside math.h.
    CodeOptions code{};                   ///< How a compiler treats them.
    bool counted = false;                 ///< The state counts its elements.
    bool masked = false;                  ///< The last input is a bool that tells which elements take part.
    bool skip_nan = false;                ///< NaN takes no part.
    bool indexed = false;                 ///< `add` reads `index`: reduced axes keep their order.
    bool sums = false;                    ///< The state is the sum of the values...
    bool cascade = false;                 ///< ...and rounds.
    bool sequential = false;              ///< Elements must be added one after the other, in order.
    std::optional<UserReduction> user{};  ///< Then of all others only the name, the inputs and the outputs count.
    std::uint32_t values = 0;             ///< Bit k: input k is one value for all elements, and no array.
    int element_bytes = 0;                ///< Of a reduction that stands for another: the widest input of that one.
};

/// Gives a reduction a row's state, and all that is done with it.
void set_state(Reduction& reduction, const ReductionEntry& entry);

/// A value of an input's dtype.
struct alignas(16) ReductionValue {
    unsigned char bits[16];
};

class ReductionKernel;

/// The reduction of an array in memory that another one, which computes this array's elements, gives the bits of.
struct ReductionModel {
    const ReductionKernel* kernel = nullptr;
    std::span<const ndarray* const> inputs;  ///< Shapes and strides count, and the addresses of those with memory.
};

/// Values for one launch.
struct ReductionCall {
    std::span<const ndarray* const> inputs;   ///< All of one shape; the mask last. Null for a value.
    std::span<const ndarray* const> outputs;  ///< One dimension for each axis that is not reduced.
    std::uint64_t reduced = 0;                ///< Bit i: axis i is reduced.
    double parameter = 0;
    const Scalar* initial = nullptr;
    const Shape* shape = nullptr;                 ///< Of the inputs, where there are values among them...
    std::span<const ReductionValue> values = {};  ///< ...and one for each input.
    std::span<const std::uint64_t> extra = {};    ///< A user's further arguments, as the text's struct lays them out.
    const ReductionModel* model = nullptr;        ///< What the result is to be equal to, bit for bit.
};

/// Thrown by a call with a model whose order of additions cannot be had.
struct NoSuchOrder {};

/// A reduction that can be run over arrays. Its kernels are compiled, or fetched from the cache, when a plan first
/// asks for their loops.
class ReductionKernel {
public:
    explicit ReductionKernel(Reduction reduction);

    void run(const ReductionCall& call);

    const Reduction& reduction() const { return reduction_; }
    /// Throws where a call has too many axes.
    void check(const ReductionCall& call) const { layout_of(call); }
    /// How a call adds the elements of each output, if it does so in the order of their positions, in one run: in that
    /// order kernels take rows through several reductions. Inputs without memory lie at boundaries of vectors.
    std::optional<RowOrder> row_order(const ReductionCall& call) const;
    /// Elements that a thread of a block takes at once.
    int vector() const { return traits_.vector; }
    /// Whether elements give the same bits in any order: nothing rounds, and an index tells equal ones apart.
    bool takes_any_order() const;
    /// Bytes of the widest input.
    int widest_input() const;
    /// The whole text that is compiled for a loop.
    std::string source(ReductionLoop loop) const;
    CodeOptions code() const;
    std::string entry_name(ReductionLoop loop) const;
    /// All of them, for devices whose threads come in blocks or for others.
    std::vector<KernelSource> sources(bool thread_blocks) const;
    /// The struct that device/cuprum/engine/reduction.h describes, in namespace cuprum. Not of a user's.
    std::string operation(const std::string& name) const;

private:
    ReductionLayout layout_of(const ReductionCall& call) const;
    static void set_addresses(ReductionLayout& layout, std::span<const ndarray* const> inputs, DataAccess& data);
    ReductionPlan plan(const ReductionCall& call, const ReductionLayout& layout, DataAccess& data) const;
    void write(ArgumentWriter& arguments, const ReductionCall& call, const ReductionLayout& layout,
               const ReductionHeader& header) const;
    runtime::FunctionHandle function(ReductionLoop loop);

    Reduction reduction_;
    std::vector<std::string> state_types_, share_types_;  // of a state, and of a thread's share of it
    ReductionTraits traits_;
    std::array<FunctionSlot, reduction_loop_count> functions_;
};

/// The kernel of a row for inputs of a dtype, computed and stored as given.
ReductionKernel& reduction_kernel(ReductionId id, DType input, DType compute, DType output, bool masked = false,
                                  bool skip_nan = false, bool nat_last = false);
/// The kernel of a row of one input in a call that names no dtype.
ReductionKernel& reduction_kernel(ReductionId id, DType input);

/// The kernels of a row (but `average`) for inputs of a dtype and no options, for devices whose threads come in blocks
/// or for others.
std::vector<KernelSource> reduction_sources(ReductionId id, DType input, bool thread_blocks);

/// Runs a row over arrays, with NumPy's rules for axes, dtypes, `out`, `where` and `initial`.
ndarray reduce(ReductionId id, const ndarray& a, const ReduceOptions& options, double parameter = 0,
               bool skip_nan = false, bool nat_last = false);

/// Runs the row `average` over an array and weights of its shape; `weights_sum` gets the sums of the weights.
ndarray reduce_average(const ndarray& a, const ndarray& weights, DType compute, const ReduceOptions& options,
                       ndarray& weights_sum);

/// Reduces with a binary operation given as a device statement from in0 and in1 to out0, all computed in `compute`.
/// Where it is not reorderable (subtract), elements are taken from left to right along one axis. Operations of one name
/// and dtypes are the same; `headers` are the device headers that the statement needs, and `code` says how
/// it is compiled.
ndarray reduce_with(const std::string& name, const char* headers, CodeOptions code, const std::string& body,
                    DType compute, std::optional<Scalar> identity, bool reorderable, const ndarray& a,
                    const ReduceOptions& options);

}  // namespace cuprum::kernel
