// Triangular equations, and norms.
#include "scipy/sparse/triangular.h"

#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/linalg.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/sparse/triangle_args.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/engine/placement.h"
#include "kernel/graph/expression.h"
#include "kernel/plan/sizes.h"
#include "runtime/device_traits.h"
#include "scipy/sparse/common.h"
#include "scipy/sparse/krylov.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

/// The chunks of numbers as integers of their size.
ndarray words_of(const ndarray& x) {
    const std::int64_t part = itemsize(real_dtype(x.dtype()));
    return x.reshape({-1}).view(part == 4 ? DType::int32 : DType::int64);
}

}  // namespace

ndarray solve_triangle(const sparse_matrix& rows, const ndarray& b, bool lower, bool unit, bool check) {
    const std::int64_t count = rows.rows();
    const DType dtype = rows.dtype(), index = rows.indices().dtype();
    const ndarray x = new_array(b.shape(), dtype);
    if (x.size() == 0) return x;
    rows.properties();
    const std::int64_t columns = x.size() / count;
    const bool blocks = runtime::device_traits().thread_blocks;
    if (blocks) words_of(x).fill(Scalar(std::int64_t{-1}));  // nothing is known yet
    const ndarray state = zeros({columns + 1}, DType::int32);
    kernel::DataAccess access;
    SparseTriangleArgs args{};
    args.data = access.read(rows.data());
    args.indices = access.read(rows.indices());
    args.indptr = access.read(rows.indptr());
    args.b = access.read(b);
    args.x = access.update(x);
    args.state = access.update<unsigned>(state);
    args.rows = count;
    args.columns = columns;
    args.lower = lower;
    args.unit = unit;
    static kernel::KernelTable<> functions;
    const auto function = functions.function(kernel::KernelKey(dtype, index), [&]() -> kernel::KernelSource {
        const std::string name = std::string("cuprum_sparse_triangle_") + info(dtype).name + "_" + info(index).name;
        return {name,
                "#include <cuprum/sparse/triangle.h>\nCUPRUM_SPARSE_TRIANGLE(" + name + ", " +
                    kernel::storage_type(dtype) + ", " + kernel::storage_type(index) + ")\n",
                {}};
    });
    const std::int64_t threads = sparse_triangle_side * sparse_triangle_warps(itemsize(dtype));
    runtime::Launch launch = kernel::plan_blocks(kernel::blocks_for(count, threads) * columns, threads, 1);
    launch.items = launch.grain = 1;
    access.launch(function, launch, args);
    if (check && state.with_layout({}, {}).item().to_int()) throw LinAlgError("A is singular: zero entry on diagonal.");
    return x;
}

ndarray solve_triangular(const sparse_matrix& a, const ndarray& b, bool lower, bool unit_diagonal) {
    const kernel::Placement here(a, b);
    if (a.rows() != a.columns())
        throw ValueError("A must be a square matrix but its shape is " + cuprum::to_string(a.shape()) + ".");
    if (b.ndim() != 1 && b.ndim() != 2)
        throw ValueError("b must have 1 or 2 dims but its shape is " + cuprum::to_string(b.shape()) + ".");
    if (b.shape()[0] != a.rows())
        throw ValueError(
            "The size of the dimensions of A must be equal to the size of the first dimension of b but the shape of "
            "A is " +
            cuprum::to_string(a.shape()) + " and the shape of b is " + cuprum::to_string(b.shape()) + ".");
    const DType common = promote_types(a.dtype(), b.dtype()),
                dtype = inexact_dtype(common) == DType::float16 ? DType::float32 : inexact_dtype(common);
    const sparse_matrix rows = to_format(a, Format::csr).astype(dtype, false);
    return solve_triangle(rows, as(b, dtype), lower, unit_diagonal, true);
}

