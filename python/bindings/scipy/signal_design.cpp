// cuprumx.scipy.signal: designs of filters.
#include "cuprum/scipy/signal_design.h"

#include "signal_numbers.h"

namespace cuprum::python {
namespace {

using namespace scipy::signal;

using PairOfArrays = Typed<"tuple[ndarray, ndarray]">;
using ZerosPolesTuple = Typed<"tuple[ndarray, ndarray, float]">;
/// What `output` says.
using FilterTuple = Typed<"tuple[ndarray, ndarray] | tuple[ndarray, ndarray, float] | ndarray">;
using OutputArg = WordArg<"Literal['ba', 'zpk', 'sos']">;
using BandArg = WordArg<"Literal['low', 'high', 'band', 'stop', 'lowpass', 'highpass', 'bandpass', 'bandstop']">;
using PairingArg = Arg<"Literal['nearest', 'keep_odd', 'minimal']">;

nb::object tuple_of(const Coefficients& f) { return nb::make_tuple(f.b, f.a); }
nb::object tuple_of(const ZerosPoles& f) { return nb::make_tuple(f.z, f.p, from_scalar(f.k, false)); }
nb::object tuple_of(const Sections& f) { return nb::cast(f.sos); }
nb::object tuple_of(const FilterOrder& f) { return nb::make_tuple(f.n, f.wn); }

/// Calls a design for the form that is wanted.
template <class Function>
FilterTuple in_form(std::string_view output, Function&& design) {
    std::string word(output);
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (word == "ba") return tuple_of(design(std::type_identity<Coefficients>()));
    if (word == "zpk") return tuple_of(design(std::type_identity<ZerosPoles>()));
    if (word == "sos") return tuple_of(design(std::type_identity<Sections>()));
    throw ValueError("'" + std::string(output) + "' is not a valid output form: it may be 'ba', 'zpk' or 'sos'");
}

std::string word_or_none(const ObjectArg& word) {
    return word.is_none() ? std::string() : nb::cast<std::string>(nb::handle(word.object));
}

double first_number(const NumbersArg& argument) {  // a cutoff may stand in a list, of which the first counts
    const Numbers numbers = argument;
    if (numbers.size() < 1) throw IndexError("expected a number, found none");
    return numbers.values()[0].real();
}

/// Whether an array of 32-bit floats, or of complex numbers of two, was given.
bool is_single(PyObject* given) {
    const nb::handle handle(given);
    if (!nb::hasattr(handle, "dtype")) return false;
    const nb::object kind = handle.attr("dtype").attr("char");
    return kind.equal(nb::str("f")) || kind.equal(nb::str("F"));
}

nb::object& bad_coefficients() {
    static nb::object category;
    return category;
}

void show_warning(SignalWarning kind, const char* message) {
    PyObject* category = kind == SignalWarning::bad_coefficients ? bad_coefficients().ptr()
                         : kind == SignalWarning::runtime        ? PyExc_RuntimeWarning
                                                                 : PyExc_UserWarning;
    if (PyErr_WarnEx(category, message, 1) < 0) raise_python_error();
}

void bind_families(nb::module_& m) {
    m.def(
        "iirfilter",
        [](NumberArg n, NumbersArg wn, OptionalNumberArg rp, OptionalNumberArg rs, BandArg btype, BoolArg analog,
           WordArg<"str"> ftype, OutputArg output, OptionalRateArg fs) {
            const Numbers w = wn;
            const IirOptions options{rp, rs, btype, analog, ftype, fs};
            return in_form(output, [&]<class F>(std::type_identity<F>) { return iirfilter<F>(n, w, options); });
        },
        "N"_a, "Wn"_a, "rp"_a = nb::none(), "rs"_a = nb::none(), "btype"_a = "band", "analog"_a = false,
        "ftype"_a = "butter", "output"_a = "ba", "fs"_a = nb::none(), doc("scipy::signal::iirfilter"));
    m.def(
        "iirdesign",
        [](NumbersArg wp, NumbersArg ws, NumberArg gpass, NumberArg gstop, BoolArg analog, WordArg<"str"> ftype,
           OutputArg output, OptionalRateArg fs) {
            const Numbers pass = wp, stop = ws;
            const IirDesignOptions options{analog, ftype, fs};
            return in_form(output, [&]<class F>(std::type_identity<F>) {
                return iirdesign<F>(pass, stop, gpass, gstop, options);
            });
        },
        "wp"_a, "ws"_a, "gpass"_a, "gstop"_a, "analog"_a = false, "ftype"_a = "ellip", "output"_a = "ba",
        "fs"_a = nb::none(), doc("scipy::signal::iirdesign"));
    m.def(
        "butter",
        [](NumberArg n, NumbersArg wn, BandArg btype, BoolArg analog, OutputArg output, OptionalRateArg fs) {
            const Numbers w = wn;
            const FilterOptions options{btype, analog, fs};
            return in_form(output, [&]<class F>(std::type_identity<F>) { return butter<F>(n, w, options); });
        },
        "N"_a, "Wn"_a, "btype"_a = "low", "analog"_a = false, "output"_a = "ba", "fs"_a = nb::none(),
        doc("scipy::signal::butter"));
    m.def(
        "cheby1",
        [](NumberArg n, NumberArg rp, NumbersArg wn, BandArg btype, BoolArg analog, OutputArg output,
           OptionalRateArg fs) {
            const Numbers w = wn;
            const FilterOptions options{btype, analog, fs};
            return in_form(output, [&]<class F>(std::type_identity<F>) { return cheby1<F>(n, rp, w, options); });
        },
        "N"_a, "rp"_a, "Wn"_a, "btype"_a = "low", "analog"_a = false, "output"_a = "ba", "fs"_a = nb::none(),
        doc("scipy::signal::cheby1"));
    m.def(
        "cheby2",
        [](NumberArg n, NumberArg rs, NumbersArg wn, BandArg btype, BoolArg analog, OutputArg output,
           OptionalRateArg fs) {
            const Numbers w = wn;
            const FilterOptions options{btype, analog, fs};
            return in_form(output, [&]<class F>(std::type_identity<F>) { return cheby2<F>(n, rs, w, options); });
        },
        "N"_a, "rs"_a, "Wn"_a, "btype"_a = "low", "analog"_a = false, "output"_a = "ba", "fs"_a = nb::none(),
        doc("scipy::signal::cheby2"));
    m.def(
        "ellip",
        [](NumberArg n, NumberArg rp, NumberArg rs, NumbersArg wn, BandArg btype, BoolArg analog, OutputArg output,
           OptionalRateArg fs) {
            const Numbers w = wn;
            const FilterOptions options{btype, analog, fs};
            return in_form(output, [&]<class F>(std::type_identity<F>) { return ellip<F>(n, rp, rs, w, options); });
        },
        "N"_a, "rp"_a, "rs"_a, "Wn"_a, "btype"_a = "low", "analog"_a = false, "output"_a = "ba", "fs"_a = nb::none(),
        doc("scipy::signal::ellip"));
    m.def(
        "bessel",
        [](NumberArg n, NumbersArg wn, BandArg btype, BoolArg analog, OutputArg output,
           WordArg<"Literal['phase', 'delay', 'mag']"> norm, OptionalRateArg fs) {
            const Numbers w = wn;
            const FilterOptions options{btype, analog, fs};
            return in_form(output, [&]<class F>(std::type_identity<F>) { return bessel<F>(n, w, options, norm); });
        },
        "N"_a, "Wn"_a, "btype"_a = "low", "analog"_a = false, "output"_a = "ba", "norm"_a = "phase",
        "fs"_a = nb::none(), doc("scipy::signal::bessel"));
}

void bind_prototypes(nb::module_& m) {
    m.def(
        "buttap", [](NumberArg n) { return ZerosPolesTuple(tuple_of(buttap(n))); }, "N"_a,
        doc("scipy::signal::buttap"));
    m.def(
        "cheb1ap", [](NumberArg n, NumberArg rp) { return ZerosPolesTuple(tuple_of(cheb1ap(n, rp))); }, "N"_a, "rp"_a,
        doc("scipy::signal::cheb1ap"));
    m.def(
        "cheb2ap", [](NumberArg n, NumberArg rs) { return ZerosPolesTuple(tuple_of(cheb2ap(n, rs))); }, "N"_a, "rs"_a,
        doc("scipy::signal::cheb2ap"));
    m.def(
        "ellipap",
        [](NumberArg n, NumberArg rp, NumberArg rs) { return ZerosPolesTuple(tuple_of(ellipap(n, rp, rs))); }, "N"_a,
        "rp"_a, "rs"_a, doc("scipy::signal::ellipap"));
    m.def(
        "besselap",
        [](NumberArg n, WordArg<"Literal['phase', 'delay', 'mag']"> norm) {
            return ZerosPolesTuple(tuple_of(besselap(n, norm)));
        },
        "N"_a, "norm"_a = "phase", doc("scipy::signal::besselap"));
}

using OrderFunction = FilterOrder (*)(const Numbers&, const Numbers&, double, double, bool, std::optional<double>);

template <OrderFunction function>
void bind_order(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](NumbersArg wp, NumbersArg ws, NumberArg gpass, NumberArg gstop, BoolArg analog, OptionalRateArg fs) {
            return Typed<"tuple[int, ndarray]">(tuple_of(function(wp, ws, gpass, gstop, analog, fs)));
        },
        "wp"_a, "ws"_a, "gpass"_a, "gstop"_a, "analog"_a = false, "fs"_a = nb::none(), text);
}

