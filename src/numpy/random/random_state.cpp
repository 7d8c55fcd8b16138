#include <bit>
#include <cmath>
#include <map>
#include <mutex>

#include "cuprum/creation.h"
#include "cuprum/environment.h"
#include "cuprum/indexing.h"
#include "cuprum/random.h"
#include "cuprum/reduction.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/random/xorwow.h"
#include "numpy/random/pcg64.h"
#include "numpy/random/random_kernel.h"
#include "numpy/random/refuse.h"
#include "numpy/random/seeds.h"
#include "runtime/context.h"
#include "runtime/lock_releasing_gil.h"

namespace cuprum::random {

struct RandomState::State {
    explicit State(std::uint64_t seed) : lanes(seed), element_seed(seed) {}
    explicit State(const RandomStateSnapshot& snapshot)
        : lanes(snapshot.lanes, snapshot.lane), element_seed(snapshot.element_seed) {}

    kernel::Xorwow lanes;
    std::uint64_t element_seed;  // of the first element that will have an engine of its own
    std::mutex mutex;
};

RandomState::RandomState(std::optional<std::uint64_t> seed) { this->seed(seed); }
RandomState::RandomState(const RandomStateSnapshot& snapshot) {
    refuse_in_trace();
    state_ = std::make_unique<State>(snapshot);
}
RandomState::~RandomState() = default;

RandomStateSnapshot RandomState::snapshot() const {
    refuse_in_trace();
    const auto lock = runtime::lock_releasing_gil(state_->mutex);
    return {state_->lanes.words(), state_->lanes.lane(), state_->element_seed};
}

void RandomState::seed(std::optional<std::uint64_t> seed) {
    refuse_in_trace();
    const std::uint64_t number = seed ? *seed : seed_from_system();
    if (!state_) {
        state_ = std::make_unique<State>(number);
        return;
    }
    kernel::Xorwow lanes(number);
    // Other threads may be drawing.
    const auto lock = runtime::lock_releasing_gil(state_->mutex);
    state_->lanes = std::move(lanes);
    state_->element_seed = number;
}

void RandomState::fill(const ndarray& out, Distribution::Source source) {
    refuse_in_trace();
    const auto lock = runtime::lock_releasing_gil(state_->mutex);
    state_->lanes.fill(out, source == Distribution::Source::normal      ? kernel::RandomUnit::normal
                            : source == Distribution::Source::half_open ? kernel::RandomUnit::half_open
                                                                        : kernel::RandomUnit::uniform);
}

Source::Engine RandomState::engine(std::int64_t count) {
    refuse_in_trace();
    const auto lock = runtime::lock_releasing_gil(state_->mutex);
    const std::uint64_t seed = state_->element_seed;
    state_->element_seed += static_cast<std::uint64_t>(count);
    return {EngineKind::element, seed, 0};
}

ndarray RandomState::bits(const Shape& shape, DType dtype) {
    refuse_in_trace();
    const bool wide = dtype == DType::uint64;
    ndarray result = empty(shape, dtype);
    const auto lock = runtime::lock_releasing_gil(state_->mutex);
    // A wide number is two of the stream, the first of which is its lower half.
    state_->lanes.fill(wide ? result.reshape({result.size()}).view(DType::uint32) : result, kernel::RandomUnit::bits);
    return result;
}

namespace {

// Integers are stored alike with a sign and without.
ndarray without_sign(const ndarray& a) {
    static constexpr DType types[] = {DType::uint8, DType::uint16, DType::uint32, DType::uint64};
    return a.view(types[std::countr_zero(static_cast<unsigned>(a.itemsize()))]);
}

// low + numbers modulo most + 1, of uint32 or uint64, in one pass. A remainder of 32 bits is what a product of floats
// leaves, whose quotient is at most one too small.
ndarray remainders(const ndarray& numbers, std::uint64_t low, std::uint64_t most, DType dtype) {
    enum Way { mask, narrow, wide };
    static constexpr const char* statements[] = {"y = T(low + (x & most))",
                                                 "const uint32 whole = uint32(double(x) * part), rest = x - whole * "
                                                 "(uint32(most) + 1), less = rest - (uint32(most) + 1); "
                                                 "y = T(low + (rest < less ? rest : less))",
                                                 "y = T(low + x % (most + 1))"};
    static constexpr const char* names[] = {"remainder_mask", "remainder_narrow", "remainder_wide"};
    static KernelSlot slots[3];
    const Way way = (most & (most + 1)) == 0 ? mask : most > 0xffffffffu ? wide : narrow;
    ndarray result = empty(numbers.shape(), dtype);
    const ndarray stored = without_sign(result);
    const double part = std::nextafter(1 / (static_cast<double>(most) + 1), 0.0);
    const Operand operands[] = {numbers, Scalar::strong(low), Scalar::strong(most), Scalar::strong(part), stored};
    ndarray same;
    slots[way]
        .get([&] {
            return random_kernel("S x, uint64 low, uint64 most, float64 part", "T y", statements[way], names[way]);
        })
        .call(operands, {}, &same);
    return result;
}

}  // namespace

// The remainder of 32 or 64 bits. Those of the incomplete last stretch, which would make small remainders more likely,
// are drawn anew, twice as many as are missing.
ndarray RandomState::integers(std::uint64_t low, std::uint64_t most, const Shape& shape, DType dtype) {
    refuse_in_trace();
    if (most == 0) return full(shape, Scalar(low).as(DType::uint64), DType::uint64).astype(dtype, 'K', Casting::unsafe);
    const bool wide = most > 0xffffffffu;
    const DType drawn = wide ? DType::uint64 : DType::uint32;
    const std::uint64_t largest_bits = wide ? ~std::uint64_t(0) : 0xffffffffu, count = most + 1;
    if (!wide && (count & most) == 0) {
        const ndarray result = empty(shape, dtype), stored = without_sign(result);
        const auto lock = runtime::lock_releasing_gil(state_->mutex);
        state_->lanes.fill_masked(stored, low, static_cast<std::uint32_t>(most));
        return result;
    }
    ndarray numbers = bits(shape, drawn);
    if ((count & most) == 0) return remainders(numbers, low, most, dtype);
    const Scalar limit = Scalar(largest_bits - (largest_bits % count + 1) % count).as(drawn);
    if (any(greater(numbers, limit)).item().to_bool()) {
        const ndarray all_numbers = numbers.ravel();
        ndarray missing = flatnonzero(greater(all_numbers, limit));
        while (missing.size()) {
            const ndarray more = bits({std::max<std::int64_t>(2 * missing.size(), 1024)}, drawn),
                          good = compress(less_equal(more, limit), more);
            const std::int64_t found = std::min(good.size(), missing.size());
            all_numbers.assign({missing(Slice{.stop = found})}, good(Slice{.stop = found}));
            missing = missing(Slice{.start = found});
        }
        numbers = all_numbers.reshape(shape);
    }
    return remainders(numbers, low, most, dtype);
}

// CuPy takes a seed as if elements drew, and from it the first numbers of NumPy's default generator.
ndarray RandomState::keys(std::int64_t count) {
    Pcg64 generator(engine(count).seed);
    std::vector<std::uint32_t> words(static_cast<std::size_t>(count));
    for (std::uint32_t& word : words) word = generator.next32();
    return array_from_host(words.data(), DType::uint32, {count});
}

ndarray RandomState::tomaxint(const Size& size) {
    return bitwise_and(bits(size.value_or(Shape{}), DType::uint64),
                       Scalar(std::uint64_t(0x7fffffffffffffff)).as(DType::uint64))
        .view(DType::int64);
}

namespace {

struct States {
    std::mutex mutex;
    std::map<int, std::shared_ptr<RandomState>> of_device;
};

States& states() {
    static States& result = *new States;  // arrays of a device may not be freed after its backend
    return result;
}

std::optional<std::uint64_t> first_seed() {
    const std::string text = runtime::environment("SEED");
    if (text.empty()) return {};
    try {
        std::size_t used;
        const std::uint64_t seed = std::stoull(text, &used);
        if (used == text.size()) return seed;
    } catch (const std::exception&) {
    }
    throw ValueError("CUPRUM_SEED or CUPY_SEED must be a whole number, not '" + text + "'");
}

}  // namespace

std::shared_ptr<RandomState> get_random_state() {
    States& known = states();
    const auto lock = runtime::lock_releasing_gil(known.mutex);
    runtime::backend();
    auto& state = known.of_device[runtime::context.device];
    if (!state) state = std::make_shared<RandomState>(first_seed());
    return state;
}

void set_random_state(std::shared_ptr<RandomState> rs) {
    States& known = states();
    const auto lock = runtime::lock_releasing_gil(known.mutex);
    known.of_device[runtime::context.device] = std::move(rs);
}

void reset_states() {
    States& known = states();
    const auto lock = runtime::lock_releasing_gil(known.mutex);
    known.of_device.clear();
}

}  // namespace cuprum::random
