#include "kernel/deferred/programs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

#include "core/layout.h"
#include "cuprum/error.h"
#include "kernel/cache/background.h"
#include "kernel/deferred/views.h"
#include "kernel/engine/data_access.h"
#include "kernel/fusion/pattern_key.h"
#include "kernel/fusion/program.h"

namespace cuprum::kernel {
namespace {

using Key = PatternKey;
using KeyView = std::span<const std::uint64_t>;

struct KeyHash {
    using is_transparent = void;
    std::size_t operator()(KeyView key) const { return hash_of(key); }
};

struct KeyEqual {
    using is_transparent = void;
    bool operator()(KeyView a, KeyView b) const { return std::ranges::equal(a, b); }
};

/// A chain as a function of the arrays and numbers that it reads. Chains of one key are one function: it has no
/// lengths, and no strides of arrays in C or Fortran order. It is made at each evaluation, so what it holds lies in
/// memory of its own.
class Chain {
public:
    Chain(std::span<WaitingOperation* const> operations, std::span<const cuda::BlockRef> live);

    /// Puts arrays that are read by their addresses into memory. Their addresses are arguments from then on.
    void find_addresses();
    KeyView key() const { return key_; }
    /// With all lengths too, for chains that do not hang on their pattern alone.
    KeyView whole_key() const;
    std::span<const Operand> arguments() const { return arguments_; }
    /// As Program::run takes them.
    std::vector<LazyArray*> lazy_arguments();
    /// Whether any number may stand in a kernel's text.
    bool has_literals() const { return has_literals_; }
    /// The bits of all numbers.
    KeyView numbers() const { return numbers_; }
    /// For the chain's lengths alone, or for all of its pattern; with the numbers that may stand there in the kernels'
    /// text, or as arguments; with reductions that take operations in, or read memory alone.
    Program program(bool with_lengths, bool with_literals, bool reads_memory) const;
    /// Of its kernels, for logs and profilers: the operations that they hold.
    std::string name() const;

private:
    static constexpr std::size_t number = ~std::size_t{0};  // marks an operand that is no array

    void put_operation(const WaitingOperation& operation);
    bool takes_literals(const WaitingOperation& operation) const;
    std::uint64_t length_class(std::int64_t length);
    void put_layout(const ndarray& a);
    std::size_t argument_of(const ndarray& a);
    std::size_t argument_of_address(const ndarray& a);

    std::array<std::byte, 6144> space_;
    std::pmr::monotonic_buffer_resource memory_{space_.data(), space_.size()};
    template <class T>
    using List = std::pmr::vector<T>;

