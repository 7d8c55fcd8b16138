// A function of arrays, recorded: it is called with arrays that have no memory, and what the engines are asked to
// launch for them is written down as values, how they are computed from each other, and what becomes of them.
//
// A trace is in single assignment: a value is written once and never changes. Python's and C++'s arrays do change, so
// the trace keeps for each block of memory what was last written to it (a store), and a reader takes the value that its
// elements had then. A view is no value but a map from the reader's axes to the value's (`Access`), so that
// transposing, broadcasting and slicing whole axes cost nothing. What cannot be said so (a write to a part, a question
// for elements) is refused with a message, or ends the trace.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/symbolic.h"
#include "cuprum/ndarray.h"
#include "kernel/engine/recorder.h"
#include "kernel/fusion/scalar_steps.h"
#include "runtime/context.h"

namespace cuprum::kernel {

/// The axes of a value along which the axes of its reader run; -1 where the reader moves and the value stays.
using AxisMap = std::vector<std::int8_t>;

struct Access {
    int value = -1;  ///< None if negative.
    AxisMap axes;    ///< One for each axis of the reader. An axis of the value that none runs along stays at its start.
};

/// Where an array's elements lie in its block.
struct Layout {
    DType dtype = DType::float64;
    Shape shape;
    Strides strides;
    std::int64_t offset = 0;

    Layout() = default;
    explicit Layout(const ndarray& a) : dtype(a.dtype()), shape(a.shape()), strides(a.strides()), offset(a.offset()) {}
};

/// An array as it was before the function began, a scalar, or a result of some work. Values never change.
struct TraceValue {
    enum class Kind : std::uint8_t { argument, constant, counter, store, scalar, result };
    Kind kind = Kind::scalar;
    Layout layout;                         ///< Of a result and a scalar: its shape. Of memory: where it is seen.
    bool whole = false;                    ///< Memory: all of the argument, in its own layout...
    bool part = false;                     ///< ...but parts of its numbers.
    int number = 0;                        ///< Of the argument, the constant, the store, the work.
    int output = 0;                        ///< Of the work's results.
    int symbol = 0;                        ///< Of a scalar that stands for something.
    std::array<unsigned char, 16> bits{};  ///< Of any other.
};

/// How an array lay that a reduction read: as it is, or, where the function made it, in memory of its own.
struct TraceOrder {
    bool is_made = false;
    Shape shape;  ///< Of that memory, whose axes lie in this order, outermost first...
    Dims order;
    AxisMap axes;      ///< ...and those along which the array's axes run.
    int itemsize = 0;  ///< Of that memory, bytes.
};

/// What an engine was asked to do.
struct TraceWork {
    Expression expression;  ///< Element by element, or the map of `reduction`.
    std::optional<Reduction> reduction;
    ReductionKernel* kernel = nullptr;  ///< Which that is of...
    std::vector<TraceOrder> orders;     ///< ...and how its inputs lay.
    std::shared_ptr<const WholeKernel> whole;
    std::vector<Access> inputs;
    std::vector<DType> input_dtypes;  ///< Of the arrays. Kernels that only move elements take others of the same size.
    std::vector<DType> output_dtypes;
    std::vector<Dims> output_orders;  ///< The axes of each result as they lay in memory, outermost first.
    Shape shape;                      ///< Runs over this.
    std::uint64_t reduced = 0;
    double parameter = 0;
    std::optional<Scalar> initial;
    std::vector<Shape> input_shapes;  ///< Of a whole kernel, whose inputs are not broadcast...
    std::vector<std::optional<Scalar>>
        operands;          ///< ...and its operands: scalars, and nothing where the next input stands...
    std::size_t kept = 0;  ///< ...while the last inputs are what its outputs held before.
};

/// A value that must lie in memory of its own.
struct TraceStore {
    Access value;
    DType dtype = DType::float64;
    Shape shape;
    Dims order;
};

/// What a traced function returned: some of a store, of an argument, or an array that was there before.
struct TraceResult {
    enum class Kind : std::uint8_t { store, argument, constant };
    Kind kind = Kind::constant;
    int number = 0;
    Layout layout;       ///< Its offset counts from the first element of these.
    bool whole = false;  ///< The store or argument as it is.
    AxisMap axes;        ///< Else its axes; nothing where only `layout` tells.
    bool by_axes = false;
    ndarray constant;
};

/// An argument or an array from outside that the function wrote to.
struct TraceWrite {
    bool is_argument = true;
    int argument = 0;
    ndarray outside;
    DType dtype = DType::float64;
    Shape shape;
    Access value;
};

/// A boolean that must not be true.
struct TraceCheck {
    Access wrong;
    std::string message;
};

/// What was asked of a symbolic scalar: the trace holds where the answer is the same.
struct TraceGuard {
    int symbol;
    std::optional<DType> fits;  ///< Whether it fits this dtype; else its value was asked for.
    bool answer;
    Scalar value;
};

class Trace final : public Recorder, private cuda::Allocator, private ScalarWatcher {
public:
    Trace();
    ~Trace() override;
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    /// Stands for an array argument that is laid out so.
    ndarray argument(int number, DType dtype, const Shape& shape, const Strides& strides);
    /// Stands for a scalar argument. A strong one becomes an array without axes.
    Scalar weak_argument(int number, const Scalar& value);
    ndarray strong_argument(int number, DType dtype);

