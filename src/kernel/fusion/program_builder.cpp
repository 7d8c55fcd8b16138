#include "kernel/fusion/program_builder.h"

#include <algorithm>
#include <bit>
#include <sstream>
#include <string_view>

#include "cuprum/error.h"
#include "kernel/fusion/merger.h"
#include "kernel/fusion/row_builder.h"
#include "kernel/graph/storage.h"
#include "runtime/backend.h"

namespace cuprum::kernel {
namespace {

constexpr std::size_t most_inputs = 12;  // of one kernel: with outputs they stay within the linear plan
constexpr std::size_t most_work = 96;    // pieces in one kernel: beyond, compiling takes longer than it saves
constexpr std::size_t most_operands = 15;

using Kind = TraceValue::Kind;

}  // namespace

// -------------------------------------------------------------------------------------------------------------
// building

ProgramBuilder::ProgramBuilder(Program& program, const Trace& trace, const std::string& name,
                               std::span<const KnownLength> known, ProgramOptions options)
    : program_(program), trace_(trace), name_(name), options_(options), stores_shared_(options.exact) {
    program_.lengths_.push_back({-1, 0, 1});
    length_numbers_[1] = 0;
    for (const KnownLength& length : known) {
        if (!length_numbers_.try_emplace(length.length, static_cast<int>(program_.lengths_.size())).second) continue;
        program_.lengths_.push_back({length.argument, length.axis, 0});
    }
    storage_of_value_.assign(trace.values().size(), -1);
    storage_of_store_.assign(trace.stores().size(), -1);
    stored_.assign(trace.values().size(), false);
}

void ProgramBuilder::build() {
    program_.constants_ = trace_.constants();
    program_.scalar_steps_ = trace_.scalar_steps();
    program_.guards_ = trace_.guards();
    choose_stored();
    add_checks();  // before anything is written that is not the program's own

    std::vector<Output> outputs;
    std::vector<int> later;  // stores that are results and nothing else
    std::set<int> returned;
    for (const TraceResult& result : trace_.results())
        if (result.kind == TraceResult::Kind::store && returned.insert(result.number).second)
            later.push_back(result.number);
    for (const TraceWrite& write : trace_.writes()) {
        Program::Target target{Program::Target::Kind::argument, write.argument};
        if (write.is_argument) {
            program_.written_.push_back(write.argument);
        } else {
            target = {Program::Target::Kind::outside, static_cast<int>(program_.outside_.size())};
            program_.outside_.push_back(write.outside);
        }
        prepare(write.value.value);
        outputs.push_back({write.value, write.dtype, write.shape, target});
    }
    for (int number : later) prepare(trace_.stores()[static_cast<std::size_t>(number)].value.value);
    for (int number : later) {
        const TraceStore& store = trace_.stores()[static_cast<std::size_t>(number)];
        int& storage = storage_of_store_[static_cast<std::size_t>(number)];
        if (storage >= 0) continue;  // something else needed it before
        const int of_value = storage_of_value_[static_cast<std::size_t>(store.value.value)];
        if (of_value >= 0 && is_identity(store.value.axes, store.shape)) {
            // It lies there already; two results must not lie in one place.
            const Program::Storage& there = program_.storages_[static_cast<std::size_t>(of_value)];
            const bool taken = std::count(storage_of_store_.begin(), storage_of_store_.end(), of_value) > 0;
            const bool in_order = there.order == store.order ||
                                  (there.order.empty() && std::is_sorted(store.order.begin(), store.order.end()));
            if (!taken && in_order && there.dtype == store.dtype && there.lengths == length_numbers(store.shape)) {
                storage = of_value;
                continue;
            }
        }
        storage = add_storage(store.dtype, store.shape, store.order);
        outputs.push_back({store.value, store.dtype, store.shape, {Program::Target::Kind::storage, storage}});
    }
    write_outputs(outputs);
    make_results();
    if (!options_.reads_memory && (!options_.exact || program_.stages_.size() > 1)) Rows(*this).make(outputs);
}

void ProgramBuilder::build_rows() {
    stores_shared_ = false;
    build();
}

/// Where so much would be merged that a kernel could not take it, some is put into memory on the way.
void ProgramBuilder::choose_stored() {
    struct Reach {
        std::set<int> leaves, works;
    };
    std::map<int, Reach> reaches;  // of the results of elementwise work
    auto reach_of = [&](int number) {
        if (is_literal(number)) return Reach{};
        if (lies_in_memory(number) || value(number).kind != Kind::result) return Reach{{number}, {}};
        return reaches[number];
    };
    for (std::size_t w = 0; w < trace_.works().size(); ++w) {
        const TraceWork& work = trace_.works()[w];
        // A reduction reads its mask as it is stored, and all arrays if it has several whose order counts in blocks.
        const bool reads_memory = options_.reads_memory || (work.reduction && has_blocks_of_several(work));
        if (work.reduction && (work.reduction->masked || reads_memory))
            for (std::size_t k = reads_memory ? 0 : work.inputs.size() - 1; k < work.inputs.size(); ++k)
                if (value(work.inputs[k].value).kind == Kind::result)
                    stored_[static_cast<std::size_t>(work.inputs[k].value)] = true;
        if (work.reduction)  // it reads elements, and counts none
            for (const Access& input : work.inputs) store_counting(input.value);
        if (work.whole)
            for (const Access& input : work.inputs)
                if (value(input.value).kind == Kind::result) stored_[static_cast<std::size_t>(input.value)] = true;
        Reach all;
        for (;;) {
            all = {};
            for (const Access& input : work.inputs) {
                const Reach reach = reach_of(input.value);
                all.leaves.insert(reach.leaves.begin(), reach.leaves.end());
                all.works.insert(reach.works.begin(), reach.works.end());
            }
            if (all.leaves.size() <= most_inputs && all.works.size() < most_work) break;
            int widest = -1;
            std::size_t most = 1;
            for (const Access& input : work.inputs) {
                const Reach reach = reach_of(input.value);
                const std::size_t size = std::max(reach.leaves.size(), reach.works.size());
                if (size > most) most = size, widest = input.value;
            }
            if (widest < 0) break;
            stored_[static_cast<std::size_t>(widest)] = true;
        }
        all.works.insert(static_cast<int>(w));
        for (std::size_t v = 0; v < trace_.values().size(); ++v)
            if (trace_.values()[v].kind == Kind::result && trace_.values()[v].number == static_cast<int>(w))
                reaches[static_cast<int>(v)] = all;
    }
    if (stores_shared_) store_shared();
}

/// Stores the values that are made of numbers of places, as in `arange`, of all that a value is computed from.
void ProgramBuilder::store_counting(int number) {
    const TraceValue& v = value(number);
    if (v.kind != Kind::result || lies_in_memory(number)) return;
    for (const Access& input : work(v.number).inputs) {
        if (value(input.value).kind == Kind::counter) stored_[static_cast<std::size_t>(number)] = true;
        else store_counting(input.value);
    }
}

/// Where reductions and results would each compute a value again, it is stored, the last ones first.
void ProgramBuilder::store_shared() {
    for (;;) {
        std::map<int, std::set<int>> kernels;  // that would compute a value
        const auto visit = [&](const auto& self, int number, int kernel) -> void {
            const TraceValue& v = value(number);
            if (v.kind != Kind::result || lies_in_memory(number)) return;
            if (!kernels[number].insert(kernel).second) return;
            for (const Access& input : work(v.number).inputs) self(self, input.value, kernel);
        };
        int kernel = 0;
        for (const TraceWork& work : trace_.works()) {
            if (!work.reduction) continue;
            for (const Access& input : work.inputs) visit(visit, input.value, kernel);
            ++kernel;
        }
        if (!kernel) return;
        std::vector<Shape> shapes;
        std::set<int> results;
        for (const TraceStore& store : trace_.stores()) {
            auto at = std::ranges::find(shapes, store.shape);
            if (at == shapes.end()) at = shapes.insert(at, store.shape);
            results.insert(store.value.value);
            visit(visit, store.value.value, kernel + static_cast<int>(at - shapes.begin()));
        }
        for (std::size_t v = 0; v < stored_.size(); ++v)
            if (stored_[v]) {
                stored_[v] = false;
                visit(visit, static_cast<int>(v), -1 - static_cast<int>(v));
                stored_[v] = true;
            }
        int last = -1;
        for (const auto& [number, of] : kernels)
            if (!stored_[static_cast<std::size_t>(number)] &&
                is_worth_storing(number, of.size(), results.contains(number)))
                last = number;
        if (last < 0) return;
        stored_[static_cast<std::size_t>(last)] = true;
    }
}

bool ProgramBuilder::is_worth_storing(int number, std::size_t kernels, bool is_result) const {
    if (kernels < 2) return false;
    const Shape& shape = value(number).layout.shape;
    // In 32nds of reading an element. A CPU's threads do less while they wait for memory.
    const int of_cheap = runtime::device_traits().thread_blocks ? 1 : 4, of_moderate = 8 * of_cheap;
    std::set<int> seen, read;
    bool is_expensive = false;
    std::size_t work_again = 0;
    const auto visit = [&](const auto& self, int number) -> void {
        if (!seen.insert(number).second) return;
        const TraceValue& v = value(number);
        if (v.kind == Kind::scalar || v.kind == Kind::counter) return;
        if (v.kind != Kind::result || lies_in_memory(number)) {
            if (element_count(v.layout.shape) >= element_count(shape)) read.insert(number);
            return;
        }
        for (const Expression::Step& step : work(v.number).expression.steps) {
            is_expensive = is_expensive || step.cost == Cost::expensive;
            work_again += static_cast<std::size_t>(step.cost == Cost::moderate ? of_moderate : of_cheap);
        }
        for (const Access& input : work(v.number).inputs) self(self, input.value);
    };
    visit(visit, number);
    if (is_expensive) return true;
    // To write costs twice what reading does, and a result is written in any case.
    const std::size_t written = is_result ? 2 : 0, again = 32 * read.size() + work_again;
    return kernels * again + 32 * written >= again + 32 * (2 + kernels - (is_result ? 1 : 0));
}

/// Whether a value is a part of the kernels' text and no argument.
bool ProgramBuilder::is_literal(int number) const {
    const TraceValue& v = value(number);
    return options_.literals && v.kind == Kind::scalar && v.symbol == 0;
}

bool ProgramBuilder::lies_in_memory(int number) const {
    const TraceValue& v = value(number);
    return v.kind == Kind::result &&
           (stored_[static_cast<std::size_t>(number)] || work(v.number).reduction || work(v.number).whole);
}

/// Sees to it that everything in memory that a value is computed from is there.
void ProgramBuilder::prepare(int number) {
    if (!prepared_.insert(number).second) return;
    const TraceValue& v = value(number);
    if (v.kind == Kind::store) compute_store(v.number);
    if (v.kind != Kind::result) return;
    for (const Access& input : work(v.number).inputs) prepare(input.value);
    if (lies_in_memory(number)) compute(number);
}

void ProgramBuilder::compute(int number) {
    if (storage_of_value_[static_cast<std::size_t>(number)] >= 0) return;
    const TraceValue& v = value(number);
    if (work(v.number).reduction) return add_reduction(v.number);
    if (work(v.number).whole) return add_whole(v.number);
    const int storage =
        add_storage(v.layout.dtype, v.layout.shape, work(v.number).output_orders[static_cast<std::size_t>(v.output)]);
    AxisMap axes;
    for (int d = 0; d < v.layout.shape.size(); ++d) axes.push_back(static_cast<std::int8_t>(d));
    stored_[static_cast<std::size_t>(number)] = false;  // as the kernel that computes it sees it
    add_elementwise({{{number, axes}, v.layout.dtype, v.layout.shape, {Program::Target::Kind::storage, storage}}});
    stored_[static_cast<std::size_t>(number)] = true;
    storage_of_value_[static_cast<std::size_t>(number)] = storage;
}

int ProgramBuilder::compute_store(int number) {
    int& storage = storage_of_store_[static_cast<std::size_t>(number)];
    if (storage >= 0) return storage;
    const TraceStore& store = trace_.stores()[static_cast<std::size_t>(number)];
    prepare(store.value.value);
    storage = add_storage(store.dtype, store.shape, store.order);
    add_elementwise({{store.value, store.dtype, store.shape, {Program::Target::Kind::storage, storage}}});
    return storage;
}

void ProgramBuilder::write_outputs(std::vector<Output> outputs) {
    // Outputs of one shape share a kernel, as long as it has few operands. Those that write to memory from outside come
    // last.
    std::stable_sort(outputs.begin(), outputs.end(), [](const Output& a, const Output& b) {
        auto outside = [](const Output& o) { return o.target.kind != Program::Target::Kind::storage; };
        return outside(a) < outside(b);
    });
    std::vector<std::vector<Output>> groups;
    std::vector<Merger> mergers;
    for (const Output& output : outputs) {
        std::size_t g = 0;
        for (; g < groups.size(); ++g) {
            if (!(groups[g][0].shape == output.shape)) continue;
            Merger with = mergers[g];
            with.need(output.value);
            if (with.inputs().size() + groups[g].size() + 1 > most_operands) continue;
            mergers[g] = with;
            break;
        }
        if (g == groups.size()) {
            groups.emplace_back();
            mergers.emplace_back(*this).need(output.value);
        }
        groups[g].push_back(output);
    }
    std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
        auto outside = [](const std::vector<Output>& group) {
            return std::any_of(group.begin(), group.end(),
                               [](const Output& o) { return o.target.kind != Program::Target::Kind::storage; });
        };
        return outside(a) < outside(b);
    });
    // What is written too early for others that read it, or for its own kernel, is written aside first.
    std::vector<std::pair<Output, int>> aside;
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (Output& output : groups[g])
            if (output.target.kind != Program::Target::Kind::storage && is_disturbed(groups, g, output)) {
                Dims order;
                for (int d = 0; d < output.shape.size(); ++d) order.push_back(d);
                const int storage = add_storage(output.dtype, output.shape, order);
                disturbed_ = true;
                aside.emplace_back(output, storage);
                output.target = {Program::Target::Kind::storage, storage};
            }
    for (const auto& group : groups) add_elementwise(group);
    for (const auto& [output, storage] : aside) {
        Expression copy;
        copy.outputs.push_back({copy.add_input(output.dtype), output.dtype});
        const std::string name = next_name();
        Program::Stage stage;
        stage.elementwise = &shared_kernel<ElementwiseKernel>(
            name + elementwise_struct(copy, name), [&] { return std::make_unique<ElementwiseKernel>(name, copy); });
        Program::Source source;
        source.kind = Program::Source::Kind::storage;
        source.number = storage;
        source.dtype = output.dtype;
        stage.inputs.push_back(std::move(source));
        stage.targets.push_back(output.target);
        program_.stages_.push_back(std::move(stage));
    }
}

