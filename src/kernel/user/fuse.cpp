#include "cuprum/fuse.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <map>
#include <mutex>

#include "core/layout.h"
#include "kernel/fusion/pattern_key.h"
#include "kernel/fusion/program.h"

namespace cuprum {

using kernel::KnownLength;
using kernel::Program;
using kernel::Trace;

bool is_tracing() { return runtime::context.recorder != nullptr; }

bool stands_for_number(const ndarray& a) {
    if (!runtime::context.recorder) [[likely]]
        return false;
    const Trace* trace = Trace::current();
    return trace && trace->is_number(a);
}

void note_lengths_read() {
    if (!runtime::context.recorder) [[likely]]
        return;
    if (Trace* trace = Trace::current()) trace->tie_to_lengths();
}

Scalar scalar_operation(const char* operation, const Scalar& a, const Scalar& b) {
    using enum kernel::ScalarOperation;
    static constexpr std::pair<const char*, kernel::ScalarOperation> operations[] = {
        {"+", add},         {"-", subtract}, {"*", multiply},   {"/", divide},     {"//", floor_divide},
        {"%", remainder},   {"**", power},   {"neg", negative}, {"abs", absolute}, {"<", less},
        {"<=", less_equal}, {"==", equal},   {"!=", not_equal}, {">", greater},    {">=", greater_equal}};
    for (auto [name, number] : operations)
        if (std::string_view(name) == operation) return Trace::combine(number, a, b);
    throw ValueError(std::string("there is no operation '") + operation + "' of scalars");
}

namespace {

class Entry final : public FusedProgram {
public:
    explicit Entry(Program program) : program(std::move(program)) {}

    std::size_t result_count() const override { return program.result_count(); }
    int argument_of(std::size_t result) const override { return program.argument_of(result); }
    void run(std::span<const Operand> arguments, std::span<ndarray> results) const override {
        program.run(arguments, results);
    }
    std::vector<Scalar> scalars(std::span<const Operand> arguments) const override {
        return program.scalar_values(arguments);
    }

    Program program;
};

using Key = kernel::PatternKey;
using kernel::hash_of;
using kernel::Order;
using kernel::order_of;

/// What calls have in common for which one trace holds: dtypes, which lengths are equal and which are one, and the
/// order in which axes lie in memory.
class Pattern {
public:
    /// False where an array has no elements or more axes than are told apart.
    bool set(std::span<const Operand> arguments, std::span<const std::uint64_t> constants, Key& key) {
        key.assign(constants.begin(), constants.end());
        for (std::size_t k = 0; k < arguments.size(); ++k) {
            const Operand& argument = arguments[k];
            if (!argument.is_array()) {
                key.push_back(1u | static_cast<std::uint64_t>(table_index(argument.dtype())) << 8 |
                              static_cast<std::uint64_t>(argument.is_weak()) << 16);
                continue;
            }
            const ndarray& a = argument.array();
            if (a.size() == 0) return false;
            const Order order = order_of(a);
            key.push_back(2u | static_cast<std::uint64_t>(table_index(a.dtype())) << 8 |
                          static_cast<std::uint64_t>(order) << 16 | static_cast<std::uint64_t>(a.ndim()) << 24);
            std::uint64_t word = 0;
            int filled = 0;
            auto put = [&](std::uint64_t code) {
                word = word << 8 | code;
                if (++filled % 8 == 0) key.push_back(std::exchange(word, 0));
            };
            for (int d = 0; d < a.ndim(); ++d) {
                const std::int64_t length = a.shape()[d];
                int number = 0;
                if (length != 1) {
                    while (number < count_ && lengths_[number].length != length) ++number;
                    if (number == most) return false;
                    if (number == count_) lengths_[count_++] = {length, static_cast<int>(k), d};
                    ++number;
                }
                put(static_cast<std::uint64_t>(number));
            }
            if (order == Order::other) {
                const Dims axes = kernel::memory_order(a.shape(), a.strides());
                for (std::int64_t axis : axes) put(static_cast<std::uint64_t>(axis));
                for (std::int64_t stride : a.strides()) put(stride == 0 ? 1 : stride < 0 ? 2 : 3);
            }
            if (filled % 8) key.push_back(word);
        }
        return true;
    }

