// Typing and text of expressions.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "core/identifier.h"
#include "cuprum/error.h"
#include "cuprum/ufunc.h"
#include "kernel/graph/expression.h"
#include "kernel/graph/statement.h"
#include "kernel/graph/template.h"
#include "kernel/ufunc/ufunc_impl.h"
#include "kernel/user/jit/builder_impl.h"

namespace cuprum::jit {

using kernel::Loop;

// ------------------------------------------------------------------------------------------------------------ literals

namespace {

template <class T>
std::string shortest(T value) {
    if (std::isnan(value)) return "cuprum::limits<" + std::string(sizeof(T) == 4 ? "float" : "double") + ">::nan()";
    if (std::isinf(value)) {
        std::string text = "cuprum::limits<" + std::string(sizeof(T) == 4 ? "float" : "double") + ">::infinity()";
        return value < 0 ? "(-" + text + ")" : text;
    }
    char digits[64];
    auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
    std::string text(digits, end);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    if (sizeof(T) == 4) text += "f";
    return std::signbit(value) ? "(" + text + ")" : text;
}

}  // namespace

std::string literal_text(const Scalar& value, DType dtype) {
    const Scalar v = value.as(dtype);
    const std::string type = kernel::storage_type(dtype);
    switch (kind(dtype)) {
        case 'b': return v.to_bool() ? "true" : "false";
        case 'i': {
            const std::int64_t n = v.to_int();
            if (dtype == DType::int64)
                return n == INT64_MIN ? "(-9223372036854775807ll - 1)"
                       : n < 0        ? "(" + std::to_string(n) + "ll)"
                                      : std::to_string(n) + "ll";
            std::string text = n == INT32_MIN ? "(-2147483647 - 1)"
                               : n < 0        ? "(" + std::to_string(n) + ")"
                                              : std::to_string(n);
            return dtype == DType::int32 ? text : "(" + type + ")" + text;
        }
        case 'u': {
            std::string text = std::to_string(static_cast<std::uint64_t>(v.to_int()));
            if (dtype == DType::uint64) return text + "ull";
            return dtype == DType::uint32 ? text + "u" : "(" + type + ")" + text;
        }
        case 'f':
            if (dtype == DType::float64) return shortest(v.to_double());
            if (dtype == DType::float32) return shortest(static_cast<float>(v.to_double()));
            return type + "(" + shortest(static_cast<float>(v.to_double())) + ")";
        default: {
            const std::complex<double> z = v.to_complex();
            if (dtype == DType::complex128) return type + "(" + shortest(z.real()) + ", " + shortest(z.imag()) + ")";
            return type + "(" + shortest(static_cast<float>(z.real())) + ", " + shortest(static_cast<float>(z.imag())) +
                   ")";
        }
    }
}

DType literal_dtype(Mode mode, const Scalar& value) {
    if (!value.is_weak()) return value.dtype();
    const char k = kind(value.dtype());
    if (value.is_huge()) throw OverflowError("an integer beyond 64 bits fits no dtype");
    if (k == 'u') return DType::uint64;
    if (mode == Mode::numpy) return value.dtype();
    if (k == 'i') return value.to_int() >= INT32_MIN && value.to_int() <= INT32_MAX ? DType::int32 : DType::int64;
    return k == 'c' ? DType::complex64 : DType::float32;
}

Value Builder::literal(const Scalar& value) const {
    const DType dtype = literal_dtype(mode(), value);
    return {Type::scalar(dtype), literal_text(value, dtype), value};
}

// --------------------------------------------------------------------------------------------------------------- casts

std::string cast_text(const std::string& text, DType from, DType to) {
    if (from == to) return text;
    const std::string type = kernel::storage_type(to);
    auto is_native = [](DType d) { return !is_complex(d) && d != DType::float16 && d != DType::bfloat16; };
    const bool saturates = is_floating(from) && is_integer(to);
    if (is_native(from) && is_native(to) && to != DType::bool_ && !saturates) return "(" + type + ")" + text;
    return "cuprum::cast<" + type + ">(" + text + ")";
}

std::string compute_text(const Value& value, DType to) {
    const bool half = to == DType::float16 || to == DType::bfloat16;
    if (value.literal) {
        // Rounded to the 16-bit type first, as a number of that dtype would be.
        return half ? literal_text(value.literal->as(to), DType::float32) : literal_text(*value.literal, to);
    }
    if (value.type.dtype == to) return half ? "(float)" + value.text : value.text;
    return half ? "(float)" + cast_text(value.text, value.type.dtype, to) : cast_text(value.text, value.type.dtype, to);
}

namespace {

void require_scalar(const Value& value, const std::string& what) {
    if (!value.type.is_scalar()) throw TypeError(what + " must be a number, not " + value.type.description());
}

/// Numbers by kind: bool, integers, floats, complex.
int kind_rank(DType dtype) {
    switch (kind(dtype)) {
        case 'b': return 0;
        case 'f': return 2;
        case 'c': return 3;
        default: return 1;
    }
}

}  // namespace

Value Builder::cast(const Value& value, DType dtype) const {
    require_scalar(value, std::string("what is cast to ") + info(dtype).name);
    if (value.literal) {
        Scalar converted = value.literal->as(dtype);
        return {Type::scalar(dtype), literal_text(converted, dtype), converted};
    }
    if (is_complex(value.type.dtype) && !is_complex(dtype) && dtype != DType::bool_)
        throw TypeError(std::string("a complex number cannot be cast to ") + info(dtype).name +
                        "; take its real or imaginary part");
    return {Type::scalar(dtype), cast_text(value.text, value.type.dtype, dtype)};
}

Value Builder::converted(const Value& value, const Type& type, const std::string& what) const {
    if (value.type == type && !value.literal) return value;
    if (type.is_scalar() && value.type.is_scalar()) {
        if (kind_rank(value.type.dtype) > kind_rank(type.dtype))
            throw TypeError(what + " is of type " + type.description() + " and cannot hold a value of type " +
                            value.type.description() + " without a cast");
        return cast(value, type.dtype);
    }
    if (type.kind == Type::Kind::tuple && value.type.kind == Type::Kind::tuple &&
        type.elements.size() == value.type.elements.size()) {
        if (value.type == type) return value;
        std::vector<Value> elements;
        for (std::size_t i = 0; i < type.elements.size(); ++i)
            elements.push_back(converted(element(value, static_cast<std::int64_t>(i)), type.elements[i], what));
        return tuple(elements);
    }
    if (value.type == type) return value;
    throw TypeError(what + " is of type " + type.description() + " and cannot hold a value of type " +
                    value.type.description());
}

// -------------------------------------------------------------------------------------------------------- common
// dtypes

namespace {

/// Where a dtype stands in C's order, in which the later one of two operands' dtypes is taken.
int cuda_rank(DType dtype) {
    static constexpr std::string_view order = "?bBhHiIlLeEfdFD";
    return static_cast<int>(order.find(info(dtype).code));
}

bool cuda_can_cast(DType from, DType to) {
    if (from == DType::float16 && to == DType::bfloat16) return false;  // neither holds the other
    return cuda_rank(from) <= cuda_rank(to);
}

constexpr int weak_int = dtype_count, weak_float = dtype_count + 1, weak_complex = dtype_count + 2;

/// An operand as ufuncs count them: its dtype, or the kind of a literal that yields.
int numpy_code(const Value& value) {
    if (!value.literal || !value.literal->is_weak()) return table_index(value.type.dtype);
    return is_complex(value.type.dtype) ? weak_complex : is_floating(value.type.dtype) ? weak_float : weak_int;
}

}  // namespace

DType common_dtype(Mode mode, const Value& a, const Value& b) {
    const DType x = a.type.dtype, y = b.type.dtype;
    if (mode == Mode::cuda) {
        if (cuda_can_cast(x, y)) return y;
        if (cuda_can_cast(y, x)) return x;
        return DType::float32;
    }
    const bool x_yields = numpy_code(a) >= dtype_count, y_yields = numpy_code(b) >= dtype_count;
    if (x_yields == y_yields) return promote_types(x, y);
    const DType literal = x_yields ? x : y, other = x_yields ? y : x;
    if (kind_rank(literal) <= kind_rank(other) && other != DType::bool_) return other;
    if (is_complex(literal) && is_floating(other) && itemsize(other) <= 4) return DType::complex64;
    return promote_types(literal, other == DType::bool_ || is_integer(other) ? DType::bool_ : other);
}

// -------------------------------------------------------------------------------------------------------------- ufuncs

namespace {

const Loop& cuda_loop(const Ufunc& ufunc, std::span<const Value> arguments) {
    for (const Loop& loop : ufunc.impl().loops()) {
        bool fits = true;
        for (std::size_t i = 0; fits && i < arguments.size(); ++i)
            fits = cuda_can_cast(arguments[i].type.dtype, loop.in[i]);
        if (!fits) continue;
        if (loop.refuses) throw TypeError(loop.body);
        return loop;
    }
    std::string names;
    for (const Value& value : arguments) names += (names.empty() ? "" : ", ") + value.type.description();
    throw TypeError(std::string(ufunc.name()) + " does not take operands of type " + names);
}

const Loop& numpy_loop(const Ufunc& ufunc, std::span<const Value> arguments) {
    int codes[Ufunc::max_nin];
    for (std::size_t i = 0; i < arguments.size(); ++i) codes[i] = numpy_code(arguments[i]);
    return ufunc.impl().resolve(std::span(codes, arguments.size()));
}

/// The C++ operator that does what a loop does; none where integers must wrap or are promoted.
std::string_view native_symbol(const UfuncRow& row, const Loop& loop) {
    const std::string_view symbol = row.symbol;
    if (symbol.empty() || loop.nin != 2 || loop.in[0] != loop.in[1]) return {};
    const DType in = loop.in[0];
    const bool compares = loop.out[0] == DType::bool_ && in != DType::bool_;
    const bool wraps = in == DType::uint32 || in == DType::uint64;
    const bool bitwise = symbol == "&" || symbol == "|" || symbol == "^";
    const bool native = compares || (wraps && symbol != "/") ||
                        ((in == DType::int32 || in == DType::int64) && bitwise) ||
                        (is_inexact(in) && loop.out[0] == in);
    return native ? symbol : std::string_view();
}

/// "name" of a body `out0 = name(in0, in1)`; empty for any other.
std::string called_function(const Loop& loop) {
    std::string head = "out0 = ", tail = loop.nin == 1 ? "(in0)" : "(in0, in1)";
    if (!loop.body.starts_with(head) || !loop.body.ends_with(tail)) return {};
    std::string name = loop.body.substr(head.size(), loop.body.size() - head.size() - tail.size());
    return is_identifier(name) ? name : std::string();
}

std::string loop_code(const Loop& loop) {
    std::string code = loop.signature();
    for (char& c : code) c = c == '?' ? 'o' : c;
    code.replace(code.find("->"), 2, "_");
    return code;
}

}  // namespace

std::string Builder::Impl::call(const Loop& loop, const UfuncRow& row, std::span<const std::string> arguments) {
    if (auto symbol = native_symbol(row, loop); !symbol.empty()) {
        for (int i = 0; i < loop.nin; ++i)
            if (is_complex(loop.in[i])) include("cuprum/complex.h");
        return "(" + arguments[0] + " " + std::string(symbol) + " " + arguments[1] + ")";
    }
    std::string list;
    for (const std::string& argument : arguments) list += (list.empty() ? "" : ", ") + argument;
    const std::string function = called_function(loop);
    static constexpr std::string_view of_integers[] = {"add",          "subtract",  "multiply",   "negative",
                                                       "floor_divide", "remainder", "left_shift", "right_shift",
                                                       "power",        "abs"};
    const bool integers = is_integer(loop.in[0]) && (loop.nin == 1 || is_integer(loop.in[1])) &&
                          std::find(std::begin(of_integers), std::end(of_integers), function) != std::end(of_integers);
    include(integers ? "cuprum/integer.h" : "cuprum/math.h");
    for (const std::string& header : kernel::header_names(row.headers)) include(header);
    has_calls = has_calls || loop.code.has_calls();
    if (loop.code.long_code) include("cuprum/deep_stack.h");
    if (!function.empty()) return "cuprum::" + function + "(" + list + ")";

    // What is more than a call becomes a function.
    const std::string name = std::string(row.name) + "_" + loop_code(loop);
    if (helper_names.insert(name).second) {
        std::vector<kernel::StatementOperand> in, out;
        for (int i = 0; i < loop.nin; ++i) in.push_back({kernel::compute_type(loop.in[i]), "a" + std::to_string(i)});
        for (int k = 0; k < loop.nout; ++k) out.push_back({kernel::compute_type(loop.out[k]), "r" + std::to_string(k)});
        const std::string types = kernel::joined(out.size(), ", ", [&](std::size_t k) { return out[k].type; }),
                          values = kernel::joined(out.size(), ", ", [&](std::size_t k) { return out[k].value; });
        const std::string result = loop.nout == 1 ? types : "jit::tuple<" + types + ">";
        helpers += kernel::fill(
            R"(
namespace cuprum {
CUPRUM_DEVICE $result jit_$name($parameters) {
    $variables
    $statement
    return $values;
}
}
)",
            {{"result", result},
             {"name", name},
             {"parameters",
              kernel::joined(in.size(), ", ", [&](std::size_t k) { return in[k].type + " " + in[k].value; })},
             {"variables",
              kernel::lines(out.size(), [&](std::size_t k) { return out[k].type + " " + out[k].value + ";"; })},
             {"statement", kernel::statement_block(loop.body, in, out)},
             {"values", loop.nout == 1 ? values : result + "{" + values + "}"}});
    }
    return "cuprum::jit_" + name + "(" + list + ")";
}