namespace {

/// "fro", a number or an infinity; the sum of squares, of rows, of columns.
ndarray norm_of_entries(const sparse_matrix& a, std::string_view kind, double order, std::optional<int> axis) {
    const sparse_matrix from = sum_duplicates(compressed(a));
    const ndarray stored = entries(from.data(), from.nnz());
    const auto absolute_matrix = [&] { return sparse_matrix(from.format(), absolute(stored), from.structure()); };
    if (kind == "fro") {
        if (!axis) return cuprum::linalg::norm(stored);
        const ndarray sizes = absolute(stored);
        return sqrt(fold(sparse_matrix(from.format(), sizes * sizes, from.structure()), Fold::sum, axis));
    }
    if (axis) {  // of vectors
        if (std::isinf(order)) return fold(absolute_matrix(), order > 0 ? Fold::max : Fold::min, axis);
        if (order == 0) return counts(from, *axis, true);
        const ndarray sizes = absolute(stored);
        if (order == 1) return fold(absolute_matrix(), Fold::sum, axis);
        const ndarray powers = cuprum::power(sizes, Scalar(order));
        return cuprum::power(fold(sparse_matrix(from.format(), powers, from.structure()), Fold::sum, axis),
                             Scalar(1 / order));
    }
    const int along = std::isinf(order) ? 1 : 0;
    const ndarray sums = fold(absolute_matrix(), Fold::sum, along);
    return order > 0 ? cuprum::max(sums) : cuprum::min(sums);
}

ndarray extreme_singular_value(const sparse_matrix& x, bool largest) {
    if (largest && std::min(x.rows(), x.columns()) >= 8)
        return svds(x.astype(floating_dtype(x.dtype()), false), 1, {.return_singular_vectors = false}).s.at({0});
    const ndarray values = cuprum::linalg::svd(toarray(x), false).s;
    return values.at({largest ? 0 : -1});
}

using NormKind = cuprum::linalg::NormOrder::Kind;

}  // namespace

ndarray norm(const sparse_matrix& x, const cuprum::linalg::NormOrder& ord, const Axes& axis) {
    const kernel::Placement here(x);
    sparse_matrix a = is_inexact(x.dtype()) ? x : x.astype(DType::float64);
    std::optional<int> along;
    if (axis) {
        if (axis->size() > 2) throw ValueError("Improper number of dimensions to norm.");
        Dims axes;
        for (const std::int64_t one : *axis) {
            if (one < -2 || one > 1) throw ValueError("axis out of range");
            axes.push_back((one + 2) % 2);
        }
        if (axes.size() == 2 && axes[0] == axes[1]) throw ValueError("duplicate value in 'axis'");
        if (axes.size() == 2 && axes[0] == 1) a = a.transpose();
        if (axes.size() == 1) along = static_cast<int>(axes[0]);
    }
    if (along) {
        if (ord.kind == NormKind::usual || (ord.kind == NormKind::number && ord.number == 2))
            return norm_of_entries(a, "fro", 2, along);
        if (ord.kind != NormKind::number) throw ValueError("Invalid norm order.");
        return norm_of_entries(a, "", ord.number, along);
    }
    if (ord.kind == NormKind::usual || ord.kind == NormKind::frobenius) return norm_of_entries(a, "fro", 2, along);
    if (ord.kind == NormKind::number) {
        if (std::abs(ord.number) == 2) return extreme_singular_value(a, ord.number > 0);
        if (std::abs(ord.number) == 1 || std::isinf(ord.number)) return norm_of_entries(a, "", ord.number, along);
    }
    throw ValueError("Invalid norm order for matrices.");
}

ndarray norm(const sparse_tensor& x, const cuprum::linalg::NormOrder& ord, const Axes& axis) {
    const kernel::Placement here(x);
    const sparse_tensor a = (is_inexact(x.dtype()) ? x : x.astype(DType::float64)).sum_duplicates();
    if (!axis && (ord.kind == NormKind::usual || ord.kind == NormKind::frobenius))
        return norm_of_entries(a.in_rows(std::max<std::int64_t>(a.size(), 1)), "fro", 2, {});
    if (a.ndim() != 1 || (axis && !(*axis == Dims{0} || *axis == Dims{-1})))
        throw ValueError("Invalid axis for the norm of an array of shape " + cuprum::to_string(x.shape()));
    return norm(a.reshape({1, a.size()}).matrix(1), ord, Dims{1});
}

}  // namespace cuprum::scipy::sparse::linalg
