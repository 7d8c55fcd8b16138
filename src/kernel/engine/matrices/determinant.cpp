#include "kernel/engine/matrices/determinant.h"

#include "cuprum/engine/determinant_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"

namespace cuprum::kernel {

KernelSource determinants_source(DType dtype, bool wide_pivots) {
    const std::string name =
        std::string("cuprum_determinant_") + info(dtype).name + (wide_pivots ? "_int64" : "_int32");
    const std::string pivots = storage_type(wide_pivots ? DType::int64 : DType::int32);
    return {name,
            "#include <cuprum/engine/determinant.h>\nCUPRUM_DETERMINANT(" + name + ", " + storage_type(dtype) + ", " +
                pivots + ")\n",
            {}};
}

void determinants(const ndarray& lu, const ndarray& pivots, const int* marks, const ndarray* sign,
                  const ndarray& value) {
    static KernelTable<> functions;
    const bool wide = pivots.dtype() == DType::int64;
    const auto function =
        functions.function(KernelKey(lu.dtype(), wide), [&] { return determinants_source(lu.dtype(), wide); });
    DeterminantArgs args{};
    DataAccess data;
    args.lu = data.read(lu);
    args.pivots = data.read(pivots);
    args.marks = marks;
    args.sign = data.write(sign);
    args.value = data.write(value);
    args.n = lu.shape(-1);
    args.step = args.n + 1;
    args.stride = args.n * args.n;
    constexpr std::int64_t worth_a_thread = 2048;  // factors
    data.launch(function, plan_blocks(value.size(), determinant_block, grain_of(worth_a_thread, args.n)), args);
}

}  // namespace cuprum::kernel
