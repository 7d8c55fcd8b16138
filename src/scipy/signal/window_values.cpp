#include "scipy/signal/window_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "cuprum/error.h"
#include "numerics/fourier.h"
#include "numpy/windows.h"

namespace cuprum::scipy::signal {
namespace {

using std::numbers::pi;
using Values = std::vector<double>;
using Parameters = std::span<const double>;

double parameter(Parameters given, std::size_t at, double otherwise) {
    return at < given.size() ? given[at] : otherwise;
}

/// Each point by its number.
template <class Function>
Values points(std::int64_t m, Function&& value) {
    Values w(static_cast<std::size_t>(m));
    for (std::int64_t n = 0; n < m; ++n) w[static_cast<std::size_t>(n)] = value(static_cast<double>(n));
    return w;
}

/// A window that is its own mirror image: the first half by the number of the point, the other half its copy.
template <class Function>
Values mirrored(std::int64_t m, Function&& value) {
    Values w(static_cast<std::size_t>(m));
    for (std::int64_t n = 0; n < (m + 1) / 2; ++n)
        w[static_cast<std::size_t>(n)] = w[static_cast<std::size_t>(m - 1 - n)] = value(static_cast<double>(n));
    return w;
}

Values cosines(std::int64_t m, Parameters a) {
    const double step = 2 * pi / static_cast<double>(m - 1);
    return mirrored(m, [&](double n) {
        double sum = 0;
        for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * std::cos(static_cast<double>(k) * (n * step - pi));
        return sum;
    });
}

template <class... Numbers>
Values cosines_of(std::int64_t m, Numbers... numbers) {
    const double a[] = {numbers...};
    return cosines(m, a);
}

Values boxcar(std::int64_t m, Parameters) { return Values(static_cast<std::size_t>(m), 1.0); }

Values triang(std::int64_t m, Parameters) {
    const double odd = static_cast<double>(m % 2), length = static_cast<double>(m);
    return mirrored(m, [&](double n) { return odd != 0 ? 2 * (n + 1) / (length + 1) : (2 * n + 1) / length; });
}

Values parzen(std::int64_t m, Parameters) {
    const double last = static_cast<double>(m - 1), half = static_cast<double>(m) / 2;
    return mirrored(m, [&](double n) {
        const double place = std::abs(n - last / 2), x = place / half;
        return place <= last / 4 ? 1 - 6 * x * x + 6 * x * x * x : 2 * (1 - x) * (1 - x) * (1 - x);
    });
}

Values bohman(std::int64_t m, Parameters) {
    return mirrored(m, [&](double n) {
        if (n == 0) return 0.0;
        const double x = std::abs(2 * n / static_cast<double>(m - 1) - 1);
        return (1 - x) * std::cos(pi * x) + std::sin(pi * x) / pi;
    });
}

Values bartlett(std::int64_t m, Parameters) {
    return mirrored(m, [&](double n) { return 2 * n / static_cast<double>(m - 1); });
}

Values general_hamming(std::int64_t m, Parameters p) { return cosines_of(m, p[0], 1 - p[0]); }
Values hann(std::int64_t m, Parameters) { return cosines_of(m, 0.5, 0.5); }
Values hamming(std::int64_t m, Parameters) { return cosines_of(m, 0.54, 1 - 0.54); }
Values blackman(std::int64_t m, Parameters) { return cosines_of(m, 0.42, 0.50, 0.08); }
Values nuttall(std::int64_t m, Parameters) { return cosines_of(m, 0.3635819, 0.4891775, 0.1365995, 0.0106411); }
Values blackmanharris(std::int64_t m, Parameters) { return cosines_of(m, 0.35875, 0.48829, 0.14128, 0.01168); }
Values flattop(std::int64_t m, Parameters) {
    return cosines_of(m, 0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368);
}

Values tukey(std::int64_t m, Parameters p) {
    const double alpha = parameter(p, 0, 0.5), last = static_cast<double>(m - 1);
    if (alpha <= 0) return boxcar(m, {});
    if (alpha >= 1) return hann(m, {});
    const double width = std::floor(alpha * last / 2);
    return mirrored(
        m, [&](double n) { return n <= width ? 0.5 * (1 + std::cos(pi * (-1 + 2.0 * n / alpha / last))) : 1.0; });
}

Values barthann(std::int64_t m, Parameters) {
    return mirrored(m, [&](double n) {
        const double x = std::abs(n / static_cast<double>(m - 1) - 0.5);
        return 0.62 - 0.48 * x + 0.38 * std::cos(2 * pi * x);
    });
}

Values kaiser(std::int64_t m, Parameters p) {
    const double half = static_cast<double>(m - 1) / 2, largest = bessel_i0(p[0]);
    return mirrored(m, [&](double n) {
        const double x = (n - half) / half;
        return bessel_i0(p[0] * std::sqrt(1 - x * x)) / largest;
    });
}

Values gaussian(std::int64_t m, Parameters p) {
    return mirrored(m, [&](double n) {
        const double x = n - static_cast<double>(m - 1) / 2;
        return std::exp(-(x * x) / (2 * p[0] * p[0]));
    });
}

Values general_gaussian(std::int64_t m, Parameters p) {
    return mirrored(m, [&](double n) {
        const double x = n - static_cast<double>(m - 1) / 2;
        return std::exp(-0.5 * std::pow(std::abs(x / p[1]), 2 * p[0]));
    });
}

Values cosine(std::int64_t m, Parameters) {
    return mirrored(m, [&](double n) { return std::sin(pi / static_cast<double>(m) * (n + 0.5)); });
}

Values lanczos(std::int64_t m, Parameters) {
    return mirrored(m, [&](double n) {
        const double x = pi * (2 * (static_cast<double>(m - 1) - n) / static_cast<double>(m - 1) - 1);
        return x == 0 ? 1.0 : std::sin(x) / x;
    });
}

// The transform of this window is a Chebyshev polynomial.
Values chebwin(std::int64_t m, Parameters p) {
    const double order = static_cast<double>(m - 1), length = static_cast<double>(m);
    const double beta = std::cosh(std::acosh(std::pow(10, std::abs(p[0]) / 20)) / order);
    std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(m));
    for (std::int64_t k = 0; k < m; ++k) {
        const double x = beta * std::cos(pi * static_cast<double>(k) / length);
        double value;
        if (x > 1) value = std::cosh(order * std::acosh(x));
        else if (x < -1) value = (m % 2 ? 1 : -1) * std::cosh(order * std::acosh(-x));
        else value = std::cos(order * std::acos(x));
        // Windows of even length have their middle between two points.
        spectrum[static_cast<std::size_t>(k)] =
            m % 2 ? value : value * std::polar(1.0, pi * static_cast<double>(k) / length);
    }
    numerics::fft(spectrum);
    const std::size_t half = static_cast<std::size_t>(m) / 2;
    Values w(static_cast<std::size_t>(m));
    double largest = 0;
    for (std::size_t k = 0; k + half < w.size(); ++k) {
        const double value = spectrum[m % 2 ? k : k + 1].real();
        w[half + k] = w[w.size() - 1 - half - k] = value;
        largest = k ? std::max(largest, value) : value;
    }
    for (double& value : w) value /= largest;
    return w;
}

constexpr int most_taylor_bars = 10000;  // each coefficient is a product of as many factors

Values taylor(std::int64_t m, Parameters p) {
    const double bars = std::trunc(parameter(p, 0, 4));
    if (!(bars <= most_taylor_bars))
        throw ValueError("taylor: nbar must be at most " + std::to_string(most_taylor_bars) + ", found " +
                         std::to_string(bars));
    const double sidelobes = parameter(p, 1, 30), length = static_cast<double>(m);
    const bool normalized = parameter(p, 2, 1) != 0;
    const double a = std::acosh(std::pow(10, sidelobes / 20)) / pi,
                 s2 = bars * bars / (a * a + (bars - 0.5) * (bars - 0.5));
    Values f;
    for (double i = 1; i < bars; ++i) {
        double numerator = std::fmod(i, 2) != 0 ? 1 : -1, denominator = 2;
        for (double j = 1; j < bars; ++j) {
            numerator *= 1 - i * i / s2 / (a * a + (j - 0.5) * (j - 0.5));
            if (j != i) denominator *= 1 - i * i / (j * j);
        }
        f.push_back(numerator / denominator);
    }
    const auto value = [&](double n) {
        double sum = 0;
        for (std::size_t i = 0; i < f.size(); ++i)
            sum += f[i] * std::cos(2 * pi * static_cast<double>(i + 1) * (n - length / 2 + 0.5) / length);
        return 1 + 2 * sum;
    };
    const double scale = normalized ? 1 / value((length - 1) / 2) : 1;
    return mirrored(m, [&](double n) { return value(n) * scale; });
}

Values dpss(std::int64_t m, Parameters p) {
    return slepian_windows(m, p[0], 1, SlepianNorm::approximate, false, false).values;
}

// Those that follow have lengths or middles of their own, and so take whether they are periodic.

Values exponential(std::int64_t n, Parameters p, bool periodic) {
    const std::int64_t m = n + periodic;
    const double center = parameter(p, 0, std::nan("")), tau = parameter(p, 1, 1);
    if (!periodic && !std::isnan(center))
        throw ValueError("exponential: a symmetric window has its center in the middle; `center` must be None");
    const double middle = std::isnan(center) ? static_cast<double>(m - 1) / 2 : center;
    if (n <= 1) return boxcar(n, {});
    Values w = points(m, [&](double at) { return std::exp(-std::abs(at - middle) / tau); });
    w.resize(static_cast<std::size_t>(n));
    return w;
}

Values kaiser_bessel_derived(std::int64_t n, Parameters p, bool periodic) {
    if (periodic) throw ValueError("Kaiser-Bessel Derived windows are only defined for symmetric shapes");
    if (n < 1) return {};
    if (n % 2)
        throw ValueError("Kaiser-Bessel Derived windows are only defined for even number of points, found " +
                         std::to_string(n));
    Values sums = kaiser(n / 2 + 1, p);
    if (n == 0) return {};
    for (std::size_t i = 1; i < sums.size(); ++i) sums[i] += sums[i - 1];
    return mirrored(n, [&](double at) { return std::sqrt(sums[static_cast<std::size_t>(at)] / sums.back()); });
}

using Symmetric = Values (*)(std::int64_t, Parameters);
using Any = Values (*)(std::int64_t, Parameters, bool);

struct NamedWindow {
    std::string_view names;  // separated by commas
    Symmetric symmetric;
    std::size_t fewest, most;  // parameters
    Any any = nullptr;
};

constexpr std::size_t many = 1000000;
constexpr NamedWindow table[] = {
    {"barthann,brthan,bth", barthann, 0, 0},
    {"bartlett,bart,brt", bartlett, 0, 0},
    {"blackman,black,blk", blackman, 0, 0},
    {"blackmanharris,blackharr,bkh", blackmanharris, 0, 0},
    {"bohman,bman,bmn", bohman, 0, 0},
    {"boxcar,box,ones,rect,rectangular", boxcar, 0, 0},
    {"chebwin,cheb", chebwin, 1, 1},
    {"cosine,halfcosine", cosine, 0, 0},
    {"dpss", dpss, 1, 1},
    {"exponential,poisson", nullptr, 0, 2, exponential},
    {"flattop,flat,flt", flattop, 0, 0},
    {"gaussian,gauss,gss", gaussian, 1, 1},
    {"general cosine,general_cosine", cosines, 1, many},
    {"general gaussian,general_gaussian,general gauss,general_gauss,ggs", general_gaussian, 2, 2},
    {"general hamming,general_hamming", general_hamming, 1, 1},
    {"hamming,hamm,ham", hamming, 0, 0},
    {"hann,han", hann, 0, 0},
    {"kaiser,ksr", kaiser, 1, 1},
    {"kaiser bessel derived,kaiser_bessel_derived,kbd", nullptr, 1, 1, kaiser_bessel_derived},
    {"lanczos,sinc", lanczos, 0, 0},
    {"nuttall,nutl,nut", nuttall, 0, 0},
    {"parzen,parz,par", parzen, 0, 0},
    {"taylor,taylorwin", taylor, 0, 3},
    {"triangle,triang,tri", triang, 0, 0},
    {"tukey,tuk", tukey, 0, 1},
};

bool has_name(const NamedWindow& window, std::string_view wanted) {
    for (std::string_view rest = window.names; !rest.empty();) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        if (rest.substr(0, comma) == wanted) return true;
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return false;
}

const NamedWindow* find_window(std::string_view name) {
    const auto window = std::find_if(std::begin(table), std::end(table),
                                     [&](const NamedWindow& candidate) { return has_name(candidate, name); });
    return window == std::end(table) ? nullptr : &*window;
}

}  // namespace

