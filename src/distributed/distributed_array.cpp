// Arrays that are divided over devices. Whatever moves elements is `Assembly`, which fills boxes from the chunks that
// overlap them.
#include "cuprum/distributed_array.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

#include "cuprum/cuda.h"
#include "cuprum/error.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "distributed/region.h"
#include "distributed/transfers.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"

namespace cuprum::distributed {
namespace {

/// Every chunk with its device, in the order that decides which one comes first.
template <class Visit>
void for_each(const ChunkMap& chunks, Visit&& visit) {
    for (const auto& [device, some] : chunks)
        for (const Chunk& chunk : some) visit(device, chunk);
}

/// The devices of an array, without chunks.
ChunkMap devices_of(const ChunkMap& chunks) {
    ChunkMap found;
    for (const auto& entry : chunks) found[entry.first];
    return found;
}

/// The elements of a box on a device. A chunk that is this box and lies there is given as it is.
ndarray assemble(const DistributedArray& array, const Region& region, int device) {
    Assembly assembly;
    ndarray found = assembly.request(array, region, device);
    assembly.run();
    return found;
}

std::size_t bytes_of(const DistributedArray& array) {
    std::size_t bytes = 0;
    for_each(array.chunks(), [&](int, const Chunk& chunk) { bytes += static_cast<std::size_t>(chunk.data.nbytes()); });
    return bytes;
}

}  // namespace

DistributedArray::DistributedArray(Shape shape, DType dtype, ChunkMap chunks, Mode mode)
    : shape_(std::move(shape)), dtype_(dtype), size_(1), chunks_(std::move(chunks)), mode_(mode) {
    if (chunks_.empty()) throw ValueError("a divided array needs at least one device");
    for (int axis = 0; axis < shape_.size(); ++axis) size_ *= shape_[axis];
    for_each(chunks_, [&](int device, const Chunk& chunk) {
        if (chunk.data.dtype() != dtype_)
            throw ValueError("a chunk is of " + std::string(info(chunk.data.dtype()).name) + ", and the array of " +
                             info(dtype_).name);
        if (chunk.data.size() && chunk.data.device() != device)
            throw ValueError("a chunk of device " + std::to_string(device) + " lies on device " +
                             std::to_string(chunk.data.device()));
        if (chunk.data.shape() != shape_of(chunk.region))
            throw ValueError("a chunk's array has another shape than its box");
    });
}

IndexMap DistributedArray::index_map() const {
    IndexMap map;
    for (const auto& [device, some] : chunks_) {
        map[device];
        for (const Chunk& chunk : some) map[device].push_back(chunk.region);
    }
    return map;
}

std::vector<int> DistributedArray::devices() const {
    std::vector<int> found;
    for (const auto& entry : chunks_) found.push_back(entry.first);
    return found;
}

DistributedArray DistributedArray::change_mode(Mode mode) const {
    if (mode == mode_) return *this;
    if (mode_ != Mode::replica && mode != Mode::replica) return change_mode(Mode::replica).change_mode(mode);
    ChunkMap changed = devices_of(chunks_);
    if (mode == Mode::replica) {
        Assembly assembly;
        for_each(chunks_, [&](int device, const Chunk& chunk) {
            changed[device].push_back({chunk.region, assembly.request(*this, chunk.region, device)});
        });
        assembly.run();
        return {shape_, dtype_, std::move(changed), mode};
    }
    // The first chunk that has an element keeps it.
    const Scalar nothing = neutral(mode, dtype_);
    std::vector<Region> earlier;
    for_each(chunks_, [&](int device, const Chunk& chunk) {
        const cuda::DeviceGuard here(device);
        ndarray data = chunk.data;
        bool own = false;  // a copy, which may be written to
        for (const Region& one : earlier)
            if (const auto shared = common(one, chunk.region)) {
                if (!own) data = data.copy();
                own = true;
                box_of(data, *shared, chunk.region).fill(nothing);
            }
        earlier.push_back(chunk.region);
        changed[device].push_back({chunk.region, data});
    });
    return {shape_, dtype_, std::move(changed), mode};
}

DistributedArray DistributedArray::reshard(const Layout& layout) const { return reshard(layout.index_map(shape_)); }

DistributedArray DistributedArray::reshard(const IndexMap& map) const {
    if (map == index_map()) return *this;
    if (mode_ != Mode::replica) return change_mode(Mode::replica).reshard(map).change_mode(mode_);
    ChunkMap moved;
    Assembly assembly;
    for (const auto& [device, regions] : map) {
        moved[device];
        for (const Region& region : regions) moved[device].push_back({region, assembly.request(*this, region, device)});
    }
    assembly.run();
    for (auto& [device, chunks] : moved)
        for (Chunk& chunk : chunks) {
            const cuda::DeviceGuard here(device);
            if (!chunk.data.is_contiguous()) chunk.data = chunk.data.copy();
        }
    return {shape_, dtype_, std::move(moved), mode_};
}

DistributedArray DistributedArray::at(const Region& region) const {
    ChunkMap cut;
    for_each(chunks_, [&](int device, const Chunk& chunk) {
        if (const auto shared = common(chunk.region, region))
            cut[device].push_back({region_in(*shared, region), box_of(chunk.data, *shared, chunk.region)});
    });
    if (cut.empty() && !chunks_.empty()) {  // an array has a device, also one without elements
        const int first = chunks_.begin()->first;
        const cuda::DeviceGuard here(first);
        const Shape shape = shape_of(region);
        const Region place = element_count(shape) ? Region(region.size(), Range{0, 0, 1}) : whole_of(shape);
        cut[first].push_back({place, kernel::new_array(shape_of(place), dtype_)});
    }
    return {shape_of(region), dtype_, std::move(cut), mode_};
}

DistributedArray DistributedArray::astype(DType dtype) const {
    const DistributedArray plain = change_mode(Mode::replica);
    ChunkMap cast = devices_of(chunks_);
    for_each(plain.chunks_, [&](int device, const Chunk& chunk) {
        const cuda::DeviceGuard here(device);
        cast[device].push_back({chunk.region, chunk.data.astype(dtype)});
    });
    return {shape_, dtype, std::move(cast)};
}

DistributedArray DistributedArray::copy() const {
    ChunkMap copied = devices_of(chunks_);
    for_each(chunks_, [&](int device, const Chunk& chunk) {
        const cuda::DeviceGuard here(device);
        copied[device].push_back({chunk.region, chunk.data.copy()});
    });
    return {shape_, dtype_, std::move(copied), mode_};
}

DistributedArray DistributedArray::mean(const Axes& axes, std::optional<DType> dtype, bool keepdims) const {
    const DistributedArray total = reduce(Mode::sum, axes, dtype, keepdims);
    const DistributedOperand operands[] = {&total, Scalar(count_along(shape_, axes))};
    return call(divide, operands).front();
}

DistributedArray DistributedArray::reduce(Mode operation, const Axes& axes, std::optional<DType> dtype,
                                          bool keepdims) const {
    // Elements that several chunks have must count once in a sum; for an extreme it does not matter.
    const bool repeats_count = operation == Mode::sum || operation == Mode::prod;
    const bool as_it_is = mode_ == operation && !dtype && keeps_dtype(operation, dtype_);
    const DistributedArray source = as_it_is        ? *this
                                    : repeats_count ? change_mode(operation)
                                                    : change_mode(Mode::replica);
    const std::optional<Dims> only = axes ? std::optional(normalize_axes(*axes, ndim())) : std::nullopt;
    const auto is_gone = [&](int axis) { return !only || std::ranges::find(*only, axis) != only->end(); };
    std::int64_t reduced_count = 1;
    for (int axis = 0; axis < ndim(); ++axis)
        if (is_gone(axis)) reduced_count *= shape_[axis];
    if (!repeats_count && reduced_count == 0)
        throw ValueError("zero-size array to reduction operation " + std::string(ufunc_of(operation).name()) +
                         " which has no identity");
    const auto reduced = [&](const ndarray& data) {
        ReduceOptions options;
        if (only) options.axis = Axes(*only);
        options.keepdims = keepdims;
        options.dtype = dtype;
        switch (operation) {
            case Mode::sum: return cuprum::sum(data, options);
            case Mode::prod: return cuprum::prod(data, options);
            case Mode::min: return cuprum::min(data, options);
            default: return cuprum::max(data, options);
        }
    };
    Shape shape;
    for (int i = 0; i < ndim(); ++i) {
        const bool gone = is_gone(i);
        if (!gone || keepdims) shape.push_back(gone ? 1 : shape_[i]);
    }
    const std::vector<int> devices = source.devices();
    std::vector<std::vector<Chunk>> found(devices.size());
    start_on_each_device(devices, bytes_of(source), [&](std::size_t number) {
        for (const Chunk& chunk : source.chunks_.at(devices[number])) {
            if (!repeats_count && !chunk.data.size()) continue;
            Region region;
            for (int i = 0; i < ndim(); ++i) {
                if (!is_gone(i)) region.push_back(chunk.region[static_cast<std::size_t>(i)]);
                else if (keepdims) region.push_back({0, 1, 1});
            }
            found[number].push_back({region, reduced(chunk.data)});
        }
    });
    ChunkMap results;
    std::optional<DType> result_dtype;
    for (std::size_t number = 0; number < devices.size(); ++number) {
        if (found[number].empty()) continue;
        result_dtype = found[number].front().data.dtype();
        results[devices[number]] = std::move(found[number]);
    }
    if (results.empty()) {  // an extreme of an array without elements, along another axis
        const cuda::DeviceGuard here(devices.front());
        results[devices.front()].push_back({whole_of(shape), kernel::new_array(shape, dtype.value_or(dtype_))});
    }
    return {shape, result_dtype.value_or(dtype.value_or(dtype_)), std::move(results), operation};
}

ndarray DistributedArray::gather(const Region& region) const {
    return assemble(*this, region, cuda::Device().id());  // parts of elements are combined on this device alone
}

ndarray DistributedArray::gather() const { return gather(whole_of(shape_)); }

namespace {

/// Elements of a box, in C order, to their places in a whole array on the host, in C order.
void place_on_host(const char* source, const Region& region, const Shape& shape, std::size_t item, char* target) {
    const int ndim = shape.size();
    if (ndim == 0) return void(std::memcpy(target, source, item));
    std::vector<std::int64_t> strides(static_cast<std::size_t>(ndim), static_cast<std::int64_t>(item));
    for (int axis = ndim - 2; axis >= 0; --axis)
        strides[static_cast<std::size_t>(axis)] = strides[static_cast<std::size_t>(axis) + 1] * shape[axis + 1];
    const Range& last = region.back();
    const auto row = static_cast<std::size_t>(last.size());
    std::vector<std::int64_t> at(static_cast<std::size_t>(ndim) - 1);
    for (;;) {
        char* place = target + last.start * strides.back();
        for (std::size_t axis = 0; axis + 1 < region.size(); ++axis)
            place += (region[axis].start + at[axis] * region[axis].step) * strides[axis];
        if (last.step == 1) {
            std::memcpy(place, source, row * item);
        } else {
            for (std::size_t i = 0; i < row; ++i)
                std::memcpy(place + static_cast<std::int64_t>(i) * last.step * strides.back(), source + i * item, item);
        }
        source += row * item;
        int axis = ndim - 2;
        while (axis >= 0 && ++at[static_cast<std::size_t>(axis)] == region[static_cast<std::size_t>(axis)].size())
            at[static_cast<std::size_t>(axis--)] = 0;
        if (axis < 0) return;
    }
}

}  // namespace

void DistributedArray::get(void* target) const {
    const auto item = static_cast<std::size_t>(itemsize(dtype_));
    // Each box once, from the first device that has it.
    std::map<Region, std::pair<int, ndarray>> boxes;
    Assembly assembly;
    for_each(chunks_, [&](int device, const Chunk& chunk) {
        if (!chunk.data.size() || boxes.contains(chunk.region)) return;
        boxes.emplace(chunk.region, std::pair(device, assembly.request(*this, chunk.region, device)));
    });
    assembly.run();
    std::vector<char> buffer;
    for (const auto& [region, found] : boxes) {
        const auto& [device, data] = found;
        const cuda::DeviceGuard here(device);
        buffer.resize(static_cast<std::size_t>(data.nbytes()));
        data.get(buffer.data());
        place_on_host(buffer.data(), region, shape_, item, static_cast<char*>(target));
    }
}

DistributedArray distributed_array(const ndarray& array, const Layout& layout, Mode mode) {
    return distributed_array(array, layout.index_map(array.shape()), mode);
}

DistributedArray distributed_array(const ndarray& array, const IndexMap& map, Mode mode) {
    ChunkMap chunks;
    Transfers transfers;
    const Region whole = whole_of(array.shape());
    for (const auto& [device, regions] : map) {
        chunks[device];
        const cuda::DeviceGuard here(device);
        for (const Region& region : regions) {
            const ndarray data = kernel::new_array(shape_of(region), array.dtype());
            transfers.add(box_of(array, region, whole), data);
            chunks[device].push_back({region, data});
        }
    }
    transfers.run();
    return DistributedArray(array.shape(), array.dtype(), std::move(chunks)).change_mode(mode);
}

IndexMap make_2d_index_map(std::span<const std::int64_t> i_partitions, std::span<const std::int64_t> j_partitions,
                           const std::vector<std::vector<std::set<int>>>& devices) {
    const auto check = [](std::span<const std::int64_t> partitions, const char* name) {
        if (partitions.empty() || partitions.front() != 0) throw ValueError(std::string(name) + " must begin with 0");
        if (std::adjacent_find(partitions.begin(), partitions.end(), std::greater_equal<>()) != partitions.end())
            throw ValueError(std::string(name) + " must be strictly increasing");
    };
    check(i_partitions, "i_partitions");
    check(j_partitions, "j_partitions");
    if (devices.size() + 1 != i_partitions.size())
        throw ValueError("devices has " + std::to_string(devices.size()) + " rows, and i_partitions makes " +
                         std::to_string(i_partitions.size() - 1));
    IndexMap map;
    for (std::size_t i = 0; i + 1 < i_partitions.size(); ++i) {
        if (devices[i].size() + 1 != j_partitions.size())
            throw ValueError("row " + std::to_string(i) + " of devices has " + std::to_string(devices[i].size()) +
                             " entries, and j_partitions makes " + std::to_string(j_partitions.size() - 1));
        for (std::size_t j = 0; j + 1 < j_partitions.size(); ++j)
            for (const int device : devices[i][j])
                map[device].push_back(
                    {{i_partitions[i], i_partitions[i + 1], 1}, {j_partitions[j], j_partitions[j + 1], 1}});
    }
    return map;
}

// ---------------------------------------------------------------------------------------------- elementwise functions

namespace {

/// The box of an operand that a box of the result reads: axes along which it is broadcast are read whole.
Region operand_region(const Region& result, const Shape& result_shape, const Shape& shape) {
    Region region;
    const int extra = result_shape.size() - shape.size();
    for (int axis = 0; axis < shape.size(); ++axis)
        region.push_back(shape[axis] == 1 && result_shape[axis + extra] != 1
                             ? Range{0, 1, 1}
                             : result[static_cast<std::size_t>(axis + extra)]);
    return region;
}

/// The boxes of a result of a larger shape: axes along which the operand is broadcast are whole.
IndexMap broadcast_map(const DistributedArray& operand, const Shape& shape) {
    IndexMap map = operand.index_map();
    const std::size_t extra = static_cast<std::size_t>(shape.size() - operand.ndim());
    for (auto& [device, regions] : map)
        for (Region& region : regions) {
            Region wider = whole_of(shape);
            for (int axis = 0; axis < operand.ndim(); ++axis)
                if (operand.shape()[axis] != 1 || shape[axis + static_cast<int>(extra)] == 1)
                    wider[extra + static_cast<std::size_t>(axis)] = region[static_cast<std::size_t>(axis)];
            region = wider;
        }
    return map;
}

}  // namespace

std::vector<DistributedArray> call(const Ufunc& function, std::span<const DistributedOperand> operands,
                                   std::span<const DistributedArray* const> out, std::optional<DType> dtype,
                                   Casting casting) {
    std::vector<std::optional<DistributedArray>> plain;
    const DistributedArray* model = nullptr;
    std::vector<Shape> shapes;
    for (const DistributedOperand& operand : operands) {
        const auto* array = std::get_if<const DistributedArray*>(&operand);
        plain.push_back(array ? std::optional((*array)->change_mode(Mode::replica)) : std::nullopt);
        if (array) shapes.push_back((*array)->shape());
    }
    const Shape shape = broadcast_shapes(shapes);
    for (const auto& one : plain)
        if (one && (!model || (model->shape() != shape && one->shape() == shape))) model = &*one;
    if (!model) throw TypeError("an elementwise function of divided arrays needs one among its operands");
    for (const DistributedArray* one : out) {
        if (one->shape() != shape) throw ValueError("out has another shape than the result");
        if (one->mode() != Mode::replica) throw ValueError("out must be in mode 'replica'");
    }
    const IndexMap map = !out.empty() ? out[0]->index_map() : broadcast_map(*model, shape);
    const auto count = static_cast<std::size_t>(function.nout());

    // All operands are there before anything is written, as `out` may be one of them.
    struct Job {
        int device;
        Region region;
        std::vector<std::optional<ndarray>> operands;
    };
    std::vector<Job> jobs;
    Assembly assembly;
    for (const auto& [device, regions] : map)
        for (const Region& region : regions) {
            Job job{device, region, {}};
            for (const auto& one : plain)
                job.operands.push_back(
                    one ? std::optional(assembly.request(*one, operand_region(region, shape, one->shape()), device))
                        : std::nullopt);
            jobs.push_back(std::move(job));
        }
    assembly.run();
    // Jobs of a device follow each other.
    std::vector<int> devices;
    std::vector<std::size_t> starts;
    std::size_t bytes = 0;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        if (devices.empty() || devices.back() != jobs[j].device) {
            devices.push_back(jobs[j].device);
            starts.push_back(j);
        }
        for (const auto& operand : jobs[j].operands) bytes += operand ? static_cast<std::size_t>(operand->nbytes()) : 0;
    }
    starts.push_back(jobs.size());
    std::vector<std::vector<ndarray>> made(jobs.size(), std::vector<ndarray>(count));
    const auto run = [&](const Job& job, std::vector<ndarray>& outputs) {
        std::vector<Operand> in;
        for (std::size_t i = 0; i < operands.size(); ++i)
            in.push_back(job.operands[i] ? Operand(*job.operands[i]) : Operand(std::get<Scalar>(operands[i])));
        UfuncOptions options;
        options.dtype = dtype;
        options.casting = casting;
        std::vector<ndarray> targets;
        targets.reserve(out.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto& chunks = out[i]->chunks();
            const auto own = chunks.find(job.device);
            const Chunk* chunk = nullptr;
            if (own != chunks.end())
                for (const Chunk& one : own->second)
                    if (one.region == job.region) chunk = &one;
            if (!chunk) throw ValueError("all outputs must be divided in the same way");
            targets.push_back(chunk->data);
            options.out[i] = &targets.back();
        }
        function.call(in, options, outputs.data());
    };
    start_on_each_device(devices, bytes, [&](std::size_t number) {
        for (std::size_t j = starts[number]; j < starts[number + 1]; ++j) run(jobs[j], made[j]);
    });
    ChunkMap none;
    for (const auto& entry : map) none[entry.first];
    std::vector<ChunkMap> results(count, none);
    std::vector<DType> dtypes(count, DType::float64);
    for (std::size_t j = 0; j < jobs.size(); ++j)
        for (std::size_t i = 0; i < count; ++i) {
            dtypes[i] = made[j][i].dtype();
            results[i][jobs[j].device].push_back({jobs[j].region, made[j][i]});
        }
    std::vector<DistributedArray> arrays;
    for (std::size_t i = 0; i < count; ++i) arrays.emplace_back(shape, dtypes[i], std::move(results[i]));
    return arrays;
}

