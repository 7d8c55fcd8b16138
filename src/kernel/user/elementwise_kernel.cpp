// ElementwiseKernel: from a user's text and the arguments of a call to a kernel. Operations that see nothing but
// elements (and their number, `i`) run on the plans of all elementwise kernels; others get a kernel that is one loop.
#include <algorithm>
#include <array>
#include <cstring>
#include <list>

#include "core/layout.h"
#include "cuprum/kernel.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/engine/recorder.h"
#include "kernel/graph/template.h"
#include "kernel/plan/collapse.h"
#include "kernel/user/instances.h"
#include "kernel/user/parameters.h"

namespace cuprum {
namespace {

using kernel::ArgumentWriter, kernel::FunctionSlot, kernel::Instances, kernel::KernelKey, kernel::KernelOperand,
    kernel::KernelSource, kernel::Parameters, kernel::max_operands, kernel::max_parameters, kernel::mentions,
    kernel::mentions_prefix, kernel::text_type;
using Planned = kernel::ElementwiseKernel;

constexpr std::int64_t largest_block = 1024;  // threads
constexpr std::int64_t largest_grid = (1ll << 31) - 1;
// Elements that are worth a thread's wake-up: of plain statements, and of those with loops of their own.
constexpr std::int64_t plain_grain = 16384, busy_grain = 16;

using Nest = kernel::LoopNest<static_cast<int>(max_parameters)>;

// Names by which an operation sees more than its elements.
bool sees_loop(std::string_view text) {
    for (const char* name : {"_ind", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "__shared__",
                             "__syncthreads", "__syncwarp", "CUPY_FOR"})
        if (mentions(text, name)) return true;
    for (const char* prefix :
         {"_raw_", "__shfl", "__ballot", "__any", "__all", "__match", "__activemask", "__syncthreads_"})
        if (mentions_prefix(text, prefix)) return true;
    return false;
}

/// Numbers of a struct's array, of which one of no length has one entry.
void put_many(ArgumentWriter& arguments, const std::int64_t* numbers, int count) {
    constexpr std::int64_t none = 0;
    arguments.put_all(count ? std::span(numbers, static_cast<std::size_t>(count)) : std::span(&none, 1));
}

/// A kernel that is one loop.
struct LoopKernel {
    std::vector<DType> inputs;
    KernelSource source;
    FunctionSlot function;
};

/// A kernel on the common plans, and what it was made for.
struct PlannedKernel {
    PlannedKernel(std::vector<DType> inputs, const std::string& name, kernel::Expression signature,
                  kernel::UserText text)
        : inputs(std::move(inputs)), kernel(name, std::move(signature), std::move(text)) {}
    PlannedKernel(std::vector<DType> inputs, const std::string& name, kernel::Expression expression)
        : inputs(std::move(inputs)), kernel(name, std::move(expression)) {}
    std::vector<DType> inputs;
    Planned kernel;
};

// Inputs and outputs of a kernel that a traced function's other work can be merged with.
constexpr std::size_t most_merged = 10;

/// Whether text may stand in a namespace of its own, beside other texts.
bool is_local(const std::string& preamble) {
    if (preamble.find('#') != std::string::npos) return false;
    for (const char* word : {"namespace", "extern", "using", "template"})
        if (mentions(preamble, word)) return false;
    return true;
}

/// How the loop of a LoopKernel sees an argument.
struct View {
    enum Kind : std::uint8_t { scalar, array, raw } kind;
    int ndim;
    bool contiguous;
};

}  // namespace

struct ElementwiseKernel::State {
    std::string name, operation;
    ElementwiseKernelOptions options;
    Parameters in, out;
    kernel::CompilerOptions compiler;
    bool looped = false;  ///< It needs a kernel that is one loop.
    bool busy = false;    ///< An element may take long.
    bool uses_i = false;
    bool uses_ind = false;  ///< `_ind` may be asked for its axes.
    bool keeps = false;     ///< Outputs may keep old values.
    bool merges = false;    ///< A traced function's other work can be merged with it.
    Instances<PlannedKernel> planned, merged;
    Instances<LoopKernel> loops;

