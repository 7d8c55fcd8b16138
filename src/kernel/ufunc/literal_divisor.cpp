#include "kernel/ufunc/literal_divisor.h"

#include <cmath>
#include <string>

#include "kernel/engine/elementwise/kernel_family.h"
#include "runtime/context.h"
#include "runtime/device_traits.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t worth_a_kernel = 2048;  // elements: below, the kernel of packs is as quick, and is there

// floor(a / b) for bytes: with m = floor(65536 / b) + 1 the product a * m exceeds a * 65536 / b by less than 65536 / b.
KernelFamily quotient_of_bytes("quotient_of_bytes", [](std::span<const DType> dtypes) {
    Expression graph;
    const ValueId a = graph.add_input(dtypes[0]), m = graph.add_input(DType::uint16);
    const ValueId quotient =
        graph.add_step({"out0 = static_cast<out0_t>((static_cast<uint32>(static_cast<uint16>(in0)) * in1) >> 16)",
                        {dtypes[0], DType::uint16},
                        {dtypes[0]},
                        {a, m}});
    graph.outputs.push_back({quotient, dtypes[0]});
    return graph;
});

// floor(a / b) is the integer nearest to a / b + 1 / (2 |b|) - 1/2, from which it is at least 1 / (2 |b|) nearer than
// the next one: 32 bits have room for the rounding of float there, and 16 bits for that of float32. Adding 1.5 * 2^p, p
// the bits of a significand behind the first, rounds to the nearest integer and leaves it in the lowest bits.
KernelFamily quotient_by_reciprocal("quotient_by_reciprocal", [](std::span<const DType> dtypes) {
    const bool narrow = dtypes[1] == DType::float32;
    Expression graph;
    const ValueId a = graph.add_input(dtypes[0]), reciprocal = graph.add_input(dtypes[1]),
                  shift = graph.add_input(dtypes[1]);
    const std::string real = narrow ? "float" : "double", bits = narrow ? "uint32" : "uint64",
                      magic = narrow ? "12582912.0f" : "6755399441055744.0";
    const ValueId quotient = graph.add_step({"out0 = static_cast<out0_t>(bit_cast<" + bits + ">((static_cast<" + real +
                                                 ">(in0) * in1 + in2) + " + magic + "))",
                                             {dtypes[0], dtypes[1], dtypes[1]},
                                             {dtypes[0]},
                                             {a, reciprocal, shift}});
    graph.outputs.push_back({quotient, dtypes[0]});
    return graph;
});

}  // namespace

bool divide_by_literal(const ndarray& a, const Scalar& divisor, const ndarray& out) {
    const DType dtype = a.dtype();
    if (!is_integer(dtype) || a.itemsize() > 4 || a.size() < worth_a_kernel) return false;
    if (divisor.symbol() || runtime::context.recorder || runtime::device_traits().thread_blocks) return false;
    const std::int64_t b = divisor.to_int();
    if (b >= -1 && b <= 1) return false;
    KernelOperand operands[4];
    operands[0].array = &out;
    operands[1].array = &a;
    if (dtype == DType::uint8) {
        operands[2].set(Scalar(65536 / b + 1), DType::uint16);
        quotient_of_bytes.kernel(std::span(&dtype, 1)).run(std::span(operands, 3), out.shape());
        return true;
    }
    const DType dtypes[] = {dtype, a.itemsize() <= 2 ? DType::float32 : DType::float64};
    operands[2].set(Scalar(1.0 / static_cast<double>(b)), dtypes[1]);
    operands[3].set(Scalar(0.5 / std::abs(static_cast<double>(b)) - 0.5), dtypes[1]);
    quotient_by_reciprocal.kernel(dtypes).run(operands, out.shape());
    return true;
}

}  // namespace cuprum::kernel
