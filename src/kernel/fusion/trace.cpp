#include "kernel/fusion/trace.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/layout.h"
#include "cuprum/error.h"

namespace cuprum::kernel {
namespace {

[[noreturn]] void refuse_elements() {
    throw TypeError(
        "a fused function asked for the elements of an array before there are any. It is traced: branches on elements "
        "(use where), Python numbers made of them, and functions that neither work element by element nor reduce "
        "cannot be "
        "part of it");
}

[[noreturn]] void refuse_partial_write() {
    throw TypeError("a fused function wrote to a part of an array; it can write to whole arrays only (use where)");
}

bool moves(const Layout& layout, int axis) { return layout.shape[axis] > 1 && layout.strides[axis] != 0; }

AxisMap all_axes(int ndim) {
    AxisMap axes(static_cast<std::size_t>(ndim));
    std::iota(axes.begin(), axes.end(), std::int8_t{0});
    return axes;
}

/// What a reader of a reader reads.
Access through(const Access& inner, const AxisMap& axes) {
    Access result{inner.value, {}};
    for (std::int8_t axis : axes)
        result.axes.push_back(axis < 0 ? std::int8_t{-1} : inner.axes[static_cast<std::size_t>(axis)]);
    return result;
}

/// Whether an array takes every byte of its block exactly once.
bool fills(const ndarray& a) {
    std::int64_t step = a.itemsize();
    const Dims order = memory_order(a.shape(), a.strides());
    for (int i = order.size() - 1; i >= 0; --i) {
        const int axis = static_cast<int>(order[i]);
        if (a.shape()[axis] == 1) continue;
        if (a.strides()[axis] != step) return false;
        step *= a.shape()[axis];
    }
    return a.offset() == 0 && static_cast<std::size_t>(step) == a.buffer()->bytes();
}

}  // namespace

void refuse_launch(const std::string& kernel) {
    throw TypeError(
        kernel +
        " cannot be launched inside of a fused function: the function is traced, and what such a kernel reads and "
        "writes is not known then. Launch it between fused functions, or write it as an ElementwiseKernel or a "
        "ReductionKernel: these can be parts of one");
}

std::optional<AxisMap> axes_between(const Layout& view, const Layout& base) {
    if (view.offset != base.offset || view.dtype != base.dtype) return std::nullopt;
    AxisMap map(static_cast<std::size_t>(view.shape.size()), -1);
    std::uint64_t used = 0;
    for (int d = 0; d < view.shape.size(); ++d) {
        if (!moves(view, d)) continue;
        int found = -1;
        for (int j = 0; found < 0 && j < base.shape.size(); ++j)
            if (!(used >> j & 1u) && base.shape[j] == view.shape[d] && base.strides[j] == view.strides[d]) found = j;
        if (found < 0) return std::nullopt;
        used |= 1ull << found;
        map[static_cast<std::size_t>(d)] = static_cast<std::int8_t>(found);
    }
    return map;
}

Dims memory_order(const Shape& shape, const Strides& strides) {
    // Axes of length one have no place of their own and stay where they are.
    Dims longer;
    for (int d = 0; d < shape.size(); ++d)
        if (shape[d] != 1) longer.push_back(d);
    std::stable_sort(longer.begin(), longer.end(), [&](std::int64_t a, std::int64_t b) {
        return std::abs(strides[static_cast<int>(a)]) > std::abs(strides[static_cast<int>(b)]);
    });
    Dims order;
    for (int d = 0, next = 0; d < shape.size(); ++d) order.push_back(shape[d] == 1 ? d : longer[next++]);
    return order;
}

// -------------------------------------------------------------------------------------------------------------- blocks

class Trace::SymbolicBlock final : public cuda::Block {
public:
    SymbolicBlock(std::shared_ptr<Trace*> trace, int number, std::size_t bytes)
        : Block(nullptr, bytes, runtime::context.device, runtime::context.stream, cuda::MemoryState::pending),
          number(number),
          trace_(std::move(trace)) {}

