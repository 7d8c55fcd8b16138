#include "scipy/ndimage/runs.h"

#include <algorithm>
#include <array>

#include "cuprum/kernel.h"
#include "cuprum/transfer.h"
#include "cuprum/types.h"
#include "kernel/engine/array/copy.h"
#include "numpy/axes.h"

namespace cuprum::scipy::ndimage {
namespace {

constexpr std::int64_t many_strips = 16, least_elements = 1 << 15;  // of an array; of a strip

/// Steps of the cells before the centre, those of one line that lie side by side as a group: the steps on all axes but
/// the last, the first one there and the last.
std::vector<signed char> groups_of(const std::vector<char>& marks, int ndim) {
    std::vector<signed char> groups;
    const std::size_t centre = marks.size() / 2;
    for (std::size_t first = 0; first + 1 < centre; first += 3) {
        std::array<char, 3> line{marks[first], marks[first + 1], marks[first + 2]};
        for (int x = 0; x < 3; ++x) {
            if (!line[static_cast<std::size_t>(x)]) continue;
            int last = x;
            while (last < 2 && line[static_cast<std::size_t>(last + 1)]) ++last;
            std::size_t place = marks.size() / 3, rest = first;
            for (int d = 0; d + 1 < ndim; ++d, place /= 3) {
                groups.push_back(static_cast<signed char>(static_cast<int>(rest / place) - 1));
                rest %= place;
            }
            groups.push_back(static_cast<signed char>(x - 1));
            groups.push_back(static_cast<signed char>(last - 1));
            x = last;
        }
    }
    return groups;
}

}  // namespace

void check_label_count(std::int64_t count, DType dtype) {
    if (is_integer(dtype) && static_cast<double>(count) > static_cast<double>(iinfo(dtype).max))
        throw Error("insufficient bit-depth in requested output type: " + std::to_string(count) + " labels in " +
                    info(dtype).name);
}

std::int64_t number_by_runs(const ndarray& given, const std::vector<char>& marks, const ndarray& out) {
    const ndarray input = contiguous(given);
    RunsArgs args{};
    args.ndim = input.ndim();
    if (args.ndim > nd_axes)
        throw NotSupportedError("label of so many axes: at most " + std::to_string(nd_axes) + " can be");
    for (int d = 0; d < args.ndim; ++d) args.shape[d] = input.shape()[d];
    args.n = args.shape[args.ndim - 1];
    args.lines = input.size() / args.n;
    args.along_last = marks[marks.size() / 2 - 1] != 0;
    args.pitch = args.along_last ? args.n / 2 + 1 : args.n + 1;  // and one that is written for nothing
    args.strip_lines = std::max(kernel::ceil_div(args.lines, many_strips), kernel::ceil_div(least_elements, args.n));
    const std::int64_t strips = kernel::ceil_div(args.lines, args.strip_lines);
    // A step back on each axis is so many lines long at most.
    for (int d = 0; d + 1 < args.ndim; ++d) args.reach = args.reach * args.shape[d] + 1;
    const std::vector<signed char> groups = groups_of(marks, args.ndim);
    args.groups = static_cast<int>(groups.size()) / (args.ndim + 1);
    const bool wide = args.lines * args.pitch >= (std::int64_t{1} << 31);
    const std::string index = wide ? "long long" : "int";
    const DType dtype = wide ? DType::int64 : DType::int32;
    const ndarray steps = array_from_host(groups.data(), DType::int8, {static_cast<std::int64_t>(groups.size())}),
                  runs = empty({4, args.lines * args.pitch}, dtype), counts = empty({args.lines}, dtype),
                  roots = empty({strips}, dtype);
    kernel::DataAccess data;
    args.in = data.read(input);
    args.steps = data.read<signed char>(steps);
    auto* memory = static_cast<char*>(data.update<void>(runs));
    const std::int64_t bytes = args.lines * args.pitch * itemsize(dtype);
    args.starts = memory;
    args.ends = memory + bytes;
    args.parents = memory + 2 * bytes;
    args.numbers = memory + 3 * bytes;
    args.counts = data.update<void>(counts);
    args.strips = data.update<void>(roots);
    const auto launch = [&](const char* macro, std::initializer_list<std::string> types, std::int64_t items) {
        args.items = items;
        launch_items(data, kernel_of("runs.h", macro, types), args, 1);
    };
    launch("RUNS_JOIN", {read_type(input.dtype()), index}, strips);
    if (strips > 1) launch("RUNS_SEAMS", {index}, 1);
    launch("RUNS_ROOTS", {index}, strips);
    std::vector<std::int64_t> found = contiguous(roots, DType::int64).to_vector<std::int64_t>();
    std::int64_t count = 0;
    for (std::int64_t& number : found) count += std::exchange(number, count);
    check_label_count(count, out.dtype());
    const ndarray before =
        contiguous(array_from_host(found.data(), DType::int64, {static_cast<std::int64_t>(found.size())}), dtype);
    const ndarray target = out.is_c_contiguous() ? out : empty(input.shape(), out.dtype());
    args.strips = const_cast<void*>(data.read<void>(before));
    args.out = data.write(target);
    launch("RUNS_NUMBERS", {index, write_type(out.dtype())}, strips);
    if (!out.is_c_contiguous()) copy_to(target, out);
    return count;
}

namespace {

/// Whether a step of the marks changes the place on an axis.
bool leads_along(const std::vector<char>& marks, int axis, int ndim) {
    std::size_t stride = 1;
    for (int d = ndim - 1; d > axis; --d) stride *= 3;
    for (std::size_t cell = 0; cell < marks.size(); ++cell)
        if (marks[cell] && cell / stride % 3 != 1) return true;
    return false;
}

}  // namespace

void spread_by_runs(const ndarray& input, const std::vector<char>& marks, const ndarray& seeds, bool border,
                    const ndarray& out) {
    static const ElementwiseKernel mark("I label, bool seed", "raw bool reached", "if (seed) reached[label] = true;",
                                        "cuprum_reach_labels"),
        show("I label, raw bool reached", "bool y", "y = reached[label];", "cuprum_show_reached");
    const ndarray labels =
        empty(input.shape(), input.size() < (std::int64_t{1} << 31) - 2 ? DType::int32 : DType::int64);
    const ndarray reached = zeros({number_by_runs(input, marks, labels) + 1}, DType::bool_);
    ndarray same;
    const auto reach = [&](const ndarray& where, const Operand& seed) {
        const Operand operands[] = {where, seed, reached};
        mark.call(operands, {}, &same);
    };
    reach(labels, seeds);
    for (int d = 0; border && d < input.ndim(); ++d) {
        if (!leads_along(marks, d, input.ndim())) continue;
        const std::int64_t n = input.shape()[d];
        reach(slice(labels, d, 0, 1), Scalar(true));
        reach(slice(labels, d, n - 1, n), Scalar(true));
    }
    reached(0).fill(false);  // of what is in no part
    const Operand operands[] = {labels, reached, out};
    show.call(operands, {}, &same);
}

}  // namespace cuprum::scipy::ndimage
