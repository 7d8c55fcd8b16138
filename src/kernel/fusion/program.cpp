#include "kernel/fusion/program.h"

#include <sstream>

#include "core/layout.h"
#include "kernel/cache/background.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/fusion/program_builder.h"

namespace cuprum::kernel {

Program::Program(const Trace& trace, const std::string& name, std::span<const KnownLength> known,
                 ProgramOptions options) {
    ProgramBuilder(*this, trace, name, known, options).build();
    if (!options.exact || options.reads_memory || rows_.kernel || stages_.size() < 2) return;
    const std::shared_ptr<Program> by_rows(new Program);
    ProgramBuilder(*by_rows, trace, name, known, options).build_rows();
    if (!by_rows->rows_.kernel) return;
    general_ = general_ && by_rows->general_;
    by_rows_ = by_rows;
}

int Program::argument_of(std::size_t result) const {
    const Result& r = results_[result];
    return !r.is_constant && r.from.kind == Target::Kind::argument && r.whole ? r.from.number : -1;
}

std::vector<Scalar> Program::scalar_values(std::span<const Operand> arguments) const {
    if (scalar_steps_.empty()) return {};
    std::vector<Scalar> scalars;
    for (const Operand& argument : arguments) scalars.push_back(argument.is_array() ? Scalar() : argument.scalar());
    return evaluate(scalar_steps_, scalars);
}

bool Program::guards_hold(std::span<const Operand> arguments) const {
    if (guards_.empty()) return true;
    std::vector<Scalar> values;
    try {
        values = scalar_values(arguments);
    } catch (const Error&) {
        return false;
    }
    for (const TraceGuard& guard : guards_) {
        const Scalar& value = values[static_cast<std::size_t>(guard.symbol)];
        if (guard.fits ? value.fits(*guard.fits) != guard.answer : !identical(value, guard.value)) return false;
    }
    return true;
}

bool Program::writes_apart(std::span<const Operand> arguments) const {
    for (int w : written_) {
        const ndarray& target = arguments[static_cast<std::size_t>(w)].array();
        for (std::size_t k = 0; k < arguments.size(); ++k)
            if (static_cast<int>(k) != w && arguments[k].is_array() && !are_apart(target, arguments[k].array()))
                return false;
        for (const ndarray& constant : constants_)
            if (!are_apart(target, constant)) return false;
    }
    for (const ndarray& target : outside_)
        for (const Operand& argument : arguments)
            if (argument.is_array() && !are_apart(target, argument.array())) return false;
    return true;
}

// ----------------------------------------------------------------------------------------------------------------- run

class Program::Run {
public:
    Run(const Program& program, std::span<const Operand> arguments, std::span<ndarray> results,
        std::span<LazyArray* const> lazy)
        : program_(program), arguments_(arguments), results_(results), lazy_(lazy) {
        for (const Length& length : program.lengths_)
            lengths_.push_back(length.argument < 0
                                   ? length.literal
                                   : arguments[static_cast<std::size_t>(length.argument)].array().shape()[length.axis]);
        if (!program.scalar_steps_.empty()) scalars_ = program.scalar_values(arguments);
        for (const Storage& storage : program.storages_)
            if (storage.result < 0) {
                temporaries_.resize(program.storages_.size());
                break;
            }
    }

    void stage(const Stage& stage) {
        if (stage.elementwise) elementwise(stage);
        else if (stage.reduction) reduction(stage);
        else whole(stage);
    }

    /// Once so many stages have run.
    void checks(std::size_t stages) {
        for (const Check& check : program_.checks_)
            if (check.stages == stages && storage(check.storage).item().to_bool()) throw ValueError(check.message);
    }

