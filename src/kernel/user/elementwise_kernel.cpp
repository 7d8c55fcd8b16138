// ElementwiseKernel: from a user's text and the arguments of a call to a kernel. Operations that see nothing but
// elements (and their number, `i`) run on the plans of all elementwise kernels; others get a kernel that is one loop.
#include <algorithm>
#include <array>
#include <optional>

#include "cuprum/kernel.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/recorder.h"
#include "kernel/user/elementwise_state.h"
#include "kernel/user/recorded_call.h"

namespace cuprum {
namespace {

using kernel::max_operands, kernel::max_parameters, kernel::mentions, kernel::mentions_prefix;

constexpr std::int64_t largest_block = 1024;  // threads

// Inputs and outputs of a kernel that a traced function's other work can be merged with.
constexpr std::size_t most_merged = 10;

// Names by which an operation sees the threads that run it.
bool sees_threads(std::string_view text) {
    for (const char* name : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "__shared__", "__syncthreads",
                             "__syncwarp", "cooperative_groups"})
        if (mentions(text, name)) return true;
    for (const char* prefix : {"__shfl", "__ballot", "__any", "__all", "__match", "__activemask", "__syncthreads_"})
        if (mentions_prefix(text, prefix)) return true;
    return false;
}

// Names by which it sees more than its elements.
bool sees_loop(std::string_view text) {
    return mentions(text, "_ind") || mentions(text, "CUPY_FOR") || mentions_prefix(text, "_raw_") || sees_threads(text);
}

/// Whether a text may do more than compute outputs from inputs: print, stop, change memory, look at a clock, or read
/// what a pointer that was made of a number shows. Then it is seen when it runs. What is in files is not known, but
/// for our own.
bool sees_more_than_operands(std::string_view text) {
    for (const char* name :
         {"printf",  "assert",   "asm",    "__asm__", "__trap",       "__brkpt",     "clock",
          "clock64", "volatile", "static", "extern",  "union",        "new",         "delete",
          "malloc",  "free",     "memcpy", "memset",  "__constant__", "__managed__", "__device_builtin__"})
        if (mentions(text, name)) return true;
    for (const char* prefix :
         {"atomic", "__threadfence", "__nanosleep", "__ld", "__st", "surf", "tex", "cuda", "curand"})
        if (mentions_prefix(text, prefix)) return true;
    for (std::size_t at = 0; (at = text.find('*', at)) != std::string_view::npos; ++at) {
        const std::size_t behind = text.find_first_not_of(" \t\r\n", at + 1);  // of a pointer's type
        if (behind != std::string_view::npos && std::string_view(")>;,&").find(text[behind]) != std::string_view::npos)
            return true;
    }
    static constexpr std::string_view include = "#include", ours = " <cuprum/", of_cuda = " <cuprum/cuda/";
    for (std::size_t at = 0; (at = text.find(include, at)) != std::string_view::npos;) {
        at += include.size();
        if (!text.substr(at).starts_with(ours) || text.substr(at).starts_with(of_cuda)) return true;
    }
    return false;
}

/// Whether a declaration is one of a function: parameters come before any default, and are no numbers.
bool is_function(std::string_view statement) {
    const std::size_t open = statement.find_first_of("(=");
    if (open == std::string_view::npos || statement[open] == '=') return false;
    const std::size_t behind = statement.find_first_not_of(" \t\r\n", open + 1);
    return behind == std::string_view::npos ||
           std::string_view("+-.0123456789\"'").find(statement[behind]) == std::string_view::npos;
}

/// Whether a preamble may have variables, which kernels may change. Functions, types and macros are none, nor is what
/// is const.
bool has_variables(std::string_view preamble) {
    if (mentions(preamble, "namespace")) return true;
    std::string statement;
    int depth = 0;
    for (std::size_t at = 0; at < preamble.size(); ++at) {
        const char c = preamble[at];
        if (c == '#') {  // to the end of the line
            while (at < preamble.size() && preamble[at] != '\n') ++at;
            continue;
        }
        if (c == '{') ++depth;
        else if (c == '}' && --depth == 0) {
            if (statement.find('(') != std::string::npos) statement.clear();  // a function
            else statement += c;
            continue;
        }
        if (depth > 0) continue;
        if (c != ';') {
            statement += c;
            continue;
        }
        const std::size_t last = statement.find_last_not_of(" \t\r\n");
        const bool is_empty = last == std::string::npos,
                   is_alias = mentions(statement, "typedef") || mentions(statement, "using");
        const bool is_class =
            mentions(statement, "struct") || mentions(statement, "class") || mentions(statement, "enum");
        const bool has_body = statement.find('}') != std::string::npos;
        const bool is_type = is_alias || (is_class && has_body && statement[last] == '}');
        const bool is_constant = mentions(statement, "const") || mentions(statement, "constexpr");
        if (!is_empty && !is_type && !is_constant && !is_function(statement)) return true;
        statement.clear();
    }
    return false;
}

/// Whether text may stand in a namespace of its own, beside other texts.
bool is_local(const std::string& preamble) {
    if (preamble.find('#') != std::string::npos) return false;
    for (const char* word : {"namespace", "extern", "using", "template"})
        if (mentions(preamble, word)) return false;
    return true;
}

}  // namespace

