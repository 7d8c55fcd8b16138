#include "cuprum/linalg.h"

#include <algorithm>
#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/distributed_functions.h"
#include "cuprum/distributed_linalg.h"
#include "cuprum/error.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/scipy/linalg.h"
#include "cuprum/sorting.h"
#include "distributed/region.h"
#include "distributed/transfers.h"
#include "kernel/engine/array/allocation.h"

namespace cuprum::distributed {
namespace {

void check_matrix(const DistributedArray& a, const char* name) {
    if (a.ndim() != 2)
        throw ValueError(std::string(name) + " of a divided array takes a matrix, not an array of shape " +
                         to_string(a.shape()));
}

/// An array on another device.
ndarray on_device(Transfers& transfers, const ndarray& array, int device) {
    if (array.size() && array.device() == device) return array;
    const cuda::DeviceGuard here(device);
    const ndarray there = kernel::new_array(array.shape(), array.dtype());
    transfers.add(array, there);
    return there;
}

ndarray rows_of(const ndarray& a, std::int64_t start, std::int64_t stop) { return a.at({Slice{start, stop, 1}}); }
ndarray columns_of(const ndarray& a, std::int64_t start, std::int64_t stop) {
    return a.at({Slice{}, Slice{start, stop, 1}});
}

}  // namespace

DistributedQR qr(const DistributedArray& a) {
    check_matrix(a, "qr");
    const std::vector<int> devices = a.devices();
    const DistributedArray rows = a.reshard(divided_evenly(a.shape(), 0, devices)).change_mode(Mode::replica);
    const std::size_t p = devices.size();
    std::vector<linalg::QR> own(p);
    // Libraries keep their handles by thread, so a GPU is better asked by this one.
    start_on_each_device(devices, static_cast<std::size_t>(a.size()) * 8,
                         [&](std::size_t i) { own[i] = linalg::qr(rows.chunks().at(devices[i]).front().data); });
    std::vector<std::int64_t> starts(p + 1, 0);
    for (std::size_t i = 0; i < p; ++i) starts[i + 1] = starts[i] + own[i].r.shape()[0];
    ndarray r;
    std::vector<ndarray> turns(p);
    {
        const cuda::DeviceGuard here(devices.front());
        const ndarray stacked = kernel::new_array({starts[p], a.shape()[1]}, own[0].r.dtype());
        Transfers gathering;
        for (std::size_t i = 0; i < p; ++i) gathering.add(own[i].r, rows_of(stacked, starts[i], starts[i + 1]));
        gathering.run();
        const linalg::QR top = linalg::qr(stacked);
        r = top.r;
        Transfers spreading;
        for (std::size_t i = 0; i < p; ++i)
            turns[i] = on_device(spreading, rows_of(top.q, starts[i], starts[i + 1]), devices[i]);
        spreading.run();
    }
    const std::int64_t rank = r.shape()[0];
    ChunkMap q_chunks, r_chunks;
    for (std::size_t i = 0; i < p; ++i) {
        const cuda::DeviceGuard here(devices[i]);
        const Region& region = rows.chunks().at(devices[i]).front().region;
        q_chunks[devices[i]].push_back({{region[0], {0, rank, 1}}, cuprum::matmul(own[i].q, turns[i])});
    }
    r_chunks[devices.front()].push_back({whole_of(r.shape()), r});
    return {DistributedArray({a.shape()[0], rank}, r.dtype(), std::move(q_chunks)),
            DistributedArray(r.shape(), r.dtype(), std::move(r_chunks))};
}

DistributedArray cholesky(const DistributedArray& a, std::int64_t block) {
    check_matrix(a, "cholesky");
    const std::int64_t n = a.shape()[0];
    if (a.shape()[1] != n) throw ValueError("cholesky takes a square matrix, not one of shape " + to_string(a.shape()));
    if (block < 0) throw ValueError("the block of cholesky cannot be negative");
    const std::vector<int> devices = a.devices();
    const auto p = static_cast<std::int64_t>(devices.size());
    // Several blocks a device, so that the last steps keep all devices at work; not so small that products are slow.
    if (block == 0) block = std::clamp<std::int64_t>((n + 8 * p - 1) / (8 * p), std::min<std::int64_t>(n, 256), 2048);
    block = std::max<std::int64_t>(block, 1);
    IndexMap cyclic;
    const std::int64_t count = (n + block - 1) / block;
    for (const int device : devices) cyclic[device];
    const auto start_of = [&](std::int64_t i) { return std::min(i * block, n); };
    const auto device_of = [&](std::int64_t i) { return devices[static_cast<std::size_t>(i % p)]; };
    for (std::int64_t i = 0; i < count; ++i)
        cyclic[device_of(i)].push_back({{start_of(i), start_of(i + 1), 1}, {0, n, 1}});
    DistributedArray work = a.reshard(cyclic);
    const DType dtype = is_complex(a.dtype()) || a.dtype() == DType::float32 ? a.dtype() : DType::float64;
    work = dtype == work.dtype() ? work.copy() : work.astype(dtype);
    std::vector<ndarray> blocks;  // rows of blocks, whose lower part becomes the factor
    for (std::int64_t i = 0; i < count; ++i)
        blocks.push_back(work.chunks().at(device_of(i))[static_cast<std::size_t>(i / p)].data);
    for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t start = start_of(k), stop = start_of(k + 1);
        const ndarray& own = blocks[static_cast<std::size_t>(k)];
        ndarray diagonal;
        {
            const cuda::DeviceGuard here(device_of(k));
            diagonal = linalg::cholesky(columns_of(own, start, stop).copy());
            copy_to(diagonal, columns_of(own, start, stop));
            columns_of(own, stop, n).fill(0);
        }
        if (k + 1 == count) break;
        Transfers spreading;
        std::map<int, ndarray> diagonals;
        for (std::int64_t i = k + 1; i < std::min(count, k + 1 + p); ++i)
            diagonals.emplace(device_of(i), on_device(spreading, diagonal, device_of(i)));
        spreading.run();
        for (std::int64_t i = k + 1; i < count; ++i) {
            const cuda::DeviceGuard here(device_of(i));
            const ndarray column = columns_of(blocks[static_cast<std::size_t>(i)], start, stop);
            // X L^H = B, so L X^H = B^H.
            const ndarray solved = scipy::linalg::solve_triangular(diagonals.at(device_of(i)),
                                                                   conjugate(column).transpose().copy(), 0, true);
            copy_to(conjugate(solved).transpose(), column);
        }
        // The column below the diagonal, on all devices that have rows to update.
        std::map<int, ndarray> panels;
        Transfers exchange;
        for (const auto& [device, unused] : diagonals) {
            const cuda::DeviceGuard here(device);
            const ndarray panel = kernel::new_array({n - stop, stop - start}, dtype);
            for (std::int64_t i = k + 1; i < count; ++i)
                exchange.add(columns_of(blocks[static_cast<std::size_t>(i)], start, stop),
                             rows_of(panel, start_of(i) - stop, start_of(i + 1) - stop));
            panels.emplace(device, panel);
        }
        exchange.run();
        for (std::int64_t i = k + 1; i < count; ++i) {
            const cuda::DeviceGuard here(device_of(i));
            const ndarray& rows = blocks[static_cast<std::size_t>(i)];
            const ndarray rest = columns_of(rows, stop, start_of(i + 1));
            const ndarray others = rows_of(panels.at(device_of(i)), 0, start_of(i + 1) - stop);
            const ndarray product = cuprum::matmul(columns_of(rows, start, stop), conjugate(others).transpose());
            subtract(rest, product, {.out = {&rest}});
        }
    }
    return work.reshard(a.index_map());
}

