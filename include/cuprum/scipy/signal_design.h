// SciPy's designs of filters: coefficients, which are computed on the host in microseconds and come to the device in
// one copy; conversions between their forms; responses at many frequencies, which are computed on the device.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cuprum/python.h"
#include "cuprum/scipy/signal_numbers.h"

namespace cuprum::scipy::signal {

/// A filter as polynomials, the highest power first: numerator and denominator.
struct Coefficients {
    ndarray b, a;
};
/// A filter as zeros, poles and gain.
struct ZerosPoles {
    ndarray z, p;
    Scalar k;
};
/// A filter as sections of second order, each a row (b0, b1, b2, a0, a1, a2).
struct Sections {
    ndarray sos;
    operator const ndarray&() const { return sos; }
};
/// A form in which a design gives its filter: `butter(4, 0.2)` gives polynomials, `butter<Sections>(4, 0.2)` sections
/// and `butter<ZerosPoles>(4, 0.2)` zeros, poles and gain.
template <class T>
concept FilterForm = std::same_as<T, Coefficients> || std::same_as<T, ZerosPoles> || std::same_as<T, Sections>;

/// What filters of all families are told: `butter(4, 0.2, {.btype = "highpass"})`.
struct FilterOptions {
    CUPRUM_WORDS("low", "high", "band", "stop", "lowpass", "highpass", "bandpass", "bandstop")
    std::string_view btype = "low";  ///< "lowpass", "highpass", "bandpass" or "bandstop", or a shorter name.
    bool analog = false;
    std::optional<double> fs = {};  ///< Sampling frequency; without it, frequencies are parts of Nyquist's.
};
/// The same for a family that is told by its name.
struct IirOptions {
    std::optional<double> rp = {};  ///< Ripple of the passband in dB, at most.
    std::optional<double> rs = {};  ///< Attenuation of the stopband in dB, at least.
    CUPRUM_WORDS("low", "high", "band", "stop", "lowpass", "highpass", "bandpass", "bandstop")
    std::string_view btype = "band";
    bool analog = false;
    std::string_view ftype = "butter";  ///< "butter", "cheby1", "cheby2", "ellip", "bessel".
    std::optional<double> fs = {};
};
/// What a filter must do at least, for `iirdesign`.
struct IirDesignOptions {
    bool analog = false;
    std::string_view ftype = "ellip";
    std::optional<double> fs = {};
};

/// An IIR filter of a family that is given by its name.
///
/// Parameters
///     N: the order.
///     Wn: the critical frequency, or two for bandpass and bandstop filters; between 0 and 1, which is Nyquist's, where
///     `fs` is not given.
///     rp: greatest ripple of the passband in dB, for "cheby1" and "ellip".
///     rs: least attenuation of the stopband in dB, for "cheby2" and "ellip".
///     btype: "bandpass", "lowpass", "highpass" or "bandstop".
///     analog: whether the filter is analog.
///     ftype: "butter", "cheby1", "cheby2", "ellip", "bessel".
///     output: "ba" for polynomials, "zpk" for zeros, poles and gain, "sos" for sections of second order. In C++ the
///     template's argument: `iirfilter<Sections>(4, 0.2, {.btype = "low"})`.
///     fs: the sampling frequency.
/// Returns
///     (b, a), (z, p, k) or an array of sections.
/// Raises
///     ValueError: an unknown family, band or output; frequencies out of range or in the wrong order; an order that is
///     no whole number; ripples that are missing or negative; `fs` of an analog filter.
/// Example
///     >>> b, a = cuprumx.scipy.signal.iirfilter(2, 0.5, btype="lowpass")
///     >>> b.round(3)
///     array([0.293, 0.586, 0.293])
CUPRUM_SIGNATURE("N, Wn, rp, rs, btype, analog, ftype, output, fs")
template <FilterForm Form = Coefficients>
CUPRUM_PYTHON Form iirfilter(double N, const Numbers& Wn, const IirOptions& options = {});

/// An IIR filter of the lowest order that does what is asked for.
///
/// Parameters
///     wp, ws: the edges of the passband and of the stopband; one each, or two for bandpass and bandstop filters.
///     gpass: greatest loss in the passband in dB.
///     gstop: least attenuation in the stopband in dB.
///     analog: whether the filter is analog.
///     ftype: "butter", "cheby1", "cheby2" or "ellip".
///     output: "ba", "zpk" or "sos", as of `iirfilter`.
///     fs: the sampling frequency.
/// Returns
///     (b, a), (z, p, k) or an array of sections.
/// Raises
///     ValueError: edges out of range, or bands that do not lie one within the other; another family; a loss that is
///     not less than the attenuation.
/// Example
///     >>> b, a = cuprumx.scipy.signal.iirdesign(0.2, 0.3, 1, 40)
///     >>> len(b)
///     5
CUPRUM_SIGNATURE("wp, ws, gpass, gstop, analog, ftype, output, fs")
template <FilterForm Form = Coefficients>
CUPRUM_PYTHON Form iirdesign(const Numbers& wp, const Numbers& ws, double gpass, double gstop,
                             const IirDesignOptions& options = {});

/// A Butterworth filter, the flattest in its passband.
///
/// Parameters
///     N: the order.
///     Wn: the frequency at which the gain is -3 dB, or two for bandpass and bandstop filters.
///     btype: "lowpass", "highpass", "bandpass" or "bandstop".
///     analog: whether the filter is analog.
///     output: "ba" for polynomials, "zpk" for zeros, poles and gain, "sos" for sections of second order. In C++ the
///     template's argument: `butter<Sections>(4, 0.2)`.
///     fs: the sampling frequency; without it, frequencies are parts of Nyquist's.
/// Returns
///     (b, a), (z, p, k) or an array of sections.
/// Raises
///     ValueError: as `iirfilter`.
/// Example
///     >>> b, a = cuprumx.scipy.signal.butter(2, 0.5)
///     >>> a.round(3)
///     array([ 1.   , -0.   ,  0.172])
CUPRUM_SIGNATURE("N, Wn, btype, analog, output, fs")
template <FilterForm Form = Coefficients>
CUPRUM_PYTHON Form butter(double N, const Numbers& Wn, const FilterOptions& options = {});

/// A Chebyshev filter of the first kind, whose passband ripples.
///
/// Parameters
///     N: the order.
///     rp: ripple of the passband in dB.
///     Wn: the frequency at which the gain falls below -rp, or two for bandpass and bandstop filters.
///     btype, analog, output, fs: as of `butter`.
/// Returns
///     (b, a), (z, p, k) or an array of sections.
/// Raises
///     ValueError: as `iirfilter`.
/// Example
///     >>> b, a = cuprumx.scipy.signal.cheby1(2, 1, 0.5)
///     >>> b.round(3)
///     array([0.307, 0.614, 0.307])
CUPRUM_SIGNATURE("N, rp, Wn, btype, analog, output, fs")
template <FilterForm Form = Coefficients>
CUPRUM_PYTHON Form cheby1(double N, double rp, const Numbers& Wn, const FilterOptions& options = {});

/// A Chebyshev filter of the second kind, whose stopband ripples.
///
/// Parameters
///     N: the order.
///     rs: attenuation of the stopband in dB.
///     Wn: the frequency at which the gain first reaches -rs, or two for bandpass and bandstop filters.
///     btype, analog, output, fs: as of `butter`.
/// Returns
///     (b, a), (z, p, k) or an array of sections.
/// Raises
///     ValueError: as `iirfilter`.
/// Example
///     >>> b, a = cuprumx.scipy.signal.cheby2(2, 40, 0.5)
///     >>> b.shape
///     (3,)
CUPRUM_SIGNATURE("N, rs, Wn, btype, analog, output, fs")
template <FilterForm Form = Coefficients>
CUPRUM_PYTHON Form cheby2(double N, double rs, const Numbers& Wn, const FilterOptions& options = {});

/// An elliptic filter, with the steepest step from its passband to its stopband, both of which ripple.
///
/// Parameters
///     N: the order.
///     rp: ripple of the passband in dB.
///     rs: attenuation of the stopband in dB.
///     Wn: the frequency at which the gain falls below -rp, or two for bandpass and bandstop filters.
///     btype, analog, output, fs: as of `butter`.
/// Returns
///     (b, a), (z, p, k) or an array of sections.
/// Raises
///     ValueError: as `iirfilter`; ripples that no filter has.
/// Example
///     >>> cuprumx.scipy.signal.ellip(4, 1, 40, 0.3, output="sos").shape
///     (2, 6)
CUPRUM_SIGNATURE("N, rp, rs, Wn, btype, analog, output, fs")
template <FilterForm Form = Coefficients>
CUPRUM_PYTHON Form ellip(double N, double rp, double rs, const Numbers& Wn, const FilterOptions& options = {});

/// A Bessel filter, which delays all frequencies of its passband about as much.
///
/// Parameters
///     N: the order.
///     Wn: the critical frequency, or two for bandpass and bandstop filters.
///     btype, analog, output, fs: as of `butter`.
///     norm: what happens at the critical frequency: "phase" half of the phase's change, "delay" a group delay of
///     1 / Wn, "mag" a gain of -3 dB.
/// Returns
///     (b, a), (z, p, k) or an array of sections.
/// Raises
///     ValueError: as `iirfilter`; another norm.
/// Example
///     >>> b, a = cuprumx.scipy.signal.bessel(2, 1, analog=True, norm="delay")
///     >>> a
///     array([1., 3., 3.])
CUPRUM_SIGNATURE("N, Wn, btype, analog, output, norm, fs")
template <FilterForm Form = Coefficients>
CUPRUM_PYTHON Form bessel(double N, const Numbers& Wn, const FilterOptions& options = {},
                          CUPRUM_WORDS("phase", "delay", "mag") std::string_view norm = "phase");

/// The analog prototype of Butterworth filters, with a cutoff of 1.
///
/// Parameters
///     N: the order.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: an order that is no whole number or negative.
/// Example
///     >>> z, p, k = cuprumx.scipy.signal.buttap(1)
///     >>> p
///     array([-1.-0.j])
CUPRUM_PYTHON ZerosPoles buttap(double N);

/// The analog prototype of Chebyshev filters of the first kind.
///
/// Parameters
///     N: the order.
///     rp: ripple of the passband in dB.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: an order that is no whole number or negative.
/// Example
///     >>> z, p, k = cuprumx.scipy.signal.cheb1ap(3, 1)
///     >>> p.shape
///     (3,)
CUPRUM_PYTHON ZerosPoles cheb1ap(double N, double rp);

/// The analog prototype of Chebyshev filters of the second kind.
///
/// Parameters
///     N: the order.
///     rs: attenuation of the stopband in dB.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: an order that is no whole number or negative.
/// Example
///     >>> z, p, k = cuprumx.scipy.signal.cheb2ap(3, 40)
///     >>> z.shape
///     (2,)
CUPRUM_PYTHON ZerosPoles cheb2ap(double N, double rs);

/// The analog prototype of elliptic filters (Orfanidis, Lecture Notes on Elliptic Filter Design).
///
/// Parameters
///     N: the order.
///     rp: ripple of the passband in dB.
///     rs: attenuation of the stopband in dB.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: an order that is no whole number or negative; ripples that no filter has.
/// Example
///     >>> z, p, k = cuprumx.scipy.signal.ellipap(3, 1, 40)
///     >>> z.shape
///     (2,)
CUPRUM_PYTHON ZerosPoles ellipap(double N, double rp, double rs);

/// The analog prototype of Bessel filters.
///
/// Parameters
///     N: the order.
///     norm: "phase", "delay" or "mag", as of `bessel`.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: an order that is no whole number or negative; another norm.
/// Example
///     >>> z, p, k = cuprumx.scipy.signal.besselap(1, norm="delay")
///     >>> p
///     array([-1.+0.j])
CUPRUM_PYTHON ZerosPoles besselap(double N, CUPRUM_WORDS("phase", "delay", "mag") std::string_view norm = "phase");

/// An order, and the critical frequencies that a filter of this order has: one as an array without axes, or two.
struct FilterOrder {
    std::int64_t n;
    ndarray wn;
};

/// The lowest order of a Butterworth filter that does what is asked for.
///
/// Parameters
///     wp, ws: the edges of the passband and of the stopband; one each, or two for bandpass and bandstop filters.
///     gpass: greatest loss in the passband in dB.
///     gstop: least attenuation in the stopband in dB.
///     analog: whether the filter is analog.
///     fs: the sampling frequency.
/// Returns
///     The order, and the critical frequency or frequencies for `butter`.
/// Raises
///     ValueError: `gpass` or `gstop` not above 0, or `gpass` above `gstop`; `fs` of an analog filter; edges of which
///     there are not one or two.
/// Example
///     >>> n, wn = cuprumx.scipy.signal.buttord(0.2, 0.3, 3, 40)
///     >>> n
///     11
CUPRUM_PYTHON FilterOrder buttord(const Numbers& wp, const Numbers& ws, double gpass, double gstop, bool analog = false,
                                  std::optional<double> fs = {});

/// The lowest order of a Chebyshev filter of the first kind that does what is asked for.
///
/// Parameters
///     wp, ws, gpass, gstop, analog, fs: as of `buttord`.
/// Returns
///     The order, and the critical frequency or frequencies for `cheby1`.
/// Raises
///     ValueError: as `buttord`.
/// Example
///     >>> cuprumx.scipy.signal.cheb1ord(0.2, 0.3, 3, 40)[0]
///     6
CUPRUM_PYTHON FilterOrder cheb1ord(const Numbers& wp, const Numbers& ws, double gpass, double gstop,
                                   bool analog = false, std::optional<double> fs = {});

/// The lowest order of a Chebyshev filter of the second kind that does what is asked for.
///
/// Parameters
///     wp, ws, gpass, gstop, analog, fs: as of `buttord`.
/// Returns
///     The order, and the critical frequency or frequencies for `cheby2`.
/// Raises
///     ValueError: as `buttord`.
/// Example
///     >>> cuprumx.scipy.signal.cheb2ord(0.2, 0.3, 3, 40)[0]
///     6
CUPRUM_PYTHON FilterOrder cheb2ord(const Numbers& wp, const Numbers& ws, double gpass, double gstop,
                                   bool analog = false, std::optional<double> fs = {});

/// The lowest order of an elliptic filter that does what is asked for.
///
/// Parameters
///     wp, ws, gpass, gstop, analog, fs: as of `buttord`.
/// Returns
///     The order, and the critical frequency or frequencies for `ellip`.
/// Raises
///     ValueError: as `buttord`.
/// Example
///     >>> cuprumx.scipy.signal.ellipord(0.2, 0.3, 3, 40)[0]
///     4
CUPRUM_PYTHON FilterOrder ellipord(const Numbers& wp, const Numbers& ws, double gpass, double gstop,
                                   bool analog = false, std::optional<double> fs = {});

/// The order of an analog bandstop filter, a number that need not be whole, which a search for passband edges makes
/// small.
///
/// Parameters
///     wp: the edge of the passband that is tried.
///     ind: which of the two edges it is, 0 or 1.
///     passb, stopb: the edges of the passband and of the stopband, two each.
///     gpass: greatest loss in the passband in dB.
///     gstop: least attenuation in the stopband in dB.
///     type: "butter", "cheby" or "ellip".
/// Returns
///     The order.
/// Raises
///     ValueError: another type; `gpass` or `gstop` not above 0, or `gpass` above `gstop`.
/// Example
///     >>> round(cuprumx.scipy.signal.band_stop_obj(1.5, 0, [1, 6], [2, 5], 3, 40, "butter"), 3)
///     13.515
CUPRUM_PYTHON double band_stop_obj(double wp, std::int64_t ind, const Numbers& passb, const Numbers& stopb,
                                   double gpass, double gstop,
                                   CUPRUM_WORDS("butter", "cheby", "ellip") std::string_view type);

/// A filter of second order that stops one frequency.
///
/// Parameters
///     w0: the frequency, between 0 and fs / 2.
///     Q: the frequency divided by the width at -3 dB.
///     fs: the sampling frequency.
/// Returns
///     Numerator and denominator.
/// Raises
///     ValueError: a frequency out of range.
/// Example
///     >>> b, a = cuprumx.scipy.signal.iirnotch(60, 30, 200)
///     >>> b.round(3)
///     array([0.97 , 0.599, 0.97 ])
CUPRUM_PYTHON Coefficients iirnotch(double w0, double Q, double fs = 2.0);

/// A filter of second order that lets one frequency pass.
///
/// Parameters
///     w0: the frequency, between 0 and fs / 2.
///     Q: the frequency divided by the width at -3 dB.
///     fs: the sampling frequency.
/// Returns
///     Numerator and denominator.
/// Raises
///     ValueError: a frequency out of range.
/// Example
///     >>> b, a = cuprumx.scipy.signal.iirpeak(60, 30, 200)
///     >>> b.round(3)
///     array([ 0.03,  0.  , -0.03])
CUPRUM_PYTHON Coefficients iirpeak(double w0, double Q, double fs = 2.0);

/// A filter that stops, or lets pass, a frequency and all its multiples.
///
/// Parameters
///     w0: the frequency, of which `fs` is a multiple, less than 2**31 times as large.
///     Q: the frequency divided by the width at -3 dB.
///     ftype: "notch" or "peak".
///     fs: the sampling frequency.
///     pass_zero: whether the frequency 0 passes; by default it is stopped, so that a notching comb stops 0 as well
///     and a peaking comb lets it pass where this is true.
/// Returns
///     Numerator and denominator.
/// Raises
///     ValueError: a frequency out of range, or of which `fs` is no multiple; another type.
/// Example
///     >>> b, a = cuprumx.scipy.signal.iircomb(20, 30, fs=200)
///     >>> b.shape
///     (11,)
CUPRUM_SIGNATURE("w0, Q, ftype, fs, *, pass_zero")
CUPRUM_PYTHON Coefficients iircomb(double w0, double Q, CUPRUM_WORDS("notch", "peak") std::string_view ftype = "notch",
                                   double fs = 2.0, bool pass_zero = false);

/// A gammatone filter, which is like a place of the inner ear.
///
/// Parameters
///     freq: its center, between 0 and fs / 2.
///     ftype: "fir" or "iir".
///     order: of an FIR filter, 4 by default, 24 at most.
///     numtaps: length of an FIR filter, by default 15 ms or 15.
///     fs: the sampling frequency, 2 by default.
/// Returns
///     Numerator and denominator.
/// Raises
///     ValueError: a frequency or an order out of range, or another type.
/// Example
///     >>> b, a = cuprumx.scipy.signal.gammatone(440, "iir", fs=16000)
///     >>> a.shape
///     (9,)
CUPRUM_PYTHON Coefficients gammatone(double freq, CUPRUM_WORDS("fir", "iir") std::string_view ftype,
                                     std::optional<std::int64_t> order = {}, std::optional<std::int64_t> numtaps = {},
                                     std::optional<double> fs = {});

/// A digital filter that does about what an analog one does, by the bilinear transform.
///
/// Parameters
///     b, a: numerator and denominator of the analog filter.
///     fs: the sampling frequency.
/// Returns
///     Numerator and denominator of the digital filter.
/// Raises
///     ValueError: coefficients that are no list, or a sampling frequency that is not above 0.
/// Example
///     >>> b, a = cuprumx.scipy.signal.bilinear([1], [1, 1], fs=0.5)
///     >>> a
///     array([1., 0.])
CUPRUM_PYTHON Coefficients bilinear(const Numbers& b, const Numbers& a, double fs = 1.0);

/// The bilinear transform of zeros, poles and gain.
///
/// Parameters
///     z, p, k: zeros, poles and gain of the analog filter.
///     fs: the sampling frequency.
/// Returns
///     Zeros, poles and gain of the digital filter.
/// Raises
///     ValueError: more zeros than poles, or a sampling frequency that is not above 0.
/// Example
///     >>> z, p, k = cuprumx.scipy.signal.bilinear_zpk([], [-1.], 1., 0.5)
///     >>> z
///     array([-1.])
CUPRUM_PYTHON ZerosPoles bilinear_zpk(const Numbers& z, const Numbers& p, const Numbers& k, double fs);

/// A lowpass filter with another cutoff.
///
/// Parameters
///     b, a: numerator and denominator of an analog lowpass filter with a cutoff of 1.
///     wo: the cutoff.
/// Returns
///     Numerator and denominator.
/// Raises
///     ValueError: coefficients that are no list, or a denominator of zeros.
/// Example
///     >>> b, a = cuprumx.scipy.signal.lp2lp([1.], [1., 1.], 2.)
///     >>> a
///     array([1., 2.])
CUPRUM_PYTHON Coefficients lp2lp(const Numbers& b, const Numbers& a, const Numbers& wo = 1.0);

/// A highpass filter made of a lowpass filter.
///
/// Parameters
///     b, a: numerator and denominator of an analog lowpass filter with a cutoff of 1.
///     wo: the cutoff.
/// Returns
///     Numerator and denominator.
/// Raises
///     ValueError: coefficients that are no list, or a denominator of zeros.
/// Example
///     >>> b, a = cuprumx.scipy.signal.lp2hp([1.], [1., 1.], 2.)
///     >>> b
///     array([1., 0.])
CUPRUM_PYTHON Coefficients lp2hp(const Numbers& b, const Numbers& a, const Numbers& wo = 1.0);

/// A bandpass filter made of a lowpass filter.
///
/// Parameters
///     b, a: numerator and denominator of an analog lowpass filter with a cutoff of 1.
///     wo: the center.
///     bw: the width.
/// Returns
///     Numerator and denominator.
/// Raises
///     ValueError: coefficients that are no list, or a denominator of zeros.
/// Example
///     >>> b, a = cuprumx.scipy.signal.lp2bp([1.], [1., 1.], 2., 1.)
///     >>> a
///     array([1., 1., 4.])
CUPRUM_PYTHON Coefficients lp2bp(const Numbers& b, const Numbers& a, double wo = 1.0, double bw = 1.0);

/// A bandstop filter made of a lowpass filter.
///
/// Parameters
///     b, a: numerator and denominator of an analog lowpass filter with a cutoff of 1.
///     wo: the center.
///     bw: the width.
/// Returns
///     Numerator and denominator.
/// Raises
///     ValueError: coefficients that are no list, or a denominator of zeros.
/// Example
///     >>> b, a = cuprumx.scipy.signal.lp2bs([1.], [1., 1.], 2., 1.)
///     >>> b
///     array([1., 0., 4.])
CUPRUM_PYTHON Coefficients lp2bs(const Numbers& b, const Numbers& a, double wo = 1.0, double bw = 1.0);

/// A lowpass filter with another cutoff, by zeros, poles and gain.
///
/// Parameters
///     z, p, k: zeros, poles and gain of an analog lowpass filter with a cutoff of 1.
///     wo: the cutoff.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: more zeros than poles.
/// Example
///     >>> z, p, k = cuprumx.scipy.signal.lp2lp_zpk([], [-1.], 1., 2.)
///     >>> p
///     array([-2.])
CUPRUM_PYTHON ZerosPoles lp2lp_zpk(const Numbers& z, const Numbers& p, const Numbers& k, double wo = 1.0);

/// A highpass filter made of a lowpass filter, by zeros, poles and gain.
///
/// Parameters
///     z, p, k: zeros, poles and gain of an analog lowpass filter with a cutoff of 1.
///     wo: the cutoff.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: more zeros than poles.
/// Example
///     >>> z, p, k = cuprumx.scipy.signal.lp2hp_zpk([], [-1.], 1., 2.)
///     >>> z
///     array([0.])
CUPRUM_PYTHON ZerosPoles lp2hp_zpk(const Numbers& z, const Numbers& p, const Numbers& k, double wo = 1.0);

/// A bandpass filter made of a lowpass filter, by zeros, poles and gain.
///
/// Parameters
///     z, p, k: zeros, poles and gain of an analog lowpass filter with a cutoff of 1.
///     wo: the center.
///     bw: the width.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: more zeros than poles.
/// Example
///     >>> z, p, k = cuprumx.scipy.signal.lp2bp_zpk([], [-1.], 1., 2., 1.)
///     >>> p.shape
///     (2,)
CUPRUM_PYTHON ZerosPoles lp2bp_zpk(const Numbers& z, const Numbers& p, const Numbers& k, double wo = 1.0,
                                   double bw = 1.0);

/// A bandstop filter made of a lowpass filter, by zeros, poles and gain.
///
/// Parameters
///     z, p, k: zeros, poles and gain of an analog lowpass filter with a cutoff of 1.
///     wo: the center.
///     bw: the width.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: more zeros than poles.
/// Example
///     >>> z, p, k = cuprumx.scipy.signal.lp2bs_zpk([], [-1.], 1., 2., 1.)
///     >>> z
///     array([0.+2.j, 0.-2.j])
CUPRUM_PYTHON ZerosPoles lp2bs_zpk(const Numbers& z, const Numbers& p, const Numbers& k, double wo = 1.0,
                                   double bw = 1.0);

/// Zeros, poles and gain of a filter that is given as polynomials.
///
/// Parameters
///     b, a: numerator and denominator, the highest power first.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: a denominator of zeros.
/// Example
///     >>> cuprumx.scipy.signal.tf2zpk([2., -2.], [1., 0.5])
///     (array([1.]), array([-0.5]), np.float64(2.0))
CUPRUM_PYTHON ZerosPoles tf2zpk(const Numbers& b, const Numbers& a);

/// The polynomials of a filter that is given by zeros, poles and gain.
///
/// Parameters
///     z: zeros; a row for each of several outputs.
///     p: poles.
///     k: gain; one for each of several outputs.
/// Returns
///     Numerator and denominator, real where all zeros and poles have their conjugates.
/// Raises
///     ValueError: gains and outputs of different number.
/// Example
///     >>> cuprumx.scipy.signal.zpk2tf([1.], [-0.5], 2.)
///     (array([ 2., -2.]), array([1. , 0.5]))
CUPRUM_PYTHON Coefficients zpk2tf(const Numbers& z, const Numbers& p, const Numbers& k);

/// Sections of second order of a filter that is given as polynomials.
///
/// Parameters
///     b, a: numerator and denominator, the highest power first.
///     pairing, analog: as of `zpk2sos`.
/// Returns
///     A row (b0, b1, b2, a0, a1, a2) for each section.
/// Raises
///     ValueError: as `zpk2sos`.
/// Example
///     >>> cuprumx.scipy.signal.tf2sos([1., 2., 1.], [1., 0., 0.25])
///     array([[1.  , 2.  , 1.  , 1.  , 0.  , 0.25]])
CUPRUM_SIGNATURE("b, a, pairing, *, analog")
CUPRUM_PYTHON ndarray tf2sos(
    const Numbers& b, const Numbers& a,
    CUPRUM_WORDS("nearest", "keep_odd", "minimal") std::optional<std::string_view> pairing = {}, bool analog = false);

/// Sections of second order of a filter that is given by zeros, poles and gain. The pole nearest to the unit circle
/// goes with the zero nearest to it, and they make the last section.
///
/// Parameters
///     z, p, k: zeros, poles and gain; complex ones with their conjugates.
///     pairing: "nearest", "keep_odd" (an odd order makes a section of first order) or "minimal"; by default "nearest",
///     and "minimal" of analog filters.
///     analog: whether the filter is analog.
/// Returns
///     A row (b0, b1, b2, a0, a1, a2) for each section.
/// Raises
///     ValueError: numbers without their conjugates, another pairing, or more zeros than poles of an analog filter.
/// Example
///     >>> cuprumx.scipy.signal.zpk2sos([-1., -1.], [0.5j, -0.5j], 1.)
///     array([[1.  , 2.  , 1.  , 1.  , 0.  , 0.25]])
CUPRUM_SIGNATURE("z, p, k, pairing, *, analog")
CUPRUM_PYTHON ndarray zpk2sos(
    const Numbers& z, const Numbers& p, const Numbers& k,
    CUPRUM_WORDS("nearest", "keep_odd", "minimal") std::optional<std::string_view> pairing = {}, bool analog = false);

/// The polynomials of a filter that is given as sections of second order.
///
/// Parameters
///     sos: array of six columns.
/// Returns
///     Numerator and denominator.
/// Raises
///     ValueError: another shape.
/// Example
///     >>> cuprumx.scipy.signal.sos2tf([[1., 2., 1., 1., 0., 0.25]])
///     (array([1., 2., 1.]), array([1.  , 0.  , 0.25]))
CUPRUM_PYTHON Coefficients sos2tf(const Numbers& sos);

/// Zeros, poles and gain of a filter that is given as sections of second order.
///
/// Parameters
///     sos: array of six columns.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: another shape.
/// Example
///     >>> cuprumx.scipy.signal.sos2zpk([[1., 3., 2., 1., 0., 0.25]])[0]
///     array([-2.+0.j, -1.+0.j])
CUPRUM_PYTHON ZerosPoles sos2zpk(const Numbers& sos);

/// Polynomials with a first coefficient of 1 of the denominator, and without leading zeros.
///
/// Parameters
///     b: numerator; a row for each of several outputs.
///     a: denominator.
/// Returns
///     Numerator and denominator. Leading zeros of the numerator bring a warning, `BadCoefficients`.
/// Raises
///     ValueError: a denominator of zeros, or shapes of more axes.
/// Example
///     >>> cuprumx.scipy.signal.normalize([2., 4.], [2., 1.])
///     (array([1., 2.]), array([1. , 0.5]))
CUPRUM_PYTHON Coefficients normalize(const NumberRows& b, const Numbers& a);

}  // namespace cuprum::scipy::signal
