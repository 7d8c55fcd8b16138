#include "cuprum/ufunc.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>

#include "core/layout.h"
#include "core/promotion.h"
#include "cuprum/reduction.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/engine/recorder.h"
#include "kernel/ufunc/compare_described.h"
#include "kernel/ufunc/loops.h"
#include "kernel/ufunc/ufunc_impl.h"

namespace cuprum {

using kernel::Loop;

// ---------------------------------------------------------------------------------------------------------- resolution

namespace {

using kernel::weak_complex, kernel::weak_float, kernel::weak_int;

int operand_code(const Operand& operand) {
    if (!operand.is_weak()) return static_cast<int>(operand.dtype());
    return is_complex(operand.dtype()) ? weak_complex : is_inexact(operand.dtype()) ? weak_float : weak_int;
}

DType weak_default(int code) {
    return code == weak_int ? DType::int64 : code == weak_float ? DType::float64 : DType::complex128;
}

// The dtype that a weak scalar takes beside operands whose common dtype is `common` (NEP 50).
DType weak_dtype(int code, std::optional<DType> common) {
    if (!common || *common == DType::bool_) return weak_default(code);
    if (code == weak_int) return *common;
    if (code == weak_float) return is_inexact(*common) ? *common : DType::float64;
    if (is_complex(*common)) return *common;
    return is_floating(*common) && itemsize(*common) <= 4 ? DType::complex64 : DType::complex128;
}

std::string operand_names(std::span<const int> codes) {
    std::string text;
    for (int code : codes)
        text += (text.empty() ? "" : ", ") + std::string(code == weak_int       ? "Python int"
                                                         : code == weak_float   ? "Python float"
                                                         : code == weak_complex ? "Python complex"
                                                                                : info(static_cast<DType>(code)).name);
    return text;
}

// Loops are those of numbers.
void refuse_described(const char* ufunc, std::span<const int> codes) {
    for (int code : codes)
        if (code >= first_described)
            throw UFuncTypeError("ufunc '" + std::string(ufunc) +
                                 "' did not contain a loop with signature matching types (" + operand_names(codes) +
                                 "): there is no arithmetic on structured, void and time dtypes; take a field, or "
                                 "view() as numbers");
}

}  // namespace

Ufunc::Ufunc(const UfuncRow& row) : nin_(row.nin), nout_(row.nout), impl_(std::make_unique<Impl>(row)) {}

Ufunc::~Ufunc() = default;

const char* Ufunc::name() const { return impl_->row.name; }
const UfuncRow& Ufunc::row() const { return impl_->row; }

std::vector<std::string> Ufunc::types() const {
    std::vector<std::string> result;
    for (const Loop& loop : impl_->loops())
        if (!loop.refuses) result.push_back(loop.signature());
    return result;
}

std::optional<Scalar> Ufunc::identity() const {
    std::string_view text = impl_->row.identity;
    if (text == "none" || text == "first") return std::nullopt;
    if (text == "True" || text == "False") return Scalar(text == "True");
    if (text == "-inf") return Scalar(-std::numeric_limits<double>::infinity());
    return Scalar(std::stoll(std::string(text)));
}

std::span<const Loop> Ufunc::Impl::loops() {
    std::call_once(parsed, [this] { loop_list = kernel::parse_loops(row.loops, row.nin, row.nout); });
    return loop_list;
}

const Loop* Ufunc::Impl::find_loop(std::span<const DType> in) {
    for (const Loop& loop : loops()) {
        bool fits = true;
        for (std::size_t i = 0; fits && i < in.size(); ++i) fits = can_cast(in[i], loop.in[i], Casting::safe);
        if (fits) return &loop;
    }
    return nullptr;
}

const Loop& Ufunc::Impl::resolve(std::span<const int> codes) {
    refuse_described(row.name, codes);
    std::array<DType, Ufunc::max_nin> known;
    std::size_t count = 0;
    for (int code : codes)
        if (code < dtype_count) known[count++] = static_cast<DType>(code);
    const std::optional<DType> common =
        count ? std::optional(promote_all(std::span(known.data(), count))) : std::nullopt;
    std::array<DType, Ufunc::max_nin> in;
    for (bool defaults :
         {false, true}) {  // the second time for mixed loops such as ldexp's, where a literal stays an int64
        for (std::size_t i = 0; i < codes.size(); ++i)
            in[i] = codes[i] < dtype_count ? static_cast<DType>(codes[i])
                    : defaults             ? weak_default(codes[i])
                                           : weak_dtype(codes[i], common);
        const Loop* loop = find_loop(std::span(in.data(), codes.size()));
        if (loop && loop->refuses) throw UFuncTypeError(loop->body);
        if (loop) return *loop;
    }
    throw UFuncTypeError(
        "ufunc '" + std::string(row.name) + "' not supported for the input types (" + operand_names(codes) +
        "), and the inputs could not be safely coerced to any supported types according to the casting "
        "rule 'safe'");
}

const Loop& Ufunc::Impl::resolve_cached(std::span<const int> codes) {
    int any_code = 0;
    for (int code : codes) any_code |= code;
    if (any_code >= first_described) [[unlikely]]
        return resolve(codes);  // which refuses them
    if (const Loop* loop = resolved.find(codes)) return *loop;
    const Loop& loop = resolve(codes);
    resolved.remember(codes, loop);
    return loop;
}

const Loop& Ufunc::Impl::resolve_asked(std::span<const int> codes, const UfuncOptions& options) {
    refuse_described(row.name, codes);
    std::string asked = options.signature;
    if (options.dtype) {
        // The loop that the inputs call for, if it gives this dtype (comparisons); else NumPy looks for the loop whose
        // outputs have it, and where inputs can decide between several, they do.
        bool all_known = true;
        for (int code : codes) all_known = all_known && code < dtype_count;
        if (all_known) {
            DType in[Ufunc::max_nin];
            for (std::size_t i = 0; i < codes.size(); ++i) in[i] = static_cast<DType>(codes[i]);
            const Loop* natural = find_loop(std::span(in, codes.size()));
            if (natural && !natural->refuses && natural->out[0] == *options.dtype) return *natural;
        }
        const Loop* first = nullptr;
        for (const Loop& loop : loops()) {
            if (loop.refuses || loop.out[0] != *options.dtype) continue;
            bool same = true, fits = true;
            for (std::size_t i = 0; i < codes.size(); ++i) {
                same = same && (loop.in[i] == loop.out[0]);
                fits =
                    fits && codes[i] < dtype_count && can_cast(static_cast<DType>(codes[i]), loop.in[i], Casting::safe);
            }
            if (same) return loop;
            if (!first || fits) first = &loop;
            if (fits) break;
        }
        if (first) return *first;
        throw UFuncTypeError("No loop matching the specified signature and casting was found for ufunc " +
                             std::string(row.name) + ": dtype=" + info(*options.dtype).name + " was asked for");
    }
    if (asked.find("->") == std::string::npos)
        asked = std::string(static_cast<std::size_t>(row.nin), asked.empty() ? '?' : asked[0]);
    for (const Loop& loop : loops()) {
        if (loop.refuses) continue;
        std::string signature = loop.signature();
        bool matches = signature.size() >= asked.size();
        std::size_t arrow = signature.find("->"), asked_arrow = asked.find("->");
        if (asked_arrow == std::string::npos) matches = signature.substr(0, arrow) == asked;
        else matches = signature == asked;
        if (matches) return loop;
    }
    throw UFuncTypeError("No loop matching the specified signature and casting was found for ufunc " +
                         std::string(row.name) + ": signature='" + options.signature + "' was asked for");
}

std::vector<DType> Ufunc::resolve_dtypes(std::span<const Operand> in, const UfuncOptions& options) const {
    int codes[max_nin];
    for (std::size_t i = 0; i < in.size(); ++i) codes[i] = operand_code(in[i]);
    std::span view(codes, in.size());
    const Loop& loop =
        options.dtype || !options.signature.empty() ? impl_->resolve_asked(view, options) : impl_->resolve(view);
    std::vector<DType> result(loop.in.begin(), loop.in.begin() + nin_);
    result.insert(result.end(), loop.out.begin(), loop.out.begin() + nout_);
    return result;
}

// ------------------------------------------------------------------------------------------------------------- kernels

kernel::ElementwiseKernel& Ufunc::Impl::kernel_for(const Loop& loop, std::span<const DType> in,
                                                   std::span<const DType> out, bool masked) {
    // Operands that have the loop's own dtypes, and no mask: one pointer a loop.
    bool plain = !masked && std::equal(in.begin(), in.end(), loop.in.begin()) &&
                 std::equal(out.begin(), out.end(), loop.out.begin());
    if (plain)
        if (auto* kernel = loop.kernel.load(std::memory_order_acquire)) return *kernel;

    std::string key = loop.signature() + ":";
    for (DType d : in) key += info(d).code;
    key += ">";
    for (DType d : out) key += info(d).code;
    if (masked) key += "m";
    std::lock_guard lock(kernels_mutex);
    auto [entry, added] = kernels.try_emplace(key);
    if (added)
        entry->second =
            std::make_unique<kernel::ElementwiseKernel>(kernel_name(key), expression(loop, in, out, masked));
    if (plain) loop.kernel.store(entry->second.get(), std::memory_order_release);
    return *entry->second;
}

std::string Ufunc::Impl::kernel_name(const std::string& key) const {
    // An identifier: bool's '?' cannot be part of one.
    std::string name = std::string(row.name) + "_";
    for (char c : key)
        if (c == '?') name += 'o';
        else if (std::isalnum(static_cast<unsigned char>(c))) name += c;
        else if (c == '>' || c == ':') name += '_';
    return name;
}

kernel::Expression Ufunc::Impl::expression(const Loop& loop, std::span<const DType> in, std::span<const DType> out,
                                           bool masked) const {
    kernel::Expression graph;
    kernel::Expression::Step step{
        loop.body, {loop.in.begin(), loop.in.begin() + row.nin}, {loop.out.begin(), loop.out.begin() + row.nout}, {}};
    step.headers = row.headers;
    step.cost = row.cost;
    for (DType d : in) step.arguments.push_back(graph.add_input(d));
    if (!masked) {
        kernel::ValueId first = graph.add_step(std::move(step));
        for (std::size_t k = 0; k < out.size(); ++k) graph.outputs.push_back({first + static_cast<int>(k), out[k]});
        return graph;
    }
    // where=: the mask, then each output's old values, are inputs too, and what is stored is one or the other.
    kernel::ValueId mask = graph.add_input(DType::bool_);
    std::vector<kernel::ValueId> old;
    for (DType d : out) old.push_back(graph.add_input(d));
    kernel::ValueId first = graph.add_step(std::move(step));
    for (std::size_t k = 0; k < out.size(); ++k) {
        kernel::ValueId chosen = graph.add_step({"out0 = in0 ? in1 : in2",
                                                 {DType::bool_, out[k], out[k]},
                                                 {out[k]},
                                                 {mask, first + static_cast<int>(k), old[k]}});
        graph.outputs.push_back({chosen, out[k]});
    }
    return graph;
}

// ---------------------------------------------------------------------------------------------------------------- call

namespace {

// Literals become numbers of any size, but of no lesser kind.
int kind_rank(DType dtype) { return dtype == DType::bool_ ? 0 : is_integer(dtype) ? 1 : is_complex(dtype) ? 3 : 2; }

[[noreturn]] void bad_cast(const char* ufunc, const char* what, DType from, DType to, Casting casting) {
    static constexpr const char* names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};
    throw UFuncTypeError("Cannot cast ufunc '" + std::string(ufunc) + "' " + what + " from dtype('" + info(from).name +
                         "') to dtype('" + info(to).name + "') with casting rule '" + names[static_cast<int>(casting)] +
                         "'");
}

// Comparisons of integers with a literal that their dtype cannot hold are decided by a wider dtype, not refused.
bool is_comparison(const Loop& loop, int nin) {
    return nin == 2 && loop.out[0] == DType::bool_ && is_integer(loop.in[0]);
}

// As in NumPy, integers have no negative powers, not even those of 1. An array of powers has to be read for that: one
// reduction, which the host waits for. While a function is traced there are no powers to look at yet.
void refuse_negative_powers(const Operand& base, const Operand& power, const ndarray* where) {
    static constexpr const char* message = "Integers to negative integer powers are not allowed.";
    bool negative;
    if (!power.is_array()) {
        negative = power.scalar().to_double() < 0;
    } else {
        const ndarray& powers = power.array();
        if (kind(powers.dtype()) != 'i' || powers.size() == 0 || (base.is_array() && base.array().size() == 0)) return;
        if (runtime::context.recorder) {
            const ndarray below = less(powers, 0);
            return runtime::context.recorder->refuse_if(any(where ? logical_and(below, *where) : below), message);
        }
        // These reductions are ready in the package, those of the ufuncs' methods are not.
        negative = where ? cuprum::any(logical_and(less(powers, 0), *where)).item().to_bool()
                         : cuprum::min(powers).item().to_int() < 0;
    }
    if (negative) throw ValueError(message);
}

}  // namespace