    bool belongs_to(const Trace* trace) const { return *trace_ == trace; }
    void set(cuda::BlockRef memory) {
        memory_ = std::move(memory);
        become_ready(memory_.pointer());
    }
    const cuda::BlockRef& memory() const { return memory_; }

    const int number;

private:
    void compute() override {
        if (!*trace_)
            throw TypeError(
                "an array of a traced function is used after the trace: it has no elements. A fused function's "
                "arrays must not be kept outside of it");
        (*trace_)->provide(*this);
    }
    void reclaim() noexcept override { delete this; }

    std::shared_ptr<Trace*> trace_;
    cuda::BlockRef memory_;
};

Trace::Trace() : self_(std::make_shared<Trace*>(this)) {}

Trace::~Trace() { *self_ = nullptr; }

cuda::BlockRef Trace::allocate(std::size_t bytes, cuda::StreamHandle) {
    if (bytes == 0) return {};
    const int number = static_cast<int>(memories_.size());
    memories_.emplace_back();
    cuda::BlockRef block(new SymbolicBlock(self_, number, bytes));
    memory_numbers_[block.get()] = number;
    return block;
}

// Memory that nothing was recorded for yet: what is put into it now, by the host or by another engine, is a constant.
void Trace::provide(SymbolicBlock& block) {
    const Memory& memory = memories_[static_cast<std::size_t>(block.number)];
    if (memory.kind != Memory::Kind::made || memory.now.value >= 0) refuse_elements();
    cuda::Allocator* const ours = std::exchange(runtime::context.allocator, allocator_);
    try {
        block.set(cuda::allocate(block.bytes()));
    } catch (...) {
        runtime::context.allocator = ours;
        throw;
    }
    runtime::context.allocator = ours;
}

Trace::Memory& Trace::memory_of(const ndarray& a) {
    const cuda::Block* block = a.buffer().get();
    if (auto found = memory_numbers_.find(block); found != memory_numbers_.end())
        return memories_[static_cast<std::size_t>(found->second)];
    if (dynamic_cast<const SymbolicBlock*>(block)) a.address(cuda::Access::read);  // of another trace, which throws
    memory_numbers_[block] = static_cast<int>(memories_.size());
    Memory& memory = memories_.emplace_back();
    memory.kind = Memory::Kind::outside;
    memory.outside = a;
    return memory;
}

// ----------------------------------------------------------------------------------------------------------- recording

Trace::Recording::Recording(Trace& trace) : before_(runtime::context), watcher_(scalar_watcher) {
    trace.allocator_ = before_.allocator;
    runtime::context.allocator = &trace;
    runtime::context.recorder = &trace;
    scalar_watcher = &trace;
}

Trace::Recording::~Recording() {
    runtime::context.allocator = before_.allocator;
    runtime::context.recorder = before_.recorder;
    scalar_watcher = watcher_;
}

Trace* Trace::current() { return dynamic_cast<Trace*>(recorder()); }

ndarray Trace::argument(int number, DType dtype, const Shape& shape, const Strides& strides) {
    std::int64_t low = 0, high = itemsize(dtype);
    for (int d = 0; d < shape.size(); ++d) (strides[d] < 0 ? low : high) += strides[d] * (shape[d] - 1);
    ndarray a(allocate(static_cast<std::size_t>(high - low), nullptr), -low, dtype, shape, strides);
    Memory& memory = memories_.back();
    memory.kind = Memory::Kind::argument;
    memory.argument = number;
    memory.laid_out = true;
    memory.layout = Layout(a);
    Layout whole = memory.layout;
    whole.offset = 0;
    memory.start = {add_memory(TraceValue::Kind::argument, number, whole, true), all_axes(a.ndim())};
    return a;
}

ndarray Trace::strong_argument(int number, DType dtype) {
    ndarray a = argument(number, dtype, {}, {});
    memories_.back().is_scalar = memories_.back().is_number = true;
    return a;
}

bool Trace::is_number(const ndarray& a) const {
    const auto found = memory_numbers_.find(a.buffer().get());
    return found != memory_numbers_.end() && memories_[static_cast<std::size_t>(found->second)].is_number;
}

Scalar Trace::weak_argument(int number, const Scalar& value) {
    scalar_values_.push_back(value);
    return Scalar::symbolic(value, add_symbol({ScalarOperation::argument, number, 0, {}}));
}

int Trace::add_symbol(ScalarStep step) {
    scalar_steps_.push_back(std::move(step));
    return static_cast<int>(scalar_steps_.size());
}

Scalar Trace::combine(ScalarOperation operation, const Scalar& a, const Scalar& b) {
    const Scalar result = evaluate(operation, value_now(a), value_now(b));
    Trace* trace = current();
    if (!trace || (!a.symbol() && !b.symbol())) return result;
    auto symbol_of = [&](const Scalar& s) {
        if (s.symbol()) return s.symbol();
        trace->scalar_values_.push_back(s);
        return trace->add_symbol({ScalarOperation::constant, 0, 0, s});
    };
    const int symbol_a = symbol_of(a), symbol_b = symbol_of(b);
    // Integers raised to negative powers are floats, so the result's kind hangs on the power's value.
    if (operation == ScalarOperation::power && is_integer(a.dtype()) && is_integer(b.dtype()) && b.symbol())
        trace->value_asked(b.symbol());
    trace->scalar_values_.push_back(result);
    return Scalar::symbolic(result, trace->add_symbol({operation, symbol_a, symbol_b, {}}));
}

void Trace::value_asked(int symbol) {
    for (const TraceGuard& guard : guards_)
        if (guard.symbol == symbol && !guard.fits) return;
    guards_.push_back({symbol, std::nullopt, true, scalar_values_[static_cast<std::size_t>(symbol)]});
}

void Trace::fit_asked(int symbol, DType dtype, bool answer) {
    for (const TraceGuard& guard : guards_)
        if (guard.symbol == symbol && guard.fits == dtype) return;
    guards_.push_back({symbol, dtype, answer, {}});
}

// -------------------------------------------------------------------------------------------------------------- memory

int Trace::add_value(TraceValue value) {
    values_.push_back(std::move(value));
    return static_cast<int>(values_.size()) - 1;
}

int Trace::add_memory(TraceValue::Kind kind, int number, const Layout& layout, bool whole) {
    // Seen before? Then it is one operand and not two.
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const TraceValue& v = values_[i];
        if (v.kind == kind && v.number == number && v.whole == whole && v.layout.dtype == layout.dtype &&
            v.layout.shape == layout.shape && v.layout.strides == layout.strides && v.layout.offset == layout.offset)
            return static_cast<int>(i);
    }
    TraceValue value;
    value.kind = kind;
    value.number = number;
    value.layout = layout;
    value.whole = whole;
    return add_value(std::move(value));
}

