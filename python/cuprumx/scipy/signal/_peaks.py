"""What of peaks takes Python's functions."""

import cuprum
from cuprum._core import _scipy_signal
from cuprum._core._scipy_signal import convolve
from cuprum._placement import placed

# In the order of Comparison in cuprum/scipy/signal_peaks.h.
COMPARISONS = ["less", "greater", "less_equal", "greater_equal", "equal", "not_equal"]


@placed
def argrelextrema(data, comparator, axis=0, order=1, mode="clip"):
    """Where samples compare with all their neighbours as a function says.

    Parameters
        data: array.
        comparator: a function of two arrays that gives one of bools; comparisons of cuprum and of NumPy are computed in
            one go.
        axis: along which neighbours lie.
        order: how many at each side.
        mode: beyond the ends, 'clip' takes the sample at the end, 'wrap' goes on at the other one.
    Returns
        The places, an array for each axis.
    Raises
        ValueError: an order below one.
    Example
        >>> cuprumx.scipy.signal.argrelextrema(cp.array([2, 1, 3, 0, 4]), cp.less)
        (array([1, 3]),)
    """
    if int(order) != order or order < 1:
        raise ValueError("Order must be an int >= 1")
    if mode not in ("clip", "wrap"):
        raise ValueError(f"mode must be 'clip' or 'wrap', found {mode!r}")
    name = getattr(comparator, "__name__", None)
    if name in COMPARISONS and type(comparator).__name__ == "ufunc":
        return cuprum.nonzero(
            _scipy_signal._relative_extrema(data, COMPARISONS.index(name), axis, order, mode == "wrap")
        )
    places = cuprum.arange(data.shape[axis])
    found = cuprum.ones(data.shape, dtype=bool)
    for shift in range(1, order + 1):
        for side in (shift, -shift):
            found &= comparator(data, data.take(places + side, axis=axis, mode=mode))
    return cuprum.nonzero(found)


@placed
def find_peaks_cwt(
    vector,
    widths,
    wavelet=None,
    max_distances=None,
    gap_thresh=None,
    min_length=None,
    min_snr: float = 1,
    noise_perc: float = 10,
    window_size=None,
):
    """Peaks of a signal that smoothing by wavelets of several widths leaves standing: maxima of its transform that
    continue from width to width.

    Maxima are found on the device; the few that there are, are joined on the host.

    Parameters
        vector: samples, one dimension.
        widths: of the wavelets, from narrow to wide ones.
        wavelet: a function of a number of points and a width; `ricker` by default.
        max_distances: how far maxima of neighbouring rows may be apart, for each row; a quarter of the widths.
        gap_thresh: after how many rows without a maximum a ridge ends; the first width.
        min_length: the least number of maxima of a ridge; a quarter of the number of widths.
        min_snr: the least ratio of a ridge's first value to the noise about it.
        noise_perc: the percentile of the first row's values that counts as noise.
        window_size: of how many values it is taken; a twentieth of all.
    Returns
        The places of peaks in order, int64.
    Raises
        ValueError: samples of other than one dimension, no widths, distances of another number than rows.
    Example
        >>> cuprumx.scipy.signal.find_peaks_cwt(cp.sin(cp.arange(0, 3.14, 0.05)), [1, 2, 3, 4, 5, 6, 7, 8, 9])
        array([32])
    Source
        Du, Kibbe and Lin, Improved peak detection in mass spectrum by incorporating continuous wavelet transform-based
        pattern matching, Bioinformatics 22 (2006).
    """
    widths = [float(width) for width in cuprum.atleast_1d(cuprum.asarray(widths)).tolist()]
    samples = vector
    if wavelet is not None:
        rows = []
        for width in widths:
            shape = wavelet(min(10 * width, len(vector)), width)
            rows.append(convolve(vector, shape.conj()[::-1], mode="same"))
        samples = cuprum.stack(rows)
    return _scipy_signal._find_peaks_cwt(
        samples,
        wavelet is not None,
        widths,
        max_distances,
        gap_thresh,
        min_length,
        min_snr,
        noise_perc,
        window_size,
    )
