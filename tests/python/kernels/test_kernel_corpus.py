"""The CUDA kernels of corpus/, as programs launch them, against NumPy: the same on a GPU and on a CPU."""

import binascii
import functools
import math
import pathlib
import re

import numpy as np
import pytest
from common import BFLOAT16, assert_same
from scipy import ndimage, special

import cuprum as cp

CORPUS = pathlib.Path(__file__).parent / "corpus"
FILES = sorted(path.stem for path in CORPUS.glob("*.cu"))


@functools.cache
def module(file):
    """The module of a file of the corpus. Templates are named in a comment of the file."""
    text = (CORPUS / f"{file}.cu").read_text()
    names = re.search(r"^// names: (.*)$", text, re.MULTILINE)
    return cp.RawModule(code=text, name_expressions=names[1].split() if names else None)


def launch(file, name, grid, block, *arguments, shared=0):
    as_tuple = lambda size: size if isinstance(size, tuple) else (size,)
    function = module(file).get_function(name)
    function(as_tuple(grid), as_tuple(block), arguments, shared_mem=shared)


def blocks(n, block):
    return -(-n // block)


def rng(seed=0):
    return np.random.default_rng(seed)


def same(actual, expected, rtol=0, atol=0):
    """Of the same shape; kernels write to dtypes of their own."""
    assert_same(actual, expected, rtol, atol, strict_dtype=False)


def view(pointer, shape, dtype):
    """An array over a module's global."""
    return cp.ndarray(shape, dtype, memptr=pointer)


# --- basics.cu


@pytest.mark.parametrize("n", [1, 31, 32, 1000, 100_001])
def test_saxpy(n):
    x, y = rng().random((2, n), "f")
    out = cp.asarray(y)
    launch("basics", "saxpy", blocks(n, 128), 128, np.int32(n), np.float32(2.5), cp.asarray(x), out)
    same(out, np.float32(2.5) * x + y, rtol=1e-6)


def test_grid_stride():
    x = rng().random(10_007)
    y = cp.empty_like(cp.asarray(x))
    launch("basics", "grid_stride_square", 3, 64, cp.asarray(x), y, len(x))
    same(y, x * x)


def test_two_dimensional_grid():
    a, b = rng().integers(-99, 99, (2, 37, 70), "i")
    c = cp.zeros((37, 70), "i")
    launch(
        "basics",
        "matrix_add",
        (blocks(70, 16), blocks(37, 8)),
        (16, 8),
        cp.asarray(a),
        cp.asarray(b),
        c,
        np.int32(37),
        np.int32(70),
    )
    same(c, a + b)


def test_three_dimensional_grid():
    nx, ny, nz = 13, 7, 5
    out = cp.zeros((nz, ny, nx), "I")
    launch("basics", "volume_coordinates", (4, 2, 3), (4, 4, 2), out, np.int32(nx), np.int32(ny), np.int32(nz))
    z, y, x = np.indices((nz, ny, nx), "I")
    same(out, x | y << 8 | z << 16 | (z % 2) << 24)


def test_array_of_structs():
    particles = np.zeros(100, [("x", "f4"), ("y", "f4"), ("z", "f4"), ("id", "i4")])
    for name in "xyz":
        particles[name] = rng(ord(name)).random(100)
    particles["id"] = np.arange(100)
    device = cp.asarray(particles.view("u1"))
    x, y, z = (cp.zeros(100, "f") for _ in "xyz")
    ids = cp.zeros(100, "i")
    launch("basics", "split_particles", 4, 32, device, x, y, z, ids, np.int32(100))
    for name, column in zip("xyz", (x, y, z)):
        same(column, particles[name])
    same(ids, particles["id"])


def test_struct_by_value():
    affine = np.array((1.5, 0.25, 3), np.dtype([("scale", "f8"), ("shift", "f4"), ("repeat", "i2")], align=True))
    x = rng().random(50)
    device = cp.asarray(x)
    launch("basics", "apply_affine", 1, 64, affine[()], device, np.int32(50))
    for _ in range(3):
        x = 1.5 * x + 0.25
    same(device, x, rtol=1e-15)


def test_scalars_of_every_kind():
    out = cp.zeros(11)
    values = [True, -5, 250, -30000, 60000, -(2**31), 2**32 - 1, -(2**50), 2**60, 0.5, math.pi]
    types = "?bBhHiIqQfd"
    launch("basics", "scalars", 1, 1, *(np.dtype(t).type(v) for t, v in zip(types, values)), out)
    same(out, np.array(values, "d"))


def test_vector_types():
    x = rng().random((60, 4), "f")
    sums = cp.zeros(60, "f")
    launch("basics", "sum_of_four", 2, 32, cp.asarray(x), sums, np.int32(60))
    same(sums, x.sum(1), rtol=1e-6)
    rgb = rng().integers(0, 256, (100, 3), "B")
    gray = cp.zeros(100, "B")
    launch("basics", "to_gray", 2, 64, cp.asarray(rgb), gray, np.int32(100))
    same(gray, (rgb.astype("i") @ [77, 150, 29] >> 8).astype("B"))


def test_recursion():
    out = cp.zeros(15, "i")
    launch("basics", "fibonacci_numbers", 1, 15, out)
    numbers = [0, 1]
    while len(numbers) < 15:
        numbers.append(numbers[-1] + numbers[-2])
    same(out, numbers)


def test_function_pointers():
    x, which = rng().random(64, "f"), rng().integers(0, 3, 64, "i")
    device = cp.asarray(x)
    launch("basics", "apply_by_number", 2, 32, cp.asarray(which), device, np.int32(64))
    same(device, np.choose(which, [2 * x, x * x, -x]))


def test_enum_and_switch():
    shape, a, b = rng().integers(0, 4, 64, "i"), rng(1).random(64, "f"), rng(2).random(64, "f")
    area = cp.zeros(64, "f")
    launch("basics", "areas", 1, 64, cp.asarray(shape), cp.asarray(a), cp.asarray(b), area, np.int32(64))
    same(area, np.choose(shape, [np.float32(np.pi) * a * a, a * b, a * b / 2, np.full_like(a, -1)]), rtol=1e-6)


def test_union_and_bit_fields():
    x = rng().normal(0, 100, 64).astype("f")
    exponent, mantissa = cp.zeros(64, "i"), cp.zeros(64, "I")
    launch("basics", "take_floats_apart", 1, 64, cp.asarray(x), exponent, mantissa, np.int32(64))
    bits = x.view("I")
    same(exponent, np.where(x < 0, -1000, 0) + (bits >> 23 & 255).astype("i") - 127)
    same(mantissa, bits & (2**23 - 1))


def test_local_array():
    x = rng().integers(0, 2**60, 64, "Q")
    digit = cp.zeros(64, "i")
    launch("basics", "most_frequent_digit", 1, 64, cp.asarray(x), digit, np.int32(64))
    same(digit, [max(range(10), key=lambda d: (str(v).count(str(d)), -d)) for v in x])


def test_collatz():
    def steps(x):
        count = 0
        while x != 1:
            x = 3 * x + 1 if x & 1 else x // 2
            count += 1
        return count

    start = np.arange(1, 201, dtype="i")
    out = cp.zeros(200, "i")
    launch("basics", "collatz", 4, 64, cp.asarray(start), out, np.int32(200))
    same(out, [steps(int(s)) for s in start])


def test_morton_codes():
    x, y = rng().integers(0, 2**16, (2, 100), "H")
    code = cp.zeros(100, "I")
    launch("basics", "morton_codes", 1, 128, cp.asarray(x), cp.asarray(y), code, np.int32(100))
    spread = lambda v: int(f"{v:b}", 4)
    same(code, [spread(a) | spread(b) << 1 for a, b in zip(x.tolist(), y.tolist())])


def test_integer_intrinsics():
    x, y = rng().integers(-(2**31), 2**31, (2, 64)).astype("i")
    x[:4] = 0, -1, 1, -(2**31)
    out = cp.zeros((64, 10), "i")
    launch("basics", "integer_intrinsics", 1, 64, cp.asarray(x), cp.asarray(y), out, np.int32(64))
    rows = []
    for a, b in zip(x.tolist(), y.tolist()):
        u, v = a % 2**32, b % 2**32
        bits = f"{u:032b}"
        rows.append(
            [
                bits.count("1"),
                bits.index("1") if u else 32,
                32 - bits.rindex("1") if u else 0,
                int(bits[::-1], 2),
                a * b >> 32,
                u * v >> 32,
                (u & 0xFFFF) | (v & 0xFFFF) << 16,
                (v << 7 | u >> 25) % 2**32,
                min(a, b) ^ max(a, b),
                abs(a - b) + 5,
            ]
        )
    same(out, np.array(rows, "q").astype("i"))


def test_mathematics():
    x = rng().uniform(0.05, 4, 64).astype("f")
    out = cp.zeros((64, 16), "f")
    launch("basics", "mathematics", 1, 64, cp.asarray(x), out, np.int32(64))
    d = x.astype("d")
    saturated = np.clip(d, 0, 1)
    expected = [
        np.sin(d), np.cos(d), np.exp(d), np.log(d), np.sqrt(d), 1 / np.sqrt(d), np.cbrt(d), special.erf(d),
        special.gamma(d), special.gammaln(d), np.arctan2(d, 2), d**1.5, np.fmod(x, np.float32(0.7)), np.hypot(d, 3),
        d * d + 1, 2 / d + saturated + np.trunc(d) + np.rint(d),
    ]  # fmt: skip
    same(out, np.stack(expected, 1), rtol=2e-6, atol=1e-6)


def test_clocks():
    ticks = cp.zeros(4, "q")
    launch("basics", "clocks", 1, 4, ticks)
    assert (ticks.get() > 0).all()


# --- memory.cu


def test_constant_memory():
    weights = np.array([0.1, 0.2, 0.4, 0.2, 0.1], "f")
    view(module("memory").get_global("weights"), 5, "f")[:] = cp.asarray(weights)
    x = rng().random(100, "f")
    y = cp.zeros(100, "f")
    launch("memory", "filter5", 2, 64, cp.asarray(x), y, np.int32(100))
    padded = np.pad(x, 2, "edge")
    same(y, sum(w * padded[k : k + 100] for k, w in enumerate(weights)) + 3, rtol=1e-6)


def test_globals():
    memory = cp.RawModule(code=(CORPUS / "memory.cu").read_text())
    x = rng().integers(0, 1000, 777, "i")
    for _ in range(2):
        memory.get_function("count_even")((blocks(777, 64),), (64,), (cp.asarray(x), np.int32(777)))
    even = x[x % 2 == 0]
    assert int(view(memory.get_global("counter"), 1, "i")[0]) == 2 * len(even)
    assert int(view(memory.get_global("total"), 1, "Q")[0]) == 100 + 2 * even.sum()
    table = view(memory.get_global("table"), (4, 3), "i")
    same(table, np.arange(1, 13).reshape(4, 3))
    memory.get_function("change_table")((1,), (3, 4), (np.int32(10),))
    same(table, 10 * np.arange(1, 13).reshape(4, 3))


def test_printf(capfd):
    launch("memory", "report", 2, 32, cp.arange(32, dtype="f"))
    cp.cuda.Device().synchronize()
    lines = sorted(capfd.readouterr().out.splitlines())
    assert lines == [f"block {b} thread {t}: {t}.00 units" for b in range(2) for t in range(2)]


# --- templates.cu


@pytest.mark.parametrize("dtype, name", [("f", "float"), ("d", "double"), ("i", "int")])
def test_type_templates(dtype, name):
    x = np.arange(100, dtype=dtype)
    device = cp.asarray(x)
    launch("templates", f"scale<{name}>", 2, 64, device, np.dtype(dtype).type(3), np.int32(100))
    same(device, x * 3)


@pytest.mark.parametrize("degree", [3, 5])
def test_number_templates(degree):
    coefficients, x = rng().random(degree + 1), rng(1).random(50)
    y = cp.zeros(50)
    launch("templates", f"polynomial<{degree}>", 1, 64, cp.asarray(coefficients), cp.asarray(x), y, np.int32(50))
    same(y, np.polyval(coefficients[::-1], x), rtol=1e-14)


def test_namespaces():
    velocity = cp.zeros(10, "f")
    launch("templates", "physics::accelerate<float>", 1, 32, velocity, np.float32(2), np.int32(10))
    same(velocity, np.full(10, np.float32(9.81) * 2), rtol=1e-6)


def test_lambdas():
    x = rng().random(100, "f")
    device = cp.asarray(x)
    launch("templates", "map_with_lambda", 2, 64, device, np.float32(0.5), np.int32(100))
    same(device, np.where(np.arange(100) % 2, x + np.float32(0.5), x - np.float32(0.5)))


def test_function_objects():
    x = rng().integers(-50, 50, 100, "i")
    device = cp.asarray(x)
    clamp = np.array((-10, 10), [("low", "i4"), ("high", "i4")])
    launch("templates", "transform<Clamp<int>,int>", 2, 64, clamp[()], device, np.int32(100))
    same(device, x.clip(-10, 10))


def test_parameter_packs():
    a, b, c = rng().integers(-9, 9, 40, "i"), rng(1).integers(-9, 9, 40).astype("h"), rng(2).random(40)
    out = cp.zeros(40)
    launch("templates", "pack_sum", 1, 64, cp.asarray(a), cp.asarray(b), cp.asarray(c), out, np.int32(40))
    same(out, a + b + c + 1, atol=1e-14)


def test_operators():
    a, b = rng().random((2, 40, 3), "f")
    out = cp.zeros((40, 3), "f")
    launch("templates", "add_vectors", 1, 64, cp.asarray(a), cp.asarray(b), out, np.float32(2), np.int32(40))
    same(out, a + b * 2, rtol=1e-6)


# --- matrices.cu


@pytest.mark.parametrize("rows, columns", [(32, 32), (1, 100), (70, 45)])
def test_transpose(rows, columns):
    a = rng().random((rows, columns), "f")
    out = cp.zeros((columns, rows), "f")
    launch(
        "matrices",
        "transpose",
        (blocks(columns, 32), blocks(rows, 32)),
        (32, 8),
        cp.asarray(a),
        out,
        np.int32(rows),
        np.int32(columns),
    )
    same(out, a.T)


@pytest.mark.parametrize("m, n, k", [(16, 16, 16), (33, 50, 70), (1, 1, 5)])
def test_matmul(m, n, k):
    a, b = rng().random((m, k), "f"), rng(1).random((k, n), "f")
    c = cp.zeros((m, n), "f")
    launch(
        "matrices",
        "matmul",
        (blocks(n, 16), blocks(m, 16)),
        (16, 16),
        cp.asarray(a),
        cp.asarray(b),
        c,
        *map(np.int32, (m, n, k)),
    )
    same(c, a @ b, rtol=1e-5)


def test_matmul_in_registers():
    a, b = rng().random((128, 48)), rng(1).random((48, 64))
    c = cp.zeros((128, 64))
    launch(
        "matrices", "matmul_registers", (1, 2), (16, 16), cp.asarray(a), cp.asarray(b), c, np.int32(64), np.int32(48)
    )
    same(c, a @ b, rtol=1e-13)


def test_matrix_times_vector():
    a, x = rng().random((50, 77), "f"), rng(1).random(77, "f")
    y = cp.zeros(50, "f")
    launch(
        "matrices",
        "matrix_times_vector",
        blocks(50, 4),
        128,
        cp.asarray(a),
        cp.asarray(x),
        y,
        np.int32(50),
        np.int32(77),
    )
    same(y, a @ x, rtol=1e-5)


def test_cholesky():
    a = rng().random((5, 24, 24))
    a = a @ a.transpose(0, 2, 1) + 24 * np.eye(24)
    device = cp.asarray(a)
    launch("matrices", "cholesky", 5, 24, device, np.int32(24))
    same(device, np.linalg.cholesky(a), rtol=1e-11)


def test_determinants():
    m = rng().normal(size=(100, 3, 3)).astype("f")
    out = cp.zeros(100, "f")
    launch("matrices", "determinants", 2, 64, cp.asarray(m), out, np.int32(100))
    same(out, np.linalg.det(m.astype("d")), rtol=1e-4, atol=1e-5)


def test_jacobi():
    n = 60
    a, b = rng().random((n, n)) + n * np.eye(n), rng(1).random(n)
    x, following = cp.zeros(n), cp.zeros(n)
    for _ in range(60):
        launch("matrices", "jacobi_step", 2, 32, cp.asarray(a), cp.asarray(b), x, following, np.int32(n))
        x, following = following, x
    same(x, np.linalg.solve(a, b), rtol=1e-10)


def test_inverse():
    a = rng().random((16, 16), "f") + 16 * np.eye(16, dtype="f")
    out = cp.zeros((16, 16), "f")
    launch("matrices", "invert", 1, (16, 16), cp.asarray(a), out, np.int32(16), shared=4 * 16 * 32)
    same(out, np.linalg.inv(a), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("kernel, threads", [("sparse_times_vector", 1), ("sparse_times_vector_by_warps", 32)])
def test_sparse_times_vector(kernel, threads):
    dense = rng().random((100, 80)) * (rng(1).random((100, 80)) < 0.2)
    starts = np.concatenate([[0], np.cumsum((dense != 0).sum(1))]).astype("i")
    columns = np.nonzero(dense)[1].astype("i")
    x = rng(2).random(80)
    y = cp.zeros(100)
    launch("matrices", kernel, blocks(100 * threads, 128), 128, cp.asarray(starts), cp.asarray(columns),
           cp.asarray(dense[dense != 0]), cp.asarray(x), y, np.int32(100))  # fmt: skip
    same(y, dense @ x, rtol=1e-13)


def test_softmax():
    x = rng().normal(0, 5, (7, 1000)).astype("f")
    out = cp.zeros((7, 1000), "f")
    launch("matrices", "softmax_rows", 7, 256, cp.asarray(x), out, np.int32(1000))
    same(out, special.softmax(x.astype("d"), axis=1), rtol=1e-5)


# --- stencils.cu


@pytest.mark.parametrize("n", [50, 128, 1000])
def test_moving_average(n):
    x = rng().random(n, "f")
    out = cp.zeros(n, "f")
    launch("stencils", "moving_average", blocks(n, 128), 128, cp.asarray(x), out, np.int32(n))
    same(out, np.convolve(x, np.ones(7) / 7, "full")[3 : 3 + n], rtol=1e-5)


def test_heat_in_two_dimensions():
    now = rng().random((45, 70), "f")
    expected = now.astype("d")
    a, b = cp.asarray(now), cp.zeros_like(cp.asarray(now))
    for _ in range(10):
        launch("stencils", "heat2d", (5, 3), (16, 16), a, b, np.int32(70), np.int32(45), np.float32(0.1))
        a, b = b, a
        p = np.pad(expected, 1, "edge")
        expected += 0.1 * (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * expected)
    same(a, expected, rtol=1e-5)


def test_laplacian_in_three_dimensions():
    x = rng().random((9, 10, 11))
    out = cp.ones((9, 10, 11))
    launch("stencils", "laplacian3d", (2, 2, 3), (8, 8, 4), cp.asarray(x), out, np.int32(11), np.int32(10), np.int32(9))
    expected = np.zeros_like(x)
    expected[1:-1, 1:-1, 1:-1] = ndimage.convolve(
        x, ndimage.generate_binary_structure(3, 1) - 7.0 * (np.indices((3, 3, 3)) == 1).all(0)
    )[1:-1, 1:-1, 1:-1]
    same(out, expected, atol=1e-14)


def test_heat_inside_of_a_block():
    rod = rng().random(128)
    device = cp.asarray(rod)
    launch("stencils", "heat1d_steps", 1, 128, device, np.int32(51), 0.2)
    for _ in range(51):
        p = np.pad(rod, 1)
        rod = rod + 0.2 * (p[:-2] - 2 * rod + p[2:])
    same(device, rod, rtol=1e-12)


def test_game_of_life():
    world = (rng().random((40, 60)) < 0.3).astype("B")
    now, following = cp.asarray(world), cp.zeros((40, 60), "B")
    for _ in range(20):
        launch("stencils", "game_of_life", (4, 5), (16, 8), now, following, np.int32(60), np.int32(40))
        now, following = following, now
        neighbours = sum(np.roll(world, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)) - world
        world = ((neighbours == 3) | ((neighbours == 2) & (world == 1))).astype("B")
    same(now, world)


def test_sobel():
    image = rng().integers(0, 256, (33, 50), "B")
    edges = cp.zeros((33, 50), "B")
    launch("stencils", "sobel", (4, 3), (16, 16), cp.asarray(image), edges, np.int32(50), np.int32(33))
    wide = image.astype("i")
    magnitude = abs(ndimage.sobel(wide, 1)) + abs(ndimage.sobel(wide, 0))
    expected = np.zeros_like(image)
    expected[1:-1, 1:-1] = magnitude.clip(0, 255)[1:-1, 1:-1]
    same(edges, expected)


@pytest.mark.parametrize("radius", [1, 3])
def test_convolution(radius):
    image, weights = rng().random((30, 45), "f"), rng(1).random((2 * radius + 1, 2 * radius + 1), "f")
    out = cp.zeros((30, 45), "f")
    shared = 4 * ((2 * radius + 1) ** 2 + (16 + 2 * radius) * (8 + 2 * radius))
    launch("stencils", "convolve", (3, 4), (16, 8), cp.asarray(image), cp.asarray(weights), out, np.int32(45),
           np.int32(30), np.int32(radius), shared=shared)  # fmt: skip
    same(out, ndimage.correlate(image, weights, mode="constant"), rtol=1e-5)


def test_resize():
    image = rng().random((20, 30), "f")
    out = cp.zeros((33, 47), "f")
    launch("stencils", "resize_bilinear", (3, 3), (16, 16), cp.asarray(image), out, *map(np.int32, (30, 20, 47, 33)))
    rows, columns = np.linspace(0, 19, 33), np.linspace(0, 29, 47)
    expected = ndimage.map_coordinates(
        image.astype("d"), np.meshgrid(rows, columns, indexing="ij"), order=1, mode="nearest"
    )
    same(out, expected, rtol=1e-4, atol=1e-5)


def test_median():
    image = rng().random((20, 30), "f")
    out = cp.zeros((20, 30), "f")
    launch("stencils", "median3x3", (2, 2), (16, 16), cp.asarray(image), out, np.int32(30), np.int32(20))
    same(out, ndimage.median_filter(image, 3, mode="nearest"))


# --- reductions.cu


@pytest.mark.parametrize("n", [1, 256, 5000])
def test_tree(n):
    x = rng().integers(-99, 99, n, "i")
    sums = cp.zeros(blocks(n, 256), "i")
    launch("reductions", "reduce_tree", len(sums), 256, cp.asarray(x), sums, np.int32(n))
    same(sums, np.add.reduceat(x, np.arange(0, n, 256)))


@pytest.mark.parametrize("n", [10, 100_000])
def test_dot(n):
    a, b = rng().random((2, n), "f")
    result = cp.zeros(1, "f")
    launch("reductions", "dot", 8, 128, cp.asarray(a), cp.asarray(b), result, np.int32(n))
    same(result, [a.astype("d") @ b], rtol=1e-5)


def test_last_block():
    x = rng().random(50_000)
    partial, total = cp.zeros(20), cp.zeros(1)
    for _ in range(3):  # The counter is ready for the next launch.
        total[:] = 0
        launch("reductions", "reduce_last_block", 20, 128, cp.asarray(x), partial, total, np.int32(len(x)))
        same(total, [x.sum()], rtol=1e-12)


def test_argmax():
    x = rng().integers(0, 500, 3000).astype("f")
    where, largest = cp.zeros(1, "i"), cp.zeros(1, "f")
    launch("reductions", "argmax", 1, 128, cp.asarray(x), where, largest, np.int32(3000))
    same(where, [x.argmax()])
    same(largest, [x.max()])


def test_normalized_rows():
    x = rng().normal(3, 2, (5, 333)).astype("f")
    out = cp.zeros((5, 333), "f")
    launch("reductions", "normalize_rows", 5, 64, cp.asarray(x), out, np.int32(333))
    d = x.astype("d")
    same(out, (d - d.mean(1, keepdims=True)) / np.sqrt(d.var(1, keepdims=True) + 1e-5), rtol=1e-4, atol=1e-5)


def test_segments():
    x = rng().integers(-999, 999, 2000, "i")
    starts = np.array([0, 3, 500, 501, 1999, 2000], "i")
    largest = cp.zeros(5, "i")
    launch("reductions", "segmented_max", 5, 64, cp.asarray(x), cp.asarray(starts), largest)
    same(largest, np.maximum.reduceat(x, starts[:-1]))


@pytest.mark.parametrize("n", [1, 200, 256])
def test_inclusive_scan(n):
    x = rng().integers(-99, 99, n, "i")
    out = cp.zeros(n, "i")
    launch("reductions", "scan_hillis_steele", 1, 256, cp.asarray(x), out, np.int32(n))
    same(out, x.cumsum())


@pytest.mark.parametrize("n", [100, 10_000])
def test_scan_over_blocks(n):
    x = rng().integers(-99, 99, n, "i")
    count = blocks(n, 256)
    out, sums, offsets = cp.zeros(n, "i"), cp.zeros(count, "i"), cp.zeros(count, "i")
    launch("reductions", "scan_blelloch", count, 128, cp.asarray(x), out, sums, np.int32(n), shared=1024)
    launch("reductions", "scan_blelloch", 1, 128, sums, offsets, np.intp(0), np.int32(count), shared=1024)
    launch("reductions", "add_offsets", count, 256, out, offsets, np.int32(n))
    same(out, x.cumsum() - x)


def test_running_sums_of_rows():
    x = rng().random((4, 200), "f")
    out = cp.zeros((4, 200), "f")
    launch("reductions", "summed_area_rows", 4, 64, cp.asarray(x), out, np.int32(200))
    same(out, x.cumsum(1), rtol=1e-5)


# --- warps.cu


def test_warp_reductions():
    x = rng().integers(-99, 99, 128, "i")
    out = cp.zeros((128, 2), "i")
    launch("warps", "warp_reductions", 2, 64, cp.asarray(x), out)
    rows = x.reshape(4, 32)
    same(out, np.stack([rows.sum(1).repeat(32), rows.max(1).repeat(32)], 1))


def test_warp_scan():
    x = rng().random(128)
    out = cp.zeros(128)
    launch("warps", "warp_scan", 2, 64, cp.asarray(x), out)
    same(out, x.reshape(4, 32).cumsum(1).ravel(), rtol=1e-14)


def test_warp_segments():
    x = rng().random(64, "f")
    rotated, first = cp.zeros(64, "f"), cp.zeros(64, "f")
    launch("warps", "warp_segments", 1, 64, cp.asarray(x), rotated, first)
    rows = x.reshape(8, 8)
    same(rotated, np.roll(rows, -3, 1).ravel())
    same(first, rows[:, :1].repeat(8, 1).ravel())


def test_warp_votes():
    x = rng().integers(-1, 11, (4, 32), "i")
    x[0], x[1] = 5, 0
    any_, all_, ballot = cp.zeros(128, "i"), cp.zeros(128, "i"), cp.zeros(128, "I")
    launch("warps", "warp_votes", 2, 64, cp.asarray(x), any_, all_, ballot)
    same(any_, (x > 8).any(1).repeat(32))
    same(all_, (x > 0).all(1).repeat(32))
    same(ballot, ((x & 1).astype("Q") << np.arange(32, dtype="Q")).sum(1).repeat(32))


def test_warp_matches():
    x = rng().integers(0, 6, (3, 32), "i")
    x[2] += 200
    x[1, 7] = 150
    match, uniform = cp.zeros(96, "I"), cp.zeros(96, "i")
    launch("warps", "warp_matches", 3, 32, cp.asarray(x), match, uniform)
    same(match, [sum(1 << i for i in range(32) if row[i] == v) for row in x for v in row])
    same(uniform, (x // 100 == x[:, :1] // 100).all(1).repeat(32))


def test_warp_reduce_instructions():
    x = rng().integers(0, 2**31, (4, 32)).astype("I")
    out = cp.zeros((4, 6), "I")
    launch("warps", "warp_reduce_instructions", 2, 64, cp.asarray(x), out)
    functions = np.add, np.minimum, np.maximum, np.bitwise_and, np.bitwise_or, np.bitwise_xor
    same(out, np.stack([f.reduce(x, axis=1, dtype="I") for f in functions], 1))


@pytest.mark.parametrize("n", [1, 256, 3001])
def test_compaction(n):
    x = rng().integers(-50, 50, n, "i")
    kept = np.add.reduceat(x > 0, np.arange(0, n, 256), dtype="i")
    out = cp.zeros(max(kept.sum(), 1), "i")
    launch(
        "warps",
        "compact_positive",
        len(kept),
        256,
        cp.asarray(x),
        cp.asarray((kept.cumsum() - kept).astype("i")),
        out,
        np.int32(n),
    )
    same(out[: int(kept.sum())], x[x > 0])


def test_block_counts():
    x = rng().integers(-6, 100, 1000, "i")
    counts = cp.zeros((8, 3), "i")
    launch("warps", "block_counts", 8, 128, cp.asarray(x), counts, np.int32(1000))
    parts = np.split(x, range(128, 1000, 128))
    same(counts, [[(p > 0).sum(), (p > -5).all(), (p > 90).any()] for p in parts])


def test_aggregated_atomics():
    x = rng().integers(0, 1000, 5000, "i")
    count = cp.zeros(1, "i")
    launch("warps", "count_multiples", blocks(5000, 128), 128, cp.asarray(x), count, np.int32(5000))
    same(count, [(x % 3 == 0).sum()])


def test_transposed_bits():
    rows = rng().integers(0, 2**32, (3, 32)).astype("I")
    columns = cp.zeros((3, 32), "I")
    launch("warps", "transpose_bits", 3, 32, cp.asarray(rows), columns)
    bits = rows[:, :, None] >> np.arange(32, dtype="I") & 1
    same(columns, (bits.astype("Q") << np.arange(32, dtype="Q")[:, None]).sum(1))


def test_warp_sort():
    x = rng().integers(-999, 999, (4, 32), "i")
    device = cp.asarray(x)
    launch("warps", "warp_sort", 2, 64, device)
    same(device, np.sort(x))


# --- atomics.cu


@pytest.mark.parametrize("kernel", ["histogram", "histogram_shared"])
def test_histogram(kernel):
    x = rng().integers(0, 256, 30_000, "B")
    bins = cp.zeros(256, "I")
    launch("atomics", kernel, 6, 128, cp.asarray(x), bins, np.int32(len(x)))
    same(bins, np.bincount(x, minlength=256))


def test_all_kinds_of_atomics():
    x = rng().integers(0, 2**14, 1000, "i")
    out = np.array([0, 0, 2**30, -(2**30), -1, 0, 0, 0, 5], "i")
    counter, wide, device = cp.zeros(2, "I"), cp.zeros(2, "Q"), cp.asarray(out)
    launch("atomics", "all_kinds", 8, 128, cp.asarray(x), device, counter, wide, np.int32(1000))
    same(
        device,
        [
            x.sum(),
            -x.sum(),
            x.min(),
            x.max(),
            np.bitwise_and.reduce(x | 0xFF00),
            np.bitwise_or.reduce(x),
            np.bitwise_xor.reduce(x),
            77,
            6,
        ],
    )
    down = 0
    for _ in range(1000):
        down = 12 if down == 0 or down > 12 else down - 1
    same(counter, [1000 % 10, down])
    same(wide, [x.sum(), x.max()])


def test_float_atomics():
    x = rng().random(10_000, "f")
    single, double = cp.zeros(1, "f"), cp.zeros(1)
    launch("atomics", "float_sums", blocks(10_000, 128), 128, cp.asarray(x), single, double, np.int32(10_000))
    same(single, [x.sum(dtype="d")], rtol=1e-4)
    same(double, [x.sum(dtype="d")], rtol=1e-12)


def test_compare_and_swap():
    x = rng().normal(0, 10, 5000).astype("f")
    result = cp.full(1, 0, "f")
    launch("atomics", "largest", blocks(5000, 128), 128, cp.asarray(x), result, np.int32(5000))
    same(result, [x.max()])


def test_spin_locks():
    accounts, n = 16, 3000
    give, take = rng().integers(0, accounts, (2, n), "i")
    amount = rng(1).integers(1, 100, n, "i")
    locks, balance = cp.zeros(accounts, "i"), cp.full(accounts, 1000, "i")
    launch(
        "atomics",
        "transfers",
        blocks(n, 64),
        64,
        locks,
        balance,
        cp.asarray(give),
        cp.asarray(take),
        cp.asarray(amount),
        np.int32(n),
    )
    expected = np.full(accounts, 1000)
    np.subtract.at(expected, give, amount)
    np.add.at(expected, take, amount)
    same(balance, expected)
    same(locks, np.zeros(accounts))


def test_work_queue():
    jobs = np.arange(1000, dtype="i")
    results, following = cp.zeros(1000, "i"), cp.zeros(1, "I")
    launch("atomics", "work_queue", 7, 32, cp.asarray(jobs), results, following, np.int32(1000))
    same(results, jobs**2)


def test_hash_table():
    keys = rng().integers(0, 700, 2000).astype("I")
    table, distinct = cp.full(1024, 2**32 - 1, "I"), cp.zeros(1, "I")
    launch(
        "atomics",
        "hash_insert",
        blocks(2000, 128),
        128,
        cp.asarray(keys),
        table,
        np.uint32(1024),
        distinct,
        np.int32(2000),
    )
    same(distinct, [len(np.unique(keys))])
    host = table.get()
    np.testing.assert_array_equal(np.sort(host[host != 2**32 - 1]), np.unique(keys))


def test_linked_lists():
    heads, following = cp.full(10, -1, "i"), cp.zeros(1000, "i")
    launch("atomics", "link_by_remainder", 8, 128, heads, following, np.int32(10), np.int32(1000))
    heads, following = heads.get(), following.get()
    for r in range(10):
        members, i = [], heads[r]
        while i != -1:
            members.append(i)
            i = following[i]
        assert sorted(members) == list(range(r, 1000, 10))


# --- sorting.cu


def test_bitonic_sort_of_blocks():
    x = rng().random((3, 512), "f")
    device = cp.asarray(x)
    launch("sorting", "bitonic_block", 3, 256, device)
    same(device, np.sort(x))


def test_bitonic_sort():
    n = 4096
    x = rng().integers(-(2**31), 2**31, n).astype("i")
    device = cp.asarray(x)
    size = 2
    while size <= n:
        distance = size // 2
        while distance:
            launch("sorting", "bitonic_step", n // 256, 256, device, np.int32(distance), np.int32(size))
            distance //= 2
        size *= 2
    same(device, np.sort(x))


def test_odd_even_sort():
    x = rng().integers(-999, 999, 151).astype("h")
    device = cp.asarray(x)
    launch("sorting", "odd_even_sort", 1, 76, device, np.int32(151), shared=2 * 151)
    same(device, np.sort(x))


def test_radix_sort():
    x = rng().integers(0, 2**32, (2, 256)).astype("I")
    device = cp.asarray(x)
    launch("sorting", "radix_sort_block", 2, 256, device)
    same(device, np.sort(x))


def test_rank_sort():
    x = rng().integers(0, 50, 300).astype("d")
    out = cp.zeros(300)
    launch("sorting", "rank_sort", 3, 128, cp.asarray(x), out, np.int32(300))
    same(out, np.sort(x))


def test_binary_search():
    x, wanted = np.sort(rng().random(333, "f")), rng(1).random(200, "f")
    wanted[:50] = x[:50]
    position = cp.zeros(200, "i")
    launch("sorting", "lower_bounds", 2, 128, cp.asarray(x), np.int32(333), cp.asarray(wanted), position, np.int32(200))
    same(position, np.searchsorted(x, wanted))


@pytest.mark.parametrize("na, nb", [(100, 57), (0, 20), (300, 1)])
def test_merge(na, nb):
    a, b = np.sort(rng().integers(0, 99, na, "i")), np.sort(rng(1).integers(0, 99, nb, "i"))
    out = cp.zeros(na + nb, "i")
    launch(
        "sorting",
        "merge_sorted",
        1,
        64,
        cp.asarray(a),
        np.int32(na),
        cp.asarray(b),
        np.int32(nb),
        out,
        np.int32(blocks(na + nb, 64)),
    )
    same(out, np.sort(np.concatenate([a, b])))


def test_partition():
    x = rng().integers(-99, 99, 1000, "i")
    out, ends = cp.zeros(1000, "i"), cp.zeros(2, "i")
    launch("sorting", "partition", 8, 128, cp.asarray(x), np.int32(10), out, ends, np.int32(1000))
    below = int((x < 10).sum())
    same(ends, [below, 1000 - below])
    np.testing.assert_array_equal(np.sort(out.get()[:below]), np.sort(x[x < 10]))
    np.testing.assert_array_equal(np.sort(out.get()[below:]), np.sort(x[x >= 10]))


def test_run_starts():
    x = rng().integers(0, 3, 500, "i")
    starts = cp.zeros(500, "B")
    launch("sorting", "run_starts", 4, 128, cp.asarray(x), starts, np.int32(500))
    same(starts, np.concatenate([[1], x[1:] != x[:-1]]))


# --- simulation.cu


def test_mandelbrot():
    width, height, limit = 60, 40, 200
    out = cp.zeros((height, width), "H")
    x0, y0, step = np.float32(-2), np.float32(-1.2), np.float32(0.05)
    launch(
        "simulation",
        "mandelbrot",
        (4, 3),
        (16, 16),
        out,
        np.int32(width),
        np.int32(height),
        x0,
        y0,
        step,
        np.int32(limit),
    )
    # Points whose orbits come close to the boundary may differ where an addition is fused: the GPU may fuse those of
    # the radius.
    cx, cy = np.meshgrid((x0 + np.arange(width, dtype="f") * step), (y0 + np.arange(height, dtype="f") * step))
    x, y, n = np.zeros_like(cx), np.zeros_like(cy), np.zeros(cx.shape, "H")
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(limit):
            inside = x * x + y * y <= 4
            x, y = np.where(inside, x * x - y * y + cx, x), np.where(inside, np.float32(2) * x * y + cy, y)
            n += inside
    assert (out.get() == n).mean() > 0.98


def test_nbody():
    n = 100
    bodies = rng().random((n, 4), "f")
    acceleration = cp.zeros((n, 3), "f")
    launch("simulation", "nbody", 2, 64, cp.asarray(bodies), acceleration, np.int32(n))
    position, mass = bodies[:, :3].astype("d"), bodies[:, 3]
    difference = position[None] - position[:, None]
    same(
        acceleration,
        (mass[None, :, None] * difference / (np.square(difference).sum(2, keepdims=True) + 0.01) ** 1.5).sum(1),
        rtol=1e-4,
        atol=1e-4,
    )


def test_fourier_transform():
    x = (rng().normal(size=(3, 256)) + 1j * rng(1).normal(size=(3, 256))).astype("F")
    out = cp.zeros((3, 256), "F")
    launch("simulation", "fft256", 3, 128, cp.asarray(x), out)
    same(out, np.fft.fft(x.astype("D")), rtol=1e-5, atol=1e-4)


def test_walsh_hadamard():
    x = rng().integers(-9, 9, 256, "i")
    device = cp.asarray(x)
    launch("simulation", "walsh_hadamard", 1, 128, device)
    matrix = np.array([[1]])
    for _ in range(8):
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    same(device, matrix @ x)


@pytest.mark.parametrize(
    "a, b", [("kitten", "sitting"), ("", "abc"), ("A" * 40 + "xyz", "A" * 37 + "yz"), ("same", "same")]
)
def test_levenshtein(a, b):
    table = np.add.outer(np.arange(len(a) + 1), np.arange(len(b) + 1))
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
    text = lambda s: cp.asarray(np.frombuffer(s.encode() or b" ", "b"))
    out = cp.zeros(1, "i")
    launch(
        "simulation",
        "levenshtein",
        1,
        64,
        text(a),
        np.int32(len(a)),
        text(b),
        np.int32(len(b)),
        out,
        shared=3 * 4 * (len(a) + 1),
    )
    same(out, [table[-1, -1]])


def test_shortest_paths():
    n = 30
    distance = np.where(rng().random((n, n)) < 0.2, rng(1).random((n, n)), np.inf).astype("f")
    np.fill_diagonal(distance, 0)
    device = cp.asarray(distance)
    for k in range(n):
        launch("simulation", "floyd_warshall", (2, 2), (16, 16), device, np.int32(n), np.int32(k))
        distance = np.minimum(distance, distance[:, k : k + 1] + distance[k : k + 1])
    same(device, distance)


def random_graph(n):
    adjacency = np.triu(rng().random((n, n)) < 1.2 / n, 1)
    return adjacency | adjacency.T


def test_breadth_first_search():
    n = 300
    graph = random_graph(n)
    starts = np.concatenate([[0], graph.sum(1).cumsum()]).astype("i")
    edges = np.nonzero(graph)[1].astype("i")
    level, changed, depth = cp.full(n, -1, "i"), cp.zeros(1, "i"), 0
    level[0] = 0
    while True:
        changed[:] = 0
        launch(
            "simulation",
            "bfs_level",
            blocks(n, 64),
            64,
            cp.asarray(starts),
            cp.asarray(edges),
            level,
            np.int32(depth),
            changed,
            np.int32(n),
        )
        if not int(changed[0]):
            break
        depth += 1
    expected, frontier, step = np.full(n, -1), {0}, 0
    while frontier:
        expected[list(frontier)] = step
        frontier = {j for i in frontier for j in np.nonzero(graph[i])[0] if expected[j] == -1}
        step += 1
    same(level, expected)


def test_connected_components():
    n = 300
    edges = np.argwhere(random_graph(n)).astype("i", order="C")
    label, changed = cp.arange(n, dtype="i"), cp.ones(1, "i")
    while int(changed[0]):
        changed[:] = 0
        launch(
            "simulation",
            "spread_labels",
            blocks(len(edges), 64),
            64,
            cp.asarray(edges),
            label,
            changed,
            np.int32(len(edges)),
        )
    expected = np.arange(n)
    for _ in range(n):
        before = expected.copy()
        np.minimum.at(expected, edges[:, 0], expected[edges[:, 1]])
        if (before == expected).all():
            break
    same(label, expected)


def test_kmeans():
    points, centers = rng().random((1000, 2), "f"), rng(1).random((7, 2), "f")
    cluster, sums, counts = cp.zeros(1000, "i"), cp.zeros((7, 2), "f"), cp.zeros(7, "i")
    launch(
        "simulation",
        "kmeans_assign",
        8,
        128,
        cp.asarray(points),
        cp.asarray(centers),
        np.int32(7),
        cluster,
        sums,
        counts,
        np.int32(1000),
        shared=56,
    )
    expected = np.square(points[:, None] - centers[None]).sum(2).argmin(1)
    same(cluster, expected)
    same(counts, np.bincount(expected, minlength=7))
    same(sums, [points[expected == c].sum(0) for c in range(7)], rtol=1e-5)


def test_black_scholes():
    price, strike, years = rng().uniform(5, 100, 500), rng(1).uniform(5, 100, 500), rng(2).uniform(0.2, 5, 500)
    call, put = cp.zeros(500), cp.zeros(500)
    launch(
        "simulation",
        "black_scholes",
        4,
        128,
        cp.asarray(price),
        cp.asarray(strike),
        cp.asarray(years),
        0.02,
        0.3,
        call,
        put,
        np.int32(500),
    )
    d1 = (np.log(price / strike) + (0.02 + 0.045) * years) / (0.3 * np.sqrt(years))
    d2, discount = d1 - 0.3 * np.sqrt(years), strike * np.exp(-0.02 * years)
    same(call, price * special.ndtr(d1) - discount * special.ndtr(d2), rtol=1e-9, atol=1e-10)
    same(put, discount * special.ndtr(-d2) - price * special.ndtr(-d1), rtol=1e-9, atol=1e-10)


def test_ray_tracing():
    spheres = np.array([[0, 0, 5, 1], [1, 1, 8, 2], [-1, 0.5, 3, 0.4]], "f")
    depth = cp.zeros((40, 50), "f")
    launch(
        "simulation",
        "trace_spheres",
        (4, 3),
        (16, 16),
        cp.asarray(spheres),
        np.int32(3),
        depth,
        np.int32(50),
        np.int32(40),
    )
    y, x = (np.indices((40, 50)) + 0.5) / np.array([40, 50]).reshape(2, 1, 1) - 0.5
    ray = np.stack([x, y, np.ones_like(x)], -1)
    ray /= np.linalg.norm(ray, axis=-1, keepdims=True)
    along = ray @ spheres[:, :3].T.astype("d")
    with np.errstate(invalid="ignore"):
        distance = along - np.sqrt(spheres[:, 3] ** 2 - (np.square(spheres[:, :3]).sum(1) - along**2))
    expected = np.where(distance > 0, distance, np.inf).min(-1)
    actual = depth.get()
    hit = np.isfinite(expected)
    assert (np.isfinite(actual) == hit).mean() > 0.99  # Rounding decides at a sphere's rim.
    both = hit & np.isfinite(actual)
    np.testing.assert_allclose(actual[both], expected[both], rtol=1e-3)


def test_sieve():
    counts = cp.zeros(10, "i")
    launch("simulation", "sieve", 10, 64, counts, np.int32(1000))
    numbers = np.arange(10_000)
    prime = numbers > 1
    for p in range(2, 100):
        prime &= (numbers % p != 0) | (numbers == p)
    same(counts, prime.reshape(10, 1000).sum(1))


TEXT = "It was the best of times, it was the worst of times; it was the age of wisdom..." * 20


def test_words():
    text = np.frombuffer(TEXT.encode(), "b")
    words, upper = cp.zeros(1, "i"), cp.zeros(len(text), "b")
    launch(
        "simulation", "count_words", blocks(len(text), 128), 128, cp.asarray(text), np.int32(len(text)), words, upper
    )
    same(words, [len(re.findall("[A-Za-z]+", TEXT))])
    assert upper.get().tobytes().decode() == TEXT.upper()


def test_pattern():
    text, pattern = np.frombuffer(TEXT.encode(), "b"), np.frombuffer(b"was the", "b")
    matches = cp.zeros(1, "i")
    launch("simulation", "find_pattern", blocks(len(text), 128), 128, cp.asarray(text), np.int32(len(text)),
           cp.asarray(pattern), np.int32(len(pattern)), matches)  # fmt: skip
    same(matches, [TEXT.count("was the")])


def test_crc32():
    data = rng().integers(0, 256, (50, 33), "B")
    sums = cp.zeros(50, "I")
    launch("simulation", "crc32", 1, 64, cp.asarray(data), np.int32(33), sums, np.int32(50))
    same(sums, [binascii.crc32(row.tobytes()) for row in data])


def test_random_walks():
    seeds = np.arange(1, 101, dtype="I")
    positions = cp.zeros(100, "i")
    launch("simulation", "random_walks", 1, 128, cp.asarray(seeds), positions, np.int32(200), np.int32(100))
    state, expected = seeds.copy(), np.zeros(100, "i")
    for _ in range(200):
        state ^= state << np.uint32(13)
        state ^= state >> np.uint32(17)
        state ^= state << np.uint32(5)
        expected += np.where(state & 1, 1, -1)
    same(positions, expected)


# --- small_floats.cu

# float16 and bfloat16 results round once, so NumPy's rounding of what float64 computes is what is wanted.


def halves(count, seed=0, low=-4, high=4):
    return rng(seed).uniform(low, high, count).astype("e")


def test_half_axpy():
    x, y = halves(100), halves(100, 1)
    device = cp.asarray(y)
    launch("small_floats", "half_axpy", 1, 128, cp.asarray(x), device, np.float32(1.5), np.int32(100))
    same(device, (1.5 * x.astype("d") + y).astype("e"))


def test_half2():
    x, y = halves(100), halves(100, 1)
    out = cp.zeros((50, 4), "e")
    launch("small_floats", "half2_operators", 1, 64, cp.asarray(x), cp.asarray(y), out, np.int32(50))
    x, y = x.reshape(50, 2), y.reshape(50, 2)
    same(out, np.hstack([(x + y) * np.float16(0.5), np.maximum(x, -y)]))


def test_half_functions():
    x = halves(64, 0, 0.1, 8)
    out = cp.zeros((64, 8), "e")
    launch("small_floats", "half_functions", 1, 64, cp.asarray(x), out, np.int32(64))
    d = x.astype("d")
    host = out.get()
    for k, expected in enumerate([np.sqrt(d), np.exp(d), np.log(d)]):
        np.testing.assert_allclose(host[:, k], expected, rtol=2**-10, atol=2**-12)
    np.testing.assert_array_equal(host[:, 3], np.floor(x))
    np.testing.assert_array_equal(host[:, 4], np.where(x > 1, x, 0))
    np.testing.assert_array_equal(host[:, 5], np.trunc(x))
    scaled = x.astype("f") * np.float32(1.001)
    assert (host[:, 6].astype("f") >= scaled).all() and (
        np.nextafter(host[:, 6], np.float16(-np.inf)).astype("f") < scaled
    ).all()
    assert (host[:, 7].astype("f") <= scaled).all() and (
        np.nextafter(host[:, 7], np.float16(np.inf)).astype("f") > scaled
    ).all()


def test_half_dot():
    a, b = halves(500), halves(500, 1)
    result = cp.zeros(1, "f")
    launch("small_floats", "half_dot", 1, 32, cp.asarray(a), cp.asarray(b), result, np.int32(500))
    same(result, [a.astype("d") @ b.astype("d")], rtol=1e-4, atol=1e-3)


def test_conversions_to_small_floats():
    x = rng().normal(0, 1, 500) * 10.0 ** rng(1).integers(-8, 6, 500)
    h, b = cp.zeros(500, "e"), cp.zeros(500, BFLOAT16)
    launch("small_floats", "half_conversions", 4, 128, cp.asarray(x), h, b, np.int32(500))
    with np.errstate(over="ignore"):
        same(h, x.astype("e"))
    same(b, x.astype("f").astype(BFLOAT16).astype("f"), rtol=2**-8)


def test_bfloat16_arithmetic():
    x, y = (rng(s).normal(0, 3, 200).astype("f").astype(BFLOAT16) for s in (0, 1))
    out = cp.zeros((200, 5), BFLOAT16)
    launch("small_floats", "bfloat16_arithmetic", 2, 128, cp.asarray(x), cp.asarray(y), out, np.int32(200))
    x, y = x.astype("f"), y.astype("f")
    expected = np.stack([x + y, x * y, x * y + x, np.minimum(x, y), x - y], 1)
    same(out, expected.astype(BFLOAT16).astype("f"))


def test_layer_norm_of_bfloat16():
    x = rng().normal(1, 2, (6, 100)).astype("f").astype(BFLOAT16)
    out = cp.zeros((6, 100), BFLOAT16)
    launch("small_floats", "bfloat16_layer_norm", 6, 32, cp.asarray(x), out, np.int32(100))
    d = x.astype("d")
    same(out, (d - d.mean(1, keepdims=True)) / np.sqrt(d.var(1, keepdims=True) + 1e-5), rtol=2**-7, atol=2**-9)


def test_half_shuffles_and_atomics():
    x = (np.arange(32) - 10).astype("e") / 4
    largest, total = cp.zeros(32, "e"), cp.zeros(1, "e")
    launch("small_floats", "half_shuffle_and_atomics", 1, 32, cp.asarray(x), largest, total)
    same(largest, np.full(32, x.max()))
    same(total, [x.astype("d").sum()])


# --- complex_numbers.cu, cu_complex.cu


def complex_sample(n, seed=0, dtype="D"):
    return (rng(seed).normal(size=n) + 1j * rng(seed + 1).normal(size=n)).astype(dtype)


def test_complex_axpy():
    x, y = complex_sample(100, dtype="F"), complex_sample(100, 5, "F")
    z = cp.zeros(100, "F")
    launch("complex_numbers", "complex_axpy", 1, 128, cp.asarray(x), cp.asarray(y), z, np.float32(2.5), np.int32(100))
    same(z, x + np.float32(2.5) * y, rtol=1e-6, atol=1e-6)


def test_complex_functions():
    z = complex_sample(100)
    out = cp.zeros((100, 16), "D")
    launch("complex_numbers", "complex_functions", 1, 128, cp.asarray(z), out, np.int32(100))
    expected = [
        np.exp(z), np.log(z), np.sqrt(z), np.sin(z), np.cosh(z), np.tan(z), np.arccos(z), np.arctanh(z),
        z ** (0.5 + 1j), z.conj() / z, abs(z) + 1j * np.angle(z), abs(z) ** 2 + 1j * (z.real - z.imag), z * z - 1,
        2 * np.exp(1j * z.real), -z, np.ones(100),
    ]  # fmt: skip
    same(out, np.stack(expected, 1), rtol=1e-11, atol=1e-12)


def test_julia():
    width, height = 60, 40
    steps = cp.zeros((height, width), "B")
    launch("complex_numbers", "julia", (4, 5), (16, 8), steps, np.int32(width), np.int32(height))
    y, x = np.indices((height, width))
    z = 3 * x / width - 1.5 + 1j * (3 * y / height - 1.5)
    n = np.zeros(z.shape, "B")
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(100):
            inside = np.square(z.real) + np.square(z.imag) < 4
            z = np.where(inside, z * z + (-0.8 + 0.156j), z)
            n += inside
    assert (steps.get() == n).mean() > 0.98  # Orbits are chaotic: a fused operation may change them.


def test_complex_polynomial():
    coefficients, z = complex_sample(5, dtype="F"), complex_sample(50, 3, "F")
    out = cp.zeros(50, "D")
    launch(
        "complex_numbers",
        "complex_polynomial",
        1,
        64,
        cp.asarray(coefficients),
        np.int32(4),
        cp.asarray(z),
        out,
        np.int32(50),
    )
    same(out, 2 * np.polyval(coefficients[::-1].astype("D"), z), rtol=1e-4, atol=1e-4)


def test_cu_complex():
    x, y = complex_sample(100, dtype="F"), complex_sample(100, 5)
    u, v = cp.zeros(100, "F"), cp.zeros(100, "D")
    launch("cu_complex", "cu_complex", 1, 128, cp.asarray(x), cp.asarray(y), u, v, np.int32(100))
    same(u, x * x.conj() / (x + (1 + 2j)), rtol=1e-5)
    same(v, y * y + (abs(y) + 1j * (y.real - y.imag)), rtol=1e-13, atol=1e-13)


# --- random_numbers.cu

# The numbers that cuRAND 13.0 gives: for the threads 0, 1 and 63, every fourth number from the sixth on; for the
# threads 0 and 1, the first four; and for the threads 1, 2 and 63 the fourth.
XORWOW_1234 = [
    [2501467243, 1575338248, 3111817381],
    [75263415, 1621022808, 3079435581],
    [969402571, 3326230061, 1614754138],
]
XORWOW_1234_FROM_0 = [[624778773, 1867875844, 3739671282, 1954919316], [3522650202, 3978931785, 2198015705, 2308946676]]
MRG32K3A_0 = [3078677252, 1339293409, 2250747374]


def test_xorwow():
    threads, count = 64, 3
    out, uniform, wide = cp.zeros((threads, count), "I"), cp.zeros((threads, count), "f"), cp.zeros((threads, count))
    launch("random_numbers", "xorwow", 2, 32, out, uniform, wide, np.uint64(1234), np.int32(count))
    same(out[0], XORWOW_1234[0])
    same(out[1], XORWOW_1234[1])
    same(out[63], XORWOW_1234[2])
    for numbers in (uniform.get(), wide.get()):
        assert (numbers > 0).all() and (numbers <= 1).all() and len(np.unique(numbers)) == numbers.size


def philox(counter, key):
    """Philox4x32-10 as its authors define it."""
    for _ in range(10):
        a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [b >> 32 ^ counter[1] ^ key[0], b % 2**32, a >> 32 ^ counter[3] ^ key[1], a % 2**32]
        key = [(key[0] + 0x9E3779B9) % 2**32, (key[1] + 0xBB67AE85) % 2**32]
    return counter


def test_philox():
    seed = 0x1234567890ABCDEF
    out, uniform = cp.zeros((64, 4), "I"), cp.zeros((64, 4), "f")
    launch("random_numbers", "philox", 2, 32, out, uniform, np.uint64(seed))
    stream = np.array(
        [sum((philox([c, 0, i, 0], [seed % 2**32, seed >> 32]) for c in range(3)), []) for i in range(64)], "I"
    )
    same(out, stream[:, 2:6])
    same(uniform, stream[:, 6:10].astype("f") * np.float32(2**-32) + np.float32(2**-33))


def test_mrg32k3a():
    out, uniform = cp.zeros(64, "I"), cp.zeros(64)
    launch("random_numbers", "mrg32k3a", 2, 32, out, uniform, np.uint64(0))
    # Seed 0 is the state of which all numbers are 12345.
    a, b, numbers = [12345] * 3, [12345] * 3, []
    for _ in range(5):
        p, q = (1403580 * a[1] - 810728 * a[0]) % 4294967087, (527612 * b[2] - 1370589 * b[0]) % 4294944443
        a, b = [*a[1:], p], [*b[1:], q]
        numbers.append(p - q + (4294967087 if p <= q else 0))
    assert int(out[0]) == int(numbers[3] * 1.000000048662)
    assert float(uniform[0]) == numbers[4] * 2.3283065498378288e-10
    same(out[np.array([1, 2, 63])], MRG32K3A_0)


def test_distributions():
    n = 20_000
    normal, wide, log_normal, poisson = cp.zeros(n, "f"), cp.zeros(n), cp.zeros(n, "f"), cp.zeros(n, "I")
    launch(
        "random_numbers", "normals", blocks(n, 128), 128, normal, wide, log_normal, poisson, np.uint64(7), np.int32(n)
    )
    # The first numbers of a thread's stream, by Box and Muller's formula.
    x = np.array([philox([0, 0, i, 0], [7, 0])[:2] for i in range(200)], "d")
    expected = np.sqrt(-2 * np.log((x[:, 0] + 0.5) * 2**-32)) * np.sin((x[:, 1] + 0.5) * 2**-32 * 2 * np.pi)
    same(normal[:200], expected, rtol=1e-4, atol=1e-5)
    for numbers in (normal.get(), wide.get()):
        assert abs(numbers.mean()) < 0.03 and abs(numbers.std() - 1) < 0.03
    assert abs(np.log(log_normal.get()).mean() - 0.5) < 0.01 and abs(np.log(log_normal.get()).std() - 0.25) < 0.01
    assert abs(poisson.get().mean() - 7.5) < 0.1 and abs(poisson.get().var() - 7.5) < 0.4


def test_monte_carlo():
    inside = cp.zeros(1, "Q")
    launch("random_numbers", "estimate_pi", 8, 128, inside, np.uint64(42), np.int32(200))
    assert abs(4 * int(inside[0]) / (1024 * 200) - math.pi) < 0.01


def test_random_states_live_on():
    sizes = cp.zeros(3, "i")
    launch("random_numbers", "state_sizes", 1, 1, sizes)
    same(sizes, [48, 64, 48])
    states, out = cp.zeros(48 * 32, "B"), cp.zeros((4, 32), "I")
    launch("random_numbers", "seed_states", 1, 32, states, np.uint64(1234))
    for row in out:
        launch("random_numbers", "draw", 1, 32, states, row)
    same(out[:, :2], np.transpose(XORWOW_1234_FROM_0))


# --- groups.cu


def test_tiles():
    x = rng().integers(-99, 99, 128, "i")
    out = cp.zeros(16, "i")
    launch("groups", "tile_sums", 2, 64, cp.asarray(x), out)
    same(out, x.reshape(16, 8).sum(1))


def test_group_collectives():
    x = rng().integers(0, 100, 64, "i")
    out = cp.zeros((64, 10), "i")
    launch("groups", "group_collectives", 1, 64, cp.asarray(x), out)
    warp, four = x.reshape(2, 32), x.reshape(16, 4)
    lane, rank = np.arange(64) % 32, np.arange(64) % 4
    up = np.where(lane >= 2, np.roll(x, 2), x)
    down = np.where(rank < 3, np.roll(x, -1), x)
    votes = (four > 50).any(1) + 2 * (four > 10).all(1) + 4 * ((four & 1) << np.arange(4)).sum(1)
    matches = ((four[:, :, None] // 50 == four[:, None] // 50) << np.arange(4)).sum(2)
    expected = [
        warp.sum(1).repeat(32), four.max(1).repeat(4), warp.cumsum(1).ravel(), (four.cumsum(1) - four).ravel(),
        warp[:, 5].repeat(32), four[:, [1, 0, 3, 2]].ravel(), votes.repeat(4), lane // 4 * 100 + 8, up - down,
        matches.ravel(),
    ]  # fmt: skip
    same(out, np.stack(expected, 1))


def test_coalesced_groups():
    x = rng().integers(0, 1000, 3000, "i")
    out, count = cp.zeros(3000, "i"), cp.zeros(1, "i")
    launch("groups", "aggregated_filter", blocks(3000, 128), 128, cp.asarray(x), out, count, np.int32(3000))
    odd = x[x % 2 == 1]
    same(count, [len(odd)])
    np.testing.assert_array_equal(np.sort(out.get()[: len(odd)]), np.sort(odd))


def test_shuffled_structs():
    x = rng().integers(0, 20, 32).astype("d")
    values, indices = cp.zeros(32), cp.zeros(32, "i")
    launch("groups", "shuffle_structs", 1, 32, cp.asarray(x), values, indices)
    same(values, np.full(32, x.min()))
    same(indices, np.full(32, x.argmin()))


def test_partitions_of_groups():
    x = rng().integers(0, 4, 32, "i")
    sizes, ranks = cp.zeros(32, "i"), cp.zeros(32, "i")
    launch("groups", "partitions", 1, 32, cp.asarray(x), sizes, ranks)
    same_label, same_half = x[:, None] == x, (x[:, None] > 1) == (x > 1)
    before = np.tri(32, k=-1, dtype=bool)
    same(sizes, same_label.sum(1) * 100 + same_half.sum(1))
    same(ranks, (same_label & before).sum(1) * 100 + (same_half & before).sum(1))


def test_groups_of_any_kind():
    x = rng().integers(-99, 99, 128, "i")
    out = cp.zeros(10, "i")
    launch("groups", "any_group", 1, 128, cp.asarray(x), out)
    same(out, [x.sum(), *x.reshape(8, 16).sum(1), 128])


# --- cub_blocks.cu


@pytest.mark.parametrize("n", [128, 1000])
def test_cub_block_reduce(n):
    x = rng().normal(size=n).astype("f") - 5
    sums, largest = cp.zeros(blocks(n, 128), "f"), cp.zeros(blocks(n, 128), "f")
    launch("cub_blocks", "block_sums", len(sums), 128, cp.asarray(x), sums, largest, np.int32(n))
    starts = np.arange(0, n, 128)
    same(sums, np.add.reduceat(x, starts), rtol=1e-5)
    same(largest, np.maximum.reduceat(x, starts))


def test_cub_block_reduce_in_three_dimensions():
    x = rng().integers(-99, 99, (3, 256, 3), "i")
    sums = cp.zeros(3, "i")
    launch("cub_blocks", "block_reduce_2d", 3, (16, 8, 2), cp.asarray(x), sums)
    same(sums, x.sum((1, 2)))


def test_cub_scan_with_a_prefix():
    x = rng().integers(-99, 99, 1000, "i")
    out = cp.zeros(1000, "i")
    launch("cub_blocks", "long_scan", 1, 64, cp.asarray(x), out, np.int32(1000))
    same(out, x.cumsum() - x)


def test_cub_block_scans():
    x = rng().integers(0, 99, 512, "i")
    out = cp.zeros((128, 12), "i")
    launch("cub_blocks", "block_scans", 1, 128, cp.asarray(x), out)
    first = x[:128]
    largest = np.maximum.accumulate(np.concatenate([[-1], first[:-1]]))
    columns = [first.cumsum(), first.cumsum() - first, largest, np.full(128, first.sum())]
    same(out, np.hstack([np.stack(columns, 1), x.cumsum().reshape(128, 4), np.maximum.accumulate(x).reshape(128, 4)]))


def test_cub_warp_collectives():
    x, flags = rng().integers(0, 99, 128, "i"), (rng(1).random(128) < 0.2).astype("i")
    out = cp.zeros((128, 8), "i")
    launch("cub_blocks", "warp_collectives", 1, 128, cp.asarray(x), cp.asarray(flags), out)
    expected = np.zeros((128, 8), "i")
    warps, halves_ = x.reshape(4, 32), x.reshape(8, 16)
    expected[::32, 0], expected[::32, 1], expected[::32, 3] = warps.sum(1), warps.max(1), warps[:, :20].sum(1)
    heads = np.nonzero((flags == 1) | (np.arange(128) % 32 == 0))[0]
    expected[heads, 2] = np.add.reduceat(x, heads)
    expected[:, 4] = halves_.cumsum(1).ravel()
    expected[:, 5] = np.maximum.accumulate(np.hstack([np.full((8, 1), 7), halves_[:, :-1]]), 1).ravel()
    expected[:, 6] = halves_[:, 3].repeat(16)
    expected[:, 7] = (halves_.cumsum(1) - halves_).ravel()
    same(out, expected)


def test_every_kernel_of_the_corpus_is_launched():
    tests = pathlib.Path(__file__).read_text()
    for file in FILES:
        for name in re.findall(
            r"__global__ void (?:__launch_bounds__\(\d+\) )?(\w+)", (CORPUS / f"{file}.cu").read_text()
        ):
            assert re.search(rf'"(\w+::)?{name}\b', tests), f"{file}.cu: {name}"
