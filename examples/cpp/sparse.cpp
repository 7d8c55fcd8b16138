// Sparse matrices in C++: making them, products, and a system of equations.
#include <cuprum/cuprum.h>

#include <cstdio>
#include <iostream>

namespace cp = cuprum;
namespace sparse = cuprum::scipy::sparse;

int main() {
    // By coordinates: elements of one place are summed up.
    const cp::ndarray data = cp::array({1.0, 2.0, 3.0, 4.0}), row = cp::array({0, 0, 2, 2}),
                      col = cp::array({1, 1, 0, 2});
    const sparse::sparse_matrix a = sparse::tocsr(sparse::coo_matrix(data, row, col, cp::Shape{3, 3}));
    std::cout << sparse::to_string(a) << "\n" << sparse::toarray(a) << "\n";
    std::cout << "a @ [1 1 1] = " << sparse::matmul(a, cp::ones({3})) << "\n";
    std::cout << "a @ a =\n" << sparse::toarray(sparse::matmul(a, a)) << "\n";

    // The Laplacian of a line of points, and the equations of its bending under a load.
    const std::int64_t n = 1000;
    const cp::ndarray diagonals[] = {cp::array({-1.0}), cp::array({2.0}), cp::array({-1.0})};
    const std::int64_t offsets[] = {-1, 0, 1};
    const sparse::sparse_matrix line = sparse::tocsr(sparse::diags(diagonals, offsets, cp::Shape{n, n}));
    const cp::ndarray load = cp::full({n}, 1e-6);
    const sparse::linalg::Solution bent = sparse::linalg::cg(line, load, {.rtol = 1e-10});
    const double error = cp::linalg::norm(sparse::matmul(line, bent.x) - load).item().to_double();
    std::printf("cg: info %d, residual %.1e\n", static_cast<int>(bent.info), error);
    const sparse::linalg::SuperLU factors(line, "", 1.0);
    const double difference = cp::max(cp::absolute(factors.solve(load) - bent.x)).item().to_double();
    std::printf("its factors have %d elements; the solutions differ by %.1e\n", static_cast<int>(factors.nnz()),
                difference);

    // How a plate of points swings: the matrix is a sum over its two sides, and its slowest movements are eigenvectors.
    const std::int64_t side = 20;
    const sparse::sparse_matrix edge = sparse::tocsr(sparse::diags_array(diagonals, offsets, cp::Shape{side, side})),
                                plate = sparse::kronsum(edge, edge);
    sparse::linalg::LobpcgOptions slow;
    slow.largest = false;
    slow.maxiter = 60;
    slow.M = sparse::linalg::factorized(plate);
    const cp::ndarray start = cp::random::RandomState(1).random_sample(cp::Shape{plate.rows(), 3});
    const auto swings = sparse::linalg::lobpcg(sparse::linalg::aslinearoperator(plate), start, slow);
    const cp::ndarray rest = cp::matmul(plate.toarray(), swings.vectors) - swings.vectors * swings.values;
    const bool swings_well = cp::max(cp::abs(rest)).item().to_double() < 1e-4;
    std::cout << "lobpcg: the slowest " << swings.values << "\n";

    // An operator of functions and of other operators: the same plate on springs, never stored.
    const sparse::linalg::LinearOperator springs =
        sparse::linalg::aslinearoperator(plate) + 0.5 * sparse::linalg::IdentityOperator(plate.rows());
    const auto stiff = sparse::linalg::svds(springs, 1);
    std::cout << "svds: the stiffest " << stiff.s << "\n";
    return bent.info == 0 && difference < 1e-6 && swings_well && stiff.converged == 1 ? 0 : 1;
}
