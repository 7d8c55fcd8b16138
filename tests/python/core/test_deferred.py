"""Deferred evaluation: a program cannot tell, bit for bit, whether its operations waited."""

import os
import re
import subprocess
import sys
import threading

import numpy as np
import pytest

import cuprum as cp
from cuprum import _core
from deferred_checks import check, same


@pytest.fixture
def x():
    return cp.asarray(np.random.default_rng(1).standard_normal((300, 400)))


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"])
def test_chains_have_the_bits_of_single_operations(dtype):
    rng = np.random.default_rng(0)
    a = cp.asarray((rng.standard_normal((300, 400)) * 9).astype(dtype))
    b = cp.asarray((rng.standard_normal((1, 400)) * 9 + 2).astype(dtype))

    def chain(a, b):
        y = a * b + a
        z = cp.where(abs(y) > 1, y, a) * 2
        return y, z, (z + y).astype("f8" if a.dtype.kind != "c" else "c16"), z.T + a.T

    check(chain, a, b)


def test_softplus_and_its_like(x):
    check(lambda x: [cp.log1p(cp.exp(-abs(x))) + cp.maximum(x, 0)], x)
    check(lambda x: [cp.sqrt(x * x + x.T.copy().T * x) * 0.5 + x, cp.tanh(x) ** 2 / 3], x)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_powers_have_the_bits_of_single_operations(dtype):
    """Whole exponents may stand in the text of a kernel; of others a compiler would make other functions."""
    rng = np.random.default_rng(2)
    host = rng.standard_normal(2000).astype(dtype)
    host[:9] = 0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 2, 1e-4
    a = cp.asarray(host)
    for exponent in (3, 4, 7, -3, 64, 65, 2, 1, 0, -1, 0.5, 1.5):
        check(lambda a, by=exponent: [cp.exp(a / 2) + (a * 1.5) ** by], a)


def test_numbers_that_change_compile_nothing(x):
    def step(k):
        return x * k + (1 - k) * cp.sin(x)

    expected = step(77.25)
    with cp.deferred():
        for k in range(4):
            cp.eval(step(k + 0.5))
            _core._wait_for_deferred_kernels()
        before = _core._cache_info()["compiled"]
        y = step(77.25)
        cp.eval(y)
        _core._wait_for_deferred_kernels()
    assert _core._cache_info()["compiled"] == before
    assert same(y, expected)


def test_what_is_read_may_be_overwritten_afterwards(x):
    original = x.copy()
    with cp.deferred():
        y = x * 2
        z = y + 1
        x[0] = 7
        x[:, 3] += 1
        w = x * 3
        x.fill(0)
    assert same(y, original * 2)
    assert same(z, original * 2 + 1)
    original[0] = 7
    original[:, 3] += 1
    assert same(w, original * 3)


def test_results_may_be_overwritten(x):
    def program(x):
        y = x * 2
        view = y[1:]
        z = y + 1
        y += 1
        w = y * z
        y[5] = 3
        view *= 2
        y[:, ::2] = 5
        cp.multiply(y, w, out=y)
        return y, z, w, view

    check(program, x)