    /// False where the stages have to be run.
    bool rows(const Rows& rows) {
        const Shape domain = shape(rows.lengths);
        std::optional<RowOrder> order;  // which has to be the same one
        for (const Model& model : rows.models) {
            const std::optional<RowOrder> own = row_order(model, domain, rows.reduced);
            if (!own || (order && *own != *order)) return false;
            order = own;
        }
        const std::int64_t domain_size = element_count(domain);
        std::vector<ndarray> inputs, outputs;
        std::vector<ReductionValue> values(rows.inputs.size());
        for (std::size_t k = 0; k < rows.inputs.size(); ++k) {
            const Source& source = rows.inputs[k];
            if (source.kind == Source::Kind::scalar) {
                set_scalar(source, values[k].bits);
                inputs.emplace_back();
            } else if (is_scalar(source)) {
                return false;  // a scalar where the kernel has an array
            } else {
                // Rows are read in vectors: a column of a matrix that all rows share is made contiguous first.
                const ndarray& base = base_of(source);
                const bool is_spread = !source.own_layout && !base.is_contiguous() && base.size() < domain_size / 16;
                inputs.push_back(view(is_spread ? base.copy('C') : base, source, domain));
            }
        }
        for (std::size_t k = 0; k < rows.targets.size(); ++k) {
            const ndarray& made = make_target(rows.targets[k]);
            Source whole;
            whole.dtype = made.dtype();
            whole.axes = rows.target_axes[k];
            outputs.push_back(view(made, whole, domain));
        }
        std::vector<Scalar> starts(rows.initials.size());
        std::vector<const Scalar*> initials;
        for (std::size_t p = 0; p < starts.size(); ++p) {
            const auto& initial = rows.initials[p];
            if (initial)
                starts[p] = initial->symbol() ? scalars_[static_cast<std::size_t>(initial->symbol())] : *initial;
            initials.push_back(initial ? &starts[p] : nullptr);
        }
        return rows.kernel->run(
            {domain, rows.reduced, inputs, values, outputs, rows.parameters, initials, order ? &*order : nullptr});
    }

    void result(std::size_t number) {
        const Result& result = program_.results_[number];
        ndarray& made = results_[number];
        if (result.is_constant) {
            made = result.constant;
            return;
        }
        if (result.from.kind == Target::Kind::argument && !argument(result.from.number).is_array()) {
            const Scalar& scalar = argument(result.from.number).scalar();
            made = filled({}, scalar, scalar.dtype());
            if (!result.whole) made = view(made, result.view, {});
            return;
        }
        const ndarray& from = target(result.from);
        if (!result.whole) made = view(ndarray(from), result.view, {});
        else if (&from != &made) made = from;
    }

private:
    const Operand& argument(int number) const { return arguments_[static_cast<std::size_t>(number)]; }

    Shape shape(const Dims& numbers) const {
        Shape result(numbers);
        for (std::int64_t& length : result) length = lengths_[static_cast<int>(length)];
        return result;
    }

    ndarray& storage(int number) {
        const Storage& storage = program_.storages_[static_cast<std::size_t>(number)];
        return storage.result >= 0 ? results_[static_cast<std::size_t>(storage.result)]
                                   : temporaries_[static_cast<std::size_t>(number)];
    }

    const ndarray& target(const Target& target) {
        switch (target.kind) {
            case Target::Kind::storage: return storage(target.number);
            case Target::Kind::argument: return argument(target.number).array();
            default: return program_.outside_[static_cast<std::size_t>(target.number)];
        }
    }

    /// The array that a stage writes to, new if it is a storage.
    const ndarray& make_target(const Target& to) {
        if (to.kind != Target::Kind::storage) return target(to);
        const Storage& storage = program_.storages_[static_cast<std::size_t>(to.number)];
        ndarray& made = this->storage(to.number);
        Shape lengths = shape(storage.lengths);
        made = new_array(lengths, storage.dtype);
        if (storage.order.empty()) return made;
        Strides strides(lengths.size());
        std::int64_t step = itemsize(storage.dtype);
        for (int i = storage.order.size() - 1; i >= 0; --i) {
            strides[static_cast<int>(storage.order[i])] = step;
            step *= lengths[static_cast<int>(storage.order[i])];
        }
        return made = made.with_layout(std::move(lengths), std::move(strides));
    }

    /// An array as a stage sees it. Where the stage moves and the array stays it has stride 0, and the length of
    /// `domain`, or one if none is given.
    ndarray view(const ndarray& base, const Source& source, std::optional<Shape> domain) const {
        const Shape own = source.own_layout ? shape(source.lengths) : base.shape();
        const Strides& own_strides = source.own_layout ? source.strides : base.strides();
        const int ndim = static_cast<int>(source.axes.size());
        Shape lengths(ndim);
        Strides strides(ndim);
        for (int d = 0; d < ndim; ++d) {
            const int axis = source.axes[static_cast<std::size_t>(d)];
            lengths[d] = axis >= 0 ? own[axis] : domain ? (*domain)[d] : 1;
            strides[d] = axis >= 0 ? own_strides[axis] : 0;
        }
        return ndarray(base.buffer(), base.offset() + source.offset, source.dtype, std::move(lengths),
                       std::move(strides));
    }

