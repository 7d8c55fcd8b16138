// cuprumx.scipy.signal: what the classes of systems in Python call; gausspulse, whose result has one to three parts.
#include "cuprum/scipy/signal_systems.h"

#include "../argument.h"
#include "cuprum/scipy/signal_waveforms.h"
#include "signal_args.h"

namespace cuprum::python {
namespace {

using namespace scipy::signal;

using MatricesTuple = Typed<"tuple[ndarray, ndarray, ndarray, ndarray]">;
using PairOfArrays = Typed<"tuple[ndarray, ndarray]">;
using ThreeArrays = Typed<"tuple[ndarray, ndarray, ndarray]">;

MatricesTuple tuple_of(const StateSpaceArrays& s) { return nb::make_tuple(s.A, s.B, s.C, s.D); }
ThreeArrays tuple_of(const Simulation& s) { return nb::make_tuple(s.t, s.y, s.x); }
ThreeArrays tuple_of(const Bode& b) { return nb::make_tuple(b.w, b.mag, b.phase); }
PairOfArrays response_of(const Response& r) { return nb::make_tuple(r.w, r.h); }
PairOfArrays tuple_of(const Coefficients& f) { return nb::make_tuple(f.b, f.a); }
Typed<"tuple[ndarray, ndarray, float]"> tuple_of(const ZerosPoles& f) {
    return nb::make_tuple(f.z, f.p, from_scalar(f.k, false));
}

/// The parts of a system in one of its three forms.
struct SystemArg : ObjectArg {
    CUPRUM_TAKES("tuple[ArrayLike, ...]", false)

