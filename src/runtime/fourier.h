// Libraries of Fourier transforms behind one interface: cuFFT on a GPU, pocketfft on a CPU. What is transformed along
// which axes, in which steps and with which factor is decided in src/numpy/fft; here lines of an array are transformed
// into another array.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "cuprum/dtype.h"
#include "runtime/backend.h"

namespace cuprum::runtime {

/// What is made of a line of n elements. The cosine and sine transforms are SciPy's types I to IV without a factor.
enum class FourierKind : std::uint8_t {
    complex,          ///< n complex numbers of n complex ones.
    real_to_complex,  ///< n/2+1 complex numbers of n real ones.
    complex_to_real,  ///< n real numbers of n/2+1 complex ones.
    cosine1,
    cosine2,
    cosine3,
    cosine4,
    sine1,
    sine2,
    sine3,
    sine4,
};

/// Where the numbers of a transform lie. Plain numbers throughout, so that layouts are compared and hashed as such.
struct FourierLayout {
    static constexpr int max_axes = 3, max_batch = 3;
    struct Axis {
        std::int64_t length, input, output;  ///< Numbers, and the bytes between neighbours.
        bool operator==(const Axis&) const = default;
    };

    FourierKind kind = FourierKind::complex;
    DType real = DType::float64;  ///< The dtype of real numbers, and of the parts of complex ones.
    bool orthogonal =
        false;  ///< Cosine and sine transforms with the weights that make them orthogonal but for a factor.
    std::uint8_t axis_count = 0, batch_count = 0;
    std::array<Axis, max_axes> axes{};    ///< Transformed axes; lengths count in real numbers. A real axis is the last.
    std::array<Axis, max_batch> batch{};  ///< The others, from the outermost inwards.

    bool operator==(const FourierLayout&) const = default;
};

/// A layout made ready to be transformed, as often as wanted, by one thread at a time or several.
class FourierPlan : public std::enable_shared_from_this<FourierPlan> {
public:
    virtual ~FourierPlan() = default;

    /// Transforms along all axes in the order of the stream. Complex transforms may have input and output at one place,
    /// with one layout. `factor` is for libraries that take one, see below.
    virtual void run(const void* input, void* output, bool forward, double factor, StreamHandle stream) = 0;
    /// The memory that the plan holds, and what it takes while it runs.
    virtual std::size_t bytes() const = 0;
};

class Fourier {
public:
    virtual ~Fourier() = default;

    /// Whether a plan can be made for a layout as it is. Of one axis that is the innermost and contiguous it can
    /// always.
    virtual bool takes(const FourierLayout& layout) const = 0;
    virtual std::shared_ptr<FourierPlan> plan(const FourierLayout& layout) = 0;

    /// Whether results are multiplied by a factor on the way.
    virtual bool takes_factor() const = 0;
    /// Whether the input of a transform from complex to real numbers is lost.
    virtual bool overwrites_complex() const = 0;
    /// Whether transforms between real and complex numbers go both ways. Otherwise real numbers are transformed
    /// forward, to real ones inversely.
    virtual bool takes_both_directions() const = 0;
    /// The library's version, as cufftGetVersion gives it; 0 where it has none.
    virtual int version() const { return 0; }
    /// To how many bytes the first elements must be aligned, where complex numbers have `complex_bytes`.
    virtual std::size_t alignment(std::size_t complex_bytes) const = 0;
};

}  // namespace cuprum::runtime
