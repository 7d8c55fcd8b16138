// What plans and chapters need to know of a device, so that none of them asks which processor it is.
#pragma once

namespace cuprum::runtime {

/// Filled in by each backend. Durations are nanoseconds.
struct DeviceTraits {
    /// Of float32 and of float64, or of a plain case and of a harder one.
    struct Cost {
        double light, heavy;
        double of(bool is_light) const { return is_light ? light : heavy; }
    };

    bool asynchronous = false;      ///< Work goes on after the call that started it has returned.
    bool host_reads_memory = true;  ///< The host reaches the memory of arrays.

    double launch_ns = 1e3;             ///< Until a kernel's first result.
    Cost multiply_add_ns{0.03, 0.06};   ///< One of a kernel's many, on all cores together.
    Cost serial_multiply_add_ns{0, 0};  ///< One of those that a single result takes, over one axis and over several.
    int convolution_tile = 1;           ///< Results that a tile has along each of the last two axes.
    double transform_ns = 8e3;          ///< A product of two Fourier transforms of no length, of complex numbers...
    double real_transform_ns = 8e3;     ///< ...and of real ones.
    Cost transform_step_ns{1.5, 1.5};   ///< For each n log2(n) of such a product.
};

/// Of the current device.
const DeviceTraits& device_traits();

}  // namespace cuprum::runtime
