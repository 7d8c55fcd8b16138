#include "kernel/engine/sort.h"

#include "cuprum/sort_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/graph/expression.h"

namespace cuprum::kernel {
namespace {

using runtime::Launch;

// On a GPU a radix sort costs three launches for each byte of the key, and merging costs one for each doubling of the
// runs.
constexpr std::int64_t gpu_radix_length = 1 << 17, gpu_radix_row_length = 1 << 20;
// On a CPU shorter rows are not worth the threads' meeting after each pass.
constexpr std::int64_t cpu_parallel_length = 1 << 15;
constexpr std::int64_t cpu_grain = 1 << 13;  // elements that are worth a thread's wake-up
constexpr std::int64_t cpu_merge_tile = 1 << 14;
constexpr std::int64_t cpu_radix_chunk = 1 << 14;  // elements a block in a radix pass, at least
constexpr std::int64_t blocks_a_processor = 4;     // in a radix pass, at most

enum class Stage { tiles, merge, upsweep, scan, downsweep };

struct Buffer {
    void* keys = nullptr;
    void* order = nullptr;
};

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

Launch blocks(std::int64_t count, std::int64_t grain = 1) {
    Launch launch;
    launch.grid[0] = static_cast<std::uint32_t>(count);
    launch.block[0] = sort_block;
    launch.items = count;
    launch.grain = grain;
    return launch;
}

class Sort {
public:
    Sort(const ndarray& source, const ndarray* keys, const ndarray* order)
        : dtype_(source.dtype() == DType::bool_ ? DType::uint8 : source.dtype()),
          source_(data_.read<char>(source)),
          result_{data_.write(keys), data_.write(order)},
          length_(source.ndim() ? source.shape()[source.ndim() - 1] : 1),
          rows_(source.size() / length_) {}

    void run() {
        if (gpu_) {
            if (length_ <= sort_tile) tiles(length_, result_, {}, true);
            else if (is_complex(dtype_) || length_ < (rows_ == 1 ? gpu_radix_length : gpu_radix_row_length))
                merge(sort_tile);
            else radix();
        } else {
            if (rows_ >= processors_ || length_ < cpu_parallel_length) {
                if (length_ > sort_stack) take_scratch(rows_ * length_);
                tiles(length_, result_, scratch_, true);
            } else if (is_complex(dtype_)) {
                merge(divide_up(divide_up(length_, processors_), cpu_merge_tile) * cpu_merge_tile);
            } else {
                radix();
            }
        }
    }

private:
    bool narrow() const { return length_ < (std::int64_t{1} << 32); }

