"""The programs of examples/seeds, their notebooks and their twins in C++: small on a CPU, in full size on a GPU."""

import functools
import pathlib
import re
import subprocess
import sys

import pytest

import cuprum as cp

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / "examples" / "seeds"
BUILT = pathlib.Path(cp.__file__).parents[2] / "examples"
SIZE = ["--small"] if cp.backend() == "cpu" else []
TIMED = re.compile(r"\b(seconds|ms|us)\b")

# What each program must print, in this order; `.` stands for any character.
EXPECTED = {
    "first_kernels": [
        r"array:\n \[\[1 2 3 4 5\]\n( \[1 2 3 4 5\]\n){3} \[1 2 3 4 5\]\]\n",
        r"det: 0\.0\n",
        r"row is on <(CPU|CUDA) Device 0>\n",
        r"back: \[1 2 3\] \[1 2 3\]\n",
        r"used on this device: \d*[02468] bytes\n",
        r"as a \+ b: True\n",
        r"given back to the pool: True\nstill allocated by it: True\nallocated after free_all_blocks is less: True\n",
        r"between 0 and 9: True\n",
        r"grid: \((2, 2|16, 16)\) block: \(32, 32\)\n",
        r"both kernels and the host agree: True\n",
    ],
    "measuring": [
        r"host +: +CPU: +[\d.]+ us +\+/- +[\d.]+ \(min: +[\d.]+ / max: +[\d.]+\) us +GPU-0: +[\d.]+ us +\+/- ",
        r"sum of the roots: 666616\.459197",
        r"x is on the last device: True <(CPU|CUDA) Device \d>\n",
        r"moved: \(1, 2, 3\) 42\.0\nback on the host: \[1 2 3\] \[1 2 3\] \[1 2 3\]\n",
        r"Using: numpy\nsoftplus +: .*\nUsing: cuprum\nsoftplus +: .*\nequal: True\n",
        r"squared differences: \[100 100 100 100 100 100 100 100 100 100\]\n",
        r"squared_diff        :    CPU: ",
        r"grid and block as arguments: True\ngrid and block as an index: True\n",
        r"400 bytes on the host: used 0, total 0, free page-locked blocks 0\n",
        r"400 bytes on the device: used 512, total 512, free page-locked blocks 1\n",
        r"deleted: used 0, total 512, free page-locked blocks 1\n",
        r"given back: used 0, total 0, free page-locked blocks 0\n",
        r"limit in bytes: 1073741824\nlimit of 50%: that share of the memory: True\nlimit of the last device: "
        r"2147483648\n",
        r"OutOfMemoryError: out of memory\n",
        r"cuprum: array\(\[0\], dtype=uint32\) array\(\[2147483647\], dtype=int32\)\n",
        r"<class 'numpy\.int64'> <class 'cuprum\.ndarray'>\n",
        r"after the event: 5985\.2512896.* done: True",
    ],
    "overheads": [
        r"Q R is the matrix: True and Q's columns are orthonormal: True\n",
        r"on_host is a <class 'numpy\.ndarray'>\nWith initial values:\n \[\[1 2 3\]\n \[4 5 6\]\]\n",
        r"on_device is a <class 'cuprum\.ndarray'>\nSquared values:\n \[\[ 1  4  9\]\n \[16 25 36\]\]\n",
        r"TypeError: Unsupported type <class 'numpy\.ndarray'>\n",
        r"TypeError: Implicit conversion to a NumPy array is not allowed\. Please use `\.get\(\)` to construct a "
        r"NumPy array explicitly\.\n",
        r"(array\(\[\[   1,   16,   81\],\n       \[ 256,  625, 1296\]\], dtype=int32\)\n){2}",
        r"as in double precision: True\n",
        r"det is sign \* exp\(logarithm\): True\n",
        r"equal: True sum: 333333330000\n",
        r"fused_squared_diff  :    CPU: ",
        r"products are those of uniform numbers\n",
        r"current stream: <Stream 0 \(device -1\)>\n",
        r"the same inverses: True\nand inverses they are: True\n",
    ],
    "blurring": [
        r"image: \((64, 64|2048, 2048)\)\n",
        r"filter: \(15, 15\)\n\|     \.{5}     \|\n",
        r"blurred: \((78, 78|2062, 2062)\)\n",
        r"times as fast: ",
        r"TypeError: Unsupported type <class 'numpy\.ndarray'>\n",
        r"TypeError: Implicit conversion to a NumPy array is not allowed\. Please use `\.get\(\)` to construct a "
        r"NumPy array explicitly\.\n",
        r"the same: array\(True\)\n",
        r"total: (1155\.0428|1182763\.\d\d?) largest: 1\n",
        r"np\.convolve gives a <class 'cuprum\.ndarray'>\n",
        r"the same line: True \((4110|4194318),\)\n",
    ],
    "tensor_cores": [
        r"NumPy:  \(100, 100\) \(100,\) \(100, 100\)\ncuprum: \(100, 100\) \(100,\) \(100, 100\)\n",
        r"the factors make the matrix: True\n",
        r"CUPRUM_TF32=0\narray\(\[\[ 3\.3182",
        r"CUPRUM_TF32=1\narray\(\[\[ 3\.31[678]",
        r"transform of float16 with its largest part at 37\n",
    ],
}


