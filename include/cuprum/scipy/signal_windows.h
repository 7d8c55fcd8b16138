// SciPy's windows. Their values are computed in double precision, short ones on the host.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::signal {

/// A window by its name.
///
/// Parameters
///     window: a name, "hann"; a tuple of a name and parameters, ("kaiser", 8.6); a number, which is Kaiser's beta. A
///     name may end in "_symmetric" or "_periodic", which then counts instead of `fftbins`. In C++ the parameters
///     stand in a list behind the name: `get_window("kaiser", {8.6}, 64)`.
///     Nx: the number of points.
///     fftbins: whether it is periodic, for spectra; else it is symmetric, for designs of filters.
/// Returns
///     float64, Nx values.
/// Raises
///     ValueError: no window has the name; too few or too many parameters; a number of points that is not above 0.
/// Example
///     >>> cuprumx.scipy.signal.get_window("triang", 5)
///     array([0.16666667, 0.5       , 0.83333333, 0.83333333, 0.5       ])
ndarray get_window(std::string_view window, std::span<const double> parameters, std::int64_t Nx, bool fftbins = true);
inline ndarray get_window(std::string_view window, std::initializer_list<double> parameters, std::int64_t Nx,
                          bool fftbins = true) {
    return get_window(window, std::span(parameters.begin(), parameters.size()), Nx, fftbins);
}
inline ndarray get_window(std::string_view window, std::int64_t Nx, bool fftbins = true) {
    return get_window(window, std::span<const double>(), Nx, fftbins);
}

}  // namespace cuprum::scipy::signal

