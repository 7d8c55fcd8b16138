#include "kernel/engine/matrices/small_matrices.h"

#include "cuprum/engine/small_matrices_args.h"
#include "cuprum/types.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"

namespace cuprum::kernel {
namespace {

SmallMatricesPlan plan_of(SmallMatrices what, std::int64_t count, std::int64_t rows, std::int64_t columns,
                          DType dtype) {
    return plan_small_matrices(what, {count, rows, columns, static_cast<int>(itemsize(dtype)), is_complex(dtype)},
                               runtime::device_traits());
}

std::int64_t count_of(const ndarray& a) { return a.size() / (a.shape(-2) * a.shape(-1)); }

KernelSource source_of(SmallMatrices what, DType dtype, int team) {
    static constexpr const char* macros[] = {"INVERSE", "EIGH", "SVD", "CHOLESKY", "SOLVE"};
    static constexpr const char* names[] = {"inverse", "eigh", "svd", "cholesky", "solve"};
    static constexpr const char* headers[] = {"small_matrices.h", "small_eigh.h", "small_matrices.h",
                                              "small_equations.h", "small_equations.h"};
    const int k = static_cast<int>(what);
    const std::string name =
        std::string("cuprum_small_") + names[k] + "_" + std::to_string(team) + "_" + info(dtype).name;
    return {name,
            std::string("#include <cuprum/engine/") + headers[k] + ">\nCUPRUM_SMALL_" + macros[k] + "(" + name + ", " +
                storage_type(dtype) + ", " + std::to_string(team) + ")\n",
            {}};
}

}  // namespace

bool has_small_matrices(SmallMatrices what, const ndarray& a, DType dtype) {
    return plan_of(what, count_of(a), a.shape(-2), a.shape(-1), dtype).team != 0;
}

bool has_small_equations(const ndarray& a, std::int64_t count, std::int64_t sides, DType dtype) {
    return plan_of(SmallMatrices::solve, count, a.shape(-1), sides, dtype).team != 0;
}

void small_matrices(SmallMatrices what, const SmallMatricesOperands& operands) {
    const ndarray& a = operands.matrices;
    const bool solves = what == SmallMatrices::solve;
    const SmallMatricesPlan plan =
        plan_of(what, count_of(a), a.shape(-2), solves ? operands.u->shape(-1) : a.shape(-1), a.dtype());
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(what, a.dtype(), plan.team),
                                             [&] { return source_of(what, a.dtype(), plan.team); });
    DataAccess data;
    SmallMatricesArgs args{};
    args.in = data.read(a);
    args.values = data.write(operands.values);
    args.u = solves ? data.update(*operands.u) : data.write(operands.u);
    args.v = data.write(operands.vh);
    args.info = operands.info;
    args.rows = static_cast<int>(a.shape(-2));
    args.columns = static_cast<int>(a.shape(-1));
    args.count = count_of(a);
    args.u_columns = operands.u ? static_cast<int>(operands.u->shape(-1)) : 0;
    args.v_rows = operands.vh ? static_cast<int>(operands.vh->shape(-2)) : 0;
    args.lower = operands.lower;
    data.launch(function, plan.launch, args);
}

}  // namespace cuprum::kernel
