// Functions of arrays that are divided over processes.
#include <algorithm>
#include <numeric>
#include <utility>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/distributed_group.h"
#include "cuprum/error.h"
#include "cuprum/fft.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/sorting.h"
#include "distributed/fourier.h"
#include "distributed/group_fetch.h"
#include "distributed/halo.h"
#include "distributed/region.h"
#include "distributed/transfers.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "runtime/waiting.h"

namespace cuprum::distributed {
namespace {

using Known = GroupArray::Known;

bool is_whole_along(const GroupArray& a, int axis) {
    return std::ranges::all_of(a.regions(), [&](const Region& region) {
        return region[static_cast<std::size_t>(axis)] == Range{0, a.shape()[axis], 1};
    });
}

/// Boxes that are whole along some axes and divided along the longest other one; all of the array on each rank where
/// there is none.
std::vector<Region> regions_whole_along(const GroupArray& a, const Dims& axes) {
    if (std::ranges::all_of(axes, [&](std::int64_t axis) { return is_whole_along(a, static_cast<int>(axis)); }))
        return a.regions();
    int longest = -1;
    for (int axis = 0; axis < a.ndim(); ++axis)
        if (std::ranges::find(axes, axis) == axes.end() && (longest < 0 || a.shape()[axis] > a.shape()[longest]))
            longest = axis;
    const int ranks = a.group()->size();
    return longest < 0 ? std::vector<Region>(static_cast<std::size_t>(ranks), whole_of(a.shape()))
                       : evenly(a.shape(), longest, ranks);
}

GroupArray whole_along_axes(const GroupArray& given, const Dims& axes) {
    const GroupArray a = given.change_mode(Mode::replica);
    return a.reshard(regions_whole_along(a, axes));
}

// ------------------------------------------------------------------------------------------------------------ sorting

/// This rank's elements of an array in an order of its own, each element on one rank.
ndarray own_elements(const GroupArray& given) {
    const GroupArray a = given.change_mode(Mode::replica);
    if (!is_first_owner(a)) return kernel::new_array({0}, a.dtype());
    return a.local().ravel();
}

/// Where ranges of values begin and end among this rank's sorted elements: size() + 1 places.
std::vector<std::int64_t> places_of_ranges(ProcessGroup& group, const ndarray& sorted) {
    constexpr std::int64_t sample_size = 2048;  // of the rank that has most elements
    const int p = group.size(), me = group.rank();
    const std::int64_t n = sorted.size();
    const std::vector<std::int64_t> counts = numbers_of_all(group, {n});
    const std::int64_t most = *std::ranges::max_element(counts);
    std::vector<std::int64_t> places(static_cast<std::size_t>(p) + 1, n);
    places.front() = 0;
    if (most == 0 || p == 1) return places;
    // As many samples of each rank as its share of the elements; at least one of each that has some.
    const std::int64_t width = std::min(most, sample_size);
    std::vector<std::int64_t> starts{0};
    for (const std::int64_t count : counts) starts.push_back(starts.back() + (count * width + most - 1) / most);
    const ndarray mine = kernel::filled({width}, Scalar(0), sorted.dtype());
    const std::int64_t own = starts[static_cast<std::size_t>(me) + 1] - starts[static_cast<std::size_t>(me)];
    if (own) {
        std::vector<std::int64_t> at;
        for (std::int64_t i = 0; i < own; ++i) at.push_back((2 * i + 1) * n / (2 * own));
        copy_to(take(sorted, host::copied(at.data(), own, DType::int64)), mine.at({Slice{0, own}}));
    }
    const ndarray gathered = kernel::new_array({p, width}, sorted.dtype());
    group.all_gather(mine, gathered, width);
    const ndarray samples = kernel::new_array({starts.back()}, sorted.dtype());
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
        const std::int64_t count = starts[rank + 1] - starts[rank];
        copy_to(gathered.at({static_cast<std::int64_t>(rank), Slice{0, count}}),
                samples.at({Slice{starts[rank], starts[rank + 1]}}));
    }
    // The order is stable, so a splitter's number tells its rank: equal elements of lower ranks are below it.
    const ndarray order = argsort(samples);
    std::vector<std::int64_t> ranks;
    for (std::int64_t k = 1; k < p; ++k) ranks.push_back(std::max<std::int64_t>(starts.back() * k / p - 1, 0));
    const ndarray chosen = take(order, host::copied(ranks.data(), p - 1, DType::int64)).astype(DType::int64);
    const ndarray splitters = take(samples, chosen);
    std::vector<std::int64_t> numbers(ranks.size()), below(ranks.size()), through(ranks.size());
    chosen.get(numbers.data());
    searchsorted(sorted, splitters, "left").astype(DType::int64).get(below.data());
    searchsorted(sorted, splitters, "right").astype(DType::int64).get(through.data());
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const auto source = std::ranges::upper_bound(starts, numbers[k]) - starts.begin() - 1;
        places[k + 1] = std::max(places[k], me <= source ? through[k] : below[k]);
    }
    return places;
}

