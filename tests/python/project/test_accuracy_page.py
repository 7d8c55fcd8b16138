"""The record of the special functions' accuracy, the program that makes it, and the page that is written from it."""

import json
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BENCHMARKS = ROOT / "benchmarks"
if not BENCHMARKS.is_dir():
    pytest.skip("the benchmarks are not here", allow_module_level=True)
pytest.importorskip("mpmath")
sys.path.insert(0, str(BENCHMARKS))

from page import accuracy  # noqa: E402


def test_page_is_what_the_newest_record_gives():
    assert accuracy.PAGE.read_text() == accuracy.page(), "run python benchmarks/special_accuracy.py --page"


def test_bounds():
    def found(kind, ours, theirs, lost=(0, 0)):
        return {"kind": kind, "ulp": [ours, theirs], "lost": list(lost)}

    assert accuracy.beyond(found("float32", 4.1, 100)) and not accuracy.beyond(found("float32", 3.9, 0.5))
    assert accuracy.beyond(found("float64", 21, 10)) and not accuracy.beyond(found("float64", 19, 10))
    assert not accuracy.beyond(found("complex128", 3.9, 0.5)) and accuracy.beyond(found("complex128", 4.1, 0.5))
    assert accuracy.beyond(found("float64", 0.5, 0.5, (1, 0))) and not accuracy.beyond(found("float64", 1, 1, (1, 1)))


def test_a_small_record(tmp_path):
    """A whole run of two functions, two processes at once, and a page of it."""
    path = tmp_path / "small.json"
    command = [
        sys.executable,
        BENCHMARKS / "special_accuracy.py",
        "--workers",
        "2",
        "--points",
        "4",
        "--trial",
        "-o",
        path,
    ]
    subprocess.run([*command, "cbrt", "ellipj[1]"], check=True, capture_output=True, timeout=300)
    rows = json.loads(path.read_text())["rows"]
    assert {(row["function"], row["kind"]) for row in rows} == {
        (name, kind) for name in ("cbrt", "ellipj[1]") for kind in ("float32", "float64")
    }
    for row in rows:
        assert 0 < row["ulp"][0] < 8 and row["points"] == row["of"] and row["lost"] == [0, 0]
    text = accuracy.page(tmp_path)
    assert "| cbrt | " in text and "Beyond" not in text