Value Builder::call(const Ufunc& ufunc, std::span<const Value> arguments, std::optional<DType> dtype) {
    if (static_cast<int>(arguments.size()) != ufunc.nin())
        throw TypeError(std::string(ufunc.name()) + " takes " + std::to_string(ufunc.nin()) +
                        (ufunc.nin() == 1 ? " operand" : " operands") + ", not " + std::to_string(arguments.size()));
    for (const Value& argument : arguments) require_scalar(argument, std::string("an operand of ") + ufunc.name());

    std::array<Value, Ufunc::max_nin> in;
    std::copy(arguments.begin(), arguments.end(), in.begin());
    const std::span<Value> operands(in.data(), arguments.size());
    const bool is_power = ufunc.row().refuses == Refusal::negative_powers;
    if (is_power && in[1].literal && !dtype) {  // as NumPy takes short cuts
        if (is_integer(in[0].type.dtype) && is_integer(in[1].type.dtype) && in[1].literal->to_double() < 0)
            throw ValueError("Integers to negative integer powers are not allowed.");
        if (is_integer(in[1].type.dtype) && in[1].literal->to_double() == 2 && in[0].type.is_number() &&
            common_dtype(mode(), in[0], in[1]) == in[0].type.dtype)
            return call(square, operands.first(1));
    }

    const Loop* loop;
    if (dtype) {
        int codes[Ufunc::max_nin];
        for (std::size_t i = 0; i < operands.size(); ++i) codes[i] = numpy_code(in[i]);
        loop = &ufunc.impl().resolve_asked(std::span(codes, operands.size()), {.dtype = dtype});
    } else if (mode() == Mode::cuda) {
        loop = &cuda_loop(ufunc, operands);
    } else {
        loop = &numpy_loop(ufunc, operands);
        const bool compares = ufunc.nin() == 2 && loop->out[0] == DType::bool_ && is_integer(loop->in[0]);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (!in[i].literal || !in[i].literal->is_weak() || in[i].literal->fits(loop->in[i])) continue;
            if (!compares)
                throw OverflowError("Python integer " + std::to_string(in[i].literal->to_int()) +
                                    " out of bounds for " + info(loop->in[i]).name);
            // Compared in a dtype that holds the literal.
            in[i] = literal(in[i].literal->as(kind(in[i].literal->dtype()) == 'u' ? DType::uint64 : DType::int64));
            loop = &numpy_loop(ufunc, operands);
        }
    }

    std::array<std::string, Ufunc::max_nin> texts;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (is_complex(in[i].type.dtype) && !is_complex(loop->in[i]))
            throw TypeError(std::string(ufunc.name()) + " cannot take a complex operand as " + info(loop->in[i]).name);
        texts[i] = compute_text(in[i], loop->in[i]);
    }
    std::string text = impl_->call(*loop, ufunc.row(), std::span(texts.data(), operands.size()));
    auto stored = [](const std::string& computed, DType d) {
        return d == DType::float16 || d == DType::bfloat16 ? kernel::storage_type(d) + "(" + computed + ")" : computed;
    };
    if (loop->nout == 1) return {Type::scalar(loop->out[0]), stored(text, loop->out[0])};
    std::vector<Type> types;
    for (int k = 0; k < loop->nout; ++k) types.push_back(Type::scalar(loop->out[k]));
    const Type type = Type::tuple(std::move(types));
    return {type, type.text() + "(" + text + ")"};
}

