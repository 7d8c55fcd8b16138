#include "cuprum/creation.h"
#include "cuprum/error.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/distance.h"
#include "cuprum/scipy/fft.h"
#include "cuprum/scipy/fft_real_transforms.h"
#include "cuprum/scipy/linalg.h"
#include "cuprum/scipy/ndimage.h"
#include "cuprum/scipy/ndimage_morphology.h"
#include "cuprum/scipy/signal.h"
#include "cuprum/scipy/signal_filters.h"
#include "cuprum/scipy/signal_peaks.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/scipy/signal_response.h"
#include "cuprum/scipy/signal_spectral.h"
#include "cuprum/scipy/signal_splines.h"
#include "cuprum/scipy/signal_waveforms.h"
#include "cuprum/scipy/spatial.h"
#include "cuprum/scipy/stats.h"
#include "cuprum/ufunc.h"
#include "kernel/prebuilt/typical_calls.h"
#include "runtime/device_traits.h"

namespace cuprum::kernel {
namespace {

void call_filters_of_images(const ndarray& image) {
    namespace of = scipy::ndimage;
    const ndarray weights = ones({3, 3}, image.dtype());
    try_call([&] { of::gaussian_filter(image, 2.0); });
    try_call([&] { of::gaussian_gradient_magnitude(image, 1.0); });
    try_call([&] { of::convolve(image, weights); });
    try_call([&] { of::convolve1d(image, ones({3}, image.dtype())); });
    try_call([&] { of::sobel(image); });
    try_call([&] { of::laplace(image); });
    for (const std::int64_t size : {3, 5, 9}) {
        try_call([&] { of::uniform_filter(image, size); });
        try_call([&] { of::median_filter(image, size); });
        try_call([&] { of::maximum_filter(image, size); });
        try_call([&] { of::minimum_filter(image, size); });
        try_call([&] { of::percentile_filter(image, 30, size); });
    }
    try_call([&] { of::grey_erosion(image, 3); });
}

void call_maps_of_images(const ndarray& image) {
    namespace of = scipy::ndimage;
    for (const std::int64_t order : {1, 3}) {
        try_call([&] { of::zoom(image, 1.5, {}, order); });
        try_call([&] { of::shift(image, 0.5, {}, order); });
        try_call([&] { of::affine_transform(image, add(eye(2), 0.1), 0.0, {}, {}, order); });
        try_call([&] { of::map_coordinates(image, ones({2, 50}), {}, order); });
    }
    try_call([&] { of::spline_filter(image); });
}

void call_transforms(const ndarray& x, const ndarray& image) {
    namespace of = scipy::fft;
    for (const ndarray& a : {x, image}) {
        try_call([&] { of::fft(a); });
        try_call([&] { of::ifft(a); });
        try_call([&] { of::rfft(a); });
        try_call([&] { of::irfft(a); });
        try_call([&] { of::fftn(a); });
        try_call([&] { of::ifftn(a); });
        try_call([&] { of::dct(a); });
        try_call([&] { of::idct(a); });
        try_call([&] { of::dst(a); });
        try_call([&] { of::idst(a); });
        try_call([&] { of::dctn(a); });
        try_call([&] { of::idctn(a); });
    }
}

void call_measurements(const ndarray& image) {
    namespace of = scipy::ndimage;
    const ndarray mask = greater(image, 50), labels = remainder(image, 7).astype(DType::int32), index = arange(1, 7);
    try_call([&] { of::label(mask); });
    for (const auto measure : {of::sum_labels, of::mean, of::maximum, of::center_of_mass})
        try_call([&] { measure(image, labels, index); });
    try_call([&] { of::histogram(image, 0, 100, 10, labels, index); });
    try_call([&] { of::binary_erosion(mask); });
    try_call([&] { of::binary_dilation(mask); });
    try_call([&] { of::binary_fill_holes(mask); });
    try_call([&] { of::distance_transform_edt(mask); });
}

void call_filters_of_signals(const ndarray& x, const ndarray& image) {
    namespace of = scipy::signal;
    const ndarray b = from_numbers({0.2, 0.3, 0.2}, x.dtype()), a = from_numbers({1, -0.4, 0.1}, x.dtype()),
                  one = from_numbers({1}, x.dtype()), taps = ones({9}, x.dtype()),
                  sos = from_numbers({0.2, 0.3, 0.2, 1, -0.4, 0.1}, x.dtype()).reshape({1, 6});
    for (const char* method : {"direct", "fft"}) {
        try_call([&] { of::convolve(x, taps, "full", method); });
        try_call([&] { of::correlate(x, taps, "full", method); });
    }
    try_call([&] { of::convolve2d(image, ones({3, 3}, x.dtype())); });
    try_call([&] { of::correlate2d(image, ones({3, 3}, x.dtype())); });
    try_call([&] { of::oaconvolve(x, taps); });
    try_call([&] { of::lfilter(b, a, x); });
    try_call([&] { of::lfilter(b, one, x); });
    try_call([&] { of::filtfilt(b, a, x); });
    try_call([&] { of::sosfilt(sos, x); });
    try_call([&] { of::sosfiltfilt(sos, x); });
    try_call([&] { of::upfirdn(taps, x, 2, 3); });
    try_call([&] { of::resample_poly(x, 2, 3); });
    try_call([&] { of::savgol_filter(x, 7, 2); });
    try_call([&] { of::medfilt(x); });
    try_call([&] { of::medfilt2d(image); });
    try_call([&] { of::wiener(image); });
    try_call([&] { of::detrend(x); });
    try_call([&] { of::hilbert(x); });
    try_call([&] { of::find_peaks(x); });
    try_call([&] { of::cspline1d(x); });
    try_call([&] { of::sepfir2d(image, taps, taps); });
}

void call_spectra(const ndarray& x) {
    namespace of = scipy::signal;
    try_call([&] { of::welch(x); });
    try_call([&] { of::csd(x, x); });
    try_call([&] { of::coherence(x, x); });
    try_call([&] { of::periodogram(x); });
    try_call([&] { of::spectrogram(x); });
    try_call([&] { of::stft(x); });
    try_call([&] { of::lombscargle(x, x, arange(1.0, 50.0).astype(x.dtype())); });
    try_call([&] { of::chirp(x, 1.0, 10.0, 20.0); });
    try_call([&] { of::sawtooth(x); });
    try_call([&] { of::square(x); });
    try_call([&] { of::gausspulse(x); });
}

void call_distances(const ndarray& points) {
    namespace of = scipy::spatial;
    for (const char* metric : {"euclidean", "sqeuclidean", "cityblock", "chebyshev", "cosine", "correlation",
                               "minkowski", "canberra", "braycurtis", "hamming", "jensenshannon"})
        try_call([&] { of::distance::cdist(points, points, metric); });
    try_call([&] { of::distance::pdist(points); });
    try_call([&] {
        const of::KDTree tree(points);
        (void)tree.query(points);
    });
}

// What takes a GPU's compiler long, beside the above.
void call_scipy_on_gpus(const ndarray& x, const ndarray& image) {
    namespace images = scipy::ndimage;
    const ndarray mask = greater(image, 50), few = x.at({Slice{0, 256, {}}}),
                  volume = x.at({Slice{0, 1000, {}}}).reshape({10, 10, 10}), filled = greater(volume, 50),
                  places = arange(0.0, 50.0, 0.25).astype(x.dtype());
    for (const std::int64_t axis : {0, -1}) {
        try_call([&] { images::sobel(volume, axis); });
        try_call([&] { images::uniform_filter1d(image, 5, axis); });
        try_call([&] { images::uniform_filter1d(volume, 5, axis); });
    }
    try_call([&] { images::sobel(few); });
    for (const std::int64_t dimensions : {2, 3}) {
        const ndarray& of = dimensions == 2 ? image : volume;
        const ndarray cross = images::generate_binary_structure(dimensions, 1);
        try_call([&] { images::morphological_laplace(of, 3); });
        try_call([&] { images::grey_erosion(of, {}, cross); });
        try_call([&] { images::grey_dilation(of, {}, cross); });
        try_call([&] { images::grey_erosion(of, {}, {}, cross.astype(of.dtype())); });
        try_call([&] { images::grey_dilation(of, {}, {}, cross.astype(of.dtype())); });
    }
    try_call([&] { images::grey_closing(image, 3); });
    try_call([&] { images::map_coordinates(volume, ones({3, 50})); });
    try_call([&] { images::zoom(image, 1.5, {}, 0); });
    try_call([&] { images::shift(image, 0.5, {}, 0); });
    try_call([&] { images::fourier_shift(image.astype(promote_types(image.dtype(), DType::complex64)), 1.5); });
    for (const ndarray& of : {mask, filled}) {
        try_call([&] { images::binary_erosion(of, {}, 2); });
        try_call([&] { images::distance_transform_edt(of); });
        try_call([&] { images::distance_transform_edt(of, 2.0); });
        try_call([&] { images::distance_transform_cdt(of); });
    }
    try_call([&] { images::iterate_structure(images::generate_binary_structure(2, 1), 2); });
    for (const std::int64_t order : {5, 16})
        try_call(
            [&] { scipy::linalg::expm(divide(x.at({Slice{0, order * order, {}}}).reshape({order, order}), 1000)); });
    try_call([&] { scipy::fft::ifft2(image); });
    for (const ndarray& of : {few, image}) {
        try_call([&] { scipy::fft::dstn(of); });
        try_call([&] { scipy::fft::idstn(of); });
    }
    try_call([&] { scipy::fft::ifht(few, 0.1, 0.5); });
    try_call([&] { scipy::signal::czt(x); });
    try_call([&] { scipy::signal::zoom_fft(x, {0.1, 0.5}); });
    try_call([&] { scipy::signal::envelope(x); });
    try_call([&] { scipy::signal::deconvolve(few, from_numbers({1, -0.4, 0.1}, x.dtype())); });
    try_call([&] { scipy::signal::resample(few, 300); });
    try_call([&] { scipy::signal::cspline1d_eval(few, places); });
    try_call([&] { scipy::signal::vectorstrength(few, from_numbers({3}, x.dtype())); });
    try_call([&] { scipy::signal::argrelmin(few); });
    try_call([&] { scipy::stats::zscore(few); });
}

// What takes a CPU's compiler long, too. A GPU's packs have no room for it.
void call_more(const ndarray& x, const ndarray& image) {
    namespace images = scipy::ndimage;
    const ndarray mask = greater(image, 50), weights = ones({3, 3}, image.dtype());
    try_call([&] { images::rotate(image, 30); });
    try_call([&] { images::grey_dilation(image, {}, {}, weights); });
    try_call([&] { images::minimum_filter(image, {}, greater(weights, 0)); });
    try_call([&] { images::binary_dilation(mask, {}, 3); });
    try_call([&] { images::distance_transform_cdt(mask); });
    const ndarray few = x.at({Slice{0, 256, {}}}), roots = sqrt(few);
    for (const std::int64_t order : {3, 4, 5}) {
        const ndarray b = full({order + 1}, 0.1, x.dtype()), a = from_numbers({1, -0.4, 0.1, 0, 0, 0}, x.dtype());
        try_call([&] { scipy::signal::filtfilt(b, a.at({Slice{0, order + 1, {}}}), x); });
    }
    const ndarray section = from_numbers({0.2, 0.3, 0.2, 1, -0.4, 0.1}, x.dtype()).reshape({1, 6});
    for (const ndarray& sections : {concatenate({section, section}), concatenate({section, section, section})})
        try_call([&] { scipy::signal::sosfiltfilt(sections, x); });
    try_call([&] { scipy::signal::freqz(few, ones({1}, x.dtype())); });
    try_call([&] { images::center_of_mass(image); });
    try_call([&] { images::distance_transform_edt(mask, 2.0); });
    try_call([&] { scipy::signal::czt(x); });
    try_call([&] { scipy::linalg::expm(divide(image, 1000)); });
    try_call([&] { scipy::stats::entropy(add(few, 1)); });
    try_call([&] { scipy::stats::skew(few); });
    try_call([&] { scipy::stats::kurtosis(few); });
    try_call([&] { scipy::stats::zscore(few); });
    try_call([&] { scipy::stats::pearsonr(few, roots); });
    try_call([&] { scipy::stats::spearmanr(few, &roots); });
    // What takes other kernels: volumes, splines of other orders, NaNs that are left out, columns.
    const ndarray volume = x.at({Slice{0, 1000, {}}}).reshape({10, 10, 10}), columns = few.reshape({64, 4});
    const scipy::stats::Along omitting{.nan_policy = "omit"};
    const ndarray footprint = greater(volume.at({Slice{0, 3, {}}, Slice{0, 3, {}}, Slice{0, 3, {}}}), 100);
    try_call([&] { images::minimum_filter(volume, {}, footprint); });
    try_call([&] { images::maximum_filter(volume, {}, footprint); });
    try_call([&] { images::map_coordinates(volume, ones({3, 50})); });
    for (const std::int64_t order : {0, 2, 4}) {
        try_call([&] { images::zoom(image, 1.5, {}, order); });
        try_call([&] { images::shift(image, 0.5, {}, order); });
    }
    try_call([&] { scipy::signal::sosfilt(concatenate({section, section, section, section, section}), x); });
    for (const ndarray& t : {few, x.at({Slice{0, 256, 2}})})
        try_call([&] { scipy::signal::sweep_poly(t, {1.0, 2.0, 3.0}); });
    try_call([&] { scipy::stats::skew(few, omitting); });
    try_call([&] { scipy::stats::kurtosis(columns); });
    try_call([&] { scipy::stats::skew(columns); });
    try_call([&] { scipy::stats::entropy(add(columns, 1)); });
    try_call([&] { scipy::stats::entropy(add(columns, 1), &columns); });
    try_call([&] { scipy::stats::pearsonr(columns, add(columns, roots.reshape({64, 4})), "two-sided", Dims{1}); });
    try_call([&] { scipy::stats::kendalltau(few, roots); });
    for (const char* metric : {"canberra", "chebyshev", "euclidean"})
        try_call([&] { scipy::spatial::distance::between(few, roots, metric); });
}

}  // namespace

void call_scipy(DType dtype) {
    std::vector<double> numbers(10000);
    for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<double>(k * 7919 % 251);
    const ndarray x = from_numbers({numbers.begin(), numbers.begin() + 4096}, dtype),
                  image = from_numbers(numbers, dtype).reshape({100, 100});
    call_filters_of_images(image);
    call_measurements(image);
    if (!is_floating(dtype)) return;
    call_maps_of_images(image);
    call_transforms(x, image);
    call_filters_of_signals(x, image);
    call_spectra(x);
    call_distances(x.reshape({1024, 4}));
    runtime::device_traits().thread_blocks ? call_scipy_on_gpus(x, image) : call_more(x, image);
}

}  // namespace cuprum::kernel
