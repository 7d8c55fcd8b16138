// Smoothing splines by Dierckx's method: knots are added where residuals are largest until least squares come close
// enough, then the jumps of the highest derivative are weighed against residuals so that these sum up to what was
// asked.
#include <algorithm>

#include "cuprum/scipy/interpolate_polynomials.h"
#include "scipy/interpolate/banded.h"

namespace cuprum::scipy::interpolate {
namespace {

using Numbers = std::vector<double>;

constexpr double tolerance = 0.001;  // of the residuals, as a share of what was asked
constexpr int most_turns = 20;

/// Basis functions of all places, k + 1 each, and the intervals that hold them.
struct Design {
    Numbers values;
    std::vector<std::int64_t> first;  // the first coefficient that counts

    Design(const Numbers& x, const Numbers& t, int k) : values(x.size() * (k + 1)), first(x.size()) {
        std::int64_t interval = k;
        for (std::size_t i = 0; i < x.size(); ++i) {
            interval = knot_interval(t, k, x[i], interval);
            basis_functions(t, k, interval, x[i], 0, values.data() + i * (k + 1));
            first[i] = interval - k;
        }
    }
    double spline(const Numbers& c, std::size_t i, int k) const {
        double total = 0;
        for (int j = 0; j <= k; ++j) total += c[first[i] + j] * values[i * (k + 1) + j];
        return total;
    }
};

/// The jumps of the k-th derivative at inner knots, k + 2 coefficients each.
Numbers jumps_at_knots(const Numbers& t, int k) {
    const auto n = static_cast<std::int64_t>(t.size()), unknowns = n - k - 1, inner = unknowns - k - 1;
    const double scale = static_cast<double>(unknowns - k) / (t[unknowns] - t[k]);
    Numbers jumps(static_cast<std::size_t>(std::max<std::int64_t>(inner, 0)) * (k + 2)), factors(2 * k + 2);
    for (std::int64_t i = 0; i < inner; ++i) {
        const double knot = t[i + k + 1];
        for (int j = 0; j <= k; ++j) {
            factors[j] = knot - t[i + j];
            factors[j + k + 1] = knot - t[i + k + 2 + j];
        }
        for (int j = 0; j < k + 2; ++j) {
            double product = factors[j];
            for (int l = 1; l <= k; ++l) product *= factors[j + l] * scale;
            jumps[i * (k + 2) + j] = (t[i + j + k + 1] - t[i + j]) / product;
        }
    }
    return jumps;
}

/// The zero of the rational function r(p) = (u p + v) / (p + w) through three points; the bracket becomes narrower.
double rational_zero(double& p1, double& f1, double p2, double f2, double& p3, double& f3) {
    double p;
    if (p3 > 0) {
        const double h1 = f1 * (f2 - f3), h2 = f2 * (f3 - f1), h3 = f3 * (f1 - f2);
        p = -(p1 * p2 * h3 + p2 * p3 * h1 + p3 * p1 * h2) / (p1 * h1 + p2 * h2 + p3 * h3);
    } else {
        p = (p1 * (f1 - f3) * f2 - p2 * (f2 - f3) * f1) / ((f1 - f2) * f3);
    }
    if (f2 < 0) {
        p3 = p2;
        f3 = f2;
    } else {
        p1 = p2;
        f1 = f2;
    }
    return p;
}

}  // namespace

SmoothingSpline::SmoothingSpline(Numbers places, Numbers values, Numbers weights, double from, double to, int degree,
                                 double sum)
    : x(std::move(places)), y(std::move(values)), w(std::move(weights)), begin(from), end(to), s(sum), k(degree) {
    const std::size_t m = x.size(), least = 2 * static_cast<std::size_t>(k) + 2;
    room_ = s == 0 ? m + k + 1 : std::max(m / 2, least);
    fit(false);
}

SmoothingSpline SmoothingSpline::with_knots(Numbers x, Numbers y, Numbers w, Numbers t, int k) {
    SmoothingSpline made;
    made.x = std::move(x);
    made.y = std::move(y);
    made.w = std::move(w);
    made.t = std::move(t);
    made.k = k;
    made.s = -1;
    made.begin = made.t.front();
    made.end = made.t.back();
    const auto unknowns = static_cast<std::int64_t>(made.t.size()) - k - 1;
    const Design design(made.x, made.t, k);
    Triangle triangle(unknowns, k + 1, 1);
    Numbers row(static_cast<std::size_t>(k) + 1);
    for (std::size_t i = 0; i < made.x.size(); ++i) {
        for (int j = 0; j <= k; ++j) row[j] = design.values[i * (k + 1) + j] * made.w[i];
        double right = made.y[i] * made.w[i];
        triangle.add(row.data(), k + 1, &right, design.first[i]);
        made.residual += right * right;
    }
    made.c = triangle.solution();
    made.status = unknowns == k + 1 ? -2 : 0;
    return made;
}

void SmoothingSpline::smooth(double sum) {
    s = sum;
    fit(true);
}

void SmoothingSpline::fit(bool goes_on) {
    smooth_with_room(goes_on, room_);
    // As many knots as there are data need no further place.
    if (status == 1) {
        room_ = x.size() + k + 1;
        smooth_with_room(true, room_);
    }
}

bool SmoothingSpline::knots_fit(const Numbers& x, const Numbers& t, int k) {
    const auto m = static_cast<std::int64_t>(x.size()), n = static_cast<std::int64_t>(t.size()), unknowns = n - k - 1;
    if (unknowns < k + 1 || unknowns > m) return false;
    for (int j = 0; j < k; ++j)
        if (t[j] > t[j + 1] || t[n - 1 - j] < t[n - 2 - j]) return false;
    for (std::int64_t i = k + 1; i <= unknowns; ++i)
        if (t[i] <= t[i - 1]) return false;
    if (x.front() < t[k] || x.back() > t[unknowns]) return false;
    // Schoenberg and Whitney: each basis function has a place of its own.
    if (x.front() >= t[k + 1] || x.back() <= t[unknowns - 1]) return false;
    std::int64_t i = 0;
    for (std::int64_t j = 1; j < unknowns - 1; ++j) {
        do {
            if (++i >= m - 1) return false;
        } while (x[i] <= t[j]);
        if (x[i] >= t[j + k + 1]) return false;
    }
    return true;
}

void SmoothingSpline::smooth_with_room(bool goes_on, std::size_t room) {
    const auto m = static_cast<std::int64_t>(x.size());
    const std::int64_t least = 2 * (k + 1), most = m + k + 1;
    const double accepted = tolerance * s;
    // Going on after another end than 0 begins with one knot more, as FITPACK's callers have it.
    if (!goes_on) status = 0;
    const auto through_all = [&] {
        t.assign(static_cast<std::size_t>(most), begin);
        for (std::int64_t i = 0; i < m - k - 1; ++i) {
            const std::int64_t j = i + k / 2 + 1;
            t[i + k + 1] = k % 2 ? x[j] : (x[j] + x[j - 1]) / 2;
        }
    };
    if (s == 0) {
        through_all();
    } else if (!goes_on || static_cast<std::int64_t>(t.size()) == least || first_residual_ <= s) {
        t.assign(static_cast<std::size_t>(least), begin);
        last_residual_ = 0;
        added_ = 0;
        interval_points_.assign(1, m - 2);
        interval_residuals_.assign(1, 0);
    }
    for (std::int64_t turn = 0; turn < m; ++turn) {
        const auto n = static_cast<std::int64_t>(t.size()), unknowns = n - k - 1;
        if (n == least) status = -2;
        std::fill(t.begin(), t.begin() + k + 1, begin);
        std::fill(t.end() - k - 1, t.end(), end);
        const Design design(x, t, k);
        Triangle triangle(unknowns, k + 1, 1);
        Numbers row(static_cast<std::size_t>(k) + 2);
        residual = 0;
        for (std::int64_t i = 0; i < m; ++i) {
            for (int j = 0; j <= k; ++j) row[j] = design.values[i * (k + 1) + j] * w[i];
            double right = y[i] * w[i];
            triangle.add(row.data(), k + 1, &right, design.first[i]);
            residual += right * right;
        }
        if (status == -2) first_residual_ = residual;
        c = triangle.solution();
        const double excess = residual - s;
        if (std::fabs(excess) < accepted) return;
        if (excess < 0) {
            if (status == -2) return;
            // Between the spline of least squares and one polynomial, which has no jumps.
            const Numbers jumps = jumps_at_knots(t, k);
            const std::int64_t inner = n - least;
            double p1 = 0, f1 = first_residual_ - s, p3 = -1, f3 = excess, p = 0;
            for (std::int64_t i = 0; i < unknowns; ++i) p += triangle.row(i)[0];
            p = static_cast<double>(unknowns) / p;
            bool below = false, above = false;
            for (int step = 1;; ++step) {
                Triangle weighed(unknowns, k + 2, 1);
                for (std::int64_t i = 0; i < unknowns; ++i) {
                    std::copy_n(triangle.row(i), k + 1, weighed.row(i));
                    weighed.right[i] = triangle.right[i];
                }
                Numbers long_row(static_cast<std::size_t>(unknowns) + k + 2);
                for (std::int64_t i = 0; i < inner; ++i) {
                    // The row fills up to the right as it is rotated away.
                    std::fill(long_row.begin() + i, long_row.end(), 0.0);
                    for (int j = 0; j < k + 2; ++j) long_row[i + j] = jumps[i * (k + 2) + j] / p;
                    double right = 0;
                    for (std::int64_t j = i; j < unknowns; ++j) {
                        const double pivot = long_row[j];
                        if (pivot == 0) continue;
                        double* kept = weighed.row(j);
                        const double length = std::hypot(kept[0], pivot), cosine = kept[0] / length,
                                     sine = pivot / length;
                        kept[0] = length;
                        const double before = weighed.right[j];
                        weighed.right[j] = cosine * before + sine * right;
                        right = cosine * right - sine * before;
                        for (int l = 1; l < k + 2 && j + l < unknowns; ++l) {
                            const double upper = kept[l], lower = long_row[j + l];
                            kept[l] = cosine * upper + sine * lower;
                            long_row[j + l] = cosine * lower - sine * upper;
                        }
                    }
                }
                c = weighed.solution();
                residual = 0;
                for (std::int64_t i = 0; i < m; ++i) {
                    const double off = w[i] * (design.spline(c, i, k) - y[i]);
                    residual += off * off;
                }
                const double f2 = residual - s, p2 = p;
                if (std::fabs(f2) < accepted) return;
                if (step == most_turns) {
                    status = 3;
                    return;
                }
                if (!above) {
                    if (f2 - f3 <= accepted) {  // p is too large
                        p3 = p2;
                        f3 = f2;
                        p *= 0.04;
                        if (p <= p1) p = p1 * 0.9 + p2 * 0.1;
                        continue;
                    }
                    above = f2 < 0;
                }
                if (!below) {
                    if (f1 - f2 <= accepted) {  // p is too small
                        p1 = p2;
                        f1 = f2;
                        p /= 0.04;
                        if (p3 >= 0 && p >= p3) p = p2 * 0.1 + p3 * 0.9;
                        continue;
                    }
                    below = f2 > 0;
                }
                if (f2 >= f1 || f2 <= f3) {
                    status = 2;
                    return;
                }
                p = rational_zero(p1, f1, p2, f2, p3, f3);
            }
        }
        if (n == most) {
            status = -1;
            return;
        }
        if (t.size() == room) {
            status = 1;
            return;
        }
        // How many knots more: as many as the residuals seem to need.
        if (status == 0) {
            double wanted = static_cast<double>(added_) * 2;
            if (last_residual_ - residual > accepted)
                wanted = std::trunc(static_cast<double>(added_) * excess / (last_residual_ - residual));
            const double limited = std::max({wanted, static_cast<double>(added_ / 2), 1.0});
            added_ = static_cast<std::int64_t>(std::min(static_cast<double>(added_ * 2), limited));
        } else {
            added_ = 1;
            status = 0;
        }
        last_residual_ = residual;
        // What each interval of knots has of the residuals; a place on a knot counts for both sides.
        interval_residuals_.assign(static_cast<std::size_t>(n - least + 1), 0);
        double part = 0;
        std::size_t interval = 0;
        std::int64_t next = k + 1;
        for (std::int64_t i = 0; i < m; ++i) {
            bool crossed = false;
            if (next < unknowns && x[i] >= t[next]) {
                crossed = true;
                ++next;
            }
            const double off = w[i] * (design.spline(c, i, k) - y[i]), term = off * off;
            part += term;
            if (!crossed) continue;
            interval_residuals_[interval++] = part - term / 2;
            part = term / 2;
        }
        interval_residuals_[interval] = part;
        for (std::int64_t knot = 0; knot < added_; ++knot) {
            // Into the middle of the interval that is worst, if there are data in it.
            double worst = 0;
            std::int64_t number = -1, start = 0, at = 0;
            for (std::size_t j = 0; j < interval_residuals_.size(); ++j) {
                if (interval_points_[j] != 0 && worst < interval_residuals_[j]) {
                    worst = interval_residuals_[j];
                    number = static_cast<std::int64_t>(j);
                    start = at;
                }
                at += interval_points_[j] + 1;
            }
            if (number < 0) break;
            const std::int64_t points = interval_points_[number], half = points / 2 + 1;
            interval_points_[number] = half - 1;
            interval_points_.insert(interval_points_.begin() + number + 1, points - half);
            interval_residuals_[number] = worst * static_cast<double>(half - 1) / static_cast<double>(points);
            interval_residuals_.insert(interval_residuals_.begin() + number + 1,
                                       worst * static_cast<double>(points - half) / static_cast<double>(points));
            t.insert(t.begin() + k + 1 + number, x[start + half]);
            if (static_cast<std::int64_t>(t.size()) == most) {
                through_all();
                break;
            }
            if (t.size() == room) break;
        }
    }
}

}  // namespace cuprum::scipy::interpolate
