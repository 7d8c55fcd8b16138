// cuprumx.scipy.stats: the classes of distributions, which take Python's objects.
#include "cuprum/scipy/stats.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "../array.h"
#include "../declared.h"
#include "stats_args.h"

namespace cuprum::python {
namespace {

namespace stats = cuprum::scipy::stats;

/// The parameters of a family, each an array or a number, which the argument holds.
struct ShapesArg : Arg<"Sequence[ArrayLike]"> {
    std::vector<Operand> get() const {
        held_ = nb::tuple(nb::borrow(object));
        given_.clear();
        for (nb::handle item : held_) given_.emplace_back().object = item.ptr();
        return {given_.begin(), given_.end()};
    }

private:
    mutable nb::object held_;
    mutable std::vector<DeviceOperandArg> given_;
};

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
            [](const Distribution& d, Arg<"Any"> source, OptionalShapeArg size, ShapesArg shapes, DeviceOperandArg loc,
               DeviceOperandArg scale) {
                return d.rvs(nb::cast<random::Source&>(nb::handle(source.object)), size, shapes.get(), loc, scale);
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
    type.def(
        "interval",
        [](const Distribution& d, ArrayArg confidence, ShapesArg shapes, DeviceOperandArg loc, DeviceOperandArg scale) {
            return to_python(d.interval(confidence, shapes.get(), loc, scale));
        },
        "confidence"_a, "shapes"_a, "loc"_a, "scale"_a);
    type.def(
        "support",
        [](const Distribution& d, ShapesArg shapes, DeviceOperandArg loc, DeviceOperandArg scale) {
            return to_python(d.support(shapes.get(), loc, scale));
        },
        "shapes"_a, "loc"_a, "scale"_a);
    type.def(
        "nnlf",
        [](const Distribution& d, DeviceArrayArg x, ShapesArg shapes, DeviceOperandArg loc, DeviceOperandArg scale) {
            return d.nnlf(x, shapes.get(), loc, scale);
        },
        "x"_a, "shapes"_a, "loc"_a, "scale"_a);
    type.def(
        "expect",
        [](const Distribution& d, Arg<"Any"> func, ShapesArg shapes, DeviceOperandArg loc, DeviceOperandArg scale,
           std::optional<double> lb, std::optional<double> ub, BoolArg conditional) -> Typed<"float"> {
            std::function<ndarray(const ndarray&)> function;
            if (const nb::handle callable(func.object); !callable.is_none())
                function = [callable](const ndarray& x) {
                    return make_array(callable(wrap_object(ndarray(x))).ptr(), std::nullopt, false);
                };
            return from_scalar(d.expect(function, shapes.get(), loc, scale, {lb, ub, conditional}), false);
        },
        "func"_a.none(), "shapes"_a, "loc"_a, "scale"_a, "lb"_a.none(), "ub"_a.none(), "conditional"_a);
    const auto add = [&](const char* name, What what) {
        type.def(
            name,
            [what](const Distribution& d, DeviceOperandArg x, ShapesArg shapes, DeviceOperandArg loc,
                   DeviceOperandArg scale) { return d.compute(what, x, shapes.get(), loc, scale); },
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
    bind_distributions(m);
}

}  // namespace cuprum::python
