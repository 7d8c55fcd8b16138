#include "kernel/engine/reduction/row_kernel.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "cuprum/row_program_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/graph/storage.h"
#include "runtime/context.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t least_cpu_length = 16;       // elements: shorter rows are better reduced side by side
constexpr std::int64_t most_cpu_bytes = 256 << 10;  // of a row's inputs, so that they stay in a core's cache
constexpr std::int64_t most_gpu_bytes = 256
                                        << 10;    // likewise, so that a GPU's cache holds a row for each multiprocessor
constexpr std::int64_t least_rows = 32;           // fewer leave processors without work
constexpr std::int64_t least_long_rows = 128;     // likewise, where each has a multiprocessor to itself
constexpr std::size_t most_kept_long = 1;         // values that such a row computes again whenever it is read
constexpr std::int64_t worth_a_thread = 1 << 14;  // elements

std::string number(std::size_t k) { return std::to_string(k); }

std::string type_list(std::span<const DType> dtypes) {
    std::string text;
    for (DType dtype : dtypes) text += (text.empty() ? "" : ", ") + storage_type(dtype);
    return text;
}

/// An axis, and how far each operand moves along it.
struct Axis {
    std::int64_t length = 1;
    std::array<std::int64_t, most_row_operands> strides{};
};

/// Appends an axis, or lengthens the last one where both are as one.
void append(std::vector<Axis>& axes, const Axis& axis, std::size_t operands) {
    bool merges = !axes.empty();
    for (std::size_t k = 0; merges && k < operands; ++k)
        merges = axes.back().strides[k] == axis.strides[k] * axis.length;
    if (!merges) return axes.push_back(axis);
    const std::int64_t outer = axes.back().length;
    axes.back() = axis;
    axes.back().length *= outer;
}

}  // namespace

RowKernel::RowKernel(RowProgram program) : program_(std::move(program)) {
    std::int64_t largest = 1;
    for (DType input : program_.inputs) largest = std::max<std::int64_t>(largest, itemsize(input));
    vector_ = std::min<std::int64_t>(16 / largest, 8);
}

std::string RowKernel::entry_name(int vectors) const {
    return "cuprum_" + program_.name + "_row" + std::to_string(vectors);
}

std::string RowKernel::source(int vectors) const {
    const RowProgram& p = program_;
    const std::string entry = entry_name(vectors), op = entry + "_op";
    std::string text = "#include <cuprum/row_program.h>\n", reductions, operations;
    std::vector<DType> all_inputs = p.inputs, results, outputs;
    std::vector<const Expression*> expressions{&p.elements, &p.rows};
    for (const RowProgram::Kept& kept : p.kept) {
        all_inputs.push_back(kept.value.outputs[0].storage);
        expressions.push_back(&kept.value);
    }
    for (const Reduction& reduction : p.reductions) expressions.push_back(&reduction.map);
    text += preludes(expressions);
    for (std::size_t k = 0; k < p.reductions.size(); ++k) {
        const std::string name = op + number(k);
        operations += ReductionKernel(p.reductions[k]).operation(name);
        reductions += (k ? ", " : "") + name;
        results.push_back(p.reductions[k].outputs[0]);
    }
    for (const Expression* part : {&p.elements, &p.rows})
        for (const Expression::Output& output : part->outputs) outputs.push_back(output.storage);
    // A function of the inputs and of so many results.
    const auto function = [&](const std::string& name, const Expression& part, std::size_t done) {
        std::string parameters;
        for (std::size_t k = 0; k < part.outputs.size(); ++k)
            parameters += (k ? ", " : "") + storage_type(part.outputs[k].storage) + "& r" + number(k);
        if (part.outputs.empty()) return std::string();
        for (std::size_t k = 0; k < all_inputs.size() + done; ++k)
            parameters += ", const " +
                          (k < p.inputs.size()     ? input_type(all_inputs[k])
                           : k < all_inputs.size() ? storage_type(all_inputs[k])
                                                   : storage_type(results[k - all_inputs.size()])) +
                          "& a" + number(k);
        return "    CUPRUM_DEVICE static void " + name + parameters + ") {\n" + statements(part, "a", "r") + "    }\n";
    };
    std::string after, keep, inputs;
    for (std::size_t k = 0; k < all_inputs.size(); ++k)
        inputs += (k ? ", " : "") + (k < p.inputs.size() ? input_type(all_inputs[k]) : storage_type(all_inputs[k]));
    for (std::size_t k = 0; k < p.kept.size(); ++k) {
        after += (k ? ", " : "") + number(p.kept[k].after);
        keep += function("keep(index_constant<" + number(k) + ">, ", p.kept[k].value, p.kept[k].after);
    }
    if (!p.kept.empty()) keep = "    static constexpr int after[] = {" + after + "};\n" + keep;
    text += operations + "namespace cuprum {\nstruct " + op + " {\n    using inputs = types<" + inputs +
            ">;\n    using results = types<" + type_list(results) + ">;\n    using outputs = types<" +
            type_list(outputs) + ">;\n    using reductions = types<" + reductions +
            ">;\n    static constexpr unsigned still = " + number(p.still) + ", values = " + number(p.values) +
            ";\n    static constexpr int kept = " + number(p.kept.size()) +
            ", along = " + number(p.elements.outputs.size()) + ";\n" + keep +
            function("elements(", p.elements, results.size()) + function("row(", p.rows, results.size()) + "};\n}\n";
    return text + "CUPRUM_ROW_PROGRAM(" + entry + ", cuprum::" + op + ", " + std::to_string(vectors) + ")\n";
}

