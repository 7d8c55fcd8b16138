// cuprumx.scipy.stats.
#include "cuprum/scipy/stats.h"

#include <nanobind/stl/pair.h>

#include "../array.h"

namespace cuprum::python {
namespace {

namespace stats = cuprum::scipy::stats;
using stats::Along;

using AlternativeArg = WordArg<"Literal['two-sided', 'less', 'greater']">;
using NanPolicyArg = WordArg<"Literal['propagate', 'raise', 'omit']">;

/// An array or None, where NumPy's arrays are refused.
struct OptionalDeviceArg : DeviceArrayArg {
    CUPRUM_TAKES("ArrayLike", true)
    const ndarray* pointer() const { return is_none() ? nullptr : &get(); }
};

template <class... Arrays>
Typed<"tuple[ndarray, ...]"> results(Arrays&&... arrays) {
    return nb::make_tuple(wrap_object(std::move(arrays))...);
}
Typed<"tuple[ndarray, ...]"> results(stats::TestResult r) { return results(r.statistic, r.pvalue); }
Typed<"tuple[ndarray, ...]"> results(stats::TTest r) {
    return results(r.statistic, r.pvalue, r.df, r.estimate, r.standard_error);
}

using Mean = ndarray (*)(const ndarray&, const Along&, std::optional<DType>, const ndarray*);
template <Mean function>
void bind_mean(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](DeviceArrayArg a, AxesArg axis, OptionalDTypeArg dtype, OptionalDeviceArg weights, NanPolicyArg nan_policy,
           BoolArg keepdims) { return function(a, {axis, nan_policy, keepdims}, dtype, weights.pointer()); },
        "a"_a, "axis"_a = 0, "dtype"_a = nb::none(), "weights"_a = nb::none(), nb::kw_only(),
        "nan_policy"_a = "propagate", "keepdims"_a = false, text);
}

void bind_moments(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "moment",
        [](DeviceArrayArg a, double order, AxesArg axis, NanPolicyArg nan_policy, std::optional<double> center,
           BoolArg keepdims) { return stats::moment(a, order, {axis, nan_policy, keepdims}, center); },
        "a"_a, "order"_a = 1.0, "axis"_a = 0, "nan_policy"_a = "propagate", nb::kw_only(), "center"_a = none,
        "keepdims"_a = false, doc("scipy::stats::moment"));
    m.def(
        "skew",
        [](DeviceArrayArg a, AxesArg axis, BoolArg bias, NanPolicyArg nan_policy, BoolArg keepdims) {
            return stats::skew(a, {axis, nan_policy, keepdims}, bias);
        },
        "a"_a, "axis"_a = 0, "bias"_a = true, "nan_policy"_a = "propagate", nb::kw_only(), "keepdims"_a = false,
        doc("scipy::stats::skew"));
    m.def(
        "kurtosis",
        [](DeviceArrayArg a, AxesArg axis, BoolArg fisher, BoolArg bias, NanPolicyArg nan_policy, BoolArg keepdims) {
            return stats::kurtosis(a, {axis, nan_policy, keepdims}, fisher, bias);
        },
        "a"_a, "axis"_a = 0, "fisher"_a = true, "bias"_a = true, "nan_policy"_a = "propagate", nb::kw_only(),
        "keepdims"_a = false, doc("scipy::stats::kurtosis"));
    m.def(
        "sem",
        [](DeviceArrayArg a, AxesArg axis, double ddof, NanPolicyArg nan_policy, BoolArg keepdims) {
            return stats::sem(a, {axis, nan_policy, keepdims}, ddof);
        },
        "a"_a, "axis"_a = 0, "ddof"_a = 1, "nan_policy"_a = "propagate", nb::kw_only(), "keepdims"_a = false,
        doc("scipy::stats::sem"));
    m.def(
        "describe",
        [](DeviceArrayArg a, AxesArg axis, double ddof, BoolArg bias, NanPolicyArg nan_policy) {
            stats::Description d = stats::describe(a, {axis, nan_policy}, ddof, bias);
            return Typed<"tuple[Any, ...]">(
                nb::make_tuple(d.counts ? wrap_object(std::move(*d.counts)) : nb::int_(d.nobs), results(d.min, d.max),
                               wrap_object(std::move(d.mean)), wrap_object(std::move(d.variance)),
                               wrap_object(std::move(d.skewness)), wrap_object(std::move(d.kurtosis))));
        },
        "a"_a, "axis"_a = 0, "ddof"_a = 1, "bias"_a = true, "nan_policy"_a = "propagate",
        doc("scipy::stats::describe"));
    bind_mean<stats::gmean>(m, "gmean", doc("scipy::stats::gmean"));
    bind_mean<stats::hmean>(m, "hmean", doc("scipy::stats::hmean"));
    m.def(
        "pmean",
        [](DeviceArrayArg a, double p, AxesArg axis, OptionalDTypeArg dtype, OptionalDeviceArg weights,
           NanPolicyArg nan_policy,
           BoolArg keepdims) { return stats::pmean(a, p, {axis, nan_policy, keepdims}, dtype, weights.pointer()); },
        "a"_a, "p"_a, nb::kw_only(), "axis"_a = 0, "dtype"_a = none, "weights"_a = none, "nan_policy"_a = "propagate",
        "keepdims"_a = false, doc("scipy::stats::pmean"));
}

