"""Where calls run: on the device of their operands, whichever is current. Every public function that random calls
know (tests/fuzz), with operands on the second of two devices. Python's bindings look for that device before they call
C++. Each function is called without this, too: a program in C++ has the same rule."""

import os
import pathlib
import random
import subprocess
import sys
import warnings

import numpy as np
import pytest

import cuprum as cp
from cuprum import _core
from cuprumx.scipy import interpolate, signal, sparse, spatial, stats

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))
from fuzz import arrays, batches, catalogue, scipy_catalogue  # noqa: E402
from fuzz.drawing import Drawer  # noqa: E402

SIMULATED = cp.backend() == "cpu" and cp.cuda.runtime.getDeviceCount() < 2
two_devices = pytest.mark.skipif(cp.cuda.runtime.getDeviceCount() < 2, reason="needs two devices")
EACH = int(os.environ.get("CUPRUM_PLACEMENT_CASES", "2"))  # calls of a function


@pytest.mark.skipif(not SIMULATED, reason="this process has two devices, or needs two GPUs")
def test_with_two_devices():
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", __file__], text=True,
        capture_output=True, env=os.environ | {"CUPRUM_CPU_DEVICES": "2"}, cwd=HERE,
    )  # fmt: skip
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-4000:]


# What is about the current device: it copies from other devices, as CuPy's functions of these names do.
ABOUT_CURRENT = {
    "copyto",
    "array",
    "asarray",
    "asanyarray",
    "ascontiguousarray",
    "asfortranarray",
    "copy",
    "ndarray.copy",
}
# Recipes make arrays of their own; they are programs, not calls.
PATHS = [
    (library, index, path)
    for library, specs in (("numpy", catalogue.SPECS), ("scipy", scipy_catalogue.SPECS))
    for index, spec in enumerate(specs)
    for path in spec.paths
    if path not in ABOUT_CURRENT and not path.startswith("recipe.") and batches.available(path)
]
SPECS = {"numpy": catalogue.SPECS, "scipy": scipy_catalogue.SPECS}


place = 0  # where operands are made


def fresh(root):
    """New arrays of a root, in cuprum on the device `place`."""
    host = np.array(root.values, order=root.order)
    with cp.cuda.Device(place):
        return host, cp.array(host)


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch):
    monkeypatch.setattr(arrays.Root, "fresh", fresh)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    _core._place_calls(True)
    assert cp.cuda.Device().id == 0


def move(case):
    """Make the arrays of a case anew, some of which were made with the catalogue."""
    roots = {id(a.root): (a.root, fresh(a.root)) for a in case.arrays()}
    for a in case.arrays():
        a.root.both = roots[id(a.root)][1]
        a.both = a.of(a.root.both)


def arrays_of(value, found, depth=0):
    """All arrays in a result."""
    if isinstance(value, cp.ndarray):
        found.append(value)
    elif isinstance(value, (tuple, list)):
        for one in value:
            arrays_of(one, found, depth)
    elif isinstance(value, dict):
        arrays_of(list(value.values()), found, depth)
    elif type(value).__module__.startswith("cuprum") and depth < 3 and hasattr(value, "__dict__"):
        arrays_of(list(vars(value).values()), found, depth + 1)
    return found


def outcomes(library, index, path, device):
    """Calls of a function with operands on a device; the same ones for each device."""
    global place
    place = device
    drawer = Drawer(random.Random(path), None)
    done = 0
    for _ in range(60):
        try:
            case = drawer.case(SPECS[library][index])
        except (IndexError, ValueError, TypeError, ZeroDivisionError, OverflowError):
            continue  # what was drawn does not go together
        case.path = path
        if case.nonsense or not any(a.size for a in case.arrays()):
            continue
        if batches.ends_numpy(case) or batches.wraps_for_ever(case):
            continue
        move(case)
        yield case, case.run(only=1)[1]
        place = device
        done += 1
        if done == EACH:
            return


@two_devices
@pytest.mark.parametrize("library, index, path", PATHS, ids=lambda part: str(part))
def test_runs_where_its_operands_are(library, index, path):
    on_first, on_second = (list(outcomes(library, index, path, device)) for device in (0, 1))
    _core._place_calls(False)
    by_cpp = list(outcomes(library, index, path, 1))
    for (_, here), (case, there), (_, cpp) in zip(on_first, on_second, by_cpp, strict=True):
        compare(here, there, case.program())
        if not gives_arrays(case):
            compare(here, cpp, "by C++ alone:\n" + case.program())


# Functions whose bindings make arrays of what they are given.
MAKE_ARRAYS = {
    "take", "put", "put_along_axis", "where", "insert", "diff", "gradient", "select", "block",
    "scipy.signal.vectorstrength", "scipy.signal.find_peaks", "scipy.stats.percentileofscore",
}  # fmt: skip


