#include "kernel/engine/correlate.h"

#include <algorithm>
#include <vector>

#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/engine/matrices/matmul.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/correlate.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t few_results = 64, many_taps = 2048;
constexpr std::int64_t narrow = 8;

/// Bytes of the number in which correlate.h sums up, of its real part where it is complex.
int part_bytes(DType dtype) {
    return dtype == DType::bool_ ? 1 : is_complex(dtype) ? itemsize(dtype) / 2 : std::max(itemsize(dtype), 4);
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

bool is_one(const CorrelateAxis& axis) {
    return axis.in_length == 1 && axis.weights_length == 1 && axis.out_length == 1 && axis.before == 0;
}

constexpr CorrelateAxis one{1, 0, 1, 0, 1, 0, 0};

/// The axes that are longer than one, at least two, the columns' last.
std::vector<CorrelateAxis> axes_of(const ndarray& in, const ndarray& weights, const ndarray& out,
                                   const Correlation& how) {
    std::vector<CorrelateAxis> axes;
    for (int d = 0; d < out.ndim(); ++d) {
        const CorrelateAxis axis{in.shape()[d],  in.strides()[d],  weights.shape()[d], weights.strides()[d],
                                 out.shape()[d], out.strides()[d], how.before[d]};
        if (!is_one(axis)) axes.push_back(axis);
    }
    while (axes.size() < 2) axes.insert(axes.begin(), one);
    // Columns should be many, as neighbouring threads work on them.
    CorrelateAxis &last = axes.back(), &second = axes[axes.size() - 2];
    if (last.out_length < narrow && second.out_length > last.out_length) std::swap(last, second);
    if (axes.size() > correlate_max_axes)
        throw NotSupportedError("correlate or convolve over " + std::to_string(axes.size()) +
                                " axes longer than one; at most " + std::to_string(correlate_max_axes) + " can be");
    return axes;
}

KernelSource source_of(DType dtype, bool lines, bool few, int each) {
    const std::string name =
        std::string("cuprum_correlate_") + info(dtype).name + (lines ? "_lines" : "") + (few ? "_few" : "");
    return {name,
            "#include <cuprum/engine/correlate.h>\nCUPRUM_CORRELATE(" + name + ", " + storage_type(dtype) + ", " +
                (lines ? "true" : "false") + ", " + std::to_string(each) + ")\n",
            {}};
}

runtime::FunctionHandle function_for(DType dtype, bool lines, const CorrelatePlan& plan) {
    static KernelTable<> functions;
    return functions.function(KernelKey(dtype, lines, plan.few),
                              [&] { return source_of(dtype, lines, plan.few, plan.each); });
}

}  // namespace

std::vector<KernelSource> correlate_sources(DType dtype, bool has_thread_blocks) {
    std::vector<KernelSource> sources;
    for (bool lines : {false, true}) {
        sources.push_back(source_of(dtype, lines, false, correlate_gpu_each(lines, itemsize(dtype))));
        if (has_thread_blocks) sources.push_back(source_of(dtype, lines, true, 1));
    }
    return sources;
}

void correlate(const ndarray& in, const ndarray& weights, const ndarray& out, const Correlation& how) {
    if (out.size() == 0) return;
    if (weights.size() == 0 || (in.size() == 0 && how.boundary != boundary_constant)) return out.fill(0);
    if (as_reduction(in, weights, out, how)) return;

    const std::vector<CorrelateAxis> axes = axes_of(in, weights, out, how);
    CorrelateArgs args{};
    DataAccess data;
    args.in = data.read(in);
    args.weights = data.read(weights);
    args.out = data.write(out);
    args.columns = axes.back();
    const bool lines = axes[axes.size() - 2].weights_length == 1;
    args.rows = lines ? one : axes[axes.size() - 2];
    for (std::size_t d = 0; d + (lines ? 1 : 2) < axes.size(); ++d)
        if (!is_one(axes[d])) args.outer[args.outer_axes++] = axes[d];
    args.boundary = how.boundary;
    if (how.boundary == boundary_constant) how.fill.as(out.dtype()).store(out.dtype(), args.fill);

    CorrelateLayout layout{1,     args.rows.out_length,  args.columns.out_length, weights.size(),
                           lines, itemsize(out.dtype()), part_bytes(out.dtype())};
    for (int d = 0; d < args.outer_axes; ++d) layout.batch *= args.outer[d].out_length;
    const CorrelatePlan plan = plan_correlate(layout, runtime::device_traits());
    args.tiles_y = plan.tiles_y;
    args.tiles_x = plan.tiles_x;
    args.lines = plan.lines;
    data.launch(function_for(out.dtype(), lines, plan), plan.launch, args);
}

}  // namespace cuprum::kernel
