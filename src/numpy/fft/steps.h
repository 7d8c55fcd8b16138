// Transforms along a list of axes, with NumPy's rules for lengths, norms and outputs; what numpy.fft's and scipy.fft's
// functions are made of.
#pragma once

#include <algorithm>
#include <array>

#include "numpy/fft/transform.h"

namespace cuprum::fft {

/// Numbers of axes, without the heap.
class AxisList {
public:
    void push_back(std::int64_t axis) { axes_[static_cast<std::size_t>(size_++)] = static_cast<int>(axis); }
    bool has(std::int64_t axis) const { return std::find(begin(), end(), static_cast<int>(axis)) != end(); }
    const int* begin() const { return axes_.data(); }
    const int* end() const { return axes_.data() + size_; }
    operator std::span<const int>() const { return {begin(), end()}; }

private:
    std::array<int, max_ndim> axes_;
    int size_ = 0;
};

/// Axes, which may come again, and the length to which each is cut or filled up. The last is transformed first.
struct Steps {
    Dims axes, lengths;
};

/// The steps that `s` and `axes` ask for; of a transform `to_real` the last length counts real numbers.
Steps make_steps(const ndarray& a, const std::optional<Dims>& s, const Axes& axes, bool to_real = false);

/// `name` is the function's, for messages.
ndarray complex_transform(const char* name, const ndarray& a, const Steps& steps, bool forward, Norm norm,
                          const ndarray* out);
ndarray real_to_complex(const char* name, const ndarray& a, const Steps& steps, bool forward, Norm norm,
                        const ndarray* out);
ndarray complex_to_real(const char* name, const ndarray& a, const Steps& steps, bool forward, Norm norm, DType result,
                        const ndarray* out);

}  // namespace cuprum::fft
