// cuprumx.scipy.signal: responses of filters.
#include "cuprum/scipy/signal_response.h"

#include "signal_frequencies.h"

namespace cuprum::python {
namespace {

using namespace scipy::signal;

using PlotArg = OptionalArg<"Callable[[ndarray, ndarray], Any]">;

constexpr double whole_circle = 2 * std::numbers::pi;

PairOfArrays plotted(const Response& response, const PlotArg& plot) {
    PairOfArrays result = pair_of(response);
    if (!plot.is_none()) nb::handle(plot.object)(result[0], result[1]);
    return result;
}

}  // namespace

void bind_scipy_signal_response(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_signal");
    m.def(
        "freqz",
        [](ArrayArg b, ArrayArg a, CountArg worn, BoolArg whole, PlotArg plot, RateArg fs, BoolArg include_nyquist) {
            return plotted(freqz(b, a, frequency_choice(worn, 512), {whole, fs, include_nyquist}), plot);
        },
        "b"_a, "a"_a = 1, "worN"_a = 512, "whole"_a = false, "plot"_a = nb::none(), "fs"_a = whole_circle,
        "include_nyquist"_a = false, doc("scipy::signal::freqz"));
    m.def(
        "freqz_zpk",
        [](ArrayArg z, ArrayArg p, NumbersArg k, CountArg worn, BoolArg whole, RateArg fs) {
            const Numbers gain = k;
            if (gain.size() != 1) throw ValueError("k must be a single gain");
            const Scalar number = gain.is_complex() ? Scalar(gain.values()[0]) : Scalar(gain.values()[0].real());
            return pair_of(freqz_zpk(z, p, number, frequency_choice(worn, 512), {whole, fs}));
        },
        "z"_a, "p"_a, "k"_a, "worN"_a = 512, "whole"_a = false, "fs"_a = whole_circle, doc("scipy::signal::freqz_zpk"));
    for (const char* name : {"freqz_sos", "sosfreqz"})
        m.def(
            name,
            [](ArrayArg sos, CountArg worn, BoolArg whole, RateArg fs) {
                return pair_of(freqz_sos(sos, frequency_choice(worn, 512), {whole, fs}));
            },
            "sos"_a, "worN"_a = 512, "whole"_a = false, "fs"_a = whole_circle, doc("scipy::signal::freqz_sos"));
    m.def(
        "freqs",
        [](NumbersArg b, NumbersArg a, CountArg worn, PlotArg plot) {
            return plotted(freqs(b, a, frequency_choice(worn, 200)), plot);
        },
        "b"_a, "a"_a, "worN"_a = 200, "plot"_a = nb::none(), doc("scipy::signal::freqs"));
    m.def(
        "freqs_zpk",
        [](NumbersArg z, NumbersArg p, NumbersArg k, CountArg worn) {
            return pair_of(freqs_zpk(z, p, k, frequency_choice(worn, 200)));
        },
        "z"_a, "p"_a, "k"_a, "worN"_a = 200, doc("scipy::signal::freqs_zpk"));
    m.def(
        "group_delay",
        [](Arg<"Sequence[ArrayLike]"> system, CountArg w, BoolArg whole, RateArg fs) {
            const nb::sequence both = nb::cast<nb::sequence>(nb::handle(system.object));
            if (nb::len(both) != 2) throw ValueError("group_delay: system must be a pair (b, a)");
            const nb::object first = both[0], second = both[1];
            NumbersArg b, a;
            b.object = first.ptr();
            a.object = second.ptr();
            return pair_of(group_delay(b, a, frequency_choice(w, 512), {whole, fs}));
        },
        "system"_a, "w"_a = 512, "whole"_a = false, "fs"_a = whole_circle, doc("scipy::signal::group_delay"));
    m.def(
        "findfreqs",
        [](NumbersArg num, NumbersArg den, AxisArg count, WordArg<"Literal['ba', 'zp']"> kind) {
            return findfreqs(num, den, count, kind);
        },
        "num"_a, "den"_a, "N"_a, "kind"_a = "ba", doc("scipy::signal::findfreqs"));
}

}  // namespace cuprum::python