    const KernelParameter& parameter(std::size_t k) const { return k < in.size() ? in[k] : out[k - in.size()]; }
    std::size_t count() const { return in.size() + out.size(); }
    bool has_parameter(std::string_view wanted) const {
        for (std::size_t k = 0; k < count(); ++k)
            if (parameter(k).name == wanted) return true;
        return false;
    }
    bool takes_records(const DType* types) const { return !std::all_of(types, types + count(), is_number); }
    std::string preamble(const DType* types) const {
        return "#include <cuprum/user_kernel.h>\n" + kernel::record_header(std::span(types, count())) +
               compiler.definitions + kernel::typedefs(in, out, types) + options.preamble + "\n";
    }

    class Whole;
    void run_planned(std::span<const Operand> arguments, const DType* types, const Shape& shape,
                     std::span<ndarray> outputs);
    PlannedKernel make_planned(const DType* types, bool keep, bool as_step) const;
    void run_loop(std::span<const Operand> arguments, const DType* types, const Shape& shape,
                  std::span<ndarray> outputs, const ElementwiseLaunch& launch);
    LoopKernel make_loop(const DType* types, const View* views, int ndim) const;
};

ElementwiseKernel::ElementwiseKernel(const std::string& in_params, const std::string& out_params,
                                     const std::string& operation, const std::string& name,
                                     ElementwiseKernelOptions options)
    : state_(std::make_shared<State>()) {
    State& s = *state_;
    s.in = kernel::parse_parameters(in_params, true);
    s.out = kernel::parse_parameters(out_params, false);
    kernel::check_signature(name, s.in, s.out, "i");
    s.name = name;
    s.operation = operation;
    s.options = std::move(options);
    s.compiler = kernel::compiler_options(s.options.options);
    s.looped = s.out.empty() || !s.options.loop_prep.empty() || !s.options.after_loop.empty() || sees_loop(operation) ||
               sees_loop(s.compiler.definitions + s.options.preamble);
    for (std::size_t k = 0; k < s.count(); ++k) s.looped |= s.parameter(k).raw;
    // Macros may use these names too.
    const std::string around = s.compiler.definitions + s.options.preamble;
    const bool macros = around.find("#define") != std::string::npos;
    const auto uses = [&](const char* word) { return mentions(operation, word) || (macros && mentions(around, word)); };
    s.uses_i = uses("i");
    for (const char* loop : {"for", "while"}) s.busy |= mentions(operation, loop) || mentions(s.options.preamble, loop);
    s.looped |= uses("n") && !s.has_parameter("n");
    s.keeps = macros || kernel::keeps_outputs(operation, s.out);
    // More operands than the plans take: outputs, inputs, `i`, old outputs.
    s.looped |= 2 * s.out.size() + s.in.size() + 1 > static_cast<std::size_t>(max_operands);
    s.merges = !s.looped && s.options.options.empty() && s.count() <= most_merged && is_local(s.options.preamble) &&
               operation.find('#') == std::string::npos;
    s.uses_ind = mentions(operation + s.options.preamble + s.options.loop_prep + s.options.after_loop, "_ind");
}
ElementwiseKernel::~ElementwiseKernel() = default;
ElementwiseKernel::ElementwiseKernel(ElementwiseKernel&&) noexcept = default;
ElementwiseKernel& ElementwiseKernel::operator=(ElementwiseKernel&&) noexcept = default;

const std::string& ElementwiseKernel::name() const { return state_->name; }
const std::string& ElementwiseKernel::operation() const { return state_->operation; }
const ElementwiseKernelOptions& ElementwiseKernel::options() const { return state_->options; }
const std::vector<KernelParameter>& ElementwiseKernel::in_params() const { return state_->in; }
const std::vector<KernelParameter>& ElementwiseKernel::out_params() const { return state_->out; }

std::vector<std::pair<std::vector<DType>, std::string>> ElementwiseKernel::cached_codes() const {
    std::vector<std::pair<std::vector<DType>, std::string>> codes;
    state_->planned.for_each([&](const PlannedKernel& made) {
        codes.emplace_back(
            made.inputs, made.kernel.source(kernel::elementwise_loops(runtime::device_traits().thread_blocks).front()));
    });
    state_->loops.for_each([&](const LoopKernel& made) { codes.emplace_back(made.inputs, made.source.text); });
    return codes;
}

/// A call that a traced function makes, to be made again when the function's kernels run.
class ElementwiseKernel::State::Whole final : public kernel::WholeKernel {
public:
    Whole(std::shared_ptr<State> state, const ElementwiseLaunch& launch)
        : kernel_(std::move(state)), launch_{.size = launch.size, .block_size = launch.block_size} {}

