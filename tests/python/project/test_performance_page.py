"""The benchmarks' record, the proof of where it comes from, and the pages that are written from it."""

import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BENCHMARKS = ROOT / "benchmarks"
if not BENCHMARKS.is_dir():
    pytest.skip("the benchmarks are not here", allow_module_level=True)
sys.path.insert(0, str(BENCHMARKS))

import report  # noqa: E402
from chapters import NAMES  # noqa: E402
from harness import tree  # noqa: E402
from harness.case import Setting, agree, most, part, times  # noqa: E402
from harness.measure import summary  # noqa: E402
from harness.record import Record  # noqa: E402
from page import charts, goals, ledger, numbers, overview, results  # noqa: E402
from page import summary as summary_page  # noqa: E402
from page.chart import bars, roofline, sizes  # noqa: E402
from page.chart import times as times_chart  # noqa: E402
from page.floors import Floors, between  # noqa: E402


def test_pages_are_what_the_result_files_give():
    assert not report.different(BENCHMARKS / "results"), "run python benchmarks/report.py"


def test_every_result_file_is_used():
    """A result that no page names is deleted: the history of the repository keeps it."""
    text = (BENCHMARKS / "results/LEDGER.md").read_text()
    files = [path.name for path in (BENCHMARKS / "results").iterdir() if path.name != "LEDGER.md"]
    unused = [name for name in files if name not in text]
    assert not unused


def result(*samples):
    return summary(list(samples))


def row(case, chapter="elementwise", unit="ms", group="", targets=(), read=0, written=0, **columns):
    named = {name.replace("_", ", ").replace("out", "out="): one for name, one in columns.items()}
    found = {"chapter": chapter, "group": group, "case": case, "unit": unit, "results": named, "targets": list(targets)}
    return found | ({"read": read, "written": written} if read or written else {})


def floor_row(kind, size, milliseconds):
    written = round({"read": 0, "add": 1 / 3, "copy": 1 / 2, "widen": 2 / 3, "write": 1}[kind] * size)
    columns = {"floor": result(milliseconds)}
    return row(kind, "floor", read=size - written, written=written, **columns) | {"kind": kind, "threads": 0}


def floors():
    return [
        floor_row(kind, size, size / 4e6)
        for kind in ("read", "add", "copy", "widen", "write")
        for size in (10**6, 10**8)
    ]


def facts(**changes):
    found = {
        "format": 1,
        "trial": False,
        "commit": "1234567890abcdef" * 2 + "12345678",
        "clean": True,
        "date": "2030-01-02T03:04:05+00:00",
        "command": "python benchmarks/run.py",
        "machine": {"processor": "A CPU", "cores": 16, "gpu": "A GPU", "gpus": 1, "driver": "1.2", "system": "Linux"},
        "versions": {"cuprum": "0.1", "cupy": "14.2"},
        "backend": "cuda",
        "load": {"start": [0, 0, 0], "end": [0, 0, 0]},
        "seconds": 1.0,
        "quick": False,
        "complete": ["floor", "elementwise", "host"],
        "unavailable": {},
    }
    return found | changes


@pytest.fixture
def folder(tmp_path):
    rows = [
        *floors(),
        row("add float32", read=2 * 10**6, written=10**6, targets=[part(0.95)], cuprum=result(1.0), cupy=result(2.0)),
        row(
            "exp float32", read=10**6, written=10**6, targets=[part(0.95)], cuprum=result(0.5), cupy={"error": "E: no"}
        ),
        row(
            "a + b", "host", "us", targets=[most(4.5), times(2, "cupy")], cuprum=result(4.0, 4.2, 4.4), cupy=result(6.3)
        ),
    ]
    (tmp_path / "2030-01-02-a-gpu.json").write_text(json.dumps(facts(rows=rows)))
    return tmp_path


def test_page_of_a_result(folder):
    text = ledger.page(folder)
    assert "## A GPU" in text and "commit 1234567890ab" in text
    assert "| add float32 | 1 | 2 (2.00) | 0 % | 3 | 75 % |" in text
    assert "| exp float32 | 0.5 | fails | 0 % | 4 | 100 % |" in text
    assert "- CuPy fails: exp float32: `E: no`" in text
    assert "| a + b | 4.2 | 6.3 (1.50) | 2 % |" in text
    assert "2 of 4 targets are reached" in text
    assert "| elementwise | add float32 | cuprum | 95 % of the floor | 75 % |  |" in text
    assert "| host | a + b | cuprum | 2.00 times CuPy | 1.50 | most of it is the driver" in text


