"""The bindings that tools/declared makes of public headers."""

import importlib
import inspect
import pathlib
import subprocess
import sys

import pytest

from cuprum import _core

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "declared"))
headers, bindings = importlib.import_module("headers"), importlib.import_module("bindings")
sys.path.pop(0)

FUNCTIONS, STRUCTS, *_ = headers.read(sorted((ROOT / "include" / "cuprum").rglob("*.h")))


@pytest.mark.parametrize("key", FUNCTIONS, ids=lambda key: f"{key[0]}::{key[1]}")
def test_python_has_what_is_declared(key):
    namespace, name = key
    module = getattr(_core, bindings.module_of(namespace)) if namespace else _core
    function = getattr(module, name)
    overloads = FUNCTIONS[key]
    taken = list(inspect.signature(function).parameters) if len(function.__nb_signature__) == 1 else []
    for one in overloads if taken else []:
        for parameter in one.parameters:
            assert parameter.name.rstrip("_") in taken or bindings.find_struct(
                parameter.type.removeprefix("const ").removesuffix("&"), namespace, STRUCTS
            ), f"{parameter.name} of {one.where}"


def made(tmp_path, text):
    header = tmp_path / "cuprum" / "scipy" / "signal_tried.h"
    header.parent.mkdir(parents=True, exist_ok=True)
    header.write_text(f"namespace cuprum::scipy::signal {{\n\n{text}\n\n}}  // namespace cuprum::scipy::signal\n")
    run = subprocess.run(
        [sys.executable, ROOT / "tools" / "declared", header, "--chapters", "signal", "-o", tmp_path],
        capture_output=True,
        text=True,
    )
    written = tmp_path / "declared_signal.cpp"
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
    assert ".rate = Scalar(rate).to_double(), .kind = kind, .length = length}" in text


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


@pytest.mark.parametrize(
    "text, message",
    [
        ("CUPRUM_PYTHON ndarray f(Unknown x);", "takes 'Unknown'"),
        ("CUPRUM_PYTHON std::pair<ndarray, Unknown> f(const ndarray& x);", "returns 'Unknown'"),
        ('CUPRUM_SIGNATURE("y")\nCUPRUM_PYTHON ndarray f(const ndarray& x);', "names 'y'"),
        ('CUPRUM_SIGNATURE("x")\nCUPRUM_PYTHON ndarray f(const ndarray& x, const ndarray& y);', "leaves out y"),
    ],
)
def test_what_cannot_be_bound_fails_the_build(tmp_path, text, message):
    errors, _ = made(tmp_path, text)
    assert message in errors
    assert "f:" in errors or "f " in errors