bool RowKernel::run(const RowCall& call) {
    const std::size_t nin = program_.inputs.size(), along = program_.elements.outputs.size(),
                      operands = nin + call.outputs.size();
    const auto bytes = [&](std::size_t k) {
        return itemsize(k < nin ? program_.inputs[k] : call.outputs[k - nin].dtype());
    };
    const auto moves = [&](std::size_t k) { return k < nin ? !(program_.still >> k & 1u) : k < nin + along; };
    std::vector<Axis> kept, reduced;
    for (int d = 0; d < call.shape.size(); ++d) {
        if (call.shape[d] == 1) continue;
        Axis axis{call.shape[d], {}};
        for (std::size_t k = 0; k < operands; ++k) {
            const bool is_value = k < nin && (program_.values >> k & 1u);
            axis.strides[k] = is_value ? 0 : (k < nin ? call.inputs[k] : call.outputs[k - nin]).strides()[d];
        }
        append(call.reduced >> d & 1u ? reduced : kept, axis, operands);
    }
    if (reduced.size() != 1 || kept.size() > max_row_dims) return false;
    std::int64_t rows = 1, row_bytes = 0;
    for (const Axis& axis : kept) rows *= axis.length;
    const std::int64_t length = reduced[0].length;
    for (std::size_t k = 0; k < operands; ++k) {
        if (reduced[0].strides[k] != (moves(k) ? bytes(k) : 0)) return false;
        if (k < nin && moves(k)) row_bytes += bytes(k) * length;
    }
    const bool gpu = runtime::backend().is_gpu();
    const bool is_long = gpu && length > row_threads * row_vectors * vector_;
    if (rows < (is_long ? least_long_rows : least_rows)) return false;
    if (is_long && program_.kept.size() > most_kept_long) return false;
    if (gpu ? is_long && row_bytes > most_gpu_bytes : length < least_cpu_length || row_bytes > most_cpu_bytes)
        return false;

    struct alignas(16) {
        RowHeader header;
        std::int64_t words[most_row_operands * (3 + max_row_dims) + 1];
    } arguments;
    RowHeader& header = arguments.header;
    std::memset(&header, 0, sizeof header);
    header.rows = rows;
    header.length = static_cast<int>(length);
    for (std::size_t p = 0; p < program_.reductions.size(); ++p) {
        ReductionTail& tail = header.tails[p];
        tail.count = length;
        tail.parameter = call.parameters[p];
        if (!call.initials[p]) continue;
        call.initials[p]->store(program_.reductions[p].map.outputs[0].storage, tail.initial);
        header.initials |= 1u << p;
    }
    header.kept_ndim = static_cast<int>(kept.size());
    for (std::size_t d = 0; d < kept.size(); ++d) header.kept_shape[d] = kept[d].length;
    header.vectors = length % vector_ == 0;
    std::int64_t* word = arguments.words;
    DataAccess data;
    for (std::size_t k = 0; k < operands; ++k) {
        const bool is_value = k < nin && (program_.values >> k & 1u);
        const ndarray* a = is_value ? nullptr : &(k < nin ? call.inputs[k] : call.outputs[k - nin]);
        *word++ = static_cast<std::int64_t>(device_address(k < nin ? data.read(a) : data.write(a)));
        if (!moves(k)) continue;
        // Whether every row begins where a vector may.
        const std::int64_t mask = std::min<std::int64_t>(vector_ * bytes(k), 16) - 1;
        if (word[-1] & mask) header.vectors = 0;
        for (const Axis& axis : kept)
            if (axis.strides[k] & mask) header.vectors = 0;
    }
    for (std::size_t k = 0; k < operands; ++k, word += max_row_dims)
        for (std::size_t d = 0; d < kept.size(); ++d) word[d] = kept[d].strides[k];
    if ((sizeof header / 8 + static_cast<std::size_t>(word - arguments.words)) % 2)
        ++word;  // values lie at multiples of 16
    for (std::size_t k = 0; k < nin; ++k, word += 2)
        if (program_.values >> k & 1u) std::memcpy(word, call.values[k].bits, sizeof(ReductionValue));

    // Rows that fit a warp with a vector a thread are held so; longer ones with several; those that are too long not at
    // all.
    const int vectors = is_long ? 0 : length <= 32 * vector_ ? 1 : row_vectors;
    const auto threads =
        is_long ? static_cast<std::uint64_t>(long_row_threads)
                : std::bit_ceil(static_cast<std::uint64_t>((length + vectors * vector_ - 1) / (vectors * vector_)));
    header.threads = static_cast<int>(threads);
    runtime::Launch geometry;
    geometry.block[0] = static_cast<std::uint32_t>(std::max<std::uint64_t>(threads, row_block));
    const std::int64_t rows_a_block =
        std::max<std::int64_t>(row_block / header.threads, 1) * (vectors == 1 ? row_rows : 1);
    geometry.grid[0] = blocks_for(rows, rows_a_block);
    geometry.items = rows;
    geometry.grain = std::max<std::int64_t>(worth_a_thread / length, 1);
    const auto function = functions_[gpu && vectors != 1 ? 1 + (vectors == 0) : 0].get([&] {
        const int n = gpu ? vectors : 1;
        return KernelSource{entry_name(n), source(n), {}};
    });
    const auto size =
        static_cast<std::size_t>(reinterpret_cast<const char*>(word) - reinterpret_cast<const char*>(&arguments));
    DataAccess::launch(function, geometry, &arguments, size, 0);
    return true;
}

}  // namespace cuprum::kernel