ElementwiseKernel::State::State(kernel::Signature signature, const std::string& statements,
                                ElementwiseKernelOptions asked)
    : kernel::Signature(std::move(signature)),
      operation(statements),
      options(std::move(asked)),
      compiler(kernel::compiler_options(options.options)) {
    const std::string around = compiler.definitions + options.preamble;
    looped = out.empty() || !options.loop_prep.empty() || !options.after_loop.empty() || sees_loop(operation) ||
             sees_loop(around);
    threaded = sees_threads(operation) || sees_threads(around) || sees_threads(options.loop_prep) ||
               sees_threads(options.after_loop);
    for (std::size_t k = 0; k < count(); ++k) looped |= parameter(k).raw;
    // Macros may use these names too.
    const bool macros = around.find("#define") != std::string::npos;
    const auto uses = [&](const char* word) { return mentions(operation, word) || (macros && mentions(around, word)); };
    uses_i = uses("i");
    for (const char* loop : {"for", "while"}) busy |= mentions(operation, loop) || mentions(options.preamble, loop);
    busy |= options.preamble.find("#include <cuprum/") != std::string::npos;  // whose functions may have loops
    looped |= uses("n") && !has_parameter("n");
    keeps = macros || kernel::keeps_outputs(operation, out);
    // More operands than the plans take: outputs, inputs, `i`, old outputs.
    looped |= 2 * out.size() + in.size() + 1 > static_cast<std::size_t>(max_operands);
    merges = !looped && options.options.empty() && count() <= most_merged && is_local(options.preamble) &&
             operation.find('#') == std::string::npos;
    waits =
        !looped && !sees_more_than_operands(operation) && !sees_more_than_operands(around) && !has_variables(around);
}

bool ElementwiseKernel::State::takes_records(const DType* types) const {
    return !std::all_of(types, types + count(), is_number);
}

std::string ElementwiseKernel::State::preamble(const DType* types) const {
    return "#include <cuprum/user_kernel.h>\n" + kernel::record_header(std::span(types, count())) +
           compiler.definitions + kernel::typedefs(*this, types) + options.preamble + "\n";
}

std::string parameter_list(const std::vector<KernelParameter>& parameters, bool inputs) {
    std::string text;
    for (const KernelParameter& p : parameters) {
        if (!text.empty()) text += ", ";
        text += std::string(inputs && !p.is_const ? "_non_const " : "") + (p.raw ? "raw " : "") +
                (p.dtype ? info(*p.dtype).name : p.ctype) + " " + p.name;
    }
    return text;
}

ElementwiseKernel::ElementwiseKernel(const std::string& in_params, const std::string& out_params,
                                     const std::string& operation, const std::string& name,
                                     ElementwiseKernelOptions options)
    : state_(std::make_shared<State>(kernel::parse_signature(name, in_params, out_params, "i"), operation,
                                     std::move(options))) {}
ElementwiseKernel::~ElementwiseKernel() = default;
ElementwiseKernel::ElementwiseKernel(const ElementwiseKernel&) noexcept = default;
ElementwiseKernel& ElementwiseKernel::operator=(const ElementwiseKernel&) noexcept = default;
ElementwiseKernel::ElementwiseKernel(ElementwiseKernel&&) noexcept = default;
ElementwiseKernel& ElementwiseKernel::operator=(ElementwiseKernel&&) noexcept = default;

const std::string& ElementwiseKernel::name() const { return state_->name; }
const std::string& ElementwiseKernel::operation() const { return state_->operation; }
const ElementwiseKernelOptions& ElementwiseKernel::options() const { return state_->options; }
const std::vector<KernelParameter>& ElementwiseKernel::in_params() const { return state_->in; }
const std::vector<KernelParameter>& ElementwiseKernel::out_params() const { return state_->out; }

std::vector<std::pair<std::vector<DType>, std::string>> ElementwiseKernel::cached_codes() const {
    std::vector<std::pair<std::vector<DType>, std::string>> codes;
    state_->planned.for_each([&](const kernel::PlannedKernel& made) {
        codes.emplace_back(
            made.inputs, made.kernel.source(kernel::elementwise_loops(runtime::device_traits().thread_blocks).front()));
    });
    state_->loops.for_each([&](const kernel::LoopKernel& made) { codes.emplace_back(made.inputs, made.source.text); });
    return codes;
}

/// The loop's shape: that of the arrays that are not raw, broadcast together; or so many elements as are asked for.
Shape ElementwiseKernel::State::loop_shape(std::span<const Operand> arguments, std::int64_t size) const {
    const kernel::BroadcastArrays arrays(*this, arguments);
    if (size != -1) {
        if (arrays.first) throw ValueError("Specified 'size' can be used only if all of the arrays are 'raw'");
        if (size < 0) throw ValueError("size must not be negative: it is " + std::to_string(size));
        return {size};
    }
    if (!arrays.first)
        throw ValueError("Loop size is undecided: kernel '" + name +
                         "' got no array that is not raw; pass one, or `size`");
    return arrays.shape();
}