// --------------------------------------------------------------------------------------------------------- products

namespace {

/// Whether two different boxes have elements in common.
bool overlaps_in_part(const DistributedArray& array) {
    std::set<Region> regions;
    for_each(array.chunks(), [&](int, const Chunk& chunk) { regions.insert(chunk.region); });
    for (auto one = regions.begin(); one != regions.end(); ++one)
        for (auto other = std::next(one); other != regions.end(); ++other)
            if (common(*one, *other)) return true;
    return false;
}

/// Whole rows, divided evenly over the devices that an array is on.
IndexMap rows_by_device(const DistributedArray& array) {
    const std::vector<int> devices = array.devices();
    const auto count = static_cast<std::int64_t>(devices.size());
    const std::int64_t rows = array.shape()[array.ndim() - 2];
    IndexMap map;
    for (std::int64_t i = 0; i < count; ++i) {
        Region region = whole_of(array.shape());
        region[region.size() - 2] = {rows * i / count, rows * (i + 1) / count, 1};
        map[devices[static_cast<std::size_t>(i)]] = {region};
    }
    return map;
}

/// A device's share of the product of a block of `a`: so many columns of the result.
struct Share {
    int device;
    const Chunk* x;
    Range columns;
};
using Holders = std::vector<std::pair<int, const Chunk*>>;

/// Who multiplies a block of `a` so that nothing is copied: devices that have it, each by blocks of `b` that it has.
/// Together these are all columns of `b`; no share if there are no such blocks. Of several devices that could, the one
/// with the fewest elements of the result is taken; `loads` counts them.
std::vector<Share> shares_without_copies(const Holders& holders, const DistributedArray& b,
                                         std::map<int, std::int64_t>& loads) {
    const Region& block = holders[0].second->region;
    const std::size_t rows = block.size() - 2;
    std::vector<Share> there;
    for (const auto& [device, x] : holders) {
        const auto own = b.chunks().find(device);
        if (own == b.chunks().end()) continue;
        for (const Chunk& y : own->second) {
            Region partner = block;
            partner[rows] = block.back();
            partner.back() = y.region.back();
            if (y.region == partner && partner.back().step == 1) there.push_back({device, x, partner.back()});
        }
    }
    std::vector<Share> shares;
    std::map<int, std::int64_t> new_loads = loads;
    for (std::int64_t next = 0, width = b.shape()[b.ndim() - 1]; next < width; next = shares.back().columns.stop) {
        const Share* best = nullptr;
        for (const Share& share : there)
            if (share.columns.start == next && share.columns.size() > 0 &&
                (!best || new_loads[share.device] < new_loads[best->device]))
                best = &share;
        if (!best) return {};
        new_loads[best->device] += block[rows].size() * best->columns.size();
        shares.push_back(*best);
    }
    loads = std::move(new_loads);
    return shares;
}

}  // namespace

