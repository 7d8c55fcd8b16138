"""The documentation site: every code block of its pages runs and prints what the page shows, and its links lead
somewhere."""

import importlib
import os
import pathlib
import re
import subprocess
import sys

import pytest

import cuprum as cp

ROOT = pathlib.Path(__file__).resolve().parents[3]
SITE = ROOT / "docs/site"
if not SITE.is_dir():
    pytest.skip("the pages are not here", allow_module_level=True)
sys.path.insert(0, str(ROOT / "tools/site"))

import blocks  # noqa: E402
import gallery  # noqa: E402

PAGES = sorted(SITE.rglob("*.md"))
# Pages of docs/ whose blocks are whole programs.
ABOUT = [ROOT / "docs" / f"{name}.md" for name in ("cupy", "deferred")]


def runs(page):
    return any(block.language in ("python", "console") for block in blocks.blocks(page.read_text()))


@pytest.mark.skipif(cp.backend() != "cpu", reason="what the pages show is the CPU backend's")
@pytest.mark.parametrize(
    "page", [page for page in (*PAGES, *ABOUT) if runs(page)], ids=lambda page: f"{page.parent.name}/{page.stem}"
)
def test_blocks(page, tmp_path):
    """On the CPU backend, whose name some pages show; in a process of its own, as pages change settings."""
    environment = os.environ | {"CUPRUM_BACKEND": "cpu", "MPLBACKEND": "agg"}
    command = [sys.executable, ROOT / "tools/site/blocks.py", page, "--folder", tmp_path]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_programs_of_other_pages_run():
    """Pages of docs/ with Python programs run above; docs/adding.md shows lines that go into a file."""
    shown = {path.stem for path in (ROOT / "docs").glob("*.md") if "```python\n" in path.read_text()}
    assert shown == {path.stem for path in ABOUT} | {"adding"}


def test_difference_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```python\nprint(1)\n```\n\n```output\n2\n```\n")
    assert "the page shows\n2" in blocks.run_page(page)[0]
    page.write_text("```python\n1 / 0\n```\n\n```output\nZeroDivisionError: division by zero\n```\n")
    assert not blocks.run_page(page)
    page.write_text("```python\n1 / 0\n```\n")
    with pytest.raises(ZeroDivisionError):
        blocks.run_page(page)


def test_console_blocks_name_what_is_there():
    """Commands that are not run: known programs, and targets of the Makefile."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        for block in blocks.blocks(page.read_text()):
            for line in block.code.splitlines() if block.language == "console" else ():
                words = [word for word in line.removeprefix("$ ").split() if not blocks.SETTING.match(word)]
                assert words[0] in ("python", "pip", "cmake", "make", "g++", "sudo", "./build/my_program"), line
                assert words[0] != "make" or words[1] in targets, line


def test_code_of_the_first_pages_fits_a_screen():
    """A longer line is cut off beside the two columns of links, and has to be scrolled."""
    for page in PAGES:
        for block in blocks.blocks(page.read_text()) if page.parent.name in ("start", "howto") else ():
            for line in block.code.splitlines() if block.language in ("python", "cpp", "cmake") else ():
                assert len(line) <= 72, f"{page.stem}: {line}"


# The modules whose functions the tables of a page of the guide name.
CHAPTERS = {
    "graphs": "scipy.sparse.csgraph",
    "interpolate": "scipy.interpolate",
    "ndimage": "scipy.ndimage",
    "scipy-linalg": "scipy.linalg",
    "signal": "scipy.signal",
    "sparse": "scipy.sparse",
    "spatial": "scipy.spatial",
    "special": "scipy.special",
    "stats": "scipy.stats",
}


def is_there(owner, path):
    for name in path.split("."):
        if not hasattr(owner, name):
            try:
                importlib.import_module(f"{owner.__name__}.{name}")
            except (ImportError, AttributeError):
                return False
        owner = getattr(owner, name)
    return True


@pytest.mark.parametrize("page", [*PAGES, *ABOUT], ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_names_are_there(page):
    """What a page calls `cp.name` is there, and so are the functions in the tables of SciPy's chapters."""
    text = blocks.FENCE.sub("", page.read_text())
    wrong = []
    for code in re.findall(r"`([^`\n]+)`", text):
        for module, path in () if "::" in code else re.findall(r"(?<![\w/.])(cp|cuprumx?)\.([\w.]*\w)", code):
            if not is_there(importlib.import_module("cuprum" if module == "cp" else module), path):
                wrong.append(code)
    if page.parent.name == "guide" and page.stem in CHAPTERS:
        module = importlib.import_module(f"cuprumx.{CHAPTERS[page.stem]}")
        owners = [module, *(getattr(module, name, cp) for name in ("linalg", "csgraph"))]
        owners += [importlib.import_module("cuprumx.scipy"), cp]
        for table in re.findall(r"^\| .*function(?:.*\n\|)+.*", text, re.MULTILINE):
            for name in re.findall(r"`([a-zA-Z][\w.]+)(?:\([^`]*\))?`", table.split("\n", 2)[2]):
                if not any(is_there(owner, name.removeprefix("cp.")) for owner in owners):
                    wrong.append(name)
    assert not wrong


