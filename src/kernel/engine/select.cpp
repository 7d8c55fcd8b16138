#include "kernel/engine/select.h"

#include "cuprum/select_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/select.h"

namespace cuprum::kernel {
namespace {

DType key_type(DType dtype) { return dtype == DType::bool_ ? DType::uint8 : dtype; }

enum class SelectStage : std::uint8_t { count, pick, quantile, keys, split_count, split_move, row };

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

    void quantile(const ndarray* share, const ndarray& out, QuantileMethod method, bool skip_nan) {
        SelectArgs args = arguments();
        args.share = data_.read(share);
        args.out = data_.write(out);
        args.method = method;
        args.skip_nan = skip_nan;
        const DType share_type = share ? share->dtype() : DType::float64;
        if (plan_.whole_rows) launch(SelectStage::row, plan_.rows, args, true, share_type);
        else find(args, share_type);
        launch(SelectStage::quantile, plan_.results, args, false, share_type, out.dtype());
    }

    void partition(std::int64_t kth, const ndarray* keys, const ndarray* order) {
        SelectArgs args = arguments();
        args.method = -1;
        args.ranks[0] = args.ranks[1] = kth;
        find(args, DType::float64);
        args.out = args.candidates;  // not needed any more
        launch(SelectStage::keys, plan_.results, args, false);
        SplitArgs split{source_, args.out,    data_.write(keys), data_.write<long long>(order), args.counts, rows_,
                        length_, plan_.chunk, plan_.blocks};
        launch(SelectStage::split_count, plan_.keys, split, true);
        launch(SelectStage::split_move, plan_.keys, split, true);
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
        runtime::backend().fill(at, 0, static_cast<std::size_t>(states + counts), runtime::context.stream);
        return args;
    }

    void find(SelectArgs& args, DType share) {
        for (args.pass = 0; args.pass < plan_.passes; ++args.pass) {
            // Later passes read the few keys that are left.
            launch(SelectStage::count, plan_.keys, args, args.pass < 2);
            launch(SelectStage::pick, plan_.digits, args, false, share);
        }
    }

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
        static constexpr const char* macros[] = {"SELECT_COUNT", "SELECT_PICK", "SELECT_QUANTILE", "SELECT_KEYS",
                                                 "SPLIT_COUNT",  "SPLIT_MOVE",  "SELECT_ROW"};
        static constexpr const char* names[] = {"select_count", "select_pick", "select_quantile", "select_keys",
                                                "split_count",  "split_move",  "select_row"};
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
        return {name,
                std::string("#include <cuprum/") + (stage == SelectStage::row ? "select_row" : "select") +
                    ".h>\nCUPRUM_" + macros[k] + "(" + name + ", " + types + ")\n",
                {}};
    }

    DataAccess& data_;
    DType dtype_;
    std::int64_t length_, rows_;
    SelectPlan plan_;
    const void* source_;
    BufferRef memory_;  // freed in the stream's order, so behind the kernels that use it
};

}  // namespace

bool partitions(DType dtype, std::int64_t length) {
    return !is_complex(dtype) && plan_selects(length, runtime::device_traits());
}

bool selects(DType dtype, std::int64_t length) {
    return !is_complex(dtype) && plan_selects_keys(length, runtime::device_traits());
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
