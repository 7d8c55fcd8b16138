#include "kernel/engine/scan.h"

#include <algorithm>

#include "core/layout.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/graph/expression.h"
#include "kernel/graph/statement.h"
#include "kernel/graph/storage.h"
#include "kernel/graph/template.h"

namespace cuprum::kernel {
namespace {

constexpr const char* loop_names[] = {"rows", "rows_narrow", "warps", "warps_narrow", "columns", "lines"};

// A view of a contiguous array.
ndarray as_lines(const ndarray& a, const ScanLayout& layout) {
    const Shape shape{layout.outer, layout.length, layout.inner};
    return a.with_layout(shape, contiguous_strides(shape, a.itemsize()));
}

}  // namespace

ScanKernel::ScanKernel(ScanOperation operation, DType in, DType out)
    : operation_(std::move(operation)),
      in_(in),
      out_(out),
      carried_(compute_type(operation_.type) == "float" ? 4 : itemsize(operation_.type)) {}

std::string ScanKernel::entry_name(ScanLoop loop) const {
    return "cuprum_scan_" + operation_.name + "_" + info(operation_.type).name + "_" + info(in_).name + "_" +
           info(out_).name + "_" + loop_names[static_cast<int>(loop)];
}

std::string scan_struct(const ScanOperation& operation, DType in, DType out, const std::string& name) {
    const bool rounds = rounds_to_half(in, operation.type);
    // In the library's namespace, so that a body's `hypot` is ours and not the compiler's.
    return fill(
        R"(
namespace cuprum {
struct $name {
    using in_t = $in;
    using out_t = $out;
    using acc_t = $accumulated;
    CUPRUM_DEVICE static acc_t load(in_t element) {
        const acc_t x = cast<acc_t>($element);
        return $map;
    }
    CUPRUM_DEVICE static acc_t combine(acc_t before, acc_t next) {
        acc_t result;
        $statement
        return result;
    }
};
}
)",
        {{"name", name},
         {"in", input_type(in)},
         {"out", storage_type(out)},
         {"accumulated", compute_type(operation.type)},
         {"element", rounds ? "cast<" + storage_type(operation.type) + ">(element)" : "element"},
         {"map", operation.map},
         {"statement", statement_block(operation.body,
                                       {cast_operand(operation.before, "before"), cast_operand(operation.next, "next")},
                                       {{"acc_t", "result"}})}});
}

std::string ScanKernel::source(ScanLoop loop) const {
    const std::string entry = entry_name(loop), op = entry + "_op";
    return "#include <cuprum/engine/scan.h>\n#include <cuprum/math.h>\n" + include_lines(operation_.headers) +
           scan_struct(operation_, in_, out_, op) + "CUPRUM_SCAN(" + entry + ", cuprum::" + op + ", " +
           loop_names[static_cast<int>(loop)] + ")\n";
}

runtime::FunctionHandle ScanKernel::function(ScanLoop loop) {
    return functions_[static_cast<int>(loop)].get([&] {
        return KernelSource{
            .name = entry_name(loop), .text = source(loop), .code = operation_.code, .has_definitions = true};
    });
}

void ScanKernel::run(const ndarray& in, const ndarray& out, int axis) {
    if (in.size() == 0) return;
    // Contiguous in one order; anything else is scanned in copies.
    if (!(in.is_c_contiguous() && out.is_c_contiguous()) && in.is_f_contiguous() && out.is_f_contiguous())
        return run(in.transpose(), out.transpose(), in.ndim() - 1 - axis);
    if (!in.is_c_contiguous() || (may_share_memory(in, out) && !same_elements(in, out)))
        return run(in.copy(), out, axis);
    if (!out.is_c_contiguous()) {
        ndarray contiguous = new_array(out.shape(), out_);
        run(in, contiguous, axis);
        return out.assign(std::span<const Index>(), contiguous);
    }
    ScanLayout layout;
    for (int i = 0; i < axis; ++i) layout.outer *= in.shape()[i];
    for (int i = axis + 1; i < in.ndim(); ++i) layout.inner *= in.shape()[i];
    layout.length = in.shape()[axis];
    run_contiguous(in, out, layout);
}

