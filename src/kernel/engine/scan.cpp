#include "kernel/engine/scan.h"

#include <map>
#include <memory>
#include <mutex>

#include "core/layout.h"
#include "cuprum/scan_args.h"
#include "cuprum/segments_args.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/data_access.h"
#include "kernel/graph/expression.h"
#include "kernel/graph/storage.h"

namespace cuprum::kernel {
namespace {

using runtime::Launch;

constexpr std::int64_t block = 256, warps_per_block = block / 32;  // threads, as in device/cuprum/scan.h
// A GPU this size is kept busy by so many warps or threads, each with a line of its own.
constexpr std::int64_t many_warps = 132 * 16, many_threads = 132 * 1024;
// More blocks than a GPU runs at once; each works on tiles while there are any.
constexpr std::int64_t linked_blocks = 1024;
constexpr std::int64_t short_line = 32;      // elements: one thread had better take such a line
constexpr std::int64_t cpu_grain = 16384;    // elements that are worth a thread's wake-up
constexpr std::int64_t cpu_chunks = 64;      // that are combined, and then scanned while they are still in the cache
constexpr std::int64_t cpu_many_lines = 64;  // with so many long lines each may be scanned by one thread

constexpr const char* plan_names[] = {"rows", "rows_narrow", "warps", "warps_narrow", "columns", "lines"};

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace

ScanKernel::ScanKernel(ScanOperation operation, DType in, DType out)
    : operation_(std::move(operation)),
      in_(in),
      out_(out),
      carried_(compute_type(operation_.type) == "float" ? 4 : itemsize(operation_.type)) {}

std::string ScanKernel::entry_name(Plan plan) const {
    return "cuprum_scan_" + operation_.name + "_" + info(operation_.type).name + "_" + info(in_).name + "_" +
           info(out_).name + "_" + plan_names[static_cast<int>(plan)];
}

std::string scan_struct(const ScanOperation& operation, DType in, DType out, const std::string& name) {
    // In the library's namespace, so that a body's `hypot` is ours and not the compiler's.
    return "namespace cuprum {\nstruct " + name + " {\n    using in_t = " + input_type(in) +
           ";\n    using out_t = " + storage_type(out) + ";\n    using acc_t = " + compute_type(operation.type) +
           ";\n    CUPRUM_DEVICE static acc_t load(in_t element) {\n"
           "        const acc_t x = cast<acc_t>(" +
           (rounds_to_half(in, operation.type) ? "cast<" + storage_type(operation.type) + ">(element)" : "element") +
           ");\n        return " + operation.map +
           ";\n    }\n    CUPRUM_DEVICE static acc_t combine(acc_t before, acc_t next) {\n"
           "        using in0_t = " +
           compute_type(operation.before) + ";\n        using in1_t = " + compute_type(operation.next) +
           ";\n        using out0_t = acc_t;\n        const in0_t in0 = cast<in0_t>(before);\n"
           "        const in1_t in1 = cast<in1_t>(next);\n        out0_t out0;\n        " +
           operation.body + ";\n        return out0;\n    }\n};\n}\n";
}

std::string ScanKernel::source(Plan plan) const {
    const std::string entry = entry_name(plan), op = entry + "_op";
    return "#include <cuprum/scan.h>\n#include <cuprum/math.h>\n" + include_lines(operation_.headers) +
           scan_struct(operation_, in_, out_, op) + "CUPRUM_SCAN(" + entry + ", cuprum::" + op + ", " +
           plan_names[static_cast<int>(plan)] + ")\n";
}

runtime::FunctionHandle ScanKernel::function(Plan plan) {
    return functions_[static_cast<int>(plan)].get([&] { return KernelSource{entry_name(plan), source(plan), {}}; });
}

void ScanKernel::run(const ndarray& in, const ndarray& out, int axis) {
    if (in.size() == 0) return;
    // Contiguous in one order; anything else is scanned in copies.
    if (!(in.is_c_contiguous() && out.is_c_contiguous()) && in.is_f_contiguous() && out.is_f_contiguous())
        return run(in.transpose(), out.transpose(), in.ndim() - 1 - axis);
    if (!in.is_c_contiguous() || (may_share_memory(in, out) && !same_elements(in, out)))
        return run(in.copy(), out, axis);
    if (!out.is_c_contiguous()) {
        ndarray packed = new_array(out.shape(), out_);
        run(in, packed, axis);
        return out.assign(std::span<const Index>(), packed);
    }
    std::int64_t outer = 1, inner = 1;
    for (int i = 0; i < axis; ++i) outer *= in.shape()[i];
    for (int i = axis + 1; i < in.ndim(); ++i) inner *= in.shape()[i];
    const std::int64_t length = in.shape()[axis];
    if (runtime::backend().is_gpu()) run_gpu(in, out, outer, length, inner);
    else run_cpu(in, out, outer, length, inner);
}

ScanKernel::Plan ScanKernel::choose_plan(const ndarray& in, const ndarray& out, std::int64_t outer, std::int64_t length,
                                         std::int64_t inner) const {
    if (!operation_.associative) return Plan::lines;
    if (inner > 1) return outer * inner >= many_threads && inner >= 32 ? Plan::lines : Plan::columns;
    if (length <= short_line) return Plan::lines;
    const std::int64_t vector = scan_vector(itemsize(in_), itemsize(out_));
    auto aligned = [&](const ndarray& a) {
        return device_address(DataAccess().read(a)) %
                   static_cast<unsigned long long>(std::min<std::int64_t>(16, vector * a.itemsize())) ==
               0;
    };
    const bool wide = aligned(in) && aligned(out) && (outer == 1 || length % vector == 0);
    return outer >= many_warps ? (wide ? Plan::warps : Plan::warps_narrow) : (wide ? Plan::rows : Plan::rows_narrow);
}

void ScanKernel::run_gpu(const ndarray& in, const ndarray& out, std::int64_t outer, std::int64_t length,
                         std::int64_t inner) {
    const Plan plan = choose_plan(in, out, outer, length, inner);
    if (plan == Plan::columns && inner < 8 && length > 4 * scan_column_rows) {
        // So few columns would leave most lanes idle.
        ndarray turned =
            in.with_layout({outer, length, inner}, contiguous_strides({outer, length, inner}, in.itemsize()))
                .swapaxes(1, 2)
                .copy();
        ndarray scanned = new_array(turned.shape(), out_);
        run(turned, scanned, 2);
        return out.with_layout({outer, length, inner}, contiguous_strides({outer, length, inner}, out.itemsize()))
            .assign(std::span<const Index>(), scanned.swapaxes(1, 2));
    }
    ScanArgs args{};
    DataAccess data;
    args.in = device_address(data.read(in));
    args.out = device_address(data.write(out));
    args.outer = outer;
    args.length = length;
    args.inner = inner;
    args.tiles = 1;
    std::int64_t blocks = 0, lines = 0, width = 1;
    switch (plan) {
        case Plan::rows:
        case Plan::rows_narrow: {
            const int vector = plan == Plan::rows ? scan_vector(itemsize(in_), itemsize(out_)) : 1;
            args.tiles = ceil_div(length, block * vector * scan_rounds(vector, static_cast<int>(carried_)));
            lines = outer;
            blocks = lines * args.tiles;
            if (args.tiles > 1) blocks = std::min(blocks, linked_blocks);
            break;
        }
        case Plan::columns:
            args.tiles = ceil_div(length, scan_column_rows);
            lines = outer * ceil_div(inner, scan_columns);
            blocks = lines * args.tiles;
            width = scan_columns;
            break;
        case Plan::warps:
        case Plan::warps_narrow: blocks = ceil_div(outer, warps_per_block); break;
        case Plan::lines: blocks = ceil_div(outer * inner, block); break;
    }
    cuda::BlockRef state;
    if (args.tiles > 1) {
        const std::int64_t groups = ceil_div(args.tiles, scan_group), supers = ceil_div(groups, scan_group);
        const std::int64_t message = width * scan_message(static_cast<int>(carried_));
        const std::int64_t bytes = 8 + lines * (args.tiles + groups + supers) * message;
        state = cuda::allocate(static_cast<std::size_t>(bytes));
        runtime::backend().fill(state.pointer(), 0, static_cast<std::size_t>(bytes), runtime::context.stream);
        args.ticket = device_address(state.pointer());
        args.tile_messages = args.ticket + 8;
        args.group_messages = args.tile_messages + static_cast<unsigned long long>(lines * args.tiles * message);
        args.super_messages = args.group_messages + static_cast<unsigned long long>(lines * groups * message);
    }
    Launch launch;
    launch.grid[0] = static_cast<std::uint32_t>(blocks);
    launch.block[0] = block;
    data.launch(function(plan), launch, args);
}

void ScanKernel::run_cpu(const ndarray& in, const ndarray& out, std::int64_t outer, std::int64_t length,
                         std::int64_t inner) {
    auto function = this->function(operation_.associative ? Plan::rows : Plan::lines);
    ScanArgs args{};
    DataAccess data;
    args.in = device_address(data.read(in));
    args.out = device_address(data.write(out));
    args.outer = outer;
    args.length = length;
    args.inner = inner;
    Launch launch;
    auto start = [&](std::int64_t items, std::int64_t elements_an_item) {
        launch.items = items;
        launch.grain = std::max<std::int64_t>(1, cpu_grain / elements_an_item);
        data.launch(function, launch, args);
    };
    if (inner > 1)
        return start(outer * ceil_div(inner, scan_cpu_columns),
                     length * std::min<std::int64_t>(inner, scan_cpu_columns));
    if (!operation_.associative || outer >= cpu_many_lines || length < 4 * scan_chunk) return start(outer, length);

    // Long lines: the chunks are the same however many threads there are, and so are the results.
    cuda::BlockRef workspace = cuda::allocate((cpu_chunks + 2) * 16);
    args.aggregates = device_address(workspace.pointer());
    const unsigned long long carries = args.aggregates + cpu_chunks * 16, in_start = args.in, out_start = args.out;
    for (std::int64_t line = 0; line < outer; ++line)
        for (std::int64_t first = 0, part = 0; first < length; first += cpu_chunks * scan_chunk, ++part) {
            args.in = in_start + static_cast<unsigned long long>((line * length + first) * in.itemsize());
            args.out = out_start + static_cast<unsigned long long>((line * length + first) * out.itemsize());
            args.length = std::min<std::int64_t>(length - first, cpu_chunks * scan_chunk);
            args.carry_in = part ? carries + (part & 1) * 16 : 0;
            args.carry_out = carries + (~part & 1) * 16;
            for (ScanStage stage : {scan_aggregates, scan_chunks}) {
                args.stage = stage;
                start(ceil_div(args.length, scan_chunk), scan_chunk);
            }
        }
}

ScanKernel& scan_kernel(const ScanOperation& operation, DType in, DType out) {
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<ScanKernel>> kernels;
    const std::string key = operation.name + ":" + info(operation.type).code + info(in).code + info(out).code;
    std::lock_guard lock(mutex);
    auto& kernel = kernels[key];
    if (!kernel) kernel = std::make_unique<ScanKernel>(operation, in, out);
    return *kernel;
}

namespace {

runtime::FunctionHandle reduce_at_function(const ScanOperation& operation, DType in, DType out) {
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<FunctionSlot>> functions;
    const std::string name = "cuprum_reduceat_" + operation.name + "_" + info(operation.type).name + "_" +
                             info(in).name + "_" + info(out).name;
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
                                include_lines(operation.headers) + scan_struct(operation, in, out, name + "_op") +
                                (operation.associative ? "CUPRUM_REDUCEAT(" : "CUPRUM_REDUCEAT_ORDERED(") + name +
                                ", cuprum::" + name + "_op)\n",
                            {}};
    });
}

}  // namespace

