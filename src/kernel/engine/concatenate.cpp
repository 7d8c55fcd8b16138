#include "kernel/engine/concatenate.h"

#include "cuprum/engine/concatenate_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"

namespace cuprum::kernel {
namespace {

constexpr std::int64_t grain_bytes = 65536;  // that are worth a thread's wake-up

// Moves units of 2**log_bytes bytes.
runtime::FunctionHandle join_function(int log_bytes) {
    static KernelTable<> functions;
    return functions.function(KernelKey(log_bytes), [&] {
        const std::string bytes = std::to_string(1 << log_bytes), name = "cuprum_concatenate_" + bytes;
        return KernelSource{
            name, "#include <cuprum/engine/concatenate.h>\nCUPRUM_CONCATENATE(" + name + ", " + bytes + ")\n", {}};
    });
}

}  // namespace

void concatenate_contiguous(std::span<const ndarray> sources, int axis, const ndarray& target) {
    std::int64_t rows = 1, inner = target.itemsize();
    for (int i = 0; i < axis; ++i) rows *= target.shape()[i];
    for (int i = axis + 1; i < target.ndim(); ++i) inner *= target.shape()[i];
    // The widest unit that divides every piece and every address.
    DataAccess data;
    auto* place = data.write<char>(target);
    std::uint64_t common = 16 | device_address(place);
    for (const ndarray& a : sources)
        common |= device_address(data.read(a)) | static_cast<std::uint64_t>(a.shape()[axis] * inner);
    const int log_bytes = __builtin_ctzll(common);

    ConcatenateArgs args;
    args.rows = rows;
    args.target_row = target.shape()[axis] * inner >> log_bytes;
    for (std::size_t first = 0; first < sources.size();) {
        args.count = 0;
        args.start[0] = 0;
        for (; first < sources.size() && args.count < max_joined; ++first) {
            const ndarray& a = sources[first];
            if (a.size() == 0) continue;
            args.source[args.count] = data.read(a);
            args.start[args.count + 1] = args.start[args.count] + (a.shape()[axis] * inner >> log_bytes);
            ++args.count;
        }
        if (args.count == 0) return;
        args.target = place;
        const std::int64_t units = args.start[args.count] * rows;
        data.launch(join_function(log_bytes), plan_items(units, concatenate_block, grain_bytes >> log_bytes), &args,
                    sizeof args, static_cast<std::size_t>(2 * units) << log_bytes);
        place += args.start[args.count] << log_bytes;
    }
}

}  // namespace cuprum::kernel
