// SciPy's windows as arrays.
#include "numpy/windows.h"

#include <cmath>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/scipy/signal_numbers.h"
#include "cuprum/scipy/signal_windows.h"
#include "cuprum/transfer.h"
#include "scipy/signal/design/host_numbers.h"
#include "scipy/signal/window_values.h"

namespace cuprum::scipy::signal {
namespace {

ndarray on_device(const std::vector<double>& values) {
    return array_from_host(values.data(), DType::float64, {static_cast<std::int64_t>(values.size())});
}

// Long windows are computed where they are wanted. The formulas are those of window_values.cpp, by the numbers of
// `long_window`; p holds the parameters, m the points of the symmetric window.
constexpr char long_window_text[] = R"(
    const double pi = 3.141592653589793, last = m - 1;
    const double n = i < last - i ? double(i) : last - i;
    double y = 1;
    if (kind == 1) {
        y = 0;
        for (long long k = 0; k < count; ++k) y += p[k] * cos(k * (2 * pi * n / last - pi));
    } else if (kind == 2) {
        y = m % 2 ? 2 * (n + 1) / (m + 1.0) : (2 * n + 1) / m;
    } else if (kind == 3) {
        const double x = fabs(n - last / 2) / (m / 2.0);
        y = fabs(n - last / 2) <= last / 4 ? 1 - 6 * x * x + 6 * x * x * x : 2 * (1 - x) * (1 - x) * (1 - x);
    } else if (kind == 4) {
        const double x = fabs(2 * n / last - 1);
        y = n == 0 ? 0 : (1 - x) * cos(pi * x) + sin(pi * x) / pi;
    } else if (kind == 5) {
        y = 2 * n / last;
    } else if (kind == 6) {
        y = n <= floor(p[0] * last / 2) ? 0.5 * (1 + cos(pi * (2 * n / p[0] / last - 1))) : 1;
    } else if (kind == 7) {
        const double x = fabs(n / last - 0.5);
        y = 0.62 - 0.48 * x + 0.38 * cos(2 * pi * x);
    } else if (kind == 8) {
        const double x = n - last / 2;
        y = exp(-(x * x) / (2 * p[0] * p[0]));
    } else if (kind == 9) {
        y = exp(-0.5 * pow(fabs((n - last / 2) / p[1]), 2 * p[0]));
    } else if (kind == 10) {
        y = sin(pi / m * (n + 0.5));
    } else if (kind == 11) {
        const double x = pi * (2 * (last - n) / last - 1);
        y = x == 0 ? 1 : sin(x) / x;
    } else if (kind == 12) {
        y = exp(-fabs(i - p[0]) / p[1]);
    } else if (kind == 13) {
        const double x = (n - last / 2) / (last / 2);
        y = x == 0 ? 1 : cuprum::i0(p[0] * sqrt(1 - x * x)) / p[1];
    }
    w = y;
)";

struct LongWindow {
    std::int64_t kind;
    std::vector<double> parameters;
};

/// How a long window is computed on the device; nothing for those that the host computes at any length.
std::optional<LongWindow> long_window(std::string_view name, std::span<const double> p, double last) {
    const std::vector<double> given(p.begin(), p.end());
    name = window_name(name);
    const auto plain = [&](std::string_view wanted) { return name == wanted && p.empty(); };
    if (plain("boxcar")) return LongWindow{0, {}};
    if (plain("hann")) return LongWindow{1, {0.5, 0.5}};
    if (plain("hamming")) return LongWindow{1, {0.54, 1 - 0.54}};
    if (plain("blackman")) return LongWindow{1, {0.42, 0.50, 0.08}};
    if (plain("nuttall")) return LongWindow{1, {0.3635819, 0.4891775, 0.1365995, 0.0106411}};
    if (plain("blackmanharris")) return LongWindow{1, {0.35875, 0.48829, 0.14128, 0.01168}};
    if (plain("flattop")) return LongWindow{1, {0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368}};
    if (name == "general hamming" && p.size() == 1) return LongWindow{1, {p[0], 1 - p[0]}};
    if (name == "general cosine" && !p.empty()) return LongWindow{1, given};
    if (plain("triangle")) return LongWindow{2, {}};
    if (plain("parzen")) return LongWindow{3, {}};
    if (plain("bohman")) return LongWindow{4, {}};
    if (plain("bartlett")) return LongWindow{5, {}};
    if (name == "tukey" && p.size() < 2) {
        const double alpha = p.empty() ? 0.5 : p[0];
        if (alpha <= 0) return LongWindow{0, {}};
        return alpha >= 1 ? LongWindow{1, {0.5, 0.5}} : LongWindow{6, {alpha}};
    }
    if (plain("barthann")) return LongWindow{7, {}};
    if (name == "gaussian" && p.size() == 1) return LongWindow{8, given};
    if (name == "general gaussian" && p.size() == 2) return LongWindow{9, given};
    if (plain("cosine")) return LongWindow{10, {}};
    if (plain("lanczos")) return LongWindow{11, {}};
    if (name == "exponential" && (p.empty() || std::isnan(p[0])))
        return LongWindow{12, {last / 2, p.size() > 1 ? p[1] : 1}};
    if (name == "kaiser" && p.size() == 1) return LongWindow{13, {p[0], bessel_i0(p[0])}};
    return std::nullopt;
}

ndarray computed(std::string_view name, std::span<const double> parameters, std::int64_t points, bool periodic) {
    constexpr std::int64_t many = 16384;  // above, a launch is quicker than the host and a copy
    if (points > many)
        if (const auto window = long_window(name, parameters, static_cast<double>(points + periodic - 1))) {
            static const ElementwiseKernel kernel("raw float64 p, int64 count, int64 kind, int64 m", "float64 w",
                                                  long_window_text, "cuprum_window",
                                                  {.preamble = "#include <cuprum/bessel.h>"});
            const ndarray numbers = window->parameters.empty() ? zeros({1}) : on_device(window->parameters);
            const ndarray result = empty({points});
            const Operand operands[] = {numbers, Scalar(numbers.size()), Scalar(window->kind),
                                        Scalar(points + periodic), result};
            ndarray same;
            kernel.call(operands, {}, &same);
            return result;
        }
    return on_device(window_values(name, parameters, points, periodic));
}

std::int64_t points_of(double m) {
    if (!(m >= 0) || m != std::floor(m) || m > 1e15)
        throw ValueError("Window length M must be a non-negative integer, found " + std::to_string(m));
    return static_cast<std::int64_t>(m);
}

ndarray named(std::string_view name, std::span<const double> parameters, double m, bool sym) {
    return computed(name, parameters, points_of(m), !sym);
}

}  // namespace

