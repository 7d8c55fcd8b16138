// Random numbers by the element's number: Philox4x32-10 in a kernel.
#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/error.h"
#include "cuprum/kernel.h"
#include "distributed/region.h"
#include "kernel/engine/array/allocation.h"

namespace cuprum::distributed {
namespace {

constexpr const char* philox = R"(
struct cuprum_philox {
    unsigned words[4];
};
__device__ inline cuprum_philox cuprum_philox_of(unsigned long long number, unsigned long long seed) {
    unsigned a = (unsigned)number, b = (unsigned)(number >> 32), c = 0, d = 0;
    unsigned key0 = (unsigned)seed, key1 = (unsigned)(seed >> 32);
    for (int round = 0; round < 10; ++round) {
        const unsigned long long first = 0xD2511F53ull * a, second = 0xCD9E8D57ull * c;
        const unsigned next_a = (unsigned)(second >> 32) ^ b ^ key0, next_c = (unsigned)(first >> 32) ^ d ^ key1;
        b = (unsigned)second;
        d = (unsigned)first;
        a = next_a;
        c = next_c;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return {{a, b, c, d}};
}
__device__ inline double cuprum_unit(unsigned high, unsigned low) {
    return (double)((((unsigned long long)high << 32) | low) >> 11) * 0x1p-53;
}
)";

ElementwiseKernel numbers(const char* parameters, const char* output, const char* statement, const char* name) {
    ElementwiseKernelOptions options;
    options.preamble = philox;
    return {
        std::string("int64 number, uint64 seed") + parameters, output,
        std::string("const cuprum_philox drawn = cuprum_philox_of((unsigned long long)number, seed);\n") + statement,
        name, options};
}

/// The numbers in C order of a box's elements, on the current device.
ndarray numbers_of(const Region& region, const Shape& shape) {
    ndarray found = kernel::filled({}, Scalar(std::int64_t{0}), DType::int64);
    std::int64_t stride = 1;
    for (int axis = shape.size() - 1; axis >= 0; --axis) {
        const Range& range = region[static_cast<std::size_t>(axis)];
        Shape line;
        for (int other = axis; other < shape.size(); ++other) line.push_back(other == axis ? range.size() : 1);
        const ndarray places =
            arange(Scalar(std::int64_t{0}), Scalar(range.size()), Scalar(std::int64_t{1}), DType::int64);
        found =
            add(found, add(multiply(places, Scalar(range.step * stride)), Scalar(range.start * stride)).reshape(line));
        stride *= shape[axis];
    }
    return found;
}

template <class Fill>
DistributedArray filled_by(const Shape& shape, const IndexMap& map, DType dtype, Fill fill) {
    element_count(shape);
    ChunkMap chunks;
    for (const auto& [device, regions] : map) {
        const cuda::DeviceGuard here(device);
        chunks[device];
        for (const Region& region : regions) {
            if (region.size() != static_cast<std::size_t>(shape.size()))
                throw ValueError("a box has " + std::to_string(region.size()) + " axes, and the array " +
                                 std::to_string(shape.size()));
            const ndarray data = kernel::new_array(shape_of(region), dtype);
            if (data.size()) fill(numbers_of(region, shape), data);
            chunks[device].push_back({region, data});
        }
    }
    return {shape, dtype, std::move(chunks)};
}

void check_float(DType dtype) {
    if (dtype != DType::float32 && dtype != DType::float64)
        throw TypeError(std::string("random numbers are float32 or float64, not ") + info(dtype).name);
}

}  // namespace

DistributedArray random(const Shape& shape, const IndexMap& map, std::uint64_t seed, DType dtype) {
    static const ElementwiseKernel single =
        numbers("", "float32 y", "y = (float)(drawn.words[0] >> 8) * 0x1p-24f;", "cuprum_distributed_random_f");
    static const ElementwiseKernel twice =
        numbers("", "float64 y", "y = cuprum_unit(drawn.words[0], drawn.words[1]);", "cuprum_distributed_random_d");
    check_float(dtype);
    return filled_by(shape, map, dtype, [&](const ndarray& places, const ndarray& out) {
        (dtype == DType::float32 ? single : twice)(places, Scalar(seed), out);
    });
}

DistributedArray standard_normal(const Shape& shape, const IndexMap& map, std::uint64_t seed, DType dtype) {
    static const ElementwiseKernel kernel = numbers("", "T y", R"(
        const double u = 1.0 - cuprum_unit(drawn.words[0], drawn.words[1]);
        y = (T)(sqrt(-2.0 * log(u)) * cospi(2.0 * cuprum_unit(drawn.words[2], drawn.words[3])));)",
                                                    "cuprum_distributed_normal");
    check_float(dtype);
    return filled_by(shape, map, dtype,
                     [&](const ndarray& places, const ndarray& out) { kernel(places, Scalar(seed), out); });
}

DistributedArray integers(const Shape& shape, const IndexMap& map, std::uint64_t seed, std::int64_t low,
                          std::int64_t high) {
    // The upper half of a product of 128 bits: each value is as likely as any other but for 2^-64 of their number.
    static const ElementwiseKernel kernel = numbers(", int64 low, uint64 count", "int64 y", R"(
        const unsigned long long word = ((unsigned long long)drawn.words[0] << 32) | drawn.words[1];
        const unsigned long long a = (word >> 32) * (count >> 32), b = (word >> 32) * (count & 0xffffffffull);
        const unsigned long long c = (word & 0xffffffffull) * (count >> 32);
        const unsigned long long d = (word & 0xffffffffull) * (count & 0xffffffffull);
        const unsigned long long middle = (d >> 32) + (b & 0xffffffffull) + (c & 0xffffffffull);
        y = (long long)((unsigned long long)low + a + (b >> 32) + (c >> 32) + (middle >> 32));)",
                                                    "cuprum_distributed_integers");
    if (low >= high)
        throw ValueError("there are no integers of [" + std::to_string(low) + ", " + std::to_string(high) + ")");
    const std::uint64_t count = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    return filled_by(shape, map, DType::int64, [&](const ndarray& places, const ndarray& out) {
        kernel(places, Scalar(seed), Scalar(low), Scalar(count), out);
    });
}

}  // namespace cuprum::distributed
