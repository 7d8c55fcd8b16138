// Smoothing splines by Dierckx's method: knots are added where residuals are largest until least squares come close
// enough, then the jumps of the highest derivative are weighed against residuals so that these sum up to what was
// asked.
#include <algorithm>

#include "cuprum/scipy/interpolate_polynomials.h"
#include "scipy/interpolate/banded.h"
#include "scipy/interpolate/weight_search.h"

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

/// The triangle of a fit with equations that want the jumps at inner knots to be zero, by a weight of 1 / p.
Triangle weigh_jumps(const Triangle& fit, const Numbers& jumps, int k, double p) {
    const std::int64_t unknowns = fit.n, inner = unknowns - k - 1;
    Triangle weighed(unknowns, k + 2, 1);
    for (std::int64_t i = 0; i < unknowns; ++i) {
        std::copy_n(fit.rows.data() + i * fit.width, k + 1, weighed.row(i));
        weighed.right[i] = fit.right[i];
    }
    Numbers row(static_cast<std::size_t>(unknowns) + k + 2);
    for (std::int64_t i = 0; i < inner; ++i) {
        // The row fills up to the right as it is rotated away.
        std::fill(row.begin() + i, row.end(), 0.0);
        for (int j = 0; j < k + 2; ++j) row[i + j] = jumps[i * (k + 2) + j] / p;
        double right = 0;
        for (std::int64_t j = i; j < unknowns; ++j) {
            const double pivot = row[j];
            if (pivot == 0) continue;
            double* kept = weighed.row(j);
            const double length = std::hypot(kept[0], pivot), cosine = kept[0] / length, sine = pivot / length;
            kept[0] = length;
            const double before = weighed.right[j];
            weighed.right[j] = cosine * before + sine * right;
            right = cosine * right - sine * before;
            for (int l = 1; l < k + 2 && j + l < unknowns; ++l) {
                const double upper = kept[l], lower = row[j + l];
                kept[l] = cosine * upper + sine * lower;
                row[j + l] = cosine * lower - sine * upper;
            }
        }
    }
    return weighed;
}

}  // namespace

/// What smoothing a spline consists of.
class SmoothingSpline::Steps {
public:
    explicit Steps(SmoothingSpline& spline)
        : s_(spline),
          k_(spline.k),
          m_(static_cast<std::int64_t>(spline.x.size())),
          least_(2 * (k_ + 1)),
          most_(m_ + k_ + 1),
          accepted_(tolerance * spline.s) {}

    /// Adds knots until least squares come near enough, then weighs the jumps at them.
    void run(bool goes_on) {
        // Going on after another end than 0 begins with one knot more, as FITPACK's callers have it.
        if (!goes_on) s_.status = 0;
        begin_knots(goes_on);
        for (std::int64_t turn = 0; turn < m_; ++turn) {
            if (knots() == least_) s_.status = -2;
            std::fill(s_.t.begin(), s_.t.begin() + k_ + 1, s_.begin);
            std::fill(s_.t.end() - k_ - 1, s_.t.end(), s_.end);
            const Design design(s_.x, s_.t, k_);
            const Triangle fit = least_squares(design);
            if (s_.status == -2) search().first_residual = s_.residual;
            const double excess = s_.residual - s_.s;
            if (std::fabs(excess) < accepted_ || (excess < 0 && s_.status == -2)) return;
            if (excess < 0) return weigh(design, fit, excess);
            if (knots() == most_ || s_.t.size() == search().room) {
                s_.status = knots() == most_ ? -1 : 1;
                return;
            }
            count_knots_to_add(excess);
            share_residuals(design);
            add_knots();
        }
    }

    /// The spline of least squares over the knots that there are.
    Triangle least_squares(const Design& design) {
        Triangle triangle(knots() - k_ - 1, k_ + 1, 1);
        Numbers row(static_cast<std::size_t>(k_) + 1);
        s_.residual = 0;
        for (std::int64_t i = 0; i < m_; ++i) {
            for (int j = 0; j <= k_; ++j) row[j] = design.values[i * (k_ + 1) + j] * s_.w[i];
            double right = s_.y[i] * s_.w[i];
            triangle.add(row.data(), k_ + 1, &right, design.first[i]);
            s_.residual += right * right;
        }
        s_.c = triangle.solution();
        return triangle;
    }

private:
    Search& search() const { return s_.search; }
    std::int64_t knots() const { return static_cast<std::int64_t>(s_.t.size()); }

    double squared_error(const Design& design, std::int64_t i) const {
        const double off = s_.w[i] * (design.spline(s_.c, i, k_) - s_.y[i]);
        return off * off;
    }

    /// The knots of the spline that goes through all data.
    void knots_through_all() {
        s_.t.assign(static_cast<std::size_t>(most_), s_.begin);
        for (std::int64_t i = 0; i < m_ - k_ - 1; ++i) {
            const std::int64_t j = i + k_ / 2 + 1;
            s_.t[i + k_ + 1] = k_ % 2 ? s_.x[j] : (s_.x[j] + s_.x[j - 1]) / 2;
        }
    }