def test_summary_page(folder):
    text = summary_page.page(folder)
    assert "| add float32 | 1 ms | 75 % | 2.00 |" in text and "2 of 4 goals are reached" in text
    assert "2 benchmarks were measured beside CuPy. The median speed-up is 1.75." in text
    assert (
        "| elementwise functions | 1 | add float32 (cuprum): 95 % of the floor asked, 75 % found | not analysed" in text
    )


def test_table_of_the_readme(folder):
    text = overview.speed(results.runs(folder))
    assert "| speed-up | beside CuPy, A GPU |" in text and "| `a + b`, large | 2.00 |" in text


def test_chart_of_speeds():
    text = bars("A & B", "axis", [("faster", 2.0), ("slower", 0.8)])
    xml.etree.ElementTree.fromstring(text)
    assert text.count('class="bar"') == 1 and text.count('class="behind"') == 1 and "A &amp; B" in text


def drawn(text):
    """The elements of an SVG by the class that draws them."""
    found = {}
    for element in xml.etree.ElementTree.fromstring(text).iter():
        if "class" in element.attrib:
            found.setdefault(element.attrib["class"], []).append(element)
    return found


def points_of(element):
    return [tuple(map(float, pair.split(","))) for pair in element.attrib["points"].split()]


def test_chart_of_times():
    text = times_chart("A & B", "axis", [("import", [("cuprum", 10.0), ("CuPy", 40.0)]), ("next", [("cuprum", 20.0)])])
    ours, other = drawn(text)["bar"], drawn(text)["other"]
    assert [float(bar.attrib["width"]) * 4 for bar in ours][:1] == [float(other[0].attrib["width"])]
    assert len(ours) == 2 and "CuPy 40 ms" in text


def test_roofline():
    """Work on the roof is drawn on it, and the corner is where both limits meet."""
    text = roofline("A", "axis", "flops", 100.0, 1000.0, [("copy", 0.1, 10.0), ("product", 100.0, 1000.0)])
    (roof,) = map(points_of, drawn(text)["roof"])
    dots = [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in drawn(text)["bar"]]
    (start, corner, end), (copy, product) = roof, dots
    slope = (corner[1] - start[1]) / (corner[0] - start[0])
    assert copy[1] == pytest.approx(start[1] + slope * (copy[0] - start[0]), abs=0.2)
    assert product[1] == pytest.approx(corner[1], abs=0.2) == end[1]


def test_chart_of_sizes():
    lines = {"cuprum": [(100, 1.0), (10000, 10.0)], "numpy": [(100, 1.0), (10000, 100.0)]}
    ours, theirs = (
        points_of(drawn(sizes("A", "axis", "n", [("add", lines)]))[kind][0]) for kind in ("path", "otherpath")
    )
    assert ours[0] == theirs[0] and ours[1][0] == theirs[1][0] and ours[1][1] > theirs[1][1]


def test_charts_of_a_machine(folder):
    """Only what was measured is drawn; what is drawn is on the page with a text."""
    path = folder / "2030-01-02-a-gpu.json"
    found = json.loads(path.read_text())
    found["rows"] += [
        row("a + b, 100", "sizes", cuprum=result(0.001), cupy=result(0.002)),
        row("a + b, 10000", "sizes", cuprum=result(0.002), cupy=result(0.004)),
        row("import, over numpy", "startup", cuprum=result(30.0), cupy=result(160.0)),
        row("matmul 1000 float32", "linalg", cuprum=result(2.0), torch=result(1.0)),
        row("matrix by vector 1000 float32", "linalg", cuprum=result(0.1)),
        row("convolve 1000000 by 15 float32", "convolution", cuprum=result(0.1)),
    ]
    found["complete"] += ["sizes", "startup", "linalg", "convolution"]
    path.write_text(json.dumps(found))
    (machine,) = results.runs(folder)
    made, text = charts.of(machine), summary_page.page(folder)
    assert list(made) == ["speed", "torch", "sizes", "roofline", "start"]
    for kind, svg in made.items():
        xml.etree.ElementTree.fromstring(svg)
        file, words = charts.names(machine)[kind]
        assert f"![{words}](images/{file})" in text
    work, products = charts.points(machine)
    assert ("matrix @ matrix", 2e9 / 12e6, pytest.approx(1000)) in work and max(products) == pytest.approx(2000)
    assert ("convolve by 15", 30 / 8, pytest.approx(300)) in work


def test_trials_and_changed_trees_do_not_count(folder):
    for name, change in (("trial", {"trial": True}), ("changed", {"clean": False}), ("old", {"format": 0})):
        (folder / f"2031-01-01-{name}.json").write_text(json.dumps(facts(rows=floors(), **change)))
    (machine,) = results.runs(folder)
    assert [run.path.name for run in machine] == ["2030-01-02-a-gpu.json"]


