// Tensor cores and precision: products in single precision with and without TF32, of the same random numbers.
#include <cuprum/creation.h>
#include <cuprum/cuda.h>
#include <cuprum/fft.h>
#include <cuprum/linalg.h>
#include <cuprum/logic.h>
#include <cuprum/manipulation.h>
#include <cuprum/products.h>
#include <cuprum/random_functions.h>
#include <cuprum/reduction.h>
#include <cuprum/ufunc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "steps.h"

namespace cp = cuprum;

namespace {

// What the program does in processes of its own: the environment is read once.
int in_a_process_of_its_own(const std::string& part, std::int64_t size) {
    const cp::ndarray x = cp::random::randn({size, size}, cp::DType::float32);
    if (part == "--product") {
        std::cout << cp::repr(cp::matmul(x, x)) << "\n";
        return 0;
    }
    const cp::ndarray y = cp::random::randn({size, size}, cp::DType::float32);
    cp::ndarray z = cp::matmul(x, y);  // loads the library
    cp::cuda::Device(0).synchronize();
    double least = 1e9;
    for (int run = 0; run < 3; ++run) {
        const steps::Clock clock;
        for (int i = 0; i < 10; ++i) {
            z = cp::matmul(x, y);
            cp::cuda::Device(0).synchronize();
        }
        least = std::min(least, clock.seconds());
    }
    std::cout << least << " seconds\n";
    return 0;
}

void run(const std::string& command) {
    std::cout.flush();
    if (std::system(command.c_str()) != 0) throw std::runtime_error(command + " failed");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3) return in_a_process_of_its_own(argv[1], std::atoi(argv[2]));
    const bool small = steps::small(argc, argv);

    const cp::ndarray x = cp::random::randn({100, 100});
    const auto [u, s, v] = cp::linalg::svd(x);
    std::cout << "cuprum: " << cp::to_string(u.shape()) << " " << cp::to_string(s.shape()) << " "
              << cp::to_string(v.shape()) << "\n";
    std::cout << "the factors make the matrix: " << cp::allclose(cp::matmul(u * s, v), x) << "\n";

    const std::string self = "'" + std::string(argv[0]) + "'";
    for (const char* tf32 : {"0", "1"}) {
        std::cout << "ten products, CUPRUM_TF32=" << tf32 << ": ";
        run("CUPRUM_TF32=" + std::string(tf32) + " " + self + " --times " + (small ? "128" : "15000"));
    }
    for (const char* tf32 : {"0", "1"}) {
        std::cout << "CUPRUM_TF32=" << tf32 << "\n";
        run("CUPRUM_SEED=42 CUPRUM_TF32=" + std::string(tf32) + " " + self + " --product 3");
    }

    const cp::ndarray wave = cp::sin(2 * std::numbers::pi * 37 / 1024 * cp::arange(1024)).astype(cp::DType::float16);
    std::cout << "transform of float16 with its largest part at " << cp::argmax(cp::absolute(cp::fft::rfft(wave)))
              << "\n";
}