def test_links():
    for page in PAGES:
        text = re.sub(r"`[^`\n]+`", "", blocks.FENCE.sub("", page.read_text()))
        for target in re.findall(r"\]\(([^)\s#]+)", text):
            there = (page.parent / target).resolve()
            if there.parent == SITE / "about":
                there = ROOT / "docs" / there.name
            made = there.is_relative_to(SITE / "reference") or f'savefig("{there.name}"' in page.read_text()
            made |= there.parent.name == "gallery" and there.stem in [program.stem for program in gallery.PROGRAMS]
            assert "://" in target or made or there.exists(), f"{page}: {target}"


# docs/site/internals/newcomers.md: pages from the first one on, and words of the answer.
PATHS = [
    ("howto/index howto/blur-an-image", "gaussian_filter(image"),
    ("howto/index howto/write-a-kernel start/where-it-runs", "A block has up to 1024 threads"),
    ("howto/index howto/write-a-kernel howto/find-what-is-slow", "many small kernels"),
    ("howto/index howto/find-what-is-slow", "with trace("),
    ("howto/index howto/speed-up-a-program", "cdist(points, centres)"),
    ("howto/index howto/speed-up-a-program howto/find-what-is-slow", "Why the first call is slow"),
    ("howto/index howto/blur-an-image", 'plt.imsave("soft.jpg"'),
    ("howto/index howto/fit-a-model", "from scipy.optimize import minimize"),
    ("howto/index howto/smooth-a-series", "uniform_filter1d(x, 3)"),
    ("howto/index howto/use-several-devices", "distributed_array(whole, Layout(2))"),
    ("guide/index guide/sparse", "linalg.spsolve(matrix, right)"),
    ("guide/index guide/random", "The same seed gives the same numbers"),
    ("start/coming-from start/cupy-users", "python -m cuprum"),
    ("start/coming-from start/cupy-users about/cupy", "What differs from CuPy"),
    ("start/index start/install", "find_package(cuprum REQUIRED)"),
    ("start/index start/first-program guide/cpp", "to_vector<"),
    ("guide/index guide/cpp", 'cp::load("table.npy")'),
    ("guide/cpp reference/cpp-arrays", ""),
    ("guide/index guide/errors", "python -m cuprum help"),
]


def links_of(page):
    """The pages that a page links to, from the folder of the site, without their endings."""
    text = page.read_text()
    found = re.findall(r"\]\(([^)\s#]+)", text) + re.findall(r"^:link: (\S+)", text, re.MULTILINE)
    for tree in re.findall(r"^```\{toctree\}\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        found += [re.sub(r".*<(.*)>", r"\1", line) for line in tree.splitlines() if line and not line.startswith(":")]
    return {
        (page.parent / re.sub(r"\.(md|rst)$", "", target)).resolve().relative_to(SITE).as_posix()
        for target in found
        if "://" not in target
    }


@pytest.mark.parametrize("path, words", PATHS, ids=[path.split()[-1] for path, _ in PATHS])
def test_newcomers_find_their_way(path, words):
    page = "index"
    for following in path.split():
        assert following in links_of(SITE / f"{page}.md"), f"{page} does not link to {following}"
        page = following
    if words:
        file = ROOT / "docs" / f"{pathlib.Path(page).name}.md" if page.startswith("about/") else SITE / f"{page}.md"
        assert words in file.read_text()


def test_every_page_is_in_a_table_of_contents():
    listed = set()
    for page in PAGES:
        for tree in re.findall(r"^```\{toctree\}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL):
            for entry in tree.splitlines():
                if entry and not entry.startswith(":"):
                    target = re.sub(r".*<(.*)>", r"\1", entry)  # "Title <target>"
                    listed.add((page.parent / f"{target}.md").resolve())
    pages = [*PAGES, *(SITE / "about" / path.name for path in (ROOT / "docs").glob("*.md"))]  # as the site has them
    missing = [page for page in pages if page not in listed and page.name != "index.md"]
    assert not missing


@pytest.mark.parametrize("program", gallery.PROGRAMS, ids=lambda path: path.stem)
def test_gallery(program, tmp_path):
    """Each program draws a picture, which is not empty."""
    plt = pytest.importorskip("matplotlib.pyplot", reason="matplotlib is not installed")
    gallery.draw(program, tmp_path / "picture.png")
    assert plt.imread(tmp_path / "picture.png").std() > 0.02


def test_gallery_is_listed_once():
    listed = [name for names in gallery.SECTIONS.values() for name in names.split()]
    assert sorted(listed) == [path.stem for path in gallery.PROGRAMS] and len(listed) >= 25
    for path in gallery.PROGRAMS:
        title, words, _ = gallery.described(path)
        assert title and words.endswith(".")


def headings(text):
    """The anchors of a page's headings, as MyST makes them."""
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_links_of_pages_beside_the_site():
    """The pages of docs/ are on the site in about/; their links lead to pages and headings that are there."""
    import build

    for path in (ROOT / "docs").glob("*.md"):
        for target in re.findall(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+\.md(?:#[\w-]+)?)\)", build.about(path.read_text())):
            name, _, anchor = target.partition("#")
            if "://" in name or name == "ledger.md":
                continue
            page = SITE / name[3:] if name.startswith("../") else ROOT / "docs" / name
            assert page.exists() and not name.startswith("site/"), (path.name, target)
            assert not anchor or anchor in headings(page.read_text()), (path.name, target)
