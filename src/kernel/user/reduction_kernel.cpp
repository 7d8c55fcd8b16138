// ReductionKernel: from a user's expressions and the arguments of a call to a reduction on the plans of all reductions.
#include <array>
#include <optional>

#include "cuprum/kernel.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/recorder.h"
#include "kernel/engine/reduction/reduced_axes.h"
#include "kernel/user/recorded_call.h"
#include "kernel/user/reduction_state.h"

namespace cuprum {
namespace {

using kernel::max_parameters, kernel::mentions, kernel::text_type;

/// Whether a text uses an index for more than its size.
bool places(std::string_view text, std::string_view index) {
    for (std::size_t at = text.find(index); at != std::string_view::npos; at = text.find(index, at + 1))
        if (!text.substr(at + index.size()).starts_with(".size()")) return true;
    return false;
}

}  // namespace

ReductionKernel::State::State(kernel::Signature signature, std::string map, std::string reduce, std::string post_map,
                              std::optional<std::string> of_nothing, ReductionKernelOptions asked)
    : kernel::Signature(std::move(signature)),
      map_expr(std::move(map)),
      reduce_expr(std::move(reduce)),
      post_map_expr(std::move(post_map)),
      identity(std::move(of_nothing)),
      options(std::move(asked)) {
    if (out.empty()) throw ValueError("reduction '" + name + "' has no output");
    compiler = kernel::compiler_options(options.options);
    reduce_type = options.reduce_type.empty() ? out[0].ctype : options.reduce_type;
    for (const DTypeInfo& d : dtype_table)
        if (reduce_type == d.name) reduce_type = text_type(d.dtype);
    find_uses();
}

void ReductionKernel::State::find_uses() {
    // Macros may use these names too.
    const std::string around = compiler.definitions + options.preamble;
    const bool macros = around.find("#define") != std::string::npos;
    const std::string map = macros ? map_expr + "\n" + around : map_expr,
                      post_map = macros ? post_map_expr + "\n" + around : post_map_expr;
    uses.in_ind = mentions(map + post_map, "_in_ind");
    uses.out_ind = mentions(map + post_map, "_out_ind");
    uses.in_place = places(map, "_in_ind");
    uses.out_place = places(map, "_out_ind");
    uses.out_place_after = places(post_map, "_out_ind");
    uses.J = mentions(map, "_J");
    uses.j = mentions(map, "_j") || uses.in_place;
    uses.i = mentions(map, "_i") || uses.out_place;
    uses.out_i = mentions(post_map, "_i") || uses.out_place_after;
    keeps = macros || kernel::keeps_outputs(post_map_expr, out);
    bool stores = false;  // a loop needs at least one output of its own
    for (const KernelParameter& p : out) stores |= !p.raw;
    uses.out_i |= !stores;
    for (std::size_t k = 0; k < count(); ++k) {
        const std::string array = "_raw_" + parameter(k).name;
        uses.arrays.push_back(!parameter(k).raw && mentions(map + "\n" + post_map, array));
        uses.arrays_after |= !parameter(k).raw && mentions(post_map, array);
        if (uses.arrays[k]) (k < in.size() ? uses.in_arrays : uses.out_arrays) = true;
    }
}

ReductionKernel::ReductionKernel(const std::string& in_params, const std::string& out_params,
                                 const std::string& map_expr, const std::string& reduce_expr,
                                 const std::string& post_map_expr, std::optional<std::string> identity,
                                 const std::string& name, ReductionKernelOptions options)
    : state_(std::make_shared<State>(kernel::parse_signature(name, in_params, out_params), map_expr, reduce_expr,
                                     post_map_expr, std::move(identity), std::move(options))) {}
ReductionKernel::~ReductionKernel() = default;
ReductionKernel::ReductionKernel(const ReductionKernel&) noexcept = default;
ReductionKernel& ReductionKernel::operator=(const ReductionKernel&) noexcept = default;
ReductionKernel::ReductionKernel(ReductionKernel&&) noexcept = default;
ReductionKernel& ReductionKernel::operator=(ReductionKernel&&) noexcept = default;

const std::string& ReductionKernel::name() const { return state_->name; }
const std::string& ReductionKernel::map_expr() const { return state_->map_expr; }
const std::string& ReductionKernel::reduce_expr() const { return state_->reduce_expr; }
const std::string& ReductionKernel::post_map_expr() const { return state_->post_map_expr; }
const std::optional<std::string>& ReductionKernel::identity() const { return state_->identity; }
const std::string& ReductionKernel::reduce_type() const { return state_->reduce_type; }
const ReductionKernelOptions& ReductionKernel::options() const { return state_->options; }
const std::vector<KernelParameter>& ReductionKernel::in_params() const { return state_->in; }
const std::vector<KernelParameter>& ReductionKernel::out_params() const { return state_->out; }

std::vector<std::pair<std::vector<DType>, std::string>> ReductionKernel::cached_codes() const {
    std::vector<std::pair<std::vector<DType>, std::string>> codes;
    state_->planned.for_each([&](const kernel::PlannedReduction& made) {
        codes.emplace_back(made.inputs,
                           made.kernel.source(kernel::reduction_loops(runtime::device_traits().thread_blocks).front()));
    });
    return codes;
}

void ReductionKernel::State::check_numbers(const DType* types) const {
    for (std::size_t k = 0; k < count(); ++k)
        if (!is_number(types[k]) && !(k < in.size() && in[k].raw))
            throw TypeError("argument '" + parameter(k).name + "' of " + name + " is of dtype " + info(types[k]).name +
                            ", and reductions take numbers: pass fields, or the array as raw");
}

/// One of the inputs that are arrays and not raw, in the shape to which they broadcast; `storage` is for a view of it.
const ndarray& ReductionKernel::State::broadcast_input(std::span<const Operand> arguments, ndarray& storage) const {
    const kernel::BroadcastArrays arrays(*this, arguments.first(in.size()));
    if (!arrays.first)
        throw ValueError("Loop size is undecided: kernel '" + name +
                         "' got no input that is an array and not raw; pass one");
    if (arrays.equal) return *arrays.first;
    return storage = arrays.first->broadcast_to(arrays.shape());
}

/// The outputs that the call brings, or new ones: as they are returned, and without the reduced axes.
void ReductionKernel::State::find_outputs(std::span<const Operand> arguments, const DType* types, const ndarray& like,
                                          std::uint64_t reduced, bool keepdims, std::span<ndarray> results,
                                          std::span<ndarray> kept) const {
    const std::size_t nin = in.size();
    for (std::size_t k = 0; k < out.size(); ++k) {
        if (arguments.size() > nin) {
            results[k] = arguments[nin + k].array();
            kept[k] = out[k].raw ? results[k] : kernel::given_result(like, reduced, results[k], keepdims, name.c_str());
        } else {
            if (out[k].raw)
                throw ValueError("Output array size is undecided: output '" + out[k].name + "' of kernel '" + name +
                                 "' is raw; pass it");
            kept[k] = kernel::new_result(like, reduced, types[nin + k], false);
            results[k] = keepdims ? kernel::with_reduced_axes(kept[k], reduced, like.ndim()) : kept[k];
        }
    }
}

void ReductionKernel::call(std::span<const Operand> arguments, const ReductionLaunch& launch, ndarray* results) const {
    if (const int device = kernel::other_device(arguments); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return call(arguments, launch, results);
    }
    State& s = *state_;
    kernel::check_argument_count(s, arguments.size());
    std::optional<cuda::StreamGuard> guard;
    if (launch.stream) guard.emplace(*launch.stream);
    std::array<DType, max_parameters> types;
    kernel::decide_types(s, arguments, types.data());
    s.check_numbers(types.data());

    ndarray broadcast;
    const ndarray& like = s.broadcast_input(arguments, broadcast);
    const std::uint64_t reduced = kernel::reduced_axes(like, launch.axis);
    if (!s.identity && kernel::reduced_length(like, reduced) == 0)
        throw ValueError("zero-size array to reduction operation " + s.name + " which has no identity");
    const std::size_t nin = s.in.size();
    const std::span<ndarray> outputs(results, s.out.size());
    std::vector<ndarray> kept(outputs.size());
    s.find_outputs(arguments, types.data(), like, reduced, launch.keepdims, outputs, kept);
    if (runtime::context.recorder) [[unlikely]] {
        kernel::check_recordable(s, launch.stream);
        std::string fingerprint = "reduction " + kernel::identity_of(&s) + (launch.keepdims ? " keeps" : " ") +
                                  (launch.separate ? "separate" : "");
        if (launch.axis)
            for (std::int64_t axis : *launch.axis) fingerprint += ' ' + std::to_string(axis);
        else fingerprint += " all";
        using Call = kernel::RecordedCall<ReductionKernel, ReductionLaunch>;
        auto call = std::make_shared<Call>(ReductionKernel(state_), launch, std::move(fingerprint));
        return kernel::recorder()->whole(std::move(call), arguments.first(nin), outputs, arguments.size() > nin);
    }
    s.run(arguments, types.data(), like, reduced, kept, launch.separate);
}

}  // namespace cuprum
