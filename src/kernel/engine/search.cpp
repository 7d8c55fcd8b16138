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
        return {
            name, "#include <cuprum/engine/search.h>\nCUPRUM_SEARCH(" + name + ", " + input_type(dtype) + ")\n", {}};
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

enum class Bincount : std::uint8_t { sum, weights };

runtime::FunctionHandle bincount_function(Bincount what) {
    static constexpr const char* macros[] = {"_SUM", "_WEIGHTS"};
    static constexpr const char* names[] = {"cuprum_bincount_sum", "cuprum_bincount_weights"};
    static KernelTable<> functions;
    return functions.function(KernelKey(what), [k = static_cast<int>(what)]() -> KernelSource {
        return {names[k],
                "#include <cuprum/engine/search.h>\nCUPRUM_BINCOUNT" + std::string(macros[k]) + "(" + names[k] + ")\n",
                {}};
    });
}

// Of numbers that are counted as they are.
runtime::FunctionHandle counting_function(DType numbers) {
    static KernelTable<> functions;
    return functions.function(KernelKey(numbers), [&]() -> KernelSource {
        const std::string name = std::string("cuprum_bincount_") + info(numbers).name;
        return {name,
                "#include <cuprum/engine/search.h>\nCUPRUM_BINCOUNT(" + name + ", " + input_type(numbers) + ")\n",
                {}};
    });
}

// Of values of which the bins are counted.
runtime::FunctionHandle counting_function(DType values, DType edges) {
    static KernelTable<> functions;
    return functions.function(KernelKey(values, edges), [&]() -> KernelSource {
        const std::string name = std::string("cuprum_histogram_") + info(values).name + "_" + info(edges).name;
        return {name,
                "#include <cuprum/engine/search.h>\nCUPRUM_HISTOGRAM(" + name + ", " + input_type(values) + ", " +
                    input_type(edges) + ")\n",
                {}};
    });
}

void clear(const BincountArgs& args, const ndarray& out) {
    runtime::backend().fill(args.out, 0, static_cast<std::size_t>(out.nbytes()), runtime::context.stream);
}

void count(DataAccess& data, BincountArgs args, const ndarray& out, runtime::FunctionHandle function) {
    args.out = data.write(out);
    args.bins = out.size();
    clear(args, out);
    if (args.count == 0) return;
    const BincountPlan plan = plan_bincount(args.count, args.bins, false, runtime::device_traits());
    args.chunk = plan.chunk;
    args.blocks = plan.blocks;
    BufferRef partial;
    if (plan.partial) {
        partial = cuda::allocate(static_cast<std::size_t>(8 * args.blocks * args.bins));
        args.partial = partial.pointer();
    }
    data.launch(function, plan.count, args);
    if (plan.partial) data.launch(bincount_function(Bincount::sum), plan.sum, args);
}

}  // namespace

void count_bins(const ndarray& values, const ndarray& edges, const ndarray& out) {
    if (out.size() == 0) return;
    BincountArgs args{};
    DataAccess data;
    args.numbers = data.read(values);
    args.edges = data.read(edges);
    args.edge_count = edges.size();
    args.count = values.size();
    count(data, args, out, counting_function(values.dtype(), edges.dtype()));
}

void bincount(const ndarray& numbers, const ndarray* weights, const ndarray& out) {
    if (out.size() == 0) return;
    BincountArgs args{};
    DataAccess data;
    args.numbers = data.read(numbers);
    args.count = numbers.size();
    if (!weights) return count(data, args, out, counting_function(numbers.dtype()));
    args.weights = data.read<double>(weights);
    args.out = data.write(out);
    args.bins = out.size();
    if (args.count == 0) return clear(args, out);
    const BincountPlan plan = plan_bincount(args.count, args.bins, true, runtime::device_traits());
    if (plan.way == BincountPlan::Way::sorted_weights) {
        // Threads that add to one number would do so in any order; so each number's weights are brought together first.
        ndarray sorted = new_array(numbers.shape(), DType::int64), order = new_array(numbers.shape(), DType::int64);
        sort_rows(numbers, &sorted, &order);
        ndarray starts = new_array({args.bins + 1}, DType::int64);
        search(sorted, nullptr, counted({args.bins + 1}, {1}), starts, search_left);
        args.order = data.read<long long>(order);
        args.starts = data.read<long long>(starts);
    } else {
        clear(args, out);
    }
    data.launch(bincount_function(Bincount::weights), plan.count, args);
}

void quantiles(const ndarray& sorted, const ndarray* shares, const ndarray& out, QuantileMethod method, bool skip_nan) {
    if (out.size() == 0) return;
    static KernelTable<> functions;
    const DType from = sorted.dtype(), to = out.dtype(), share = shares ? shares->dtype() : DType::float64;
    const auto function = functions.function(KernelKey(from, share, to), [&]() -> KernelSource {
        std::string name =
            std::string("cuprum_quantile_") + info(from).name + "_" + info(share).name + "_" + info(to).name;
        return {name,
                "#include <cuprum/engine/quantile.h>\nCUPRUM_QUANTILE(" + name + ", " + input_type(from) + ", " +
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