// --------------------------------------------------------------------------------------------------------------- logic

Value Builder::truth(const Value& value) const {
    require_scalar(value, "a condition");
    if (value.literal) return literal(Scalar(value.literal->to_bool()));
    return {Type::scalar(DType::bool_), cast_text(value.text, value.type.dtype, DType::bool_)};
}

Value Builder::logical_not(const Value& value) const {
    return {Type::scalar(DType::bool_), "(!" + truth(value).text + ")"};
}

Value Builder::logical_and(const Value& a, const Value& b) const {
    return {Type::scalar(DType::bool_), "(" + truth(a).text + " && " + truth(b).text + ")"};
}

Value Builder::logical_or(const Value& a, const Value& b) const {
    return {Type::scalar(DType::bool_), "(" + truth(a).text + " || " + truth(b).text + ")"};
}

Value Builder::select(const Value& condition, const Value& a, const Value& b) const {
    const std::string test = truth(condition).text;
    if (a.type.is_scalar() && b.type.is_scalar()) {
        const DType dtype = common_dtype(mode(), a, b);
        return {Type::scalar(dtype), "(" + test + " ? " + cast(a, dtype).text + " : " + cast(b, dtype).text + ")"};
    }
    if (a.type != b.type)
        throw TypeError("both values of a conditional expression must be of one type, not " + a.type.description() +
                        " and " + b.type.description());
    return {a.type, "(" + test + " ? " + a.text + " : " + b.text + ")"};
}

