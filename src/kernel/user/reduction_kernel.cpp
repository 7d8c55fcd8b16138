// ReductionKernel: from a user's expressions and the arguments of a call to a reduction on the plans of all reductions.
#include <algorithm>
#include <array>
#include <list>

#include "core/layout.h"
#include "cuprum/kernel.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/engine/recorder.h"
#include "kernel/engine/reduction/reduced_axes.h"
#include "kernel/engine/reduction/reduction.h"
#include "kernel/graph/template.h"
#include "kernel/plan/collapse.h"
#include "kernel/user/instances.h"
#include "kernel/user/parameters.h"

namespace cuprum {
namespace {

using kernel::Instances, kernel::KernelKey, kernel::Parameters, kernel::max_parameters, kernel::mentions,
    kernel::text_type;
using Planned = kernel::ReductionKernel;

// Bytes that an accumulated type of unknown size is taken to have, and that it may have at most.
constexpr std::int64_t unknown_state = 256;

struct PlannedReduction {
    PlannedReduction(std::vector<DType> inputs, kernel::Reduction reduction)
        : inputs(std::move(inputs)), kernel(std::move(reduction)) {}
    std::vector<DType> inputs;
    Planned kernel;
};

/// Whether a text uses an index for more than its size.
bool places(std::string_view text, std::string_view index) {
    for (std::size_t at = text.find(index); at != std::string_view::npos; at = text.find(index, at + 1))
        if (!text.substr(at + index.size()).starts_with(".size()")) return true;
    return false;
}

/// What the expressions ask for beside elements.
struct Uses {
    bool J = false, j = false, i = false;      ///< Numbers in the map.
    bool out_i = false;                        ///< `_i` in the post-map.
    bool in_ind = false, out_ind = false;      ///< Indices, perhaps for their sizes alone.
    bool in_place = false, out_place = false;  ///< The map asks for more than the sizes,
    bool out_place_after = false;              ///< and the post-map does.
};

/// The struct `extra`, and what stands before it in all structs: numbers, and those of arrays, of which one of no
/// length has one entry.
class Extra : public kernel::ArgumentWriter {
public:
    void put_many(std::span<const std::int64_t> values) {
        constexpr std::int64_t none = 0;
        put_all(values.empty() ? std::span(&none, 1) : values);
    }
    std::span<const std::uint64_t> words() {
        return {reinterpret_cast<const std::uint64_t*>(bytes()), finish() / sizeof(std::uint64_t)};
    }
};

/// Makes of neighbouring axes one where all arrays, which are of this shape, step through them evenly.
void merge_axes(Shape& shape, std::span<const ndarray* const> arrays) {
    if (arrays.empty()) return;
    kernel::LoopNest<static_cast<int>(max_parameters)> nest;
    kernel::collapse(nest, arrays, shape, false);
    shape = Shape();
    for (int d = 0; d < nest.ndim; ++d) shape.push_back(nest.shape[static_cast<std::size_t>(d)]);
}

}  // namespace

struct ReductionKernel::State {
    std::string name, map_expr, reduce_expr, post_map_expr, reduce_type;
    std::optional<std::string> identity;
    ReductionKernelOptions options;
    Parameters in, out;
    kernel::CompilerOptions compiler;
    Uses uses;
    bool keeps = false;  ///< The post-map may read what the outputs hold.
    Instances<PlannedReduction> planned;
    class Whole;

