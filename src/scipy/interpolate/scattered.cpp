// Between scattered points: planes and cubic patches over triangles, and the nearest point.
#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate_scattered.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/interpolate/common.h"

namespace cuprum::scipy::interpolate {
namespace {

void check_points(const ndarray& points) {
    if (points.ndim() != 2) throw ValueError("invalid shape for input data points");
    if (points.shape()[1] < 2) throw ValueError("input data must be at least 2-D");
}

Scalar checked_fill(const Scalar& fill, const ndarray& values) {
    if (is_complex(fill.dtype()) && !is_complex(values.dtype()))
        throw TypeError("the fill value of real values must be a real number, found a complex one");
    return fill;
}

}  // namespace

ScatteredInterpolator::ScatteredInterpolator(const ndarray& given, const ndarray& data, bool scales) : rescale(scales) {
    const kernel::Placement here(given, data);
    check_points(given);
    points = contiguous_places(given);
    const std::int64_t n = points.shape()[0];
    if (data.ndim() == 0 || data.shape()[0] != n) throw ValueError("different number of values and points");
    shape = axes_from(data, 1);
    rows = contiguous(data, computing_dtype(data.dtype())).reshape({n, columns_from(data, 1)});
    if (!rescale) return;
    const ReduceOptions down{.axis = Dims{0}};
    offset = mean(points, down);
    const ndarray extent = subtract(max(points, down), min(points, down));
    scale = where(greater(extent, 0), extent, 1.0);
}

ndarray ScatteredInterpolator::scaled(const ndarray& places) const {
    const kernel::Placement here(places, points);
    if (places.ndim() == 0 || places.shape()[places.ndim() - 1] != points.shape()[1])
        throw ValueError("number of dimensions in xi does not match x");
    const ndarray at = contiguous_places(places);
    return rescale ? contiguous(divide(subtract(at, offset), scale), DType::float64) : at;
}

TriangleInterpolator::TriangleInterpolator(const TrianglePoints& given, const ndarray& data, const Scalar& fill,
                                           bool scales)
    : ScatteredInterpolator(given.points, data, scales), tri(given.tri), values(rows) {
    const kernel::Placement here(data);
    if (tri && rescale)
        throw ValueError("Rescaling is not supported when passing a Delaunay triangulation as ``points``.");
    fill_value = checked_fill(fill, values);
    if (!tri) tri = std::make_shared<spatial::Delaunay>(scaled(points));
}

ndarray TriangleInterpolator::evaluate(const ndarray& places, const ndarray* gradients) const {
    const kernel::Placement here(places, gradients, points);
    const ndarray at = scaled(places);
    Shape outer;
    for (int d = 0; d + 1 < at.ndim(); ++d) outer.push_back(at.shape()[d]);
    const DType dtype = values.dtype();
    const ndarray out = kernel::new_array(joined(outer, shape), dtype);
    if (out.size() == 0) return out;
    const ndarray found = contiguous(tri->find_simplex(at), DType::int32),
                  corners = contiguous(tri->simplices(), DType::int32),
                  others = contiguous(tri->neighbors(), DType::int32),
                  vertices = contiguous(tri->points(), DType::float64);
    kernel::DataAccess data;
    TriangleArgs args{};
    args.points = data.read<double>(vertices);
    args.triangles = data.read<int>(corners);
    args.neighbours = data.read<int>(others);
    args.found = data.read<int>(found);
    args.places = data.read<double>(at);
    args.values = data.read(values);
    args.gradients = data.read(gradients);
    args.out = data.write(out);
    args.items = out.size();
    args.columns = values.shape()[1];
    fill_value.as(dtype).store(dtype, args.fill);
    run_items(data, {"triangles.h", gradients ? "triangle_cubic" : "triangle_linear", "TriangleArgs"}, args, {dtype});
    return out;
}

CloughTocher2DInterpolator::CloughTocher2DInterpolator(const TrianglePoints& given, const ndarray& data,
                                                       const Scalar& fill, double tol, std::int64_t maxiter,
                                                       bool scales)
    : TriangleInterpolator(given, data, fill, scales) {
    const kernel::Placement here(data);
    find_gradients(tol, maxiter);
}

void CloughTocher2DInterpolator::find_gradients(double tol, std::int64_t maxiter) {
    const kernel::Placement here(points);
    const std::int64_t n = values.shape()[0], columns = values.shape()[1];
    const DType dtype = values.dtype();
    ndarray other = zeros({n, 2, columns}, dtype);
    grad = zeros({n, 2, columns}, dtype);
    if (grad.size() == 0) return;
    const spatial::VertexNeighbors edges = tri->vertex_neighbor_vertices();
    const ndarray starts = contiguous(edges.indptr, DType::int32), ends = contiguous(edges.indices, DType::int32),
                  vertices = contiguous(tri->points(), DType::float64);
    // Each step halves the error at least, so that how many it takes is known.
    const double exact = tol >= 1e-16 ? std::min(tol, 64.0) : 1e-16;
    const std::int64_t steps = std::min(maxiter, static_cast<std::int64_t>(std::ceil(-std::log2(exact))) + 6);
    for (std::int64_t step = 0; step < steps; ++step) {
        kernel::DataAccess data;
        GradientArgs args{};
        args.points = data.read<double>(vertices);
        args.starts = data.read<int>(starts);
        args.neighbours = data.read<int>(ends);
        args.values = data.read(values);
        args.before = data.read(grad);
        args.after = data.write(other);
        args.items = n * columns;
        args.columns = columns;
        run_items(data, {"triangles.h", "gradient_step", "GradientArgs", 64}, args, {dtype});
        std::swap(grad, other);
    }
}

NearestNDInterpolator::NearestNDInterpolator(const ndarray& given, const ndarray& data, bool scales,
                                             const TreeOptions& options)
    : ScatteredInterpolator(given, data, scales),
      values(data),
      dtype(data.dtype() == DType::complex64 ? DType::complex64 : rows.dtype()) {
    const kernel::Placement here(given, data);
    tree = std::make_shared<spatial::KDTree>(scaled(points), options.leafsize);
}

ndarray NearestNDInterpolator::operator()(const ndarray& places, double eps, double p,
                                          double distance_upper_bound) const {
    const kernel::Placement here(places, values);
    const ndarray at = scaled(places);
    Shape outer;
    for (int d = 0; d + 1 < at.ndim(); ++d) outer.push_back(at.shape()[d]);
    const spatial::Neighbors near =
        tree->query(at.reshape({-1, at.shape()[at.ndim() - 1]}), 1, eps, p, distance_upper_bound);
    const std::int64_t n = rows.shape()[0], count = element_count(outer);
    // Where no point is near enough, the number of points stands: a row of NaN.
    const ndarray none = full({1, rows.shape()[1]}, not_a_number(), rows.dtype());
    const ndarray all = (n ? concatenate({rows, none}) : none).astype(dtype, 'K', Casting::unsafe, false);
    return take(all, near.indices.reshape({count}), 0).reshape(joined(outer, shape));
}

}  // namespace cuprum::scipy::interpolate