def test_what_waits_is_written_to_parts_of_arrays_by_its_own_kernel(x):
    """A write to memory ends the chain: no temporary between. What else waits for the old elements reads these."""
    a = cp.abs(x) % 9
    n = a.get()

    def write(xp, a):
        u, v = xp.zeros((300, 400)), xp.ones((300, 400), "f4")
        u[1:-1, 1:-1] = (a[2:, 1:-1] + a[:-2, 1:-1]) * 0.5 - a[1:-1, 1:-1]
        u[::2] *= abs(a[::2]) + 1
        v[:, 5] = xp.sqrt(a[:, 5]) * 2
        v.T[::-1] += a.T * a.T + 1  # cast at the end
        old, shifted = u * 2, u[1:] + 1  # wait for the old elements
        u[:-1] = a[:-1] * 3 + shifted
        u[1:] = u[:-1] * 2 + a[1:]  # overlaps what it reads
        kept = a * a + 1
        u[3] = kept[3]
        xp.add(kept, 1, out=u[:, :], where=True)
        return u, v, old, shifted, kept

    for _ in range(4):
        with cp.deferred():
            found = write(cp, a)
        _core._wait_for_deferred_kernels()
        with np.errstate(all="ignore"):
            expected = write(np, n)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one.get(), other, rtol=1e-6 if other.dtype == "f4" else 1e-15)
    with cp.deferred():
        u = cp.zeros((300, 400))
        value = a * 2 + 1
        with pytest.raises(ValueError, match="broadcast"):
            u[:, :7] = value
        assert not u.any() and "multiply" in str(cp.explain(a * 2 + 1))


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "c16"])
def test_elements_of_an_array_are_written_to_others_of_it(x, dtype):
    def reflect(xp, a):
        a[:, 0], a[:, -1] = 2 * a[:, 1], 3 * a[:, -2]
        a[0, :], a[-1, :] = -1 * a[1, :], 3 * a[-2, :]
        a[::2] = a[1::2] * 2 - a[::2]
        a[2:5] = a[3:6] * 2  # overlaps
        a[:, ::3] = a[:, 1:-1:3] + a[:, 2::3]
        a[::-1] = a * 2 + 1  # likewise
        return a

    host = (cp.asnumpy(x) * 9).astype(dtype)[:, :399]
    expected = reflect(np, host.copy())
    for _ in range(4):
        a = cp.asarray(host)
        with cp.deferred():
            reflect(cp, a)
        np.testing.assert_array_equal(a.get(), expected)
        _core._wait_for_deferred_kernels()


def test_views_of_what_waits(x):
    def program(x):
        y = x + 1
        return (
            y[::-1, 5:] * 2,
            y.reshape(-1) - 1,
            y.T * x.T,
            y[:, None, 7] + y[:, :1],
            y.view("i8") + 1,
            cp.broadcast_to(y[0], y.shape) + y,
        )

    check(program, x)


def test_parts_of_complex_numbers(x):
    def program(x):
        z = x + 1j * x[::-1]
        z.real *= 2
        w = z * z
        w.imag[...] = 1
        return z.real + z.imag, abs(z), w, cp.exp(w / 9).conj()

    check(program, x)


def test_where_and_several_outputs(x):
    def program(x):
        out = cp.zeros_like(x)
        cp.add(x, 1, out=out, where=x > 0)
        fraction, whole = cp.modf(x * 3)
        quotient, rest = cp.divmod(x, 0.3)
        return out * 2, fraction + whole, quotient * rest, cp.frexp(x)[1] + 1

    check(program, x)


def test_results_that_nobody_holds_are_not_computed(x):
    with cp.deferred():
        for _ in range(3):
            x * 2 + 1
        y = x + 5
    assert same(y, x + 5)


def test_long_chains_and_few_operands(x):
    def program(x):
        y = x
        for k in range(200):
            y = y * 0.99 + x / (k + 1)
        return [y]

    check(program, x, times=3)


def test_errors_are_raised_by_the_call(x):
    with cp.deferred():
        y = x * 2
        with pytest.raises(ValueError):
            y + cp.ones((3, 5))
        with pytest.raises(TypeError):
            cp.add(y, 1j, out=y)
        with pytest.raises(cp.exceptions.AxisError if hasattr(cp.exceptions, "AxisError") else np.exceptions.AxisError):
            y.sum(5)
        with pytest.raises(IndexError):
            y[1000]
    assert same(y, x * 2)


def test_reductions_and_other_engines_read_what_waits(x):
    def program(x):
        y = x * 2
        total = y.sum(0)
        centred = y - y.mean(1, keepdims=True)
        return total, cp.sort(centred), centred @ centred.T, cp.cumsum(y), y[y > 1], cp.fft.fft(y * 1.5)

    check(program, x)


def test_threads(x):
    results = {}

    def work(k):
        with cp.deferred():
            y = x
            for i in range(20):
                y = y + i * k
                if i % 7 == 3:
                    float(y.sum())
            results[k] = y

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for k, found in results.items():
        y = x
        for i in range(20):
            y = y + i * k
        assert same(found, y)