void bind_ranks(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "rankdata",
        [](DeviceArrayArg a, WordArg<"Literal['average', 'min', 'max', 'dense', 'ordinal']"> method,
           OptionalIntArg axis, NanPolicyArg nan_policy) { return stats::rankdata(a, method, axis, nan_policy); },
        "a"_a, "method"_a = "average", nb::kw_only(), "axis"_a = none, "nan_policy"_a = "propagate",
        doc("scipy::stats::rankdata"));
    m.def(
        "mode",
        [](DeviceArrayArg a, AxesArg axis, NanPolicyArg nan_policy, BoolArg keepdims) {
            stats::Mode found = stats::mode(a, {axis, nan_policy, keepdims});
            return results(found.mode, found.count);
        },
        "a"_a, "axis"_a = 0, "nan_policy"_a = "propagate", "keepdims"_a = false, doc("scipy::stats::mode"));
    m.def(
        "iqr",
        [](DeviceArrayArg x, AxesArg axis, std::pair<double, double> rng, double scale, NanPolicyArg nan_policy,
           WordArg<"str"> interpolation, BoolArg keepdims) {
            return stats::iqr(x, {axis, nan_policy, keepdims}, rng.first, rng.second, scale, interpolation);
        },
        "x"_a, "axis"_a = none, "rng"_a = nb::make_tuple(25, 75), "scale"_a = 1.0, "nan_policy"_a = "propagate",
        "interpolation"_a = "linear", "keepdims"_a = false, doc("scipy::stats::iqr"));
    m.def(
        "percentileofscore",
        [](DeviceArrayArg a, ArrayArg score, WordArg<"Literal['rank', 'weak', 'strict', 'mean']"> kind,
           NanPolicyArg nan_policy) { return stats::percentileofscore(a, score, kind, nan_policy); },
        "a"_a, "score"_a, "kind"_a = "rank", "nan_policy"_a = "propagate", doc("scipy::stats::percentileofscore"));
}