int Trace::add_constant(const ndarray& a) {
    for (std::size_t i = 0; i < constants_.size(); ++i)
        if (constants_[i].buffer().get() == a.buffer().get() && same_elements(constants_[i], a))
            return static_cast<int>(i);
    constants_.push_back(a);
    return static_cast<int>(constants_.size()) - 1;
}

// The real or imaginary part of a complex value.
Access Trace::read_part(const ndarray& a, const Access& whole) {
    const bool imaginary = a.offset() != 0;
    TraceWork work;
    work.expression.add_input(values_[static_cast<std::size_t>(whole.value)].layout.dtype);
    const DType from = work.expression.inputs[0];
    const ValueId part =
        work.expression.add_step({imaginary ? "out0 = in0.im;" : "out0 = in0.re;", {from}, {a.dtype()}, {0}});
    work.expression.outputs.push_back({part, a.dtype()});
    work.inputs.push_back(whole);
    work.input_dtypes = {from};
    work.output_dtypes = {a.dtype()};
    work.output_orders = {memory_order(a.shape(), a.strides())};
    work.shape = a.shape();
    TraceValue value;
    value.kind = TraceValue::Kind::result;
    value.number = static_cast<int>(works_.size());
    value.layout.dtype = a.dtype();
    value.layout.shape = a.shape();
    works_.push_back(std::move(work));
    return {add_value(std::move(value)), all_axes(a.ndim())};
}

