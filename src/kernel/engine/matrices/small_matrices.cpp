#include "kernel/engine/matrices/small_matrices.h"

#include "cuprum/small_matrices_args.h"
#include "cuprum/types.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"

namespace cuprum::kernel {
namespace {

SmallMatricesPlan plan_of(SmallMatrices what, const ndarray& a, DType dtype) {
    const std::int64_t rows = a.shape(-2), columns = a.shape(-1);
    return plan_small_matrices(
        what, {a.size() / (rows * columns), rows, columns, static_cast<int>(itemsize(dtype)), is_complex(dtype)},
        runtime::device_traits());
}

KernelSource source_of(SmallMatrices what, DType dtype, int team) {
    static constexpr const char* macros[] = {"INVERSE", "EIGH", "SVD"};
    static constexpr const char* names[] = {"inverse", "eigh", "svd"};
    static constexpr const char* headers[] = {"small_matrices.h", "small_eigh.h", "small_matrices.h"};
    const int k = static_cast<int>(what);
    const std::string name =
        std::string("cuprum_small_") + names[k] + "_" + std::to_string(team) + "_" + info(dtype).name;
    return {name,
            std::string("#include <cuprum/") + headers[k] + ">\nCUPRUM_SMALL_" + macros[k] + "(" + name + ", " +
                storage_type(dtype) + ", " + std::to_string(team) + ")\n",
            {}};
}

}  // namespace

bool has_small_matrices(SmallMatrices what, const ndarray& a, DType dtype) { return plan_of(what, a, dtype).team != 0; }

void small_matrices(SmallMatrices what, const SmallMatricesOperands& operands) {
    const ndarray& a = operands.matrices;
    const SmallMatricesPlan plan = plan_of(what, a, a.dtype());
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(what, a.dtype(), plan.team),
                                             [&] { return source_of(what, a.dtype(), plan.team); });
    DataAccess data;
    SmallMatricesArgs args{};
    args.in = data.read(a);
    args.values = data.write(operands.values);
    args.u = data.write(operands.u);
    args.v = data.write(operands.vh);
    args.info = operands.info;
    args.rows = static_cast<int>(a.shape(-2));
    args.columns = static_cast<int>(a.shape(-1));
    args.count = a.size() / (args.rows * args.columns);
    args.u_columns = operands.u ? static_cast<int>(operands.u->shape(-1)) : 0;
    args.v_rows = operands.vh ? static_cast<int>(operands.vh->shape(-2)) : 0;
    args.lower = operands.lower;
    data.launch(function, plan.launch, args);
}

}  // namespace cuprum::kernel