    const ndarray& base_of(const Source& source) {
        switch (source.kind) {
            case Source::Kind::argument:
                if (LazyArray* const lazy = lazy_of(source)) return lazy->array();
                return argument(source.number).array();
            case Source::Kind::constant: return program_.constants_[static_cast<std::size_t>(source.number)];
            default: return storage(source.number);
        }
    }

    LazyArray* lazy_of(const Source& source) const {
        return lazy_.empty() || source.kind != Source::Kind::argument ? nullptr
                                                                      : lazy_[static_cast<std::size_t>(source.number)];
    }

    bool is_scalar(const Source& source) const {
        return source.kind == Source::Kind::scalar ||
               (source.kind == Source::Kind::argument && !argument(source.number).is_array());
    }

    void set_scalar(const Source& source, unsigned char* value) const {
        if (source.kind == Source::Kind::argument) argument(source.number).scalar().store(source.dtype, value);
        else if (source.number) scalars_[static_cast<std::size_t>(source.number)].store(source.dtype, value);
        else std::copy_n(source.bits.begin(), source.bits.size(), value);
    }

    /// A scalar's value everywhere in a new array.
    ndarray array_of(const Source& source, const Shape& lengths) const {
        alignas(16) unsigned char bits[16];
        set_scalar(source, bits);
        return filled(lengths, Scalar::load(source.dtype, bits), source.dtype);
    }

    /// A lazy argument as a stage sees it; null where it has to be put into memory.
    const CompositeView* lazy_view(const Source& source, std::optional<CompositeView>& made) const {
        LazyArray* const lazy = lazy_of(source);
        if (!lazy || source.own_layout || source.offset != 0 || source.dtype != argument(source.number).dtype())
            return nullptr;
        const CompositeView* const view = lazy->view();
        if (!view || source.as_it_is) return view;
        for (std::size_t d = 0; d < source.axes.size(); ++d)
            if (source.axes[d] >= 0 && std::find(source.axes.begin(), source.axes.begin() + static_cast<int>(d),
                                                 source.axes[d]) != source.axes.begin() + static_cast<int>(d))
                return nullptr;  // a diagonal
        return &made.emplace(view->with_axes(source.axes));
    }

    /// The launches of a stage of whose operands some are read where their elements lie; nothing where all are to be
    /// read from memory.
    std::optional<CompositeSpace> composite_space(const Stage& stage, std::vector<std::optional<CompositeView>>& made) {
        std::vector<const CompositeView*> views(stage.targets.size(), nullptr);
        std::int64_t count = 0, bytes = 0;
        for (const Source& source : stage.inputs)
            if (lazy_of(source)) {
                ++count;
                bytes = std::max(bytes, argument(source.number).array().nbytes());
            }
        const runtime::DeviceTraits& traits = runtime::device_traits();
        if (count == 0 || !serves_composite(traits.thread_blocks ? 1 : 2, count, bytes, traits)) return {};
        count = 0;
        made.resize(stage.inputs.size());
        for (std::size_t k = 0; k < stage.inputs.size(); ++k) {
            const CompositeView* const view = lazy_view(stage.inputs[k], made[k]);
            views.push_back(view);
            count += view != nullptr;
        }
        if (count == 0) return {};
        CompositeSpace space(std::move(views), shape(stage.lengths), CompositeLoops::all);
        if (!serves_composite(space.launches(), count, bytes, traits)) return {};
        return space;
    }

    void elementwise(const Stage& stage) {
        std::vector<std::optional<CompositeView>> made;
        std::optional<CompositeSpace> composite;
        if (!lazy_.empty()) composite = composite_space(stage, made);
        KernelOperand operands[max_operands];
        std::size_t count = 0;
        bool writes_argument = false;
        for (const Target& to : stage.targets) {
            operands[count++].array = &make_target(to);
            writes_argument = writes_argument || to.kind != Target::Kind::storage;
        }
        std::vector<ndarray> views;
        views.reserve(stage.inputs.size());  // does not move them later
        for (const Source& source : stage.inputs) {
            KernelOperand& operand = operands[count++];
            if (composite && composite->is_view(count - 1)) continue;
            if (is_scalar(source)) set_scalar(source, operand.value);
            else if (source.kind == Source::Kind::counter)
                operand.array = &views.emplace_back(BufferRef(), source.offset, source.dtype, shape(source.lengths),
                                                    source.strides);
            else if (source.as_it_is) operand.array = &base_of(source);
            else operand.array = &views.emplace_back(view(base_of(source), source, std::nullopt));
        }
        const std::span<const KernelOperand> all(operands, count);
        if (!composite) return stage.elementwise->run(all, operands[0].array->shape());
        // Where a kernel is missing, nothing may have been written.
        if (writes_argument) composite->run(*stage.elementwise, all, CompositeRun::prepare);
        composite->run(*stage.elementwise, all);
    }

