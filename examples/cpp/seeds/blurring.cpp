// Blurring an image: a convolution with a Gaussian on the host and on a device, and what copies between the two cost.
#include <cuprum/convolution.h>
#include <cuprum/creation.h>
#include <cuprum/cuda.h>
#include <cuprum/host.h>
#include <cuprum/logic.h>
#include <cuprum/manipulation.h>
#include <cuprum/reduction.h>
#include <cuprum/scipy/signal.h>
#include <cuprum/ufunc.h>

#include <algorithm>

#include "steps.h"

namespace cp = cuprum;

namespace {

// Prints the upper left part of an image by the blackness of characters.
void show(const cp::ndarray& image, std::int64_t side) {
    const cp::ndarray part = image(cp::Slice{0, side, {}}, cp::Slice{0, side, {}});
    const std::vector<double> values = part.to_vector<double>();
    const std::int64_t columns = part.shape(1);
    for (std::int64_t i = 0; i < part.size(); ++i) {
        if (i % columns == 0) std::cout << "|";
        std::cout << " .:-=+*#%@"[static_cast<int>(std::min(values[static_cast<std::size_t>(i)], 1.) * 9 + 1e-9)];
        if (i % columns == columns - 1) std::cout << "|\n";
    }
}

// The full convolution in two dimensions, as it is defined.
std::vector<double> convolved(const std::vector<double>& image, std::int64_t n, const std::vector<double>& filter,
                              std::int64_t m) {
    const std::int64_t side = n + m - 1;
    std::vector<double> result(static_cast<std::size_t>(side * side));
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t k = 0; k < m; ++k)
                for (std::int64_t l = 0; l < m; ++l)
                    result[static_cast<std::size_t>((i + k) * side + j + l)] +=
                        image[static_cast<std::size_t>(i * n + j)] * filter[static_cast<std::size_t>(k * m + l)];
    return result;
}

void wait() { cp::cuda::Device().synchronize(); }

}  // namespace

int main(int argc, char** argv) {
    const bool small = steps::small(argc, argv);

    // The image: points on a grid.
    const cp::ndarray unit = cp::zeros({16, 16});
    unit.assign({8, 8}, cp::asarray(std::vector<double>{1}).reshape({}));
    const std::int64_t copies = small ? 4 : 128;
    const cp::ndarray points = cp::tile(unit, {copies, copies});
    std::cout << "image: " << cp::to_string(points.shape()) << "\n";
    show(points, 32);

    // The filter: a Gaussian.
    const std::vector<cp::ndarray> xy = cp::meshgrid({cp::linspace(-2, 2, 15), cp::linspace(-2, 2, 15)});
    const cp::ndarray distance = cp::sqrt(xy[0] * xy[0] + xy[1] * xy[1]);
    const double sigma = 1;
    const cp::ndarray gauss = cp::exp(-(distance * distance) / (2.0 * sigma * sigma));
    std::cout << "filter: " << cp::to_string(gauss.shape()) << "\n";
    show(gauss, 15);

    // On the host, and on the device.
    const std::vector<double> points_host = points.to_vector<double>(), gauss_host = gauss.to_vector<double>();
    const steps::Clock clock;
    const std::vector<double> blurred_host = convolved(points_host, points.shape(0), gauss_host, gauss.shape(0));
    std::cout << "on the host: " << clock.seconds() << " seconds\n";
    const cp::ndarray blurred = cp::scipy::signal::convolve2d(points, gauss);
    std::cout << "blurred: " << cp::to_string(blurred.shape()) << "\n";
    show(blurred, 32);
    steps::per_loop(
        [&] {
            cp::scipy::signal::convolve2d(points, gauss);
            wait();
        },
        10);
    std::cout << "the same: " << cp::repr(cp::allclose(blurred, cp::asarray(blurred_host, blurred.shape()))) << "\n";
    std::cout << std::setprecision(9) << "total: " << cp::sum(blurred).item().to_double()
              << " largest: " << cp::max(blurred).item().to_double() << std::setprecision(6) << "\n";

    // With the copies.
    steps::per_loop(
        [&] {
            const cp::ndarray image = cp::asarray(points_host, points.shape()),
                              filter = cp::asarray(gauss_host, gauss.shape());
            cp::scipy::signal::convolve2d(image, filter).to_vector<double>();
        },
        10);

    // In one dimension: the rows of the image one after another, and the diagonal of the filter.
    const cp::ndarray line = points.ravel(), weights = gauss.diagonal().copy();
    const cp::ndarray smooth = cp::convolve(line, weights);
    steps::per_loop([&] {
        cp::convolve(line, weights);
        wait();
    });
    const std::vector<double> line_host = line.to_vector<double>(), weights_host = weights.to_vector<double>();
    std::vector<double> expected(line_host.size() + weights_host.size() - 1);
    for (std::size_t i = 0; i < line_host.size(); ++i)
        for (std::size_t j = 0; j < weights_host.size(); ++j) expected[i + j] += line_host[i] * weights_host[j];
    std::cout << "the same line: " << cp::allclose(smooth, cp::asarray(expected)) << " "
              << cp::to_string(smooth.shape()) << "\n";
}
