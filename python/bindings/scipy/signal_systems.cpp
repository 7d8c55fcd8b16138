// cuprumx.scipy.signal: systems, partial fractions and waveforms.
#include "cuprum/scipy/signal_systems.h"

#include "cuprum/scipy/signal_residues.h"
#include "cuprum/scipy/signal_waveforms.h"
#include "signal_frequencies.h"

namespace cuprum::python {
namespace {

using namespace scipy::signal;

using MatricesTuple = Typed<"tuple[ndarray, ndarray, ndarray, ndarray]">;
using ThreeArrays = Typed<"tuple[ndarray, ndarray, ndarray]">;
using RootArg = WordArg<"Literal['max', 'min', 'avg']">;

MatricesTuple tuple_of(const StateSpaceArrays& s) { return nb::make_tuple(s.A, s.B, s.C, s.D); }
ThreeArrays tuple_of(const Simulation& s) { return nb::make_tuple(s.t, s.y, s.x); }
ThreeArrays tuple_of(const Bode& b) { return nb::make_tuple(b.w, b.mag, b.phase); }
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
            case 2: return f(Coefficients{aligned_numbers(at(0).ptr()).array(), part(1).array()});
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
    nb::object at(Py_ssize_t i) const { return nb::steal(PySequence_GetItem(object, i)); }
    Numbers part(Py_ssize_t i) const {
        const nb::object item = at(i);
        NumbersArg numbers;
        numbers.object = item.ptr();
        return numbers;
    }
};
/// The matrices of a state space.
struct SpaceArg : SystemArg {
    StateSpace get() const { return space(); }
    operator StateSpace() const { return space(); }
};

void bind_state_spaces(nb::module_& m) {
    m.def(
        "tf2ss", [](NumbersArg num, NumbersArg den) { return tuple_of(tf2ss(aligned_numbers(num.object), den)); },
        "num"_a, "den"_a, doc("scipy::signal::tf2ss"));
    m.def(
        "ss2tf",
        [](NumbersArg a, NumbersArg b, NumbersArg c, NumbersArg d, AxisArg input) {
            return tuple_of(ss2tf(a, b, c, d, input));
        },
        "A"_a, "B"_a, "C"_a, "D"_a, "input"_a = 0, doc("scipy::signal::ss2tf"));
    m.def(
        "zpk2ss", [](NumbersArg z, NumbersArg p, NumbersArg k) { return tuple_of(zpk2ss(z, p, k)); }, "z"_a, "p"_a,
        "k"_a, doc("scipy::signal::zpk2ss"));
    m.def(
        "ss2zpk",
        [](NumbersArg a, NumbersArg b, NumbersArg c, NumbersArg d, AxisArg input) {
            return tuple_of(ss2zpk(a, b, c, d, input));
        },
        "A"_a, "B"_a, "C"_a, "D"_a, "input"_a = 0, doc("scipy::signal::ss2zpk"));
    m.def(
        "abcd_normalize",
        [](NumbersArg a, NumbersArg b, NumbersArg c, NumbersArg d) {
            return tuple_of(abcd_normalize(a.optional(), b.optional(), c.optional(), d.optional()));
        },
        "A"_a = nb::none(), "B"_a = nb::none(), "C"_a = nb::none(), "D"_a = nb::none(),
        doc("scipy::signal::abcd_normalize"));
}

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
    m.def("_freqresp", [](SystemArg system, CountArg w) {
        return system.visit([&](const auto& s) { return pair_of(freqresp(s, frequency_choice(w, 10000))); });
    });
    m.def("_dfreqresp", [](SystemArg system, CountArg w, BoolArg whole) {
        return system.visit([&](const auto& s) { return pair_of(dfreqresp(s, frequency_choice(w, 10000), whole)); });
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

using Expansion = PartialFractions (*)(const Numbers&, const Numbers&, double, std::string_view);
using Combination = RationalFunction (*)(const Numbers&, const Numbers&, const Numbers&, double, std::string_view);

template <Expansion function>
void bind_expansion(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](NumbersArg b, NumbersArg a, NumberArg tol, RootArg rtype) {
            const PartialFractions f = function(b, a, tol, rtype);
            return ThreeArrays(nb::make_tuple(f.r, f.p, f.k));
        },
        "b"_a, "a"_a, "tol"_a = 1e-3, "rtype"_a = "avg", text);
}

template <Combination function>
void bind_combination(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](NumbersArg r, NumbersArg p, NumbersArg k, NumberArg tol, RootArg rtype) {
            const RationalFunction f = function(r, p, k, tol, rtype);
            return PairOfArrays(nb::make_tuple(f.b, f.a));
        },
        "r"_a, "p"_a, "k"_a, "tol"_a = 1e-3, "rtype"_a = "avg", text);
}