def test_what_waits_in_one_thread_is_read_in_another(x):
    made, done = threading.Event(), threading.Event()
    kept = []

    def work():
        with cp.deferred():
            kept.append(x * 3 + 1)
            made.set()
            done.wait()

    thread = threading.Thread(target=work)
    thread.start()
    made.wait()
    expected = x * 3 + 1
    assert same(kept[0], expected)
    x[...] = 0
    assert same(kept[0], expected)
    done.set()
    thread.join()


def test_streams_events_and_synchronize(x):
    with cp.deferred():
        y = x + 1
        with cp.cuda.Stream() as stream:
            z = x * 2
            event = stream.record()
        cp.cuda.get_current_stream().wait_event(event)
        w = y + z
        cp.cuda.Device().synchronize()
    assert same(w, (x + 1) + x * 2)


def test_addresses_that_others_keep(x):
    with cp.deferred():
        y = x * 2
        seen = cp.from_dlpack(y)  # shares the memory
        z = y + 1
        seen[...] = 0
        w = y + 1
    assert same(z, x * 2 + 1)
    assert same(w, cp.ones_like(x))


def test_a_pool_without_room_raises_and_can_be_asked_again():
    default = cp.get_default_memory_pool()
    a = cp.ones(1 << 20)
    before = default.get_limit()
    default.free_all_blocks()
    default.set_limit(default.total_bytes() + 1024)
    with cp.deferred():
        try:
            y = a * 2 + 1
            with pytest.raises(cp.cuda.memory.OutOfMemoryError):
                cp.eval(y.sum())
        finally:
            default.set_limit(before)
    assert same(y, a * 2 + 1)


@pytest.mark.parametrize("function", ["cp.roll(y, 3)", "cp.roll(y, 3) + y", "cp.concatenate([y, y])"])
def test_what_was_computed_before_memory_ran_out_may_be_overwritten(function):
    # In a process of its own: there is room for one array and no more.
    program = f"""
import cuprum as cp
x = cp.arange(float(1 << 20))
pool = cp.get_default_memory_pool()
room = pool.total_bytes() + x.nbytes + 65536
with cp.deferred():
    y = x * 2
    z = {function}
    pool.set_limit(room)
    try:
        cp.eval(z)
        raise SystemExit("there was memory")
    except cp.cuda.memory.OutOfMemoryError:
        pool.set_limit(0)
    y += 1  # z reads what there was before
    z = z.copy()
assert (y == x * 2 + 1).all()
y = x * 2
assert (z == {function}).all()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


def test_a_chain_that_runs_one_at_a_time_frees_what_was_read():
    """Twenty results of 8 MiB, where there is room for six: a chain that comes for the first time has no kernel yet."""
    pool = cp.get_default_memory_pool()
    a = cp.ones(1 << 20)
    before = pool.get_limit()
    pool.free_all_blocks()
    pool.set_limit(size=pool.total_bytes() + 6 * a.nbytes)
    try:
        with cp.deferred():
            y = a
            for step in range(20):
                y = cp.hypot(y, step) if step % 3 else y * 0.75
            cp.eval(y)
    finally:
        pool.set_limit(size=before)
    assert bool(cp.isfinite(y).all())


def test_products_between_chains_hold_no_more_memory_than_one_at_a_time():
    pool = cp.get_default_memory_pool()
    a = cp.eye(512) * 0.5

    def growth(is_deferred):
        pool.free_all_blocks()
        before = pool.total_bytes()
        with cp.deferred(is_deferred):
            y = a
            for _ in range(8):  # each product waits, and so do the sums before and behind
                y = (y @ a + 1) * 0.5
            cp.eval(y)
        return pool.total_bytes() - before

    for _ in range(3):
        growth(True)
        _core._wait_for_deferred_kernels()
    alone = growth(False)
    assert 0 < growth(True) <= alone


def test_pickling_copies_and_fork(x):
    import copy
    import pickle

    with cp.deferred():
        y = x * 2 + 1
        z = pickle.loads(pickle.dumps(y))
        w = copy.deepcopy(y + 1)
    assert same(z, x * 2 + 1)
    assert same(w, x * 2 + 1 + 1)


def test_eval_and_the_switch(x):
    by_default = cp.is_deferred()
    with cp.deferred():
        assert cp.is_deferred()
        y = x + 1
        cp.eval(y)
        z = x + 2
        cp.eval()
        with cp.deferred(False):
            assert not cp.is_deferred()
            w = z + 1
        assert cp.is_deferred()
    assert cp.is_deferred() == by_default
    assert same(y, x + 1) and same(z, x + 2) and same(w, x + 2 + 1)


def test_the_environment_and_the_end_of_a_process():
    code = """
