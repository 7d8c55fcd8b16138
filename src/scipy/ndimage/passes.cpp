#include "scipy/ndimage/passes.h"

#include <algorithm>

#include "cuprum/transfer.h"

namespace cuprum::scipy::ndimage {
namespace {

/// Divides the work among blocks and runs the kernel. `each`: results of a thread.
void launch_pass(kernel::DataAccess& data, PassArgs& args, std::int64_t each, std::int64_t weights, DType in, DType out,
                 DType sum, const char* operation) {
    runtime::Launch launch;
    launch.block[0] = nd_pass_threads;
    const std::int64_t parts = kernel::ceil_div(args.n, each), bytes = itemsize(sum);
    if (args.inner > 1) {
        args.tiles = kernel::ceil_div(parts, nd_pass_threads / 32);
        args.strips = kernel::ceil_div(args.inner, 32);
        launch.grid[0] = static_cast<std::uint32_t>(args.tiles * args.strips * args.outer);
        launch.shared_bytes = static_cast<std::uint32_t>(weights * bytes);
    } else {
        const auto staged = [&](std::int64_t lines) {
            const std::int64_t used = nd_pass_threads / lines * each + args.taps;
            return lines * (used + used / each + 2) * bytes;
        };
        std::int64_t lines = 1;
        while (2 * lines * std::min<std::int64_t>(parts, nd_pass_threads) <= nd_pass_threads && lines < 32 &&
               staged(2 * lines) <= nd_line_shared)
            lines *= 2;
        args.lines = static_cast<int>(lines);
        args.tiles = kernel::ceil_div(args.n, nd_pass_threads / lines * each);
        launch.grid[0] = static_cast<std::uint32_t>(args.tiles * kernel::ceil_div(args.outer, lines));
        launch.shared_bytes = static_cast<std::uint32_t>(weights * bytes + staged(lines));
    }
    data.launch(kernel_of("passes.h", "PASS", {read_type(in), write_type(out), write_type(sum), operation}), launch,
                args);
}

PassArgs lines_of(const ndarray& input, int axis) {
    const Lines lines(input.shape(), axis);
    PassArgs args{};
    args.n = lines.n;
    args.inner = lines.inner;
    args.outer = lines.outer;
    return args;
}

}  // namespace

bool has_pass(const ndarray& input, DType out_dtype, int axis, std::int64_t taps) {
    return input.size() > 0 && !is_complex(input.dtype()) && !is_complex(out_dtype) &&
           plans_pass(Lines(input.shape(), axis).inner, input.size(), taps, runtime::device_traits());
}

void correlate_pass(const ndarray& given, const LinePass& pass, double fill, const ndarray& out) {
    const ndarray input = contiguous(given);
    const auto taps = static_cast<std::int64_t>(pass.weights.size());
    const ndarray weights = array_from_host(pass.weights.data(), DType::float64, {taps});
    PassArgs args = lines_of(input, pass.axis);
    args.taps = static_cast<int>(taps);
    args.before = static_cast<int>(taps / 2 + pass.origin);
    args.mode = pass.mode;
    args.fill = fill;
    kernel::DataAccess data;
    args.in = data.read(input);
    args.weights = data.read<double>(weights);
    args.out = data.write(out);
    const bool single = input.dtype() == DType::float32 && out.dtype() == DType::float32;
    launch_pass(data, args, nd_fir_each, taps, input.dtype(), out.dtype(), single ? DType::float32 : DType::float64,
                "nd_fir");
}

void spline_pass(const ndarray& given, int axis, NdMode mode, double pole, int reach, const ndarray& out) {
    const ndarray input = contiguous(given);
    PassArgs args = lines_of(input, axis);
    args.taps = 2 * reach + 1;
    args.before = reach;
    args.mode = mode;
    args.pole = pole;
    args.gain = (1 - pole) / (1 + pole);
    kernel::DataAccess data;
    args.in = data.read(input);
    args.out = data.write(out);
    launch_pass(data, args, nd_spline_each, 0, input.dtype(), out.dtype(), DType::float64, "nd_spline");
}

}  // namespace cuprum::scipy::ndimage
