#include "kernel/engine/reduction/reduction.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "cuprum/elementwise_args.h"
#include "cuprum/gil_release.h"
#include "cuprum/reduction_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/recorder.h"
#include "kernel/graph/storage.h"
#include "runtime/capture.h"
#include "runtime/context.h"
#include "runtime/thread_streams.h"

namespace cuprum::kernel {
namespace {

using runtime::Launch;

constexpr std::int64_t block = reduction_block;
constexpr std::size_t largest_arguments = 4096;  // bytes that every GPU takes
constexpr std::size_t max_extra_words = largest_arguments / sizeof(std::int64_t);

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
constexpr std::int64_t power_of_two_above(std::int64_t n) {
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(n)));
}

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

/// The axes that are kept and those that are reduced, each made as few as they can be.
struct ReductionKernel::Geometry {
    struct Axis {
        std::int64_t length;
        std::array<std::int64_t, max_reduction_operands> strides;  // bytes; inputs, then outputs
    };
    std::array<Axis, max_ndim> kept, reduced;
    int nkept = 0, nreduced = 0;
    std::int64_t outputs = 1, length = 1;
    std::array<std::int64_t, max_reduction_operands> offset{};

    /// `operands` strides count; `reorder` allows to sort axes and to turn them round.
    void collapse(std::array<Axis, max_ndim>& axes, int& count, int operands, int inputs, bool reorder) {
        auto inside = [&](const Axis& a, const Axis& b) {
            for (int k = 0; k < inputs; ++k) {
                std::int64_t sa = std::abs(a.strides[k]), sb = std::abs(b.strides[k]);
                if (sa != sb && sa != 0 && sb != 0) return sa < sb;
            }
            return false;
        };
        if (reorder) {
            for (int i = 1; i < count; ++i)
                for (int j = i; j > 0 && inside(axes[j - 1], axes[j]); --j) std::swap(axes[j - 1], axes[j]);
            for (int i = 0; i < count; ++i)
                if (axes[i].strides[0] < 0)
                    for (int k = 0; k < operands; ++k) {
                        offset[k] += axes[i].strides[k] * (axes[i].length - 1);
                        axes[i].strides[k] = -axes[i].strides[k];
                    }
        }
        int merged = 0;
        for (int i = 0; i < count; ++i) {
            bool merges = merged > 0;
            for (int k = 0; merges && k < operands; ++k)
                merges = axes[merged - 1].strides[k] == axes[i].strides[k] * axes[i].length;
            const std::int64_t outer = merges ? axes[--merged].length : 1;
            if (merged != i) axes[merged] = axes[i];
            axes[merged++].length *= outer;
        }
        count = merged;
    }
};

/// ReductionArgs, whose number of operands is known only here.
struct alignas(16) ReductionKernel::Arguments {
    ReductionHeader header;
    std::int64_t words[max_reduction_operands * (3 + 2 * max_reduction_dims) + 1 + max_extra_words];
    int count = 0;

    std::size_t bytes() const { return sizeof header + static_cast<std::size_t>(count) * sizeof words[0]; }
};

ReductionKernel::ReductionKernel(Reduction reduction) : reduction_(std::move(reduction)) {
    if (reduction_.map.inputs.size() + reduction_.outputs.size() > max_reduction_operands)
        throw ValueError("a reduction kernel takes at most " + std::to_string(max_reduction_operands) + " arrays");
    // As `width` in device/cuprum/reduction.h.
    std::int64_t state_bytes = reduction_.user ? reduction_.user->state_bytes : reduction_.counted ? 8 : 0, largest = 1;
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
    components_ = reduction_.user ? static_cast<std::size_t>(state_bytes / 32) + 2 : state_types_.size() + 1;
    for (DType input : reduction_.map.inputs) largest = std::max<std::int64_t>(largest, itemsize(input));
    const std::int64_t most =
        std::min({std::int64_t{16}, 16 / largest, 128 / std::min<std::int64_t>(state_bytes, 128)});
    vector_ = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(most)));
}

