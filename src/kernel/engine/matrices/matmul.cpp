#include "kernel/engine/matrices/matmul.h"

#include <algorithm>

#include "cuprum/engine/matmul_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/engine/reduction/reduction.h"
#include "kernel/plan/matmul.h"

namespace cuprum::kernel {
namespace {

/// Bytes of the number in which matmul.h sums up.
int sum_bytes(DType dtype) { return dtype == DType::bool_ ? 1 : std::max(itemsize(dtype), 4); }

}  // namespace

bool prefers_tiles(const ndarray& a, const ndarray& c) {
    if (c.dtype() != DType::float32 && c.dtype() != DType::float64) return false;
    const std::int64_t m = c.shape(-2), n = c.shape(-1);
    return is_small_product({c.size() / (m * n), m, n, a.shape(-1)}, runtime::device_traits());
}

void multiply_tiles(const ndarray& a, const ndarray& b, const ndarray& c) {
    const int axes = c.ndim() - 2;
    MatmulArgs args{};
    DataAccess data;
    args.a = data.read(a);
    args.b = data.read(b);
    args.c = data.write(c);
    args.m = c.shape()[axes];
    args.n = c.shape()[axes + 1];
    args.k = a.shape()[axes + 1];
    args.a_row = a.strides()[axes];
    args.a_column = a.strides()[axes + 1];
    args.b_row = b.strides()[axes];
    args.b_column = b.strides()[axes + 1];
    args.c_row = c.strides()[axes];
    args.c_column = c.strides()[axes + 1];

    // Neighbouring leading axes that all operands step through evenly become one.
    std::int64_t batch = 1;
    for (int d = 0; d < axes; ++d) {
        const std::int64_t length = c.shape()[d], sa = a.strides()[d], sb = b.strides()[d], sc = c.strides()[d];
        batch *= length;
        if (length == 1) continue;
        const int last = args.ndim - 1;
        if (last >= 0 && args.a_batch[last] == sa * length && args.b_batch[last] == sb * length &&
            args.c_batch[last] == sc * length) {
            args.shape[last] *= length;
        } else {
            if (args.ndim == matmul_max_batch_dims)
                throw NotSupportedError("matmul of integers over leading axes that make more than " +
                                        std::to_string(matmul_max_batch_dims) +
                                        " groups; copy the operands to C order first");
            args.shape[args.ndim++] = length;
        }
        args.a_batch[args.ndim - 1] = sa;
        args.b_batch[args.ndim - 1] = sb;
        args.c_batch[args.ndim - 1] = sc;
    }

    const MatmulPlan plan = plan_matmul({batch, args.m, args.n, args.k, itemsize(c.dtype()), sum_bytes(c.dtype())},
                                        runtime::device_traits());
    args.tiles_m = plan.tiles_m;
    args.tiles_n = plan.tiles_n;
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(c.dtype(), plan.each), [&]() -> KernelSource {
        const std::string number = std::to_string(plan.each),
                          name = std::string("cuprum_matmul_") + info(c.dtype()).name + "_" + number;
        return {name,
                "#include <cuprum/engine/matmul.h>\nCUPRUM_MATMUL(" + name + ", " + storage_type(c.dtype()) + ", " +
                    number + ")\n",
                {}};
    });
    data.launch(function, plan.launch, args);
}

namespace {

Reduction products_reduction(std::span<const ndarray* const> operands, DType compute, bool conjugate, DType output) {
    const bool logical = compute == DType::bool_;
    const ReductionEntry& entry = entry_of(logical ? ReductionId::any : ReductionId::sum);
    Reduction r;
    r.name = r.label = "sum_of_products";
    Expression::Step step;
    std::string product;
    const DType value = compute == DType::float16 || compute == DType::bfloat16 ? DType::float32 : compute;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const DType stored = operands[i]->dtype();
        r.name += std::string("_") + info(stored).name;
        step.in_types.push_back(compute);
        step.arguments.push_back(r.map.add_input(stored));
        std::string factor = "in" + std::to_string(i);
        if (i == 0 && conjugate) factor = "conj(" + factor + ")";
        product = i == 0 ? factor : logical ? product + " & " + factor : "multiply(" + product + ", " + factor + ")";
    }
    r.name += std::string("_") + info(compute).name + "_" + info(output).name + (conjugate ? "_conjugate" : "");
    step.body = "out0 = " + product;
    step.out_types = {value};
    r.map.outputs.push_back({r.map.add_step(std::move(step)), value});
    r.outputs = {output};
    set_state(r, entry);
    r.cascade = entry.cascade && is_inexact(compute);
    return r;
}

}  // namespace

void sum_of_products(std::span<const ndarray* const> operands, std::uint64_t reduced, DType compute,
                     bool conjugate_first, const ndarray& out) {
    static KernelTable<ReductionKernel> kernels;
    const bool conjugate = conjugate_first && is_complex(compute);
    KernelKey key(conjugate, compute, out.dtype());
    for (const ndarray* a : operands) key.put(a->dtype());
    ReductionKernel& kernel = kernels.get(
        key, [&] { return ReductionKernel(products_reduction(operands, compute, conjugate, out.dtype())); });
    const ndarray* outputs[] = {&out};
    kernel.run({operands, outputs, reduced});
}

}  // namespace cuprum::kernel
