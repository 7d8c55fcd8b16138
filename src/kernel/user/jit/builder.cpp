// Functions and statements.
#include <algorithm>
#include <array>
#include <cctype>

#include "cuprum/error.h"
#include "cuprum/ufunc.h"
#include "kernel/graph/expression.h"
#include "kernel/user/jit/builder_impl.h"

namespace cuprum::jit {

Builder::Builder(Mode mode) : impl_(std::make_unique<Impl>()) { impl_->mode = mode; }
Builder::~Builder() = default;
Builder::Builder(Builder&&) noexcept = default;
Builder& Builder::operator=(Builder&&) noexcept = default;

Mode Builder::mode() const { return impl_->mode; }
const std::string& Builder::kernel_name() const { return impl_->kernel_name; }
bool Builder::is_cooperative() const { return impl_->cooperative; }
bool Builder::has_calls() const { return impl_->has_calls; }

std::string Builder::text() const {
    std::string text = "#include <cuprum/jit/jit.h>\n";
    for (const std::string& header : impl_->includes) text += "#include <" + header + ">\n";
    return text + impl_->declarations + impl_->helpers + impl_->functions;
}

void Builder::Impl::include(const std::string& header) {
    if (std::find(includes.begin(), includes.end(), header) == includes.end()) includes.push_back(header);
}

void Builder::include(const std::string& header) { impl_->include(header); }
void Builder::require_cooperative_launch() { impl_->cooperative = true; }

Builder::Function& Builder::function() {
    if (impl_->open.empty()) throw ValueError("no function was begun to which this could be added");
    return impl_->open.back();
}
const Builder::Function& Builder::function() const { return const_cast<Builder*>(this)->function(); }

// ----------------------------------------------------------------------------------------------------------------
// names

namespace {

/// Words that are names in Python and no names in C++.
constexpr std::string_view reserved[] = {
    "alignas",     "alignof",    "and_eq",     "asm",       "auto",      "bitand",
    "bitor",       "bool",       "case",       "catch",     "char",      "char16_t",
    "char32_t",    "char8_t",    "co_await",   "co_return", "co_yield",  "compl",
    "concept",     "const",      "consteval",  "constexpr", "constinit", "const_cast",
    "decltype",    "default",    "delete",     "do",        "double",    "dynamic_cast",
    "enum",        "explicit",   "export",     "extern",    "false",     "float",
    "friend",      "goto",       "inline",     "int",       "long",      "mutable",
    "namespace",   "new",        "noexcept",   "not_eq",    "nullptr",   "operator",
    "or_eq",       "private",    "protected",  "public",    "register",  "reinterpret_cast",
    "requires",    "short",      "signed",     "sizeof",    "static",    "static_assert",
    "static_cast", "struct",     "switch",     "template",  "this",      "thread_local",
    "throw",       "true",       "typedef",    "typeid",    "typename",  "typeof",
    "union",       "unsigned",   "using",      "virtual",   "void",      "volatile",
    "wchar_t",     "xor",        "xor_eq",     "linux",     "unix",      "NULL",
    "INFINITY",    "NAN",        "threadIdx",  "blockIdx",  "blockDim",  "gridDim",
    "warpSize",    "__global__", "__device__", "__host__",  "__shared__"};

/// An identifier of C++: letters beyond ASCII, which compilers need not take, become their bytes in hexadecimal.
std::string ascii(const std::string& name) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (unsigned char c : name) {
        if (std::isalnum(c) || c == '_') text += static_cast<char>(c);
        else (text += 'u') += {digits[c >> 4], digits[c & 15]};
    }
    return text;
}

}  // namespace

std::string Builder::Function::identifier(const std::string& name) {
    std::string text = ascii(name);
    // Names such as it_1 are the builder's own, and those with two underscores the compiler's.
    const std::size_t digits = text.find_last_not_of("0123456789");
    const bool numbered = digits + 1 < text.size() && digits != std::string::npos && text[digits] == '_';
    if (numbered || text.find("__") != std::string::npos ||
        std::find(std::begin(reserved), std::end(reserved), text) != std::end(reserved))
        text = "py_" + text + "_";
    for (std::size_t at = text.find("__"); at != std::string::npos; at = text.find("__")) text.erase(at, 1);
    while (!names.insert(text).second) text += "v";
    return text;
}

