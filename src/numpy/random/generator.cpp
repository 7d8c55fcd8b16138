#include <mutex>

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/random.h"
#include "numpy/random/seeds.h"

namespace cuprum::random {

struct Generator::State {
    BitGeneratorKind kind;
    std::uint64_t seed, position = 0;
    std::mutex mutex;
};

namespace {

constexpr const char* engines[] = {"PhiloxEngine", "XorwowEngine", "MrgEngine"};

// Kernels that draw one number an element, for each engine.
const ElementwiseKernel& drawing(BitGeneratorKind kind, const char* statement, int which) {
    static std::mutex mutex;
    static std::unique_ptr<ElementwiseKernel> made[3][6];
    std::lock_guard lock(mutex);
    auto& kernel = made[static_cast<int>(kind)][which];
    if (!kernel) {
        ElementwiseKernelOptions options;
        options.preamble = "#include <cuprum/distributions.h>\nusing namespace cuprum;\n";
        const std::string engine = engines[static_cast<int>(kind)];
        kernel = std::make_unique<ElementwiseKernel>("uint64 seed, uint64 first, uint64 last", "T y", engine + " e(seed, first + i); " + statement,
                                                     "cuprum_random_draw", options);
    }
    return *kernel;
}

}  // namespace

Generator::Generator(std::optional<std::uint64_t> seed, BitGeneratorKind kind)
    : state_(std::make_unique<State>(kind, seed ? *seed : seed_from_system())) {}
Generator::~Generator() = default;

BitGeneratorKind Generator::kind() const { return state_->kind; }
std::uint64_t Generator::seed() const { return state_->seed; }
std::uint64_t Generator::position() const { return state_->position; }

Source::Engine Generator::engine(std::int64_t count) {
    std::lock_guard lock(state_->mutex);
    const std::uint64_t first = state_->position;
    state_->position += static_cast<std::uint64_t>(count);
    return {engines[static_cast<int>(state_->kind)], state_->seed, first};
}

namespace {

void run(BitGeneratorKind kind, const char* statement, int which, std::uint64_t seed, std::uint64_t first, std::uint64_t last, const ndarray& out) {
    if (out.size() == 0) return;
    const Operand operands[] = {Scalar::strong(seed), Scalar::strong(first), Scalar::strong(last), out};
    ndarray result;
    drawing(kind, statement, which).call(operands, {}, &result);
}

}  // namespace

void Generator::fill(const ndarray& out, Distribution::Source source) {
    const Engine from = engine(out.size());
    switch (source) {
        case Distribution::Source::normal: return run(kind(), "y = T(e.normal())", 0, from.seed, from.first, 0, out);
        case Distribution::Source::half_open:
            if (out.dtype() == DType::float32) return run(kind(), "y = T(e.next() >> 8) * T(0x1p-24)", 1, from.seed, from.first, 0, out);
            return run(kind(), "y = T(e.uniform())", 2, from.seed, from.first, 0, out);
        default:
            if (out.dtype() == DType::float32) return run(kind(), "y = T((e.next() >> 8) + 1) * T(0x1p-24)", 3, from.seed, from.first, 0, out);
            return run(kind(), "y = T(1 - e.uniform())", 4, from.seed, from.first, 0, out);
    }
}

ndarray Generator::bits(const Shape& shape, DType dtype) {
    ndarray result = empty(shape, dtype);
    const Engine from = engine(result.size());
    run(kind(), "y = sizeof(T) == 8 ? static_cast<T>(uint64(e.next()) | uint64(e.next()) << 32) : static_cast<T>(e.next())", 5, from.seed, from.first,
        0, result);
    return result;
}

// D. Lemire, "Fast random integer generation in an interval", 2019, without the division where a draw is good.
ndarray Generator::below(std::uint64_t most, const Shape& shape) {
    ndarray result = empty(shape, DType::uint64);
    if (most == ~std::uint64_t(0)) return bits(shape, DType::uint64);
    const Engine from = engine(result.size());
    static std::mutex mutex;
    static std::unique_ptr<ElementwiseKernel> made[3];
    const ElementwiseKernel* kernel;
    {
        std::lock_guard lock(mutex);
        auto& slot = made[static_cast<int>(kind())];
        if (!slot) {
            ElementwiseKernelOptions options;
            options.preamble =
                "#include <cuprum/distributions.h>\nusing namespace cuprum;\n"
                "CUPRUM_DEVICE uint64 upper_half(uint64 a, uint64 b) {\n"
                "    const uint64 a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32, low = a0 * b0;\n"
                "    const uint64 middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xffffffff);\n"
                "    return a1 * b1 + (middle >> 32) + (other >> 32);\n"
                "}\n";
            slot = std::make_unique<ElementwiseKernel>(
                "uint64 seed, uint64 first, uint64 count", "uint64 y",
                std::string(engines[static_cast<int>(kind())]) +
                    " e(seed, first + i); const uint64 least = (0 - count) % count; uint64 bits; "
                    "do { bits = uint64(e.next()) | uint64(e.next()) << 32; } while (bits * count < least); y = upper_half(bits, count)",
                "cuprum_random_below", options);
        }
        kernel = slot.get();
    }
    if (result.size() == 0) return result;
    const Operand operands[] = {Scalar::strong(from.seed), Scalar::strong(from.first), Scalar::strong(most + 1), result};
    ndarray same;
    kernel->call(operands, {}, &same);
    return result;
}

}  // namespace cuprum::random