/// Sorted elements of all ranks by ranges of values: rank k gets range k, in runs that are sorted.
ndarray exchanged_by_value(ProcessGroup& group, const ndarray& sorted) {
    const int p = group.size(), me = group.rank();
    const std::vector<std::int64_t> places = places_of_ranges(group, sorted);
    std::vector<std::int64_t> mine;
    for (std::size_t k = 0; k < static_cast<std::size_t>(p); ++k) mine.push_back(places[k + 1] - places[k]);
    const std::vector<std::int64_t> counts = numbers_of_all(group, mine);  // [from][to]
    std::int64_t total = 0;
    for (int from = 0; from < p; ++from) total += counts[static_cast<std::size_t>(from * p + me)];
    const ndarray found = kernel::new_array({total}, sorted.dtype());
    std::vector<ndarray> in, out;
    std::int64_t start = 0;
    for (int other = 0; other < p; ++other) {
        const auto k = static_cast<std::size_t>(other);
        in.push_back(sorted.at({Slice{places[k], places[k + 1]}}));
        const std::int64_t stop = start + counts[static_cast<std::size_t>(other * p + me)];
        out.push_back(found.at({Slice{start, stop}}));
        start = stop;
    }
    group.exchange(in, out);
    return found;
}

/// Arrays of one axis, one behind the other.
GroupArray one_behind_another(const std::shared_ptr<ProcessGroup>& group, const ndarray& local) {
    const std::vector<std::int64_t> counts = numbers_of_all(*group, {local.size()});
    std::vector<Region> regions;
    std::int64_t start = 0;
    for (const std::int64_t count : counts) {
        regions.push_back({{start, start + count, 1}});
        start += count;
    }
    return {Known{}, group, {start}, std::move(regions), local};
}

void check_has_order(DType dtype) {
    if (is_complex(dtype)) throw TypeError("complex numbers of a divided array cannot be sorted; gather() them first");
}

// -----------------------------------------------------------------------------------------------------------
// transforms

ndarray transform_box(const ndarray& box, const Dims& axes, fft::Norm norm, bool inverse) {
    return inverse ? cuprum::fft::ifftn(box, {}, axes, norm) : cuprum::fft::fftn(box, {}, axes, norm);
}

/// A function of slabs of each rank's box, across an axis that it leaves alone, whose results go to other boxes: a slab
/// travels while the next one is computed. The function gets the slab and where it begins along the axis.
GroupArray moved(const GroupArray& a, const std::vector<Region>& regions, int axis,
                 const std::function<ndarray(const ndarray&, std::int64_t)>& function) {
    const auto along = static_cast<std::size_t>(axis);
    const std::int64_t slabs = slabs_of_transform(a.size(), a.dtype(), a.group()->size());
    const auto slab_of = [&](Region region, std::int64_t slab) {
        const Range whole = region[along];
        region[along] = {whole.start + whole.size() * slab / slabs, whole.start + whole.size() * (slab + 1) / slabs, 1};
        return region;
    };
    const Region& own = regions[static_cast<std::size_t>(a.rank())];
    ndarray local;
    std::optional<Fetch> travelling;
    std::vector<Region> wanted_here;
    const auto arrive = [&] {
        if (!travelling) return;
        const std::vector<ndarray> arrived = travelling->finish();
        for (std::size_t i = 0; i < arrived.size(); ++i) copy_to(arrived[i], box_of(local, wanted_here[i], own));
        travelling.reset();
    };
    for (std::int64_t slab = 0; slab < slabs; ++slab) {
        std::vector<std::vector<Region>> boxes, wanted(a.regions().size());
        for (const Region& region : a.regions()) boxes.push_back({slab_of(region, slab)});
        const Region& mine = boxes[static_cast<std::size_t>(a.rank())].front();
        const ndarray done = function(box_of(a.local(), mine, a.region()), mine[along].start);
        runtime::evaluate_waiting();  // now, while the slab before travels
        if (!slab) local = kernel::new_array(shape_of(own), done.dtype());
        arrive();
        for (std::size_t to = 0; to < regions.size(); ++to)
            for (const auto& box : boxes)
                if (const auto shared = common(box.front(), regions[to]);
                    shared && std::ranges::find(wanted[to], *shared) == wanted[to].end())
                    wanted[to].push_back(*shared);
        wanted_here = wanted[static_cast<std::size_t>(a.rank())];
        travelling.emplace(Holdings{*a.group(), a.shape(), done.dtype(), std::move(boxes), {done}}, wanted);
    }
    arrive();
    return {Known{}, a.group(), a.shape(), regions, std::move(local)};
}