    const KernelParameter& parameter(std::size_t k) const { return k < in.size() ? in[k] : out[k - in.size()]; }
    std::size_t count() const { return in.size() + out.size(); }
    void run(std::span<const Operand> arguments, const DType* types, const ndarray& like, std::uint64_t reduced,
             std::span<const ndarray> kept);
    PlannedReduction make(const DType* types, std::span<const int> axes, std::span<const bool> contiguous, int ndim,
                          int kept_ndim, bool updates) const;
    std::int64_t state_bytes(const DType* types) const;
    bool rounds(const DType* types) const;
    std::optional<DType> reduce_dtype(const DType* types) const;
};

ReductionKernel::ReductionKernel(const std::string& in_params, const std::string& out_params,
                                 const std::string& map_expr, const std::string& reduce_expr,
                                 const std::string& post_map_expr, std::optional<std::string> identity,
                                 const std::string& name, ReductionKernelOptions options)
    : state_(std::make_shared<State>()) {
    State& s = *state_;
    s.in = kernel::parse_parameters(in_params, true);
    s.out = kernel::parse_parameters(out_params, false);
    kernel::check_signature(name, s.in, s.out);
    if (s.out.empty()) throw ValueError("reduction '" + name + "' has no output");
    s.name = name;
    s.map_expr = map_expr;
    s.reduce_expr = reduce_expr;
    s.post_map_expr = post_map_expr;
    s.identity = std::move(identity);
    s.options = std::move(options);
    s.compiler = kernel::compiler_options(s.options.options);
    s.reduce_type = s.options.reduce_type.empty() ? s.out[0].ctype : s.options.reduce_type;
    for (const DTypeInfo& d : dtype_table)
        if (s.reduce_type == d.name) s.reduce_type = text_type(d.dtype);
    // Macros may use these names too.
    const std::string around = s.compiler.definitions + s.options.preamble;
    const bool macros = around.find("#define") != std::string::npos;
    const std::string map = macros ? map_expr + "\n" + around : map_expr,
                      post_map = macros ? post_map_expr + "\n" + around : post_map_expr;
    Uses& u = s.uses;
    u.in_ind = mentions(map + post_map, "_in_ind");
    u.out_ind = mentions(map + post_map, "_out_ind");
    u.in_place = places(map, "_in_ind");
    u.out_place = places(map, "_out_ind");
    u.out_place_after = places(post_map, "_out_ind");
    u.J = mentions(map, "_J");
    u.j = mentions(map, "_j") || u.in_place;
    u.i = mentions(map, "_i") || u.out_place;
    u.out_i = mentions(post_map, "_i") || u.out_place_after;
    s.keeps = macros || kernel::keeps_outputs(post_map_expr, s.out);
    bool stores = false;  // a loop needs at least one output of its own
    for (const KernelParameter& p : s.out) stores |= !p.raw;
    u.out_i |= !stores;
}
ReductionKernel::~ReductionKernel() = default;
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
    state_->planned.for_each([&](const PlannedReduction& made) {
        codes.emplace_back(made.inputs,
                           made.kernel.source(kernel::reduction_loops(runtime::device_traits().thread_blocks).front()));
    });
    return codes;
}

/// A call that a traced function makes, to be made again when the function's kernels run.
class ReductionKernel::State::Whole final : public kernel::WholeKernel {
public:
    Whole(std::shared_ptr<State> state, const ReductionLaunch& launch)
        : kernel_(std::move(state)), launch_{.axis = launch.axis, .keepdims = launch.keepdims} {}

    void run(std::span<const Operand> inputs, std::span<const ndarray> outputs) const override {
        std::vector<Operand> arguments(inputs.begin(), inputs.end());
        for (const ndarray& output : outputs) arguments.emplace_back(output);
        std::vector<ndarray> results(outputs.size());
        kernel_.call(arguments, launch_, results.data());
    }
    std::string fingerprint() const override {
        std::string text = "reduction " + std::to_string(reinterpret_cast<std::uintptr_t>(kernel_.state_.get())) +
                           (launch_.keepdims ? " keeps" : " ");
        if (launch_.axis)
            for (std::int64_t axis : *launch_.axis) text += ' ' + std::to_string(axis);
        return text + (launch_.axis ? "" : " all");
    }

private:
    ReductionKernel kernel_;
    ReductionLaunch launch_;
};