    template <class F>
    auto visit(F f) const {
        switch (const Py_ssize_t parts = PySequence_Size(object)) {
            case 2: return f(Coefficients{rows_of(at(0)).array(), part(1).array()});
            case 3: {
                const Numbers k = part(2);
                if (k.size() != 1)
                    throw ValueError("the gain of a system must be one number, found " + std::to_string(k.size()));
                const Scalar gain = k.is_complex() ? Scalar(k.values()[0]) : Scalar(k.values()[0].real());
                return f(ZerosPoles{part(0).array(), part(1).array(), gain});
            }
            case 4: return f(space());
            default:
                throw ValueError("First argument must either be a tuple of 2 (tf), 3 (zpk), or 4 (ss) arrays, found " +
                                 std::to_string(parts));
        }
    }

protected:
    StateSpace space() const { return {part(0), part(1), part(2), part(3)}; }

private:
    static scipy::signal::NumberRows rows_of(const nb::object& item) { return argument<NumberRowsArg>(item); }
    nb::object at(Py_ssize_t i) const { return nb::steal(PySequence_GetItem(object, i)); }
    Numbers part(Py_ssize_t i) const {
        const nb::object item = at(i);
        return argument<NumbersArg>(item);
    }
};
/// The matrices of a state space.
struct SpaceArg : SystemArg {
    StateSpace get() const { return space(); }
    operator StateSpace() const { return space(); }
};

// Systems are classes in Python, which call these with their parts.

void bind_arithmetic(nb::module_& m) {
    m.def("_multiply_spaces", [](SpaceArg last, SpaceArg first) { return tuple_of(last.get() * first.get()); });
    m.def("_multiply_input", [](SpaceArg s, NumbersArg factors) { return tuple_of(s.get() * factors.get()); });
    m.def("_multiply_output", [](NumbersArg factors, SpaceArg s) { return tuple_of(factors.get() * s.get()); });
    m.def("_add_spaces", [](SpaceArg a, SpaceArg b) { return tuple_of(a.get() + b.get()); });
    m.def("_add_direct", [](SpaceArg s, NumbersArg direct) { return tuple_of(s.get() + direct.get()); });
}

void bind_time_responses(nb::module_& m) {
    m.def(
        "_lsim",
        [](SpaceArg system, NumbersArg u, NumbersArg t, NumbersArg x0, BoolArg interp) {
            return tuple_of(lsim(system, u.optional(), t, x0.optional(), interp));
        },
        "system"_a, "U"_a.none(), "T"_a, "X0"_a.none(), "interp"_a);
    m.def(
        "_dlsim",
        [](SpaceArg system, NumberArg dt, NumbersArg u, NumbersArg t, NumbersArg x0) {
            return tuple_of(dlsim(system, dt, u, t.optional(), x0.optional()));
        },
        "system"_a, "dt"_a, "u"_a, "t"_a.none(), "x0"_a.none());
    m.def(
        "_response",
        [](SpaceArg system, NumbersArg x0, NumbersArg t, AxisArg n, BoolArg is_step) {
            const TimeResponse r = (is_step ? scipy::signal::step : impulse)(system, x0.optional(), t.optional(), n);
            return PairOfArrays(nb::make_tuple(r.t, r.y));
        },
        "system"_a, "X0"_a.none(), "T"_a.none(), "N"_a, "is_step"_a);
    m.def(
        "_responses",
        [](SpaceArg system, NumberArg dt, NumbersArg x0, NumbersArg t, AxisArg n, BoolArg is_step) {
            TimeResponses r = (is_step ? dstep : dimpulse)(system, dt, x0.optional(), t.optional(), n);
            return Typed<"tuple[ndarray, tuple[ndarray, ...]]">(
                nb::make_tuple(wrap_object(std::move(r.t)), wrap_tuple(std::move(r.y))));
        },
        "system"_a, "dt"_a, "x0"_a.none(), "t"_a.none(), "n"_a, "is_step"_a);
}

void bind_systems(nb::module_& m) {
    m.def(
        "_cont2discrete",
        [](SystemArg system, NumberArg dt, WordArg<"str"> method, OptionalNumberArg alpha) {
            return Typed<"tuple[Any, ...]">(
                system.visit([&](const auto& s) { return nb::object(tuple_of(cont2discrete(s, dt, method, alpha))); }));
        },
        "system"_a, "dt"_a, "method"_a, "alpha"_a.none());
    m.def("_freqresp", [](SystemArg system, FrequenciesArg w) {
        return system.visit([&](const auto& s) { return response_of(freqresp(s, w.or_count(10000))); });
    });
    m.def("_dfreqresp", [](SystemArg system, FrequenciesArg w, BoolArg whole) {
        return system.visit([&](const auto& s) { return response_of(dfreqresp(s, w.or_count(10000), whole)); });
    });
    m.def("_bode", [](ArrayArg w, ArrayArg h) { return tuple_of(bode({w, h})); });
    m.def("_dbode", [](ArrayArg w, ArrayArg h, NumberArg dt) { return tuple_of(dbode({w, h}, dt)); });
    m.def("_place_poles",
          [](NumbersArg a, NumbersArg b, NumbersArg poles, WordArg<"str"> method, NumberArg rtol, AxisArg maxiter) {
              const Feedback f = place_poles(a, b, poles, method, rtol, maxiter);
              return Typed<"tuple[ndarray, ndarray, ndarray, ndarray, float, float]">(
                  nb::make_tuple(f.gain_matrix, f.computed_poles, f.requested_poles, f.X, f.rtol, f.nb_iter));
          });
    nb::dict texts;  // of the functions that Python makes of these
    for (const auto& [name, text] : std::initializer_list<std::pair<const char*, const char*>>{
             {"cont2discrete", doc("scipy::signal::cont2discrete")},
             {"lsim", doc("scipy::signal::lsim")},
             {"dlsim", doc("scipy::signal::dlsim")},
             {"impulse", doc("scipy::signal::impulse")},
             {"step", doc("scipy::signal::step")},
             {"dimpulse", doc("scipy::signal::dimpulse")},
             {"dstep", doc("scipy::signal::dstep")},
             {"freqresp", doc("scipy::signal::freqresp")},
             {"dfreqresp", doc("scipy::signal::dfreqresp")},
             {"bode", doc("scipy::signal::bode")},
             {"dbode", doc("scipy::signal::dbode")},
             {"place_poles", doc("scipy::signal::place_poles")}})
        texts[name] = text;
    m.attr("_texts") = texts;
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
    bind_time_responses(m);
    bind_systems(m);
    bind_waveforms(m);
}

}  // namespace cuprum::python