    // A second buffer, and keys for the first one where the caller wants none.
    void take_scratch(std::int64_t count) {
        const std::int64_t keys = (count * itemsize(dtype_) + 15) / 16 * 16;
        const std::int64_t order = result_.order ? count * (narrow() ? 4 : 8) : 0;
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

    void tiles(std::int64_t tile, Buffer to, Buffer other, bool wide) const {
        SortTilesArgs args{source_, {to.keys, other.keys}, {to.order, other.order}, spare_, rows_, length_, tile, wide};
        const std::int64_t tiles = rows_ * divide_up(length_, tile);
        std::int64_t rows_a_block = 1;  // as in sort_tiles of device/cuprum/sort.h
        if (gpu_ && length_ <= sort_tile) {
            std::int64_t slots = sort_items;
            while (slots < length_) slots *= 2;
            rows_a_block = sort_tile / slots;
        }
        const auto count = gpu_ ? divide_up(tiles, rows_a_block) : tiles;
        launch(Stage::tiles, blocks(count, std::max<std::int64_t>(cpu_grain / tile, 1)), args);
    }

    void merge(std::int64_t tile) {
        take_scratch(rows_ * length_);
        std::int64_t steps = 0;
        while ((tile << steps) < length_) ++steps;
        tiles(tile, target(steps), target(steps + 1), steps == 0);
        const std::int64_t piece = gpu_ ? sort_tile : cpu_merge_tile;
        for (std::int64_t width = tile; steps-- > 0; width *= 2) {
            const Buffer from = target(steps + 1), to = target(steps);
            SortMergeArgs args{from.keys, from.order, to.keys, to.order, rows_, length_, width, piece, steps == 0};
            launch(Stage::merge, blocks(rows_ * divide_up(length_, piece)), args);
        }
    }

    void radix() {
        take_scratch(length_);
        const std::int64_t unit = gpu_ ? sort_block * radix_items : cpu_radix_chunk;
        const std::int64_t units = divide_up(length_, unit);
        const std::int64_t chunk =
            divide_up(units, std::min<std::int64_t>(units, processors_ * blocks_a_processor)) * unit;
        const std::int64_t count = divide_up(length_, chunk);
        const std::int64_t offset_size = narrow() ? 4 : 8;
        auto counters = cuda::allocate(static_cast<std::size_t>(16 + radix_digits * offset_size * (1 + count)));
        char* totals = static_cast<char*>(counters.pointer()) + 16;
        for (std::int64_t row = 0; row < rows_; ++row) {
            const std::int64_t first = row * length_;
            auto at = [&](void* pointer, std::int64_t bytes) {
                return pointer ? static_cast<char*>(pointer) + first * bytes : nullptr;
            };
            void* keys = result_.keys ? at(result_.keys, itemsize(dtype_)) : spare_;
            RadixArgs args{source_ + first * itemsize(dtype_),
                           {keys, scratch_.keys},
                           {at(result_.order, 8), scratch_.order},
                           static_cast<unsigned long long*>(counters.pointer()),
                           totals + radix_digits * offset_size,
                           totals,
                           length_,
                           chunk,
                           static_cast<int>(count),
                           0,
                           result_.keys != nullptr};
            runtime::backend().fill(counters.pointer(), 0, 8, runtime::context.stream);
            for (; args.pass < itemsize(dtype_); ++args.pass) {
                launch(Stage::upsweep, blocks(count), args);
                launch(Stage::scan, blocks(radix_digits, radix_digits), args);
                launch(Stage::downsweep, blocks(count), args);
            }
        }
    }

    template <class Args>
    void launch(Stage stage, const Launch& launch, const Args& args) const {
        static FunctionSlot slots[5 * 4 * dtype_count];
        const bool indexed = result_.order && stage != Stage::upsweep && stage != Stage::scan, wide = !narrow();
        const DType type = stage == Stage::scan ? DType::uint8 : dtype_;  // counts are added up alike for all
        const int number = ((static_cast<int>(stage) * 2 + indexed) * 2 + wide) * dtype_count + table_index(type);
        auto function = slots[number].get([&] { return text(stage, type, indexed, wide); });
        // Each stage but the scan of counters reads and writes all keys, and their order where that is asked for.
        const std::int64_t keys = stage == Stage::scan                             ? 0
                                  : stage == Stage::tiles || stage == Stage::merge ? rows_ * length_
                                                                                   : length_;
        const std::int64_t element = itemsize(dtype_) + (result_.order ? narrow() ? 4 : 8 : 0);
        data_.launch(function, launch, &args, sizeof args, static_cast<std::size_t>(2 * keys * element));
    }

    static KernelSource text(Stage stage, DType type, bool indexed, bool wide) {
        static constexpr const char* macros[] = {"TILES", "MERGE", "RADIX_UPSWEEP", "RADIX_SCAN", "RADIX_DOWNSWEEP"};
        static constexpr const char* names[] = {"tiles", "merge", "upsweep", "scan", "downsweep"};
        const int k = static_cast<int>(stage);
        const std::string offset = wide ? "unsigned long long" : "unsigned";
        const std::string name = std::string("cuprum_") + (indexed ? "argsort_" : "sort_") + names[k] +
                                 (wide ? "_wide_" : "_") + info(type).name;
        return {name,
                "#include <cuprum/sort.h>\nCUPRUM_SORT_" + std::string(macros[k]) + "(" + name + ", " +
                    storage_type(type) + ", " + offset + ", " + (indexed ? offset : "cuprum::no_index") + ")\n",
                {}};
    }

    bool gpu_ = runtime::backend().is_gpu();
    std::int64_t processors_ = runtime::backend().properties(runtime::context.device).multiprocessors;
    DType dtype_;
    DataAccess data_;
    const char* source_;
    Buffer result_, scratch_;
    std::int64_t length_, rows_;
    void* spare_ = nullptr;
    BufferRef memory_;  // freed in the stream's order, so behind the kernels that use it
};

}  // namespace

void sort_rows(const ndarray& source, const ndarray* keys, const ndarray* order) {
    if (source.size()) Sort(source, keys, order).run();
}

}  // namespace cuprum::kernel
