"""Broadcasting, strides, transposes and joining, float32 unless told: 2^27 elements on a GPU, 10^7 float64 on a CPU."""

from harness.case import Case, equal, part

TITLE = "Layouts"
LIBRARIES = ("numpy", "cupy", "torch", "cuprum")
ONE_THREAD = ("cuprum",)


def on_gpu(n):
    f = "float32"
    side = int(round(n**0.5)) // 64 * 64
    cube = int(round(n ** (1 / 3))) // 32 * 32
    square, box = ((side, side), f), ((cube, cube, cube), f)
    goal = {"targets": [part(0.9)]}
    yield Case(f"add a row, {side} x {side}", lambda xp, a, r: a + r, square, ((side,), f), **goal)
    yield Case(f"add a column, {side} x {side}", lambda xp, a, r: a + r, square, ((side, 1), f), **goal)
    yield Case("where", lambda xp, c, a, b: xp.where(c, a, b), ((n,), "bool"), ((n,), f), ((n,), f), **goal)
    clone = {"torch": lambda torch, a: a[::2].clone()}
    # Every second element: memory is read by sectors of 32 bytes, so all of them are read.
    yield Case("copy of a[::2]", lambda xp, a: a[::2].copy(), ((n,), f), **goal, **clone)
    trimmed = {"torch": lambda torch, a: a[:, :-8].contiguous()}
    yield Case("copy of a[:, :-8]", lambda xp, a: a[:, :-8].copy(), square, **goal, **trimmed)
    yield Case("concatenate", lambda xp, a, b: xp.concatenate((a, b)), ((n // 2,), f), ((n // 2,), f), **goal)
    for t in ["float16", "float32", "float64", "complex64", "int8"]:
        yield Case(
            f"transposed copy {t}, {side} x {side}",
            lambda xp, a: xp.ascontiguousarray(a.T),
            ((side, side), t),
            targets=[part(0.8)],
            torch=lambda torch, a: a.T.contiguous(),
        )
    for axes in [(0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]:
        yield Case(
            f"permuted copy {axes}, {cube}^3",
            lambda xp, a, axes=axes: xp.ascontiguousarray(a.transpose(axes)),
            box,
            targets=[part(0.8)],
            torch=lambda torch, a, axes=axes: a.permute(axes).contiguous(),
        )


def on_cpu(n):
    rows = (n // 1000, 1000)
    f = "float64"
    ours = [equal("numpy", by="cuprum, 1 thread"), equal("cuprum, 1 thread")]
    filled = [equal("numpy, out=", by="cuprum, 1 thread, out="), equal("cuprum, 1 thread, out=", "cuprum, out=")]
    yield Case("where", lambda xp, c, a, b: xp.where(c, a, b), ((n,), "bool"), ((n,), f), ((n,), f), targets=ours)
    add = lambda xp, a, r, **out: xp.add(a, r, **out)
    yield Case("add a row", add, (rows, f), ((1000,), f), out=True, targets=filled)
    yield Case("add a column", add, (rows, f), ((rows[0], 1), f), out=True, targets=filled)
    yield Case("copy of a[::2]", lambda xp, a: a[::2].copy(), ((n,), f), targets=ours)
    yield Case("transposed copy", lambda xp, a: xp.ascontiguousarray(a.T), (rows, f), targets=ours)
    yield Case("concatenate", lambda xp, a, b: xp.concatenate((a, b)), ((n // 2,), f), ((n // 2,), f), targets=ours)


def cases(setting):
    yield from (on_gpu if setting.gpu else on_cpu)(setting.size(1 << 27, 10**7, quick=32))
