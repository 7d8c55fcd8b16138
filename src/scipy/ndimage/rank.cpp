// The element of a rank in each window. Small windows are sorted as far as the rank needs it by a network of
// comparisons, which is the kernel's text; of 8 bits a histogram goes along with the window; others are selected from
// digit by digit.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/checked_numbers.h"
#include "kernel/engine/placement.h"
#include "scipy/ndimage/window.h"

namespace cuprum::scipy::ndimage {
namespace {

constexpr int network_most = 64;       // elements of windows that a network sorts
constexpr int histogram_least = 26;    // elements of windows for which a histogram pays
constexpr int histogram_most = 65535;  // that its counters hold

struct Comparison {
    int low, high;
    bool keeps_low = true, keeps_high = true;
};

/// Batcher's merge sort of `count` elements.
std::vector<Comparison> sort_of(int count) {
    std::vector<Comparison> all;
    for (int p = 1; p < count; p *= 2)
        for (int k = p; k >= 1; k /= 2)
            for (int j = k % p; j + k < count; j += 2 * k)
                for (int i = 0; i < std::min(k, count - j - k); ++i)
                    if ((i + j) / (2 * p) == (i + j + k) / (2 * p)) all.push_back({i + j, i + j + k});
    return all;
}

/// The same without what the element of a rank does not depend on.
std::vector<Comparison> network_of(int count, int rank) {
    const std::vector<Comparison> all = sort_of(count);
    std::vector<char> wanted(static_cast<std::size_t>(count));
    wanted[static_cast<std::size_t>(rank)] = 1;
    std::vector<Comparison> kept;
    for (auto c = all.rbegin(); c != all.rend(); ++c) {
        char &low = wanted[static_cast<std::size_t>(c->low)], &high = wanted[static_cast<std::size_t>(c->high)];
        if (!low && !high) continue;
        kept.push_back({c->low, c->high, low != 0, high != 0});
        low = high = 1;
    }
    std::reverse(kept.begin(), kept.end());
    return kept;
}

std::string network_text(int count, int rank) {
    std::string text =
        "namespace cuprum {\nstruct nd_network {\n    static constexpr int count = " + std::to_string(count) +
        ", rank = " + std::to_string(rank) +
        ";\n    template <class V>\n    static CUPRUM_DEVICE void select(V* v) {\n";
    for (const Comparison& c : network_of(count, rank)) {
        text += c.keeps_low && c.keeps_high ? "nd_sort" : c.keeps_low ? "nd_keep_smaller" : "nd_keep_larger";
        text += "(v[" + std::to_string(c.low) + "], v[" + std::to_string(c.high) + "]);\n";
    }
    return text + "    }\n};\n}  // namespace cuprum\n";
}

/// The text of a function that finds the element of a rank for some neighbouring rows of a tile, whose windows are
/// whole boxes. Cells of one row of windows are sorted once for all windows that have them; what two neighbouring
/// windows have in common is merged once, and the rank is found among that and the row that each has by itself.
class RowsText {
public:
    RowsText(const WindowArgs& args, int rank) : box_(args.box, args.box + 3) {
        const auto high = static_cast<int>(box_[1]);
        for (int row = 0; row < nd_window_each + high - 1; ++row) rows_.push_back(sorted(cells(row)));
        for (int r = 0; r < nd_window_each; ++r) {
            // Windows r and r + 1, of which r is even, have the rows between the first one's first and the other's
            // last.
            const int first = r - r % 2 + 1, own = r % 2 ? first + high - 1 : first - 1;
            const std::string found =
                high == 1 ? rows_[static_cast<std::size_t>(r)][static_cast<std::size_t>(rank)]
                          : selected(merged(first, first + high - 1), rows_[static_cast<std::size_t>(own)], rank);
            text_ += "found[" + std::to_string(r) + "] = " + found + ";\n";
        }
    }
    std::string text() const {
        return "namespace cuprum {\nstruct nd_network {\n    static constexpr int box_x = " + std::to_string(box_[2]) +
               ";\n    template <class V>\n    static CUPRUM_DEVICE void select_rows(const V* t, V* found) {\n" +
               text_ + "    }\n};\n}  // namespace cuprum\n";
    }

private:
    using Names = std::vector<std::string>;