    void begin_knots(bool goes_on) {
        if (s_.s == 0) {
            knots_through_all();
        } else if (!goes_on || knots() == least_ || search().first_residual <= s_.s) {
            s_.t.assign(static_cast<std::size_t>(least_), s_.begin);
            search().last_residual = 0;
            search().added = 0;
            search().interval_points.assign(1, m_ - 2);
            search().interval_residuals.assign(1, 0);
        }
    }

    /// Between the spline of least squares and one polynomial, which has no jumps: the one with the residuals asked
    /// for.
    void weigh(const Design& design, const Triangle& fit, double excess) {
        const Numbers jumps = jumps_at_knots(s_.t, k_);
        double diagonal = 0;
        for (std::int64_t i = 0; i < fit.n; ++i) diagonal += fit.rows[i * fit.width];
        WeightSearch weights(static_cast<double>(fit.n) / diagonal, search().first_residual - s_.s, excess, accepted_);
        for (int step = 1;; ++step) {
            s_.c = weigh_jumps(fit, jumps, k_, weights.p).solution();
            s_.residual = 0;
            for (std::int64_t i = 0; i < m_; ++i) s_.residual += squared_error(design, i);
            const auto found = weights.go_on(s_.residual - s_.s);
            if (found == WeightSearch::Found::enough) return;
            if (step == most_turns || found == WeightSearch::Found::impossible) {
                s_.status = step == most_turns ? 3 : 2;
                return;
            }
        }
    }

    /// How many knots more: as many as the residuals seem to need.
    void count_knots_to_add(double excess) {
        if (s_.status == 0) {
            const auto added = static_cast<double>(search().added), gain = search().last_residual - s_.residual;
            const double wanted = gain > accepted_ ? std::trunc(added * excess / gain) : added * 2,
                         limited = std::max({wanted, static_cast<double>(search().added / 2), 1.0});
            search().added = static_cast<std::int64_t>(std::min(added * 2, limited));
        } else {
            search().added = 1;
            s_.status = 0;
        }
        search().last_residual = s_.residual;
    }

    /// What each interval of knots has of the residuals; a place on a knot counts for both sides.
    void share_residuals(const Design& design) {
        search().interval_residuals.assign(static_cast<std::size_t>(knots() - least_ + 1), 0);
        double part = 0;
        std::size_t interval = 0;
        std::int64_t next = k_ + 1;
        for (std::int64_t i = 0; i < m_; ++i) {
            const bool crossed = next < knots() - k_ - 1 && s_.x[i] >= s_.t[next];
            const double term = squared_error(design, i);
            part += term;
            if (!crossed) continue;
            ++next;
            search().interval_residuals[interval++] = part - term / 2;
            part = term / 2;
        }
        search().interval_residuals[interval] = part;
    }

    /// Puts knots into the middle of intervals with data in them, each time into the worst.
    void add_knots() {
        for (std::int64_t knot = 0; knot < search().added; ++knot) {
            double worst = 0;
            std::int64_t number = -1, start = 0, at = 0;
            for (std::size_t j = 0; j < search().interval_residuals.size(); ++j) {
                if (search().interval_points[j] != 0 && worst < search().interval_residuals[j]) {
                    worst = search().interval_residuals[j];
                    number = static_cast<std::int64_t>(j);
                    start = at;
                }
                at += search().interval_points[j] + 1;
            }
            if (number < 0) return;
            const std::int64_t points = search().interval_points[number], half = points / 2 + 1;
            search().interval_points[number] = half - 1;
            search().interval_points.insert(search().interval_points.begin() + number + 1, points - half);
            search().interval_residuals[number] = worst * static_cast<double>(half - 1) / static_cast<double>(points);
            search().interval_residuals.insert(
                search().interval_residuals.begin() + number + 1,
                worst * static_cast<double>(points - half) / static_cast<double>(points));
            s_.t.insert(s_.t.begin() + k_ + 1 + number, s_.x[start + half]);
            if (knots() == most_) return knots_through_all();
            if (s_.t.size() == search().room) return;
        }
    }

    SmoothingSpline& s_;
    int k_;
    std::int64_t m_, least_, most_;  // the data; the fewest and the most knots
    double accepted_;
};

SmoothingSpline::SmoothingSpline(Numbers places, Numbers values, Numbers weights, double from, double to, int degree,
                                 double sum)
    : x(std::move(places)), y(std::move(values)), w(std::move(weights)), begin(from), end(to), s(sum), k(degree) {
    const std::size_t m = x.size(), least = 2 * static_cast<std::size_t>(k) + 2;
    search.room = s == 0 ? m + k + 1 : std::max(m / 2, least);
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
    Steps(made).least_squares(Design(made.x, made.t, k));
    made.status = static_cast<int>(made.t.size()) == 2 * (k + 1) ? -2 : 0;
    return made;
}

void SmoothingSpline::smooth(double sum) {
    if (!(sum >= 0)) throw ValueError("s should be s >= 0.0, found " + std::to_string(sum));
    s = sum;
    fit(true);
}

void SmoothingSpline::fit(bool goes_on) {
    Steps(*this).run(goes_on);
    // As many knots as there are data need no further place.
    if (status == 1) {
        search.room = x.size() + k + 1;
        Steps(*this).run(true);
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

}  // namespace cuprum::scipy::interpolate
