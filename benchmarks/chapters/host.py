"""What a call on 1000 float32 costs the host. The device is never waited for inside of a batch, unless the call itself
waits."""

import numpy

from harness.case import HostCase, most, times
from harness.libraries import positive

TITLE = "Host time of calls on small arrays"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")
NUMPY = True
SIZE = 1000

# name, statement, PyTorch's statement where it is another, microseconds that it may take on a GPU, times NumPy's speed
# on a CPU
CASES = [
    ("a + b", "a + b", "", 4.5, 1),
    ("a + 1", "a + 1", "", 4.5, 1),
    ("add(a, b, out=o)", "xp.add(a, b, out=o)", "", 4.5, 0.5),
    ("sin(a)", "xp.sin(a)", "", 4.5, 0.5),
    ("a.sum()", "a.sum()", "", 4.5, 1),
    ("a.astype('f8')", "a.astype(f8)", "a.to(f8)", 4.5, 0.5),
    ("a.copy()", "a.copy()", "a.clone()", 4.5, 0.5),
    ("zeros(1000)", "xp.zeros(1000, dtype=f4)", "xp.zeros(1000, dtype=f4, device='cuda')", 4.5, 1),
    ("where(c, a, b)", "xp.where(c, a, b)", "", 6.5, 0.5),
    ("take(a, i)", "xp.take(a, i)", "", 3.8, 0.5),
    ("concatenate((a, b))", "xp.concatenate((a, b))", "", 6.5, 0.5),
    ("argmax(a)", "xp.argmax(a)", "", 6.5, 0.5),
    ("a @ b, 32 x 32", "s @ s", "", 7, 0.5),
    ("empty(1000)", "xp.empty(1000, dtype=f4)", "xp.empty(1000, dtype=f4, device='cuda')", 0.5, 1),
    ("a[1:-1]", "a[1:-1]", "", 0.5, 1),
    ("a.reshape(10, 100)", "a.reshape(10, 100)", "", 0.5, 1),
    ("m.transpose()", "m.transpose()", "m.t()", 0.5, 0.5),
    ("a[7]", "a[7]", "", 0.5, 0.5),
    ("a.item(7), waits", "a.item(7)", "a[7].item()", 6.5, 1),
    ("float(a[7]), waits", "float(a[7])", "", 6.5, None),
    ("a to the host, waits", "a.get()", "a.cpu()", 6, None),
]


def names(library):
    xp = library.xp
    a = positive(library, (SIZE,), "float32")
    kinds = (xp.float32, xp.float64) if library.name == "torch" else (numpy.dtype("f4"), numpy.dtype("f8"))
    return {
        "xp": xp,
        "a": a,
        "b": positive(library, (SIZE,), "float32", 1),
        "c": positive(library, (SIZE,), "bool"),
        "i": positive(library, (SIZE,), "int64"),
        "m": positive(library, (10, 100), "float32"),
        "s": positive(library, (32, 32), "float32"),
        "o": a + a,
        "f4": kinds[0],
        "f8": kinds[1],
    }


def cases(setting):
    for name, statement, torch, on_gpu, on_cpu in CASES:
        goal = [most(on_gpu)] if setting.gpu else [times(0.97 * on_cpu, "numpy")] if on_cpu else []
        libraries = ("cupy", "torch", "cuprum") if ".get()" in statement else None
        yield HostCase(name, statement, names, torch=torch or statement, targets=goal, libraries=libraries)
