"""Random programs over arrays that are divided over devices or over processes, beside NumPy.

    CUPRUM_CPU_DEVICES=3 python tests/python/harness/divided_programs.py --seconds 60
    python tests/python/harness/divided_programs.py --ranks 4 --seconds 60

A program makes arrays in random boxes and modes and applies random operations to them. After each operation all
elements are compared with NumPy's. Ranks of a group run the same program. `--seed` runs one program alone, and tells
what it does.
"""

import argparse
import itertools
import os
import sys
import time

import numpy as np
import scipy.linalg
import scipy.ndimage
import scipy.sparse

import cuprum as cp
import cuprumx.distributed.array as da
import cuprumx.scipy.ndimage
import cuprumx.scipy.sparse

DTYPES = ["i4", "i8", "u1", "f4", "f8", "c8", "c16", "?", "i1", "i2", "u8"]
MODES = {"sum": da.SUM, "prod": da.PROD, "min": da.MIN, "max": da.MAX}
REFUSALS = (ValueError, TypeError, RuntimeError, IndexError)


class Differs(AssertionError):
    pass


class Program:
    """Pairs of divided arrays and NumPy's, and what was done to them."""

    def __init__(self, seed, group=None):
        self.rng = np.random.default_rng(seed)
        self.group = group
        self.count = group._n_devices if group is not None else cp.cuda.runtime.getDeviceCount()
        self.pairs, self.told = [], []

    def pick(self, choices):
        return choices[int(self.rng.integers(len(choices)))]

    def layout(self, ndim):
        """A mesh of all devices, or of ranks, and a partition of axes; some axes of the mesh hold copies."""
        p = self.count
        meshes = [(p,)] + [(d, p // d) for d in range(2, p) if p % d == 0]
        mesh = self.pick(meshes)
        axes = [*range(len(mesh)), *[None] * ndim]
        partition = tuple(axes[i] for i in self.rng.permutation(len(axes))[:ndim])
        devices = [int(d) for d in self.rng.permutation(p)]
        return da.Layout(mesh, devices, partition)

    def boxes(self, shape):
        """A layout; of devices also ranges with steps, and boxes that overlap."""
        if self.group is not None or not shape or self.rng.random() < 0.6:
            return self.layout(len(shape))
        axis, p = int(self.rng.integers(len(shape))), self.count
        front = (slice(None),) * axis
        if self.rng.random() < 0.5:
            return {d: (*front, slice(d, None, p)) for d in range(p)}
        n = shape[axis]
        return {d: (*front, slice(max(n * d // p - 1, 0), n * (d + 1) // p + 1)) for d in range(p)}

    def host(self, shape, dtype):
        if dtype == "?":
            return self.rng.random(shape) < 0.5
        a = self.rng.standard_normal(shape) if dtype[0] in "fc" else self.rng.integers(0, 9, shape)
        if dtype[0] == "c":
            a = a + 1j * self.rng.standard_normal(shape)
        return np.asarray(a).astype(dtype)

    def shape(self, ndim=None):
        ndim = int(self.rng.integers(0, 4)) if ndim is None else ndim
        return tuple(
            int(n) for n in self.rng.choice([0, 1, 2, 3, 5, 8, 13], ndim, p=[0.04, 0.1, 0.1, 0.2, 0.2, 0.2, 0.16])
        )

    def divide(self, host, mode=None):
        boxes = self.boxes(host.shape)
        return da.distributed_array(cp.asarray(host), boxes, mode, group=self.group)

    def make(self, shape=None, dtype=None):
        host = self.host(self.shape() if shape is None else shape, dtype or self.pick(DTYPES))
        mode = None
        if self.rng.random() < 0.3:
            mode = MODES[self.pick(["sum", "prod"] if host.dtype.kind == "c" else list(MODES))]
        self.told.append(f"make {host.shape} {host.dtype} {mode}")
        return self.keep(self.divide(host, mode), host)

    def keep(self, a, host, atol=0.0):
        """What is compared next begins with the elements found, so that roundings do not add up."""
        found = self.compare(a, host, atol=atol)
        self.pairs.append((a, found))
        return a, found

    def some(self):
        return self.pick(self.pairs) if self.pairs and self.rng.random() < 0.8 else self.make()

    def compare(self, a, host, rtol=None, atol=0.0):
        found, host = a.get(), np.asarray(host)
        if found.shape != host.shape or found.dtype != host.dtype:
            raise Differs(f"{found.dtype}{found.shape} and not {host.dtype}{host.shape}")
        if host.dtype.kind in "fc" and rtol is None:
            rtol = 2e-5 if host.dtype.char in "efF" else 1e-11
        if host.dtype.kind in "fc":
            atol += float(np.finfo(host.dtype).tiny)  # what is smaller may be 0
        scale = float(np.nanmax(np.abs(host[np.isfinite(host)]), initial=0)) if host.dtype.kind in "fc" else 0.0
        try:
            np.testing.assert_allclose(found, host, rtol=rtol or 0, atol=atol + (rtol or 0) * scale)
        except AssertionError as error:
            raise Differs(str(error)) from None
        return found

    def both(self, ours, theirs, keep=True, atol=0.0):
        """The same by both; where NumPy refuses, so must we."""
        try:
            with np.errstate(all="ignore"):
                expected = np.asarray(theirs())
        except REFUSALS as error:
            try:
                found = ours()
            except REFUSALS:
                return
            raise Differs(f"NumPy: {error!r}; here {found!r}") from None
        found = ours()
        if keep and expected.size < 20000:
            self.keep(found, expected, atol)
        else:
            self.compare(found, expected, atol=atol)

    # ------------------------------------------------------------------------------------------------- operations

    def elementwise(self):
        a, x = self.some()
        name = self.pick(
            [
                "add",
                "multiply",
                "subtract",
                "maximum",
                "less",
                "negative",
                "sin",
                "sqrt",
                "conjugate",
                "scalar",
                "abs",
                "isfinite",
                "equal",
            ]
        )
        self.told.append(f"{name} of {x.shape} {x.dtype}")
        if name == "scalar":
            return self.both(lambda: 2 * a + 1, lambda: 2 * x + 1)
        if name in ("negative", "sin", "sqrt", "conjugate", "abs", "isfinite"):
            if x.dtype == "?" or name == "sqrt" and x.dtype.kind in "iu" and x.itemsize < 4:
                return None
            if name in ("sin", "sqrt") and x.dtype.kind != "f":
                return None
            return self.both(lambda: getattr(np, name)(a), lambda: getattr(np, name)(x))
        b, y = self.some() if self.rng.random() < 0.4 else self.make(x.shape)
        if name in ("maximum", "less") and "c" in (x.dtype.kind, y.dtype.kind):
            return None
        return self.both(lambda: getattr(np, name)(a, b), lambda: getattr(np, name)(x, y))

    def reduction(self):
        a, x = self.some()
        name = self.pick(["sum", "prod", "min", "max", "mean"])
        if x.dtype.kind == "c" and name not in ("sum", "mean") or (x.dtype == "?" and name == "mean"):
            return None
        axes = [None, *itertools.chain(*(itertools.combinations(range(x.ndim), k) for k in range(1, x.ndim + 1)))]
        axis, keepdims = self.pick(axes), bool(self.rng.random() < 0.4)
        if name == "mean" and (not x.size or x.dtype.kind not in "fc"):
            return None
        self.told.append(f"{name} of {x.shape} {x.dtype} along {axis}, {keepdims}, mode {a.mode}")
        call = lambda one: getattr(one, name)(axis=axis, keepdims=keepdims)  # noqa: E731
        # Terms of a sum may cancel each other.
        size = float(abs(x[np.isfinite(x)]).sum()) if x.dtype.kind in "fc" and name in ("sum", "mean") else 0.0
        return self.both(lambda: call(a), lambda: call(x), atol=size * (1e-5 if x.dtype.char in "fF" else 1e-13))

    def slices(self):
        a, x = self.some()
        index = []
        for n in x.shape:
            start, stop = sorted(int(i) for i in self.rng.integers(-n, n + 2, 2)) if n else (0, 0)
            index.append(slice(start, stop, int(self.rng.integers(1, 4))))
        self.told.append(f"slice {index} of {x.shape}")
        return self.both(lambda: a[tuple(index)], lambda: x[tuple(index)])

    def move(self):
        a, x = self.some()
        kind = self.pick(["reshard", "mode", "astype", "copy"])
        self.told.append(f"{kind} of {x.shape} {x.dtype}, mode {a.mode}")
        if kind == "reshard":
            boxes = self.boxes(x.shape)
            return self.both(lambda: a.reshard(boxes), lambda: x)
        if kind == "mode":
            mode = self.pick(["replica", "sum", "prod"] + ["min", "max"] * (x.dtype.kind != "c"))
            return self.both(lambda: a.change_mode(mode), lambda: x)
        if kind == "astype":
            if x.dtype.kind in "c" or not np.isfinite(x).all() or (x.size and abs(x).max() > 100):
                return None
            dtype = self.pick(["f8", "c16", "i8"])
            return self.both(lambda: a.astype(dtype), lambda: x.astype(dtype))
        return self.both(a.copy, x.copy)

    def sort(self):
        a, x = self.some()
        if not x.ndim:
            return None
        kind, axis = self.pick(["sort", "unique"]), int(self.rng.integers(x.ndim))
        self.told.append(f"{kind} of {x.shape} {x.dtype} along {axis}, mode {a.mode}")
        if x.dtype.kind == "c" and (kind == "unique" or x.ndim == 1):
            return None
        if kind == "unique":
            return self.both(lambda: da.unique(a), lambda: np.unique(x))
        return self.both(lambda: da.sort(a, axis), lambda: np.sort(x, axis))

    def transform(self):
        a, x = self.some()
        if not x.ndim or not x.size or not np.isfinite(x).all():
            return None
        axes = tuple(int(i) for i in self.rng.permutation(x.ndim)[: self.rng.integers(1, x.ndim + 1)])
        inverse, stays = bool(self.rng.random() < 0.3), bool(self.rng.random() < 0.5)
        self.told.append(f"fftn of {x.shape} {x.dtype} along {axes}, {inverse}, {stays}, mode {a.mode}")
        ours, theirs = (da.ifftn, np.fft.ifftn) if inverse else (da.fftn, np.fft.fftn)
        norm = self.pick([None, "ortho", "forward", "backward"])
        return self.both(lambda: ours(a, axes, norm, in_place_boxes=stays), lambda: theirs(x, axes=axes, norm=norm))

    def product(self):
        kind = self.pick(["f4", "f8", "c16", "i8"])
        m, k, n = self.shape(3)
        stack = self.shape(1) if self.rng.random() < 0.3 else ()
        a, x = self.make((*stack, m, k), kind)
        b, y = self.make((*stack, k, n), kind)
        self.told.append(f"product of {x.shape} and {y.shape} {kind}")
        return self.both(lambda: a @ b, lambda: x @ y, keep=False)

    def factorize(self):
        dtype = self.pick(["f8", "c16", "f4"])
        tolerance = 2e-4 if dtype == "f4" else 1e-11
        block = self.pick([None, 1, 3, 16])
        if self.rng.random() < 0.5:
            n = int(self.rng.integers(0, 40))
            x = self.host((n, n), dtype)
            x = (x @ x.conj().T + (n + 1) * np.eye(n)).astype(dtype)
            self.told.append(f"cholesky of {n} {dtype}, block {block}")
            return self.compare(da.cholesky(self.divide(x), block), np.linalg.cholesky(x), tolerance)
        m, n = (int(i) for i in self.rng.integers(0, 60, 2))
        x = self.host((m, n), dtype)
        if self.rng.random() < 0.3:
            x[:, n // 2 :] = x[:, :1] if n else 0
        self.told.append(f"qr of {x.shape} {dtype}, block {block}")
        q, r = da.qr(self.divide(x), block)
        self.compare(q, q.get(), 0)
        q, r = q.get(), r.get()
        if q.shape != (m, min(m, n)) or r.shape != (min(m, n), n) or np.tril(r, -1).any():
            raise Differs(f"q {q.shape}, r {r.shape}")
        if (
            abs(q @ r - x).max(initial=0) > tolerance * 60
            or abs(q.conj().T @ q - np.eye(min(m, n))).max(initial=0) > tolerance
        ):
            raise Differs("q @ r is not the matrix, or q is not orthonormal")
        return None

    def equations(self):
        dtype = self.pick(["f8", "c16", "f4"])
        n, block = int(self.rng.integers(0, 40)), self.pick([None, 1, 3, 16])
        x = self.host((n, n), dtype)
        b = self.host((n,) if self.rng.random() < 0.3 else (n, int(self.rng.integers(0, 6))), self.pick([dtype, "f8"]))
        triangular, positive = self.rng.random() < 0.5, self.rng.random() < 0.3
        # Well conditioned, but for pivots that must be chosen.
        if triangular or positive:
            x = (x @ x.conj().T + (n + 1) * np.eye(n)).astype(dtype)
        else:
            x = (x + 2 * n**0.5 * np.eye(n)[self.rng.permutation(n)]).astype(dtype)
        tolerance = 1e-3 if "f4" in (dtype, b.dtype.str[1:]) else 1e-10
        if triangular:
            trans, lower = self.pick([0, 1, 2, "N", "T", "C"]), bool(self.rng.random() < 0.5)
            unit = bool(self.rng.random() < 0.3)
            x = (x / (n + 1) ** 2 if unit else x).astype(dtype)
            self.told.append(f"solve_triangular of {n} {dtype}, {b.shape} {b.dtype}, {trans}, {lower}, {unit}, {block}")
            expected = b.astype(np.result_type(x, b))
            if b.size:
                expected = scipy.linalg.solve_triangular(x, b, trans, lower, unit)
            found = da.solve_triangular(self.divide(x), self.divide(b), trans, lower, unit, block=block)
        else:
            self.told.append(f"solve of {n} {dtype}, {b.shape} {b.dtype}, {positive}, block {block}")
            expected = np.linalg.solve(x, b)
            found = da.solve(self.divide(x), self.divide(b), "pos" if positive else "gen", block=block)
        return self.compare(found, expected, tolerance)

    def output(self):
        """Ufuncs that write to an array in boxes of its own, which may be an operand; and two results at once."""
        a, x = self.make(dtype=self.pick(["f8", "i8", "c16"]))
        b, y = self.make(x.shape, x.dtype.str[1:])
        name = self.pick(["add", "multiply", "subtract", "divmod", "frexp"])
        self.told.append(f"out of {name}, {x.shape} {x.dtype}")
        if name == "frexp":
            if x.dtype.kind != "f":
                return None
            for ours, theirs in zip(np.frexp(a), np.frexp(x), strict=True):
                self.compare(ours, theirs)
            return None
        if name == "divmod":
            if x.dtype.kind == "c":
                return None
            y = np.where(y == 0, 1, y)
            for ours, theirs in zip(np.divmod(a, self.divide(y)), np.divmod(x, y), strict=True):
                self.compare(ours, theirs)
            return None
        target = self.divide(x)  # which no other array shares memory with
        getattr(np, name)(target if self.rng.random() < 0.5 else a, b, out=target)
        return self.keep(target, getattr(np, name)(x, y))

    def halos(self):
        """Halos that are made anew after chunks were written to."""
        if self.group is not None:
            return None
        x = self.host(self.shape(int(self.rng.integers(1, 4))), "f8")
        layout = self.layout(x.ndim)
        boxes = list(layout.index_map(x.shape).values())
        if len({str(box) for box in boxes}) < len(boxes):  # copies own the same elements
            return None
        depth = tuple(int(d) for d in self.rng.integers(0, 4, x.ndim))
        self.told.append(f"exchange_halo of {x.shape}, {depth}, {layout}")
        a = da.distributed_array(cp.asarray(x), da.with_halo(layout, x.shape, depth))
        own = layout.index_map(x.shape)
        for device, chunks in a.all_chunks().items():
            for chunk, box, wide in zip(chunks, own[device], a.index_map[device], strict=True):
                inside = tuple(slice(b.start - w.start, b.stop - w.start) for b, w in zip(box, wide))
                chunk[inside] = chunk[inside] * 2
        da.exchange_halo(a, layout)
        for device, chunks in a.all_chunks().items():
            for chunk, wide in zip(chunks, a.index_map[device], strict=True):
                if not (chunk.get() == 2 * x[wide]).all():
                    raise Differs(f"the halo of device {device}")
        return self.compare(a, 2 * x)

    def drawn(self):
        """Random numbers do not depend on how they are divided."""
        shape, seed = self.shape(), int(self.rng.integers(2**40))
        kind = self.pick(["random", "standard_normal", "integers"])
        self.told.append(f"{kind} of {shape}, seed {seed}")
        draw = {
            "random": lambda boxes, group: da.random(shape, boxes, seed, "f4", group=group),
            "standard_normal": lambda boxes, group: da.standard_normal(shape, boxes, seed, group=group),
            "integers": lambda boxes, group: da.integers(-3, 9, shape, boxes, seed, group=group),
        }[kind]
        expected = draw({0: (slice(None),) * len(shape)}, None).get()
        found = draw(self.layout(len(shape)), self.group)
        return self.keep(found, expected)

    def chunks(self):
        a, x = self.some()
        self.told.append(f"map_chunks of {x.shape} {x.dtype}, mode {a.mode}")
        return self.both(lambda: da.map_chunks(lambda chunk: chunk + chunk, a), lambda: x + x)

    def typed_reduction(self):
        """Sums and products in a dtype that the program asks for."""
        a, x = self.some()
        if x.dtype.kind not in "iub":
            return None
        name, dtype = self.pick(["sum", "prod"]), self.pick(["f8", "i8", "f4", "u8"])
        axis = None if not x.ndim or self.rng.random() < 0.5 else int(self.rng.integers(-x.ndim, x.ndim))
        self.told.append(f"{name} of {x.shape} {x.dtype} along {axis} in {dtype}, mode {a.mode}")
        return self.both(
            lambda: getattr(a, name)(axis=axis, dtype=dtype), lambda: getattr(x, name)(axis=axis, dtype=dtype)
        )

    def neighbours(self):
        x = self.host(self.shape(int(self.rng.integers(1, 4))), "f8")
        if not x.size:
            return None
        layout = self.layout(x.ndim)
        mode = self.pick(["reflect", "nearest", "wrap", "constant"])
        boundary = {"wrap": "periodic"}.get(mode, self.pick(["none", mode]))
        self.told.append(f"uniform_filter of {x.shape}, {mode} by {boundary}")
        inner = mode if boundary == "none" else "reflect"
        a = da.distributed_array(cp.asarray(x), layout, group=self.group)
        found = da.map_overlap(lambda part: cuprumx.scipy.ndimage.uniform_filter(part, 3, mode=inner), a, 1, boundary)
        return self.compare(found, scipy.ndimage.uniform_filter(x, 3, mode=mode), 1e-12)

    def sparse(self):
        rows, columns = (int(n) for n in self.rng.integers(1, 40, 2))
        x = scipy.sparse.random(rows, columns, 0.2, format="csr", random_state=int(self.rng.integers(1000)))
        a, vector = self.make((columns,), "f8")
        self.told.append(f"SparseRows of {x.shape}")
        matrix = cuprumx.scipy.sparse.csr_matrix(x)
        rows = da.SparseRows(matrix, group=self.group) if self.group is not None else da.SparseRows(matrix)
        return self.compare(rows @ a, x @ vector)

    def run(self, steps=30):
        operations = [self.elementwise] * 4 + [self.reduction] * 4 + [self.move] * 3 + [
            self.slices, self.slices, self.sort, self.transform, self.product, self.factorize, self.neighbours,
            self.sparse, self.equations, self.equations, self.output, self.halos, self.drawn, self.chunks,
            self.typed_reduction,
        ]  # fmt: skip
        for _ in range(steps):
            self.pick(operations)()
            self.pairs = self.pairs[-8:]
        return steps


def run_programs(seeds, seconds, group=None, tell=False):
    """Runs programs; the number of operations and the failures, (seed, what was done last, what differs)."""
    begun, done, failures = time.monotonic(), 0, []
    for seed in seeds:
        program = Program(seed, group)
        try:
            done += program.run()
        except Exception as error:  # noqa: BLE001  whatever is wrong is told
            failures.append((seed, "; ".join(program.told[-6:]), f"{type(error).__name__}: {error}"))
            if group is not None:
                break  # ranks need no longer be at the same place
        if tell:
            print("\n".join(program.told))
        over = np.array([time.monotonic() - begun > seconds], "i8")
        if group is not None:
            flag = cp.asarray(over)
            group.all_reduce(flag, flag, "max")
            over = flag.get()
        if over[0]:
            break
    return done, failures


def rank_of_programs(rank, size, port, seeds, seconds):
    from process_groups import join

    group = join(rank, size, port)
    return run_programs(seeds, seconds, group)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--ranks", type=int, default=0, help="processes of a group; 0 for devices of one process")
    parser.add_argument("--first", type=int, default=0, help="seed of the first program")
    parser.add_argument("--seed", type=int, help="one program alone")
    options = parser.parse_args()
    seeds = range(options.first, 10**9) if options.seed is None else range(options.seed, options.seed + 1)
    if not options.ranks:
        done, failures = run_programs(seeds, options.seconds, tell=options.seed is not None)
    else:
        sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
        from process_groups import processes

        done, failures, begun = 0, [], time.monotonic()
        while (left := options.seconds - (time.monotonic() - begun)) > 1:
            outcome = processes(options.ranks, rank_of_programs, seeds, min(left, 60))
            wrong = [text for text in outcome.values() if isinstance(text, str)]
            done += max((one[0] for one in outcome.values() if not isinstance(one, str)), default=0)
            found = [one for result in outcome.values() if not isinstance(result, str) for one in result[1]]
            failures += found + [(None, "", text) for text in wrong]
            # The next round starts behind what has been tried.
            behind = max((one[0] for one in found if one[0] is not None), default=seeds[0] + done // 30) + 1
            seeds = range(max(behind, seeds[0] + done // 30), 10**9)
            if options.seed is not None:
                break
    for seed, last, text in failures:
        print(f"seed {seed}: {last}\n    {text}")
    print(f"{done} operations, {len(failures)} programs that differ")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