/// Whether memory that an output is written to is read by a later kernel, or by its own otherwise than element by
/// element.
bool ProgramBuilder::is_disturbed(const std::vector<std::vector<Output>>& groups, std::size_t group,
                                  const Output& output) {
    for (std::size_t g = group; g < groups.size(); ++g) {
        Merger merger(*this);
        for (const Output& other : groups[g]) merger.need(other.value);
        for (const Access& input : merger.inputs()) {
            const TraceValue& v = value(input.value);
            bool same = false;
            if (output.target.kind == Program::Target::Kind::argument) {
                same = v.kind == Kind::argument && v.number == output.target.number;
            } else if (v.kind == Kind::constant) {
                const ndarray& target = program_.outside_[static_cast<std::size_t>(output.target.number)];
                same = trace_.constants()[static_cast<std::size_t>(v.number)].buffer().get() == target.buffer().get();
                if (same && g == group && is_identity(input.axes, output.shape)) {
                    const Layout there(target);
                    same = !(v.layout.offset == there.offset && v.layout.shape == there.shape &&
                             v.layout.strides == there.strides);
                }
            }
            const bool in_place =
                g == group && v.kind == Kind::argument && v.whole && !v.part && is_identity(input.axes, output.shape);
            if (same && !in_place) return true;
        }
    }
    return false;
}

