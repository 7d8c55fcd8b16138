// Second-order sections: pairing of poles and zeros, and the order of the sections.
#include <algorithm>
#include <cmath>
#include <limits>

#include "scipy/signal/design/transforms.h"

namespace cuprum::scipy::signal::design {
namespace {

bool is_real(Complex x) { return x.imag() == 0; }

/// One of each pair of conjugates, that above the axis, then the real numbers; each sorted.
std::vector<Complex> one_of_each_pair(const List& list) {
    constexpr double tolerance = 100 * std::numeric_limits<double>::epsilon();
    std::vector<Complex> all = list.values, reals, above, below;
    std::stable_sort(all.begin(), all.end(), [](Complex a, Complex b) {
        return a.real() != b.real() ? a.real() < b.real() : std::abs(a.imag()) < std::abs(b.imag());
    });
    for (const Complex& value : all)
        if (std::abs(value.imag()) <= tolerance * std::abs(value)) reals.push_back(value.real());
        else (value.imag() > 0 ? above : below).push_back(value);
    const auto refuse = [] { throw ValueError("Array contains complex value with no matching conjugate."); };
    if (above.size() != below.size()) refuse();
    // Among those of about the same real part, rounding must not decide which comes first.
    for (std::size_t start = 0; start < above.size();) {
        std::size_t stop = start + 1;
        while (stop < above.size() &&
               above[stop].real() - above[stop - 1].real() <= tolerance * std::abs(above[stop - 1]))
            ++stop;
        for (std::vector<Complex>* half : {&above, &below})
            std::stable_sort(half->begin() + static_cast<std::ptrdiff_t>(start),
                             half->begin() + static_cast<std::ptrdiff_t>(stop),
                             [](Complex a, Complex b) { return std::abs(a.imag()) < std::abs(b.imag()); });
        start = stop;
    }
    for (std::size_t i = 0; i < above.size(); ++i) {
        if (std::abs(above[i] - std::conj(below[i])) > tolerance * std::abs(below[i])) refuse();
        above[i] = (above[i] + std::conj(below[i])) / 2.0;
    }
    above.insert(above.end(), reals.begin(), reals.end());
    return above;
}

Complex taken(std::vector<Complex>& from, std::size_t at) {
    const Complex value = from[at];
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(at));
    return value;
}

enum class Kind { any, real, complex };

std::size_t nearest(const std::vector<Complex>& from, Complex to, Kind kind) {
    std::size_t best = from.size();
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (kind != Kind::any && is_real(from[i]) != (kind == Kind::real)) continue;
        if (best == from.size() || std::abs(from[i] - to) < std::abs(from[best] - to)) best = i;
    }
    if (best == from.size()) throw IndexError("zpk2sos: there is no zero left to go with a pole");
    return best;
}

/// The pole nearest to where a filter becomes unstable.
std::size_t worst(const std::vector<Complex>& poles, bool analog, bool only_real = false) {
    std::size_t best = poles.size();
    double distance = 0;
    for (std::size_t i = 0; i < poles.size(); ++i) {
        if (only_real && !is_real(poles[i])) continue;
        const double here = analog ? std::abs(poles[i].real()) : std::abs(1 - std::abs(poles[i]));
        if (best == poles.size() || here < distance) {
            best = i;
            distance = here;
        }
    }
    return best;
}

std::int64_t count_real(const std::vector<Complex>& values) {
    return std::count_if(values.begin(), values.end(), is_real);
}

void set_section(Matrix& sos, std::int64_t row, std::vector<Complex> zeros, std::vector<Complex> poles) {
    const List b = polynomial_of(List(std::move(zeros), true)), a = polynomial_of(List(std::move(poles), true));
    for (std::size_t i = 0; i < b.size(); ++i) sos(row, static_cast<std::int64_t>(3 - b.size() + i)) = b[i];
    for (std::size_t i = 0; i < a.size(); ++i) sos(row, static_cast<std::int64_t>(6 - a.size() + i)) = a[i];
}

Pairing pairing_of(std::string_view name, bool analog) {
    if (name.empty()) return analog ? Pairing::minimal : Pairing::nearest;
    Pairing pairing;
    if (name == "nearest") pairing = Pairing::nearest;
    else if (name == "keep_odd") pairing = Pairing::keep_odd;
    else if (name == "minimal") pairing = Pairing::minimal;
    else
        throw ValueError("pairing must be one of 'nearest', 'keep_odd' and 'minimal', not '" + std::string(name) + "'");
    if (analog && pairing != Pairing::minimal)
        throw ValueError("for analog zpk2sos conversion, pairing must be \"minimal\", not '" + std::string(name) + "'");
    return pairing;
}

}  // namespace

Matrix to_sos(const Zpk& f, std::string_view pairing_name, bool analog) {
    const Pairing pairing = pairing_of(pairing_name, analog);
    if (f.k.imag() != 0) throw ValueError("k must be real");
    if (f.z.empty() && f.p.empty()) {
        Matrix one(1, 6);
        one(0, analog ? 2 : 0) = f.k;
        one(0, analog ? 5 : 3) = 1;
        return one;
    }
    List zeros = f.z, poles = f.p;
    if (pairing == Pairing::minimal) {
        if (poles.size() < zeros.size())
            throw ValueError("for analog zpk2sos conversion, must have len(p)>=len(z), found " +
                             std::to_string(poles.size()) + " and " + std::to_string(zeros.size()));
    } else {
        const std::size_t length = std::max(zeros.size(), poles.size());
        poles.append(length - poles.size(), 0.0);
        zeros.append(length - zeros.size(), 0.0);
        if (length % 2 && pairing == Pairing::nearest) {
            poles.append(0.0);
            zeros.append(0.0);
        }
    }
    std::vector<Complex> z = one_of_each_pair(zeros), p = one_of_each_pair(poles);
    Matrix sos(static_cast<std::int64_t>((poles.size() + 1) / 2), 6);
    // From the last section to the first: the worst pole comes last, and the zero next to it tames it.
    for (std::int64_t row = sos.rows - 1; row >= 0; --row) {
        const Complex p1 = taken(p, worst(p, analog));
        if (is_real(p1) && count_real(p) == 0) {  // the last real pole
            if (pairing != Pairing::minimal)
                set_section(sos, row, {taken(z, nearest(z, p1, Kind::real)), 0.0}, {p1, 0.0});
            else if (!z.empty()) set_section(sos, row, {taken(z, nearest(z, p1, Kind::real))}, {p1});
            else set_section(sos, row, {}, {p1});
            continue;
        }
        if (p.size() + 1 == z.size() && !is_real(p1) && count_real(p) == 1 && count_real(z) == 1) {
            // The real zero is left for the one real pole.
            const Complex z1 = taken(z, nearest(z, p1, Kind::complex));
            set_section(sos, row, {z1, std::conj(z1)}, {p1, std::conj(p1)});
            continue;
        }
        const Complex p2 = is_real(p1) ? taken(p, worst(p, analog, true)) : std::conj(p1);
        if (z.empty()) {
            set_section(sos, row, {}, {p1, p2});
            continue;
        }
        const Complex z1 = taken(z, nearest(z, p1, Kind::any));
        if (!is_real(z1)) set_section(sos, row, {z1, std::conj(z1)}, {p1, p2});
        else if (z.empty()) set_section(sos, row, {z1}, {p1, p2});
        else set_section(sos, row, {z1, taken(z, nearest(z, p1, Kind::real))}, {p1, p2});
    }
    for (std::int64_t j = 0; j < 3; ++j) sos(0, j) *= f.k;
    return sos;
}

}  // namespace cuprum::scipy::signal::design
