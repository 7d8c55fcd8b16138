#include "kernel/engine/matrices/matmul.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "cuprum/matmul_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/reduction/reduction.h"

namespace cuprum::kernel {
namespace {

/// A matrix product of such a side is worth a thread.
constexpr std::int64_t worth_a_thread = 48 * 48 * 48;

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Rows and columns that a thread of a GPU computes: large tiles read less, small ones are spread over more processors.
int rows_each(const MatmulArgs& args, std::int64_t batch, DType dtype) {
    const std::int64_t processors = runtime::backend().properties(runtime::context.device).multiprocessors;
    // What a tile takes, in units of the work of 64 x 64 elements.
    constexpr struct {
        int each;
        double cost;
    } kinds[] = {{8, 4.0}, {4, 1.3}, {1, 0.2}};
    int best = 0;
    double least = 0;
    for (const auto [each, cost] : kinds) {
        if (each == 8 && itemsize(dtype) == 8) continue;  // the sums would not fit in registers
        const std::int64_t side = matmul_gpu_side * each,
                           tiles = batch * ceil_div(args.m, side) * ceil_div(args.n, side);
        const double time = static_cast<double>(ceil_div(tiles, processors)) * cost;
        if (best && time >= least) continue;
        best = each;
        least = time;
    }
    return best;
}

/// Bytes of the number in which matmul.h sums up.
std::int64_t sum_bytes(DType dtype) { return dtype == DType::bool_ ? 1 : std::max(itemsize(dtype), 4); }

}  // namespace

void multiply_integers(const ndarray& a, const ndarray& b, const ndarray& c) {
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

    const bool gpu = runtime::backend().is_gpu();
    const int each = gpu ? rows_each(args, batch, c.dtype()) : 1;
    const std::int64_t side = matmul_gpu_side * each;
    const std::int64_t rows = gpu ? side : matmul_cpu_rows,
                       columns = gpu ? side : matmul_cpu_row_bytes / sum_bytes(c.dtype());
    args.tiles_m = ceil_div(args.m, rows);
    args.tiles_n = ceil_div(args.n, columns);
    runtime::Launch launch;
    launch.items = batch * args.tiles_m * args.tiles_n;
    launch.grain = std::max<std::int64_t>(
        worth_a_thread / (std::min<std::int64_t>(args.m, rows) * std::min<std::int64_t>(args.n, columns) * args.k), 1);
    launch.grid[0] = static_cast<std::uint32_t>(launch.items);
    launch.block[0] = matmul_gpu_side * matmul_gpu_side;

    static FunctionSlot slots[dtype_count][9];
    auto function = slots[table_index(c.dtype())][each].get([&]() -> KernelSource {
        const std::string number = std::to_string(each),
                          name = std::string("cuprum_matmul_") + info(c.dtype()).name + "_" + number;
        return {name,
                "#include <cuprum/matmul.h>\nCUPRUM_MATMUL(" + name + ", " + storage_type(c.dtype()) + ", " + number +
                    ")\n",
                {}};
    });
    data.launch(function, launch, args);
}

namespace {

Reduction products_reduction(std::span<const ndarray* const> operands, DType compute, bool conjugate, DType output) {
    const bool logical = compute == DType::bool_;
    const ReductionRow& row = row_of(logical ? ReductionId::any : ReductionId::sum);
    Reduction r;
    r.name = "sum_of_products";
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
    r.state = row.state;
    r.start = row.start;
    r.add = row.add;
    r.combine = row.combine;
    r.finish = row.finish;
    r.cascade = row.cascade && is_inexact(compute);
    return r;
}

}  // namespace

void sum_of_products(std::span<const ndarray* const> operands, std::uint64_t reduced, DType compute,
                     bool conjugate_first, const ndarray& out) {
    // Kernels live as long as the process; they are found by their dtypes.
    static std::mutex mutex;
    static auto& kernels = *new std::unordered_map<std::uint64_t, ReductionKernel>;
    const bool conjugate = conjugate_first && is_complex(compute);
    std::uint64_t key = conjugate;
    for (const ndarray* a : operands) key = key << 4 | (static_cast<std::uint64_t>(table_index(a->dtype())) + 1);
    key = (key << 4 | static_cast<std::uint64_t>(table_index(compute))) << 4 |
          static_cast<std::uint64_t>(table_index(out.dtype()));
    ReductionKernel* kernel;
    {
        std::lock_guard lock(mutex);
        auto found = kernels.find(key);
        if (found == kernels.end())
            found = kernels.emplace(key, products_reduction(operands, compute, conjugate, out.dtype())).first;
        kernel = &found->second;
    }
    const ndarray* outputs[] = {&out};
    kernel->run({operands, outputs, reduced});
}

}  // namespace cuprum::kernel
