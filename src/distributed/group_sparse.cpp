// Sparse matrices whose rows are divided over the processes of a group, for products with vectors.
#include <algorithm>
#include <numeric>
#include <utility>

#include "cuprum/cuda.h"
#include "cuprum/distributed_linalg.h"
#include "cuprum/error.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/sorting.h"
#include "distributed/group_fetch.h"
#include "kernel/engine/array/allocation.h"

namespace cuprum::distributed {
namespace {

ndarray between(const ndarray& a, std::int64_t start, std::int64_t stop) { return a.at({Slice{start, stop, 1}}); }

/// The values of int64 elements at some places.
std::vector<std::int64_t> read_at(const ndarray& a, const std::vector<std::int64_t>& places) {
    const auto count = static_cast<std::int64_t>(places.size());
    std::vector<std::int64_t> found(places.size());
    take(a, host::copied(places.data(), count, DType::int64)).astype(DType::int64).get(found.data());
    return found;
}

std::int64_t share(std::int64_t length, std::int64_t i, std::int64_t ranks) { return length * i / ranks; }

}  // namespace

GroupSparseRows::GroupSparseRows(std::shared_ptr<ProcessGroup> group, std::int64_t columns)
    : group_(std::move(group)), columns_(columns) {
    if (!group_) throw ValueError("a matrix of a group needs the group");
}

GroupSparseRows::GroupSparseRows(std::shared_ptr<ProcessGroup> group, const scipy::sparse::sparse_matrix& matrix)
    : GroupSparseRows(std::move(group), matrix.columns()) {
    const std::int64_t p = group_->size(), me = group_->rank(), rows = matrix.rows();
    for (std::int64_t k = 0; k <= p; ++k) starts_.push_back(share(rows, k, p));
    const std::int64_t first = share(rows, me, p), last = share(rows, me + 1, p);
    const scipy::sparse::sparse_matrix csr = scipy::sparse::tocsr(matrix);
    const std::vector<std::int64_t> bounds = read_at(csr.indptr(), {first, last});
    const ndarray pointers =
        subtract(between(csr.indptr(), first, last + 1), Scalar(bounds[0])).astype(csr.indptr().dtype());
    keep(scipy::sparse::sparse_matrix(scipy::sparse::Format::csr, between(csr.data(), bounds[0], bounds[1]).copy(),
                                      between(csr.indices(), bounds[0], bounds[1]).copy(), pointers, last - first,
                                      columns_));
}

GroupSparseRows GroupSparseRows::from_local(std::shared_ptr<ProcessGroup> group,
                                            const scipy::sparse::sparse_matrix& own) {
    GroupSparseRows found(std::move(group), own.columns());
    const std::vector<std::int64_t> all = numbers_of_all(*found.group_, {own.rows(), own.columns()});
    found.starts_.push_back(0);
    for (std::size_t k = 0; k < all.size(); k += 2) {
        found.starts_.push_back(found.starts_.back() + all[k]);
        if (all[k + 1] != all[1])
            throw ValueError("rank 0 has rows of " + std::to_string(all[1]) + " columns, and rank " +
                             std::to_string(k / 2) + " of " + std::to_string(all[k + 1]));
    }
    found.keep(scipy::sparse::tocsr(own));
    return found;
}

void GroupSparseRows::keep(const scipy::sparse::sparse_matrix& own) {
    const int p = group_->size(), me = group_->rank();
    const ndarray needed = cuprum::unique(own.indices());
    const ndarray compact = searchsorted(needed, own.indices()).astype(own.indices().dtype());
    matrix_ = scipy::sparse::sparse_matrix(scipy::sparse::Format::csr, own.data(), compact, own.indptr(), own.rows(),
                                           std::max<std::int64_t>(needed.size(), 1));
    std::vector<std::int64_t> columns;
    for (std::int64_t k = 0; k <= p; ++k) columns.push_back(share(columns_, k, p));
    needed_.assign(columns.size(), 0);
    if (needed.size())
        searchsorted(needed, host::copied(columns.data(), p + 1, DType::int64).astype(needed.dtype()))
            .astype(DType::int64)
            .get(needed_.data());
    // Each rank tells the others which of their elements it needs.
    Fingerprint shape;
    shape.add(columns_);
    for (const std::int64_t start : starts_) shape.add(start);
    plan_ = shape.value();
    std::vector<std::int64_t> counts;
    for (std::size_t k = 0; k < static_cast<std::size_t>(p); ++k) counts.push_back(needed_[k + 1] - needed_[k]);
    const std::vector<std::int64_t> all = numbers_of_all(*group_, counts);  // [who needs][of whom]
    const ndarray nothing = kernel::new_array({0}, DType::int64);
    std::vector<ndarray> asked(static_cast<std::size_t>(p), nothing);
    places_.assign(static_cast<std::size_t>(p), nothing);
    for (int other = 0; other < p; ++other) {
        const auto k = static_cast<std::size_t>(other);
        if (counts[k])
            asked[k] = subtract(between(needed, needed_[k], needed_[k + 1]), Scalar(columns[k])).astype(DType::int64);
        places_[k] = kernel::new_array({all[static_cast<std::size_t>(other * p + me)]}, DType::int64);
    }
    group_->exchange(asked, places_, plan_);
}

GroupArray GroupSparseRows::matvec(const GroupArray& x) const {
    if (x.ndim() != 1 || x.shape()[0] != columns_)
        throw ValueError("a matrix of " + std::to_string(columns_) +
                         " columns cannot be multiplied by an array of shape " + to_string(x.shape()));
    if (x.group() != group_) throw ValueError("the matrix and the vector belong to two groups");
    const int p = group_->size();
    const GroupArray even = x.change_mode(Mode::replica).reshard(evenly(x.shape(), 0, p));
    const ndarray vector = kernel::filled({matrix_.columns()}, Scalar(0), x.dtype());
    std::vector<ndarray> in, out;
    for (std::size_t k = 0; k < static_cast<std::size_t>(p); ++k) {
        in.push_back(places_[k].size() ? take(even.local(), places_[k]) : kernel::new_array({0}, x.dtype()));
        out.push_back(between(vector, needed_[k], needed_[k + 1]));
    }
    group_->exchange(in, out, plan_);
    std::vector<Region> regions;
    for (std::size_t k = 0; k < static_cast<std::size_t>(p); ++k) regions.push_back({{starts_[k], starts_[k + 1], 1}});
    return {GroupArray::Known{}, group_, {rows()}, std::move(regions), scipy::sparse::matmul(matrix_, vector)};
}

}  // namespace cuprum::distributed