/// An array of one axis of n1 n2 elements as a matrix: x[j1 n2 + j2], and
/// X[k1 + k2 n1] = sum_j2 w^(j2 k1) [sum_j1 x w_n1^(j1 k1)] w_n2^(j2 k2). Three transpositions.
GroupArray transform_line_of_group(const GroupArray& a, std::int64_t n1, fft::Norm norm, bool inverse) {
    const std::int64_t n = a.size(), n2 = n / n1;
    const int ranks = a.group()->size();
    const auto rows_of = [&](std::int64_t rows, std::int64_t columns) {
        std::vector<Region> lines;
        for (std::int64_t i = 0; i < ranks; ++i)
            lines.push_back({{rows * i / ranks * columns, rows * (i + 1) / ranks * columns, 1}});
        return lines;
    };
    const GroupArray line = a.reshard(rows_of(n1, n2));
    const Range own = line.region().front();
    const GroupArray matrix(Known{}, a.group(), {n1, n2}, evenly({n1, n2}, 0, ranks),
                            line.local().reshape({own.size() / n2, n2}));
    const GroupArray columns = matrix.reshard(evenly({n1, n2}, 1, ranks));
    const GroupArray rows = moved(columns, evenly({n1, n2}, 0, ranks), 1, [&](const ndarray& slab, std::int64_t first) {
        const ndarray part = transform_box(slab, {0}, norm, inverse);
        return part.size() ? twiddles()(part, std::int64_t{0}, first, part.shape()[1], n, inverse ? 2.0 : -2.0) : part;
    });
    const GroupArray done = moved(rows, evenly({n1, n2}, 1, ranks), 0, [&](const ndarray& slab, std::int64_t) {
        return transform_box(slab, {1}, norm, inverse);
    });
    std::vector<Region> turned;  // n2 rows of n1
    for (const Region& region : done.regions()) turned.push_back({region[1], region[0]});
    const GroupArray natural(Known{}, a.group(), {n2, n1}, std::move(turned), done.local().transpose());
    return {Known{}, a.group(), {n}, rows_of(n2, n1), natural.local().ravel()};
}

GroupArray transform_group(const GroupArray& a, const Axes& given, fft::Norm norm, bool inverse, bool in_place_boxes) {
    Dims axes = axes_of_transform(given, a.ndim());
    GroupArray done = a.change_mode(Mode::replica);
    const std::int64_t factor = a.ndim() == 1 && !is_whole_along(a, 0) ? factor_of(a.size()) : 1;
    if (factor > 1) {
        done = transform_line_of_group(done, factor, norm, inverse);
        axes = {};
    }
    while (axes.size()) {
        Dims whole, rest;
        for (const std::int64_t axis : axes)
            (is_whole_along(done, static_cast<int>(axis)) ? whole : rest).push_back(axis);
        if (!whole.size()) {
            done = whole_along_axes(done, a.ndim() > 1 ? Dims{rest[rest.size() - 1]} : rest);
            continue;
        }
        const auto along_whole = [&](const ndarray& box) { return transform_box(box, whole, norm, inverse); };
        done = rest.size() ? moved(done, regions_whole_along(done, rest), static_cast<int>(rest[0]),
                                   [&](const ndarray& slab, std::int64_t) { return along_whole(slab); })
                           : map_chunks(done, along_whole);
        axes = rest;
    }
    return in_place_boxes ? done.reshard(a.regions()) : done;
}

