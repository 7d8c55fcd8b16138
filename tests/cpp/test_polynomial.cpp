// Polynomials, statistics of several variables, and functions known by samples, from C++.
#include <gtest/gtest.h>

#include "array_of.h"
#include "cuprum/creation.h"
#include "cuprum/interpolation.h"
#include "cuprum/manipulation.h"
#include "cuprum/packbits.h"
#include "cuprum/polynomial.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate.h"
#include "cuprum/scipy/interpolate_polynomials.h"
#include "cuprum/scipy/special_aliases.h"
#include "cuprum/scipy/special_polynomials.h"
#include "cuprum/scipy/special_zeros.h"
#include "cuprum/sorting.h"
#include "cuprum/statistics.h"
#include "cuprum/ufunc.h"

namespace cuprum {
namespace {

std::vector<double> values(const ndarray& a) { return a.astype(DType::float64).to_vector<double>(); }

TEST(Polynomial, Arithmetic) {
    const poly1d p(array_of<double>({0, 1, -3, 2})), q(array_of<double>({2, 0}), true);
    EXPECT_EQ(p.order(), 2);
    EXPECT_EQ(values(q.coeffs()), (std::vector<double>{1, -2, 0}));
    EXPECT_EQ(values((p + q).coeffs()), (std::vector<double>{2, -5, 2}));
    EXPECT_EQ(values((p - q).coeffs()), (std::vector<double>{-1, 2}));
    EXPECT_EQ(values((p * q).coeffs()), (std::vector<double>{1, -5, 8, -4, 0}));
    EXPECT_EQ((p * q).divided_by(q).first, p);
    EXPECT_EQ(p.pow(2), p * p);
    EXPECT_EQ(p.pow(0).order(), 0);
    EXPECT_EQ(values(p(array_of<double>({0, 1, 2, 3}))), (std::vector<double>{2, 0, 0, 2}));
    EXPECT_EQ(p(q).order(), 4);
    EXPECT_EQ(values(p.deriv().coeffs()), (std::vector<double>{2, -3}));
    EXPECT_EQ(p.integ().deriv(), p);
    EXPECT_EQ(values(sort(absolute(p.roots()))).size(), 2u);
    EXPECT_EQ(p.to_string(), "   2\n1 x - 3 x + 2");
    EXPECT_THROW(p.pow(-1), ValueError);
    EXPECT_THROW(poly1d(ones({2, 2})), ValueError);
}

TEST(Polynomial, CoefficientsByPower) {
    poly1d p(array_of<double>({1, 2}));
    EXPECT_EQ(p.coefficient(1).item().to_double(), 1);
    EXPECT_EQ(p.coefficient(7).item().to_double(), 0);
    p.set_coefficient(3, 5.0);
    EXPECT_EQ(values(p.coeffs()), (std::vector<double>{5, 0, 1, 2}));
    EXPECT_THROW(p.set_coefficient(-1, 1.0), ValueError);
}

TEST(Polynomial, Orthogonal) {
    namespace special = scipy::special;
    const special::orthopoly1d p = special::legendre(2), monic = special::legendre(2, true);
    EXPECT_NEAR(values(p.coeffs())[0], 1.5, 1e-15);
    EXPECT_NEAR(values(monic.coeffs())[0], 1, 1e-15);
    EXPECT_NEAR(p(0.0).item().to_double(), -0.5, 1e-15);
    EXPECT_NEAR(values(monic(array_of<double>({0, 1})))[0], -1.0 / 3, 1e-15);
    EXPECT_EQ(p.limits(), (std::pair<double, double>{-1, 1}));
    EXPECT_NEAR(p.normcoef() * p.normcoef(), 0.4, 1e-15);
    EXPECT_EQ(p.weights().shape(), (Shape{2, 3}));
    EXPECT_EQ(p.weight_func(0.5).item().to_double(), 1);
    EXPECT_EQ((p * p).order(), 4);
    EXPECT_EQ(p(poly1d(array_of<double>({1, 0, 0}))).order(), 4);
    const double parameters[] = {0.5, 1.5};
    EXPECT_EQ(special::orthopoly1d("jacobi", 3, parameters), special::jacobi(3, 0.5, 1.5));
    EXPECT_THROW(special::legendre(-1), ValueError);
    EXPECT_THROW(special::genlaguerre(0, -1), ValueError);
    EXPECT_THROW(special::orthopoly1d("jacobi", 3, {}), ValueError);
}

TEST(Polynomial, SplinesAndOtherValues) {
    namespace interpolate = scipy::interpolate;
    const interpolate::BSpline hat = interpolate::BSpline::basis_element(array_of<double>({0, 1, 2}));
    EXPECT_EQ(hat.k, 1);
    EXPECT_EQ(values(hat(array_of<double>({0.25, 1, 1.5}))), (std::vector<double>{0.25, 1, 0.5}));
    const interpolate::BSpline step = interpolate::BSpline::basis_element(array_of<double>({0, 1}));
    EXPECT_EQ(values(step(array_of<double>({0.5}))), (std::vector<double>{1}));
    EXPECT_THROW(interpolate::BSpline::basis_element(array_of<double>({0})), ValueError);
    interpolate::BarycentricInterpolator p(array_of<double>({0, 1, 2}), array_of<double>({0, 1, 4}));
    const ndarray others = array_of<double>({1, 2, 3}), too_few = array_of<double>({1, 2});
    p.set_yi(&others);
    EXPECT_NEAR(values(p(array_of<double>({5})))[0], 6, 1e-13);
    EXPECT_THROW(p.set_yi(&too_few), ValueError);
    const ndarray tenth = array_of<double>({11});
    p.add_xi(array_of<double>({10}), &tenth);
    EXPECT_EQ(p.n(), 4);
    EXPECT_NEAR(values(p(array_of<double>({4})))[0], 5, 1e-13);
    EXPECT_THROW(p.add_xi(array_of<double>({20})), ValueError);
    p.set_yi(nullptr);
    EXPECT_FALSE(p.dtype());
    EXPECT_THROW(p(array_of<double>({5})), ValueError);
}

TEST(Polynomial, SmoothingSplines) {
    namespace interpolate = scipy::interpolate;
    using interpolate::BeyondKnots;
    const ndarray x = array_of<double>({0, 1, 2, 3, 4, 5}), y = x * x * x;
    const interpolate::UnivariateSpline through(x, y, nullptr, {}, 3, 0.0);
    EXPECT_STREQ(through.class_of_fit(), "InterpolatedUnivariateSpline");
    EXPECT_NEAR(values(through(array_of<double>({1.5})))[0], 3.375, 1e-12);
    EXPECT_NEAR(values(through.derivative()(array_of<double>({1.5})))[0], 6.75, 1e-12);
    EXPECT_NEAR(through.integral(0, 2).item().to_double(), 4, 1e-12);
    EXPECT_NEAR(values(through(array_of<double>({7}), 0, BeyondKnots::constant))[0], 125, 1e-10);
    EXPECT_THROW(through(array_of<double>({7}), 0, BeyondKnots::raise), ValueError);
    EXPECT_THROW(through(x, 4), ValueError);
    EXPECT_EQ(through.derivatives(2).shape(), (Shape{4}));
    EXPECT_THROW(through.derivatives(6), TypeError);
    const interpolate::LSQUnivariateSpline squares(x, y, array_of<double>({2.5}), nullptr, {-1, {}});
    EXPECT_EQ(values(squares.get_knots()), (std::vector<double>{-1, 2.5, 5}));
    EXPECT_NEAR(*squares.get_residual(), 0, 1e-18);
    EXPECT_FALSE(squares.antiderivative().get_residual());
    EXPECT_THROW(interpolate::InterpolatedUnivariateSpline(zeros({6}), y), ValueError);
    interpolate::UnivariateSpline again;
    again.set_state(through.state());
    EXPECT_EQ(values(again(x)), values(through(x)));
    EXPECT_EQ(*again.get_residual(), *through.get_residual());
}

TEST(Polynomial, ZerosOfSpecialFunctions) {
    namespace special = scipy::special;
    EXPECT_NEAR(values(special::ai_zeros(2).zeros)[1], -4.08794944413097, 1e-12);
    EXPECT_NEAR(values(special::kelvin_zeros(1).keip)[0], 4.93181194115222, 1e-10);
    EXPECT_NEAR(special::erf_zeros(1).to_vector<std::complex<double>>()[0].imag(), 1.8809430001533158, 1e-13);
    EXPECT_EQ(special::jnjnp_zeros(3).kinds.to_vector<std::int32_t>(), (std::vector<std::int32_t>{1, 1, 0}));
    EXPECT_EQ(values(special::p_roots(3).points), values(special::roots_legendre(3).points));
    EXPECT_THROW(special::fresnelc_zeros(0), ValueError);
}

TEST(Polynomial, Fit) {
    const ndarray x = arange(6).astype(DType::float64), y = polyval(array_of<double>({2, -1, 0.5}), x);
    const Polyfit fit = polyfit(x, y, 2, {.covariance = true});
    EXPECT_EQ(fit.rank, 3);
    const auto c = values(fit.coefficients);
    EXPECT_NEAR(c[0], 2, 1e-12);
    EXPECT_NEAR(c[1], -1, 1e-12);
    EXPECT_NEAR(c[2], 0.5, 1e-12);
    EXPECT_EQ(fit.covariance.shape(), (Shape{3, 3}));
    EXPECT_THROW(polyfit(x, y, -1), ValueError);
    EXPECT_THROW(polyfit(x, arange(5), 1), TypeError);
}

TEST(Polynomial, LowestPowerFirst) {
    EXPECT_EQ(values(polynomial::polyval(array_of<double>({0, 2}), array_of<double>({1, 2, 3}))),
              (std::vector<double>{1, 17}));
    EXPECT_EQ(values(polynomial::polyvander(array_of<double>({2, 3}), 2)), (std::vector<double>{1, 2, 4, 1, 3, 9}));
    EXPECT_EQ(values(polynomial::polycompanion(array_of<double>({2, -3, 1}))), (std::vector<double>{0, -2, 1, 3}));
    EXPECT_EQ(values(polynomial::polyvalfromroots(array_of<double>({0, 3}), array_of<double>({1, 2}))),
              (std::vector<double>{2, 2}));
    EXPECT_EQ(values(polynomial::trimseq(array_of<double>({1, 0, 0}))), (std::vector<double>{1}));
    EXPECT_EQ(values(polynomial::trimcoef(array_of<double>({1, 2, 1e-9}), 1e-6)), (std::vector<double>{1, 2}));
    EXPECT_THROW(polynomial::polyvander(ones({2}), -1), ValueError);
}

TEST(Statistics, Covariances) {
    ndarray a = empty({2, 3});
    const double rows[] = {0, 1, 2, 2, 1, 0};
    a.set(rows);
    EXPECT_EQ(values(cov(a)), (std::vector<double>{1, -1, -1, 1}));
    EXPECT_EQ(values(cov(a, {.bias = true}))[0], 2.0 / 3);
    EXPECT_EQ(values(corrcoef(a)), (std::vector<double>{1, -1, -1, 1}));
    const ndarray counts = array_of<std::int64_t>({1, 0, 3});
    EXPECT_EQ(values(cov(a, {.fweights = &counts})), (std::vector<double>{1, -1, -1, 1}));
    const ndarray wrong = ones({2});
    EXPECT_THROW(cov(a, {.aweights = &wrong}), Error);
}

TEST(Statistics, HistogramOfMany) {
    ndarray points = empty({3, 2});
    const double rows[] = {0, 0, 1, 1, 1, 0};
    points.set(rows);
    const HistogramOfMany found = histogramdd(points, {.bins = {std::int64_t{2}, std::int64_t{2}}});
    EXPECT_EQ(values(found.counts), (std::vector<double>{1, 0, 1, 1}));
    EXPECT_EQ(values(found.edges[0]), (std::vector<double>{0, 0.5, 1}));
    EXPECT_THROW(histogramdd(points, {.bins = {std::int64_t{2}}}), ValueError);
}

TEST(Interpolation, BetweenUnderAndAcross) {
    const ndarray xp = array_of<double>({0, 1, 3}), fp = array_of<double>({0, 10, 30});
    EXPECT_EQ(values(interp(array_of<double>({-1, 0.5, 2.5, 9}), xp, fp)), (std::vector<double>{0, 5, 25, 30}));
    EXPECT_EQ(values(interp(array_of<double>({-1, 9}), xp, fp, {.left = Scalar(-7), .right = Scalar(8)})),
              (std::vector<double>{-7, 8}));
    EXPECT_EQ(interp(0.5, xp, fp).item().to_double(), 5);
    EXPECT_EQ(trapezoid(fp).item().to_double(), 25);
    EXPECT_EQ(trapezoid(fp, &xp).item().to_double(), 45);
    EXPECT_EQ(unwrap(array_of<std::int64_t>({1, 2, 3, 4, 1, 2}), {}, -1, 4).to_vector<std::int64_t>(),
              (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
}

TEST(Bits, ThereAndBack) {
    const ndarray bits = array_of<std::uint8_t>({1, 0, 1, 0, 0, 0, 0, 0, 1});
    const ndarray bytes = packbits(bits);
    EXPECT_EQ(bytes.to_vector<std::uint8_t>(), (std::vector<std::uint8_t>{160, 128}));
    EXPECT_EQ(unpackbits(bytes, {}, 9).to_vector<std::uint8_t>(), bits.to_vector<std::uint8_t>());
    EXPECT_EQ(packbits(bits, {}, "little").to_vector<std::uint8_t>(), (std::vector<std::uint8_t>{5, 1}));
    EXPECT_THROW(packbits(ones({3})), TypeError);
}

}  // namespace
}  // namespace cuprum
