#include "scipy/spatial/pair_distances.h"

#include <string>

#include "cuprum/spatial/distance_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/sizes.h"

namespace cuprum::scipy::spatial::distance {
namespace {

constexpr MetricEntry entries[] = {
#define CUPRUM_METRIC(metric, ...) {.name = #metric, __VA_ARGS__},
#include "cuprum/scipy/spatial/metrics.def"
#undef CUPRUM_METRIC
};

kernel::KernelSource source_of(const MetricEntry& metric, DType dtype, bool weighted) {
    const std::string name =
        "cuprum_distances_" + std::string(metric.name) + (weighted ? "_weighted_" : "_") + info(dtype).name;
    const std::string operation = name + "_metric";
    std::string text = "#include <cuprum/spatial/distance.h>\nnamespace cuprum {\nstruct " + operation +
                       " {\n    static constexpr int states = " + std::to_string(metric.states) +
                       ";\n    static constexpr bool is_long = " + (metric.is_long ? "true" : "false") + ";\n" +
                       "    using Quick = " + std::string(metric.quick) + ";\n";
    const auto references = [&](const char* type) {
        std::string result;
        for (int s = 0; s < metric.states; ++s)
            result += std::string("        [[maybe_unused]] ") + type + " s" + std::to_string(s) + " = s[" +
                      std::to_string(s) + "];\n";
        return result;
    };
    text +=
        "    template <class T>\n    CUPRUM_DEVICE static void add(T (&s)[states], T x, T y, [[maybe_unused]] T w, "
        "[[maybe_unused]] T p) {\n" +
        references("T&") + "        " + std::string(metric.add) + "\n    }\n";
    text +=
        "    template <class T>\n    CUPRUM_DEVICE static T finish(T (&s)[states], [[maybe_unused]] T p, "
        "[[maybe_unused]] T total) {\n" +
        references("const T") + "        return " + std::string(metric.finish) + ";\n    }\n};\n}\n";
    text += "CUPRUM_DISTANCES(" + name + ", " + kernel::storage_type(dtype) + ", cuprum::" + operation + ", " +
            (weighted ? "true" : "false") + ")\n";
    return {.name = name, .text = text, .has_definitions = true};
}

}  // namespace

std::span<const MetricEntry> metric_entries() { return entries; }

PairTile pair_tile(const MetricEntry& metric, DType dtype, const runtime::DeviceTraits& device) {
    if (!device.thread_blocks) return {distance_cpu_rows, distance_cpu_columns};
    const std::int64_t side = 16 * distance_each(metric.states * itemsize(dtype), metric.is_long);
    return {side, side};
}

void pair_distances(const MetricEntry& metric, const ndarray& a, const ndarray* b, const ndarray* w, double p,
                    double total, const ndarray& out, const PairOptions& options) {
    if (out.size() == 0) return;
    const DType dtype = a.dtype();
    const PairTile tile = pair_tile(metric, dtype, runtime::device_traits());
    kernel::DataAccess data;
    DistanceArgs args{};
    args.a = data.read(a);
    args.b = data.read(b ? *b : a);
    args.w = data.read(w);
    // Tiles without a mark keep what they have.
    args.out = options.marks ? data.update(out) : data.write(out);
    args.marks = options.marks ? data.read<int>(*options.marks) : nullptr;
    args.middle = data.read(options.middle);
    args.count_a = a.shape()[0];
    args.count_b = (b ? *b : a).shape()[0];
    args.depth = a.shape()[1];
    args.tiles_b = kernel::ceil_div(args.count_b, tile.columns);
    args.p = p;
    args.total = total;
    args.one_set = b == nullptr;
    const std::int64_t tiles = kernel::ceil_div(args.count_a, tile.rows) * args.tiles_b;
    static kernel::KernelTable<> functions;
    const auto number = static_cast<int>(&metric - entries);
    const auto function = functions.function(kernel::KernelKey(number, dtype, w != nullptr),
                                             [&] { return source_of(metric, dtype, w != nullptr); });
    data.launch(function, kernel::plan_blocks(tiles, distance_threads, 1), args);
}

}  // namespace cuprum::scipy::spatial::distance
