"""Six functions from small arrays to large ones: where the cost of a call ends and that of the elements begins.
float32; the elements are those of the result, for products of matrices too."""

from harness.case import Case

TITLE = "From small to large"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")

LENGTHS = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]
SIDES = [16, 32, 100, 320, 1000, 3200]


def cases(setting):
    lengths, sides = (LENGTHS[:2], SIDES[:2]) if setting.quick else (LENGTHS, SIDES)
    if not setting.gpu:
        sides = sides[:-1]  # a product of 3200 takes a CPU a second
    one = lambda n: ((n,), "float32")
    last = lambda torch, a: torch.sort(a).values
    for n in lengths:
        yield Case(f"a + b, {n}", lambda xp, a, b: a + b, one(n), one(n))
    for n in lengths:
        yield Case(f"exp(a), {n}", lambda xp, a: xp.exp(a), one(n))
    for n in lengths:
        yield Case(f"a.sum(), {n}", lambda xp, a: a.sum(), one(n), check=False)
    for n in lengths:
        yield Case(f"sort(a), {n}", lambda xp, a: xp.sort(a), one(n), torch=last, traffic=False)
    for n in lengths:
        yield Case(f"fft.rfft(a), {n}", lambda xp, a: xp.fft.rfft(a), one(n), traffic=False)
    for n in sides:
        matrix = ((n, n), "float32")
        yield Case(f"a @ b, {n * n}", lambda xp, a, b: a @ b, matrix, matrix, traffic=False)
