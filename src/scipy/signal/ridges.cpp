// Peaks by a wavelet transform (find_peaks_cwt): ridges that persist over many widths.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/signal.h"
#include "cuprum/scipy/signal_peaks.h"
#include "cuprum/scipy/signal_spectral.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"

namespace cuprum::scipy::signal {
namespace {

using Complex = std::complex<double>;
using Places = std::vector<std::int64_t>;

/// Maxima that follow each other from wide wavelets to narrow ones.
struct Ridge {
    Places rows, columns;
    std::int64_t gap = 0;  ///< Rows since the last one.
};

/// The ridge whose last maximum is nearest to a column; of several the first.
std::size_t nearest(const Places& ends, std::int64_t column) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < ends.size(); ++k)
        if (std::abs(ends[k] - column) < std::abs(ends[best] - column)) best = k;
    return best;
}

/// The ridges of maxima, given row by row.
std::vector<Ridge> ridges_of(const std::vector<Places>& maxima, const std::vector<double>& max_distances,
                             double gap_thresh) {
    std::vector<Ridge> open, ended;
    for (std::size_t row = maxima.size(); row-- > 0;) {
        Places ends;
        for (Ridge& ridge : open) {
            ++ridge.gap;
            ends.push_back(ridge.columns.back());
        }
        for (const std::int64_t column : maxima[row]) {
            const std::size_t k = ends.empty() ? 0 : nearest(ends, column);
            const bool joins = !ends.empty() && static_cast<double>(std::abs(ends[k] - column)) <= max_distances[row];
            if (!joins) open.emplace_back();
            Ridge& ridge = joins ? open[k] : open.back();
            ridge.rows.push_back(static_cast<std::int64_t>(row));
            ridge.columns.push_back(column);
            ridge.gap = 0;
        }
        for (std::size_t k = open.size(); k-- > 0;)
            if (static_cast<double>(open[k].gap) > gap_thresh) {
                ended.push_back(std::move(open[k]));
                open.erase(open.begin() + static_cast<std::ptrdiff_t>(k));
            }
    }
    ended.insert(ended.end(), open.begin(), open.end());
    return ended;
}

/// The maximum that stands for a ridge: with the narrowest wavelet; of several of one row, that which SciPy's order of
/// them puts there.
std::pair<std::int64_t, std::int64_t> head_of(const Ridge& ridge) {
    std::vector<std::size_t> order(ridge.rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return ridge.rows[a] < ridge.rows[b]; });
    const std::size_t head = static_cast<std::size_t>(std::find(order.begin(), order.end(), 0u) - order.begin());
    return {ridge.rows[head], ridge.columns[head]};
}

/// A percentile of values, between two of them by a straight line; complex ones are in order of their real parts.
Complex percentile_of(std::vector<Complex> values, double percent) {
    std::sort(values.begin(), values.end(), [](const Complex& a, const Complex& b) {
        return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
    });
    const double place = percent / 100 * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double part = place - static_cast<double>(below);
    return part == 0 ? values[below] : values[below] * (1 - part) + values[below + 1] * part;
}

std::vector<Places> maxima_of(const ndarray& transform) {
    const std::vector<ndarray> found = argrelmax(transform, 1);
    const Places rows = found[0].to_vector<std::int64_t>(), columns = found[1].to_vector<std::int64_t>();
    std::vector<Places> maxima(static_cast<std::size_t>(transform.shape(0)));
    for (std::size_t k = 0; k < rows.size(); ++k) maxima[static_cast<std::size_t>(rows[k])].push_back(columns[k]);
    return maxima;
}