import os, cuprum as cp
assert cp.is_deferred()
x = cp.ones((400, 500))
for _ in range(4):
    y = (x * 2 + 1) / 3
    assert float(y[3, 4]) == 1
pid = os.fork() if cp.backend() == "cpu" else -1  # CUDA does not survive a fork
z = y * 2
assert float(z.sum()) == 400000
if pid == 0:
    os._exit(0)
assert pid < 0 or os.waitpid(pid, 0)[1] == 0
w = z + 1  # nobody asks for it
"""
    environment = os.environ | {"CUPRUM_DEFER": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_a_process_does_not_wait_where_waiting_brings_nothing():
    """With CUPRUM_DEFER=1: single operations are soon done at once, and chains wait again once there are any."""
    program = """
import cuprum as cp
from cuprum import _core

x = cp.ones((300, 400))

def waits(make):
    made = make()
    told = "nothing waits" not in cp.explain(made)
    cp.eval(made)
    _core._wait_for_deferred_kernels()
    return told

single = [waits(lambda: x + 1) for _ in range(400)]
assert all(single[:16]) and sum(single[16:]) < 30, sum(single)
chains = [waits(lambda: (x + 1) * x - 2) for _ in range(1000)]
assert all(chains[-100:]), sum(chains)
with cp.deferred():  # who asks for it has it
    assert all(waits(lambda: x + 1) for _ in range(100))
