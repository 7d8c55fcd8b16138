// Medians and other ranks of neighbours.
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/ndimage.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal {
namespace {

void check_order(DType dtype, const char* function) {
    if (dtype == DType::bool_ || is_complex(dtype) || (is_floating(dtype) && itemsize(dtype) < 4))
        throw ValueError(std::string("dtype=") + info(dtype).name + " is not supported by " + function);
}

ndarray median_of_box(const ndarray& a, const std::optional<Dims>& sizes) {
    std::vector<std::int64_t> box;
    if (sizes && sizes->size() != 1 && sizes->size() != a.ndim())
        throw ValueError("kernel_size has " + std::to_string(sizes->size()) + " lengths for " +
                         std::to_string(a.ndim()) + " axes");
    bool exceeds = false;
    for (int d = 0; d < a.ndim(); ++d) {
        const std::int64_t length = !sizes ? 3 : (*sizes)[sizes->size() == 1 ? 0 : d];
        if (length % 2 != 1)
            throw ValueError("Each element of kernel_size should be odd; found " + std::to_string(length));
        exceeds = exceeds || length > a.shape()[d];
        box.push_back(length);
    }
    if (exceeds)
        design::warn(SignalWarning::user, "kernel_size exceeds volume extent: the volume will be zero-padded.");
    return ndimage::median_filter(a, ndimage::Integers(box), {}, {}, "constant");
}

}  // namespace

ndarray order_filter(const ndarray& a, const ndarray& domain, std::int64_t rank) {
    const kernel::Placement here(a, domain);
    for (std::int64_t length : domain.shape())
        if (length % 2 != 1)
            throw ValueError("Each dimension of domain argument should have an odd number of elements.");
    check_order(a.dtype(), "order_filter");
    return ndimage::rank_filter(a, rank, {}, not_equal(domain, 0), {}, "constant");
}

ndarray medfilt(const ndarray& volume, const std::optional<Dims>& kernel_size) {
    const kernel::Placement here(volume);
    check_order(volume.dtype(), "medfilt");
    return median_of_box(atleast_1d(volume), kernel_size);
}

ndarray medfilt2d(const ndarray& input, const Dims& kernel_size) {
    const kernel::Placement here(input);
    check_order(input.dtype(), "medfilt2d");
    if (input.ndim() != 2)
        throw ValueError("medfilt2d takes an image of two dimensions, found " + std::to_string(input.ndim()));
    return median_of_box(input, kernel_size);
}

}  // namespace cuprum::scipy::signal