/// Peaks of a transform, which has a row for each width.
ndarray peaks_of_ridges(const ndarray& transform, const std::vector<double>& widths, const RidgeOptions& options) {
    const std::int64_t rows = transform.shape(0), n = transform.shape(1);
    std::vector<double> distances = options.max_distances;
    if (distances.empty())
        for (const double width : widths) distances.push_back(width / 4);
    if (static_cast<std::int64_t>(distances.size()) < rows)
        throw ValueError("max_distances must have a number for each width, found " + std::to_string(distances.size()) +
                         " for " + std::to_string(rows));
    const double least = options.min_length.value_or(std::ceil(static_cast<double>(rows) / 4));
    std::vector<std::pair<std::int64_t, std::int64_t>> heads;
    for (const Ridge& ridge :
         ridges_of(maxima_of(transform), distances, options.gap_thresh.value_or(std::ceil(widths[0]))))
        if (!(static_cast<double>(ridge.rows.size()) < least)) heads.push_back(head_of(ridge));
    if (heads.empty()) return empty({0}, DType::int64);

    Places wanted;
    for (const auto& [row, column] : heads) wanted.push_back(row * n + column);
    const ndarray values = absolute(take(transform.ravel(), asarray(wanted)));
    const std::vector<double> height = values.to_vector<double>();
    const std::vector<Complex> first = transform(0).astype(DType::complex128, 'C').to_vector<Complex>();
    const double samples = options.window_size.value_or(std::ceil(static_cast<double>(n) / 20));
    if (!(samples >= 1)) throw ValueError("window_size must be 1 or more, found " + std::to_string(samples));
    const auto window = static_cast<std::int64_t>(std::min(samples, 2.0 * static_cast<double>(n)));
    Places places;
    for (std::size_t k = 0; k < heads.size(); ++k) {
        const std::int64_t at = heads[k].second, from = std::max<std::int64_t>(at - window / 2, 0),
                           to = std::min(at + window / 2 + window % 2, n);
        const double noise = std::abs(percentile_of({first.begin() + from, first.begin() + to}, options.noise_perc));
        if (!(height[k] / noise < options.min_snr)) places.push_back(at);
    }
    std::sort(places.begin(), places.end());
    return places.empty() ? empty({0}, DType::int64) : asarray(places);
}

/// A signal smoothed by the values of a wavelet.
ndarray smoothed(const ndarray& signal, const ndarray& values) {
    return convolve(signal, flip(conjugate(values)), "same");
}

}  // namespace

ndarray cwt(const ndarray& data, const Wavelet& wavelet, const std::vector<double>& widths) {
    if (!wavelet) throw TypeError("cwt needs a wavelet: a function of a number of points and a width");
    const kernel::Placement here(data);
    std::vector<ndarray> shapes;
    DType dtype = DType::float64;
    for (const double given : widths) {
        const double width = std::trunc(given);
        shapes.push_back(wavelet(std::min(10 * width, static_cast<double>(data.shape(0))), width));
        if (is_complex(shapes.back().dtype())) dtype = DType::complex128;
    }
    const ndarray result = empty({static_cast<std::int64_t>(widths.size()), data.shape(0)}, dtype);
    for (std::size_t row = 0; row < shapes.size(); ++row)
        result.assign({static_cast<std::int64_t>(row)}, smoothed(data, shapes[row]));
    return result;
}

ndarray find_peaks_cwt(const ndarray& vector, const std::vector<double>& widths, const RidgeOptions& options) {
    const kernel::Placement here(vector);
    if (vector.ndim() != 1)
        throw ValueError("find_peaks_cwt takes samples of one dimension, found the shape " + to_string(vector.shape()));
    if (widths.empty()) throw ValueError("find_peaks_cwt needs at least one width");
    for (const double width : widths)
        if (!(width > 0)) throw ValueError("widths must be above 0, found " + std::to_string(width));
    const std::int64_t n = vector.size();
    if (options.wavelet && n) {
        std::vector<ndarray> rows;
        for (const double width : widths)
            rows.push_back(smoothed(vector, options.wavelet(std::min(10 * width, static_cast<double>(n)), width)));
        return peaks_of_ridges(stack(rows), widths, options);
    }
    const ndarray transform = zeros({static_cast<std::int64_t>(widths.size()), n}, DType::float64);
    if (n == 0) return empty({0}, DType::int64);
    for (std::size_t row = 0; row < widths.size(); ++row) {
        const double length = std::min(10 * widths[row], static_cast<double>(n)), width = widths[row];
        std::vector<double> wavelet(static_cast<std::size_t>(std::ceil(length)));
        for (std::size_t k = 0; k < wavelet.size(); ++k) {
            const double t = static_cast<double>(k) - (length - 1) / 2, square = t * t / (width * width);
            wavelet[wavelet.size() - 1 - k] =
                2 / (std::sqrt(3 * width) * std::pow(std::acos(-1.0), 0.25)) * (1 - square) * std::exp(-square / 2);
        }
        transform.assign({static_cast<std::int64_t>(row)}, convolve(vector, asarray(wavelet), "same"));
    }
    return peaks_of_ridges(transform, widths, options);
}

}  // namespace cuprum::scipy::signal
