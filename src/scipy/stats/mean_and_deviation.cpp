#include "scipy/stats/mean_and_deviation.h"

#include "cuprum/types.h"
#include "kernel/engine/reduction/reduced_axes.h"
#include "kernel/engine/reduction/reduction.h"
#include "kernel/graph/storage.h"

namespace cuprum::scipy::stats {
namespace {

/// 16-bit floats are computed with as float32.
DType value_of(DType dtype) { return itemsize(dtype) == 2 ? DType::float32 : dtype; }

/// The state of `var` tells the mean, too.
kernel::Reduction moments_of(DType dtype, bool skip_nan) {
    const kernel::ReductionEntry& entry = kernel::entry_of(kernel::ReductionId::var);
    const DType value = value_of(dtype);
    kernel::Reduction r;
    r.label = "mean_and_deviation";
    r.name = r.label + "_" + info(dtype).name + (skip_nan ? "_nan" : "");
    r.map.outputs.push_back({kernel::converted(r.map, r.map.add_input(dtype), dtype), value});
    r.outputs = {value, real_dtype(value)};
    kernel::set_state(r, entry);
    r.finish = "s0 + mean_of(s1, n); sqrt(variance_of<true, value>(s1, s2, n, parameter))";
    r.counted = true;
    r.skip_nan = skip_nan;
    return r;
}

kernel::ReductionKernel& kernel_of(DType dtype, bool skip_nan) {
    static kernel::KernelTable<kernel::ReductionKernel> kernels;
    return kernels.get(kernel::KernelKey(dtype, skip_nan),
                       [&] { return kernel::ReductionKernel(moments_of(dtype, skip_nan)); });
}

}  // namespace

std::vector<kernel::KernelSource> mean_and_deviation_sources(DType dtype, bool thread_blocks) {
    return kernel_of(dtype, false).sources(thread_blocks);
}

MeanAndDeviation mean_and_deviation(const ndarray& x, const Dims& axes, double ddof, bool skip_nan) {
    const DType value = value_of(x.dtype());
    const std::uint64_t reduced = kernel::reduced_axes(x, Axes(axes));
    const ndarray mean = kernel::new_result(x, reduced, value, true),
                  deviation = kernel::new_result(x, reduced, real_dtype(value), true);
    const ndarray *inputs[] = {&x}, *outputs[] = {&mean, &deviation};
    kernel_of(x.dtype(), skip_nan).run({inputs, outputs, reduced, ddof});
    return {kernel::with_reduced_axes(mean, reduced, x.ndim()),
            kernel::with_reduced_axes(deviation, reduced, x.ndim())};
}

}  // namespace cuprum::scipy::stats