void Ufunc::call(std::span<const Operand> in, const UfuncOptions& options, ndarray* results) const {
    Impl& impl = *impl_;
    int codes[max_nin];
    int any_code = 0;
    for (int i = 0; i < nin_; ++i) any_code |= codes[i] = operand_code(in[i]);
    if (any_code >= first_described && (this == &equal || this == &not_equal)) [[unlikely]]
        return compare_described(in, this == &equal, options, *results);
    std::span code_span(codes, static_cast<std::size_t>(nin_));
    const bool asked = options.dtype || !options.signature.empty();
    const Loop* loop = asked ? &impl.resolve_asked(code_span, options) : &impl.resolve_cached(code_span);

    // Values of literals.
    for (int i = 0; i < nin_; ++i) {
        if (!in[i].is_weak() || !is_integer(in[i].dtype())) continue;
        if (in[i].scalar().fits(loop->in[i])) continue;
        if (is_comparison(*loop, nin_)) {
            const Scalar& s = in[i].scalar();
            DType wide = s.is_huge() ? DType::float64 : s.to_double() > 9e18 ? DType::uint64 : DType::int64;
            Operand retyped[2] = {in[0], in[1]};
            // An integer beyond 64 bits is larger, or smaller, than all that an array holds.
            retyped[i] = s.is_huge()
                             ? Scalar::strong(std::copysign(std::numeric_limits<double>::infinity(), s.to_double()))
                             : s.as(wide);
            return call(retyped, options, results);
        }
        if (is_integer(loop->in[i]) && is_floating(loop->out[0])) {  // a quotient, say: computed as float64 anyway
            std::vector<Operand> retyped(in.begin(), in.end());
            retyped[static_cast<std::size_t>(i)] = Scalar::strong(in[i].scalar().to_double());
            return call(retyped, options, results);
        }
        throw OverflowError(
            "Python integer " +
            (in[i].scalar().is_huge() ? std::string("beyond 64 bits") : std::to_string(in[i].scalar().to_int())) +
            " out of bounds for " + info(loop->in[i]).name);
    }
    if (impl.row.refuses == Refusal::negative_powers && is_integer(loop->in[0]))
        refuse_negative_powers(in[0], in[1], options.where);

    // The common shape. One array, or equal shapes, are by far the most frequent.
    const ndarray* arrays[max_nin + 1];
    int array_count = 0;
    for (int i = 0; i < nin_; ++i)
        if (in[i].is_array()) arrays[array_count++] = &in[i].array();
    const int input_arrays = array_count;
    if (options.where) arrays[array_count++] = options.where;
    const Shape* shape = nullptr;
    Shape broadcast;
    bool equal = true;
    for (int i = 1; i < array_count; ++i) equal = equal && arrays[i]->shape() == arrays[0]->shape();
    if (array_count && equal) {
        shape = &arrays[0]->shape();
    } else if (array_count) {
        Shape shapes[max_nin + 1];
        for (int i = 0; i < array_count; ++i) shapes[i] = arrays[i]->shape();
        broadcast = broadcast_shapes(std::span(shapes, static_cast<std::size_t>(array_count)));
        shape = &broadcast;
    } else {
        shape = &broadcast;
    }
    Shape from_out;
    for (int k = 0; k < nout_; ++k) {
        if (!options.out[k]) continue;
        const ndarray& out = *options.out[k];
        if (!is_number(out.dtype()) || !can_cast(loop->out[k], out.dtype(), options.casting))
            bad_cast(name(), "output", loop->out[k], out.dtype(), options.casting);
        if (out.shape() == *shape) continue;
        // An out array may be larger than the inputs: they are broadcast to it. It may not be broadcast itself.
        const Shape both[] = {*shape, out.shape()};
        from_out = broadcast_shapes(both);
        if (!(from_out == out.shape()))
            throw ValueError("non-broadcastable output operand with shape " + to_string(out.shape()) +
                             " doesn't match the broadcast shape " + to_string(from_out));
        broadcast = from_out;
        shape = &broadcast;
    }
    for (int k = 0; k < nout_; ++k)
        if (options.out[k] && !(options.out[k]->shape() == *shape))
            throw ValueError("non-broadcastable output operand with shape " + to_string(options.out[k]->shape()) +
                             " doesn't match the broadcast shape " + to_string(*shape));

    DType in_types[max_nin], out_types[max_nout];
    for (int i = 0; i < nin_; ++i) {
        in_types[i] = in[i].is_array() ? in[i].array().dtype() : loop->in[i];
        // A loop that was found by the operands' dtypes takes them safely.
        if (!asked && options.casting >= Casting::safe) continue;
        const DType type = in[i].dtype();
        const bool castable = !in[i].is_weak()                     ? can_cast(type, loop->in[i], options.casting)
                              : options.casting == Casting::unsafe ? true
                                                                   : kind_rank(type) <= kind_rank(loop->in[i]);
        if (!castable)
            bad_cast(name(), nin_ == 1 ? "input" : ("input " + std::to_string(i)).c_str(), type, loop->in[i],
                     options.casting);
    }
    if (options.where && options.where->dtype() != DType::bool_)
        throw UFuncTypeError("Cannot cast array data from dtype('" + std::string(info(options.where->dtype()).name) +
                             "') to dtype('bool') according to the rule 'safe': where= takes a bool array");

    // Outputs.
    ndarray made[max_nout];
    for (int k = 0; k < nout_; ++k) {
        if (options.out[k]) {
            made[k] = *options.out[k];
        } else {
            char order = options.order;
            if (order == 'K' || order == 'A') {
                bool c = true, f = true;
                for (int i = 0; i < input_arrays; ++i) {
                    c = c && arrays[i]->is_c_contiguous();
                    f = f && arrays[i]->is_f_contiguous();
                }
                if (order == 'A') order = f && input_arrays ? 'F' : 'C';
                else if (c || (f && equal)) order = f && !c && input_arrays ? 'F' : 'C';
            }
            if (order == 'K') {
                made[k] = kernel::new_array(*shape, loop->out[k]);
                made[k] = made[k].with_layout(
                    *shape, keep_order_strides(std::span(arrays, static_cast<std::size_t>(input_arrays)), *shape,
                                               made[k].itemsize()));
            } else {
                made[k] = kernel::new_array(*shape, loop->out[k], order);
            }
        }
        out_types[k] = made[k].dtype();
    }

    // Operands of the kernel: outputs, inputs, and with a mask the mask and the outputs' old values.
    const bool masked = options.where != nullptr;
    kernel::KernelOperand operands[max_nin + 1 + 2 * max_nout];
    ndarray copies[max_nin + 1];
    std::size_t count = 0;
    for (int k = 0; k < nout_; ++k) operands[count++].array = &made[k];
    auto add_array = [&](const ndarray& array, int number) {
        operands[count].array = &array;
        for (int k = 0; k < nout_; ++k)
            if (options.out[k] && may_share_memory(array, made[k]) && !same_elements(array, made[k])) {
                copies[number] = array.copy();
                operands[count].array = &copies[number];
                break;
            }
        ++count;
    };
    for (int i = 0; i < nin_; ++i) {
        if (in[i].is_array()) add_array(in[i].array(), i);
        else operands[count++].set(in[i].scalar(), loop->in[i]);
    }
    if (masked) {
        add_array(*options.where, nin_);
        for (int k = 0; k < nout_; ++k) operands[count++].array = &made[k];
    }
    auto& kernel = impl.kernel_for(*loop, std::span(in_types, static_cast<std::size_t>(nin_)),
                                   std::span(out_types, static_cast<std::size_t>(nout_)), masked);
    kernel.run(std::span(operands, count), *shape);
    for (int k = 0; k < nout_; ++k) results[k] = std::move(made[k]);
}

