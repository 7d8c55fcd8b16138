#include "kernel/engine/select.h"

#include "cuprum/select_args.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/data_access.h"
#include "kernel/graph/expression.h"
#include "kernel/graph/storage.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t gpu_length = 1 << 16, cpu_length = 1 << 13;  // of rows for which the launches pay
constexpr std::int64_t keys_a_block = 1 << 14;                      // at least
constexpr std::int64_t blocks_a_processor = 8;

/// How rows are shared out.
struct SelectPlan {
    std::int64_t chunk;  // keys of a block
    int blocks;          // of a row
    int histograms;      // of a row
    int passes;          // digits of a key
};

SelectPlan make_plan(std::int64_t rows, std::int64_t length, std::int64_t itemsize, std::int64_t processors, bool gpu) {
    const std::int64_t wanted = std::max<std::int64_t>(1, processors * (gpu ? blocks_a_processor : 1) / rows);
    // Counters of a block are of 32 bits.
    const std::int64_t least = std::max<std::int64_t>(keys_a_block, 1), most = std::int64_t{1} << 31;
    const std::int64_t chunk = std::min(std::max((length + wanted - 1) / wanted, least), most);
    const int blocks = static_cast<int>((length + chunk - 1) / chunk);
    return {chunk, blocks, gpu ? 1 : blocks, static_cast<int>((8 * itemsize + select_bits - 1) / select_bits)};
}

DType key_type(DType dtype) { return dtype == DType::bool_ ? DType::uint8 : dtype; }

enum class Stage { count, pick, quantile, keys, split_count, split_move };

/// One selection: its scratch memory and its launches.
class Selection {
public:
    Selection(const ndarray& source, DataAccess& data)
        : data_(data),
          dtype_(key_type(source.dtype())),
          length_(source.shape()[source.ndim() - 1]),
          rows_(source.size() / length_),
          plan_(make_plan(rows_, length_, itemsize(dtype_),
                          runtime::backend().properties(runtime::context.device).multiprocessors, gpu_)),
          source_(data.read(source)) {}

    void quantile(const ndarray* share, const ndarray& out, QuantileMethod method, bool skip_nan) {
        SelectArgs args = arguments();
        args.share = data_.read(share);
        args.out = data_.write(out);
        args.method = method;
        args.skip_nan = skip_nan;
        find(args, share ? share->dtype() : DType::float64);
        launch(Stage::quantile, args, rows_, share ? share->dtype() : DType::float64, out.dtype());
    }

    void partition(std::int64_t kth, const ndarray* keys, const ndarray* order) {
        SelectArgs args = arguments();
        args.method = -1;
        args.ranks[0] = args.ranks[1] = kth;
        find(args, DType::float64);
        args.out = args.candidates;  // not needed any more
        launch(Stage::keys, args, rows_);
        SplitArgs split{source_, args.out,    data_.write(keys), data_.write<long long>(order), args.counts, rows_,
                        length_, plan_.chunk, plan_.blocks};
        launch(Stage::split_count, split, rows_ * plan_.blocks);
        launch(Stage::split_move, split, rows_ * plan_.blocks);
    }

private:
    SelectArgs arguments() {
        const auto rounded = [](std::int64_t bytes) { return (bytes + 15) / 16 * 16; };
        const std::int64_t states = rounded(rows_ * sizeof(SelectState)),
                           counts =
                               rows_ * std::max<std::int64_t>(plan_.histograms * 2 * select_bins, 2 * plan_.blocks) * 8,
                           held = rounded(rows_ * plan_.blocks * 8), candidates = rows_ * length_ * itemsize(dtype_);
        memory_ = cuda::allocate(static_cast<std::size_t>(states + counts + held + candidates));
        char* at = static_cast<char*>(memory_.pointer());
        SelectArgs args{};
        args.source = source_;
        args.states = reinterpret_cast<SelectState*>(at);
        args.counts = reinterpret_cast<unsigned long long*>(at + states);
        args.held = reinterpret_cast<long long*>(at + states + counts);
        args.candidates = at + states + counts + held;
        args.rows = rows_;
        args.length = length_;
        args.chunk = plan_.chunk;
        args.blocks = plan_.blocks;
        args.histograms = plan_.histograms;
        runtime::backend().fill(at, 0, static_cast<std::size_t>(states + counts), runtime::context.stream);
        return args;
    }

