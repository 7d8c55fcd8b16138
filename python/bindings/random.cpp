// cuprum.random: RandomState, Generator, and the functions that draw from the current device's RandomState.
#include "cuprum/random.h"

#include <nanobind/stl/shared_ptr.h>

#include <cstring>

#include "argument.h"
#include "array.h"
#include "cuprum/creation.h"

namespace cuprum::python {
namespace {

using random::Distribution;
using random::Generator;
using random::RandomState;
using random::Source;
using State = std::shared_ptr<RandomState>;

// Seeds: None, whole numbers, or arrays of them, which are mixed to one.
std::optional<std::uint64_t> to_seed(nb::handle seed) {
    if (seed.is_none()) return {};
    if (is_ndarray(seed.ptr()) || nb::hasattr(seed, "__array__") || PySequence_Check(seed.ptr())) {
        nb::object numpy = nb::module_::import_("numpy");
        nb::object host = is_ndarray(seed.ptr()) ? seed.attr("get")() : nb::borrow(seed);
        nb::object array = numpy.attr("asarray")(host);
        if (nb::cast<int>(array.attr("ndim")) > 0) {
            nb::object digest = nb::module_::import_("hashlib").attr("md5")(array.attr("tobytes")()).attr("digest")();
            return nb::cast<std::uint64_t>(nb::module_::import_("struct").attr("unpack_from")("<Q", digest)[0]);
        }
        seed = array.release();
    }
    nb::object number = nb::steal(PyNumber_Index(seed.ptr()));
    if (!number.is_valid()) {
        PyErr_Clear();
        throw TypeError("a seed must be a whole number, an array of them, or None, not " +
                        std::string(Py_TYPE(seed.ptr())->tp_name));
    }
    const std::uint64_t value = PyLong_AsUnsignedLongLong(number.ptr());
    if (PyErr_Occurred()) {
        PyErr_Clear();
        throw ValueError("a seed must lie between 0 and 2**64 - 1");
    }
    return value;
}

random::Size to_size(nb::handle size) { return size.is_none() ? std::nullopt : std::optional(to_shape(size.ptr())); }
random::Type to_type(nb::handle dtype) { return dtype.is_none() ? std::nullopt : std::optional(to_dtype(dtype.ptr())); }

// What a RandomState can draw from, by cuRAND's numbers.
void check_method(const nb::object& method) {
    constexpr std::int64_t standard = 100, xorwow = 101;
    if (method.is_none()) return;
    const std::int64_t number = to_index(method.ptr());
    if (number != standard && number != xorwow)
        throw ValueError("a RandomState draws from XORWOW, cuRAND's method 100 or 101, not from method " +
                         std::to_string(number) + "; Generator(MRG32k3a()) and Generator(Philox4x3210()) have others");
}

// The parameters of an example's call: those that have no value of their own.
std::string example_arguments(const Distribution& row) {
    std::string text;
    int place = 0;
    for (const random::Parameter& p : row.parameters) {
        if (p.standard) continue;
        using enum random::Domain;
        if (p.domain == any) text += std::to_string(place++) + "., ";  // in ascending order, as `triangular` needs
        else if (p.domain == count) text += "10, ";
        else if (p.domain == probability || p.domain == chance || p.domain == part) text += "0.5, ";
        else text += "2., ";
    }
    return text;
}

std::string documentation(const Distribution& row) {
    std::string text = std::string(row.doc) + "\n\nParameters\n";
    for (const random::Parameter& p : row.parameters) text += "    " + p.name + ": number or array.\n";
    text += "    size: shape of the result; by default that of the parameters, broadcast together.\n    dtype: ";
    text += row.is_integer ? "an integer dtype, float64 or float32; int64 by default" : "float64 (default) or float32";
    if (row.source == Distribution::Source::engine)
        text += "; RandomState and the module's functions cast to other real dtypes, too";
    text += ".\n";
    return text +
           "Returns\n    A new array.\nRaises\n    ValueError: a parameter is outside of its domain, or does not fit "
           "`size`. "
           "TypeError: the dtype is none of these.\nExample\n    >>> cp.random." +
           row.name + "(" + example_arguments(row) + "size=3).shape\n    (3,)\n";
}

std::string signature(const Distribution& row, const char* first) {
    std::string text = std::string("def ") + row.name + "(" + first;
    for (const random::Parameter& p : row.parameters)
        text += p.name + ": ArrayLike" +
                (p.standard ? std::string(" = ") + nb::repr(nb::float_(*p.standard)).c_str() : "") + ", ";
    return text + "size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray";
}

// Draws with Python's arguments, by position or by name.
Array draw(Source& source, const Distribution& row, nb::args args, nb::kwargs kwargs) {
    const std::vector<random::Parameter>& names = row.parameters;
    const std::size_t count = names.size();
    if (args.size() > count + 2)
        throw TypeError(std::string(row.name) + " takes at most " + std::to_string(count + 2) + " arguments, and got " +
                        std::to_string(args.size()));
    std::vector<nb::object> values(count + 2);
    for (std::size_t k = 0; k < args.size(); ++k) values[k] = args[k];
    for (auto [key, value] : kwargs) {
        const std::string name = nb::cast<std::string>(key);
        std::size_t k = 0;
        while (k < count && names[k].name != name) ++k;
        if (name == "size") k = count;
        else if (name == "dtype") k = count + 1;
        else if (k == count) throw TypeError(std::string(row.name) + " has no parameter '" + name + "'");
        if (values[k].is_valid()) throw TypeError(std::string(row.name) + " got parameter '" + name + "' twice");
        values[k] = nb::borrow(value);
    }
    std::vector<OperandArg> kept(count);
    std::vector<Operand> operands;
    for (std::size_t k = 0; k < count; ++k) {
        if (!values[k].is_valid()) {
            if (!names[k].standard) throw TypeError(std::string(row.name) + " needs parameter '" + names[k].name + "'");
            operands.emplace_back(*names[k].standard);
            continue;
        }
        kept[k].object = values[k].ptr();
        operands.push_back(kept[k]);
    }
    const random::Size size = values[count].is_valid() ? to_size(values[count]) : std::nullopt;
    const random::Type type = values[count + 1].is_valid() ? to_type(values[count + 1]) : std::nullopt;
    return wrap_object(source.draw(row, operands, size, type));
}

ndarray randint_of(Source& source, OperandArg low, OperandArg high, OptionalShapeArg size, OptionalDTypeArg dtype) {
    const DType type = dtype.value_or(DType::int64);
    const auto is_scalar = [](const OperandArg& x) {
        return x.is_none() || !Operand(x).is_array() || Operand(x).array().ndim() == 0;
    };
    if (!is_scalar(low) || !is_scalar(high)) {
        if (high.is_none()) return source.randint(zeros({}, low.get().dtype()), low.get(), size, type);
        return source.randint(low.get(), high.get(), size, type);
    }
    const auto number = [](const OperandArg& x) {
        return Operand(x).is_array() ? Operand(x).array().item() : Operand(x).scalar();
    };
    if (high.is_none()) return source.randint(number(low), {}, size, type);
    return source.randint(number(low), number(high), size, type);
}

void check_covariance(ArrayArg& cov, const std::string& check_valid, double tol) {
    if (check_valid == "ignore") return;
    if (check_valid != "warn" && check_valid != "raise")
        throw ValueError("check_valid must equal 'warn', 'raise', or 'ignore'");
    const ndarray& c = cov;
    if (c.ndim() != 2 || c.shape(0) != c.shape(1) || Source::is_covariance(c, tol)) return;
    const char* message = "covariance is not symmetric positive-semidefinite.";
    if (check_valid == "raise") throw LinAlgError(message);
    if (PyErr_WarnEx(PyExc_RuntimeWarning, message, 1) < 0) raise_python_error();
}

template <class Drawing, class... Axis>
ndarray permutation_of(Drawing& source, OperandArg a, Axis... axis) {
    if (auto scalar = to_scalar(a.object)) {
        if (!is_integer(scalar->dtype())) throw TypeError("permutation needs a whole number or an array");
        return source.permutation(scalar->to_int());
    }
    return source.permutation(a.get(), axis...);
}

Shape shape_of(nb::args sizes) {
    if (sizes.size() == 1) return to_shape(nb::object(sizes[0]).ptr());
    Shape shape;
    for (nb::handle length : sizes) shape.push_back(to_index(length.ptr()));
    return shape;
}

random::Type only_dtype(nb::kwargs kwargs, const char* function) {
    random::Type type;
    for (auto [key, value] : kwargs) {
        if (nb::cast<std::string>(key) != "dtype")
            throw TypeError(std::string(function) + "() got unexpected keyword arguments " +
                            nb::cast<std::string>(key));
        type = to_type(value);
    }
    return type;
}

void bind_source(nb::module_& m) {
    nb::class_<Source> source(m, "_Source");
    for (const Distribution& row : random::distributions()) {
        const std::string text = documentation(row), shown = signature(row, "self, ");
        source.def(
            row.name, [&row](Source& self, nb::args args, nb::kwargs kwargs) { return draw(self, row, args, kwargs); },
            text.c_str(), nb::sig(strdup(shown.c_str())));
    }
    source
        .def(
            "random",
            [](Source& self, OptionalShapeArg size, OptionalDTypeArg dtype) {
                return self.random_sample(size, dtype.value_or(DType::float64));
            },
            "size"_a = nb::none(), "dtype"_a = nb::none(), doc("random::random_sample"))
        .def(
            "choice",
            [](Source& self, OperandArg a, OptionalShapeArg size, BoolArg replace, OptionalArrayArg p) {
                return self.choice(a, size, replace, p.pointer());
            },
            "a"_a, "size"_a = nb::none(), "replace"_a = true, "p"_a = nb::none(), doc("random::choice"))
        .def(
            "permutation", [](Source& self, OperandArg a) { return permutation_of(self, a); }, "a"_a,
            doc("random::permutation"))
        .def(
            "shuffle", [](Source& self, const ndarray& a) { self.shuffle(a); }, "a"_a, doc("random::shuffle"))
        .def(
            "permuted",
            [](Source& self, ArrayArg x, OptionalIntArg axis, OutArg out) {
                return out.or_new(self.permuted(x, axis, out));
            },
            "x"_a, "axis"_a = nb::none(), "out"_a = nb::none(), doc("random::permuted"))
        .def(
            "multinomial",
            [](Source& self, Typed<"int"> n, ArrayArg pvals, OptionalShapeArg size) {
                return wrap_object(self.multinomial(nb::cast<std::int64_t>(nb::object(nb::int_(n))), pvals, size));
            },
            "n"_a, "pvals"_a, "size"_a = nb::none(), doc("random::multinomial"))
        .def(
            "dirichlet",
            [](Source& self, ArrayArg alpha, OptionalShapeArg size, OptionalDTypeArg dtype) {
                return self.dirichlet(alpha, size, dtype);
            },
            "alpha"_a, "size"_a = nb::none(), "dtype"_a = nb::none(), doc("random::dirichlet"))
        .def(
            "multivariate_normal",
            [](Source& self, ArrayArg mean, ArrayArg cov, OptionalShapeArg size,
               WordArg<"Literal['warn', 'raise', 'ignore']"> check_valid, double tol,
               WordArg<"Literal['cholesky', 'eigh', 'svd']"> method, OptionalDTypeArg dtype) {
                check_covariance(cov, check_valid, tol);
                return self.multivariate_normal(mean, cov, size, method, dtype);
            },
            "mean"_a, "cov"_a, "size"_a = nb::none(), "check_valid"_a = "ignore", "tol"_a = 1e-8,
            "method"_a = "cholesky", "dtype"_a = nb::none(), doc("random::multivariate_normal"))
        .def(
            "bytes",
            [](Source& self, std::int64_t length) {
                const std::string text = self.bytes(length);
                return nb::bytes(text.data(), text.size());
            },
            "length"_a,
            "Random bytes.\n\nParameters\n    length: how many.\nReturns\n    bytes.\n"
            "Raises\n    ValueError: a negative length.\n"
            "Example\n    >>> len(cuprum.random.bytes(10))\n    10");
}

void bind_random_state(nb::module_& m) {
    nb::class_<RandomState, Source>(m, "RandomState",
                                    "Random numbers in the streams of CuPy's RandomState: the same seed gives the same "
                                    "numbers, whatever the device.\n\n"
                                    "Parameters\n    seed: a whole number; by default one from the operating system.\n "
                                    "   method: cuRAND's number of the engine: 100 or 101, which are XORWOW, the one "
                                    "that there is.")
        .def(
            "__init__",
            [](RandomState* self, Typed<"int | ndarray"> seed, Typed<"int"> method) {
                check_method(method);
                new (self) RandomState(to_seed(seed));
            },
            "seed"_a = nb::none(), "method"_a = nb::none())
        .def(
            "seed", [](RandomState& self, Typed<"int | ndarray"> seed) { self.seed(to_seed(seed)); },
            "seed"_a = nb::none(), doc("random::seed"))
        .def(
            "random_sample",
            [](RandomState& self, OptionalShapeArg size, OptionalDTypeArg dtype) {
                return self.random_sample(size, dtype.value_or(DType::float64));
            },
            "size"_a = nb::none(), "dtype"_a = nb::none(), doc("random::random_sample"))
        .def(
            "rand",
            [](RandomState& self, nb::args size, nb::kwargs kwargs) {
                return wrap_object(
                    self.random_sample(shape_of(size), only_dtype(kwargs, "rand").value_or(DType::float64)));
            },
            "Uniform numbers in [0, 1); the lengths of the result are arguments of their own.\n\n"
            "Parameters\n    size: the lengths of the result; none for one number.\n    dtype: float32 or float64.\n"
            "Returns\n    A new array.\nRaises\n    TypeError: another dtype. ValueError: a negative length.\n"
            "Example\n    >>> cuprum.random.rand(2, 3).shape\n    (2, 3)",
            nb::sig("def rand(self, *size: int, dtype: DTypeLike | None = None) -> ndarray"))
        .def(
            "randn",
            [](RandomState& self, nb::args size, nb::kwargs kwargs) {
                return self.standard_normal(shape_of(size), only_dtype(kwargs, "randn"));
            },
            "Standard normal numbers; the lengths of the result are arguments of their own.\n\n"
            "Parameters\n    size: the lengths of the result; none for one number.\n    dtype: float32 or float64.\n"
            "Returns\n    A new array.\nRaises\n    TypeError: another dtype. ValueError: a negative length.\n"
            "Example\n    >>> cuprum.random.randn(2, 3).shape\n    (2, 3)",
            nb::sig("def randn(self, *size: int, dtype: DTypeLike | None = None) -> ndarray"))
        .def(
            "randint",
            [](RandomState& self, OperandArg low, OperandArg high, OptionalShapeArg size, OptionalDTypeArg dtype) {
                return randint_of(self, low, high, size, dtype);
            },
            "low"_a, "high"_a = nb::none(), "size"_a = nb::none(), "dtype"_a = nb::none(), doc("random::randint"))
        .def("__getstate__",
             [](const RandomState& self) {
                 random::RandomStateSnapshot state = self.snapshot();
                 const nb::bytes words(reinterpret_cast<const char*>(state.lanes.data()),
                                       state.lanes.size() * sizeof(std::uint32_t));
                 return Typed<"tuple">(nb::make_tuple(words, state.lane, state.element_seed));
             })
        .def("__setstate__",
             [](RandomState& self, nb::tuple state) {
                 const nb::bytes words = nb::cast<nb::bytes>(state[0]);
                 random::RandomStateSnapshot snapshot;
                 snapshot.lanes.resize(words.size() / sizeof(std::uint32_t));
                 std::memcpy(snapshot.lanes.data(), words.data(), snapshot.lanes.size() * sizeof(std::uint32_t));
                 snapshot.lane = nb::cast<std::int32_t>(state[1]);
                 snapshot.element_seed = nb::cast<std::uint64_t>(state[2]);
                 new (&self) RandomState(snapshot);
             })
        .def(
            "tomaxint", [](RandomState& self, OptionalShapeArg size) { return self.tomaxint(size); },
            "size"_a = nb::none(), doc("random::tomaxint"));
}

void bind_generator(nb::module_& m) {
    nb::class_<Generator, Source>(m, "_Generator")
        .def("__init__",
             [](Generator* self, Typed<"int | ndarray"> seed, int kind) {
                 new (self) Generator(to_seed(seed), static_cast<random::BitGeneratorKind>(kind));
             })
        .def(
            "choice",
            [](Generator& self, OperandArg a, OptionalShapeArg size, BoolArg replace, OptionalArrayArg p, AxisArg axis,
               BoolArg shuffle) { return self.choice(a, size, replace, p.pointer(), axis, shuffle); },
            "a"_a, "size"_a = nb::none(), "replace"_a = true, "p"_a = nb::none(), "axis"_a = 0, "shuffle"_a = true,
            doc("random::Generator::choice"))
        .def(
            "permutation", [](Generator& self, OperandArg x, AxisArg axis) { return permutation_of(self, x, axis); },
            "x"_a, "axis"_a = 0, doc("random::Generator::permutation"))
        .def(
            "shuffle", [](Generator& self, const ndarray& x, AxisArg axis) { self.shuffle(x, axis); }, "x"_a,
            "axis"_a = 0, doc("random::Generator::shuffle"))
        .def(
            "multinomial",
            [](Generator& self, Arg<"ArrayLike | SupportsIndex"> n, ArrayArg pvals, OptionalShapeArg size) {
                return self.multinomial(argument<ArrayArg>(n.object).get(), pvals, size);
            },
            "n"_a, "pvals"_a, "size"_a = nb::none(), doc("random::Generator::multinomial"))
        .def(
            "_integers",
            [](Generator& self, OperandArg low, OperandArg high, OptionalShapeArg size, OptionalDTypeArg dtype) {
                return randint_of(self, low, high, size, dtype);
            },
            "low"_a, "high"_a.none(), "size"_a.none(), "dtype"_a.none())
        .def(
            "_bits",
            [](Generator& self, OptionalShapeArg size, bool wide) {
                return self.bits(std::optional<Shape>(size).value_or(Shape{}), wide ? DType::uint64 : DType::uint32);
            },
            "size"_a.none(), "wide"_a)
        .def("_state", [](const Generator& self) { return nb::make_tuple(self.seed(), self.position()); })
        .def("__getstate__",
             [](const Generator& self) {
                 return Typed<"tuple">(nb::make_tuple(self.seed(), static_cast<int>(self.kind()), self.position()));
             })
        .def("__setstate__", [](Generator& self, nb::tuple state) {
            new (&self) Generator(nb::cast<std::uint64_t>(state[0]),
                                  static_cast<random::BitGeneratorKind>(nb::cast<int>(state[1])),
                                  nb::cast<std::uint64_t>(state[2]));
        });
}

void bind_common_state(nb::module_& m) {
    m.def("get_random_state", &random::get_random_state, doc("get_random_state"));
    m.def(
        "set_random_state", [](State rs) { random::set_random_state(std::move(rs)); }, "rs"_a, doc("set_random_state"));
    m.def("reset_states", &random::reset_states, doc("reset_states"));
    nb::list names;
    for (const Distribution& row : random::distributions()) {
        const std::string text = documentation(row), shown = signature(row, "");
        m.def(
            row.name,
            [&row](nb::args args, nb::kwargs kwargs) { return draw(*random::get_random_state(), row, args, kwargs); },
            text.c_str(), nb::sig(strdup(shown.c_str())));
        names.append(row.name);
    }
    m.attr("_distributions") = names;
}

}  // namespace

void bind_random(nb::module_& core) {
    nb::module_ m = core.def_submodule("_random");
    bind_source(m);
    bind_random_state(m);
    bind_generator(m);
    bind_common_state(m);
}

}  // namespace cuprum::python
