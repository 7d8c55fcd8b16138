#include "kernel/engine/array/structured.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/layout.h"
#include "cuprum/transfer.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/array/selection.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/elementwise/kernel_family.h"
#include "kernel/engine/transfer.h"

namespace cuprum {
namespace {

// What decides how wide the units may be that some bytes of all elements are moved in.
std::uint64_t alignment_bits(const ndarray& a, const ByteRun& run) {
    auto bits = reinterpret_cast<std::uintptr_t>(a.address(cuda::Access::read)) |
                static_cast<std::uint64_t>(run.offset | run.length);
    for (int i = 0; i < a.ndim(); ++i)
        if (a.shape()[i] > 1) bits |= static_cast<std::uint64_t>(a.strides()[i]);
    return bits;
}

// Some bytes of all elements as numbers of `width` bytes, along an axis of their own.
ndarray bytes_of(const ndarray& a, const ByteRun& run, int width) {
    static constexpr DType carriers[] = {DType::uint8, DType::uint16, DType::uint32, DType::uint64, DType::complex128};
    Shape shape(a.shape());
    Strides strides(a.strides());
    shape.push_back(run.length / width);
    strides.push_back(width);
    return ndarray(a.buffer(), a.offset() + run.offset, carriers[std::countr_zero(static_cast<unsigned>(width))],
                   std::move(shape), std::move(strides));
}

// Calls f(target's bytes, source's bytes) for each run, in units as wide as both allow.
template <class F>
void for_each_run(const ndarray& target, const ndarray& source, std::span<const ByteRun> runs, F f) {
    for (const ByteRun& run : runs) {
        const std::uint64_t bits = alignment_bits(target, run) | alignment_bits(source, run) | 16;
        const int width = 1 << std::countr_zero(bits);
        f(bytes_of(target, run, width), bytes_of(source, run, width));
    }
}

void copy_runs(const ndarray& source, const ndarray& target, std::span<const ByteRun> runs) {
    for_each_run(target, source, runs, [](const ndarray& to, const ndarray& from) { copy_to(from, to); });
}

[[noreturn]] void throw_no_cast(DType from, DType to, const char* why) {
    throw TypeError(std::string("Cannot cast array data from dtype(") + info(from).name + ") to dtype(" +
                    info(to).name + "): " + why);
}

// A field, which may lie anywhere and may be a subarray. The array's own axes are equal on both sides.
void copy_field(const ndarray& source, const ndarray& target, int axes) {
    ndarray shown = source;
    if (const int more = target.ndim() - source.ndim(); more > 0) {
        Shape shape(source.shape());
        Strides strides(source.strides());
        for (int i = 0; i < more; ++i) {
            shape.insert(axes, 1);
            strides.insert(axes, 0);
        }
        shown = source.with_layout(shape, strides);
    }
    shown = shown.broadcast_to(target.shape());
    if (kind(source.dtype()) == 'V' || kind(target.dtype()) == 'V') return copy_to(shown, target);
    if (!is_aligned(shown)) {
        const ndarray aligned = kernel::new_array(shown.shape(), shown.dtype());
        copy_elements(shown, aligned);
        shown = aligned;
    }
    if (is_aligned(target)) return copy_to(shown, target);
    copy_elements(shown.astype(target.dtype(), 'K', Casting::unsafe, false), target);
}

void copy_fields(const ndarray& source, const ndarray& target) {
    const auto from = fields(source.dtype()), to = fields(target.dtype());
    const int axes = target.ndim();
    if (is_structured(source.dtype()) && is_structured(target.dtype())) {
        if (from.size() != to.size()) throw_no_cast(source.dtype(), target.dtype(), "their numbers of fields differ");
        for (std::size_t i = 0; i < to.size(); ++i)
            copy_field(field_view(source, from[i]), field_view(target, to[i]), axes);
    } else if (is_structured(target.dtype())) {
        if (kind(source.dtype()) == 'V')
            throw_no_cast(source.dtype(), target.dtype(), "plain bytes are read as fields by view()");
        for (const Field& field : to) copy_field(source, field_view(target, field), axes);
    } else {
        if (from.size() != 1 || kind(target.dtype()) == 'V')
            throw_no_cast(source.dtype(), target.dtype(), "take a field, or view() the bytes");
        copy_field(field_view(source, from[0]), target, axes);
    }
}

// Plain bytes take as many of a number's as they have, and zeros behind them.
void copy_to_bytes(const ndarray& source, const ndarray& target) {
    const std::int64_t common = std::min(source.itemsize(), target.itemsize());
    const ByteRun taken[] = {{0, common}};
    copy_runs(source, target, taken);
    if (const std::int64_t rest = target.itemsize() - common) bytes_of(target, {common, rest}, 1).fill(0);
}

// NaN is NaT, whose bits are those of the lowest integer.
kernel::KernelFamily times_of_floats("times_of_floats", [](std::span<const DType> dtypes) {
    kernel::Expression graph;
    const auto value = graph.add_input(dtypes[0]);
    graph.outputs.push_back(
        {graph.add_step({"const double real = cuprum::cast<double>(in0); "
                         "out0 = real == real ? cuprum::cast<long long>(in0) : (-9223372036854775807LL - 1)",
                         {dtypes[0]},
                         {DType::int64},
                         {value}}),
         DType::int64});
    return graph;
});

void copy_times(const ndarray& source, const ndarray& target) {
    const DType from = source.dtype(), to = target.dtype();
    if (!is_number(from) && !is_number(to) && time_unit(from) != time_unit(to))
        throw_no_cast(from, to, "times of different units are not converted; convert them with NumPy on the host");
    const auto as_number = [](const ndarray& a) { return is_number(a.dtype()) ? a : a.view(DType::int64); };
    if (is_inexact(from)) {
        const ndarray shown = source.broadcast_to(target.shape()), times = as_number(target);
        kernel::KernelOperand operands[2];
        operands[0].array = &times;
        operands[1].array = &shown;
        return times_of_floats.kernel(std::span(&from, 1)).run(operands, times.shape());
    }
    copy_to(as_number(source), as_number(target));
}

constexpr std::int64_t not_a_time = std::numeric_limits<std::int64_t>::min();

// One value in each field.
void store(const Scalar& value, DType dtype, unsigned char* place) {
    if (is_number(dtype)) {
        if (value.is_weak() && !value.fits(dtype))
            throw OverflowError(std::string("Python integer out of bounds for ") + info(dtype).name);
        return value.store(dtype, place);
    }
    if (is_structured(dtype)) {
        for (const Field& field : fields(dtype))
            for (std::int64_t i = 0, count = element_count(field.shape); i < count; ++i)
                store(value, field.dtype, place + field.offset + i * itemsize(field.dtype));
        return;
    }
    if (kind(dtype) == 'V')
        throw TypeError(std::string("a number cannot be stored in elements of dtype ") + info(dtype).name +
                        ", which are plain bytes");
    if (is_inexact(value.dtype()) && std::isnan(value.to_double()))
        return Scalar(not_a_time).store(DType::int64, place);
    value.store(DType::int64, place);
}

}  // namespace

void copy_elements(const ndarray& source, const ndarray& target) {
    const ByteRun whole[] = {{0, target.itemsize()}};
    if (target.size()) copy_runs(source, target, whole);
}

void copy_described(const ndarray& source, const ndarray& target) {
    const DType from = source.dtype(), to = target.dtype();
    const ndarray shown = source.broadcast_to(target.shape());
    if (from == to) return copy_runs(shown, target, field_bytes(to));
    // What has the same bytes may still be other fields.
    if (may_share_memory(shown, target)) return copy_described(shown.copy('K'), target);
    if (is_structured(from) || is_structured(to)) return copy_fields(shown, target);
    if (kind(to) == 'V') return copy_to_bytes(shown, target);
    if (kind(from) == 'V') throw_no_cast(from, to, "plain bytes are read as numbers by view()");
    copy_times(shown, target);
}

ndarray element_of(const Scalar& value, DType dtype) {
    std::vector<unsigned char> bytes(static_cast<std::size_t>(itemsize(dtype)));
    store(value, dtype, bytes.data());
    return array_from_host(bytes.data(), dtype, {}, 'C');
}

void assign_described_where(const ndarray& target, const ndarray& mask, const ndarray& value) {
    for_each_run(target, value.broadcast_to(target.shape()), field_bytes(target.dtype()),
                 [&](const ndarray& to, const ndarray& from) { assign_where(to, mask, from); });
}

ndarray where_described(const Operand& condition, const Operand& x, const Operand& y, DType dtype) {
    std::vector<Shape> shapes;
    for (const Operand* operand : {&condition, &x, &y})
        if (operand->is_array()) shapes.push_back(operand->array().shape());
    const ndarray result = kernel::new_array(broadcast_shapes(shapes), dtype);
    kernel::clear_bytes(result);
    copy_to(y.array(), result);
    const ndarray mask =
        condition.is_array()
            ? condition.array().astype(DType::bool_, 'K', Casting::unsafe, false).broadcast_to(result.shape())
            : kernel::filled(result.shape(), Scalar(condition.scalar().to_bool()), DType::bool_);
    assign_where(result, mask, x.array());
    return result;
}

ndarray readable_numbers(const ndarray& a) {
    if (is_aligned(a)) return a;
    return ndarray(a.buffer(), a.offset(), void_dtype(a.itemsize()), a.shape(), a.strides()).copy().view(a.dtype());
}

}  // namespace cuprum
