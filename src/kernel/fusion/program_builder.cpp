#include "kernel/fusion/program_builder.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <mutex>
#include <sstream>
#include <string_view>

#include "cuprum/error.h"
#include "kernel/graph/storage.h"
#include "runtime/backend.h"

namespace cuprum::kernel {
namespace {

constexpr std::size_t most_inputs = 12;  // of one kernel: with outputs they stay within the linear plan
constexpr std::size_t most_work = 96;    // pieces in one kernel: beyond, compiling takes longer than it saves
constexpr std::size_t most_operands = 15;
constexpr std::size_t most_kept = 4, most_kept_in_registers = 2;  // values along a row

using Kind = TraceValue::Kind;

/// Kernels made for programs, by name and text: a function traced again for other lengths uses those that it has.
template <class Kernel, class Make>
Kernel& shared_kernel(const std::string& key, Make make) {
    static std::mutex mutex;
    static auto& kernels = *new std::map<std::string, std::unique_ptr<Kernel>>;
    std::lock_guard lock(mutex);
    auto& slot = kernels[key];
    if (!slot) slot = make();
    return *slot;
}

AxisMap composed(const AxisMap& inner, const AxisMap& outer) {
    AxisMap result;
    for (std::int8_t axis : outer) result.push_back(axis < 0 ? std::int8_t{-1} : inner[static_cast<std::size_t>(axis)]);
    return result;
}

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

/// Whether a step takes longer than writing its result to a cache and reading it again.
bool is_expensive(const Expression& expression) {
    return std::ranges::any_of(expression.steps, [](const auto& step) { return step.cost == Cost::expensive; });
}

bool is_identity(const AxisMap& axes, const Shape& shape) {
    if (static_cast<int>(axes.size()) != shape.size()) return false;
    for (int d = 0; d < shape.size(); ++d)
        if (axes[static_cast<std::size_t>(d)] != d && shape[d] != 1) return false;
    return true;
}

}  // namespace

// --------------------------------------------------------------------------------------------------------------
// merging

/// Work and all that it needs which lies nowhere, as one expression over a common shape.
class ProgramBuilder::Merger {
public:
    explicit Merger(const ProgramBuilder& builder) : builder_(&builder) {}

