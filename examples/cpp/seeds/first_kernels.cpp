// First kernels: arrays on a device, the memory that they take, and two ways to write a kernel of one's own.
#include <cuprum/creation.h>
#include <cuprum/cuda.h>
#include <cuprum/host.h>
#include <cuprum/kernel.h>
#include <cuprum/linalg.h>
#include <cuprum/logic.h>
#include <cuprum/manipulation.h>
#include <cuprum/random_functions.h>
#include <cuprum/raw_kernel.h>
#include <cuprum/reduction.h>
#include <cuprum/ufunc.h>

#include <random>

#include "steps.h"

namespace cp = cuprum;
using cp::cuda::Device;

namespace {

std::vector<double> random_numbers(std::size_t count, double low = 0, double high = 1) {
    std::mt19937_64 engine(3);
    std::uniform_real_distribution<double> uniform(low, high);
    std::vector<double> numbers(count);
    for (double& number : numbers) number = uniform(engine);
    return numbers;
}

void the_current_device(const cp::ndarray& row) {
    std::cout << "row is on " << Device(row.device()).repr() << "\n";
    if (cp::cuda::get_device_count() < 2) return;
    Device(1).use();
    const cp::ndarray there = cp::array({1, 2, 3, 4, 5});
    cp::ndarray doubled;
    {
        const cp::cuda::DeviceGuard guard(0);
        doubled = row * 2;
    }
    std::cout << "there is on " << Device(there.device()).repr() << " and doubled on "
              << Device(doubled.device()).repr() << "\n";
    try {
        doubled = row * 2;  // runs on the device of `row`
    } catch (const cp::ValueError& error) {
        std::cout << "ValueError: " << error.what() << "\n";
    }
}

}  // namespace

