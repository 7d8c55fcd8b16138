// Images: filters, labels, measurements, distances, rotation, on a GPU where there is one and on the CPU elsewhere.
#include <cuprum/creation.h>
#include <cuprum/reduction.h>
#include <cuprum/scipy/ndimage.h>
#include <cuprum/ufunc.h>

#include <iostream>

namespace cp = cuprum;
namespace ndimage = cuprum::scipy::ndimage;

int main() {
    // Two discs on an even ground, and some dots that a median takes away.
    const cp::ndarray y = cp::arange(0, 60).astype(cp::DType::float64).reshape({60, 1}),
                      x = cp::arange(0, 80).astype(cp::DType::float64);
    const auto disc = [&](double cy, double cx, double r) {
        return cp::less((y - cy) * (y - cy) + (x - cx) * (x - cx), r * r).astype(cp::DType::float64);
    };
    const cp::ndarray clean = disc(20, 20, 12) + 0.5 * disc(38, 55, 15);
    const cp::ndarray dots = cp::equal(cp::remainder(7 * y + 13 * x, 101), 0).astype(cp::DType::float64);
    const cp::ndarray restored = ndimage::median_filter(cp::maximum(clean, dots), 3);
    std::cout << "off by " << cp::sum(cp::absolute(restored - clean)) << " of " << cp::sum(dots)
              << " after the median\n";

    // What is bright, part by part.
    const cp::ndarray bright = cp::greater(ndimage::gaussian_filter(restored, 1), 0.25);
    const auto [labels, count] = ndimage::label(bright);
    const cp::ndarray index = cp::arange(1, count + 1);
    std::cout << count << " parts of areas " << ndimage::sum_labels(bright.astype(cp::DType::float64), labels, index)
              << ", brightness " << ndimage::mean(clean, labels, index) << "\ncentres\n"
              << ndimage::center_of_mass(bright.astype(cp::DType::float64), labels, index) << "\n";

    // The largest circle that fits has its centre farthest from what is outside.
    const cp::ndarray distance = *ndimage::distance_transform_edt(bright).distances;
    std::cout << "radius " << cp::max(distance) << " at " << ndimage::maximum_position(distance) << "\n";

    // There and back: a rotation by splines of order 3.
    const cp::ndarray smooth = ndimage::gaussian_filter(clean, 3);
    const cp::ndarray turned = ndimage::rotate(ndimage::rotate(smooth, 30), -30);
    std::cout << "rotated to " << cp::to_string(turned.shape()) << ", sum " << cp::sum(turned) << " of "
              << cp::sum(smooth) << "\n";

    // Holes are what nothing outside reaches.
    const cp::ndarray ring = cp::logical_and(cp::greater(disc(30, 40, 20), 0), cp::equal(disc(30, 40, 12), 0));
    std::cout << "the ring has " << cp::sum(ring) << " elements, with its hole "
              << cp::sum(ndimage::binary_fill_holes(ring)) << "\n";
}
