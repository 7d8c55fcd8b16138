#include "cuprum/cublas.h"

#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/indexing.h"
#include "cuprum/linalg.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"

namespace cuprum::cublas {
namespace {

void check_vector(const ndarray& x) {
    if (x.ndim() != 1) throw ValueError("a vector must have one axis, this array has shape " + to_string(x.shape()));
    if (!is_inexact(x.dtype())) throw TypeError(std::string("invalid dtype: ") + info(x.dtype()).name);
}
void check_vectors(const ndarray& x, const ndarray& y) {
    check_vector(x);
    check_vector(y);
    if (x.size() != y.size())
        throw ValueError("vectors of " + std::to_string(x.size()) + " and " + std::to_string(y.size()) +
                         " elements do not go together");
}
void check_matrix(const ndarray& a) {
    if (a.ndim() != 2) throw ValueError("a matrix must have two axes, this array has shape " + to_string(a.shape()));
    if (!is_inexact(a.dtype())) throw TypeError(std::string("invalid dtype: ") + info(a.dtype()).name);
}
void check_shape(const ndarray& a, const Shape& shape, const char* what) {
    if (!(a.shape() == shape))
        throw ValueError(std::string(what) + " must have shape " + to_string(shape) + ", not " + to_string(a.shape()));
}

/// What `op` makes of a matrix.
ndarray op(char trans, const ndarray& a) {
    check_matrix(a);
    switch (trans) {
        case 'N':
        case 'n': return a;
        case 'T':
        case 't': return a.T();
        case 'H':
        case 'h':
        case 'C':
        case 'c': return is_complex(a.dtype()) ? conjugate(a).T() : a.T();
    }
    throw ValueError(std::string("trans must be 'N', 'T', 'H' or 'C', not '") + trans + "'");
}

bool is_zero(const Operand& x) { return !x.is_array() && x.scalar().to_complex() == 0.0; }
bool is_one(const Operand& x) { return !x.is_array() && x.scalar().to_complex() == 1.0; }

/// alpha * value, in the dtype of the value.
ndarray scaled(const Operand& alpha, const ndarray& value) {
    if (is_one(alpha)) return value;
    return multiply(alpha, value, {.dtype = value.dtype(), .casting = Casting::unsafe});
}

/// target = alpha * value + beta * target. What the target held does not count where beta is 0, NaN neither.
void update(const ndarray& target, const Operand& alpha, const ndarray& value, const Operand& beta) {
    ndarray sum = scaled(alpha, value);
    if (!is_zero(beta)) sum = add(sum, scaled(beta, target));
    target.assign({ellipsis}, sum.astype(target.dtype()));
}

/// The result, in `out` where that is given.
ndarray finish(ndarray result, const ndarray* out) {
    if (!out) return result;
    check_shape(*out, result.shape(), "out");
    out->assign({ellipsis}, result.astype(out->dtype()));
    return *out;
}

/// |re| + |im|
ndarray magnitudes(const ndarray& x) {
    check_vector(x);
    return is_complex(x.dtype()) ? add(absolute(x.real()), absolute(x.imag())) : absolute(x);
}

ndarray place(const ndarray& zero_based, const ndarray* out) {
    return finish(add(zero_based, 1).astype(DType::int32), out);
}

ndarray sum_of_products(const ndarray& x, const ndarray& y, const ndarray* out) {
    check_vectors(x, y);
    return finish(inner(x, y), out);
}

void add_outer(const Operand& alpha, const ndarray& x, const ndarray& y, const ndarray& a) {
    check_vector(x);
    check_vector(y);
    check_matrix(a);
    check_shape(a, {x.size(), y.size()}, "a");
    update(a, alpha, outer(x, y), 1.0);
}

}  // namespace

ndarray iamax(const ndarray& x, const ndarray* out) { return place(argmax(magnitudes(x)), out); }
ndarray iamin(const ndarray& x, const ndarray* out) { return place(argmin(magnitudes(x)), out); }
ndarray asum(const ndarray& x, const ndarray* out) { return finish(sum(magnitudes(x)), out); }

ndarray nrm2(const ndarray& x, const ndarray* out) {
    const kernel::Placement here(x, out);
    check_vector(x);
    return finish(linalg::norm(x), out);
}

ndarray dot(const ndarray& x, const ndarray& y, const ndarray* out) {
    const kernel::Placement here(x, y, out);
    if (is_complex(x.dtype()) || is_complex(y.dtype()))
        throw TypeError("dot is for real vectors: use dotu, or dotc with conjugates");
    return sum_of_products(x, y, out);
}
ndarray dotu(const ndarray& x, const ndarray& y, const ndarray* out) { return sum_of_products(x, y, out); }
ndarray dotc(const ndarray& x, const ndarray& y, const ndarray* out) {
    const kernel::Placement here(x, y, out);
    check_vectors(x, y);
    return finish(vdot(x, y), out);
}

void axpy(const Operand& a, const ndarray& x, const ndarray& y) {
    const kernel::Placement here(a, x, y);
    check_vectors(x, y);
    if (!is_zero(a)) update(y, a, x, 1.0);
}
void scal(const Operand& a, const ndarray& x) {
    const kernel::Placement here(a, x);
    check_vector(x);
    x.assign({ellipsis}, scaled(a, x));
}

void gemv(char transa, const Operand& alpha, const ndarray& a, const ndarray& x, const Operand& beta,
          const ndarray& y) {
    const kernel::Placement here(alpha, a, x, beta, y);
    const ndarray matrix = op(transa, a);
    check_vector(x);
    check_vector(y);
    check_shape(x, {matrix.shape(1)}, "x");
    check_shape(y, {matrix.shape(0)}, "y");
    update(y, alpha, matmul(matrix, x), beta);
}

void ger(const Operand& alpha, const ndarray& x, const ndarray& y, const ndarray& a) {
    const kernel::Placement here(alpha, x, y, a);
    if (is_complex(x.dtype())) throw TypeError("ger is for real vectors: use geru, or gerc with conjugates");
    add_outer(alpha, x, y, a);
}
void geru(const Operand& alpha, const ndarray& x, const ndarray& y, const ndarray& a) { add_outer(alpha, x, y, a); }
void gerc(const Operand& alpha, const ndarray& x, const ndarray& y, const ndarray& a) {
    const kernel::Placement here(alpha, x, y, a);
    add_outer(alpha, x, conjugate(y), a);
}

ndarray gemm(char transa, char transb, const ndarray& a, const ndarray& b, const ndarray* out, const Operand& alpha,
             const Operand& beta) {
    const kernel::Placement here(a, b, out, alpha, beta);
    const ndarray left = op(transa, a), right = op(transb, b);
    if (left.shape(1) != right.shape(0))
        throw ValueError("matrices of shapes " + to_string(left.shape()) + " and " + to_string(right.shape()) +
                         " have no product");
    const ndarray product = matmul(left, right);
    if (!out) return scaled(alpha, product);
    check_shape(*out, product.shape(), "out");
    update(*out, alpha, product, beta);
    return *out;
}

ndarray geam(char transa, char transb, const Operand& alpha, const ndarray& a, const Operand& beta, const ndarray& b,
             const ndarray* out) {
    const kernel::Placement here(alpha, a, beta, b, out);
    const ndarray left = op(transa, a), right = op(transb, b);
    check_shape(right, left.shape(), "b");
    return finish(add(scaled(alpha, left), scaled(beta, right)), out);
}

ndarray dgmm(char side, const ndarray& a, const ndarray& x, const ndarray* out, std::int64_t incx) {
    const kernel::Placement here(a, x, out);
    check_matrix(a);
    check_vector(x);
    if (side != 'L' && side != 'R') throw ValueError(std::string("side must be 'L' or 'R', not '") + side + "'");
    if (incx == 0) throw ValueError("incx must not be 0");
    const std::int64_t length = a.shape(side == 'L' ? 0 : 1);
    const ndarray diagonal = x(Slice{.step = incx});
    if (diagonal.size() < length)
        throw ValueError("x holds " + std::to_string(diagonal.size()) + " elements at steps of " +
                         std::to_string(incx) + ", and the matrix needs " + std::to_string(length));
    const ndarray factors = diagonal(Slice{0, length});
    return finish(multiply(side == 'L' ? factors.reshape({length, 1}) : factors, a), out);
}

ndarray syrk(char trans, const ndarray& a, const ndarray* out, const Operand& alpha, const Operand& beta, bool lower) {
    const kernel::Placement here(a, out, alpha, beta);
    const ndarray matrix = op(trans, a);
    const ndarray product = matmul(matrix, matrix.T());
    const auto triangle = [&](const ndarray& whole) { return lower ? tril(whole) : triu(whole); };
    if (!out) return triangle(scaled(alpha, product));
    check_shape(*out, product.shape(), "out");
    const ndarray changed = out->copy();
    update(changed, alpha, product, beta);
    const ndarray others = lower ? triu(*out, 1) : tril(*out, -1);
    out->assign({ellipsis}, add(triangle(changed), others));
    return *out;
}

ndarray sbmv(std::int64_t k, const Operand& alpha, const ndarray& a, const ndarray& x, const Operand& beta,
             const ndarray& y, bool lower) {
    const kernel::Placement here(alpha, a, x, beta, y);
    check_matrix(a);
    check_vectors(x, y);
    const std::int64_t n = x.size();
    check_shape(a, {k + 1, n}, "a");
    ndarray product = multiply(a(lower ? 0 : k), x);
    for (std::int64_t d = 1; d <= std::min(k, n - 1); ++d) {
        // The elements (i, i + d) of the matrix, which are those at (i + d, i), too.
        const ndarray diagonal = lower ? a(d, Slice{0, n - d}) : a(k - d, Slice{d, n});
        const Slice first{0, n - d}, last{d, n};
        product.assign({first}, add(product(first), multiply(diagonal, x(last))));
        product.assign({last}, add(product(last), multiply(diagonal, x(first))));
    }
    update(y, alpha, product, beta);
    return y;
}

}  // namespace cuprum::cublas
