#include <mutex>

#include "cuprum/creation.h"
#include "cuprum/random.h"
#include "numpy/random/engine_kernel.h"
#include "numpy/random/refuse.h"
#include "numpy/random/seeds.h"

namespace cuprum::random {

struct Generator::State {
    BitGeneratorKind kind;
    std::uint64_t seed, position = 0;
    std::mutex mutex;
};

namespace {

// What an element draws of its engine.
enum class Draw : std::uint8_t { normal, half_open_float, half_open_double, uniform_float, uniform_double, bits, below };

struct DrawRow {
    const char *inputs, *output, *statement, *name;
};
constexpr DrawRow draws[] = {
    {"", "T y", "const double u = 1 - e.uniform(); y = T(box_muller(u, e.uniform()))", "box_muller"},
    {"", "float32 y", "y = (e.next() >> 8) * 0x1p-24f", "half_open_float"},
    {"", "float64 y", "y = e.uniform()", "half_open_double"},
    {"", "float32 y", "y = ((e.next() >> 8) + 1) * 0x1p-24f", "uniform_float"},
    {"", "float64 y", "y = 1 - e.uniform()", "uniform_double"},
    {"", "T y", "y = sizeof(T) == 8 ? static_cast<T>(e.next_wide()) : static_cast<T>(e.next())", "bits"},
    {", uint64 count", "uint64 y", "y = sample_below(e, count)", "below"},
};

void run(Draw draw, EngineKind kind, std::span<const Operand> operands) {
    static KernelSlot slots[std::size(draws)][engine_kinds];
    const auto number = static_cast<std::size_t>(draw);
    const DrawRow& row = draws[number];
    ndarray same;
    slots[number][static_cast<std::size_t>(kind)]
        .get([&] { return engine_kernel(kind, row.inputs, row.output, row.statement, row.name); })
        .call(operands, {}, &same);
}

}  // namespace

Generator::Generator(std::optional<std::uint64_t> seed, BitGeneratorKind kind)
    : state_(std::make_unique<State>(kind, seed ? *seed : seed_from_system())) {}
Generator::~Generator() = default;

BitGeneratorKind Generator::kind() const { return state_->kind; }
std::uint64_t Generator::seed() const { return state_->seed; }
std::uint64_t Generator::position() const { return state_->position; }

Source::Engine Generator::engine(std::int64_t count) {
    refuse_in_trace();
    std::lock_guard lock(state_->mutex);
    const std::uint64_t first = state_->position;
    state_->position += static_cast<std::uint64_t>(count);
    return {static_cast<EngineKind>(state_->kind), state_->seed, first};
}

void Generator::fill(const ndarray& out, Distribution::Source source) {
    if (out.size() == 0) return;
    const Engine from = engine(out.size());
    const bool is_float = out.dtype() == DType::float32;
    const Draw draw = source == Distribution::Source::normal      ? Draw::normal
                      : source == Distribution::Source::half_open ? (is_float ? Draw::half_open_float : Draw::half_open_double)
                                                                  : (is_float ? Draw::uniform_float : Draw::uniform_double);
    const Operand operands[] = {Scalar::strong(from.seed), Scalar::strong(from.first), out};
    run(draw, from.kind, operands);
}

ndarray Generator::bits(const Shape& shape, DType dtype) {
    ndarray result = empty(shape, dtype);
    if (result.size() == 0) return result;
    const Engine from = engine(result.size());
    const Operand operands[] = {Scalar::strong(from.seed), Scalar::strong(from.first), result};
    run(Draw::bits, from.kind, operands);
    return result;
}

ndarray Generator::below(std::uint64_t most, const Shape& shape) {
    if (most == ~std::uint64_t(0)) return bits(shape, DType::uint64);
    ndarray result = empty(shape, DType::uint64);
    if (result.size() == 0) return result;
    const Engine from = engine(result.size());
    const Operand operands[] = {Scalar::strong(from.seed), Scalar::strong(from.first), Scalar::strong(most + 1), result};
    run(Draw::below, from.kind, operands);
    return result;
}

ndarray Generator::keys(std::int64_t count) { return bits({count}, DType::uint32); }

}  // namespace cuprum::random
