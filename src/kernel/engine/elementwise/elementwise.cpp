#include "kernel/engine/elementwise/elementwise.h"

#include <algorithm>
#include <cstring>

#include "core/symbolic.h"
#include "kernel/engine/argument_writer.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/recorder.h"

namespace cuprum::kernel {
namespace {

OperandRef reference(DataAccess& data, const KernelOperand& operand, bool is_output, std::int64_t offset = 0) {
    OperandRef ref{};
    if (operand.array) {
        const ndarray& a = *operand.array;
        ref.bits[0] = !a.buffer() ? counter_origin + static_cast<unsigned long long>(a.offset())
                                  : device_address(is_output ? data.write(a) : data.read(a));
        ref.bits[0] += static_cast<unsigned long long>(offset);
    } else {
        std::memcpy(ref.bits, operand.value, sizeof ref.bits);
    }
    return ref;
}

std::vector<std::uint8_t> itemsizes(const Expression& expression) {
    std::vector<std::uint8_t> sizes;
    for (const Expression::Output& output : expression.outputs)
        sizes.push_back(static_cast<std::uint8_t>(itemsize(output.storage)));
    for (DType input : expression.inputs) sizes.push_back(static_cast<std::uint8_t>(itemsize(input)));
    if (sizes.size() > max_operands)
        throw ValueError("an elementwise kernel takes at most " + std::to_string(max_operands) + " arrays, and " +
                         std::to_string(sizes.size()) + " were given; compute with fewer at a time");
    return sizes;
}

}  // namespace

void KernelOperand::set(const Scalar& scalar, DType dtype) {
    symbol = scalar.symbol();
    this->dtype = dtype;
    value_now(scalar).store(dtype, value);
}

ndarray counter(const Shape& shape, const Dims& steps, std::int64_t start) {
    Strides strides(steps);
    for (std::int64_t& stride : strides) stride *= 8;
    return ndarray({}, 8 * start, DType::int64, shape, strides);
}

bool is_expensive(const Expression& expression) {
    return std::ranges::any_of(expression.steps, [](const auto& step) { return step.cost == Cost::expensive; });
}

bool is_mergeable(const Expression& expression) {
    return std::ranges::none_of(expression.steps, [](const Expression::Step& step) {
        return step.cost == Cost::expensive &&
               (step.headers[0] || step.code.has_calls() || std::ranges::any_of(step.in_types, is_complex) ||
                std::ranges::any_of(step.out_types, is_complex));
    });
}

ElementwiseKernel::ElementwiseKernel(std::string name, Expression expression, std::string label)
    : name_(std::move(name)),
      label_(label.empty() ? name_ : std::move(label)),
      expression_(std::move(expression)),
      is_mergeable_(cuprum::kernel::is_mergeable(expression_)),
      operands_(itemsizes(expression_), static_cast<int>(expression_.outputs.size()),
                expression_.counters << expression_.outputs.size()) {
    operands_.expensive = is_expensive(expression_);
}

ElementwiseKernel::ElementwiseKernel(std::string name, Expression expression, UserText text)
    : ElementwiseKernel(std::move(name), std::move(expression)) {
    user_ = std::move(text);
    is_mergeable_ = false;
}

// ---------------------------------------------------------------------------------------------------------------- text

std::string ElementwiseKernel::entry_name(ElementwiseLoop loop) const {
    static constexpr const char* suffix[] = {"_linear", "_rows", "_strided", "_tile", "_cut", "_inner"};
    return (user_ ? "" : "cuprum_") + name_ + suffix[static_cast<int>(loop)];
}

std::string ElementwiseKernel::source(ElementwiseLoop loop) const {
    static constexpr const char* macro[] = {"LINEAR", "ROWS", "STRIDED", "TILE", "CUT", "INNER"};
    std::string entry = entry_name(loop);
    if (user_)
        return "#include <cuprum/engine/elementwise.h>\n" + user_->text + "CUPRUM_ELEMENTWISE_" +
               macro[static_cast<int>(loop)] + "(" + entry + ", " + user_->operation + ")\n";
    // Each text stands alone and may also be put behind others in one module, hence the struct's own name for each
    // loop.
    return "#include <cuprum/engine/elementwise.h>\n" + includes(expression_) +
           elementwise_struct(expression_, entry + "_op") + "CUPRUM_ELEMENTWISE_" + macro[static_cast<int>(loop)] +
           "(" + entry + ", cuprum::" + entry + "_op)\n";
}

CodeOptions ElementwiseKernel::code() const {
    const Expression* const one[] = {&expression_};
    CodeOptions options = code_options(one);
    if (user_) options |= user_->code;
    options.unfused |= is_mergeable_;  // the same bits alone and in company
    return options;
}

runtime::FunctionHandle ElementwiseKernel::function(ElementwiseLoop loop) {
    return functions_[static_cast<std::size_t>(loop)].get([&] {
        return KernelSource{.name = entry_name(loop),
                            .text = source(loop),
                            .options = user_ ? user_->options : std::vector<std::string>{},
                            .code = code(),
                            .has_definitions = true};
    });
}

// -------------------------------------------------------------------------------------------------------------- launch

// What an innermost loop needs beside the arguments.
CpuLoops ElementwiseKernel::cpu_loops(CpuLoops::Layout layout) const {
    const bool copies = !user_ && expression_.steps.empty() && operands_.count == 2 && operands_.nout == 1 &&
                        operands_.counters == 0 && expression_.inputs[0] == expression_.outputs[0].storage;
    return {operands_.itemsize.data(), operands_.nout, operands_.count, operands_.counters, layout, copies};
}

void ElementwiseKernel::run(std::span<const KernelOperand> operands, const Shape& shape) {
    if (runtime::context.recorder && !user_) [[unlikely]]
        return recorder()->elementwise(*this, operands, shape);
    if (Deferral* deferral = kernel::deferral(); deferral && is_mergeable_) [[unlikely]]
        if (deferral->take(*this, operands, shape)) return;
    run_now(operands, shape, true);
}

void ElementwiseKernel::prepare(std::span<const KernelOperand> operands, const Shape& shape) {
    run_now(operands, shape, false);
}

void ElementwiseKernel::run_now(std::span<const KernelOperand> operands, const Shape& shape, bool launches) {
    const std::size_t count = operands.size();
    bool c_order = true, f_order = true, same = true;
    std::uint32_t singles = 0;
    for (std::size_t k = 0; k < count; ++k) {
        if (!operands[k].array) continue;
        const ndarray& a = *operands[k].array;
        if (k > 0 && a.size() == 1) {
            singles |= 1u << k;
            continue;
        }
        same = same && a.shape() == shape;
        c_order = c_order && a.is_c_contiguous();
        f_order = f_order && a.is_f_contiguous();
    }
    const std::int64_t size = operands[0].array->size();
    if (size == 0) return;
    const bool few = count <= linear_operands;
    if (few && same && (c_order || f_order)) return run_linear(operands, size, size == 1 ? 0 : singles, launches);

    const ndarray* arrays[max_operands];
    ElementwiseLayout layout;
    for (std::size_t k = 0; k < count; ++k) {
        arrays[k] = operands[k].array;
        if (!arrays[k]) layout.values |= 1u << k;
    }
    collapse(layout, std::span(arrays, count), shape);
    bool linear = few && layout.ndim <= 1;
    singles = 0;
    for (std::size_t k = 0; linear && k < count; ++k) {
        std::int64_t step = layout.ndim ? layout.strides[k][0] : 0;
        if (step == 0 && layout.ndim && operands[k].array) singles |= 1u << k;
        linear = (step == 0 || step == operands_.itemsize[k]) && layout.offset[k] == 0;
    }
    if (linear) return run_linear(operands, size, singles, launches);
    run_strided(operands, layout, launches);
}

void ElementwiseKernel::run_linear(std::span<const KernelOperand> operands, std::int64_t size, std::uint32_t singles,
                                   bool launches) {
    const runtime::DeviceTraits& traits = runtime::device_traits();
    const LinearPlan plan = plan_linear(operands_, size, traits);
    const runtime::FunctionHandle loop = function(plan.kernel);
    if (!launches) return;
    DataAccess data;
    OperandRef refs[linear_operands];
    unsigned modes = plan.stream ? flag_stream : 0;
    std::uint64_t misaligned = 0;
    for (std::size_t k = 0; k < operands.size(); ++k) {
        const OperandRef& ref = refs[k] = reference(data, operands[k], static_cast<int>(k) < operands_.nout);
        unsigned mode = !operands[k].array ? operand_value : singles >> k & 1u ? operand_single : operand_array;
        modes |= mode << (2 * k);
        if (mode == operand_array && operands[k].array->buffer())
            misaligned |= ref.bits[0] & static_cast<unsigned>(operands_.vector * operands_.itemsize[k] - 1);
    }
    if (!misaligned) modes |= flag_vector;
    ArgumentWriter arguments;
    if (plan.kernel == ElementwiseLoop::inner) arguments.put(cpu_loops(CpuLoops::linear));
    arguments.put<long long>(size);
    arguments.put(modes);
    arguments.put_all(std::span<const OperandRef>(refs, operands.size()));
    tell_bytes([&] {
        std::size_t bytes = 0;
        for (std::size_t k = 0; k < operands.size(); ++k)
            if (operands[k].array)
                bytes += static_cast<std::size_t>((singles >> k & 1u ? 1 : size) * operands_.itemsize[k]);
        return bytes;
    });
    DataAccess::launch(loop, plan.launch, arguments, 0);
}

namespace {

// The space of a plan, but for what follows from addresses.
StridedSpace space_of(const StridedPlan& plan, const ElementwiseLayout& layout) {
    StridedSpace space{};
    space.ndim = plan.ndim;
    space.values = layout.values;
    space.flags = plan.stream ? flag_stream : 0;
    space.log_x = plan.log_x;
    space.log_y = plan.log_y;
    space.transposed = plan.transposed;
    space.staged = plan.staged;
    for (int d = 0; d < max_kernel_dims; ++d) {
        space.shape[d] = d < plan.ndim ? plan.shape[d] : 1;
        space.divisors[d] = make_divisor(static_cast<std::uint32_t>(d < plan.ndim ? plan.items[d] : 1));
    }
    return space;
}

std::int64_t stride_of(const StridedPlan& plan, const ElementwiseLayout& layout, std::size_t k, int d) {
    return layout.ndim ? layout.strides[k][plan.order[d]] : 0;
}

// Whether an operand of a tile can be moved in vectors along its neighbours.
bool takes_vectors(const StridedPlan& plan, const ElementwiseLayout& layout, const ElementwiseOperands& operands,
                   std::size_t k, std::uint64_t address) {
    const bool transposed = plan.transposed >> k & 1u;
    const int minor = plan.ndim - (transposed ? 2 : 1), itemsize = operands.itemsize[k];
    const int bytes = static_cast<int>(k) < operands.nout ? std::min(operands.vector * itemsize, 16) : 16;
    std::uint64_t misaligned = address;
    for (int d = 0; d < plan.ndim; ++d)
        if (d != minor) misaligned |= static_cast<std::uint64_t>(stride_of(plan, layout, k, d));
    return itemsize << (transposed ? plan.log_y : plan.log_x) >= bytes &&
           stride_of(plan, layout, k, minor) == itemsize && misaligned % static_cast<unsigned>(bytes) == 0;
}

}  // namespace

void ElementwiseKernel::run_strided(std::span<const KernelOperand> operands, const ElementwiseLayout& layout,
                                    bool launches) {
    if (layout.ndim > max_kernel_dims || layout.size > largest_launch) return run_parts(operands, layout, launches);
    const StridedPlan plan = plan_strided(operands_, layout, runtime::device_traits());
    const runtime::FunctionHandle loop = function(plan.kernel);
    if (!launches) return;
    const bool tiles = plan.loop == ElementwiseLoop::tile;
    StridedSpace space = space_of(plan, layout);
    bool vectors = true;
    DataAccess data;
    OperandRef refs[max_operands];
    for (std::size_t k = 0; k < operands.size(); ++k) {
        const bool is_output = static_cast<int>(k) < operands_.nout;
        refs[k] = reference(data, operands[k], is_output, layout.offset[k]);
        if (!tiles || !(is_output || plan.staged >> k & 1u)) continue;
        if (takes_vectors(plan, layout, operands_, k, refs[k].bits[0])) space.vectors |= 1u << k;
        else if (is_output) vectors = false;
    }
    if (vectors) space.flags |= flag_vector;
    ArgumentWriter arguments;
    if (plan.kernel == ElementwiseLoop::inner) arguments.put(cpu_loops(tiles ? CpuLoops::tile : CpuLoops::strided));
    arguments.put(space);
    arguments.put_all(std::span<const OperandRef>(refs, operands.size()));
    for (std::size_t k = 0; k < operands.size(); ++k)
        for (int d = 0; d < max_kernel_dims; ++d)
            arguments.put<long long>(d < plan.ndim ? stride_of(plan, layout, k, d) : 0);
    tell_bytes([&] {
        std::size_t bytes = 0;
        for (std::size_t k = 0; k < operands.size(); ++k) {
            std::int64_t elements = operands[k].array ? 1 : 0;
            for (int d = 0; d < layout.ndim; ++d) elements *= layout.strides[k][d] ? layout.shape[d] : 1;
            bytes += static_cast<std::size_t>(elements * operands_.itemsize[k]);
        }
        return bytes;
    });
    DataAccess::launch(loop, plan.launch, arguments, 0);
}

void ElementwiseKernel::run_cut(std::span<const KernelOperand> operands, const ElementwiseLayout& layout,
                                const ElementwiseCuts& cuts, bool launches) {
    const StridedPlan plan = plan_cut(operands_, layout);
    const runtime::FunctionHandle loop = function(plan.kernel);
    if (!launches) return;
    DataAccess data;
    OperandRef refs[max_operands];
    for (std::size_t k = 0; k < operands.size(); ++k)
        refs[k] = reference(data, operands[k], static_cast<int>(k) < operands_.nout);
    ArgumentWriter arguments;
    arguments.put(space_of(plan, layout));
    arguments.put_all(std::span<const OperandRef>(refs, operands.size()));
    const auto put_axes = [&](const auto& of) {
        for (std::size_t k = 0; k < operands.size(); ++k)
            arguments.put_padded(std::span(of[k]).first(static_cast<std::size_t>(layout.ndim)), max_cut_dims);
    };
    put_axes(layout.strides);
    put_axes(cuts.jump);
    put_axes(cuts.index);
    tell_bytes([&] {
        std::size_t bytes = 0;
        for (std::size_t k = 0; k < operands.size(); ++k)
            if (operands[k].array) bytes += static_cast<std::size_t>(layout.size * operands_.itemsize[k]);
        return bytes;
    });
    DataAccess::launch(loop, plan.launch, arguments, 0);
}

// Walks the outermost dimension where there are more than a kernel takes (so many that do not merge are rare, and then
// the outer ones are short), and cuts it where there are more elements than one launch takes.
void ElementwiseKernel::run_parts(std::span<const KernelOperand> operands, const ElementwiseLayout& layout,
                                  bool launches) {
    const std::int64_t length = layout.shape[0], each = layout.size / length;
    const bool walk = layout.ndim > max_kernel_dims || each > largest_launch;
    const std::int64_t part = walk ? 1 : largest_launch / each;
    ElementwiseLayout inner = layout;
    if (walk) {
        --inner.ndim;
        for (int d = 0; d < inner.ndim; ++d) {
            inner.shape[d] = layout.shape[d + 1];
            for (std::size_t k = 0; k < operands.size(); ++k) inner.strides[k][d] = layout.strides[k][d + 1];
        }
    }
    for (std::int64_t i = 0; i < length; i += part) {
        const std::int64_t here = std::min(part, length - i);
        if (!walk) inner.shape[0] = here;
        inner.size = each * here;
        for (std::size_t k = 0; k < operands.size(); ++k) inner.offset[k] = layout.offset[k] + i * layout.strides[k][0];
        run_strided(operands, inner, launches);
    }
}

}  // namespace cuprum::kernel