std::string Ufunc::doc() const {
    const UfuncRow& r = impl_->row;
    std::string text = std::string(r.doc) + "\n\nParameters\n";
    for (int i = 0; i < r.nin; ++i)
        text += "    x" + std::to_string(i + 1) + ": array or scalar" +
                (r.nin > 1 ? "; the operands are broadcast" : "") + ".\n";
    text +=
        "    out: array, or tuple of arrays, of the broadcast shape, to which the result is written and which is "
        "returned.\n"
        "    where: bool array; elements where it is False are left as they are.\n"
        "    dtype: dtype of the computation and the result.\n"
        "    casting: 'no', 'equiv', 'safe', 'same_kind' or 'unsafe': how far operands and results may be cast.\n"
        "    order: layout of a new result: 'C', 'F', 'A' or 'K'.\n"
        "    subok: accepted for NumPy's sake.\n"
        "Returns\n    " +
        std::string(r.nout == 1 ? "The result" : "A tuple of the results") +
        ", of the broadcast shape of the operands.\n"
        "Raises\n    TypeError: no loop takes these dtypes, or a cast is not allowed. ValueError: the shapes do not "
        "broadcast.\n"
        "Types\n   ";
    for (const std::string& type : types()) text += " " + type;
    return text + "\n";
}

// ------------------------------------------------------------------------------------------------------------ registry

#define CUPRUM_UFUNC(id, inputs, outputs, ...) \
    const UfuncOf<inputs, outputs> id{         \
        UfuncRow{.name = #id, .nin = inputs, .nout = outputs, .module = "numpy", __VA_ARGS__}};
#define CUPRUM_UFUNC_ALIAS(alias, name)
#include "cuprum/ufuncs.def"

std::span<const std::pair<const char*, const Ufunc*>> ufuncs() {
    static const std::pair<const char*, const Ufunc*> list[] = {
#define CUPRUM_UFUNC(name, ...) {#name, &name},
#define CUPRUM_UFUNC_ALIAS(alias, name) {#alias, &name},
#include "cuprum/ufuncs.def"
    };
    return list;
}

}  // namespace cuprum