void bind_resonators(nb::module_& m) {
    m.def(
        "iirnotch", [](NumberArg w0, NumberArg q, RateArg fs) { return PairOfArrays(tuple_of(iirnotch(w0, q, fs))); },
        "w0"_a, "Q"_a, "fs"_a = 2.0, doc("scipy::signal::iirnotch"));
    m.def(
        "iirpeak", [](NumberArg w0, NumberArg q, RateArg fs) { return PairOfArrays(tuple_of(iirpeak(w0, q, fs))); },
        "w0"_a, "Q"_a, "fs"_a = 2.0, doc("scipy::signal::iirpeak"));
    m.def(
        "iircomb",
        [](NumberArg w0, NumberArg q, WordArg<"Literal['notch', 'peak']"> ftype, RateArg fs, BoolArg pass_zero) {
            return PairOfArrays(tuple_of(iircomb(w0, q, ftype, fs, pass_zero)));
        },
        "w0"_a, "Q"_a, "ftype"_a = "notch", "fs"_a = 2.0, nb::kw_only(), "pass_zero"_a = false,
        doc("scipy::signal::iircomb"));
    m.def(
        "gammatone",
        [](NumberArg freq, WordArg<"Literal['fir', 'iir']"> ftype, OptionalIntArg order, OptionalIntArg numtaps,
           OptionalRateArg fs) { return PairOfArrays(tuple_of(gammatone(freq, ftype, order, numtaps, fs))); },
        "freq"_a, "ftype"_a, "order"_a = nb::none(), "numtaps"_a = nb::none(), "fs"_a = nb::none(),
        doc("scipy::signal::gammatone"));
}