// ------------------------------------------------------------------------------------------------------------
// functions

std::vector<Value> Builder::begin_kernel(const std::string& name, std::span<const Parameter> parameters) {
    auto values = begin_function(name, parameters);
    Function& f = function();
    f.is_kernel = true;
    f.name = impl_->kernel_name = "jit_" + ascii(name);  // the program's name could be a function of the C library
    return values;
}

std::vector<Value> Builder::begin_function(const std::string& name, std::span<const Parameter> parameters) {
    Function& f = impl_->open.emplace_back();
    f.name = impl_->number(ascii(name));
    std::vector<Value> values;
    for (const Parameter& parameter : parameters) {
        if (f.variables.contains(parameter.name)) throw ValueError("two parameters are called " + parameter.name);
        Value value{parameter.type, f.identifier(parameter.name), std::nullopt, true};
        f.parameters.push_back({value.text, parameter.type});
        f.variables.emplace(parameter.name, value);
        values.push_back(std::move(value));
    }
    return values;
}

std::pair<std::string, Type> Builder::end_function() {
    Function f = std::move(function());
    if (!f.blocks.empty()) throw ValueError("a block of function " + f.name + " was not ended");
    impl_->open.pop_back();

    // The type in which all return statements agree.
    Type result;
    for (const Function::Return& r : f.returns) {
        const bool first = &r == f.returns.data();
        const Type type = r.value ? r.value->type : Type();
        if (first || result == type) {
            result = type;
        } else if (result.is_scalar() && type.is_scalar()) {
            result = Type::scalar(common_dtype(mode(), {result, ""}, {type, ""}));
        } else {
            throw TypeError("function " + f.name + " returns " + result.description() + " in one place and " +
                            type.description() + " in another");
        }
    }
    for (const Function::Return& r : f.returns)
        if (r.value) f.lines[r.line] += " " + converted(*r.value, result, "the result").text + ";";
        else f.lines[r.line] += ";";

    std::string parameters;
    for (const Parameter& parameter : f.parameters)
        parameters += (parameters.empty() ? "" : ", ") + parameter.type.text() + " " + parameter.name;
    std::string text = f.is_kernel ? "extern \"C\" __global__ void " : "CUPRUM_DEVICE " + result.text() + " ";
    text += f.name + "(" + parameters + ") {\n";
    for (const std::string& declaration : f.declarations) text += "    " + declaration + "\n";
    for (const std::string& line : f.lines) text += line + "\n";
    impl_->functions += text + "}\n";
    return {f.name, result};
}

Value Builder::call_function(const std::string& name, const Type& result, std::span<const Value> arguments) {
    std::string list;
    for (const Value& argument : arguments) list += (list.empty() ? "" : ", ") + argument.text;
    return {result, "::" + name + "(" + list + ")"};  // from the outermost scope, where no variable hides it
}

// ----------------------------------------------------------------------------------------------------------- variables

std::optional<Value> Builder::variable(const std::string& name) const {
    const auto& variables = function().variables;
    auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
}

void Builder::declare(const std::string& name, const Type& type) {
    Function& f = function();
    if (type.kind == Type::Kind::none) throw TypeError("there is no value to assign to " + name);
    if (f.variables.contains(name)) throw TypeError("variable " + name + " has a type already");
    if (type.kind == Type::Kind::object)
        throw TypeError("a variable of type " + type.description() + " must be made where it is assigned");
    Value variable{type, f.identifier(name), std::nullopt, true};
    f.declarations.push_back(type.text() + " " + variable.text + "{};");
    f.variables.emplace(name, std::move(variable));
}