std::span<const ReductionPlan> reduction_plans(bool gpu) {
    using enum ReductionPlan;
    static constexpr ReductionPlan on_gpu[] = {rows, groups, packed, columns, strided},
                                   on_cpu[] = {rows, columns, merge};
    return gpu ? std::span<const ReductionPlan>(on_gpu) : on_cpu;
}

std::string ReductionKernel::entry_name(ReductionPlan plan) const {
    static constexpr const char* suffix[] = {"_rows", "_groups", "_packed", "_columns", "_strided", "_merge"};
    return (reduction_.user ? "" : "cuprum_") + reduction_.name + suffix[static_cast<int>(plan)];
}

std::string ReductionKernel::source(ReductionPlan plan) const {
    static constexpr const char* macro[] = {"ROWS", "GROUPS", "PACKED", "COLUMNS", "STRIDED", "MERGE"};
    const std::string entry = entry_name(plan), op = entry + "_op";
    const auto& user = reduction_.user;
    const Expression* const map[] = {&reduction_.map};
    return "#include <cuprum/reduction.h>\n" +
           (user ? user->text : include_lines(reduction_.headers) + preludes(map) + operation(op)) +
           "CUPRUM_REDUCTION_" + macro[static_cast<int>(plan)] + "(" + entry + ", " +
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

void ReductionKernel::launch(ReductionPlan plan, const Launch& launch, const Arguments& arguments) {
    const auto function = functions_[static_cast<std::size_t>(plan)].get([&] {
        return KernelSource{entry_name(plan), source(plan),
                            reduction_.user ? reduction_.user->options : std::vector<std::string>{}};
    });
    DataAccess::launch(function, launch, &arguments.header, arguments.bytes(), 0);
}

void ReductionKernel::run(const ReductionCall& call) {
    if (runtime::context.recorder && !reduction_.user) [[unlikely]]
        return runtime::context.recorder->reduction(*this, call);
    const int nin = static_cast<int>(call.inputs.size()), operands = nin + static_cast<int>(call.outputs.size());
    tell_bytes([&] {
        std::int64_t bytes = 0;
        for (const auto& arrays : {call.inputs, call.outputs})
            for (const ndarray* a : arrays) bytes += a ? a->nbytes() : 0;
        return static_cast<std::size_t>(bytes);
    });
    Geometry geometry;
    const Shape& shape = call.shape ? *call.shape : call.inputs[0]->shape();
    for (int axis = 0, kept = 0; axis < shape.size(); ++axis) {
        const bool is_reduced = call.reduced >> axis & 1u;
        (is_reduced ? geometry.length : geometry.outputs) *= shape[axis];
        if (!is_reduced) ++kept;
        if (shape[axis] == 1) continue;
        auto& target = is_reduced ? geometry.reduced[geometry.nreduced++] : geometry.kept[geometry.nkept++];
        target.length = shape[axis];
        for (int k = 0; k < operands; ++k)
            target.strides[k] = k < nin      ? (call.inputs[k] ? call.inputs[k]->strides()[axis] : 0)
                                : is_reduced ? 0
                                             : call.outputs[k - nin]->strides()[kept - 1];
    }
    if (geometry.outputs == 0) return;
    geometry.collapse(geometry.kept, geometry.nkept, operands, nin, true);
    geometry.collapse(geometry.reduced, geometry.nreduced, nin, nin, !reduction_.indexed && !reduction_.sequential);
    if (geometry.nkept > max_reduction_dims || geometry.nreduced > max_reduction_dims)
        throw NotSupportedError("a reduction over an array of shape " + to_string(shape) +
                                " whose axes make more than " + std::to_string(max_reduction_dims) +
                                " groups; copy the array to C order, or reduce some axes first");

    Arguments arguments;
    ReductionHeader& header = arguments.header;
    header.tail.count = geometry.length;
    header.tail.parameter = call.parameter;
    header.flags = 0;
    if (call.initial) {
        call.initial->store(reduction_.map.outputs[0].storage, header.tail.initial);
        header.flags |= reduction_initial;
    }
    header.partial = nullptr;
    header.tickets = nullptr;
    header.outputs = geometry.outputs;
    header.length = geometry.length;
    header.piece = geometry.length;
    header.tiles = 1;
    header.splits = header.threads = 1;
    header.kept_ndim = geometry.nkept;
    header.reduced_ndim = geometry.nreduced;
    for (int d = 0; d < geometry.nkept; ++d) header.kept_shape[d] = geometry.kept[d].length;
    for (int d = 0; d < geometry.nreduced; ++d) header.reduced_shape[d] = geometry.reduced[d].length;
    std::int64_t* word = arguments.words;
    DataAccess data;
    for (int k = 0; k < operands; ++k) {
        const ndarray* a = k < nin ? call.inputs[k] : call.outputs[k - nin];
        unsigned long long first = 0;
        if (a && !a->buffer()) first = counter_origin + static_cast<unsigned long long>(a->offset());
        else if (a) first = device_address(k < nin ? data.read(*a) : data.write(*a));
        *word++ = a ? static_cast<std::int64_t>(first) + geometry.offset[k] : 0;
    }
    for (int k = 0; k < operands; ++k, word += max_reduction_dims)
        for (int d = 0; d < geometry.nkept; ++d) word[d] = geometry.kept[d].strides[k];
    for (int k = 0; k < nin; ++k, word += max_reduction_dims)
        for (int d = 0; d < geometry.nreduced; ++d) word[d] = geometry.reduced[d].strides[k];
    if ((sizeof header / 8 + static_cast<std::size_t>(word - arguments.words)) % 2)
        ++word;  // values lie at multiples of 16
    for (int k = 0; k < nin; ++k, word += 2)
        if (!call.inputs[k]) std::memcpy(word, call.values[k].bits, sizeof(ReductionValue));
    if (word - arguments.words + call.extra.size() + sizeof header / 8 > largest_arguments / 8)
        throw ValueError("the arguments of this reduction take more than the " + std::to_string(largest_arguments) +
                         " bytes that a launch takes; pass fewer arrays");
    word = std::copy(call.extra.begin(), call.extra.end(), word);
    arguments.count = static_cast<int>(word - arguments.words);
    header.uniform = 0;

    if (runtime::backend().is_gpu()) run_gpu(geometry, arguments);
    else run_cpu(geometry, arguments);
}

namespace {

/// What plans ask of the axes.
struct Layout {
    bool reduced_inner = true, kept_inner = true;  // the innermost such axis is contiguous in every input
    unsigned reduced_still = 0, kept_still = 0;    // inputs that do not move along that axis, and do not count there
    bool along_rows = false;                       // an output's elements lie closer together than outputs do
    std::int64_t inner_kept = 1;
};

template <class Geometry>
Layout layout_of(const Geometry& g, const Expression& map) {
    const auto& inputs = map.inputs;
    Layout layout;
    const auto* reduced = g.nreduced ? &g.reduced[g.nreduced - 1] : nullptr;
    const auto* kept = g.nkept ? &g.kept[g.nkept - 1] : nullptr;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
        if (inputs.size() > 1 && (!reduced || reduced->strides[k] == 0)) layout.reduced_still |= 1u << k;
        else layout.reduced_inner &= reduced && reduced->strides[k] == itemsize(inputs[k]);
        if (inputs.size() > 1 && (!kept || kept->strides[k] == 0)) layout.kept_still |= 1u << k;
        else layout.kept_inner &= kept && kept->strides[k] == itemsize(inputs[k]);
    }
    // The first input tells where vectors begin.
    if (layout.reduced_still & 1u) layout.reduced_inner = false;
    if (layout.kept_still & 1u) layout.kept_inner = false;
    // A CPU reads counters from its buffers.
    if (map.counters && !runtime::backend().is_gpu()) layout.reduced_inner = layout.kept_inner = false;
    layout.along_rows =
        reduced && (!kept || std::abs(reduced->strides[0]) < std::abs(kept->strides[0]) || kept->strides[0] == 0);
    if (kept) layout.inner_kept = kept->length;
    return layout;
}

// At least what a state's components take with the padding of vector_pack.
std::size_t state_room(std::size_t components, std::int64_t states) {
    return (components + 1) * 32 * static_cast<std::size_t>(states);
}

}  // namespace

