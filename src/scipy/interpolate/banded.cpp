#include "scipy/interpolate/banded.h"

#include <algorithm>
#include <cmath>

namespace cuprum::scipy::interpolate {

std::int64_t knot_interval(const std::vector<double>& t, int k, double x, std::int64_t guess) {
    const auto n = static_cast<std::int64_t>(t.size()) - k - 1;
    const auto at = [&](std::int64_t i) { return t[static_cast<std::size_t>(i)]; };
    std::int64_t interval = std::clamp<std::int64_t>(guess, k, n - 1);
    // Places mostly come in order; then the next intervals hold them.
    for (int turn = 0; turn < 4; ++turn, ++interval)
        if (interval < n && at(interval) <= x && x < at(interval + 1)) return interval;
    const auto found = std::upper_bound(t.begin() + k, t.begin() + n + 1, x) - t.begin() - 1;
    return std::clamp<std::int64_t>(found, k, n - 1);
}

void basis_functions(const std::vector<double>& t, int k, std::int64_t interval, double x, int derivative,
                     double* values) {
    const double* knots = t.data() + interval;
    values[0] = derivative > k ? 0 : 1;
    for (int level = 1; level <= k; ++level) {
        double kept = 0;
        for (int j = 0; j < level; ++j) {
            const double left = knots[1 + j - level], right = knots[1 + j], width = right - left,
                         share = width == 0 ? 0 : values[j] / width;
            if (level > k - derivative) {
                values[j] = kept - share * level;
                kept = share * level;
            } else {
                values[j] = kept + (right - x) * share;
                kept = (x - left) * share;
            }
        }
        values[level] = kept;
    }
}

void Triangle::add(double* h, int count, double* values, std::int64_t first) {
    for (int j = 0; j < count; ++j) {
        const double pivot = h[j];
        if (pivot == 0) continue;
        const std::int64_t at = first + j;
        if (at >= n) break;
        double* kept = row(at);
        const double length = std::hypot(kept[0], pivot), c = kept[0] / length, s = pivot / length;
        kept[0] = length;
        double* target = right_of(at);
        for (std::int64_t m = 0; m < columns; ++m) {
            const double above = target[m], below = values[m];
            target[m] = c * above + s * below;
            values[m] = c * below - s * above;
        }
        for (int i = 1; i < count - j; ++i) {
            const double above = kept[i], below = h[j + i];
            kept[i] = c * above + s * below;
            h[j + i] = c * below - s * above;
        }
    }
}

std::vector<double> Triangle::solution() const {
    std::vector<double> out = right;
    for (std::int64_t i = n - 1; i >= 0; --i)
        for (std::int64_t m = 0; m < columns; ++m) {
            double total = out[static_cast<std::size_t>(i * columns + m)];
            for (int j = 1; j < width && i + j < n; ++j)
                total -= rows[static_cast<std::size_t>(i * width + j)] *
                         out[static_cast<std::size_t>((i + j) * columns + m)];
            out[static_cast<std::size_t>(i * columns + m)] = total / rows[static_cast<std::size_t>(i * width)];
        }
    return out;
}

}  // namespace cuprum::scipy::interpolate
