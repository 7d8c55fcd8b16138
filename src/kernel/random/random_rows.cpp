#include "kernel/random/random_rows.h"

#include <bit>
#include <string>

#include "cuprum/random/rows_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/plan/random.h"

namespace cuprum::kernel {
namespace {

struct Unit {
    const char *type, *name;
    int outputs;
};
constexpr Unit reals[3][2] = {
    {{"unit_uniform<float, true>", "uniform_float", 4}, {"unit_uniform<double, true>", "uniform_double", 2}},
    {{"unit_uniform<float, false>", "half_open_float", 4}, {"unit_uniform<double, false>", "half_open_double", 2}},
    {{"unit_normal<float>", "normal_float", 4}, {"unit_normal<double>", "normal_double", 2}}};
// By log2 of the dtype's bytes: signed integers are stored as if they had no sign.
constexpr Unit integers[2][4] = {{{"unit_narrow<cuprum::uint8>", "narrow_1", 4},
                                  {"unit_narrow<cuprum::uint16>", "narrow_2", 4},
                                  {"unit_narrow<cuprum::uint32>", "narrow_4", 4},
                                  {"unit_narrow<cuprum::uint64>", "narrow_8", 4}},
                                 {{}, {}, {}, {"unit_wide<cuprum::uint64>", "wide_8", 2}}};
constexpr int integer_units = 3;  // behind those of RandomReal, for kernels' keys
constexpr int engines = 3;
constexpr const char* lanes[engines] = {"PhiloxLanes", "XorwowLanes", "MrgLanes"};

void launch_rows(const KernelKey& key, const Unit& unit, const ndarray& out, const RandomStream& stream,
                 RandomRowsArgs args) {
    if (out.size() == 0) return;
    static KernelTable<> functions;
    const auto engine = static_cast<std::size_t>(stream.kind);
    const auto function = functions.function(key, [&] {
        const std::string name = std::string("cuprum_") + lanes[engine] + "_" + unit.name;
        return KernelSource{name,
                            "#include <cuprum/random/rows.h>\nCUPRUM_RANDOM_ROWS(" + name +
                                ", cuprum::" + lanes[engine] + ", cuprum::" + unit.type + ")\n",
                            {}};
    });
    DataAccess data;
    args.out = data.write(out);
    args.size = out.size();
    args.seed = stream.seed;
    args.first = stream.first;
    const RandomRowsPlan plan =
        plan_random_rows(args.size, stream.first, unit.outputs, stream.kind == random::BitGeneratorKind::philox4x3210,
                         runtime::device_traits());
    args.rows = plan.rows;
    args.strip = plan.strip;
    data.launch(function, plan.launch, args);
}

}  // namespace

void fill_random(const ndarray& out, const RandomStream& stream, RandomReal what) {
    const bool wide = out.dtype() == DType::float64;
    launch_rows(KernelKey(stream.kind, what, out.dtype()), reals[static_cast<int>(what)][wide], out, stream, {});
}

void fill_random(const ndarray& out, const RandomStream& stream, std::uint64_t low, std::uint64_t most) {
    const bool wide = most > 0xffffffffu;
    const int size = std::countr_zero(static_cast<unsigned>(out.itemsize()));
    RandomRowsArgs args{};
    args.low = low;
    args.count = most + 1;
    if (args.count) args.least = wide ? (0 - args.count) % args.count : (std::uint64_t(1) << 32) % args.count;
    launch_rows(KernelKey(stream.kind, integer_units + wide, size), integers[wide][size], out, stream, args);
}

}  // namespace cuprum::kernel