void ReductionKernel::call(std::span<const Operand> arguments, const ReductionLaunch& launch, ndarray* results) const {
    State& s = *state_;
    const std::size_t nin = s.in.size(), nout = s.out.size();
    if (arguments.size() != nin && arguments.size() != nin + nout)
        throw TypeError("Wrong number of arguments for kernel '" + s.name + "': it takes " + std::to_string(nin) +
                        ", or " + std::to_string(nin + nout) + " with outputs, and " +
                        std::to_string(arguments.size()) + " were given");
    std::optional<cuda::StreamGuard> guard;
    if (launch.stream) guard.emplace(*launch.stream);
    std::array<DType, max_parameters> types;
    kernel::decide_types(s.name, s.in, s.out, arguments, types.data());
    for (std::size_t k = 0; k < nin + s.out.size(); ++k)
        if (!is_number(types[k]) && !(k < nin && s.in[k].raw))
            throw TypeError("argument '" + (k < nin ? s.in[k] : s.out[k - nin]).name + "' of " + s.name +
                            " is of dtype " + info(types[k]).name +
                            ", and reductions take numbers: pass fields, or the array as raw");

    // The shape to which the arrays broadcast that are not raw, and one array of that shape.
    const ndarray* like = nullptr;
    bool equal = true;
    for (std::size_t k = 0; k < nin; ++k) {
        if (!arguments[k].is_array() || s.in[k].raw) continue;
        if (like) equal = equal && arguments[k].array().shape() == like->shape();
        else like = &arguments[k].array();
    }
    if (!like)
        throw ValueError("Loop size is undecided: kernel '" + s.name +
                         "' got no input that is an array and not raw; pass one");
    ndarray broadcast;
    if (!equal) {
        std::vector<Shape> shapes;
        for (std::size_t k = 0; k < nin; ++k)
            if (arguments[k].is_array() && !s.in[k].raw) shapes.push_back(arguments[k].array().shape());
        broadcast = like->broadcast_to(broadcast_shapes(shapes));
        like = &broadcast;
    }
    const std::uint64_t reduced = kernel::reduced_axes(*like, launch.axis);
    if (!s.identity && kernel::reduced_length(*like, reduced) == 0)
        throw ValueError("zero-size array to reduction operation " + s.name + " which has no identity");

    // Outputs as they are returned, and without the reduced axes.
    std::vector<ndarray> kept(nout);
    for (std::size_t k = 0; k < nout; ++k) {
        if (arguments.size() > nin) {
            results[k] = arguments[nin + k].array();
            kept[k] = s.out[k].raw ? results[k]
                                   : kernel::given_result(*like, reduced, results[k], launch.keepdims, s.name.c_str());
        } else {
            if (s.out[k].raw)
                throw ValueError("Output array size is undecided: output '" + s.out[k].name + "' of kernel '" + s.name +
                                 "' is raw; pass it");
            kept[k] = kernel::new_result(*like, reduced, types[nin + k], false);
            results[k] = launch.keepdims ? kernel::with_reduced_axes(kept[k], reduced, like->ndim()) : kept[k];
        }
    }
    if (runtime::context.recorder) [[unlikely]] {
        kernel::check_recordable(s.name, s.in, launch.stream);
        kernel::recorder()->whole(std::make_shared<State::Whole>(state_, launch), arguments.first(nin),
                                  std::span(results, nout), arguments.size() > nin);
        return;
    }
    s.run(arguments, types.data(), *like, reduced, kept);
}