void bind_correlations(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "pearsonr",
        [](DeviceArrayArg x, DeviceArrayArg y, AlternativeArg alternative, AxesArg axis) {
            return results(stats::pearsonr(x, y, alternative, axis));
        },
        "x"_a, "y"_a, "alternative"_a = "two-sided", "axis"_a = 0, doc("scipy::stats::pearsonr"));
    m.def(
        "spearmanr",
        [](DeviceArrayArg a, OptionalDeviceArg b, OptionalIntArg axis, NanPolicyArg nan_policy,
           AlternativeArg alternative) {
            return results(stats::spearmanr(a, b.pointer(), axis, nan_policy, alternative));
        },
        "a"_a, "b"_a = none, "axis"_a = 0, "nan_policy"_a = "propagate", "alternative"_a = "two-sided",
        doc("scipy::stats::spearmanr"));
    m.def(
        "kendalltau",
        [](DeviceArrayArg x, DeviceArrayArg y, NanPolicyArg nan_policy, WordArg<"str"> method,
           WordArg<"Literal['b', 'c']"> variant, AlternativeArg alternative, AxesArg axis, BoolArg keepdims) {
            return results(stats::kendalltau(x, y, {axis, nan_policy, keepdims}, method, variant, alternative));
        },
        "x"_a, "y"_a, "nan_policy"_a = "propagate", "method"_a = "auto", "variant"_a = "b",
        "alternative"_a = "two-sided", nb::kw_only(), "axis"_a = none, "keepdims"_a = false,
        doc("scipy::stats::kendalltau"));
    m.def(
        "linregress",
        [](DeviceArrayArg x, DeviceArrayArg y, AlternativeArg alternative, AxesArg axis, NanPolicyArg nan_policy,
           BoolArg keepdims) {
            stats::Line line = stats::linregress(x, y, alternative, {axis, nan_policy, keepdims});
            return results(line.slope, line.intercept, line.rvalue, line.pvalue, line.stderr_, line.intercept_stderr);
        },
        "x"_a, "y"_a, "alternative"_a = "two-sided", nb::kw_only(), "axis"_a = 0, "nan_policy"_a = "propagate",
        "keepdims"_a = false, doc("scipy::stats::linregress"));
}

