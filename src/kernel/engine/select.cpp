#include "kernel/engine/select.h"

#include "cuprum/engine/select_args.h"
#include "cuprum/engine/sort_args.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/select.h"
#include "runtime/device_traits.h"

namespace cuprum::kernel {
namespace {

DType key_type(DType dtype) { return dtype == DType::bool_ ? DType::uint8 : dtype; }

// Complex numbers of a row from which on selecting takes less time than sorting.
constexpr std::int64_t worth_a_selection = 32;

enum class SelectStage : std::uint8_t { range, count, pick, gather, quantile, keys, split_count, split_move, row };

/// A partition of rows of numbers of 4 or 8 bytes on a CPU.
void partition_numbers(const ndarray& source, std::int64_t kth, const ndarray* keys, const ndarray* order) {
    DataAccess data;
    const DType dtype = source.dtype();
    const std::int64_t length = source.shape()[source.ndim() - 1], rows = source.size() / length,
                       bytes = itemsize(dtype);
    const SelectPlan plan = plan_select({rows, length, bytes}, runtime::device_traits());
    const std::int64_t counts = 2 * 8 * rows * plan.blocks, bounds = 2 * 8 * rows;
    const BufferRef memory = cuda::allocate(static_cast<std::size_t>(counts + bounds + rows * length * bytes));
    char* const at = static_cast<char*>(memory.pointer());
    PartitionArgs args{};
    args.source = data.read(source);
    args.keys = data.write(keys);
    args.order = data.write<long long>(order);
    args.counts = reinterpret_cast<unsigned long long*>(at);
    args.bounds = at + counts;
    args.listed = at + counts + bounds;
    args.rows = rows;
    args.length = length;
    args.chunk = plan.chunk;
    args.kth = kth;
    args.blocks = plan.blocks;
    args.type = (is_floating(dtype) ? 2 : kind(dtype) == 'i' ? 0 : 1) + (bytes == 8 ? 3 : 0);
    static FunctionSlot slot;
    const auto function = slot.get([]() -> KernelSource {
        return {"cuprum_partition_numbers",
                "#include <cuprum/engine/partition_numbers.h>\nCUPRUM_PARTITION_NUMBERS(cuprum_partition_numbers)\n",
                {}};
    });
    const auto launch = [&](PartitionStep step, const runtime::Launch& launch, int passes) {
        args.step = step;
        data.launch(function, launch, &args, sizeof args, static_cast<std::size_t>(passes * source.nbytes()));
    };
    const runtime::Launch each_row = plan_selected_rows(rows, length);
    if (plan.blocks == 1) return launch(PartitionStep::all, each_row, 3);
    launch(PartitionStep::bounds, each_row, 0);
    launch(PartitionStep::list, plan.keys, 1);
    launch(PartitionStep::pivot, each_row, 0);
    launch(PartitionStep::move, plan.keys, 2);
}

/// One selection: its scratch memory and its launches.
class Selection {
public:
    Selection(const ndarray& source, DataAccess& data)
        : data_(data),
          dtype_(key_type(source.dtype())),
          length_(source.shape()[source.ndim() - 1]),
          rows_(source.size() / length_),
          plan_(plan_select({rows_, length_, itemsize(dtype_)}, runtime::device_traits())),
          source_(data.read(source)) {}

    /// `shares` is null for the median; `out` has a row for each quantile.
    void quantiles(const ndarray* shares, const ndarray& out, QuantileMethod method, bool skip_nan) {
        const DType share = shares ? shares->dtype() : DType::float64;
        const std::int64_t count = shares ? shares->size() : 1;
        const char* from = static_cast<const char*>(data_.read(shares));
        char* to = static_cast<char*>(data_.write(out));
        SelectArgs args = arguments(static_cast<int>(std::min<std::int64_t>(count, plan_.shares)));
        args.method = method;
        args.skip_nan = skip_nan;
        for (std::int64_t first = 0; first < count; first += plan_.shares) {
            if (first) clear(args);
            args.shares = static_cast<int>(std::min<std::int64_t>(count - first, plan_.shares));
            args.share = shares ? from + first * itemsize(share) : nullptr;
            args.out = to + first * rows_ * out.itemsize();
            if (plan_.whole_rows) launch(SelectStage::row, plan_.rows, args, true, share);
            else find(args, share);
            launch(SelectStage::quantile, plan_results(args), args, false, share, out.dtype());
        }
    }

