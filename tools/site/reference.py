"""The reference pages of the site, as reStructuredText: what the built package says of itself beside the declarations
of include/cuprum.

PYTHONPATH=build/python .venv/bin/python tools/site/reference.py FOLDER
"""

import functools
import importlib
import inspect
import json
import pathlib
import re
import sys
import textwrap
import types
import typing

import counterparts
import cuprum
import groups
import sources

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"

# The chapters of cuprum itself: a page's name and title, and the headers whose functions it has.
CHAPTERS = {
    "creation": ("Making arrays", "creation conversions constants host transfer interop array_list"),
    "manipulation": ("Shapes, joining, splitting", "manipulation layout nested_blocks packbits"),
    "indexing": ("Indexing", "indexing"),
    "elementwise": ("Ufuncs: element by element", "ufunc logic arithmetic bits comparison exponential floating "
                    "rounding special trigonometry gufunc functional"),
    "reductions": ("Reductions and scans", "reduction reductions scan"),
    "sorting": ("Sorting, searching, sets", "sorting"),
    "statistics": ("Statistics and interpolation", "statistics interpolation"),
    "products": ("Products, einsum, convolution", "products einsum convolution"),
    "polynomials": ("Polynomials and windows", "polynomial windows"),
    "dtypes": ("Data types", "dtype dtype_queries types structured scalar"),
    "files": ("Files and printing", "files printing"),
    "kernels": ("Kernels of your own", "kernel raw_kernel fuse jit"),
    "other": ("Other functions", ""),
}  # fmt: skip

# Pages of modules: title, module, and what is said first.
MODULES = [
    ("Linear algebra", "cuprum.linalg"),
    ("Fourier transforms", "cuprum.fft"),
    ("Random numbers", "cuprum.random"),
    ("Devices, streams, memory", "cuprum.cuda"),
    ("CUDA's runtime functions", "cuprum.cuda.runtime"),
    ("BLAS names", "cuprum.cublas"),
    ("Testing", "cuprum.testing"),
    ("Exceptions", "cuprum.exceptions"),
    ("Extensions to NumPy", "cuprumx"),
    ("Kernels in Python", "cuprumx.jit"),
    ("Profiling", "cuprumx.profiler"),
    ("Groups of processes", "cuprumx.distributed"),
    ("Arrays over several devices", "cuprumx.distributed.array"),
    ("Radar and acoustics", "cuprumx.signal"),
    ("SciPy: Fourier transforms", "cuprumx.scipy.fft"),
    ("SciPy: interpolation", "cuprumx.scipy.interpolate"),
    ("SciPy: linear algebra", "cuprumx.scipy.linalg"),
    ("SciPy: images", "cuprumx.scipy.ndimage"),
    ("SciPy: signals", "cuprumx.scipy.signal"),
    ("SciPy: windows", "cuprumx.scipy.signal.windows"),
    ("SciPy: sparse matrices", "cuprumx.scipy.sparse"),
    ("SciPy: sparse linear algebra", "cuprumx.scipy.sparse.linalg"),
    ("SciPy: graphs", "cuprumx.scipy.sparse.csgraph"),
    ("SciPy: spatial", "cuprumx.scipy.spatial"),
    ("SciPy: distances", "cuprumx.scipy.spatial.distance"),
    ("SciPy: special functions", "cuprumx.scipy.special"),
    ("SciPy: statistics", "cuprumx.scipy.stats"),
]

NAMESPACE = re.compile(r"^namespace cuprum(?:::([\w:]+))? \{", re.MULTILINE)
FUNCTION = re.compile(
    r"^(?! |//|#|using|return|template|class|struct|enum|extern|namespace|static_assert|inline constexpr)"
    r"(?:CUPRUM_PYTHON\s+)?([\w:<>,&* \[\]]+?[\s&*>](\w+)"
    r"\(([^;{}]*(?:\{(?:[^;{}]|\{[^;{}]*\})*\}[^;{}]*)*)\)(?: const)?)\s*[;{]",
    re.MULTILINE,
)
CLASS = re.compile(r"^(?:CUPRUM_NAMED_TUPLE )?(?:class|struct) (\w+)(?: final)?(?: :|\s*\{)", re.MULTILINE)
ROW = re.compile(
    r"^CUPRUM_(UFUNC|UFUNC_ALIAS|REDUCTION|REDUCTION_WITHOUT_NAN|REDUCTION_ALIAS)\(\s*(\w+), (\w+)", re.MULTILINE
)