    /// Calls run(model) with arrays without memory that lie as those would that a reduction reads.
    template <class F>
    void with_model(const Model& of, const Shape& domain, F run) {
        std::vector<ndarray> arrays;
        std::vector<const ndarray*> inputs;
        arrays.reserve(of.inputs.size());
        for (const ModelInput& input : of.inputs) {
            inputs.push_back(&arrays.emplace_back(input.is_made ? lying(input, domain)
                                                                : view(base_of(input.source), input.source, domain)));
        }
        run(ReductionModel{of.kernel, inputs});
    }
    /// How the reduction adds the elements of rows; none where not as row kernels do.
    std::optional<RowOrder> row_order(const Model& of, const Shape& domain, std::uint64_t reduced) {
        Shape kept;
        for (int d = 0; d < domain.size(); ++d)
            if (!(reduced >> d & 1u)) kept.push_back(domain[d]);
        const DType dtype = of.kernel->reduction().outputs[0];
        const ndarray result(BufferRef(), 0, dtype, kept, contiguous_strides(kept, itemsize(dtype), 'C'));
        std::optional<RowOrder> order;
        with_model(of, domain, [&](const ReductionModel& model) {
            const ndarray* const outputs[] = {&result};
            order = of.kernel->row_order({model.inputs, outputs, reduced});
        });
        return order;
    }
    ndarray lying(const ModelInput& input, const Shape& domain) const {
        const Shape lengths = shape(input.lengths);
        Strides own(lengths.size()), strides(domain.size());
        std::int64_t step = input.itemsize;
        for (int i = input.order.size() - 1; i >= 0; --i) {
            own[static_cast<int>(input.order[i])] = step;
            step *= lengths[static_cast<int>(input.order[i])];
        }
        for (int d = 0; d < domain.size(); ++d) {
            const int axis = input.axes[static_cast<std::size_t>(d)];
            strides[d] = axis >= 0 ? own[axis] : 0;
        }
        return ndarray(BufferRef(), 0, input.source.dtype, domain, std::move(strides));
    }

    void reduction(const Stage& stage) {
        const Shape domain = shape(stage.lengths);
        std::vector<ndarray> views;
        std::vector<const ndarray*> inputs, outputs;
        std::vector<ReductionValue> values;
        views.reserve(stage.inputs.size());
        values.resize(stage.inputs.size());
        for (std::size_t k = 0; k < stage.inputs.size(); ++k) {
            const Source& source = stage.inputs[k];
            if (stage.reduction->reduction().values >> k & 1u) {
                set_scalar(source, values[k].bits);
                inputs.push_back(nullptr);
                continue;
            }
            if (is_scalar(source)) {  // where the kernel has an array
                inputs.push_back(&views.emplace_back(array_of(source, {}).broadcast_to(domain)));
                continue;
            }
            const ndarray& base = base_of(source);
            inputs.push_back(
                source.as_it_is && base.shape() == domain ? &base : &views.emplace_back(view(base, source, domain)));
        }
        for (const Target& to : stage.targets) outputs.push_back(&make_target(to));
        ReductionCall call{inputs, outputs, stage.reduced, stage.parameter, nullptr, &domain, values};
        std::optional<Scalar> initial = stage.initial;
        if (initial && initial->symbol()) initial = scalars_[static_cast<std::size_t>(initial->symbol())];
        if (initial) call.initial = &*initial;
        if (!stage.model.kernel) return stage.reduction->run(call);
        with_model(stage.model, domain, [&](const ReductionModel& model) {
            call.model = &model;
            stage.reduction->run(call);
        });
    }

    void whole(const Stage& stage) {
        std::vector<ndarray> arrays;
        arrays.reserve(stage.inputs.size());  // does not move them later
        for (std::size_t k = 0; k < stage.inputs.size(); ++k) {
            const Source& source = stage.inputs[k];
            const Shape lengths = shape(stage.input_lengths[k]);
            arrays.push_back(is_scalar(source) ? array_of(source, lengths) : view(base_of(source), source, lengths));
        }
        std::vector<Operand> operands;
        std::size_t next = 0;
        for (const auto& scalar : stage.operands) {
            if (!scalar) operands.emplace_back(arrays[next++]);
            else
                operands.emplace_back(scalar->symbol() ? scalars_[static_cast<std::size_t>(scalar->symbol())]
                                                       : *scalar);
        }
        std::vector<ndarray> outputs;
        for (const Target& to : stage.targets) {
            outputs.push_back(make_target(to));
            if (stage.kept) outputs.back().assign({ellipsis}, arrays[next++]);
        }
        stage.whole->run(operands, outputs);
    }