void bind_tests(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "ttest_1samp",
        [](DeviceArrayArg a, DeviceOperandArg popmean, AxesArg axis, NanPolicyArg nan_policy,
           AlternativeArg alternative, BoolArg keepdims) {
            return results(stats::ttest_1samp(a, popmean, {axis, nan_policy, keepdims}, alternative));
        },
        "a"_a, "popmean"_a, "axis"_a = 0, "nan_policy"_a = "propagate", "alternative"_a = "two-sided", nb::kw_only(),
        "keepdims"_a = false, doc("scipy::stats::ttest_1samp"));
    m.def(
        "ttest_ind",
        [](DeviceArrayArg a, DeviceArrayArg b, AxesArg axis, BoolArg equal_var, NanPolicyArg nan_policy,
           AlternativeArg alternative, double trim, BoolArg keepdims) {
            return results(stats::ttest_ind(a, b, {axis, nan_policy, keepdims}, equal_var, alternative, trim));
        },
        "a"_a, "b"_a, nb::kw_only(), "axis"_a = 0, "equal_var"_a = true, "nan_policy"_a = "propagate",
        "alternative"_a = "two-sided", "trim"_a = 0.0, "keepdims"_a = false, doc("scipy::stats::ttest_ind"));
    m.def(
        "ttest_rel",
        [](DeviceArrayArg a, DeviceArrayArg b, AxesArg axis, NanPolicyArg nan_policy, AlternativeArg alternative,
           BoolArg keepdims) { return results(stats::ttest_rel(a, b, {axis, nan_policy, keepdims}, alternative)); },
        "a"_a, "b"_a, "axis"_a = 0, "nan_policy"_a = "propagate", "alternative"_a = "two-sided", nb::kw_only(),
        "keepdims"_a = false, doc("scipy::stats::ttest_rel"));
    m.def(
        "chisquare",
        [](DeviceArrayArg f_obs, OptionalDeviceArg f_exp, double ddof, AxesArg axis, BoolArg sum_check,
           NanPolicyArg nan_policy, BoolArg keepdims) {
            return results(stats::chisquare(f_obs, f_exp.pointer(), ddof, {axis, nan_policy, keepdims}, sum_check));
        },
        "f_obs"_a, "f_exp"_a = none, "ddof"_a = 0, "axis"_a = 0, nb::kw_only(), "sum_check"_a = true,
        "nan_policy"_a = "propagate", "keepdims"_a = false, doc("scipy::stats::chisquare"));
    m.def(
        "f_oneway",
        [](nb::args samples, AxesArg axis, BoolArg equal_var, NanPolicyArg nan_policy, BoolArg keepdims) {
            std::vector<ndarray> all;
            for (nb::handle sample : samples) {
                DeviceArrayArg argument;
                argument.object = sample.ptr();
                all.push_back(argument.get());
            }
            return results(stats::f_oneway(all, {axis, nan_policy, keepdims}, equal_var));
        },
        "samples"_a, nb::kw_only(), "axis"_a = 0, "equal_var"_a = true, "nan_policy"_a = "propagate",
        "keepdims"_a = false, doc("scipy::stats::f_oneway"));
    m.def(
        "mannwhitneyu",
        [](DeviceArrayArg x, DeviceArrayArg y, BoolArg use_continuity, AlternativeArg alternative, AxesArg axis,
           WordArg<"Literal['auto', 'asymptotic', 'exact']"> method, NanPolicyArg nan_policy, BoolArg keepdims) {
            return results(
                stats::mannwhitneyu(x, y, use_continuity, alternative, {axis, nan_policy, keepdims}, method));
        },
        "x"_a, "y"_a, "use_continuity"_a = true, "alternative"_a = "two-sided", "axis"_a = 0, "method"_a = "auto",
        nb::kw_only(), "nan_policy"_a = "propagate", "keepdims"_a = false, doc("scipy::stats::mannwhitneyu"));
    m.def(
        "ks_2samp",
        [](DeviceArrayArg data1, DeviceArrayArg data2, AlternativeArg alternative,
           WordArg<"Literal['auto', 'exact', 'asymp']"> method, AxesArg axis, NanPolicyArg nan_policy,
           BoolArg keepdims) {
            stats::Kolmogorov k = stats::ks_2samp(data1, data2, alternative, method, {axis, nan_policy, keepdims});
            return results(k.statistic, k.pvalue, k.location, k.sign);
        },
        "data1"_a, "data2"_a, "alternative"_a = "two-sided", "method"_a = "auto", nb::kw_only(), "axis"_a = 0,
        "nan_policy"_a = "propagate", "keepdims"_a = false, doc("scipy::stats::ks_2samp"));
}