int main(int argc, char** argv) {
    steps::two_devices();
    const bool small = steps::small(argc, argv);

    // The same functions.
    const cp::ndarray row = cp::array({1, 2, 3, 4, 5});
    const cp::ndarray table = cp::vstack({row, row, row, row, row});
    std::cout << "array:\n " << table << "\n";
    std::cout << "det: " << cp::linalg::det(table) << "\n";

    the_current_device(row);

    // To the device and back.
    const std::vector<std::int64_t> on_host{1, 2, 3};
    const cp::ndarray on_device = cp::asarray(on_host);
    std::vector<std::int64_t> back = on_device.to_vector<std::int64_t>();
    if (back != on_host) throw std::runtime_error("the copy is another one");

    cp::cuda::MemoryPool& pool = cp::cuda::default_memory_pool();
    Device(0).use();

    // A kernel of elements.
    steps::Timer timer;
    const std::int64_t size = small ? 50'000 : 50'000'000;
    cp::random::seed(1);
    cp::ndarray a, b, c;
    timer("random vectors, device", [&] {
        a = cp::random::random({size});
        b = cp::random::random({size});
        c = cp::empty({size});
        Device().synchronize();
    });
    std::vector<double> a_host, b_host, c_host(static_cast<std::size_t>(size));
    timer("random vectors, host", [&] {
        a_host = random_numbers(c_host.size());
        b_host = random_numbers(c_host.size());
    });
    std::cout << "three vectors: " << steps::digits(static_cast<double>(a.nbytes()) / (1 << 30) * 3) << " GB\n";

    const cp::ElementwiseKernel add_vectors("float64 x, float64 y", "float64 z", "z = x + y", "add_vectors");
    timer("addition, device", [&] {
        c = add_vectors(a, b);
        Device().synchronize();
    });
    timer("addition, host", [&] {
        for (std::size_t i = 0; i < c_host.size(); ++i) c_host[i] = a_host[i] + b_host[i];
    });
    std::cout << "as a + b: " << cp::all(c == a + b) << "\n";
    std::cout << "the first sums: " << c(cp::Slice{{}, 3, {}}) << "\n";

    // Deleted arrays leave their memory to the pool.
    const auto held = 3 * static_cast<std::size_t>((a.nbytes() + 511) / 512 * 512);
    const std::size_t used = pool.used_bytes();
    a = b = c = cp::ndarray();
    std::cout << "given back to the pool: " << steps::truth(used - pool.used_bytes() == held) << "\n";
    std::cout << "still allocated by it: " << steps::truth(pool.total_bytes() >= held) << "\n";
    pool.free_all_blocks();
    std::cout << "allocated after free_all_blocks is less: " << steps::truth(pool.total_bytes() < held) << "\n";

    // Something larger; operations in place need no memory for results.
    const std::int64_t side = small ? 40 : 1024;
    const std::size_t used_before = pool.used_bytes();
    cp::ndarray cube;
    timer("cube, device", [&] {
        cube = cp::random::random({side, side, side});
        Device().synchronize();
    });
    std::cout << "the cube: " << steps::digits(static_cast<double>(pool.used_bytes() - used_before) / (1 << 30))
              << " GB\n";
    timer("in place, device", [&] {
        cube *= 3;
        cube *= cube;
        Device().synchronize();
    });
    std::cout << "between 0 and 9: " << cp::logical_and(cp::all(cube >= 0), cp::all(cube < 9)) << "\n";
    cube = cp::ndarray();
    pool.free_all_blocks();

    // Kernels in CUDA C++: a pile of layers is multiplied up along its first axis, a thread a place.
    const std::int64_t layers = small ? 64 : 4096, rows = small ? 64 : 512, columns = small ? 48 : 512;
    const std::vector<double> layer = random_numbers(static_cast<std::size_t>(rows * columns), 0.9375, 1.0625);
    std::vector<double> pile;
    timer("pile of layers, host", [&] {
        pile.reserve(layer.size() * static_cast<std::size_t>(layers));
        for (std::int64_t z = 0; z < layers; ++z) pile.insert(pile.end(), layer.begin(), layer.end());
    });
    const std::uint32_t warp = 32;
    const auto blocks = [&](std::int64_t length) { return static_cast<std::uint32_t>((length + warp - 1) / warp); };
    const cp::Dim3 grid{blocks(columns), blocks(rows)}, block{warp, warp};
    std::cout << "grid: (" << grid.x << ", " << grid.y << ") block: (" << block.x << ", " << block.y << ")\n";

    const cp::RawKernel multiply_in_memory(R"(
        extern "C" __global__ void multiply_in_memory(const double* in, double* out,
                                                      const int Z, const int Y, const int X) {
            const int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
            if (x < X && y < Y) {
                out[y * X + x] = 1.;
                for (int z = 0; z < Z; z++) out[y * X + x] = out[y * X + x] * in[(z * Y + y) * X + x];
            }
        })",
                                           "multiply_in_memory");
    const cp::RawKernel multiply_in_register(R"(
        extern "C" __global__ void multiply_in_register(const double* in, double* out,
                                                        const int Z, const int Y, const int X) {
            const int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
            if (x < X && y < Y) {
                double product = 1.;
                for (int z = 0; z < Z; z++) product = product * in[(z * Y + y) * X + x];
                out[y * X + x] = product;
            }
        })",
                                             "multiply_in_register");
    multiply_in_memory.compile();
    multiply_in_register.compile();

    cp::ndarray pile_device, out, out_register;
    timer("copy to the device", [&] {
        pile_device = cp::asarray(pile, cp::Shape{layers, rows, columns});
        Device().synchronize();
    });
    timer("empty outputs, device",
          [&] { out = cp::empty({rows, columns}), out_register = cp::empty({rows, columns}); });
    const int Z = static_cast<int>(layers), Y = static_cast<int>(rows), X = static_cast<int>(columns);
    timer("products in memory, device", [&] {
        multiply_in_memory(grid, block, pile_device, out, Z, Y, X);
        Device().synchronize();
    });
    timer("products in a register, device", [&] {
        multiply_in_register(grid, block, pile_device, out_register, Z, Y, X);
        Device().synchronize();
    });
    std::vector<double> out_host;
    timer("copy to the host", [&] { out_host = out.to_vector<double>(); });
    std::vector<double> expected(layer.size(), 1);
    timer("products, host", [&] {
        for (std::size_t i = 0; i < pile.size(); ++i) expected[i % expected.size()] *= pile[i];
    });
    const bool agree = cp::array_equal(out, out_register).item().to_bool() &&
                       cp::allclose(out, cp::asarray(expected, out.shape())).item().to_bool();
    std::cout << "both kernels and the host agree: " << steps::truth(agree) << "\n";
    timer.print();
}
