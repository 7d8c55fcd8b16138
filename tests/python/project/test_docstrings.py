"""The examples of all public docstrings: each runs, and prints what the docstring shows.

The comments of the C++ headers and the tables (.def) are the source of most docstrings: mend an example there.
"""

import contextlib
import doctest
import importlib
import inspect
import io
import pathlib
import re
import socket
import sys

import numpy as np
import pytest

import cuprum as cp
import cuprumx

ROOT = pathlib.Path(__file__).resolve().parents[3]
if not (ROOT / "tools/site").is_dir():
    pytest.skip("the program that lists public names is not here", allow_module_level=True)
sys.path.insert(0, str(ROOT / "tools/site"))

import groups  # noqa: E402
import reference  # noqa: E402

MODULES = ["cuprum", *(module for _, module in reference.MODULES)]
SLICE = 40  # names in one test: a few seconds


def documented(module):
    """Pairs (name, object with a docstring) of a module: functions, classes and the classes' members, sorted."""
    found = {}
    for name, value in reference.public(module).items():
        found[name] = value
        if isinstance(value, type):
            found.update({f"{name}.{member}": method for member, method in reference.members(value)})
    return sorted(found.items())


def examples(value):
    text = inspect.getdoc(value) or ""
    if ">>>" not in text:
        return []
    lines = [line for section in reference.sections(text).values() for line in [*section, ""]]
    return doctest.DocTestParser().get_examples("\n".join(lines))


def names_of(module):
    """What examples may name without an import: cp, np, cuprum, cuprumx and the module's own name."""
    names = {"cp": cp, "np": np, "numpy": np, "cuprum": cp, "cuprumx": cuprumx}
    if module != "cuprum":
        names[module.rpartition(".")[2]] = importlib.import_module(module)
    return names


NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\d+(?=e[-+]))(?:e[-+]\d+)?")


class Checker(doctest.OutputChecker):
    """Compares floats as numbers: the last of eight digits, and the sign of 0, differ from processor to processor."""

    def check_output(self, want, got, optionflags):
        if super().check_output(want, got, optionflags):
            return True
        texts = [re.sub(r"\s", "", text) for text in (want, got)]
        if len({NUMBER.sub("#", text) for text in texts}) > 1:
            return False
        wanted, found = (np.array(NUMBER.findall(text), float) for text in texts)
        return np.allclose(found, wanted, rtol=1e-7, atol=1e-15)


CHECKER = Checker()
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def differences(module, name, value):
    """What is wrong with the examples of one docstring."""
    found = examples(value)
    test = doctest.DocTest(found, names_of(module), f"{module}.{name}", None, None, None)
    report = io.StringIO()
    runner = doctest.DocTestRunner(CHECKER, verbose=False, optionflags=FLAGS)
    with contextlib.redirect_stdout(io.StringIO()):
        runner.run(test, out=report.write)
    return report.getvalue()


def slices():
    for module in MODULES:
        every = [name for name, value in documented(module) if examples(value)]
        for start in range(0, len(every), SLICE):
            yield module, every[start : start + SLICE]


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    """Some examples write files, some join a group at a port."""
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("CUPRUM_DISTRIBUTED_PORT", str(server.getsockname()[1]))


@pytest.mark.parametrize("module, names", list(slices()), ids=lambda one: one if isinstance(one, str) else one[0])
def test_examples(module, names):
    found = dict(documented(module))
    wrong = [text for name in names if (text := differences(module, name, found[name]))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("module", [module for module in MODULES if groups.groups(module)])
def test_groups_of_modules(module):
    """What a module's docstring shows at work together; tools/site/groups.py reads them."""
    names = [name for group in groups.groups(module) for name in group.names]
    assert not {*names} - reference.public(module).keys() and len({*names}) == len(names)
    assert not (wrong := differences(module, "", importlib.import_module(module))), wrong


def test_everything_has_an_example():
    """Of its own or of its group; warnings and errors of SciPy's modules, too."""
    every = [(module, *one) for module in MODULES for one in reference.public(module).items()]
    assert [
        f"{module}.{name}" for module, name, value in every if not examples(value) and not groups.group_of(module, name)
    ] == []


def untold_parameters(value):
    """Parameters of a function that its section on parameters does not name; none where it has no such section."""
    parts = reference.sections(inspect.getdoc(value) or "")
    lines = [line for name in ("Parameters", "Further parameters") for line in parts.get(name, [])]
    heads = [match[0] for line in lines if (match := re.match(r"\*{0,2}\w+(, \*{0,2}\w+)*:", line))]
    told = {*re.findall(r"\w+", " ".join(heads)), "self", "signature"}
    if type(value).__name__ == "ufunc":  # the text of all unary functions calls the operand `x1`
        told |= {"x"} if {"x", "x1"} & told else set()
    try:
        parameters = inspect.signature(value).parameters
    except (TypeError, ValueError, SyntaxError):
        return []
    if told - parameters.keys() - {"self", "signature", "x"}:  # what `*args` and `**kwargs` stand for
        variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        told |= {name for name, one in parameters.items() if one.kind in variable}
    return [name for name in parameters if lines and name not in told and not name.startswith("_")]


def test_parameters_are_told():
    """By Python's names. Functions with a parameter that is not told: their number only falls."""
    assert untold_parameters(cp.put) == untold_parameters(cp.zeros) == untold_parameters(cp.sort) == []
    every = [(module, *one) for module in MODULES for one in reference.public(module).items()]
    untold = {f"{module}.{name}": wrong for module, name, value in every if (wrong := untold_parameters(value))}
    assert len(untold) <= 29, untold