def gives_arrays(case):
    """Whether the bindings make arrays of other arguments: these are on the current device then."""
    if case.path.removeprefix("ndarray.") in MAKE_ARRAYS:
        return not all(isinstance(one, (arrays.Array, str)) for one in [*case.args, *case.kwargs.values()])

    def is_given(node):
        if isinstance(node, (list, tuple)):
            return any(map(is_given, node)) or any(isinstance(one, (int, float, complex)) for one in node)
        return isinstance(node, (np.generic, np.ndarray))

    return any(map(is_given, [*case.args, *case.kwargs.values()]))


def compare(here, there, program):
    """The same on the second device as on the first one."""
    differ = f"{there.error!r}, and not {here.error!r}\n{program}"
    assert type(there.error) is type(here.error) and str(there.error) == str(here.error), differ
    expected, found = arrays_of([here.value, here.written], []), arrays_of([there.value, there.written], [])
    assert len(found) == len(expected), program
    for one, other in zip(found, expected):
        assert one.device.id == 1 or one.size == 0, f"computed elsewhere\n{program}"
        np.testing.assert_array_equal(one.get(), other.get(), err_msg=program)


@two_devices
@pytest.mark.parametrize("placed", [True, False], ids=["by the bindings", "by C++ alone"])
def test_objects_compute_where_their_arrays_are(placed):
    with cp.cuda.Device(1):
        x = cp.arange(20.0)
        square, points = cp.arange(400.0).reshape(20, 20), cp.arange(40.0).reshape(20, 2) ** 1.5
        matrix = sparse.csr_matrix(square % 3) + sparse.identity(20, format="csr") * 50
        spline, tree, iterator = interpolate.CubicSpline(x, cp.sin(x)), spatial.KDTree(points), square.flat
    with cp.cuda.Device(1):
        kernel = stats.gaussian_kde(points.T)
        grid = interpolate.RegularGridInterpolator((x, x), square)
        scattered = interpolate.LinearNDInterpolator(points * [1.0, -1.0] + cp.sin(points[:, ::-1]), x)
        nearest, radial = (make(points, x) for make in (interpolate.NearestNDInterpolator, interpolate.RBFInterpolator))
        krogh, line = interpolate.KroghInterpolator(x[:5], x[5:10]), interpolate.interp1d(x, cp.sin(x), "cubic")
        smoothed, factors = interpolate.UnivariateSpline(x, cp.sin(x)), sparse.linalg.splu(matrix.tocsc())
        windows, chirp = signal.ShortTimeFFT(cp.ones(5), 2, 1.0), signal.CZT(20)
    calls = [
        lambda: kernel(points.T), lambda: kernel.pdf(points[:3].T), lambda: grid(points / 20),
        lambda: scattered(points), lambda: nearest(points), lambda: radial(points),
        lambda: krogh(x / 3), lambda: krogh.derivative(x / 3),
        lambda: line(x), lambda: smoothed(x), lambda: smoothed.derivative()(x), lambda: smoothed.roots(),
        lambda: factors.solve(x), lambda: windows.stft(x), lambda: chirp(x), lambda: windows.istft(windows.stft(x)),
        lambda: tree.query_pairs(3.0, output_type="ndarray"),
        lambda: stats.norm.cdf(x), lambda: interpolate.PchipInterpolator(x, x)(x, 1),
        lambda: interpolate.BarycentricInterpolator(x[:5], x[5:10])(x / 3),
        lambda: interpolate.Akima1DInterpolator(x, x).c,
        lambda: matrix @ x, lambda: matrix @ matrix, lambda: matrix + matrix.T, lambda: matrix @ square,
        lambda: matrix.tocsc(), lambda: matrix.tocoo(), lambda: matrix.toarray(), lambda: matrix.sum(0),
        lambda: matrix[3:7], lambda: matrix.multiply(square), lambda: matrix.diagonal(),
        lambda: sparse.csr_matrix(square), lambda: sparse.vstack([matrix, matrix]), lambda: sparse.kron(matrix, matrix),
        lambda: sparse.linalg.cg(matrix @ matrix.T, x)[0], lambda: sparse.linalg.spsolve(matrix.tocsc(), x),
        lambda: spline(x / 2), lambda: spline.derivative()(x),
        lambda: interpolate.make_interp_spline(x, x)(x), lambda: tree.query(points[:3]),
        lambda: signal.lsim((1, [1, 2]), x, x)[1],
        lambda: cp.piecewise(x, [x < 3], [1, 2]), lambda: cp.poly1d(x[:3])(x),
    ]  # fmt: skip
    if placed:  # random numbers are drawn on the current device, and the other calls are of Python's own
        calls += [
            lambda: cp.random.permutation(x), lambda: cp.random.normal(x), lambda: cp.random.choice(x, 3),
            lambda: cp.apply_along_axis(lambda row: row + cp.ones(20), 0, square),
            lambda: interpolate.interp1d(x, x)(x), lambda: stats.norm.cdf(x, 1.0), lambda: cp.r_[x, 1.0],
            lambda: iterator[3:5],
        ]  # fmt: skip
    _core._place_calls(placed)
    for call in calls:
        found = arrays_of(call(), [])
        assert {a.device.id for a in found if a.size} <= {1} and cp.cuda.Device().id == 0
