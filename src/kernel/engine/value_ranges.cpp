#include "kernel/engine/value_ranges.h"

#include <utility>

#include "cuprum/error.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/engine/scan.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/value_ranges.h"
#include "runtime/device_traits.h"

namespace cuprum::kernel {

ValueRanges::ValueRanges(const ndarray& keys, const ndarray& splitters, std::vector<bool> above)
    : keys_(keys), splitters_(splitters), above_(std::move(above)) {
    const std::int64_t ranges = splitters.size() + 1;
    if (ranges > most)
        throw ValueError("keys are divided among at most " + std::to_string(most) + " ranges, not " +
                         std::to_string(ranges));
    if (!keys.size()) return;
    counts_ = new_array({ranges, plan_value_ranges(keys.size(), runtime::device_traits()).blocks}, DType::int64);
    ranges_of_keys_ = new_array(keys.shape(), DType::uint8);
    launch(Stage::count, {});
    if (counts_.shape()[1] > 1) sum_up(counts_, 1);
}

std::vector<std::int64_t> ValueRanges::counts() const {
    std::vector<std::int64_t> counts(above_.size() + 1, 0);
    if (keys_.size()) counts_.at({Slice{}, std::int64_t{-1}}).copy().get(counts.data());
    return counts;
}

void ValueRanges::move(std::span<const ndarray> targets) const {
    if (keys_.size()) launch(Stage::move, targets);
}

void ValueRanges::launch(Stage stage, std::span<const ndarray> targets) const {
    const DType dtype = keys_.dtype() == DType::bool_ ? DType::uint8 : keys_.dtype();
    const ValueRangesPlan plan = plan_value_ranges(keys_.size(), runtime::device_traits());
    const bool moves = stage == Stage::move;
    DataAccess data;
    ValueRangesArgs args{};
    args.keys = data.read(keys_);
    args.splitters = data.read(splitters_);
    // What the first launch writes the second one reads.
    args.counts = moves ? const_cast<long long*>(data.read<long long>(counts_)) : data.write<long long>(counts_);
    args.ranges_of_keys = moves ? const_cast<unsigned char*>(data.read<unsigned char>(ranges_of_keys_))
                                : data.write<unsigned char>(ranges_of_keys_);
    for (std::size_t r = 0; r < targets.size(); ++r) args.targets[r] = data.write(targets[r]);
    for (std::size_t k = 0; k < above_.size(); ++k) args.above[k] = above_[k];
    args.length = keys_.size();
    args.chunk = plan.chunk;
    args.ranges = static_cast<int>(above_.size()) + 1;
    args.blocks = plan.blocks;
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(stage, dtype), [&]() -> KernelSource {
        const std::string name = std::string("cuprum_value_ranges_") + (moves ? "move_" : "count_") + info(dtype).name;
        return {name,
                std::string("#include <cuprum/engine/value_ranges.h>\nCUPRUM_VALUE_RANGES_") +
                    (moves ? "MOVE" : "COUNT") + "(" + name + ", " + storage_type(dtype) + ")\n",
                {}};
    });
    data.launch(function, plan.launch, &args, sizeof args, static_cast<std::size_t>((moves ? 2 : 1) * keys_.nbytes()));
}

}  // namespace cuprum::kernel