Access Trace::read(const ndarray& a) {
    if (!a.buffer()) return {add_memory(TraceValue::Kind::counter, 0, Layout(a), false), all_axes(a.ndim())};
    Memory& memory = memory_of(a);
    const Layout view(a);
    // The same elements as complex numbers, if these are parts of them.
    auto as_complex = [&]() -> std::optional<AxisMap> {
        const DType whole = memory.layout.dtype;
        const std::int64_t into = view.offset - memory.layout.offset;
        if (!is_complex(whole) || itemsize(view.dtype) * 2 != itemsize(whole) || !is_floating(view.dtype))
            return std::nullopt;
        if (into != 0 && into != itemsize(view.dtype)) return std::nullopt;
        Layout moved = view;
        moved.dtype = whole;
        moved.offset = memory.layout.offset;
        return axes_between(moved, memory.layout);
    };
    if (memory.now.value >= 0) {
        if (auto axes = axes_between(view, memory.layout)) return through(memory.now, *axes);
        if (memory.kind != Memory::Kind::made)
            throw TypeError("a fused function reads a part of an array that it wrote to before");
        if (auto axes = as_complex()) return read_part(a, through(memory.now, *axes));
        return {add_memory(TraceValue::Kind::store, store_of(memory), view, false), all_axes(a.ndim())};
    }
    if (memory.kind == Memory::Kind::argument) {
        if (auto axes = axes_between(view, memory.layout)) return through(memory.start, *axes);
        // Offsets are told from the argument's first element on.
        Layout part = view;
        part.offset -= memory.layout.offset;
        if (auto axes = as_complex()) {
            part.shape = memory.layout.shape;
            part.strides = memory.layout.strides;
            const int number = add_memory(TraceValue::Kind::argument, memory.argument, part, true);
            values_[static_cast<std::size_t>(number)].part = true;
            return {number, *axes};
        }
        return {add_memory(TraceValue::Kind::argument, memory.argument, part, false), all_axes(a.ndim())};
    }
    ndarray constant = a;
    if (memory.kind == Memory::Kind::made) {
        a.address(cuda::Access::read);  // what was never written is whatever it is
        const auto* block = static_cast<const SymbolicBlock*>(a.buffer().get());
        constant = ndarray(block->memory(), a.offset(), a.dtype(), a.shape(), a.strides());
    }
    return {add_memory(TraceValue::Kind::constant, add_constant(constant), view, false), all_axes(a.ndim())};
}

void Trace::write(const ndarray& a, const Access& value) {
    Memory& memory = memory_of(a);
    const Layout view(a);
    if (!memory.laid_out) {
        if (memory.kind == Memory::Kind::made && !fills(a)) refuse_partial_write();
        memory.layout = view;
        memory.laid_out = true;
        memory.outside = memory.kind == Memory::Kind::outside ? a : ndarray();
    }
    const auto axes = axes_between(view, memory.layout);
    if (!axes) refuse_partial_write();
    const int ndim = memory.layout.shape.size();
    AxisMap back(static_cast<std::size_t>(ndim), -1);
    for (int d = 0; d < view.shape.size(); ++d) {
        const int axis = (*axes)[static_cast<std::size_t>(d)];
        if (axis >= 0) back[static_cast<std::size_t>(axis)] = static_cast<std::int8_t>(d);
        else if (view.shape[d] > 1) refuse_partial_write();
    }
    for (int j = 0; j < ndim; ++j)
        if (memory.layout.shape[j] > 1 && back[static_cast<std::size_t>(j)] < 0) refuse_partial_write();
    memory.now = through(value, back);
    memory.store = -1;
}

int Trace::store_of(Memory& memory) {
    if (memory.store >= 0) return memory.store;
    stores_.push_back({memory.now, memory.layout.dtype, memory.layout.shape,
                       memory_order(memory.layout.shape, memory.layout.strides)});
    return memory.store = static_cast<int>(stores_.size()) - 1;
}

