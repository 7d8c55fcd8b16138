// Sorting by samples. Device d has n_d elements of an array of one axis:
//
//   1. each device draws a sample of its elements, one of each stratum;
//   2. the first device sorts all samples; some of them are the splitters, each with the device that it is from;
//   3. each device divides its elements among the ranges of values between splitters;
//   4. each device gets its ranges from all devices, one after another, and sorts each of them.
//
// A large array has several ranges for each device, so that one travels while the one before it is sorted:
//
//     transfers   | range 0 | range 1 | range 2 |
//     sorts                 | range 0       | range 1       | range 2       |
//
// An element that equals a splitter goes to the lower range where its device is not behind the splitter's.
#include "kernel/engine/sort.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/error.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/sorting.h"
#include "distributed/region.h"
#include "distributed/transfers.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/value_ranges.h"

namespace cuprum::distributed {
namespace {

constexpr std::int64_t sample_size = 2048;  // of a device

/// One array of one axis for each device, whose elements follow each other.
struct Parts {
    std::vector<int> devices;
    std::vector<ndarray> arrays;
    DType dtype;
};

Parts parts_of(const DistributedArray& array) {
    const DistributedArray once = each_once(array);
    Parts parts{{}, {}, array.dtype()};
    for (const auto& [device, chunks] : once.chunks()) {
        const cuda::DeviceGuard here(device);
        std::vector<ndarray> lines;
        for (const Chunk& chunk : chunks) lines.push_back(chunk.data.ravel());
        parts.devices.push_back(device);
        if (lines.empty()) parts.arrays.push_back(kernel::new_array({0}, array.dtype()));
        else parts.arrays.push_back(lines.size() == 1 ? lines.front() : concatenate(lines));
    }
    return parts;
}

/// Whether elements may have to change their devices.
bool worth_dividing(const Parts& parts) {
    return parts.devices.size() > 1 &&
           std::ranges::any_of(parts.arrays, [](const ndarray& one) { return one.size() > 0; });
}

DistributedArray array_of(const Parts& parts) {
    ChunkMap chunks;
    std::int64_t start = 0;
    for (std::size_t i = 0; i < parts.devices.size(); ++i) {
        const std::int64_t stop = start + parts.arrays[i].size();
        chunks[parts.devices[i]].push_back({{{start, stop, 1}}, parts.arrays[i]});
        start = stop;
    }
    return {{start}, parts.dtype, std::move(chunks)};
}

std::uint64_t mixed(std::uint64_t x) {  // splitmix64: G. L. Steele et al., 2014
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/// One element of each of equally long stretches, at a place that no period of the data meets.
ndarray sample_of(const ndarray& elements) {
    const std::int64_t n = elements.size(), count = std::min(n, sample_size);
    std::vector<std::int64_t> places;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t start = n / count * i + n % count * i / count;
        const std::int64_t stop = n / count * (i + 1) + n % count * (i + 1) / count;
        places.push_back(start + static_cast<std::int64_t>(mixed(static_cast<std::uint64_t>(i)) %
                                                           static_cast<std::uint64_t>(stop - start)));
    }
    return take(elements, host::copied(places.data(), count, DType::int64));
}

struct Splitters {
    std::vector<ndarray> values;       // for each device its copy of all splitters
    std::vector<std::size_t> sources;  // from which device each of them is
};

/// What divides the elements among as many ranges.
Splitters splitters_of(const Parts& parts, std::int64_t ranges) {
    const std::size_t p = parts.devices.size();
    std::vector<ndarray> samples(p);
    std::vector<std::int64_t> starts(p + 1, 0);
    on_each_device(parts.devices, [&](std::size_t i) {
        samples[i] = parts.arrays[i].size() ? sample_of(parts.arrays[i]) : parts.arrays[i];
    });
    for (std::size_t i = 0; i < p; ++i) starts[i + 1] = starts[i] + samples[i].size();
    const cuda::DeviceGuard here(parts.devices.front());
    const ndarray all = kernel::new_array({starts[p]}, parts.dtype);
    Transfers gathering;
    for (std::size_t i = 0; i < p; ++i) gathering.add(samples[i], all.at({Slice{starts[i], starts[i + 1]}}));
    gathering.run();
    const ndarray order = argsort(all);
    std::vector<std::int64_t> ranks;
    for (std::int64_t k = 1; k < ranges; ++k) ranks.push_back(std::max<std::int64_t>(starts[p] * k / ranges - 1, 0));
    const ndarray chosen =
        take(order, host::copied(ranks.data(), static_cast<std::int64_t>(ranks.size()), DType::int64));
    Splitters splitters{{}, {}};
    Transfers spreading;
    const ndarray values = take(all, chosen);
    for (std::size_t i = 0; i < p; ++i) {
        const cuda::DeviceGuard there(parts.devices[i]);
        splitters.values.push_back(i == 0 ? values : kernel::new_array(values.shape(), parts.dtype));
        if (i) spreading.add(values, splitters.values.back());
    }
    spreading.run();
    std::vector<std::int64_t> places(ranks.size());
    chosen.astype(DType::int64).get(places.data());
    for (const std::int64_t place : places)
        splitters.sources.push_back(
            static_cast<std::size_t>(std::ranges::upper_bound(starts, place) - starts.begin() - 1));
    return splitters;
}

/// The ranges of values that each device gets: where they lie among its elements, and which part is from which device.
class RangePlaces {
public:
    /// `counts[i][r]`: elements of device i in range r; `rounds` ranges are for each device.
    RangePlaces(const std::vector<std::vector<std::int64_t>>& counts, std::size_t rounds)
        : rounds_(rounds), places_(counts.size(), std::vector<Slice>(counts.front().size())) {
        for (std::size_t r = 0; r < counts.front().size(); ++r) {
            if (r % rounds == 0) ends_.push_back(0);
            const std::int64_t first = ends_.back();
            for (std::size_t i = 0; i < counts.size(); ++i) {
                const std::int64_t start = ends_.back();
                places_[i][r] = {start, ends_.back() += counts[i][r]};
            }
            whole_.push_back({first, ends_.back()});
        }
    }

