#include "kernel/engine/gather/gather.h"

#include <bit>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>

#include "core/index_parse.h"
#include "core/layout.h"
#include "cuprum/environment.h"
#include "cuprum/segments_args.h"
#include "kernel/engine/collapse.h"
#include "kernel/engine/data_access.h"
#include "kernel/graph/expression.h"
#include "kernel/graph/storage.h"

namespace cuprum::kernel {
namespace {

using runtime::Launch;

constexpr int block = 256;                       // threads, as in device/cuprum/gather.h
constexpr std::int64_t cpu_grain_bytes = 65536;  // that are worth a thread's wake-up
constexpr std::int64_t longest_run =
    16384;                                 // bytes of an item on a CPU, so that one long item is shared by the threads
constexpr std::int64_t shared_run = 1024;  // bytes: items that must be moved in order are shared in parts of about this
using Args = GatherArgs<max_index_arrays>;
using Nest = LoopNest<max_index_arrays + 2>;  // packed, data, indices

enum class Direction : std::uint8_t { gather, scatter, apply };

// An int that a kernel sets. On a CPU the kernel is done when its launch returns, so the host's own memory serves.
class ErrorFlag {
public:
    explicit ErrorFlag(bool wanted) {
        if (!wanted) return;
        if (!runtime::backend().is_gpu()) {
            address_ = &host_;
            return;
        }
        memory_ = cuda::allocate(sizeof host_);
        address_ = memory_.pointer();
        runtime::backend().fill(address_, 0, sizeof host_, runtime::context.stream);
    }
    ErrorFlag(const ErrorFlag&) = delete;
    unsigned long long address() const { return reinterpret_cast<unsigned long long>(address_); }
    bool is_set() {
        if (memory_) {
            runtime::backend().copy(&host_, address_, sizeof host_, runtime::CopyKind::device_to_host,
                                    runtime::context.stream);
            runtime::backend().synchronize_stream(runtime::context.stream);
        }
        return host_ != 0;
    }

private:
    int host_ = 0;
    void* address_ = nullptr;
    cuda::BlockRef memory_;
};

// The indices as int32 or int64, which the kernels read.
ndarray readable(const ndarray& array, bool wide) {
    DType wanted = wide ? DType::int64 : DType::int32;
    return array.dtype() == wanted ? array : array.astype(wanted);
}

bool needs_64_bits(DType dtype) { return dtype == DType::int64 || dtype == DType::uint32 || dtype == DType::uint64; }

const char* index_type(bool wide) { return wide ? "long long" : "int"; }

// Names the first index that is out of bounds, as NumPy's own walk finds it.
[[noreturn]] void report(std::span<const IndexArray> indices) {
    for (const IndexArray& index : indices)
        for (std::int64_t i : index.array.astype(DType::int64).to_vector<std::int64_t>())
            resolve_integer(i, index.length, index.axis);
    throw IndexError("an index is out of bounds; the index array was changed while it was used");
}

bool any_outside(const IndexArray& index) {
    static FunctionSlot functions[2];
    const bool wide = needs_64_bits(index.array.dtype());
    ndarray array = readable(index.array, wide);
    if (!array.is_contiguous()) array = array.copy();
    if (array.size() == 0) return false;
    auto function = functions[wide].get([&] {
        std::string name = std::string("cuprum_bounds_") + (wide ? "64" : "32");
        return KernelSource{
            name, "#include <cuprum/gather.h>\nCUPRUM_BOUNDS(" + name + ", " + index_type(wide) + ")\n", {}};
    });
    ErrorFlag error(true);
    DataAccess data;
    BoundsArgs args{device_address(data.read(array)), error.address(), index.length, array.size()};
    Launch launch;
    launch.grid[0] = blocks_for(args.size, block);
    launch.block[0] = block;
    launch.items = args.size;
    launch.grain = cpu_grain_bytes / 8;
    data.launch(function, launch, args);
    return error.is_set();
}

runtime::FunctionHandle find_function(Direction direction, int bytes, bool wide, int count) {
    static FunctionSlot functions[2][5][2][max_index_arrays + 1];
    auto& slot = functions[static_cast<int>(direction)][std::countr_zero(static_cast<unsigned>(bytes))][wide][count];
    return slot.get([&] {
        const bool gathers = direction == Direction::gather;
        const std::string size = std::to_string(bytes), n = std::to_string(count);
        std::string name =
            std::string("cuprum_") + (gathers ? "gather_" : "scatter_") + size + (wide ? "_64_" : "_32_") + n;
        return KernelSource{name,
                            std::string("#include <cuprum/gather.h>\n") +
                                (gathers ? "CUPRUM_GATHER(" : "CUPRUM_SCATTER(") + name + ", " + size + ", " +
                                index_type(wide) + ", " + n + ")\n",
                            {}};
    });
}

struct Operands {
    Direction direction;
    const ndarray* packed;  // null: the value
    const ndarray* data;
    std::int64_t itemsize;
    unsigned char value[16];
    std::span<const IndexArray> indices;
    IndexMode mode;
    bool ordered;  // the items of one place must be moved one after the other
    bool wide = false;
    const ApplyOperation* operation = nullptr;  // of Direction::apply
};

// A struct called `name` that apply_move of device/cuprum/gather.h takes.
std::string apply_struct(const ApplyOperation& operation, DType target, DType value, const std::string& name) {
    static constexpr const char* forms[] = {"none", "add", "max", "min", "none"};  // by AtomicForm
    const bool native_types = operation.element == target && value == target;
    const char* native = native_types ? forms[static_cast<int>(operation.atomic)] : "none";
    // In the library's namespace, so that a body's `sin` is ours and not the compiler's.
    return "namespace cuprum {\nstruct " + name + " {\n    using target_t = " + input_type(target) +
           ";\n    using value_t = " + input_type(value) +
           ";\n    static constexpr cuprum::NativeAtomic native = cuprum::NativeAtomic::" + native +
           ";\n    CUPRUM_DEVICE static target_t apply(target_t old, value_t value) {\n"
           "        using in0_t = " +
           compute_type(operation.element) + ";\n        using in1_t = " + compute_type(operation.value) +
           ";\n        using out0_t = " + compute_type(operation.result) +
           ";\n        const in0_t in0 = cast<in0_t>(old);\n        [[maybe_unused]] const in1_t in1 = "
           "cast<in1_t>(value);\n"
           "        out0_t out0;\n        " +
           operation.body + ";\n        return cast<target_t>(out0);\n    }\n};\n}\n";
}

// `macro` is called with the kernel's name, the struct's and `more`.
runtime::FunctionHandle apply_function(const ApplyOperation& operation, DType target, DType value,
                                       const std::string& macro, const std::string& more, const std::string& suffix) {
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<FunctionSlot>> functions;
    std::string name = "cuprum_at_" + operation.name;
    for (DType dtype : {operation.element, operation.value, operation.result, target, value})
        name += std::string("_") + info(dtype).name;
    name += suffix;
    FunctionSlot* slot;
    {
        std::lock_guard lock(mutex);
        auto& entry = functions[name];
        if (!entry) entry = std::make_unique<FunctionSlot>();
        slot = entry.get();
    }
    return slot->get([&] {
        return KernelSource{name,
                            "#include <cuprum/segments.h>\n#include <cuprum/math.h>\n" +
                                include_lines(operation.headers) +
                                apply_struct(operation, target, value, name + "_op") + macro + "(" + name +
                                ", cuprum::" + name + "_op" + more + ")\n",
                            {}};
    });
}

// For items that must be moved in order: the axes along which no index changes go outside, where threads may share
// them. What is left inside, and must be done by one thread, is returned.
std::int64_t put_indices_inside(Nest& nest, int count) {
    auto indexed = [&](int d) {
        for (int k = 0; k < count; ++k)
            if (nest.strides[k + 2][d] != 0) return true;
        return false;
    };
    std::int64_t inside = 1;
    for (int d = nest.ndim - 1, last = nest.ndim - 1; d >= 0; --d) {
        if (!indexed(d)) continue;
        inside *= nest.shape[d];
        for (int from = d; from < last; ++from) {
            std::swap(nest.shape[from], nest.shape[from + 1]);
            for (int k = 0; k < count + 2; ++k) std::swap(nest.strides[k][from], nest.strides[k][from + 1]);
        }
        --last;
    }
    return inside;
}

void launch_nest(const Operands& operands, const Nest& collapsed, unsigned long long error) {
    const int count = static_cast<int>(operands.indices.size());
    Nest nest = collapsed;
    if (nest.ndim > max_kernel_dims) {
        // The outermost axis is walked here. So many axes that do not merge are rare, and then the outer ones are
        // short.
        const std::int64_t length = nest.shape[0];
        std::array<std::int64_t, max_index_arrays + 2> step;
        for (int k = 0; k < count + 2; ++k) step[static_cast<std::size_t>(k)] = nest.strides[k][0];
        --nest.ndim;
        nest.size /= length;
        for (int d = 0; d < nest.ndim; ++d) {
            nest.shape[d] = nest.shape[d + 1];
            for (int k = 0; k < count + 2; ++k) nest.strides[k][d] = nest.strides[k][d + 1];
        }
        for (std::int64_t i = 0; i < length; ++i) {
            launch_nest(operands, nest, error);
            for (int k = 0; k < count + 2; ++k) nest.offset[k] += step[static_cast<std::size_t>(k)];
        }
        return;
    }
    const bool gpu = runtime::backend().is_gpu();
    Args args{};
    DataAccess access;
    auto at = [&](const void* first, int k) {
        return first ? device_address(first) + static_cast<unsigned long long>(nest.offset[k]) : 0;
    };
    const bool gathers = operands.direction == Direction::gather;
    args.packed = at(gathers ? access.write(operands.packed) : access.read(operands.packed), 0);
    args.data = at(gathers ? access.read(operands.data) : access.write(operands.data), 1);

    // Neighbours that lie side by side on both sides, under one index, move as one item.
    int& ndim = nest.ndim;
    std::int64_t run = operands.itemsize;
    if (ndim && operands.direction != Direction::apply) {
        const int last = ndim - 1;
        bool together = (!operands.packed || nest.strides[0][last] == run) && nest.strides[1][last] == run;
        for (int k = 0; together && k < count; ++k) together = nest.strides[k + 2][last] == 0;
        if (together && (gpu || nest.shape[last] * run <= longest_run)) {
            run *= nest.shape[last];
            --ndim;
        }
    }
    std::int64_t inside = 1;
    if (operands.ordered) {
        // Long items are taken apart, so that threads have something to share.
        std::int64_t parts = 1;
        while (run > shared_run && run % (2 * operands.itemsize) == 0 && ndim < max_kernel_dims) run /= 2, parts *= 2;
        if (parts > 1) {
            nest.shape[ndim] = parts;
            for (int k = 0; k < count + 2; ++k) nest.strides[k][ndim] = k < 2 ? run : 0;
            ++ndim;
        }
        inside = put_indices_inside(nest, count);
    }
    // The largest piece that divides all.
    std::uint64_t bits = static_cast<std::uint64_t>(run) | 16;
    if (gpu) {
        bits |= args.packed | args.data;
        for (int k = 0; k < count; ++k)
            bits |= static_cast<std::uint64_t>(operands.indices[static_cast<std::size_t>(k)].stride);
        for (int d = 0; d < ndim; ++d)
            bits |= static_cast<std::uint64_t>((operands.packed ? nest.strides[0][d] : 0) | nest.strides[1][d]);
    } else if (run > 16) {
        bits |= static_cast<std::uint64_t>(operands.packed ? 1 : operands.itemsize);
    }
    const auto bytes = std::min<std::int64_t>(16, std::int64_t{1} << std::countr_zero(bits));

    for (std::int64_t k = 0; !operands.packed && k < 16; ++k)
        reinterpret_cast<unsigned char*>(args.value)[k] = operands.value[k % operands.itemsize];
    args.error = error;
    args.run = run / bytes;
    args.size = 1;
    args.ndim = std::max(ndim, 1);
    for (int d = 0; d < max_kernel_dims; ++d) {
        args.shape[d] = d < ndim ? nest.shape[d] : 1;
        args.size *= args.shape[d];
        if (d >= ndim) continue;
        args.packed_strides[d] = operands.packed ? nest.strides[0][d] : 0;
        args.data_strides[d] = nest.strides[1][d];
        for (int k = 0; k < count; ++k) args.index[k].steps[d] = nest.strides[k + 2][d];
    }
    for (int k = 0; k < count; ++k) {
        const IndexArray& index = operands.indices[static_cast<std::size_t>(k)];
        args.index[k].address = at(access.read(index.array), k + 2);
        args.index[k].stride = index.stride;
        args.index[k].length = index.length;
    }
    args.flags = operands.mode | (operands.packed ? 0u : gather_value);
    const std::int64_t pieces = args.size * args.run;
    if (pieces < (1ll << 31)) {
        args.flags |= gather_narrow;
        for (int d = 0; d < args.ndim; ++d) args.divisors[d] = make_divisor(static_cast<std::uint32_t>(args.shape[d]));
        args.run_divisor = make_divisor(static_cast<std::uint32_t>(args.run));
    }
    Launch launch;
    launch.grid[0] = blocks_for(pieces, block * (count <= 2 ? 4 : 1));
    launch.block[0] = block;
    launch.items = args.size;
    // Whole walks over the indices.
    launch.grain = operands.ordered ? inside * std::max<std::int64_t>(1, cpu_grain_bytes / (run * inside))
                                    : std::max<std::int64_t>(1, cpu_grain_bytes / run);
    const std::string n = operands.operation ? std::to_string(count) : std::string();
    auto function = operands.operation
                        ? apply_function(*operands.operation, operands.data->dtype(), operands.packed->dtype(),
                                         "CUPRUM_APPLY", std::string(", ") + index_type(operands.wide) + ", " + n,
                                         (operands.wide ? "_64_" : "_32_") + n)
                        : find_function(operands.direction, static_cast<int>(bytes), operands.wide, count);
    access.launch(function, launch, &args, offsetof(Args, index) + static_cast<std::size_t>(count) * sizeof(IndexRef),
                  static_cast<std::size_t>(2 * pieces * bytes));
}

void run(Operands operands, unsigned long long error) {
    IndexArray indices[max_index_arrays];
    const ndarray* arrays[max_index_arrays + 2] = {operands.packed, operands.data};
    operands.wide = false;
    for (const IndexArray& index : operands.indices) operands.wide |= needs_64_bits(index.array.dtype());
    for (std::size_t k = 0; k < operands.indices.size(); ++k) {
        indices[k] = operands.indices[k];
        indices[k].array = readable(indices[k].array, operands.wide);
        arrays[k + 2] = &indices[k].array;
    }
    const std::size_t count = operands.indices.size();
    operands.indices = std::span(indices, count);
    Nest nest;
    collapse(nest, std::span(arrays, count + 2), operands.data->shape(), !operands.ordered);
    launch_nest(operands, nest, error);
}

}  // namespace

bool is_worth(const ndarray& data, std::span<const IndexArray> indices, IndexMode mode) {
    if (indices.size() > max_index_arrays)
        throw IndexError("too many advanced (array) indices: at most " + std::to_string(max_index_arrays) +
                         " are supported, found " + std::to_string(indices.size()));
    for (const IndexArray& index : indices)
        if (index.array.size() && index.length == 0) report(indices);
    if (data.size()) return true;
    if (mode == index_raise && checks_bounds()) check_bounds(indices);
    return false;
}

bool checks_bounds() {
    static const bool asked = runtime::environment("CHECK").find("bounds") != std::string::npos;
    return asked || !runtime::backend().is_gpu();
}

void check_bounds(std::span<const IndexArray> indices) {
    for (const IndexArray& index : indices)
        if (any_outside(index)) report(indices);
}

void gather(const ndarray& result, const ndarray& data, std::span<const IndexArray> indices, IndexMode mode) {
    if (!is_worth(data, indices, mode)) return;
    ErrorFlag error(mode == index_raise && checks_bounds());
    run({Direction::gather, &result, &data, data.itemsize(), {}, indices, mode, false}, error.address());
    if (error.address() && error.is_set()) report(indices);
}

namespace {

// With an axis for the bytes of an element.
ndarray as_bytes(const ndarray& a) {
    Shape shape(a.shape());
    Strides strides(a.strides());
    shape.push_back(a.itemsize());
    strides.push_back(1);
    return ndarray(a.buffer(), a.offset(), DType::uint8, std::move(shape), std::move(strides));
}

void assign_in_order(const ndarray& data, const ndarray& values, std::span<const IndexArray> indices) {
    if (is_number(data.dtype())) {
        const DType dtype = data.dtype();
        return apply_in_order({"assign", "out0 = in1", dtype, dtype, dtype}, data, values, indices);
    }
    std::vector<IndexArray> behind(indices.begin(), indices.end());
    for (IndexArray& index : behind) {
        Shape shape(index.array.shape());
        Strides strides(index.array.strides());
        shape.push_back(1);
        strides.push_back(0);
        index.array = index.array.with_layout(std::move(shape), std::move(strides));
    }
    assign_in_order(as_bytes(data), as_bytes(values), behind);
}

}  // namespace

void scatter(const ndarray& data, const ndarray& values, std::span<const IndexArray> indices, IndexMode mode,
             bool unique) {
    if (!is_worth(data, indices, mode)) return;
    if (mode == index_raise && checks_bounds()) check_bounds(indices);
    const bool gpu = runtime::backend().is_gpu();
    if (gpu && !unique) {
        // A GPU writes in no order.
        if (names_many_places(data, indices))
            return scatter(data, last_values(data, values, indices), indices, mode, true);
        if (mode != index_clip) return assign_in_order(data, values, indices);
    }
    run({Direction::scatter, &values, &data, data.itemsize(), {}, indices, mode, !gpu && !unique}, 0);
}

void scatter(const ndarray& data, const Scalar& value, std::span<const IndexArray> indices, IndexMode mode) {
    if (!is_worth(data, indices, mode)) return;
    if (mode == index_raise && checks_bounds()) check_bounds(indices);
    Operands operands{Direction::scatter, nullptr, &data, data.itemsize(), {}, indices, mode, false};
    value.store(data.dtype(), operands.value);
    run(operands, 0);
}

void apply_at(const ApplyOperation& operation, const ndarray& data, const ndarray& values,
              std::span<const IndexArray> indices) {
    if (!is_worth(data, indices)) return;
    if (checks_bounds()) check_bounds(indices);
    Operands operands{Direction::apply, &values, &data, data.itemsize(), {}, indices, index_raise, true};
    operands.operation = &operation;
    run(operands, 0);
}

void apply_sorted(const ApplyOperation& operation, const ndarray& data, const ndarray& values, const ndarray& places,
                  const ndarray& order) {
    FoldArgs args{};
    args.count = places.size();
    args.size = data.size();
    if (args.count == 0 || args.size == 0) return;
    DataAccess access;
    args.data = device_address(access.update(data));
    args.values = device_address(access.read(values));
    args.places = device_address(access.read(places));
    args.order = device_address(access.read(order));
    args.ndim = data.ndim();
    for (int d = 0; d < data.ndim(); ++d) {
        args.shape[d] = data.shape()[d];
        args.strides[d] = data.strides()[d];
    }
    Launch launch;
    launch.items = args.count * args.size;
    launch.grain = cpu_grain_bytes / data.itemsize();
    launch.grid[0] = blocks_for(launch.items, block);
    launch.block[0] = block;
    access.launch(apply_function(operation, data.dtype(), values.dtype(), "CUPRUM_FOLD", "", "_sorted"), launch, args);
}

}  // namespace cuprum::kernel