    void partition(std::int64_t kth, const ndarray* keys, const ndarray* order) {
        SelectArgs args = arguments(1);
        args.method = -1;
        args.ranks[0] = args.ranks[1] = kth;
        if (plan_.whole_rows) launch(SelectStage::row, plan_.rows, args, true, DType::float64);
        else find(args, DType::float64);
        args.out = args.candidates;  // not needed any more
        launch(SelectStage::keys, plan_results(args), args, false);
        SplitArgs split{source_, args.out,    data_.write(keys), data_.write<long long>(order), args.counts, rows_,
                        length_, plan_.chunk, plan_.blocks};
        launch(SelectStage::split_count, plan_.keys, split, true);
        launch(SelectStage::split_move, plan_.keys, split, true);
    }

private:
    SelectArgs arguments(int shares) {
        const auto rounded = [](std::int64_t bytes) { return (bytes + 15) / 16 * 16; };
        const std::int64_t states = rounded(rows_ * shares * sizeof(SelectState)),
                           counts = rows_ * 8 *
                                    std::max<std::int64_t>(
                                        static_cast<std::int64_t>(plan_.histograms) * shares * 2 * select_bins,
                                        2 * plan_.blocks),
                           held = rounded(rows_ * plan_.blocks * 8),
                           candidates =
                               plan_.passes > 1 || plan_.whole_rows ? rows_ * length_ * itemsize(dtype_) : 16 * rows_;
        memory_ = cuda::allocate(static_cast<std::size_t>(states + counts + held + candidates));
        cleared_ = static_cast<std::size_t>(states + counts);
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
        args.shares = shares;
        clear(args);
        return args;
    }

    void clear(const SelectArgs& args) { runtime::backend().fill(args.states, 0, cleared_, runtime::context.stream); }

    void find(SelectArgs& args, DType share) {
        if (!is_inexact(dtype_) && itemsize(dtype_) >= 4) launch(SelectStage::range, plan_.keys, args, true);
        for (args.pass = 0; args.pass < plan_.passes; ++args.pass) {
            // Of ordinary data few keys are left after the first list.
            if (args.pass > 0 && args.pass <= select_gathers)
                launch(SelectStage::gather, plan_.keys, args, args.pass == 1);
            launch(SelectStage::count, plan_.keys, args, args.pass == 0);
            launch(SelectStage::pick, plan_.digits, args, false, share);
        }
    }

    runtime::Launch plan_results(const SelectArgs& args) const { return plan_select_results(rows_ * args.shares); }

    template <class Args>
    void launch(SelectStage stage, const runtime::Launch& launch, const Args& args, bool reads_all,
                DType share = DType::float64, DType result = DType::float64) {
        static KernelTable<> functions;
        const auto function =
            functions.function(KernelKey(stage, dtype_, share, result), [&] { return text(stage, share, result); });
        const std::int64_t bytes = reads_all ? rows_ * length_ * itemsize(dtype_) : 0;
        data_.launch(function, launch, &args, sizeof args, static_cast<std::size_t>(bytes));
    }

