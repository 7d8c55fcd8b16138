// cuprumx.scipy.interpolate: what its classes are made of. They hold arrays, and the values of C++ are made of these
// for a call.
#include "cuprum/scipy/interpolate.h"

#include "../array.h"
#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/scipy/interpolate_polynomials.h"
#include "cuprum/transfer.h"
#include "interpolate_args.h"
#include "optional_arg.h"

namespace cuprum::python {
namespace {

using namespace scipy::interpolate;

Scalar real_number(const ScalarArg& number) { return Scalar(number); }

double to_double(const ScalarArg& number) { return real_number(number).to_double(); }

int to_int(const AxisArg& number) { return static_cast<int>(std::int64_t(number)); }

std::vector<double> to_doubles(const ndarray& a) {
    return a.astype(DType::float64, 'C', Casting::unsafe, false).to_vector<double>();
}

ndarray from_doubles(const std::vector<double>& numbers) {
    return array_from_host(numbers.data(), DType::float64, {static_cast<std::int64_t>(numbers.size())});
}

void bind_polynomials(nb::module_& m) {
    m.def("_barycentric_weights", [](ArrayArg xi) { return BarycentricInterpolator::weights(xi); });
    m.def("_barycentric_value",
          [](ArrayArg xi, ArrayArg yi, AxisArg axis, ArrayArg wi, ArrayArg places, AxisArg order) {
              const ndarray& weights = wi;
              return BarycentricInterpolator(xi, yi, axis, &weights).derivative(places, to_int(order));
          });
    m.def("_barycentric_values",
          [](ArrayArg xi, ArrayArg yi, AxisArg axis, ArrayArg wi, ArrayArg places, OptionalIntArg count) {
              const ndarray& weights = wi;
              const std::optional<std::int64_t> wanted = count;
              return BarycentricInterpolator(xi, yi, axis, &weights)
                  .derivatives(places, wanted ? std::optional(static_cast<int>(*wanted)) : std::nullopt);
          });
}

/// What a pickle has of a smoothing spline.
void set_smoothing(SmoothingSpline& spline, const nb::tuple& state) {
    const nb::object arrays = state[0], numbers = state[1], counts = state[4];
    const auto number = [&](const nb::object& from, int at) { return nb::cast<double>(from[at]); };
    std::vector<double>* vectors[] = {&spline.x, &spline.y, &spline.w, &spline.t, &spline.c};
    for (int k = 0; k < 5; ++k) *vectors[k] = to_doubles(nb::cast<ndarray>(arrays[k]));
    spline.begin = number(numbers, 0);
    spline.end = number(numbers, 1);
    spline.s = number(numbers, 2);
    spline.residual = number(numbers, 3);
    spline.k = nb::cast<int>(numbers[4]);
    spline.status = nb::cast<int>(numbers[5]);
    spline.search = {to_doubles(nb::cast<ndarray>(state[2])),
                     nb::cast<ndarray>(state[3]).to_vector<std::int64_t>(),
                     number(counts, 0),
                     number(counts, 1),
                     nb::cast<std::int64_t>(counts[2]),
                     nb::cast<std::size_t>(counts[3])};
}

void bind_smoothing(nb::module_& m) {
    nb::class_<SmoothingSpline>(m, "_Smoothing")
        .def("__init__",
             [](SmoothingSpline* self, ArrayArg x, ArrayArg y, ArrayArg w, ScalarArg begin, ScalarArg end, AxisArg k,
                ScalarArg s) {
                 new (self) SmoothingSpline(to_doubles(x), to_doubles(y), to_doubles(w), to_double(begin),
                                            to_double(end), to_int(k), to_double(s));
             })
        .def("__getstate__",
             [](const SmoothingSpline& self) {
                 const SmoothingSpline::Search& search = self.search;
                 return Typed<"tuple">(nb::make_tuple(
                     nb::make_tuple(from_doubles(self.x), from_doubles(self.y), from_doubles(self.w),
                                    from_doubles(self.t), from_doubles(self.c)),
                     nb::make_tuple(self.begin, self.end, self.s, self.residual, self.k, self.status),
                     from_doubles(search.interval_residuals), asarray(search.interval_points),
                     nb::make_tuple(search.first_residual, search.last_residual, search.added, search.room)));
             })
        .def("__setstate__",
             [](SmoothingSpline& self, nb::tuple state) { set_smoothing(*new (&self) SmoothingSpline, state); })
        .def("smooth", [](SmoothingSpline& self, ScalarArg s) { self.smooth(to_double(s)); })
        .def_prop_ro("t", [](const SmoothingSpline& self) { return from_doubles(self.t); })
        .def_prop_ro("c", [](const SmoothingSpline& self) { return from_doubles(self.c); })
        .def_prop_ro("residual", [](const SmoothingSpline& self) { return self.residual; })
        .def_prop_ro("status", [](const SmoothingSpline& self) { return self.status; });
    m.def("_smoothing_with_knots", [](ArrayArg x, ArrayArg y, ArrayArg w, ArrayArg t, AxisArg k) {
        return SmoothingSpline::with_knots(to_doubles(x), to_doubles(y), to_doubles(w), to_doubles(t), to_int(k));
    });
    m.def("_knots_fit", [](ArrayArg x, ArrayArg t, AxisArg k) {
        return SmoothingSpline::knots_fit(to_doubles(x), to_doubles(t), to_int(k));
    });
    // The kinds of what is outside are FITPACK's: 0 goes on, 1 is zero, 3 is the value at the end.
    m.def("_spline_value_outside", [](ArrayArg t, ArrayArg c, AxisArg k, ArrayArg places, AxisArg nu, AxisArg outside) {
        return spline_value_outside(BSpline::construct_fast(t, c, to_int(k)), places, to_int(nu), to_int(outside));
    });
}

}  // namespace

void bind_scipy_interpolate(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_interpolate");
    bind_polynomials(m);
    bind_smoothing(m);
}

}  // namespace cuprum::python