    std::string define(const std::string& value) {
        const std::string name = "v" + std::to_string(count_++);
        text_ += "const V " + name + " = " + value + ";\n";
        return name;
    }
    void compare(std::string& low, std::string& high) {
        const std::string pair = "(" + low + ", " + high + ")";
        low = define("nd_smaller" + pair);
        high = define("nd_larger" + pair);
    }
    Names cells(int row) {
        const std::int64_t pitch = nd_window_columns + box_[2] - 1, plane = pitch * (nd_window_rows + box_[1] - 1);
        Names names;
        for (std::int64_t z = 0; z < box_[0]; ++z)
            for (std::int64_t x = 0; x < box_[2]; ++x)
                names.push_back(define("t[" + std::to_string(z * plane + row * pitch + x) + "]"));
        return names;
    }
    Names sorted(Names names) {
        for (const Comparison& c : sort_of(static_cast<int>(names.size())))
            compare(names[static_cast<std::size_t>(c.low)], names[static_cast<std::size_t>(c.high)]);
        return names;
    }
    /// Batcher's merge of two sorted lists: every other one of both is merged, and neighbours of the results compared.
    Names merged(const Names& a, const Names& b) {
        if (a.empty()) return b;
        if (b.empty()) return a;
        if (a.size() == 1 && b.size() == 1) {
            Names both{a[0], b[0]};
            compare(both[0], both[1]);
            return both;
        }
        const auto every_other = [](const Names& names, std::size_t first) {
            Names some;
            for (std::size_t i = first; i < names.size(); i += 2) some.push_back(names[i]);
            return some;
        };
        const Names even = merged(every_other(a, 0), every_other(b, 0)),
                    odd = merged(every_other(a, 1), every_other(b, 1));
        Names result{even[0]};
        for (std::size_t i = 0; i < odd.size() || i + 1 < even.size(); ++i) {
            Names pair;
            if (i < odd.size()) pair.push_back(odd[i]);
            if (i + 1 < even.size()) pair.push_back(even[i + 1]);
            if (pair.size() == 2) compare(pair[0], pair[1]);
            result.insert(result.end(), pair.begin(), pair.end());
        }
        return result;
    }
    /// The elements of rows [first, last), sorted; halves are kept, as other windows have them too.
    Names merged(int first, int last) {
        if (last - first == 1) return rows_[static_cast<std::size_t>(first)];
        Names& known = merged_[{first, last}];
        if (known.empty()) {
            int half = 1;
            while (2 * half < last - first) half *= 2;
            known = merged(merged(first, first + half), merged(first + half, last));
        }
        return known;
    }
    /// The least of what is the largest, where so many are taken of one list and the others of the other.
    std::string selected(const Names& a, const Names& b, int rank) {
        std::string least;
        for (std::size_t i = 0; i <= a.size(); ++i) {
            const auto taken = static_cast<std::size_t>(rank) + 1;
            if (i > taken || taken - i > b.size()) continue;
            const std::size_t j = taken - i;
            const std::string largest = i == 0   ? b[j - 1]
                                        : j == 0 ? a[i - 1]
                                                 : define("nd_larger(" + a[i - 1] + ", " + b[j - 1] + ")");
            least = least.empty() ? largest : define("nd_smaller(" + least + ", " + largest + ")");
        }
        return least;
    }