class Declared(typing.NamedTuple):
    """What the public headers say of a name: its declarations in C++, and where the first of them stands."""

    forms: list
    header: pathlib.Path | None
    line: int
    defined: tuple | None  # path and line of the definition in src/


NOTHING = Declared([], None, 0, None)
DISTRIBUTION = re.compile(r"^CUPRUM_DISTRIBUTION\((\w+), \d, \"([^\"]*)\"", re.MULTILINE)
# A declaration in a class: at its first level of indentation, up to the body, initialisers or the end.
MEMBER = re.compile(
    r"^    (?!//|#|using|return|template|class|struct|enum|friend|CUPRUM_TRAITS|CUPRUM_SIGNATURE|[ })])"
    r"((?:[\w:<>,&*\[\] ]+?[\s&*>])?([\w~]+)\(((?:[^;{}()]|\([^()]*\)|\{\})*)\)(?: const)?)"
    r"(?=(?: noexcept| override| CUPRUM_LIFETIMEBOUND)*\s*[;:{=])",
    re.MULTILINE,
)
# Words of a declaration that tell Python's bindings or the compiler something, and the reader nothing.
OF_BINDING = re.compile(r"(?:\bCUPRUM_\w+(?:\([^()]*\))?|\b(?:explicit|virtual|inline)(?=\s))\s*")
# What a CPU refuses with cudaErrorNotSupported; tests/python/project/test_reference.py calls each of them.
GPU_ALONE = {
    *("cuprum.cuda.get_cublas_handle", "cuprum.cuda.runtime.deviceGetByPCIBusId"),
    *("cuprum.cuda.runtime.deviceGetLimit", "cuprum.cuda.runtime.deviceGetPCIBusId"),
    *("cuprum.cuda.runtime.deviceSetLimit", "cuprum.cuda.runtime.ipcGetEventHandle"),
    *("cuprum.cuda.runtime.ipcGetMemHandle", "cuprum.cuda.runtime.ipcOpenEventHandle"),
    *("cuprum.cuda.runtime.ipcOpenMemHandle", "cuprum.cuda.runtime.ipcCloseMemHandle"),
}


def plain(declaration):
    return re.sub(r" (?=[,)])", "", " ".join(OF_BINDING.sub("", declaration).split()))


def class_members(text, match):
    """(name, declaration) of the public functions of a class, whose head `match` is."""
    start = text.index("{", match.start())
    end = text.find("\n};", start)
    body = text[start : end if end > 0 else len(text)]
    public = match[0].startswith("struct")
    place = 0
    found = []
    for label in [*re.finditer(r"^(public|private|protected):", body, re.MULTILINE), None]:
        stop = label.start() if label else len(body)
        if public:
            for one in MEMBER.finditer(body, place, stop):
                deleted = "= delete" in body[one.end() : one.end() + 10]
                if not deleted and not one[2].startswith(("~", "operator", "CUPRUM")):
                    found.append((one[2], plain(one[1])))
        if label:
            public, place = label[1] == "public", label.end()
    return found


