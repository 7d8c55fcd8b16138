// Fourier transforms of divided arrays: axes that no box divides at once, the others after a transposition.
#include "distributed/fourier.h"

#include <cmath>

#include "cuprum/cuda.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/error.h"
#include "distributed/region.h"
#include "distributed/transfers.h"

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
    for (const auto& [device, some] : matrix.chunks())
        for (const Chunk& chunk : some) {
            const Range& rows = chunk.region.front();
            chunks[device].push_back({{{rows.start * columns, rows.stop * columns, 1}}, chunk.data.ravel()});
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
    ChunkMap turned;
    for (const auto& [device, some] : columns.chunks())
        for (const Chunk& chunk : some) {
            const cuda::DeviceGuard here(device);
            ndarray part = transform(chunk.data, {0}, norm, inverse);
            if (part.size())
                part = twiddles()(part, std::int64_t{0}, chunk.region[1].start, chunk.region[1].size(), n,
                                  inverse ? 2.0 : -2.0);
            turned[device].push_back({chunk.region, part});
        }
    const DType dtype = turned.begin()->second.front().data.dtype();
    const DistributedArray halfway({n1, n2}, dtype, std::move(turned));
    const DistributedArray rows = halfway.reshard(divided_evenly(halfway.shape(), 0, halfway.devices()));
    const DistributedArray done =
        map_chunks(rows, [&](const ndarray& part) { return transform(part, {1}, norm, inverse); });
    const DistributedArray natural = transposed(done);  // n2 rows of n1
    const DistributedArray line = as_line(natural.reshard(divided_evenly(natural.shape(), 0, natural.devices())));
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
    DistributedArray done =
        map_chunks(plain, [&](const ndarray& part) { return transform(part, whole, norm, inverse); });
    if (divided.size()) {
        const std::vector<std::int64_t> rest(divided.begin(), divided.end());
        done = map_chunks(whole_along(done, rest),
                          [&](const ndarray& part) { return transform(part, divided, norm, inverse); });
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