    std::vector<std::int64_t> box_;
    std::vector<Names> rows_;
    std::map<std::pair<int, int>, Names> merged_;
    std::string text_;
    int count_ = 0;
};

ndarray by_histogram(const ndarray& input, const Footprint& footprint, int rank, NdMode mode, const Scalar& cval,
                     Target& target) {
    const HistogramPlan plan = plan_histograms(input.ndim(), runtime::device_traits());
    const int along = plan.axis;
    // One step on, cells arrive that have no neighbour ahead, and those leave that have none behind.
    std::int64_t stride = 1;
    for (int d = along + 1; d < input.ndim(); ++d) stride *= footprint.box[d];
    std::vector<std::int64_t> arriving, leaving;
    for (const std::int64_t cell : footprint.cells) {
        const std::int64_t at = cell / stride % footprint.box[along];
        const auto has = [&](std::int64_t other) {
            return std::binary_search(footprint.cells.begin(), footprint.cells.end(), other);
        };
        if (at + 1 == footprint.box[along] || !has(cell + stride)) arriving.push_back(cell);
        if (at == 0 || !has(cell - stride)) leaving.push_back(cell);
    }
    std::vector<std::int64_t> extra = arriving;
    extra.insert(extra.end(), leaving.begin(), leaving.end());
    kernel::DataAccess data;
    std::vector<ndarray> hold;
    WindowArgs args = window_args(input, footprint, mode, data, hold, extra);
    args.rank = rank;
    args.arriving = static_cast<int>(arriving.size());
    args.leaving = static_cast<int>(leaving.size());
    args.along = input.shape()[along];
    args.walk_stride = Lines(input.shape(), along).inner;
    args.strip = plan.strip;
    args.items = input.size() / args.along * kernel::ceil_div(args.along, args.strip);
    store_value(cval, input.dtype(), args.fill);
    args.out = data.write(target.data());
    constexpr int threads = 64;  // nd_histogram_threads
    data.launch(kernel_of("window.h", "HISTOGRAM", {read_type(input.dtype()), write_type(target.dtype())}),
                kernel::plan_items(args.items, threads, 4), args);
    return target.done();
}

ndarray ranked(const ndarray& given, const Footprint& footprint, int rank, NdMode mode, const Scalar& cval,
               Target& target) {
    check_dtype(given.dtype());
    check_dtype(target.dtype());
    const auto count = static_cast<int>(footprint.cells.size());
    // The extrema of boxes are those of SciPy's lines, which keep the fill; other ranks have it in the image's dtype.
    const bool extremum = footprint.whole() && (rank == 0 || rank == count - 1);
    const ndarray input = contiguous(extremum ? holding_fill(given, mode, cval) : given);
    if (input.size() == 0) return target.done();
    if (input.itemsize() == 1 && count >= histogram_least && count <= histogram_most && input.ndim() > 0)
        return by_histogram(input, footprint, rank, mode, cval, target);
    kernel::DataAccess data;
    std::vector<ndarray> hold;
    WindowArgs args = window_args(input, footprint, mode, data, hold);
    args.rank = rank;
    store_value(cval, input.dtype(), args.fill);
    args.out = data.write(target.data());
    const std::string in = read_type(input.dtype()), out = write_type(target.dtype());
    if (count <= network_most && footprint.whole()) {
        if (const auto tiles = plan_tiles(args, input.itemsize(), runtime::device_traits())) {
            std::string tag = std::to_string(rank);
            for (int d = 0; d < 3; ++d) tag += "_" + std::to_string(args.box[d]);
            data.launch(kernel_of("tile.h", "RANK_TILE", {in, out, "nd_network"}, RowsText(args, rank).text(), tag),
                        *tiles, args);
            return target.done();
        }
    }
    if (count <= network_most)
        launch_items(data,
                     kernel_of("window.h", "RANK", {in, out, "nd_network"}, network_text(count, rank),
                               std::to_string(count) + "_" + std::to_string(rank)),
                     args);
    else launch_items(data, kernel_of("window.h", "SELECT", {in, out}), args, 64);
    return target.done();
}

struct RankWindow {
    Shape shape;
    std::vector<char> marks;
};

RankWindow window_of(const std::optional<Integers>& size, const OptionalArray& footprint, int axes) {
    RankWindow window;
    if (footprint) {
        window.shape = footprint->shape();
        window.marks = host_bools(*footprint);
        return window;
    }
    if (!size) throw Error("no footprint or filter size provided");
    for (const std::int64_t n : size->expanded(axes)) {
        if (n < 0) throw ValueError("negative dimensions are not allowed");
        window.shape.push_back(n);
    }
    window.marks = std::vector<char>(static_cast<std::size_t>(element_count(window.shape)), 1);
    return window;
}

enum class RankKind { rank, percentile, median };

ndarray rank_of(const ndarray& input, RankKind kind, double which, const std::optional<Integers>& size,
                const OptionalArray& given, const Output& output, const Modes& mode, const Scalar& cval,
                const Integers& origin, const Axes& axes) {
    warn_of_size(size.has_value(), given.has_value());
    refuse_complex(input);
    const Dims along = checked_axes(axes, input.ndim());
    const RankWindow window = window_of(size, given, along.size());
    const Footprint footprint = footprint_of(window.marks, window.shape, along, input.ndim(), origin, "footprint");
    const auto count = static_cast<std::int64_t>(footprint.cells.size());
    std::int64_t rank = 0;
    if (kind == RankKind::median) {
        rank = count / 2;
    } else if (kind == RankKind::percentile) {
        if (which < 0) which += 100;
        if (which < 0 || which > 100) throw Error("invalid percentile: " + std::to_string(which));
        rank = which == 100 ? count - 1 : saturated(static_cast<double>(count) * which / 100);
    } else {
        rank = saturated(which);
    }
    if (rank < 0) rank += count;
    if (rank < 0 || rank >= count)
        throw Error("rank not within filter footprint size: " + std::to_string(rank) + " of " + std::to_string(count));
    Target target(input, output);
    const bool extreme = rank == 0 || rank == count - 1;
    if (extreme && footprint.whole())
        return extremum(input,
                        {Integers(std::vector<std::int64_t>(window.shape.begin(), window.shape.end())),
                         {},
                         {},
                         output,
                         mode,
                         cval,
                         origin,
                         axes},
                        rank == 0);
    if (!mode.is_one()) throw Error("A sequence of modes is not supported by non-separable rank filters");
    const NdMode outside = mode_of(mode.values()[0]);
    if (extreme) return extremum_window(input, footprint, nullptr, outside, cval, rank == 0, target);
    return ranked(input, footprint, static_cast<int>(rank), outside, cval, target);
}

}  // namespace

ndarray rank_filter(const ndarray& input, std::int64_t rank, const std::optional<Integers>& size,
                    const OptionalArray& footprint, const Output& output, const Modes& mode, const Scalar& cval,
                    const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, output);
    return rank_of(input, RankKind::rank, static_cast<double>(rank), size, footprint, output, mode, cval, origin, axes);
}

