#include "scipy/ndimage/chamfer.h"

#include "cuprum/logic.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::ndimage {
namespace {

/// Steps of the cells before the centre that lead to other lines, as many numbers each as there are axes.
std::vector<signed char> marked_steps(const std::vector<char>& marks, int ndim) {
    std::vector<signed char> steps;
    for (std::size_t cell = 0; cell + 1 < marks.size() / 2; ++cell) {
        if (!marks[cell]) continue;
        std::size_t place = marks.size() / 3, rest = cell;
        for (int d = 0; d < ndim; ++d, place /= 3) {
            steps.push_back(static_cast<signed char>(static_cast<int>(rest / place) - 1));
            rest %= place;
        }
    }
    return steps;
}

void pass(kernel::DataAccess& data, ChamferArgs args) {
    const runtime::FunctionHandle function = kernel_of("chamfer.h", "CHAMFER", {});
    const ChamferPlan plan = plan_chamfer(args, runtime::device_traits());
    for (args.front = 0; args.front < plan.fronts; args.front += plan.together) {
        args.front_end = args.front + plan.together;
        data.launch(function, plan.launch, args);
    }
}

}  // namespace

Chamfer chamfered(const ndarray& input, const std::vector<char>& marks, bool wants_features) {
    const int ndim = input.ndim();
    if (ndim > nd_axes || input.size() > 0x7fffffff)
        throw NotSupportedError("distances in steps of so large an array: at most " + std::to_string(nd_axes) +
                                " axes and 2^31 - 1 elements can be");
    Chamfer result{where(not_equal(input, 0), Scalar::strong(std::int32_t{-1}), Scalar::strong(std::int32_t{0})), {}};
    if (wants_features) result.features = arange(input.size(), DType::int32).reshape(input.shape());
    if (input.size() == 0) return result;
    const std::vector<signed char> steps = marked_steps(marks, ndim);
    ChamferArgs args{};
    args.size = input.size();
    args.ndim = ndim;
    args.n = input.shape()[ndim - 1];
    for (int d = 0; d < ndim; ++d) args.shape[d] = input.shape()[d];
    args.count = static_cast<int>(steps.size()) / ndim;
    args.along_last = marks[marks.size() / 2 - 1] != 0;
    const ndarray far_steps = array_from_host(steps.data(), DType::int8, {static_cast<std::int64_t>(steps.size())});
    kernel::DataAccess data;
    args.distances = data.update<int>(result.distances);
    if (wants_features) args.features = data.update<int>(*result.features);
    args.steps = data.read<signed char>(far_steps);
    for (const bool backwards : {false, true}) {
        args.backwards = backwards;
        pass(data, args);
    }
    return result;
}

}  // namespace cuprum::scipy::ndimage
