// The heat equation on several devices: rows of a plate are divided, and neighbours exchange their borders.
//     cmake -S examples/cpp -B build-example && cmake --build build-example && CUPRUM_CPU_DEVICES=2 build-example/halos
#include <cuprum/creation.h>
#include <cuprum/cuda.h>
#include <cuprum/distributed_functions.h>
#include <cuprum/kernel.h>
#include <cuprum/logic.h>
#include <cuprum/ndarray.h>

#include <cstdlib>
#include <iostream>
#include <numeric>
#include <utility>
#include <vector>

namespace cp = cuprum;
namespace dist = cuprum::distributed;
using cp::Slice;

void check(bool right, const char* what) {
    if (right) return;
    std::cerr << "wrong: " << what << "\n";
    std::exit(1);
}

// One step from u to v; their borders stay.
void advance(const cp::ndarray& u, const cp::ndarray& v) {
    static const cp::ElementwiseKernel step("T here, T above, T below, T left, T right, T rate", "T next",
                                            "next = here + rate * (above + below + left + right - 4 * here)",
                                            "heat_step");
    const Slice inner{1, -1}, first{0, -2}, last{2, std::nullopt};
    step(u.at({inner, inner}), u.at({first, inner}), u.at({last, inner}), u.at({inner, first}), u.at({inner, last}),
         0.2, v.at({inner, inner}));
}

int main() {
    setenv("CUPRUM_CPU_DEVICES", "2", 0);
    const std::int64_t side = 192, steps = 400;
    std::vector<int> devices(static_cast<std::size_t>(std::min(cp::cuda::get_device_count(), 8)));
    std::iota(devices.begin(), devices.end(), 0);

    cp::ndarray plate = cp::zeros({side, side});
    plate.at({0}).fill(100);  // the upper edge is hot
    plate.at({Slice{side / 2 - 8, side / 2 + 8}, Slice{40, 60}}).fill(80);

    // On one device.
    cp::ndarray a = plate.copy(), b = plate.copy();
    for (std::int64_t step = 0; step < steps; ++step) {
        advance(a, b);
        std::swap(a, b);
    }

    // On all: boxes of rows, wider by one row of each neighbour.
    const dist::IndexMap rows = dist::Layout::along(0, devices).index_map(plate.shape());
    const dist::IndexMap boxes = dist::with_halo(rows, plate.shape(), {1, 0});
    dist::DistributedArray u = dist::distributed_array(plate, boxes), v = dist::distributed_array(plate, boxes);
    dist::reset_traffic();
    for (std::int64_t step = 0; step < steps; ++step) {
        dist::exchange_halo(u, rows);
        for (const auto& [device, chunks] : u.chunks()) {
            const cp::cuda::DeviceGuard here(device);
            for (std::size_t i = 0; i < chunks.size(); ++i) advance(chunks[i].data, v.chunks().at(device)[i].data);
        }
        std::swap(u, v);
    }
    const dist::Traffic traffic = dist::traffic();
    dist::exchange_halo(u, rows);
    std::cout << steps << " steps on " << devices.size() << " devices: " << traffic.messages << " messages, "
              << traffic.bytes << " bytes\n";
    check(traffic.messages == static_cast<std::size_t>(steps) * 2 * (devices.size() - 1), "two messages a border");
    const cp::ndarray found = u.gather();
    check(cp::array_equal(found, a).item().to_bool(), "the temperature as on one device");

    std::vector<double> host(static_cast<std::size_t>(side * side));
    found.get(host.data());
    for (std::int64_t row = 0; row < side; row += 16) {
        for (std::int64_t column = 0; column < side; column += 8)
            std::cout << " .:-=+*#%@"[std::min(
                9, static_cast<int>(host[static_cast<std::size_t>(row * side + column)] / 10))];
        std::cout << "\n";
    }
}
