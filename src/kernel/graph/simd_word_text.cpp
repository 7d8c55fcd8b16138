#include "kernel/graph/simd_word_text.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "kernel/graph/statement.h"
#include "kernel/graph/storage.h"
#include "kernel/graph/template.h"

namespace cuprum::kernel {
namespace {

using Step = Expression::Step;

/// Statements whose functions simd_word.h has for words too.
constexpr std::array word_bodies{"out0 = add(in0, in1)", "out0 = subtract(in0, in1)", "out0 = multiply(in0, in1)",
                                 "out0 = multiply(in0, in0)", "out0 = negative(in0)"};

bool has_word_form(const Step& step) {
    return std::ranges::any_of(word_bodies, [&](std::string_view body) { return step.body == body; });
}
bool is_literal(const Step& step) { return step.arguments.empty(); }
bool is_rounding(const Step& step) { return step.body == rounding_body(step.out_types[0]); }

/// What the scalar statements keep in float until it is rounded is rounded at once in words: the same, if nothing but
/// roundings and outputs reads it.
bool is_rounded_before_use(const Expression& expression) {
    const auto inputs = static_cast<ValueId>(expression.inputs.size());
    return std::ranges::all_of(expression.steps, [&](const Step& reader) {
        return is_rounding(reader) || std::ranges::all_of(reader.arguments, [&](ValueId value) {
                   if (value < inputs) return true;
                   const Step& from = expression.steps[static_cast<std::size_t>(value - inputs)];
                   return is_rounding(from) || is_literal(from);
               });
    });
}

bool takes_words(const Expression& expression) {
    if (expression.counters || expression.inputs.empty()) return false;
    const DType dtype = expression.inputs[0];
    const auto same = [&](const auto& types) {
        return std::ranges::all_of(types, [&](DType type) { return type == dtype; });
    };
    const bool is_float = dtype == DType::float16;
    if (!is_float && !(is_integer(dtype) && itemsize(dtype) <= 2)) return false;
    if (!same(expression.inputs) || !std::ranges::all_of(expression.outputs, [&](const Expression::Output& output) {
            return output.storage == dtype;
        }))
        return false;
    const bool all_fit = std::ranges::all_of(expression.steps, [&](const Step& step) {
        // Other functions of float16 are taken for one half after the other, unless they are to be there but once.
        const bool apart = is_float && step.prelude.empty() && !is_long(step);
        return step.out_types.size() == 1 && same(step.in_types) && same(step.out_types) &&
               (has_word_form(step) || is_literal(step) || apart);
    });
    return all_fit && std::ranges::any_of(expression.steps, has_word_form) &&
           (!is_float || is_rounded_before_use(expression));
}

/// A step's result, the value `name`, from its arguments.
std::string word_step(const Step& step, const std::string& type, const std::string& name,
                      const std::vector<std::string>& arguments) {
    std::vector<StatementOperand> in;
    if (has_word_form(step)) {
        for (const std::string& argument : arguments) in.push_back({type, argument});
        return type + " " + name + ";\n" + statement_block(step.body, in, {{type, name}});
    }
    const std::string computed = compute_type(step.out_types[0]);
    for (const std::string& argument : arguments) in.push_back({computed, "half_of(" + argument + ", k)"});
    return fill(R"(
const auto ${name}_of = [&]([[maybe_unused]] int k) {
    $type result;
    $block
    return result;
};
)",
                {{"name", name},
                 {"type", computed},
                 {"block", statement_block(step.body, in, {{computed, "result"}})}}) +
           "const " + type + " " + name + " = " +
           (is_literal(step) ? "repeated<" + storage_type(step.out_types[0]) + ">(" + name + "_of(0))"
                             : "word_of_halves(" + name + "_of(0), " + name + "_of(1))") +
           ";\n";
}

std::string word_statements(const Expression& expression, const std::string& type) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < expression.inputs.size(); ++k) names.push_back("a" + std::to_string(k));
    const auto name_of = [&](ValueId value) { return names[static_cast<std::size_t>(value)]; };
    std::string text;
    for (const Step& step : expression.steps) {
        std::vector<std::string> arguments;
        for (ValueId argument : step.arguments) arguments.push_back(name_of(argument));
        names.push_back(is_rounding(step) ? arguments[0] : "v" + std::to_string(names.size()));
        if (!is_rounding(step)) text += word_step(step, type, names.back(), arguments);
    }
    return text + lines(expression.outputs.size(), [&](std::size_t k) {
               return "r" + std::to_string(k) + " = " + name_of(expression.outputs[k].value) + ";";
           });
}

}  // namespace

std::string simd_word_members(const Expression& expression) {
    if (!takes_words(expression)) return "";
    const std::string type = "simd_word<" + storage_type(expression.inputs[0]) + ">";
    const std::size_t nout = expression.outputs.size();
    const auto parameter = [&](std::size_t k) {
        return k < nout ? type + "& r" + std::to_string(k) : "const " + type + "& a" + std::to_string(k - nout);
    };
    return fill(R"(
#if CUPRUM_GPU
static constexpr bool takes_words = true;
CUPRUM_DEVICE static void apply($parameters) {
    $statements
}
#endif
)",
                {{"parameters", joined(nout + expression.inputs.size(), ", ", parameter)},
                 {"statements", word_statements(expression, type)}});
}

std::string simd_word_include(const Expression& expression) {
    return takes_words(expression) ? "#include <cuprum/simd_word.h>\n" : "";
}

}  // namespace cuprum::kernel