    void run(std::span<const Operand> inputs, std::span<const ndarray> outputs) const override {
        std::vector<Operand> arguments(inputs.begin(), inputs.end());
        for (const ndarray& output : outputs) arguments.emplace_back(output);
        std::vector<ndarray> results(outputs.size());
        kernel_.call(arguments, launch_, results.data());
    }
    std::string fingerprint() const override {
        return "elementwise " + std::to_string(reinterpret_cast<std::uintptr_t>(kernel_.state_.get())) + ' ' +
               std::to_string(launch_.size) + ' ' + std::to_string(launch_.block_size);
    }

private:
    ElementwiseKernel kernel_;
    ElementwiseLaunch launch_;
};

void ElementwiseKernel::call(std::span<const Operand> arguments, const ElementwiseLaunch& launch,
                             ndarray* results) const {
    State& s = *state_;
    const std::size_t nin = s.in.size(), nout = s.out.size();
    if (arguments.size() != nin && arguments.size() != nin + nout)
        throw TypeError("Wrong number of arguments for kernel '" + s.name + "': it takes " + std::to_string(nin) +
                        ", or " + std::to_string(nin + nout) + " with outputs, and " +
                        std::to_string(arguments.size()) + " were given");
    if (launch.block_size <= 0 || launch.block_size > largest_block)
        throw ValueError("block_size must be from 1 to " + std::to_string(largest_block) + ", not " +
                         std::to_string(launch.block_size));
    std::optional<cuda::StreamGuard> guard;
    if (launch.stream) guard.emplace(*launch.stream);

    std::array<DType, max_parameters> types;
    kernel::decide_types(s.name, s.in, s.out, arguments, types.data());

    // The loop's shape: that of the arrays that are not raw, broadcast together.
    Shape shape;
    const ndarray* first = nullptr;
    bool equal = true;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
        if (!arguments[k].is_array() || s.parameter(k).raw) continue;
        const ndarray& array = arguments[k].array();
        if (!first) first = &array;
        equal = equal && array.shape() == first->shape();
    }
    const bool sized = launch.size != -1;
    if (sized) {
        if (first) throw ValueError("Specified 'size' can be used only if all of the arrays are 'raw'");
        if (launch.size < 0) throw ValueError("size must not be negative: it is " + std::to_string(launch.size));
        shape = {launch.size};
    } else if (!first) {
        throw ValueError("Loop size is undecided: kernel '" + s.name +
                         "' got no array that is not raw; pass one, or `size`");
    } else if (equal) {
        shape = first->shape();
    } else {
        std::vector<Shape> shapes;
        for (std::size_t k = 0; k < arguments.size(); ++k)
            if (arguments[k].is_array() && !s.parameter(k).raw) shapes.push_back(arguments[k].array().shape());
        shape = broadcast_shapes(shapes);
    }

    const std::span<ndarray> outputs(results, nout);
    for (std::size_t k = 0; k < nout; ++k) {
        if (arguments.size() == nin) {
            if (s.out[k].raw && !sized)
                throw ValueError("Output array size is undecided: output '" + s.out[k].name + "' of kernel '" + s.name +
                                 "' is raw; pass it, or `size`");
            outputs[k] = kernel::new_array(shape, types[nin + k]);
        } else {
            outputs[k] = arguments[nin + k].array();
            if (!s.out[k].raw && !(outputs[k].shape() == shape))
                throw ValueError("Out shape is mismatched: output '" + s.out[k].name + "' of kernel '" + s.name +
                                 "' is " + to_string(outputs[k].shape()) + ", and the arguments broadcast to " +
                                 to_string(shape));
        }
    }
    if (element_count(shape) == 0) return;
    if (runtime::context.recorder) kernel::check_recordable(s.name, s.in, launch.stream);
    if (runtime::context.recorder && (!s.merges || s.takes_records(types.data())))
        kernel::recorder()->whole(std::make_shared<State::Whole>(state_, launch), arguments.first(nin), outputs,
                                  arguments.size() > nin);
    else if (s.looped || s.takes_records(types.data())) s.run_loop(arguments, types.data(), shape, outputs, launch);
    else s.run_planned(arguments, types.data(), shape, outputs);
}

