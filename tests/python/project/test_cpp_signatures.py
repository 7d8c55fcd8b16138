"""Functions of SciPy's chapters have the same parameters and defaults in both languages; classes, the same members."""

import functools
import importlib
import inspect
import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "declared"))
import bindings  # noqa: E402
import headers  # noqa: E402

CHAPTERS = (
    "fft interpolate linalg ndimage signal sparse sparse.linalg sparse.csgraph spatial spatial.distance special stats"
).split()

# Parameters that only Python has, of all functions, and why.
PYTHON_ONLY = {
    "whether a solver prints": "show",
    "whether more parts of a result are returned; C++ returns them all": "return_diag return_sign retenv retquad",
    "functions or objects of Python's": "form plot",
}
IGNORED = {name for names in PYTHON_ONLY.values() for name in names.split()}

# Functions whose other parameters differ: the names that are in one language alone, and why.
DIFFERENT = {
    "a parameter of Python's is two or more of C++'s, or the other way round": {
        "sparse.linalg.aslinearoperator": "A a",
    },
    "a pulse's cutoff time is another function in C++": {"signal.gausspulse": "tpr"},
    "C++ multiplies the origins itself": {"ndimage.iterate_structure": "origin"},
    "an array or a dtype of Python's": {"ndimage.label": "output dtype"},
    "parameters of CuPy's that are taken and not looked at": {
        "sparse.csgraph.laplacian": "copy",
    },
}
EXCEPT = {name: set(words.split()) for group in DIFFERENT.values() for name, words in group.items()}

# Members that only Python's class has, and why.
MEMBERS = {
    "what values of C++ are made anew for": {
        "sparse.linalg.LinearOperator": "dot",
    },
    "conversions of systems, which are free functions in C++": {
        "signal.StateSpace": "dt poles to_ss to_tf to_zpk zeros"
    },
    "programs derive classes from it, and replace what tells the bandwidth": {
        "stats.gaussian_kde": "covariance_factor set_bandwidth"
    },
    "second names of NumPy's polynomials": {"special.orthopoly1d": "c coef get o set"},
}
MEMBERS_EXCEPT = {name: set(words.split()) for group in MEMBERS.values() for name, words in group.items()}

DECLARATION = re.compile(
    r"^(?:CUPRUM_SIGNATURE\((?:[^()]*)\)\s+)?(?:template <[^>]*>\s+)?(?P<marked>CUPRUM_PYTHON\s+)?"
    r"(?:inline\s+|constexpr\s+)*[\w:<>, *&]+?\s+(?P<name>\w+)"
    r"\((?P<parameters>(?:[^;{}]|\{[^{};]*\})*?)\)(?:;|\s\{)",
    re.MULTILINE,
)
CLASS = re.compile(
    r"^(?:CUPRUM_NAMED_TUPLE )?(?:class|struct) (?P<name>\w+)(?: final)?(?: : public (?P<base>[\w:]+))? \{\n"
    r"(?P<text>.*?)^\};",
    re.MULTILINE | re.DOTALL,
)


@functools.cache
def declared():
    """Functions (whether Python's is made of the declaration, and the parameters) and classes by namespace and name,
    and the structs of options."""
    functions, classes, structs = {}, {}, {}
    for path in sorted((ROOT / "include" / "cuprum").rglob("*.h")):
        text = re.sub(r"[ \t]*//.*", "", path.read_text())
        opened = [(match.start(), match[1]) for match in headers.NAMESPACE.finditer(text)]
        for match in headers.STRUCT.finditer(text):
            namespace = ([name for start, name in opened if start < match.start()] or [None])[-1]
            structs[f"{namespace}::{match[1]}"] = match[2], f"{path.name}: {match[1]}"
        for match in CLASS.finditer(text):
            namespace = ([name for start, name in opened if start < match.start()] or [None])[-1]
            classes[namespace, match["name"]] = match["base"], set(re.findall(r"\w+", match["text"]))
        for match in DECLARATION.finditer(text):
            try:
                given = [headers.parameter(one, path.name) for one in headers.split(match["parameters"])]
            except SystemExit:  # a function over functions
                continue
            namespace = ([name for start, name in opened if start < match.start()] or [None])[-1]
            functions.setdefault((namespace, match["name"].rstrip("_")), []).append((bool(match["marked"]), given))
    return functions, classes, structs


def flat(parameters, namespace):
    """The names and defaults of parameters, those of a struct of options among them."""
    found, structs = {}, declared()[2]
    for parameter in parameters:
        full = bindings.find_struct(re.sub(r"^const |&$", "", parameter.type), namespace, structs)
        fields = (
            headers.fields(*structs[full])
            if full and parameter.default == "{}" and parameter.name != "ord"
            else [parameter]
        )
        found |= {field.name.rstrip("_"): field.default for field in fields}
    return found


def public(chapter):
    module = importlib.import_module("cuprumx.scipy." + chapter)
    return {n: getattr(module, n) for n in getattr(module, "__all__", None) or vars(module) if not n.startswith("_")}


def beside(chapter):
    """For each function of both languages that is not made of its declaration: its name, Python's parameters, and
    those of the overload that is most like it."""
    namespace = "scipy::" + chapter.replace(".", "::")
    for name, function in public(chapter).items():
        overloads = declared()[0].get((namespace, name))
        if inspect.isclass(function) or not callable(function) or not overloads or any(o[0] for o in overloads):
            continue
        try:
            taken = inspect.signature(function).parameters
        except ValueError:
            continue
        if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in taken.values()):
            continue
        given = [flat(parameters, namespace) for _, parameters in overloads]
        yield f"{chapter}.{name}", taken, min(given, key=lambda one: len(set(one) ^ set(taken)))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_parameters(chapter):
    for name, python, cpp in beside(chapter):
        assert (set(python) ^ set(cpp)) - IGNORED - EXCEPT.get(name, set()) == set(), name


def number(text):
    try:
        return float({"true": "1", "false": "0"}.get(text, text))
    except (TypeError, ValueError):
        return None


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_defaults(chapter):
    """Numbers, truths and words; what is None in Python has many types in C++."""
    for name, python, cpp in beside(chapter):
        for key in set(python) & set(cpp):
            default, text = python[key].default, cpp[key]
            if isinstance(default, (bool, int, float)) and number(text) is not None:
                assert number(text) == default, f"{name}({key})"
            elif isinstance(default, str) and text and text.startswith('"'):
                assert text.strip('"') == default, f"{name}({key})"


def members(namespace, name):
    classes = declared()[1]
    base, words = classes[namespace, name]
    bases = [key for key in classes if base and key[1] == base.split("::")[-1]]
    return words.union(*(members(*key) for key in bases))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_members(chapter):
    namespace = "scipy::" + chapter.replace(".", "::")
    for name, cls in public(chapter).items():
        if not inspect.isclass(cls) or (namespace, name) not in declared()[1] or issubclass(cls, Exception):
            continue
        own = {member for member in dir(cls) if not member.startswith("_")}
        assert own - members(namespace, name) - MEMBERS_EXCEPT.get(f"{chapter}.{name}", set()) == set(), name


def test_no_exception_is_left_over():
    differ = {name: set(python) ^ set(cpp) for chapter in CHAPTERS for name, python, cpp in beside(chapter)}
    assert {
        name: words - differ.get(name, set()) for name, words in EXCEPT.items() if words - differ.get(name, set())
    } == {}
    assert IGNORED - set().union(*differ.values()) == set()
