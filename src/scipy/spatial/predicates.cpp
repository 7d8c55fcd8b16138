// A determinant is first computed in double with a bound of its error. Where that leaves its sign open it is computed
// exactly: in integers of 128 bits where coordinates are small integers, else as a sum of doubles that do not overlap.
// J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997.
#include "scipy/spatial/predicates.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace cuprum::scipy::spatial {
namespace {

constexpr double unit = 0x1p-53;
// Bounds of errors, as shares of the sums of magnitudes.
constexpr double bound2 = (3 + 16 * unit) * unit, bound3 = (7 + 56 * unit) * unit,
                 bound_circle = (10 + 96 * unit) * unit;

using Integer = __int128;

int sign_of(double x) { return (x > 0) - (x < 0); }
int sign_of(Integer x) { return (x > 0) - (x < 0); }

/// A number as a sum of doubles of rising magnitude whose bits do not overlap.
class Exact {
public:
    Exact() = default;
    Exact(double x) {
        if (x != 0) parts_.push_back(x);
    }
    static Exact product(double a, double b) {
        const double high = a * b, low = std::fma(a, b, -high);
        Exact result;
        if (low != 0) result.parts_.push_back(low);
        if (high != 0) result.parts_.push_back(high);
        return result;
    }
    static Exact difference(double a, double b) {
        Exact result(a);
        result.grow(-b);
        return result;
    }

    friend Exact operator+(const Exact& a, const Exact& b) {
        Exact result = a;
        for (double part : b.parts_) result.grow(part);
        return result;
    }
    friend Exact operator-(const Exact& a, const Exact& b) {
        Exact result = a;
        for (double part : b.parts_) result.grow(-part);
        return result;
    }
    friend Exact operator*(const Exact& a, const Exact& b) {
        Exact result;
        for (double x : a.parts_)
            for (double y : b.parts_) {
                const double high = x * y, low = std::fma(x, y, -high);
                result.grow(low);
                result.grow(high);
            }
        return result;
    }
    int sign() const { return parts_.empty() ? 0 : sign_of(parts_.back()); }

private:
    void grow(double x) {
        if (x == 0) return;
        std::size_t kept = 0;
        for (const double part : parts_) {
            const double sum = x + part, share = sum - x, rest = (x - (sum - share)) + (part - share);
            x = sum;
            if (rest != 0) parts_[kept++] = rest;
        }
        parts_.resize(kept);
        if (x != 0) parts_.push_back(x);
    }

    std::vector<double> parts_;
};

/// Whether all are integers below 2^28, of which the products of a determinant fit into 128 bits.
bool are_small_integers(std::initializer_list<const double*> points, int axes) {
    for (const double* point : points)
        for (int k = 0; k < axes; ++k)
            if (!(std::fabs(point[k]) < 0x1p28) || point[k] != static_cast<double>(static_cast<std::int64_t>(point[k])))
                return false;
    return true;
}

template <class Number, class Difference>
int circle_sign(const double* a, const double* b, const double* c, const double* d, Difference minus) {
    const Number ax = minus(a[0], d[0]), ay = minus(a[1], d[1]), bx = minus(b[0], d[0]), by = minus(b[1], d[1]),
                 cx = minus(c[0], d[0]), cy = minus(c[1], d[1]);
    const Number determinant = (ax * ax + ay * ay) * (bx * cy - cx * by) + (bx * bx + by * by) * (cx * ay - ax * cy) +
                               (cx * cx + cy * cy) * (ax * by - bx * ay);
    if constexpr (requires { determinant.sign(); }) return determinant.sign();
    else return sign_of(determinant);
}

template <class Number, class Difference>
int space_sign(const double* a, const double* b, const double* c, const double* d, Difference minus) {
    const Number ax = minus(a[0], d[0]), ay = minus(a[1], d[1]), az = minus(a[2], d[2]), bx = minus(b[0], d[0]),
                 by = minus(b[1], d[1]), bz = minus(b[2], d[2]), cx = minus(c[0], d[0]), cy = minus(c[1], d[1]),
                 cz = minus(c[2], d[2]);
    const Number determinant = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    if constexpr (requires { determinant.sign(); }) return determinant.sign();
    else return sign_of(determinant);
}

Integer whole_difference(double a, double b) { return static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b); }

}  // namespace

int orientation(const double* a, const double* b, const double* c) {
    const double left = (a[0] - c[0]) * (b[1] - c[1]), right = (a[1] - c[1]) * (b[0] - c[0]), det = left - right;
    if (std::fabs(det) > bound2 * (std::fabs(left) + std::fabs(right))) return sign_of(det);
    const auto minus = Exact::difference;
    return (minus(a[0], c[0]) * minus(b[1], c[1]) - minus(a[1], c[1]) * minus(b[0], c[0])).sign();
}

int in_circle(const double* a, const double* b, const double* c, const double* d) {
    const double ax = a[0] - d[0], ay = a[1] - d[1], bx = b[0] - d[0], by = b[1] - d[1], cx = c[0] - d[0],
                 cy = c[1] - d[1];
    const double bc = bx * cy, cb = cx * by, ca = cx * ay, ac = ax * cy, ab = ax * by, ba = bx * ay;
    const double la = ax * ax + ay * ay, lb = bx * bx + by * by, lc = cx * cx + cy * cy;
    const double det = la * (bc - cb) + lb * (ca - ac) + lc * (ab - ba);
    const double size = la * (std::fabs(bc) + std::fabs(cb)) + lb * (std::fabs(ca) + std::fabs(ac)) +
                        lc * (std::fabs(ab) + std::fabs(ba));
    if (std::fabs(det) > bound_circle * size) return sign_of(det);
    if (are_small_integers({a, b, c, d}, 2)) return circle_sign<Integer>(a, b, c, d, whole_difference);
    return circle_sign<Exact>(a, b, c, d, Exact::difference);
}

int orientation3(const double* a, const double* b, const double* c, const double* d) {
    const double ax = a[0] - d[0], ay = a[1] - d[1], az = a[2] - d[2], bx = b[0] - d[0], by = b[1] - d[1],
                 bz = b[2] - d[2], cx = c[0] - d[0], cy = c[1] - d[1], cz = c[2] - d[2];
    const double det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const double size = std::fabs(ax) * (std::fabs(by * cz) + std::fabs(bz * cy)) +
                        std::fabs(ay) * (std::fabs(bz * cx) + std::fabs(bx * cz)) +
                        std::fabs(az) * (std::fabs(bx * cy) + std::fabs(by * cx));
    if (std::fabs(det) > bound3 * size) return sign_of(det);
    if (are_small_integers({a, b, c, d}, 3)) return space_sign<Integer>(a, b, c, d, whole_difference);
    return space_sign<Exact>(a, b, c, d, Exact::difference);
}

}  // namespace cuprum::scipy::spatial