void Builder::assign(const std::string& name, const Value& value) {
    Function& f = function();
    if (auto found = f.variables.find(name); found != f.variables.end()) {
        f.line(found->second.text + " = " + converted(value, found->second.type, "variable " + name).text + ";");
        return;
    }
    const bool object = value.type.kind == Type::Kind::object;
    if (!f.blocks.empty() && !object) {
        // A variable outlives the block in which it is made.
        declare(name, value.type);
        f.line(f.variables.at(name).text + " = " + value.text + ";");
        return;
    }
    if (value.type.kind == Type::Kind::none) throw TypeError("there is no value to assign to " + name);
    Value variable{value.type, f.identifier(name), std::nullopt, true};
    f.line((object ? "auto" : value.type.text()) + " " + variable.text + " = " + value.text + ";");
    if (object && !f.blocks.empty()) f.blocks.back().objects.push_back(name);
    f.variables.emplace(name, std::move(variable));
}

Value Builder::temporary(const Value& value) {
    Function& f = function();
    if (value.type.kind == Type::Kind::none) throw TypeError("there is no value to keep");
    Value result{value.type, impl_->number("value"), value.literal};
    f.line("const auto " + result.text + " = " + value.text + ";");
    return result;
}

Value Builder::scratch(const Type& type) {
    Value result{type, impl_->number("scratch"), std::nullopt, true};
    function().declarations.push_back(type.text() + " " + result.text + ";");
    return result;
}

// ---------------------------------------------------------------------------------------------------------- statements

namespace {

void require_place(const Value& place) {
    if (!place.assignable)
        throw TypeError("nothing can be assigned to a " + place.type.description() +
                        " that is not a variable or an element");
}

}  // namespace

void Builder::store(const Value& place, const Value& value) {
    require_place(place);
    function().line(place.text + " = " + converted(value, place.type, "the place").text + ";");
}

void Builder::update(const Ufunc& ufunc, const Value& place, const Value& value) {
    require_place(place);
    const Value reference{place.type, impl_->number("place"), std::nullopt, true};
    const std::array<Value, 2> operands = {reference, value};
    const std::string updated = converted(call(ufunc, operands), place.type, "the place").text;
    function().line("{ auto& " + reference.text + " = " + place.text + "; " + reference.text + " = " + updated + "; }");
}

void Builder::evaluate(const Value& value) { function().line(value.text + ";"); }

void Builder::begin_if(const Value& condition) {
    Function& f = function();
    f.line("if (" + truth(condition).text + ") {");
    f.blocks.emplace_back();
}

void Builder::begin_else() {
    Function& f = function();
    end_block();
    f.lines.back() += " else {";
    f.blocks.emplace_back();
}

void Builder::begin_while(const Value& condition) {
    Function& f = function();
    f.line("while (" + truth(condition).text + ") {");
    f.blocks.push_back({true, {}});
}

void Builder::begin_range(const std::string& name, const Value& start, const Value& stop, const Value& step,
                          std::optional<int> unroll) {
    for (const Value* bound : {&start, &stop, &step})
        if (!bound->type.is_integer()) throw TypeError("range() takes integers, not " + bound->type.description());
    if (step.literal && step.literal->to_int() == 0) throw ValueError("range() arg 3 must not be zero");

    // Python counts in its own integers, whatever the bounds are. CUDA's literals take the type of the others where it
    // can hold them.
    std::optional<Value> common;
    if (mode() == Mode::numpy) common = Value{Type::scalar(DType::int64), ""};
    for (const Value* bound : {&start, &stop, &step}) {
        if (bound->literal || mode() == Mode::numpy) continue;
        common = common ? Value{Type::scalar(common_dtype(mode(), *common, *bound)), ""} : Value{bound->type, ""};
    }
    if (!common) common = Value{Type::scalar(common_dtype(mode(), start, stop)), ""};
    for (const Value* bound : {&start, &stop, &step}) {
        const bool fits = !bound->literal || bound->literal->fits(common->type.dtype);
        if (!fits)
            common = Value{Type::scalar(kind(bound->literal->dtype()) == 'u' ? DType::uint64 : DType::int64), ""};
    }
    const DType dtype = common->type.dtype;
    const std::string type = common->type.text();

    Function& f = function();
    if (!f.variables.contains(name)) declare(name, common->type);
    const Value variable = f.variables.at(name);
    const std::string it = impl_->number("it"), stop_name = impl_->number("stop"), step_name = impl_->number("step");
    const bool is_signed = kind(dtype) == 'i';
    std::string head =
        "for (" + type + " " + it + " = " + cast(start, dtype).text + ", " + stop_name + " = " + cast(stop, dtype).text;
    if (!step.literal) head += ", " + step_name + " = " + cast(step, dtype).text;
    head += "; ";
    const std::string up = it + " < " + stop_name, down = it + " > " + stop_name;
    if (step.literal) head += step.literal->to_int() > 0 ? up : down;
    else head += is_signed ? step_name + " >= 0 ? " + up + " : " + down : up;
    head += "; ";
    if (step.literal && step.literal->to_int() == 1) head += "++" + it;
    else head += it + " += " + (step.literal ? cast(step, dtype).text : step_name);
    if (unroll) f.line(*unroll == 0 ? "#pragma unroll" : "#pragma unroll " + std::to_string(*unroll));
    f.line(head + ") {");
    f.blocks.push_back({true, {}});
    f.line(variable.text + " = " + converted({common->type, it}, variable.type, "variable " + name).text + ";");
}

