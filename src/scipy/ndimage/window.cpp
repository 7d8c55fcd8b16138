#include "scipy/ndimage/window.h"

#include <algorithm>

#include "cuprum/transfer.h"

namespace cuprum::scipy::ndimage {

Footprint footprint_of(const std::vector<char>& marks, const Shape& shape, const Dims& axes, int ndim,
                       const Integers& origin, const char* what) {
    if (shape.size() != axes.size())
        throw Error(std::string(what) + ".ndim (" + std::to_string(shape.size()) + ") must match len(axes) (" +
                    std::to_string(axes.size()) + ")");
    const std::vector<std::int64_t> origins = origin.expanded(axes.size());
    Footprint result;
    result.box = Shape(ndim, 1);
    result.before = Dims(ndim);
    // The marks' axes stand in the order of the array's; origins are in that of `axes`.
    Dims sorted = axes;
    std::sort(sorted.begin(), sorted.end());
    for (int k = 0; k < sorted.size(); ++k) {
        const int d = static_cast<int>(sorted[k]);
        const auto named = std::find(axes.begin(), axes.end(), sorted[k]) - axes.begin();
        const std::int64_t shifted = origins[static_cast<std::size_t>(axes.size() < ndim ? named : k)];
        check_origin(shape[k], shifted);
        result.box[d] = shape[k];
        result.before[d] = shape[k] / 2 + shifted;
    }
    for (std::size_t cell = 0; cell < marks.size(); ++cell)
        if (marks[cell]) result.cells.push_back(static_cast<std::int64_t>(cell));
    return result;
}

WindowArgs window_args(const ndarray& input, const Footprint& footprint, NdMode mode, kernel::DataAccess& data,
                       std::vector<ndarray>& hold, const std::vector<std::int64_t>& extra) {
    WindowArgs args{};
    args.in = data.read(input);
    args.size = input.size();
    args.items = input.size();
    args.mode = mode;
    args.count = static_cast<int>(footprint.cells.size());
    // Axes of the box that are 1 long are merged with those before them; cells keep their numbers.
    for (int d = 0; d < input.ndim(); ++d) {
        const std::int64_t n = input.shape()[d], box = footprint.box[d];
        if (args.ndim > 0 && box == 1 && args.box[args.ndim - 1] == 1) {
            args.shape[args.ndim - 1] *= n;
            continue;
        }
        if (args.ndim == nd_axes)
            throw NotSupportedError("a window over so many axes: at most " + std::to_string(nd_axes) + " can be");
        args.shape[args.ndim] = n;
        args.box[args.ndim] = box;
        args.before[args.ndim] = footprint.before[d];
        ++args.ndim;
    }
    if (args.ndim == 0) {
        args.shape[0] = args.box[0] = 1;
        args.ndim = 1;
    }
    std::vector<std::int64_t> all = footprint.cells;
    all.insert(all.end(), extra.begin(), extra.end());
    std::vector<std::int64_t> offsets(all.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
        std::int64_t rest = all[k], stride = 1;
        for (int d = args.ndim - 1; d >= 0; --d) {
            offsets[k] += (rest % args.box[d] - args.before[d]) * stride;
            rest /= args.box[d];
            stride *= args.shape[d];
        }
    }
    const auto many = static_cast<std::int64_t>(all.size());
    if (many <= nd_cells) {
        std::copy(all.begin(), all.end(), args.cells);
        std::copy(offsets.begin(), offsets.end(), args.offsets);
    } else {
        const std::vector<int> numbers(all.begin(), all.end());
        hold.push_back(array_from_host(numbers.data(), DType::int32, {many}));
        args.far_cells = data.read<int>(hold.back());
        hold.push_back(array_from_host(offsets.data(), DType::int64, {many}));
        args.far_offsets = data.read<long long>(hold.back());
    }
    return args;
}

}  // namespace cuprum::scipy::ndimage