namespace {

/// An input, or a copy of it where it lies in an output's memory but is not the very same elements.
const ndarray& apart(const ndarray& input, std::span<const ndarray> outputs, bool given, std::list<ndarray>& copies) {
    if (given)
        for (const ndarray& out : outputs)
            if (may_share_memory(input, out) && !same_elements(input, out)) return copies.emplace_back(input.copy());
    return input;
}

Strides index_steps(const Shape& shape) { return contiguous_strides(shape, 1); }

}  // namespace

// ---------------------------------------------------------------------------------------------------- the common plans

void ElementwiseKernel::State::run_planned(std::span<const Operand> arguments, const DType* types, const Shape& shape,
                                           std::span<ndarray> outputs) {
    const bool given = arguments.size() > in.size(), keep = given && keeps, recorded = runtime::context.recorder;
    std::array<KernelOperand, max_operands> operands;
    std::list<ndarray> copies;
    std::size_t count = 0;
    for (const ndarray& out : outputs) operands[count++].array = &out;
    for (std::size_t k = 0; k < in.size(); ++k, ++count) {
        if (arguments[k].is_array()) {
            operands[count].array =
                recorded ? &arguments[k].array() : &apart(arguments[k].array(), outputs, given, copies);
        } else {
            kernel::check_scalar(arguments[k].scalar(), in[k], types[k]);
            operands[count].set(arguments[k].scalar(), types[k]);
        }
    }
    ndarray index;
    if (uses_i) {
        index = kernel::counter(shape, index_steps(shape));
        operands[count++].array = &index;
    }
    if (keep)
        for (const ndarray& out : outputs) operands[count++].array = &out;
    KernelKey key;
    key.put(keep);
    for (std::size_t k = 0; k < in.size() + out.size(); ++k) key.put_any(types[k]);
    PlannedKernel& made = (recorded ? merged : planned).get(key, [&] { return make_planned(types, keep, recorded); });
    made.kernel.run(std::span(operands.data(), count), shape);
}

/// Of the text a kernel of its own, or a step that other work can be merged with.
PlannedKernel ElementwiseKernel::State::make_planned(const DType* types, bool keep, bool as_step) const {
    kernel::Expression signature;
    std::string before;
    std::vector<std::string> operands, parameters, arguments;  // as the loops take them, and with the user's names
    const auto add = [&](const std::string& type, const std::string& parameter) {
        operands.push_back(type);
        parameters.push_back(parameter);
    };
    for (std::size_t k = 0; k < out.size(); ++k) {
        const DType type = types[in.size() + k];
        signature.outputs.push_back({static_cast<kernel::ValueId>(k), type});
        add(text_type(type), out[k].ctype + "& " + out[k].name);
        arguments.push_back("r" + std::to_string(k));
    }
    for (std::size_t k = 0; k < in.size(); ++k) {
        arguments.push_back("in" + std::to_string(signature.add_input(types[k])));
        add(text_type(types[k]),
            (in[k].is_const ? "const " : "") + in[k].ctype + (in[k].is_const ? "& " : " ") + in[k].name);
    }
    if (uses_i) {
        arguments.push_back("counter{in" + std::to_string(signature.add_counter()) + "}");
        add("cuprum::counter", "const cuprum::counter& _counter");
        before += "ptrdiff_t i = _counter;\n";
    }
    if (keep)
        for (std::size_t k = 0; k < out.size(); ++k) {
            arguments.push_back("in" + std::to_string(signature.add_input(types[in.size() + k])));
            add(text_type(types[in.size() + k]), "const " + out[k].ctype + "& _old_" + out[k].name);
            before += out[k].name + " = _old_" + out[k].name + ";\n";
        }
    const auto list = [](const std::vector<std::string>& items) {
        return kernel::joined(items.size(), ", ", [&](std::size_t k) { return items[k]; });
    };
    const std::string operation_name = name + "_operation";
    // The loop makes `continue` leave the element, as it does in the loop that the statements seem to be in.
    const std::string definition =
        kernel::fill(R"(
struct $name {
    static constexpr int nout = $nout;
    static constexpr bool only_elements = true;
    $is_long
    using operands = cuprum::types<$operands>;
    CUPRUM_DEVICE static void apply($parameters) {
        $before
        do {
$operation;
        } while (false);
    }
};
)",
                     {{"name", operation_name},
                      {"nout", out.size()},
                      {"is_long", options.is_long ? "static constexpr bool is_long = true;" : ""},
                      {"operands", list(operands)},
                      {"parameters", list(parameters)},
                      {"before", before},
                      {"operation", operation}});
    std::vector<DType> inputs(types, types + in.size());
    if (!as_step)
        return PlannedKernel(std::move(inputs), name, std::move(signature),
                             kernel::UserText{preamble(types) + definition, operation_name, compiler.options});

    // In a namespace that is named for the text: others may call their types and functions the same.
    const auto numbered = [&](const char* text) {
        return kernel::lines(out.size(), [&](std::size_t k) {
            return kernel::fill(text, {{"k", k}, {"type", text_type(types[in.size() + k])}});
        });
    };
    const std::string text =
        kernel::typedefs(in, out, types) + options.preamble + "\n" + definition + numbered("typedef $type _result$k;");
    const std::string space = "cuprum_user_" + std::to_string(std::hash<std::string>()(text));
    kernel::Expression::Step step;
    step.cost = Cost::expensive;  // for all that is known
    step.prelude = "#include <cuprum/user_kernel.h>\nnamespace " + space + " {\n" + text + "}\n";
    step.in_types = signature.inputs;
    for (std::size_t k = 0; k < signature.inputs.size(); ++k) step.arguments.push_back(static_cast<kernel::ValueId>(k));
    for (std::size_t k = 0; k < out.size(); ++k) step.out_types.push_back(types[in.size() + k]);
    step.body = numbered(("::" + space + "::_result$k r$k;").c_str()) + "::" + space + "::" + operation_name +
                "::apply(" + list(arguments) + ");\n" + numbered("out$k = r$k;");
    const kernel::ValueId first = signature.add_step(std::move(step));
    for (std::size_t k = 0; k < out.size(); ++k) signature.outputs[k].value = first + static_cast<kernel::ValueId>(k);
    return PlannedKernel(std::move(inputs), name, std::move(signature));
}

