// SciPy's interpolation: splines through data and near them, a function on a grid, radial functions.
//     cmake -S examples/cpp -B build-example && cmake --build build-example && build-example/interpolate
#include <cuprum/creation.h>
#include <cuprum/host.h>
#include <cuprum/logic.h>
#include <cuprum/ndarray.h>
#include <cuprum/reduction.h>
#include <cuprum/scipy/interpolate.h>
#include <cuprum/scipy/interpolate_grids.h>
#include <cuprum/ufunc.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

namespace cp = cuprum;
namespace interpolate = cuprum::scipy::interpolate;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

bool close(const cp::ndarray& a, const cp::ndarray& b, double within = 1e-8) {
    return cp::allclose(a, b, 1e-5, within).item().to_bool();
}

int main() {
    // A spline through data is a value: coefficients and places, which functions evaluate and integrate.
    const cp::ndarray x = cp::linspace(0, 10, 200), y = cp::sin(x), places = cp::linspace(0.1, 9.9, 7);
    const interpolate::CubicSpline spline(x, y);
    std::cout << "the sine at " << places << " by a spline: " << spline(places) << "\n";
    check(close(spline(places), cp::sin(places), 1e-6), "the spline goes near the sine");
    check(close(spline(places, 1), cp::cos(places), 1e-4), "its derivative near the cosine");
    check(std::fabs(spline.integrate(0, 10).item().to_double() - (1 - std::cos(10))) < 1e-6, "its integral");
    const auto zeros = spline.roots({.extrapolate = interpolate::Extrapolate::no});
    std::cout << "it has " << zeros[0].size() << " zeros; the second one is at " << zeros[0][1] << "\n";
    check(std::fabs(zeros[0][1] - std::acos(-1.0)) < 1e-6, "a zero at pi");

    // The same as a sum of B-splines, of any degree and for many columns at once.
    const interpolate::BSpline sum = interpolate::make_interp_spline(x, y, 5);
    check(close(sum(places), cp::sin(places)), "a spline of degree 5");
    check(close(interpolate::PPoly::from_spline(sum)(places), sum(places)), "B-splines in powers");

    // A function on a grid, and one of scattered points.
    const cp::ndarray side = cp::linspace(0, 1, 30), surface = cp::sin(side.reshape({30, 1})) * side;
    const cp::ndarray at = cp::array({{0.31, 0.52}, {0.77, 0.11}}),
                      right = cp::sin(at(cp::all_of, 0)) * at(cp::all_of, 1);
    const interpolate::RegularGridInterpolator grid({side, side}, surface, "cubic");
    std::cout << "on a grid: " << grid(at) << "\n";
    check(close(grid(at), right, 1e-6), "a function on a grid");
    const cp::ndarray points = cp::mgrid(std::vector<cp::GridAxis>{{0, 1, 0.1}, {0, 1, 0.1}}).reshape({2, 100}).T();
    const interpolate::RBFInterpolator radial(points, cp::sin(points(cp::all_of, 0)) * points(cp::all_of, 1));
    check(close(radial(at), right, 1e-2), "radial functions");
    std::cout << "by radial functions: " << radial(at) << "\n";
}