void ReductionKernel::run_gpu(Geometry& g, Arguments& arguments) {
    constexpr std::int64_t kib = 1024;
    ReductionHeader& header = arguments.header;
    const auto& inputs = reduction_.map.inputs;
    const Layout layout = layout_of(g, reduction_.map);
    const std::int64_t bytes = itemsize(inputs[0]), row_bytes = g.length * bytes, total_bytes = g.outputs * row_bytes;
    // Whether every row or column starts at the boundary of a vector, in all inputs.
    bool aligned = true;
    const bool along_rows = (layout.along_rows && !reduction_.sequential) || g.length == 0;
    header.uniform = along_rows ? layout.reduced_still : layout.kept_still;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
        if ((header.uniform | reduction_.map.counters) >> k & 1u) continue;
        const std::int64_t mask = vector_ * itemsize(inputs[k]) - 1;
        aligned = aligned && !(arguments.words[k] & mask);
        for (int d = 0; aligned && d < g.nkept; ++d)
            aligned = (layout.kept_inner && d == g.nkept - 1) || !(g.kept[d].strides[k] & mask);
        if (!layout.along_rows)
            for (int d = 0; aligned && d < g.nreduced; ++d) aligned = !(g.reduced[d].strides[k] & mask);
    }
    Launch launch;
    launch.block[0] = block;
    ReductionPlan plan;
    std::int64_t blocks, tickets_needed = 0;
    if (along_rows) {
        const bool one_run = g.nreduced == 1 && layout.reduced_inner;
        const bool packs = one_run && inputs.size() == 1 && row_bytes <= 128 && g.length <= 32 && g.outputs >= 1024 &&
                           g.nkept == 1 && g.kept[0].strides[0] == row_bytes;
        if (packs) {
            plan = ReductionPlan::packed;
            if (!(arguments.words[0] & 15)) header.flags |= reduction_vector;
            header.threads = static_cast<int>(std::clamp<std::int64_t>(24 * kib / (block * row_bytes), 1, 8));
            launch.shared_bytes = static_cast<std::uint32_t>(block * header.threads * row_bytes);
            blocks = ceil_div(g.outputs, block * header.threads);
        } else if ((row_bytes <= 1 * kib && g.outputs >= 64) || (row_bytes <= 4 * kib && g.outputs >= 8192)) {
            plan = ReductionPlan::groups;
            if (one_run && aligned && g.length % vector_ == 0 && g.nkept <= 1)
                header.flags |= reduction_vector | reduction_aligned;
            else if (one_run && inputs.size() == 1) header.flags |= reduction_vector;
            const std::int64_t wanted =
                power_of_two_above(ceil_div(g.length, header.flags & reduction_vector ? vector_ : 1));
            header.threads = static_cast<int>(std::clamp<std::int64_t>(wanted, reduction_group_rows, 32));
            blocks = ceil_div(g.outputs, block / header.threads * reduction_group_rows);
        } else {
            plan = ReductionPlan::rows;
            if (layout.reduced_inner) header.flags |= reduction_inner;
            // A share_total holds what a thread gets of twice a piece.
            const std::int64_t piece = std::clamp(total_bytes / 1024, 8 * kib, 128 * kib) / bytes / 64 * 64;
            if (g.length >= 2 * piece) {
                header.piece = piece;
                header.splits = static_cast<int>(ceil_div(g.length, piece));
            }
            blocks = g.outputs * header.splits;
            tickets_needed = g.outputs;
        }
    } else {
        const bool vectors = vector_ > 1 && layout.kept_inner && aligned && layout.inner_kept % vector_ == 0;
        plan = vectors ? ReductionPlan::columns : ReductionPlan::strided;
        const std::int64_t width = vectors ? vector_ : 1, threads = ceil_div(g.outputs, width);
        const bool together = reduction_.sequential || g.length < 64;
        header.threads = static_cast<int>(together ? block : std::min<std::int64_t>(power_of_two_above(threads), 32));
        header.tiles = ceil_div(threads, header.threads);
        const std::int64_t down = block / header.threads;
        if (!together) {
            // Enough blocks to fill the device, each with enough to do, and no sum so long that it loses digits.
            const std::int64_t least = std::max(down * 16, 16 * kib / (header.threads * width * bytes));
            const std::int64_t most = reduction_.cascade ? down * 128 : down * 4096;
            header.piece = std::clamp(ceil_div(g.length * header.tiles, 2048), least, std::max(least, most));
            header.splits = static_cast<int>(ceil_div(g.length, header.piece));
        }
        blocks = header.tiles * header.splits;
        tickets_needed = header.tiles;
    }
    cuda::BlockRef partial;
    if (header.splits > 1) {
        partial = cuda::allocate(state_room(components_, g.outputs * header.splits));
        header.partial = static_cast<char*>(partial.pointer());
        header.tickets = tickets(tickets_needed);
    }
    launch.grid[0] = static_cast<std::uint32_t>(blocks);
    this->launch(plan, launch, arguments);
}