SparseRows::SparseRows(const scipy::sparse::sparse_matrix& matrix, std::vector<int> devices)
    : rows_(matrix.rows()), columns_(matrix.columns()), devices_(std::move(devices)) {
    if (devices_.empty()) throw ValueError("a divided matrix needs at least one device");
    const auto p = static_cast<std::int64_t>(devices_.size());
    std::vector<std::int64_t> row_starts, column_starts;
    for (std::int64_t k = 0; k <= p; ++k) {
        row_starts.push_back(rows_ * k / p);
        column_starts.push_back(columns_ * k / p);
    }
    const int source = matrix.data().size() ? matrix.data().device() : cuda::Device().id();
    const cuda::DeviceGuard there(source);
    const scipy::sparse::sparse_matrix csr = scipy::sparse::tocsr(matrix);
    std::vector<std::int64_t> bounds(row_starts.size());
    take(csr.indptr(), host::copied(row_starts.data(), p + 1, DType::int64)).astype(DType::int64).get(bounds.data());
    for (std::int64_t k = 0; k < p; ++k) {
        const std::int64_t start = bounds[static_cast<std::size_t>(k)], stop = bounds[static_cast<std::size_t>(k) + 1];
        const std::int64_t first = row_starts[static_cast<std::size_t>(k)],
                           last = row_starts[static_cast<std::size_t>(k) + 1];
        const int device = devices_[static_cast<std::size_t>(k)];
        Transfers moving;
        const cuda::DeviceGuard from(source);
        const ndarray own_pointers = subtract(rows_of(csr.indptr(), first, last + 1), Scalar(start));
        const ndarray data = on_device(moving, rows_of(csr.data(), start, stop), device);
        const ndarray indices = on_device(moving, rows_of(csr.indices(), start, stop), device);
        const ndarray pointers = on_device(moving, own_pointers.astype(csr.indptr().dtype()), device);
        moving.run();
        const cuda::DeviceGuard here(device);
        const ndarray needed = cuprum::unique(indices);
        const ndarray compact = searchsorted(needed, indices).astype(csr.indices().dtype());
        Part part{scipy::sparse::sparse_matrix(scipy::sparse::Format::csr, data, compact, pointers, last - first,
                                               std::max<std::int64_t>(needed.size(), 1)),
                  {},
                  std::vector<std::int64_t>(column_starts.size(), 0)};
        if (needed.size())
            searchsorted(needed, host::copied(column_starts.data(), p + 1, DType::int64).astype(needed.dtype()))
                .astype(DType::int64)
                .get(part.starts.data());
        Transfers asking;
        for (std::int64_t j = 0; j < p; ++j) {
            const auto at = static_cast<std::size_t>(j);
            const cuda::DeviceGuard again(device);
            const ndarray places =
                subtract(rows_of(needed, part.starts[at], part.starts[at + 1]), Scalar(column_starts[at]))
                    .astype(DType::int64);
            part.places.push_back(on_device(asking, places, devices_[at]));
        }
        asking.run();
        parts_.push_back(std::move(part));
    }
}

