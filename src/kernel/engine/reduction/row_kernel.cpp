#include "kernel/engine/reduction/row_kernel.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "cuprum/engine/row_program_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/graph/storage.h"
#include "kernel/graph/template.h"
#include "runtime/context.h"

namespace cuprum::kernel {
namespace {

std::vector<const Expression*> expressions_of(const RowProgram& program) {
    std::vector<const Expression*> expressions{&program.elements, &program.rows};
    for (const RowProgram::Kept& kept : program.kept) expressions.push_back(&kept.value);
    for (const Reduction& reduction : program.reductions) expressions.push_back(&reduction.map);
    return expressions;
}

CodeOptions code_of(const RowProgram& program) {
    CodeOptions code = code_options(expressions_of(program));
    for (const Reduction& reduction : program.reductions) code |= reduction.code;
    return code;
}

std::string number(std::size_t k) { return std::to_string(k); }

/// What functions of a row see: its inputs with what is kept of it, and the results of the reductions before.
struct RowTypes {
    std::vector<std::string> inputs, results, outputs;

    explicit RowTypes(const RowProgram& p) {
        for (DType input : p.inputs) inputs.push_back(input_type(input));
        for (const RowProgram::Kept& kept : p.kept) inputs.push_back(storage_type(kept.value.outputs[0].storage));
        for (const Reduction& reduction : p.reductions) results.push_back(storage_type(reduction.outputs[0]));
        for (const Expression* part : {&p.elements, &p.rows})
            for (const Expression::Output& output : part->outputs) outputs.push_back(storage_type(output.storage));
    }
};

/// A function that computes `part`. `first` is a parameter before all others; the results of so many reductions are
/// `known`.
std::string row_function(const char* name, const std::string& first, const Expression& part, const RowTypes& types,
                         std::size_t known) {
    if (part.outputs.empty()) return std::string();
    std::vector<std::string> parameters;
    if (!first.empty()) parameters.push_back(first);
    for (std::size_t k = 0; k < part.outputs.size(); ++k)
        parameters.push_back(storage_type(part.outputs[k].storage) + "& r" + number(k));
    const std::size_t inputs = types.inputs.size();
    for (std::size_t k = 0; k < inputs + known; ++k)
        parameters.push_back("const " + (k < inputs ? types.inputs[k] : types.results[k - inputs]) + "& a" + number(k));
    return fill(R"(
CUPRUM_DEVICE static void $name($parameters) {
    $statements
}
)",
                {{"name", name}, {"parameters", listed(parameters)}, {"statements", statements(part, "a", "r")}});
}

/// What is kept of a row's elements, and after how many reductions each is known.
std::string keep_functions(const RowProgram& p, const RowTypes& types) {
    if (p.kept.empty()) return "";
    std::string text = "static constexpr int after[] = {" +
                       joined(p.kept.size(), ", ", [&](std::size_t k) { return number(p.kept[k].after); }) + "};\n";
    for (std::size_t k = 0; k < p.kept.size(); ++k)
        text += row_function("keep", "index_constant<" + number(k) + ">", p.kept[k].value, types, p.kept[k].after);
    return text;
}

/// How many reductions must be done before a reduction: those whose results it takes, itself or in what is kept.
std::size_t reductions_before(const RowProgram& p, const Expression& map) {
    const std::size_t inputs = p.inputs.size(), with_kept = inputs + p.kept.size();
    std::size_t before = 0;
    const auto take = [&](ValueId value) {
        const auto k = static_cast<std::size_t>(value);
        if (k >= map.inputs.size() || k < inputs) return;
        before = std::max(before, k < with_kept ? p.kept[k - inputs].after : k - with_kept + 1);
    };
    for (const Expression::Step& step : map.steps) std::ranges::for_each(step.arguments, take);
    for (const Expression::Output& output : map.outputs) take(output.value);
    return before;
}

/// For each reduction the end of those that go along the row together with it, where it is the first of them.
std::vector<std::size_t> groups_of(const RowProgram& p) {
    std::vector<std::size_t> until(p.reductions.size(), p.reductions.size());
    std::size_t first = 0;
    for (std::size_t k = 1; k < until.size(); ++k)
        if (reductions_before(p, p.reductions[k].map) > first) {
            std::fill(until.begin() + static_cast<std::ptrdiff_t>(first),
                      until.begin() + static_cast<std::ptrdiff_t>(k), k);
            first = k;
        }
    return until;
}

}  // namespace