Value Builder::real(const Value& value) const {
    require_scalar(value, "what has a real part");
    if (!is_complex(value.type.dtype)) return value;
    return {Type::scalar(value.type.dtype == DType::complex64 ? DType::float32 : DType::float64), value.text + ".re"};
}

Value Builder::imag(const Value& value) const {
    require_scalar(value, "what has an imaginary part");
    if (!is_complex(value.type.dtype)) return {value.type, literal_text(Scalar(std::int64_t(0)), value.type.dtype)};
    return {Type::scalar(value.type.dtype == DType::complex64 ? DType::float32 : DType::float64), value.text + ".im"};
}

// -------------------------------------------------------------------------------------------------------------- tuples

Value Builder::tuple(std::span<const Value> elements) const {
    std::vector<Type> types;
    std::string texts;
    for (const Value& element : elements) {
        types.push_back(element.type);
        texts += (texts.empty() ? "" : ", ") + element.text;
    }
    Type type = Type::tuple(std::move(types));
    return {type, type.text() + "{" + texts + "}"};
}

Value Builder::element(const Value& tuple, std::int64_t index) const {
    const auto count = static_cast<std::int64_t>(tuple.type.elements.size());
    if (index < -count || index >= count)
        throw IndexError("index " + std::to_string(index) + " is out of range for a " + tuple.type.description());
    if (index < 0) index += count;
    return {tuple.type.elements[static_cast<std::size_t>(index)],
            "cuprum::jit::get<" + std::to_string(index) + ">(" + tuple.text + ")", std::nullopt, tuple.assignable};
}

