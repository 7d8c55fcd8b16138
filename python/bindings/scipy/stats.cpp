// cuprumx.scipy.stats: what of distributions takes a function of Python's, or is one function of C++; warnings.
#include "cuprum/scipy/stats.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "../array.h"
#include "../declared.h"
#include "stats_args.h"

namespace cuprum::python {

void bind_declared_stats(nb::module_& m);

namespace {

namespace stats = cuprum::scipy::stats;

/// Functions of a value, which are one function of C++, and the expectation of a function of Python's.
void bind_distributions(nb::module_& m) {
    using stats::Distribution;
    using What = Distribution::What;
    auto type = nb::borrow<nb::class_<Distribution>>(nb::type<Distribution>());
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
    bind_declared_stats(core);
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