/// The outputs that the call brings, or new ones.
void ElementwiseKernel::State::find_outputs(std::span<const Operand> arguments, const DType* types, const Shape& shape,
                                            bool sized, std::span<ndarray> outputs) const {
    const std::size_t nin = in.size();
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        if (arguments.size() == nin) {
            if (out[k].raw && !sized)
                throw ValueError("Output array size is undecided: output '" + out[k].name + "' of kernel '" + name +
                                 "' is raw; pass it, or `size`");
            outputs[k] = kernel::new_array(shape, types[nin + k]);
        } else {
            outputs[k] = arguments[nin + k].array();
            if (!out[k].raw && !(outputs[k].shape() == shape))
                throw ValueError("Out shape is mismatched: output '" + out[k].name + "' of kernel '" + name + "' is " +
                                 to_string(outputs[k].shape()) + ", and the arguments broadcast to " +
                                 to_string(shape));
        }
    }
}

// It waits as it is: in one kernel with other work it would have to be compiled as that is, without contraction of
// products and sums, and then it gave other bits than alone.
bool ElementwiseKernel::State::run_later(const std::shared_ptr<State>& state, std::span<const Operand> arguments,
                                         const DType* types, const Shape& shape, std::span<ndarray> outputs) {
    if (element_count(shape) == 0) return false;
    std::vector<ndarray> inputs;
    std::vector<std::optional<Scalar>> scalars;  // nothing where the next input stands
    for (const Operand& argument : arguments) {
        if (argument.is_array()) inputs.push_back(argument.array());
        scalars.push_back(argument.is_array() ? std::nullopt : std::optional(argument.scalar()));
    }
    if (!kernel::is_waiting(inputs)) return false;
    for (std::size_t k = 0; k < outputs.size(); ++k)
        outputs[k] = kernel::new_pending(shape, types[arguments.size() + k]);
    state->run_planned(arguments, types, shape, outputs, false);  // so that errors of the text are raised now
    kernel::run_all_in_turn(
        state->name, inputs, outputs,
        [state, scalars = std::move(scalars), types = std::vector<DType>(types, types + state->count()), shape](
            std::span<const ndarray> inputs, std::span<const ndarray> outputs) {
            std::vector<Operand> arguments;
            std::size_t next = 0;
            for (const auto& scalar : scalars) arguments.push_back(scalar ? Operand(*scalar) : Operand(inputs[next++]));
            std::vector<ndarray> written(outputs.begin(), outputs.end());
            state->run_planned(arguments, types.data(), shape, written);
        },
        true);
    return true;
}

void ElementwiseKernel::call(std::span<const Operand> arguments, const ElementwiseLaunch& launch,
                             ndarray* results) const {
    if (const int device = kernel::other_device(arguments); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return call(arguments, launch, results);
    }
    State& s = *state_;
    const std::size_t nin = s.in.size();
    kernel::check_argument_count(s, arguments.size());
    if (launch.block_size <= 0 || launch.block_size > largest_block)
        throw ValueError("block_size must be from 1 to " + std::to_string(largest_block) + ", not " +
                         std::to_string(launch.block_size));
    std::optional<cuda::StreamGuard> guard;
    if (launch.stream) guard.emplace(*launch.stream);

    std::array<DType, max_parameters> types;
    kernel::decide_types(s, arguments, types.data());
    const Shape shape = s.loop_shape(arguments, launch.size);
    const std::span<ndarray> outputs(results, s.out.size());
    const bool may_wait =
        s.waits && kernel::deferral() && arguments.size() == nin && !launch.stream && !s.takes_records(types.data());
    if (may_wait && State::run_later(state_, arguments, types.data(), shape, outputs)) return;
    s.find_outputs(arguments, types.data(), shape, launch.size != -1, outputs);
    if (element_count(shape) == 0) return;

    const bool records = s.takes_records(types.data());
    if (runtime::context.recorder) [[unlikely]] {
        kernel::check_recordable(s, launch.stream);
        if (!s.merges || records) {
            std::string fingerprint = "elementwise " + kernel::identity_of(&s) + ' ' + std::to_string(launch.size) +
                                      ' ' + std::to_string(launch.block_size);
            using Call = kernel::RecordedCall<ElementwiseKernel, ElementwiseLaunch>;
            auto call = std::make_shared<Call>(ElementwiseKernel(state_), launch, std::move(fingerprint));
            return kernel::recorder()->whole(std::move(call), arguments.first(nin), outputs, arguments.size() > nin);
        }
    }
    if (s.looped || records) s.run_loop(arguments, types.data(), shape, outputs, launch);
    else s.run_planned(arguments, types.data(), shape, outputs);
}

}  // namespace cuprum
