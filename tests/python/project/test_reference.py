"""The reference of the site: places in the sources, and links of the built pages."""

import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
if not (ROOT / "tools/site").is_dir():
    pytest.skip("the program that makes the site is not here", allow_module_level=True)
sys.path.insert(0, str(ROOT / "tools/site"))

import completeness  # noqa: E402
import counterparts  # noqa: E402
import errors  # noqa: E402
import missing_names  # noqa: E402
import cpp_names  # noqa: E402
import dtypes  # noqa: E402
import links  # noqa: E402
import reference  # noqa: E402
import sources  # noqa: E402

import cuprum as cp  # noqa: E402


def every_name():
    for module in ("cuprum", *(module for _, module in reference.MODULES)):
        for name, value in reference.public(module).items():
            yield module, name, value


def test_places_are_those_of_the_name():
    """Each place that an entry links to is a line with the name, or with the decorators and comments above it."""
    known = 0
    for module, name, value in every_name():
        found = reference.cpp(module, name)
        places = [(found.header.relative_to(ROOT), found.line)] if found.header else []
        places += [place for place in (found.defined, sources.of_python(value)) if place]
        for path, line in places:
            text = (ROOT / path).read_text().splitlines()
            assert 1 <= line <= len(text), (module, name, path, line)
        if found.header:
            lines = found.header.read_text().splitlines()
            assert name.rstrip("_") in " ".join(lines[found.line - 1 : found.line + 4]), (module, name, found)
        if found.defined:
            path, line = found.defined
            lines = (ROOT / path).read_text().splitlines()
            assert name.rstrip("_") in " ".join(lines[line - 1 : line + 2]), (module, name, found)
        known += bool(places)
    assert known > 1500


def test_most_functions_of_numpy_have_their_definition():
    found = {name: reference.cpp("cuprum", name) for _, name, _ in every_name() if _ is not None}
    assert found["flip"].defined[0].as_posix() == "src/numpy/flip_roll_insert.cpp"
    assert found["sin"].header.name == "trigonometry.def"
    assert found["vectorize"].header is None


def test_recorded_dtypes():
    """Some of the recorded dtypes, found again; `tools/site/dtypes.py` records them."""
    record = reference.taken_dtypes()
    names = {f"{module}.{name}": (module, name, value) for module, name, value in every_name()}
    assert not record.keys() - names.keys()
    for full in ("cuprum.flip", "cuprum.packbits", "cuprum.concatenate", "cuprum.eye"):
        assert dtypes.taken(*names[full]) == record[full], full
    assert record["cuprum.concatenate"] == "all numbers" and record["cuprum.eye"] == "dtype: all numbers"
    assert record["cuprum.einsum"] == "operands: all numbers"
    every = [(group, dtype) for group, some in dtypes.GROUPS.items() for dtype in some]
    assert dtypes.words([(*one, True) for one in every]) == "all numbers"
    assert dtypes.words([(*one, one[0] == "integers" or one[1] == "f") for one in every]) == "integers, float32"
    assert dtypes.words([(*one, False) for one in every]) == ""


def test_page_of_a_source(tmp_path):
    pytest.importorskip("pygments", reason="Pygments is not installed")
    path = pathlib.PurePosixPath("include/cuprum/creation.h")
    sources.pages([path], tmp_path, ("default", "monokai"))
    text = (tmp_path / "source/include/cuprum/creation.h.html").read_text()
    count = len((ROOT / path).read_text().splitlines())
    assert f'id="line-{count}"' in text and f'id="line-{count + 1}"' not in text
    assert "../../../index.html" in text


def test_wrong_links_are_found(tmp_path):
    (tmp_path / "a.html").write_text('<a href="b.html#there">x</a> <a id="mine" href="https://example.org">x</a>')
    (tmp_path / "b.html").write_text('<h1 id="there">x</h1> <a href="a.html#mine"></a>')
    assert not links.wrong(tmp_path)
    (tmp_path / "b.html").write_text('<a href="none.html"></a> <a href="a.html#other"></a> <img src="https://x/y.png">')
    assert links.wrong(tmp_path) == [
        "a.html: b.html#there",
        "b.html loads https://x/y.png",
        "b.html: a.html#other",
        "b.html: none.html",
    ]


def test_declarations_are_plain_cpp():
    """No word of the bindings, and no piece of another declaration."""
    found = reference.declared()
    forms = [form for one in found.values() for form in one.forms]
    assert not [form for form in forms if "CUPRUM" in form or form.count("(") != form.count(")") or form.count(";")]
    assert found["", "where"].forms and "Index" not in found["", "sum"].forms[0]
    assert (
        found["scipy::interpolate", "BSpline"].forms[0].startswith("BSpline(const ndarray& t, const ndarray& c, int k")
    )
    assert found[".ndarray", "reshape"].forms == ["ndarray reshape(const Shape& shape, char order = 'C') const"]
    assert (
        found["random", "beta"].forms[0].startswith("ndarray beta(const Operand& a, const Operand& b, const Size& size")
    )


