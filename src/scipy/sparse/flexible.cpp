// LGMRES and GCROT(m, k): generalized minimal residuals that keep vectors from one restart to the next.
#include "cuprum/host.h"
#include "cuprum/manipulation.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/krylov.h"
#include "scipy/sparse/vectors.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

Number product(const ndarray& u, const ndarray& v) { return vdot(u, v).item().to_complex(); }

ndarray scaled(const ndarray& v, Number factor) {
    return as(is_complex(v.dtype()) ? v * Scalar(factor).weak() : v * Scalar(factor.real()), v.dtype());
}

/// weights @ rows, of weights that the host knows.
ndarray combined(const std::vector<Number>& weights, const ndarray& rows) {
    return cuprum::matmul(numbers(weights, rows.dtype()), rows);
}

/// What the flexible Arnoldi process made: L A Z = C B + V H, where C is given and C, V are orthonormal.
struct Space {
    ndarray basis, z;                   // the rows of C, then those of V; the rows of Z
    std::int64_t known = 0, steps = 0;  // rows of C, columns of H
    std::vector<Number> b, h, y;        // columns of B, of H, and the minimum of |e_1 - H y|
    double residual = 0;
    bool finite = true;

    ndarray image() const {  // V H y
        std::vector<Number> weights(at(steps + 1));
        for (std::int64_t j = 0; j < steps; ++j)
            for (std::int64_t i = 0; i <= steps; ++i) weights[at(i)] += h[at(j * (steps + 1) + i)] * y[at(j)];
        return combined(weights, basis.at({Slice{known, known + steps + 1}}));
    }
};

/// Takes the columns of H from the device, and solves.
void look(Space& space, const ndarray& columns) {
    const std::int64_t length = columns.shape()[1], known = space.known, steps = space.steps;
    const std::vector<Number> all = columns.astype(DType::complex128).to_vector<Number>();
    space.b.assign(at(known * steps), 0);
    space.h.assign(at((steps + 1) * steps), 0);
    for (std::int64_t j = 0; j < steps; ++j) {
        for (std::int64_t i = 0; i < known; ++i) space.b[at(j * known + i)] = all[at(j * length + i)];
        for (std::int64_t i = 0; i <= steps; ++i) {
            const Number value = all[at(j * length + known + i)];
            space.h[at(j * (steps + 1) + i)] = value;
            space.finite = space.finite && std::isfinite(value.real()) && std::isfinite(value.imag());
        }
    }
    space.residual = least_squares(space.h, steps + 1, steps, 1, space.y);
}

/// Whether the last vector lies in the span of those before it.
bool is_spent(const Space& space, double eps) {
    double size = 0;
    const std::int64_t last = space.steps - 1;
    for (std::int64_t i = 0; i < space.known; ++i)
        size = std::hypot(size, std::abs(space.b[at(last * space.known + i)]));
    for (std::int64_t i = 0; i <= space.steps; ++i)
        size = std::hypot(size, std::abs(space.h[at(last * (space.steps + 1) + i)]));
    return !(std::abs(space.h.back()) > eps * size);
}

Space arnoldi(const Apply& a, const ndarray& start, std::int64_t steps, double tolerance, const Apply& left,
              const Apply& right, const std::vector<ndarray>& cs, const std::vector<Recycled>& outer,
              bool outer_first) {
    const std::int64_t n = start.size();
    const DType dtype = start.dtype();
    const auto extra = static_cast<std::int64_t>(outer.size());
    Space space;
    space.known = static_cast<std::int64_t>(cs.size());
    const std::int64_t most = std::max<std::int64_t>(1, std::min(steps + extra, n - space.known)),
                       begin = outer_first ? 0 : most - extra;
    space.basis = zeros({space.known + most + 1, n}, dtype);
    space.z = zeros({most, n}, dtype);
    for (std::int64_t i = 0; i < space.known; ++i) copyto(space.basis.at({i}), cs[at(i)], Casting::unsafe);
    copyto(space.basis.at({space.known}), start, Casting::unsafe);
    const ndarray columns = zeros({most, space.known + most + 1}, dtype);
    for (std::int64_t j = 0; j < most; ++j) {
        const bool augmented = j >= begin && j < begin + extra;
        const ndarray newest = space.basis.at({space.known + (outer_first && j == extra ? 0 : j)}),
                      z = augmented ? as(outer[at(j - begin)].vector, dtype) : preconditioned(right, newest);
        const std::optional<ndarray> image = augmented ? outer[at(j - begin)].image : std::nullopt;
        copyto(space.z.at({j}), z, Casting::unsafe);
        const ndarray w = image ? as(*image, dtype) : preconditioned(left, as(a(z), dtype));
        extend_basis(space.basis, space.known + j + 1, w, columns.at({j}), left_for_solutions);
        space.steps = j + 1;
        if (j + 1 < most && !is_time(j + 1, {}, n)) continue;
        look(space, columns);
        if (!space.finite || space.residual < tolerance || is_spent(space, finfo(dtype).eps)) break;
    }
    for (const Number& value : space.y)
        space.finite = space.finite && std::isfinite(value.real()) && std::isfinite(value.imag());
    return space;
}

