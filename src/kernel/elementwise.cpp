#include "kernel/elementwise.h"

#include <cstring>

#include "cuprum/elementwise_args.h"
#include "kernel/cache.h"
#include "kernel/collapse.h"
#include "kernel/log.h"
#include "runtime/context.h"

namespace cuprum::kernel {
namespace {

using runtime::Launch;

constexpr std::int64_t block = 256;                     // threads, as in device/cuprum/elementwise.h
constexpr std::size_t linear_operands = 15;              // two bits of `modes` each, beside the flags
constexpr std::int64_t cpu_grain = 16384;               // elements that are worth a thread's wake-up
constexpr std::int64_t stream_threshold = 24ll << 20;   // bytes of one output beyond which stores go around the cache

// The arguments are laid out by hand, since the number of operands is known only here; the structs of
// elementwise_args.h say how.
struct ArgumentWriter {
    alignas(16) unsigned char bytes[sizeof(StridedArgs<max_operands>)];
    std::size_t size = 0;

    template <class T>
    void put(const T& value) {
        size = (size + alignof(T) - 1) / alignof(T) * alignof(T);
        std::memcpy(bytes + size, &value, sizeof(T));
        size += sizeof(T);
    }
    std::size_t finish() { return size = (size + 7) / 8 * 8; }
};

OperandRef reference(const KernelOperand& operand, std::int64_t offset = 0) {
    OperandRef ref{};
    if (operand.array) {
        const ndarray& a = *operand.array;
        ref.bits[0] = a.buffer() ? reinterpret_cast<unsigned long long>(a.address())
                                 : counter_origin + static_cast<unsigned long long>(a.offset());
        ref.bits[0] += static_cast<unsigned long long>(offset);
    } else {
        std::memcpy(ref.bits, operand.value, sizeof ref.bits);
    }
    return ref;
}

Divisor make_divisor(std::uint32_t d) {
    unsigned shift = 0;
    while ((1ull << shift) < d) ++shift;
    auto magic = static_cast<unsigned>(((1ull << 32) * ((1ull << shift) - d)) / d + 1);
    return {d, magic, shift};
}

[[noreturn]] void wrong_device(const ndarray& array, int current) {
    throw ValueError("an array is on device " + std::to_string(array.device()) + " while the current device is " +
                     std::to_string(current) + "; make the array's device current, or copy the array");
}

}  // namespace

ndarray counter(const Shape& shape, const Dims& steps, std::int64_t start) {
    Strides strides(steps);
    for (std::int64_t& stride : strides) stride *= 8;
    return ndarray({}, 8 * start, DType::int64, shape, strides);
}

struct ElementwiseKernel::Loops : LoopNest<max_operands> {};

ElementwiseKernel::ElementwiseKernel(std::string name, Expression expression)
    : name_(std::move(name)), expression_(std::move(expression)) {
    if (expression_.inputs.size() + expression_.outputs.size() > max_operands)
        throw ValueError("an elementwise kernel takes at most " + std::to_string(max_operands) + " arrays");
}

std::string ElementwiseKernel::entry_name(ElementwisePlan plan) const {
    static constexpr const char* suffix[] = {"_linear", "_rows", "_strided"};
    return "cuprum_" + name_ + suffix[static_cast<int>(plan)];
}

std::string ElementwiseKernel::source(ElementwisePlan plan) const {
    static constexpr const char* macro[] = {"LINEAR", "ROWS", "STRIDED"};
    std::string entry = entry_name(plan);
    // Each text stands alone and may also be put behind others in one module, hence the struct's own name for each plan.
    return "#include <cuprum/elementwise.h>\n" + includes(expression_) + elementwise_struct(expression_, entry + "_op") +
           "CUPRUM_ELEMENTWISE_" + macro[static_cast<int>(plan)] + "(" + entry + ", cuprum::" + entry + "_op)\n";
}

runtime::FunctionHandle ElementwiseKernel::function(ElementwisePlan plan) {
    int device = runtime::context.device;
    auto& slot = functions_[static_cast<std::size_t>(plan)][static_cast<std::size_t>(device)];
    if (auto handle = slot.load(std::memory_order_acquire)) return handle;
    auto handle = cache_get(device, {entry_name(plan), source(plan), {}});
    slot.store(handle, std::memory_order_release);
    return handle;
}

void ElementwiseKernel::run(std::span<const KernelOperand> operands, const Shape& shape) {
    const int device = runtime::context.device;
    const std::size_t count = operands.size();
    bool c_order = true, f_order = true, same = true;
    std::uint32_t singles = 0;
    for (std::size_t k = 0; k < count; ++k) {
        if (!operands[k].array) continue;
        const ndarray& a = *operands[k].array;
        if (a.buffer() && a.device() != device && a.size()) wrong_device(a, device);
        if (k > 0 && a.size() == 1) {
            singles |= 1u << k;
            continue;
        }
        same = same && a.shape() == shape;
        c_order = c_order && a.is_c_contiguous();
        f_order = f_order && a.is_f_contiguous();
    }
    const std::int64_t size = operands[0].array->size();
    if (size == 0) return;
    const bool few = count <= linear_operands;
    if (few && same && (c_order || f_order)) return run_linear(operands, size, size == 1 ? 0 : singles);

    const ndarray* arrays[max_operands];
    for (std::size_t k = 0; k < count; ++k) arrays[k] = operands[k].array;
    Loops loops;
    collapse(loops, std::span(arrays, count), shape);
    bool linear = few && loops.ndim <= 1;
    singles = 0;
    for (std::size_t k = 0; linear && k < count; ++k) {
        std::int64_t step = loops.ndim ? loops.strides[k][0] : 0;
        if (step == 0 && loops.ndim && operands[k].array) singles |= 1u << k;
        linear = (step == 0 || step == operand_type(k).second) && loops.offset[k] == 0;
    }
    if (linear) return run_linear(operands, size, singles);
    run_strided(operands, loops);
}

std::pair<DType, std::int64_t> ElementwiseKernel::operand_type(std::size_t k) const {
    const auto nout = expression_.outputs.size();
    DType dtype = k < nout ? expression_.outputs[k].storage : expression_.inputs[k - nout];
    return {dtype, itemsize(dtype)};
}

// Vectors of this many elements, as in elementwise_loops of device/cuprum/elementwise.h.
ElementwiseKernel::Width ElementwiseKernel::width() const {
    std::int64_t largest = 1, smallest = 16;
    const std::size_t count = expression_.outputs.size() + expression_.inputs.size();
    for (std::size_t k = 0; k < count; ++k) {
        largest = std::max(largest, operand_type(k).second);
        smallest = std::min(smallest, operand_type(k).second);
    }
    std::int64_t vector = std::min(16 / smallest, std::max<std::int64_t>(64 / largest, 1));
    return {vector, count <= 2 && largest * vector <= 16 ? 2 : 1};
}

void ElementwiseKernel::run_linear(std::span<const KernelOperand> operands, std::int64_t size, std::uint32_t singles) {
    const auto nout = expression_.outputs.size();
    const auto [vector, unroll] = width();
    ArgumentWriter writer;
    unsigned modes = 0;
    std::uint64_t misaligned = 0;
    bool wide_output = false;
    for (std::size_t k = 0; k < operands.size(); ++k) {
        const std::int64_t bytes = operand_type(k).second;
        OperandRef ref = reference(operands[k]);
        unsigned mode = !operands[k].array ? operand_value : singles >> k & 1u ? operand_single : operand_array;
        modes |= mode << (2 * k);
        if (mode == operand_array && operands[k].array->buffer()) {
            misaligned |= ref.bits[0] & (static_cast<std::uint64_t>(std::min<std::int64_t>(16, vector * bytes)) - 1);
            wide_output |= k < nout && size * bytes >= stream_threshold;
        }
        writer.put(ref);
    }
    if (!misaligned) modes |= flag_vector;
    if (wide_output) modes |= flag_stream;
    writer.put<long long>(size);
    writer.put(modes);
    const std::int64_t tile = block * vector * unroll;
    Launch geometry;
    geometry.grid[0] = static_cast<std::uint32_t>((size + tile - 1) / tile);
    geometry.block[0] = block;
    geometry.items = size;
    geometry.grain = cpu_grain;
    launch(function(ElementwisePlan::linear), geometry, writer.bytes, writer.finish(), runtime::context.stream);
}

void ElementwiseKernel::run_strided(std::span<const KernelOperand> operands, const Loops& loops) {
    const auto nout = expression_.outputs.size();
    const std::size_t count = operands.size();
    if (loops.ndim > max_kernel_dims) {
        // The outermost axis is walked here. So many axes that do not merge are rare, and then the outer ones are short.
        Loops inner = loops;
        inner.ndim = loops.ndim - 1;
        inner.size = loops.size / loops.shape[0];
        for (int d = 0; d < inner.ndim; ++d) {
            inner.shape[d] = loops.shape[d + 1];
            for (std::size_t k = 0; k < count; ++k) inner.strides[k][d] = loops.strides[k][d + 1];
        }
        for (std::int64_t i = 0; i < loops.shape[0]; ++i) {
            for (std::size_t k = 0; k < count; ++k) inner.offset[k] = loops.offset[k] + i * loops.strides[k][0];
            run_strided(operands, inner);
        }
        return;
    }
    const int ndim = std::max(loops.ndim, 1), last = ndim - 1;
    const std::int64_t vector_width = width().vector;
    const std::int64_t length = loops.ndim ? loops.shape[last] : 1;
    bool rows = length >= vector_width, narrow = loops.size < (1ll << 31), wide_output = false;
    unsigned values = 0;
    for (std::size_t k = 0; k < count; ++k) {
        if (!operands[k].array) {
            values |= 1u << k;
            continue;
        }
        std::int64_t step = loops.ndim ? loops.strides[k][last] : 0;
        rows = rows && (step == operand_type(k).second || (step == 0 && k >= nout));
        wide_output |= k < nout && loops.size * operand_type(k).second >= stream_threshold;
    }
    const ElementwisePlan plan = rows ? ElementwisePlan::rows : ElementwisePlan::strided;
    const std::int64_t vector = rows ? vector_width : 1;
    const std::int64_t inner_items = (length + vector - 1) / vector;
    const std::int64_t items = loops.size / length * inner_items;

    ArgumentWriter writer;
    for (std::size_t k = 0; k < count; ++k) writer.put(reference(operands[k], loops.offset[k]));
    writer.put(values);
    writer.put<unsigned>((narrow ? 1u : 0u) | (wide_output ? flag_stream : 0u));
    writer.put(ndim);
    writer.put<long long>(loops.size);
    for (int d = 0; d < max_kernel_dims; ++d) writer.put<long long>(d < loops.ndim ? loops.shape[d] : 1);
    for (int d = 0; d < max_kernel_dims; ++d) {
        std::int64_t n = d >= loops.ndim ? 1 : d == last ? inner_items : loops.shape[d];
        writer.put(narrow ? make_divisor(static_cast<std::uint32_t>(n)) : Divisor{});
    }
    for (std::size_t k = 0; k < count; ++k)
        for (int d = 0; d < max_kernel_dims; ++d) writer.put<long long>(d < loops.ndim ? loops.strides[k][d] : 0);
    Launch geometry;
    geometry.grid[0] = static_cast<std::uint32_t>((items + block - 1) / block);
    geometry.block[0] = block;
    geometry.items = loops.size;
    geometry.grain = cpu_grain;
    launch(function(plan), geometry, writer.bytes, writer.finish(), runtime::context.stream);
}

}  // namespace cuprum::kernel
