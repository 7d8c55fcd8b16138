#include "kernel/random/random_rows.h"

#include <bit>
#include <string>

#include "cuprum/random_rows_args.h"
#include "kernel/engine/data_access.h"

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
constexpr int engines = 3;
constexpr const char* lanes[engines] = {"PhiloxLanes", "XorwowLanes", "MrgLanes"};

void launch_rows(FunctionSlot (&slots)[engines], const Unit& unit, const ndarray& out, const RandomStream& stream,
                 RandomRowsArgs args) {
    if (out.size() == 0) return;
    const auto engine = static_cast<std::size_t>(stream.kind);
    auto function = slots[engine].get([&] {
        const std::string name = std::string("cuprum_") + lanes[engine] + "_" + unit.name;
        return KernelSource{name,
                            "#include <cuprum/random_rows.h>\nCUPRUM_RANDOM_ROWS(" + name +
                                ", cuprum::" + lanes[engine] + ", cuprum::" + unit.type + ")\n",
                            {}};
    });
    DataAccess data;
    args.out = data.write(out);
    args.size = out.size();
    args.seed = stream.seed;
    args.first = stream.first;
    // An engine that counts may stop anywhere; a GPU has threads enough for few rows each.
    args.rows =
        stream.kind == random::BitGeneratorKind::philox4x3210 && runtime::backend().is_gpu() ? 4 : random_stretch;
    const std::uint64_t strip = static_cast<std::uint64_t>(random_lanes * unit.outputs * args.rows);
    args.strip = stream.first / strip;
    const auto begun = static_cast<std::int64_t>(stream.first % strip);
    const std::int64_t strips =
        (begun + out.size() + static_cast<std::int64_t>(strip) - 1) / static_cast<std::int64_t>(strip);

    runtime::Launch launch;
    launch.grid[0] = blocks_for(strips, random_block / random_lanes);
    launch.block[0] = random_block;
    launch.items = strips;
    launch.grain = 8;
    data.launch(function, launch, args);
}

}  // namespace

void fill_random(const ndarray& out, const RandomStream& stream, RandomReal what) {
    static FunctionSlot slots[3][2][engines];
    const bool wide = out.dtype() == DType::float64;
    launch_rows(slots[static_cast<int>(what)][wide], reals[static_cast<int>(what)][wide], out, stream, {});
}

void fill_random(const ndarray& out, const RandomStream& stream, std::uint64_t low, std::uint64_t most) {
    static FunctionSlot slots[2][4][engines];
    const bool wide = most > 0xffffffffu;
    const int size = std::countr_zero(static_cast<unsigned>(out.itemsize()));
    RandomRowsArgs args{};
    args.low = low;
    args.count = most + 1;
    if (args.count) args.least = wide ? (0 - args.count) % args.count : (std::uint64_t(1) << 32) % args.count;
    launch_rows(slots[wide][size], integers[wide][size], out, stream, args);
}

}  // namespace cuprum::kernel