// -------------------------------------------------------------------------------------------------------------- arrays

Value Builder::index(const Value& array, std::span<const Value> indices) const {
    if (array.type.kind == Type::Kind::iterator) {
        if (indices.size() != 1 || !indices[0].type.is_integer())
            throw TypeError("the index into an iterator must be one integer");
        // Iterators that only compute their elements have a name.
        return {Type::scalar(array.type.dtype), array.text + "[" + indices[0].text + "]", std::nullopt,
                array.type.name.empty()};
    }
    if (!array.type.has_elements()) throw TypeError(array.type.description() + " cannot be indexed");
    const int ndim = array.type.dimensions();
    const auto count = static_cast<int>(indices.size());
    if (count > ndim)
        throw IndexError("too many indices: " + std::to_string(count) + " for " + array.type.description());
    std::vector<std::string> texts;
    for (int axis = 0; axis < count; ++axis) {
        const Value& i = indices[static_cast<std::size_t>(axis)];
        if (!i.type.is_integer()) throw TypeError("an index must be an integer, not " + i.type.description());
        // A negative literal counts from the end, as in Python; other indices are taken as they are.
        if (i.literal && i.literal->to_int() < 0)
            texts.push_back("(" + length(array, axis).text + " - " + std::to_string(-i.literal->to_int()) + "ll)");
        else texts.push_back(i.text);
    }
    if (array.type.kind == Type::Kind::array) {
        std::string list;
        for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + text;
        if (count == ndim)
            return {Type::scalar(array.type.dtype), array.text + ".at(" + list + ")", std::nullopt, true};
        if (count == 0) return array;
        return {Type::array(array.type.dtype, ndim - count, array.type.contiguous, array.type.small),
                array.text + ".subarray(" + list + ")"};
    }
    // Shared memory: the numbers of the axes are known.
    std::string offset;
    for (int axis = 0; axis < count; ++axis) {
        const std::string& text = texts[static_cast<std::size_t>(axis)];
        offset = axis == 0 ? text
                           : "(" + offset + " * " + std::to_string(array.type.shape[static_cast<std::size_t>(axis)]) +
                                 " + " + text + ")";
    }
    if (count == ndim)
        return {array.type.elements[0], array.text + "[" + (offset.empty() ? "0" : offset) + "]", std::nullopt, true};
    if (count == 0) return array;
    std::int64_t rest = 1;
    for (int axis = count; axis < ndim; ++axis) rest *= array.type.shape[static_cast<std::size_t>(axis)];
    return {Type::pointer(array.type.elements[0], {array.type.shape.begin() + count, array.type.shape.end()}),
            "(" + array.text + " + " + offset + " * " + std::to_string(rest) + ")"};
}