/// Vectors of GCROT: C = A U, where C, the images, is orthonormal.
using Kept = std::vector<Recycled>;

/// Takes from a vector and its image what those that are there hold of the image.
void make_orthogonal(const Kept& made, ndarray& u, ndarray& c) {
    for (const auto& [vector, image] : made) {
        const Number share = product(*image, c);
        c = c - scaled(*image, share);
        u = u - scaled(vector, share);
    }
}

void forget_images(Kept& kept) {
    for (Recycled& one : kept) one.image.reset();
}

/// Makes what was kept from another call orthonormal for this matrix.
void renew(const Apply& a, DType dtype, Kept& kept) {
    std::stable_sort(kept.begin(), kept.end(), [](const auto& p, const auto& q) { return !p.image && q.image; });
    Kept made;
    for (const auto& [vector, known] : kept) {
        ndarray u = as(vector, dtype).copy(), c = (known ? as(*known, dtype) : as(a(u), dtype)).copy();
        const double size = norm_of(c);
        for (int round = 0; round < 2; ++round) make_orthogonal(made, u, c);
        const double rest = norm_of(c);
        if (!(rest > 1e-12 * size)) continue;
        made.push_back({scaled(u, 1 / rest), scaled(c, 1 / rest)});
    }
    kept = made;
}

/// Leaves the part of C that has the largest share in what was found (de Sturler, 1999).
void keep_best(const Space& space, std::int64_t count, Kept& kept) {
    const std::int64_t known = space.known, steps = space.steps;
    const ndarray b = asarray(space.b, Shape{steps, known}).T(), h = asarray(space.h, Shape{steps, steps + 1}).T();
    const cuprum::linalg::SVD found = cuprum::linalg::svd(cuprum::matmul(b, cuprum::linalg::pinv(h)), false);
    const std::vector<Number> weights =
        as(found.u.astype(DType::complex128).T(), DType::complex128).to_vector<Number>();
    const auto ranks = static_cast<std::int64_t>(weights.size()) / known;
    Kept made;
    for (std::int64_t j = 0; j < std::min(count, ranks); ++j) {
        ndarray c = zeros(kept[0].vector.shape(), kept[0].vector.dtype()), u = c.copy();
        for (std::int64_t i = 0; i < known; ++i) {
            c = c + scaled(*kept[at(i)].image, weights[at(j * known + i)]);
            u = u + scaled(kept[at(i)].vector, weights[at(j * known + i)]);
        }
        make_orthogonal(made, u, c);
        const double size = norm_of(c);
        made.push_back({scaled(u, 1 / size), scaled(c, 1 / size)});
    }
    kept = made;
}

}  // namespace

