#include "kernel/engine/reduction/reduction.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <mutex>

#include "cuprum/elementwise_args.h"
#include "cuprum/gil_release.h"
#include "cuprum/reduction_args.h"
#include "kernel/engine/recorder.h"
#include "kernel/graph/storage.h"
#include "runtime/capture.h"
#include "runtime/context.h"
#include "runtime/thread_streams.h"

namespace cuprum::kernel {
namespace {

std::vector<std::string> split_list(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        std::size_t end = std::min(text.find(separator, start), text.size());
        std::size_t first = text.find_first_not_of(' ', start);
        parts.push_back(text.substr(first, end - first));
        start = end + 1;
    }
    return parts;
}

/// The counters of last_block in device/cuprum/reduction.h: zeros before and after each launch. One set a stream, as
/// launches of one stream follow each other, and one a stream of a graph, which may be launched on any other.
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
    return "#include <cuprum/reduction.h>\n" +
           (user ? user->text : include_lines(reduction_.headers) + preludes(map) + operation(op)) +
           "CUPRUM_REDUCTION_" + macro[static_cast<int>(loop)] + "(" + entry + ", " +
           (user ? user->operation : "cuprum::" + op) + ")\n";
}

std::string ReductionKernel::operation(const std::string& op) const {
    const Reduction& r = reduction_;
    const auto number = [](std::size_t k) { return std::to_string(k); };

    // Parameter lists of the state's components, and the same as arguments.
    std::string types, shares, briefs, any, brief, own, other, narrow, result, arguments, copies, copied, chosen, widen;
    const auto component = [&](const std::string& type, const std::string& narrow_type, const std::string& name,
                               const std::string& other_name) {
        const std::string comma = types.empty() ? "" : ", ";
        types += comma + type;
        shares += comma + narrow_type;
        const std::string brief_type = type == "wide" ? "value" : type == "double" ? "float" : type;
        briefs += comma + brief_type;
        brief += ", const " + brief_type + "& " + other_name;
        own += comma + type + "& " + name;
        any += comma + "auto& " + name;
        other += ", const " + type + "& " + other_name;
        narrow += ", const " + narrow_type + "& " + other_name;
        widen += "        " + name + " = " +
                 (r.indexed && type == "int64" ? "moved_index(" + other_name + ", offset)" : other_name) + ";\n";
        result += ", const " + type + "& " + name;
        arguments += comma + name;
        copies += "        auto u" + name + " = " + name + ";\n";
        copied += comma + "u" + name;
        chosen += "        " + name + " = keep ? u" + name + " : " + name + ";\n";
    };
    for (std::size_t k = 0; k < state_types_.size(); ++k)
        component(state_types_[k], share_types_[k], "s" + number(k), "t" + number(k));
    if (r.counted) component("long long", "long long", "n", "m");

    std::string stored, elements, values, value_arguments, value_parameters;
    for (std::size_t k = 0; k < r.map.inputs.size(); ++k) {
        const std::string type = input_type(r.map.inputs[k]);
        stored += (k ? ", " : "") + type;
        elements += ", const " + type + "& a" + number(k);
    }
    for (std::size_t k = 0; k < r.map.outputs.size(); ++k) {
        const std::string type = storage_type(r.map.outputs[k].storage);
        values += "        " + type + " x" + number(k) + ";\n";
        value_arguments += ", x" + number(k);
        value_parameters += ", const " + type + "& x" + number(k);
    }
    std::string outputs, finish, results;
    const std::vector<std::string> expressions = split_list(r.finish, ';');
    for (std::size_t k = 0; k < r.outputs.size(); ++k) {
        const std::string type = storage_type(r.outputs[k]);
        outputs += (k ? ", " : "") + type;
        results += (k ? ", " : "") + type + "& r" + number(k);
        finish += "        r" + number(k) + " = cuprum::cast<" + type + ">(" + expressions[k] + ");\n";
    }
    std::string keep;
    if (r.masked) keep = "a" + number(r.map.inputs.size() - 1);
    if (r.skip_nan) keep += std::string(keep.empty() ? "" : " & ") + "!isnan(x0)";
    // Where elements may be left out, the first one is not known beforehand.
    const bool begins = !r.begin.empty() && keep.empty();
    const DType value = r.map.outputs[0].storage;
    const bool in_float = begins && !r.join.empty() && (value == DType::float32 || value == DType::complex64);
    const std::string begin =
        r.begin.empty() || begins ? "" : "        if (n == 0) {\n            " + r.begin + "\n        }\n";
    const std::string count = r.counted && !begins ? "        n += 1;\n" : "";

    std::string text = "namespace cuprum {\nstruct " + op + " {\n";
    text += "    using inputs = types<" + stored + ">;\n    using outputs = types<" + outputs + ">;\n";
    text += "    using value = " + storage_type(r.map.outputs[0].storage) + ";\n";
    text += std::string("    using wide = ") + (is_complex(r.map.outputs[0].storage) ? "complex128" : "double") + ";\n";
    text += "    using state = types<" + types + ">;\n";
    text += "    using share = types<" + shares + ">;\n";
    text += "    using brief = types<" + briefs + ">;\n";
    text += std::string("    static constexpr bool briefs = ") + (in_float ? "true" : "false") + ";\n";
    text += "    static constexpr bool narrow = !is_same<share, state>;\n";
    text += std::string("    static constexpr bool cascade = ") + (r.cascade ? "true" : "false") + ";\n";
    text += std::string("    static constexpr bool ordered = ") + (r.indexed ? "true" : "false") + ";\n";
    text += "    static constexpr unsigned values = " + std::to_string(r.values) + ";\n";
    text += std::string("    static constexpr bool spreads = ") + (r.map.inputs.size() > 1 ? "true" : "false") + ";\n";
    text += std::string("    static constexpr bool begins = ") + (begins ? "true" : "false") + ";\n";
    text += "    CUPRUM_DEVICE static void start(" + any + ") {\n        " + r.start + "\n" +
            (r.counted ? "        n = 0;\n" : "") + "    }\n";
    text += "    CUPRUM_DEVICE static void add_value(" + any + value_parameters + ", [[maybe_unused]] auto index) {\n" +
            begin + "        " + r.add + "\n" + count + "    }\n";
    text += "    CUPRUM_DEVICE static void accumulate(" + any + elements + ", auto index) {\n" + values +
            statements(r.map, "a", "x");
    if (keep.empty()) text += "        add_value(" + arguments + value_arguments + ", index);\n    }\n";
    else
        text += copies + "        add_value(" + copied + value_arguments +
                ", index);\n        const bool keep = " + keep + ";\n" + chosen + "    }\n";
    if (begins)
        text += "    CUPRUM_DEVICE static void begin(" + any + elements + ", long long count) {\n" + values +
                statements(r.map, "a", "x") + "        " + r.begin + "\n        n = count;\n    }\n";
    if (in_float)
        text += "    CUPRUM_DEVICE static void recenter(" + any + ", int count) {\n        " + r.recenter +
                "\n    }\n" + "    CUPRUM_DEVICE static void join(" + own + brief + ", int count) {\n        " +
                r.join + "\n    }\n";
    text += "    CUPRUM_DEVICE static void widen(" + own + narrow + ", [[maybe_unused]] long long offset) {\n" + widen +
            "    }\n";
    text += "    CUPRUM_DEVICE static void initial(" + own + ", const ReductionTail& tail) {\n";
    if (r.map.outputs.size() == 1)
        text += "        value x;\n        CUPRUM_BUILTIN(memcpy)(&x, tail.initial, sizeof x);\n        add_value(" +
                arguments + ", x, 0);\n";
    text += "    }\n    CUPRUM_DEVICE static void combine(" + own + other + ") {\n        " + r.combine + "\n" +
            (r.counted ? "        n += m;\n" : "") + "    }\n";
    text += "    CUPRUM_DEVICE static void finish(" + results + result + ", const ReductionTail& tail) {\n" +
            "        [[maybe_unused]] const long long count = " + (r.counted ? "n" : "tail.count") + ";\n" +
            "        [[maybe_unused]] const bool empty = " + (r.counted ? "n == 0" : "false") + ";\n" +
            "        [[maybe_unused]] const double parameter = tail.parameter;\n" +
            "        [[maybe_unused]] constexpr bool skips_nan = " + (r.skip_nan ? "true" : "false") + ";\n" + finish +
            "    }\n};\n}\n";
    return text;
}

