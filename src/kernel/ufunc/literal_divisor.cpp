#include "kernel/ufunc/literal_divisor.h"

#include <bit>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "kernel/engine/deferral.h"
#include "kernel/engine/elementwise/kernel_family.h"
#include "runtime/context.h"
#include "runtime/device_traits.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t worth_a_kernel = 2048;  // elements: below, the kernel of packs is as quick, and is there

// The upper 16 bits of a product of numbers of 16 bits, which one instruction computes for a vector. The compiler finds
// it where the factors are extended to 32 bits here, and were not before: in1 and in2 must say nothing of their values.
std::string high(const std::string& a, const std::string& b) {
    return "static_cast<uint16>((static_cast<uint32>(" + a + ") * " + b + ") >> 16)";
}

// With u from 0 to below 2^n and 2^(l-1) < b <= 2^l, floor(u / b) = floor(u * m / 2^(n+l)), m = floor(2^(n+l) / b) + 1:
// the product exceeds u * 2^(n+l) / b by at most u < 2^n <= 2^(n+l) / b (Granlund and Montgomery, 1994). Negative a
// have floor(a / b) = ~floor(~a / b).
//
// Bytes have n + l = 16 and are read in pairs, as vectors have no products of bytes. With b = 2 wider numbers have it,
// too, and m = 2^15. Otherwise n = 15 where there are signs, m has 16 bits, and another product with 2^(17-l) shifts
// the rest of the way. Where there are none, n = 16 and m has 17 bits, of which the first is added as the mean of u and
// the product.
enum class DivideBy : std::uint8_t { two, other };

std::string quotient_text(DType dtype, DivideBy divisor) {
    const bool is_signed = kind(dtype) == 'i';
    // Of a signed number: u, and what turns the quotient back.
    const auto absolute = [](const std::string& number, const std::string& value) {
        return "const int16 a" + number + " = static_cast<int16>(" + value + ");\nconst uint16 s" + number +
               " = static_cast<uint16>(a" + number + " >> 15), u" + number +
               " = static_cast<uint16>(static_cast<uint16>(a" + number + ") ^ s" + number + ");\n";
    };
    if (itemsize(dtype) == 1) {
        if (is_signed)
            return absolute("0", "static_cast<int16>(in0 << 8) >> 8") + absolute("1", "static_cast<int16>(in0) >> 8") +
                   "uint16 q0 = " + high("u0", "in1") + ", q1 = " + high("u1", "in1") +
                   ";\nq0 ^= s0;\nq1 ^= s1;\nout0 = static_cast<out0_t>((q0 & 255) | (q1 << 8));";
        // in2 is 0xff00.
        return "const uint16 u0 = static_cast<uint16>(in0 << 8), u1 = static_cast<uint16>(in0 & in2);\n"
               "uint16 q0 = " +
               high("u0", "in1") + ", q1 = " + high("u1", "in1") +
               ";\nq0 = static_cast<uint16>(q0 & in2);\nq1 = static_cast<uint16>(q1 & in2);\n"
               "out0 = static_cast<out0_t>(static_cast<uint16>(q0 >> 8) | q1);";
    }
    std::string text = is_signed ? absolute("0", "in0") : "const uint16 u0 = in0;\n";
    text += "uint16 q = " + high("u0", "in1") + ";\n";
    if (divisor == DivideBy::other) {
        // in3 is 0.
        text += is_signed ? "q = static_cast<uint16>(q + in3);\n"
                          : "q = static_cast<uint16>(q + (static_cast<uint16>(u0 - q) >> 1));\n";
        text += "q = " + high("q", "in2") + ";\n";
    }
    return text + (is_signed ? "out0 = static_cast<out0_t>(q ^ s0);" : "out0 = q;");
}

Expression quotient_graph(DType dtype, DivideBy divisor) {
    const std::string text = quotient_text(dtype, divisor);
    const bool is_of_bytes = itemsize(dtype) == 1, is_signed = kind(dtype) == 'i';
    const int factors = divisor == DivideBy::two ? 1 : is_of_bytes ? 2 - is_signed : 2 + is_signed;
    Expression graph;
    if (is_of_bytes) dtype = DType::uint16;
    std::vector<DType> types{dtype};
    std::vector<ValueId> inputs{graph.add_input(dtype)};
    for (int k = 0; k < factors; ++k) {
        types.push_back(DType::uint16);
        inputs.push_back(graph.add_input(DType::uint16));
    }
    graph.outputs.push_back({graph.add_step({text, types, {dtype}, inputs}), dtype});
    return graph;
}

KernelFamily quotient_by_two("quotient_by_two",
                             [](std::span<const DType> dtypes) { return quotient_graph(dtypes[0], DivideBy::two); });
KernelFamily quotient_by_products("quotient_by_products", [](std::span<const DType> dtypes) {
    return quotient_graph(dtypes[0], DivideBy::other);
});

// The same for bytes one by one.
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

// An even number of bytes in one run, as numbers of 16 bits; nothing where they are not.
std::optional<ndarray> pairs_of(const ndarray& a) {
    if (!a.is_contiguous() || !a.buffer() || a.size() % 2 || a.offset() % 2) return std::nullopt;
    return ndarray(a.buffer(), a.offset(), DType::uint16, {a.size() / 2}, {2});
}

// By a divisor above one, with arithmetic of 16 bits.
bool divide_narrow(const ndarray& a, std::int64_t b, const ndarray& out) {
    const DType dtype = a.dtype();
    const bool is_signed = kind(dtype) == 'i';
    KernelOperand operands[5];
    if (a.itemsize() == 1) {
        if (deferral() || !(a.strides() == out.strides())) return false;  // memory that waits has one dtype
        const std::optional<ndarray> from = pairs_of(a), to = pairs_of(out);
        if (!from || !to) return false;
        operands[0].array = &*to;
        operands[1].array = &*from;
        operands[2].set(Scalar(65536 / b + 1), DType::uint16);
        operands[3].set(Scalar(0xff00), DType::uint16);
        quotient_by_products.kernel(std::span(&dtype, 1)).run(std::span(operands, is_signed ? 3 : 4), to->shape());
        return true;
    }
    operands[0].array = &out;
    operands[1].array = &a;
    if (b == 2) {
        operands[2].set(Scalar(1 << 15), DType::uint16);
        quotient_by_two.kernel(std::span(&dtype, 1)).run(std::span(operands, 3), out.shape());
        return true;
    }
    const int l = std::bit_width(static_cast<std::uint64_t>(b - 1)), n = is_signed ? 15 : 16;
    const std::int64_t m = (std::int64_t{1} << (n + l)) / b + 1;
    operands[2].set(Scalar(m & 0xffff), DType::uint16);
    operands[3].set(Scalar(1 << (17 - l)), DType::uint16);
    operands[4].set(Scalar(0), DType::uint16);
    quotient_by_products.kernel(std::span(&dtype, 1)).run(std::span(operands, is_signed ? 5 : 4), out.shape());
    return true;
}

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
    if (a.itemsize() <= 2 && b > 1 && divide_narrow(a, b, out)) return true;
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
