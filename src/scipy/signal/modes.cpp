#include "scipy/signal/modes.h"

#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/scipy/signal.h"

namespace cuprum::scipy::signal {

ConvolveMode checked_mode(std::string_view name) {
    if (const auto mode = convolve_mode(name)) return *mode;
    throw ValueError("Acceptable mode flags are 'valid', 'same', or 'full', found '" + std::string(name) + "'");
}

bool check_valid(ConvolveMode mode, const ndarray& in1, const ndarray& in2, const Axes& axes) {
    if (mode != ConvolveMode::valid) return false;
    bool first = true, second = true;
    for (int d = 0; d < in1.ndim(); ++d) {
        if (axes && std::find(axes->begin(), axes->end(), d) == axes->end()) continue;
        first = first && in1.shape()[d] >= in2.shape()[d];
        second = second && in2.shape()[d] >= in1.shape()[d];
    }
    if (!first && !second)
        throw ValueError(
            "For 'valid' mode, one must be at least as large as the other in every dimension; the shapes are " +
            to_string(in1.shape()) + " and " + to_string(in2.shape()));
    return !first;
}

ndarray correlation_lags(std::int64_t in1_len, std::int64_t in2_len, std::string_view mode) {
    const auto wanted = convolve_mode(mode);
    if (!wanted) throw ValueError("Mode " + std::string(mode) + " is invalid; it may be 'full', 'same' or 'valid'");
    const std::int64_t first = 1 - in2_len, count = std::max<std::int64_t>(in1_len + in2_len - 1, 0);
    switch (*wanted) {
        case ConvolveMode::full: return arange(first, in1_len);
        case ConvolveMode::same: {
            // As many as the first array has, around the middle of all.
            const std::int64_t start = first + count / 2 - in1_len / 2;
            return arange(start, start + in1_len);
        }
        default:
            return arange(std::min<std::int64_t>(in1_len - in2_len, 0),
                          std::max<std::int64_t>(in1_len - in2_len, 0) + 1);
    }
}

}  // namespace cuprum::scipy::signal