    /// First all inputs...
    void need(const Access& access) {
        if (is_leaf(access.value)) {
            auto& inputs = builder_->is_literal(access.value) ? literals_ : inputs_;
            if (leaves_.try_emplace(key_of(access), unnumbered).second) inputs.push_back(access);
            return;
        }
        const TraceValue& v = builder_->value(access.value);
        if (!seen_.insert({v.number, access.axes}).second) return;
        for (const Access& input : builder_->work(v.number).inputs)
            need({input.value, composed(input.axes, access.axes)});
    }
    /// ... then, with those that move with every axis in front...
    void number_inputs(const Access* last = nullptr) {
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
    /// ... then the steps.
    ValueId add(const Access& access) {
        const TraceValue& v = builder_->value(access.value);
        if (is_leaf(access.value)) {
            if (!builder_->is_literal(access.value)) return leaves_.at(key_of(access));
            ValueId& id = leaves_.try_emplace(key_of(access), unnumbered).first->second;
            if (id == unnumbered) id = expression.add_step(literal(v));
            return id;
        }
        return add_work(v.number, access.axes)[static_cast<std::size_t>(v.output)];
    }

    /// The values that work reads, as its own expression numbers its inputs.
    std::vector<ValueId> add_inputs(const TraceWork& work, const AxisMap& axes, std::size_t count) {
        std::vector<ValueId> ids;
        for (std::size_t k = 0; k < count; ++k) {
            const Access& input = work.inputs[k];
            ids.push_back(reread(add({input.value, composed(input.axes, axes)}), work.input_dtypes[k],
                                 work.expression.inputs[k]));
        }
        return ids;
    }
    void add_steps(const TraceWork& work, std::vector<ValueId>& ids) {
        for (Expression::Step step : work.expression.steps) {
            for (ValueId& argument : step.arguments) argument = ids[static_cast<std::size_t>(argument)];
            const std::size_t results = step.out_types.size();
            const ValueId first = expression.add_step(std::move(step));
            for (std::size_t k = 0; k < results; ++k) ids.push_back(first + static_cast<ValueId>(k));
        }
    }

    const std::vector<Access>& inputs() const { return inputs_; }
    /// Instead of numbering what is needed: these inputs, in this order.
    void take_inputs(std::span<const Access> inputs) {
        for (const Access& input : inputs) {
            leaves_[key_of(input)] = expression.add_input(builder_->value(input.value).layout.dtype);
        }
    }

    Expression expression;

private:
    using Key = std::pair<int, AxisMap>;
    static constexpr ValueId unnumbered = -1;

    /// Axes of length one do not tell two inputs apart.
    Key key_of(const Access& access) const {
        const TraceValue& v = builder_->value(access.value);
        Key key(access.value, AxisMap());
        if (v.kind == Kind::scalar) return key;
        for (std::int8_t axis : access.axes)
            key.second.push_back(axis >= 0 && v.layout.shape[axis] == 1 ? std::int8_t{-1} : axis);
        return key;
    }
    bool is_leaf(int number) const {
        return builder_->value(number).kind != Kind::result || builder_->lies_in_memory(number);
    }
    static int moving(const Access& access) {
        return static_cast<int>(
            std::count_if(access.axes.begin(), access.axes.end(), [](auto axis) { return axis >= 0; }));
    }

    const std::vector<ValueId>& add_work(int number, const AxisMap& axes) {
        const Key key(number, axes);
        if (auto found = results_.find(key); found != results_.end()) return found->second;
        const TraceWork& work = builder_->work(number);
        std::vector<ValueId> ids = add_inputs(work, axes, work.inputs.size());
        add_steps(work, ids);
        std::vector<ValueId> results;
        for (std::size_t k = 0; k < work.expression.outputs.size(); ++k) {
            const auto& output = work.expression.outputs[k];
            results.push_back(reread(rounded(ids[static_cast<std::size_t>(output.value)], output.storage),
                                     output.storage, work.output_dtypes[k]));
        }
        return results_[key] = std::move(results);
    }

    /// What would be read again after it had been stored.
    ValueId rounded(ValueId id, DType storage) {
        const DType from = expression.type(id);
        const bool is_input = id < static_cast<ValueId>(expression.inputs.size());
        if (from == storage && (!is_half(storage) || is_input)) return id;
        return expression.add_step(
            {"out0 = cast<out0_t>(cast<" + storage_type(storage) + ">(in0));", {from}, {storage}, {id}});
    }
    /// The bits of one dtype as another.
    ValueId reread(ValueId id, DType from, DType to) {
        if (from == to) return id;
        return expression.add_step(
            {"out0 = cast<out0_t>(bit_cast<" + input_type(to) + ">(cast<" + storage_type(from) + ">(in0)));",
             {from},
             {to},
             {id}});
    }

    const ProgramBuilder* builder_;
    std::vector<Access> inputs_, literals_;
    std::map<Key, ValueId> leaves_;
    std::set<Key> seen_;
    std::map<Key, std::vector<ValueId>> results_;
};

// -------------------------------------------------------------------------------------------------------------
// building

ProgramBuilder::ProgramBuilder(Program& program, const Trace& trace, const std::string& name,
                               std::span<const KnownLength> known, bool literals)
    : program_(program), trace_(trace), name_(name), literals_(literals) {
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
    make_rows(outputs);
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
        // A reduction reads its mask as it is stored.
        if (work.reduction && work.reduction->masked && value(work.inputs.back().value).kind == Kind::result)
            stored_[static_cast<std::size_t>(work.inputs.back().value)] = true;
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
}

/// Whether a value is a part of the kernels' text and no argument.
bool ProgramBuilder::is_literal(int number) const {
    const TraceValue& v = value(number);
    return literals_ && v.kind == Kind::scalar && v.symbol == 0;
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

void ProgramBuilder::add_reduction(int number) {
    const TraceWork& work = this->work(number);
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
    const std::string key = ReductionKernel(reduction).source(ReductionPlan::rows);
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

// -----------------------------------------------------------------------------------------------------------------
// rows

/// Whether all that the program does are reductions along the same axes, and work on whole rows and on their results;
/// then it becomes one kernel too.
void ProgramBuilder::make_rows(const std::vector<Output>& outputs) {
    if (disturbed_ || !program_.checks_.empty()) return;
    for (const TraceWork& work : trace_.works())  // users' statements are not shown elements that are not there
        for (const Expression::Step& step : work.expression.steps)
            if (!step.prelude.empty()) return;
    // The reductions, in the order in which they are computed; they begin with the same space.
    std::vector<int> works;
    for (std::size_t v = 0; v < trace_.values().size(); ++v) {
        if (storage_of_value_[v] < 0) continue;
        const TraceValue& result = trace_.values()[v];
        const auto& reduction = work(result.number).reduction;
        if (!reduction || work(result.number).output_dtypes.size() != 1) return;
        if (reduction->masked || reduction->sequential || reduction->indexed || reduction->user) return;
        works.push_back(result.number);
    }
    std::sort(works.begin(), works.end());
    if (works.empty() || works.size() > most_row_reductions) return;
    const Shape& shape = work(works[0]).shape;
    const std::uint64_t reduced = work(works[0]).reduced;
    for (int number : works)
        if (!(work(number).shape == shape) || work(number).reduced != reduced) return;
    const auto is_reduced = [&](int d) { return (reduced >> d & 1u) != 0; };

    // The kept axes of the space as axes of a row's results, with and without those of length one in the reduced ones'
    // place.
    AxisMap identity, squeezed, with_units;
    Shape kept_shape, units_shape;
    for (int d = 0; d < shape.size(); ++d) {
        identity.push_back(static_cast<std::int8_t>(d));
        with_units.push_back(is_reduced(d) ? std::int8_t{-1} : static_cast<std::int8_t>(d));
        units_shape.push_back(is_reduced(d) ? 1 : shape[d]);
        squeezed.push_back(is_reduced(d) ? std::int8_t{-1} : static_cast<std::int8_t>(kept_shape.size()));
        if (!is_reduced(d)) kept_shape.push_back(shape[d]);
    }

    // What is written, and reductions' results that are returned as they are.
    struct Part {
        Access value;  // by the axes of the space
        DType dtype;
        Program::Target target;
        AxisMap target_axes;
    };
    std::vector<Part> along, of_row;
    for (const Output& output : outputs) {
        if (output.shape == shape && !(shape == units_shape)) {
            along.push_back({output.value, output.dtype, output.target, identity});
            continue;
        }
        const AxisMap* axes = output.shape == kept_shape    ? &squeezed
                              : output.shape == units_shape ? &with_units
                                                            : nullptr;
        if (!axes) return;
        of_row.push_back(
            {{output.value.value, composed(output.value.axes, *axes)}, output.dtype, output.target, *axes});
    }
    for (const Program::Result& result : program_.results_) {
        if (result.is_constant || result.from.kind != Program::Target::Kind::storage) continue;
        const auto found = std::find(storage_of_value_.begin(), storage_of_value_.end(), result.from.number);
        if (found == storage_of_value_.end()) continue;
        const int number = static_cast<int>(found - storage_of_value_.begin());
        const bool known = std::any_of(of_row.begin(), of_row.end(), [&](const Part& part) {
            return part.target.kind == Program::Target::Kind::storage && part.target.number == result.from.number;
        });
        if (!known) of_row.push_back({{number, squeezed}, value(number).layout.dtype, result.from, squeezed});
    }
    for (const Program::Result& result : program_.results_) {
        if (result.is_constant || result.from.kind != Program::Target::Kind::storage) continue;
        const auto lies_there = [&](const Part& part) {
            return part.target.kind == Program::Target::Kind::storage && part.target.number == result.from.number;
        };
        if (std::none_of(along.begin(), along.end(), lies_there) &&
            std::none_of(of_row.begin(), of_row.end(), lies_there))
            return;
    }

    // Values along the row that are dear and that several of the parts use, or others of these; those that use others
    // first.
    struct Kept {
        int value;
        std::size_t after;
    };
    std::vector<Kept> kept;
    const auto set_kept = [&](int number, bool is_kept) { stored_[static_cast<std::size_t>(number)] = is_kept; };
    const auto next_kept = [&] {
        std::map<int, int> uses;
        const auto count = [&](std::span<const Access> accesses) {
            std::map<int, bool> seen;  // whether as it lies
            const std::function<void(const Access&)> visit = [&](const Access& access) {
                const TraceValue& v = value(access.value);
                if (v.kind != Kind::result || lies_in_memory(access.value)) return;
                const auto [entry, is_new] = seen.try_emplace(access.value, true);
                entry->second = entry->second && v.layout.shape == shape && is_identity(access.axes, shape);
                if (!is_new) return;
                for (const Access& input : work(v.number).inputs)
                    visit({input.value, composed(input.axes, access.axes)});
            };
            for (const Access& access : accesses) visit(access);
            for (auto [number, as_it_lies] : seen) uses[number] += as_it_lies ? 1 : -1000;
        };
        for (int number : works) count(work(number).inputs);
        for (const Kept& k : kept) count(work(value(k.value).number).inputs);
        std::vector<Access> written;
        for (const Part& part : along) written.push_back(part.value);
        count(written);
        int last = -1;
        for (auto [number, times] : uses)
            if (times > 1 && is_expensive(work(value(number).number).expression)) last = number;
        return last;
    };
    const std::size_t most = runtime::backend().is_gpu() ? most_kept_in_registers : most_kept;
    for (int number; kept.size() < most && (number = next_kept()) >= 0; set_kept(number, true))
        kept.push_back({number, 0});
    std::reverse(kept.begin(), kept.end());
    for (Kept& k : kept) {
        Merger of_value(*this);
        set_kept(k.value, false);
        of_value.need({k.value, identity});
        set_kept(k.value, true);
        for (const Access& input : of_value.inputs()) {
            for (std::size_t w = 0; w < works.size(); ++w)
                if (value(input.value).kind == Kind::result && value(input.value).number == works[w])
                    k.after = std::max(k.after, w + 1);
            for (const Kept& before : kept)
                if (before.value == input.value) k.after = std::max(k.after, before.after);
        }
    }
    const auto is_kept = [&](int number) {
        return std::any_of(kept.begin(), kept.end(), [&](const Kept& k) { return k.value == number; });
    };

    // What all of it reads.
    Merger merger(*this);
    for (int number : works)
        for (const Access& input : work(number).inputs) merger.need(input);
    for (const auto* parts : {&along, &of_row})
        for (const Part& part : *parts) merger.need(part.value);
    for (const Kept& k : kept) {
        set_kept(k.value, false);
        merger.need({k.value, identity});
        set_kept(k.value, true);
    }
    RowProgram rows;
    std::vector<Access> inputs, results;
    int moving = 0;
    for (const Access& input : merger.inputs()) {
        const TraceValue& v = value(input.value);
        if (is_kept(input.value)) continue;
        if (v.kind == Kind::result) {
            for (std::size_t d = 0; d < squeezed.size(); ++d)  // another row's result?
                if (input.axes[d] != squeezed[d] && shape[static_cast<int>(d)] != 1) return;
            continue;
        }
        if (v.kind != Kind::argument && v.kind != Kind::constant && v.kind != Kind::scalar) return;
        int along_row = 0, across = 0;
        for (int d = 0; d < shape.size(); ++d)
            if (is_reduced(d) && shape[d] != 1)
                (v.kind != Kind::scalar && input.axes[static_cast<std::size_t>(d)] >= 0 ? along_row : across)++;
        if (along_row && across) return;
        if (!along_row) rows.still |= 1u << inputs.size();
        if (v.kind == Kind::scalar) rows.values |= 1u << inputs.size();
        moving += along_row > 0;
        rows.inputs.push_back(v.layout.dtype);
        inputs.push_back(input);
    }
    if (moving == 0 || moving > most_moving_inputs || inputs.size() + along.size() + of_row.size() > most_row_operands)
        return;

    std::vector<Access> before = inputs;  // inputs, what is kept, and results so far
    for (const Kept& k : kept) before.push_back({k.value, identity});
    const std::size_t without_results = before.size();
    for (int number : works) {
        const TraceWork& w = work(number);
        Merger map(*this);
        map.take_inputs(before);
        std::vector<ValueId> ids = map.add_inputs(w, identity, w.inputs.size());
        map.add_steps(w, ids);
        for (const Expression::Output& output : w.expression.outputs)
            map.expression.outputs.push_back({ids[static_cast<std::size_t>(output.value)], output.storage});
        Reduction reduction = *w.reduction;
        reduction.map = map.expression;
        reduction.outputs = w.output_dtypes;
        rows.reductions.push_back(std::move(reduction));
        program_.rows_.parameters.push_back(w.parameter);
        program_.rows_.initials.push_back(w.initial);
        for (std::size_t v = 0; v < trace_.values().size(); ++v)
            if (trace_.values()[v].kind == Kind::result && trace_.values()[v].number == number)
                before.push_back({static_cast<int>(v), squeezed});
    }
    for (const Kept& k : kept) {
        Merger merged(*this);
        merged.take_inputs(std::span(before).first(without_results + k.after));
        set_kept(k.value, false);
        const ValueId id = merged.add({k.value, identity});
        set_kept(k.value, true);
        merged.expression.outputs.push_back({id, value(k.value).layout.dtype});
        rows.kept.push_back({merged.expression, k.after});
    }
    const auto write = [&](const std::vector<Part>& parts, Expression& expression) {
        Merger merged(*this);
        merged.take_inputs(before);
        for (const Part& part : parts) {
            merged.expression.outputs.push_back({merged.add(part.value), part.dtype});
            program_.rows_.targets.push_back(part.target);
            program_.rows_.target_axes.push_back(part.target_axes);
        }
        expression = merged.expression;
    };
    write(along, rows.elements);
    write(of_row, rows.rows);
    for (const Access& input : inputs) program_.rows_.inputs.push_back(source_of(input, shape));
    program_.rows_.lengths = length_numbers(shape);
    program_.rows_.reduced = reduced;
    rows.name = name_;
    const std::string key = RowKernel(rows).source(1);
    program_.rows_.kernel = &shared_kernel<RowKernel>(key, [&] { return std::make_unique<RowKernel>(rows); });
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