    std::span<const KnownLength> lengths() const { return {lengths_, static_cast<std::size_t>(count_)}; }

private:
    static constexpr int most = 32;
    KnownLength lengths_[most];
    int count_ = 0;
};

/// Lengths in the place of the real ones, on the other side of whatever a function may tell them apart by.
std::vector<KnownLength> other_lengths(std::span<const KnownLength> real) {
    static constexpr int small[] = {2,  3,  5,  7,  11, 13, 17, 19, 23, 29,  31,  37,  41,  43,  47,  53,
                                    59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 131};
    static constexpr int large[] = {1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049, 1051, 1061, 1063,
                                    1069, 1087, 1091, 1093, 1097, 1103, 1109, 1117, 1123, 1129, 1151,
                                    1153, 1163, 1171, 1181, 1187, 1193, 1201, 1213, 1217, 1223};
    std::vector<KnownLength> result(real.begin(), real.end());
    for (std::size_t i = 0; i < result.size(); ++i) {
        const bool is_large = result[i].length > 100;
        std::int64_t length = (is_large ? small : large)[i];
        if (length == real[i].length) length = (is_large ? large : small)[i];
        result[i].length = length;
    }
    return result;
}

/// Strides of an array like `a` with other lengths.
Strides strides_like(const ndarray& a, const Shape& shape) {
    const Order order = order_of(a);
    if (order != Order::other) return contiguous_strides(shape, a.itemsize(), order == Order::c ? 'C' : 'F');
    Strides strides(a.ndim());
    const Dims axes = kernel::memory_order(a.shape(), a.strides());
    std::int64_t step = 2 * a.itemsize();  // gaps, as an array without them would be contiguous
    for (int i = axes.size() - 1; i >= 0; --i) {
        const int axis = static_cast<int>(axes[i]);
        const std::int64_t real = a.strides()[axis];
        strides[axis] = real == 0 ? 0 : real < 0 ? -step : step;
        if (real != 0) step *= shape[axis] + 1;
    }
    return strides;
}

/// Whether a function that does the same was made before with other numbers of its own, as one is that is made anew for
/// each value that it captures: all but the first then share kernels, whose arguments these numbers are.
bool first_numbers(const Program& program) {
    static std::mutex mutex;
    static auto& first = *new std::map<std::string, std::string>;
    const std::string numbers = program.fingerprint();
    std::lock_guard lock(mutex);
    return first.try_emplace(program.fingerprint(false), numbers).first->second == numbers;
}

std::string identifier(const std::string& name) {
    std::string result;
    for (char c : name) result += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return result.empty() ? "fused" : result;
}

}  // namespace

struct FusedFunction::Impl {
    static constexpr std::size_t most_slots = 512, most_guarded = 16;

    /// The programs for one key: several where values of scalars decided something.
    struct Slot {
        std::uint64_t hash = 0;
        Key key;
        bool tied = false;  ///< A key with the lengths and strides themselves has to be looked for.
        std::vector<std::shared_ptr<const Entry>> entries;
    };

    /// Null where there is none yet; `tied` tells to ask with the longer key.
    std::shared_ptr<const Entry> find(const Key& key, std::span<const Operand> arguments, bool& tied) {
        const std::uint64_t hash = hash_of(key);
        std::lock_guard lock(mutex);
        for (const Slot& slot : slots) {
            if (slot.hash != hash || slot.key != key) continue;
            tied = slot.tied;
            for (const auto& entry : slot.entries)
                if (entry->program.guards_hold(arguments)) return entry;
            return {};
        }
        return {};
    }

    void clear() {
        std::vector<Slot> forgotten;  // released without the lock
        std::lock_guard lock(mutex);
        slots.swap(forgotten);
    }

    void keep(const Key& key, std::shared_ptr<const Entry> entry) {
        const std::uint64_t hash = hash_of(key);
        std::lock_guard lock(mutex);
        auto slot =
            std::find_if(slots.begin(), slots.end(), [&](const Slot& s) { return s.hash == hash && s.key == key; });
        if (slot == slots.end()) {
            if (slots.size() >= most_slots) slots.erase(slots.begin());
            slots.push_back({hash, key, false, {}});
            slot = slots.end() - 1;
        }
        if (!entry) {
            slot->tied = true;
            return;
        }
        if (slot->entries.size() >= most_guarded) slot->entries.erase(slot->entries.begin());
        slot->entries.push_back(std::move(entry));
        ++traces;
    }

