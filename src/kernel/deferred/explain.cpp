// What waits, for people to read.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/number_text.h"
#include "cuprum/deferred.h"
#include "cuprum/error.h"
#include "cuprum/scalar.h"
#include "kernel/deferred/programs.h"
#include "kernel/deferred/views.h"

namespace cuprum {
namespace {

using kernel::ChainFate;
using kernel::PendingBlock;
using kernel::WaitingGroup;
using kernel::WaitingOperation;

std::string text_of(const Shape& shape) {
    std::string text = "(";
    for (std::int64_t length : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(length);
    return text + (shape.size() == 1 ? ",)" : ")");
}

std::string text_of(const Scalar& number) {
    if (number.dtype() == DType::bool_) return number.to_bool() ? "True" : "False";
    if (is_complex(number.dtype())) {
        const auto value = number.to_complex();
        return "(" + shortest_text(value.real()) + ", " + shortest_text(value.imag()) + ")";
    }
    if (is_floating(number.dtype())) return shortest_text(number.to_double());
    const std::int64_t value = number.to_int();
    return kind(number.dtype()) == 'u' ? std::to_string(static_cast<std::uint64_t>(value)) : std::to_string(value);
}

/// "a", "b", ..., "z", "a1", "b1", ...
std::string letter(std::size_t number) {
    return std::string(1, static_cast<char>('a' + number % 26)) + (number < 26 ? "" : std::to_string(number / 26));
}

struct Step {
    std::string operation, operands, result;
    std::vector<std::size_t> sources;  // steps before it
    bool is_asked = false;
};

struct Explained {
    std::vector<Step> steps;
    std::string fate;
};

std::string text_of(const ChainFate& fate, std::size_t operations) {
    const std::string count = std::to_string(operations);
    switch (fate.kind) {
        case ChainFate::Kind::alone: return "1 operation waits.";
        case ChainFate::Kind::is_new:
            return count +
                   " operations wait. The chain is new: they run one at a time, and as one kernel once they come "
                   "again.";
        case ChainFate::Kind::refused:
            return count + " operations wait. They run one at a time, as no fewer kernels could be made of them.";
        case ChainFate::Kind::together:
            return count + " operations wait. They run as " + std::to_string(fate.kernels) +
                   (fate.kernels == 1 ? " kernel, once it is compiled." : " kernels, once these are compiled.");
    }
    return {};
}

// Of several groups only how they will run: "3 as 1 kernel, concatenate, 2 one at a time".
std::string text_of(std::span<const WaitingGroup> groups) {
    if (groups.size() == 1)
        return text_of(kernel::fate_of(groups[0].operations, groups[0].live), groups[0].operations.size());
    std::string text;
    std::size_t operations = 0;
    for (const WaitingGroup& group : groups) {
        const std::size_t size = group.operations.size();
        operations += size;
        const ChainFate fate = kernel::fate_of(group.operations, group.live);
        text += text.empty() ? "" : ", ";
        if (group.is_call() && kernel::lazy_call(*group.operations[0]->operands[0].array))
            text += kernel::label_of(*group.operations[0]) + " (read in place)";
        else if (size == 1) text += kernel::label_of(*group.operations[0]);
        else if (fate.kind != ChainFate::Kind::together) text += std::to_string(size) + " one at a time";
        else
            text += std::to_string(size) + " as " + std::to_string(fate.kernels) +
                    (fate.kernels == 1 ? " kernel" : " kernels");
    }
    return std::to_string(operations) + " operations wait. They run in this order: " + text + ".";
}

Explained explained(const ndarray& a) {
    Explained all;
    PendingBlock* block = PendingBlock::of(a);
    kernel::Queue* queue = block ? block->queue.load() : nullptr;
    if (!queue) return all;
    queue->show(*block, [&](std::span<const WaitingGroup> groups) {
        std::vector<const WaitingOperation*> operations;
        for (const WaitingGroup& group : groups)
            operations.insert(operations.end(), group.operations.begin(), group.operations.end());
        std::map<const cuda::Block*, std::size_t> writers;  // of each block, the last step so far
        std::map<const cuda::Block*, std::size_t> leaves;
        for (const WaitingOperation* operation : operations) {
            Step step;
            step.operation = kernel::label_of(*operation);
            const std::size_t outputs = operation->output_count();
            for (std::size_t k = outputs; k < operation->operands.size(); ++k) {
                const auto& operand = operation->operands[k];
                if (operation->call && !(operand.array && operand.array->buffer())) continue;  // users know of arrays
                step.operands += k > outputs ? ", " : "";
                if (!operand.array) {
                    // Copies move elements as integers of their size.
                    const DType dtype = step.operation == "copy" ? operation->operands[0].array->dtype()
                                                                 : operation->kernel->expression().inputs[k - outputs];
                    step.operands += text_of(Scalar::load(dtype, operand.value));
                } else if (!operand.array->buffer()) {
                    step.operands += "places";
                } else if (auto writer = writers.find(operand.array->buffer().get()); writer != writers.end()) {
                    step.operands += "%" + std::to_string(writer->second + 1);
                    step.sources.push_back(writer->second);
                } else {
                    step.operands += letter(leaves.emplace(operand.array->buffer().get(), leaves.size()).first->second);
                }
            }
            for (std::size_t k = 0; k < outputs; ++k) {
                const ndarray& result = *operation->operands[k].array;
                writers[result.buffer().get()] = all.steps.size();
                step.result += (k ? "; " : "") + std::string(info(result.dtype()).name) + " " + text_of(result.shape());
            }
            all.steps.push_back(std::move(step));
        }
        if (auto asked = writers.find(block); asked != writers.end()) all.steps[asked->second].is_asked = true;
        all.fate = text_of(groups);
    });
    return all;
}

std::string as_text(const Explained& all) {
    if (all.steps.empty()) return "The elements are computed: nothing waits.";
    std::string text;
    for (std::size_t i = 0; i < all.steps.size(); ++i) {
        const Step& step = all.steps[i];
        text += "%" + std::to_string(i + 1) + " = " + step.operation + "(" + step.operands + ")  " + step.result +
                (step.is_asked ? ", this array\n" : "\n");
    }
    return text + all.fate;
}

std::string escaped(const std::string& text) {
    std::string out;
    for (char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}

// Boxes in layers: each step one layer below the lowest that it reads.
std::string as_svg(const Explained& all) {
    constexpr int width = 260, height = 46, gap_x = 24, gap_y = 34;
    std::vector<int> layer(all.steps.size()), column(all.steps.size()), filled;
    for (std::size_t i = 0; i < all.steps.size(); ++i) {
        for (std::size_t source : all.steps[i].sources) layer[i] = std::max(layer[i], layer[source] + 1);
        if (static_cast<int>(filled.size()) <= layer[i]) filled.resize(static_cast<std::size_t>(layer[i]) + 1);
        column[i] = filled[static_cast<std::size_t>(layer[i])]++;
    }
    const int columns = filled.empty() ? 1 : *std::ranges::max_element(filled);
    const auto left = [&](std::size_t i) { return gap_x + column[i] * (width + gap_x); };
    const auto top = [&](std::size_t i) { return gap_y + layer[i] * (height + gap_y); };
    const auto number = [](int value) { return "\"" + std::to_string(value) + "\""; };
    const int rows = static_cast<int>(filled.size());
    std::string svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=" + number(gap_x + columns * (width + gap_x)) +
        " height=" + number(2 * gap_y + rows * (height + gap_y)) +
        " font-family=\"sans-serif\" font-size=\"13\"><title>Operations that wait</title>\n";
    const std::string fate = all.steps.empty() ? as_text(all) : all.fate;
    for (std::size_t i = 0; i < all.steps.size(); ++i)
        for (std::size_t source : all.steps[i].sources)
            svg += "<line stroke=\"#888\" x1=" + number(left(source) + width / 2) +
                   " y1=" + number(top(source) + height) + " x2=" + number(left(i) + width / 2) +
                   " y2=" + number(top(i)) + "/>\n";
    for (std::size_t i = 0; i < all.steps.size(); ++i) {
        const Step& step = all.steps[i];
        svg += "<rect rx=\"6\" fill=" + std::string(step.is_asked ? "\"#f6d9c3\"" : "\"#eef2f6\"") +
               " stroke=\"#888\" x=" + number(left(i)) + " y=" + number(top(i)) + " width=" + number(width) +
               " height=" + number(height) + "/>\n";
        svg += "<text fill=\"#111\" x=" + number(left(i) + 8) + " y=" + number(top(i) + 19) + ">%" +
               std::to_string(i + 1) + " = " + escaped(step.operation + "(" + step.operands + ")") + "</text>\n";
        svg += "<text fill=\"#555\" x=" + number(left(i) + 8) + " y=" + number(top(i) + 37) + ">" +
               escaped(step.result) + "</text>\n";
    }
    svg += "<text fill=\"#777\" x=" + number(gap_x) + " y=" + number(gap_y + rows * (height + gap_y) + 8) + ">" +
           escaped(fate) + "</text>\n";
    return svg + "</svg>\n";
}

}  // namespace

std::string explain(const ndarray& a, const std::string& format) {
    if (format != "text" && format != "svg") throw ValueError("explain makes 'text' or 'svg', not '" + format + "'");
    const Explained all = explained(a);
    return format == "svg" ? as_svg(all) : as_text(all);
}

}  // namespace cuprum