@functools.cache
def printed(name):
    """What a program prints."""
    done = subprocess.run([sys.executable, FOLDER / f"{name}.py", *SIZE], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", EXPECTED)
def test_program(name):
    text, at = printed(name), 0
    for pattern in EXPECTED[name]:
        found = re.compile(pattern).search(text, at)
        assert found, f"{pattern!r} does not follow in\n{text[at:]}"
        at = found.end()


def test_seeded_product():
    """CuPy's numbers for this seed, to rounding."""
    wanted = [3.3182788, 1.1980604, 1.2314391, -0.44799405, 4.8557844, -1.0284786, 1.932775, -3.3323417, 3.766266]
    numbers = re.findall(r"-?\d\.\d+", printed("tensor_cores").partition("CUPRUM_TF32=0\narray")[2])[:9]
    assert [float(number) for number in numbers] == pytest.approx(wanted, rel=2e-6)


def test_every_program_is_tested():
    programs = {path.stem for path in FOLDER.glob("*.py") if "\n# %%" in path.read_text(encoding="utf-8")}
    assert programs == set(EXPECTED) == {path.stem for path in FOLDER.glob("*.ipynb")}


def test_notebooks_are_made_from_the_programs():
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "make_notebooks.py", "--check", *FOLDER.glob("*.py")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", EXPECTED)
def test_notebook(name, monkeypatch):
    nbformat = pytest.importorskip("nbformat", reason="Jupyter is not installed")
    nbclient = pytest.importorskip("nbclient", reason="Jupyter is not installed")
    monkeypatch.setenv("SMALL", "1")
    book = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbformat.validate(book)
    nbclient.NotebookClient(
        book, timeout=300, kernel_name="python3", resources={"metadata": {"path": FOLDER}}
    ).execute()
    shown = "".join(
        output.get("text", "") for cell in book.cells if cell.cell_type == "code" for output in cell.outputs
    )
    for pattern in EXPECTED[name]:
        assert re.search(pattern, shown), f"{pattern!r} is not in\n{shown}"


def in_six_digits(line):
    """A row of float32 products. On a CPU Python takes NumPy's OpenBLAS, and C++ the system's, another version."""
    return re.sub(r"-?\d+\.\d+ *", lambda number: f"{float(number[0]):.6g}", line)


@pytest.mark.parametrize("name", EXPECTED)
def test_cpp(name):
    """The twin in C++ prints the same lines, in the same order, but for times and for what is Python's alone."""
    program = BUILT / name
    if not program.exists():
        pytest.skip("the C++ programs are not built: CUPRUM_TESTS is off")
    done = subprocess.run([program, *SIZE], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    told = in_six_digits if name == "tensor_cores" else str
    lines = iter([told(line) for line in printed(name).splitlines()])
    theirs = [told(line) for line in done.stdout.splitlines() if not TIMED.search(line)]
    assert len(theirs) > 5
    for line in theirs:
        assert line in lines, f"{line!r} is not what follows in\n{printed(name)}"