void bind_residues(nb::module_& m) {
    bind_expansion<residue>(m, "residue", doc("scipy::signal::residue"));
    bind_expansion<residuez>(m, "residuez", doc("scipy::signal::residuez"));
    bind_combination<invres>(m, "invres", doc("scipy::signal::invres"));
    bind_combination<invresz>(m, "invresz", doc("scipy::signal::invresz"));
    m.def(
        "unique_roots",
        [](NumbersArg p, NumberArg tol, RootArg rtype) {
            const UniqueRoots roots = unique_roots(p, tol, rtype);
            return PairOfArrays(nb::make_tuple(roots.unique, roots.multiplicity));
        },
        "p"_a, "tol"_a = 1e-3, "rtype"_a = "min", doc("scipy::signal::unique_roots"));
}

/// A place on each axis: "mid", one for all, or one each.
std::optional<Dims> impulse_place(const ObjectArg& idx, const Shape& shape) {
    if (idx.is_none()) return std::nullopt;
    Dims place(shape.size());
    if (PyUnicode_Check(idx.object)) {
        if (nb::cast<std::string>(nb::handle(idx.object)) != "mid")
            throw IndexError("unit_impulse: idx must be a number, a tuple of numbers or 'mid'");
        for (int d = 0; d < static_cast<int>(shape.size()); ++d) place[d] = shape[d] / 2;
        return place;
    }
    if (is_index(idx.object)) {
        for (int d = 0; d < static_cast<int>(shape.size()); ++d) place[d] = to_index(idx.object);
        return place;
    }
    return Dims(to_shape(idx.object));
}

void bind_waveforms(nb::module_& m) {
    m.def(
        "chirp",
        [](ArrayArg t, NumberArg f0, NumberArg t1, NumberArg f1,
           WordArg<"Literal['linear', 'quadratic', 'logarithmic', 'hyperbolic']"> method, NumberArg phi,
           BoolArg vertex_zero, BoolArg complex) { return chirp(t, f0, t1, f1, {method, phi, vertex_zero, complex}); },
        "t"_a, "f0"_a, "t1"_a, "f1"_a, "method"_a = "linear", "phi"_a = 0, "vertex_zero"_a = true, nb::kw_only(),
        "complex"_a = false, doc("scipy::signal::chirp"));
    m.def(
        "sawtooth", [](ArrayArg t, OperandArg width) { return sawtooth(t, width); }, "t"_a, "width"_a = 1.0,
        doc("scipy::signal::sawtooth"));
    m.def(
        "square", [](ArrayArg t, OperandArg duty) { return scipy::signal::square(t, duty); }, "t"_a, "duty"_a = 0.5,
        doc("scipy::signal::square"));
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
    m.def(
        "sweep_poly", [](ArrayArg t, NumbersArg poly, NumberArg phi) { return sweep_poly(t, poly, phi); }, "t"_a,
        "poly"_a, "phi"_a = 0, doc("scipy::signal::sweep_poly"));
    m.def(
        "max_len_seq",
        [](AxisArg nbits, NumbersArg state, OptionalIntArg length, NumbersArg taps) {
            const LongestSequence s = max_len_seq(nbits, state.optional(), length, taps.optional());
            return PairOfArrays(nb::make_tuple(s.seq, s.state));
        },
        "nbits"_a, "state"_a = nb::none(), "length"_a = nb::none(), "taps"_a = nb::none(),
        doc("scipy::signal::max_len_seq"));
    m.def(
        "unit_impulse",
        [](ShapeArg shape, Arg<"int | Sequence[int] | Literal['mid']"> idx, DTypeArg dtype) {
            const Shape extents = shape;
            return unit_impulse(extents, impulse_place(idx, extents), dtype);
        },
        "shape"_a, "idx"_a = nb::none(), "dtype"_a = nb::handle(reinterpret_cast<PyObject*>(&PyFloat_Type)),
        doc("scipy::signal::unit_impulse"));
}

}  // namespace

void bind_scipy_signal_systems(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_signal");
    bind_state_spaces(m);
    bind_arithmetic(m);
    bind_time_responses(m);
    bind_systems(m);
    bind_residues(m);
    bind_waveforms(m);
}

}  // namespace cuprum::python