// ---------------------------------------------------------------------------------------------------------------- work

int Trace::add_scalar(const KernelOperand& operand, DType dtype) {
    TraceValue value;
    value.symbol = operand.symbol;
    value.layout.dtype = dtype;
    if (!operand.symbol) std::memcpy(value.bits.data(), operand.value, static_cast<std::size_t>(itemsize(dtype)));
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const TraceValue& v = values_[i];
        if (v.kind == TraceValue::Kind::scalar && v.symbol == value.symbol && v.layout.dtype == dtype &&
            v.bits == value.bits)
            return static_cast<int>(i);
    }
    return add_value(std::move(value));
}

Access Trace::access_for(const KernelOperand& operand, DType kernel_dtype, const Shape& shape) {
    Access result{-1, AxisMap(static_cast<std::size_t>(shape.size()), -1)};
    if (!operand.array) {
        result.value = add_scalar(operand, operand.symbol ? operand.dtype : kernel_dtype);
        return result;
    }
    const ndarray& a = *operand.array;
    const Access own = read(a);
    result.value = own.value;
    const int shift = shape.size() - a.ndim();
    for (int d = 0; d < a.ndim(); ++d)
        if (a.shape()[d] != 1) result.axes[static_cast<std::size_t>(d + shift)] = own.axes[static_cast<std::size_t>(d)];
    return result;
}

void Trace::elementwise(const ElementwiseKernel& kernel, std::span<const KernelOperand> operands, const Shape& shape) {
    if (element_count(shape) == 0) return;
    const Expression& expression = kernel.expression();
    const std::size_t nout = expression.outputs.size();
    TraceWork work;
    for (std::size_t k = nout; k < operands.size(); ++k) {
        work.inputs.push_back(access_for(operands[k], expression.inputs[k - nout], shape));
        work.input_dtypes.push_back(values_[static_cast<std::size_t>(work.inputs.back().value)].layout.dtype);
    }
    bool of_numbers = false;  // and of nothing else
    for (const KernelOperand& operand : operands.subspan(nout)) {
        if (!operand.array) continue;
        of_numbers = is_number(*operand.array);
        if (!of_numbers) break;
    }
    for (std::size_t k = 0; of_numbers && k < nout; ++k) {
        Memory& made = memory_of(*operands[k].array);
        made.is_number = made.kind == Memory::Kind::made && made.now.value < 0;
    }
    // A copy is what it is a copy of.
    if (expression.steps.empty() && nout == 1 && expression.outputs[0].storage == expression.inputs[0] &&
        work.input_dtypes[0] == operands[0].array->dtype())
        return write(*operands[0].array, work.inputs[0]);
    work.expression = expression;
    work.shape = shape;
    std::vector<const ndarray*> outputs;
    for (const KernelOperand& output : operands.first(nout)) outputs.push_back(output.array);
    add_work(std::move(work), outputs);
}

TraceOrder Trace::order_of(const ndarray& a) {
    if (!a.buffer()) return {};
    const Memory& memory = memory_of(a);
    if (memory.kind != Memory::Kind::made || !memory.laid_out) return {};
    Layout view(a);
    const DType whole = memory.layout.dtype;
    if (is_complex(whole) && itemsize(view.dtype) * 2 == itemsize(whole)) {  // parts of complex numbers lie as these do
        view.dtype = whole;
        view.offset = memory.layout.offset;
    }
    const auto axes = axes_between(view, memory.layout);
    if (!axes) return {};  // it is read from the memory
    return {true, memory.layout.shape, memory_order(memory.layout.shape, memory.layout.strides), *axes,
            itemsize(whole)};
}

