// Fourier transforms of divided arrays: axes that no box divides at once, the others after a transposition.
//
// A large array is transformed and transposed in slabs: a slab travels while the devices transform the next one.
//
//     transform   | slab 0 | slab 1 | slab 2 |
//     transfers            | slab 0 | slab 1 | slab 2 |
#include "distributed/fourier.h"

#include <cmath>

#include "cuprum/cuda.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/error.h"
#include "distributed/region.h"
#include "distributed/transfers.h"
#include "kernel/engine/array/allocation.h"

namespace cuprum::distributed {

const ElementwiseKernel& twiddles() {
    static const ElementwiseKernel kernel(
        "T x, int64 first_row, int64 first_column, int64 columns, int64 count, float64 sign", "T y",
        R"(
        const long long row = first_row + i / columns, column = first_column + i % columns;
        const double turn = sign * (double)(row * column % count) / (double)count;
        y = x * T(cospi(turn), sinpi(turn));)",
        "cuprum_distributed_twiddles");
    return kernel;
}

std::int64_t factor_of(std::int64_t n) {
    for (auto d = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n))) + 1; d > 1; --d)
        if (n % d == 0 && d < n) return d;
    return 1;
}

std::int64_t slabs_of_transform(std::int64_t size, DType dtype, std::int64_t p) {
    const bool is_single = dtype == DType::complex64 || (is_floating(dtype) && itemsize(dtype) <= 4);
    return slab_count(size * (is_single ? 8 : 16), p);
}

Dims axes_of_transform(const Axes& given, int ndim) {
    Dims axes;
    if (given) {
        axes = normalize_axes(*given, ndim);
    } else {
        for (int axis = 0; axis < ndim; ++axis) axes.push_back(axis);
    }
    if (axes.size() == 0) throw ValueError("a Fourier transform needs at least one axis");
    return axes;
}

namespace {

using cuprum::fft::Norm;

ndarray transform(const ndarray& a, const Dims& axes, Norm norm, bool inverse) {
    return inverse ? cuprum::fft::ifftn(a, {}, axes, norm) : cuprum::fft::fftn(a, {}, axes, norm);
}

/// Rows of a matrix of which an array of one axis is made, as an array of two axes: the same memory.
DistributedArray as_matrix(const DistributedArray& line, std::int64_t rows, std::int64_t columns) {
    std::vector<int> devices = line.devices();
    IndexMap map;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const auto part = [&](std::size_t k) {
            return rows * static_cast<std::int64_t>(k) / static_cast<std::int64_t>(devices.size()) * columns;
        };
        map[devices[i]] = {{{part(i), part(i + 1), 1}}};
    }
    const DistributedArray even = line.reshard(map);
    ChunkMap chunks;
    for (const auto& [device, some] : even.chunks())
        for (const Chunk& chunk : some) {
            const Range& range = chunk.region.front();
            chunks[device].push_back({{{range.start / columns, range.stop / columns, 1}, {0, columns, 1}},
                                      chunk.data.reshape({range.size() / columns, columns})});
        }
    return {{rows, columns}, line.dtype(), std::move(chunks)};
}

DistributedArray as_line(const DistributedArray& matrix) {
    ChunkMap chunks;
    const std::int64_t columns = matrix.shape()[1];
    for (const auto& [device, some] : matrix.chunks()) {
        const cuda::DeviceGuard here(device);  // a transposed chunk is copied
        for (const Chunk& chunk : some) {
            const Range& rows = chunk.region.front();
            chunks[device].push_back({{{rows.start * columns, rows.stop * columns, 1}}, chunk.data.ravel()});
        }
    }
    return {{matrix.size()}, matrix.dtype(), std::move(chunks)};
}

DistributedArray transposed(const DistributedArray& matrix) {
    ChunkMap chunks;
    for (const auto& [device, some] : matrix.chunks())
        for (const Chunk& chunk : some)
            chunks[device].push_back({{chunk.region[1], chunk.region[0]}, chunk.data.transpose()});
    return {{matrix.shape()[1], matrix.shape()[0]}, matrix.dtype(), std::move(chunks)};
}

/// A function of slabs of chunks, across `axis`, whose results go to other boxes. `a` has each element in one chunk.
DistributedArray moved(const DistributedArray& a, const IndexMap& map, int axis,
                       const std::function<ndarray(const Chunk&)>& function) {
    const std::vector<int> devices = a.devices();
    const auto along = static_cast<std::size_t>(axis);
    const std::int64_t slabs = slabs_of_transform(a.size(), a.dtype(), static_cast<std::int64_t>(devices.size()));
    std::vector<int> all = devices;
    for (const auto& entry : map)
        if (!a.chunks().contains(entry.first)) all.push_back(entry.first);
    std::optional<TransfersBeside> beside;
    if (slabs > 1) beside.emplace(all);
    ChunkMap moved;
    std::optional<DType> dtype;
    for (std::int64_t slab = 0; slab < slabs; ++slab) {
        std::vector<Chunk> done;
        for (const auto& [device, chunks] : a.chunks()) {
            const cuda::DeviceGuard here(device);
            for (const Chunk& chunk : chunks) {
                Region region = chunk.region;
                const Range& whole = chunk.region[along];
                const std::int64_t n = whole.size(), first = n * slab / slabs, last = n * (slab + 1) / slabs;
                if (first == last && slabs > 1) continue;
                region[along] =
                    normalized({whole.start + first * whole.step, whole.start + last * whole.step, whole.step});
                done.push_back({region, function({region, box_of(chunk.data, region, chunk.region)})});
                dtype = done.back().data.dtype();
            }
        }
        if (moved.empty() && dtype)
            for (const auto& [device, regions] : map) {
                const cuda::DeviceGuard here(device);
                moved[device];
                for (const Region& region : regions)
                    moved[device].push_back({region, kernel::new_array(shape_of(region), *dtype)});
            }
        Transfers transfers;
        for (const Chunk& part : done)
            for (const auto& [device, targets] : moved)
                for (const Chunk& target : targets)
                    if (const auto shared = common(part.region, target.region))
                        transfers.add(box_of(part.data, *shared, part.region),
                                      box_of(target.data, *shared, target.region));
        if (slabs == 1) transfers.run();
        else beside->start(transfers);
    }
    if (beside) beside->finish();
    return {a.shape(), dtype.value_or(a.dtype()), std::move(moved)};
}

