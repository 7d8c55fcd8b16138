#include "scipy/signal/recent_samples.h"

#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "kernel/engine/array/allocation.h"
#include "numpy/axes.h"

namespace cuprum::scipy::signal {

ndarray delays_after(const ndarray& samples, const ndarray& b, const ndarray& a, DType dtype) {
    const std::int64_t p = b.size() - 1, q = a.size() - 1, n = std::max(p, q), lines = samples.shape(0);
    const ndarray delays = kernel::new_array({lines, n}, dtype);
    if (delays.size() == 0) return delays;
    static const ElementwiseKernel kernel("raw T b, raw T a, raw T recent, int64 p, int64 q, int64 n", "T delay", R"(
        const long long line = i / n, place = i - line * n;
        T sum = T(0);
        for (long long k = place + 1; k <= p; ++k) sum += b[k] * recent[line * (p + q) + p + place - k];
        for (long long k = place + 1; k <= q; ++k) sum -= a[k] * recent[line * (p + q) + p + q + place - k];
        delay = sum / a[0];)",
                                          "cuprum_delays_after");
    const ndarray recent = ascontiguousarray(samples, dtype), numerator = ascontiguousarray(b, dtype),
                  denominator = ascontiguousarray(a, dtype);
    const Operand operands[] = {numerator, denominator, recent, Scalar(p), Scalar(q), Scalar(n), delays};
    ndarray same;
    kernel.call(operands, {}, &same);
    return delays;
}

ndarray last_samples(const ndarray& before, const ndarray& lines, DType dtype) {
    const std::int64_t count = before.shape(1), length = lines.shape(1), fresh = std::min(count, length);
    const ndarray last = slice(lines, 1, length - fresh, length).astype(dtype);
    if (fresh == count) return last;
    return concatenate(std::vector<ndarray>{slice(before, 1, fresh, count).astype(dtype), last}, 1);
}

}  // namespace cuprum::scipy::signal