    std::size_t owner(std::size_t range) const { return range / rounds_; }
    /// Elements that a device gets.
    std::int64_t total(std::size_t device) const { return ends_[device]; }
    /// Among the elements of its owner: what device i has of a range, and the whole range.
    const Slice& part(std::size_t i, std::size_t range) const { return places_[i][range]; }
    const Slice& whole(std::size_t range) const { return whole_[range]; }

private:
    std::size_t rounds_;
    std::vector<std::vector<Slice>> places_;  // [from][range]
    std::vector<Slice> whole_;
    std::vector<std::int64_t> ends_;
};

/// Gets a device's number, its elements, and which of these have arrived.
using Arrived = std::function<void(std::size_t, const ndarray&, const Slice&)>;

/// Elements by ranges of values, `rounds` of them one behind the other for each device. `arrived` is called once for
/// each, when later work of the device finds it.
Parts divided_by_value(const Parts& parts, std::int64_t rounds, const Arrived& arrived) {
    const std::size_t p = parts.devices.size(), each = static_cast<std::size_t>(rounds), ranges = p * each;
    const Splitters splitters = splitters_of(parts, static_cast<std::int64_t>(ranges));
    std::vector<std::optional<kernel::ValueRanges>> divisions(p);
    std::vector<std::vector<std::int64_t>> counts(p);
    on_each_device(parts.devices, [&](std::size_t i) {
        std::vector<bool> above;
        for (const std::size_t source : splitters.sources) above.push_back(i > source);
        counts[i] = divisions[i].emplace(parts.arrays[i], splitters.values[i], std::move(above)).counts();
    });
    const RangePlaces places(counts, each);
    Parts divided{parts.devices, {}, parts.dtype};
    std::size_t bytes = 0;
    for (std::size_t k = 0; k < p; ++k) {
        const cuda::DeviceGuard here(parts.devices[k]);
        divided.arrays.push_back(kernel::new_array({places.total(k)}, parts.dtype));
        bytes += static_cast<std::size_t>(2 * divided.arrays.back().nbytes());
    }
    // Elements that stay on their device are moved to their place at once, the others to a buffer.
    std::vector<std::vector<ndarray>> moved(p, std::vector<ndarray>(ranges));  // [from][range]
    start_on_each_device(parts.devices, bytes, [&](std::size_t i) {
        const ndarray buffer = kernel::new_array(
            {parts.arrays[i].size() -
             std::accumulate(counts[i].begin() + i * each, counts[i].begin() + (i + 1) * each, std::int64_t{0})},
            parts.dtype);
        std::int64_t start = 0;
        for (std::size_t r = 0; r < ranges; ++r) {
            if (places.owner(r) == i) {
                moved[i][r] = divided.arrays[i].at({places.part(i, r)});
            } else {
                moved[i][r] = buffer.at({Slice{start, start + counts[i][r]}});
                start += counts[i][r];
            }
        }
        divisions[i]->move(moved[i]);
    });
    std::optional<TransfersBeside> beside;
    std::vector<TransfersBeside::Sent> sent;
    if (each > 1) beside.emplace(parts.devices);
    for (std::size_t round = 0; round < each; ++round) {
        Transfers transfers;
        for (std::size_t r = round; r < ranges; r += each)
            for (std::size_t i = 0; i < p; ++i)
                if (const std::size_t owner = places.owner(r); owner != i)
                    transfers.add(moved[i][r], divided.arrays[owner].at({places.part(i, r)}));
        if (!beside) {
            transfers.run();
            continue;
        }
        beside->start(transfers);
        sent.push_back(beside->sent());
    }
    for (std::size_t round = 0; round < each; ++round) {
        if (beside) TransfersBeside::wait_for(sent[round]);
        start_on_each_device(parts.devices, bytes / each,
                             [&](std::size_t k) { arrived(k, divided.arrays[k], places.whole(k * each + round)); });
    }
    return divided;
}

bool is_nan(const Scalar& x) { return std::isnan(x.to_double()); }

void check_order(DType dtype) {
    if (is_complex(dtype)) throw TypeError("complex numbers of a divided array cannot be sorted; gather() them first");
}

}  // namespace

DistributedArray sort(const DistributedArray& a, std::int64_t axis) {
    const int along = normalize_axis(axis, a.ndim());
    if (a.ndim() > 1) {
        const std::int64_t axes[] = {along};
        return map_chunks(whole_along(a, axes), [&](const ndarray& chunk) { return cuprum::sort(chunk, along); })
            .reshard(a.index_map());
    }
    check_order(a.dtype());
    Parts parts = parts_of(a);
    if (!worth_dividing(parts)) {
        on_each_device(parts.devices, [&](std::size_t i) { parts.arrays[i] = cuprum::sort(parts.arrays[i]); });
        return array_of(parts);
    }
    const auto p = static_cast<std::int64_t>(parts.devices.size());
    const std::int64_t rounds = std::min(slab_count(a.size() * itemsize(a.dtype()), p), kernel::ValueRanges::most / p);
    std::vector<std::optional<ndarray>> sorted(parts.devices.size());
    divided_by_value(parts, rounds, [&](std::size_t i, const ndarray& own, const Slice& range) {
        if (!sorted[i]) sorted[i] = kernel::new_array(own.shape(), own.dtype());
        const ndarray target = sorted[i]->at({range});
        kernel::sort_rows(own.at({range}), &target, nullptr);
    });
    for (std::size_t i = 0; i < sorted.size(); ++i) parts.arrays[i] = *sorted[i];
    return array_of(parts);
}

DistributedArray unique(const DistributedArray& a) {
    check_order(a.dtype());
    Parts parts = parts_of(a);
    const auto reduce = [&](std::size_t i) { parts.arrays[i] = cuprum::unique(parts.arrays[i]); };
    on_each_device(parts.devices, reduce);
    if (worth_dividing(parts)) parts = divided_by_value(parts, 1, [](std::size_t, const ndarray&, const Slice&) {});
    on_each_device(parts.devices, reduce);
    // Equal elements of different devices may have gone to neighbouring ranges.
    std::optional<Scalar> last;
    for (std::size_t i = 0; i < parts.devices.size(); ++i) {
        const ndarray& own = parts.arrays[i];
        if (!own.size()) continue;
        const cuda::DeviceGuard here(parts.devices[i]);
        const ndarray first = own.at({std::int64_t{0}});
        const bool repeated = last && (equal(first, *last).item().to_bool() || (is_nan(*last) && is_nan(first.item())));
        if (own.size() > 1 || !repeated) last = own.at({std::int64_t{-1}}).item();
        if (repeated) parts.arrays[i] = own.at({Slice{1, std::nullopt}});
    }
    return array_of(parts);
}

}  // namespace cuprum::distributed
