#include "kernel/fusion/merger.h"

#include <algorithm>
#include <cstring>
#include <sstream>

#include "kernel/graph/storage.h"

namespace cuprum::kernel {
namespace {

using Kind = TraceValue::Kind;

bool is_half(DType dtype) { return dtype == DType::float16 || dtype == DType::bfloat16; }

/// A number of the traced function's own as a step without arguments: by its bits, so that it is just that number.
Expression::Step literal(const TraceValue& scalar) {
    const auto number = [](const void* from, std::size_t size, const char* type) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, from, size);
        std::ostringstream text;
        text << "bit_cast<" << type << ">(uint" << 8 * size << "(0x" << std::hex << bits << "))";
        return text.str();
    };
    const DType dtype = scalar.layout.dtype;
    const unsigned char* from = scalar.bits.data();
    const auto size = static_cast<std::size_t>(itemsize(dtype));
    std::string value;
    if (dtype == DType::bool_) {
        value = *from ? "true" : "false";
    } else if (is_half(dtype)) {  // computes as float
        const auto wide = static_cast<float>(Scalar::load(dtype, from).to_double());
        value = number(&wide, sizeof wide, "float");
    } else if (is_complex(dtype)) {
        const char* type = "out0_t::value_type";
        value = "{" + number(from, size / 2, type) + ", " + number(from + size / 2, size / 2, type) + "}";
    } else {
        value = number(from, size, "out0_t");
    }
    return {"out0 = " + value + ";", {}, {dtype}, {}};
}

int moving(const Access& access) {
    return static_cast<int>(std::count_if(access.axes.begin(), access.axes.end(), [](auto axis) { return axis >= 0; }));
}

}  // namespace

AxisMap composed(const AxisMap& inner, const AxisMap& outer) {
    AxisMap result;
    for (std::int8_t axis : outer) result.push_back(axis < 0 ? std::int8_t{-1} : inner[static_cast<std::size_t>(axis)]);
    return result;
}

bool is_identity(const AxisMap& axes, const Shape& shape) {
    if (static_cast<int>(axes.size()) != shape.size()) return false;
    for (int d = 0; d < shape.size(); ++d)
        if (axes[static_cast<std::size_t>(d)] != d && shape[d] != 1) return false;
    return true;
}

void ProgramBuilder::Merger::need(const Access& access) {
    if (is_leaf(access.value)) {
        auto& inputs = builder_->is_literal(access.value) ? literals_ : inputs_;
        if (leaves_.try_emplace(key_of(access), unnumbered).second) inputs.push_back(access);
        return;
    }
    const TraceValue& v = builder_->value(access.value);
    if (!seen_.insert({v.number, access.axes}).second) return;
    for (const Access& input : builder_->work(v.number).inputs) need({input.value, composed(input.axes, access.axes)});
}

void ProgramBuilder::Merger::number_inputs(const Access* last) {
    if (inputs_.empty()) inputs_.swap(literals_);  // a kernel has an input
    std::stable_sort(inputs_.begin(), inputs_.end(),
                     [&](const Access& a, const Access& b) { return moving(a) > moving(b); });
    for (const Access& input : inputs_) {
        const TraceValue& v = builder_->value(input.value);
        leaves_[key_of(input)] =
            v.kind == Kind::counter ? expression.add_counter() : expression.add_input(v.layout.dtype);
    }
    if (last) {  // an input of its own, whether or not it is one already
        inputs_.push_back(*last);
        expression.add_input(builder_->value(last->value).layout.dtype);
    }
}

ValueId ProgramBuilder::Merger::add(const Access& access) {
    const TraceValue& v = builder_->value(access.value);
    if (is_leaf(access.value)) {
        if (!builder_->is_literal(access.value)) return leaves_.at(key_of(access));
        ValueId& id = leaves_.try_emplace(key_of(access), unnumbered).first->second;
        if (id == unnumbered) id = expression.add_step(literal(v));
        return id;
    }
    return add_work(v.number, access.axes)[static_cast<std::size_t>(v.output)];
}

std::vector<ValueId> ProgramBuilder::Merger::add_inputs(const TraceWork& work, const AxisMap& axes, std::size_t count) {
    std::vector<ValueId> ids;
    for (std::size_t k = 0; k < count; ++k) {
        const Access& input = work.inputs[k];
        ids.push_back(
            reread(add({input.value, composed(input.axes, axes)}), work.input_dtypes[k], work.expression.inputs[k]));
    }
    return ids;
}

void ProgramBuilder::Merger::add_steps(const TraceWork& work, std::vector<ValueId>& ids) {
    for (Expression::Step step : work.expression.steps) {
        for (ValueId& argument : step.arguments) argument = ids[static_cast<std::size_t>(argument)];
        const std::size_t results = step.out_types.size();
        const ValueId first = expression.add_step(std::move(step));
        for (std::size_t k = 0; k < results; ++k) ids.push_back(first + static_cast<ValueId>(k));
    }
}

void ProgramBuilder::Merger::take_inputs(std::span<const Access> inputs) {
    for (const Access& input : inputs) {
        leaves_[key_of(input)] = expression.add_input(builder_->value(input.value).layout.dtype);
    }
}

// Axes of length one do not tell two inputs apart.
ProgramBuilder::Merger::Key ProgramBuilder::Merger::key_of(const Access& access) const {
    const TraceValue& v = builder_->value(access.value);
    Key key(access.value, AxisMap());
    if (v.kind == Kind::scalar) return key;
    for (std::int8_t axis : access.axes)
        key.second.push_back(axis >= 0 && v.layout.shape[axis] == 1 ? std::int8_t{-1} : axis);
    return key;
}

bool ProgramBuilder::Merger::is_leaf(int number) const {
    return builder_->value(number).kind != Kind::result || builder_->lies_in_memory(number);
}

const std::vector<ValueId>& ProgramBuilder::Merger::add_work(int number, const AxisMap& axes) {
    const Key key(number, axes);
    if (auto found = results_.find(key); found != results_.end()) return found->second;
    const TraceWork& work = builder_->work(number);
    std::vector<ValueId> ids = add_inputs(work, axes, work.inputs.size());
    add_steps(work, ids);
    std::vector<ValueId> results;
    for (std::size_t k = 0; k < work.expression.outputs.size(); ++k) {
        const auto& output = work.expression.outputs[k];
        results.push_back(reread(rounded(ids[static_cast<std::size_t>(output.value)], output.storage), output.storage,
                                 work.output_dtypes[k]));
    }
    return results_[key] = std::move(results);
}

// What would be read again after it had been stored.
ValueId ProgramBuilder::Merger::rounded(ValueId id, DType storage) {
    const DType from = expression.type(id);
    const bool is_input = id < static_cast<ValueId>(expression.inputs.size());
    if (from == storage && (!is_half(storage) || is_input)) return id;
    return expression.add_step({rounding_body(storage), {from}, {storage}, {id}});
}

// The bits of one dtype as another.
ValueId ProgramBuilder::Merger::reread(ValueId id, DType from, DType to) {
    if (from == to) return id;
    return expression.add_step(
        {"out0 = cast<out0_t>(bit_cast<" + input_type(to) + ">(cast<" + storage_type(from) + ">(in0)));",
         {from},
         {to},
         {id}});
}

}  // namespace cuprum::kernel
