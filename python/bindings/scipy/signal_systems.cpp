// cuprumx.scipy.signal: arithmetic of systems, whose classes are Python's; functions that call an object's method, or
// whose result has one to three parts.
#include "cuprum/scipy/signal_systems.h"

#include "../argument.h"
#include "cuprum/scipy/signal_waveforms.h"
#include "signal_args.h"

namespace cuprum::python {
namespace {

using namespace scipy::signal;

using MatricesTuple = Typed<"tuple[ndarray, ndarray, ndarray, ndarray]">;

MatricesTuple tuple_of(const StateSpaceArrays& s) { return nb::make_tuple(s.A, s.B, s.C, s.D); }
nb::object tuple_of(const Coefficients& f) { return nb::make_tuple(f.b, f.a); }
nb::object tuple_of(const ZerosPoles& f) { return nb::make_tuple(f.z, f.p, from_scalar(f.k, false)); }

/// The matrices of a state space.
struct SpaceArg : Arg<"tuple[ArrayLike, ...]"> {
    StateSpace get() const { return std::get<StateSpace>(system_of_parts(object).form); }
};

void bind_arithmetic(nb::module_& m) {
    m.def("_multiply_spaces", [](SpaceArg last, SpaceArg first) { return tuple_of(last.get() * first.get()); });
    m.def("_multiply_input", [](SpaceArg s, NumbersArg factors) { return tuple_of(s.get() * factors.get()); });
    m.def("_multiply_output", [](NumbersArg factors, SpaceArg s) { return tuple_of(factors.get() * s.get()); });
    m.def("_add_spaces", [](SpaceArg a, SpaceArg b) { return tuple_of(a.get() + b.get()); });
    m.def("_add_direct", [](SpaceArg s, NumbersArg direct) { return tuple_of(s.get() + direct.get()); });
}

void bind_systems(nb::module_& m) {
    m.def(
        "cont2discrete",
        [](Arg<"Any"> system, Arg<"float"> dt, WordArg<"str"> method, OptionalNumberArg alpha) -> Typed<"Any"> {
            const nb::handle given(system.object), step(dt.object);
            if (nb::object convert = nb::getattr(given, "to_discrete", nb::none()); PyCallable_Check(convert.ptr()))
                return convert("dt"_a = step, "method"_a = nb::handle(method.object),
                               "alpha"_a = nb::handle(alpha.object));
            const auto converted = [&](const auto& form) {
                return nb::object(tuple_of(cont2discrete(form, to_number(dt.object), method, alpha)));
            };
            return std::visit(converted, system_of_parts(system.object).form) + nb::make_tuple(step);
        },
        "system"_a, "dt"_a, "method"_a = "zoh", "alpha"_a = nb::none(), doc("scipy::signal::cont2discrete"));
    m.def(
        "place_poles",
        [](NumbersArg a, NumbersArg b, NumbersArg poles, WordArg<"Literal['YT', 'KNV0']"> method, NumberArg rtol,
           AxisArg maxiter) -> Typed<"Any"> {
            const Feedback f = place_poles(a, b, poles, method, rtol, maxiter);
            const bool was_searched = !std::isnan(f.nb_iter);
            return nb::module_::import_("types").attr("SimpleNamespace")(
                "gain_matrix"_a = f.gain_matrix, "computed_poles"_a = f.computed_poles,
                "requested_poles"_a = f.requested_poles, "X"_a = f.X, "rtol"_a = f.rtol,
                "nb_iter"_a = was_searched ? nb::object(nb::int_(std::int64_t(f.nb_iter))) : nb::float_(f.nb_iter));
        },
        "A"_a, "B"_a, "poles"_a, "method"_a = "YT", "rtol"_a = 0.001, "maxiter"_a = 30,
        doc("scipy::signal::place_poles"));
}

void bind_waveforms(nb::module_& m) {
    m.def(
        "gausspulse",
        [](ArrayArg t, NumberArg fc, NumberArg bw, NumberArg bwr, NumberArg tpr, BoolArg retquad,
           BoolArg retenv) -> Typed<"ndarray | tuple[ndarray, ...] | float"> {
            if (PyUnicode_Check(t.object)) {
                const double time = gausspulse_cutoff(fc, bw, bwr, tpr);
                if (nb::cast<std::string>(nb::handle(t.object)) != "cutoff")
                    throw ValueError("If `t` is a string, it must be 'cutoff'");
                return nb::float_(time);
            }
            GaussPulse pulse = gausspulse(t, fc, bw, bwr);
            if (retquad && retenv) return nb::make_tuple(pulse.in_phase, pulse.quadrature, pulse.envelope);
            if (retquad) return nb::make_tuple(pulse.in_phase, pulse.quadrature);
            if (retenv) return nb::make_tuple(pulse.in_phase, pulse.envelope);
            return wrap_object(std::move(pulse.in_phase));
        },
        "t"_a, "fc"_a = 1000, "bw"_a = 0.5, "bwr"_a = -6, "tpr"_a = -60, "retquad"_a = false, "retenv"_a = false,
        doc("scipy::signal::gausspulse"));
}

}  // namespace

void bind_scipy_signal_systems(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_signal");
    bind_arithmetic(m);
    bind_systems(m);
    bind_waveforms(m);
}

}  // namespace cuprum::python