    /// Traces the body with arrays of the given lengths in the place of the arguments'.
    std::shared_ptr<void> trace(Trace& trace, std::span<const Operand> arguments, std::span<const KnownLength> real,
                                std::span<const KnownLength> lengths, const Body& body) const {
        std::vector<ndarray> arrays;
        arrays.reserve(arguments.size());
        std::vector<Operand> operands;
        for (std::size_t k = 0; k < arguments.size(); ++k) {
            const int number = static_cast<int>(k);
            const Operand& argument = arguments[k];
            if (!argument.is_array()) {
                if (argument.is_weak()) operands.emplace_back(trace.weak_argument(number, argument.scalar()));
                else operands.emplace_back(arrays.emplace_back(trace.strong_argument(number, argument.dtype())));
                continue;
            }
            const ndarray& a = argument.array();
            if (lengths.empty()) {
                operands.emplace_back(arrays.emplace_back(trace.argument(number, a.dtype(), a.shape(), a.strides())));
                continue;
            }
            Shape shape(a.shape());
            for (std::int64_t& length : shape)
                for (std::size_t i = 0; i < real.size(); ++i)
                    if (real[i].length == length) {
                        length = lengths[i].length;
                        break;
                    }
            operands.emplace_back(
                arrays.emplace_back(trace.argument(number, a.dtype(), shape, strides_like(a, shape))));
        }
        Traced traced;
        {
            Trace::Recording recording(trace);
            traced = body(operands);
        }
        trace.finish(traced.results);
        return traced.attachment;
    }

    /// Whether the function does the same with other lengths of the same pattern.
    bool is_general(const Program& program, std::span<const Operand> arguments, std::span<const KnownLength> real,
                    const Body& body) const {
        if (!program.is_general()) return false;
        try {
            Trace again;
            const std::vector<KnownLength> lengths = other_lengths(real);
            trace(again, arguments, real, lengths, body);
            const Program other(again, name, lengths);
            return !again.tied() && other.is_general() && other.fingerprint() == program.fingerprint();
        } catch (...) {  // what it does hangs on the lengths
            return false;
        }
    }

    std::string name;
    std::mutex mutex;
    std::vector<Slot> slots;
    std::atomic<std::size_t> traces = 0;
};

FusedFunction::FusedFunction(std::string kernel_name) : impl_(std::make_unique<Impl>()) {
    impl_->name = identifier(kernel_name);
}
FusedFunction::~FusedFunction() = default;
FusedFunction::FusedFunction(FusedFunction&&) noexcept = default;
FusedFunction& FusedFunction::operator=(FusedFunction&&) noexcept = default;

const std::string& FusedFunction::kernel_name() const { return impl_->name; }
std::size_t FusedFunction::trace_count() const { return impl_->traces; }
void FusedFunction::clear_cache() { impl_->clear(); }

std::shared_ptr<const FusedProgram> FusedFunction::program(std::span<const Operand> arguments,
                                                           std::span<const std::uint64_t> constants, const Body& body) {
    if (is_tracing()) return {};
    if (std::none_of(arguments.begin(), arguments.end(), [](const Operand& argument) { return argument.is_array(); }))
        return {};
    static thread_local Key kept_key;
    Key& key = kept_key;
    Pattern pattern;
    if (!pattern.set(arguments, constants, key)) return {};
    bool tied = false;
    std::shared_ptr<const Entry> entry = impl_->find(key, arguments, tied);
    if (!entry && tied) {
        for (const Operand& argument : arguments) {
            if (!argument.is_array()) continue;
            for (std::int64_t length : argument.array().shape()) key.push_back(static_cast<std::uint64_t>(length));
            for (std::int64_t stride : argument.array().strides()) key.push_back(static_cast<std::uint64_t>(stride));
        }
        entry = impl_->find(key, arguments, tied);
    }
    if (!entry) {
        const Key asked = key;  // a traced function may call others
        Trace trace;
        std::shared_ptr<void> attachment = impl_->trace(trace, arguments, {}, {}, body);
        Program program(trace, impl_->name, pattern.lengths());
        const bool general = !tied && !trace.tied() && impl_->is_general(program, arguments, pattern.lengths(), body);
        // Only where lengths are known: others may make other numbers, and each would be a text of its own.
        if (general) program = Program(trace, impl_->name, pattern.lengths(), {.literals = first_numbers(program)});
        else program = Program(trace, impl_->name, {});
        auto made = std::make_shared<Entry>(std::move(program));
        made->attachment = std::move(attachment);
        entry = made;
        Key own = asked;
        if (!general && !tied) {
            impl_->keep(asked, nullptr);
            for (const Operand& argument : arguments) {
                if (!argument.is_array()) continue;
                for (std::int64_t length : argument.array().shape()) own.push_back(static_cast<std::uint64_t>(length));
                for (std::int64_t stride : argument.array().strides())
                    own.push_back(static_cast<std::uint64_t>(stride));
            }
        }
        impl_->keep(own, entry);
    }
    if (!entry->program.writes_apart(arguments)) return {};
    return entry;
}

}  // namespace cuprum
