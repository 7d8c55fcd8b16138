// k-means on all devices: each assigns its points to centres, and sums of a few numbers are put together.
//     cmake -S examples/cpp -B build-example && cmake --build build-example && CUPRUM_CPU_DEVICES=2
//     build-example/kmeans
#include <cuprum/creation.h>
#include <cuprum/cuda.h>
#include <cuprum/distributed_functions.h>
#include <cuprum/host.h>
#include <cuprum/kernel.h>
#include <cuprum/ndarray.h>
#include <cuprum/sorting.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

namespace cp = cuprum;
namespace dist = cuprum::distributed;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

struct Centres {
    std::vector<double> x, y;
};

// The means of the points that are nearest to each centre.
Centres moved(const dist::DistributedArray& x, const dist::DistributedArray& y, const Centres& centres) {
    static const cp::ElementwiseKernel nearest_centre("T x, T y, raw T cx, raw T cy, int64 k", "int64 nearest", R"(
        T best = (T)3e38;
        nearest = 0;
        for (int c = 0; c < k; ++c) {
            const T dx = x - cx[c], dy = y - cy[c], distance = dx * dx + dy * dy;
            if (distance < best) { best = distance; nearest = c; }
        })",
                                                      "nearest_centre");
    const auto k = static_cast<std::int64_t>(centres.x.size());
    std::vector<cp::ndarray> parts;  // of each chunk; all devices work at the same time
    for (const auto& [device, chunks] : x.chunks()) {
        const cp::cuda::DeviceGuard here(device);
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            const cp::ndarray &a = chunks[i].data, &b = y.chunks().at(device)[i].data;
            const cp::ndarray nearest = nearest_centre(a, b, cp::asarray(centres.x), cp::asarray(centres.y), k);
            parts.push_back(cp::bincount(nearest, nullptr, k).astype(cp::DType::float64));
            parts.push_back(cp::bincount(nearest, &a, k));
            parts.push_back(cp::bincount(nearest, &b, k));
        }
    }
    std::vector<double> sums[3];
    for (auto& one : sums) one.assign(centres.x.size(), 0);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::vector<double> host(centres.x.size());
        parts[i].get(host.data());
        for (std::size_t c = 0; c < host.size(); ++c) sums[i % 3][c] += host[c];
    }
    Centres means = centres;
    for (std::size_t c = 0; c < centres.x.size(); ++c) {
        means.x[c] = sums[1][c] / sums[0][c];
        means.y[c] = sums[2][c] / sums[0][c];
    }
    return means;
}

int main(int argc, char** argv) {
    setenv("CUPRUM_CPU_DEVICES", "2", 0);
    const std::int64_t count = argc > 1 ? std::atoll(argv[1]) : 200'000, k = 5;
    std::vector<int> devices(static_cast<std::size_t>(std::min(cp::cuda::get_device_count(), 8)));
    std::iota(devices.begin(), devices.end(), 0);
    const dist::IndexMap map = dist::Layout::along(0, devices).index_map({count});

    // Clouds around k places, whose points are numbered by chance.
    const dist::DistributedArray which = dist::integers({count}, map, 1, 0, k);
    const double turn = 2 * M_PI / static_cast<double>(k);
    const dist::DistributedArray angle =
        dist::call(cp::multiply, std::vector<dist::DistributedOperand>{&which, turn})[0];
    const auto around = [&](const cp::Ufunc& function, std::uint64_t seed) {
        const dist::DistributedArray unit = dist::call(function, std::vector<dist::DistributedOperand>{&angle})[0];
        const dist::DistributedArray far =
            dist::call(cp::multiply, std::vector<dist::DistributedOperand>{&unit, 4.0})[0];
        const dist::DistributedArray noise = dist::standard_normal({count}, map, seed);
        return dist::call(cp::add, std::vector<dist::DistributedOperand>{&far, &noise})[0];
    };
    const dist::DistributedArray x = around(cp::cos, 2), y = around(cp::sin, 3);

    Centres centres{std::vector<double>(k), std::vector<double>(k)};
    const dist::Region first{{0, k, 1}};
    x.gather(first).get(centres.x.data());
    y.gather(first).get(centres.y.data());
    double change = 1;
    int step = 0;
    for (; step < 50 && change > 1e-4; ++step) {
        const Centres next = moved(x, y, centres);
        change = 0;
        for (std::size_t c = 0; c < next.x.size(); ++c)
            change = std::max({change, std::abs(next.x[c] - centres.x[c]), std::abs(next.y[c] - centres.y[c])});
        centres = next;
    }
    std::cout << count << " points on " << devices.size() << " devices: " << step << " steps\n";
    for (std::size_t c = 0; c < centres.x.size(); ++c)
        std::cout << "  centre (" << centres.x[c] << ", " << centres.y[c] << ")\n";
    check(change < 1e-2, "centres come to rest");

    // A picture: how many of some points lie in a cell, and the centres.
    const std::int64_t shown = std::min<std::int64_t>(count, 20'000);
    std::vector<double> points_x(static_cast<std::size_t>(shown)), points_y(points_x.size());
    x.gather(dist::Region{{0, shown, 1}}).get(points_x.data());
    y.gather(dist::Region{{0, shown, 1}}).get(points_y.data());
    constexpr int rows = 24, columns = 48;
    std::vector<int> cells(rows * columns, 0);
    const auto cell = [&](double px, double py) {
        const int column = static_cast<int>((px + 7) / 14 * columns), row = static_cast<int>((7 - py) / 14 * rows);
        return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : -1;
    };
    for (std::size_t i = 0; i < points_x.size(); ++i)
        if (const int at = cell(points_x[i], points_y[i]); at >= 0) ++cells[static_cast<std::size_t>(at)];
    const int most = std::max(1, *std::ranges::max_element(cells));
    std::string picture;
    for (const int number : cells) picture += " .:-=+*#%"[8 * number / most];
    for (std::size_t c = 0; c < centres.x.size(); ++c)
        if (const int at = cell(centres.x[c], centres.y[c]); at >= 0) picture[static_cast<std::size_t>(at)] = '@';
    for (int row = 0; row < rows; ++row)
        std::cout << picture.substr(static_cast<std::size_t>(row) * columns, columns) << "\n";
}