ndarray percentile_filter(const ndarray& input, double percentile, const std::optional<Integers>& size,
                          const OptionalArray& footprint, const Output& output, const Modes& mode, const Scalar& cval,
                          const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint, output);
    return rank_of(input, RankKind::percentile, percentile, size, footprint, output, mode, cval, origin, axes);
}

ndarray median_filter(const ndarray& input, const std::optional<Integers>& size, const OptionalArray& footprint,
                      const Output& output, const Modes& mode, const Scalar& cval, const Integers& origin,
                      const Axes& axes) {
    const kernel::Placement here(input, footprint, output);
    return rank_of(input, RankKind::median, 0, size, footprint, output, mode, cval, origin, axes);
}

ndarray windows_of(const ndarray& given, DType dtype, const std::optional<Integers>& size,
                   const OptionalArray& footprint, std::string_view mode, const Scalar& cval, const Integers& origin,
                   const Axes& axes) {
    warn_of_size(size.has_value(), footprint.has_value());
    refuse_complex(given);
    check_dtype(given.dtype());
    const Dims along = checked_axes(axes, given.ndim());
    const RankWindow window = window_of(size, footprint, along.size());
    const Footprint cells = footprint_of(window.marks, window.shape, along, given.ndim(), origin, "footprint");
    check_dtype(dtype);
    // A fill that the input's dtype does not hold counts as it is.
    const bool converts = !is_inexact(given.dtype()) && is_inexact(dtype);
    const ndarray input = contiguous(converts ? given.astype(dtype) : given);
    Shape shape(input.shape());
    shape.push_back(static_cast<std::int64_t>(cells.cells.size()));
    const ndarray result = empty(shape, dtype);
    if (result.size() == 0) return result;
    kernel::DataAccess data;
    std::vector<ndarray> hold;
    WindowArgs args = window_args(input, cells, mode_of(mode), data, hold);
    args.items = result.size();
    store_value(cval, input.dtype(), args.fill);
    args.out = data.write(result);
    launch_items(data, kernel_of("window.h", "GATHER", {read_type(input.dtype()), write_type(dtype)}), args);
    return result;
}

ndarray windows(const ndarray& input, const std::optional<Integers>& size, const OptionalArray& footprint,
                std::string_view mode, const Scalar& cval, const Integers& origin, const Axes& axes) {
    const kernel::Placement here(input, footprint);
    return windows_of(input, DType::float64, size, footprint, mode, cval, origin, axes);
}

}  // namespace cuprum::scipy::ndimage