DistributedArray matmul(const DistributedArray& a, const DistributedArray& b) {
    if (a.ndim() < 2 || b.ndim() != a.ndim())
        throw ValueError(
            "matmul of divided arrays takes two matrices or stacks of them with the same number of "
            "dimensions, not " +
            std::to_string(a.ndim()) + " and " + std::to_string(b.ndim()));
    const int rows = a.ndim() - 2, columns = a.ndim() - 1;
    Shape shape = a.shape();
    for (int axis = 0; axis < rows; ++axis)
        if (a.shape()[axis] != b.shape()[axis]) throw ValueError("matmul: the stacks have different shapes");
    if (a.shape()[columns] != b.shape()[rows])
        throw ValueError("matmul: a has " + std::to_string(a.shape()[columns]) + " columns, and b " +
                         std::to_string(b.shape()[rows]) + " rows");
    shape[columns] = b.shape()[columns];

    // Each element of `a` must count once for each column of `b`. Blocks that overlap in part are cut anew.
    DistributedArray left = a.change_mode(Mode::replica);
    if (overlaps_in_part(left)) left = left.reshard(rows_by_device(left));
    const DistributedArray right = b.change_mode(Mode::replica);
    std::map<Region, Holders> blocks;
    for_each(left.chunks(), [&](int device, const Chunk& x) { blocks[x.region].emplace_back(device, &x); });
    std::map<int, std::int64_t> loads;
    struct Product {
        Region result;
        ndarray x, y;
    };
    std::map<int, std::vector<Product>> products;
    Assembly assembly;
    for (const auto& [region, holders] : blocks) {
        std::vector<Share> shares = shares_without_copies(holders, right, loads);
        if (shares.empty()) shares = {{holders[0].first, holders[0].second, {0, b.shape()[columns], 1}}};
        for (const Share& share : shares) {
            Region partner = region, result = region;
            partner[static_cast<std::size_t>(rows)] = region.back();
            partner.back() = result.back() = share.columns;
            products[share.device].push_back({result, share.x->data, assembly.request(right, partner, share.device)});
        }
    }
    assembly.run();
    std::map<int, std::map<Region, ndarray>> sums;
    std::vector<int> devices;
    for (const auto& [device, unused] : products) {
        devices.push_back(device);
        sums[device];
    }
    start_on_each_device(devices, bytes_of(left) + bytes_of(right), [&](std::size_t number) {
        std::map<Region, ndarray>& own = sums.at(devices[number]);
        for (const Product& one : products.at(devices[number])) {
            const ndarray product = cuprum::matmul(one.x, one.y);
            const auto [entry, is_new] = own.emplace(one.result, product);
            if (!is_new) add(entry->second, product, {.out = {&entry->second}});
        }
    });
    ChunkMap results;
    DType dtype = promote_types(a.dtype(), b.dtype());
    for (auto& [device, blocks] : sums)
        for (auto& [region, data] : blocks) {
            dtype = data.dtype();
            results[device].push_back({region, data});
        }
    return {shape, dtype, std::move(results), Mode::sum};
}

}  // namespace cuprum::distributed
