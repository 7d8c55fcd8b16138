// The incomplete elliptic integral of the first kind.
#pragma once

#include <cuprum/registers.h>
#include <cuprum/special/wide.h>
#include <xsf/cephes/ellpk.h>

namespace cuprum::special {
namespace detail {

/// The complete integral of 1 - a, for a > 0.
CUPRUM_DEVICE double complete_integral(double a) {
    using xsf::cephes::polevl;
    // DLMF 19.7.2 for what is greater than 1.
    const bool is_large = a > 1;
    const double x = is_large ? 1 / a : a, logarithm = log(x);
    const double value = x > limits<double>::epsilon() / 2 ? polevl(x, xsf::cephes::detail::ellpk_P, 10) -
                                                                 logarithm * polevl(x, xsf::cephes::detail::ellpk_Q, 10)
                                                           : xsf::cephes::detail::ellpk_C1 - 0.5 * logarithm;
    return is_large ? value / sqrt(a) : value;
}

/// For m < 0 and an angle from 0 to pi/2 with this sine and cosine: a series for small ones, an expansion for large m,
/// and Carlson's integral R_F between them (B. Carlson, "Numerical computation of real or complex elliptic integrals",
/// 1995), as Cephes has it.
CUPRUM_DEVICE double negative_parameter(double phi, double m, double s, double c) {
    const double mpp = m * phi * phi;
    if (-mpp < 1e-6 && phi < -m) return phi + (-mpp * phi * phi / 30 + 3 * mpp * mpp / 40 + mpp / 6) * phi;
    if (-mpp > 4e7) {
        const double root = sqrt(-m), a = log(4 * s * root / (1 + c)), b = -(1 + c / s / s - a) / 4 / m;
        return (a + b) / root;
    }
    const bool is_usual = phi > 1e-153 && m > -1e305;
    const double z = is_usual ? 1 / (s * s) : 1, scale = is_usual ? 1 : phi;
    const double x = is_usual ? c * c * z : 1, y = is_usual ? z - m : 1 - m * phi * phi;
    if (x == y && x == z) return scale / sqrt(x);
    const double first = (x + y + z) / 3;
    double x1 = x, y1 = y, z1 = z, mean = first, quarter = 1;
    double spread = 400 * fmax(fabs(first - x), fmax(fabs(first - y), fabs(first - z)));
#pragma unroll 1
    for (int n = 0; spread > fabs(mean) && n <= 100; ++n) {
        const double rx = sqrt(x1), ry = sqrt(y1), rz = sqrt(z1), sum = rx * ry + rx * rz + ry * rz;
        x1 = (x1 + sum) * 0.25;
        y1 = (y1 + sum) * 0.25;
        z1 = (z1 + sum) * 0.25;
        mean = (x1 + y1 + z1) / 3;
        spread *= 0.25;
        quarter *= 0.25;
    }
    const double X = (first - x) / mean * quarter, Y = (first - y) / mean * quarter, Z = -(X + Y);
    const double e2 = X * Y - Z * Z, e3 = X * Y * Z;
    return scale * (1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44) / sqrt(mean);
}

/// For 0 < m < 1 and an angle from 0 to pi/2 as a sine and a cosine, to a common factor: Landen's transformation, DLMF
/// 19.8.12, which doubles the angle. The angle is a point of the plane and a number of half turns, so that a step takes
/// neither an arcus tangent nor a division.
CUPRUM_DEVICE double by_landen(double m, double s, double c) {
    double a = 1, b = sqrt(1 - m), difference = sqrt(m), half_turns = 0, steps = 1;
#pragma unroll 1
    for (int n = 0; n < 30 && fabs(difference) > limits<double>::epsilon() / 2 * a; ++n) {
        const double across = (a + b) * s * c, along = a * c * c - b * s * s;
        // A point left of the axis is half a turn further.
        const bool is_left = along < 0;
        half_turns += half_turns + (is_left ? (s < 0 ? -1.0 : 1.0) : 0.0);
        s = is_left ? -across : across;
        c = fabs(along);
        if (fabs(s) + c < 1e-60) {
            s *= 1e60;
            c *= 1e60;
        }
        difference = (a - b) * 0.5;
        const double mean = sqrt(a * b);
        a = (a + b) * 0.5;
        b = mean;
        steps += steps;
    }
    return (atan2(s, c) + half_turns * M_PI) / (steps * a);
}

CUPRUM_DEVICE double ellipkinc_of_number(double phi, double m) {
    if (isnan(phi) || isnan(m) || m > 1) return limits<double>::nan();
    if (isinf(phi) || isinf(m)) return isinf(phi) && isinf(m) ? limits<double>::nan() : isinf(phi) ? phi : 0;
    if (m == 0) return phi;
    const double a = 1 - m;
    if (phi == 0) return m < 0 || a == 0 ? phi : 0.0;  // SciPy's signs
    if (m > 0 && fabs(phi) < 1e-5) return phi + m * phi * phi * phi / 6;
    if (a == 0) return fabs(phi) >= M_PI_2 ? limits<double>::infinity() : asinh(tan(phi));  // DLMF 19.6.8
    // The nearest even number of quarter turns is left to the complete integral.
    double quarters = floor(phi / M_PI_2);
    if (quarters != 2 * floor(quarters / 2)) quarters += 1;
    const double rest = phi - quarters * M_PI_2, angle = fabs(rest);
    double s = sin(angle), c = cos(angle), value, complete = 0;
    // Near a right angle: the complete integral less that of another angle, whose tangent is 1 / (b t).
    const double b = sqrt(a);
    const bool is_steep = a < 1 && fabs(s) > 10 * fabs(c) && fabs(c) < 10 * b * fabs(s);
    if (quarters != 0 || is_steep) complete = complete_integral(a);
    if (a > 1) {
        value = negative_parameter(angle, m, s, c);
    } else {
        double other = 1;
        if (is_steep) {
            other = c < 0 ? -1 : 1;
            const double opposite = fabs(c);
            c = b * s;
            s = opposite;
        }
        value = by_landen(m, s, c);
        if (is_steep) value = complete - other * value;
    }
    return copysign(value, rest) + quarters * complete;
}

#if !CUPRUM_GPU
/// For 0 < a <= 1.
CUPRUM_DEVICE registers::reals complete_integral(registers::reals a) {
    using namespace registers;
    namespace tables = xsf::cephes::detail;
    const reals logarithm = log(a);
    const reals value = registers::horner(a, tables::ellpk_P) - logarithm * registers::horner(a, tables::ellpk_Q);
    return a > limits<double>::epsilon() / 2 ? value : tables::ellpk_C1 - 0.5 * logarithm;
}

/// The same of a register, where `going` holds: numbers that are done wait for the others.
CUPRUM_DEVICE registers::reals by_landen(registers::reals m, registers::reals s, registers::reals c,
                                         registers::masks going) {
    using namespace registers;
    reals a = 1.0, b = sqrt(1.0 - m), difference = sqrt(m), half_turns = 0.0, steps = 1.0;
    for (int n = 0; n < 30; ++n) {
        going = going & fabs(difference) > limits<double>::epsilon() / 2 * a;
        if (!any(going)) break;
        const reals across = (a + b) * s * c, along = a * c * c - b * s * s;
        const masks is_left = along < 0.0;
        const reals turned = is_left ? (s < 0.0 ? reals(-1.0) : reals(1.0)) : reals(0.0);
        half_turns = going ? 2.0 * half_turns + turned : half_turns;
        const reals next_s = is_left ? -across : across, next_c = fabs(along);
        const reals scale = fabs(next_s) + next_c < 1e-60 ? reals(1e60) : reals(1.0);
        s = going ? next_s * scale : s;
        c = going ? next_c * scale : c;
        difference = (a - b) * 0.5;
        const reals mean = sqrt(a * b);
        a = going ? (a + b) * 0.5 : a;
        b = going ? mean : b;
        steps = going ? steps + steps : steps;
    }
    return (atan2(s, c) + half_turns * M_PI) / (steps * a);
}

/// The usual case of ellipkinc_of_number().
inline registers::reals ellipkinc_of_registers(registers::reals phi, registers::reals m) {
    using namespace registers;
    const masks usual = m > 0.0 & m < 1.0 & fabs(phi) >= 1e-5 & fabs(phi) < limits<double>::infinity();
    reals value = 0.0;
    if (any(usual)) {
        const reals from = usual ? phi : reals(1.0), inside = usual ? m : reals(0.5), a = 1.0 - inside, b = sqrt(a);
        const reals below = floor(from / M_PI_2);
        const reals quarters = 0.5 * below == floor(0.5 * below) ? below : below + 1.0;
        const reals rest = from - quarters * M_PI_2, angle = fabs(rest);
        // By functions of a number: those of a register are wrong by an ulp, which each step would double.
        const masks all = inside > 0.0;
        const reals sine = one_by_one(all, angle, [](double x) { return cuprum::sin(x); }, angle);
        const reals cosine = one_by_one(all, angle, [](double x) { return cuprum::cos(x); }, angle);
        const masks is_steep = a < 1.0 & fabs(sine) > 10.0 * fabs(cosine) & fabs(cosine) < 10.0 * b * fabs(sine);
        const masks is_turned = quarters != 0.0;
        reals complete = 0.0;
        if (any(is_steep | is_turned)) complete = is_steep | is_turned ? complete_integral(a) : complete;
        value = by_landen(inside, is_steep ? fabs(cosine) : sine, is_steep ? b * sine : cosine, usual);
        value = is_steep ? (cosine < 0.0 ? complete + value : complete - value) : value;
        value = copysign(value, rest) + quarters * complete;
    }
    return one_by_one(!usual, value, [](double phi, double m) { return ellipkinc_of_number(phi, m); }, phi, m);
}
#endif

}  // namespace detail

#if CUPRUM_GPU
CUPRUM_DEVICE double ellipkinc(double phi, double m) { return detail::ellipkinc_of_number(phi, m); }
#else
CUPRUM_REGISTER_FUNCTION_2(ellipkinc, detail::ellipkinc_of_registers)
#endif

}  // namespace cuprum::special
