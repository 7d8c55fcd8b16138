// cuprumx.scipy.signal: responses of filters that call a function with what they find.
#include "cuprum/scipy/signal_response.h"

#include "signal_args.h"

namespace cuprum::python {
namespace {

using namespace scipy::signal;

using PairOfArrays = Typed<"tuple[ndarray, ndarray]">;
using PlotArg = OptionalArg<"Callable[[ndarray, ndarray], Any]">;

constexpr double whole_circle = 2 * std::numbers::pi;

PairOfArrays pair_of(const Response& response) { return nb::make_tuple(response.w, response.h); }

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
        [](ArrayArg b, ArrayArg a, FrequenciesArg worn, BoolArg whole, PlotArg plot, RateArg fs,
           BoolArg include_nyquist) {
            return plotted(freqz(b, a, worn.or_count(512), {whole, fs, include_nyquist}), plot);
        },
        "b"_a, "a"_a = 1, "worN"_a = 512, "whole"_a = false, "plot"_a = nb::none(), "fs"_a = whole_circle,
        "include_nyquist"_a = false, doc("scipy::signal::freqz"));
    m.def(
        "freqs",
        [](NumbersArg b, NumbersArg a, FrequenciesArg worn, PlotArg plot) {
            return plotted(freqs(b, a, worn.or_count(200)), plot);
        },
        "b"_a, "a"_a, "worN"_a = 200, "plot"_a = nb::none(), doc("scipy::signal::freqs"));
}

}  // namespace cuprum::python
