"""The CUDA kernels of corpus/, as programs launch them, against NumPy: the same on a GPU and on a CPU."""

import math
import pathlib
import re

import numpy as np
import pytest
from common import BFLOAT16
from corpus_common import CORPUS, blocks, launch, module, rng, same
from scipy import special

import cuprum as cp

FILES = sorted(path.stem for path in CORPUS.glob("*.cu"))


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


def test_every_kernel_of_the_corpus_is_launched():
    tests = "".join(path.read_text() for path in pathlib.Path(__file__).parent.glob("test_kernel_corpus*.py"))
    for file in FILES:
        for name in re.findall(
            r"__global__ void (?:__launch_bounds__\(\d+\) )?(\w+)", (CORPUS / f"{file}.cu").read_text()
        ):
            assert re.search(rf'"(\w+::)?{name}\b', tests), f"{file}.cu: {name}"