@functools.cache
def declared():
    """{(namespace inside of cuprum, name): Declared} of the public headers."""
    found = {}
    for header in sorted(INCLUDE.rglob("*.h")) + sorted(INCLUDE.rglob("*.def")):
        text = header.read_text()
        spaces = [(match.start(), match[1] or "") for match in NAMESPACE.finditer(text)]
        for match in FUNCTION.finditer(text):
            inside = [name for start, name in spaces if start < match.start()]
            if inside:
                key = inside[-1], match[2]
                declaration = plain(match[1])
                line = sources.line_of(text, match.start(1))
                place = sources.definitions().get(key)
                found.setdefault(key, Declared([], header, line, place)).forms.append(declaration)
        for match in CLASS.finditer(text):
            inside = [name for start, name in spaces if start < match.start()]
            if inside:
                line = sources.line_of(text, match.start(1))
                space, name = inside[-1], match[1]
                constructors = []
                for member, form in class_members(text, match):
                    if member == name:
                        constructors.append(form)
                    else:
                        key = f"{space}.{name}", member
                        found.setdefault(key, Declared([], header, line, None)).forms.append(form)
                constructors = [form for form in constructors if not form.endswith("()")] or constructors
                found.setdefault((space, name), Declared(constructors or [f"class {name}"], header, line, None))
        if header.name == "distributions.def" and header.parent == INCLUDE / "cuprum":
            for name, parameters in DISTRIBUTION.findall(text):
                operands = [f"const Operand& {re.split('[=:]', one)[0]}" for one in parameters.split()]
                form = f"ndarray {name}({', '.join([*operands, 'const Size& size = {}', 'const Type& dtype = {}'])})"
                line = sources.line_of(text, text.index(f"CUPRUM_DISTRIBUTION({name},"))
                for space in ("random", "random.Source"):
                    found[space, name] = Declared([form], header, line, None)
        where = "scipy::special" if header.parent.name == "special" else ""
        for match in ROW.finditer(text):
            kind, name, second = match.groups()
            python = name.removesuffix("_")
            if "ALIAS" in kind and (where, second) in found:
                forms = [form.replace(f" {second}(", f" {name}(") for form in found[where, second].forms]
            elif kind == "UFUNC":
                outputs = re.match(r", (\d)", text[match.end() :])[1]
                operands = [f"const Operand& x{k + 1}" for k in range(int(second))]
                result = "ndarray" if outputs == "1" else f"std::array<ndarray, {outputs}>"
                forms = [f"{result} {name}({', '.join(operands)}, const UfuncOptions& options = {{}})"]
            else:
                forms = [f"ndarray {name}(const ndarray& a, const ReduceOptions& options = {{}})"]
            line = sources.line_of(text, match.start())
            found[where, name] = found[where, python] = Declared(forms, header, line, None)
    return found


def cpp(module, name):
    """What C++ declares for a Python function; NOTHING where C++ has none under that name."""
    space = module.replace("cuprumx.", "cuprum.").removeprefix("cuprum").strip(".").replace(".", "::")
    for key in ((space, name), (space, name + "_"), (space.rpartition("::")[0], name), ("", name)):
        if key in declared() and (key[0] or not space.startswith("scipy")):
            return declared()[key]
    return NOTHING


def cpp_member(module, cls, name):
    """What C++ declares for a method of a class; NOTHING where it has none under that name."""
    bases = [base.__name__ for base in cls.__mro__ if base.__module__.startswith("cuprum")]
    for base in bases:
        space = module.replace("cuprumx.", "cuprum.").removeprefix("cuprum").strip(".").replace(".", "::")
        for key in ((f"{space}.{base}", name), (f"{space.rpartition('::')[0]}.{base}", name), (f".{base}", name)):
            if key in declared():
                return declared()[key]
    return NOTHING


def backends(full, doc):
    """On what a function of cuprum runs, as a sentence."""
    if full in GPU_ALONE:
        return "Backends: GPU alone; on a CPU ``cudaErrorNotSupported``."
    on_host = full.startswith("cuprumx.scipy") and re.search(r"\bon the host\b", doc.split("\n\n")[0])
    return "Backends: CPU, GPU (computed on the host)." if on_host else "Backends: CPU, GPU."


