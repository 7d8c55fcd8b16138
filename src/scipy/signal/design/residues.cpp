#include <algorithm>
#include <cmath>
#include <numeric>

#include "cuprum/scipy/signal_residues.h"
#include "cuprum/transfer.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/host_numbers.h"

namespace cuprum::scipy::signal {
namespace {

using design::Complex;
using design::List;
using Polynomial = std::vector<Complex>;

enum class Choice { largest, least, mean };

Choice choice_of(std::string_view rtype) {
    if (rtype == "max" || rtype == "maximum") return Choice::largest;
    if (rtype == "min" || rtype == "minimum") return Choice::least;
    if (rtype == "avg" || rtype == "mean") return Choice::mean;
    throw ValueError("`rtype` must be one of {'max', 'maximum', 'min', 'minimum', 'avg', 'mean'}, not '" +
                     std::string(rtype) + "'");
}

bool less(Complex a, Complex b) {  // as NumPy orders complex numbers
    return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
}

Complex chosen(const Polynomial& group, Choice choice) {
    if (choice == Choice::largest) return *std::max_element(group.begin(), group.end(), less);
    if (choice == Choice::least) return *std::min_element(group.begin(), group.end(), less);
    return std::accumulate(group.begin(), group.end(), Complex(0)) / static_cast<double>(group.size());
}

struct Pole {
    Complex place;
    std::size_t multiplicity;
};

std::vector<Pole> unique(const Polynomial& roots, double tolerance, Choice choice) {
    for (const Complex& root : roots)
        if (!std::isfinite(root.real()) || !std::isfinite(root.imag()))
            throw ValueError("roots must be finite, found an infinity or NaN");
    if (!(tolerance >= 0)) throw ValueError("`tol` must be 0 or more, found " + std::to_string(tolerance));
    std::vector<Pole> result;
    std::vector<bool> used(roots.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
        if (used[i]) continue;
        Polynomial group;
        for (std::size_t j = 0; j < roots.size(); ++j)
            if (!used[j] && std::abs(roots[j] - roots[i]) <= tolerance) {
                group.push_back(roots[j]);
                used[j] = true;
            }
        result.push_back({chosen(group, choice), group.size()});
    }
    return result;
}

/// From the smallest magnitude to the largest.
template <class T, class Place>
void sort_by_magnitude(std::vector<T>& items, Place&& place) {
    std::stable_sort(items.begin(), items.end(),
                     [&](const T& a, const T& b) { return std::abs(place(a)) < std::abs(place(b)); });
}

/// For each pole the product of all other factors, and, where powers are wanted, of all but one, two, ... of its own;
/// and the product of all.
struct Factors {
    std::vector<Polynomial> others;
    Polynomial all;
};

Factors factors_of(const std::vector<Pole>& poles, bool powers) {
    std::vector<Polynomial> after{{1.0}};  // products of the factors behind a pole
    for (std::size_t i = poles.size(); i-- > 1;) {
        Polynomial product = after.back();
        for (std::size_t k = 0; k < poles[i].multiplicity; ++k)
            product = design::product(product, Polynomial{1.0, -poles[i].place});
        after.push_back(std::move(product));
    }
    std::reverse(after.begin(), after.end());
    Factors result{{}, {1.0}};
    for (std::size_t i = 0; i < poles.size(); ++i) {
        std::vector<Polynomial> block;
        for (std::size_t k = 0; k < poles[i].multiplicity; ++k) {
            if (k == 0 || powers) block.push_back(design::product(result.all, after[i]));
            result.all = design::product(result.all, Polynomial{1.0, -poles[i].place});
        }
        result.others.insert(result.others.end(), block.rbegin(), block.rend());
    }
    return result;
}

Polynomial difference(Polynomial a, Polynomial b) {
    const std::size_t length = std::max(a.size(), b.size());
    a.insert(a.begin(), length - a.size(), 0.0);
    b.insert(b.begin(), length - b.size(), 0.0);
    for (std::size_t i = 0; i < length; ++i) a[i] -= b[i];
    return a;
}

/// The residues of each pole, from the first power up.
Polynomial residues_of(const std::vector<Pole>& poles, const Polynomial& numerator) {
    const Factors factors = factors_of(poles, false);
    Polynomial result;
    for (std::size_t i = 0; i < poles.size(); ++i) {
        const Complex pole = poles[i].place;
        if (poles[i].multiplicity == 1) {
            result.push_back(design::value_at(numerator, pole) / design::value_at(factors.others[i], pole));
            continue;
        }
        // The numerator's digits in powers of (s - pole), one residue each.
        const Polynomial monomial{1.0, -pole};
        const design::Division factor = design::divide(factors.others[i], monomial);
        Polynomial rest = numerator, block;
        for (std::size_t k = 0; k < poles[i].multiplicity; ++k) {
            const design::Division digit = design::divide(rest, monomial);
            const Complex r = digit.remainder[0] / factor.remainder[0];
            rest = factor.quotient;
            for (Complex& value : rest) value *= r;
            rest = difference(digit.quotient, rest);
            block.push_back(r);
        }
        result.insert(result.end(), block.rbegin(), block.rend());
    }
    return result;
}

Polynomial without_zeros_behind(Polynomial p) {
    while (!p.empty() && p.back() == 0.0) p.pop_back();
    return p;
}

PartialFractions on_device(const Polynomial& r, const Polynomial& p, const Polynomial& k, bool roots_complex,
                           bool polynomials_complex) {
    const List residues(r, roots_complex), poles(p, roots_complex), rest(k, polynomials_complex && !k.empty());
    const std::vector<ndarray> arrays = design::arrays_of({&residues, &poles, &rest});
    return {arrays[0], arrays[1], arrays[2]};
}

/// What there is of a numerator of zeros.
PartialFractions without_residues(List poles) {
    sort_by_magnitude(poles.values, [](Complex x) { return x; });
    const List zeros(std::vector<double>(poles.size()));
    return {design::array_of(zeros), design::array_of(poles), design::array_of(List())};
}

struct Expanded {
    std::vector<Pole> unique;
    Polynomial places;  // each pole as often as it comes
    bool is_complex;
};

Expanded expanded(const List& roots, double tol, std::string_view rtype) {
    Expanded e{unique(roots.values, tol, choice_of(rtype)), {}, roots.is_complex};
    sort_by_magnitude(e.unique, [](const Pole& pole) { return pole.place; });
    for (const Pole& pole : e.unique) e.places.insert(e.places.end(), pole.multiplicity, pole.place);
    return e;
}

/// Poles that stand beside each other and are about the same are one.
std::vector<Pole> groups_of(const Polynomial& poles, double tolerance, Choice choice) {
    if (poles.empty()) throw IndexError("there are no poles");
    std::vector<Pole> result;
    Polynomial group;
    for (const Complex& pole : poles) {
        if (!group.empty() && std::abs(pole - group[0]) > tolerance) {
            result.push_back({chosen(group, choice), group.size()});
            group.clear();
        }
        group.push_back(group.empty() ? pole : group[0]);
    }
    result.push_back({chosen(group, choice), group.size()});
    return result;
}

ndarray as_integers(const ndarray& a, bool integers) { return integers ? a.astype(DType::int64) : a; }

/// The numerator is the sum of residues times the factors that they lack.
RationalFunction combined(const Numbers& r, const Numbers& p, const Numbers& k, double tol, std::string_view rtype,
                          bool reversed) {
    const char* name = reversed ? "invresz" : "invres";
    const List residues = design::list_of(r, name), poles = design::list_of(p, name);
    List rest = design::list_of(k, name);
    rest.values = reversed ? without_zeros_behind(rest.values) : design::without_leading_zeros(rest).values;
    const Factors factors = factors_of(groups_of(poles.values, tol, choice_of(rtype)), true);
    const auto turned = [&](Polynomial x) {
        if (reversed) std::reverse(x.begin(), x.end());
        return x;
    };
    Polynomial numerator{0.0};
    if (!rest.empty()) numerator = design::product(turned(rest.values), turned(factors.all));
    for (std::size_t i = 0; i < std::min(residues.size(), factors.others.size()); ++i) {
        Polynomial term = turned(factors.others[i]);
        for (Complex& value : term) value *= -residues[i];
        numerator = difference(numerator, term);
    }
    const bool is_complex = residues.is_complex || poles.is_complex || rest.is_complex,
               integers = poles.is_integer && choice_of(rtype) != Choice::mean,
               no_factor_lacks = factors.all.size() == 2 && rest.empty(),  // one pole: the residue alone
        all_integers = residues.is_integer && (no_factor_lacks || (integers && (rest.empty() || rest.is_integer)));
    return {as_integers(design::array_of(List(turned(numerator), is_complex)), all_integers),
            as_integers(design::array_of(List(factors.all, poles.is_complex)), integers)};
}

}  // namespace

PartialFractions residue(const Numbers& b, const Numbers& a, double tol, std::string_view rtype) {
    const kernel::Placement here(b, a);
    const List numerator = design::without_leading_zeros(design::list_of(b, "residue")),
               denominator = design::without_leading_zeros(design::list_of(a, "residue"));
    if (denominator.empty()) throw ValueError("Denominator `a` is zero.");
    List roots = design::roots_of(denominator);
    roots.is_complex = roots.is_complex || denominator.is_complex;
    if (numerator.empty()) return without_residues(roots);
    design::Division division{{}, numerator.values};
    if (numerator.size() >= denominator.size()) division = design::divide(numerator.values, denominator.values);
    const Expanded poles = expanded(roots, tol, rtype);
    Polynomial residues = residues_of(poles.unique, division.remainder);
    for (Complex& value : residues) value /= denominator[0];
    const bool is_complex = numerator.is_complex || denominator.is_complex;
    return on_device(residues, poles.places, division.quotient, poles.is_complex || is_complex, is_complex);
}

PartialFractions residuez(const Numbers& b, const Numbers& a, double tol, std::string_view rtype) {
    const kernel::Placement here(b, a);
    List numerator = design::list_of(b, "residuez"), denominator = design::list_of(a, "residuez");
    numerator.values = without_zeros_behind(numerator.values);
    denominator.values = without_zeros_behind(denominator.values);
    if (denominator.empty()) throw ValueError("Denominator `a` is zero.");
    if (denominator[0] == 0.0) throw ValueError("First coefficient of determinant `a` must be non-zero.");
    List roots = design::roots_of(denominator);
    roots.is_complex = roots.is_complex || denominator.is_complex;
    if (numerator.empty()) return without_residues(roots);
    std::reverse(numerator.values.begin(), numerator.values.end());
    std::reverse(denominator.values.begin(), denominator.values.end());
    design::Division division{{}, numerator.values};
    if (numerator.size() >= denominator.size()) division = design::divide(numerator.values, denominator.values);
    const Expanded poles = expanded(roots, tol, rtype);
    std::vector<Pole> reciprocal = poles.unique;
    for (Pole& pole : reciprocal) pole.place = 1.0 / pole.place;
    Polynomial residues = residues_of(reciprocal, division.remainder);
    std::size_t at = 0;
    for (const Pole& pole : poles.unique)
        for (std::size_t power = 1; power <= pole.multiplicity; ++power)
            residues[at++] *= std::pow(-pole.place, static_cast<int>(power)) / denominator[0];
    std::reverse(division.quotient.begin(), division.quotient.end());
    const bool is_complex = numerator.is_complex || denominator.is_complex;
    return on_device(residues, poles.places, division.quotient, poles.is_complex || is_complex, is_complex);
}

RationalFunction invres(const Numbers& r, const Numbers& p, const Numbers& k, double tol, std::string_view rtype) {
    const kernel::Placement here(r, p, k);
    return combined(r, p, k, tol, rtype, false);
}

RationalFunction invresz(const Numbers& r, const Numbers& p, const Numbers& k, double tol, std::string_view rtype) {
    const kernel::Placement here(r, p, k);
    return combined(r, p, k, tol, rtype, true);
}

UniqueRoots unique_roots(const Numbers& p, double tol, std::string_view rtype) {
    const kernel::Placement here(p);
    const Choice choice = choice_of(rtype);
    const List roots = design::list_of(p, "unique_roots");
    List left;
    left.is_complex = roots.is_complex;
    std::vector<std::int64_t> counts;
    for (const Pole& pole : unique(roots.values, tol, choice)) {
        left.append(pole.place);
        counts.push_back(static_cast<std::int64_t>(pole.multiplicity));
    }
    if (counts.empty()) return {design::array_of(left), design::array_of(List())};
    return {as_integers(design::array_of(left), roots.is_integer && choice != Choice::mean),
            array_from_host(counts.data(), DType::int64, {static_cast<std::int64_t>(counts.size())})};
}

}  // namespace cuprum::scipy::signal
