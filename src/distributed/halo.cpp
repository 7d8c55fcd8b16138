// Boxes with their neighbours' elements, and functions of them.
#include "distributed/halo.h"

#include <algorithm>

#include "cuprum/cuda.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/error.h"
#include "cuprum/manipulation.h"
#include "distributed/region.h"
#include "distributed/transfers.h"
#include "kernel/engine/array/allocation.h"

namespace cuprum::distributed {

void check_depth(const Dims& depth, int ndim) {
    if (depth.size() != ndim)
        throw ValueError("the depth of a halo has " + std::to_string(depth.size()) + " entries, and the array " +
                         std::to_string(ndim) + " axes");
    for (int axis = 0; axis < ndim; ++axis)
        if (depth[axis] < 0) throw ValueError("the depth of a halo cannot be negative");
}

ndarray padded(const ndarray& part, const HaloWidths& widths, Boundary boundary, const Scalar& value) {
    if (std::ranges::all_of(widths, [](const auto& width) { return !width.first && !width.second; })) return part;
    PadOptions options;
    switch (boundary) {
        case Boundary::nearest: return pad(part, widths, "edge", options);
        case Boundary::reflect: return pad(part, widths, "symmetric", options);
        default: break;
    }
    const ndarray filled = pad(part, widths, "constant", options);
    if (value.to_double() != 0) {
        // What is beyond the ends of the array.
        std::vector<Index> inside;
        for (std::size_t axis = 0; axis < widths.size(); ++axis)
            inside.push_back(Slice{widths[axis].first, widths[axis].first + part.shape()[static_cast<int>(axis)], 1});
        filled.fill(value);
        copy_to(part, filled.at(inside));
    }
    return filled;
}

namespace {

void check_steps(const Region& region) {
    for (const Range& range : region)
        if (range.step != 1) throw ValueError("halos are for boxes whose steps are 1");
}

Region widened(const Region& region, const Shape& shape, const Dims& depth) {
    check_steps(region);
    Region wide = region;
    for (std::size_t axis = 0; axis < wide.size(); ++axis) {
        const std::int64_t d = depth[static_cast<int>(axis)], length = shape[static_cast<int>(axis)];
        wide[axis] = {std::max<std::int64_t>(region[axis].start - d, 0), std::min(region[axis].stop + d, length), 1};
    }
    return wide;
}

/// A stretch of a halo's axis, and the elements of the array that it holds.
struct Stretch {
    std::int64_t place;
    Range source;
};

/// Stretches of [start - d, stop + d) along a periodic axis.
std::vector<Stretch> around(const Range& range, std::int64_t d, std::int64_t length) {
    std::vector<Stretch> found;
    for (std::int64_t at = range.start - d; at < range.stop + d;) {
        const std::int64_t from = ((at % length) + length) % length;
        const std::int64_t count = std::min(length - from, range.stop + d - at);
        found.push_back({at - (range.start - d), {from, from + count, 1}});
        at += count;
    }
    return found;
}

/// Asks for the box with its halo of an array that is periodic along all axes.
ndarray request_around(Assembly& assembly, std::vector<std::pair<ndarray, ndarray>>& placed, const DistributedArray& a,
                       const Region& region, const Dims& depth, int device) {
    Shape shape;
    std::vector<std::vector<Stretch>> stretches;
    for (int axis = 0; axis < a.ndim(); ++axis) {
        const Range& range = region[static_cast<std::size_t>(axis)];
        shape.push_back(range.size() + 2 * depth[axis]);
        stretches.push_back(around(range, depth[axis], a.shape()[axis]));
    }
    const cuda::DeviceGuard here(device);
    const ndarray wide = kernel::new_array(shape, a.dtype());
    std::vector<std::size_t> at(stretches.size(), 0);
    for (;;) {
        Region source;
        std::vector<Index> place;
        for (std::size_t axis = 0; axis < at.size(); ++axis) {
            const Stretch& one = stretches[axis][at[axis]];
            source.push_back(one.source);
            place.push_back(Slice{one.place, one.place + one.source.size(), 1});
        }
        placed.emplace_back(assembly.request(a, source, device), wide.at(place));
        std::size_t axis = at.size();
        while (axis > 0 && ++at[axis - 1] == stretches[axis - 1].size()) at[--axis] = 0;
        if (axis == 0) return wide;
    }
}

/// What is missing of a halo of this depth on all sides is beyond the ends of the array.
ndarray padded(const ndarray& part, const Region& region, const Region& wide, const Dims& depth, Boundary boundary,
               const Scalar& value) {
    HaloWidths widths;
    for (std::size_t axis = 0; axis < region.size(); ++axis) {
        const std::int64_t d = depth[static_cast<int>(axis)];
        widths.emplace_back(d - (region[axis].start - wide[axis].start), d - (wide[axis].stop - region[axis].stop));
    }
    return padded(part, widths, boundary, value);
}

}  // namespace

IndexMap with_halo(const IndexMap& map, const Shape& shape, const Dims& depth) {
    check_depth(depth, shape.size());
    IndexMap wide;
    for (const auto& [device, regions] : map)
        for (const Region& region : regions) wide[device].push_back(widened(region, shape, depth));
    return wide;
}

void exchange_halo(const DistributedArray& a, const IndexMap& owned) {
    if (a.mode() != Mode::replica) throw ValueError("halos are for arrays in mode 'replica'");
    struct Owned {
        int device;
        const Region* own;
        const Chunk* chunk;
    };
    std::vector<Owned> all;
    for (const auto& [device, chunks] : a.chunks()) {
        const auto regions = owned.find(device);
        if (regions == owned.end() || regions->second.size() != chunks.size())
            throw ValueError("device " + std::to_string(device) + " has " + std::to_string(chunks.size()) +
                             " chunks, and not as many boxes of its own");
        for (std::size_t i = 0; i < chunks.size(); ++i) all.push_back({device, &regions->second[i], &chunks[i]});
    }
    Transfers transfers;
    for (const Owned& one : all) {
        check_steps(*one.own);
        for (const Owned& other : all) {
            if (&one == &other) continue;
            const auto shared = common(one.chunk->region, *other.own);
            if (!shared) continue;
            if (common(*one.own, *other.own))
                throw ValueError("two chunks own the same elements; boxes without halos must not overlap");
            transfers.add(box_of(other.chunk->data, *shared, other.chunk->region),
                          box_of(one.chunk->data, *shared, one.chunk->region));
        }
    }
    transfers.run();
}

DistributedArray map_chunks(const DistributedArray& a, const std::function<ndarray(const ndarray&)>& function) {
    const DistributedArray plain = a.change_mode(Mode::replica);
    ChunkMap results;
    std::optional<DType> dtype;
    for (const auto& [device, chunks] : plain.chunks()) {
        const cuda::DeviceGuard here(device);
        results[device];
        for (const Chunk& chunk : chunks) {
            const ndarray result = function(chunk.data);
            if (result.shape() != chunk.data.shape())
                throw ValueError("the function of a chunk of shape " + to_string(chunk.data.shape()) +
                                 " returned one of shape " + to_string(result.shape()));
            dtype = result.dtype();
            results[device].push_back({chunk.region, result});
        }
    }
    return {a.shape(), dtype.value_or(a.dtype()), std::move(results)};
}

DistributedArray map_overlap(const DistributedArray& a, const Dims& depth,
                             const std::function<ndarray(const ndarray&)>& function, Boundary boundary,
                             const Scalar& value) {
    check_depth(depth, a.ndim());
    const DistributedArray plain = a.change_mode(Mode::replica);
    struct Job {
        int device;
        const Region* region;
        Region wide;
        ndarray data;
    };
    std::vector<Job> jobs;
    Assembly assembly;
    std::vector<std::pair<ndarray, ndarray>> placed;
    for (const auto& [device, chunks] : plain.chunks())
        for (const Chunk& chunk : chunks) {
            Job job{device, &chunk.region, widened(chunk.region, a.shape(), depth), {}};
            if (boundary == Boundary::periodic && a.size())
                job.data = request_around(assembly, placed, plain, chunk.region, depth, device);
            else job.data = assembly.request(plain, job.wide, device);
            jobs.push_back(std::move(job));
        }
    assembly.run();
    for (const auto& [source, target] : placed) {
        const cuda::DeviceGuard here(target.device());
        copy_to(source, target);
    }
    ChunkMap results;
    std::optional<DType> dtype;
    for (const Job& job : jobs) {
        const cuda::DeviceGuard here(job.device);
        ndarray data = job.data;
        const bool is_full = boundary != Boundary::none;  // a halo on all sides
        if (is_full && boundary != Boundary::periodic && data.size())
            data = padded(data, *job.region, job.wide, depth, boundary, value);
        ndarray result = function(data);
        const Shape own = shape_of(*job.region);
        if (result.shape() == data.shape()) {
            std::vector<Index> inside;
            for (std::size_t axis = 0; axis < job.region->size(); ++axis) {
                const std::int64_t before =
                    is_full ? depth[static_cast<int>(axis)] : (*job.region)[axis].start - job.wide[axis].start;
                inside.push_back(Slice{before, before + (*job.region)[axis].size(), 1});
            }
            if (data.shape() != own) result = result.at(inside).copy();
        } else if (result.shape() != own) {
            throw ValueError("the function of a chunk of shape " + to_string(data.shape()) + " returned one of shape " +
                             to_string(result.shape()));
        }
        dtype = result.dtype();
        results[job.device].push_back({*job.region, result});
    }
    return {a.shape(), dtype.value_or(a.dtype()), std::move(results)};
}

}  // namespace cuprum::distributed
