#include "kernel/engine/correlate.h"

#include <algorithm>
#include <vector>

#include "kernel/engine/data_access.h"
#include "kernel/engine/matrices/matmul.h"
#include "kernel/graph/expression.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t worth_a_thread = 1 << 16;  // products
constexpr std::int64_t few_results = 64, many_taps = 2048;
constexpr std::int64_t narrow = 8;

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Bytes of the number in which correlate.h sums up, of its real part where it is complex.
std::int64_t part_bytes(DType dtype) {
    return dtype == DType::bool_ ? 1
           : is_complex(dtype)   ? itemsize(dtype) / 2
                                 : std::max<std::int64_t>(itemsize(dtype), 4);
}

/// Few sums of many products: windows of the array, reduced. False where that is not what is asked for.
bool as_reduction(const ndarray& in, const ndarray& weights, const ndarray& out, const Correlation& how) {
    if (out.size() > few_results || weights.size() < many_taps || 2 * out.ndim() > 64) return false;
    std::int64_t offset = 0;
    for (int d = 0; d < in.ndim(); ++d) {
        const std::int64_t first = -how.before[d];
        if (first < 0 || first + out.shape()[d] + weights.shape()[d] - 1 > in.shape()[d]) return false;
        offset += first * in.strides()[d];
    }
    Shape shape(out.shape());
    Strides steps(in.strides()), repeated(out.ndim());
    std::uint64_t reduced = 0;
    for (int d = 0; d < in.ndim(); ++d) {
        reduced |= 1ull << (in.ndim() + d);
        shape.push_back(weights.shape()[d]);
        steps.push_back(in.strides()[d]);
        repeated.push_back(weights.strides()[d]);
    }
    const ndarray windows = in.with_layout(shape, std::move(steps), offset),
                  factors = weights.with_layout(shape, std::move(repeated));
    const ndarray* operands[] = {&windows, &factors};
    sum_of_products(operands, reduced, out.dtype(), false, out);
    return true;
}

}  // namespace

void correlate(const ndarray& in, const ndarray& weights, const ndarray& out, const Correlation& how) {
    if (out.size() == 0) return;
    if (weights.size() == 0 || (in.size() == 0 && how.boundary != boundary_constant)) return out.fill(0);
    if (as_reduction(in, weights, out, how)) return;

    std::vector<CorrelateAxis> axes;
    const auto is_one = [](const CorrelateAxis& axis) {
        return axis.in_length == 1 && axis.weights_length == 1 && axis.out_length == 1 && axis.before == 0;
    };
    for (int d = 0; d < out.ndim(); ++d) {
        const CorrelateAxis axis{in.shape()[d],  in.strides()[d],  weights.shape()[d], weights.strides()[d],
                                 out.shape()[d], out.strides()[d], how.before[d]};
        if (!is_one(axis)) axes.push_back(axis);
    }
    while (axes.size() < 2) axes.insert(axes.begin(), {1, 0, 1, 0, 1, 0, 0});
    // Columns should be many, as neighbouring threads work on them.
    CorrelateAxis &last = axes.back(), &second = axes[axes.size() - 2];
    if (last.out_length < narrow && second.out_length > last.out_length) std::swap(last, second);
    if (axes.size() > correlate_max_axes)
        throw NotSupportedError("correlate or convolve over " + std::to_string(axes.size()) +
                                " axes longer than one; at most " + std::to_string(correlate_max_axes) + " can be");

    CorrelateArgs args{};
    DataAccess data;
    args.in = data.read(in);
    args.weights = data.read(weights);
    args.out = data.write(out);
    args.columns = axes.back();
    const bool lines = axes[axes.size() - 2].weights_length == 1;
    args.rows = lines ? CorrelateAxis{1, 0, 1, 0, 1, 0, 0} : axes[axes.size() - 2];
    for (std::size_t d = 0; d + (lines ? 1 : 2) < axes.size(); ++d)
        if (!is_one(axes[d])) args.outer[args.outer_axes++] = axes[d];
    args.boundary = how.boundary;
    if (how.boundary == boundary_constant) how.fill.as(out.dtype()).store(out.dtype(), args.fill);

    std::int64_t batch = 1;
    for (int d = 0; d < args.outer_axes; ++d) batch *= args.outer[d].out_length;
    const bool gpu = runtime::backend().is_gpu();
    int each = correlate_gpu_each(lines, static_cast<int>(out.itemsize()));
    const int gpu_columns = correlate_gpu_columns(static_cast<int>(out.itemsize()));
    std::int64_t height = 1, width = 1;
    if (gpu) {
        const auto place = [&] {
            height = lines ? 1 : correlate_gpu_threads / gpu_columns * each;
            width = lines ? correlate_gpu_line_threads * each : gpu_columns;
            args.tiles_y = ceil_div(args.rows.out_length, height);
            args.tiles_x = ceil_div(args.columns.out_length, width);
        };
        place();
        // With few results, more threads with less work each; a product costs them some three times as much.
        if (batch * args.tiles_y * args.tiles_x * each <=
            2 * runtime::backend().properties(runtime::context.device).multiprocessors) {
            each = 1;
            place();
        }
    } else {
        width = correlate_cpu_row_bytes / part_bytes(out.dtype()) * (lines ? correlate_cpu_lines : 1);
        height = lines ? 1 : correlate_cpu_rows;
        args.tiles_y = ceil_div(args.rows.out_length, height);
        args.tiles_x = ceil_div(args.columns.out_length, width);
    }
    args.lines = batch * args.tiles_y;
    runtime::Launch launch;
    launch.items = args.lines * args.tiles_x;
    const std::int64_t products = std::min<std::int64_t>(args.rows.out_length, height) *
                                  std::min<std::int64_t>(args.columns.out_length, width) * weights.size();
    launch.grain = std::max<std::int64_t>(worth_a_thread / products, 1);
    launch.grid[0] = static_cast<std::uint32_t>(args.tiles_x);
    launch.grid[1] = static_cast<std::uint32_t>(std::min<std::int64_t>(args.lines, correlate_gpu_grid));
    launch.grid[2] = static_cast<std::uint32_t>(ceil_div(args.lines, correlate_gpu_grid));
    launch.block[0] = lines ? correlate_gpu_line_threads : correlate_gpu_threads;

    static FunctionSlot slots[dtype_count][2][2];
    auto function = slots[table_index(out.dtype())][lines][gpu && each == 1].get([&]() -> KernelSource {
        const std::string name = std::string("cuprum_correlate_") + info(out.dtype()).name + (lines ? "_lines" : "") +
                                 (gpu && each == 1 ? "_few" : "");
        return {name,
                "#include <cuprum/correlate.h>\nCUPRUM_CORRELATE(" + name + ", " + storage_type(out.dtype()) + ", " +
                    (lines ? "true" : "false") + ", " + std::to_string(each) + ")\n",
                {}};
    });
    data.launch(function, launch, args);
}

}  // namespace cuprum::kernel