def source(module, value, found):
    """Links to where a name is declared and defined, for the last line of its entry; "" where it is compiled and has
    no declaration of its name. A second name has the source of the first, an instance that of its class."""
    links = []
    first = getattr(value, "__name__", "")
    if not found.header and not sources.of_python(value):
        of_core = getattr(value, "__module__", "") or ""
        homes = [module, of_core.replace("_core.", "").replace("_scipy_", "scipy.").replace("._", ".")]
        places = (cpp(home, one) for home in homes for one in names_of(module, first or "", value))
        found = next((place for place in places if place.header), found)
    if found.header:
        place = found.header.relative_to(ROOT), found.line
        links.append(f"`{found.header.relative_to(INCLUDE).as_posix()} <{sources.address(place)}>`__")
    python = None if links else sources.of_python(value) or sources.bindings().get(first)
    if not links and not python:  # of an instance its class, of a class that a program makes the class below it
        kinds = value.__mro__[1:] if isinstance(value, type) else [type(value)]
        python = next(filter(None, map(sources.of_python, kinds)), None)
    if place := found.defined or python:
        links.append(f"`{pathlib.PurePosixPath(place[0]).name} <{sources.address(place)}>`__")
    return f"Source: {', '.join(links)}." if links else ""


def escape(text):
    """Docstring text as reStructuredText: `code` is a literal, everything else is plain."""
    parts = re.split(r"`([^`\n]+)`", text)
    for k in range(0, len(parts), 2):
        parts[k] = re.sub(r"([\\*|`])", r"\\\1", parts[k])
        parts[k] = re.sub(r"_(?=\W|$)", r"\\_", parts[k])
    made = parts[0]
    for code, plain in zip(parts[1::2], parts[2::2]):
        before = "\\ " if made and not made[-1].isspace() and made[-1] not in "([{-/" else ""
        after = "\\ " if plain and (plain[0].isalnum() or plain[0] in "_\\`(") else ""
        made += f"{before}``{code.strip()}``{after}{plain}"
    return made


SECTIONS = {
    *("Parameters", "Further parameters", "Attributes", "Returns", "Yields", "Raises", "Warns", "Source", "Types"),
    *("Example", "Examples"),
}


def sections(text):
    """{section: lines}; what stands before the first section is under "". Their indentation is removed."""
    found, current = {"": []}, ""
    for line in text.splitlines():
        # Wrappers append theirs with another indentation.
        if line.strip() in SECTIONS and (not line.startswith(" ") or line.strip() == "Further parameters"):
            current = line.strip()
            found.setdefault(current, [])
        else:
            found[current].append(line)
    return {name: inspect.cleandoc("\n".join(["", *body])).splitlines() for name, body in found.items()}


def paragraphs(body):
    """Text with examples in between, as reStructuredText lines."""
    made, example = [], False
    for line in body:
        starts = line.lstrip().startswith(">>>")
        if starts and not example:
            made += ["", ".. code-block:: pycon", ""]
        example = (example or starts) and bool(line.strip())
        if example:
            made.append("   " + line)
        else:
            made.append(escape(line.strip()))
    return made


def fields(body, names, types):
    """The field "Parameters" of the lines of that section: a definition list of names, types and texts."""
    made = []
    for line in body:
        match = re.match(r"((?:\*{0,2}\w+)(?:, \*{0,2}\w+)*): (.*)", line)
        if match and (not names or set(re.findall(r"\w+", match[1])) & names):
            kind = f" : ``{types[match[1]]}``" if match[1] in types else ""
            made += [f"   ``{match[1]}``{kind}", f"      {escape(match[2])}"]
        elif made:
            made.append(f"      {escape(line.strip())}")
    return [":Parameters:", *made] if made else []


def raised(text):
    """The field "Raises" of "ValueError: why. TypeError: why."."""
    error = r"\w*(?:Error|Exception|Warning|Exit|Synchronized)"
    made = [
        line
        for name, why in re.findall(rf"({error}): (.*?)(?=\b{error}: |$)", text)
        for line in (f"   ``{name}``", f"      {escape(why.strip()) or 'always'}")
    ]
    return [":Raises:", *made] if made else [f":Raises: {escape(text)}"] if text else []


def returned_type(signature):
    """The type of a function's result, as text; "" where the signature does not tell it."""
    told = signature.return_annotation
    text = told if isinstance(told, str) else str(told) if told is None else getattr(told, "__name__", "")
    text = text.replace("_core.", "")
    return "" if told is signature.empty or "\\" in text or re.search(r"\b_?Any\b", text) else text


