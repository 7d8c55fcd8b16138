// SciPy's interpolation from C++.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <memory>

#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate_grids.h"
#include "cuprum/scipy/interpolate_interp1d.h"
#include "cuprum/scipy/interpolate_polynomials.h"
#include "cuprum/scipy/interpolate_scattered.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "cuprum/warnings.h"

namespace cuprum::scipy::interpolate {
namespace {

using Numbers = std::vector<double>;

ndarray vector(const Numbers& numbers) {
    return array_from_host(numbers.data(), DType::float64, {static_cast<std::int64_t>(numbers.size())});
}

Numbers numbers_of(const ndarray& a) { return ascontiguousarray(a).to_vector<double>(); }

const ndarray places() { return vector({0, 1, 3}); }
const ndarray squares() { return vector({0, 1, 9}); }

TEST(Interp1d, KindsBetweenPlaces) {
    const auto at = [](const InterpolationKind& kind, const Numbers& x) {
        return numbers_of(interp1d(places(), squares(), kind)(vector(x)));
    };
    EXPECT_EQ(at("linear", {0.5, 2}), (Numbers{0.5, 5}));
    EXPECT_EQ(at("nearest", {0.5, 2}), (Numbers{0, 1}));
    EXPECT_EQ(at("nearest-up", {0.5, 2}), (Numbers{1, 9}));
    EXPECT_EQ(at("previous", {0.5, 1}), (Numbers{0, 1}));
    EXPECT_EQ(at("next", {0.5, 1}), (Numbers{1, 1}));
    EXPECT_EQ(at("zero", {0.5, 2}), (Numbers{0, 1}));
    EXPECT_EQ(at(1, {0.5, 2}), (Numbers{0.5, 5}));
    EXPECT_NEAR(at("quadratic", {2})[0], 4, 1e-14);
    EXPECT_THROW(at("cubic", {2}), ValueError);
    EXPECT_THROW(at("other", {2}), NotSupportedError);
}

TEST(Interp1d, PlacesOutside) {
    const ndarray outside = vector({-1, 4});
    EXPECT_THROW(interp1d(places(), squares())(outside), ValueError);
    const auto at = [&](FillValue fill, const InterpolationKind& kind = "linear", std::optional<bool> error = {}) {
        return numbers_of(interp1d(places(), squares(), kind, {.bounds_error = error, .fill_value = fill})(outside));
    };
    EXPECT_EQ(at(7, "linear", false), (Numbers{7, 7}));
    EXPECT_EQ(at({full({}, 7.0), full({}, 8.0)}, "nearest", false), (Numbers{7, 8}));
    EXPECT_EQ(at(FillValue::extrapolate()), (Numbers{-1, 13}));
    const Numbers before = at(FillValue::extrapolate(), "previous");
    EXPECT_TRUE(std::isnan(before[0]));
    EXPECT_EQ(before[1], 9);
    EXPECT_THROW(at(FillValue::extrapolate(), "linear", true), ValueError);
    EXPECT_THROW(at(vector({1, 2}), "linear", false), ValueError);

    interp1d f(places(), squares());
    f.bounds_error = false;
    f.set_fill_value(5);
    EXPECT_EQ(numbers_of(f(outside)), (Numbers{5, 5}));
}

TEST(Interp1d, AxesAndCopies) {
    const ndarray y = arange(6.0).reshape({2, 3});
    EXPECT_EQ(interp1d(places(), y)(zeros({4, 5})).shape(), (Shape{2, 4, 5}));
    const interp1d f(vector({1, 0}), y, "linear", {.axis = 0});
    EXPECT_EQ(numbers_of(f(vector({0.25}))), (Numbers{2.25, 3.25, 4.25}));
    const ndarray x = places();
    const interp1d apart(x, squares(), "linear", {.assume_sorted = true});
    x.fill(0);
    EXPECT_EQ(numbers_of(apart(vector({0.5}))), Numbers{0.5});
}

TEST(DesignMatrices, TakeCoefficientsToValues) {
    const ndarray t = vector({0, 0, 0, 1, 2, 2, 2}), c = vector({1, -2, 3, 0.5}), x = vector({0.25, 1.5});
    const BSpline spline(t, c, 2);
    const ndarray one = sparse::toarray(BSpline::design_matrix(x, t, 2));
    EXPECT_LT(max(absolute(subtract(matmul(one, c), spline(x)))).item().to_double(), 1e-15);

    const ndarray both = multiply(c.reshape({4, 1}), c), pairs = stack({x, add(x, 0.25)}, 1);
    const std::vector<ndarray> knots{t, t};
    const NdBSpline product(knots, both, {2, 2});
    const ndarray matrix = sparse::toarray(NdBSpline::design_matrix(pairs, knots, {2, 2}));
    EXPECT_EQ(matrix.shape(), (Shape{2, 16}));
    EXPECT_LT(max(absolute(subtract(matmul(matrix, both.reshape({16})), product(pairs)))).item().to_double(), 1e-14);
    EXPECT_THROW(NdBSpline::design_matrix(pairs, knots, {2}), ValueError);
    EXPECT_THROW(NdBSpline::design_matrix(add(pairs, 5), knots, {2, 2}, false), ValueError);
}

TEST(CubicSplines, AreClassesAsInSciPy) {
    const ndarray x = vector({0, 1, 2, 3, 4}), y = multiply(x, multiply(x, x)), at = vector({1.5, 2.5});
    const CubicSpline spline(x, y);
    EXPECT_LT(max(absolute(subtract(spline(at), vector({3.375, 15.625})))).item().to_double(), 1e-13);
    EXPECT_NEAR(spline.integrate(0, 4).item().to_double(), 64, 1e-12);
    EXPECT_LT(std::fabs(CubicSpline(x, y, 0, "natural")(vector({0}), 2).to_vector<double>()[0]), 1e-13);
    const CubicSpline sloped(x, y, 0,
                             {{.kind = EndCondition::Kind::derivative, .value = vector({5}).reshape(Shape{})},
                              EndCondition::named("natural")});
    EXPECT_NEAR(sloped(vector({0}), 1).to_vector<double>()[0], 5, 1e-13);
    EXPECT_THROW(CubicSpline(x, y, 0, "other"), ValueError);
    EXPECT_THROW(EndConditions(EndCondition::named("periodic"), EndCondition::named("natural")), ValueError);
    EXPECT_EQ(PchipInterpolator(x, y).extrapolate, Extrapolate::yes);
    EXPECT_EQ(Akima1DInterpolator(x, y).extrapolate, Extrapolate::no);
    EXPECT_THROW(Akima1DInterpolator(x, y).extend(), NotSupportedError);
    const PolynomialRoots roots = spline.solve(8, {.extrapolate = Extrapolate::no});
    EXPECT_EQ(roots.columns.size(), 1u);
    EXPECT_NEAR(roots[0].at(0), 2, 1e-12);
    // Its sum of B-splines, and those with conditions.
    EXPECT_LT(max(absolute(subtract(BSpline::from_power_basis(spline)(at), spline(at)))).item().to_double(), 1e-12);
    const BSpline flat = make_interp_spline(x, y, 3, nullptr, "clamped");
    EXPECT_LT(std::fabs(flat(vector({4}), 1).to_vector<double>()[0]), 1e-12);
    EXPECT_THROW(make_interp_spline(x, y, 3, nullptr, "other"), ValueError);
}

TEST(Products, OfPiecewisePolynomialsAreIntegrated) {
    const ndarray side = vector({0, 1});
    const NdPPoly p(ones({2, 2, 1, 1}), std::vector<ndarray>{side, side});  // (1 + x) (1 + y)
    const auto one = p.integrate_1d(0, 1, 0);
    ASSERT_TRUE(std::holds_alternative<NdPPoly>(one));
    const auto number = std::get<NdPPoly>(one).integrate_1d(0, 1, 0);
    ASSERT_TRUE(std::holds_alternative<ndarray>(number));
    EXPECT_NEAR(std::get<ndarray>(number).item().to_double(), 2.25, 1e-14);
    EXPECT_NEAR(p.integrate({{0, 1}, {0, 1}}).item().to_double(), 2.25, 1e-14);
    EXPECT_NEAR(p.antiderivative({1, 1})(vector({1, 1})).item().to_double(), 2.25, 1e-14);
    EXPECT_THROW(p.derivative({1, 1, 1}), ValueError);
}

TEST(LeastSquares, NormalEquationsNeedPlacesBetweenKnots) {
    const ndarray t = vector({0, 0, 1, 2, 2}), y = vector({1, 2, 4, 3}), x = vector({0, 0.1, 0.2, 0.9});
    EXPECT_THROW(make_lsq_spline(x, y, t, 1, nullptr, 0, true, "norm-eq"), LinAlgError);
    EXPECT_THROW(make_lsq_spline(x, y, t, 1, nullptr, 0, true, "other"), ValueError);
    EXPECT_NO_THROW(make_lsq_spline(multiply(x, 2), y, t, 1, nullptr, 0, true, "norm-eq"));
}

ndarray corners() { return vector({0, 0, 1, 0, 0, 1, 1, 1.1}).reshape({4, 2}); }

TEST(Scattered, TakeATriangulation) {
    const ndarray values = vector({0, 1, 1, 2.1}), at = vector({0.25, 0.25}).reshape({1, 2});
    const auto triangles = std::make_shared<const spatial::Delaunay>(corners());
    EXPECT_EQ(numbers_of(LinearNDInterpolator(triangles, values)(at)),
              numbers_of(LinearNDInterpolator(corners(), values)(at)));
    EXPECT_THROW(LinearNDInterpolator(triangles, values, not_a_number(), true), ValueError);
    EXPECT_THROW(LinearNDInterpolator(corners(), values, std::complex<double>(0, 1)), TypeError);
    LinearNDInterpolator linear(corners(), values);
    const ndarray outside = vector({5, 5}).reshape({1, 2});
    EXPECT_TRUE(std::isnan(numbers_of(linear(outside))[0]));
    linear.fill_value = 7;
    EXPECT_EQ(numbers_of(linear(outside)), (Numbers{7}));
    const NearestNDInterpolator nearest(corners(), values, false, {.leafsize = 2});
    EXPECT_EQ(numbers_of(nearest(vector({0.9, 0.9}).reshape({1, 2}))), (Numbers{2.1}));
}

TEST(RegularGrid, ChecksAndChanges) {
    const std::vector<ndarray> points{places(), places()};
    const ndarray values = multiply(squares().reshape({3, 1}), squares()), at = vector({1, 3}).reshape({1, 2});
    EXPECT_THROW(RegularGridInterpolator(points, values, "linear", true, std::complex<double>(0, 1)), ValueError);
    RegularGridInterpolator grid(points, values, "slinear");
    EXPECT_THROW(grid(at, {}, {1}), ValueError);
    EXPECT_THROW(grid(at, "nearest", {1, 0}), ValueError);
    EXPECT_NEAR(numbers_of(grid(at, {}, {0, 1}))[0], 4, 1e-13);
    grid.method = "nearest";
    EXPECT_EQ(numbers_of(grid(vector({0.9, 2.9}).reshape({1, 2}))), (Numbers{9}));
}

TEST(Interpolants, RefuseSizesThatDoNotFit) {
    EXPECT_THROW(make_interp_spline(vector({1}), vector({2}), 3, nullptr, SplineEnds("clamped")), ValueError);
    EXPECT_THROW(BSpline::construct_fast(arange(3).astype(DType::float64), zeros({5}), 2), ValueError);
    EXPECT_THROW(BSpline::construct_fast(arange(10).astype(DType::float64), zeros({0}), 3), ValueError);
    EXPECT_THROW(PPoly::construct_fast(zeros({2, 3}), vector({0, 1, 2})), ValueError);
    EXPECT_THROW(BSpline(arange(8).astype(DType::float64), zeros({4}), 3).antiderivative(1000000), ValueError);
}

int warnings = 0;

TEST(Interpolants, WarnOfDegrees) {
    const UserWarning before = set_user_warning([](const std::string&) { ++warnings; });
    const RBFInterpolator radial(corners(), vector({0, 1, 1, 2}), {.kernel = "Cubic", .degree = 0});
    EXPECT_EQ(warnings, 1);
    const KroghInterpolator many(arange(31).astype(DType::float64), zeros({31}));
    EXPECT_EQ(warnings, 2);
    set_user_warning(before);
    EXPECT_EQ(radial.kernel, "cubic");
    EXPECT_EQ(radial.powers().dtype(), DType::int64);
    EXPECT_EQ(many.n(), 31);
}

}  // namespace
}  // namespace cuprum::scipy::interpolate
