// A user's elementwise kernel on the plans of all elementwise kernels: its statements become the operation that the
// loops of device/cuprum/engine/elementwise.h take, or a step of an expression that other work is merged with.
#include <array>
#include <functional>
#include <list>

#include "kernel/engine/recorder.h"
#include "kernel/graph/template.h"
#include "kernel/user/elementwise_state.h"

namespace cuprum {

using kernel::Expression, kernel::KernelKey, kernel::KernelOperand, kernel::PlannedKernel, kernel::ValueId,
    kernel::max_operands, kernel::text_type;

void ElementwiseKernel::State::run_planned(std::span<const Operand> arguments, const DType* types, const Shape& shape,
                                           std::span<ndarray> outputs, bool launches) {
    const bool given = arguments.size() > in.size(), keep = given && keeps, recorded = runtime::context.recorder;
    const std::span<const ndarray> given_outputs = given ? outputs : std::span<ndarray>();
    std::array<KernelOperand, max_operands> operands;
    std::list<ndarray> copies;
    std::size_t operand_count = 0;
    for (const ndarray& out : outputs) operands[operand_count++].array = &out;
    for (std::size_t k = 0; k < in.size(); ++k, ++operand_count) {
        if (arguments[k].is_array()) {
            operands[operand_count].array =
                recorded ? &arguments[k].array() : &kernel::apart(arguments[k].array(), given_outputs, copies);
        } else {
            kernel::check_scalar(arguments[k].scalar(), in[k], types[k]);
            operands[operand_count].set(arguments[k].scalar(), types[k]);
        }
    }
    ndarray index;
    if (uses_i) {
        index = kernel::counter(shape, kernel::number_steps(shape));
        operands[operand_count++].array = &index;
    }
    if (keep)
        for (const ndarray& out : outputs) operands[operand_count++].array = &out;
    KernelKey key;
    key.put(keep);
    for (std::size_t k = 0; k < count(); ++k) key.put_any(types[k]);
    PlannedKernel& made = (recorded ? merged : planned).get(key, [&] { return make_planned(types, keep, recorded); });
    const std::span<const KernelOperand> all(operands.data(), operand_count);
    if (launches) made.kernel.run(all, shape);
    else made.kernel.prepare(all, shape);
}

namespace {

/// What a kernel takes, as its loop hands it over and with the names that the user's statements have for it.
struct OperandTexts {
    std::vector<std::string> types, parameters, names;
    std::vector<std::string> arguments;  ///< Of a step that calls the operation.
    std::string before;                  ///< Statements in front of the user's.

    void add(const std::string& type, const std::string& parameter, const std::string& argument) {
        types.push_back(type);
        names.push_back(parameter.substr(parameter.find_last_of(" &") + 1));
        parameters.push_back(parameter);
        arguments.push_back(argument);
    }
};

// Programs have no names that begin so.
std::string operation_name(const std::string& kernel) { return "cuprum_" + kernel + "_operation"; }

}  // namespace

/// Of the text a kernel of its own, or a step that other work can be merged with.
PlannedKernel ElementwiseKernel::State::make_planned(const DType* types, bool keep, bool as_step) const {
    Expression signature;
    OperandTexts operands;
    for (std::size_t k = 0; k < out.size(); ++k) {
        const DType type = types[in.size() + k];
        signature.outputs.push_back({static_cast<ValueId>(k), type});
        operands.add(text_type(type), out[k].ctype + "& " + out[k].name, "r" + std::to_string(k));
    }
    for (std::size_t k = 0; k < in.size(); ++k) {
        const ValueId input = signature.add_input(types[k]);
        operands.add(text_type(types[k]), kernel::declaration(in[k]), "in" + std::to_string(input));
    }
    if (uses_i) {
        const ValueId number = signature.add_counter();
        operands.add("cuprum::counter", "const cuprum::counter& _counter", "counter{in" + std::to_string(number) + "}");
        operands.before += "ptrdiff_t i = _counter;\n";
    }
    if (keep)
        for (std::size_t k = 0; k < out.size(); ++k) {
            const DType type = types[in.size() + k];
            const ValueId old = signature.add_input(type);
            operands.add(text_type(type), "const " + out[k].ctype + "& _old_" + out[k].name,
                         "in" + std::to_string(old));
            operands.before += out[k].name + " = _old_" + out[k].name + ";\n";
        }
    // The loop makes `continue` leave the element, as it does in the loop that the statements seem to be in. They stand
    // in no class, whose members they would see in place of the program's functions.
    const std::string definition =
        kernel::fill(R"(
CUPRUM_DEVICE void $name_statements($parameters) {
    $before
    do {
$operation;
    } while (false);
}
struct $name {
    static constexpr int nout = $nout;
    static constexpr bool only_elements = true;
    $is_long
    using operands = cuprum::types<$operands>;
    CUPRUM_DEVICE static void apply($parameters) { $name_statements($names); }
};
)",
                     {{"name", operation_name(name)},
                      {"name_statements", operation_name(name) + "_statements"},
                      {"names", kernel::listed(operands.names)},
                      {"nout", out.size()},
                      {"is_long", options.is_long ? "static constexpr bool is_long = true;" : ""},
                      {"operands", kernel::listed(operands.types)},
                      {"parameters", kernel::listed(operands.parameters)},
                      {"before", operands.before},
                      {"operation", operation}});
    if (as_step) return make_step(types, std::move(signature), definition, kernel::listed(operands.arguments));
    return PlannedKernel(
        {types, types + in.size()}, name, std::move(signature),
        kernel::UserText{
            preamble(types) + definition, operation_name(name), compiler.options, {.calls = options.calls}});
}

/// The operation in a namespace that is named for the text: others may call their types and functions the same.
PlannedKernel ElementwiseKernel::State::make_step(const DType* types, Expression expression,
                                                  const std::string& definition, const std::string& arguments) const {
    const auto numbered = [&](const char* text) {
        return kernel::lines(out.size(), [&](std::size_t k) {
            return kernel::fill(text, {{"k", k}, {"type", text_type(types[in.size() + k])}});
        });
    };
    const std::string text =
        kernel::typedefs(*this, types) + options.preamble + "\n" + definition + numbered("typedef $type _result$k;");
    const std::string space = "cuprum_user_" + std::to_string(std::hash<std::string>()(text));
    Expression::Step step;
    step.cost = Cost::expensive;  // for all that is known
    step.code.calls = options.calls;
    step.prelude = "#include <cuprum/user_kernel.h>\nnamespace " + space + " {\n" + text + "}\n";
    step.in_types = expression.inputs;
    for (std::size_t k = 0; k < expression.inputs.size(); ++k) step.arguments.push_back(static_cast<ValueId>(k));
    for (std::size_t k = 0; k < out.size(); ++k) step.out_types.push_back(types[in.size() + k]);
    step.body = numbered(("::" + space + "::_result$k r$k;").c_str()) + "::" + space + "::" + operation_name(name) +
                "::apply(" + arguments + ");\n" + numbered("out$k = r$k;");
    const ValueId first = expression.add_step(std::move(step));
    for (std::size_t k = 0; k < out.size(); ++k) expression.outputs[k].value = first + static_cast<ValueId>(k);
    return PlannedKernel({types, types + in.size()}, name, std::move(expression));
}

}  // namespace cuprum