// ----------------------------------------------------------------------------------------------------------------
// halos

/// Elements of a halo's axis: where they are, counted from the box's first element, and where they come from.
struct Line {
    Range place, source;
};

/// Elements [begin, end) of an axis, which is periodic or ends at its ends.
std::vector<Line> lines_of(std::int64_t begin, std::int64_t end, std::int64_t length, bool periodic) {
    std::vector<Line> found;
    if (!periodic) {
        begin = std::max<std::int64_t>(begin, 0);
        end = std::min(end, length);
        if (begin < end) found.push_back({{begin, end, 1}, {begin, end, 1}});
        return found;
    }
    for (std::int64_t at = begin; at < end;) {
        const std::int64_t from = ((at % length) + length) % length, count = std::min(length - from, end - at);
        found.push_back({{at, at + count, 1}, {from, from + count, 1}});
        at += count;
    }
    return found;
}

/// The boxes of which a halo is made: for each its place, in the whole array's numbers, and its source.
std::vector<std::pair<Region, Region>> halo_of(const Region& own, const Shape& shape, const Dims& depth,
                                               bool periodic) {
    std::vector<std::vector<Line>> lines;
    std::vector<std::size_t> middle;
    for (std::size_t axis = 0; axis < own.size(); ++axis) {
        const std::int64_t d = depth[static_cast<int>(axis)], length = shape[static_cast<int>(axis)];
        lines.push_back(lines_of(own[axis].start - d, own[axis].start, length, periodic));
        middle.push_back(lines.back().size());
        lines.back().push_back({own[axis], own[axis]});
        std::ranges::copy(lines_of(own[axis].stop, own[axis].stop + d, length, periodic),
                          std::back_inserter(lines.back()));
    }
    std::vector<std::pair<Region, Region>> found;
    std::vector<std::size_t> at(own.size(), 0);
    for (;;) {
        if (at != middle) {
            found.emplace_back();
            for (std::size_t axis = 0; axis < at.size(); ++axis) {
                found.back().first.push_back(lines[axis][at[axis]].place);
                found.back().second.push_back(lines[axis][at[axis]].source);
            }
        }
        std::size_t axis = at.size();
        while (axis > 0 && ++at[axis - 1] == lines[axis - 1].size()) at[--axis] = 0;
        if (axis == 0) return found;
    }
}

/// The part of a function's result that counts. It has the shape of what the function got, or of that part.
ndarray kept(const ndarray& result, const Shape& given, const HaloWidths& dropped) {
    Shape wanted;
    std::vector<Index> inside;
    for (int axis = 0; axis < given.size(); ++axis) {
        const auto& [before, behind] = dropped[static_cast<std::size_t>(axis)];
        wanted.push_back(given[axis] - before - behind);
        inside.push_back(Slice{before, given[axis] - behind, 1});
    }
    if (result.shape() == given) return wanted == given ? result : result.at(inside);
    if (result.shape() != wanted)
        throw ValueError("the function of a part of shape " + to_string(given) + " returned one of shape " +
                         to_string(result.shape()));
    return result;
}

}  // namespace

GroupArray sort(const GroupArray& a, std::int64_t axis) {
    const int along = normalize_axis(axis, a.ndim());
    if (is_whole_along(a, along) || a.ndim() > 1)
        return map_chunks(whole_along_axes(a, {along}), [&](const ndarray& box) { return cuprum::sort(box, along); })
            .reshard(a.regions());
    check_has_order(a.dtype());
    const ndarray runs = exchanged_by_value(*a.group(), cuprum::sort(own_elements(a)));
    return one_behind_another(a.group(), cuprum::sort(runs));
}