    KernelSource text(SelectStage stage, DType share, DType result) const {
        static constexpr const char* macros[] = {"SELECT_RANGE",  "SELECT_COUNT",    "SELECT_PICK",
                                                 "SELECT_GATHER", "SELECT_QUANTILE", "SELECT_KEYS",
                                                 "SPLIT_COUNT",   "SPLIT_MOVE",      "SELECT_ROW"};
        static constexpr const char* names[] = {"select_range",  "select_count",    "select_pick",
                                                "select_gather", "select_quantile", "select_keys",
                                                "split_count",   "split_move",      "select_row"};
        const int k = static_cast<int>(stage);
        std::string name = std::string("cuprum_") + names[k] + "_" + info(dtype_).name;
        std::string types = storage_type(dtype_);
        if (stage == SelectStage::pick || stage == SelectStage::row || stage == SelectStage::quantile) {
            name += std::string("_") + info(share).name;
            types += std::string(", ") + storage_type(share);
        }
        if (stage == SelectStage::quantile) {
            name += std::string("_") + info(result).name;
            types += std::string(", ") + storage_type(result);
        }
        const bool splits = stage == SelectStage::split_count || stage == SelectStage::split_move;
        return {name,
                std::string("#include <cuprum/engine/") +
                    (splits                      ? "split"
                     : stage == SelectStage::row ? "select_row"
                                                 : "select") +
                    ".h>\nCUPRUM_" + macros[k] + "(" + name + ", " + types + ")\n",
                {}};
    }

    DataAccess& data_;
    DType dtype_;
    std::int64_t length_, rows_;
    SelectPlan plan_;
    const void* source_;
    std::size_t cleared_ = 0;  // bytes of scratch memory that a selection begins with as zeros
    BufferRef memory_;         // freed in the stream's order, so behind the kernels that use it
};

}  // namespace

bool partitions(DType dtype, std::int64_t rows, std::int64_t length) {
    if (is_complex(dtype)) return partitions_complex(length);
    return plan_partitions({rows, length, itemsize(dtype)}, runtime::device_traits());
}

bool partitions_complex(std::int64_t length) {
    return length >= worth_a_selection && !runtime::device_traits().thread_blocks;
}

void partition_complex(const ndarray& rows, std::int64_t kth, const ndarray& keys, const ndarray* order) {
    if (rows.size() == 0) return;
    DataAccess data;
    const DType dtype = rows.dtype();
    const PartitionRowArgs args{data.read<char>(rows), data.write<char>(keys), data.write<char>(order),
                                rows.shape()[rows.ndim() - 1], kth};
    const std::int64_t count = rows.size() / args.length;
    static KernelTable<> functions;
    const auto function = functions.function(KernelKey(dtype, order != nullptr), [&]() -> KernelSource {
        const std::string name = std::string("cuprum_partition_rows_") + (order ? "indexed_" : "") + info(dtype).name;
        return {name,
                "#include <cuprum/engine/partition_row.h>\nCUPRUM_PARTITION_ROW(" + name + ", " + storage_type(dtype) +
                    ", " + (order ? "long long" : "cuprum::no_index") + ")\n",
                {}};
    });
    data.launch(function, plan_selected_rows(count, args.length), &args, sizeof args,
                static_cast<std::size_t>(2 * rows.nbytes()));
}

bool selects(DType dtype, std::int64_t length) {
    return !is_complex(dtype) && plan_selects_keys(length, runtime::device_traits());
}

void select_quantiles(const ndarray& rows, const ndarray* shares, const ndarray& out, QuantileMethod method,
                      bool skip_nan) {
    if (out.size() == 0) return;
    DataAccess data;
    Selection(rows, data).quantiles(shares, out, method, skip_nan);
}

void partition_rows(const ndarray& rows, std::int64_t kth, const ndarray* keys, const ndarray* order) {
    if (rows.size() == 0) return;
    if (is_complex(rows.dtype()))
        return partition_complex(rows, kth, keys ? *keys : new_array(rows.shape(), rows.dtype()), order);
    if (!runtime::device_traits().thread_blocks && rows.itemsize() >= 4)
        return partition_numbers(rows, kth, keys, order);
    DataAccess data;
    Selection(rows, data).partition(kth, keys, order);
}

}  // namespace cuprum::kernel
