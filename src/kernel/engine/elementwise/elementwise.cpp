#include "kernel/engine/elementwise/elementwise.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/symbolic.h"
#include "cuprum/elementwise_args.h"
#include "kernel/cache/cache.h"
#include "kernel/engine/collapse.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/elementwise/cpu_loops.h"
#include "kernel/engine/recorder.h"
#include "runtime/context.h"

namespace cuprum::kernel {
namespace {

using runtime::Launch;

constexpr std::int64_t block = 256;                    // threads, as in device/cuprum/elementwise.h
constexpr std::size_t linear_operands = 15;            // two bits of `modes` each, beside the flags
constexpr std::int64_t cpu_grain = 16384;              // elements that are worth a thread's wake-up
constexpr std::int64_t stream_threshold = 24ll << 20;  // bytes of one output beyond which stores go around the cache
constexpr std::int64_t tile_threshold = 1 << 14;       // elements that are worth a kernel of their own
constexpr std::int64_t shared_limit = 48 << 10;        // bytes that every GPU gives a block unasked
constexpr std::int64_t sector = 32;                    // bytes that a GPU fetches at once
constexpr std::int64_t smallest_plane = 1024;          // elements of the two dimensions that tiles cover
// Items of a strided launch, which kernels number in 31 bits, and a block more.
constexpr std::int64_t largest_launch = (1ll << 31) - (1 << 16);

// The arguments are laid out by hand, since the number of operands is known only here; the structs of
// elementwise_args.h say how.
struct ArgumentWriter {
    alignas(16) unsigned char bytes[sizeof(CpuLoops) + sizeof(StridedArgs<max_operands>)];
    std::size_t size = 0;

