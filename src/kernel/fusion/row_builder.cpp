#include "kernel/fusion/row_builder.h"

#include <algorithm>
#include <functional>

#include "kernel/fusion/merger.h"

namespace cuprum::kernel {
namespace {

using Kind = TraceValue::Kind;

}  // namespace

void ProgramBuilder::Rows::make(const std::vector<Output>& outputs) {
    if (builder_.disturbed_ || !program_.checks_.empty() || !find_reductions()) return;
    name_axes();
    if (!find_parts(outputs) || !add_results()) return;
    choose_kept();
    if (!find_inputs()) return;
    if (!write_reductions()) return;
    write_kept();
    write_parts(along_, rows_.elements);
    write_parts(of_row_, rows_.rows);
    for (const Access& input : inputs_) program_.rows_.inputs.push_back(builder_.source_of(input, shape_));
    program_.rows_.lengths = builder_.length_numbers(shape_);
    program_.rows_.reduced = reduced_;
    rows_.name = builder_.name_;
    const std::string key = RowKernel(rows_).source(1);
    program_.rows_.kernel = &shared_kernel<RowKernel>(key, [&] { return std::make_unique<RowKernel>(rows_); });
}

bool ProgramBuilder::Rows::find_reductions() {
    for (const TraceWork& work : trace_.works())  // users' statements are not shown elements that are not there
        for (const Expression::Step& step : work.expression.steps)
            if (!step.prelude.empty()) return false;
    for (std::size_t v = 0; v < trace_.values().size(); ++v) {
        if (builder_.storage_of_value_[v] < 0) continue;
        const TraceWork& work = builder_.work(trace_.values()[v].number);
        if (!work.reduction || work.output_dtypes.size() != 1) return false;
        if (work.reduction->masked || work.reduction->sequential || work.reduction->indexed || work.reduction->user)
            return false;
        works_.push_back(trace_.values()[v].number);
    }
    std::sort(works_.begin(), works_.end());
    if (works_.empty() || works_.size() > most_row_reductions) return false;
    if (builder_.options_.exact)  // models that lie in memory are arguments
        for (int number : works_) {
            const TraceWork& work = builder_.work(number);
            for (std::size_t k = 0; k < work.inputs.size(); ++k)
                if (!work.orders[k].is_made && builder_.value(work.inputs[k].value).kind != Kind::argument)
                    return false;
        }
    shape_ = builder_.work(works_[0]).shape;
    reduced_ = builder_.work(works_[0]).reduced;
    return std::ranges::all_of(works_, [&](int number) {
        return builder_.work(number).shape == shape_ && builder_.work(number).reduced == reduced_;
    });
}

void ProgramBuilder::Rows::name_axes() {
    for (int d = 0; d < shape_.size(); ++d) {
        identity_.push_back(static_cast<std::int8_t>(d));
        with_units_.push_back(is_reduced(d) ? std::int8_t{-1} : static_cast<std::int8_t>(d));
        units_shape_.push_back(is_reduced(d) ? 1 : shape_[d]);
        squeezed_.push_back(is_reduced(d) ? std::int8_t{-1} : static_cast<std::int8_t>(kept_shape_.size()));
        if (!is_reduced(d)) kept_shape_.push_back(shape_[d]);
    }
}

// ----------------------------------------------------------------------------------------------------- what is written

bool ProgramBuilder::Rows::find_parts(const std::vector<Output>& outputs) {
    for (const Output& output : outputs) {
        if (output.shape == shape_ && !(shape_ == units_shape_)) {
            along_.push_back({output.value, output.dtype, output.target, identity_});
            continue;
        }
        const AxisMap* axes = output.shape == kept_shape_    ? &squeezed_
                              : output.shape == units_shape_ ? &with_units_
                                                             : nullptr;
        if (!axes) return false;
        of_row_.push_back(
            {{output.value.value, composed(output.value.axes, *axes)}, output.dtype, output.target, *axes});
    }
    return true;
}

bool ProgramBuilder::Rows::is_written(const std::vector<Part>& parts, const Program::Target& target) const {
    return std::ranges::any_of(parts, [&](const Part& part) {
        return part.target.kind == Program::Target::Kind::storage && part.target.number == target.number;
    });
}

// Reductions' results that are returned as they are. False where a result comes from elsewhere.
bool ProgramBuilder::Rows::add_results() {
    const auto& storages = builder_.storage_of_value_;
    for (const Program::Result& result : program_.results_) {
        if (result.is_constant || result.from.kind != Program::Target::Kind::storage) continue;
        const auto found = std::find(storages.begin(), storages.end(), result.from.number);
        if (found == storages.end() || is_written(of_row_, result.from)) continue;
        const int number = static_cast<int>(found - storages.begin());
        of_row_.push_back({{number, squeezed_}, builder_.value(number).layout.dtype, result.from, squeezed_});
    }
    return std::ranges::all_of(program_.results_, [&](const Program::Result& result) {
        return result.is_constant || result.from.kind != Program::Target::Kind::storage ||
               is_written(along_, result.from) || is_written(of_row_, result.from);
    });
}

// -------------------------------------------------------------------------------------------------------- what is kept

bool ProgramBuilder::Rows::is_kept(int number) const {
    return std::ranges::any_of(kept_, [&](const Kept& k) { return k.value == number; });
}

// The last expensive value along the row that several of the parts use, or others that are kept; -1 where there is
// none.
int ProgramBuilder::Rows::next_kept() const {
    std::map<int, int> uses;
    const auto count = [&](std::span<const Access> accesses) {
        std::map<int, bool> seen;  // whether as it lies
        const std::function<void(const Access&)> visit = [&](const Access& access) {
            const TraceValue& v = builder_.value(access.value);
            if (v.kind != Kind::result || builder_.lies_in_memory(access.value)) return;
            const auto [entry, is_new] = seen.try_emplace(access.value, true);
            entry->second = entry->second && v.layout.shape == shape_ && is_identity(access.axes, shape_);
            if (!is_new) return;
            for (const Access& input : builder_.work(v.number).inputs)
                visit({input.value, composed(input.axes, access.axes)});
        };
        for (const Access& access : accesses) visit(access);
        for (auto [number, as_it_lies] : seen) uses[number] += as_it_lies ? 1 : -1000;
    };
    for (int number : works_) count(builder_.work(number).inputs);
    for (const Kept& k : kept_) count(builder_.work(builder_.value(k.value).number).inputs);
    std::vector<Access> written;
    for (const Part& part : along_) written.push_back(part.value);
    count(written);
    int last = -1;
    for (auto [number, times] : uses)
        if (times > 1 && is_expensive(builder_.work(builder_.value(number).number).expression)) last = number;
    return last;
}

void ProgramBuilder::Rows::choose_kept() {
    const std::size_t most = most_kept_values(runtime::device_traits());
    for (int number; kept_.size() < most && (number = next_kept()) >= 0; set_kept(number, true))
        kept_.push_back({number, 0});
    std::reverse(kept_.begin(), kept_.end());
    for (Kept& k : kept_) {
        Merger of_value(builder_);
        set_kept(k.value, false);
        of_value.need({k.value, identity_});
        set_kept(k.value, true);
        for (const Access& input : of_value.inputs()) {
            const TraceValue& v = builder_.value(input.value);
            for (std::size_t w = 0; w < works_.size(); ++w)
                if (v.kind == Kind::result && v.number == works_[w]) k.after = std::max(k.after, w + 1);
            for (const Kept& other : kept_)
                if (other.value == input.value) k.after = std::max(k.after, other.after);
        }
    }
}

// -------------------------------------------------------------------------------------------------------- what is read

bool ProgramBuilder::Rows::find_inputs() {
    Merger merger(builder_);
    for (int number : works_)
        for (const Access& input : builder_.work(number).inputs) merger.need(input);
    for (const auto* parts : {&along_, &of_row_})
        for (const Part& part : *parts) merger.need(part.value);
    for (const Kept& k : kept_) {
        set_kept(k.value, false);
        merger.need({k.value, identity_});
        set_kept(k.value, true);
    }
    for (const Access& input : merger.inputs())
        if (!is_kept(input.value) && !add_input(input)) return false;
    return moving_ > 0 && moving_ <= most_moving_inputs &&
           inputs_.size() + along_.size() + of_row_.size() <= most_row_operands;
}

bool ProgramBuilder::Rows::add_input(const Access& input) {
    const TraceValue& v = builder_.value(input.value);
    if (v.kind == Kind::result) {
        for (std::size_t d = 0; d < squeezed_.size(); ++d)  // another row's result?
            if (input.axes[d] != squeezed_[d] && shape_[static_cast<int>(d)] != 1) return false;
        return true;
    }
    if (v.kind != Kind::argument && v.kind != Kind::constant && v.kind != Kind::scalar) return false;
    if (inputs_.size() == most_row_operands) return false;
    int along_row = 0, across = 0;
    for (int d = 0; d < shape_.size(); ++d)
        if (is_reduced(d) && shape_[d] != 1)
            (v.kind != Kind::scalar && input.axes[static_cast<std::size_t>(d)] >= 0 ? along_row : across)++;
    if (along_row && across) return false;
    if (!along_row) rows_.still |= 1u << inputs_.size();
    if (v.kind == Kind::scalar) rows_.values |= 1u << inputs_.size();
    moving_ += along_row > 0;
    rows_.inputs.push_back(v.layout.dtype);
    inputs_.push_back(input);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------- text

// False where two have different vectors: the threads that hold a row for one do not for the other.
bool ProgramBuilder::Rows::write_reductions() {
    before_ = inputs_;
    for (const Kept& k : kept_) before_.push_back({k.value, identity_});
    without_results_ = before_.size();
    for (int number : works_) {
        const TraceWork& work = builder_.work(number);
        Merger map(builder_);
        map.take_inputs(before_);
        std::vector<ValueId> ids = map.add_inputs(work, identity_, work.inputs.size());
        map.add_steps(work, ids);
        for (const Expression::Output& output : work.expression.outputs)
            map.expression.outputs.push_back({ids[static_cast<std::size_t>(output.value)], output.storage});
        Reduction reduction = *work.reduction;
        reduction.map = map.expression;
        reduction.outputs = work.output_dtypes;
        reduction.code.unfused = builder_.options_.exact;
        if (builder_.has_order(work)) {
            reduction.element_bytes = work.kernel->widest_input();
            program_.rows_.models.push_back(builder_.model_of(work));
            if (runtime::device_traits().thread_blocks) {
                if (rows_.vector && rows_.vector != work.kernel->vector()) return false;
                rows_.vector = work.kernel->vector();
            }
        }
        rows_.reductions.push_back(std::move(reduction));
        program_.rows_.parameters.push_back(work.parameter);
        program_.rows_.initials.push_back(work.initial);
        for (std::size_t v = 0; v < trace_.values().size(); ++v)
            if (trace_.values()[v].kind == Kind::result && trace_.values()[v].number == number)
                before_.push_back({static_cast<int>(v), squeezed_});
    }
    return true;
}

void ProgramBuilder::Rows::write_kept() {
    for (const Kept& k : kept_) {
        Merger merged(builder_);
        merged.take_inputs(std::span(before_).first(without_results_ + k.after));
        set_kept(k.value, false);
        const ValueId id = merged.add({k.value, identity_});
        set_kept(k.value, true);
        merged.expression.outputs.push_back({id, builder_.value(k.value).layout.dtype});
        rows_.kept.push_back({merged.expression, k.after});
    }
}

void ProgramBuilder::Rows::write_parts(const std::vector<Part>& parts, Expression& expression) {
    Merger merged(builder_);
    merged.take_inputs(before_);
    for (const Part& part : parts) {
        merged.expression.outputs.push_back({merged.add(part.value), part.dtype});
        program_.rows_.targets.push_back(part.target);
        program_.rows_.target_axes.push_back(part.target_axes);
    }
    expression = merged.expression;
}

}  // namespace cuprum::kernel
