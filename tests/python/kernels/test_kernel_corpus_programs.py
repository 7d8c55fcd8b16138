"""The CUDA programs of corpus/simulation.cu, stencils.cu and random_numbers.cu, against NumPy: the same on a GPU and on
a CPU."""

import binascii
import math
import re

import numpy as np
import pytest
from corpus_common import blocks, launch, rng, same
from scipy import ndimage, special

import cuprum as cp

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
