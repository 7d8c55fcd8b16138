"""Short-time Fourier transforms as an object that knows its window, its hop and the inverse."""

import numpy

import cuprum
from cuprum._core import _scipy_signal
from cuprumx.scipy.signal import windows

MODES = ("twosided", "centered", "onesided", "onesided2X")


def _on_host(values):
    return numpy.asarray(values.get() if isinstance(values, cuprum.ndarray) else values)


def _overlapped(values, hop):
    """The sum of the values and of what is moved onto them by steps of `hop` to both sides."""
    total = values.copy()
    for shift in range(hop, len(values), hop):
        total[shift:] += values[:-shift]
        total[:-shift] += values[shift:]
    return total


def _dual(win, hop):
    """The window with which overlapping inverse transforms add up to the signal, on the host."""
    if hop > len(win):
        raise ValueError(f"hop={hop} is larger than window length of {len(win)} => STFT not invertible!")
    if win.dtype.kind not in "fc":
        raise ValueError(f"Parameter 'win' cannot be of type {win.dtype} => STFT not invertible; convert it to floats")
    total = _overlapped(win.real**2 + win.imag**2, hop)
    if not numpy.all(total >= numpy.finfo(total.dtype).resolution * total.max()):
        raise ValueError("Short-time Fourier Transform not invertible!")
    return win / total


def _checked_window(win, name):
    if not (win.ndim == 1 and win.size > 0):
        raise ValueError(f"Parameter {name} must be 1d, but {name}.shape={win.shape}!")
    if not numpy.all(numpy.isfinite(win)):
        raise ValueError(f"Parameter {name} must have finite entries!")
    return win


def _checked_hop(hop, length):
    if not (isinstance(hop, (int, numpy.integer)) and 1 <= hop <= length):
        raise ValueError(f"Parameter hop={hop} is not an integer between 1 and the window's length {length}!")
    return hop


def closest_STFT_dual_window(win, hop, desired_dual=None, *, scaled=True):
    """The dual window that is nearest to a wanted one, by least squares.

    Parameters
        win: the window's values.
        hop: how many samples slices are apart.
        desired_dual: the window that is wanted; a rectangle if not given.
        scaled: whether the wanted window may be multiplied by a factor first.
    Returns
        The dual window and the factor.
    Raises
        ValueError: windows of other lengths, one that has no dual, or a factor that cannot be found.
    Example
        >>> cuprumx.scipy.signal.closest_STFT_dual_window(cp.ones(4), 2)
        (array([0.5, 0.5, 0.5, 0.5]), 0.5)
    """
    host = _on_host(win)
    wanted = numpy.ones_like(host) if desired_dual is None else _on_host(desired_dual)
    if wanted.shape != host.shape:
        raise ValueError(f"Parameters win and desired_dual must have one shape, found {host.shape} and {wanted.shape}!")
    _checked_window(host, "win")
    _checked_window(wanted, "desired_dual")
    dual = _dual(host, _checked_hop(hop, len(host)))
    across = dual * _overlapped(host.conj() * wanted, hop)
    if not scaled:
        return cuprum.asarray(dual + wanted - across), 1.0
    product, square = numpy.vdot(across, dual), numpy.vdot(across, across).real
    if not (abs(product) > 0 and square > numpy.finfo(dual.dtype).resolution):
        raise ValueError("The factor of the closest dual window cannot be told from 0: try scaled=False")
    factor = product / square
    return cuprum.asarray(dual + factor * (wanted - across)), factor