def test_newest_complete_run_of_a_chapter(folder):
    newer = facts(date="2030-02-01T00:00:00+00:00", rows=[row("add float32", cuprum=result(3.0))], complete=[])
    (folder / "2030-02-01-a-gpu.json").write_text(json.dumps(newer))
    (machine,) = results.runs(folder)
    assert results.newest(machine, "elementwise").path.name == "2030-01-02-a-gpu.json"
    newer["complete"] = ["elementwise"]
    (folder / "2030-02-01-a-gpu.json").write_text(json.dumps(newer))
    (machine,) = results.runs(folder)
    assert results.newest(machine, "elementwise").path.name == "2030-02-01-a-gpu.json"
    assert results.newest(machine, "host").path.name == "2030-01-02-a-gpu.json"


def test_floor_between_sizes_and_kinds():
    assert between([(0, 1), (10, 3)], 5) == 2
    assert between([(0, 1), (10, 3)], 20) == 5
    assert between([(1, 1), (2, 5), (4, 6)], 3) == 5.5
    floor = Floors([floor_row("read", 10**6, 1.0), floor_row("write", 10**6, 3.0), floor_row("read", 3 * 10**6, 2.0)])
    assert floor.milliseconds(row("x", read=2 * 10**6, cuprum=result(9.0))) == pytest.approx(1.5)
    assert floor.milliseconds(row("x", read=5 * 10**5, written=5 * 10**5, cuprum=result(9.0))) == pytest.approx(2)
    assert floor.share(row("x", read=10**6, cuprum=result(0.5))) == 1  # quicker than the floor's program
    assert floor.share(row("x", read=10**6, cuprum=result(2.0), cupy=result(0.5))) == 0.25
    assert floor.share(row("x", unit="us", read=10**6, cuprum=result(2.0))) is None
    # What is far smaller than the smallest size may lie in a cache.
    assert floor.share(row("x", read=10**5, cuprum=result(2.0))) is None
    assert Floors([]).share(row("x", read=10**6, cuprum=result(2.0))) is None


def test_targets():
    floor = Floors(floors())
    slow = row("x", cuprum=result(2.0), numpy=result(3.0))
    assert goals.judge(times(1.5, "numpy"), slow, floor)[0]
    assert not goals.judge(times(1.6, "numpy"), slow, floor)[0]
    assert goals.judge(times(1, "cupy"), slow, floor) is None
    assert goals.judge(most(2), slow, floor)[0] and not goals.judge(most(1.9), slow, floor)[0]
    assert goals.judge(most(2), row("x", cuprum={"error": "E: broken"}), floor)[:2] == (False, "to run")
    assert "All 1 targets" in goals.not_reached([slow | {"targets": [most(2)]}], floor, True)


def test_milliseconds_are_goals_on_one_gpu(folder):
    """Others have other memories; shares, ratios and host times are judged everywhere."""
    sort = row("sort float32", "sorting", targets=[most(0.6), times(2, "cupy")], cuprum=result(0.7), cupy=result(1.0))
    for gpu, judged in (("A GPU", 5), ("NVIDIA H200", 6)):
        machine = facts()["machine"] | {"gpu": gpu}
        rows = json.loads((folder / "2030-01-02-a-gpu.json").read_text())["rows"]
        rows = [one for one in rows if one["case"] != "sort float32"] + [sort]
        (folder / "2030-01-02-a-gpu.json").write_text(json.dumps(facts(rows=rows, machine=machine)))
        assert f"2 of {judged} goals" in summary_page.page(folder)


def test_figures():
    assert [numbers.figure(x) for x in (0, 0.18512, 97.53, 426.4, 12400.0)] == ["0", "0.185", "97.5", "426", "12400"]
    assert [numbers.ratio(x) for x in (0.512, 9.99, 13.71, 690.2)] == ["0.51", "9.99", "13.7", "690"]


def test_summary():
    found = summary([3.0, 1.0, 2.0, 5.0, 4.0])
    assert found == {"median": 3.0, "least": 1.0, "quartiles": [2.0, 4.0], "repeats": 5}
    assert summary([2.0])["quartiles"] == [2.0, 2.0]


def test_results_are_compared():
    import numpy as np

    ones = np.ones(4, "f4")
    assert agree(ones, ones + np.float32(1e-6)) and not agree(ones, ones * 1.01) and not agree(ones, ones[:3])
    assert not agree(np.arange(4), np.arange(1, 5)) and agree(None, ones)
    nan = np.array([np.nan, 1, np.inf])
    assert agree(nan, nan) and not agree(nan, np.array([0, 1, np.inf]))


