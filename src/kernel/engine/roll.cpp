#include "kernel/engine/roll.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>

#include "cuprum/engine/roll_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t grain_bytes = 65536;  // that are worth a thread's wake-up
constexpr std::int64_t row_bytes = 128;      // of a CPU: shorter rows are better copied as two pieces of the array
constexpr std::int64_t least_rows = 64;      // of a large array on a CPU, so that threads have some
// Of a GPU: two copies, which move whole vectors wherever these lie, take less time than a roll by smaller units.
constexpr std::int64_t vector_bytes = 16, large_bytes = 4 << 20;

runtime::FunctionHandle roll_function(int log_bytes) {
    static KernelTable<> functions;
    return functions.function(KernelKey(log_bytes), [&] {
        const std::string bytes = std::to_string(1 << log_bytes), name = "cuprum_roll_" + bytes;
        return KernelSource{name, "#include <cuprum/engine/roll.h>\nCUPRUM_ROLL(" + name + ", " + bytes + ")\n", {}};
    });
}

}  // namespace

bool roll_dense(const ndarray& source, const ndarray& target, const Dims& shifts) {
    const int itemsize = source.itemsize();
    if (!std::has_single_bit(static_cast<unsigned>(itemsize)) || itemsize > 16 || source.size() == 0) return false;
    Dims axes(source.ndim());
    std::iota(axes.begin(), axes.end(), 0);
    std::stable_sort(axes.begin(), axes.end(), [&](auto a, auto b) {
        return std::abs(target.strides()[static_cast<int>(a)]) > std::abs(target.strides()[static_cast<int>(b)]);
    });
    if (!source.transpose(axes).is_c_contiguous() || !target.transpose(axes).is_c_contiguous()) return false;

    // Axes that stay are one with those before them.
    RollArgs args{};
    bool is_still = false;
    for (std::int64_t axis : axes) {
        const std::int64_t length = source.shape()[static_cast<int>(axis)], shift = shifts[static_cast<int>(axis)];
        if (length == 1) continue;
        if (args.ndim && is_still && shift == 0) {
            args.length[args.ndim - 1] *= length;
            continue;
        }
        if (args.ndim == max_rolled) return false;
        args.length[args.ndim] = length;
        args.shift[args.ndim++] = shift;
        is_still = shift == 0;
    }
    if (args.ndim == 0) args.length[args.ndim++] = 1;
    DataAccess data;
    const void* from = data.read(source);
    void* to = data.write(target);
    // The widest unit that divides a row's pieces and the addresses.
    const int last = args.ndim - 1;
    const auto bytes = [&](std::int64_t elements) { return static_cast<std::uint64_t>(elements * itemsize); };
    const int log_bytes = std::countr_zero(16 | device_address(from) | device_address(to) | bytes(args.length[last]) |
                                           bytes(args.shift[last]));
    const bool has_rows = !runtime::device_traits().thread_blocks;
    if (!has_rows && last == 0 && 1 << log_bytes < vector_bytes && target.nbytes() >= large_bytes) return false;
    const std::int64_t rows = target.size() / args.length[last];
    const bool is_shared_out = rows >= least_rows || target.nbytes() <= grain_bytes;
    if (has_rows && (args.length[last] * itemsize < row_bytes || !is_shared_out)) return false;
    args.length[last] = args.length[last] * itemsize >> log_bytes;
    args.shift[last] = args.shift[last] * itemsize >> log_bytes;
    args.source = from;
    args.target = to;
    const std::int64_t row = args.length[last] << log_bytes;
    const std::int64_t items = has_rows ? rows : target.nbytes() >> log_bytes;
    data.launch(
        roll_function(log_bytes),
        plan_items(items, roll_block, std::max<std::int64_t>(grain_bytes / (has_rows ? row : 1 << log_bytes), 1),
                   roll_units_a_thread),
        &args, sizeof args, static_cast<std::size_t>(2 * target.nbytes()));
    return true;
}

}  // namespace cuprum::kernel