GroupArray unique(const GroupArray& a) {
    check_has_order(a.dtype());
    ProcessGroup& group = *a.group();
    ndarray local = cuprum::unique(exchanged_by_value(group, cuprum::unique(own_elements(a))));
    // Equal elements may have gone to neighbouring ranges: a rank drops its first one where the last one of a rank
    // before it is the same.
    const std::vector<std::int64_t> counts = numbers_of_all(group, {local.size()});
    const ndarray last = kernel::filled({1}, Scalar(0), a.dtype());
    if (local.size()) copy_to(local.at({Slice{-1, std::nullopt}}), last);
    const ndarray lasts = kernel::new_array({group.size()}, a.dtype());
    group.all_gather(last, lasts, 1);
    int before = group.rank() - 1;
    while (before >= 0 && !counts[static_cast<std::size_t>(before)]) --before;
    if (before >= 0 && local.size()) {
        const ndarray pair = kernel::new_array({2}, a.dtype());
        copy_to(lasts.at({Slice{before, before + 1}}), pair.at({Slice{0, 1}}));
        copy_to(local.at({Slice{0, 1}}), pair.at({Slice{1, 2}}));
        if (cuprum::unique(pair).size() == 1) local = local.at({Slice{1, std::nullopt}});
    }
    return one_behind_another(a.group(), local);
}

GroupArray fftn(const GroupArray& a, const Axes& axes, fft::Norm norm, bool in_place_boxes) {
    return transform_group(a, axes, norm, false, in_place_boxes);
}
GroupArray ifftn(const GroupArray& a, const Axes& axes, fft::Norm norm, bool in_place_boxes) {
    return transform_group(a, axes, norm, true, in_place_boxes);
}

GroupArray map_chunks(const GroupArray& given, const std::function<ndarray(const ndarray&)>& function) {
    const GroupArray a = given.change_mode(Mode::replica);
    ndarray result = function(a.local());
    if (result.shape() != a.local().shape())
        throw ValueError("the function of a box of shape " + to_string(a.local().shape()) + " returned one of shape " +
                         to_string(result.shape()));
    return {Known{}, a.group(), a.shape(), a.regions(), std::move(result)};
}

GroupArray map_overlap(const GroupArray& given, const Dims& depth,
                       const std::function<ndarray(const ndarray&)>& function, Boundary boundary, const Scalar& value) {
    const GroupArray a = given.change_mode(Mode::replica);
    check_depth(depth, a.ndim());
    const bool periodic = boundary == Boundary::periodic && a.size(), pads = !periodic && boundary != Boundary::none;
    std::vector<std::vector<Region>> wanted;
    std::vector<std::pair<Region, Region>> halo;
    for (std::size_t rank = 0; rank < a.regions().size(); ++rank) {
        wanted.emplace_back();
        if (element_count(shape_of(a.regions()[rank])) == 0) continue;
        auto boxes = halo_of(a.regions()[rank], a.shape(), depth, periodic);
        for (const auto& box : boxes) wanted.back().push_back(box.second);
        if (static_cast<int>(rank) == a.rank()) halo = std::move(boxes);
    }
    Fetch arriving(a, wanted);
    const Region& own = a.region();
    const Shape shape = shape_of(own);
    if (a.local().size() == 0) {  // the function tells the dtype
        Shape small;
        for (int axis = 0; axis < a.ndim(); ++axis) small.push_back(2 * depth[axis] + 1);
        const DType dtype = function(kernel::filled(small, Scalar(0), a.dtype())).dtype();
        arriving.finish();
        return {Known{}, a.group(), a.shape(), a.regions(), kernel::new_array(shape, dtype)};
    }
    // `halos`: what comes from other ranks; `pad`: what is beyond the array's ends; `drop`: what does not count of a
    // result of the box with both.
    HaloWidths halos, pad, drop, local_pad, local_drop;
    bool apart = true, any = false;
    Region wide;
    for (std::size_t axis = 0; axis < own.size(); ++axis) {
        const std::int64_t d = depth[static_cast<int>(axis)], length = a.shape()[static_cast<int>(axis)];
        const std::int64_t low = periodic ? d : std::min(d, own[axis].start);
        const std::int64_t high = periodic ? d : std::min(d, length - own[axis].stop);
        halos.emplace_back(low, high);
        pad.emplace_back(pads ? d - low : 0, pads ? d - high : 0);
        drop.emplace_back(low + pad.back().first, high + pad.back().second);
        local_pad.emplace_back(low ? 0 : pad.back().first, high ? 0 : pad.back().second);
        local_drop.emplace_back(d && (low || local_pad.back().first) ? d : 0,
                                d && (high || local_pad.back().second) ? d : 0);
        apart = apart && own[axis].size() >= 2 * d;
        any = any || low || high;
        wide.push_back({own[axis].start - low, own[axis].stop + high, 1});
    }
    const auto interior_place = [&](std::size_t axis) {
        const std::int64_t d = depth[static_cast<int>(axis)];
        return Slice{halos[axis].first ? d : 0, own[axis].size() - (halos[axis].second ? d : 0), 1};
    };
    ndarray result;
    if (apart) {
        // Of elements that need no other rank's.
        const ndarray given = padded(a.local(), local_pad, boundary, value);
        ndarray interior = kept(function(given), given.shape(), local_drop);
        if (!any) {
            arriving.finish();
            return {Known{}, a.group(), a.shape(), a.regions(), interior.is_contiguous() ? interior : interior.copy()};
        }
        std::vector<Index> place;
        for (std::size_t axis = 0; axis < own.size(); ++axis) place.push_back(interior_place(axis));
        result = kernel::new_array(shape, interior.dtype());
        copy_to(interior, result.at(place));
    }
    const std::vector<ndarray> arrived = arriving.finish();
    ndarray full = kernel::new_array(shape_of(wide), a.dtype());
    copy_to(a.local(), box_of(full, own, wide));
    for (std::size_t i = 0; i < halo.size(); ++i) copy_to(arrived[i], box_of(full, halo[i].first, wide));
    full = padded(full, pad, boundary, value);
    if (!apart) {
        result = kept(function(full), full.shape(), drop);
        return {Known{}, a.group(), a.shape(), a.regions(), result.is_contiguous() ? result : result.copy()};
    }
    // An edge of `depth` elements needs the halo and as many elements again behind it.
    for (std::size_t axis = 0; axis < own.size(); ++axis)
        for (const bool low : {true, false}) {
            if (!(low ? halos[axis].first : halos[axis].second)) continue;
            const std::int64_t d = depth[static_cast<int>(axis)], n = own[axis].size(), before = drop[axis].first;
            std::vector<Index> source(own.size(), Slice{}), place = source;
            HaloWidths dropped = drop;
            if (low) {
                source[axis] = Slice{0, before + 2 * d, 1};
                place[axis] = Slice{0, d, 1};
                dropped[axis] = {before, d};
            } else {
                source[axis] = Slice{before + n - 2 * d, before + n + drop[axis].second, 1};
                place[axis] = Slice{n - d, n, 1};
                dropped[axis] = {d, drop[axis].second};
            }
            const ndarray given = full.at(source).copy();
            copy_to(kept(function(given), given.shape(), dropped), result.at(place));
        }
    return {Known{}, a.group(), a.shape(), a.regions(), std::move(result)};
}

