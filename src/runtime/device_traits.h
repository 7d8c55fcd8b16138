// What plans and chapters need to know of a device, so that none of them asks which processor it is.
#pragma once

#include <cstddef>

namespace cuprum::runtime {

/// Filled in by each backend. Durations are nanoseconds; those here were measured on two cores of an EPYC.
struct DeviceTraits {
    /// Of float32 and of float64, or of a plain case and of a harder one.
    struct Cost {
        double light, heavy;
        double of(bool is_light) const { return is_light ? light : heavy; }
    };

    /// A kernel runs as a grid of blocks of threads, which share memory; plans lay out the grid. Otherwise it is a
    /// function that is called for ranges of its items, and plans say how many items are worth a thread.
    bool thread_blocks = false;
    int processors = 1;  ///< Multiprocessors, or threads.
    /// Items of one range are done one after the other, so that of two stores to one place the later one stays.
    bool ordered_items = true;

    /// Memory can be mapped to addresses in pieces of multiples of so many bytes; 0 where it cannot.
    std::size_t mapping_unit = 0;

    bool asynchronous = false;        ///< Work goes on after the call that started it has returned.
    bool host_reads_memory = true;    ///< The host reaches the memory of arrays, and kernels that of the host.
    bool runs_machine_code = false;   ///< Programs may be given as machine code for the device, not as text alone.
    bool checks_raw_kernels = false;  ///< The compiler can add checks of memory and of races to users' programs.

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