void ReductionKernel::run_cpu(Geometry& g, Arguments& arguments) {
    // Elements. A sum that rounds is divided further, so that no state takes many additions.
    const std::int64_t piece = reduction_.cascade ? 1 << 13 : 1 << 15;
    constexpr std::int64_t worth_a_thread = 1 << 14;
    constexpr long long longest_sum = 1024;  // rows of a column
    ReductionHeader& header = arguments.header;
    const Layout layout = layout_of(g, reduction_.map);
    Launch launch;
    ReductionPlan plan;
    std::int64_t elements;  // of an item
    if (layout.along_rows && !reduction_.sequential && (g.length >= 32 || g.outputs < 32)) {
        plan = ReductionPlan::rows;
        if (layout.reduced_inner) header.flags |= reduction_inner, header.uniform = layout.reduced_still;
        if (g.length >= 2 * piece) {
            header.piece = piece;
            header.splits = static_cast<int>(ceil_div(g.length, piece));
        }
        launch.items = g.outputs * header.splits;
        elements = header.piece;
    } else {
        plan = ReductionPlan::columns;
        // What stays along the columns must do so along their elements too.
        bool direct = layout.kept_inner && (g.nkept == 1 || layout.inner_kept >= 32);
        for (std::size_t k = 0; k < reduction_.map.inputs.size(); ++k)
            if ((layout.kept_still >> k & 1u) && g.nreduced > 0 && g.reduced[g.nreduced - 1].strides[k] != 0)
                direct = false;
        if (direct) header.flags |= reduction_inner, header.uniform = layout.kept_still;
        else if (g.nkept > 1) header.flags |= reduction_flat;
        const std::int64_t width = header.flags & reduction_flat ? g.outputs : layout.inner_kept;
        header.tiles = ceil_div(width, reduction_tile) * (g.outputs / width);
        const std::int64_t tile = std::min<std::int64_t>(width, reduction_tile);
        if (!reduction_.sequential) {
            const std::int64_t wanted = std::min(ceil_div(32, header.tiles), g.length * tile / worth_a_thread);
            if (wanted > 1) header.piece = ceil_div(ceil_div(g.length, wanted), 8) * 8;
            if (reduction_.cascade) header.piece = std::min(header.piece, longest_sum);
            header.splits = static_cast<int>(
                std::max<std::int64_t>(ceil_div(g.length, std::max<std::int64_t>(header.piece, 1)), 1));
        }
        launch.items = header.tiles * header.splits;
        elements = header.piece * tile;
    }
    launch.grain = std::max<std::int64_t>(worth_a_thread / std::max<std::int64_t>(elements, 1), 1);
    cuda::BlockRef partial;
    if (header.splits > 1) {
        partial = cuda::allocate(state_room(components_, g.outputs * header.splits));
        header.partial = static_cast<char*>(partial.pointer());
    }
    this->launch(plan, launch, arguments);
    if (header.splits > 1) {
        launch.items = g.outputs;
        launch.grain = std::max<std::int64_t>(worth_a_thread / 8 / header.splits, 1);
        this->launch(ReductionPlan::merge, launch, arguments);
    }
}

}  // namespace cuprum::kernel
