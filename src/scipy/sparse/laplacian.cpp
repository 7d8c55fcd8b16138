// Laplacians of graphs, sparse and dense.
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/host_graph.h"

namespace cuprum::scipy::sparse::csgraph {
namespace {

/// The dtype in which a Laplacian is computed, and that of the result.
std::pair<DType, DType> laplacian_dtypes(const Shape& shape, DType dtype, const LaplacianOptions& options) {
    if (shape.size() != 2 || shape[0] != shape[1])
        throw ValueError("csgraph must be a square matrix or array, found shape " + cuprum::to_string(shape));
    const char kind_of = kind(dtype);
    const bool whole = !is_inexact(dtype);
    const DType inner = (options.normed && whole) || (!options.dtype && kind_of == 'u') ? DType::float64 : dtype;
    return {inner, options.dtype.value_or(inner)};
}

/// What the diagonal is divided by, and what stands there.
struct Degrees {
    ndarray roots, scale, diagonal;
    Degrees(const ndarray& degrees, bool normed) : roots(degrees), diagonal(degrees) {
        if (!normed) return;
        const ndarray alone = equal(degrees, 0);
        roots = where(alone, 1, cuprum::sqrt(degrees));
        scale = cuprum::divide(1, roots);
        diagonal = subtract(1, alone.astype(roots.dtype()));
    }
};

DType sum_dtype(DType dtype) { return is_inexact(dtype) ? dtype : kind(dtype) == 'u' ? DType::uint64 : DType::int64; }

}  // namespace

std::pair<sparse_matrix, ndarray> laplacian(const sparse_matrix& graph, const LaplacianOptions& options) {
    const kernel::Placement here(graph);
    const auto [inner, dtype] = laplacian_dtypes(graph.shape(), graph.dtype(), options);
    sparse_matrix rows = to_format(graph, Format::csr).astype(inner, false);
    if (options.symmetrized) {
        sparse_matrix back = to_format(rows.transpose(), Format::csr);
        if (is_complex(inner)) back = back.with_data(conj(back.data()));
        rows = binary(rows, back, Binary::add);
    }
    const Degrees degrees(
        subtract(fold(rows, Fold::sum, options.use_out_degree ? 1 : 0, sum_dtype(inner)).reshape({-1}), diagonal(rows)),
        options.normed);
    sparse_matrix made = rows.with_data(negative(rows.data()));
    if (options.normed)
        made = to_format(
            multiply_dense(multiply_dense(made, degrees.scale.reshape({-1, 1})), degrees.scale.reshape({1, -1})),
            Format::csr);
    const ndarray nodes = arange(0, graph.rows(), 1, DType::int64);
    made = with_elements(made, nodes, nodes, as(degrees.diagonal, made.dtype()));
    return {to_format(made, Format::coo).astype(dtype, false), as(degrees.roots, dtype)};
}

std::pair<ndarray, ndarray> laplacian(const ndarray& graph, const LaplacianOptions& options) {
    const kernel::Placement here(graph);
    const auto [inner, dtype] = laplacian_dtypes(graph.shape(), graph.dtype(), options);
    ndarray edges = graph.astype(inner, 'K', Casting::unsafe, false);
    if (options.symmetrized) edges = add(edges, is_complex(inner) ? conj(edges).T() : edges.T());
    const Degrees degrees(
        subtract(cuprum::sum(edges, {.axis = Dims{options.use_out_degree ? 1 : 0}}), edges.diagonal()), options.normed);
    ndarray made = negative(edges);
    if (options.normed) made = cuprum::multiply(cuprum::multiply(made, degrees.scale.reshape({-1, 1})), degrees.scale);
    if (made.size()) made.diagonal().assign({Slice{}}, degrees.diagonal.astype(made.dtype()));
    return {made.astype(dtype, 'K', Casting::unsafe, false), degrees.roots.astype(dtype)};
}

}  // namespace cuprum::scipy::sparse::csgraph
