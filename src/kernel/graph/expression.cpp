#include "kernel/graph/expression.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "kernel/graph/simd_word_text.h"
#include "kernel/graph/statement.h"
#include "kernel/graph/storage.h"
#include "kernel/graph/template.h"

namespace cuprum::kernel {

std::string storage_type(DType dtype) {
    std::string name = dtype_table[table_index(dtype)].device_name;
    bool ours = dtype == DType::float16 || dtype == DType::bfloat16 || is_complex(dtype);
    return ours ? "cuprum::" + name : name;
}

std::string input_type(DType dtype) { return dtype == DType::bool_ ? "cuprum::stored_bool" : storage_type(dtype); }

std::string compute_type(DType dtype) {
    return dtype == DType::float16 || dtype == DType::bfloat16 ? "float" : storage_type(dtype);
}

bool rounds_to_half(DType from, DType to) {
    return (to == DType::float16 || to == DType::bfloat16) && !can_cast(from, to, Casting::safe);
}

std::string rounding_body(DType dtype) { return "out0 = cast<out0_t>(cast<" + storage_type(dtype) + ">(in0));"; }

bool is_long(const Expression::Step& step) { return step.code.one_copy; }

bool needs_real_operands(const Expression::Step& step) {
    if (!step.prelude.empty()) return true;
    if (!*step.headers || std::string_view(step.headers) == "cuprum/integer_division.h") return false;
    const auto is_count = [](DType type) { return is_integer(type); };
    return step.code.has_calls() || std::ranges::any_of(step.in_types, is_count);
}

ValueId converted(Expression& expression, ValueId value, DType dtype) {
    const DType from = expression.type(value);
    if (!rounds_to_half(from, dtype)) return value;
    return expression.add_step({"out0 = in0", {dtype}, {dtype}, {value}});
}

std::string statements(const Expression& expression, const std::string& in_prefix, const std::string& out_prefix) {
    const auto count = static_cast<ValueId>(expression.inputs.size());
    // A value is stored in its compute type once it is no longer an input.
    const auto cast_to = [&](const std::string& type, ValueId value) {
        const std::string name = (value < count ? in_prefix : "v") + std::to_string(value);
        return "cuprum::cast<" + type + ">(" + name + ")";
    };
    std::string text;
    ValueId next = count;
    for (const auto& step : expression.steps) {
        std::vector<StatementOperand> in, out;
        for (std::size_t k = 0; k < step.in_types.size(); ++k) {
            const DType dtype = step.in_types[k];
            const std::string type = compute_type(dtype);
            const bool rounds = rounds_to_half(expression.type(step.arguments[k]), dtype);
            const std::string value = cast_to(rounds ? storage_type(dtype) : type, step.arguments[k]);
            in.push_back({type, rounds ? "cuprum::cast<" + type + ">(" + value + ")" : value});
        }
        for (DType dtype : step.out_types) {
            out.push_back({compute_type(dtype), "v" + std::to_string(next++)});
            text += out.back().type + " " + out.back().value + ";\n";
        }
        text += statement_block(step.body, in, out);
    }
    return text + lines(expression.outputs.size(), [&](std::size_t k) {
               const Expression::Output& output = expression.outputs[k];
               return out_prefix + std::to_string(k) + " = " + cast_to(storage_type(output.storage), output.value) +
                      ";";
           });
}

std::vector<std::string> header_names(const char* headers) {
    std::istringstream text(headers);
    std::vector<std::string> names;
    for (std::string name; text >> name;) names.push_back(name.substr(name.find(':') + 1));
    return names;
}

std::string include_lines(const char* headers) {
    std::string lines;
    for (const std::string& name : header_names(headers)) lines += "#include <" + name + ">\n";
    return lines;
}

std::string includes(const Expression& expression) {
    if (expression.steps.empty()) return "#include <cuprum/cast.h>\n";
    bool any_complex = false;
    for (const auto& step : expression.steps)
        for (const auto* types : {&step.in_types, &step.out_types})
            any_complex = any_complex || std::ranges::any_of(*types, is_complex);
    const Expression* const one[] = {&expression};
    // Without complex functions a text is parsed in half the time.
    return (any_complex ? "#include <cuprum/math.h>\n" : "#include <cuprum/real_math.h>\n") + preludes(one) +
           simd_word_include(expression);
}

std::string preludes(std::span<const Expression* const> expressions) {
    std::string lines, text;
    std::set<std::string_view> seen;
    for (const Expression* expression : expressions)
        for (const auto& step : expression->steps) {
            if (*step.headers && seen.insert(step.headers).second) lines += include_lines(step.headers);
            if (!step.prelude.empty() && seen.insert(step.prelude).second) text += step.prelude;
        }
    return lines + text;
}

CodeOptions code_options(std::span<const Expression* const> expressions) {
    CodeOptions code;
    for (const Expression* expression : expressions)
        for (const auto& step : expression->steps) code |= step.code;
    return code;
}

std::string elementwise_struct(const Expression& expression, const std::string& name) {
    const std::size_t nout = expression.outputs.size();
    std::vector<std::string> types;
    for (const auto& output : expression.outputs) types.push_back(storage_type(output.storage));
    for (std::size_t k = 0; k < expression.inputs.size(); ++k)
        types.push_back(expression.counters >> k & 1u ? "cuprum::counter" : input_type(expression.inputs[k]));
    const auto parameter = [&](std::size_t k) {
        return k < nout ? types[k] + "& r" + std::to_string(k) : "const " + types[k] + "& a" + std::to_string(k - nout);
    };
    const auto any = [&](const auto& holds) { return std::ranges::any_of(expression.steps, holds); };
    std::string traits;
    if (any(needs_real_operands)) traits += "static constexpr bool only_elements = true;";
    if (any(is_long)) traits += "static constexpr bool is_long = true;";
    // In the library's namespace, so that a body's `sin` is ours and not the compiler's.
    return fill(R"(
namespace cuprum {
struct $name {
    static constexpr int nout = $nout;
    $traits
    using operands = cuprum::types<$types>;
    CUPRUM_DEVICE static void apply($parameters) {
        $statements
    }
    $word_form
};
}
)",
                {{"name", name},
                 {"word_form", simd_word_members(expression)},
                 {"nout", nout},
                 {"traits", traits},
                 {"types", listed(types)},
                 {"parameters", joined(types.size(), ", ", parameter)},
                 {"statements", statements(expression, "a", "r")}});
}

}  // namespace cuprum::kernel