DistributedArray SparseRows::matvec(const DistributedArray& x) const {
    if (x.ndim() != 1 || x.shape()[0] != columns_)
        throw ValueError("a matrix of " + std::to_string(columns_) +
                         " columns cannot be multiplied by an array of shape " + to_string(x.shape()));
    const DistributedArray even = x.change_mode(Mode::replica).reshard(divided_evenly(x.shape(), 0, devices_));
    const std::size_t p = devices_.size();
    Transfers exchange;
    std::vector<ndarray> vectors;
    for (std::size_t k = 0; k < p; ++k) {
        const Part& part = parts_[k];
        const cuda::DeviceGuard here(devices_[k]);
        const ndarray vector = kernel::filled({part.matrix.columns()}, Scalar(0), x.dtype());
        for (std::size_t j = 0; j < p; ++j) {
            if (!part.places[j].size()) continue;
            const cuda::DeviceGuard there(devices_[j]);
            exchange.add(take(even.chunks().at(devices_[j]).front().data, part.places[j]),
                         rows_of(vector, part.starts[j], part.starts[j + 1]));
        }
        vectors.push_back(vector);
    }
    exchange.run();
    ChunkMap chunks;
    DType dtype = x.dtype();
    std::int64_t start = 0;
    for (std::size_t k = 0; k < p; ++k) {
        const cuda::DeviceGuard here(devices_[k]);
        const ndarray y = scipy::sparse::matmul(parts_[k].matrix, vectors[k]);
        dtype = y.dtype();
        chunks[devices_[k]].push_back({{{start, start + y.size(), 1}}, y});
        start += y.size();
    }
    return {{rows_}, dtype, std::move(chunks)};
}

}  // namespace cuprum::distributed