void ReductionKernel::State::run(std::span<const Operand> arguments, const DType* types, const ndarray& like,
                                 std::uint64_t reduced, std::span<const ndarray> kept) {
    const bool given = arguments.size() > in.size(), updates = given && keeps;
    const Shape& shape = like.shape();
    const int ndim = shape.size();
    // Axes as the indices count them, the reduced ones first, and what a step along each of them adds to the numbers.
    Shape in_shape, out_shape;
    for (bool wanted : {true, false})
        for (int d = 0; d < ndim; ++d)
            if (bool(reduced >> d & 1u) == wanted) (wanted ? in_shape : out_shape).push_back(shape[d]);
    Dims J(ndim), j(ndim), i(ndim);
    std::int64_t length = 1, outputs = 1;
    for (int d = ndim - 1; d >= 0; --d)
        if (!(reduced >> d & 1u)) {
            i[d] = j[d] = outputs;
            outputs *= shape[d];
        }
    for (int d = ndim - 1; d >= 0; --d)
        if (reduced >> d & 1u) {
            J[d] = length;
            j[d] = length * outputs;
            length *= shape[d];
        }
    for (std::int64_t n : out_shape) in_shape.push_back(n);
    if (options.reduce_dims && (uses.in_ind || uses.out_ind)) {
        Dims order;
        for (bool wanted : {true, false})
            for (int d = 0; d < ndim; ++d)
                if (bool(reduced >> d & 1u) == wanted) order.push_back(d);
        std::list<ndarray> transposed;
        std::vector<const ndarray*> read, written;
        for (std::size_t k = 0; k < count(); ++k) {
            if (parameter(k).raw) continue;
            if (k >= in.size()) written.push_back(&kept[k - in.size()]);
            else if (arguments[k].is_array())
                read.push_back(&transposed.emplace_back(arguments[k].array().broadcast_to(shape).transpose(order)));
        }
        merge_axes(in_shape, read);
        merge_axes(out_shape, written);
    }
    const int in_ndim = in_shape.size(), kept_ndim = out_shape.size();

    std::list<ndarray> held;  // broadcast views, copies, counters
    std::array<const ndarray*, max_parameters + 4> inputs, results;
    std::array<int, max_parameters> axes;
    std::array<bool, max_parameters> contiguous{};
    std::size_t input_count = 0, result_count = 0;
    KernelKey key;
    key.put(updates);
    Extra extra;
    if (uses.in_ind) {
        key.put(in_ndim);
        extra.put(length * outputs);
        extra.put_many(in_shape);
    }
    if (uses.out_ind) {
        key.put(kept_ndim);
        extra.put(outputs);
        extra.put_many(out_shape);
    }
    for (std::size_t k = 0; k < count(); ++k) {
        key.put_any(types[k]);
        const bool is_output = k >= in.size();
        if (!is_output && !arguments[k].is_array()) {
            axes[k] = -1;
            kernel::store_scalar(arguments[k].scalar(), in[k], types[k], extra.value());
            key.put(255);
            continue;
        }
        const ndarray& a = is_output ? kept[k - in.size()] : arguments[k].array();
        if (parameter(k).raw) {
            axes[k] = a.ndim();
            contiguous[k] = a.is_c_contiguous();
            key.put(axes[k] | (contiguous[k] ? 128 : 0));
            extra.put(static_cast<std::int64_t>(kernel::device_address(kernel::DataAccess().update(a))));
            extra.put(a.size());
            extra.put_many(a.shape());
            extra.put_many(a.strides());
        } else if (is_output) {
            axes[k] = 0;
            results[result_count++] = &a;
        } else {
            axes[k] = 0;
            key.put(254);
            const ndarray* input = &a;
            if (!(a.shape() == shape)) input = &held.emplace_back(a.broadcast_to(shape));
            if (given)
                for (const ndarray& out : kept)
                    if (may_share_memory(*input, out)) {
                        input = &held.emplace_back(input->copy());
                        break;
                    }
            inputs[input_count++] = input;
        }
    }
    const auto count_by = [&](const Shape& over, const Dims& steps) {
        return &held.emplace_back(kernel::counter(over, steps));
    };
    if (uses.J) inputs[input_count++] = count_by(shape, J);
    if (uses.j) inputs[input_count++] = count_by(shape, j);
    if (uses.i) inputs[input_count++] = count_by(shape, i);
    if (uses.out_i) results[result_count++] = count_by(out_shape, contiguous_strides(out_shape, 1));
    PlannedReduction& made = planned.get(key, [&] {
        return make(types, std::span(axes.data(), count()), std::span(contiguous.data(), count()), in_ndim, kept_ndim,
                    updates);
    });
    kernel::ReductionCall call{std::span(inputs.data(), input_count), std::span(results.data(), result_count), reduced};
    call.shape = &shape;
    call.extra = extra.words();
    made.kernel.run(call);
}

