"""The bindings that tools/declared makes of public headers."""

import importlib
import inspect
import pathlib
import re
import subprocess
import sys

import pytest

from cuprum import _core

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "declared"))
headers, bindings, traits = (importlib.import_module(name) for name in ("headers", "bindings", "traits"))
sys.path.pop(0)

FUNCTIONS, STRUCTS, *_ = headers.read(sorted((ROOT / "include" / "cuprum").rglob("*.h")))


@pytest.mark.parametrize("key", FUNCTIONS, ids=lambda key: f"{key[0]}::{key[1]}")
def test_python_has_what_is_declared(key):
    namespace, name = key
    module = getattr(_core, bindings.module_of(namespace)) if namespace else _core
    overloads = FUNCTIONS[key]
    function = getattr(module, traits.names(overloads[0], bindings.python_name(name))[0])
    taken = list(inspect.signature(function).parameters) if len(function.__nb_signature__) == 1 else []
    for one in overloads if taken else []:
        for parameter in one.parameters:
            if one.signature and parameter.default and parameter.name not in re.findall(r"\w+", one.signature):
                continue  # C++'s alone
            assert parameter.name.rstrip("_") in taken or bindings.find_struct(
                parameter.type.removeprefix("const ").removesuffix("&"), namespace, STRUCTS
            ), f"{parameter.name} of {one.where}"


def made(tmp_path, text, header="scipy/signal_tried.h", namespace="cuprum::scipy::signal", chapter="signal"):
    header = tmp_path / "cuprum" / header
    header.parent.mkdir(parents=True, exist_ok=True)
    header.write_text(f"namespace {namespace} {{\n\n{text}\n\n}}  // namespace {namespace}\n")
    run = subprocess.run(
        [sys.executable, ROOT / "tools" / "declared", header, "--chapters", chapter, "-o", tmp_path],
        capture_output=True,
        text=True,
    )
    written = tmp_path / f"declared_{chapter}.cpp"
    return run.stderr, written.read_text() if written.exists() else ""


def test_options_become_keywords(tmp_path):
    errors, text = made(
        tmp_path,
        """struct TriedOptions {
    double rate = 1.5, scale = 2;  ///< Two of a type.
    CUPRUM_WORDS("low", "high")
    std::string_view kind = "low";
    std::optional<std::int64_t> length{};
};
CUPRUM_SIGNATURE("x, kind, *, rate, length, overwrite_x=false")
CUPRUM_PYTHON ndarray tried(const ndarray& x, const TriedOptions& options = {});""",
    )
    assert errors == ""
    assert (
        '"x"_a, "kind"_a = "low", nb::kw_only(), "rate"_a = 1.5, "length"_a = nb::none(), "overwrite_x"_a = false'
        in text
    )
    assert ".rate = real_number(rate), .kind = kind, .length = length}" in text


def test_results_become_tuples(tmp_path):
    errors, text = made(
        tmp_path,
        """struct Found {
    ndarray values;
    std::int64_t count;
    double error = 0;
    std::vector<ndarray> rest;
};
CUPRUM_PYTHON Found find(const ndarray& x);
CUPRUM_PYTHON std::pair<ndarray, bool> both(const ndarray& x);""",
    )
    assert errors == ""
    assert 'Typed<"tuple[ndarray, int, float, tuple[ndarray, ...]]">' in text
    assert 'Typed<"tuple[ndarray, bool]">' in text


def test_overloads_become_one_function(tmp_path):
    errors, text = made(
        tmp_path,
        """CUPRUM_PYTHON ndarray pass(const ndarray& x, std::int64_t axis = -1);
CUPRUM_PYTHON std::pair<ndarray, ndarray> pass(const ndarray& x, std::int64_t axis, const ndarray& state);""",
    )
    assert errors == ""
    assert 'Typed<"ndarray if state is None else tuple[ndarray, ndarray]">' in text
    assert '"axis"_a = -1, "state"_a = nb::none()' in text


TRIED_CLASS = """class Base {
public:
    CUPRUM_PROPERTY ndarray x;  ///< The places,
                                ///< ascending.
};

class Tried : public Base {
public:
    CUPRUM_TRAITS("pickled by x kind rate sorted=true")
    CUPRUM_PYTHON Tried(const ndarray& x, std::string_view kind = "linear", double rate = 1.5, bool sorted = false);
    CUPRUM_PYTHON ndarray operator()(const ndarray& x, std::int64_t axis = -1) const;
    /// How fast it goes.
    CUPRUM_PROPERTY double rate() const { return rate_; }
    CUPRUM_PYTHON void set_rate(double rate);
    CUPRUM_PROPERTY std::optional<double> scale;  ///< Of the places.
    CUPRUM_ATTRIBUTE bool checks = true;          ///< Whether places are looked at.

private:
    double rate_ = 1;
};
"""


