"""Where calls run: on the device of their operands, whichever is current. Every public function that random calls
know (tests/fuzz), with operands on the second of two devices."""

import os
import pathlib
import random
import subprocess
import sys
import warnings

import numpy as np
import pytest

import cuprum as cp
from cuprumx.scipy import interpolate, signal, sparse, spatial

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
    for (_, here), (case, there) in zip(on_first, on_second, strict=True):
        differ = f"{there.error!r}, and not {here.error!r}\n{case.program()}"
        assert type(there.error) is type(here.error) and str(there.error) == str(here.error), differ
        expected, found = arrays_of([here.value, here.written], []), arrays_of([there.value, there.written], [])
        assert len(found) == len(expected), case.program()
        for one, other in zip(found, expected):
            assert one.device.id == 1 or one.size == 0, f"computed elsewhere\n{case.program()}"
            np.testing.assert_array_equal(one.get(), other.get(), err_msg=case.program())


def test_objects_compute_where_their_arrays_are():
    if cp.cuda.runtime.getDeviceCount() < 2:
        pytest.skip("needs two devices")
    with cp.cuda.Device(1):
        x = cp.arange(20.0)
        square, points = cp.arange(400.0).reshape(20, 20), cp.arange(40.0).reshape(20, 2) ** 1.5
        matrix = sparse.csr_matrix(square % 3) + sparse.identity(20, format="csr") * 50
        spline, tree, iterator = interpolate.CubicSpline(x, cp.sin(x)), spatial.KDTree(points), square.flat
    calls = [
        lambda: matrix @ x, lambda: matrix @ matrix, lambda: matrix + matrix.T, lambda: matrix @ square,
        lambda: matrix.tocsc(), lambda: matrix.tocoo(), lambda: matrix.toarray(), lambda: matrix.sum(0),
        lambda: matrix[3:7], lambda: matrix.multiply(square), lambda: matrix.diagonal(),
        lambda: sparse.csr_matrix(square), lambda: sparse.vstack([matrix, matrix]), lambda: sparse.kron(matrix, matrix),
        lambda: sparse.linalg.cg(matrix @ matrix.T, x)[0], lambda: sparse.linalg.spsolve(matrix.tocsc(), x),
        lambda: spline(x / 2), lambda: spline.derivative()(x), lambda: interpolate.interp1d(x, x)(x),
        lambda: interpolate.make_interp_spline(x, x)(x), lambda: tree.query(points[:3]), lambda: iterator[3:5],
        lambda: cp.random.permutation(x), lambda: cp.random.normal(x), lambda: cp.random.choice(x, 3),
        lambda: cp.apply_along_axis(lambda row: row + cp.ones(20), 0, square),
        lambda: signal.lsim((1, [1, 2]), x, x)[1],
        lambda: cp.piecewise(x, [x < 3], [1, 2]), lambda: cp.poly1d(x[:3])(x), lambda: cp.r_[x, 1.0],
    ]  # fmt: skip
    for call in calls:
        found = arrays_of(call(), [])
        assert {a.device.id for a in found if a.size} <= {1} and cp.cuda.Device().id == 0