// ------------------------------------------------------------------------------------------------- a kernel of one
// loop

void ElementwiseKernel::State::run_loop(std::span<const Operand> arguments, const DType* types, const Shape& shape,
                                        std::span<ndarray> outputs, const ElementwiseLaunch& launch) {
    const bool given = arguments.size() > in.size();
    std::array<const ndarray*, max_parameters> arrays{};  // null: a scalar
    std::list<ndarray> copies;
    std::array<const ndarray*, max_parameters> looped_over;
    std::size_t looped_count = 0;
    bool plain = true;  // all in C order and of the loop's shape
    for (std::size_t k = 0; k < count(); ++k) {
        if (k >= in.size()) arrays[k] = &outputs[k - in.size()];
        else if (arguments[k].is_array())
            arrays[k] = parameter(k).raw ? &arguments[k].array() : &apart(arguments[k].array(), outputs, given, copies);
        if (!arrays[k]) continue;
        if (parameter(k).raw) continue;
        looped_over[looped_count++] = arrays[k];
        plain = plain && arrays[k]->is_c_contiguous() && arrays[k]->shape() == shape;
    }

    // The loop's axes: as few as they can be, unless the text asks for them as they are.
    Nest nest;
    const std::int64_t size = element_count(shape);
    const bool reduces = options.reduce_dims || !uses_ind;
    const bool flat = reduces && plain;
    if (!flat && reduces) kernel::collapse(nest, std::span(looped_over.data(), looped_count), shape, false);
    const int ndim = flat ? 1 : reduces ? nest.ndim : shape.size();
    const auto length = [&](int d) {
        return flat ? size : reduces ? nest.shape[static_cast<std::size_t>(d)] : shape[d];
    };

    KernelKey key;
    std::array<View, max_parameters> views;
    ArgumentWriter words;
    kernel::DataAccess data;
    words.put(size);
    std::array<std::int64_t, max_ndim> lengths, steps;
    for (int d = 0; d < ndim; ++d) lengths[d] = length(d);
    put_many(words, lengths.data(), ndim);
    key.put(ndim);
    for (std::size_t k = 0, number = 0; k < count(); ++k) {
        key.put_any(types[k]);
        if (!arrays[k]) {
            views[k] = {View::scalar, 0, false};
            kernel::store_scalar(arguments[k].scalar(), parameter(k), types[k], words.value());
            key.put(255);
            continue;
        }
        const ndarray& a = *arrays[k];
        const bool raw = parameter(k).raw;
        const int axes = raw ? a.ndim() : ndim;
        bool contiguous = true;
        if (raw) {
            contiguous = a.is_c_contiguous();
        } else if (!flat) {
            for (int d = ndim - 1; d >= 0; --d) {
                const int axis = d - (ndim - a.ndim());
                steps[d] = reduces                            ? nest.strides[number][static_cast<std::size_t>(d)]
                           : axis < 0 || a.shape()[axis] == 1 ? 0
                                                              : a.strides()[axis];
            }
            std::int64_t step = a.itemsize();
            for (int d = ndim - 1; d >= 0; --d) {
                contiguous = contiguous && (steps[d] == step || lengths[d] == 1);
                step *= lengths[d];
            }
        } else {
            steps[0] = a.itemsize();
        }
        views[k] = {raw ? View::raw : View::array, axes, contiguous};
        key.put(axes | (contiguous ? 128 : 0));
        words.put(
            static_cast<std::int64_t>(kernel::device_address(parameter(k).is_const ? data.read(a) : data.update(a))));
        words.put(raw ? a.size() : size);
        put_many(words, raw ? a.shape().data() : lengths.data(), axes);
        put_many(words, raw ? a.strides().data() : steps.data(), axes);
        number += !raw;
    }
    LoopKernel& loop = loops.get(key, [&] { return make_loop(types, views.data(), ndim); });
    runtime::Launch geometry;
    geometry.block[0] = static_cast<std::uint32_t>(launch.block_size);
    geometry.grid[0] = static_cast<std::uint32_t>(
        std::min<std::int64_t>((size + launch.block_size - 1) / launch.block_size, largest_grid));
    geometry.items = size;
    geometry.grain = busy ? busy_grain : plain_grain;
    const auto function = loop.function.get([&] { return loop.source; });
    data.launch(function, geometry, words, data.bytes());
}

