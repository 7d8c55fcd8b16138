"""Fused functions beside the same operation by operation: 2^27 elements on a GPU, 10^7 on a CPU. Bytes are what a
kernel cannot do
without: each operand read once and each result written once. PyTorch computes operation by operation, but for softmax
and layer norm.
"""

from math import prod

import numpy

from harness.case import HostCase, Ways, equal, most, part
from harness.libraries import positive

TITLE = "Fused functions"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")
ONE_THREAD = ("cuprum",)

# Functions with names: CuPy calls a kernel as its function is called, and `<lambda>` is no name for one.


def half_length(xp):
    def half_length(x, y):
        return xp.sqrt(x * x + y * y) * 0.5 + x

    return half_length


def five(xp):
    def five(x, y):
        return ((x + y) * x - y) * 0.5 + x

    return five


def squared_diff(xp):
    def squared_diff(x, y):
        return (x - y) * (x - y)

    return squared_diff


def gaussian(xp):
    def gaussian(x, y):
        return xp.exp(-(x - y) * (x - y) / 2) * x

    return gaussian


def black_scholes(xp):
    def normal(d):
        x = 1 / (1 + 0.2316419 * xp.absolute(d))
        p = x * (0.31938153 + x * (-0.356563782 + x * (1.781477937 + x * (-1.821255978 + x * 1.330274429))))
        p = 0.3989422804014327 * xp.exp(-0.5 * d * d) * p
        return xp.where(d > 0, 1 - p, p)

    def prices(s, k, t):
        root = 0.3 * xp.sqrt(t)
        d1 = (xp.log(s / k) + (0.02 + 0.045) * t) / root
        discounted = k * xp.exp(-0.02 * t)
        call = s * normal(d1) - discounted * normal(d1 - root)
        return call, call - s + discounted

    return prices


def softmax(xp):
    def rows(x):
        e = xp.exp(x - xp.max(x, axis=1, keepdims=True))
        return e / xp.sum(e, axis=1, keepdims=True)

    return rows


def layernorm(xp):
    def rows(x, w, b):
        d = x - xp.mean(x, axis=1, keepdims=True)
        return d / xp.sqrt(xp.mean(d * d, axis=1, keepdims=True) + 1e-5) * w + b

    return rows


def norm(xp):
    def norm(x, y):
        return xp.sqrt(xp.sum((x - y) * (x - y)))

    return norm


def square(x):
    return x * x


def multiply_add(x, y, z):
    return x * y + z


def torch_softmax(torch):
    return lambda x: torch.softmax(x, dim=1)


def torch_layernorm(torch):
    return lambda x, w, b: torch.nn.functional.layer_norm(x, x.shape[1:], w, b)


OF_TORCH = {softmax: torch_softmax, layernorm: torch_layernorm}


def case(name, make, operands, read, written, targets):
    """`make(xp)` gives the function; `read` and `written` are numbers of arrays of the first operand's size."""

    def ways(library):
        data = [positive(library, shape, dtype, seed) for seed, (shape, dtype) in enumerate(operands)]
        function = (OF_TORCH.get(make, make) if library.name == "torch" else make)(library.xp)
        found = {"": lambda: function(*data)}
        if library.name in ("cupy", "cuprum"):
            fused = library.xp.fuse(function)
            found["fused"] = lambda: fused(*data)
        return found

    size = prod(operands[0][0]) * numpy.dtype(operands[0][1]).itemsize
    return Ways(name, ways, traffic=(read * size, written * size), check=True, targets=targets)


def cases(setting):
    n = setting.size(1 << 27, 10**7, quick=32)

    def goals(share):
        if not setting.gpu:
            return [
                equal("numpy", by="cuprum, 1 thread, fused"),
                equal("cuprum, 1 thread, fused", by="cuprum, fused"),
            ]
        return ([part(share, by="cuprum, fused")] if share else []) + [equal("cupy, fused", by="cuprum, fused")]

    def of(name, make, operands, arrays, share=None):
        return case(name, make, operands, *arrays, goals(share))

    for t in ("float32", "float64", "float16"):
        yield of(f"sqrt(x*x+y*y)*.5+x {t}", half_length, [((n,), t)] * 2, (2, 1), 0.95)
    for t in ("float32", "float64"):
        yield of(f"((x+y)*x-y)*.5+x {t}", five, [((n,), t)] * 2, (2, 1))
    yield of("(x-y)*(x-y) float32", squared_diff, [((n,), "float32")] * 2, (2, 1), 0.95)
    yield of("exp(-(x-y)*(x-y)/2)*x float64", gaussian, [((n,), "float64")] * 2, (2, 1), 0.95)
    options = setting.size(80_000_000, 2_500_000, quick=32)
    for t in ("float32", "float64"):
        goal = [most(0.40, by="cuprum, fused")] if setting.gpu and t == "float32" else goals(None)
        yield case(f"Black-Scholes, {options} {t}", black_scholes, [((options,), t)] * 3, 3, 2, goal)
    yield of("norm of a difference float32", norm, [((n,), "float32")] * 2, (2, 0), 0.9)
    for length in (64, 256, 1000, 4096, 8192, 65536):
        name = f"softmax of rows of {length} float32"
        # What CuPy cannot fuse is compared with its operations one by one.
        goal = [equal("cupy", by="cuprum, fused")] if setting.gpu else goals(None)
        yield case(name, softmax, [((n // length, length), "float32")], 1, 1, goal)
    rows = [((n // 1024, 1024), "float32"), ((1024,), "float32"), ((1024,), "float32")]
    goal = [equal("cupy", by="cuprum, fused")] if setting.gpu else goals(None)
    yield case("layer norm of rows of 1024 float32", layernorm, rows, 1, 1, goal)
    for name, make in (
        ("square(x)", lambda xp: square),
        ("squared_diff(x, y)", squared_diff),
        ("x * y + z", lambda xp: multiply_add),
    ):
        count = {"square(x)": 1, "x * y + z": 3}.get(name, 2)
        statement = f"f({', '.join('xyz'[:count])})"
        goal = [most(5)] if setting.gpu else []
        libraries = ("cupy", "cuprum")
        yield HostCase(f"fused {name} of 1000", statement, host_names(make), targets=goal, libraries=libraries)


def host_names(make):
    def names(library):
        found = {name: positive(library, (1000,), "float32", seed) for seed, name in enumerate("xyz")}
        return found | {"f": library.xp.fuse(make(library.xp))}

    return names