std::optional<DType> ReductionKernel::State::reduce_dtype(const DType* types) const {
    for (std::size_t k = 0; k < count(); ++k)
        if (parameter(k).ctype == reduce_type) return types[k];
    for (const DTypeInfo& d : dtype_table)
        if (reduce_type == text_type(d.dtype)) return d.dtype;
    return std::nullopt;
}

PlannedReduction ReductionKernel::State::make(const DType* types, std::span<const int> axes,
                                              std::span<const bool> contiguous, int ndim, int kept_ndim,
                                              bool updates) const {
    kernel::Reduction reduction;
    std::vector<std::string> inputs, outputs, elements, results;  // types, and parameters
    std::string members, constants, constants_after, numbers, numbers_after;
    for (std::size_t k = 0; k < count(); ++k) {
        const KernelParameter& p = parameter(k);
        const std::string constant = p.is_const ? "const " : "";
        std::string declaration;
        if (axes[k] < 0) {
            members += "cuprum::user::scalar<" + p.ctype + "> " + p.name + ";\n";
            declaration = constant + p.ctype + (p.is_const ? "& " : " ") + p.name + " = _extra." + p.name + ".value;\n";
        } else if (p.raw) {
            const std::string array = "CArray<" + constant + p.ctype + ", " + std::to_string(axes[k]) +
                                      (contiguous[k] ? ", true>" : ", false>");
            members += array + " " + p.name + ";\n";
            declaration = "const " + array + "& " + p.name + " = _extra." + p.name + ";\n";
        } else if (k < in.size()) {
            reduction.map.add_input(types[k]);
            inputs.push_back(text_type(types[k]));
            elements.push_back(constant + p.ctype + (p.is_const ? "& " : " ") + p.name);
        } else {
            reduction.outputs.push_back(types[k]);
            outputs.push_back(text_type(types[k]));
            results.push_back(p.ctype + "& " + p.name);
        }
        if (declaration.empty()) continue;
        constants += "[[maybe_unused]] " + declaration;
        if (p.name != "a") constants_after += "[[maybe_unused]] " + declaration;
    }
    const auto number = [&](bool used, const std::string& name) {
        if (!used) return;
        reduction.map.add_counter();
        inputs.push_back("cuprum::counter");
        elements.push_back("const cuprum::counter& _counter" + name);
        numbers += "[[maybe_unused]] ptrdiff_t " + name + " = _counter" + name + ";\n";
    };
    number(uses.J, "_J");
    number(uses.j, "_j");
    number(uses.i, "_i");
    if (uses.out_i) {
        reduction.outputs.push_back(DType::int64);
        outputs.push_back("cuprum::counter");
        results.push_back("const cuprum::counter& _counter_i");
        numbers_after += "[[maybe_unused]] ptrdiff_t _i = _counter_i;\n";
    }
    std::string extents;
    const auto index = [&](bool used, const std::string& name, int axis_count, const char* place,
                           const char* place_after) {
        if (!used) return;
        const std::string n = std::to_string(axis_count),
                          declaration = "[[maybe_unused]] const CIndexer<" + n + "> " + name + "(_extra." + name;
        extents += "cuprum::user::extent<" + n + "> " + name + ";\n";
        numbers += declaration + place + ");\n";
        numbers_after += declaration + place_after + ");\n";
    };
    index(uses.in_ind, "_in_ind", ndim, uses.in_place ? ", _j" : "", "");
    index(uses.out_ind, "_out_ind", kept_ndim, uses.out_place ? ", _i" : "", uses.out_place_after ? ", _i" : "");
    members = extents + members;

    const std::optional<DType> accumulated = reduce_dtype(types);
    const bool begins = !identity;  // the first element is the first value
    const std::int64_t bytes = (accumulated ? itemsize(*accumulated) : unknown_state) + (begins ? 1 : 0);
    reduction.cascade = !begins && accumulated && is_inexact(*accumulated);
    const auto list = [](const std::vector<std::string>& items) {
        return kernel::joined(items.size(), ", ", [&](std::size_t k) { return items[k]; });
    };
    const std::string state = begins ? "_type_reduce& _s, bool& _any" : "_type_reduce& _s",
                      extra = members.empty() ? "" : ", const extra& _extra";
    std::string text = kernel::fill(
        R"(
#include <cuprum/user_kernel.h>
$preamble
typedef $reduce_type _type_reduce;
static_assert(sizeof(_type_reduce) <= $most_bytes, "reduce_type is too large");
struct ${name}_operation {
    using inputs = cuprum::types<$inputs>;
    using outputs = cuprum::types<$outputs>;
    using state = cuprum::types<$state_types>;
    using share = state;
    using brief = state;
    static constexpr bool narrow = false, ordered = false, begins = false, briefs = false;
    static constexpr bool spreads = $spreads;
    static constexpr bool cascade = $cascade;
    $updates
    static constexpr unsigned values = 0;
    static constexpr int state_bytes = $bytes;
    $extra_struct
    CUPRUM_DEVICE static _type_reduce reduce(const _type_reduce& a, const _type_reduce& b) {
        return ($reduce_expr);
    }
    CUPRUM_DEVICE static void start($state) {
        _s = _type_reduce($identity);
        $nothing_yet
    }
    CUPRUM_DEVICE static void initial($state, const cuprum::ReductionTail&) {}
    CUPRUM_DEVICE static void accumulate($state, $elements, [[maybe_unused]] auto _index$extra) {
        $constants
        $numbers
        const _type_reduce _a = static_cast<_type_reduce>($map_expr);
        $add
    }
    CUPRUM_DEVICE static void combine($state, $other) {
        $combine
    }
    CUPRUM_DEVICE static void finish($results, $whole_state, const cuprum::ReductionTail&$extra) {
        const _type_reduce& a = _s;
        $constants_after
        $numbers_after
$post_map_expr;
    }
};
)",
        {{"preamble", kernel::record_header(std::span(types, in.size() + out.size())) + compiler.definitions +
                          kernel::typedefs(in, out, types) + options.preamble},
         {"reduce_type", reduce_type},
         {"most_bytes", unknown_state},
         {"name", name},
         {"inputs", list(inputs)},
         {"outputs", list(outputs)},
         {"state_types", begins ? "_type_reduce, bool" : "_type_reduce"},
         {"spreads", reduction.map.inputs.size() > 1},
         {"cascade", reduction.cascade},
         {"updates", updates ? "static constexpr bool updates = true;" : ""},
         {"bytes", bytes},
         {"extra_struct", members.empty()
                              ? ""
                              : kernel::fill("struct alignas(16) extra {\n    $members\n};\n", {{"members", members}})},
         {"reduce_expr", reduce_expr},
         {"state", state},
         {"identity", identity.value_or("")},
         {"nothing_yet", begins ? "_any = false;" : ""},
         {"elements", list(elements)},
         {"extra", extra},
         {"constants", constants},
         {"numbers", numbers},
         {"map_expr", map_expr},
         {"add", begins ? "_s = _any ? reduce(_s, _a) : _a;\n_any = true;" : "_s = reduce(_s, _a);"},
         {"other", begins ? "const _type_reduce& _t, const bool& _more" : "const _type_reduce& _t"},
         {"combine",
          begins ? "_s = _any && _more ? reduce(_s, _t) : _any ? _s : _t;\n_any |= _more;" : "_s = reduce(_s, _t);"},
         {"results", list(results)},
         {"whole_state", begins ? "const _type_reduce& _s, const bool&" : "const _type_reduce& _s"},
         {"constants_after", constants_after},
         {"numbers_after", numbers_after},
         {"post_map_expr", post_map_expr}});
    reduction.name = name;
    reduction.user = kernel::UserReduction{std::move(text), name + "_operation", compiler.options, bytes};
    return PlannedReduction(std::vector<DType>(types, types + in.size()), std::move(reduction));
}

}  // namespace cuprum
