// `cuprumx.scipy.special`.
#include "cuprum/scipy/special.h"

#include <cmath>

#include "../array.h"
#include "cuprum/creation.h"
#include "cuprum/gil_release.h"
#include "cuprum/scipy/special_polynomials.h"
#include "cuprum/scipy/special_zeros.h"
#include "cuprum/types.h"

namespace cuprum::python {
namespace {

namespace special = cuprum::scipy::special;

Typed<"tuple[ndarray, ndarray] if return_sign else ndarray"> log_sum_of(ArrayArg a, AxesArg axis, OperandArg b,
                                                                        BoolArg keepdims, BoolArg return_sign) {
    const ndarray& x = a;
    std::optional<ndarray> factors;
    if (b.object != Py_None) {
        const Operand operand = b;
        // A number has no dtype of its own beside those of an array.
        if (operand.is_array()) factors = operand.array();
        else factors = full({}, operand.scalar(), result_type({x, operand}));
    }
    const ndarray* weights = factors ? &*factors : nullptr;
    if (!return_sign) return wrap_object(special::logsumexp(x, axis, weights, keepdims));
    special::LogSum found = special::logsumexp_with_sign(x, axis, weights, keepdims);
    return nb::make_tuple(wrap_object(std::move(found.log)), wrap_object(std::move(found.sign)));
}

/// A whole number, also as a float of no fraction.
struct WholeArg : ObjectArg {
    CUPRUM_TAKES("int | float", false)
    operator std::int64_t() const {
        if (PyIndex_Check(object)) return to_index(object);
        const double number = PyFloat_AsDouble(object);
        if (number == -1 && PyErr_Occurred()) throw nb::python_error();
        if (number != std::floor(number) || std::abs(number) > 9e15)
            throw ValueError("an integer is needed, not " + std::to_string(number));
        return static_cast<std::int64_t>(number);
    }
};

template <auto function>
void bind_derivative(nb::module_& m, const char* name, const char* text) {
    m.def(
        name, [](OperandArg v, OperandArg z, AxisArg n) { return function(v, z, static_cast<int>(std::int64_t(n))); },
        "v"_a, "z"_a, "n"_a = 1, text);
}

nb::object quadrature_result(special::Quadrature found, bool with_total) {
    nb::object points = wrap_object(std::move(found.points)), weights = wrap_object(std::move(found.weights));
    if (with_total) return nb::make_tuple(points, weights, found.total);
    return nb::make_tuple(points, weights);
}

/// A function of n that gives points and weights, and the weights' sum when asked for.
template <auto function>
void bind_quadrature(nb::module_& m, const char* name, const char* text) {
    m.def(
        name, [](WholeArg n, BoolArg mu) -> Typed<"tuple[Any, ...]"> { return quadrature_result(function(n), mu); },
        "n"_a, "mu"_a = false, text);
}
template <auto function>
void bind_quadrature(nb::module_& m, const char* name, const char* parameter, const char* text) {
    m.def(
        name, [](WholeArg n, double a, BoolArg mu) -> Typed<"tuple[Any, ...]"> {
            return quadrature_result(function(n, a), mu);
        },
        "n"_a, nb::arg(parameter), "mu"_a = false, text);
}
template <auto function>
void bind_quadrature(nb::module_& m, const char* name, const char* first, const char* second, const char* text) {
    m.def(
        name, [](WholeArg n, double a, double b, BoolArg mu) -> Typed<"tuple[Any, ...]"> {
            return quadrature_result(function(n, a, b), mu);
        },
        "n"_a, nb::arg(first), nb::arg(second), "mu"_a = false, text);
}

/// Points and weights of Gauss's quadratures.
void bind_quadratures(nb::module_& m) {
#define CUPRUM_QUADRATURE(name, ...) \
    bind_quadrature<special::name>(m, #name, __VA_ARGS__ __VA_OPT__(, ) doc("scipy::special::" #name));
    CUPRUM_QUADRATURE(roots_legendre)
    CUPRUM_QUADRATURE(roots_chebyt)
    CUPRUM_QUADRATURE(roots_chebyu)
    CUPRUM_QUADRATURE(roots_jacobi, "alpha", "beta")
    CUPRUM_QUADRATURE(roots_gegenbauer, "alpha")
    CUPRUM_QUADRATURE(roots_genlaguerre, "alpha")
    CUPRUM_QUADRATURE(roots_laguerre)
    CUPRUM_QUADRATURE(roots_hermite)
    CUPRUM_QUADRATURE(roots_hermitenorm)
    CUPRUM_QUADRATURE(roots_chebyc)
    CUPRUM_QUADRATURE(roots_chebys)
    CUPRUM_QUADRATURE(roots_sh_legendre)
    CUPRUM_QUADRATURE(roots_sh_chebyt)
    CUPRUM_QUADRATURE(roots_sh_chebyu)
    CUPRUM_QUADRATURE(roots_sh_jacobi, "p1", "q1")
#undef CUPRUM_QUADRATURE
}

template <auto function, class... Parameters>
void bind_family(nb::module_& m, const char* name, const char* text, Parameters... parameters) {
    // As many numbers as there are names of parameters.
    constexpr auto call = []<std::size_t... i>(std::index_sequence<i...>) {
        return [](WholeArg n, std::conditional_t<i == i, double, void>... given, BoolArg monic) {
            return function(n, given..., monic);
        };
    };
    m.def(name, call(std::index_sequence_for<Parameters...>()), "n"_a, nb::arg(parameters)..., "monic"_a = false, text);
}

/// Orthogonal polynomials.
void bind_polynomials(nb::module_& m) {
    using special::orthopoly1d;
    nb::class_<orthopoly1d, poly1d>(m, "orthopoly1d", doc("scipy::special::orthopoly1d"))
        .def(
            "__init__",
            [](orthopoly1d* self, Typed<"str"> family, WholeArg n, Typed<"Sequence[float]"> parameters, BoolArg monic) {
                std::vector<double> numbers;
                for (nb::handle number : nb::iter(parameters)) numbers.push_back(nb::cast<double>(nb::float_(number)));
                new (self) orthopoly1d(nb::cast<std::string>(nb::str(family)), n, numbers, monic);
            },
            "family"_a, "n"_a, "parameters"_a = nb::make_tuple(), "monic"_a = false)
        .def(
            "__call__", [](Self<orthopoly1d> self, Typed<"ArrayLike | poly1d"> x) -> Typed<"Any"> {
                const orthopoly1d& p = *self;
                // Of another polynomial it is one.
                if (nb::isinstance<poly1d>(x)) return nb::cast(p(*nb::inst_ptr<poly1d>(x)));
                OperandArg places;
                places.object = x.ptr();
                return wrap_object(p(Operand(places)));
            },
            "x"_a)
        .def("__reduce__",
             [](const orthopoly1d& p) {
                 nb::list parameters;
                 for (double number : p.parameters()) parameters.append(number);
                 return nb::make_tuple(nb::type<orthopoly1d>(),
                                       nb::make_tuple(p.family(), p.degree(), nb::tuple(parameters), p.monic()));
             })
        .def(
            "weight_func", [](const orthopoly1d& p, OperandArg x) { return p.weight_func(x); }, "x"_a,
            doc("scipy::special::weight_func"))
        .def_prop_ro(
            "weights", [](const orthopoly1d& p) { return p.weights(); },
            "A row a zero: the zero, its weight in Gauss's quadrature, and the same over the weight function.")
        .def_prop_ro(
            "limits", [](const orthopoly1d& p) { return nb::make_tuple(p.limits().first, p.limits().second); },
            "Between which numbers the family is orthogonal.")
        .def_prop_ro("normcoef", &orthopoly1d::normcoef,
                     "The square root of the integral of the polynomial's square times the weight function.");
#define CUPRUM_POLYNOMIAL(name, ...) \
    bind_family<special::name>(m, #name, doc("scipy::special::" #name) __VA_OPT__(, ) __VA_ARGS__);
    CUPRUM_POLYNOMIAL(legendre)
    CUPRUM_POLYNOMIAL(chebyt)
    CUPRUM_POLYNOMIAL(chebyu)
    CUPRUM_POLYNOMIAL(chebyc)
    CUPRUM_POLYNOMIAL(chebys)
    CUPRUM_POLYNOMIAL(jacobi, "alpha", "beta")
    CUPRUM_POLYNOMIAL(laguerre)
    CUPRUM_POLYNOMIAL(genlaguerre, "alpha")
    CUPRUM_POLYNOMIAL(hermite)
    CUPRUM_POLYNOMIAL(hermitenorm)
    CUPRUM_POLYNOMIAL(gegenbauer, "alpha")
    CUPRUM_POLYNOMIAL(sh_legendre)
    CUPRUM_POLYNOMIAL(sh_chebyt)
    CUPRUM_POLYNOMIAL(sh_chebyu)
    CUPRUM_POLYNOMIAL(sh_jacobi, "p", "q")
#undef CUPRUM_POLYNOMIAL
    m.def(
        "assoc_laguerre", [](OperandArg x, OperandArg n, OperandArg k) { return special::assoc_laguerre(x, n, k); },
        "x"_a, "n"_a, "k"_a = 0.0, doc("scipy::special::assoc_laguerre"));
}

/// The arrays of a result.
template <class... Arrays>
nb::tuple tuple_of_arrays(Arrays&&... arrays) {
    return nb::make_tuple(wrap_object(std::move(arrays))...);
}
nb::tuple tuple_of(special::AiryZeros f) { return tuple_of_arrays(f.zeros, f.slope_zeros, f.values, f.slopes); }
nb::tuple tuple_of(special::FresnelZeros f) { return tuple_of_arrays(f.sine, f.cosine); }
nb::tuple tuple_of(special::KelvinZeros f) {
    return tuple_of_arrays(f.ber, f.bei, f.ker, f.kei, f.berp, f.beip, f.kerp, f.keip);
}
nb::tuple tuple_of(special::ZerosAndValues f) { return tuple_of_arrays(f.zeros, f.values); }
nb::tuple tuple_of(special::BesselZeros f) { return tuple_of_arrays(f.zeros, f.orders, f.serials, f.kinds); }
nb::tuple tuple_of(special::BothBesselZeros f) { return tuple_of_arrays(f.jn, f.jnp, f.yn, f.ynp); }

template <auto function>
void bind_zeros(nb::module_& m, const char* name, const char* text) {
    m.def(name, [](WholeArg n, WholeArg nt) { return function(n, nt); }, "n"_a, "nt"_a, text);
}

/// A function of how many zeros, and `complex` where it has one, whose result's arrays become a tuple.
template <auto function>
void bind_first_zeros(nb::module_& m, const char* name, const char* text) {
    if constexpr (std::is_invocable_v<decltype(function), std::int64_t, bool>) {
        m.def(
            name, [](WholeArg nt, BoolArg complex) -> Typed<"tuple[ndarray, ndarray]"> {
                return tuple_of(function(nt, complex));
            },
            "nt"_a, "complex"_a = false, text);
    } else if constexpr (std::is_same_v<decltype(function(1)), ndarray>) {
        m.def(name, [](WholeArg nt) { return function(nt); }, "nt"_a, text);
    } else {
        m.def(name, [](WholeArg nt) -> Typed<"tuple[ndarray, ...]"> { return tuple_of(function(nt)); }, "nt"_a, text);
    }
}

void bind_zeros_of_functions(nb::module_& m) {
#define CUPRUM_ZEROS(name) bind_first_zeros<special::name>(m, #name, doc("scipy::special::" #name));
    CUPRUM_ZEROS(ai_zeros)
    CUPRUM_ZEROS(bi_zeros)
    CUPRUM_ZEROS(erf_zeros)
    CUPRUM_ZEROS(fresnel_zeros)
    CUPRUM_ZEROS(fresnelc_zeros)
    CUPRUM_ZEROS(fresnels_zeros)
    CUPRUM_ZEROS(kelvin_zeros)
    CUPRUM_ZEROS(ber_zeros)
    CUPRUM_ZEROS(bei_zeros)
    CUPRUM_ZEROS(ker_zeros)
    CUPRUM_ZEROS(kei_zeros)
    CUPRUM_ZEROS(berp_zeros)
    CUPRUM_ZEROS(beip_zeros)
    CUPRUM_ZEROS(kerp_zeros)
    CUPRUM_ZEROS(keip_zeros)
    CUPRUM_ZEROS(y0_zeros)
    CUPRUM_ZEROS(y1_zeros)
    CUPRUM_ZEROS(y1p_zeros)
    CUPRUM_ZEROS(jnjnp_zeros)
#undef CUPRUM_ZEROS
    m.def(
        "jnyn_zeros",
        [](WholeArg n, WholeArg nt) -> Typed<"tuple[ndarray, ...]"> { return tuple_of(special::jnyn_zeros(n, nt)); },
        "n"_a, "nt"_a, doc("scipy::special::jnyn_zeros"));
}

/// Zeros of Bessel functions and series of numbers.
void bind_tables(nb::module_& m) {
    bind_zeros<special::jn_zeros>(m, "jn_zeros", doc("scipy::special::jn_zeros"));
    bind_zeros<special::jnp_zeros>(m, "jnp_zeros", doc("scipy::special::jnp_zeros"));
    bind_zeros<special::yn_zeros>(m, "yn_zeros", doc("scipy::special::yn_zeros"));
    bind_zeros<special::ynp_zeros>(m, "ynp_zeros", doc("scipy::special::ynp_zeros"));
    m.def("bernoulli", [](WholeArg n) { return special::bernoulli(n); }, "n"_a, doc("scipy::special::bernoulli"));
    m.def("euler", [](WholeArg n) { return special::euler(n); }, "n"_a, doc("scipy::special::euler"));
}

Typed<"tuple[ndarray, ndarray]"> pair_of(special::LegendreTable found) {
    return nb::make_tuple(wrap_object(std::move(found.values)), wrap_object(std::move(found.derivatives)));
}

/// An array, or a tuple of it and its derivatives.
Typed<"ndarray | tuple[ndarray, ...]"> value_and_derivatives(std::vector<ndarray> found) {
    if (found.size() == 1) return wrap_object(std::move(found[0]));
    nb::list all;
    for (ndarray& one : found) all.append(wrap_object(std::move(one)));
    return nb::tuple(all);
}

void bind_legendre_functions(nb::module_& m) {
    m.def(
        "legendre_p", [](OperandArg n, OperandArg z, AxisArg diff_n) { return special::legendre_p(n, z, diff_n); },
        "n"_a, "z"_a, nb::kw_only(), "diff_n"_a = 0, doc("scipy::special::legendre_p"));
    m.def(
        "legendre_p_all", [](AxisArg n, ArrayArg z, AxisArg diff_n) { return special::legendre_p_all(n, z, diff_n); },
        "n"_a, "z"_a, nb::kw_only(), "diff_n"_a = 0, doc("scipy::special::legendre_p_all"));
    m.def(
        "assoc_legendre_p",
        [](OperandArg n, OperandArg m_, OperandArg z, OperandArg branch_cut, BoolArg norm, AxisArg diff_n) {
            return special::assoc_legendre_p(n, m_, z, branch_cut, norm, diff_n);
        },
        "n"_a, "m"_a, "z"_a, nb::kw_only(), "branch_cut"_a = 2, "norm"_a = false, "diff_n"_a = 0,
        doc("scipy::special::assoc_legendre_p"));
    m.def(
        "assoc_legendre_p_all",
        [](AxisArg n, AxisArg m_, ArrayArg z, OperandArg branch_cut, BoolArg norm, AxisArg diff_n) {
            return special::assoc_legendre_p_all(n, m_, z, branch_cut, norm, diff_n);
        },
        "n"_a, "m"_a, "z"_a, nb::kw_only(), "branch_cut"_a = 2, "norm"_a = false, "diff_n"_a = 0,
        doc("scipy::special::assoc_legendre_p_all"));
    m.def(
        "sph_legendre_p",
        [](OperandArg n, OperandArg m_, OperandArg theta, AxisArg diff_n) {
            return special::sph_legendre_p(n, m_, theta, diff_n);
        },
        "n"_a, "m"_a, "theta"_a, nb::kw_only(), "diff_n"_a = 0, doc("scipy::special::sph_legendre_p"));
    m.def(
        "sph_legendre_p_all",
        [](AxisArg n, AxisArg m_, ArrayArg theta, AxisArg diff_n) {
            return special::sph_legendre_p_all(n, m_, theta, diff_n);
        },
        "n"_a, "m"_a, "theta"_a, nb::kw_only(), "diff_n"_a = 0, doc("scipy::special::sph_legendre_p_all"));
    m.def(
        "lqn", [](AxisArg n, ArrayArg z) { return pair_of(special::lqn(n, z)); }, "n"_a, "z"_a,
        doc("scipy::special::lqn"));
    m.def(
        "lqmn", [](AxisArg m_, AxisArg n, ArrayArg z) { return pair_of(special::lqmn(m_, n, z)); }, "m"_a, "n"_a, "z"_a,
        doc("scipy::special::lqmn"));
    m.def(
        "lpmn", [](AxisArg m_, AxisArg n, ArrayArg z) { return pair_of(special::lpmn(m_, n, z)); }, "m"_a, "n"_a, "z"_a,
        doc("scipy::special::lpmn"));
}

template <auto function>
void bind_spherical(nb::module_& m, const char* name, const char* text) {
    m.def(
        name, [](OperandArg n, OperandArg z, BoolArg derivative) { return function(n, z, derivative); }, "n"_a, "z"_a,
        "derivative"_a = false, text);
}

}  // namespace

void bind_scipy_special(nb::module_& core) {
    nb::module_ m = core.def_submodule("_special");
    const auto none = nb::none();
    for (auto [name, ufunc] : special::ufuncs()) m.attr(name) = nb::cast(ufunc, nb::rv_policy::reference);
    m.def(
        "zeta",
        [](OperandArg x, OperandArg q, OutArg out) {
            const Operand first = x;
            if (q.object == Py_None) return out.or_new(special::zeta(first, nullptr, out));
            const Operand second = q;
            return out.or_new(special::zeta(first, &second, out));
        },
        "x"_a, "q"_a = none, "out"_a = none, doc("scipy::special::zeta"));
    m.def(
        "lambertw", [](OperandArg z, OperandArg k, double tol) { return special::lambertw(z, k, tol); }, "z"_a,
        "k"_a = 0, "tol"_a = 1e-8, doc("scipy::special::lambertw"));
    m.def(
        "polygamma", [](OperandArg n, OperandArg x) { return special::polygamma(n, x); }, "n"_a, "x"_a,
        doc("scipy::special::polygamma"));
    m.def(
        "multigammaln", [](ArrayArg a, double d) { return special::multigammaln(a, d); }, "a"_a, "d"_a,
        doc("scipy::special::multigammaln"));
    m.def(
        "sph_harm_y",
        [](OperandArg n, OperandArg m_, OperandArg theta, OperandArg phi, AxisArg diff_n) {
            return value_and_derivatives(special::sph_harm_y(n, m_, theta, phi, diff_n));
        },
        "n"_a, "m"_a, "theta"_a, "phi"_a, nb::kw_only(), "diff_n"_a = 0, doc("scipy::special::sph_harm_y"));
    m.def(
        "sph_harm_y_all",
        [](AxisArg n, AxisArg m_, ArrayArg theta, ArrayArg phi, AxisArg diff_n) {
            return value_and_derivatives(special::sph_harm_y_all(n, m_, theta, phi, diff_n));
        },
        "n"_a, "m"_a, "theta"_a, "phi"_a, nb::kw_only(), "diff_n"_a = 0, doc("scipy::special::sph_harm_y_all"));
    bind_spherical<special::spherical_jn>(m, "spherical_jn", doc("scipy::special::spherical_jn"));
    bind_spherical<special::spherical_yn>(m, "spherical_yn", doc("scipy::special::spherical_yn"));
    bind_spherical<special::spherical_in>(m, "spherical_in", doc("scipy::special::spherical_in"));
    bind_spherical<special::spherical_kn>(m, "spherical_kn", doc("scipy::special::spherical_kn"));
    bind_derivative<special::jvp>(m, "jvp", doc("scipy::special::jvp"));
    bind_derivative<special::yvp>(m, "yvp", doc("scipy::special::yvp"));
    bind_derivative<special::ivp>(m, "ivp", doc("scipy::special::ivp"));
    bind_derivative<special::kvp>(m, "kvp", doc("scipy::special::kvp"));
    bind_derivative<special::h1vp>(m, "h1vp", doc("scipy::special::h1vp"));
    bind_derivative<special::h2vp>(m, "h2vp", doc("scipy::special::h2vp"));
    bind_quadratures(m);
    bind_polynomials(m);
    bind_tables(m);
    bind_zeros_of_functions(m);
    bind_legendre_functions(m);
    // Exact ones are Python's own, of whole numbers of any size.
    m.def(
        "comb", [](OperandArg N, OperandArg k, BoolArg repetition) { return special::comb(N, k, repetition); }, "N"_a,
        "k"_a, nb::kw_only(), "repetition"_a = false, doc("scipy::special::comb"));
    m.def(
        "perm", [](OperandArg N, OperandArg k) { return special::perm(N, k); }, "N"_a, "k"_a,
        doc("scipy::special::perm"));
    m.def(
        "factorial", [](OperandArg n, BoolArg is_extended) { return special::factorial(n, is_extended); }, "n"_a,
        "is_extended"_a = false, doc("scipy::special::factorial"));
    m.def(
        "factorialk",
        [](OperandArg n, ScalarArg k, BoolArg is_extended) { return special::factorialk(n, k, is_extended); }, "n"_a,
        "k"_a, "is_extended"_a = false, doc("scipy::special::factorialk"));
    m.def(
        "factorialk_exact", [](ArrayArg n, AxisArg k) { return special::factorialk_exact(n, k); }, "n"_a, "k"_a,
        doc("scipy::special::factorialk_exact"));
    m.def(
        "factorial2", [](OperandArg n, BoolArg is_extended) { return special::factorial2(n, is_extended); }, "n"_a,
        "is_extended"_a = false, doc("scipy::special::factorial2"));
    m.def(
        "stirling2", [](OperandArg N, OperandArg K) { return special::stirling2(N, K); }, "N"_a, "K"_a,
        doc("scipy::special::stirling2"));
    m.def(
        "stirling2_exact", [](OperandArg N, OperandArg K) { return special::stirling2_exact(N, K); }, "N"_a, "K"_a,
        doc("scipy::special::stirling2_exact"));
    m.def(
        "diric", [](OperandArg x, OperandArg n) { return special::diric(x, n); }, "x"_a, "n"_a,
        doc("scipy::special::diric"));
    m.def("logsumexp", log_sum_of, "a"_a, "axis"_a = none, "b"_a = none, "keepdims"_a = false, "return_sign"_a = false,
          doc("scipy::special::logsumexp"));
    m.def(
        "softmax", [](ArrayArg x, AxesArg axis) { return special::softmax(x, axis); }, "x"_a, "axis"_a = none,
        doc("scipy::special::softmax"));
    m.def(
        "log_softmax", [](ArrayArg x, AxesArg axis) { return special::log_softmax(x, axis); }, "x"_a, "axis"_a = none,
        doc("scipy::special::log_softmax"));
}

}  // namespace cuprum::python