Solution gcrotmk(const Apply& a, const ndarray& b, const Iteration& options, const RecycleOptions& recycling,
                 std::vector<Recycled>& kept) {
    const kernel::Placement here(b);
    const DType dtype = b.dtype();
    if (norm_of(b) == 0) return {b.copy(), 0};
    Start start(a, b, options, 10);
    const std::int64_t limit = options.maxiter.value_or(1000);
    ndarray x = start.x, r = start.r;
    if (!recycling.keep_images) forget_images(kept);
    renew(a, dtype, kept);
    for (const auto& [u, c] : kept) {
        const Number share = product(*c, r);
        x = x + scaled(u, share);
        r = r - scaled(*c, share);
    }
    std::int64_t info = limit;
    for (std::int64_t round = 0; round < limit; ++round) {
        if (options.callback) options.callback(x);
        double beta = norm_of(r);
        if (beta <= start.tolerance && (round > 0 || !kept.empty())) {
            r = as(b - a(x), dtype);
            beta = norm_of(r);
        }
        if (beta <= start.tolerance) {
            info = 0;
            break;
        }
        std::vector<ndarray> cs;
        for (const Recycled& one : kept) cs.push_back(*one.image);
        const auto count = static_cast<std::int64_t>(kept.size());
        Space space =
            arnoldi(a, scaled(r, 1 / beta), recycling.inner + std::max<std::int64_t>(recycling.outer - count, 0),
                    start.tolerance / beta, {}, options.preconditioner, cs, {}, false);
        if (!space.finite) {
            info = round + 1;
            break;
        }
        for (Number& value : space.y) value *= beta;
        ndarray u = combined(space.y, space.z.at({Slice{0, space.steps}})), c = space.image();
        for (std::int64_t i = 0; i < count; ++i) {
            Number share = 0;
            for (std::int64_t j = 0; j < space.steps; ++j) share += space.b[at(j * count + i)] * space.y[at(j)];
            u = u - scaled(kept[at(i)].vector, share);
        }
        const double size = norm_of(c);
        if (!(size > 0) || !std::isfinite(1 / size)) continue;
        c = scaled(c, 1 / size);
        u = scaled(u, 1 / size);
        const Number share = product(c, r);
        r = r - scaled(c, share);
        x = x + scaled(u, share);
        if (count >= recycling.outer && count > 0) {
            if (recycling.smallest) keep_best(space, recycling.outer - 1, kept);
            else kept.erase(kept.begin(), kept.begin() + (count - recycling.outer + 1));
        }
        if (recycling.outer > 0) kept.push_back({u, c});
    }
    kept.push_back({x.copy()});
    if (!recycling.keep_images) forget_images(kept);
    return {x, info};
}

Solution lgmres(const Apply& a, const ndarray& b, const Iteration& options, const RecycleOptions& recycling,
                std::vector<Recycled>& kept) {
    const kernel::Placement here(b);
    const DType dtype = b.dtype();
    if (norm_of(b) == 0) return {b.copy(), 0};
    Start start(a, b, options, 10);
    const std::int64_t limit = options.maxiter.value_or(1000);
    ndarray x = start.x;
    double strictest = 1;
    for (std::int64_t round = 0; round < limit; ++round) {
        const ndarray r = round == 0 ? start.r : as(b - a(x), dtype);
        if (options.callback) options.callback(x);
        const double size = norm_of(r);
        if (size <= start.tolerance) return {x, 0};
        const ndarray first = preconditioned(options.preconditioner, r);
        const double length = norm_of(first);
        if (length == 0)
            throw Error("Preconditioner returned a zero vector; |v| ~ " + std::to_string(size) + ", |M v| = 0");
        const double tolerance = std::min(strictest, start.tolerance / size);
        Space space = arnoldi(a, scaled(first, 1 / length), recycling.inner, tolerance, options.preconditioner, {}, {},
                              kept, recycling.outer_first);
        if (!space.finite) return {x, round + 1};
        for (Number& value : space.y) value *= length;
        strictest = space.residual > tolerance ? std::min(1.0, 1.5 * strictest) : std::max(1e-16, 0.25 * strictest);
        const ndarray step = combined(space.y, space.z.at({Slice{0, space.steps}}));
        const double step_size = norm_of(step);
        if (step_size > 0) {
            std::optional<ndarray> image;
            if (recycling.keep_images) image = scaled(space.image(), 1 / step_size);
            kept.push_back({scaled(step, 1 / step_size), image});
        }
        while (static_cast<std::int64_t>(kept.size()) > recycling.outer) kept.erase(kept.begin());
        x = x + step;
    }
    return {x, limit};
}

}  // namespace cuprum::scipy::sparse::linalg