void ProgramBuilder::add_elementwise(const std::vector<Output>& outputs) {
    Merger merger(*this);
    for (const Output& output : outputs) merger.need(output.value);
    merger.number_inputs();
    Program::Stage stage;
    for (const Output& output : outputs) {
        ValueId id = merger.add(output.value);
        const bool is_input = id < static_cast<ValueId>(merger.expression.inputs.size());
        // An input may lie where another output is stored before.
        if (is_input && outputs.size() > 1) {
            const DType type = merger.expression.type(id);
            id = merger.expression.add_step({"out0 = in0;", {type}, {type}, {id}});
        }
        merger.expression.outputs.push_back({id, output.dtype});
        stage.targets.push_back(output.target);
    }
    const Shape& shape = outputs[0].shape;
    for (const Access& input : merger.inputs()) stage.inputs.push_back(source_of(input, shape));
    stage.lengths = length_numbers(shape);
    const std::string name = next_name();
    stage.elementwise = &shared_kernel<ElementwiseKernel>(
        name + includes(merger.expression) + elementwise_struct(merger.expression, name),
        [&] { return std::make_unique<ElementwiseKernel>(name, merger.expression); });
    program_.stages_.push_back(std::move(stage));
}

/// Whether a reduction has to add elements in the order of another one.
bool ProgramBuilder::has_order(const TraceWork& work) const {
    return options_.exact && !(runtime::device_traits().thread_blocks && work.kernel->takes_any_order());
}