namespace {

int checked_axis(const Value& array, int axis) {
    if (!array.type.has_elements()) throw TypeError(array.type.description() + " has no shape");
    const int ndim = array.type.dimensions();
    if (axis < -ndim || axis >= ndim)
        throw IndexError("axis " + std::to_string(axis) + " is out of bounds for " + array.type.description());
    return axis < 0 ? axis + ndim : axis;
}

}  // namespace

Value Builder::length(const Value& array, int axis) const {
    axis = checked_axis(array, axis);
    if (array.type.kind == Type::Kind::array)
        return {Type::scalar(DType::int64), "(long long)" + array.text + ".shape[" + std::to_string(axis) + "]"};
    const std::int64_t length = array.type.shape[static_cast<std::size_t>(axis)];
    if (length < 0)
        throw TypeError("dynamic shared memory does not know its length: hand it to the kernel as an argument");
    return literal(Scalar(length));
}

Value Builder::stride(const Value& array, int axis) const {
    axis = checked_axis(array, axis);
    if (array.type.kind == Type::Kind::array)
        return {Type::scalar(DType::int64), array.text + ".stride(" + std::to_string(axis) + ")"};
    std::int64_t stride = itemsize(array.type.dtype);
    for (std::size_t k = static_cast<std::size_t>(axis) + 1; k < array.type.shape.size(); ++k)
        stride *= array.type.shape[k];
    return literal(Scalar(stride));
}

Value Builder::size(const Value& array) const {
    if (array.type.kind == Type::Kind::array) return {Type::scalar(DType::int64), array.text + ".size()"};
    std::int64_t size = 1;
    for (int axis = 0; axis < array.type.dimensions(); ++axis) size *= length(array, axis).literal->to_int();
    return literal(Scalar(size));
}

namespace {

Value iterator_at(const Value& array, const char* method) {
    const bool numbers = array.type.kind == Type::Kind::array ||
                         (array.type.kind == Type::Kind::pointer && array.type.elements[0].is_scalar());
    if (!numbers || array.type.dimensions() != 1)
        throw TypeError("only arrays with one dimension have iterators, not " + array.type.description());
    return {Type::iterator(array.type.dtype), array.text + method};
}

}  // namespace

Value Builder::begin(const Value& array) {
    include("cuprum/jit/algorithms.h");
    if (array.type.kind == Type::Kind::array) return iterator_at(array, ".begin()");
    Value at = iterator_at(array, "");
    return {at.type, at.type.text() + "{" + array.text + "}"};
}

