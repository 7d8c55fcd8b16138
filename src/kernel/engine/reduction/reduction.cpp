#include "kernel/engine/reduction/reduction.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <mutex>

#include "cuprum/engine/elementwise_args.h"
#include "cuprum/engine/reduction_args.h"
#include "kernel/engine/recorder.h"
#include "kernel/engine/reduction/split_list.h"
#include "kernel/graph/storage.h"
#include "runtime/capture.h"
#include "runtime/context.h"
#include "runtime/lock_releasing_gil.h"
#include "runtime/thread_streams.h"

namespace cuprum::kernel {
namespace {

/// The counters of last_block in device/cuprum/engine/reduction.h: zeros before and after each launch. One set a
/// stream, as launches of one stream follow each other, and one a stream of a graph, which may be launched on any
/// other.
struct Tickets {
    std::vector<cuda::BlockRef> sets;  // The last one is the largest; a launch with another may be on its way.
    std::int64_t count = 0;

    unsigned* get(std::int64_t wanted, cuda::Allocator& allocator) {
        const auto stream = runtime::context.stream;
        if (count < wanted) {
            const std::int64_t enough = std::max<std::int64_t>(power_of_two_above(wanted), 1024);
            const auto bytes = static_cast<std::size_t>(enough) * sizeof(unsigned);
            cuda::BlockRef fresh = allocator.allocate(bytes, stream);
            runtime::backend().fill(fresh.pointer(), 0, bytes, stream);
            sets.push_back(std::move(fresh));
            count = enough;
        }
        return static_cast<unsigned*>(sets.back().pointer());
    }
};

unsigned* tickets(std::int64_t count) {
    if (runtime::Capture* capture = runtime::context.capture) {
        static const char key = 0;
        return capture->kept<Tickets>(&key, runtime::context.stream).get(count, capture->pool());
    }
    static std::mutex mutex;
    static auto& of_stream = *new std::map<std::tuple<int, runtime::StreamHandle, std::uint64_t>,
                                           Tickets>;  // never destroyed: the pool may be
    const auto stream = runtime::named(runtime::context.stream);
    const std::uint64_t thread = stream == runtime::per_thread_stream ? runtime::thread_number() : 0;
    const auto lock = runtime::lock_releasing_gil(mutex);
    // Not from an allocator that the program has set for a while: these stay.
    return of_stream[{runtime::context.device, stream, thread}].get(count, cuda::default_memory_pool());
}

}  // namespace

void set_state(Reduction& reduction, const ReductionEntry& entry) {
    reduction.state = entry.state;
    reduction.start = entry.start;
    reduction.add = entry.add;
    reduction.combine = entry.combine;
    reduction.finish = entry.finish;
    reduction.begin = entry.begin;
    reduction.recenter = entry.recenter;
    reduction.join = entry.join;
    reduction.combine_begun = entry.combine_begun;
}

ReductionKernel::ReductionKernel(Reduction reduction) : reduction_(std::move(reduction)) {
    if (reduction_.map.inputs.size() + reduction_.outputs.size() > max_reduction_operands)
        throw ValueError("a reduction kernel takes at most " + std::to_string(max_reduction_operands) + " arrays");
    std::int64_t state_bytes = reduction_.user ? reduction_.user->state_bytes : reduction_.counted ? 8 : 0;
    if (!reduction_.user)
        for (const std::string& type : split_list(reduction_.state, ',')) {
            const DType value = reduction_.map.outputs[0].storage;
            std::int64_t bytes = type == "value" || type == "total" ? itemsize(value)
                                 : type == "wide"                   ? (is_complex(value) ? 16 : 8)
                                 : type == "bool"                   ? 1
                                                                    : 8;
            state_bytes += bytes;
            state_types_.push_back(type == "total" ? "value" : type);
            // A thread's share of sums may be narrower where what is added are an array's elements and nothing made of
            // them.
            const bool plain = reduction_.map.steps.empty();
            share_types_.push_back(
                type == "total" ? plain ? "share_total<value, " + storage_type(reduction_.map.inputs[0]) + ">" : "value"
                : type == "int64" ? "share_index"
                                  : type);
        }
    int largest = 1;
    traits_.inputs = static_cast<int>(reduction_.map.inputs.size());
    for (std::size_t k = 0; k < reduction_.map.inputs.size(); ++k) {
        const int bytes = itemsize(reduction_.map.inputs[k]);
        traits_.itemsize[k] = static_cast<std::uint8_t>(bytes);
        largest = std::max(largest, bytes);
    }
    traits_.counters = reduction_.map.counters;
    if (reduction_.element_bytes) largest = reduction_.element_bytes;
    traits_.vector = reduction_width(largest, static_cast<int>(state_bytes));
    traits_.components = static_cast<int>(reduction_.user ? state_bytes / 32 + 2 : state_types_.size() + 1);
    traits_.sequential = reduction_.sequential;
    traits_.cascade = reduction_.cascade;
}

std::string ReductionKernel::entry_name(ReductionLoop loop) const {
    static constexpr const char* suffix[] = {"_rows", "_groups", "_packed", "_columns", "_strided", "_merge"};
    return (reduction_.user ? "" : "cuprum_") + reduction_.name + suffix[static_cast<int>(loop)];
}

std::string ReductionKernel::source(ReductionLoop loop) const {
    static constexpr const char* macro[] = {"ROWS", "GROUPS", "PACKED", "COLUMNS", "STRIDED", "MERGE"};
    const std::string entry = entry_name(loop), op = entry + "_op";
    const auto& user = reduction_.user;
    const Expression* const map[] = {&reduction_.map};
    return "#include <cuprum/engine/reduction.h>\n" +
           (user ? user->text : include_lines(reduction_.headers) + preludes(map) + operation(op)) +
           "CUPRUM_REDUCTION_" + macro[static_cast<int>(loop)] + "(" + entry + ", " +
           (user ? user->operation : "cuprum::" + op) + ")\n";
}

CodeOptions ReductionKernel::code() const {
    const Expression* const map[] = {&reduction_.map};
    CodeOptions code = code_options(map);
    return code |= reduction_.code;
}

std::vector<KernelSource> ReductionKernel::sources(bool thread_blocks) const {
    std::vector<KernelSource> all;
    for (ReductionLoop loop : reduction_loops(thread_blocks))
        all.push_back({entry_name(loop), source(loop), {}, code()});
    return all;
}

runtime::FunctionHandle ReductionKernel::function(ReductionLoop loop) {
    return functions_[static_cast<std::size_t>(loop)].get([&] {
        return KernelSource{.name = entry_name(loop),
                            .text = source(loop),
                            .options = reduction_.user ? reduction_.user->options : std::vector<std::string>{},
                            .code = code(),
                            .has_definitions = true};
    });
}

// -------------------------------------------------------------------------------------------------------------- launch

// With a model its inputs come first, and decide about the order of axes, before they are left out.
ReductionLayout ReductionKernel::layout_of(const ReductionCall& call) const {
    const int models = call.model ? static_cast<int>(call.model->inputs.size()) : 0;
    const int nin = static_cast<int>(call.inputs.size()), inputs = models + nin,
              operands = inputs + static_cast<int>(call.outputs.size());
    if (operands > max_reduction_operands) throw NoSuchOrder();
    const Shape& shape = call.shape ? *call.shape : call.inputs[0]->shape();
    ReductionLayout layout;
    for (int axis = 0, kept = 0; axis < shape.size(); ++axis) {
        const bool is_reduced = call.reduced >> axis & 1u;
        (is_reduced ? layout.length : layout.outputs) *= shape[axis];
        if (!is_reduced) ++kept;
        if (shape[axis] == 1) continue;
        auto& target = is_reduced ? layout.reduced[layout.nreduced++] : layout.kept[layout.nkept++];
        target.length = shape[axis];
        for (int k = 0; k < operands; ++k) {
            const ndarray* a = k < models   ? call.model->inputs[k]
                               : k < inputs ? call.inputs[k - models]
                                            : call.outputs[k - inputs];
            target.strides[k] = !a || (k >= inputs && is_reduced) ? 0 : a->strides()[k < inputs ? axis : kept - 1];
        }
    }
    if (layout.outputs == 0) return layout;
    const int leading = models ? models : nin;
    layout.collapse(layout.kept, layout.nkept, operands, leading, true);
    layout.collapse(layout.reduced, layout.nreduced, inputs, leading, !reduction_.indexed && !reduction_.sequential);
    if (models) layout.leave_out(models);
    if (layout.nkept > max_reduction_dims || layout.nreduced > max_reduction_dims)
        throw NotSupportedError("a reduction over an array of shape " + to_string(shape) +
                                " whose axes make more than " + std::to_string(max_reduction_dims) +
                                " groups; copy the array to C order, or reduce some axes first");
    return layout;
}

namespace {

/// What a plan and a layout say, without operands and values.
ReductionHeader header_of(const ReductionPlan& plan, const ReductionLayout& layout) {
    ReductionHeader header;
    header.tail = {};
    header.tail.count = layout.length;
    header.partial = nullptr;
    header.tickets = nullptr;
    header.outputs = layout.outputs;
    header.length = layout.length;
    header.piece = plan.piece;
    header.tiles = plan.tiles;
    header.splits = plan.splits;
    header.threads = plan.threads;
    header.flags = plan.flags;
    header.uniform = plan.uniform;
    header.phase = plan.phase;
    header.phase_step = plan.phase_step;
    header.kept_ndim = layout.nkept;
    header.reduced_ndim = layout.nreduced;
    for (int d = 0; d < layout.nkept; ++d) header.kept_shape[d] = layout.kept[d].length;
    for (int d = 0; d < layout.nreduced; ++d) header.reduced_shape[d] = layout.reduced[d].length;
    return header;
}

}  // namespace

/// Of a model's inputs: 0 where they have no memory, as what would be there begins at the boundary of any vector.
void ReductionKernel::set_addresses(ReductionLayout& layout, std::span<const ndarray* const> inputs, DataAccess& data) {
    for (std::size_t k = 0; k < inputs.size(); ++k)
        layout.address[k] = (inputs[k]->buffer() ? device_address(data.read(*inputs[k])) : 0) +
                            static_cast<std::uint64_t>(layout.offset[k]);
}

// As ReductionArgs, and what a user's text adds. The addresses are the layout's.
void ReductionKernel::write(ArgumentWriter& arguments, const ReductionCall& call, const ReductionLayout& layout,
                            const ReductionHeader& header) const {
    const std::size_t nin = call.inputs.size(), operands = nin + call.outputs.size();
    std::array<long long, max_reduction_dims> steps;
    const auto put_strides = [&](const ReductionLayout::Axes& axes, int count, std::size_t k) {
        for (int d = 0; d < count; ++d) steps[d] = axes[d].strides[k];
        arguments.put_padded(std::span<const long long>(steps.data(), static_cast<std::size_t>(count)), steps.size());
    };
    arguments.put(header);
    arguments.put_all(std::span<const std::uint64_t>(layout.address.data(), operands));
    for (std::size_t k = 0; k < operands; ++k) put_strides(layout.kept, layout.nkept, k);
    for (std::size_t k = 0; k < nin; ++k) put_strides(layout.reduced, layout.nreduced, k);
    arguments.align(16);
    for (std::size_t k = 0; k < nin; ++k) {
        unsigned char* value = arguments.value();
        if (!call.inputs[k]) std::memcpy(value, call.values[k].bits, sizeof(ReductionValue));
    }
    arguments.put_all(call.extra);
}

ReductionPlan ReductionKernel::plan(const ReductionCall& call, const ReductionLayout& layout, DataAccess& data) const {
    if (!call.model) return plan_reduction(traits_, layout, runtime::device_traits());
    const ReductionKernel& kernel = *call.model->kernel;
    ReductionLayout model_layout = kernel.layout_of({call.model->inputs, call.outputs, call.reduced});
    set_addresses(model_layout, call.model->inputs, data);
    const auto plan = plan_reduction_as(kernel.traits_, model_layout, traits_, layout, runtime::device_traits());
    if (!plan) throw NoSuchOrder();
    return *plan;
}

std::optional<RowOrder> ReductionKernel::row_order(const ReductionCall& call) const {
    ReductionLayout layout = layout_of(call);
    if (layout.outputs == 0) return std::nullopt;
    // The positions of the layout's axes must be those of the array's.
    const ndarray& a = *call.inputs[0];
    for (std::int64_t d = a.ndim(), step = 0; d-- > 0;) {
        if (!(call.reduced >> d & 1u) || a.shape()[static_cast<int>(d)] == 1) continue;
        const std::int64_t stride = a.strides()[static_cast<int>(d)];
        if (stride <= 0 || (step && stride != step)) return std::nullopt;
        step = stride * a.shape()[static_cast<int>(d)];
    }
    DataAccess data;
    set_addresses(layout, call.inputs, data);
    return plan_row_order(traits_, layout, runtime::device_traits());
}

bool ReductionKernel::takes_any_order() const {
    if (reduction_.user || reduction_.sequential) return false;
    const bool rounds = is_inexact(reduction_.map.outputs[0].storage);
    return reduction_.indexed || std::ranges::all_of(state_types_, [&](const std::string& type) {
               return type == "bool" || type == "int64" || (type == "value" && !rounds);
           });
}

int ReductionKernel::widest_input() const {
    int widest = 1;
    for (DType input : reduction_.map.inputs) widest = std::max(widest, itemsize(input));
    return widest;
}

void ReductionKernel::run(const ReductionCall& call) {
    if (runtime::context.recorder && !reduction_.user) [[unlikely]]
        return recorder()->reduction(*this, call);
    tell_bytes([&] {
        std::int64_t bytes = 0;
        for (const auto& arrays : {call.inputs, call.outputs})
            for (const ndarray* a : arrays) bytes += a ? a->nbytes() : 0;
        return static_cast<std::size_t>(bytes);
    });
    ReductionLayout layout = layout_of(call);
    if (layout.outputs == 0) return;
    const std::size_t nin = call.inputs.size(), operands = nin + call.outputs.size();
    DataAccess data;
    for (std::size_t k = 0; k < operands; ++k) {
        const ndarray* a = k < nin ? call.inputs[k] : call.outputs[k - nin];
        if (!a) continue;
        const std::uint64_t first = !a->buffer() ? counter_origin + static_cast<std::uint64_t>(a->offset())
                                                 : device_address(k < nin ? data.read(*a) : data.write(*a));
        layout.address[k] = first + static_cast<std::uint64_t>(layout.offset[k]);
    }
    const ReductionPlan plan = this->plan(call, layout, data);
    ReductionHeader header = header_of(plan, layout);
    header.tail.parameter = call.parameter;
    if (call.initial) {
        call.initial->store(reduction_.map.outputs[0].storage, header.tail.initial);
        header.flags |= reduction_initial;
    }
    cuda::BlockRef partial;
    if (plan.partial_bytes) {
        partial = cuda::allocate(plan.partial_bytes);
        header.partial = static_cast<char*>(partial.pointer());
        if (plan.tickets) header.tickets = tickets(plan.tickets);
    }
    ArgumentWriter arguments;
    write(arguments, call, layout, header);
    DataAccess::launch(function(plan.loop), plan.launch, arguments, 0);
    if (plan.merges) DataAccess::launch(function(ReductionLoop::merge), plan.merge, arguments, 0);
}

}  // namespace cuprum::kernel