/// Whether it has several inputs, where threads come in blocks: these take vectors where all inputs have boundaries.
bool ProgramBuilder::has_blocks_of_several(const TraceWork& work) const {
    return has_order(work) && runtime::device_traits().thread_blocks && work.inputs.size() > 1;
}

/// Whether a reduction's inputs are arrays in memory that lie as those did that it read.
bool ProgramBuilder::reads_memory(const TraceWork& work) const {
    for (std::size_t k = 0; k < work.inputs.size(); ++k) {
        const TraceValue& v = value(work.inputs[k].value);
        const TraceOrder& order = work.orders[k];
        if (v.layout.dtype != work.input_dtypes[k] || v.kind == Kind::scalar || v.kind == Kind::counter) return false;
        if (v.kind != Kind::result) {
            if (order.is_made) return false;
            continue;
        }
        if (!lies_in_memory(work.inputs[k].value)) return false;
        const Dims& there = this->work(v.number).output_orders[static_cast<std::size_t>(v.output)];
        if (!order.is_made || order.itemsize != itemsize(v.layout.dtype) || !(order.shape == v.layout.shape) ||
            order.order != there || order.axes != work.inputs[k].axes)
            return false;
    }
    return true;
}

Program::Model ProgramBuilder::model_of(const TraceWork& work) {
    Program::Model model;
    model.kernel = work.kernel;
    for (std::size_t k = 0; k < work.inputs.size(); ++k) {
        const TraceOrder& order = work.orders[k];
        Program::ModelInput input;
        input.is_made = order.is_made;
        if (order.is_made) {
            input.source.dtype = work.kernel->reduction().map.inputs[k];
            input.lengths = length_numbers(order.shape);
            input.order = order.order;
            input.axes = order.axes;
            input.itemsize = order.itemsize;
        } else if (value(work.inputs[k].value).kind == Kind::result && !lies_in_memory(work.inputs[k].value)) {
            throw TypeError("a reduction has an input that is not in memory, so its order of additions is unknown");
        } else {
            input.source = source_of(work.inputs[k], work.shape);
        }
        model.inputs.push_back(std::move(input));
    }
    return model;
}