    /// While it lives, the calling thread's work is recorded.
    class Recording {
    public:
        explicit Recording(Trace& trace);
        ~Recording();
        Recording(const Recording&) = delete;

    private:
        runtime::Context before_;
        ScalarWatcher* watcher_;
    };
    /// The calling thread's, if it records.
    static Trace* current();

    /// Ends the trace with what the function returned.
    void finish(std::span<const ndarray> results);
    /// Whether an array stands for a number that was given, or was made of such numbers alone.
    bool is_number(const ndarray& a) const;
    /// An operation on scalars of which one may be symbolic.
    static Scalar combine(ScalarOperation operation, const Scalar& a, const Scalar& b);

    /// The function looked at lengths: the trace holds for these alone.
    void tie_to_lengths() { tied_ = true; }
    bool tied() const { return tied_; }

    const std::vector<TraceValue>& values() const { return values_; }
    const std::vector<TraceWork>& works() const { return works_; }
    const std::vector<TraceStore>& stores() const { return stores_; }
    const std::vector<TraceResult>& results() const { return results_; }
    const std::vector<TraceWrite>& writes() const { return writes_; }
    const std::vector<ndarray>& constants() const { return constants_; }
    const std::vector<ScalarStep>& scalar_steps() const { return scalar_steps_; }
    const std::vector<TraceGuard>& guards() const { return guards_; }
    const std::vector<TraceCheck>& checks() const { return checks_; }

private:
    class SymbolicBlock;
    /// Memory that the function reads or writes.
    struct Memory {
        enum class Kind : std::uint8_t { argument, outside, made };
        Kind kind = Kind::made;
        int argument = 0;
        bool is_scalar = false;  ///< An argument that is a number.
        bool is_number = false;  ///< Such an argument, or made of such numbers alone.
        bool laid_out = false;
        Layout layout;
        Access start;    ///< What an argument held before.
        Access now;      ///< What it holds now, by the axes of `layout`; none while it is what it was before.
        int store = -1;  ///< Where that lies, if it had to be put somewhere.
        ndarray outside;
    };

    void elementwise(const ElementwiseKernel& kernel, std::span<const KernelOperand> operands,
                     const Shape& shape) override;
    void reduction(ReductionKernel& kernel, const ReductionCall& call) override;
    void whole(std::shared_ptr<const WholeKernel> kernel, std::span<const Operand> inputs,
               std::span<const ndarray> outputs, bool keeps) override;
    void refuse_if(const ndarray& wrong, const char* message) override;
    cuda::BlockRef allocate(std::size_t bytes, cuda::StreamHandle stream) override;
    void value_asked(int symbol) override;
    void fit_asked(int symbol, DType dtype, bool answer) override;

    void provide(SymbolicBlock& block);
    Memory& memory_of(const ndarray& a);
    int add_value(TraceValue value);
    int add_memory(TraceValue::Kind kind, int number, const Layout& layout, bool whole);
    int add_scalar(const KernelOperand& operand, DType dtype);
    int add_constant(const ndarray& a);
    Access read(const ndarray& a);
    Access read_part(const ndarray& a, const Access& complex_value);
    void write(const ndarray& a, const Access& value);
    int store_of(Memory& memory);
    int add_symbol(ScalarStep step);
    TraceOrder order_of(const ndarray& a);
    Access access_for(const KernelOperand& operand, DType kernel_dtype, const Shape& shape);
    void add_work(TraceWork work, std::span<const ndarray* const> outputs);

    std::shared_ptr<Trace*> self_;          // null when the trace is gone, for blocks that outlive it
    cuda::Allocator* allocator_ = nullptr;  // what the thread had before
    std::deque<Memory> memories_;
    std::map<const cuda::Block*, int> memory_numbers_;
    std::vector<TraceValue> values_;
    std::vector<TraceWork> works_;
    std::vector<TraceStore> stores_;
    std::vector<TraceResult> results_;
    std::vector<TraceWrite> writes_;
    std::vector<ndarray> constants_;
    std::vector<ScalarStep> scalar_steps_;
    std::vector<Scalar> scalar_values_{Scalar()};
    std::vector<TraceGuard> guards_;
    std::vector<TraceCheck> checks_;
    bool tied_ = false;
};

/// The axes of `base` along which those of a view run, where the view shows each from its start to its end.
std::optional<AxisMap> axes_between(const Layout& view, const Layout& base);

/// Axes as they lie in memory, outermost first.
Dims memory_order(const Shape& shape, const Strides& strides);

}  // namespace cuprum::kernel