    void find(SelectArgs& args, DType share) {
        for (args.pass = 0; args.pass < plan_.passes; ++args.pass) {
            launch(Stage::count, args, rows_ * plan_.blocks);
            launch(Stage::pick, args, rows_, share);
        }
    }

    template <class Args>
    void launch(Stage stage, const Args& args, std::int64_t items, DType share = DType::float64,
                DType result = DType::float64) {
        // The result is of the elements' dtype or of a float dtype.
        const int to = result == dtype_            ? 0
                       : result == DType::float16  ? 1
                       : result == DType::bfloat16 ? 2
                       : result == DType::float32  ? 3
                                                   : 4;
        static FunctionSlot slots[6][dtype_count][2][5];
        auto function = slots[static_cast<int>(stage)][table_index(dtype_)][share == DType::float32][to].get(
            [&] { return text(stage, share, result); });
        // Rows that are picked from are few and short work for a thread; the others' parts are long.
        const bool by_row = stage == Stage::quantile || stage == Stage::keys;
        runtime::Launch launch;
        launch.grid[0] = by_row ? blocks_for(items, select_block) : static_cast<std::uint32_t>(items);
        launch.block[0] = select_block;
        launch.items = items;
        launch.grain = by_row ? 1024 : 1;
        const bool reads_all =
            stage == Stage::split_count || stage == Stage::split_move || (stage == Stage::count && pass_of(args) < 2);
        data_.launch(function, launch, &args, sizeof args,
                     static_cast<std::size_t>(reads_all ? rows_ * length_ * itemsize(dtype_) : 0));
    }
    static int pass_of(const SelectArgs& args) { return args.pass; }
    static int pass_of(const SplitArgs&) { return 0; }

    KernelSource text(Stage stage, DType share, DType result) const {
        static constexpr const char* macros[] = {"SELECT_COUNT", "SELECT_PICK", "SELECT_QUANTILE",
                                                 "SELECT_KEYS",  "SPLIT_COUNT", "SPLIT_MOVE"};
        static constexpr const char* names[] = {"select_count", "select_pick", "select_quantile",
                                                "select_keys",  "split_count", "split_move"};
        const int k = static_cast<int>(stage);
        std::string name = std::string("cuprum_") + names[k] + "_" + info(dtype_).name;
        std::string types = storage_type(dtype_);
        if (stage == Stage::pick || stage == Stage::quantile) {
            name += std::string("_") + info(share).name;
            types += std::string(", ") + storage_type(share);
        }
        if (stage == Stage::quantile) {
            name += std::string("_") + info(result).name;
            types += std::string(", ") + storage_type(result);
        }
        return {name,
                "#include <cuprum/select.h>\nCUPRUM_" + std::string(macros[k]) + "(" + name + ", " + types + ")\n",
                {}};
    }

    DataAccess& data_;
    bool gpu_ = runtime::backend().is_gpu();
    DType dtype_;
    std::int64_t length_, rows_;
    SelectPlan plan_;
    const void* source_;
    BufferRef memory_;  // freed in the stream's order, so behind the kernels that use it
};

}  // namespace

bool selects(DType dtype, std::int64_t length) {
    return !is_complex(dtype) && length >= (runtime::backend().is_gpu() ? gpu_length : cpu_length);
}

void select_quantile(const ndarray& rows, const ndarray* share, const ndarray& out, QuantileMethod method,
                     bool skip_nan) {
    if (out.size() == 0) return;
    DataAccess data;
    Selection(rows, data).quantile(share, out, method, skip_nan);
}

void partition_rows(const ndarray& rows, std::int64_t kth, const ndarray* keys, const ndarray* order) {
    if (rows.size() == 0) return;
    DataAccess data;
    Selection(rows, data).partition(kth, keys, order);
}

}  // namespace cuprum::kernel
