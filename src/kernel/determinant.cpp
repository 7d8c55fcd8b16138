#include "kernel/determinant.h"

#include <algorithm>

#include "cuprum/determinant_args.h"
#include "kernel/expression.h"
#include "kernel/launch.h"

namespace cuprum::kernel {

void determinants(const ndarray& lu, const ndarray& pivots, const ndarray* sign, const ndarray& value) {
    for (const ndarray* a : {&lu, &pivots, &value}) check_device(*a);
    if (sign) check_device(*sign);
    static FunctionSlot slots[dtype_count][2];
    const bool wide = pivots.dtype() == DType::int64;
    auto function = slots[static_cast<int>(lu.dtype())][wide].get([&]() -> KernelSource {
        const std::string name = std::string("cuprum_determinant_") + info(lu.dtype()).name + (wide ? "_int64" : "_int32");
        return {name, "#include <cuprum/determinant.h>\nCUPRUM_DETERMINANT(" + name + ", " + storage_type(lu.dtype()) + ", " + storage_type(pivots.dtype()) + ")\n", {}};
    });
    DeterminantArgs args{};
    args.lu = lu.address();
    args.pivots = pivots.address();
    args.sign = sign ? sign->address() : nullptr;
    args.value = value.address();
    args.n = lu.shape(-1);
    args.step = args.n + 1;
    args.stride = args.n * args.n;
    runtime::Launch launch;
    launch.items = value.size();
    launch.grain = std::max<std::int64_t>(1, 2048 / args.n);
    launch.grid[0] = static_cast<std::uint32_t>(value.size());
    launch.block[0] = determinant_block;
    runtime::backend().launch(function, launch, &args, sizeof args, runtime::context.stream);
}

}  // namespace cuprum::kernel