def shown(signature):
    """A signature without types, and the types by parameter."""
    types = {
        name: str(one.annotation)
        for name, one in signature.parameters.items()
        if isinstance(one.annotation, str) and "\\" not in one.annotation
    }
    plain = [one.replace(annotation=one.empty) for one in signature.parameters.values()]
    text = str(signature.replace(parameters=plain, return_annotation=signature.empty))
    return re.sub(r"<[^<>]*>", "...", text), types


@functools.cache
def taken_dtypes():
    """{full name: text}, which tools/site/dtypes.py records."""
    return json.loads((pathlib.Path(__file__).parent / "dtypes.json").read_text())


@functools.cache
def texts(module):
    """{docstring without signatures: the names that have it} of a module's functions."""
    found = {}
    for name, value in public(module).items():
        found.setdefault(re.sub(r"\A(?:\w+\(.*\n)+", "", inspect.getdoc(value)), []).append(name)
    return found


def names_of(module, name, value):
    """A function's names: this one, and those under which the module has the same text."""
    text = re.sub(r"\A(?:\w+\(.*\n)+", "", inspect.getdoc(value) or "")
    told = re.findall(r"\A\s*Another name of `(\w+)`", text)
    return list(dict.fromkeys([name, getattr(value, "__name__", name), *told, *texts(module).get(text, [])]))


def dtypes_of(module, name, value):
    """The recorded dtypes of a function, by any of its names."""
    found = (taken_dtypes().get(f"{module}.{one}") for one in names_of(module, name, value))
    return next(filter(None, found), None)


def entry(module, name, value, kind="function", owner=None, index=True, cls=None):
    """A function, class, method or attribute, as lines; `cls` is the class of a method or an attribute."""
    import cpp_names  # which imports this module

    full = f"{owner}.{name}" if owner else f"{module}.{name}"
    result = ""
    try:
        result = returned_type(inspect.signature(value)) if kind in ("function", "method") else ""
        signature, types = shown(inspect.signature(value))
    except (ValueError, TypeError, SyntaxError):
        signature, types = ("()" if kind not in ("property", "attribute") else ""), {}
    if kind.endswith("method"):
        signature = re.sub(r"\(self(?:, /)?(?:, )?", "(", signature)
    if kind in ("attribute", "data", "property"):
        signature = ""
    doc = inspect.getdoc(value) or ""
    doc = re.sub(r"\A(?:" + re.escape(name) + r"\(.*\n)+\n?", "", doc)  # nanobind's signatures
    parts = sections(doc)
    made = [f".. py:{kind}:: {full}{signature}", *([] if index else ["   :no-index:"]), ""]
    body = paragraphs(parts.pop(""))
    found = cpp_member(module, cls, name) if owner else cpp(module, name)
    declarations = []
    if found.forms:
        wrapped = [line for form in found.forms for line in textwrap.wrap(form + ";", 76, subsequent_indent="        ")]
        declarations = [".. code-block:: cpp", "", *(f"   {line}" for line in wrapped), ""]
    names = set(types) | set(re.findall(r"\w+", signature))
    if "**" in signature:
        names = set()  # every name may be a parameter
    described = [line for part in ("Parameters", "Further parameters", "Attributes") for line in parts.get(part, [])]
    listed = fields(described, names, types)
    if (
        not described
        and kind in ("class", "function", "method")
        and (told := {k: v for k, v in types.items() if k != "self"})
    ):
        listed = [":Parameters: " + ", ".join(f"``{name}`` : ``{type_}``" for name, type_ in told.items())]
    if result and not {"Returns", "Yields"} & parts.keys():
        parts["Returns"] = [f"`{result}`"]
    for section in ("Returns", "Yields", "Warns", "Source"):
        if text := parts.get(section):
            listed += [f":{section}:", *("   " + escape(line.strip()) for line in text)]
    of_module = groups.raises(module) if kind == "function" and not owner else ""
    listed += raised(" ".join(parts.get("Raises", [])) or of_module)
    examples = paragraphs(parts.get("Example", []) + parts.get("Examples", []))
    facts = []
    if not owner and ">>>" not in doc and (group := groups.group_of(module, name)):
        facts.append(f"Example: :ref:`{group.title} <{group.label}>`.")
    if not owner and not (isinstance(value, type) and issubclass(value, BaseException)):
        facts.append(backends(full, doc))
        if not found.forms:
            facts.append("Python alone.")
    if text := cpp_names.linked(found.forms):
        facts.append(f"C++ types: {text}.")
    if text := " ".join(parts.get("Types", [])):
        facts.append(f"Loops: ``{text}``.")
    if text := (dtypes_of(module, name, value) if not owner else None):
        whose, _, dtypes = text.rpartition(": ")
        of = "the result" if whose == "result" else f"``{whose}``" if whose else "the first argument"
        facts.append(f"Dtypes of {of}: {dtypes}.")
    if not owner:
        facts.append(counterparts.sentence(module, name))
    if links := ("" if owner else source(module, value, found)):
        facts.append(links)
    for lines in (body, [""], declarations, listed, [""], examples, ["", " ".join(facts), ""]):
        made += ["   " + line if line else "" for line in lines]
    if kind == "class":
        for member, method in members(value):
            how = kind_of_member(value, member, method)
            lines = entry(module, member, method, how, full, cls=value)
            made += ["   " + line if line else "" for line in lines]
    return made


