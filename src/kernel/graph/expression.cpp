#include "kernel/graph/expression.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "kernel/graph/storage.h"

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

ValueId converted(Expression& expression, ValueId value, DType dtype) {
    const DType from = expression.type(value);
    if (!rounds_to_half(from, dtype)) return value;
    return expression.add_step({"out0 = in0", {dtype}, {dtype}, {value}});
}

std::string statements(const Expression& expression, const std::string& in_prefix, const std::string& out_prefix) {
    auto count = static_cast<ValueId>(expression.inputs.size());
    auto name = [&](ValueId value) {
        return value < count ? in_prefix + std::to_string(value) : "v" + std::to_string(value);
    };
    auto cast_to = [&](const std::string& type, ValueId value) {
        // A value is stored in its compute type once it is no longer an input.
        return "cuprum::cast<" + type + ">(" + name(value) + ")";
    };
    auto argument = [&](DType dtype, ValueId value) {
        const std::string type = compute_type(dtype);
        if (!rounds_to_half(expression.type(value), dtype)) return cast_to(type, value);
        return "cuprum::cast<" + type + ">(" + cast_to(storage_type(dtype), value) + ")";
    };
    std::string text;
    ValueId next = count;
    for (const auto& step : expression.steps) {
        std::string block;
        for (std::size_t k = 0; k < step.out_types.size(); ++k)
            text += "        " + compute_type(step.out_types[k]) + " v" +
                    std::to_string(next + static_cast<ValueId>(k)) + ";\n";
        block += "        {\n";
        for (std::size_t k = 0; k < step.in_types.size(); ++k) {
            std::string type = compute_type(step.in_types[k]), n = std::to_string(k);
            block += "            using in" + n + "_t = " + type + ";\n";
            block += "            [[maybe_unused]] const in" + n + "_t in" + n + " = " +
                     argument(step.in_types[k], step.arguments[k]) + ";\n";
        }
        for (std::size_t k = 0; k < step.out_types.size(); ++k) {
            std::string n = std::to_string(k);
            block += "            using out" + n + "_t = " + compute_type(step.out_types[k]) + ";\n";
            block +=
                "            out" + n + "_t& out" + n + " = v" + std::to_string(next + static_cast<ValueId>(k)) + ";\n";
        }
        text += block + "            " + step.body + ";\n        }\n";
        next += static_cast<ValueId>(step.out_types.size());
    }
    for (std::size_t k = 0; k < expression.outputs.size(); ++k)
        text += "        " + out_prefix + std::to_string(k) + " = " +
                cast_to(storage_type(expression.outputs[k].storage), expression.outputs[k].value) + ";\n";
    return text;
}

std::vector<std::string> header_names(const char* headers) {
    std::istringstream text(headers);
    return {std::istream_iterator<std::string>(text), {}};
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
    return (any_complex ? "#include <cuprum/math.h>\n" : "#include <cuprum/real_math.h>\n") + preludes(one);
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

std::string elementwise_struct(const Expression& expression, const std::string& name) {
    std::string operands, parameters;
    for (std::size_t k = 0; k < expression.outputs.size(); ++k) {
        std::string type = storage_type(expression.outputs[k].storage);
        operands += (operands.empty() ? "" : ", ") + type;
        parameters += (parameters.empty() ? "" : ", ") + type + "& r" + std::to_string(k);
    }
    for (std::size_t k = 0; k < expression.inputs.size(); ++k) {
        std::string type = expression.counters >> k & 1u ? "cuprum::counter" : input_type(expression.inputs[k]);
        operands += (operands.empty() ? "" : ", ") + type;
        parameters += (parameters.empty() ? "" : ", ") + ("const " + type) + "& a" + std::to_string(k);
    }
    // Users' statements may not expect elements that are not there.
    const bool users = std::ranges::any_of(expression.steps, [](const auto& step) { return !step.prelude.empty(); });
    // In the library's namespace, so that a body's `sin` is ours and not the compiler's.
    return "namespace cuprum {\nstruct " + name +
           " {\n    static constexpr int nout = " + std::to_string(expression.outputs.size()) +
           (users ? ";\n    static constexpr bool only_elements = true" : "") +
           ";\n    using operands = cuprum::types<" + operands + ">;\n    CUPRUM_DEVICE static void apply(" +
           parameters + ") {\n" + statements(expression, "a", "r") + "    }\n};\n}\n";
}

}  // namespace cuprum::kernel
