// Linear algebra: products, equations, decompositions and einsum, on a GPU where there is one and on the CPU elsewhere.
#include <cuprum/creation.h>
#include <cuprum/einsum.h>
#include <cuprum/linalg.h>
#include <cuprum/reduction.h>
#include <cuprum/ufunc.h>

#include <iostream>

namespace cp = cuprum;
namespace linalg = cuprum::linalg;

int main() {
    // A line through points: least squares, and the same by the equations that they come from.
    const cp::ndarray x = cp::linspace(0, 4, 9), y = 2 * x + 1 + 0.1 * cp::sin(10 * x);
    const cp::ndarray table = cp::vander(x, 2);
    std::cout << "least squares: " << linalg::lstsq(table, y).x << "\n";
    std::cout << "the same:      " << linalg::solve(cp::matmul(table.T(), table), cp::matmul(table.T(), y)) << "\n";

    // Many small matrices at once: 1000 rotations and what they are made of.
    const cp::ndarray angle = cp::linspace(0, 3, 1000);
    cp::ndarray rotations = cp::empty({1000, 2, 2});
    rotations.assign({cp::all_of, 0, 0}, cp::cos(angle));
    rotations.assign({cp::all_of, 0, 1}, -cp::sin(angle));
    rotations.assign({cp::all_of, 1, 0}, cp::sin(angle));
    rotations.assign({cp::all_of, 1, 1}, cp::cos(angle));
    const cp::ndarray turned_back = cp::matmul(rotations, linalg::inv(rotations));
    std::cout << "their determinants are between " << cp::min(linalg::det(rotations)) << " and "
              << cp::max(linalg::det(rotations)) << "; with their inverses they make " << turned_back(500) << "\n";
    std::cout << "singular values of one: " << linalg::svdvals(rotations(7)) << "\n";

    // The same sum of products twice.
    std::cout << "traces: " << cp::sum(cp::einsum("bii->b", {rotations})) << " " << cp::sum(linalg::trace(rotations))
              << "\n";

    // What has no solution is an error that says so.
    try {
        linalg::inv(cp::ones({2, 2}));
    } catch (const cp::LinAlgError& error) {
        std::cout << "inv(ones): " << error.what() << "\n";
    }
}