// ------------------------------------------------------------------------------------------------------- random
// numbers

namespace {

/// An array of this rank's box, which `fill` makes for the boxes of one device.
template <class Fill>
GroupArray drawn(std::shared_ptr<ProcessGroup> group, const Shape& shape, const Layout& layout, Fill fill) {
    if (!group) throw ValueError("an array of a group needs the group");
    std::vector<Region> regions = regions_of(layout, shape, group->size());
    const int device = cuda::Device().id();
    const DistributedArray own = fill(IndexMap{{device, {regions[static_cast<std::size_t>(group->rank())]}}});
    ndarray local = own.chunks().at(device).front().data;
    return {Known{}, std::move(group), shape, std::move(regions), std::move(local)};
}

}  // namespace

GroupArray random(std::shared_ptr<ProcessGroup> group, const Shape& shape, const Layout& layout, std::uint64_t seed,
                  DType dtype) {
    return drawn(std::move(group), shape, layout, [&](const IndexMap& map) { return random(shape, map, seed, dtype); });
}

GroupArray standard_normal(std::shared_ptr<ProcessGroup> group, const Shape& shape, const Layout& layout,
                           std::uint64_t seed, DType dtype) {
    return drawn(std::move(group), shape, layout,
                 [&](const IndexMap& map) { return standard_normal(shape, map, seed, dtype); });
}

GroupArray integers(std::shared_ptr<ProcessGroup> group, const Shape& shape, const Layout& layout, std::uint64_t seed,
                    std::int64_t low, std::int64_t high) {
    return drawn(std::move(group), shape, layout,
                 [&](const IndexMap& map) { return integers(shape, map, seed, low, high); });
}

}  // namespace cuprum::distributed
