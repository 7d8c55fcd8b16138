// Python's objects that say how tests of cuprumx.scipy.stats draw samples anew.
#include "stats_args.h"

#include <cmath>

#include "../argument.h"
#include "cuprum/creation.h"
#include "cuprum/manipulation.h"

namespace cuprum::python {

namespace stats = scipy::stats;

namespace {

nb::object python_part(const char* name) { return nb::module_::import_("cuprumx.scipy.stats._resampling").attr(name); }

bool is_a(PyObject* object, const char* name) { return nb::isinstance(nb::handle(object), python_part(name)); }

std::function<ndarray(const Shape&)> draw_by(nb::object function) {
    return [function](const Shape& shape) -> ndarray {
        return make_array(function(nb::arg("size") = nb::tuple(nb::cast(Dims(shape)))).ptr(), std::nullopt, false);
    };
}

/// What all methods have. A seed makes a new generator for each test, a generator goes on.
template <class Method>
Method method_of(nb::handle given) {
    Method method;
    method.n_resamples = nb::cast<double>(nb::float_(nb::object(given.attr("n_resamples"))));
    if (const nb::object batch = given.attr("batch"); !batch.is_none())
        method.batch = nb::cast<double>(nb::float_(batch));
    method.rng = [rng = nb::object(given.attr("rng"))] {
        const nb::object generator = python_part("generator_of")(rng);
        const bool is_state = nb::hasattr(generator, "random_sample");
        return stats::ResamplingNumbers{draw_by(generator.attr(is_state ? "random_sample" : "random")),
                                        draw_by(generator.attr("standard_normal"))};
    };
    return method;
}

}  // namespace

std::vector<std::optional<double>> HeldNumbersArg::get() const {
    std::vector<std::optional<double>> numbers;
    for (nb::handle one : nb::iter(nb::handle(object)))
        numbers.push_back(one.is_none() ? std::nullopt : std::optional(nb::cast<double>(one)));
    return numbers;
}

namespace {

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

}  // namespace

stats::FitOptions::Minimizer MinimizerArg::get() const {
    if (is_none()) return {};
    return [callable = nb::borrow(object)](const stats::FitOptions::Objective& f, const std::vector<double>& begin) {
        const LentObjective lent(f);
        return nb::cast<std::vector<double>>(callable(lent.function(), begin));
    };
}

random::Source& RandomSourceArg::get() const {
    held_ = nb::module_::import_("cuprumx.scipy.stats._distributions").attr("_source")(nb::handle(object));
    return nb::cast<random::Source&>(held_);
}

stats::ResamplingMethod ResamplingArg::get() const {
    if (is_none()) return {};
    const nb::handle given(object);
    if (is_a(object, "PermutationMethod")) return method_of<stats::PermutationMethod>(given);
    if (!is_a(object, "MonteCarloMethod"))
        throw ValueError("`method` must be an instance of `PermutationMethod`, `MonteCarloMethod`, or None.");
    auto method = method_of<stats::MonteCarloMethod>(given);
    const nb::object rvs = given.attr("rvs");
    if (PyCallable_Check(rvs.ptr())) method.rvs.push_back(draw_by(rvs));
    else if (!rvs.is_none())
        for (nb::handle one : rvs) method.rvs.push_back(draw_by(nb::borrow(one)));
    return method;
}

stats::MannwhitneyMethod MannwhitneyMethodArg::get() const {
    if (PyUnicode_Check(object)) return nb::cast<std::string>(nb::handle(object));
    if (!is_a(object, "PermutationMethod"))
        throw ValueError("`method` must be one of {'asymptotic', 'exact', 'auto'} or a `PermutationMethod`.");
    return method_of<stats::PermutationMethod>(nb::handle(object));
}

std::optional<stats::BootstrapMethod> BootstrapArg::get() const {
    if (is_none()) return std::nullopt;
    if (!is_a(object, "BootstrapMethod"))
        throw ValueError("`method` must be an instance of `BootstrapMethod` or None.");
    auto method = method_of<stats::BootstrapMethod>(nb::handle(object));
    method.method = nb::cast<std::string>(nb::object(nb::handle(object).attr("method")));
    return method;
}

stats::BinStatistic BinStatisticArg::get() const {
    const nb::object given = nb::borrow(object);
    if (!PyCallable_Check(object)) return nb::cast<std::string>(nb::str(given));
    // Functions that have a name here need not be called for each bin.
    for (const char* name : {"mean", "std", "median", "sum", "min", "max"})
        if (nb::object(nb::module_::import_("cuprum").attr(name)).is(given)) return std::string(name);
    return stats::BinStatistic::Function([given](const ndarray& values) {
        try {
            return make_array(given(wrap_object(ndarray(values))).ptr(), std::nullopt, false).reshape({});
        } catch (const std::exception&) {
            if (values.size()) throw;
        }
        return full({}, Scalar(std::nan("")));  // of nothing many functions have no value
    });
}

namespace {

bool has_length(PyObject* object) { return !is_ndarray(object) ? PySequence_Check(object) : unwrap(object).ndim() > 0; }

ndarray edges_of(PyObject* object, std::optional<DType> dtype = {}) { return make_array(object, dtype, false); }

std::variant<std::int64_t, ndarray> bins_of_axis(nb::handle one) {
    if (is_index(one.ptr())) return to_index(one.ptr());
    return edges_of(one.ptr());
}

}  // namespace

stats::Bins BinsArg::get(std::int64_t axes, const ObjectArg& earlier) const {
    stats::Bins bins;
    if (!earlier.is_none()) {
        for (nb::handle edges : nb::object(nb::handle(earlier.object).attr("bin_edges")))
            bins.emplace_back(edges_of(edges.ptr()));
        return bins;
    }
    const bool is_array = is_ndarray(object) || is_numpy_array(object);
    if (is_index(object) && !(is_array && has_length(object)))
        return stats::Bins(static_cast<std::size_t>(axes), to_index(object));
    const nb::object given = nb::borrow(object);
    if (is_array && axes == 1 && nb::len(given) != 1) return {edges_of(object)};
    const nb::object list =
        is_array && nb::cast<int>(given.attr("ndim")) == 1 ? nb::object(given.attr("tolist")()) : given;
    for (nb::handle one : nb::iter(list)) bins.push_back(bins_of_axis(one));
    return bins;
}

stats::Bins BinsArg::of_line() const {
    const ObjectArg none{Py_None};
    if (!is_index(object) || has_length(object))
        if (nb::len(nb::handle(object)) != 1) return {edges_of(object)};
    return get(1, none);
}

stats::Bins BinsArg::of_plane() const {
    const ObjectArg none{Py_None};
    if (has_length(object) && nb::len(nb::handle(object)) > 2) return stats::Bins(2, edges_of(object, DType::float64));
    return get(2, none);
}

ndarray BinSampleArg::get() const {
    if (!PyList_Check(object) && !PyTuple_Check(object)) {
        return argument<DeviceArrayArg>(object).get();
    }
    std::vector<ndarray> coordinates;
    for (nb::handle one : nb::iter(nb::handle(object))) coordinates.push_back(edges_of(one.ptr()));
    return stack(coordinates, 1);
}

std::int64_t BinSampleArg::axes() const {
    if (PyList_Check(object) || PyTuple_Check(object)) return static_cast<std::int64_t>(nb::len(nb::handle(object)));
    const ndarray sample = get();
    return sample.ndim() < 2 ? 1 : sample.shape()[1];
}

stats::BinRanges BinRangesArg::get(bool is_ignored) const {
    stats::BinRanges ranges;
    if (is_none() || is_ignored) return ranges;
    const nb::object given = nb::borrow(object);
    const auto pair = [](const nb::object& ends) {
        return std::pair(nb::cast<double>(nb::float_(nb::object(ends[0]))),
                         nb::cast<double>(nb::float_(nb::object(ends[1]))));
    };
    if (nb::len(given) == 2 && !nb::hasattr(nb::object(given[0]), "__len__")) return {pair(given)};
    for (nb::handle ends : nb::iter(given)) ranges.push_back(pair(nb::borrow(ends)));
    return ranges;
}

}  // namespace cuprum::python
