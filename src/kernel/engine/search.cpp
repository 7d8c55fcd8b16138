#include "kernel/engine/search.h"

#include "kernel/engine/array/allocation.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/elementwise/counted.h"
#include "kernel/engine/sort.h"
#include "kernel/graph/expression.h"
#include "kernel/graph/storage.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t cpu_grain = 1024;          // look-ups that are worth a thread's wake-up
constexpr std::int64_t bincount_chunk = 1 << 16;  // numbers a block, at least
constexpr std::int64_t blocks_a_processor = 4;

template <class Args>
void launch(const DataAccess& data, runtime::FunctionHandle function, std::int64_t blocks, std::int64_t items,
            std::int64_t grain, const Args& args) {
    runtime::Launch launch;
    launch.grid[0] = static_cast<std::uint32_t>(blocks);
    launch.block[0] = search_block;
    launch.items = items;
    launch.grain = grain;
    data.launch(function, launch, args);
}

}  // namespace

void search(const ndarray& sorted, const ndarray* sorter, const ndarray& values, const ndarray& out, SearchMode mode) {
    if (values.size() == 0) return;
    static FunctionSlot slots[dtype_count];
    const DType dtype = values.dtype();
    auto function = slots[table_index(dtype)].get([&]() -> KernelSource {
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
    launch(data, function, blocks_for(values.size(), search_block), values.size(), cpu_grain, args);
}

void bincount(const ndarray& numbers, const ndarray* weights, const ndarray& out) {
    if (out.size() == 0) return;
    static constexpr const char* macros[] = {"", "_SUM", "_WEIGHTS"};
    static constexpr const char* names[] = {"cuprum_bincount", "cuprum_bincount_sum", "cuprum_bincount_weights"};
    static FunctionSlot slots[3];
    auto function = [](int k) {
        return slots[k].get([k]() -> KernelSource {
            return {names[k],
                    "#include <cuprum/search.h>\nCUPRUM_BINCOUNT" + std::string(macros[k]) + "(" + names[k] + ")\n",
                    {}};
        });
    };
    const bool gpu = runtime::backend().is_gpu();
    BincountArgs args{};
    DataAccess data;
    args.numbers = data.read<long long>(numbers);
    args.weights = data.read<double>(weights);
    args.out = data.write(out);
    args.count = numbers.size();
    args.bins = out.size();
    if (weights && gpu) {
        // Threads that add to one number would do so in any order; so each number's weights are brought together first.
        ndarray sorted = new_array(numbers.shape(), DType::int64), order = new_array(numbers.shape(), DType::int64);
        sort_rows(numbers, &sorted, &order);
        ndarray starts = new_array({args.bins + 1}, DType::int64);
        search(sorted, nullptr, counted({args.bins + 1}, {1}), starts, search_left);
        args.order = data.read<long long>(order);
        args.starts = data.read<long long>(starts);
        return launch(data, function(2), args.bins, 1, 1, args);
    }
    runtime::backend().fill(args.out, 0, static_cast<std::size_t>(out.nbytes()), runtime::context.stream);
    if (args.count == 0) return;
    if (weights) return launch(data, function(2), 1, 1, 1, args);
    const std::int64_t units = (args.count + bincount_chunk - 1) / bincount_chunk;
    std::int64_t blocks =
        std::min(units, blocks_a_processor * runtime::backend().properties(runtime::context.device).multiprocessors);
    if (!gpu && blocks * args.bins > args.count) blocks = 1;  // adding up would be more work than counting
    args.chunk = (units + blocks - 1) / blocks * bincount_chunk;
    args.blocks = static_cast<int>((args.count + args.chunk - 1) / args.chunk);
    BufferRef partial;
    if (!gpu && args.blocks > 1) {
        partial = cuda::allocate(static_cast<std::size_t>(8 * args.blocks * args.bins));
        args.partial = partial.pointer();
    }
    launch(data, function(0), args.blocks, args.blocks, 1, args);
    if (args.partial) launch(data, function(1), 1, args.bins, cpu_grain, args);
}

void quantiles(const ndarray& sorted, const ndarray* shares, const ndarray& out, QuantileMethod method, bool skip_nan) {
    if (out.size() == 0) return;
    // The result is of the elements' dtype or of a float dtype.
    static FunctionSlot slots[dtype_count][2][6];
    const DType from = sorted.dtype(), to = out.dtype(), share = shares ? shares->dtype() : DType::float64;
    const int result = from == to              ? 0
                       : to == DType::float16  ? 1
                       : to == DType::bfloat16 ? 2
                       : to == DType::float32  ? 3
                       : to == DType::float64  ? 4
                                               : 5;
    auto function = slots[table_index(from)][share == DType::float32][result].get([&]() -> KernelSource {
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
    launch(data, function, blocks_for(out.size(), search_block), out.size(), cpu_grain, args);
}

}  // namespace cuprum::kernel
