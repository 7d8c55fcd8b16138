#include "kernel/engine/interpolate.h"

#include "cuprum/engine/interpolate_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t grain = 1024;  // places that are worth a thread's wake-up

}  // namespace

void interpolate(const ndarray& points, const ndarray& values, const ndarray& places, const ndarray& out,
                 const Scalar& left, const Scalar& right) {
    const DType dtype = out.dtype();
    DataAccess data;
    InterpolateArgs args{};
    args.points = data.read<double>(points);
    args.values = data.read(values);
    args.places = data.read<double>(places);
    args.out = data.write(out);
    args.length = points.size();
    args.count = places.size();
    left.as(dtype).store(dtype, args.left);
    right.as(dtype).store(dtype, args.right);
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(dtype), [&]() -> KernelSource {
        const std::string name = std::string("cuprum_interpolate_") + info(dtype).name;
        return {
            name,
            "#include <cuprum/engine/interpolate.h>\nCUPRUM_INTERPOLATE(" + name + ", " + storage_type(dtype) + ")\n",
            {}};
    });
    data.launch(function, plan_items(args.count, interpolate_block, grain), args);
}

}  // namespace cuprum::kernel
