#include "kernel/engine/search.h"

#include "kernel/engine/array/allocation.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/elementwise/counted.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/engine/sort.h"
#include "kernel/graph/expression.h"
#include "kernel/graph/storage.h"
#include "kernel/plan/search.h"

namespace cuprum::kernel {

void search(const ndarray& sorted, const ndarray* sorter, const ndarray& values, const ndarray& out, SearchMode mode) {
    if (values.size() == 0) return;
    static KernelTable<> functions;
    const DType dtype = values.dtype();
    const auto function = functions.function(KernelKey(dtype), [&]() -> KernelSource {
        std::string name = std::string("cuprum_search_") + info(dtype).name;
        return {name, "#include <cuprum/search.h>\nCUPRUM_SEARCH(" + name + ", " + input_type(dtype) + ")\n", {}};
    });
    DataAccess data;
    SearchArgs args{data.read(sorted),
                    data.read<long long>(sorter),
                    data.read(values),
                    data.write(out),
                    sorted.size(),
                    values.size(),
                    mode};
    data.launch(function, plan_lookups(values.size()), args);
}

namespace {

enum class Bincount : std::uint8_t { counts, sum, weights };

runtime::FunctionHandle bincount_function(Bincount what) {
    static constexpr const char* macros[] = {"", "_SUM", "_WEIGHTS"};
    static constexpr const char* names[] = {"cuprum_bincount", "cuprum_bincount_sum", "cuprum_bincount_weights"};
    static KernelTable<> functions;
    return functions.function(KernelKey(what), [k = static_cast<int>(what)]() -> KernelSource {
        return {names[k],
                "#include <cuprum/search.h>\nCUPRUM_BINCOUNT" + std::string(macros[k]) + "(" + names[k] + ")\n",
                {}};
    });
}

}  // namespace

void bincount(const ndarray& numbers, const ndarray* weights, const ndarray& out) {
    if (out.size() == 0) return;
    BincountArgs args{};
    DataAccess data;
    args.numbers = data.read<long long>(numbers);
    args.weights = data.read<double>(weights);
    args.out = data.write(out);
    args.count = numbers.size();
    args.bins = out.size();
    if (args.count == 0) {
        runtime::backend().fill(args.out, 0, static_cast<std::size_t>(out.nbytes()), runtime::context.stream);
        return;
    }
    const BincountPlan plan = plan_bincount(args.count, args.bins, weights != nullptr, runtime::device_traits());
    if (plan.way == BincountPlan::Way::sorted_weights) {
        // Threads that add to one number would do so in any order; so each number's weights are brought together first.
        ndarray sorted = new_array(numbers.shape(), DType::int64), order = new_array(numbers.shape(), DType::int64);
        sort_rows(numbers, &sorted, &order);
        ndarray starts = new_array({args.bins + 1}, DType::int64);
        search(sorted, nullptr, counted({args.bins + 1}, {1}), starts, search_left);
        args.order = data.read<long long>(order);
        args.starts = data.read<long long>(starts);
        return data.launch(bincount_function(Bincount::weights), plan.count, args);
    }
    runtime::backend().fill(args.out, 0, static_cast<std::size_t>(out.nbytes()), runtime::context.stream);
    if (weights) return data.launch(bincount_function(Bincount::weights), plan.count, args);
    args.chunk = plan.chunk;
    args.blocks = plan.blocks;
    BufferRef partial;
    if (plan.partial) {
        partial = cuda::allocate(static_cast<std::size_t>(8 * args.blocks * args.bins));
        args.partial = partial.pointer();
    }
    data.launch(bincount_function(Bincount::counts), plan.count, args);
    if (plan.partial) data.launch(bincount_function(Bincount::sum), plan.sum, args);
}

void quantiles(const ndarray& sorted, const ndarray* shares, const ndarray& out, QuantileMethod method, bool skip_nan) {
    if (out.size() == 0) return;
    static KernelTable<> functions;
    const DType from = sorted.dtype(), to = out.dtype(), share = shares ? shares->dtype() : DType::float64;
    const auto function = functions.function(KernelKey(from, share, to), [&]() -> KernelSource {
        std::string name =
            std::string("cuprum_quantile_") + info(from).name + "_" + info(share).name + "_" + info(to).name;
        return {name,
                "#include <cuprum/quantile.h>\nCUPRUM_QUANTILE(" + name + ", " + input_type(from) + ", " +
                    storage_type(share) + ", " + storage_type(to) + ")\n",
                {}};
    });
    const std::int64_t length = sorted.shape()[sorted.ndim() - 1], count = shares ? shares->size() : 1;
    DataAccess data;
    QuantileArgs args{data.read(sorted), data.read(shares), data.write(out), out.size() / count, length, count, method,
                      skip_nan};
    data.launch(function, plan_lookups(out.size()), args);
}

}  // namespace cuprum::kernel