void ScanKernel::run_contiguous(const ndarray& in, const ndarray& out, ScanLayout layout) {
    DataAccess data;
    ScanArgs args{};
    args.in = layout.in = device_address(data.read(in));
    args.out = layout.out = device_address(data.write(out));
    layout.in_bytes = itemsize(in_);
    layout.out_bytes = itemsize(out_);
    layout.carried_bytes = carried_;
    layout.associative = operation_.associative;
    const ScanPlan plan = plan_scan(layout, runtime::device_traits());
    if (plan.transposed) return run_transposed(in, out, layout);
    args.outer = layout.outer;
    args.length = layout.length;
    args.inner = layout.inner;
    args.tiles = plan.tiles;
    if (plan.part) return run_parts(plan, layout, data, args);
    cuda::BlockRef state;
    if (plan.workspace_bytes) {
        state = cuda::allocate(plan.workspace_bytes);
        runtime::backend().fill(state.pointer(), 0, plan.workspace_bytes, runtime::context.stream);
        const auto bytes_of = [&](std::int64_t messages) {
            return static_cast<unsigned long long>(plan.lines * messages * plan.message_bytes);
        };
        args.ticket = device_address(state.pointer());
        args.tile_messages = args.ticket + 8;
        args.group_messages = args.tile_messages + bytes_of(plan.tiles);
        args.super_messages = args.group_messages + bytes_of(plan.groups);
    }
    data.launch(function(plan.loop), plan.launch, args);
}

void ScanKernel::run_transposed(const ndarray& in, const ndarray& out, const ScanLayout& layout) {
    const ndarray columns = as_lines(in, layout).swapaxes(1, 2).copy(), scanned = new_array(columns.shape(), out_);
    run(columns, scanned, 2);
    as_lines(out, layout).assign(std::span<const Index>(), scanned.swapaxes(1, 2));
}

// Long lines, part by part: what comes before a part is known when it is begun.
void ScanKernel::run_parts(const ScanPlan& plan, const ScanLayout& layout, const DataAccess& data, ScanArgs args) {
    const auto function = this->function(plan.loop);
    const cuda::BlockRef workspace = cuda::allocate(plan.workspace_bytes);
    args.aggregates = device_address(workspace.pointer());
    const unsigned long long carries = args.aggregates + plan.workspace_bytes - 2 * scan_value_bytes;
    for (std::int64_t line = 0; line < layout.outer; ++line)
        for (std::int64_t first = 0, part = 0; first < layout.length; first += plan.part, ++part) {
            const std::int64_t before = line * layout.length + first;
            args.in = layout.in + static_cast<unsigned long long>(before * layout.in_bytes);
            args.out = layout.out + static_cast<unsigned long long>(before * layout.out_bytes);
            args.length = std::min(layout.length - first, plan.part);
            args.carry_in = part ? carries + (part & 1) * scan_value_bytes : 0;
            args.carry_out = carries + (~part & 1) * scan_value_bytes;
            for (ScanStage stage : {scan_aggregates, scan_chunks}) {
                args.stage = stage;
                data.launch(function, plan_scan_part(args.length), args);
            }
        }
}

ScanKernel& scan_kernel(const ScanOperation& operation, DType in, DType out) {
    static KernelTable<ScanKernel> kernels;
    return kernels.get(KernelKey(std::string_view(operation.name), operation.type, in, out),
                       [&] { return ScanKernel(operation, in, out); });
}

namespace {

runtime::FunctionHandle reduce_at_function(const ScanOperation& operation, DType in, DType out) {
    static KernelTable<> functions;
    return functions.function(KernelKey(std::string_view(operation.name), operation.type, in, out), [&] {
        const std::string name = "cuprum_reduceat_" + operation.name + "_" + info(operation.type).name + "_" +
                                 info(in).name + "_" + info(out).name;
        return KernelSource{.name = name,
                            .text = "#include <cuprum/engine/segments.h>\n#include <cuprum/math.h>\n" +
                                    include_lines(operation.headers) + scan_struct(operation, in, out, name + "_op") +
                                    (operation.associative ? "CUPRUM_REDUCEAT(" : "CUPRUM_REDUCEAT_ORDERED(") + name +
                                    ", cuprum::" + name + "_op)\n",
                            .code = operation.code,
                            .has_definitions = true};
    });
}

}  // namespace

void sum_up(const ndarray& counts, int axis) {
    static ScanKernel& kernel =
        scan_kernel({"add", "out0 = in0 + in1", DType::int64, DType::int64, DType::int64}, DType::int64, DType::int64);
    kernel.run(counts, counts, axis);
}

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
    const runtime::Launch launch =
        plan_segments(result.size(), args.length / args.count, operation.associative && args.inner == 1);
    data.launch(reduce_at_function(operation, in.dtype(), out.dtype()), launch, args);
    if (!out.is_c_contiguous()) out.assign(std::span<const Index>(), result);
}

}  // namespace cuprum::kernel
