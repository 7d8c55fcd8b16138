#include "cuprum/ufunc.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstring>
#include <limits>
#include <mutex>

#include "core/layout.h"
#include "core/promotion.h"
#include "cuprum/types.h"
#include "kernel/engine/elementwise/elementwise.h"
#include "kernel/ufunc/loops.h"
#include "kernel/ufunc/ufunc_impl.h"

namespace cuprum {

using kernel::Loop;

// ---------------------------------------------------------------------------------------------------------- resolution

namespace {

/// Which loop of a function of scipy.special takes operands that are narrower than float32: bool, integers of 8 and 16
/// bits, 16-bit floats.
enum class NarrowOperands {
    first,    ///< The first to which they can be cast safely, as in NumPy; most tables begin with float64's.
    float32,  ///< That of float32 where there is one, as in SciPy from 1.18 on.
};
/// CuPy 14's rule, and SciPy's up to 1.17.
constexpr auto narrow_operands = NarrowOperands::first;

// What stands in a signature for a dtype that it leaves open, as Python's None does.
constexpr char open_type = '.';

using kernel::weak_complex, kernel::weak_default, kernel::weak_float, kernel::weak_int;

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
    std::call_once(parsed, [this] { loop_list = kernel::parse_loops(row); });
    return loop_list;
}

const Loop* Ufunc::Impl::find_loop(std::span<const DType> in) {
    // NumPy takes a loop of just these dtypes wherever it stands.
    const bool narrow_is_float32 =
        narrow_operands == NarrowOperands::float32 && std::string_view(row.module) == "scipy.special";
    const auto matches = [&](DType dtype, DType loop) {
        return dtype == loop ||
               (narrow_is_float32 && loop == DType::float32 && can_cast(dtype, DType::float32, Casting::safe));
    };
    for (const Loop& loop : loops())
        if (std::equal(in.begin(), in.end(), loop.in.begin(), matches)) return &loop;
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
    std::optional<DType> common;
    if (count) common = promote_all(std::span(known.data(), count));
    std::array<DType, Ufunc::max_nin> in;
    // Orders and degrees: where a loop has an integer beside floats, a literal integer stays an int64, as in NumPy;
    // such loops take no complex numbers.
    const auto is_order = [&](std::size_t i, int code) {
        return code == weak_int && !(common && is_complex(*common)) &&
               std::ranges::any_of(loops(), [&](const Loop& loop) {
                   return is_integer(loop.in[i]) &&
                          std::any_of(loop.in.begin(), loop.in.begin() + loop.nin, is_floating);
               });
    };
    // Beside an array of numbers NumPy's own ufuncs (ldexp) take it for the integer of the first loop.
    const auto order_dtype = [&](std::size_t i) {
        return std::string_view(row.module) == "numpy" && common != DType::bool_ ? loops()[0].in[i] : DType::int64;
    };
    // Beside them, where all loops have floats, it is a float of any size, and so the smallest.
    const auto is_any_float = [this](std::size_t i, int code) {
        const auto floats = [](const Loop& loop, std::size_t k) { return is_floating(loop.in[k]); };
        return code == weak_int && std::ranges::all_of(loops(), [&](const Loop& loop) { return floats(loop, i); }) &&
               std::ranges::all_of(loops(), [&](const Loop& loop) {
                   return std::any_of(loop.in.begin(), loop.in.begin() + loop.nin, is_integer);
               });
    };
    // At first a literal is what the operands are together; then a real number beside complex ones, for loops of a real
    // order (jv); at last what it is alone, for mixed loops such as ldexp's, where it stays an int64.
    enum class Literal { as_operands, real, alone };
    for (Literal literal : {Literal::as_operands, Literal::real, Literal::alone}) {
        const bool defaults = literal == Literal::alone;
        const std::optional<DType> beside = common && literal == Literal::real ? real_dtype(*common) : common;
        for (std::size_t i = 0; i < codes.size(); ++i)
            in[i] = codes[i] < dtype_count                                       ? static_cast<DType>(codes[i])
                    : is_order(i, codes[i]) && common && !defaults               ? order_dtype(i)
                    : defaults || is_order(i, codes[i])                          ? weak_default(codes[i])
                    : common && is_integer(*common) && is_any_float(i, codes[i]) ? DType::bool_
                                                                                 : weak_dtype(codes[i], beside);
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

const Loop* Ufunc::Impl::loop_of_signature(std::span<const int> codes, const std::string& asked) {
    const auto nin = static_cast<std::size_t>(row.nin), nout = static_cast<std::size_t>(row.nout);
    const std::size_t arrow = asked.find("->"), whole = nin + 2 + nout;
    if (arrow != nin && asked.size() != 1)
        throw ValueError("a type-string for " + std::string(row.name) + " has " + std::to_string(nin) +
                         " typecode(s) before and " + std::to_string(nout) + " after the -> sign, found '" + asked +
                         "'");
    if (asked.size() != 1 && asked.size() != whole)
        throw ValueError("a type-string for " + std::string(row.name) + " has " + std::to_string(nout) +
                         " typecode(s) after the -> sign, found '" + asked + "'");
    // One letter stands for all inputs, as in "d".
    const std::string pattern =
        asked.size() == 1 ? std::string(nin, asked[0]) + "->" + std::string(nout, open_type) : asked;
    const auto matches = [&](const Loop& loop) {
        const std::string signature = loop.signature();
        return !loop.refuses && std::equal(pattern.begin(), pattern.end(), signature.begin(), signature.end(),
                                           [](char a, char b) { return a == open_type || a == b; });
    };
    const bool partial = pattern.substr(0, nin).find(open_type) != std::string::npos;
    if (partial) {  // open inputs are what the operands are
        std::array<int, Ufunc::max_nin> named;
        for (std::size_t i = 0; i < nin; ++i)
            named[i] = pattern[i] == open_type ? codes[i] : static_cast<int>(dtype_from_code(pattern[i]));
        const Loop& loop = resolve(std::span(named.data(), nin));
        return matches(loop) ? &loop : nullptr;
    }
    for (const Loop& loop : loops())
        if (matches(loop)) return &loop;
    return nullptr;
}

const Loop& Ufunc::Impl::resolve_asked(std::span<const int> codes, const UfuncOptions& options) {
    refuse_described(row.name, codes);
    if (options.dtype) {
        // The loop that the inputs call for, if it gives this dtype (comparisons); else NumPy looks for the loop whose
        // outputs have it, and where inputs can decide between several, they do.
        const Loop* natural = nullptr;
        try {
            natural = &resolve(codes);
        } catch (const UFuncTypeError&) {  // only the dtype tells
        }
        const auto gives = [&](DType out) { return out == *options.dtype; };
        if (natural && std::all_of(natural->out.begin(), natural->out.begin() + row.nout, gives)) return *natural;
        const Loop* first = nullptr;
        for (const Loop& loop : loops()) {
            if (loop.refuses) continue;
            const auto outputs = std::span(loop.out.data(), static_cast<std::size_t>(row.nout));
            if (!std::ranges::all_of(outputs, [&](DType d) { return d == *options.dtype; })) continue;
            bool same = true, fits = true, discards = false;
            for (std::size_t i = 0; i < codes.size(); ++i) {
                const bool weak = codes[i] >= dtype_count;
                const DType given = weak ? kernel::weak_default(codes[i]) : static_cast<DType>(codes[i]);
                same = same && loop.in[i] == loop.out[0];
                fits = fits && (weak || can_cast(given, loop.in[i], Casting::safe));
                discards = discards || (is_complex(given) && !is_complex(loop.in[i]));
            }
            // Of loops that have this dtype throughout, operands are cast to it; others have to take them as they are.
            if (same && !discards) return loop;
            if (same || fits) first = &loop;
            if (fits) break;
        }
        if (first) return *first;
        throw UFuncTypeError("No loop matching the specified signature and casting was found for ufunc " +
                             std::string(row.name) + ": dtype=" + info(*options.dtype).name + " was asked for");
    }
    if (const Loop* loop = loop_of_signature(codes, options.signature)) return *loop;
    throw UFuncTypeError("No loop matching the specified signature and casting was found for ufunc " +
                         std::string(row.name) + ": signature='" + options.signature + "' was asked for");
}

std::vector<DType> Ufunc::resolve_dtypes(std::span<const Operand> in, const UfuncOptions& options) const {
    if (in.size() != static_cast<std::size_t>(nin_))
        throw ValueError(std::string(name()) + " takes " + std::to_string(nin_) + " inputs, and " +
                         std::to_string(in.size()) + " were given");
    int codes[max_nin];
    for (std::size_t i = 0; i < in.size(); ++i) codes[i] = kernel::operand_code(in[i]);
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
    bool plain = !masked;
    for (std::size_t i = 0; i < in.size(); ++i) plain = plain && in[i] == loop.in[i];
    for (std::size_t k = 0; k < out.size(); ++k) plain = plain && out[k] == loop.out[k];
    if (plain)
        if (auto* kernel = loop.kernel.load(std::memory_order_acquire)) return *kernel;

    const auto number = static_cast<std::size_t>(&loop - loop_list.data());
    kernel::KernelKey key(number % 256, number / 256, masked);
    for (DType d : in) key.put(d);
    for (DType d : out) key.put(d);
    kernel::ElementwiseKernel& kernel = kernels.get(key, [&] {
        std::string types = loop.signature() + ":";
        for (DType d : in) types += info(d).code;
        types += ">";
        for (DType d : out) types += info(d).code;
        if (masked) types += "m";
        return kernel::ElementwiseKernel(kernel_name(types), expression(loop, in, out, masked), std::string(row.name));
    });
    if (plain) loop.kernel.store(&kernel, std::memory_order_release);
    return kernel;
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
    step.headers = loop.headers.c_str();
    step.code = loop.code;
    step.cost = row.cost;
    step.has_exponent = row.has_exponent;
    for (DType d : in) step.arguments.push_back(graph.add_input(d));
    // A result of 16 bits is computed in float32, and has to be rounded where it is stored in another dtype.
    const auto result = [&](kernel::ValueId value, std::size_t k) {
        const DType type = loop.out[k];
        if (out[k] == type || (type != DType::float16 && type != DType::bfloat16)) return value;
        return graph.add_step(
            {"out0 = cast<float>(cast<" + kernel::storage_type(type) + ">(in0))", {type}, {type}, {value}});
    };
    if (!masked) {
        kernel::ValueId first = graph.add_step(std::move(step));
        for (std::size_t k = 0; k < out.size(); ++k)
            graph.outputs.push_back({result(first + static_cast<int>(k), k), out[k]});
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
                                                 {mask, result(first + static_cast<int>(k), k), old[k]}});
        graph.outputs.push_back({chosen, out[k]});
    }
    return graph;
}

// ----------------------------------------------------------------------------------------------------- documentation

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

#define CUPRUM_UFUNC_TABLE "cuprum/ufuncs.def"
#define CUPRUM_UFUNC_MODULE "numpy"
#include "kernel/ufunc/define_ufuncs.inc"

}  // namespace cuprum
