// cuprumx.scipy.signal: ShortTimeFFT.
#include "cuprum/scipy/signal_short_time_fft.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/scipy/signal_windows.h"
#include "signal_numbers.h"

namespace cuprum::python {
namespace {

using scipy::signal::ShortTimeFFT;
using scipy::signal::ShortTimeFFTOptions;

using Modes = WordArg<"Literal['onesided', 'twosided', 'centered', 'onesided2X']">;
using Scales = Arg<"Literal['magnitude', 'psd', 'unitary'] | None">;
using OptionalWindow = OptionalArg<"ArrayLike | numpy.ndarray">;
using Padding = WordArg<"Literal['zeros', 'edge', 'even', 'odd']">;
using DetrendChoice = OptionalArg<"Literal['linear', 'constant'] | Callable[[ndarray], ndarray]">;
using Span = Typed<"tuple[int, int]">;

std::int64_t hop_of(const ObjectArg& hop) {
    if (!is_index(hop.object)) throw ValueError("Parameter hop is not an integer");
    return to_index(hop.object);
}

std::optional<ndarray> array_or_none(const OptionalWindow& window) {
    if (window.is_none()) return std::nullopt;
    ArrayArg array;
    array.object = window.object;
    return array.get();
}

/// What a constructor is told; it holds the words, of which options have views.
struct Told {
    std::string scale;
    ShortTimeFFTOptions options;