void reduce_at(const ScanOperation& operation, const ndarray& in, const ndarray& indices, const ndarray& out,
               int axis) {
    if (out.size() == 0) return;
    const ndarray source = in.is_c_contiguous() && !may_share_memory(in, out) ? in : in.copy();
    const ndarray starts =
        indices.dtype() == DType::int64 && indices.is_contiguous() ? indices : indices.astype(DType::int64, 'C');
    const ndarray result = out.is_c_contiguous() ? out : new_array(out.shape(), out.dtype());
    DataAccess data;
    ReduceAtArgs args{device_address(data.read(source)),
                      device_address(data.write(result)),
                      device_address(data.read(starts)),
                      1,
                      in.shape()[axis],
                      1,
                      starts.size()};
    for (int i = 0; i < axis; ++i) args.outer *= in.shape()[i];
    for (int i = axis + 1; i < in.ndim(); ++i) args.inner *= in.shape()[i];
    Launch launch;
    launch.block[0] = block;
    launch.grid[0] = static_cast<std::uint32_t>(
        ceil_div(result.size(), operation.associative && args.inner == 1 ? warps_per_block : block));
    launch.items = result.size();
    launch.grain = std::max<std::int64_t>(1, cpu_grain / std::max<std::int64_t>(1, args.length / args.count));
    data.launch(reduce_at_function(operation, in.dtype(), out.dtype()), launch, args);
    if (!out.is_c_contiguous()) out.assign(std::span<const Index>(), result);
}

}  // namespace cuprum::kernel