    std::span<WaitingOperation* const> operations_;
    std::span<const cuda::BlockRef> live_;
    bool is_cheap_ = false;  // no operation calls a function
    bool has_literals_ = false;
    List<Operand> arguments_{&memory_};
    List<const ndarray*> leaves_{&memory_};       // those of the arguments that are arrays...
    List<ndarray> resolved_{&memory_};            // ...over memory, where arguments refer to them...
    List<std::size_t> leaf_arguments_{&memory_};  // ...and their numbers
    List<std::pair<const ndarray*, std::size_t>> addressed_{&memory_};  // arrays and the arguments that tell where
    std::list<LazyOperand> lazy_;                                       // leaves without memory...
    List<std::size_t> lazy_numbers_{&memory_};                          // ...and the arguments that they are
    List<const ndarray*> written_{&memory_};                            // the first results in blocks that waited
    List<std::size_t> operands_{&memory_};  // the arguments that operands are; `number` for blocks
    List<std::int64_t> lengths_{&memory_};
    List<KnownLength> known_{&memory_};
    List<std::uint64_t> key_{&memory_}, numbers_{&memory_};
    mutable Key whole_key_;  // empty until somebody asks
};

Chain::Chain(std::span<WaitingOperation* const> operations, std::span<const cuda::BlockRef> live)
    : operations_(operations), live_(live) {
    std::size_t count = 0;
    for (const WaitingOperation* operation : operations) count += operation->operands.size();
    arguments_.reserve(count);
    written_.reserve(count);
    resolved_.reserve(count);  // does not move them later
    operands_.reserve(count);
    key_.reserve(8 * count);
    for (const WaitingOperation* operation : operations)
        for (PendingBlock* block : operation->blocks)
            if (block) block->mark.number = -1;
    is_cheap_ = std::ranges::none_of(operations, [](const WaitingOperation* operation) {
        return operation->kernel && is_expensive(operation->kernel->expression());
    });
    for (const WaitingOperation* operation : operations) {
        put_operation(*operation);
        for (std::int64_t length : operation->shape) key_.push_back(length_class(length));
        const std::size_t outputs = operation->output_count(), first = operands_.size();
        operands_.resize(first + operation->operands.size(), number);
        // Inputs before outputs: an operation may overwrite what it reads from memory.
        for (std::size_t i = 0; i < operation->operands.size(); ++i) {
            const std::size_t k = (i + outputs) % operation->operands.size();
            const KernelOperand& operand = operation->operands[k];
            std::size_t argument = number;
            if (operation->is_address(k)) {
                argument = argument_of_address(*operand.array);
            } else if (!operand.array) {
                const DType dtype = operation->kernel->expression().inputs[k - outputs];
                argument = arguments_.size();
                arguments_.emplace_back(Scalar::load(dtype, operand.value));
                key_.push_back(1);
                std::uint64_t bits[2] = {};
                std::memcpy(bits, operand.value, static_cast<std::size_t>(itemsize(dtype)));
                numbers_.insert(numbers_.end(), bits, bits + 2);
                has_literals_ = has_literals_ || takes_literals(*operation);
            } else if (!operand.array->buffer()) {  // a counter, which only its places tell
                key_.push_back(2);
                key_.push_back(static_cast<std::uint64_t>(operand.array->offset()));
                for (std::int64_t stride : operand.array->strides()) key_.push_back(static_cast<std::uint64_t>(stride));
            } else {
                PendingBlock* const block = operation->blocks[k];
                const ndarray& a = *operand.array;
                if (k < outputs && block && block->mark.number < 0) {
                    block->mark.number = static_cast<int>(written_.size());
                    written_.push_back(&a);
                    key_.push_back(3);
                    put_layout(a);
                } else if (block && block->mark.number >= 0) {
                    const auto number = static_cast<std::size_t>(block->mark.number);
                    const bool is_whole = a.dtype() == written_[number]->dtype() && same_elements(a, *written_[number]);
                    key_.push_back((is_whole ? 7u : 8u) | static_cast<std::uint64_t>(number) << 8);
                    if (!is_whole) put_layout(a);
                } else {
                    argument = argument_of(a);
                    key_.push_back((k < outputs ? 6u : 4u) | static_cast<std::uint64_t>(argument) << 8);
                }
            }
            operands_[first + k] = argument;
        }
    }
    for (const cuda::BlockRef& block : live)
        key_.push_back(static_cast<std::uint64_t>(static_cast<const PendingBlock&>(*block.get()).mark.number));
}

void Chain::put_operation(const WaitingOperation& operation) {
    if (operation.kernel) return key_.push_back(reinterpret_cast<std::uintptr_t>(operation.kernel));
    key_.push_back(reinterpret_cast<std::uintptr_t>(operation.reduction));
    key_.push_back(operation.reduced);
    std::uint64_t bits[3] = {};
    std::memcpy(bits, &operation.parameter, sizeof operation.parameter);
    if (operation.initial) operation.initial->store(operation.reduction->reduction().map.outputs[0].storage, bits + 1);
    key_.push_back(operation.initial ? static_cast<std::uint64_t>(operation.initial->dtype()) + 1 : 0);
    key_.insert(key_.end(), bits, bits + 3);
}

/// Whether an operation raises an array to a whole power from 3 to 64, or the inverse of one. Compilers compute these
/// as they do others, but for the questions whether the exponent is whole and odd.
bool has_plain_power(const WaitingOperation& operation) {
    const Expression& expression = operation.kernel->expression();
    if (expression.steps.size() != 1 || !expression.steps[0].has_exponent || !operation.operands[1].array ||
        operation.operands[2].array)
        return false;
    const double exponent = Scalar::load(expression.inputs[1], operation.operands[2].value).to_double();
    return exponent == std::trunc(exponent) && std::abs(exponent) >= 3 && std::abs(exponent) <= 64;
}

// The compiler replaces a function of a number that it knows, pow(x, 0.5) by sqrt(x), which rounds otherwise. So where
// a chain has functions, their own numbers never stand in the text but for plain powers, and of the others only those
// from which no further number follows: of real arithmetic with an array.
bool Chain::takes_literals(const WaitingOperation& operation) const {
    if (is_cheap_) return true;
    const Expression& expression = operation.kernel->expression();
    if (expression.inputs.size() != 2 || expression.outputs.size() != 1 ||
        !std::ranges::all_of(expression.inputs, is_floating))
        return false;
    return is_expensive(expression) ? has_plain_power(operation)
                                    : operation.operands[1].array || operation.operands[2].array;
}

std::string Chain::name() const {
    constexpr std::size_t longest = 100;
    std::string name = "deferred";
    for (const WaitingOperation* operation : operations_) {
        if (name.size() > longest) return name + "_etc";
        name += "_" + label_of(*operation);
    }
    return name;
}

std::uint64_t Chain::length_class(std::int64_t length) {
    if (length == 1) return 0;
    const auto number = static_cast<std::uint64_t>(std::ranges::find(lengths_, length) - lengths_.begin());
    if (number == lengths_.size()) lengths_.push_back(length);
    return number + 1;
}

void Chain::put_layout(const ndarray& a) {
    const bool whole = a.offset() == 0 && static_cast<std::size_t>(a.nbytes()) == a.buffer()->bytes();
    const Order order = order_of(a);
    key_.push_back(static_cast<std::uint64_t>(table_index(a.dtype())) | static_cast<std::uint64_t>(a.ndim()) << 8 |
                   static_cast<std::uint64_t>(order) << 16 | static_cast<std::uint64_t>(whole) << 24);
    for (std::int64_t length : a.shape()) key_.push_back(length_class(length));
    if (order != Order::other && whole) return;
    key_.push_back(static_cast<std::uint64_t>(a.offset()));
    for (std::int64_t length : a.shape()) key_.push_back(static_cast<std::uint64_t>(length));
    for (std::int64_t stride : a.strides()) key_.push_back(static_cast<std::uint64_t>(stride));
}

std::size_t Chain::argument_of(const ndarray& a) {
    for (std::size_t i = 0; i < leaves_.size(); ++i)
        if (leaves_[i]->dtype() == a.dtype() && same_elements(*leaves_[i], a)) return leaf_arguments_[i];
    const std::size_t argument = arguments_.size();
    leaves_.push_back(&a);
    leaf_arguments_.push_back(argument);
    if (lazy_call(a)) {
        lazy_.emplace_back(a);
        lazy_numbers_.push_back(argument);
        resolved_.emplace_back(BufferRef(), 0, a.dtype(), a.shape(), a.strides());
    } else {
        // Perhaps memory that a failed evaluation left: some of the chain has run.
        resolved_.push_back(resolved(a));
    }
    arguments_.emplace_back(resolved_.back());
    const Order order = order_of(a);
    key_.push_back(5u | static_cast<std::uint64_t>(table_index(a.dtype())) << 8 |
                   static_cast<std::uint64_t>(a.ndim()) << 16 | static_cast<std::uint64_t>(order) << 24);
    for (int d = 0; d < a.ndim(); ++d) {
        const std::uint64_t number = length_class(a.shape()[d]);
        key_.push_back(number);
        const bool is_known = number == 0 || std::ranges::any_of(known_, [&](const KnownLength& known) {
                                  return known.length == a.shape()[d];
                              });
        if (!is_known) known_.push_back({a.shape()[d], static_cast<int>(argument), d});
        if (order == Order::other) key_.push_back(static_cast<std::uint64_t>(a.strides()[d]));
    }
    return argument;
}

// It stands in no kernel's text, and is another one each time. Of a chain that is only looked at, the array may have no
// memory yet.
std::size_t Chain::argument_of_address(const ndarray& a) {
    std::size_t argument = number;
    for (const auto& [other, its] : addressed_)
        if (other->buffer().get() == a.buffer().get() && other->offset() == a.offset()) argument = its;
    if (argument == number) {
        argument = arguments_.size();
        addressed_.emplace_back(&a, argument);
        arguments_.emplace_back(Scalar::strong(std::uint64_t{0}));
    }
    key_.push_back(9u | static_cast<std::uint64_t>(argument) << 8);
    return argument;
}

void Chain::find_addresses() {
    for (const auto& [a, argument] : addressed_) {
        const auto address = static_cast<std::uint64_t>(device_address(DataAccess().read(resolved(*a))));
        arguments_[argument] = Scalar::strong(address);
    }
}

std::vector<LazyArray*> Chain::lazy_arguments() {
    if (lazy_.empty()) return {};
    std::vector<LazyArray*> lazy(arguments_.size());
    auto number = lazy_numbers_.begin();
    for (LazyOperand& operand : lazy_) lazy[*number++] = &operand;
    return lazy;
}

KeyView Chain::whole_key() const {
    if (whole_key_.empty()) {
        whole_key_.assign(key_.begin(), key_.end());
        for (std::int64_t length : lengths_) whole_key_.push_back(static_cast<std::uint64_t>(length));
    }
    return whole_key_;
}

// The chain once more, with arrays that stand for arguments.
Program Chain::program(bool with_lengths, bool with_literals, bool reads_memory) const {
    Trace trace;
    std::vector<ndarray> leaves;
    std::vector<Scalar> scalars(arguments_.size());
    leaves.reserve(arguments_.size());
    std::vector<int> leaf_of(arguments_.size(), -1);
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        if (!arguments_[i].is_array()) {
            scalars[i] = trace.weak_argument(static_cast<int>(i), arguments_[i].scalar());
            continue;
        }
        const ndarray& a = arguments_[i].array();
        leaf_of[i] = static_cast<int>(leaves.size());
        leaves.push_back(trace.argument(static_cast<int>(i), a.dtype(), a.shape(), a.strides()));
    }
    std::map<const cuda::Block*, ndarray> made;
    {
        Trace::Recording recording(trace);
        Recorder& recorder = trace;
        std::size_t next = 0;
        for (const WaitingOperation* waiting : operations_) {
            const WaitingOperation& operation = *waiting;
            std::vector<ndarray> arrays;
            arrays.reserve(operation.operands.size());  // does not move them later
            std::vector<KernelOperand> operands = operation.operands;
            for (std::size_t k = 0; k < operands.size(); ++k) {
                const std::size_t argument = operands_[next++];
                if (operation.is_address(k)) {
                    operands[k].array = nullptr;
                    operands[k].set(scalars[argument], DType::uint64);
                } else if (!operands[k].array) {
                    if (with_literals && takes_literals(operation)) continue;
                    operands[k].set(scalars[argument],
                                    operation.kernel->expression().inputs[k - operation.output_count()]);
                } else if (argument != number) {
                    operands[k].array = &leaves[static_cast<std::size_t>(leaf_of[argument])];
                } else if (operands[k].array->buffer()) {
                    const ndarray& a = *operands[k].array;
                    ndarray& stands = made[a.buffer().get()];
                    if (!stands.buffer())
                        stands =
                            ndarray(cuda::allocate(a.buffer()->bytes()), a.offset(), a.dtype(), a.shape(), a.strides());
                    operands[k].array =
                        &arrays.emplace_back(stands.buffer(), a.offset(), a.dtype(), a.shape(), a.strides());
                }
            }
            if (operation.kernel) recorder.elementwise(*operation.kernel, operands, operation.shape);
            else
                operation.reduce(operands,
                                 [&](const ReductionCall& call) { recorder.reduction(*operation.reduction, call); });
        }
    }
    std::vector<ndarray> results;
    for (const cuda::BlockRef& block : live_) results.push_back(made.at(block.get()));
    trace.finish(results);
    const std::span<const KnownLength> known(known_);
    return Program(trace, name(), with_lengths ? known : known.first(0),
                   {.literals = with_literals, .exact = true, .reads_memory = reads_memory});
}

// ----------------------------------------------------------------------------------------------------------- the table

/// What is known of a chain.
struct Entry {
    bool is_tied = false;       ///< Its whole key is to be looked for.
    bool is_refused = false;    ///< A program saves nothing, or did not work.
    bool has_own = false;       ///< For some lengths: their whole keys tell.
    bool reads_memory = false;  ///< Reductions that take operations in do not have their order.
    // Null at first: a chain that never comes again is not compiled. The compiler makes less of `x * 2` than of `x *
    // a`, so the numbers that came first have a program with them in its text; all others share one.
    std::shared_ptr<const Program> literal, general;
    Key numbers;  ///< Of `literal`.
};

Entry refused() {
    Entry entry;
    entry.is_refused = true;
    return entry;
}

class Table {
public:
    /// The entry of a key; null where there was none. Then there is one now.
    std::shared_ptr<const Entry> find(KeyView key) {
        static const auto unused = std::make_shared<const Entry>();
        std::lock_guard lock(mutex_);
        if (const auto at = entries_.find(key); at != entries_.end()) return at->second;
        if (entries_.size() >= most_entries) entries_.clear();
        entries_.emplace(Key(key.begin(), key.end()), unused);
        return nullptr;
    }
    /// The same for who only looks.
    std::shared_ptr<const Entry> look(KeyView key) {
        std::lock_guard lock(mutex_);
        const auto at = entries_.find(key);
        return at == entries_.end() ? nullptr : at->second;
    }
    void set(KeyView key, Entry entry) {
        auto made = std::make_shared<const Entry>(std::move(entry));
        std::lock_guard lock(mutex_);
        entries_.insert_or_assign(Key(key.begin(), key.end()), std::move(made));
    }

private:
    static constexpr std::size_t most_entries = 4096;
    std::mutex mutex_;
    std::unordered_map<Key, std::shared_ptr<const Entry>, KeyHash, KeyEqual> entries_;
};

Table& table() {
    static auto* table = new Table;
    return *table;
}

/// Remembers that reductions of these lengths do not have their order where they take operations in, nor, the second
/// time, at all.
void note_no_order(const Chain& chain, KeyView key) {
    const std::shared_ptr<const Entry> before = table().find(key);
    Entry entry = before ? *before : Entry();
    if (entry.reads_memory) return table().set(key, refused());
    entry.has_own = true;
    table().set(key, entry);
    Entry own;
    own.reads_memory = true;
    table().set(chain.whole_key(), own);
}

/// The program of a chain that was seen before, and the key that it is known by; null where there is none.
std::shared_ptr<const Program> program_of(const Chain& chain, std::size_t operations, KeyView& key) {
    key = chain.key();
    std::shared_ptr<const Entry> known = table().find(key);
    const bool is_tied = known && known->is_tied;
    bool with_lengths = !is_tied;
    if (is_tied) {
        key = chain.whole_key();
        known = table().find(key);
    }
    if (known && known->has_own)
        if (std::shared_ptr<const Entry> own = table().look(chain.whole_key())) {
            key = chain.whole_key();
            known = std::move(own);
            with_lengths = false;
        }
    if (!known || known->is_refused) return nullptr;
    const bool is_first =
        chain.has_literals() && (!known->literal || std::ranges::equal(known->numbers, chain.numbers()));
    if (const auto& program = is_first ? known->literal : known->general) return program;
    Entry entry = *known;
    auto made = std::make_shared<const Program>(chain.program(with_lengths, is_first, entry.reads_memory));
    if (with_lengths && !made->is_general()) {
        Entry tied;
        tied.is_tied = true;
        table().set(key, tied);
        key = chain.whole_key();
        made = std::make_shared<const Program>(chain.program(false, is_first, entry.reads_memory));
    }
    if (made->stage_count() >= operations && !made->takes_rows()) entry.is_refused = true;
    (is_first ? entry.literal : entry.general) = made;
    if (is_first) entry.numbers.assign(chain.numbers().begin(), chain.numbers().end());
    table().set(key, entry);
    return entry.is_refused ? nullptr : made;
}

}  // namespace