void ProgramBuilder::add_reduction(int number) {
    const TraceWork& work = this->work(number);
    if (options_.exact && reads_memory(work)) {
        Program::Stage stage;
        for (const Access& input : work.inputs) stage.inputs.push_back(source_of(input, work.shape));
        stage.lengths = length_numbers(work.shape);
        stage.reduced = work.reduced;
        stage.parameter = work.parameter;
        stage.initial = work.initial;
        store_results(number, stage);
        stage.reduction = work.kernel;
        program_.stages_.push_back(std::move(stage));
        return;
    }
    Reduction reduction = *work.reduction;
    Merger merger(*this);
    AxisMap axes;
    for (int d = 0; d < work.shape.size(); ++d) axes.push_back(static_cast<std::int8_t>(d));
    const std::size_t mapped = work.inputs.size() - (reduction.masked ? 1 : 0);
    for (std::size_t k = 0; k < mapped; ++k) merger.need(work.inputs[k]);
    merger.number_inputs(reduction.masked ? &work.inputs.back() : nullptr);
    std::vector<ValueId> ids = merger.add_inputs(work, axes, mapped);
    if (reduction.masked) ids.push_back(static_cast<ValueId>(merger.expression.inputs.size()) - 1);
    merger.add_steps(work, ids);
    for (const Expression::Output& output : work.expression.outputs)
        merger.expression.outputs.push_back({ids[static_cast<std::size_t>(output.value)], output.storage});
    reduction.map = merger.expression;
    reduction.outputs = work.output_dtypes;

    Program::Stage stage;
    for (const Access& input : merger.inputs()) stage.inputs.push_back(source_of(input, work.shape));
    for (std::size_t k = 0; k < stage.inputs.size(); ++k)
        if (stage.inputs[k].kind == Program::Source::Kind::scalar) reduction.values |= 1u << k;
    if (std::popcount(reduction.values) == static_cast<int>(stage.inputs.size()))
        reduction.values &= ~1u;  // one must be an array
    stage.lengths = length_numbers(work.shape);
    stage.reduced = work.reduced;
    stage.parameter = work.parameter;
    stage.initial = work.initial;
    store_results(number, stage);
    reduction.name = next_name();
    reduction.code.unfused = options_.exact;
    if (has_order(work)) {
        reduction.element_bytes = work.kernel->widest_input();
        stage.model = model_of(work);
    }
    const std::string key = ReductionKernel(reduction).source(ReductionLoop::rows);
    stage.reduction =
        &shared_kernel<ReductionKernel>(key, [&] { return std::make_unique<ReductionKernel>(reduction); });
    program_.stages_.push_back(std::move(stage));
}

