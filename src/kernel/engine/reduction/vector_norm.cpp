#include "kernel/engine/reduction/vector_norm.h"

#include "cuprum/types.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/engine/reduction/reduction.h"

namespace cuprum::kernel {
namespace {

/// What an inexact dtype is computed with.
DType value_of(DType dtype) { return is_floating(dtype) && itemsize(dtype) == 2 ? DType::float32 : dtype; }

Reduction norm_reduction(Norm norm, DType input, DType output) {
    static constexpr const char* names[] = {"count", "sum", "euclidean", "largest", "smallest", "power"};
    const DType in = value_of(inexact_dtype(input)), real = real_dtype(in);
    Reduction r;
    r.label = std::string("norm_") + names[static_cast<int>(norm)];
    r.name = r.label + "_" + info(input).name + "_" + info(output).name;
    Expression::Step step{"", {in}, {real}, {r.map.add_input(input)}};
    switch (norm) {
        case Norm::count:
            step.body = is_complex(in) ? "out0 = (in0.re != 0) | (in0.im != 0)" : "out0 = in0 != 0";
            break;
        case Norm::euclidean:
            step.body = is_complex(in) ? "out0 = in0.re * in0.re + in0.im * in0.im" : "out0 = in0 * in0";
            break;
        case Norm::power:
            step.body = "out0 = power(abs(in0), in1)";
            step.cost = Cost::expensive;
            step.in_types.push_back(real);
            step.arguments.push_back(r.map.add_input(real));
            break;
        default: step.body = "out0 = abs(in0)";
    }
    r.map.outputs.push_back({r.map.add_step(std::move(step)), real});
    const ReductionEntry& entry = entry_of(norm == Norm::largest    ? ReductionId::max
                                           : norm == Norm::smallest ? ReductionId::min
                                                                    : ReductionId::sum);
    r.outputs = {output};
    set_state(r, entry);
    r.finish = norm == Norm::euclidean ? "sqrt(s0)"
               : norm == Norm::power   ? "power(s0, value(1) / value(parameter))"
                                       : entry.finish;
    r.cascade = entry.cascade;
    r.code.unfused = true;  // as for a row's kernels
    return r;
}

}  // namespace

void norm(Norm norm, const ndarray& a, std::uint64_t reduced, double p, const ndarray& out) {
    static KernelTable<ReductionKernel> kernels;
    ReductionKernel& kernel = kernels.get(KernelKey(norm, a.dtype(), out.dtype()), [&] {
        return ReductionKernel(norm_reduction(norm, a.dtype(), out.dtype()));
    });
    ndarray exponent;
    const ndarray *inputs[] = {&a, &exponent}, *outputs[] = {&out};
    if (norm == Norm::power)
        exponent = filled({}, Scalar(p), real_dtype(value_of(inexact_dtype(a.dtype())))).broadcast_to(a.shape());
    const ReductionCall call{std::span(inputs, norm == Norm::power ? 2 : 1), outputs, reduced, p};
    Deferral* const deferral = kernel::deferral();
    if (!deferral || !deferral->take(kernel, call)) kernel.run(call);
}

}  // namespace cuprum::kernel
