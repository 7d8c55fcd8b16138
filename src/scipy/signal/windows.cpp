// SciPy's windows as arrays.
#include <cmath>
#include <string>

#include "cuprum/creation.h"
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

std::int64_t points_of(double m) {
    if (!(m >= 0) || m != std::floor(m) || m > 1e15)
        throw ValueError("Window length M must be a non-negative integer, found " + std::to_string(m));
    return static_cast<std::int64_t>(m);
}

ndarray named(std::string_view name, std::span<const double> parameters, double m, bool sym) {
    return on_device(window_values(name, parameters, points_of(m), !sym));
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
    return on_device(window_values(window, parameters, Nx, fftbins));
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