class ShortTimeFFT:
    """Transforms of a signal's slices under a window, and the signal from them.

    Slice `p` has its middle at sample `p * hop`.

    Parameters
        win: the window's values.
        hop: how many samples slices are apart.
        fs: samples a unit of time.
        fft_mode: 'onesided', 'twosided', 'centered', or 'onesided2X' with values for both signs in one.
        mfft: the length of transforms; the window's by default.
        dual_win: the window of the inverse; made when it is needed.
        scale_to: 'magnitude', 'psd', or None.
        phase_shift: by how many samples phases are moved from the middle of slices; None for phases from their start.
    Raises
        ValueError: a window that is not of one dimension, other modes, lengths that do not go together.
    Example
        >>> transform = cuprumx.scipy.signal.ShortTimeFFT(cp.ones(4), 2, 1.0)
        >>> transform.stft(cp.ones(8)).shape
        (3, 5)
    """

    def __init__(self, win, hop, fs, *, fft_mode="onesided", mfft=None, dual_win=None, scale_to=None, phase_shift=0):
        host = _checked_window(_on_host(win), "win")
        if not (hop >= 1 and isinstance(hop, (int, numpy.integer))):
            raise ValueError(f"Parameter hop={hop} is not an integer >= 1!")
        self._host = host if host.dtype.kind in "fc" else host.astype("d")
        self._hop, self._scaling = int(hop), None
        self.fs = fs
        self.mfft = len(host) if mfft is None else mfft
        if dual_win is None:
            self._dual_host = None
        else:
            self._dual_host = _on_host(dual_win)
            if self._dual_host.shape != host.shape:
                raise ValueError(f"dual_win.shape={self._dual_host.shape} must equal win.shape={host.shape}!")
            if not numpy.all(numpy.isfinite(self._dual_host)):
                raise ValueError("Parameter dual_win must be a finite array!")
        if phase_shift is not None and not -self._mfft < int(phase_shift) < self._mfft:
            raise ValueError(
                f"-mfft < phase_shift < mfft does not hold for mfft={self._mfft}, phase_shift={phase_shift}!"
            )
        self.phase_shift = phase_shift
        if scale_to is not None:
            self.scale_to(scale_to)
        self._mode = "onesided"
        self.fft_mode = fft_mode

    @classmethod
    def from_window(
        cls,
        win_param,
        fs,
        nperseg,
        noverlap,
        *,
        symmetric_win=False,
        fft_mode="onesided",
        mfft=None,
        scale_to=None,
        phase_shift=0,
    ):
        """With a window by its name, its length, and by how much slices overlap."""
        win = windows.get_window(win_param, nperseg, fftbins=not symmetric_win)
        return cls(
            win, nperseg - noverlap, fs, fft_mode=fft_mode, mfft=mfft, scale_to=scale_to, phase_shift=phase_shift
        )

    @classmethod
    def from_dual(cls, dual_win, hop, fs, *, fft_mode="onesided", mfft=None, scale_to=None, phase_shift=0):
        """With the window of the inverse, of which the other one is made."""
        host = _on_host(dual_win)
        win = _dual(host, hop)
        return cls(
            win, hop, fs, fft_mode=fft_mode, mfft=mfft, dual_win=host, scale_to=scale_to, phase_shift=phase_shift
        )

    @classmethod
    def from_win_equals_dual(
        cls, desired_win, hop, fs, *, fft_mode="onesided", mfft=None, scale_to=None, phase_shift=0
    ):
        """With a window that is its own dual up to a factor, the nearest one to that which is wanted."""
        host = _checked_window(_on_host(desired_win), "desired_win")
        if host.dtype.kind not in "fc":
            raise ValueError(f"Parameter desired_win must be of floats or complex numbers, found {host.dtype}!")
        _checked_hop(hop, len(host))
        if scale_to not in ("magnitude", "psd", "unitary", None):
            raise ValueError(f"Parameter scale_to={scale_to!r} not in ['magnitude', 'psd', 'unitary', None]!")
        mfft = len(host) if mfft is None else mfft
        # Samples that lie `hop` apart share a length, which becomes 1.
        least = numpy.finfo(host.dtype).resolution * max(host)
        win = host.copy()
        for first in range(hop):
            length = numpy.linalg.norm(host[first::hop])
            if not length > least:
                raise ValueError(f"Parameter desired_win does not have valid STFT dual window for hop={hop}!")
            win[first::hop] /= length
        unitary = scale_to == "unitary"
        factor = numpy.sqrt(mfft) if unitary else 1
        result = cls(
            win / factor,
            hop,
            fs,
            fft_mode=fft_mode,
            mfft=mfft,
            dual_win=win * factor,
            scale_to=None if unitary else scale_to,
            phase_shift=phase_shift,
        )
        if unitary:
            result._scaling = "unitary"
        return result

    @property
    def win(self):
        """The window."""
        return cuprum.asarray(self._host)

    @property
    def hop(self):
        """How many samples slices are apart."""
        return self._hop

    @property
    def fs(self):
        """Samples a second."""
        return self._fs

    @fs.setter
    def fs(self, value):
        if not value > 0:
            raise ValueError(f"Sampling frequency fs={value} must be positive!")
        self._fs = float(value)

    @property
    def T(self):
        """The distance of samples."""
        return 1 / self.fs

    @T.setter
    def T(self, value):
        if not value > 0:
            raise ValueError(f"Sampling interval T={value} must be positive!")
        self.fs = 1 / value

    @property
    def mfft(self):
        """The length of transforms."""
        return self._mfft

    @mfft.setter
    def mfft(self, length):
        if not length >= len(self._host):
            raise ValueError(f"Attribute mfft={length} needs to be at least the window length m_num={len(self._host)}!")
        self._mfft = length

    @property
    def fft_mode(self):
        """Which frequencies there are."""
        return self._mode

    @fft_mode.setter
    def fft_mode(self, mode):
        if mode not in MODES:
            raise ValueError(f"fft_mode={mode!r} not in {MODES}!")
        if mode.startswith("onesided") and self._host.dtype.kind == "c":
            raise ValueError(f"One-sided spectra, i.e., fft_mode='{mode}', are not allowed for complex-valued windows!")
        if mode == "onesided2X" and self._scaling is None:
            raise ValueError(
                f"For scaling is None, fft_mode={mode!r} is invalid! Do scale_to('psd') or scale_to('magnitude')!"
            )
        self._mode = mode

    @property
    def scaling(self):
        """'magnitude', 'psd', 'unitary' where the window is its own dual, or None."""
        return self._scaling

    @property
    def dual_win(self):
        """The window of the inverse."""
        return cuprum.asarray(self._dual())

    def _dual(self):
        if self._dual_host is None:
            self._dual_host = _dual(self._host, self._hop)
        return self._dual_host

    @property
    def invertible(self):
        """Whether there is an inverse."""
        try:
            return len(self._dual()) > 0
        except ValueError:
            return False

    @property
    def fac_magnitude(self):
        """By which values must be multiplied to be magnitudes."""
        return 1.0 if self._scaling == "magnitude" else float(1 / abs(self._host.sum()))

    @property
    def fac_psd(self):
        """By which values must be multiplied for their squares to be power a unit of frequency."""
        if self._scaling == "psd":
            return 1.0
        return float(1 / numpy.sqrt((numpy.abs(self._host) ** 2).sum() / self.T))

    def scale_to(self, scaling):
        """Scale the window, and its dual by the inverse, to 'magnitude' or 'psd'."""
        if scaling not in ("magnitude", "psd"):
            raise ValueError(f"scaling={scaling!r} not in ['magnitude', 'psd']!")
        if self._scaling == scaling:
            return
        factor = self.fac_psd if scaling == "psd" else self.fac_magnitude
        self._host = self._host * factor
        if self._dual_host is not None:
            self._dual_host = self._dual_host / factor
        self._scaling = scaling

    @property
    def m_num(self):
        """The window's length."""
        return len(self._host)

    @property
    def m_num_mid(self):
        """The window's middle."""
        return self.m_num // 2

    def _first(self):
        power = numpy.abs(self._host) ** 2
        start = -self.m_num_mid
        for p, k in enumerate(range(start, start - self.m_num - 1, -self._hop)):
            following = k - self._hop
            if following + self.m_num <= 0 or not power[following:].any():
                return k, -p
        raise RuntimeError("no slice holds a sample")

    def _last(self, n):
        if not n >= self.m_num - self.m_num_mid:
            raise ValueError(f"Parameter n must be >= ceil(m_num/2) = {self.m_num - self.m_num_mid}!")
        power = numpy.abs(self._host) ** 2
        p = n // self._hop
        k = p * self._hop - self.m_num_mid
        while not (k + self._hop >= n or not power[: n - k - self._hop].any()):
            k, p = k + self._hop, p + 1
        return k + self.m_num, p + 1

    @property
    def k_min(self):
        """The first sample of the first slice."""
        return self._first()[0]

    @property
    def p_min(self):
        """The first slice."""
        return self._first()[1]

    def k_max(self, n):
        """Behind the last sample of the last slice of `n` samples."""
        return self._last(n)[0]

    def p_max(self, n):
        """Behind the last slice of `n` samples."""
        return self._last(n)[1]

    def p_num(self, n):
        """How many slices `n` samples have."""
        return self.p_max(n) - self.p_min

    def p_range(self, n, p0=None, p1=None):
        """The slices from `p0` to `p1`, by default all."""
        last = self.p_max(n)
        first, stop = self.p_min if p0 is None else p0, last if p1 is None else p1
        if not self.p_min <= first < stop <= last:
            raise ValueError(
                f"Invalid Parameter p0={p0}, p1={p1}, i.e., {self.p_min} <= p0 < p1 <= {last} does not hold!"
            )
        return first, stop

    @property
    def lower_border_end(self):
        """The first sample, and the first slice, that no slice over the start touches."""
        k = int(numpy.flatnonzero(self._host)[0]) - self.m_num_mid
        for p in range(1, self.m_num + 2):
            if k > self._hop:
                break
            if k + self._hop >= 0:
                return k + self.m_num, p
            k += self._hop
        return 0, max(self.p_min, 0)

    def upper_border_begin(self, n):
        """The first sample, and the first slice, that a slice over the end touches."""
        if not n >= self.m_num - self.m_num_mid:
            raise ValueError(f"Parameter n must be >= ceil(m_num/2) = {self.m_num - self.m_num_mid}!")
        for p in range(n // self._hop + 1, max((n - self.m_num) // self._hop - 1, -1), -1):
            k = p * self._hop + self.m_num - self.m_num_mid
            if k <= n or not self._host[n - k :].any():
                return (p + 1) * self._hop - self.m_num_mid, p + 1
        return 0, 0

    @property
    def delta_t(self):
        """The time from slice to slice."""
        return self.T * self._hop

    def t(self, n, p0=None, p1=None, k_offset=0):
        """The times of slices of `n` samples."""
        first, stop = self.p_range(n, p0, p1)
        return cuprum.arange(first, stop) * self.delta_t + k_offset * self.T

    def nearest_k_p(self, k, left=True):
        """The sample at the middle of a slice that is nearest to `k`."""
        p, rest = divmod(k, self._hop)
        return k if rest == 0 else p * self._hop if left else (p + 1) * self._hop

    @property
    def delta_f(self):
        """The distance of frequencies."""
        return 1 / (self.mfft * self.T)

    @property
    def onesided_fft(self):
        """Whether negative frequencies are left out."""
        return self._mode.startswith("onesided")

    @property
    def f_pts(self):
        """How many frequencies there are."""
        return self.mfft // 2 + 1 if self.onesided_fft else self.mfft

    @property
    def f(self):
        """The frequencies."""
        if self.onesided_fft:
            return cuprum.fft.rfftfreq(self.mfft, self.T)
        values = cuprum.fft.fftfreq(self.mfft, self.T)
        return cuprum.fft.fftshift(values) if self._mode == "centered" else values

    def _doubled(self):
        """The factor of frequencies that stand for both signs, and which they are."""
        return 2.0 if self._scaling == "magnitude" else 2.0**0.5, slice(1, -1 if self.mfft % 2 == 0 else None)

    def _transform(self, slices):
        if self.phase_shift is not None:
            if slices.shape[-1] < self.mfft:
                more = cuprum.zeros((*slices.shape[:-1], self.mfft - slices.shape[-1]), slices.dtype)
                slices = cuprum.concatenate([slices, more], axis=-1)
            slices = cuprum.roll(slices, -((self.phase_shift + self.m_num_mid) % self.m_num), axis=-1)
        if self.onesided_fft:
            values = cuprum.fft.rfft(slices, n=self.mfft)
            if self._mode == "onesided2X":
                factor, which = self._doubled()
                values[..., which] *= factor
            return values
        values = cuprum.fft.fft(slices, n=self.mfft)
        return cuprum.fft.fftshift(values, axes=-1) if self._mode == "centered" else values

    def _inverse(self, values):
        if self.onesided_fft:
            if self._mode == "onesided2X":
                factor, which = self._doubled()
                values = values.copy()
                values[..., which] /= factor
            slices = cuprum.fft.irfft(values, n=self.mfft)
        else:
            slices = cuprum.fft.ifft(cuprum.fft.ifftshift(values, axes=-1) if self._mode == "centered" else values)
        if self.phase_shift is not None:
            slices = cuprum.roll(slices, (self.phase_shift + self.m_num_mid) % self.m_num, axis=-1)
        return slices[..., : self.m_num]

    def _slices(self, x, k_offset, p0, p1, padding):
        """Slices (..., p1 - p0, m_num) of the last axis, as views of the continued signal."""
        modes = {"zeros": "constant", "edge": "edge", "even": "reflect", "odd": "reflect"}
        if padding not in modes:
            raise ValueError(f"Parameter padding={padding!r} not in {list(modes)}!")
        n = x.shape[-1]
        start = p0 * self._hop - self.m_num_mid + k_offset
        stop = (p1 - 1) * self._hop - self.m_num_mid + self.m_num + k_offset
        before, after = max(-start, 0), max(stop - n, 0)
        if before or after:
            keywords = {"reflect_type": "odd"} if padding == "odd" else {}
            x = cuprum.pad(x, [(0, 0)] * (x.ndim - 1) + [(before, after)], mode=modes[padding], **keywords)
        x = x[..., start + before : stop + before]
        return cuprum.lib.stride_tricks.sliding_window_view(x, self.m_num, axis=-1)[..., :: self._hop, :]

    def stft(self, x, p0=None, p1=None, *, k_offset=0, padding="zeros", axis=-1):
        """The transforms of slices: frequencies in place of samples, and an axis of times at the end."""
        return self.stft_detrend(x, None, p0, p1, k_offset=k_offset, padding=padding, axis=axis)

    def stft_detrend(self, x, detr, p0=None, p1=None, *, k_offset=0, padding="zeros", axis=-1):
        """The same of slices without their trend: 'linear', 'constant', or a function."""
        if self.onesided_fft and x.dtype.kind == "c":
            raise ValueError(
                f"Complex-valued `x` not allowed for self.fft_mode='{self._mode}'! Set property `fft_mode` to "
                "'twosided' or 'centered'."
            )
        x = cuprum.moveaxis(x, axis, -1)
        n = x.shape[-1]
        if not n >= (needed := self.m_num - self.m_num_mid):
            raise ValueError(f"len(x)={n} must be >= ceil(m_num/2) = {needed}!")
        first, stop = self.p_range(n, p0, p1)
        slices = self._slices(x, k_offset, first, stop, padding)
        if isinstance(detr, str):
            slices = _scipy_signal.detrend(slices, type=detr)
        elif detr is not None:
            slices = detr(slices)
        values = self._transform(slices * cuprum.asarray(self._host.conj()))
        return cuprum.moveaxis(cuprum.swapaxes(values, -1, -2), -2, axis if axis >= 0 else axis - 1)

    def spectrogram(self, x, y=None, detr=None, *, p0=None, p1=None, k_offset=0, padding="zeros", axis=-1):
        """The power of slices, or the power that two signals have in common."""
        keywords = {"p0": p0, "p1": p1, "k_offset": k_offset, "padding": padding, "axis": axis}
        values = self.stft_detrend(x, detr, **keywords)
        if y is None or y is x:
            return values.real**2 + values.imag**2
        return values * self.stft_detrend(y, detr, **keywords).conj()

    def istft(self, S, k0=0, k1=None, *, f_axis=-2, t_axis=-1):
        """The signal from sample `k0` to `k1` of which these are the transforms of slices."""
        if f_axis == t_axis:
            raise ValueError(f"f_axis={f_axis} may not be equal to t_axis={t_axis}!")
        if S.shape[f_axis] != self.f_pts:
            raise ValueError(
                f"S.shape[{f_axis}]={S.shape[f_axis]} must be equal to self.f_pts={self.f_pts} (S.shape={S.shape})!"
            )
        needed = self.m_num - self.m_num_mid
        values = cuprum.moveaxis(S, (f_axis, t_axis), (-1, -2))
        count, least = values.shape[-2], self.p_num(needed)
        if count < least:
            raise ValueError(f"S.shape[t_axis]={count} needs to have at least {least} slices (S.shape={S.shape})!")
        most = (count - 1) * self._hop + self.m_num - self.m_num_mid + self.p_min * self._hop
        k1 = most if k1 is None else k1
        if not self.k_min <= k0 < k1 <= most:
            raise ValueError(f"({self.k_min}) <= (k0={k0}) < (k1={k1}) <= ({most}) is false!")
        if not k1 - k0 >= needed:
            raise ValueError(
                f"(k1={k1}) - (k0={k0}) = {k1 - k0} has to be at least the half the window length m_num - m_num_mid = "
                f"{needed}!"
            )
        slices = self._inverse(values) * cuprum.asarray(self._dual())
        # Slices that do not overlap are added at once.
        start, length = self.k_min, (count - 1) * self._hop + self.m_num
        every = -(-self.m_num // self._hop)
        total = cuprum.zeros((*slices.shape[:-2], length + every * self._hop), slices.dtype)
        width = every * self._hop
        padded = cuprum.zeros((*slices.shape[:-1], width), slices.dtype)
        padded[..., : self.m_num] = slices
        for offset in range(min(every, count)):
            own = padded[..., offset::every, :]
            own = own.reshape(*own.shape[:-2], own.shape[-2] * own.shape[-1])
            total[..., offset * self._hop : offset * self._hop + own.shape[-1]] += own
        result = total[..., k0 - start : k1 - start]
        # SciPy puts samples where frequencies were, counted in what had one axis more.
        f_axis, t_axis = f_axis % S.ndim, t_axis % S.ndim
        return cuprum.moveaxis(result, -1, f_axis if f_axis < result.ndim else t_axis)

    def extent(self, n, axes_seq="tf", center_bins=False):
        """The least and the largest time and frequency, as pictures of transforms need them."""
        if axes_seq not in ("tf", "ft"):
            raise ValueError(f"Parameter axes_seq={axes_seq!r} not in ['tf', 'ft']!")
        if self.onesided_fft:
            low, high = 0, self.f_pts
        elif self._mode == "centered":
            low, high = -(self.mfft // 2), self.mfft // 2 + self.mfft % 2
        else:
            raise ValueError(f"Attribute fft_mode={self._mode} must be in ['centered', 'onesided', 'onesided2X']")
        first, stop = self.p_min, self.p_max(n)
        if center_bins:
            times, frequencies = (first - 0.5, stop - 0.5), (low - 0.5, high - 0.5)
        else:
            times, frequencies = (first, stop), (low, high)
        t = tuple(float(p * self.delta_t) for p in times)
        f = tuple(float(q * self.delta_f) for q in frequencies)
        return (*t, *f) if axes_seq == "tf" else (*f, *t)