std::string_view window_name(std::string_view name) {
    const NamedWindow* window = find_window(name);
    return window ? window->names.substr(0, window->names.find(',')) : name;
}

std::vector<double> window_values(std::string_view name, std::span<const double> parameters, std::int64_t n,
                                  bool periodic) {
    const NamedWindow* window = find_window(name);
    const std::string called = "window '" + std::string(name) + "'";
    if (!window) throw ValueError("there is no " + called);
    if (n < 0) throw ValueError(called + " needs a non-negative number of points, found " + std::to_string(n));
    if (parameters.size() < window->fewest)
        throw ValueError(called + " must have parameters: give a tuple of the name and " +
                         std::to_string(window->fewest) + " of them, found " + std::to_string(parameters.size()));
    if (parameters.size() > window->most)
        throw ValueError(called + " takes " + std::to_string(window->most) + " parameters at most, found " +
                         std::to_string(parameters.size()));
    if (window->any) return window->any(n, parameters, periodic);
    if (n <= 1) return boxcar(n, {});
    // dpss looks at the length without what periodic ones have more.
    if (window->symmetric == dpss)
        return slepian_windows(n, parameters[0], 1, SlepianNorm::approximate, periodic, false).values;
    std::vector<double> values = window->symmetric(n + periodic, parameters);
    values.resize(static_cast<std::size_t>(n));
    return values;
}

}  // namespace cuprum::scipy::signal
