#include "kernel/engine/sort.h"

#include "cuprum/engine/sort_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/sort.h"

namespace cuprum::kernel {
namespace {

using runtime::Launch;

enum class SortStage : std::uint8_t { tiles, merge, count, scan, move };

struct Buffer {
    void* keys = nullptr;
    void* order = nullptr;
};

SortLayout layout_of(const ndarray& source, bool indexed) {
    const std::int64_t length = source.ndim() ? source.shape()[source.ndim() - 1] : 1;
    return {source.size() / length, length, static_cast<int>(itemsize(source.dtype())), !is_complex(source.dtype()),
            indexed};
}

class Sort {
public:
    Sort(const ndarray& source, const ndarray* keys, const ndarray* order)
        : dtype_(source.dtype() == DType::bool_ ? DType::uint8 : source.dtype()),
          source_(data_.read<char>(source)),
          result_{data_.write(keys), data_.write(order)},
          layout_(layout_of(source, order != nullptr)),
          plan_(plan_sort(layout_, runtime::device_traits())) {}

    void run() {
        if (plan_.scratch) take_scratch();
        if (plan_.radix) radix();
        else merge();
    }

private:
    // A second buffer, and keys for the first one where the caller wants none.
    void take_scratch() {
        const std::int64_t keys = (plan_.scratch * itemsize(dtype_) + 15) / 16 * 16;
        const std::int64_t order = result_.order ? plan_.scratch * layout_.position_bytes() : 0;
        memory_ = cuda::allocate(static_cast<std::size_t>(keys * (result_.keys ? 1 : 2) + order));
        char* at = static_cast<char*>(memory_.pointer());
        scratch_.keys = at;
        spare_ = result_.keys ? result_.keys : at + keys;
        if (order) scratch_.order = at + keys * (result_.keys ? 1 : 2);
    }

    // Steps alternate between the two buffers such that the last one writes to the result.
    Buffer target(std::int64_t steps_left) const {
        if (steps_left & 1) return scratch_;
        return steps_left == 0 ? result_ : Buffer{spare_, result_.order};
    }

    void merge() {
        std::int64_t steps = plan_.merges;
        const Buffer first = target(steps), other = target(steps + 1);
        launch(SortStage::tiles, plan_.sort,
               SortTilesArgs{source_,
                             {first.keys, other.keys},
                             {first.order, other.order},
                             spare_,
                             layout_.rows,
                             layout_.length,
                             plan_.tile,
                             steps == 0});
        for (std::int64_t width = plan_.tile; steps-- > 0; width *= 2) {
            const Buffer from = target(steps + 1), to = target(steps);
            launch(SortStage::merge, plan_.merge,
                   SortMergeArgs{from.keys, from.order, to.keys, to.order, layout_.rows, layout_.length, width,
                                 plan_.piece, steps == 0});
        }
    }

    void radix() {
        // One allocation: the bits that vary, the tickets, counts and statuses, all zero at first.
        constexpr std::int64_t ticket_bytes = 8 * sizeof(unsigned);
        const std::int64_t element = layout_.position_bytes(), varying = plan_.rows * 8,
                           counts = plan_.counts * element;
        const std::int64_t bytes = varying + ticket_bytes + counts + plan_.statuses * element;
        const auto tables = cuda::allocate(static_cast<std::size_t>(bytes));
        char* const table = static_cast<char*>(tables.pointer());
        char* const first_count = table + varying + ticket_bytes;
        for (std::int64_t row = 0; row < layout_.rows; row += plan_.rows) {
            const std::int64_t first = row * layout_.length;
            auto at = [&](void* pointer, std::int64_t size) {
                return pointer ? static_cast<char*>(pointer) + first * size : nullptr;
            };
            void* keys = result_.keys ? at(result_.keys, itemsize(dtype_)) : spare_;
            RadixArgs args{source_ + first * itemsize(dtype_),
                           {keys, scratch_.keys},
                           {at(result_.order, 8), scratch_.order},
                           reinterpret_cast<unsigned long long*>(table),
                           first_count,
                           first_count + radix_digits * plan_.blocks * element,
                           first_count + counts,
                           reinterpret_cast<unsigned*>(table + varying),
                           plan_.rows,
                           layout_.length,
                           plan_.chunk,
                           static_cast<int>(plan_.blocks),
                           0,
                           result_.keys != nullptr};
            runtime::backend().fill(table, 0, static_cast<std::size_t>(bytes), runtime::context.stream);
            for (; args.pass < itemsize(dtype_); ++args.pass) {
                if (args.pass == 0 || plan_.count_each_pass) {
                    launch(SortStage::count, plan_.count, args);
                    launch(SortStage::scan, plan_.scan, args);
                }
                launch(SortStage::move, plan_.move, args);
            }
        }
    }

    template <class Args>
    void launch(SortStage stage, const Launch& launch, const Args& args) const {
        static KernelTable<> functions;
        const bool indexed = result_.order && stage != SortStage::count && stage != SortStage::scan,
                   wide = !layout_.narrow();
        const auto function = functions.function(KernelKey(stage, dtype_, indexed, wide),
                                                 [&] { return text(stage, dtype_, indexed, wide); });
        // Merges and moves read and write all keys, and their order where that is asked for.
        const bool radix = stage == SortStage::count || stage == SortStage::scan || stage == SortStage::move;
        const std::int64_t keys = (radix ? plan_.rows : layout_.rows) * layout_.length;
        const std::int64_t element = itemsize(dtype_) + (result_.order ? layout_.position_bytes() : 0);
        const std::int64_t bytes = stage == SortStage::scan    ? 0
                                   : stage == SortStage::count ? keys * itemsize(dtype_)
                                                               : 2 * keys * element;
        data_.launch(function, launch, &args, sizeof args, static_cast<std::size_t>(bytes));
    }

    static KernelSource text(SortStage stage, DType type, bool indexed, bool wide) {
        static constexpr const char* macros[] = {"SORT_TILES", "SORT_MERGE", "RADIX_COUNT", "RADIX_SCAN", "RADIX_MOVE"};
        static constexpr const char* names[] = {"tiles", "merge", "count", "scan", "move"};
        const int k = static_cast<int>(stage);
        const std::string offset = wide ? "unsigned long long" : "unsigned";
        const std::string name = std::string("cuprum_") + (indexed ? "argsort_" : "sort_") + names[k] +
                                 (wide ? "_wide_" : "_") + info(type).name;
        return {name,
                std::string("#include <cuprum/engine/") + (stage <= SortStage::merge ? "sort.h" : "radix.h") +
                    ">\nCUPRUM_" + macros[k] + "(" + name + ", " + storage_type(type) + ", " + offset + ", " +
                    (indexed ? offset : "cuprum::no_index") + ")\n",
                {}};
    }

    DType dtype_;
    DataAccess data_;
    const char* source_;
    Buffer result_, scratch_;
    const SortLayout layout_;
    const SortPlan plan_;
    void* spare_ = nullptr;
    BufferRef memory_;  // freed in the stream's order, so behind the kernels that use it
};

}  // namespace

void sort_rows(const ndarray& source, const ndarray* keys, const ndarray* order) {
    if (source.size()) Sort(source, keys, order).run();
}

}  // namespace cuprum::kernel
