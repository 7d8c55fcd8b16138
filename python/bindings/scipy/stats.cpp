// cuprumx.scipy.stats.
#include "cuprum/scipy/stats.h"

#include "../array.h"

namespace cuprum::python {
namespace {

namespace stats = cuprum::scipy::stats;
using stats::Along;

using NanPolicyArg = WordArg<"Literal['propagate', 'raise', 'omit']">;

/// An array or None, where NumPy's arrays are refused.
struct OptionalDeviceArg : DeviceArrayArg {
    CUPRUM_TAKES("ArrayLike", true)
    const ndarray* pointer() const { return is_none() ? nullptr : &get(); }
};

}  // namespace

void bind_scipy_stats(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_stats");
    const auto none = nb::none();
    m.def(
        "entropy",
        [](DeviceArrayArg pk, OptionalDeviceArg qk, std::optional<double> base, AxesArg axis, NanPolicyArg nan_policy,
           BoolArg keepdims) { return stats::entropy(pk, qk.pointer(), base, {axis, nan_policy, keepdims}); },
        "pk"_a, "qk"_a = none, "base"_a = none, "axis"_a = 0, nb::kw_only(), "nan_policy"_a = "propagate",
        "keepdims"_a = false, doc("scipy::stats::entropy"));
    m.def(
        "zscore",
        [](DeviceArrayArg a, AxesArg axis, double ddof, NanPolicyArg nan_policy) {
            return stats::zscore(a, axis, ddof, nan_policy);
        },
        "a"_a, "axis"_a = 0, "ddof"_a = 0, "nan_policy"_a = "propagate", doc("scipy::stats::zscore"));
    m.def(
        "gzscore",
        [](DeviceArrayArg a, AxesArg axis, double ddof, NanPolicyArg nan_policy) {
            return stats::gzscore(a, axis, ddof, nan_policy);
        },
        "a"_a, nb::kw_only(), "axis"_a = 0, "ddof"_a = 0, "nan_policy"_a = "propagate", doc("scipy::stats::gzscore"));
    m.def(
        "zmap",
        [](DeviceArrayArg scores, DeviceArrayArg compare, AxesArg axis, double ddof, NanPolicyArg nan_policy) {
            return stats::zmap(scores, compare, axis, ddof, nan_policy);
        },
        "scores"_a, "compare"_a, "axis"_a = 0, "ddof"_a = 0, "nan_policy"_a = "propagate", doc("scipy::stats::zmap"));
    m.def(
        "trim_mean",
        [](DeviceArrayArg a, double proportiontocut, AxesArg axis, NanPolicyArg nan_policy, BoolArg keepdims) {
            return stats::trim_mean(a, proportiontocut, {axis, nan_policy, keepdims});
        },
        "a"_a, "proportiontocut"_a, "axis"_a = 0, nb::kw_only(), "nan_policy"_a = "propagate", "keepdims"_a = false,
        doc("scipy::stats::trim_mean"));
    m.def(
        "boxcox_llf",
        [](double lmb, DeviceArrayArg data, AxesArg axis, BoolArg keepdims, NanPolicyArg nan_policy) {
            return stats::boxcox_llf(lmb, data, {axis, nan_policy, keepdims});
        },
        "lmb"_a, "data"_a, nb::kw_only(), "axis"_a = 0, "keepdims"_a = false, "nan_policy"_a = "propagate",
        doc("scipy::stats::boxcox_llf"));
}

}  // namespace cuprum::python
