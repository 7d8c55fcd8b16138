// Sparse matrices from C++: operators, singular values, factors, and graphs.
#include <gtest/gtest.h>

#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/linalg.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/random.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/csgraph.h"
#include "cuprum/scipy/linalg.h"
#include "cuprum/scipy/sparse_arithmetic.h"
#include "cuprum/scipy/sparse_construct.h"
#include "cuprum/scipy/sparse_eigen.h"
#include "cuprum/scipy/sparse_iterations.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/ufunc.h"
#include "cuprum/warnings.h"
#include "scipy/sparse/compress.h"

namespace cuprum::scipy::sparse {
namespace {

using namespace linalg;

double largest(const ndarray& a) { return a.size() ? cuprum::max(absolute(a)).item().to_double() : 0; }

double distance(const ndarray& a, const ndarray& b) {
    EXPECT_EQ(a.shape(), b.shape());
    return largest(a - b);
}

/// Numbers from -1 to 1 without a pattern.
ndarray noise(const Shape& shape) { return random::RandomState(7).random_sample(shape) * 2 - 1; }

/// A line of points: 2 on the diagonal, -1 beside it.
sparse_matrix line(std::int64_t n) {
    const ndarray diagonals[] = {cuprum::array({-1.0}), cuprum::array({2.0}), cuprum::array({-1.0})};
    const std::int64_t offsets[] = {-1, 0, 1};
    return tocsr(diags_array(diagonals, offsets, Shape{n, n}));
}

TEST(Operators, AreMadeOfOthers) {
    const ndarray dense = noise({5, 4}), vector = noise({4}), columns = noise({4, 3}), other = noise({5});
    const LinearOperator a = aslinearoperator(dense), b = aslinearoperator(csr_matrix(dense));
    EXPECT_EQ(a.shape(), (Shape{5, 4}));
    EXPECT_LT(distance(a(vector), b(vector)), 1e-15);
    EXPECT_LT(distance(a(columns), b(columns)), 1e-15);
    EXPECT_LT(distance(b.rmatvec(other), cuprum::matmul(dense.T(), other)), 1e-15);
    EXPECT_LT(distance((b.H() * a)(vector), cuprum::matmul(cuprum::matmul(dense.T(), dense), vector)), 1e-14);
    const LinearOperator sum = 2.0 * a - b + MatrixLinearOperator(dense);
    EXPECT_LT(distance(sum(columns), cuprum::matmul(dense, columns) * 2), 1e-14);
    const LinearOperator square = a.T() * a + IdentityOperator(4);
    EXPECT_LT(distance(square.power(2)(vector), square(square(vector))), 1e-14);
    EXPECT_LT(distance(square.power(0)(vector), vector), 1e-15);
    EXPECT_THROW(a(other), ValueError);
    EXPECT_THROW(a + a.T(), ValueError);
    EXPECT_THROW(a * a, ValueError);
}

TEST(Operators, OfFunctionsMultiplyColumnByColumn) {
    const LinearOperator doubled({3, 3}, [](const ndarray& v) { return v * 2; });
    EXPECT_LT(distance(doubled(cuprum::ones({3, 2})), full({3, 2}, 2.0)), 1e-15);
    EXPECT_THROW(doubled.rmatvec(cuprum::ones({3})), NotSupportedError);
    const LinearOperator turned(
        {2, 2}, [](const ndarray& v) { return v * Scalar(std::complex<double>(0, 1)); },
        [](const ndarray& v) { return v * Scalar(std::complex<double>(0, -1)); }, {}, {}, DType::complex128);
    const ndarray one = cuprum::ones({2}, DType::complex128);
    EXPECT_LT(distance((turned.H() * turned)(one), one), 1e-15);
    EXPECT_LT(distance(turned.T()(one), turned(one)), 1e-15);
    EXPECT_EQ(cg(doubled, cuprum::ones({3})).info, 0);
    EXPECT_THROW(LinearOperator({3}, [](const ndarray& v) { return v; }), ValueError);
}

TEST(SingularValues, AreThoseOfTheDenseMatrix) {
    for (const Shape& shape : {Shape{30, 12}, Shape{12, 30}}) {
        const ndarray dense = noise(shape), every = cuprum::linalg::svdvals(dense);
        for (const char* solver : {"arpack", "lobpcg", "propack"})
            for (const char* which : {"LM", "SM"}) {
                SvdsOptions options;
                options.solver = solver;
                options.which = which;
                options.maxiter = 200;
                const SingularValues found = svds(csr_matrix(dense), 2, options);
                const Slice part = which[0] == 'L' ? Slice{0, 2} : Slice{10, 12};
                EXPECT_LT(distance(found.s, every.at({part}).at({Slice{.step = -1}})), 1e-6) << solver << which;
                EXPECT_EQ(found.converged, 2);
                EXPECT_LT(distance(cuprum::matmul(dense, found.vh->T()), *found.u * found.s), 1e-5) << solver << which;
            }
    }
    const ndarray dense = noise({30, 12});
    const SingularValues left = svds(dense, 2, {.which = "lm", .return_singular_vectors = "u"});
    EXPECT_TRUE(left.u && !left.vh);
    const SingularValues right = svds(dense, 2, {.return_singular_vectors = "vh"});
    EXPECT_TRUE(!right.u && right.vh);
    EXPECT_THROW(svds(dense, 2, {.return_singular_vectors = "v"}), ValueError);
    EXPECT_THROW(svds(noise({4, 4}), 4), ValueError);
    EXPECT_THROW(svds(noise({4, 4}), 0), ValueError);
    EXPECT_THROW(svds(zeros({4, 0}), 1), ValueError);
}

TEST(SingularValues, OfFewDimensionsAreZeroButForThese) {
    const ndarray dense = cuprum::matmul(noise({30, 2}), noise({2, 12}));
    for (const char* solver : {"arpack", "lobpcg", "propack"}) {
        SvdsOptions options;
        options.solver = solver;
        options.which = "SM";
        EXPECT_LT(largest(svds(dense, 3, options).s), 1e-10) << solver;
    }
    const Eigenpairs found = eigsh(aslinearoperator(cuprum::matmul(dense.T(), dense)), 12, DType::float64, 5, "SA",
                                   nullptr, std::nullopt, std::nullopt, 0);
    EXPECT_LT(distance(cuprum::matmul(found.vectors.T(), found.vectors), cuprum::eye(5)), 1e-10);
}

TEST(Lobpcg, FindsTheEndsOfASpectrum) {
    const std::int64_t n = 60;
    const sparse_matrix a = line(n);
    LobpcgOptions options;
    options.maxiter = 200;
    options.tol = 1e-7;
    options.retLambdaHistory = true;
    const LobpcgResult high = lobpcg(aslinearoperator(a), noise({n, 3}), options);
    const auto exact = [&](std::int64_t k) { return 4 * std::pow(std::sin(M_PI * k / (2.0 * (n + 1))), 2); };
    const std::vector<double> values = high.values.to_vector<double>();
    for (std::int64_t k = 0; k < 3; ++k) EXPECT_NEAR(values[static_cast<std::size_t>(k)], exact(n - k), 1e-10);
    EXPECT_TRUE(high.value_history && !high.norm_history);
    EXPECT_EQ(high.value_history->back().shape(), (Shape{3}));
    options.retLambdaHistory = false;
    options.largest = false;
    options.M = factorized(a);
    const LobpcgResult low = lobpcg(aslinearoperator(a), noise({n, 2}), options);
    EXPECT_NEAR(low.values.at({0}).item().to_double(), exact(1), 1e-10);
    options.Y = low.vectors;
    const LobpcgResult next = lobpcg(aslinearoperator(a), noise({n, 1}), options);
    EXPECT_NEAR(next.values.at({0}).item().to_double(), exact(3), 1e-10);
    EXPECT_THROW(lobpcg(aslinearoperator(a), cuprum::ones({n, 2}), options), ValueError);
}

std::string warned;  // of the last warning

TEST(Lobpcg, WarnsOfTooFewSteps) {
    const UserWarning before = set_user_warning([](const std::string& message) { warned = message; });
    LobpcgOptions options;
    options.maxiter = 1;
    options.tol = 1e-9;
    options.retResidualNormsHistory = true;
    EXPECT_EQ(lobpcg(aslinearoperator(line(60)), noise({60, 2}), options).norm_history->size(), 2u);
    set_user_warning(before);
    EXPECT_TRUE(warned.starts_with("lobpcg: ")) << warned;
}

TEST(Solvers, TakeMatricesAndOperators) {
    const std::int64_t n = 30;
    const sparse_matrix a = line(n);
    const ndarray b = noise({n}), dense = toarray(a);
    const double near = 1e-8;
    const auto solved = [&](const Solution& found) {
        EXPECT_EQ(found.info, 0);
        EXPECT_LT(distance(matmul(a, found.x), b), 1e-6);
    };
    solved(cg(a, b, {.rtol = near}));
    solved(cg(dense, b.reshape({n, 1}), {.rtol = near, .M = inv(a)}));
    solved(cgs(aslinearoperator(a), b, {.rtol = near}));
    solved(bicg(a, b, {.rtol = near}));
    solved(bicgstab(a, b, {.rtol = near, .maxiter = 500}));
    solved(tfqmr(a, b, {.rtol = near}));
    solved(qmr(a, b, {.rtol = near, .M1 = inv(a)}));
    solved(gmres(a, b, {.x0 = "Mb", .rtol = near, .restart = n, .M = inv(a)}));
    solved(minres(a, b, {.tol = 1e-12, .check = true}));
    std::vector<Recycled> kept;
    solved(gcrotmk(a, b, {.rtol = near, .CU = &kept}));
    EXPECT_FALSE(kept.empty());
    solved(lgmres(a, b, {.rtol = near, .inner_m = n}));
    std::int64_t steps = 0;
    cg(a, b, {.callback = [&](const ndarray&) { ++steps; }});
    EXPECT_GT(steps, 0);
    EXPECT_EQ(cg(sparse_matrix(Format::csr, 0, 0), zeros({0})).x.size(), 0);
    EXPECT_THROW(cg(a, noise({n + 1})), ValueError);
    EXPECT_THROW(cg(a, b, {.atol = -1}), ValueError);
    EXPECT_THROW(cg(a, b, {.M = eye(n + 1)}), ValueError);
    EXPECT_THROW(cg(csr_matrix(noise({3, 4})), noise({3})), ValueError);
    EXPECT_THROW(gmres(a, b, {.callback_type = "other"}), ValueError);
    const ndarray tall = noise({20, 4}), right = noise({20}), best = cuprum::linalg::lstsq(tall, right).x;
    EXPECT_LT(distance(lsqr(tall, right, {.atol = 1e-12, .btol = 1e-12}).x, best), 1e-8);
    EXPECT_LT(distance(lsmr(csr_matrix(tall), right, {.atol = 1e-12, .btol = 1e-12}).x, best), 1e-8);
    EXPECT_EQ(lsqr(tall, right, {.iter_lim = 1}).itn, 1);
    EXPECT_EQ(lsqr(tall, right.astype(DType::float32)).x.dtype(), DType::float64);
}

TEST(Eigenvalues, OfGeneralizedProblemsNearANumber) {
    const std::int64_t n = 40;
    const sparse_matrix a = line(n), m = diags_array(std::vector{cuprum::full({n}, 2.0)}, std::vector<std::int64_t>{0});
    const ndarray all = cuprum::linalg::eigh(toarray(a)).eigenvalues;
    const ndarray least = all.at({Slice{0, 3}});
    EXPECT_LT(distance(eigsh(a, 3, {.sigma = 0.0}).values, least), 1e-10);
    EXPECT_LT(distance(eigsh(toarray(a), 3, {.sigma = 0.0}).values, least), 1e-10);
    EXPECT_LT(distance(eigsh(a, 3, {.M = m, .sigma = 0.0}).values * 2, least), 1e-10);
    EXPECT_LT(distance(eigsh(a, 3, {.sigma = 0.01, .mode = "cayley"}).values.at({Slice{0, 2}}), all.at({Slice{0, 2}})),
              1e-10);
    EXPECT_LT(distance(eigsh(a, 2, {.M = m, .which = "SA"}).values * 2, all.at({Slice{0, 2}})), 1e-8);
    EXPECT_THROW(eigsh(a, 3, {.which = "LR"}), ValueError);
    EXPECT_THROW(eigsh(a, 3, {.OPinv = a}), ValueError);
    EXPECT_THROW(eigsh(a, n), TypeError);
    EXPECT_EQ(eigsh(toarray(a), n).values.size(), n);
    const ndarray dense = noise({n, n});
    for (const EigsOptions& options : {EigsOptions{}, EigsOptions{.sigma = std::complex(0.5, 0.5)}}) {
        const EigenvaluesAndVectors found = eigs(csr_matrix(dense), 4, options);
        EXPECT_LT(distance(cuprum::matmul(dense, found.vectors), found.vectors * found.values), 1e-8);
    }
    EXPECT_THROW(eigs(dense, 4, {.maxiter = 1, .tol = 1e-14}), ArpackNoConvergence);
}

TEST(Norms, OfMatricesAndOfRows) {
    const ndarray dense = noise({9, 12});
    const sparse_matrix a = csr_matrix(dense);
    for (const cuprum::linalg::NormOrder& order :
         {cuprum::linalg::NormOrder(), cuprum::linalg::NormOrder("fro"), cuprum::linalg::NormOrder(1),
          cuprum::linalg::NormOrder(-2), cuprum::linalg::NormOrder(2), cuprum::linalg::NormOrder(INFINITY)})
        EXPECT_LT(distance(linalg::norm(a, order), cuprum::linalg::norm(dense, order)), 1e-10);
    for (const double order : {0.0, 1.0, 2.0, 3.0, HUGE_VAL})
        EXPECT_LT(distance(linalg::norm(a, order, Dims{1}), cuprum::linalg::norm(dense, order, Dims{1})), 1e-12);
    EXPECT_LT(distance(linalg::norm(a, 1, Dims{1, 0}), cuprum::linalg::norm(dense, 1, Dims{1, 0})), 1e-12);
    EXPECT_THROW(linalg::norm(a, 3), ValueError);
    EXPECT_THROW(linalg::norm(a, "fro", Dims{0}), ValueError);
    EXPECT_THROW(linalg::norm(a, {}, Dims{2}), ValueError);
    const sparse_tensor cube(noise({2, 3, 4}));
    EXPECT_LT(distance(linalg::norm(cube), cuprum::linalg::norm(toarray(cube).ravel())), 1e-12);
    EXPECT_THROW(linalg::norm(cube, 1), ValueError);
}

TEST(Functions, ExponentialsAlongAnInterval) {
    const sparse_matrix a = line(6);
    const ndarray b = noise({6, 2}), dense = toarray(a);
    const auto exact = [&](double t) { return cuprum::matmul(scipy::linalg::expm(dense * t), b); };
    EXPECT_LT(distance(expm_multiply(a, b), exact(1)), 1e-10);
    const ndarray steps = expm_multiply(a, b, {.start = 0.0, .stop = 1.0, .num = 3});
    EXPECT_EQ(steps.shape(), (Shape{3, 6, 2}));
    EXPECT_LT(distance(steps.at({1}), exact(0.5)), 1e-10);
    const LinearOperator products(
        {6, 6}, [&](const ndarray& v) { return cuprum::matmul(dense, v); },
        [&](const ndarray& v) { return cuprum::matmul(dense, v); });
    EXPECT_LT(distance(expm_multiply(products, b, {.traceA = 12.0}), exact(1)), 1e-10);
    EXPECT_THROW(expm_multiply(a, noise({5})), ValueError);
}

TEST(Factors, SolveAndInvert) {
    const sparse_matrix a = line(50);
    const ndarray b = noise({50});
    const SuperLU factors = splu(a);
    EXPECT_LT(distance(matmul(a, factors.solve(b)), b), 1e-12);
    EXPECT_LT(distance(matmul(a, factorized(a)(b)), b), 1e-12);
    EXPECT_LT(distance(matmul(a, spilu(a).solve(b)), b), 1e-2);
    EXPECT_LT(distance(toarray(matmul(a, inv(a))), cuprum::eye(50)), 1e-12);
    EXPECT_THROW(splu(sparse_matrix(Format::csc, 3, 3)), Error);
    EXPECT_EQ(spbandwidth(a), (std::pair<std::int64_t, std::int64_t>{1, 1}));
    EXPECT_EQ(is_sptriangular(tril(a)), (std::pair{true, false}));
    EXPECT_LT(distance(toarray(matrix_power(a, 3)), toarray(matmul(a, matmul(a, a)))), 1e-12);
    EXPECT_THROW(matrix_power(a, -1), ValueError);
}

TEST(Sparse, KroneckerSumsAndPlaces) {
    const sparse_matrix a = line(3), b = line(4), sum = kronsum(a, b);
    EXPECT_LT(distance(toarray(sum), kron(cuprum::eye(4), toarray(a)) + kron(toarray(b), cuprum::eye(3))), 1e-15);
    EXPECT_THROW(kronsum(a, sparse_matrix(Format::csr, 2, 3)), ValueError);
    const Found found = find(csr_matrix(cuprum::array({0.0, 2.0, 3.0, 0.0}).reshape({2, 2})));
    EXPECT_EQ(found.values.to_vector<double>(), (std::vector<double>{2, 3}));
    EXPECT_EQ(found.rows.astype(DType::int64).to_vector<std::int64_t>(), (std::vector<std::int64_t>{0, 1}));
    const sparse_matrix diagonals = spdiags(cuprum::ones({2, 3}), cuprum::array({0, 1}));
    EXPECT_EQ(diagonals.shape(), (Shape{3, 3}));
    EXPECT_EQ(toarray(diagonals).at({0, 1}).item().to_double(), 1);
}

TEST(Sparse, ResultsKeepWideIndices) {
    const ndarray data = cuprum::ones({3}), places = cuprum::arange(3, DType::int64),
                  ends = cuprum::arange(4, DType::int64);
    const sparse_matrix narrow = csr_matrix(data, places, ends, Shape{3, 3}),
                        wide = csr_matrix(data, places, ends, Shape{3, 3}, DType::int64);
    EXPECT_EQ(narrow.index_dtype(), DType::int32);
    for (const sparse_matrix& made :
         {wide, wide.transpose(), tocoo(wide), tobsr(wide, 1, 1), binary(narrow, wide, Binary::add),
          matmul(wide, narrow), matmul(narrow, wide), vstack({narrow, wide}), kron(narrow, wide), reshape(wide, 1, 9),
          tril(wide), binary(wide, wide, Binary::subtract), slice_major(wide, 0, 1, 2), take_across(wide, places)})
        EXPECT_EQ(made.index_dtype(), DType::int64);
    EXPECT_EQ(matmul(narrow, narrow).index_dtype(), DType::int32);
    EXPECT_EQ(sparse_tensor(wide, Shape{9}).reshape({3, 3}).matrix(1).index_dtype(), DType::int64);
}

TEST(Sparse, IncompleteFactorsHaveThePlacesOfTheMatrix) {
    const sparse_matrix a = line(30), factors = ilu0(a);
    EXPECT_EQ(factors.nnz(), a.nnz());
    // A tridiagonal matrix has no other places: the factors are exact.
    const ndarray lower = toarray(tril(factors, -1)) + cuprum::eye(30), upper = toarray(triu(factors));
    EXPECT_LT(distance(cuprum::matmul(lower, upper), toarray(a)), 1e-12);
    EXPECT_THROW(ilu0(sparse_matrix(Format::csr, 2, 3)), ValueError);
    EXPECT_THROW(ilu0(sparse_matrix(Format::csr, 2, 2)), ValueError);
}

TEST(Sparse, MatricesAreMadeOfOthers) {
    const ndarray dense = noise({3, 4}), other = noise({2, 4});
    const sparse_matrix a = csr_matrix(dense), b = csr_matrix(other);
    EXPECT_EQ(vstack({a, b}).format(), Format::csr);
    EXPECT_LT(distance(toarray(vstack({a, other})), concatenate({dense, other})), 1e-15);
    EXPECT_EQ(hstack({a, a}).format(), Format::coo);
    EXPECT_EQ(hstack({a, a}, Format::csc, DType::float32).dtype(), DType::float32);
    EXPECT_THROW(hstack({a, b}), ValueError);
    EXPECT_THROW(hstack({}), ValueError);
    const sparse_matrix corner = bmat({{a, std::nullopt}, {std::nullopt, b}});
    EXPECT_EQ(corner.shape(), (Shape{5, 8}));
    EXPECT_LT(distance(toarray(block_diag({a, b}, Format::csr)), toarray(corner)), 1e-15);
    EXPECT_EQ(block_diag({}).shape(), (Shape{0, 0}));
    EXPECT_LT(distance(toarray(kron(a, b)), cuprum::kron(dense, other)), 1e-15);
    EXPECT_EQ(kron(a, b).format(), Format::coo);
    EXPECT_LT(distance(toarray(kron(a, b, Format::bsr)), cuprum::kron(dense, other)), 1e-15);
    EXPECT_EQ(kron(a, b, Format::bsr).block_shape(), other.shape());
    const sparse_matrix few = eye(5, 4, 1);
    EXPECT_EQ(kron(a, few).format(), Format::coo);
    EXPECT_LT(distance(toarray(kron(a, few, Format::csc)), cuprum::kron(dense, toarray(few))), 1e-15);
    EXPECT_LT(distance(toarray(triu(a, 1)), cuprum::triu(dense, 1)), 1e-15);
    EXPECT_LT(distance(toarray(tril(dense, -1, Format::csr)), cuprum::tril(dense, -1)), 1e-15);
    EXPECT_EQ(identity(3, DType::int32, Format::csr).dtype(), DType::int32);
    EXPECT_THROW(eye(3, 5, 6), ValueError);
    const sparse_tensor vector(noise({5})), cube(noise({2, 3, 4}));
    EXPECT_LT(distance(toarray(kron(vector, vector)), cuprum::kron(toarray(vector), toarray(vector))), 1e-15);
    EXPECT_LT(distance(toarray(swapaxes(cube, 0, -1)), cuprum::swapaxes(toarray(cube), 0, -1)), 1e-15);
    EXPECT_EQ(expand_dims(cube, -1).shape(), (Shape{2, 3, 4, 1}));
    EXPECT_EQ(permute_dims(cube, Dims{1, 2, 0}).shape(), (Shape{3, 4, 2}));
    EXPECT_THROW(permute_dims(cube, Dims{1, 1, 0}), ValueError);
}

TEST(Sparse, DividesByNumbersArraysAndMatrices) {
    const ndarray dense = triu(noise({4, 5})) + triu(ones({4, 5})), row = noise({1, 5}) + 2;
    const sparse_matrix a = csc_matrix(dense), small = a.astype(DType::int8);
    const auto whole = [](const Sparse& x) { return std::visit([](const auto& one) { return toarray(one); }, x); };
    const Sparse halves = divide(a, 2), thirds = divide(small, 3), rows = divide(a, row);
    EXPECT_EQ(std::get<sparse_matrix>(halves).format(), Format::csc);
    EXPECT_LT(distance(whole(halves), dense / 2), 1e-15);
    EXPECT_EQ(whole(thirds).dtype(), DType::float64);
    EXPECT_LT(distance(whole(rows), dense / row), 1e-15);
    const sparse_matrix complex = a.astype(DType::complex64);
    EXPECT_EQ(whole(divide(complex, std::complex<double>(1, -3))).dtype(), DType::complex64);
    EXPECT_EQ(whole(divide(complex, Scalar::strong(4.0))).dtype(), DType::complex128);
    EXPECT_EQ(divide(a.astype(DType::float32), small).dtype(), DType::float64);
    const ndarray ratios = divide(a, a);
    EXPECT_EQ(ratios.at({1, 2}).item().to_double(), 1);
    EXPECT_TRUE(std::isnan(ratios.at({1, 0}).item().to_double()));
    EXPECT_THROW(divide(a, csr_matrix(row)), ValueError);
    EXPECT_THROW(divide(a, noise({3, 5})), ValueError);
    EXPECT_THROW(divide(a, 0), ZeroDivisionError);
    const sparse_tensor cube(noise({2, 4, 5}));
    EXPECT_LT(distance(whole(divide(cube, row)), toarray(cube) / row), 1e-15);

    const sparse_matrix other = a;  // shares the elements
    EXPECT_LT(distance(whole(divide_in_place(multiply_in_place(a, 3), 2)), dense * 1.5), 1e-15);
    EXPECT_LT(distance(toarray(other), dense * 1.5), 1e-15);
    EXPECT_EQ(whole(divide_in_place(small, 2)).dtype(), DType::float64);
    EXPECT_EQ(small.dtype(), DType::int8);
    EXPECT_THROW(multiply_in_place(a, row), ValueError);
}

TEST(Sparse, ArithmeticIsBroadcast) {
    const ndarray dense = triu(noise({4, 5})), row = noise({1, 5}), column = noise({4, 1});
    const sparse_matrix a = csc_matrix(dense);
    const auto whole = [](const Sparse& x) { return std::visit([](const auto& one) { return toarray(one); }, x); };
    EXPECT_LT(distance(whole(multiply(a, csr_matrix(row))), dense * row), 1e-15);
    EXPECT_LT(distance(whole(multiply(csr_matrix(row), csr_matrix(column))), row * column), 1e-15);
    EXPECT_LT(distance(whole(multiply(a, column)), dense * column), 1e-15);
    EXPECT_EQ(std::get<sparse_matrix>(multiply(a, csr_matrix(row))).format(), Format::csc);
    EXPECT_THROW(multiply(a, csr_matrix(noise({3, 5}))), ValueError);
    const Sparse larger = binary(a, csr_matrix(row), Binary::maximum);
    EXPECT_LT(distance(whole(larger), cuprum::maximum(dense, row)), 1e-15);
    EXPECT_EQ(std::get<sparse_matrix>(larger).format(), Format::csc);
    EXPECT_LT(distance(whole(binary(csr_matrix(column), a, Binary::minimum)), cuprum::minimum(column, dense)), 1e-15);
    EXPECT_THROW(binary(a, csr_matrix(row), Binary::add), ValueError);
    const sparse_tensor cube(noise({2, 4, 5}));
    EXPECT_LT(distance(whole(multiply(cube, a)), toarray(cube) * dense), 1e-15);
    const auto truths = [](const ndarray& x) { return x.astype(DType::float64); };
    const SparseOrDense positive = compare(a, Scalar(0), Binary::greater),
                        least = compare(a, Scalar(-0.5), Binary::greater);
    EXPECT_LT(distance(truths(toarray(std::get<sparse_matrix>(positive))), truths(dense > 0)), 1e-15);
    EXPECT_LT(distance(truths(std::get<ndarray>(least)), truths(dense > -0.5)), 1e-15);
    EXPECT_LT(distance(truths(std::get<ndarray>(compare(a, a, Binary::equal))), cuprum::ones({4, 5})), 1e-15);
    EXPECT_LT(distance(truths(std::get<ndarray>(compare(a, csr_matrix(column), Binary::less_equal))),
                       truths(dense <= column)),
              1e-15);
    EXPECT_LT(distance(toarray(std::get<sparse_matrix>(extremum(a, Scalar(-1), binary_from_name("maximum")))),
                       cuprum::maximum(dense, -1)),
              1e-15);
    EXPECT_EQ(std::get<ndarray>(extremum(a, Scalar(2), Binary::maximum)).shape(), (Shape{4, 5}));
    EXPECT_THROW(binary_from_name("power"), ValueError);
    const ndarray batch = noise({3, 5, 2}), vector = noise({5});
    EXPECT_LT(distance(matmul(Sparse(cube), batch.at({0})), cuprum::matmul(toarray(cube), batch.at({0}))), 1e-14);
    EXPECT_LT(distance(matmul(Sparse(a), batch), cuprum::matmul(dense, batch)), 1e-14);
    EXPECT_LT(distance(matmul(batch.at({0}).T(), Sparse(swapaxes(cube, -1, -2))),
                       cuprum::matmul(batch.at({0}).T(), cuprum::swapaxes(toarray(cube), -1, -2))),
              1e-14);
    EXPECT_LT(
        distance(whole(matmul(Sparse(cube), Sparse(sparse_tensor(vector)))), cuprum::matmul(toarray(cube), vector)),
        1e-14);
    EXPECT_THROW(matmul(Sparse(cube), noise({4})), ValueError);
    EXPECT_THROW(matmul(cube, sparse_tensor(vector)), ValueError);
}

TEST(Sparse, CoordinatesAreCountedByLine) {
    for (const std::int64_t most : {40, 4000}) {  // with places that come again, and with few of these
        const std::int64_t count = 1500, rows = 90;
        const ndarray one = (absolute(noise({count})) * (rows - 1)).astype(DType::int32),
                      two = (absolute(noise({2 * count}).at({Slice{count, 2 * count}})) * (most - 1))
                                .astype(DType::int32),
                      data = noise({count});
        for (const Format format : {Format::csr, Format::csc}) {
            const bool by_rows = format == Format::csr;
            const Shape shape = by_rows ? Shape{rows, most} : Shape{most, rows};
            const auto made = compress_by_counts(format, one, two, data, shape[0], shape[1]);
            ASSERT_TRUE(made.has_value());
            const sparse_matrix from = coo_matrix(data, by_rows ? one : two, by_rows ? two : one, shape);
            EXPECT_LT(distance(toarray(*made), toarray(from)), 1e-14);
            EXPECT_TRUE(made->has_canonical_format());
            EXPECT_EQ(made->nnz(), to_format(from, format).nnz());
        }
    }
    const ndarray same = zeros({200}, DType::int32);
    EXPECT_FALSE(compress_by_counts(Format::csr, same, same, cuprum::ones({200}), 90, 4).has_value());
}

TEST(Functions, OfMatricesTimesVectors) {
    const sparse_matrix a = line(40);
    const ndarray b = noise({40}), dense = toarray(a);
    const Apply cube = [](const ndarray& x) { return cuprum::matmul(x, cuprum::matmul(x, x)) - x; };
    EXPECT_LT(distance(funm_multiply_krylov(cube, a, b), cuprum::matmul(cube(dense), b)), 1e-12);
    KrylovFunctionOptions options;
    options.assume_a = "her";
    options.restart_every_m = 7;
    options.t = -0.5;
    options.rtol = 1e-12;
    const Apply exponential = [](const ndarray& x) { return scipy::linalg::expm(x); };
    EXPECT_LT(distance(funm_multiply_krylov(exponential, a, b, options),
                       cuprum::matmul(exponential(dense * Scalar(-0.5)), b)),
              1e-10);
    // A space that ends at once: an eigenvector.
    EXPECT_LT(distance(funm_multiply_krylov(cube, IdentityOperator(5) * LinearOperator(cuprum::eye(5)), noise({5})),
                       zeros({5})),
              1e-14);
    options.assume_a = "symmetric";
    EXPECT_THROW(funm_multiply_krylov(cube, a, b, options), ValueError);
    EXPECT_THROW(funm_multiply_krylov(cube, a, noise({3})), ValueError);
}

TEST(Graphs, PathsTreesAndLaplacians) {
    using namespace csgraph;
    const double none = HUGE_VAL;
    const ndarray dense = cuprum::array({none, 1.0, 4.0, none, none, 2.0, none, none, none}).reshape({3, 3});
    const sparse_matrix graph = csgraph_from_dense(dense);
    EXPECT_EQ(graph.nnz(), 3);
    EXPECT_EQ(csgraph_to_dense(graph, -1).at({0, 2}).item().to_double(), 4);
    PathOptions options;
    options.indices = cuprum::array({0});
    const Paths paths = dijkstra(graph, options), all = shortest_path(graph, "FW");
    EXPECT_EQ(paths.lengths.to_vector<double>(), (std::vector<double>{0, 1, 3}));
    EXPECT_LT(distance(all.lengths.at({Slice{0, 1}}), paths.lengths), 1e-15);
    EXPECT_EQ(construct_dist_matrix(graph, all.predecessors).at({0, 2}).item().to_double(), 3);
    options.limit = 2;
    EXPECT_EQ(dijkstra(graph, options).lengths.at({0, 2}).item().to_double(), none);
    options.limit = -1;
    EXPECT_THROW(dijkstra(graph, options), ValueError);
    EXPECT_THROW(shortest_path(graph, "X"), ValueError);
    EXPECT_EQ(breadth_first_tree(graph, 0).nnz(), 2);
    EXPECT_EQ(depth_first_tree(graph, 0).nnz(), 2);
    const auto [made, degrees] = laplacian(line(3));
    EXPECT_LT(distance(toarray(made), laplacian(toarray(line(3))).first), 1e-15);
    EXPECT_EQ(degrees.to_vector<double>(), (std::vector<double>{-1, -2, -1}));
    const sparse_matrix cycle = csgraph_from_dense(cuprum::array({0.0, 1.0, -2.0, 0.0}).reshape({2, 2}));
    EXPECT_THROW(bellman_ford(cycle), NegativeCycleError);
}

TEST(Graphs, DenseGraphsAndWords) {
    using namespace csgraph;
    const ndarray dense = cuprum::array({0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 3.0, 0.0}).reshape({3, 3});
    EXPECT_EQ(shortest_path(dense).lengths.at({0, 2}).item().to_double(), 3);
    EXPECT_EQ(connected_components(dense).first, 1);
    EXPECT_EQ(connected_components(dense, true, "Strong").first, 2);
    EXPECT_EQ(connected_components(dense, false, "strong").first, 1);
    EXPECT_THROW(connected_components(dense, true, "other"), ValueError);
    EXPECT_FALSE(dijkstra(dense).sources);
    EXPECT_EQ(dijkstra(dense, {.min_only = true}).sources->to_vector<std::int32_t>(), (std::vector{0, 1, 2}));
    const sparse_matrix graph = csgraph_from_dense(dense);
    EXPECT_EQ(maximum_bipartite_matching(graph, "row").to_vector<std::int32_t>(), (std::vector{-1, 0, 1}));
    EXPECT_EQ(maximum_bipartite_matching(graph, "column").to_vector<std::int32_t>(), (std::vector{1, 2, -1}));
    EXPECT_THROW(maximum_bipartite_matching(graph, "both"), ValueError);
    EXPECT_THROW(yen(graph, 0, 2, 0), ValueError);
    EXPECT_THROW(yen(graph, 0, 3, 1), ValueError);
    const sparse_matrix capacities = graph.astype(DType::int32);
    EXPECT_EQ(maximum_flow(capacities, 0, 2).flow_value, 1);
    EXPECT_THROW(maximum_flow(graph, 0, 2), ValueError);
    EXPECT_THROW(maximum_flow(capacities, 0, 2, "other"), ValueError);
    EXPECT_THROW(maximum_flow(to_format(capacities, Format::csc), 0, 2), TypeError);
}

TEST(Graphs, MatchingsLeaveOutStoredZeros) {
    const sparse_matrix graph = csgraph::csgraph_from_dense(cuprum::array({0.0, 2.0, 1.0, 5.0}).reshape({2, 2}), {});
    EXPECT_EQ(graph.nnz(), 4);
    const UserWarning before = set_user_warning([](const std::string& message) { warned = message; });
    EXPECT_EQ(csgraph::min_weight_full_bipartite_matching(graph).second.to_vector<std::int32_t>(), (std::vector{1, 0}));
    set_user_warning(before);
    EXPECT_EQ(warned, "explicit zero weights are removed before matching.");
    EXPECT_THROW(csgraph::min_weight_full_bipartite_matching(graph.astype(DType::complex128)), ValueError);
}

}  // namespace
}  // namespace cuprum::scipy::sparse