/// x[j1 n2 + j2] as a matrix of n1 rows: X[k1 + k2 n1] = sum_j2 w^(j2 k1) [sum_j1 x w_n1^(j1 k1)] w_n2^(j2 k2).
DistributedArray transform_line(const DistributedArray& a, Norm norm, bool inverse, bool in_place_boxes) {
    const std::int64_t n = a.size(), n1 = factor_of(n), n2 = n ? n / n1 : 0;
    if (a.devices().size() == 1 || n1 == 1) {
        const DistributedArray whole = a.reshard({{a.devices().front(), {whole_of(a.shape())}}});
        const DistributedArray done =
            map_chunks(whole, [&](const ndarray& line) { return transform(line, {0}, norm, inverse); });
        return in_place_boxes ? done.reshard(a.index_map()) : done;
    }
    const DistributedArray matrix = as_matrix(a, n1, n2);
    const DistributedArray columns = matrix.reshard(divided_evenly(matrix.shape(), 1, matrix.devices()));
    const DistributedArray rows =
        moved(columns, divided_evenly(columns.shape(), 0, columns.devices()), 1, [&](const Chunk& chunk) {
            const ndarray part = transform(chunk.data, {0}, norm, inverse);
            return part.size() ? twiddles()(part, std::int64_t{0}, chunk.region[1].start, chunk.region[1].size(), n,
                                            inverse ? 2.0 : -2.0)
                               : part;
        });
    const DistributedArray turned =
        moved(rows, divided_evenly(rows.shape(), 1, rows.devices()), 0,
              [&](const Chunk& chunk) { return transform(chunk.data, {1}, norm, inverse); });
    const DistributedArray natural = transposed(turned);  // n2 rows of n1
    const DistributedArray line = as_line(natural);
    return in_place_boxes ? line.reshard(a.index_map()) : line;
}

DistributedArray transform_axes(const DistributedArray& a, const Axes& given, Norm norm, bool inverse,
                                bool in_place_boxes) {
    Dims axes = axes_of_transform(given, a.ndim());
    DistributedArray plain = each_once(a);
    if (a.ndim() == 1) {
        const DistributedArray line = transform_line(plain, norm, inverse, in_place_boxes);
        return in_place_boxes ? line.reshard(a.index_map()) : line;
    }
    Dims whole, divided;
    for (const std::int64_t axis : axes) {
        bool is_whole = true;
        for (const auto& [device, chunks] : plain.chunks())
            for (const Chunk& chunk : chunks)
                is_whole = is_whole && chunk.region[static_cast<std::size_t>(axis)] ==
                                           Range{0, a.shape()[static_cast<int>(axis)], 1};
        (is_whole ? whole : divided).push_back(axis);
    }
    // Where all axes are divided, one of them becomes whole first.
    if (whole.size() == 0) {
        const std::int64_t first[] = {divided[divided.size() - 1]};
        plain = whole_along(plain, first);
        const DistributedArray done = transform_axes(plain, axes, norm, inverse, false);
        return in_place_boxes ? done.reshard(a.index_map()) : done;
    }
    const auto along = [&](const Dims& some) {
        return [&, some](const ndarray& part) { return transform(part, some, norm, inverse); };
    };
    DistributedArray done = plain;
    if (divided.size()) {
        const std::vector<std::int64_t> rest(divided.begin(), divided.end());
        const auto first = along(whole);
        done = moved(plain, map_whole_along(plain, rest), static_cast<int>(divided[0]),
                     [&](const Chunk& chunk) { return first(chunk.data); });
        done = map_chunks(done, along(divided));
    } else {
        done = map_chunks(plain, along(whole));
    }
    return in_place_boxes ? done.reshard(a.index_map()) : done;
}

}  // namespace

DistributedArray fft(const DistributedArray& a, std::int64_t axis, Norm norm, bool in_place_boxes) {
    return transform_axes(a, Axes(axis), norm, false, in_place_boxes);
}
DistributedArray ifft(const DistributedArray& a, std::int64_t axis, Norm norm, bool in_place_boxes) {
    return transform_axes(a, Axes(axis), norm, true, in_place_boxes);
}
DistributedArray fftn(const DistributedArray& a, const Axes& axes, Norm norm, bool in_place_boxes) {
    return transform_axes(a, axes, norm, false, in_place_boxes);
}
DistributedArray ifftn(const DistributedArray& a, const Axes& axes, Norm norm, bool in_place_boxes) {
    return transform_axes(a, axes, norm, true, in_place_boxes);
}

}  // namespace cuprum::distributed
