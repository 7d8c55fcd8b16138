// Kernels over the rows of a matrix.
#include "scipy/sparse/row_kernels.h"

#include <algorithm>
#include <bit>

#include "cuprum/sparse/sparse_args.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/sizes.h"
#include "runtime/context.h"
#include "runtime/device_traits.h"
#include "runtime/lock_releasing_gil.h"
#include "scipy/sparse/plan.h"

namespace cuprum::scipy::sparse {
namespace {

constexpr std::int64_t min_thread_work = 8192;  // products
constexpr std::int64_t min_staged_length = 8;   // entries of a row: shorter ones are read together by neighbours anyway

enum class Kind : std::uint8_t { vector, staged, matrix, fold };

runtime::FunctionHandle function_of(Kind kind, DType dtype, DType index) {
    static kernel::KernelTable<> functions;
    return functions.function(kernel::KernelKey(kind, dtype, index), [&]() -> kernel::KernelSource {
        static constexpr const char *names[] = {"vector", "staged", "matrix", "fold"},
                                    *macros[] = {"VECTOR", "STAGED", "MATRIX", "FOLD"};
        const int k = static_cast<int>(kind);
        const std::string name =
            std::string("cuprum_sparse_") + names[k] + "_" + info(dtype).name + "_" + info(index).name;
        return {name,
                std::string("#include <cuprum/sparse/sparse.h>\nCUPRUM_SPARSE_") + macros[k] + "(" + name + ", " +
                    kernel::storage_type(dtype) + ", " + kernel::storage_type(index) + ")\n",
                {}};
    });
}

std::int64_t mean_of(const Structure& rows) { return rows.properties().nnz / rows.major + 1; }

/// Whether rows are so short, and so alike, that a block's are best read together.
bool are_staged(const Structure& rows) {
    return rows.major > 0 && reads_rows_together(mean_of(rows), rows.properties().longest, runtime::device_traits());
}

/// How many rows a block takes: as many as their entries fill what it holds, each of which has a thread or more.
runtime::Launch plan_staged(SparseProductArgs& args, std::int64_t mean, std::int64_t itemsize) {
    const std::int64_t held = sparse_staged / itemsize,
                       fitting = std::max<std::int64_t>(held / (mean + mean / 8 + 1), 1);
    args.rows_each =
        static_cast<int>(std::min<std::int64_t>(sparse_block, std::bit_floor(static_cast<std::uint64_t>(fitting))));
    args.lanes = std::min(32, sparse_block / args.rows_each);
    args.rows_each = sparse_block / args.lanes;
    runtime::Launch launch = kernel::plan_items(args.rows, args.rows_each, 1);
    launch.block[0] = sparse_block;
    return launch;
}

/// What all kernels over rows get.
SparseProductArgs args_of(kernel::DataAccess& access, const Structure& rows, const ndarray& data, const ndarray* order,
                          const CachedValuesUse* cached) {
    SparseProductArgs args{};
    args.data = access.read(data);
    args.indices = access.read(rows.indices);
    args.indptr = access.read(rows.indptr);
    args.order = access.read(order);
    if (cached && cached->any()) {
        args.cached = access.update(cached->values());
        args.state = access.read<unsigned long long>(cached->state());
    }
    args.rows = rows.major;
    args.minor = rows.minor;
    return args;
}

}  // namespace

void multiply_rows(const Structure& rows, const ndarray& data, const ndarray* order, const ndarray& x,
                   const ndarray& out, const CachedValuesUse* cached) {
    if (out.size() == 0) return;
    const std::int64_t mean = mean_of(rows);
    const bool vector = x.ndim() == 1, staged = vector && (order || mean > min_staged_length) && are_staged(rows);
    kernel::DataAccess access;
    SparseProductArgs args = args_of(access, rows, data, order, staged ? cached : nullptr);
    args.x = access.read(x);
    args.out = access.write(out);
    args.columns = vector ? 1 : x.shape()[1];
    runtime::Launch launch;
    if (staged) {
        launch = plan_staged(args, mean, std::max<std::int64_t>(data.itemsize(), 4));
    } else if (vector) {
        args.lanes = static_cast<int>(
            std::min<std::int64_t>(32, kernel::power_of_two_above(std::max<std::int64_t>(mean / 2, 1))));
        launch = kernel::plan_items(rows.major * args.lanes, sparse_block, 1);
    } else {
        args.lanes = static_cast<int>(std::min<std::int64_t>(32, kernel::power_of_two_above(args.columns)));
        launch = kernel::plan_items(rows.major, sparse_block / args.lanes, 1);
        launch.block[0] = sparse_block;
        launch.grid[1] = kernel::blocks_for(args.columns, args.lanes * sparse_columns_each);
    }
    launch.items = rows.major;
    launch.grain = kernel::grain_of(min_thread_work, mean * args.columns);
    const Kind kind = staged ? Kind::staged : vector ? Kind::vector : Kind::matrix;
    access.launch(function_of(kind, data.dtype(), rows.indices.dtype()), launch, args);
}

bool fold_rows(const Structure& rows, const ndarray& data, const ndarray* order, Fold how, bool stored,
               const ndarray& out, const CachedValuesUse* cached) {
    const DType dtype = data.dtype();
    if (out.dtype() != dtype || data.itemsize() < 4 || !are_staged(rows)) return false;
    kernel::DataAccess access;
    SparseProductArgs args = args_of(access, rows, data, order, cached);
    args.out = access.write(out);
    args.fold = static_cast<int>(how);
    args.stored = stored;
    runtime::Launch launch = plan_staged(args, mean_of(rows), data.itemsize());
    launch.items = rows.major;
    access.launch(function_of(Kind::fold, dtype, rows.indices.dtype()), launch, args);
    return true;
}

// ----------------------------------------------------------------------------------------------------- cached values

CachedValuesUse::CachedValuesUse(const sparse_matrix& a) : cached_(a.cached()) {
    const std::int64_t nnz = a.properties().nnz;
    if (!caches_values(nnz, a.data().itemsize(), runtime::device_traits()) || runtime::context.capture ||
        !are_staged(*a.structure()->transpose().structure))
        return;
    lock_ = runtime::lock_releasing_gil(cached_->mutex);
    const void* stream = runtime::context.stream;
    if (cached_->uses++ == 0 || (cached_->stream && *cached_->stream != stream)) {
        lock_.unlock();
        return;
    }
    if (!cached_->stream) {
        cached_->values = new_array({nnz}, a.dtype());
        cached_->state = zeros({3}, DType::uint64);
        cached_->stream = stream;
    }
    const bool wide = a.data().itemsize() >= 8;
    kernel::DataAccess access;
    SparseDigestArgs args{};
    args.words = access.read(a.data());
    args.state = access.update<unsigned long long>(cached_->state);
    args.count = nnz * (a.data().itemsize() / (wide ? 8 : 4));
    static kernel::KernelTable<> functions;
    const auto function = functions.function(kernel::KernelKey(wide), [&]() -> kernel::KernelSource {
        const std::string name = wide ? "cuprum_sparse_digest_8" : "cuprum_sparse_digest_4";
        return {name,
                "#include <cuprum/sparse/sparse.h>\nCUPRUM_SPARSE_DIGEST(" + name + ", " +
                    (wide ? "unsigned long long)\n" : "unsigned)\n"),
                {}};
    });
    access.launch(function, kernel::plan_items(args.count, sparse_block, 1, 16), args);
}

void CachedValuesUse::validate() const {
    if (!any()) return;
    static const ElementwiseKernel kernel("raw uint64 now", "raw uint64 state",
                                          "state[1] = now[0]; state[0] = 0; state[2] = 1;",
                                          "cuprum_sparse_validate_digest");
    run(kernel, 1, cached_->state, cached_->state);
}

}  // namespace cuprum::scipy::sparse
