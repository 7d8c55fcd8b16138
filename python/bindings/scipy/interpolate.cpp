// cuprumx.scipy.interpolate: what its classes are made of. They hold arrays, and the values of C++ are made of these for a
// call.
#include "cuprum/scipy/interpolate.h"

#include "../array.h"
#include "cuprum/transfer.h"

namespace cuprum::python {
namespace {

using namespace scipy::interpolate;

using Arrays = Typed<"tuple[ndarray, ...]">;

/// 0, 1 or 2 for False, True and 'periodic'.
Extrapolate to_extrapolate(std::int64_t number) { return static_cast<Extrapolate>(number); }

Scalar real_number(const ScalarArg& number) { return Scalar(number); }

double to_double(const ScalarArg& number) { return real_number(number).to_double(); }

Arrays arrays_of(const PPoly& p) { return nb::make_tuple(p.c, p.x); }
Arrays arrays_of(const BPoly& p) { return nb::make_tuple(p.c, p.x); }
Arrays arrays_of(const BSpline& s) { return nb::make_tuple(s.t, s.c); }

/// What piecewise polynomials of both bases have.
template <class Polynomial>
void bind_piecewise(nb::module_& m, const std::string& name) {
    m.def((name + "_checked").c_str(), [](ArrayArg c, ArrayArg x, AxisArg axis) {
        return arrays_of(Polynomial(c, x, Extrapolate::yes, axis));
    });
    m.def((name + "_value").c_str(),
          [](ArrayArg c, ArrayArg x, AxisArg axis, ArrayArg places, AxisArg nu, AxisArg extrapolate) {
              return Polynomial::of(c, x, Extrapolate::yes, static_cast<int>(std::int64_t(axis)))(
                  places, static_cast<int>(std::int64_t(nu)), to_extrapolate(extrapolate));
          });
    m.def((name + "_derivative").c_str(), [](ArrayArg c, ArrayArg x, AxisArg nu) {
        return Polynomial::of(c, x).derivative(static_cast<int>(std::int64_t(nu))).c;
    });
    m.def((name + "_integral").c_str(), [](ArrayArg c, ArrayArg x, ScalarArg a, ScalarArg b, AxisArg extrapolate) {
        return Polynomial::of(c, x).integrate(to_double(a), to_double(b), to_extrapolate(extrapolate));
    });
}

EndCondition to_condition(std::int64_t order, const OptionalArrayArg& value) {
    EndCondition end;
    if (order == 0) return end;
    if (order < 0) {
        end.kind = EndCondition::Kind::periodic;
        return end;
    }
    end.kind = EndCondition::Kind::derivative;
    end.order = static_cast<int>(order);
    if (!value.is_none()) end.value = *value.pointer();
    return end;
}

/// Pairs of a derivative and its value.
SplineConditions to_conditions(const ObjectArg& list) {
    SplineConditions conditions;
    if (list.is_none()) return conditions;
    for (nb::handle pair : nb::iter(list.object)) {
        const nb::object order = pair[0], value = pair[1];
        ArrayArg array;
        array.object = value.ptr();
        conditions.emplace_back(static_cast<int>(to_index(order.ptr())), array.get());
    }
    return conditions;
}

int to_int(const AxisArg& number) { return static_cast<int>(std::int64_t(number)); }

}  // namespace

void bind_scipy_interpolate(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_interpolate");
    bind_piecewise<PPoly>(m, "_ppoly");
    bind_piecewise<BPoly>(m, "_bpoly");
    m.def("_ppoly_solve", [](ArrayArg c, ArrayArg x, ScalarArg y, BoolArg discontinuity, BoolArg extrapolate) {
        const auto roots = PPoly::of(c, x).solve(
            to_double(y), {discontinuity, bool(extrapolate) ? Extrapolate::yes : Extrapolate::no});
        nb::list columns;
        for (const std::vector<double>& column : roots)
            columns.append(array_from_host(column.data(), DType::float64, {static_cast<std::int64_t>(column.size())}));
        return Typed<"list[ndarray]">(columns);
    });
    m.def("_ppoly_from_spline", [](ArrayArg t, ArrayArg c, AxisArg k) {
        return arrays_of(PPoly::from_spline(BSpline::of(t, c, to_int(k))));
    });
    m.def("_ppoly_from_bernstein",
          [](ArrayArg c, ArrayArg x) { return PPoly::from_bernstein_basis(BPoly::of(c, x)).c; });
    m.def("_bpoly_from_powers", [](ArrayArg c, ArrayArg x) { return BPoly::from_power_basis(PPoly::of(c, x)).c; });
    m.def("_bpoly_raised", [](ArrayArg c, AxisArg d) { return BPoly::raised(c, to_int(d)); });

    m.def("_hermite", [](ArrayArg x, ArrayArg y, ArrayArg dydx, AxisArg axis) {
        return arrays_of(cubic_hermite_spline(x, y, dydx, axis));
    });
    m.def("_cubic_spline", [](ArrayArg x, ArrayArg y, AxisArg axis, AxisArg first, OptionalArrayArg first_value,
                              AxisArg last, OptionalArrayArg last_value) {
        return arrays_of(
            cubic_spline(x, y, axis, to_condition(first, first_value), to_condition(last, last_value)));
    });
    m.def("_pchip", [](ArrayArg x, ArrayArg y, AxisArg axis) { return arrays_of(pchip_interpolator(x, y, axis)); });
    m.def("_akima", [](ArrayArg x, ArrayArg y, AxisArg axis, WordArg<"str"> method) {
        return arrays_of(akima_interpolator(x, y, axis, method));
    });

    m.def("_spline_checked", [](ArrayArg t, ArrayArg c, AxisArg k, AxisArg axis) {
        const BSpline spline(t, c, to_int(k), Extrapolate::yes, axis);
        return Typed<"tuple[ndarray, ndarray, int]">(nb::make_tuple(spline.t, spline.c, spline.axis));
    });
    m.def("_spline_value",
          [](ArrayArg t, ArrayArg c, AxisArg k, AxisArg axis, ArrayArg places, AxisArg nu, AxisArg extrapolate) {
              return BSpline::of(t, c, to_int(k), Extrapolate::yes, to_int(axis))(places, to_int(nu),
                                                                                  to_extrapolate(extrapolate));
          });
    m.def("_spline_derivative", [](ArrayArg t, ArrayArg c, AxisArg k, AxisArg nu) {
        return arrays_of(splder(BSpline::of(t, c, to_int(k)), to_int(nu)));
    });
    m.def("_spline_integral",
          [](ArrayArg t, ArrayArg c, AxisArg k, ScalarArg a, ScalarArg b, AxisArg extrapolate) {
              return BSpline::of(t, c, to_int(k))
                  .integrate(to_double(a), to_double(b), to_extrapolate(extrapolate));
          });
    m.def("_interp_spline",
          [](ArrayArg x, ArrayArg y, AxisArg k, OptionalArrayArg t, ObjectArg first, ObjectArg last, BoolArg periodic,
             AxisArg axis, BoolArg check_finite) {
              const BSpline spline = make_interp_spline(x, y, to_int(k), t.pointer(), to_conditions(first),
                                                        to_conditions(last), periodic, axis, check_finite);
              return Typed<"tuple[ndarray, ndarray, int]">(nb::make_tuple(spline.t, spline.c, spline.axis));
          });
    m.def("_lsq_spline", [](ArrayArg x, ArrayArg y, ArrayArg t, AxisArg k, OptionalArrayArg w, AxisArg axis,
                            BoolArg check_finite) {
        const BSpline spline = make_lsq_spline(x, y, t, to_int(k), w.pointer(), axis, check_finite);
        return Typed<"tuple[ndarray, ndarray, int]">(nb::make_tuple(spline.t, spline.c, spline.axis));
    });
}

}  // namespace cuprum::python