void ProgramBuilder::add_whole(int number) {
    const TraceWork& work = this->work(number);
    Program::Stage stage;
    stage.whole = work.whole;
    stage.operands = work.operands;
    stage.kept = work.kept;
    for (std::size_t k = 0; k < work.inputs.size(); ++k) {
        stage.inputs.push_back(source_of(work.inputs[k], work.input_shapes[k]));
        stage.input_lengths.push_back(length_numbers(work.input_shapes[k]));
    }
    store_results(number, stage);
    program_.stages_.push_back(std::move(stage));
}

/// Memory for all results of some work.
void ProgramBuilder::store_results(int number, Program::Stage& stage) {
    for (std::size_t v = 0; v < trace_.values().size(); ++v) {
        const TraceValue& result = trace_.values()[v];
        if (result.kind != Kind::result || result.number != number) continue;
        const Dims& order = work(number).output_orders[static_cast<std::size_t>(result.output)];
        storage_of_value_[v] = add_storage(result.layout.dtype, result.layout.shape, order);
        stage.targets.push_back({Program::Target::Kind::storage, storage_of_value_[v]});
    }
}

void ProgramBuilder::add_checks() {
    for (const TraceCheck& check : trace_.checks()) {
        const int number = check.wrong.value;
        prepare(number);
        int storage = storage_of_value_[static_cast<std::size_t>(number)];
        if (storage < 0) {
            storage = add_storage(DType::bool_, {}, {});
            add_elementwise({{check.wrong, DType::bool_, {}, {Program::Target::Kind::storage, storage}}});
        }
        program_.checks_.push_back({program_.stages_.size(), storage, check.message});
    }
}

void ProgramBuilder::make_results() {
    for (const TraceResult& traced : trace_.results()) {
        Program::Result result{};
        result.whole = traced.whole;
        if (traced.kind == TraceResult::Kind::constant) {
            result.is_constant = true;
            result.constant = traced.constant;
            program_.general_ = false;
        } else {
            const bool from_store = traced.kind == TraceResult::Kind::store;
            const int number = from_store ? storage_of_store_[static_cast<std::size_t>(traced.number)] : traced.number;
            result.from = {from_store ? Program::Target::Kind::storage : Program::Target::Kind::argument, number};
            result.view.dtype = traced.layout.dtype;
            if (traced.by_axes) {
                result.view.axes = traced.axes;
                for (int d = 0; d < traced.layout.shape.size(); ++d)
                    if (traced.axes[static_cast<std::size_t>(d)] < 0 && traced.layout.shape[d] > 1)
                        result.whole = false, result.view.own_layout = true;
            }
            if (!traced.by_axes || result.view.own_layout) {
                result.view.own_layout = true;
                result.view.offset = traced.layout.offset;
                result.view.lengths = length_numbers(traced.layout.shape);
                result.view.strides = traced.layout.strides;
                result.view.axes.clear();
                for (int d = 0; d < traced.layout.shape.size(); ++d)
                    result.view.axes.push_back(static_cast<std::int8_t>(d));
                program_.general_ = false;
            }
            if (from_store && result.whole) {
                int& place = program_.storages_[static_cast<std::size_t>(number)].result;
                if (place < 0) place = static_cast<int>(program_.results_.size());
            }
        }
        program_.results_.push_back(std::move(result));
    }
}