void bind_transforms(nb::module_& m) {
    m.def(
        "bilinear", [](NumbersArg b, NumbersArg a, RateArg fs) { return PairOfArrays(tuple_of(bilinear(b, a, fs))); },
        "b"_a, "a"_a, "fs"_a = 1.0, doc("scipy::signal::bilinear"));
    m.def(
        "bilinear_zpk",
        [](NumbersArg z, NumbersArg p, NumbersArg k, RateArg fs) {
            return ZerosPolesTuple(tuple_of(bilinear_zpk(z, p, k, fs)));
        },
        "z"_a, "p"_a, "k"_a, "fs"_a, doc("scipy::signal::bilinear_zpk"));
    m.def(
        "lp2lp",
        [](NumbersArg b, NumbersArg a, NumbersArg wo) { return PairOfArrays(tuple_of(lp2lp(b, a, first_number(wo)))); },
        "b"_a, "a"_a, "wo"_a = 1.0, doc("scipy::signal::lp2lp"));
    m.def(
        "lp2hp",
        [](NumbersArg b, NumbersArg a, NumbersArg wo) { return PairOfArrays(tuple_of(lp2hp(b, a, first_number(wo)))); },
        "b"_a, "a"_a, "wo"_a = 1.0, doc("scipy::signal::lp2hp"));
    m.def(
        "lp2bp",
        [](NumbersArg b, NumbersArg a, NumberArg wo, NumberArg bw) {
            return PairOfArrays(tuple_of(lp2bp(b, a, wo, bw)));
        },
        "b"_a, "a"_a, "wo"_a = 1.0, "bw"_a = 1.0, doc("scipy::signal::lp2bp"));
    m.def(
        "lp2bs",
        [](NumbersArg b, NumbersArg a, NumberArg wo, NumberArg bw) {
            return PairOfArrays(tuple_of(lp2bs(b, a, wo, bw)));
        },
        "b"_a, "a"_a, "wo"_a = 1.0, "bw"_a = 1.0, doc("scipy::signal::lp2bs"));
    m.def(
        "lp2lp_zpk",
        [](NumbersArg z, NumbersArg p, NumbersArg k, NumberArg wo) {
            return ZerosPolesTuple(tuple_of(lp2lp_zpk(z, p, k, wo)));
        },
        "z"_a, "p"_a, "k"_a, "wo"_a = 1.0, doc("scipy::signal::lp2lp_zpk"));
    m.def(
        "lp2hp_zpk",
        [](NumbersArg z, NumbersArg p, NumbersArg k, NumberArg wo) {
            return ZerosPolesTuple(tuple_of(lp2hp_zpk(z, p, k, wo)));
        },
        "z"_a, "p"_a, "k"_a, "wo"_a = 1.0, doc("scipy::signal::lp2hp_zpk"));
    m.def(
        "lp2bp_zpk",
        [](NumbersArg z, NumbersArg p, NumbersArg k, NumberArg wo, NumberArg bw) {
            return ZerosPolesTuple(tuple_of(lp2bp_zpk(z, p, k, wo, bw)));
        },
        "z"_a, "p"_a, "k"_a, "wo"_a = 1.0, "bw"_a = 1.0, doc("scipy::signal::lp2bp_zpk"));
    m.def(
        "lp2bs_zpk",
        [](NumbersArg z, NumbersArg p, NumbersArg k, NumberArg wo, NumberArg bw) {
            return ZerosPolesTuple(tuple_of(lp2bs_zpk(z, p, k, wo, bw)));
        },
        "z"_a, "p"_a, "k"_a, "wo"_a = 1.0, "bw"_a = 1.0, doc("scipy::signal::lp2bs_zpk"));
}