def kind_of_member(cls, name, value):
    if not callable(value):
        return "property"
    kinds = {classmethod: "classmethod", staticmethod: "staticmethod"}
    return kinds.get(type(inspect.getattr_static(cls, name, value)), "method")


def members(cls):
    """The public members that a class, or a private base of it, has of its own."""
    bases = [base for base in cls.__mro__ if base.__module__.startswith("cuprum") or base is cls]
    found = {}
    for base in bases:
        for name, value in vars(base).items():
            if not name.startswith("_") and (
                callable(value) or isinstance(value, property | classmethod | staticmethod)
            ):
                found.setdefault(name, value if isinstance(value, property) else getattr(cls, name, value))
    return sorted((name, value) for name, value in found.items() if inspect.getdoc(value))


def summary(value):
    text = (inspect.getdoc(value) or "").strip()
    text = re.sub(r"\A(?:\w+\(.*\n)+\n?", "", text).split("\n\n")[0].split(">>>")[0]
    first = re.match(r"(.*?[.:])(?:\s|$)", " ".join(text.split()) + " ")
    return escape((first[1] if first else text).rstrip(":.") + ".")


def kind_of(value):
    return "class" if isinstance(value, type) else "function"


def page(title, module, names, introduction=""):
    """A page: a table of the names with a sentence each, then an entry for each. `names`: {name: value}."""
    made = [title, "=" * len(title), "", introduction, ""]
    firsts, others = {}, {}
    for name, value in sorted(names.items(), key=lambda item: (item[0].lower(), item[0])):
        same = firsts.setdefault(id(value), name)
        others.setdefault(same, []).append(name)
    made += [".. list-table::", "   :class: summary", "   :widths: 35 65", ""]
    for name, aliases in others.items():
        shown_names = ", ".join(f":py:obj:`{alias} <{module}.{name}>`" for alias in aliases)
        made += [f"   * - {shown_names}", f"     - {summary(names[name])}"]
    made.append("")
    for group in groups.groups(module):
        if group.names[0] not in names:
            continue  # cuprum's names are on several pages: a group is on that of its first name
        made += [f".. _{group.label}:", "", f".. rubric:: {group.title}", ""]
        members = ", ".join(f":py:obj:`{name} <{module}.{name}>`" for name in group.names)
        made += [members, *paragraphs(group.example.splitlines()), ""]
    for name in others:
        made += entry(module, name, names[name], kind_of(names[name])) + [""]
    return "\n".join(made) + "\n"


def public(module):
    value = importlib.import_module(module)
    names = getattr(value, "__all__", None) or [name for name in dir(value) if not name.startswith("_")]
    found = {}
    for name in names:
        one = getattr(value, name)
        if callable(one) and not isinstance(one, types.ModuleType) and inspect.getdoc(one):
            if not isinstance(one, types.GenericAlias) and not getattr(one, "__module__", "").startswith(
                ("numpy", "typing")
            ):
                found[name] = one
    return found


