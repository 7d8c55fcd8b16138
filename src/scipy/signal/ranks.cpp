// Medians and other ranks of neighbours.
#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/signal/rank_args.h"
#include "cuprum/transfer.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "scipy/signal/coefficients.h"

namespace cuprum::scipy::signal {
namespace {

using kernel::DataAccess, kernel::KernelKey, kernel::KernelSource, kernel::KernelTable;

void check_order(DType dtype, const char* function) {
    if (dtype == DType::bool_ || is_complex(dtype) || (is_floating(dtype) && itemsize(dtype) < 4))
        throw ValueError(std::string("dtype=") + info(dtype).name + " is not supported by " + function);
}

/// `footprint` says which of the neighbours in a box of this shape count.
ndarray ranked(const ndarray& a, const Shape& box, const std::vector<bool>& footprint, std::int64_t rank) {
    const ndarray in = ascontiguousarray(a), out = kernel::new_array(a.shape(), a.dtype());
    if (out.size() == 0) return out;
    if (a.ndim() > rank_axes)
        throw NotSupportedError("ranks of neighbours on " + std::to_string(a.ndim()) + " axes; at most " +
                                std::to_string(rank_axes) + " can be");
    RankArgs args{};
    args.axes = std::max(a.ndim(), 1);
    args.shape[0] = args.strides[0] = 1;
    for (int d = 0; d < a.ndim(); ++d) {
        args.shape[d] = a.shape()[d];
        args.strides[d] = in.strides()[d] / in.itemsize();
        args.reach[d] = static_cast<int>(box[d] / 2);
    }
    std::vector<std::int32_t> offsets;
    std::vector<std::int64_t> steps;
    for (std::size_t k = 0; k < footprint.size(); ++k) {
        if (!footprint[k]) continue;
        std::vector<std::int32_t> own(static_cast<std::size_t>(args.axes));
        std::int64_t rest = static_cast<std::int64_t>(k), step = 0;
        for (int d = a.ndim() - 1; d >= 0; --d) {
            own[static_cast<std::size_t>(d)] = static_cast<std::int32_t>(rest % box[d] - box[d] / 2);
            rest /= box[d];
            step += own[static_cast<std::size_t>(d)] * args.strides[d];
        }
        offsets.insert(offsets.end(), own.begin(), own.end());
        steps.push_back(step);
    }
    args.neighbours = static_cast<int>(steps.size());
    if (rank < 0 || rank >= args.neighbours)
        throw ValueError("rank " + std::to_string(rank) + " is not within a footprint of " +
                         std::to_string(args.neighbours) + " elements");
    args.rank = static_cast<int>(rank);
    args.count = out.size();
    const ndarray kept_offsets =
                      array_from_host(offsets.data(), DType::int32, {static_cast<std::int64_t>(offsets.size())}),
                  kept_steps = array_from_host(steps.data(), DType::int64, {args.neighbours});
    DataAccess data;
    args.in = data.read(in);
    args.out = data.write(out);
    args.offsets = data.read<int>(kept_offsets);
    args.steps = data.read<long long>(kept_steps);
    static KernelTable<> functions;
    const DType dtype = a.dtype();
    const auto function = functions.function(KernelKey(dtype), [&]() -> KernelSource {
        const std::string name = std::string("cuprum_rank_") + info(dtype).name;
        return {name,
                "#include <cuprum/signal/rank.h>\nCUPRUM_RANK(" + name + ", " + kernel::storage_type(dtype) + ")\n",
                {}};
    });
    data.launch(function, kernel::plan_items(args.count, rank_block, 64), args);
    return out;
}

ndarray median_of_box(const ndarray& a, const std::optional<Dims>& sizes) {
    Shape box;
    std::int64_t count = 1;
    if (sizes && sizes->size() != 1 && sizes->size() != a.ndim())
        throw ValueError("kernel_size has " + std::to_string(sizes->size()) + " lengths for " +
                         std::to_string(a.ndim()) + " axes");
    for (int d = 0; d < a.ndim(); ++d) {
        const std::int64_t length = !sizes ? 3 : (*sizes)[sizes->size() == 1 ? 0 : d];
        if (length % 2 != 1)
            throw ValueError("Each element of kernel_size should be odd; found " + std::to_string(length));
        box.push_back(length);
        count *= length;
    }
    return ranked(a, box, std::vector<bool>(static_cast<std::size_t>(count), true), count / 2);
}

}  // namespace

ndarray order_filter(const ndarray& a, const ndarray& domain, std::int64_t rank) {
    for (std::int64_t length : domain.shape())
        if (length % 2 != 1)
            throw ValueError("Each dimension of domain argument should have an odd number of elements.");
    check_order(a.dtype(), "order_filter");
    if (domain.ndim() != a.ndim())
        throw ValueError("a domain of " + std::to_string(domain.ndim()) + " dimensions for an array of " +
                         std::to_string(a.ndim()));
    std::vector<bool> footprint;
    for (const auto& value : host_values(domain)) footprint.push_back(value != 0.0);
    return ranked(a, domain.shape(), footprint, rank);
}

ndarray medfilt(const ndarray& volume, const std::optional<Dims>& kernel_size) {
    check_order(volume.dtype(), "medfilt");
    return median_of_box(volume, kernel_size);
}

ndarray medfilt2d(const ndarray& input, const Dims& kernel_size) {
    check_order(input.dtype(), "medfilt2d");
    if (input.ndim() != 2)
        throw ValueError("medfilt2d takes an image of two dimensions, found " + std::to_string(input.ndim()));
    return median_of_box(input, kernel_size);
}

}  // namespace cuprum::scipy::signal