RowKernel::RowKernel(RowProgram program) : program_(std::move(program)) {
    if (program_.reductions.size() > max_row_reductions)
        throw ValueError("a kernel takes rows through at most " + std::to_string(max_row_reductions) + " reductions");
}

std::string RowKernel::entry_name(int vectors, bool in_block) const {
    return "cuprum_" + program_.name + "_row" + std::to_string(vectors) + (in_block ? "_block" : "");
}

std::string RowKernel::source(int vectors, bool in_block) const {
    const RowProgram& p = program_;
    const std::string entry = entry_name(vectors, in_block), op = entry + "_op";
    const std::string order = p.vector ? "static constexpr int vector = " + number(static_cast<std::size_t>(p.vector)) +
                                             ";\nstatic constexpr bool in_block = " + (in_block ? "true;" : "false;")
                                       : "";
    const RowTypes types(p);
    const std::vector<std::size_t> until = groups_of(p);
    std::string operations;
    for (std::size_t k = 0; k < p.reductions.size(); ++k) {
        operations += ReductionKernel(p.reductions[k]).operation(op + number(k));
    }
    return fill(R"(
#include <cuprum/engine/row_program.h>
$preludes
$operations
namespace cuprum {
struct $op {
    using inputs = types<$inputs>;
    using results = types<$results>;
    using outputs = types<$outputs>;
    using reductions = types<$reductions>;
    static constexpr unsigned still = $still, values = $values;
    static constexpr int kept = $kept, along = $along;
    static constexpr int until[] = {$until};
    $order
    $keep
    $elements
    $row
};
}
CUPRUM_ROW_PROGRAM($entry, cuprum::$op, $vectors)
)",
                {{"preludes", preludes(expressions_of(p))},
                 {"operations", operations},
                 {"op", op},
                 {"inputs", listed(types.inputs)},
                 {"results", listed(types.results)},
                 {"outputs", listed(types.outputs)},
                 {"reductions", joined(p.reductions.size(), ", ", [&](std::size_t k) { return op + number(k); })},
                 {"still", p.still},
                 {"values", p.values},
                 {"kept", p.kept.size()},
                 {"along", p.elements.outputs.size()},
                 {"until", joined(until.size(), ", ", [&](std::size_t k) { return number(until[k]); })},
                 {"order", order},
                 {"keep", keep_functions(p, types)},
                 {"elements", row_function("elements", "", p.elements, types, p.reductions.size())},
                 {"row", row_function("row", "", p.rows, types, p.reductions.size())},
                 {"entry", entry},
                 {"vectors", vectors}});
}

runtime::FunctionHandle RowKernel::function(int vectors, bool in_block) {
    const auto width = static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(vectors)));
    return functions_[in_block ? 1 : 0][width].get([&] {
        return KernelSource{.name = entry_name(vectors, in_block),
                            .text = source(vectors, in_block),
                            .code = code_of(program_),
                            .has_definitions = true};
    });
}