// ---------------------------------------------------------------------------------------------------------------
// pieces

int ProgramBuilder::add_storage(DType dtype, const Shape& shape, const Dims& order) {
    program_.storages_.push_back(
        {dtype, length_numbers(shape), std::is_sorted(order.begin(), order.end()) ? Dims() : order});
    return static_cast<int>(program_.storages_.size()) - 1;
}

int ProgramBuilder::length_number(std::int64_t length) {
    auto [entry, added] = length_numbers_.try_emplace(length, static_cast<int>(program_.lengths_.size()));
    if (added) {
        program_.lengths_.push_back({-1, 0, length});
        program_.general_ = false;
    }
    return entry->second;
}

Dims ProgramBuilder::length_numbers(const Shape& shape) {
    Dims numbers;
    for (std::int64_t length : shape) numbers.push_back(length_number(length));
    return numbers;
}

Program::Source ProgramBuilder::source_of(const Access& access, const Shape& domain) {
    const TraceValue& v = value(access.value);
    Program::Source source;
    source.number = v.number;
    source.dtype = v.layout.dtype;
    source.axes = access.axes;
    using SourceKind = Program::Source::Kind;
    switch (v.kind) {
        case Kind::scalar:
            source.number = v.symbol;
            source.bits = v.bits;
            source.axes.clear();
            return source;
        case Kind::argument: source.kind = SourceKind::argument; break;
        case Kind::constant: source.kind = SourceKind::constant; break;
        case Kind::counter: source.kind = SourceKind::counter; break;
        case Kind::store:
            source.kind = SourceKind::storage;
            source.number = storage_of_store_[static_cast<std::size_t>(v.number)];
            break;
        case Kind::result:
            source.kind = SourceKind::storage;
            source.number = storage_of_value_[static_cast<std::size_t>(access.value)];
            break;
    }
    const Shape& own = v.layout.shape;
    const int shift = domain.size() - own.size();
    source.as_it_is = shift >= 0;
    for (int d = 0; d < domain.size() && source.as_it_is; ++d) {
        const int axis = access.axes[static_cast<std::size_t>(d)];
        source.as_it_is = axis < 0 ? d < shift || own[d - shift] == 1 : axis == d - shift;
    }
    if (v.kind == Kind::argument && v.whole) {
        source.offset = v.layout.offset;
        if (v.part) source.as_it_is = false;
    } else if (v.kind == Kind::argument || v.kind == Kind::store || v.kind == Kind::counter) {
        source.own_layout = true;
        source.as_it_is = false;
        source.offset = v.layout.offset;
        source.lengths = length_numbers(own);
        source.strides = v.layout.strides;
        program_.general_ = false;
        if (v.kind == Kind::counter) {  // has the shape of the kernel
            Dims lengths, strides;
            for (int d = 0; d < domain.size(); ++d) {
                const int axis = access.axes[static_cast<std::size_t>(d)];
                lengths.push_back(length_number(axis < 0 ? 1 : own[axis]));
                strides.push_back(axis < 0 ? 0 : v.layout.strides[axis]);
            }
            source.lengths = lengths;
            source.strides = strides;
        }
    } else if (v.kind == Kind::constant) {
        for (std::int64_t length : own)
            if (length != 1) program_.general_ = false;
    }
    return source;
}

std::string ProgramBuilder::next_name() {
    ++kernels_;
    return kernels_ == 1 ? name_ : name_ + "_" + std::to_string(kernels_);
}

}  // namespace cuprum::kernel