single = [waits(lambda: x + 1) for _ in range(400)]
assert sum(single[16:]) < 30, sum(single)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | {"CUPRUM_DEFER": "1"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("milliseconds", [0, 20, 60, 120, 250])
def test_a_process_ends_while_the_compiler_is_loaded_or_at_work(milliseconds, tmp_path):
    code = """
import sys, time, cuprum as cp
x = cp.linspace(-3, 3, 30000)
for _ in range(3):
    with cp.deferred(sys.argv[1] == "1"):
        y = x
        for _ in range(6):
            y = cp.tanh(cp.exp(y) * 1.5 + x)
        cp.eval(y)
time.sleep(float(sys.argv[2]) / 1000)
"""
    environment = os.environ | {"CUPRUM_CACHE_DIR": str(tmp_path)}
    for on in "01":  # the second finds its single kernels, and has the compiler loaded in the background
        command = [sys.executable, "-c", code, on, str(milliseconds)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("seed", range(24))
def test_random_programs(seed):
    import deferred_programs

    assert deferred_programs.difference(seed) is None


def test_explain_shows_what_waits_and_computes_nothing(x):
    n = cp.arange(400)

    def explained():
        with cp.deferred():
            y = cp.sqrt(x * x + 1) > n
            text = cp.explain(y)
            again = cp.explain(y)
            cp.eval(y)
            done = cp.explain(y)
        _core._wait_for_deferred_kernels()
        return text, again, done

    text, again, done = explained()
    assert text.splitlines() == [
        "%1 = multiply(a, a)  float64 (300, 400)",
        "%2 = add(%1, 1)  float64 (300, 400)",
        "%3 = sqrt(%2)  float64 (300, 400)",
        "%4 = greater(%3, b)  bool (300, 400), this array",
        "4 operations wait. The chain is new: they run one at a time, and as one kernel once they come again.",
    ]
    assert again == text and done == "The elements are computed: nothing waits."
    assert explained()[0].splitlines()[-1] == "4 operations wait. They run as 1 kernel, once it is compiled."


def test_explain_names_casts_and_reductions(x):
    with cp.deferred():
        text = cp.explain(x.astype("f4").sum(axis=0) + cp.logical_not(x).var(axis=0))
    names = [line.split(" = ")[1].split("(")[0] for line in text.splitlines() if " = " in line]
    assert sorted(names) == ["add", "cast", "logical_not", "sum", "var"]


def test_explain_draws(x):
    import xml.etree.ElementTree

    with cp.deferred():
        y = cp.where(x < 2, cp.exp(x), -x)
        drawing = xml.etree.ElementTree.fromstring(cp.explain(y)._repr_svg_())
    texts = [element.text for element in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert "%1 = less(a, 2)" in texts and "%4 = where(%1, %2, %3)" in texts
    assert len(list(drawing.iter("{http://www.w3.org/2000/svg}line"))) == 3
    assert "nothing waits" in cp.explain(x)._repr_svg_()
    with pytest.raises(ValueError, match="'text' or 'svg'"):
        _core._explain(x, "png")


def test_explain_leaves_out_what_nobody_holds(x):
    with cp.deferred():
        y = x * 2
        dropped = x * y
        dropped = None  # noqa: F841
        assert cp.explain(y).splitlines()[-1] == "1 operation waits."
        assert same(y, cp.asnumpy(x) * 2)


# --------------------------------------------------------------------------------------------------------- calls


def test_calls_of_other_engines_wait_in_their_turn(x):
    def program(x):
        y = x * 2 + 1
        both = cp.stack([y, y[::-1]], axis=-1) - 3
        product = (y @ x.T + 1).sum(0)
        rolled = cp.roll(y, (1, -2), (0, 1)) * y
        inner = cp.tensordot(y, y * 2, ([1], [1])) + cp.einsum("ik,jk->ij", y, x)
        field = cp.fft.ifft2(cp.fft.fft2(y * (1 + 0.5j)) * y)
        y += 1  # what was called before read what y held then
        return both, product, rolled, inner, abs(field), cp.concatenate([y, rolled]), y

    check(program, x)


def test_explain_tells_the_order_of_calls(x):
    def explained():
        with cp.deferred():
            y = cp.square(x) - 7  # a chain of its own: another test's may be known
            z = cp.concatenate([y, y]) @ x.T
            z = cp.square(z - z.max())
            del y
            told = cp.explain(z).splitlines()
            cp.eval(z)
        _core._wait_for_deferred_kernels()
        return told

    told = explained()
    assert told[2] == "%3 = concatenate(%2, %2)  float64 (600, 400)"
    assert told[3] == "%4 = matmul(%3, a)  float64 (600, 300)"
    assert (
        told[-1] == "7 operations wait. They run in this order: 2 one at a time, concatenate, matmul, 3 one at a time."
    )
    explained()
    assert "2 as 1 kernel, concatenate, matmul, 3 as" in explained()[-1]


def test_a_call_waits_only_for_what_waits(x):
    with cp.deferred():
        at_once = x @ x.T
        assert "nothing waits" in cp.explain(at_once)
        empty = cp.roll((x * 2)[:0], 1, 0)
        assert empty.shape == (0, 400)
        wrong = x * 2
        with pytest.raises(ValueError, match="must match exactly"):
            cp.concatenate([wrong, x[:, :2]])
        with pytest.raises(ValueError, match="mismatch"):
            wrong @ x
        assert same(wrong, cp.asnumpy(x) * 2)


def test_calls_read_operands_as_they_were_when_called(x):
    a = x.copy()
    with cp.deferred():
        made = cp.stack([a * 2, a])
        dropped = cp.fft.fft(made * 1j)
        dropped = None  # noqa: F841
        a[...] = 0
        assert same(made, np.stack([cp.asnumpy(x) * 2, cp.asnumpy(x)]))
        y = x * 3
        rolled = cp.roll(y, 7)
        assert cp.explain(rolled).splitlines()[-1] == "2 operations wait. They run in this order: multiply, roll."
    assert same(rolled, np.roll(cp.asnumpy(x) * 3, 7))


# ---------------------------------------------------------------------------------------------------- reductions

LAYOUTS = {
    "C": lambda x: x,
    "F": lambda x: x.copy("F"),
    "every second row": lambda x: x[::2],
    "columns from the last": lambda x: x[:, ::-1],
    "three axes": lambda x: x.reshape(20, 15, 400),
    "three axes, transposed": lambda x: x.reshape(20, 15, 400).transpose(2, 0, 1),
}


def waits_in_one_kernel(function, *arguments):
    """Whether the operations that a call's result waits for run as one kernel."""
    for _ in range(3):
        with cp.deferred():
            made = function(*arguments)
            told = cp.explain(made)
            cp.eval(made)
        _core._wait_for_deferred_kernels()
    return "as 1 kernel" in told


@pytest.mark.parametrize(
    ("layout", "dtype"), [(layout, "f4") for layout in LAYOUTS] + [("C", "f8"), ("C", "i2"), ("F", "f2"), ("C", "c16")]
)
def test_reductions_have_the_bits_of_single_operations(x, layout, dtype):
    a = LAYOUTS[layout]((x * 5).astype(dtype) if dtype != "c16" else x + 1j * x[::-1])

    def program(a):
        y = a * 2 + 1
        made = [y.sum(), (a * a).sum(0), (a + 3).sum(-1, keepdims=True), (a * 3).mean((0, 1)), (a - 2).prod(1)]
        if a.dtype.kind != "c":
            made += [(a + 1).max(), (a * a).min(0), (a - 1).argmax(-1), (a * a).argmin()]
        return made + [(a * 2).var(), (a + 5).std(0, ddof=1), (a > 1).any(), (a != 3).all(0), cp.count_nonzero(a > 0)]

    check(program, a, times=3)


def test_options_of_reductions(x):
    mask = x > 0.5

    def program(x):
        return (
            (x * 2).sum(where=mask),
            (x + 1).max(1, where=mask, initial=-7),
            (x * 2).sum(0, dtype="f4"),
            (x * 100).astype("i4").sum(dtype="i2"),
            (x + 1).prod(1, initial=2),
            (x * 3).mean(where=mask),
            cp.nansum(cp.sqrt(x), 1),
            cp.nanmax(cp.log(x)),
            (x + 1).sum(0, out=cp.zeros(400)),
        )

    check(program, x)


def test_operands_of_other_shapes_take_part_in_reductions(x):
    column, row, narrow = x[:, :1].copy(), x[0].copy(), (x * 9).astype("i1")

    def program(x):
        return (
            (x - column).sum(),
            (x * row).sum(0),
            (x * row + column).sum(1),
            (narrow + x).sum(),
            (narrow * cp.float32(2)).sum(0),
            cp.where(x.T > row[:300], column.T, 1).sum(1),
            (cp.arange(400.0) * x).sum(),
            (x[:, None] * row).max(1),
        )

    check(program, x)


def test_rows_go_through_several_reductions_in_one_kernel(x):
    def softmax(x):
        e = cp.exp(x - x.max(1, keepdims=True))
        return e / e.sum(1, keepdims=True)

    def normalised(x):
        return (x - x.mean(1, keepdims=True)) / cp.sqrt(x.var(1, keepdims=True) + 1e-5)

    def of_unit_length(x):
        return x / cp.sqrt((x * x).sum(-1)[:, None])

    def of_whole_rows(x):
        return (x - x.min((1, 2), keepdims=True)) * (x * x).mean((1, 2), keepdims=True)

    for function in (softmax, normalised, of_unit_length):
        assert waits_in_one_kernel(function, x)
        for length in (40, 64, 65, 100, 127, 128, 399, 5000):
            for dtype in ("f4", "f8", "f2"):
                a = cp.asarray(np.random.default_rng(length).standard_normal((70, length)).astype(dtype))
                check(lambda a, function=function: [function(a)], a, times=3)
    check(lambda x: [of_whole_rows(x)], x.reshape(100, 30, 40))
    check(lambda x: [softmax(x.T), normalised(x.reshape(-1, 20)), of_unit_length(x[:20])], x)


def test_rows_are_made_of_parts_of_what_waits(x):
    """What is seen in parts is computed first; then work on the rows is one kernel as if the parts lay in memory."""

    def pull(place, mass):
        place = place + 0.5 * mass[:, None]
        x, y = place[:, 0], place[:, 5]
        dx, dy = x[None, :] - x[:, None], y[None, :] - y[:, None]
        weight = mass / cp.sqrt(dx * dx + dy * dy + 1)
        return 2 * cp.stack([(weight * dx).sum(1), (weight * dy).sum(1)], axis=1), place

    def program(x):
        force, place = pull(x, x[:, 5].copy())
        return force, place, pull(place + force[:, 1:], x[:, 7].copy())[0]

    check(program, x)
    check(lambda x: [(x[::2] * 2)[1:].sum(1), (x + 1)[:, ::-1].max(1), (x * 3)[5:] - (x * 3)[:-5].mean(1)[:, None]], x)
    mass = x[:, 5].copy()
    check(pull, x, mass)
    with cp.deferred():
        told = cp.explain(pull(x, mass)[0]).splitlines()[-1]
    assert re.search(r"order: (add|2 as 1 kernel), 1\d as 1 kernel, concatenate", told), told


def test_other_work_lets_pass_what_waits(x):
    """Functions that do not wait, and have nothing to do with what does, leave it waiting for a while."""
    random = cp.random.RandomState(1)
    original = x.copy()
    with cp.deferred():
        y = x * 2 + 1
        order = cp.argsort(original[0])
        y = y + random.standard_normal(x.shape) * 0
        assert "multiply" in str(cp.explain(y))
        x.sort()  # overwrites what waiting work reads
        z = x * 2
        cp.put(x, [0], 7)
        total = y
        for _ in range(20):
            total = total + random.standard_normal(x.shape) * 0
        assert cp.explain(total).count("%") < 40
    assert same(y, cp.asnumpy(original) * 2 + 1)
    assert same(z, np.sort(cp.asnumpy(original)) * 2)
    assert same(order, np.argsort(cp.asnumpy(original)[0]))


def test_a_reduction_takes_the_operations_before_it_in(x):
    assert waits_in_one_kernel(lambda x: (x * x + 1).sum(), x)
    assert waits_in_one_kernel(lambda x: cp.exp(x).max(0), x)
    with cp.deferred():
        total = (x * x).sum()
        assert "%2 = sum(%1)  float64 ()" in cp.explain(total)
        again = total * 2 + 1  # made of what waits, it waits too
        assert "6 operations wait" in cp.explain(again - x.max())


def test_reductions_of_parts_and_views(x):
    def program(x):
        z = x + 1j * x[::-1]
        y = x * 2
        return (
            z.real.sum(),
            (z * 2).imag.mean(1),
            z.T.real.max(0),
            z.imag.argmin(),
            y[::2].sum(0),
            y[5].sum(),
            y[:, 7].var(),
            y.view("i8").max(1),
            y.reshape(400, 300).sum(1),
            cp.broadcast_to(y, (3, 300, 400)).sum((0, 2)),
            cp.broadcast_to(y.mean(1)[:, None], x.shape).sum(1),
            y[None].std(-1),
        )

    check(program, x)


def test_norms(x):
    def program(x):
        row = x / cp.linalg.norm(x, axis=1, keepdims=True)
        return row, cp.linalg.norm(x - 1), cp.linalg.norm(x * 2, 1, 0), cp.linalg.norm(x.ravel(), cp.inf)

    check(program, x)
    check(program, (x * 7).astype("f2"))
    check(program, (x * 7).astype("i4"))


def test_results_that_are_held_or_read_several_times(x):
    def program(x):
        y = cp.exp(x) * 2
        z = y / y.sum()
        return y, y.max(1), z, z.mean(0), (z * z).sum(), y.sum(0) / z.sum(0)

    check(program, x)


def test_reductions_read_what_their_operands_held(x):
    original = x.copy()
    with cp.deferred():
        total = x.sum(0)
        x += 1
        rest = (x * 2).sum(0)
        x[...] = 0
    assert same(total, original.sum(0))
    assert same(rest, ((original + 1) * 2).sum(0))


def test_errors_of_reductions_are_raised_by_the_call(x):
    with cp.deferred():
        y = x * 2
        with pytest.raises(ValueError, match="duplicate"):
            y.sum((0, 0))
        with pytest.raises(TypeError):
            y.sum(where=x)
        with pytest.raises(ValueError, match="identity"):
            y[:0].max()
        with pytest.raises(ValueError):
            y.sum(0, out=cp.zeros(3))
    assert same(y, x * 2)