void bind_bins_and_densities(nb::module_& m) {
    m.def(
        "binned_statistic_dd",
        [](DeviceArrayArg sample, DeviceArrayArg values, WordArg<"str"> statistic, std::vector<std::int64_t> counts,
           ArraysArg edges, std::vector<std::pair<double, double>> ranges) {
            stats::Binned found = stats::binned_statistic_dd(sample, values, statistic, counts, edges, ranges);
            return Typed<"tuple[ndarray, tuple[ndarray, ...], ndarray]">(
                nb::make_tuple(wrap_object(std::move(found.statistic)), wrap_tuple(std::move(found.edges)),
                               wrap_object(std::move(found.numbers))));
        },
        "sample"_a, "values"_a, "statistic"_a, "counts"_a, "edges"_a, "ranges"_a,
        doc("scipy::stats::binned_statistic_dd"));
    using stats::GaussianKde;
    nb::class_<GaussianKde>(m, "GaussianKde", doc("scipy::stats::GaussianKde"))
        .def(
            "__init__",
            [](GaussianKde* self, DeviceArrayArg dataset, OptionalDeviceArg weights, std::optional<double> factor) {
                new (self) GaussianKde(dataset, weights.pointer(), factor);
            },
            "dataset"_a, "weights"_a = nb::none(), "factor"_a = nb::none())
        .def_prop_ro("d", [](const GaussianKde& k) { return k.d(); })
        .def_prop_ro("n", [](const GaussianKde& k) { return k.n(); })
        .def_prop_ro("dataset", [](const GaussianKde& k) { return k.dataset(); })
        .def_prop_ro("weights", [](const GaussianKde& k) { return k.weights(); })
        .def_prop_ro("neff", [](const GaussianKde& k) { return k.neff(); })
        .def_prop_ro("factor", [](const GaussianKde& k) { return k.factor(); })
        .def_prop_ro("covariance", [](const GaussianKde& k) { return k.covariance(); })
        .def_prop_ro("cho_cov", [](const GaussianKde& k) { return k.cho_cov(); })
        .def_prop_ro("inv_cov", [](const GaussianKde& k) { return k.inv_cov(); })
        .def("scotts_factor", [](const GaussianKde& k) { return k.scotts_factor(); })
        .def("silverman_factor", [](const GaussianKde& k) { return k.silverman_factor(); })
        .def(
            "set_factor", [](GaussianKde& k, double factor) { k.set_bandwidth(factor); }, "factor"_a)
        .def(
            "evaluate", [](const GaussianKde& k, ArrayArg points) { return k.evaluate(points); }, "points"_a,
            doc("scipy::stats::evaluate"))
        .def(
            "logpdf", [](const GaussianKde& k, ArrayArg x) { return k.logpdf(x); }, "x"_a, doc("scipy::stats::logpdf"))
        .def(
            "integrate_box_1d",
            [](const GaussianKde& k, DeviceOperandArg low, DeviceOperandArg high) {
                return k.integrate_box_1d(low, high);
            },
            "low"_a, "high"_a, doc("scipy::stats::integrate_box_1d"))
        .def(
            "integrate_box",
            [](const GaussianKde& k, ArrayArg low, ArrayArg high, OptionalIntArg maxpts) {
                return k.integrate_box(low, high, maxpts);
            },
            "low_bounds"_a, "high_bounds"_a, "maxpts"_a = nb::none(), doc("scipy::stats::integrate_box"))
        .def(
            "integrate_gaussian",
            [](const GaussianKde& k, ArrayArg mean, ArrayArg cov) { return k.integrate_gaussian(mean, cov); }, "mean"_a,
            "cov"_a, doc("scipy::stats::integrate_gaussian"))
        .def(
            "integrate_kde", [](const GaussianKde& k, const GaussianKde& other) { return k.integrate_kde(other); },
            "other"_a, doc("scipy::stats::integrate_kde"))
        .def(
            "resample",
            [](const GaussianKde& k, Arg<"Any"> source, OptionalIntArg size) {
                return k.resample(nb::cast<random::Source&>(nb::handle(source.object)), size);
            },
            "source"_a, "size"_a = nb::none(), doc("scipy::stats::resample"))
        .def(
            "marginal",
            [](const GaussianKde& k, const std::vector<std::int64_t>& dimensions) { return k.marginal(dimensions); },
            "dimensions"_a, doc("scipy::stats::marginal"));
}

std::vector<Operand> operands_of(const std::vector<DeviceOperandArg>& arguments) {
    return {arguments.begin(), arguments.end()};
}

/// The items of a sequence, each an array or a number.
std::vector<DeviceOperandArg> arguments_of(nb::sequence items) {
    std::vector<DeviceOperandArg> result;
    for (nb::handle item : items) result.emplace_back().object = item.ptr();
    return result;
}

std::vector<std::optional<double>> numbers_of(nb::sequence items) {
    std::vector<std::optional<double>> result;
    for (nb::handle item : items)
        result.push_back(item.is_none() ? std::nullopt : std::optional(nb::cast<double>(item)));
    return result;
}

