#include <mutex>
#include <utility>

#include "cuprum/creation.h"
#include "cuprum/random.h"
#include "kernel/random/random_rows.h"
#include "numpy/random/draws.h"
#include "numpy/random/refuse.h"
#include "numpy/random/seeds.h"

namespace cuprum::random {

struct Generator::State {
    BitGeneratorKind kind;
    std::uint64_t seed, position = 0;
    std::mutex mutex;

    /// The place of `count` elements, which are used up.
    kernel::RandomStream next(std::int64_t count);
};

Generator::Generator(std::optional<std::uint64_t> seed, BitGeneratorKind kind, std::uint64_t position)
    : state_(std::make_unique<State>(kind, seed ? *seed : seed_from_system(), position)) {}
Generator::~Generator() = default;

BitGeneratorKind Generator::kind() const { return state_->kind; }
std::uint64_t Generator::seed() const { return state_->seed; }
std::uint64_t Generator::position() const { return state_->position; }

kernel::RandomStream Generator::State::next(std::int64_t count) {
    refuse_in_trace();
    std::lock_guard lock(mutex);
    return {kind, seed, std::exchange(position, position + static_cast<std::uint64_t>(count))};
}

Source::Engine Generator::engine(std::int64_t count) {
    const kernel::RandomStream stream = state_->next(count);
    return {static_cast<EngineKind>(stream.kind), stream.seed, stream.first};
}

void Generator::fill(const ndarray& out, Distribution::Source source) {
    const kernel::RandomReal what = source == Distribution::Source::normal      ? kernel::RandomReal::normal
                                    : source == Distribution::Source::half_open ? kernel::RandomReal::half_open
                                                                                : kernel::RandomReal::uniform;
    kernel::run_in_turn(
        "random", {}, out,
        [stream = state_->next(out.size()), what](auto, const ndarray& out) { kernel::fill_random(out, stream, what); },
        true);
}

ndarray Generator::bits(const Shape& shape, DType dtype) {
    return integers(0, dtype == DType::uint64 ? ~std::uint64_t(0) : 0xffffffffu, shape, dtype);
}

ndarray Generator::integers(std::uint64_t low, std::uint64_t most, const Shape& shape, DType dtype) {
    const ndarray result = new_draw(shape, dtype);
    kernel::run_in_turn(
        "random", {}, result,
        [stream = state_->next(result.size()), low, most](auto, const ndarray& out) {
            kernel::fill_random(out, stream, low, most);
        },
        true);
    return result;
}

ndarray Generator::keys(std::int64_t count) { return bits({count}, DType::uint32); }

}  // namespace cuprum::random