void Builder::end_block() {
    Function& f = function();
    if (f.blocks.empty()) throw ValueError("no block was begun that could be ended");
    for (const std::string& object : f.blocks.back().objects) f.variables.erase(object);
    f.blocks.pop_back();
    f.line("}");
}

namespace {

template <class Blocks>
void require_loop(const Blocks& blocks, const char* statement) {
    if (std::none_of(blocks.begin(), blocks.end(), [](const auto& block) { return block.is_loop; }))
        throw ValueError(std::string(statement) + " outside of a loop");
}

}  // namespace

void Builder::break_loop() {
    require_loop(function().blocks, "break");
    function().line("break;");
}

void Builder::continue_loop() {
    require_loop(function().blocks, "continue");
    function().line("continue;");
}

void Builder::give_back(const std::optional<Value>& value) {
    Function& f = function();
    if (f.is_kernel && value) throw TypeError("a kernel returns nothing; write to an array");
    if (value && value->type.kind == Type::Kind::none) throw TypeError("there is no value to return");
    f.line("return");
    f.returns.push_back({f.lines.size() - 1, value});
}

void Builder::check(const Value& condition) { function().line("assert(" + truth(condition).text + ");"); }

// ------------------------------------------------------------------------------------------------------- shared memory

Value Builder::shared_memory(const Type& element, std::optional<std::vector<std::int64_t>> shape,
                             std::optional<int> alignment) {
    Function& f = function();
    if (element.kind != Type::Kind::scalar && element.kind != Type::Kind::object)
        throw TypeError("shared memory holds numbers, not " + element.description());
    if (alignment && (*alignment <= 0 || (*alignment & (*alignment - 1)) != 0))
        throw ValueError("an alignment must be a power of 2, not " + std::to_string(*alignment));
    if (!shape) {
        if (alignment.value_or(16) > 16)
            throw ValueError("dynamic shared memory is aligned to 16 bytes, not " + std::to_string(*alignment));
        if (!impl_->dynamic_shared)
            impl_->declarations += "extern __shared__ __align__(16) unsigned char dynamic_shared[];\n";
        impl_->dynamic_shared = true;
        return {Type::pointer(element, {-1}), "reinterpret_cast<" + element.text() + "*>(::dynamic_shared)"};
    }
    std::int64_t count = 1;
    for (std::int64_t length : *shape) {
        if (length <= 0) throw ValueError("shared memory must have a length above 0, not " + std::to_string(length));
        count *= length;
    }
    const std::string name = impl_->number("shared");
    f.declarations.push_back("__shared__ " +
                             (alignment ? "__align__(" + std::to_string(*alignment) + ") " : std::string()) +
                             element.text() + " " + name + "[" + std::to_string(count) + "];");
    return {Type::pointer(element, std::move(*shape)), name};
}

}  // namespace cuprum::jit