void bind_distributions(nb::module_& m) {
    using stats::Distribution;
    using What = Distribution::What;
    nb::class_<Distribution> type(m, "Distribution", doc("scipy::stats::Distribution"));
    type.def_prop_ro("name", [](const Distribution& d) { return std::string(d.row().name); })
        .def_prop_ro("about", [](const Distribution& d) { return std::string(d.row().about); })
        .def_prop_ro("shape_names", [](const Distribution& d) { return d.shape_names(); })
        .def_prop_ro("discrete", [](const Distribution& d) { return d.row().discrete; })
        .def(
            "rvs",
            [](const Distribution& d, Arg<"Any"> source, OptionalShapeArg size, nb::sequence shapes,
               DeviceOperandArg loc, DeviceOperandArg scale) {
                const std::vector<DeviceOperandArg> given = arguments_of(shapes);
                return d.rvs(nb::cast<random::Source&>(nb::handle(source.object)), size, operands_of(given), loc,
                             scale);
            },
            "source"_a, "size"_a.none(), "shapes"_a, "loc"_a, "scale"_a, doc("scipy::stats::rvs"))
        .def(
            "fit",
            [](const Distribution& d, DeviceArrayArg data, nb::sequence fixed, nb::sequence start, BoolArg by_moments,
               Arg<"Any"> minimizer) {
                stats::FitOptions options{numbers_of(fixed), numbers_of(start), by_moments};
                if (const nb::handle callable(minimizer.object); !callable.is_none())
                    options.minimizer = [callable](const stats::FitOptions::Objective& f,
                                                   const std::vector<double>& begin) {
                        return nb::cast<std::vector<double>>(callable(nb::cpp_function(f), begin));
                    };
                return d.fit(data, options);
            },
            "data"_a, "fixed"_a, "start"_a, "by_moments"_a, "minimizer"_a.none(), doc("scipy::stats::fit"));
    const auto add = [&](const char* name, What what) {
        type.def(
            name,
            [what](const Distribution& d, DeviceOperandArg x, nb::sequence shapes, DeviceOperandArg loc,
                   DeviceOperandArg scale) {
                const std::vector<DeviceOperandArg> given = arguments_of(shapes);
                return d.compute(what, x, operands_of(given), loc, scale);
            },
            "x"_a, "shapes"_a, "loc"_a, "scale"_a);
    };
    add("pdf", What::pdf);
    add("logpdf", What::logpdf);
    add("cdf", What::cdf);
    add("logcdf", What::logcdf);
    add("sf", What::sf);
    add("logsf", What::logsf);
    add("ppf", What::ppf);
    add("isf", What::isf);
    add("penalty", What::penalty);
    add("mean", What::mean);
    add("variance", What::variance);
    add("skewness", What::skewness);
    add("kurtosis", What::kurtosis);
    add("entropy", What::entropy);
    add("moment", What::moment);
    m.def("distributions", [] {
        nb::list all;
        for (const Distribution* d : stats::distributions()) all.append(nb::cast(d, nb::rv_policy::reference));
        return all;
    });
}

PyObject* small_sample_category;

void give_small_sample_warning(bool is_one) {
    nb::gil_scoped_acquire lock;
    const char* message = is_one ? "A sample is too small: all that is returned is NaN."
                                 : "All samples of an argument are too small: all elements that are returned are NaN.";
    if (PyErr_WarnEx(small_sample_category, message, 1) < 0) raise_python_error();
}

}  // namespace

void bind_scipy_stats(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_stats");
    small_sample_category = PyErr_NewExceptionWithDoc(
        "cuprumx.scipy.stats.SmallSampleWarning",
        "Samples have too few elements for a statistic, which is NaN.\n\nGiven where shapes "
        "tell it; of elements that `nan_policy` leaves out the host would have to wait to know.",
        PyExc_RuntimeWarning, nullptr);
    m.attr("SmallSampleWarning") = nb::handle(small_sample_category);
    stats::set_small_sample_warning(give_small_sample_warning);
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
    bind_moments(m);
    bind_ranks(m);
    bind_correlations(m);
    bind_tests(m);
    bind_bins_and_densities(m);
    bind_distributions(m);
}

}  // namespace cuprum::python
