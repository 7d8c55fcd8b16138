// Parameters of cuprumx.scipy.signal as Python gives them.
#pragma once

#include <nanobind/stl/complex.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "cuprum/scipy/signal_design.h"
#include "cuprum/scipy/signal_fir.h"
#include "cuprum/scipy/signal_peaks.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/scipy/signal_response.h"
#include "cuprum/scipy/signal_spectral.h"
#include "cuprum/scipy/signal_systems.h"
#include "cuprum/scipy/signal_waveforms.h"
#include "number.h"
#include "signal_numbers.h"

namespace cuprum::python {

/// Axes; SciPy's class of errors for what is none.
struct SignalAxesArg : ObjectArg {
    CUPRUM_TAKES("int | Sequence[int]", false)
    operator Axes() const;
};
/// A number, an array, or None.
struct OptionalOperandArg : DeviceOperandArg {
    CUPRUM_TAKES("ArrayLike", true)
    std::optional<Operand> get() const {
        if (is_none()) return std::nullopt;
        return operator Operand();
    }
};
/// One number, or an array of one.
struct FillValueArg : ObjectArg {
    CUPRUM_TAKES("ArrayLike", false)
    operator Scalar() const;
};

scipy::signal::Window to_window(const ObjectArg& argument);
/// A window: a name, a tuple of a name and parameters, the parameter of a Kaiser window, or values.
struct WindowArg : ObjectArg {
    CUPRUM_TAKES("str | float | tuple[str | float, ...] | ArrayLike", false)
    operator scipy::signal::Window() const { return to_window(*this); }
};
struct OptionalWindowArg : ObjectArg {
    CUPRUM_TAKES("str | float | tuple[str | float, ...] | ArrayLike", true)
    std::optional<scipy::signal::Window> optional() const {
        if (is_none()) return std::nullopt;
        return to_window(*this);
    }
};
/// The same, or a function of the frequencies of a transform.
struct SpectrumWindowArg
    : OptionalArg<"str | float | tuple[str | float, ...] | ArrayLike | Callable[[ndarray], ArrayLike]"> {
    /// Of the transform of samples along an axis.
    std::optional<scipy::signal::Window> over(const ndarray& samples, std::int64_t axis) const;
};
/// A period, or several. Those that the host has are checked there, so that a GPU need not be waited for.
struct PeriodArg : ArrayArg {
    const ndarray& get() const;
};
/// An int or None; SciPy's class of errors for others.
struct OptionalWholeArg : OptionalArg<"int"> {
    operator std::optional<std::int64_t>() const;
};
/// Two of them.
struct EnvelopeBandArg : Arg<"tuple[int | None, int | None]"> {
    scipy::signal::EnvelopeBand get() const;
};
/// A word for a trend, a function of segments, or what is false.
struct DetrendArg : ObjectArg {
    CUPRUM_TAKES("Literal['constant', 'linear'] | Callable[[ndarray], ndarray] | Literal[False]", true)
    operator scipy::signal::Detrend() const;
};
/// The length of segments, also as a float.
struct SegmentLengthArg : OptionalIntArg {
    operator std::optional<std::int64_t>() const {
        if (PyFloat_Check(object)) return static_cast<std::int64_t>(PyFloat_AsDouble(object));
        return OptionalIntArg::operator std::optional<std::int64_t>();
    }
};
/// A point of the complex plane, which is real by its type.
struct PointArg : Arg<"complex"> {
    operator Scalar() const {
        const auto scalar = to_scalar(object);
        return scalar ? *scalar : make_array(object, std::nullopt, false).item();
    }
};
struct OptionalPointArg : OptionalArg<"complex"> {
    std::optional<Scalar> optional() const {
        if (is_none()) return std::nullopt;
        return PointArg{{object}};
    }
};
/// A number of samples or points; SciPy's class of errors for what is none.
struct CountArg : Arg<"int"> {
    operator std::int64_t() const {
        if (!is_index(object))
            throw ValueError("Invalid number of CZT points or samples: it must be a positive integer, not " +
                             nb::cast<std::string>(nb::repr(nb::handle(object))));
        return to_index(object);
    }
};
struct OptionalCountArg : OptionalArg<"int"> {
    operator std::optional<std::int64_t>() const {
        if (is_none()) return std::nullopt;
        return std::int64_t(CountArg{{object}});
    }
};
/// The last frequency of a band, or the first and the last.
struct BandArg : Arg<"float | Sequence[float]"> {
    scipy::signal::FrequencyBand get() const;
};
/// How many samples slices are apart: an integer, also to SciPy's class of errors.
struct HopArg : Arg<"int"> {
    operator std::int64_t() const {
        if (!is_index(object)) throw ValueError("Parameter hop is not an integer");
        return to_index(object);
    }
};
/// How a periodogram is normalized.
struct NormalizeArg : Arg<"bool | Literal['power', 'normalize', 'amplitude']"> {
    operator std::variant<bool, std::string_view>() const;
};
/// The same without values.
struct WindowChoiceArg : OptionalArg<"str | float | tuple[str, ...]"> {
    operator scipy::signal::WindowChoice() const;
    std::optional<scipy::signal::WindowChoice> optional() const {
        if (is_none()) return std::nullopt;
        return scipy::signal::WindowChoice(*this);
    }
};
/// A window, or two of them in a tuple or list.
struct WindowChoicesArg : Arg<"str | float | tuple[Any, ...] | list[Any]"> {
    std::vector<scipy::signal::WindowChoice> get(bool is_one) const;
};
/// Whether the frequency 0 passes, or the kind of a filter.
struct PassZeroArg : Arg<"bool | Literal['lowpass', 'highpass', 'bandpass', 'bandstop']"> {
    operator std::variant<bool, std::string_view>() const;
};

/// The number of frequencies, or an array of them.
struct FrequenciesArg : OptionalArg<"int | ArrayLike | numpy.ndarray"> {
    std::optional<scipy::signal::FrequencyChoice> optional() const;
    scipy::signal::FrequencyChoice or_count(std::int64_t otherwise) const {
        return optional().value_or(scipy::signal::FrequencyChoice(otherwise));
    }
};
/// The numerator and the denominator of a filter.
struct FilterPairArg : Arg<"Sequence[ArrayLike]"> {
    scipy::signal::FilterPair get() const;
};
/// A system in one of its forms, of the two, three or four parts that it consists of.
scipy::signal::LinearSystem system_of_parts(PyObject* parts);
/// A continuous system: an object of `lti`, or what one is made of.
struct ContinuousSystemArg : Arg<"Any"> {
    /// For the function of that name, which names it in messages.
    scipy::signal::ContinuousSystem get(const char* function) const;
    /// The same, where polynomials that no object holds count as zeros and poles, as in SciPy.
    scipy::signal::ContinuousSystem factored(const char* function) const;
};
/// A system of samples: an object of `dlti`, or what one is made of, and the time between samples.
struct DiscreteSystemArg : Arg<"Any"> {
    scipy::signal::DiscreteSystem get(const char* function) const;
};
/// One number, real or complex.
struct GainArg : NumbersArg {
    operator Scalar() const;
};

/// Where an impulse stands.
struct ImpulseIndexArg : Arg<"int | Sequence[int] | Literal['mid']"> {
    operator scipy::signal::ImpulseIndex() const;
};

/// How many neighbours at each side; SciPy's class of errors for what is no whole number.
struct NeighboursArg : Arg<"int"> {
    operator std::int64_t() const {
        const auto number = scalar_or_item(object);
        const double count = number ? number->to_double() : 0.5;
        if (count != std::floor(count)) throw ValueError("Order must be an int >= 1");
        return static_cast<std::int64_t>(count);
    }
};
/// A comparison of samples with their neighbours, a ufunc or a function.
struct ComparatorArg : Arg<"Callable[[ndarray, ndarray], ndarray]"> {
    scipy::signal::NeighbourComparison get() const;
};
/// A function of a number of points and a width, or None.
struct WaveletArg : OptionalArg<"Callable[[Any, Any], ndarray]"> {
    scipy::signal::Wavelet get() const;
};
/// Numbers, or None for none, or for those that a function chooses.
struct OptionalNumbersArg : NumbersArg {
    CUPRUM_TAKES("ArrayLike | numpy.ndarray", true)
    std::vector<double> reals(const char* function) const {
        return is_none() ? std::vector<double>() : get().reals(function);
    }
};

/// What `peak_prominences` returned.
struct ProminencesArg : Arg<"tuple[ndarray, ndarray, ndarray]"> {
    const scipy::signal::Prominences* pointer() const;

private:
    mutable std::optional<scipy::signal::Prominences> given_;
};

/// The form of a filter that is designed.
using FilterFormArg = WordArg<"Literal['ba', 'zpk', 'sos']">;
using FilterTuple = Typed<"tuple[ndarray, ndarray] | tuple[ndarray, ndarray, float] | ndarray">;

/// Calls a design for the form that is wanted.
template <class Function>
FilterTuple in_form(std::string_view output, Function&& design) {
    using namespace scipy::signal;
    std::string word(output);
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (word == "ba") {
        const Coefficients f = design(std::type_identity<Coefficients>());
        return nb::make_tuple(f.b, f.a);
    }
    if (word == "zpk") {
        const ZerosPoles f = design(std::type_identity<ZerosPoles>());
        return nb::make_tuple(f.z, f.p, from_scalar(f.k, false));
    }
    if (word == "sos") return nb::cast(design(std::type_identity<Sections>()).sos);
    throw ValueError("'" + std::string(output) + "' is not a valid output form: it may be 'ba', 'zpk' or 'sos'");
}

}  // namespace cuprum::python
