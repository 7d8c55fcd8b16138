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
#include "cuprum/sorting.h"
#include "distributed/factorize.h"
#include "distributed/group_fetch.h"
#include "distributed/region.h"
#include "distributed/transfers.h"
#include "distributed/workers.h"
#include "kernel/engine/array/allocation.h"

namespace cuprum::distributed {
namespace {

void check_matrix(const Shape& shape, const char* name) {
    if (shape.size() != 2)
        throw LinAlgError(std::string(name) + " of a divided array takes a matrix, not an array of shape " +
                          to_string(shape));
}

void check_square(const Shape& shape) {
    check_matrix(shape, "cholesky");
    if (shape[0] != shape[1]) throw LinAlgError("cholesky takes a square matrix, not one of shape " + to_string(shape));
}

std::int64_t plan_of(const GroupArray& a, std::int64_t block, char what) {
    Fingerprint plan;
    plan.add(a.shape());
    plan.add(block);
    plan.add(what);
    return plan.value();
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

}  // namespace

DistributedQR qr(const DistributedArray& a, std::int64_t block) {
    check_matrix(a.shape(), "qr");
    const DType dtype = factor_dtype(a.dtype());
    const std::vector<int> devices = a.devices();
    const std::int64_t n = a.shape()[1], k = std::min(a.shape()[0], n);
    DistributedArray rows = a.change_mode(Mode::replica).reshard(divided_evenly(a.shape(), 0, devices));
    rows = dtype == rows.dtype() ? rows.copy() : rows.astype(dtype);
    std::vector<ndarray> blocks;
    std::vector<std::int64_t> heights;
    for (const int device : devices) {
        blocks.push_back(rows.chunks().at(device).front().data);
        heights.push_back(blocks.back().shape()[0]);
    }
    const auto workers = workers_of(devices);
    const QRFactors found = factorize_qr(*workers, std::move(blocks), heights, n, dtype, block);
    ChunkMap q_chunks, r_chunks;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const Range& place = rows.chunks().at(devices[i]).front().region.front();
        q_chunks[devices[i]].push_back({{place, {0, k, 1}}, found.q[i]});
    }
    for (const RowsOfR& some : found.r)
        r_chunks[devices[static_cast<std::size_t>(some.worker)]].push_back(
            {{{some.start, some.stop, 1}, {0, n, 1}}, some.rows});
    if (r_chunks.empty()) {
        const cuda::DeviceGuard here(devices.front());
        r_chunks[devices.front()].push_back({whole_of({k, n}), kernel::new_array({k, n}, dtype)});
    }
    const DistributedArray r({k, n}, dtype, std::move(r_chunks));
    return {DistributedArray({a.shape()[0], k}, dtype, std::move(q_chunks)),
            r.reshard(IndexMap{{devices.front(), {whole_of(r.shape())}}})};
}

DistributedArray cholesky(const DistributedArray& a, std::int64_t block) {
    check_square(a.shape());
    const DType dtype = factor_dtype(a.dtype());
    const std::vector<int> devices = a.devices();
    const CyclicRows rows(a.shape()[0], block, static_cast<int>(devices.size()));
    IndexMap cyclic;
    for (const int device : devices) cyclic[device];
    const auto device_of = [&](std::int64_t i) { return devices[static_cast<std::size_t>(rows.worker(i))]; };
    for (std::int64_t i = 0; i < rows.count(); ++i)
        cyclic[device_of(i)].push_back({{rows.start(i), rows.start(i + 1), 1}, {0, rows.n, 1}});
    DistributedArray work = a.change_mode(Mode::replica).reshard(cyclic);
    work = dtype == work.dtype() ? work.copy() : work.astype(dtype);
    std::vector<ndarray> blocks;
    for (std::int64_t i = 0; i < rows.count(); ++i)
        blocks.push_back(work.chunks().at(device_of(i))[static_cast<std::size_t>(i / rows.workers)].data);
    const auto workers = workers_of(devices);
    factorize_cholesky(*workers, blocks, rows, dtype);
    return work.reshard(a.index_map());
}

GroupQR qr(const GroupArray& a, std::int64_t block) {
    check_matrix(a.shape(), "qr");
    const DType dtype = factor_dtype(a.dtype());
    const int p = a.group()->size();
    const auto me = static_cast<std::size_t>(a.rank());
    const std::int64_t m = a.shape()[0], n = a.shape()[1], k = std::min(m, n);
    const GroupArray rows = a.change_mode(Mode::replica).reshard(evenly(a.shape(), 0, p));
    std::vector<ndarray> blocks(static_cast<std::size_t>(p));
    std::vector<std::int64_t> heights;
    std::vector<Region> q_regions;
    for (const Region& region : rows.regions()) {
        heights.push_back(region.front().size());
        q_regions.push_back({region.front(), {0, k, 1}});
    }
    blocks[me] = dtype == rows.dtype() ? rows.local().copy('C') : rows.local().astype(dtype);
    const auto workers = workers_of(a.group(), plan_of(a, block, 'q'));
    const QRFactors found = factorize_qr(*workers, std::move(blocks), heights, n, dtype, block);
    Holdings parts{*a.group(), {k, n}, dtype, std::vector<std::vector<Region>>(static_cast<std::size_t>(p)), {}};
    for (const RowsOfR& some : found.r) {
        parts.boxes[static_cast<std::size_t>(some.worker)].push_back({{some.start, some.stop, 1}, {0, n, 1}});
        if (some.worker == a.rank()) parts.own.push_back(some.rows);
    }
    // A small factor is on all ranks, as the result of a reduction is.
    const std::vector<Region> r_regions = k * p <= m
                                              ? std::vector<Region>(static_cast<std::size_t>(p), whole_of(parts.shape))
                                              : evenly(parts.shape, 0, p);
    ndarray r = fetch(parts, r_regions);
    return {{GroupArray::Known{}, a.group(), {m, k}, std::move(q_regions), found.q[me]},
            {GroupArray::Known{}, a.group(), {k, n}, r_regions, std::move(r)}};
}

GroupArray cholesky(const GroupArray& a, std::int64_t block) {
    check_square(a.shape());
    const DType dtype = factor_dtype(a.dtype());
    const int p = a.group()->size();
    const CyclicRows rows(a.shape()[0], block, p);
    std::vector<std::vector<Region>> boxes(static_cast<std::size_t>(p));
    for (std::int64_t i = 0; i < rows.count(); ++i)
        boxes[static_cast<std::size_t>(rows.worker(i))].push_back(
            {{rows.start(i), rows.start(i + 1), 1}, {0, rows.n, 1}});
    std::vector<ndarray> own = Fetch(a.change_mode(Mode::replica), boxes).finish();
    std::vector<ndarray> blocks(static_cast<std::size_t>(rows.count()));
    for (std::size_t i = 0; i < own.size(); ++i) {
        own[i] = dtype == a.dtype() ? own[i].copy('C') : own[i].astype(dtype);
        blocks[i * static_cast<std::size_t>(p) + static_cast<std::size_t>(a.rank())] = own[i];
    }
    const auto workers = workers_of(a.group(), plan_of(a, block, 'c'));
    factorize_cholesky(*workers, blocks, rows, dtype);
    ndarray local = fetch(Holdings{*a.group(), a.shape(), dtype, std::move(boxes), std::move(own)}, a.regions());
    if (!local.is_contiguous()) local = local.copy();
    return {GroupArray::Known{}, a.group(), a.shape(), a.regions(), std::move(local)};
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