Value Builder::end(const Value& array) {
    include("cuprum/jit/algorithms.h");
    if (array.type.kind == Type::Kind::array) return iterator_at(array, ".end()");
    Value at = iterator_at(array, "");
    return {at.type, at.type.text() + "{" + array.text + " + " + length(array, 0).text + "}"};
}

// ------------------------------------------------------------------------------------------------------------- threads

namespace {

char axis_letter(int axis) {
    if (axis < 0 || axis > 2)
        throw ValueError("a grid has three axes, 0 to 2, not one of number " + std::to_string(axis));
    return "xyz"[axis];
}

}  // namespace

Value Builder::thread_variable(std::string_view name, int axis) const {
    return {Type::scalar(DType::uint32), std::string(name) + "." + axis_letter(axis)};
}

Value Builder::thread_in_grid(int axis) const {
    const std::string a(1, axis_letter(axis));
    return {Type::scalar(DType::uint32), "(blockIdx." + a + " * blockDim." + a + " + threadIdx." + a + ")"};
}

Value Builder::threads_in_grid(int axis) const {
    const std::string a(1, axis_letter(axis));
    return {Type::scalar(DType::uint32), "(gridDim." + a + " * blockDim." + a + ")"};
}

Value Builder::lane() {
    include("cuprum/jit/threads.h");
    return {Type::scalar(DType::uint32), "cuprum::jit::lane()"};
}

Value Builder::shuffle(Shuffle kind, const Value& mask, const Value& value, const Value& lane, const Value& width) {
    require_scalar(value, "what a shuffle hands over");
    for (const auto& [argument, what] : {std::pair(&mask, "the mask"), {&lane, "the lane"}, {&width, "the width"}})
        if (!argument->type.is_integer())
            throw TypeError(std::string(what) + " of a shuffle must be an integer, not " +
                            argument->type.description());
    include("cuprum/jit/threads.h");
    static constexpr const char* names[] = {"shuffle", "shuffle_up", "shuffle_down", "shuffle_xor"};
    return {Type::scalar(value.type.dtype),
            std::string("cuprum::jit::") + names[static_cast<int>(kind)] + "(" + cast(mask, DType::uint32).text + ", " +
                value.text + ", " + cast(lane, DType::int32).text + ", " + cast(width, DType::int32).text + ")"};
}

Value Builder::atomic(Atomic operation, const Value& place, const Value& value, const std::optional<Value>& other) {
    struct Row {
        const char* name;
        const char* dtypes;  // by code
    };
    static constexpr Row rows[] = {{"add", "iIlLeEfd"}, {"sub", "iIlLeEfd"}, {"exch", "iIlLfd"}, {"min", "iIlLfd"},
                                   {"max", "iIlLfd"},   {"inc", "I"},        {"dec", "I"},       {"cas", "HiIlL"},
                                   {"and", "iIlL"},     {"or", "iIlL"},      {"xor", "iIlL"}};
    const Row& row = rows[static_cast<int>(operation)];
    const std::string name = std::string("atomic_") + row.name;
    if (!place.assignable || !place.type.is_scalar())
        throw TypeError(name + " changes an element of an array or of shared memory, not " + place.type.description());
    if (!std::strchr(row.dtypes, info(place.type.dtype).code)) {
        std::string possible;
        for (const char* c = row.dtypes; *c; ++c)
            possible += (possible.empty() ? "" : ", ") + std::string(info(dtype_from_code(*c)).name);
        throw TypeError(name + " is not there for " + place.type.description() + ", but for " + possible);
    }
    if ((operation == Atomic::cas) != other.has_value())
        throw TypeError(other ? name + " takes one value; only atomic_cas takes alt_value"
                              : name + " takes the value to compare with and alt_value, the one to store");
    include("cuprum/jit/threads.h");
    std::string text = "cuprum::jit::" + name + "(&" + place.text + ", " +
                       converted(value, place.type, "the element that " + name + " changes").text;
    if (other) text += ", " + converted(*other, place.type, "the element that " + name + " changes").text;
    return {place.type, text + ")"};
}

Value Builder::expression(Type type, std::string text) const { return {std::move(type), std::move(text)}; }

}  // namespace cuprum::jit