def git(folder, *arguments):
    return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def checkout(tmp_path):
    folder = tmp_path / "checkout"
    for path in ("src/a.cpp", "benchmarks/results/old.json", "README.md"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(f"the text of {path}\n")
    git(tmp_path, "init", "-q", str(folder))
    git(folder, "add", ".")
    git(folder, "-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "first")
    return folder


def without_git(folder):
    listing = git(folder, "ls-tree", "-r", "HEAD").splitlines()
    lines = [f"{line.split()[2]} {line.partition(chr(9))[2]}" for line in listing]
    (folder / ".carry").mkdir()
    (folder / ".carry/tree").write_text("\n".join([f"commit {git(folder, 'rev-parse', 'HEAD')}", *lines]) + "\n")
    (folder / ".git").rename(folder / "away")


@pytest.mark.parametrize("carried", [False, True])
def test_a_changed_tree_is_noticed(checkout, carried):
    commit = git(checkout, "rev-parse", "HEAD")
    if carried:
        without_git(checkout)
    assert tree.state(checkout) == tree.Tree(commit, [])
    (checkout / "benchmarks/results/new.json").write_text("{}")
    (checkout / "README.md").write_text("other figures\n")
    assert tree.state(checkout).clean  # what benchmarks and their report write is no change
    (checkout / "src/new.cpp").write_text("int x;\n")
    assert tree.state(checkout).changed == ["src/new.cpp"]
    (checkout / "src/new.cpp").unlink()
    (checkout / "src/a.cpp").write_text("changed\n")
    assert tree.state(checkout).changed == ["src/a.cpp"]
    (checkout / "src/a.cpp").unlink()
    assert tree.state(checkout).changed == ["src/a.cpp"]


def test_a_tree_without_any_proof_is_not_clean(tmp_path):
    assert not tree.state(tmp_path).clean


def test_blob_hash():
    assert tree.blob_hash(b"hello\n") == "ce013625030ba8dba906f756967f9e9ca394464a"  # git hash-object


def test_a_library_built_elsewhere_is_noticed(checkout, tmp_path):
    package = checkout / "build/python/cuprum"
    package.mkdir(parents=True)
    (package / "_core.so").write_bytes(b"")
    assert tree.stale_library(package, checkout) == ""
    import os

    os.utime(package / "_core.so", (1, 1))
    assert "build again" in tree.stale_library(package, checkout)
    assert "not in this tree" in tree.stale_library(tmp_path / "other/cuprum", checkout)


def test_no_result_of_a_changed_tree(monkeypatch, tmp_path):
    for changed, quick, only, written in (
        ([], False, "", True),
        (["src/a.cpp"], False, "", False),
        ([], True, "", False),
        ([], False, "x", False),
    ):
        monkeypatch.setattr(tree, "state", lambda changed=changed: tree.Tree("1234", changed))
        record = Record(Setting(False, quick), {}, {}, only)
        assert record.write_to(tmp_path) == written
        record.add("host", "a + b", {"cuprum": [1.0, 2.0], "numpy": "E: no"}, "us")
        assert (record.path is not None) == written
        for path in tmp_path.glob("*.json"):
            assert written and json.loads(path.read_text())["clean"]
            path.unlink()


@pytest.mark.parametrize("gpu", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_cases_of_chapters(name, gpu):
    import importlib

    module = importlib.import_module(f"chapters.{name}")
    assert module.TITLE and module.__doc__
    assert hasattr(module, "cases") or hasattr(module, "run")
    if hasattr(module, "cases"):
        names = [(case.group, case.unit, case.name) for case in module.cases(Setting(gpu, False))]
        assert len(set(names)) == len(names) > 0
        for case in module.cases(Setting(gpu, True)):
            for target in case.targets:
                assert target["by"].startswith("cuprum") and len(target.keys() & {"part", "most", "rate", "times"}) == 1


def test_a_trial_run(tmp_path):
    """A whole run of two rows: the record, and a page of it."""
    path = tmp_path / "trial.json"
    command = [
        sys.executable,
        BENCHMARKS / "run.py",
        "host",
        "reductions",
        "--quick",
        "--only",
        "full int32",
        "--libraries",
        "numpy,cuprum",
    ]
    subprocess.run([*command, "--trial", path], check=True, capture_output=True, text=True, timeout=300)
    found = json.loads(path.read_text())
    assert found["trial"] and not found["clean"] and found["quick"] and len(found["rows"]) == 1
    (one,) = found["rows"]
    assert one["chapter"] == "reductions" and one["results"]["cuprum"]["repeats"] >= 7
    assert {"commit", "machine", "versions", "load", "date", "command"} <= found.keys()
    path.write_text(json.dumps(found | {"trial": False, "clean": True}))
    assert "sum, full int32" in ledger.page(tmp_path)