def test_classes(tmp_path):
    errors, text = made(tmp_path, TRIED_CLASS)
    assert not errors
    for expected in (
        'nb::class_<cuprum::scipy::signal::Tried> Tried_type(m.def_submodule("_scipy_signal"), "Tried", ',
        'Tried_type.attr("__module__") = "cuprumx.scipy.signal";',
        "keep_arguments(self.h, {kind.object})",
        'nb::make_tuple(self.attr("x"), kept_argument(self, 0), self.attr("rate"), nb::cast(true)), {"rate", "checks"}',
        'type.def("__call__", [](const Class& self, DeviceArrayArg x, AxisArg axis) { return self.operator()(x, axis)',
        'doc("scipy::signal::Tried::operator")',
        'type.def_prop_ro("x", [](nb::pointer_and_handle<Class> held) { return kept_array(held.h, "x", held.p->x); }',
        'R"doc(The places, ascending.)doc"',
        "self.set_rate(",
        '-> Typed<"float | None">',
        "const decltype(Class::checks) taken = checks; self.checks = taken; }",
    ):
        assert expected in text, expected
    assert "set_rate" not in re.findall(r'def\("(\w+)"', text)


def test_classes_of_bases_that_python_has(tmp_path):
    errors, text = made(
        tmp_path,
        """class First {
public:
    CUPRUM_TRAITS("pickled by its attributes")
    CUPRUM_PYTHON First(const ndarray& x);
    CUPRUM_PYTHON static First quick(const ndarray& x);
    CUPRUM_PYTHON First turned(std::int64_t axis = 0) const;
    CUPRUM_PYTHON void grow(const ndarray& x);
    CUPRUM_PYTHON ndarray operator()(const ndarray& x) const;
    CUPRUM_PROPERTY ndarray x;  ///< The places.
};

class Second : public First {
public:
    CUPRUM_PYTHON Second(const ndarray& x, bool checks = true);
};
""",
    )
    assert not errors
    first, second = text.split("using Class = cuprum::scipy::signal::Second;")
    assert "nb::class_<cuprum::scipy::signal::Second, cuprum::scipy::signal::First> Second_type(" in text
    for part, name in ((first, "First"), (second, "Second")):
        assert f'-> Typed<"{name}"> {{ return made_as<Class>(cls, Class::quick(x)); }}' in part
        assert f'-> Typed<"{name}"> {{ const Class& self = *held.p; return made_as<Class>(held.h.type(), self.t' in part
    assert 'set_class_method(type, "quick", nb::cpp_function(' in first
    assert "self.grow(x); forget_arrays(held.h); }" in first
    assert 'attr("__newobj__")' in first and 'type.def("__setstate__"' in first
    assert '"__call__"' not in second and '"grow"' not in second and "kept_array" not in second


def test_properties_without_a_comment_fail_the_build(tmp_path):
    errors, _ = made(tmp_path, TRIED_CLASS.replace("    /// How fast it goes.\n", ""))
    assert "Tried::rate has no comment" in errors


def made_of_numpys(tmp_path, text):
    errors, text = made(tmp_path, text, "manipulation.h", "cuprum", "numpy_manipulation")
    assert errors == ""
    return text


def test_results_have_the_class_of_the_argument(tmp_path):
    text = made_of_numpys(
        tmp_path,
        """CUPRUM_TRAITS("same_class, own_method, method, also turned")
CUPRUM_PYTHON ndarray turn(const ndarray& a, const Axes& axis = {}, const ndarray* out = nullptr);""",
    )
    assert 'numpys_method("turn", a, {{"axis", axis.object}, {"out", out.object}})' in text
    assert "return out.or_new(cuprum::turn(a, axis, out), a);" in text
    assert 'm.def("turned", call, "a"_a' in text
    assert 'array_class().def("turn", as_method(call), "axis"_a = nb::none()' in text


def test_overloads_of_one_parameter_are_chosen_by_the_argument(tmp_path):
    text = made_of_numpys(
        tmp_path,
        """CUPRUM_TRAITS("list")
CUPRUM_PYTHON std::vector<ndarray> cut(const ndarray& a, std::int64_t where);
CUPRUM_PYTHON std::vector<ndarray> cut(const ndarray& a, const Dims& where);""",
    )
    assert text.count('def("cut"') == 1
    assert "where.visit([&](const auto& where_value)" in text


def test_arguments_are_converted_before_the_lock_is_released(tmp_path):
    text = made_of_numpys(
        tmp_path,
        """CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray slow(const ndarray& a, std::int64_t axis = 0);""",
    )
    assert "const ndarray& a_value = a; const std::int64_t axis_value = axis; " in text
    assert "released([&] { return cuprum::slow(a_value, axis_value); })" in text


@pytest.mark.parametrize(
    "text, message",
    [
        ("CUPRUM_PYTHON ndarray f(Unknown x);", "takes 'Unknown'"),
        ("CUPRUM_PYTHON std::pair<ndarray, Unknown> f(const ndarray& x);", "returns 'Unknown'"),
        ('CUPRUM_SIGNATURE("y")\nCUPRUM_PYTHON ndarray f(const ndarray& x);', "names 'y'"),
        ('CUPRUM_SIGNATURE("x")\nCUPRUM_PYTHON ndarray f(const ndarray& x, const ndarray& y);', "leaves out y"),
        ('CUPRUM_TRAITS("slow")\nCUPRUM_PYTHON ndarray f(const ndarray& x);', "knows no 'slow'"),
    ],
)
def test_what_cannot_be_bound_fails_the_build(tmp_path, text, message):
    errors, _ = made(tmp_path, text)
    assert message in errors
    assert "f:" in errors or "f " in errors
