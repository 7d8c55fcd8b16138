// A Fourier transform over several devices: a picture is blurred by a product in the frequencies.
//     cmake -S examples/cpp -B build-example && cmake --build build-example && CUPRUM_CPU_DEVICES=2
//     build-example/divided_fft
#include <cuprum/creation.h>
#include <cuprum/cuda.h>
#include <cuprum/distributed_functions.h>
#include <cuprum/fft.h>
#include <cuprum/logic.h>
#include <cuprum/ndarray.h>
#include <cuprum/reduction.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <vector>

namespace cp = cuprum;
namespace dist = cuprum::distributed;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

int main() {
    setenv("CUPRUM_CPU_DEVICES", "2", 0);
    const std::int64_t side = 256;
    const double width = 6;
    std::vector<int> devices(static_cast<std::size_t>(std::min(cp::cuda::get_device_count(), 8)));
    std::iota(devices.begin(), devices.end(), 0);
    const dist::Layout rows = dist::Layout::along(0, devices), columns = dist::Layout::along(1, devices);

    const cp::ndarray line = cp::arange(side);
    const cp::ndarray squares = cp::floor_divide(line, 32).reshape({side, 1}) + cp::floor_divide(line, 32);
    const cp::ndarray board = cp::remainder(squares, 2).astype(cp::DType::float64);
    const dist::DistributedArray image = dist::distributed_array(board, rows);
    dist::reset_traffic();
    // Rows, a transposition, columns: it stays divided by columns.
    const dist::DistributedArray spectrum = dist::fftn(image, {}, cp::fft::Norm::backward, false);
    const dist::Traffic traffic = dist::traffic();
    std::cout << "transform on " << devices.size() << " devices: " << traffic.messages << " messages, " << traffic.bytes
              << " bytes\n";
    check(devices.size() == 1 || spectrum.index_map() == columns.index_map(image.shape()), "divided by columns");

    const cp::ndarray frequency = cp::fft::fftfreq(side), square = frequency * frequency;
    const cp::ndarray gauss = cp::exp((square.reshape({side, 1}) + square) * (-2 * M_PI * M_PI * width * width));
    const dist::DistributedArray weights = dist::distributed_array(gauss, columns);
    const dist::DistributedArray filtered =
        dist::call(cp::multiply, std::vector<dist::DistributedOperand>{&spectrum, &weights})[0];
    const cp::ndarray blurred = dist::ifftn(filtered, {}, cp::fft::Norm::backward, false).gather().real();

    const cp::ndarray expected = cp::fft::ifft2(cp::fft::fft2(board) * gauss).real();
    const double difference = cp::max(cp::absolute(blurred - expected)).item().to_double();
    std::cout << "largest difference from one device: " << difference << "\n";
    check(difference < 1e-12, "the picture as on one device");

    std::vector<double> host(static_cast<std::size_t>(side * side));
    blurred.get(host.data());
    for (std::int64_t row = 0; row < side; row += 16) {
        for (std::int64_t column = 0; column < side; column += 8)
            std::cout << " .:-=+*#%@"[std::min(
                9, static_cast<int>(host[static_cast<std::size_t>(row * side + column)] * 10))];
        std::cout << "\n";
    }
}