ndarray get_window(std::string_view window, std::span<const double> parameters, std::int64_t Nx, bool fftbins) {
    if (Nx <= 0) throw ValueError("Nx must be a positive number of points, found " + std::to_string(Nx));
    for (const auto& [ending, periodic] : {std::pair(std::string_view("_symmetric"), false), {"_periodic", true}})
        if (window.ends_with(ending)) {
            window.remove_suffix(ending.size());
            fftbins = periodic;
            break;
        }
    return computed(window, parameters, Nx, fftbins);
}

namespace windows {

ndarray barthann(double M, bool sym) { return named("barthann", {}, M, sym); }
ndarray bartlett(double M, bool sym) { return named("bartlett", {}, M, sym); }
ndarray blackman(double M, bool sym) { return named("blackman", {}, M, sym); }
ndarray blackmanharris(double M, bool sym) { return named("blackmanharris", {}, M, sym); }
ndarray bohman(double M, bool sym) { return named("bohman", {}, M, sym); }
ndarray boxcar(double M, bool sym) { return named("boxcar", {}, M, sym); }
ndarray cosine(double M, bool sym) { return named("cosine", {}, M, sym); }
ndarray flattop(double M, bool sym) { return named("flattop", {}, M, sym); }
ndarray hamming(double M, bool sym) { return named("hamming", {}, M, sym); }
ndarray hann(double M, bool sym) { return named("hann", {}, M, sym); }
ndarray nuttall(double M, bool sym) { return named("nuttall", {}, M, sym); }
ndarray parzen(double M, bool sym) { return named("parzen", {}, M, sym); }
ndarray triang(double M, bool sym) { return named("triang", {}, M, sym); }
ndarray lanczos(double M, bool sym) { return named("lanczos", {}, M, sym); }

ndarray general_hamming(double M, double alpha, bool sym) {
    return named("general_hamming", std::span(&alpha, 1), M, sym);
}
ndarray kaiser(double M, double beta, bool sym) { return named("kaiser", std::span(&beta, 1), M, sym); }
ndarray gaussian(double M, double std, bool sym) { return named("gaussian", {&std, 1}, M, sym); }
ndarray general_gaussian(double M, double p, double sig, bool sym) {
    const double parameters[] = {p, sig};
    return named("general_gaussian", parameters, M, sym);
}
ndarray taylor(double M, std::int64_t nbar, double sll, bool norm, bool sym) {
    const double parameters[] = {static_cast<double>(nbar), sll, norm ? 1.0 : 0.0};
    return named("taylor", parameters, M, sym);
}
ndarray tukey(double M, double alpha, bool sym) { return named("tukey", {&alpha, 1}, M, sym); }
ndarray general_cosine(double M, std::span<const double> a, bool sym) {
    return a.empty() ? zeros({points_of(M)}) : named("general_cosine", a, M, sym);
}
ndarray exponential(double M, std::optional<double> center, double tau, bool sym) {
    const double parameters[] = {center.value_or(std::nan("")), tau};
    return named("exponential", parameters, M, sym);
}
ndarray kaiser_bessel_derived(double M, double beta, bool sym) {
    if (sym && M < 1) return empty({0});
    return named("kaiser_bessel_derived", {&beta, 1}, M, sym);
}
ndarray chebwin(double M, double at, bool sym) {
    if (std::abs(at) < 45)
        design::warn(SignalWarning::user,
                     "This window is not suitable for spectral analysis for attenuation values lower than about 45dB "
                     "because the equivalent noise bandwidth of a Chebyshev window does not grow monotonically with "
                     "increasing sidelobe attenuation when the attenuation is smaller than about 45 dB.");
    return named("chebwin", {&at, 1}, M, sym);
}

SlepianSequences dpss(double M, double NW, std::optional<std::int64_t> Kmax, bool sym, std::string_view norm,
                      bool return_ratios) {
    SlepianNorm scaled;
    if (norm.empty()) scaled = Kmax ? SlepianNorm::squares : SlepianNorm::approximate;
    else if (norm == "2") scaled = SlepianNorm::squares;
    else if (norm == "approximate") scaled = SlepianNorm::approximate;
    else if (norm == "subsample") scaled = SlepianNorm::subsample;
    else throw ValueError("norm must be one of 2, 'approximate' and 'subsample', got '" + std::string(norm) + "'");
    const std::int64_t points = points_of(M), count = points <= 1 ? 1 : Kmax.value_or(1);
    const Slepians found = slepian_windows(points, NW, count, scaled, !sym, return_ratios);
    SlepianSequences result{on_device(found.values), {}};
    if (Kmax && points > 1) result.windows = result.windows.reshape({count, points});
    if (return_ratios) {
        result.ratios = on_device(found.ratios);
        if (!Kmax) result.ratios = result.ratios.reshape({});
    }
    return result;
}

}  // namespace windows
}  // namespace cuprum::scipy::signal