void Trace::reduction(ReductionKernel& kernel, const ReductionCall& call) {
    const Shape& shape = call.inputs[0]->shape();
    if (element_count(shape) == 0) throw TypeError("a reduction of no elements cannot be part of a fused function");
    TraceWork work;
    work.reduction = kernel.reduction();
    work.expression = kernel.reduction().map;
    work.shape = shape;
    work.reduced = call.reduced;
    work.parameter = call.parameter;
    if (call.initial) work.initial = *call.initial;
    for (const ndarray* input : call.inputs) {
        KernelOperand operand;
        operand.array = input;
        work.inputs.push_back(access_for(operand, input->dtype(), shape));
        work.input_dtypes.push_back(input->dtype());
        work.orders.push_back(order_of(*input));
    }
    work.kernel = &kernel;
    add_work(std::move(work), call.outputs);
}

void Trace::whole(std::shared_ptr<const WholeKernel> kernel, std::span<const Operand> inputs,
                  std::span<const ndarray> outputs, bool keeps) {
    TraceWork work;
    work.whole = std::move(kernel);
    auto add_input = [&](const ndarray& a) {
        if (a.size() == 0)
            throw TypeError("an array of no elements cannot be handed to a user's kernel inside of a fused function");
        work.inputs.push_back(read(a));
        work.input_dtypes.push_back(a.dtype());
        work.input_shapes.push_back(a.shape());
    };
    for (const Operand& input : inputs) {
        work.operands.emplace_back();
        if (input.is_array()) add_input(input.array());
        else work.operands.back() = input.scalar();
    }
    std::vector<const ndarray*> written;
    for (const ndarray& out : outputs) {
        written.push_back(&out);
        if (!keeps) continue;
        add_input(out);
        ++work.kept;
    }
    add_work(std::move(work), written);
}

/// Notes work of which each output is as its array is.
void Trace::add_work(TraceWork work, std::span<const ndarray* const> outputs) {
    const int number = static_cast<int>(works_.size());
    std::vector<Access> results;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        const ndarray& out = *outputs[k];
        work.output_dtypes.push_back(out.dtype());
        work.output_orders.push_back(memory_order(out.shape(), out.strides()));
        TraceValue value;
        value.kind = TraceValue::Kind::result;
        value.number = number;
        value.output = static_cast<int>(k);
        value.layout.dtype = out.dtype();
        value.layout.shape = out.shape();
        results.push_back({add_value(std::move(value)), all_axes(out.ndim())});
    }
    works_.push_back(std::move(work));
    for (std::size_t k = 0; k < outputs.size(); ++k) write(*outputs[k], results[k]);
}

void Trace::refuse_if(const ndarray& wrong, const char* message) { checks_.push_back({read(wrong), message}); }

void Trace::finish(std::span<const ndarray> results) {
    for (const ndarray& a : results) {
        TraceResult result;
        result.layout = Layout(a);
        result.constant = a;
        if (a.buffer()) {
            Memory& memory = memory_of(a);
            // A scalar that was written to is an array of the function's own.
            const bool own = memory.kind == Memory::Kind::made || (memory.is_scalar && memory.now.value >= 0);
            if (own && memory.now.value < 0) {  // a constant that is handed out must be new each time
                const Access constant = read(a);
                memory.layout = result.layout;
                memory.laid_out = true;
                memory.now = constant;
            }
            if (own || memory.kind == Memory::Kind::argument) {
                result.kind = own ? TraceResult::Kind::store : TraceResult::Kind::argument;
                result.number = own ? store_of(memory) : memory.argument;
                result.layout.offset -= memory.layout.offset;
                result.constant = {};
                if (auto axes = axes_between(Layout(a), memory.layout)) {
                    result.by_axes = true;
                    result.axes = *axes;
                    result.whole =
                        result.layout.shape == memory.layout.shape && result.layout.strides == memory.layout.strides;
                }
            }
        }
        results_.push_back(std::move(result));
    }
    for (const Memory& memory : memories_) {
        if (memory.now.value < 0 || memory.kind == Memory::Kind::made || memory.is_scalar) continue;
        writes_.push_back({memory.kind == Memory::Kind::argument, memory.argument, memory.outside, memory.layout.dtype,
                           memory.layout.shape, memory.now});
    }
}

}  // namespace cuprum::kernel