runtime::FunctionHandle ReductionKernel::function(ReductionLoop loop) {
    return functions_[static_cast<std::size_t>(loop)].get([&] {
        return KernelSource{entry_name(loop), source(loop),
                            reduction_.user ? reduction_.user->options : std::vector<std::string>{}};
    });
}

// -------------------------------------------------------------------------------------------------------------- launch

ReductionLayout ReductionKernel::layout_of(const ReductionCall& call) const {
    const int nin = static_cast<int>(call.inputs.size()), operands = nin + static_cast<int>(call.outputs.size());
    const Shape& shape = call.shape ? *call.shape : call.inputs[0]->shape();
    ReductionLayout layout;
    for (int axis = 0, kept = 0; axis < shape.size(); ++axis) {
        const bool is_reduced = call.reduced >> axis & 1u;
        (is_reduced ? layout.length : layout.outputs) *= shape[axis];
        if (!is_reduced) ++kept;
        if (shape[axis] == 1) continue;
        auto& target = is_reduced ? layout.reduced[layout.nreduced++] : layout.kept[layout.nkept++];
        target.length = shape[axis];
        for (int k = 0; k < operands; ++k)
            target.strides[k] = k < nin      ? (call.inputs[k] ? call.inputs[k]->strides()[axis] : 0)
                                : is_reduced ? 0
                                             : call.outputs[k - nin]->strides()[kept - 1];
    }
    if (layout.outputs == 0) return layout;
    layout.collapse(layout.kept, layout.nkept, operands, nin, true);
    layout.collapse(layout.reduced, layout.nreduced, nin, nin, !reduction_.indexed && !reduction_.sequential);
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
    header.kept_ndim = layout.nkept;
    header.reduced_ndim = layout.nreduced;
    for (int d = 0; d < layout.nkept; ++d) header.kept_shape[d] = layout.kept[d].length;
    for (int d = 0; d < layout.nreduced; ++d) header.reduced_shape[d] = layout.reduced[d].length;
    return header;
}

}  // namespace

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
    const ReductionPlan plan = plan_reduction(traits_, layout, runtime::device_traits());
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
