#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <string>

#include "cuprum/scipy/signal_design.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/orders.h"
#include "scipy/signal/design/prototypes.h"
#include "scipy/signal/design/transforms.h"

namespace cuprum::scipy::signal {
namespace {

using design::Family;
using design::Reals;
using design::Zpk;

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::tolower(c); });
    return result;
}

enum class Band { low, high, pass, stop };

/// Whether a list of words separated by blanks has this one.
bool has_word(std::string_view words, std::string_view word) {
    const std::size_t at = (" " + std::string(words) + " ").find(" " + std::string(word) + " ");
    return at != std::string::npos && !word.empty();
}

Band band_of(std::string_view name) {
    const std::string word = lower(name);
    if (has_word("l low lowpass lp", word)) return Band::low;
    if (has_word("h high highpass hp", word)) return Band::high;
    if (has_word("band bandpass pass bp", word)) return Band::pass;
    if (has_word("bs bandstop bands stop", word)) return Band::stop;
    throw ValueError("'" + std::string(name) +
                     "' is an invalid bandtype for filter: it may be 'lowpass', 'highpass', 'bandpass' or 'bandstop'");
}

struct NamedFamily {
    Family family;
    design::BesselNorm norm = design::BesselNorm::phase;
};

NamedFamily family_of(std::string_view name) {
    const std::string word = lower(name);
    if (has_word("butter butterworth", word)) return {Family::butterworth};
    if (has_word("cauer elliptic ellip", word)) return {Family::elliptic};
    if (has_word("cheby1 chebyshev1 chebyshevi", word)) return {Family::chebyshev1};
    if (has_word("cheby2 chebyshev2 chebyshevii", word)) return {Family::chebyshev2};
    if (has_word("bessel bessel_phase", word)) return {Family::bessel};
    if (word == "bessel_delay") return {Family::bessel, design::BesselNorm::delay};
    if (word == "bessel_mag") return {Family::bessel, design::BesselNorm::mag};
    throw ValueError("'" + std::string(name) + "' is not a valid basic IIR filter.");
}

double needed(std::optional<double> ripple, const char* message) {
    if (!ripple) throw ValueError(message);
    return *ripple;
}

Zpk prototype(double order, const NamedFamily& named, std::optional<double> rp, std::optional<double> rs) {
    const std::int64_t n = design::checked_order(order);
    switch (named.family) {
        case Family::butterworth: return design::butterworth(n);
        case Family::bessel: return design::bessel_thomson(n, named.norm);
        case Family::chebyshev1:
            return design::chebyshev1(
                n, needed(rp, "passband ripple (rp) must be provided to design a Chebyshev I filter."));
        case Family::chebyshev2:
            return design::chebyshev2(
                n, needed(rs, "stopband attenuation (rs) must be provided to design an Chebyshev II filter."));
        default: {
            constexpr char both[] = "Both rp and rs must be provided to design an elliptic filter.";
            return design::elliptic(n, needed(rp, both), needed(rs, both));
        }
    }
}