    template <class T>
    void put(const T& value) {
        size = (size + alignof(T) - 1) / alignof(T) * alignof(T);
        std::memcpy(bytes + size, &value, sizeof(T));
        size += sizeof(T);
    }
    /// The end of a struct, as the compiler pads it.
    std::size_t finish() { return size = (size + 15) / 16 * 16; }
};

OperandRef reference(DataAccess& data, const KernelOperand& operand, bool is_output, std::int64_t offset = 0) {
    OperandRef ref{};
    if (operand.array) {
        const ndarray& a = *operand.array;
        ref.bits[0] = !a.buffer() ? counter_origin + static_cast<unsigned long long>(a.offset())
                                  : device_address(is_output ? data.write(a) : data.read(a));
        ref.bits[0] += static_cast<unsigned long long>(offset);
    } else {
        std::memcpy(ref.bits, operand.value, sizeof ref.bits);
    }
    return ref;
}

int ceil_log2(std::int64_t n) { return std::bit_width(static_cast<std::uint64_t>(n - 1)); }

}  // namespace

void KernelOperand::set(const Scalar& scalar, DType dtype) {
    symbol = scalar.symbol();
    this->dtype = dtype;
    value_now(scalar).store(dtype, value);
}

ndarray counter(const Shape& shape, const Dims& steps, std::int64_t start) {
    Strides strides(steps);
    for (std::int64_t& stride : strides) stride *= 8;
    return ndarray({}, 8 * start, DType::int64, shape, strides);
}

struct ElementwiseKernel::Loops : LoopNest<max_operands> {};

struct ElementwiseKernel::Tile {
    unsigned turned = 0, staged = 0;  // as in TileArgs
    int log_x = 0, log_y = 0;
    int y = 0;  // the dimension along which the turned operands have their neighbours
    std::uint32_t shared_bytes = 0;
};

ElementwiseKernel::ElementwiseKernel(std::string name, Expression expression)
    : name_(std::move(name)), expression_(std::move(expression)) {
    const auto nout = expression_.outputs.size(), count = nout + expression_.inputs.size();
    if (count > max_operands)
        throw ValueError("an elementwise kernel takes at most " + std::to_string(max_operands) + " arrays");
    std::int64_t smallest = 16;
    for (std::size_t k = 0; k < count; ++k) {
        const std::int64_t bytes = itemsize(k < nout ? expression_.outputs[k].storage : expression_.inputs[k - nout]);
        itemsize_[k] = static_cast<std::uint8_t>(bytes);
        largest_ = std::max(largest_, bytes);
        smallest = std::min(smallest, bytes);
        input_bytes_ += k < nout ? 0 : bytes;
    }
    // These and `unroll` as in elementwise_loops of device/cuprum/elementwise.h.
    vector_ = 16 / largest_;
    rows_together_ = std::max<std::int64_t>(4 / smallest, 1);
}

ElementwiseKernel::ElementwiseKernel(std::string name, Expression expression, UserText text)
    : ElementwiseKernel(std::move(name), std::move(expression)) {
    user_ = std::move(text);
}

std::int64_t ElementwiseKernel::unroll(std::int64_t vector) const {
    const std::int64_t bytes = input_bytes_ * vector;
    return bytes >= 64 ? 1 : bytes >= 16 ? 2 : 4;
}

bool ElementwiseKernel::is_counter(std::size_t k) const {
    return expression_.counters << expression_.outputs.size() >> k & 1u;
}

std::span<const ElementwisePlan> elementwise_plans(bool gpu) {
    using enum ElementwisePlan;
    static constexpr ElementwisePlan all[] = {linear, rows, strided, tile, inner};
    return gpu ? std::span(all).first(4) : std::span(all).last(1);
}

std::string ElementwiseKernel::entry_name(ElementwisePlan plan) const {
    static constexpr const char* suffix[] = {"_linear", "_rows", "_strided", "_tile", "_inner"};
    return (user_ ? "" : "cuprum_") + name_ + suffix[static_cast<int>(plan)];
}

std::string ElementwiseKernel::source(ElementwisePlan plan) const {
    static constexpr const char* macro[] = {"LINEAR", "ROWS", "STRIDED", "TILE", "INNER"};
    std::string entry = entry_name(plan);
    if (user_)
        return "#include <cuprum/elementwise.h>\n" + user_->text + "CUPRUM_ELEMENTWISE_" +
               macro[static_cast<int>(plan)] + "(" + entry + ", " + user_->operation + ")\n";
    // Each text stands alone and may also be put behind others in one module, hence the struct's own name for each
    // plan.
    return "#include <cuprum/elementwise.h>\n" + includes(expression_) +
           elementwise_struct(expression_, entry + "_op") + "CUPRUM_ELEMENTWISE_" + macro[static_cast<int>(plan)] +
           "(" + entry + ", cuprum::" + entry + "_op)\n";
}

runtime::FunctionHandle ElementwiseKernel::function(ElementwisePlan plan) {
    return functions_[static_cast<std::size_t>(plan)].get([&] {
        return KernelSource{entry_name(plan), source(plan), user_ ? user_->options : std::vector<std::string>{}};
    });
}

// What a CPU's kernel needs beside the arguments.
CpuLoops ElementwiseKernel::cpu_loops(decltype(CpuLoops::run) run) const {
    const int nout = static_cast<int>(expression_.outputs.size());
    return {run, itemsize_.data(), nout, nout + static_cast<int>(expression_.inputs.size()),
            expression_.counters << nout};
}

void ElementwiseKernel::run(std::span<const KernelOperand> operands, const Shape& shape) {
    if (runtime::context.recorder && !user_) [[unlikely]]
        return runtime::context.recorder->elementwise(*this, operands, shape);
    const std::size_t count = operands.size();
    bool c_order = true, f_order = true, same = true;
    std::uint32_t singles = 0;
    for (std::size_t k = 0; k < count; ++k) {
        if (!operands[k].array) continue;
        const ndarray& a = *operands[k].array;
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
        linear = (step == 0 || step == itemsize_[k]) && loops.offset[k] == 0;
    }
    if (linear) return run_linear(operands, size, singles);
    run_strided(operands, loops);
}

void ElementwiseKernel::run_linear(std::span<const KernelOperand> operands, std::int64_t size, std::uint32_t singles) {
    const auto nout = expression_.outputs.size();
    const bool gpu = runtime::backend().is_gpu();
    DataAccess data;
    OperandRef refs[linear_operands];
    unsigned modes = 0;
    std::uint64_t misaligned = 0;
    bool wide_output = false;
    for (std::size_t k = 0; k < operands.size(); ++k) {
        const std::int64_t bytes = itemsize_[k];
        const OperandRef& ref = refs[k] = reference(data, operands[k], k < nout);
        unsigned mode = !operands[k].array ? operand_value : singles >> k & 1u ? operand_single : operand_array;
        modes |= mode << (2 * k);
        if (mode == operand_array && operands[k].array->buffer()) {
            misaligned |= ref.bits[0] & (static_cast<std::uint64_t>(std::min<std::int64_t>(16, vector_ * bytes)) - 1);
            wide_output |= k < nout && size * bytes >= stream_threshold;
        }
    }
    if (!misaligned) modes |= flag_vector;
    if (wide_output) modes |= flag_stream;
    ArgumentWriter writer;
    if (!gpu) writer.put(cpu_loops(run_cpu_linear));
    writer.put<long long>(size);
    writer.put(modes);
    for (std::size_t k = 0; k < operands.size(); ++k) writer.put(refs[k]);
    Launch geometry;
    geometry.grid[0] = blocks_for(size, block * vector_ * unroll(vector_));
    geometry.block[0] = block;
    geometry.items = size;
    geometry.grain = cpu_grain;
    tell_bytes([&] {
        std::size_t bytes = 0;
        for (std::size_t k = 0; k < operands.size(); ++k)
            if (operands[k].array) bytes += static_cast<std::size_t>((singles >> k & 1u ? 1 : size) * itemsize_[k]);
        return bytes;
    });
    DataAccess::launch(function(gpu ? ElementwisePlan::linear : ElementwisePlan::inner), geometry, writer.bytes,
                       writer.finish(), 0);
}

void ElementwiseKernel::run_strided(std::span<const KernelOperand> operands, const Loops& loops) {
    if (loops.ndim > max_kernel_dims || loops.size > largest_launch) return run_parts(operands, loops);
    const auto nout = expression_.outputs.size();
    const std::size_t count = operands.size();
    const int ndim = std::max(loops.ndim, 1), last = ndim - 1;
    Tile tile;
    ElementwisePlan plan = ElementwisePlan::strided;
    if (choose_tile(operands, loops, tile)) plan = ElementwisePlan::tile;
    else if (choose_rows(operands, loops)) plan = ElementwisePlan::rows;

    // Dimensions in the kernel's order, and the items along each.
    int order[max_kernel_dims];
    std::int64_t shape[max_kernel_dims], items[max_kernel_dims], all_items = 1;
    for (int d = 0; d < ndim; ++d) order[d] = d;
    if (plan == ElementwisePlan::tile) std::rotate(order + tile.y, order + tile.y + 1, order + last);
    for (int d = 0; d < ndim; ++d) {
        shape[d] = loops.ndim ? loops.shape[order[d]] : 1;
        std::int64_t each = 1;
        if (plan == ElementwisePlan::rows && d == last) each = vector_;
        if (plan == ElementwisePlan::tile && d >= last - 1) each = 1ll << (d == last ? tile.log_x : tile.log_y);
        items[d] = (shape[d] + each - 1) / each;
        all_items *= items[d];
    }
    auto stride = [&](std::size_t k, int d) { return loops.ndim ? loops.strides[k][order[d]] : 0; };

    const bool gpu = runtime::backend().is_gpu();
    StridedSpace space{};
    space.ndim = ndim;
    space.flags = flag_vector;
    space.log_x = tile.log_x;
    space.log_y = tile.log_y;
    space.turned = tile.turned;
    space.staged = tile.staged;
    for (int d = 0; d < max_kernel_dims; ++d) {
        space.shape[d] = d < ndim ? shape[d] : 1;
        space.divisors[d] = make_divisor(static_cast<std::uint32_t>(d < ndim ? items[d] : 1));
    }
    DataAccess data;
    OperandRef refs[max_operands];
    for (std::size_t k = 0; k < count; ++k) {
        refs[k] = reference(data, operands[k], k < nout, loops.offset[k]);
        if (!operands[k].array) space.values |= 1u << k;
        if (k < nout && loops.size * itemsize_[k] >= stream_threshold) space.flags |= flag_stream;
        if (plan != ElementwisePlan::tile || (k >= nout && !(tile.staged >> k & 1u))) continue;
        // Whether the operand can be moved in vectors along its neighbours.
        const bool turned = tile.turned >> k & 1u;
        const int minor = turned ? last - 1 : last;
        const std::int64_t bytes = k < nout ? std::min<std::int64_t>(vector_ * itemsize_[k], 16) : 16;
        std::uint64_t misaligned = refs[k].bits[0];
        for (int d = 0; d < ndim; ++d)
            if (d != minor) misaligned |= static_cast<std::uint64_t>(stride(k, d));
        const bool fits =
            itemsize_[k] << (turned ? tile.log_y : tile.log_x) >= bytes && stride(k, minor) == itemsize_[k];
        if (fits && misaligned % static_cast<std::uint64_t>(bytes) == 0) space.vectors |= 1u << k;
        else if (k < nout) space.flags &= ~flag_vector;
    }

    Launch geometry;
    geometry.block[0] = block;
    CpuLoops loops_of_cpu = cpu_loops(run_cpu_strided);
    if (plan == ElementwisePlan::tile) {
        loops_of_cpu.run = run_cpu_tile;
        geometry.grid[0] = static_cast<std::uint32_t>(all_items);
        geometry.shared_bytes = tile.shared_bytes;
        geometry.items = all_items;
        geometry.grain = std::max<std::int64_t>(cpu_grain >> (tile.log_x + tile.log_y), 1);
    } else {
        geometry.grid[0] = blocks_for(all_items, block * unroll(plan == ElementwisePlan::rows ? vector_ : 1));
        geometry.items = loops.size;
        geometry.grain = cpu_grain;
    }
    ArgumentWriter writer;
    if (!gpu) writer.put(loops_of_cpu);
    writer.put(space);
    for (std::size_t k = 0; k < count; ++k) writer.put(refs[k]);
    for (std::size_t k = 0; k < count; ++k)
        for (int d = 0; d < max_kernel_dims; ++d) writer.put<long long>(d < ndim ? stride(k, d) : 0);
    tell_bytes([&] {
        std::size_t bytes = 0;
        for (std::size_t k = 0; k < count; ++k) {
            std::int64_t elements = operands[k].array ? 1 : 0;
            for (int d = 0; d < loops.ndim; ++d) elements *= loops.strides[k][d] ? loops.shape[d] : 1;
            bytes += static_cast<std::size_t>(elements * itemsize_[k]);
        }
        return bytes;
    });
    DataAccess::launch(function(gpu ? plan : ElementwisePlan::inner), geometry, writer.bytes, writer.finish(), 0);
}

// Walks the outermost dimension where there are more than a kernel takes (so many that do not merge are rare, and then
// the outer ones are short), and cuts it where there are more elements than one launch takes.
void ElementwiseKernel::run_parts(std::span<const KernelOperand> operands, const Loops& loops) {
    const std::int64_t length = loops.shape[0], each = loops.size / length;
    const bool walk = loops.ndim > max_kernel_dims || each > largest_launch;
    const std::int64_t part = walk ? 1 : largest_launch / each;
    Loops inner = loops;
    if (walk) {
        --inner.ndim;
        for (int d = 0; d < inner.ndim; ++d) {
            inner.shape[d] = loops.shape[d + 1];
            for (std::size_t k = 0; k < operands.size(); ++k) inner.strides[k][d] = loops.strides[k][d + 1];
        }
    }
    for (std::int64_t i = 0; i < length; i += part) {
        const std::int64_t here = std::min(part, length - i);
        if (!walk) inner.shape[0] = here;
        inner.size = each * here;
        for (std::size_t k = 0; k < operands.size(); ++k) inner.offset[k] = loops.offset[k] + i * loops.strides[k][0];
        run_strided(operands, inner);
    }
}

// Whether a GPU's threads can take vectors along the innermost dimension.
bool ElementwiseKernel::choose_rows(std::span<const KernelOperand> operands, const Loops& loops) const {
    if (loops.ndim == 0 || loops.shape[loops.ndim - 1] < vector_) return false;
    for (std::size_t k = 0; k < operands.size(); ++k) {
        const std::int64_t step = loops.strides[k][loops.ndim - 1];
        if (operands[k].array && step != itemsize_[k] && (step != 0 || k < expression_.outputs.size())) return false;
    }
    return true;
}

// Whether inputs have their neighbours along another dimension than the outputs have, so that to read the one in order
// means to jump about in the other; and the tiles in which both are gone through.
bool ElementwiseKernel::choose_tile(std::span<const KernelOperand> operands, const Loops& loops, Tile& tile) const {
    if (loops.ndim < 2 || loops.size < tile_threshold) return false;
    const auto nout = expression_.outputs.size();
    const std::size_t count = operands.size();
    const int x = loops.ndim - 1;
    for (std::size_t k = 0; k < nout; ++k)
        if (loops.strides[k][x] != itemsize_[k]) return false;
    int y = -1;
    std::int64_t staged_bytes = 0;
    for (std::size_t k = nout; k < count; ++k) {
        if (!operands[k].array || is_counter(k)) continue;
        const auto& strides = loops.strides[k];
        int nearest = x;
        for (int d = 0; d < x; ++d)
            if (strides[d] != 0 && std::abs(strides[d]) < std::abs(strides[nearest])) nearest = d;
        if (nearest == x || std::abs(strides[nearest]) > sector || (y >= 0 && y != nearest)) continue;
        y = nearest;
        tile.turned |= 1u << k;
        staged_bytes += itemsize_[k];
    }
    // Tiny planes would leave most of a block idle.
    if (y < 0 || loops.shape[x] * loops.shape[y] < smallest_plane) return false;
    tile.y = y;
    tile.staged = tile.turned;
    int log_elements = std::bit_width(static_cast<std::uint64_t>(elementwise_tile_bytes / largest_)) - 1;
    // Operands that are in order gain by shared memory too, since all of a tile is then on its way at once.
    for (std::size_t k = nout; k < count; ++k) {
        if (!operands[k].array || is_counter(k) || (tile.turned >> k & 1u)) continue;
        if (loops.strides[k][x] != itemsize_[k] || loops.strides[k][y] == 0) continue;
        if ((staged_bytes + itemsize_[k]) << log_elements > shared_limit) continue;
        tile.staged |= 1u << k;
        staged_bytes += itemsize_[k];
    }
    while (staged_bytes << log_elements > shared_limit) --log_elements;

    // Squares, but no longer than the array is.
    const int log_vector = ceil_log2(vector_);
    const int cap_x = std::max(ceil_log2(loops.shape[x]), log_vector), cap_y = ceil_log2(loops.shape[y]);
    tile.log_x = log_elements / 2;
    tile.log_y = log_elements - tile.log_x;
    if (tile.log_y > cap_y) tile.log_x = log_elements - cap_y;
    else if (tile.log_x > cap_x) tile.log_y = log_elements - cap_x;
    tile.log_x = std::max(std::min(tile.log_x, cap_x), log_vector);
    tile.log_y = std::max(std::min(tile.log_y, cap_y), ceil_log2(rows_together_));
    tile.shared_bytes = static_cast<std::uint32_t>(staged_bytes << (tile.log_x + tile.log_y));
    return true;
}

}  // namespace cuprum::kernel
