// The search for the weight with which a smoothing spline's residuals sum up to what was asked, by P. Dierckx, Curve
// and Surface Fitting with Splines, 1993.
#pragma once

#include <cmath>

namespace cuprum::scipy::interpolate {

/// The zero of the rational function r(p) = (u p + v) / (p + w) through three points; the bracket becomes narrower.
inline double rational_zero(double& p1, double& f1, double p2, double f2, double& p3, double& f3) {
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

/// The search for the p whose residuals exceed what was asked by nothing. They fall as p grows: p1 stays on the side
/// where they are too large, p3 (none yet if negative) on the other.
class WeightSearch {
public:
    enum class Found { next, enough, impossible };

    WeightSearch(double first, double excess_of_one_polynomial, double excess_of_least_squares, double accepted)
        : p(first), f1_(excess_of_one_polynomial), f3_(excess_of_least_squares), accepted_(accepted) {}

    /// Takes what the residuals with p exceed by, and goes on to another p.
    Found go_on(double f2) {
        const double p2 = p;
        if (std::fabs(f2) < accepted_) return Found::enough;
        if (!above_) {
            if (f2 - f3_ <= accepted_) {  // p is too large
                p3_ = p2;
                f3_ = f2;
                p *= 0.04;
                if (p <= p1_) p = p1_ * 0.9 + p2 * 0.1;
                return Found::next;
            }
            above_ = f2 < 0;
        }
        if (!below_) {
            if (f1_ - f2 <= accepted_) {  // p is too small
                p1_ = p2;
                f1_ = f2;
                p /= 0.04;
                if (p3_ >= 0 && p >= p3_) p = p2 * 0.1 + p3_ * 0.9;
                return Found::next;
            }
            below_ = f2 > 0;
        }
        if (f2 >= f1_ || f2 <= f3_) return Found::impossible;
        p = rational_zero(p1_, f1_, p2, f2, p3_, f3_);
        return Found::next;
    }

    double p;

private:
    double p1_ = 0, f1_, p3_ = -1, f3_, accepted_;
    bool below_ = false, above_ = false;
};

}  // namespace cuprum::scipy::interpolate
