#include "kernel/random/xorwow.h"

#include <array>
#include <bit>
#include <map>
#include <mutex>

#include "cuprum/random/xorwow_args.h"
#include "cuprum/transfer.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/plan/random.h"
#include "runtime/lock_releasing_gil.h"

namespace cuprum::kernel {
namespace {

// A polynomial over GF(2) modulo the characteristic polynomial of XORWOW's shift register; its powers of x are steps.
struct Steps {
    std::array<std::uint32_t, 5> bits{};

    // x^160 + these: found by the Berlekamp-Massey algorithm, checked in tests/cpp/test_random.cpp through the streams.
    static constexpr std::array<std::uint32_t, 5> modulus{0x60001, 0x8610030, 0x62121, 0xf3c0035, 0xf0e};

    void times_x() {
        const bool overflow = bits[4] >> 31;
        for (int k = 4; k > 0; --k) bits[k] = bits[k] << 1 | bits[k - 1] >> 31;
        bits[0] <<= 1;
        if (overflow)
            for (int k = 0; k < 5; ++k) bits[k] ^= modulus[k];
    }
    Steps operator*(Steps other) const {
        Steps product;
        for (int i = 0; i < 160; ++i, other.times_x())
            if (bits[i / 32] >> (i % 32) & 1)
                for (int k = 0; k < 5; ++k) product.bits[k] ^= other.bits[k];
        return product;
    }
    /// 2^exponent steps.
    static Steps power_of_two(int exponent) {
        Steps result;
        result.bits[0] = 2;
        for (int i = 0; i < exponent; ++i) result = result * result;
        return result;
    }
    XorwowJump jump() const {
        XorwowJump result;
        std::copy(bits.begin(), bits.end(), result.bits);
        return result;
    }
};

constexpr int subsequence = 67;  // log2 of the steps from one lane to the next

// How far each worker jumps where the first jumps 0 and the second 2^exponent steps; on the current device.
const ndarray& jumps(int exponent) {
    // Not from the pool, whose figures are the program's.
    const cuda::AllocatorGuard direct(std::make_shared<cuda::DirectAllocator>());
    static std::mutex mutex;
    static std::map<std::pair<int, int>, ndarray> made;
    const auto lock = runtime::lock_releasing_gil(mutex);
    ndarray& table = made[{runtime::context.device, exponent}];
    if (table.size() == 0) {
        std::vector<std::uint32_t> words;
        const Steps one = Steps::power_of_two(exponent);
        Steps all;
        all.bits[0] = 1;
        for (int worker = 0; worker < xorwow_workers; ++worker, all = all * one)
            words.insert(words.end(), all.bits.begin(), all.bits.end());
        const ndarray fresh = array_from_host(words.data(), DType::uint32, {xorwow_workers, 5});
        runtime::backend().synchronize_stream(runtime::context.stream);  // other streams will read it
        table = fresh;
    }
    return table;
}

const KernelSource& source(RandomUnit unit, DType dtype) {
    auto make = [](const char* name, const char* type) {
        const std::string entry = std::string("cuprum_xorwow_") + name;
        return KernelSource{
            entry, "#include <cuprum/random/xorwow.h>\nCUPRUM_XORWOW(" + entry + ", cuprum::" + type + ")\n", {}};
    };
    static const KernelSource bits = make("bits", "random_bits");
    static const KernelSource sources[3][2] = {
        {make("uniform_float", "uniform_float"), make("uniform_double", "uniform_double")},
        {make("half_open_float", "half_open<cuprum::uniform_float>"),
         make("half_open_double", "half_open<cuprum::uniform_double>")},
        {make("normal_float", "normal_float"), make("normal_double", "normal_double")}};
    return unit == RandomUnit::bits ? bits : sources[static_cast<int>(unit) - 1][dtype == DType::float64];
}

}  // namespace

Xorwow::Xorwow(std::uint64_t seed) {
    // cuRAND's way from a seed to the first lane's state.
    const std::uint32_t low = static_cast<std::uint32_t>(seed) ^ 0xaad26b49u,
                        high = static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddu;
    const std::uint32_t t0 = 1099087573u * low, t1 = 2591861531u * high;
    const std::uint32_t words[xorwow_words] = {123456789u + t0, 362436069u ^ t0, 521288629u + t1,
                                               88675123u ^ t1,  5783321u + t0,   6615241u + t1 + t0};
    std::vector<std::uint32_t> first(static_cast<std::size_t>(xorwow_words) * xorwow_lanes);
    for (int k = 0; k < xorwow_words; ++k) first[static_cast<std::size_t>(k) * xorwow_lanes] = words[k];
    const cuda::AllocatorGuard direct(std::make_shared<cuda::DirectAllocator>());
    state_ = array_from_host(first.data(), DType::uint32, {xorwow_words, xorwow_lanes});
    next_ = new_array(state_.shape(), DType::uint32);

    // The lanes known so far give as many more.
    static const auto doublings = [] {
        std::array<XorwowJump, 12> result;
        for (int i = 0; i < 12; ++i) result[static_cast<std::size_t>(i)] = Steps::power_of_two(subsequence + i).jump();
        return result;
    }();
    static FunctionSlot slot;
    const auto function = slot.get([] {
        return KernelSource{"cuprum_xorwow_spread",
                            "#include <cuprum/random/xorwow.h>\nCUPRUM_XORWOW_SPREAD(cuprum_xorwow_spread)\n",
                            {}};
    });
    turns_.take();
    DataAccess data;
    XorwowSpreadArgs args{data.update<unsigned>(state_), {}, 1};
    for (const XorwowJump& jump : doublings) {
        args.jump = jump;
        data.launch(function, plan_xorwow_spread(args.count), args);
        args.count *= 2;
    }
    turns_.done();
}

Xorwow::Xorwow(std::span<const std::uint32_t> words, int lane) : start_(lane) {
    if (words.size() != static_cast<std::size_t>(xorwow_words) * xorwow_lanes || lane < 0 || lane >= xorwow_lanes)
        throw ValueError("the state of XORWOW has " + std::to_string(xorwow_words * xorwow_lanes) +
                         " words and one of " + std::to_string(xorwow_lanes) + " lanes, not " +
                         std::to_string(words.size()) + " words and lane " + std::to_string(lane));
    const cuda::AllocatorGuard direct(std::make_shared<cuda::DirectAllocator>());
    turns_.take();
    state_ = array_from_host(words.data(), DType::uint32, {xorwow_words, xorwow_lanes});
    next_ = new_array(state_.shape(), DType::uint32);
    turns_.done();
}

std::vector<std::uint32_t> Xorwow::words() {
    turns_.take();
    std::vector<std::uint32_t> result = state_.to_vector<std::uint32_t>();
    turns_.done();
    return result;
}

void Xorwow::fill(const ndarray& out, RandomUnit unit) {
    if (out.size() == 0) return;
    static KernelTable<> functions;
    const bool wide = out.dtype() == DType::float64, pairs = unit == RandomUnit::normal;
    const auto function = functions.function(KernelKey(unit, out.dtype()), [&] { return source(unit, out.dtype()); });
    run(out, function, (wide ? 2 : 1) * (pairs ? 2 : 1), pairs, 0, 0);
}

void Xorwow::fill_masked(const ndarray& out, std::uint64_t low, std::uint32_t mask) {
    if (out.size() == 0) return;
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(out.itemsize()), [&] {
        const std::string bits = std::to_string(8 * out.itemsize()), entry = "cuprum_xorwow_masked_" + bits;
        return KernelSource{entry,
                            "#include <cuprum/random/xorwow.h>\nCUPRUM_XORWOW(" + entry +
                                ", cuprum::masked_bits<cuprum::uint" + bits + ">)\n",
                            {}};
    });
    run(out, function, 1, false, low, mask);
}

void Xorwow::run(const ndarray& out, runtime::FunctionHandle function, int draws, bool pairs, std::uint64_t low,
                 std::uint64_t mask) {
    turns_.take();
    const std::int64_t units = pairs ? (out.size() + 1) / 2 : out.size();
    const XorwowPlan plan = plan_xorwow(units, runtime::device_traits());
    XorwowArgs args{};
    DataAccess data;
    args.state = data.read<unsigned>(state_);
    args.next = data.write<unsigned>(plan.one_row ? state_ : next_);
    args.out = data.write(out);
    args.size = out.size();
    args.rows = plan.rows;
    args.last = plan.last;
    args.start = start_;
    args.low = low;
    args.mask = mask;
    args.chunk = plan.chunk;
    args.workers = plan.workers;
    if (args.workers > 1)
        args.jumps = data.read<XorwowJump>(jumps(std::countr_zero(static_cast<std::uint64_t>(args.chunk * draws))));
    data.launch(function, plan.launch, args);
    turns_.done();
    if (!plan.one_row) std::swap(state_, next_);
    start_ = static_cast<int>((start_ + units) % xorwow_lanes);
}

}  // namespace cuprum::kernel
