// cuprumx.scipy.stats: bins, and the classes of densities and distributions, which take Python's objects.
#include "cuprum/scipy/stats.h"

#include <nanobind/stl/pair.h>

#include "../array.h"
#include "stats_args.h"

namespace cuprum::python {
namespace {

namespace stats = cuprum::scipy::stats;

void bind_bins_and_densities(nb::module_& m) {
    m.def(
        "binned_statistic_dd",
        [](DeviceArrayArg sample, DeviceArrayArg values, WordArg<"str"> statistic,
           Arg<"Sequence[int | ArrayLike]"> bins, std::vector<std::pair<double, double>> ranges) {
            std::vector<std::variant<std::int64_t, ndarray>> each;
            for (nb::handle one : nb::iter(nb::handle(bins.object))) {
                if (is_index(one.ptr())) {
                    each.emplace_back(to_index(one.ptr()));
                } else {
                    ArrayArg edges;
                    edges.object = one.ptr();
                    each.emplace_back(edges.get());
                }
            }
            stats::Binned found = stats::binned_statistic_dd(sample, values, statistic, each, ranges);
            return Typed<"tuple[ndarray, tuple[ndarray, ...], ndarray]">(
                nb::make_tuple(wrap_object(std::move(found.statistic)), wrap_tuple(std::move(found.edges)),
                               wrap_object(std::move(found.numbers))));
        },
        "sample"_a, "values"_a, "statistic"_a, "bins"_a, "ranges"_a, doc("scipy::stats::binned_statistic_dd"));
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

/// The items of a tuple, which holds them, each an array or a number.
std::vector<DeviceOperandArg> arguments_of(const nb::tuple& items) {
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

/// What a minimizer gets to call. It refers to the data of one call of `fit`: a program that keeps it gets an error
/// afterwards.
class LentObjective {
public:
    using Objective = stats::FitOptions::Objective;
    explicit LentObjective(const Objective& objective) : objective_(std::make_shared<const Objective*>(&objective)) {}
    LentObjective(const LentObjective&) = delete;
    LentObjective& operator=(const LentObjective&) = delete;
    ~LentObjective() { *objective_ = nullptr; }
    nb::object function() const {
        return nb::cpp_function([objective = objective_](const std::vector<double>& parameters) {
            if (!*objective) throw ValueError("the function that fit minimizes can be called only while fit runs");
            return (**objective)(parameters);
        });
    }

private:
    std::shared_ptr<const Objective*> objective_;
};

void bind_distributions(nb::module_& m) {
    using stats::Distribution;
    using What = Distribution::What;
    nb::class_<Distribution> type(m, "Distribution", doc("scipy::stats::Distribution"));
    type.def_prop_ro("name", [](const Distribution& d) { return std::string(d.entry().name); })
        .def_prop_ro("about", [](const Distribution& d) { return std::string(d.entry().about); })
        .def_prop_ro("shape_names", [](const Distribution& d) { return d.shape_names(); })
        .def_prop_ro("discrete", [](const Distribution& d) { return d.entry().discrete; })
        .def(
            "rvs",
            [](const Distribution& d, Arg<"Any"> source, OptionalShapeArg size, nb::sequence shapes,
               DeviceOperandArg loc, DeviceOperandArg scale) {
                const nb::tuple held(shapes);
                const std::vector<DeviceOperandArg> given = arguments_of(held);
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
                        const LentObjective lent(f);
                        return nb::cast<std::vector<double>>(callable(lent.function(), begin));
                    };
                return d.fit(data, options);
            },
            "data"_a, "fixed"_a, "start"_a, "by_moments"_a, "minimizer"_a.none(), doc("scipy::stats::fit"));
    const auto add = [&](const char* name, What what) {
        type.def(
            name,
            [what](const Distribution& d, DeviceOperandArg x, nb::sequence shapes, DeviceOperandArg loc,
                   DeviceOperandArg scale) {
                const nb::tuple held(shapes);
                const std::vector<DeviceOperandArg> given = arguments_of(held);
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
    bind_bins_and_densities(m);
    bind_distributions(m);
}

}  // namespace cuprum::python