Zpk filter(double order, const Numbers& frequencies, const IirOptions& o, const NamedFamily& named) {
    Reals w = frequencies.reals("iirfilter");
    const Band band = band_of(o.btype);
    if (o.fs) {
        design::checked_rate(*o.fs);
        if (o.analog) throw ValueError("fs cannot be specified for an analog filter");
        for (double& f : w) f /= *o.fs / 2;
    }
    for (double f : w) {
        if (!(f > 0)) throw ValueError("filter critical frequencies must be greater than 0");
        if (!o.analog && f >= 1)
            throw ValueError(
                o.fs ? "Digital filter critical frequencies must be 0 < Wn < fs/2 (fs=" + std::to_string(*o.fs) + ")"
                     : "Digital filter critical frequencies must be 0 < Wn < 1");
    }
    if (w.size() > 1 && !(w[0] < w[1])) throw ValueError("Wn[0] must be less than Wn[1]");
    if (o.rp && *o.rp < 0) throw ValueError("passband ripple (rp) must be positive");
    if (o.rs && *o.rs < 0) throw ValueError("stopband attenuation (rs) must be positive");
    const bool two = band == Band::pass || band == Band::stop;
    if (two ? w.size() < 2 : w.size() != 1)
        throw ValueError(two ? "Wn must specify start and stop frequencies for bandpass or bandstop filter"
                             : "Must specify a single critical frequency Wn for lowpass or highpass filter");
    Zpk f = prototype(order, named, o.rp, o.rs);
    // The bilinear transform moves frequencies; these go where it brings the wanted ones from.
    constexpr double rate = 2;
    if (!o.analog)
        for (double& x : w) x = 2 * rate * std::tan(std::numbers::pi * x / rate);
    switch (band) {
        case Band::low: f = design::lowpass(f, w[0]); break;
        case Band::high: f = design::highpass(f, w[0]); break;
        case Band::pass: f = design::bandpass(f, std::sqrt(w[0] * w[1]), w[1] - w[0]); break;
        case Band::stop: f = design::bandstop(f, std::sqrt(w[0] * w[1]), w[1] - w[0]); break;
    }
    return o.analog ? f : design::bilinear(f, rate);
}

ZerosPoles on_device(const Zpk& f) {
    const std::vector<ndarray> arrays = design::arrays_of({&f.z, &f.p});
    return {arrays[0], arrays[1], design::scalar_of(f.k, f.complex_gain)};
}

template <FilterForm Form>
Form formed(const Zpk& f, bool analog) {
    if constexpr (std::same_as<Form, ZerosPoles>) return on_device(f);
    else if constexpr (std::same_as<Form, Sections>) return {design::array_of(design::to_sos(f, "", analog))};
    else {
        const design::Ba polynomials = design::to_ba(f);
        const std::vector<ndarray> arrays = design::arrays_of({&polynomials.b, &polynomials.a});
        return {arrays[0], arrays[1]};
    }
}

IirOptions options_of(const FilterOptions& o, std::optional<double> rp = {}, std::optional<double> rs = {}) {
    return {.rp = rp, .rs = rs, .btype = o.btype, .analog = o.analog, .fs = o.fs};
}

}  // namespace

template <FilterForm Form>
Form iirfilter(double N, const Numbers& Wn, const IirOptions& options) {
    const kernel::Placement here(Wn);
    return formed<Form>(filter(N, Wn, options, family_of(options.ftype)), options.analog);
}

template <FilterForm Form>
Form butter(double N, const Numbers& Wn, const FilterOptions& options) {
    const kernel::Placement here(Wn);
    return formed<Form>(filter(N, Wn, options_of(options), {Family::butterworth}), options.analog);
}

template <FilterForm Form>
Form cheby1(double N, double rp, const Numbers& Wn, const FilterOptions& options) {
    const kernel::Placement here(Wn);
    return formed<Form>(filter(N, Wn, options_of(options, rp), {Family::chebyshev1}), options.analog);
}

template <FilterForm Form>
Form cheby2(double N, double rs, const Numbers& Wn, const FilterOptions& options) {
    const kernel::Placement here(Wn);
    return formed<Form>(filter(N, Wn, options_of(options, {}, rs), {Family::chebyshev2}), options.analog);
}

template <FilterForm Form>
Form ellip(double N, double rp, double rs, const Numbers& Wn, const FilterOptions& options) {
    const kernel::Placement here(Wn);
    return formed<Form>(filter(N, Wn, options_of(options, rp, rs), {Family::elliptic}), options.analog);
}

template <FilterForm Form>
Form bessel(double N, const Numbers& Wn, const FilterOptions& options, std::string_view norm) {
    const kernel::Placement here(Wn);
    return formed<Form>(filter(N, Wn, options_of(options), {Family::bessel, design::bessel_norm(norm)}),
                        options.analog);
}