LoopKernel ElementwiseKernel::State::make_loop(const DType* types, const View* views, int ndim) const {
    std::string members, variables, elements;
    for (std::size_t k = 0; k < count(); ++k) {
        const KernelParameter& p = parameter(k);
        const std::string constant = p.is_const ? "const " : "", type = constant + p.ctype;
        if (views[k].kind == View::scalar) {
            members += "cuprum::user::scalar<" + p.ctype + "> " + p.name + ";\n";
            variables += type + (p.is_const ? "& " : " ") + p.name + " = _arguments." + p.name + ".value;\n";
            continue;
        }
        const std::string array =
            "CArray<" + type + ", " + std::to_string(views[k].ndim) + (views[k].contiguous ? ", true>" : ", false>");
        members += array + " " + p.name + ";\n";
        const bool raw = views[k].kind == View::raw;
        variables += "[[maybe_unused]] const " + array + "& " + (raw ? "" : "_raw_") + p.name + " = _arguments." +
                     p.name + ";\n";
        if (!raw)
            elements += type + "& " + p.name + " = _raw_" + p.name +
                        (views[k].contiguous ? "[_element];\n" : "[_ind.get()];\n");
    }
    const std::string entry = name + "_loop";
    // The inner function makes `return` leave the element, and its loop `continue`.
    KernelSource source{
        entry,
        kernel::fill(R"(
$preamble
struct alignas(16) $arguments {
    cuprum::user::extent<$ndim> _ind;
    $members
};
CUPRUM_USER_LOOP($entry, $arguments) {
    CIndexer<$ndim> _ind(_arguments._ind);
    $size
    $variables
$loop_prep;
    CUPRUM_USER_FOR(_ind.size()) {
        [[maybe_unused]] ptrdiff_t i = _element;
        _ind.set(_element);
        $elements
        [&] {
            do {
$operation;
            } while (false);
        }();
    }
$after_loop;
}
)",
                     {{"preamble", preamble(types)},
                      {"arguments", name + "_arguments"},
                      {"ndim", ndim},
                      {"members", members},
                      {"entry", entry},
                      {"size", has_parameter("n") ? "" : "[[maybe_unused]] const ptrdiff_t n = _ind.size();"},
                      {"variables", variables},
                      {"loop_prep", options.loop_prep},
                      {"elements", elements},
                      {"operation", operation},
                      {"after_loop", options.after_loop}}),
        compiler.options};
    return LoopKernel{{types, types + in.size()}, std::move(source), {}};
}

}  // namespace cuprum
