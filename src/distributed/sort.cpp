// Sorting by samples. Device d has n_d elements of an array of one axis:
//
//   1. each device draws a sample of its elements, one of each stratum;
//   2. the first device sorts all samples; p - 1 of them are the splitters, each with the device that it is from;
//   3. each device divides its elements among p ranges of values between splitters;
//   4. range k of all devices goes to device k, which sorts it.
//
// An element that equals a splitter goes to the lower range where its device is not behind the splitter's.
#include <algorithm>
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

Splitters splitters_of(const Parts& parts) {
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
    for (std::size_t k = 1; k < p; ++k)
        ranks.push_back(
            std::max<std::int64_t>(starts[p] * static_cast<std::int64_t>(k) / static_cast<std::int64_t>(p) - 1, 0));
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

/// Elements by ranges of values, one range for each device.
Parts divided_by_value(const Parts& parts) {
    const std::size_t p = parts.devices.size();
    std::int64_t total = 0;
    for (const ndarray& one : parts.arrays) total += one.size();
    if (p == 1 || total == 0) return parts;
    const Splitters splitters = splitters_of(parts);
    std::vector<std::vector<ndarray>> ranges(p, std::vector<ndarray>(p));  // [from][to]
    on_each_device(parts.devices, [&](std::size_t i) {
        const ndarray& elements = parts.arrays[i];
        ndarray below;  // which elements belong to the ranges before
        for (std::size_t k = 0; k < p; ++k) {
            if (!elements.size()) {
                ranges[i][k] = elements;
                continue;
            }
            ndarray mask = below;
            if (k + 1 < p) {
                const ndarray splitter = splitters.values[i].at({static_cast<std::int64_t>(k)});
                ndarray now = i <= splitters.sources[k] ? less_equal(elements, splitter) : less(elements, splitter);
                if (k) now = logical_or(now, below);  // nothing is at most a splitter that is NaN
                mask = k ? greater(now, below) : now;
                below = now;
            } else {
                mask = logical_not(below);
            }
            ranges[i][k] = compress(mask, elements);
        }
    });
    Parts divided{parts.devices, {}, parts.dtype};
    Transfers exchange;
    for (std::size_t k = 0; k < p; ++k) {
        std::int64_t count = 0;
        for (std::size_t i = 0; i < p; ++i) count += ranges[i][k].size();
        const cuda::DeviceGuard here(parts.devices[k]);
        const ndarray all = kernel::new_array({count}, parts.dtype);
        std::int64_t start = 0;
        for (std::size_t i = 0; i < p; ++i) {
            const std::int64_t stop = start + ranges[i][k].size();
            exchange.add(ranges[i][k], all.at({Slice{start, stop}}));
            start = stop;
        }
        divided.arrays.push_back(all);
    }
    exchange.run();
    return divided;
}

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
    Parts parts = divided_by_value(parts_of(a));
    on_each_device(parts.devices, [&](std::size_t i) { parts.arrays[i] = cuprum::sort(parts.arrays[i]); });
    return array_of(parts);
}

DistributedArray unique(const DistributedArray& a) {
    check_order(a.dtype());
    Parts parts = parts_of(a);
    const auto reduce = [&](std::size_t i) { parts.arrays[i] = cuprum::unique(parts.arrays[i]); };
    on_each_device(parts.devices, reduce);
    parts = divided_by_value(parts);
    on_each_device(parts.devices, reduce);
    // Equal elements of different devices may have gone to neighbouring ranges.
    std::optional<Scalar> last;
    for (std::size_t i = 0; i < parts.devices.size(); ++i) {
        const ndarray& own = parts.arrays[i];
        if (!own.size()) continue;
        const cuda::DeviceGuard here(parts.devices[i]);
        const bool repeated = last && equal(own.at({std::int64_t{0}}), *last).item().to_bool();
        if (own.size() > 1 || !repeated) last = own.at({std::int64_t{-1}}).item();
        if (repeated) parts.arrays[i] = own.at({Slice{1, std::nullopt}});
    }
    return array_of(parts);
}

}  // namespace cuprum::distributed