template <FilterForm Form>
Form iirdesign(const Numbers& wp, const Numbers& ws, double gpass, double gstop, const IirDesignOptions& options) {
    const kernel::Placement here(wp, ws);
    NamedFamily named;
    try {
        named = family_of(options.ftype);
    } catch (const ValueError&) {
        throw ValueError("Invalid IIR filter type: " + std::string(options.ftype));
    }
    if (named.family == Family::bessel)
        throw ValueError(std::string(options.ftype) + " does not have order selection. Use iirfilter function.");
    design::check_losses(gpass, gstop);
    const Reals pass = wp.reals("iirdesign"), stop = ws.reals("iirdesign");
    if (pass.size() != stop.size() || pass.empty() || pass.size() > 2 || wp.ndim() > 1 || ws.ndim() > 1)
        throw ValueError("wp and ws must have one or two elements each, and the same shape, got " +
                         to_string(wp.shape()) + " and " + to_string(ws.shape()));
    if (options.fs) design::checked_rate(*options.fs);
    const double limit = options.fs ? *options.fs / 2 : 1;
    for (const Reals* edges : {&pass, &stop})
        for (double edge : *edges) {
            if (edge <= 0) throw ValueError("Values for wp, ws must be greater than 0");
            if (!options.analog && edge >= limit)
                throw ValueError("Values for wp, ws must be less than " +
                                 std::string(options.fs ? "fs/2 (fs=" + std::to_string(*options.fs) + ")" : "1"));
        }
    const bool lower_pass = pass[0] < stop[0];
    if (pass.size() == 2 && !(stop[0] < pass[0] && pass[1] < stop[1]) && !(lower_pass && stop[1] < pass[1]))
        throw ValueError("Passband must lie strictly inside stopband or vice versa");
    const std::string_view band =
        pass.size() == 1 ? (lower_pass ? "lowpass" : "highpass") : (lower_pass ? "bandstop" : "bandpass");
    const design::Order order =
        design::lowest_order(named.family, {pass, stop, gpass, gstop, options.analog, options.fs});
    return formed<Form>(
        filter(static_cast<double>(order.n), order.wn,
               {.rp = gpass, .rs = gstop, .btype = band, .analog = options.analog, .fs = options.fs}, named),
        options.analog);
}

#define CUPRUM_FORM(Form)                                                                       \
    template Form iirfilter<Form>(double, const Numbers&, const IirOptions&);                   \
    template Form butter<Form>(double, const Numbers&, const FilterOptions&);                   \
    template Form cheby1<Form>(double, double, const Numbers&, const FilterOptions&);           \
    template Form cheby2<Form>(double, double, const Numbers&, const FilterOptions&);           \
    template Form ellip<Form>(double, double, double, const Numbers&, const FilterOptions&);    \
    template Form bessel<Form>(double, const Numbers&, const FilterOptions&, std::string_view); \
    template Form iirdesign<Form>(const Numbers&, const Numbers&, double, double, const IirDesignOptions&);
CUPRUM_FORM(Coefficients)
CUPRUM_FORM(ZerosPoles)
CUPRUM_FORM(Sections)
#undef CUPRUM_FORM

ZerosPoles buttap(double N) { return on_device(design::butterworth(design::checked_order(N))); }
ZerosPoles cheb1ap(double N, double rp) { return on_device(design::chebyshev1(design::checked_order(N), rp)); }
ZerosPoles cheb2ap(double N, double rs) { return on_device(design::chebyshev2(design::checked_order(N), rs)); }
ZerosPoles ellipap(double N, double rp, double rs) {
    ZerosPoles f = on_device(design::elliptic(design::checked_order(N), rp, rs));
    if (N == 1) f.p = f.p.reshape({});  // as SciPy has it
    return f;
}
ZerosPoles besselap(double N, std::string_view norm) {
    return on_device(design::bessel_thomson(design::checked_order(N), design::bessel_norm(norm)));
}

}  // namespace cuprum::scipy::signal