RowTraits RowKernel::traits_of(const RowCall& call) const {
    RowTraits traits;
    traits.inputs = program_.inputs.size();
    traits.operands = traits.inputs + call.outputs.size();
    traits.kept = program_.kept.size();
    for (const RowProgram::Kept& kept : program_.kept)
        traits.kept_bytes += static_cast<std::size_t>(itemsize(kept.value.outputs[0].storage));
    if (traits.operands > most_row_operands)
        throw ValueError("a kernel over rows takes at most " + std::to_string(most_row_operands) + " arrays");
    int largest = 1;
    for (std::size_t k = 0; k < traits.operands; ++k) {
        const bool is_input = k < traits.inputs;
        const int bytes = itemsize(is_input ? program_.inputs[k] : call.outputs[k - traits.inputs].dtype());
        traits.itemsize[k] = static_cast<std::uint8_t>(bytes);
        if (is_input) largest = std::max(largest, bytes);
        if (is_input ? !(program_.still >> k & 1u) : k < traits.inputs + program_.elements.outputs.size())
            traits.moving |= 1u << k;
    }
    traits.vector = program_.vector ? program_.vector : row_vector(largest);
    return traits;
}

RowLayout RowKernel::layout_of(const RowCall& call, const RowTraits& traits) const {
    RowLayout layout;
    for (int d = 0; d < call.shape.size(); ++d) {
        if (call.shape[d] == 1) continue;
        RowLayout::Axis axis{call.shape[d], {}};
        for (std::size_t k = 0; k < traits.operands; ++k)
            if (!is_value(k))
                axis.strides[k] = (k < traits.inputs ? call.inputs[k] : call.outputs[k - traits.inputs]).strides()[d];
        RowLayout::append(call.reduced >> d & 1u ? layout.reduced : layout.kept, axis, traits.operands);
    }
    return layout;
}

bool RowKernel::run(const RowCall& call) {
    const RowTraits traits = traits_of(call);
    const RowLayout layout = layout_of(call, traits);
    const RowPlan plan = plan_rows(traits, layout, runtime::device_traits(), program_.vector ? call.order : nullptr);
    if (!plan.serves) return false;

    RowHeader header{};
    header.rows = plan.rows;
    header.length = static_cast<int>(plan.length);
    header.threads = plan.threads;
    for (std::size_t p = 0; p < program_.reductions.size(); ++p) {
        ReductionTail& tail = header.tails[p];
        tail.count = plan.length;
        tail.parameter = call.parameters[p];
        if (!call.initials[p]) continue;
        call.initials[p]->store(program_.reductions[p].map.outputs[0].storage, tail.initial);
        header.initials |= 1u << p;
    }
    header.kept_ndim = static_cast<int>(layout.kept.size());
    for (std::size_t d = 0; d < layout.kept.size(); ++d) header.kept_shape[d] = layout.kept[d].length;
    header.vectors = plan.length % traits.vector == 0;
    std::array<std::uint64_t, most_row_operands> address{};
    DataAccess data;
    for (std::size_t k = 0; k < traits.operands; ++k) {
        if (is_value(k)) continue;
        address[k] =
            device_address(k < traits.inputs ? data.read(call.inputs[k]) : data.write(call.outputs[k - traits.inputs]));
        if (!(traits.moving >> k & 1u)) continue;
        // Whether every row begins where a vector may.
        const std::int64_t mask = std::min(traits.vector * traits.itemsize[k], 16) - 1;
        if (static_cast<std::int64_t>(address[k]) & mask) header.vectors = 0;
        for (const RowLayout::Axis& axis : layout.kept)
            if (axis.strides[k] & mask) header.vectors = 0;
    }
    ArgumentWriter arguments;
    arguments.put(header);
    arguments.put_all(std::span<const std::uint64_t>(address.data(), traits.operands));
    for (std::size_t k = 0; k < traits.operands; ++k)
        for (std::size_t d = 0; d < max_row_dims; ++d)
            arguments.put<long long>(d < layout.kept.size() ? layout.kept[d].strides[k] : 0);
    arguments.align(16);
    for (std::size_t k = 0; k < traits.inputs; ++k) {
        unsigned char* value = arguments.value();
        if (is_value(k)) std::memcpy(value, call.values[k].bits, sizeof(ReductionValue));
    }
    const bool in_block = program_.vector && call.order->in_block;
    DataAccess::launch(function(plan.vectors, in_block), plan.launch, arguments, 0);
    return true;
}

}  // namespace cuprum::kernel