def test_methods_of_classes_are_described_by_their_own_text():
    """A class method was described by Python's text about class methods."""
    from cuprumx.scipy.interpolate import BSpline

    text = "\n".join(reference.entry("cuprumx.scipy.interpolate", "BSpline", BSpline, "class"))
    assert "py:classmethod:: cuprumx.scipy.interpolate.BSpline.basis_element(t, extrapolate=True)" in text
    assert "One B-spline." in text and "static BSpline basis_element(" in text
    assert "receives the class" not in text
    for module, name, value in every_name():
        if isinstance(value, type):
            for member, method in reference.members(value):
                assert "receives the class as implicit" not in (method.__doc__ or ""), (module, name, member)


def test_backends_of_entries():
    """Entries name their backends; what is told to need a GPU is refused by a CPU."""
    assert reference.backends("cuprum.sin", "The sine.") == "Backends: CPU, GPU."
    assert "host" in reference.backends("cuprumx.scipy.sparse.csgraph.yen", "Paths, on the host.\n\nParameters")
    names = {f"{module}.{name}": value for module, name, value in every_name()}
    assert not reference.GPU_ALONE - names.keys()
    if cp.backend() != "cpu":
        pytest.skip("a GPU is in use")
    memory, event = cp.ones(3), cp.cuda.Event()
    arguments = {
        "deviceGetByPCIBusId": ("0000:3B:00.0",),
        "deviceGetLimit": (0,),
        "deviceGetPCIBusId": (0,),
        "deviceSetLimit": (0, 1 << 20),
        "get_cublas_handle": (),
        "ipcCloseMemHandle": (memory.data.ptr,),
        "ipcGetEventHandle": (event.ptr,),
        "ipcGetMemHandle": (memory.data.ptr,),
        "ipcOpenEventHandle": (b"x" * 64,),
        "ipcOpenMemHandle": (b"x" * 64,),
    }
    for full in reference.GPU_ALONE:
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="cudaErrorNotSupported"):
            names[full](*arguments[full.rpartition(".")[2]])


def test_names_of_cpp_alone_have_entries():
    """Options, results and functions without a name in Python; the declarations of functions link to their structs."""
    found = {one.full: one for some in cpp_names.names().values() for one in some}
    assert len(found) > 450
    assert "std::optional<DType> dtype{};" in found["cuprum::ReduceOptions"].text
    assert found["cuprum::download"].text.startswith("void download(const ndarray& array, void* target")
    assert "cuprum::sum" not in found and "cuprum::RawKernel" not in found
    text = found["cuprum::ndarray"].text
    assert "ndarray operator()(I&&... index) const;" in text and "const Shape& shape() const noexcept;" in text
    assert "private" not in text and "size_" not in text and "CUPRUM" not in text
    assert not [one.full for one in found.values() if one.text.count("{") != one.text.count("}")]
    assert cpp_names.linked(["ndarray sum(const ndarray& a, const ReduceOptions& options = {})"]) == (
        ":ref:`ReduceOptions <cpp-cuprum-reduceoptions-type>`"
    )
    pages = cpp_names.pages()
    assert "\n   cuprum::Deferred deferred;\n" in pages["cpp-arrays"] and "Example:" not in pages["cpp-arrays"]


def test_parameters_behind_two_stars_are_told():
    text = "\n".join(reference.entry("cuprum", "einsum", cp.einsum))
    assert "      ``optimize``\n" in text and "Counterpart: ``numpy.einsum``." in text


# Entries that do not tell what tools/site/completeness.py counts; the numbers only fall.
INCOMPLETE = {"parameters": 0, "result": 0, "example": 0, "dtypes": 56, "counterpart": 0, "source": 4}


def test_entries_are_complete():
    found, entries = completeness.count()
    assert entries > 1600 and found.keys() == INCOMPLETE.keys()
    for kind, modules in found.items():
        assert sum(map(len, modules.values())) <= INCOMPLETE[kind], (kind, dict(modules))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("module", ["cuprum.cublas", "cuprumx.scipy.linalg", "cuprumx.scipy.sparse.csgraph"])
def test_errors_are_told(module):
    """Some chapters; `tools/site/errors.py` calls all with wrong arguments."""
    names = reference.public(module).items()
    assert {name: found for name, value in names if (found := errors.untold(module, name, value))} == {}


def test_counterparts():
    assert counterparts.sentence("cuprum", "sum") == "Counterpart: ``numpy.sum``."
    assert counterparts.sentence("cuprum", "in1d") == "Counterpart: ``numpy.isin``."
    assert counterparts.sentence("cuprum.cuda.runtime", "malloc") == "Counterpart: ``cudaMalloc``."
    assert counterparts.sentence("cuprum", "explain") == "Counterpart: none, it is cuprum's own."
    names = {f"{module}.{name}" for module, name, _ in every_name()}
    assert not counterparts.ELSEWHERE.keys() - names
    assert not {f"{module}.{name}" for module, own in counterparts.OWN.items() for name in own.split()} - names


def test_page_of_missing_names():
    found = missing_names.missing()
    for module in ("numpy.linalg", "numpy.fft", "scipy.ndimage", "scipy.signal", "scipy.sparse.csgraph"):
        assert {*found[module][2]} <= {"whittaker_henderson"}, module  # of SciPy 1.18
    there, elsewhere, absent = found["scipy.linalg"]
    assert "expm" in there and "cholesky" in elsewhere and "solve_banded" in absent
    assert "``griddata``" in missing_names.page()
