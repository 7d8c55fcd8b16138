// Orthogonal polynomials: a row of the table a family.
#include <cmath>
#include <limits>
#include <numbers>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/special.h"
#include "cuprum/scipy/special_polynomials.h"
#include "cuprum/scipy/special_quadratures.h"

namespace cuprum::scipy::special {
namespace {

using std::numbers::pi;
constexpr double inf = std::numeric_limits<double>::infinity();

/// Degree and parameters.
struct Member {
    std::int64_t n;
    double a, b;
};
using M = const Member&;
using X = const Operand&;

struct Family {
    std::string_view name;
    std::size_t parameters;
    double lower, upper;
    ndarray (*weight)(M, X);
    double (*leading)(M);  ///< The coefficient of the n-th power.
    double (*norm)(M);     ///< The root of the integral of the polynomial's square times the weight.
    Quadrature (*roots)(M);
    ndarray (*value)(M, X);
    /// SciPy's polynomials that come from Jacobi's have, where the degree is 0, the norm 1, the interval [-1, 1] and
    /// values of the places' dtype.
    bool of_jacobi = false;
};

/// The product of f(k) for k = first, ..., n: gamma functions would overflow before their quotients do.
template <class Factor>
double product(std::int64_t n, Factor f, std::int64_t first = 1) {
    double made = 1;
    for (std::int64_t k = first; k <= n; ++k) made *= f(double(k));
    return made;
}

double jacobi_leading(std::int64_t n, double a, double b) {
    return product(n, [=](double k) { return (double(n) + a + b + k) / (2 * k); });
}
/// Of degree 1 and more.
double jacobi_norm(std::int64_t n, double a, double b) {
    const double sum = a + b, first = std::tgamma(a + 2) * std::tgamma(b + 2) / std::tgamma(sum + 2);
    const auto next = [=](double k) { return (k + a) * (k + b) / (k * (k + sum)); };
    return std::sqrt(std::exp2(sum + 1) / (2 * double(n) + sum + 1) * first * product(n, next, 2));
}
double gegenbauer_leading(std::int64_t n, double a) {
    return product(n, [=](double k) { return 2 * (a + k - 1) / k; });
}
double alternating(std::int64_t n) {
    return product(n, [](double k) { return -1 / k; });
}
double factorial_of(std::int64_t n) {
    return product(n, [](double k) { return k; });
}
double of_degree_0(M m, double there, double above) { return m.n == 0 ? there : above; }

ndarray square(X x) { return multiply(x, x); }
ndarray power_of(const ndarray& base, double exponent) { return power(base, Scalar(exponent)); }
/// (1 - (x / half)**2)**exponent.
ndarray semicircle(X x, double half, double exponent) {
    return power_of(subtract(1.0, divide(square(x), half * half)), exponent);
}
ndarray one(M, X x) { return add(multiply(x, 0.0), 1.0); }

// The functions of a family, with its parameters.
#define CUPRUM_FAMILY(family, ...)                                               \
    .roots = [](M m) { return roots_##family(m.n __VA_OPT__(, ) __VA_ARGS__); }, \
    .value = [](M m, X x) { return eval_##family(m.n __VA_OPT__(, ) __VA_ARGS__, x); }

constexpr Family families[] = {
    {.name = "legendre",
     .parameters = 0,
     .lower = -1,
     .upper = 1,
     .weight = one,
     .leading = [](M m) { return product(m.n, [](double k) { return (2 * k - 1) / k; }); },
     .norm = [](M m) { return std::sqrt(2 / (2 * double(m.n) + 1)); },
     CUPRUM_FAMILY(legendre)},
    {.name = "chebyt",
     .parameters = 0,
     .lower = -1,
     .upper = 1,
     .weight = [](M, X x) { return semicircle(x, 1, -0.5); },
     .leading = [](M m) { return of_degree_0(m, 1, std::exp2(m.n - 1)); },
     .norm = [](M m) { return std::sqrt(of_degree_0(m, pi, pi / 2)); },
     CUPRUM_FAMILY(chebyt)},
    {.name = "chebyu",
     .parameters = 0,
     .lower = -1,
     .upper = 1,
     .weight = [](M, X x) { return semicircle(x, 1, 0.5); },
     .leading = [](M m) { return std::exp2(m.n); },
     .norm = [](M) { return std::sqrt(pi / 2); },
     CUPRUM_FAMILY(chebyu),
     .of_jacobi = true},
    {.name = "chebyc",
     .parameters = 0,
     .lower = -2,
     .upper = 2,
     .weight = [](M, X x) { return semicircle(x, 2, -0.5); },
     .leading = [](M m) { return of_degree_0(m, 2, 1); },
     .norm = [](M m) { return std::sqrt(of_degree_0(m, 32 * pi, 4 * pi)); },  // that of degree 0 is SciPy's
     CUPRUM_FAMILY(chebyc)},
    {.name = "chebys",
     .parameters = 0,
     .lower = -2,
     .upper = 2,
     .weight = [](M, X x) { return semicircle(x, 2, 0.5); },
     .leading = [](M) { return 1.0; },
     .norm = [](M) { return std::sqrt(pi); },
     CUPRUM_FAMILY(chebys)},
    {.name = "jacobi",
     .parameters = 2,
     .lower = -1,
     .upper = 1,
     .weight = [](M m, X x) { return multiply(power_of(subtract(1.0, x), m.a), power_of(add(1.0, x), m.b)); },
     .leading = [](M m) { return jacobi_leading(m.n, m.a, m.b); },
     .norm = [](M m) { return jacobi_norm(m.n, m.a, m.b); },
     CUPRUM_FAMILY(jacobi, m.a, m.b),
     .of_jacobi = true},
    {.name = "laguerre",
     .parameters = 0,
     .lower = 0,
     .upper = inf,
     .weight = [](M, X x) { return exp(negative(x)); },
     .leading = [](M m) { return alternating(m.n); },
     .norm = [](M) { return 1.0; },
     CUPRUM_FAMILY(laguerre)},
    {.name = "genlaguerre",
     .parameters = 1,
     .lower = 0,
     .upper = inf,
     .weight = [](M m, X x) { return multiply(exp(negative(x)), power(x, m.a)); },
     .leading = [](M m) { return alternating(m.n); },
     .norm =
         [](M m) {
             const double a = m.a;
             return std::sqrt(std::tgamma(a + 1) * product(m.n, [=](double k) { return (k + a) / k; }));
         },
     CUPRUM_FAMILY(genlaguerre, m.a)},
    {.name = "hermite",
     .parameters = 0,
     .lower = -inf,
     .upper = inf,
     .weight = [](M, X x) { return exp(negative(square(x))); },
     .leading = [](M m) { return std::exp2(m.n); },
     .norm = [](M m) { return std::sqrt(std::exp2(m.n) * factorial_of(m.n) * std::sqrt(pi)); },
     CUPRUM_FAMILY(hermite)},
    {.name = "hermitenorm",
     .parameters = 0,
     .lower = -inf,
     .upper = inf,
     .weight = [](M, X x) { return exp(multiply(square(x), -0.5)); },
     .leading = [](M) { return 1.0; },
     .norm = [](M m) { return std::sqrt(std::sqrt(2 * pi) * factorial_of(m.n)); },
     CUPRUM_FAMILY(hermitenorm)},
    {.name = "gegenbauer",
     .parameters = 1,
     .lower = -1,
     .upper = 1,
     .weight = [](M m, X x) { return semicircle(x, 1, m.a - 0.5); },
     .leading = [](M m) { return gegenbauer_leading(m.n, m.a); },
     .norm =
         [](M m) {
             const double a = m.a - 0.5;
             return jacobi_norm(m.n, a, a) * (gegenbauer_leading(m.n, m.a) / jacobi_leading(m.n, a, a));
         },
     CUPRUM_FAMILY(gegenbauer, m.a),
     .of_jacobi = true},
    {.name = "sh_legendre",
     .parameters = 0,
     .lower = 0,
     .upper = 1,
     .weight = one,
     .leading = [](M m) { return product(m.n, [](double k) { return 2 * (2 * k - 1) / k; }); },
     .norm = [](M m) { return std::sqrt(1 / (2 * double(m.n) + 1)); },
     CUPRUM_FAMILY(sh_legendre)},
    {.name = "sh_chebyt",
     .parameters = 0,
     .lower = 0,
     .upper = 1,
     .weight = [](M, X x) { return power_of(subtract(x, square(x)), -0.5); },
     .leading = [](M m) { return of_degree_0(m, 1, std::exp2(2 * m.n - 1)); },
     .norm = [](M) { return std::sqrt(pi / 2); },
     CUPRUM_FAMILY(sh_chebyt),
     .of_jacobi = true},
    {.name = "sh_chebyu",
     .parameters = 0,
     .lower = 0,
     .upper = 1,
     .weight = [](M, X x) { return sqrt(subtract(x, square(x))); },
     .leading = [](M m) { return std::exp2(2 * m.n); },
     .norm = [](M) { return std::sqrt(pi / 8); },
     CUPRUM_FAMILY(sh_chebyu),
     .of_jacobi = true},
    {.name = "sh_jacobi",
     .parameters = 2,
     .lower = 0,
     .upper = 1,
     .weight = [](M m, X x) { return multiply(power_of(subtract(1.0, x), m.a - m.b), power(x, m.b - 1)); },
     .leading = [](M) { return 1.0; },
     .norm =
         [](M m) {
             const double a = m.a - m.b, b = m.b - 1;
             return jacobi_norm(m.n, a, b) / (jacobi_leading(m.n, a, b) * std::exp2(double(m.n) + m.a / 2));
         },
     CUPRUM_FAMILY(sh_jacobi, m.a, m.b),
     .of_jacobi = true},
};
#undef CUPRUM_FAMILY

std::size_t row_of(std::string_view name, std::size_t parameters) {
    for (std::size_t row = 0; row < std::size(families); ++row)
        if (families[row].name == name && families[row].parameters == parameters) return row;
    throw ValueError("no family of orthogonal polynomials is called '" + std::string(name) + "' and has " +
                     std::to_string(parameters) + " parameters");
}

Member member(std::int64_t n, std::span<const double> parameters) {
    return {n, parameters.size() > 0 ? parameters[0] : 0, parameters.size() > 1 ? parameters[1] : 0};
}

orthopoly1d made(std::string_view family, std::int64_t n, std::initializer_list<double> parameters, bool monic) {
    return orthopoly1d(family, n, {parameters.begin(), parameters.size()}, monic);
}

}  // namespace

/// What the coefficients need and other members want as well.
struct orthopoly1d::Made {
    Made(std::string_view name, std::int64_t n, std::span<const double> given, bool monic)
        : row(row_of(name, given.size())), parameters(given.begin(), given.end()), monic(monic) {
        if (n < 0) throw ValueError("n must be nonnegative, not " + std::to_string(n));
        which = member(n, given);
        leading = families[row].leading(which);
        if (n > 0) quadrature = families[row].roots(which);
    }

    std::size_t row;
    std::vector<double> parameters;
    bool monic;
    Member which;
    double leading;
    Quadrature quadrature{zeros({0}), zeros({0}), 0};
};

orthopoly1d::orthopoly1d(Made made)
    : poly1d(multiply(poly(made.quadrature.points), made.monic ? 1.0 : made.leading)),
      row_(made.row),
      degree_(made.which.n),
      parameters_(std::move(made.parameters)),
      monic_(made.monic),
      leading_(made.leading),
      norm_(1),
      limits_(-1, 1),
      weights_(made.quadrature.points) {
    const Family& family = families[row_];
    if (degree_ > 0 || !family.of_jacobi) {
        norm_ = family.norm(made.which);
        limits_ = {family.lower, family.upper};
    }
    if (monic_) norm_ /= std::abs(leading_);
    if (degree_ > 0) {
        const auto& [points, weights, total] = made.quadrature;
        weights_ = column_stack({points, weights, divide(weights, weight_func(points))});
    }
}

orthopoly1d::orthopoly1d(std::string_view family, std::int64_t n, std::span<const double> parameters, bool monic)
    : orthopoly1d(Made(family, n, parameters, monic)) {}

std::string orthopoly1d::family() const { return std::string(families[row_].name); }

ndarray orthopoly1d::operator()(const Operand& x) const {
    const Family& family = families[row_];
    // Of degree 0 Jacobi's shifted function divides by 0 for some parameters.
    const ndarray value = degree_ == 0 && family.of_jacobi ? ones_like(x.is_array() ? x.array() : full({}, x.scalar()))
                                                           : family.value(member(degree_, parameters_), x);
    return monic_ ? divide(value, leading_) : value;
}

ndarray orthopoly1d::weight_func(const Operand& x) const {
    return families[row_].weight(member(degree_, parameters_), x);
}

orthopoly1d legendre(std::int64_t n, bool monic) { return made("legendre", n, {}, monic); }
orthopoly1d chebyt(std::int64_t n, bool monic) { return made("chebyt", n, {}, monic); }
orthopoly1d chebyu(std::int64_t n, bool monic) { return made("chebyu", n, {}, monic); }
orthopoly1d chebyc(std::int64_t n, bool monic) { return made("chebyc", n, {}, monic); }
orthopoly1d chebys(std::int64_t n, bool monic) { return made("chebys", n, {}, monic); }
orthopoly1d jacobi(std::int64_t n, double alpha, double beta, bool monic) {
    return made("jacobi", n, {alpha, beta}, monic);
}
orthopoly1d laguerre(std::int64_t n, bool monic) { return made("laguerre", n, {}, monic); }
orthopoly1d genlaguerre(std::int64_t n, double alpha, bool monic) {
    if (!(alpha > -1)) throw ValueError("alpha must be greater than -1, not " + std::to_string(alpha));
    return made("genlaguerre", n, {alpha}, monic);
}
orthopoly1d hermite(std::int64_t n, bool monic) { return made("hermite", n, {}, monic); }
orthopoly1d hermitenorm(std::int64_t n, bool monic) { return made("hermitenorm", n, {}, monic); }
orthopoly1d gegenbauer(std::int64_t n, double alpha, bool monic) {
    if (!(alpha > -0.5 && std::isfinite(alpha)))
        throw ValueError("alpha must be a finite number greater than -0.5, not " + std::to_string(alpha));
    // Of alpha = 0 Gegenbauer's are 0 and have no leading coefficient; their multiples have.
    if (monic) return jacobi(n, alpha - 0.5, alpha - 0.5, true);
    return made("gegenbauer", n, {alpha}, false);
}
orthopoly1d sh_legendre(std::int64_t n, bool monic) { return made("sh_legendre", n, {}, monic); }
orthopoly1d sh_chebyt(std::int64_t n, bool monic) { return made("sh_chebyt", n, {}, monic); }
orthopoly1d sh_chebyu(std::int64_t n, bool monic) { return made("sh_chebyu", n, {}, monic); }
orthopoly1d sh_jacobi(std::int64_t n, double p, double q, bool monic) { return made("sh_jacobi", n, {p, q}, monic); }

ndarray assoc_laguerre(const Operand& x, const Operand& n, const Operand& k) { return eval_genlaguerre(n, k, x); }

}  // namespace cuprum::scipy::special