    Told(std::string_view mode, const OptionalIntArg& mfft, const Scales& scale_to, const OptionalIntArg& phase_shift) {
        if (!scale_to.is_none()) scale = nb::cast<std::string>(nb::str(nb::handle(scale_to.object)));
        if (!scale_to.is_none() && scale.empty()) throw ValueError("scaling='' not in ['magnitude', 'psd']!");
        options = {mode, mfft, {}, scale, phase_shift};
    }
};

ShortTimeFFT::Detrender detrender_of(const DetrendChoice& choice) {
    if (choice.is_none()) return {};
    if (PyUnicode_Check(choice.object))
        return [type = nb::cast<std::string>(nb::handle(choice.object))](const ndarray& slices) {
            return scipy::signal::detrend(slices, -1, type);
        };
    return [function = nb::borrow(choice.object)](const ndarray& slices) {
        return make_array(function(wrap_object(ndarray(slices))).ptr(), std::nullopt, false);
    };
}

Span span_of(const ShortTimeFFT::Range& range) { return nb::make_tuple(range.first, range.second); }

void bind_making(nb::class_<ShortTimeFFT>& type) {
    type.def(
        "__init__",
        [](ShortTimeFFT* self, ArrayArg win, Arg<"int"> hop, NumberArg fs, Modes fft_mode, OptionalIntArg mfft,
           OptionalWindow dual_win, Scales scale_to, OptionalIntArg phase_shift) {
            Told told(fft_mode, mfft, scale_to, phase_shift);
            told.options.dual_win = array_or_none(dual_win);
            new (self) ShortTimeFFT(win, hop_of(hop), fs, told.options);
        },
        "win"_a, "hop"_a, "fs"_a, nb::kw_only(), "fft_mode"_a = "onesided", "mfft"_a = nb::none(),
        "dual_win"_a = nb::none(), "scale_to"_a = nb::none(), "phase_shift"_a = 0);
    type.def_static(
        "from_window",
        [](Arg<"str | float | tuple[Any, ...]"> window, NumberArg fs, AxisArg nperseg, AxisArg noverlap,
           BoolArg symmetric, Modes fft_mode, OptionalIntArg mfft, Scales scale_to, OptionalIntArg phase_shift) {
            const nb::object values =
                nb::module_::import_("cuprum._core")
                    .attr("_scipy_signal")
                    .attr("get_window")(nb::handle(window.object), std::int64_t(nperseg), nb::bool_(!symmetric));
            const Told told(fft_mode, mfft, scale_to, phase_shift);
            return ShortTimeFFT(unwrap(values.ptr()), nperseg - noverlap, fs, told.options);
        },
        "win_param"_a, "fs"_a, "nperseg"_a, "noverlap"_a, nb::kw_only(), "symmetric_win"_a = false,
        "fft_mode"_a = "onesided", "mfft"_a = nb::none(), "scale_to"_a = nb::none(), "phase_shift"_a = 0,
        "With a window by its name, its length, and by how much slices overlap.");
    type.def_static(
        "from_dual",
        [](ArrayArg dual_win, Arg<"int"> hop, NumberArg fs, Modes fft_mode, OptionalIntArg mfft, Scales scale_to,
           OptionalIntArg phase_shift) {
            const Told told(fft_mode, mfft, scale_to, phase_shift);
            return ShortTimeFFT::from_dual(dual_win, hop_of(hop), fs, told.options);
        },
        "dual_win"_a, "hop"_a, "fs"_a, nb::kw_only(), "fft_mode"_a = "onesided", "mfft"_a = nb::none(),
        "scale_to"_a = nb::none(), "phase_shift"_a = 0,
        "With the window of the inverse, of which the other one is made.");
    type.def_static(
        "from_win_equals_dual",
        [](ArrayArg desired_win, Arg<"int"> hop, NumberArg fs, Modes fft_mode, OptionalIntArg mfft, Scales scale_to,
           OptionalIntArg phase_shift) {
            const Told told(fft_mode, mfft, scale_to, phase_shift);
            return ShortTimeFFT::from_win_equals_dual(desired_win, hop_of(hop), fs, told.options);
        },
        "desired_win"_a, "hop"_a, "fs"_a, nb::kw_only(), "fft_mode"_a = "onesided", "mfft"_a = nb::none(),
        "scale_to"_a = nb::none(), "phase_shift"_a = 0,
        "With a window that is its own dual up to a factor, the nearest one to that which is wanted.");
}

void bind_settings(nb::class_<ShortTimeFFT>& type) {
    type.def_prop_ro("win", [](const ShortTimeFFT& s) { return s.win().array(); }, "The window.");
    type.def_prop_ro("dual_win", [](const ShortTimeFFT& s) { return s.dual_win().array(); }, "The inverse's window.");
    type.def_prop_ro("invertible", &ShortTimeFFT::invertible, "Whether there is an inverse.");
    type.def_prop_ro("hop", &ShortTimeFFT::hop, "How many samples slices are apart.");
    type.def_prop_rw("fs", &ShortTimeFFT::fs, &ShortTimeFFT::set_fs, "Samples a unit of time.");
    type.def_prop_rw("T", &ShortTimeFFT::T, &ShortTimeFFT::set_T, "The distance of samples.");
    type.def_prop_rw("mfft", &ShortTimeFFT::mfft, &ShortTimeFFT::set_mfft, "The length of transforms.");
    type.def_prop_rw(
        "fft_mode", [](const ShortTimeFFT& s) { return s.fft_mode(); },
        [](ShortTimeFFT& s, const std::string& mode) { s.set_fft_mode(mode); }, "Which frequencies there are.");
    type.def_prop_rw(
        "phase_shift", [](const ShortTimeFFT& s) { return s.phase_shift(); },
        [](ShortTimeFFT& s, std::optional<std::int64_t> shift) { s.set_phase_shift(shift); }, nb::arg().none(),
        "By how many samples phases are moved from the middle of slices; None for phases from their start.");
    type.def_prop_ro(
        "scaling",
        [](const ShortTimeFFT& s) -> nb::object {
            if (s.scaling().empty()) return nb::none();
            return nb::str(s.scaling().c_str());
        },
        "'magnitude', 'psd', 'unitary' where the window is its own dual, or None.");
    type.def(
        "scale_to", [](ShortTimeFFT& s, WordArg<"Literal['magnitude', 'psd']"> scaling) { s.scale_to(scaling); },
        "scaling"_a, "Scale the window, and its dual by the inverse, to 'magnitude' or 'psd'.");
    type.def_prop_ro("fac_magnitude", &ShortTimeFFT::fac_magnitude,
                     "By which values must be multiplied to be magnitudes.");
    type.def_prop_ro("fac_psd", &ShortTimeFFT::fac_psd,
                     "By which values must be multiplied for their squares to be power a unit of frequency.");
}

void bind_places(nb::class_<ShortTimeFFT>& type) {
    type.def_prop_ro("m_num", &ShortTimeFFT::m_num, "The window's length.");
    type.def_prop_ro("m_num_mid", &ShortTimeFFT::m_num_mid, "The window's middle.");
    type.def_prop_ro("k_min", &ShortTimeFFT::k_min, "The first sample of the first slice.");
    type.def_prop_ro("p_min", &ShortTimeFFT::p_min, "The first slice.");
    type.def("k_max", &ShortTimeFFT::k_max, "n"_a, "Behind the last sample of the last slice of `n` samples.");
    type.def("p_max", &ShortTimeFFT::p_max, "n"_a, "Behind the last slice of `n` samples.");
    type.def("p_num", &ShortTimeFFT::p_num, "n"_a, "How many slices `n` samples have.");
    type.def(
        "p_range",
        [](const ShortTimeFFT& s, AxisArg n, OptionalIntArg p0, OptionalIntArg p1) {
            return span_of(s.p_range(n, p0, p1));
        },
        "n"_a, "p0"_a = nb::none(), "p1"_a = nb::none(), "The slices from `p0` to `p1`, by default all.");
    type.def_prop_ro(
        "lower_border_end", [](const ShortTimeFFT& s) { return span_of(s.lower_border_end()); },
        "The first sample, and the first slice, that no slice over the start touches.");
    type.def(
        "upper_border_begin", [](const ShortTimeFFT& s, AxisArg n) { return span_of(s.upper_border_begin(n)); }, "n"_a,
        "The first sample, and the first slice, that a slice over the end touches.");
    type.def("nearest_k_p", &ShortTimeFFT::nearest_k_p, "k"_a, "left"_a = true,
             "The sample at the middle of a slice that is nearest to `k`.");
    type.def_prop_ro("delta_t", &ShortTimeFFT::delta_t, "The time from slice to slice.");
    type.def_prop_ro("delta_f", &ShortTimeFFT::delta_f, "The distance of frequencies.");
    type.def_prop_ro("onesided_fft", &ShortTimeFFT::onesided_fft, "Whether negative frequencies are left out.");
    type.def_prop_ro("f_pts", &ShortTimeFFT::f_pts, "How many frequencies there are.");
    type.def_prop_ro("f", &ShortTimeFFT::f, "The frequencies.");
    type.def(
        "t",
        [](const ShortTimeFFT& s, AxisArg n, OptionalIntArg p0, OptionalIntArg p1, AxisArg k_offset) {
            return s.t(n, p0, p1, k_offset);
        },
        "n"_a, "p0"_a = nb::none(), "p1"_a = nb::none(), "k_offset"_a = 0, "The times of slices of `n` samples.");
    type.def(
        "extent",
        [](const ShortTimeFFT& s, AxisArg n, WordArg<"Literal['tf', 'ft']"> axes_seq, BoolArg center_bins) {
            const std::vector<double> e = s.extent(n, axes_seq, center_bins);
            return Typed<"tuple[float, float, float, float]">(nb::make_tuple(e[0], e[1], e[2], e[3]));
        },
        "n"_a, "axes_seq"_a = "tf", "center_bins"_a = false,
        "The least and the largest time and frequency, as pictures of transforms need them.");
}

void bind_transforms(nb::class_<ShortTimeFFT>& type) {
    type.def(
        "stft",
        [](const ShortTimeFFT& s, DeviceArrayArg x, OptionalIntArg p0, OptionalIntArg p1, AxisArg k_offset,
           Padding padding, AxisArg axis) { return s.stft(x, {p0, p1, k_offset, padding, axis}); },
        "x"_a, "p0"_a = nb::none(), "p1"_a = nb::none(), nb::kw_only(), "k_offset"_a = 0, "padding"_a = "zeros",
        "axis"_a = -1, "The transforms of slices: frequencies in place of samples, and an axis of times at the end.");
    type.def(
        "stft_detrend",
        [](const ShortTimeFFT& s, DeviceArrayArg x, DetrendChoice detr, OptionalIntArg p0, OptionalIntArg p1,
           AxisArg k_offset, Padding padding,
           AxisArg axis) { return s.stft_detrend(x, detrender_of(detr), {p0, p1, k_offset, padding, axis}); },
        "x"_a, "detr"_a, "p0"_a = nb::none(), "p1"_a = nb::none(), nb::kw_only(), "k_offset"_a = 0,
        "padding"_a = "zeros", "axis"_a = -1,
        "The same of slices without their trend: 'linear', 'constant', or a function.");
    type.def(
        "spectrogram",
        [](const ShortTimeFFT& s, DeviceArrayArg x, OptionalWindow y, DetrendChoice detr, OptionalIntArg p0,
           OptionalIntArg p1, AxisArg k_offset, Padding padding, AxisArg axis) {
            const std::optional<ndarray> other = array_or_none(y);
            return s.spectrogram(x, other && y.object != x.object ? &*other : nullptr, detrender_of(detr),
                                 {p0, p1, k_offset, padding, axis});
        },
        "x"_a, "y"_a = nb::none(), "detr"_a = nb::none(), nb::kw_only(), "p0"_a = nb::none(), "p1"_a = nb::none(),
        "k_offset"_a = 0, "padding"_a = "zeros", "axis"_a = -1,
        "The power of slices, or the power that two signals have in common.");
    type.def(
        "istft",
        [](const ShortTimeFFT& s, DeviceArrayArg S, AxisArg k0, OptionalIntArg k1, AxisArg f_axis, AxisArg t_axis) {
            return s.istft(S, k0, k1, f_axis, t_axis);
        },
        "S"_a, "k0"_a = 0, "k1"_a = nb::none(), nb::kw_only(), "f_axis"_a = -2, "t_axis"_a = -1,
        "The signal from sample `k0` to `k1` of which these are the transforms of slices.");
}

}  // namespace

void bind_scipy_signal_short_time_fft(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_signal");
    nb::class_<ShortTimeFFT> type(m, "ShortTimeFFT", doc("scipy::signal::ShortTimeFFT"));
    bind_making(type);
    bind_settings(type);
    bind_places(type);
    bind_transforms(type);
    m.def(
        "closest_STFT_dual_window",
        [](ArrayArg win, Arg<"int"> hop, OptionalWindow desired_dual, BoolArg scaled) {
            scipy::signal::DualWindow found =
                scipy::signal::closest_STFT_dual_window(win, hop_of(hop), array_or_none(desired_dual), scaled);
            return Typed<"tuple[ndarray, float | complex]">(
                nb::make_tuple(wrap_object(std::move(found.win)), from_scalar(found.factor, true)));
        },
        "win"_a, "hop"_a, "desired_dual"_a = nb::none(), nb::kw_only(), "scaled"_a = true,
        doc("scipy::signal::closest_STFT_dual_window"));
}

}  // namespace cuprum::python