Together run_together(std::span<WaitingOperation* const> operations, std::span<const cuda::BlockRef> live) {
    Chain chain(operations, live);
    KeyView key;
    std::vector<ndarray> results(live.size());
    try {
        const std::shared_ptr<const Program> program = program_of(chain, operations.size(), key);
        if (!program || !program->writes_apart(chain.arguments())) return Together::no;
        const CompileInBackground later;
        chain.find_addresses();
        program->run(chain.arguments(), results, chain.lazy_arguments());
    } catch (const NotCompiledYet&) {
        return Together::later;
    } catch (const NoSuchOrder&) {
        note_no_order(chain, key);
        return Together::no;
    } catch (const OutOfMemoryError&) {
        throw;
    } catch (const Error&) {
        table().set(key, refused());
        return Together::no;
    }
    for (std::size_t i = 0; i < live.size(); ++i) {
        bool is_own = results[i].offset() == 0 && results[i].buffer();  // a lazy argument has none
        for (std::size_t j = 0; j < i; ++j) is_own = is_own && results[i].buffer().get() != results[j].buffer().get();
        for (const Operand& argument : chain.arguments())
            is_own = is_own && !(argument.is_array() && argument.array().buffer().get() == results[i].buffer().get());
        if (!is_own) {
            table().set(key, refused());
            return Together::no;
        }
    }
    for (std::size_t i = 0; i < live.size(); ++i) static_cast<PendingBlock&>(*live[i].get()).adopt(results[i].buffer());
    return Together::done;
}

ChainFate fate_of(std::span<WaitingOperation* const> operations, std::span<const cuda::BlockRef> live) {
    using enum ChainFate::Kind;
    if (operations.size() < 2) return {alone, 1};  // calls too
    const Chain chain(operations, live);
    std::shared_ptr<const Entry> entry = table().look(chain.key());
    if (entry && entry->is_tied) entry = table().look(chain.whole_key());
    if (!entry) return {is_new, operations.size()};
    if (entry->has_own)
        if (std::shared_ptr<const Entry> own = table().look(chain.whole_key())) entry = own;
    if (entry->is_refused) return {refused, operations.size()};
    const auto& program = entry->literal ? entry->literal : entry->general;
    return {together, !program || program->takes_rows() ? 1 : program->stage_count()};
}

std::string label_of(const WaitingOperation& operation) {
    if (operation.call) return operation.call->name;
    if (operation.reduction) {
        const Reduction& reduction = operation.reduction->reduction();
        return reduction.label.empty() ? reduction.name : reduction.label;
    }
    return operation.kernel->label();
}

}  // namespace cuprum::kernel
