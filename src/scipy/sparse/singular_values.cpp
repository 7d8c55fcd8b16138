// Some singular values (svds), by eigenvalues of products with the adjoint.
#include <cctype>
#include <cmath>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/random.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "scipy/sparse/krylov.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

void check_svds(const LinearOperator& a, std::int64_t k, const SvdsOptions& options) {
    const std::string_view solver = options.solver;
    if (solver != "arpack" && solver != "lobpcg" && solver != "propack")
        throw ValueError("solver must be one of 'arpack', 'lobpcg' and 'propack', found '" + std::string(solver) + "'");
    if (!is_inexact(a.dtype()) && !is_integer(a.dtype())) throw ValueError("`A` must be of numeric data type.");
    if (a.rows() == 0 || a.columns() == 0) throw ValueError("`A` must not be empty.");
    const std::int64_t least = std::min(a.rows(), a.columns());
    if (k <= 0 || k > (solver == "propack" ? least : least - 1))
        throw ValueError("`k` must be an integer satisfying `0 < k < min(A.shape)`, found " + std::to_string(k) +
                         " of " + std::to_string(least));
    if (solver == "arpack" && options.ncv && (*options.ncv <= k || *options.ncv >= least))
        throw ValueError("`ncv` must be an integer satisfying `k < ncv < min(A.shape)`, found " +
                         std::to_string(*options.ncv));
    if (!(options.tol >= 0) || !std::isfinite(options.tol))
        throw ValueError("`tol` must be a non-negative floating point value, found " + std::to_string(options.tol));
    if (options.which != "LM" && options.which != "SM")
        throw ValueError("`which` must be in {'LM', 'SM'}, found '" + std::string(options.which) + "'");
    if (options.v0) {
        if (!is_inexact(options.v0->dtype()))
            throw ValueError("`v0` must be of floating or complex floating data type.");
        const Shape shape{solver == "propack" ? a.rows() : least};
        if (options.v0->shape() != shape)
            throw ValueError("`v0` must have shape " + cuprum::to_string(shape) + ", found " +
                             cuprum::to_string(options.v0->shape()));
    }
    if (options.maxiter && *options.maxiter <= 0)
        throw ValueError("`maxiter` must be a positive integer, found " + std::to_string(*options.maxiter));
}

std::string in_case(std::string_view word, int (*convert)(int)) {
    std::string made;
    for (const unsigned char letter : word) made += static_cast<char>(convert(letter));
    return made;
}

/// Which singular vectors are wanted.
struct Sides {
    bool u, vh;
};
Sides sides_of(const std::variant<bool, std::string_view>& wanted) {
    if (const bool* both = std::get_if<bool>(&wanted)) return {*both, *both};
    const std::string_view side = std::get<std::string_view>(wanted);
    if (side != "u" && side != "vh")
        throw ValueError("`return_singular_vectors` must be in {True, False, 'u', 'vh'}, found '" + std::string(side) +
                         "'");
    return {side == "u", side == "vh"};
}

/// Eigenvalues in ascending order, and vectors, of `two` after `one`, whose product is the smaller of the two.
Eigenpairs gram_pairs(const LinearOperator& one, const LinearOperator& two, DType dtype, bool wide, std::int64_t k,
                      const SvdsOptions& options) {
    const std::int64_t n = one.columns();
    const bool largest = options.which == "LM";
    const Apply product = [&](const ndarray& v) { return two(as(one(v), dtype)); };
    std::optional<ndarray> v0 = options.v0;
    if (options.solver == "lobpcg" && 5 * k < n) {
        random::RandomState seeded(0);
        const ndarray start = seeded.standard_normal(Shape{n, k}).astype(dtype);
        if (v0) start.assign({Slice{}, 0}, *v0);
        LobpcgOptions how;
        how.tol = options.tol * options.tol;
        how.maxiter = options.maxiter;
        how.largest = largest;
        LobpcgSteps found = lobpcg_steps(product, start, how);
        const ndarray order = argsort(found.values);
        return {take(found.values, order), take(found.vectors, order, 1), k};
    }
    if (options.solver == "propack" && v0 && !wide) v0 = two.matvec(*v0);  // which is of the other side there
    if (k == n) {
        const ndarray whole = product(cuprum::eye(n, std::nullopt, 0, dtype));
        const cuprum::linalg::Eig found = cuprum::linalg::eigh((whole + adjoint_of(whole)) / Scalar(2.0));
        return {found.eigenvalues, found.eigenvectors, k};
    }
    return eigsh(product, n, dtype, k, largest ? "LA" : "SA", v0 ? &*v0 : nullptr, options.ncv, options.maxiter,
                 options.tol);
}

}  // namespace

SingularValues svds(const LinearOperator& a, std::int64_t k, const SvdsOptions& given) {
    const std::string which = in_case(given.which, std::toupper), solver = in_case(given.solver, std::tolower);
    SvdsOptions options = given;
    options.which = which;
    options.solver = solver;
    const Sides wanted = sides_of(options.return_singular_vectors);
    check_svds(a, k, options);
    const DType dtype = is_inexact(a.dtype()) && a.dtype() != DType::float16 && a.dtype() != DType::bfloat16
                            ? a.dtype()
                            : DType::float64;
    const bool wide = a.rows() < a.columns();
    const LinearOperator back = a.adjoint(), &one = wide ? back : a, &two = wide ? a : back;
    Eigenpairs pairs = gram_pairs(one, two, dtype, wide, k, options);
    warn_of_others(pairs.converged, k);
    SingularValues made;
    made.converged = pairs.converged;
    const std::int64_t found = pairs.values.size();
    if (found == 0) {
        made.s = pairs.values;
        if (wanted.u) made.u = cuprum::empty({a.rows(), 0}, dtype);
        if (wanted.vh) made.vh = cuprum::empty({0, a.columns()}, dtype);
        return made;
    }
    const double cut =
        number(pairs.values.at({found - 1})) * static_cast<double>(std::max(a.rows(), a.columns())) * finfo(dtype).eps;
    ndarray other, vectors = pairs.vectors;
    if (options.which == "LM" && number(pairs.values.at({0})) > cut) {
        made.s = cuprum::sqrt(pairs.values);
        if (wide ? wanted.vh : wanted.u) other = one.matmat(vectors) / made.s;
    } else {
        // Small values lose digits in the product: they are those of the images, whose vectors are always orthogonal.
        const ndarray span = cuprum::linalg::qr(vectors).q;
        const cuprum::linalg::SVD factors = cuprum::linalg::svd(one.matmat(span), false);
        const Index all = Slice{}, reversed = Slice{.step = -1};
        other = factors.u.at({all, reversed});
        made.s = factors.s.at({reversed});
        vectors = cuprum::matmul(span, adjoint_of(factors.vh)).at({all, reversed});
    }
    if (wanted.u) made.u = wide ? vectors : other;
    if (wanted.vh) made.vh = adjoint_of(wide ? other : vectors);
    return made;
}

}  // namespace cuprum::scipy::sparse::linalg