namespace cuprum::scipy::signal::windows {

/// A modified Bartlett-Hann window.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.barthann(5).round(3)
///     array([0. , 0.5, 1. , 0.5, 0. ])
CUPRUM_PYTHON ndarray barthann(double M, bool sym = true);

/// A triangle whose ends are zero.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.bartlett(5).round(3)
///     array([0. , 0.5, 1. , 0.5, 0. ])
CUPRUM_PYTHON ndarray bartlett(double M, bool sym = true);

/// Blackman's window: a sum of cosines, 0.42, 0.5 and 0.08.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.blackman(5).round(3)
///     array([-0.  ,  0.34,  1.  ,  0.34, -0.  ])
CUPRUM_PYTHON ndarray blackman(double M, bool sym = true);

/// The least of four-term windows of Blackman and Harris.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.blackmanharris(5).round(3)
///     array([0.   , 0.217, 1.   , 0.217, 0.   ])
CUPRUM_PYTHON ndarray blackmanharris(double M, bool sym = true);

/// Bohman's window, which is a cosine's convolution with itself.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.bohman(5).round(3)
///     array([0.   , 0.318, 1.   , 0.318, 0.   ])
CUPRUM_PYTHON ndarray bohman(double M, bool sym = true);

/// A window of ones.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.boxcar(5).round(3)
///     array([1., 1., 1., 1., 1.])
CUPRUM_PYTHON ndarray boxcar(double M, bool sym = true);

/// Half a period of a sine.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.cosine(5).round(3)
///     array([0.309, 0.809, 1.   , 0.809, 0.309])
CUPRUM_PYTHON ndarray cosine(double M, bool sym = true);

/// A sum of five cosines with a flat top in its spectrum, which measures amplitudes.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.flattop(5).round(3)
///     array([-0.   , -0.055,  1.   , -0.055, -0.   ])
CUPRUM_PYTHON ndarray flattop(double M, bool sym = true);

/// Hamming's window: a raised cosine, 0.54 and 0.46.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.hamming(5).round(3)
///     array([0.08, 0.54, 1.  , 0.54, 0.08])
CUPRUM_PYTHON ndarray hamming(double M, bool sym = true);

/// Von Hann's window: a raised cosine.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.hann(5).round(3)
///     array([0. , 0.5, 1. , 0.5, 0. ])
CUPRUM_PYTHON ndarray hann(double M, bool sym = true);

/// The four-term window of Blackman and Harris after Nuttall.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.nuttall(5).round(3)
///     array([0.   , 0.227, 1.   , 0.227, 0.   ])
CUPRUM_PYTHON ndarray nuttall(double M, bool sym = true);

/// Parzen's window, made of pieces of polynomials.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.parzen(5).round(3)
///     array([0.016, 0.424, 1.   , 0.424, 0.016])
CUPRUM_PYTHON ndarray parzen(double M, bool sym = true);

/// A triangle whose ends are not zero.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.triang(5).round(3)
///     array([0.333, 0.667, 1.   , 0.667, 0.333])
CUPRUM_PYTHON ndarray triang(double M, bool sym = true);

/// The main lobe of a sinc.
///
/// Parameters
///     M: the number of points.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.lanczos(5).round(3)
///     array([0.   , 0.637, 1.   , 0.637, 0.   ])
CUPRUM_PYTHON ndarray lanczos(double M, bool sym = true);

/// A raised cosine of any height.
///
/// Parameters
///     M: the number of points.
///     alpha: the weight of 1; the cosine has 1 - alpha.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.general_hamming(5, 0.6).round(3)
///     array([0.2, 0.6, 1. , 0.6, 0.2])
CUPRUM_PYTHON ndarray general_hamming(double M, double alpha, bool sym = true);

/// Kaiser's window, of a Bessel function.
///
/// Parameters
///     M: the number of points.
///     beta: shape; the larger it is, the narrower is the window.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.kaiser(5, 5.).round(3)
///     array([0.037, 0.553, 1.   , 0.553, 0.037])
CUPRUM_PYTHON ndarray kaiser(double M, double beta, bool sym = true);

/// A bell.
///
/// Parameters
///     M: the number of points.
///     std: its standard deviation in samples.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.gaussian(5, 1.).round(3)
///     array([0.135, 0.607, 1.   , 0.607, 0.135])
CUPRUM_PYTHON ndarray gaussian(double M, double std, bool sym = true);

/// A bell with an exponent.
///
/// Parameters
///     M: the number of points.
///     p: half of the exponent; 1 gives a Gaussian, 0.5 a Laplacian.
///     sig: its width in samples.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.general_gaussian(5, 1.5, 2.).round(3)
///     array([0.607, 0.939, 1.   , 0.939, 0.607])
CUPRUM_PYTHON ndarray general_gaussian(double M, double p, double sig, bool sym = true);

/// Taylor's window, whose sidelobes near the main lobe are all of about one height.
///
/// Parameters
///     M: the number of points.
///     nbar: how many are, at most 10000.
///     sll: how far they lie below the main lobe, in dB.
///     norm: whether the middle is 1.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number; more than 10000 bars.
/// Example
///     >>> cuprumx.scipy.signal.windows.taylor(5).round(3)
///     array([0.332, 0.772, 1.   , 0.772, 0.332])
CUPRUM_PYTHON ndarray taylor(double M, std::int64_t nbar = 4, double sll = 30, bool norm = true, bool sym = true);

/// A window of ones with cosines at its ends.
///
/// Parameters
///     M: the number of points.
///     alpha: how large a part the cosines are; 0 gives a boxcar, 1 von Hann's window.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.tukey(5).round(3)
///     array([0., 1., 1., 1., 0.])
CUPRUM_PYTHON ndarray tukey(double M, double alpha = 0.5, bool sym = true);

/// A weighted sum of cosines.
///
/// Parameters
///     M: the number of points.
///     a: the weights of cos(k x), from k = 0.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.general_cosine(5, [0.5, 0.5])
///     array([0. , 0.5, 1. , 0.5, 0. ])
CUPRUM_PYTHON ndarray general_cosine(double M, std::span<const double> a, bool sym = true);

/// The window of Dolph and Chebyshev, all of whose sidelobes have one height.
///
/// Parameters
///     M: the number of points.
///     at: how far they lie below the main lobe, in dB.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values. Less than 45 dB bring a warning: such a window is no good for spectra.
/// Raises
///     ValueError: a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.chebwin(5, 100).round(3)
///     array([0.169, 0.669, 1.   , 0.669, 0.169])
CUPRUM_PYTHON ndarray chebwin(double M, double at, bool sym = true);

/// A window that falls exponentially to both sides.
///
/// Parameters
///     M: the number of points.
///     center: where it is 1; the middle by default, which a symmetric window must have.
///     tau: the distance in samples at which it has fallen to 1 / e.
///     sym: whether it is symmetric, for designs of filters; else it is periodic, for spectra.
/// Returns
///     float64, M values.
/// Raises
///     ValueError: a center of a symmetric window; a number of points that is negative or no whole number.
/// Example
///     >>> cuprumx.scipy.signal.windows.exponential(3).round(3)
///     array([0.368, 1.   , 0.368])
CUPRUM_PYTHON ndarray exponential(double M, std::optional<double> center = {}, double tau = 1.0, bool sym = true);

/// The window of Kaiser and Bessel that is made for transforms of overlapping blocks, the MDCT.
///
/// Parameters
///     M: the number of points, an even one.
///     beta: shape, as of `kaiser`.
///     sym: must be true.
/// Returns
///     float64, M values, whose squares and those of the other half have sums of 1.
/// Raises
///     ValueError: an odd number of points, or a window that is not symmetric.
/// Example
///     >>> cuprumx.scipy.signal.windows.kaiser_bessel_derived(4, 2.).round(3)
///     array([0.483, 0.875, 0.875, 0.483])
CUPRUM_PYTHON ndarray kaiser_bessel_derived(double M, double beta, bool sym = true);

/// Slepian's sequences: the windows whose energy lies within a band as much as may be.
struct SlepianSequences {
    ndarray windows;  ///< A row for each, or one window where no number was given.
    ndarray ratios;   ///< How much of the energy of each lies within the band.
};

/// Slepian's sequences: the windows whose energy lies within a band as much as may be.
///
/// Parameters
///     M: the number of points.
///     NW: half of the width of the band in bins.
///     Kmax: how many of them, the best first; without it, one window.
///     sym: whether they are symmetric, for designs of filters; else they are periodic, for spectra.
///     norm: 2 for a sum of squares of 1; "approximate" and "subsample" for a largest value of 1, where even lengths
///     are corrected as their middle lies between two points. The default is 2 with Kmax, else "approximate".
///     return_ratios: whether the parts of the energies within the band are returned as well.
/// Returns
///     A row for each; with the parts, where they are wanted.
/// Raises
///     ValueError: NW not between 0 and M / 2, Kmax not between 1 and M, or another norm.
/// Example
///     >>> cuprumx.scipy.signal.windows.dpss(5, 2).round(3)
///     array([0.187, 0.685, 1.   , 0.685, 0.187])
SlepianSequences dpss(double M, double NW, std::optional<std::int64_t> Kmax = {}, bool sym = true,
                      std::string_view norm = "", bool return_ratios = false);

}  // namespace cuprum::scipy::signal::windows