void bind_conversions(nb::module_& m) {
    m.def(
        "tf2zpk", [](NumbersArg b, NumbersArg a) { return ZerosPolesTuple(tuple_of(tf2zpk(b, a))); }, "b"_a, "a"_a,
        doc("scipy::signal::tf2zpk"));
    m.def(
        "zpk2tf", [](NumbersArg z, NumbersArg p, NumbersArg k) { return PairOfArrays(tuple_of(zpk2tf(z, p, k))); },
        "z"_a, "p"_a, "k"_a, doc("scipy::signal::zpk2tf"));
    m.def(
        "tf2sos",
        [](NumbersArg b, NumbersArg a, PairingArg pairing, BoolArg analog) {
            return tf2sos(b, a, word_or_none(pairing), analog);
        },
        "b"_a, "a"_a, "pairing"_a = nb::none(), nb::kw_only(), "analog"_a = false, doc("scipy::signal::tf2sos"));
    m.def(
        "zpk2sos",
        [](NumbersArg z, NumbersArg p, NumbersArg k, PairingArg pairing, BoolArg analog) {
            return zpk2sos(z, p, k, word_or_none(pairing), analog);
        },
        "z"_a, "p"_a, "k"_a, "pairing"_a = nb::none(), nb::kw_only(), "analog"_a = false,
        doc("scipy::signal::zpk2sos"));
    m.def(
        "sos2tf",
        [](NumbersArg sos) {
            Coefficients found = sos2tf(sos);
            if (is_single(sos.object)) {
                const auto single = [](const ndarray& a) {
                    return a.astype(is_complex(a.dtype()) ? DType::complex64 : DType::float32);
                };
                found = {single(found.b), single(found.a)};
            }
            return PairOfArrays(tuple_of(std::move(found)));
        },
        "sos"_a, doc("scipy::signal::sos2tf"));
    m.def(
        "sos2zpk", [](NumbersArg sos) { return ZerosPolesTuple(tuple_of(sos2zpk(sos))); }, "sos"_a,
        doc("scipy::signal::sos2zpk"));
    m.def(
        "normalize",
        [](NumbersArg b, NumbersArg a) { return PairOfArrays(tuple_of(normalize(aligned_numbers(b.object), a))); },
        "b"_a, "a"_a, doc("scipy::signal::normalize"));
}

}  // namespace

void bind_scipy_signal_design(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_signal");
    bad_coefficients() = nb::steal(PyErr_NewExceptionWithDoc("cuprumx.scipy.signal.BadCoefficients",
                                                             "A warning of badly conditioned coefficients of a filter.",
                                                             PyExc_UserWarning, nullptr));
    m.attr("_BadCoefficients") = bad_coefficients();
    set_signal_warning(show_warning);
    bind_families(m);
    bind_prototypes(m);
    bind_order<buttord>(m, "buttord", doc("scipy::signal::buttord"));
    bind_order<cheb1ord>(m, "cheb1ord", doc("scipy::signal::cheb1ord"));
    bind_order<cheb2ord>(m, "cheb2ord", doc("scipy::signal::cheb2ord"));
    bind_order<ellipord>(m, "ellipord", doc("scipy::signal::ellipord"));
    m.def(
        "band_stop_obj",
        [](NumberArg wp, AxisArg ind, NumbersArg passb, NumbersArg stopb, NumberArg gpass, NumberArg gstop,
           WordArg<"Literal['butter', 'cheby', 'ellip']"> type) {
            return band_stop_obj(wp, ind, passb, stopb, gpass, gstop, type);
        },
        "wp"_a, "ind"_a, "passb"_a, "stopb"_a, "gpass"_a, "gstop"_a, "type"_a, doc("scipy::signal::band_stop_obj"));
    bind_resonators(m);
    bind_transforms(m);
    bind_conversions(m);
}

}  // namespace cuprum::python