def write(folder):
    """Write all pages; returns how many entries they have."""
    import missing_names
    import cpp_names

    folder.mkdir(parents=True, exist_ok=True)
    everything = public("cuprum")
    everything.pop("ndarray", None)
    pages, count = [], 0
    by_header = {stem: chapter for chapter, (_, stems) in CHAPTERS.items() for stem in stems.split()}
    chapters = {chapter: {} for chapter in CHAPTERS}
    for name, value in everything.items():
        header = cpp("cuprum", name).header
        chapters[by_header.get(header.stem if header else "", "other")][name] = value
    kernels = "ElementwiseKernel ReductionKernel RawKernel RawModule fuse vectorize".split()
    for name in kernels:
        for found in chapters.values():
            found.pop(name, None)
        chapters["kernels"][name] = everything[name]
    members_of_array = ["The array", "=========", "", *entry("cuprum", "ndarray", cuprum.ndarray, "class")]
    written = {"ndarray": "\n".join(members_of_array) + "\n"}
    for chapter, (title, _) in CHAPTERS.items():
        if chapters[chapter]:
            written[chapter] = page(title, "cuprum", chapters[chapter], "Functions of ``cuprum``.")
            count += len(chapters[chapter])
    pages = [list(written)]
    for title, module in MODULES:
        names = public(module)
        if names:
            about = escape(" ".join(groups.told(module).split("\n\n")[0].split()))
            written[module] = page(title, module, names, f"Functions of ``{module}``. {about}")
            count += len(names)
    written["missing_names"] = missing_names.page()
    pages[0] += ["cuprum.linalg", "cuprum.fft", "cuprum.random"]
    pages.append([name for name in written if "scipy" in name])
    pages.append([name for name in written if name not in pages[0] + pages[1]])
    of_cpp = cpp_names.pages()
    written |= of_cpp
    pages.append(list(of_cpp))
    pages.append([pages[2].pop(pages[2].index("missing_names"))])
    captions = ["NumPy", "SciPy", "Devices, kernels, tools", "C++", "By name"]
    index = ["Reference", "=========", "", INTRODUCTION, ""]
    for caption, names in zip(captions, pages):
        index += [
            ".. toctree::",
            f"   :caption: {caption}",
            "   :maxdepth: 1",
            "",
            *(f"   {name}" for name in names),
            "",
        ]
    written["index"] = "\n".join(index) + "\n"
    for name, text in written.items():
        target = folder / f"{name}.rst"
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
    return count


INTRODUCTION = """Each entry has the signature in Python, the declaration in C++ if it has the same name, the parameters
with shapes and units, what is returned and raised, and an example. Both languages share one text: the comment of the
C++ declaration.

The last lines of an entry say on which backends it runs, which dtypes it takes and what it is called in NumPy or
SciPy, else in CUDA or CuPy, and link to the sources. Entries of ufuncs list their loops. Those of other functions list
the dtypes with which the call of the example works, or the dtype of the result where arguments are numbers and words.
Where no dtypes are given, arguments are numbers or objects that are no arrays. An entry without an example links to one
that shows several functions at work.

Some errors are not repeated in each entry. ``TypeError`` and ``AttributeError``: an argument is of a type that the
function does not take. ``OverflowError``: an integer has more than 64 bits. ``ValueError``: an array would hold text or
objects, or an array of several elements stands for one number or for a condition. ``OutOfMemoryError``: memory lacks.
``CUDARuntimeError``: there is no such device. An entry without "Raises" raises no others.

"Python alone" means that C++ has no function of that name. "C++ types" links to the structs of options and results that
the C++ declaration names; the four pages "C++" have all of them. ``cp`` is ``cuprum`` in the
examples. In C++ the functions of ``cuprum.linalg`` are in the namespace ``cuprum::linalg``, those of
``cuprumx.scipy.signal`` in ``cuprum::scipy::signal``."""


if __name__ == "__main__":
    print(write(pathlib.Path(sys.argv[1])), "entries")