    const Program& program_;
    std::span<const Operand> arguments_;
    std::span<ndarray> results_;
    std::span<LazyArray* const> lazy_;
    Dims lengths_;
    std::vector<Scalar> scalars_;
    std::vector<ndarray> temporaries_;
};

void Program::run(std::span<const Operand> arguments, std::span<ndarray> results,
                  std::span<LazyArray* const> lazy) const {
    if (by_rows_ && by_rows_->run_rows(arguments, results, lazy)) return;
    if (rows_.kernel && run_rows(arguments, results, lazy)) return;
    Run run(*this, arguments, results, lazy);
    bool misses_kernels = false;  // which are all asked for
    for (std::size_t k = 0; k < stages_.size(); ++k) {
        // What a missing kernel did not compute must not be written to an argument.
        if (misses_kernels &&
            std::ranges::any_of(stages_[k].targets, [](const Target& to) { return to.kind != Target::Kind::storage; }))
            continue;
        try {
            run.stage(stages_[k]);
        } catch (const NotCompiledYet&) {
            misses_kernels = true;
        }
        if (!misses_kernels) run.checks(k + 1);
    }
    if (misses_kernels) throw NotCompiledYet();
    for (std::size_t k = 0; k < results_.size(); ++k) run.result(k);
}

bool Program::run_rows(std::span<const Operand> arguments, std::span<ndarray> results,
                       std::span<LazyArray* const> lazy) const {
    Run run(*this, arguments, results, lazy);
    if (!run.rows(rows_)) return false;
    for (std::size_t k = 0; k < results_.size(); ++k) run.result(k);
    return true;
}

// --------------------------------------------------------------------------------------------------------- fingerprint

std::string Program::fingerprint(bool with_numbers) const {
    std::ostringstream text;
    auto numbers = [&](const auto& list) {
        text << '(';
        for (auto number : list) text << static_cast<long long>(number) << ' ';
        text << ')';
    };
    auto target = [&](const Target& t) { text << static_cast<int>(t.kind) << ' ' << t.number << ' '; };
    auto source = [&](const Source& s) {
        text << static_cast<int>(s.kind) << ' ' << s.number << ' ' << static_cast<int>(s.dtype) << ' ' << s.as_it_is
             << s.own_layout << s.offset;
        numbers(s.lengths);
        numbers(s.strides);
        numbers(s.axes);
        if (with_numbers) numbers(s.bits);
    };
    for (const Length& length : lengths_) text << length.argument << ' ' << length.axis << ' ' << length.literal << ' ';
    for (const Storage& s : storages_) {
        text << "\nstorage " << static_cast<int>(s.dtype) << ' ' << s.result;
        numbers(s.lengths);
        numbers(s.order);
    }
    for (const Stage& s : stages_) {
        text << "\nstage " << static_cast<const void*>(s.elementwise) << ' ' << static_cast<const void*>(s.reduction)
             << ' ' << s.reduced << ' ' << s.parameter;
        for (const Source& input : s.inputs) source(input);
        for (const Target& to : s.targets) target(to);
        numbers(s.lengths);
        if (s.whole) text << s.whole->fingerprint() << ' ' << s.kept;
        for (const Dims& lengths : s.input_lengths) numbers(lengths);
        for (const auto& scalar : s.operands) {
            if (scalar)
                text << static_cast<int>(scalar->dtype()) << ' ' << scalar->symbol() << ' '
                     << value_now(*scalar).to_complex();
            text << ';';
        }
        if (s.initial)
            text << static_cast<int>(s.initial->dtype()) << ' ' << s.initial->symbol() << ' '
                 << value_now(*s.initial).to_complex();
    }
    for (const Check& c : checks_) text << "\ncheck " << c.stages << ' ' << c.storage << ' ' << c.message;
    for (const Result& r : results_) {
        text << "\nresult " << r.is_constant << r.whole;
        target(r.from);
        source(r.view);
    }
    for (const ScalarStep& s : scalar_steps_)
        text << "\nscalar " << static_cast<int>(s.operation) << ' ' << s.a << ' ' << s.b << ' ' << s.value.to_complex();
    return text.str();
}

}  // namespace cuprum::kernel
