"""Gathers and kernels of users, which wait: a program cannot tell, bit for bit."""

import numpy as np
import pytest

import cuprum as cp
from cuprum import _core
from deferred_checks import check, same


@pytest.fixture
def x():
    return cp.asarray(np.random.default_rng(1).standard_normal((300, 400)))


@pytest.fixture
def places():
    return cp.asarray(np.random.default_rng(2).integers(-90_000, 90_000, 120_000))


def last_told(function, *arguments):
    """Return how the operations that a call's result waits for run, once their kernels are compiled."""
    for _ in range(3):
        with cp.deferred():
            made = function(*arguments)
            told = cp.explain(made).splitlines()
            cp.eval(made)
        _core._wait_for_deferred_kernels()
    return told[-1]


# -------------------------------------------------------------------------------------------------------- gathers


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"])
def test_gathers_are_leaves_of_chains(dtype, places):
    a = cp.asarray((np.random.default_rng(3).standard_normal(90_000) * 9).astype(dtype))

    def program(a, places):
        y = a[places] * 2 + a[places]
        return [y, cp.take(a, places) + y, cp.where(y != 0, a[places[::-1]], y)]

    check(program, a, places)


@pytest.mark.parametrize("index", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"])
def test_indices_of_every_dtype(index, x):
    a = x.ravel()
    low = 0 if index[0] == "u" else -100
    places = cp.asarray(np.random.default_rng(4).integers(low, 100, 70_000).astype(index))
    check(lambda a, places: [a[places] * 2 - 1, (a * 3)[places] + 1], a, places)


def test_a_gather_is_a_part_of_the_kernel_that_reads_it(x, places):
    a = x.ravel()
    told = last_told(lambda a, places: cp.exp(a[places]) * 2 + a[places], a, places)
    assert told == "5 operations wait. They run as 1 kernel, once it is compiled."
    told = last_told(lambda a, places: (a[places] * 2).sum(), a, places)
    assert told == "3 operations wait. They run as 1 kernel, once it is compiled."


def test_what_is_gathered_from_is_computed_before(x, places):
    def program(x, places):
        y = cp.exp(x).ravel()
        z = y[places] + 1
        return [z.max(), z * y[places], (x * 2).ravel()[places]]

    check(program, x, places)


def test_a_gather_that_is_kept_runs_as_it_is(x, places):
    def program(x, places):
        kept = x.ravel()[places]
        return [kept, kept * 2]

    check(program, x, places)
    with cp.deferred():
        kept = x.ravel()[places]
        y = kept * 2
        assert "take, multiply" in cp.explain(y)
        assert same(kept, cp.asnumpy(x).ravel()[cp.asnumpy(places)])


@pytest.mark.parametrize(
    "function",
    [
        lambda x, i, j: x[i] * 2,
        lambda x, i, j: x[:, j] * 2,
        lambda x, i, j: x[i[:, None], j[:80]] + 1,
        lambda x, i, j: x[1:, j] - x[:-1, j],
        lambda x, i, j: x.T[j, 3:] * 2,
        lambda x, i, j: x[::-1][i].sum(1),
        lambda x, i, j: x[i].max(0) + x[i[::-1], 0].sum(),
        lambda x, i, j: cp.take(x, j, 1) * 2 + 1,
        lambda x, i, j: cp.take(x, j * 3, 1, mode="wrap") * 2,
        lambda x, i, j: cp.take(x, j * 3, 1, mode="clip") * 2,
        lambda x, i, j: cp.take_along_axis(x, cp.argsort(x, 1), 1) + x,
        lambda x, i, j: cp.take_along_axis(x, i[None, :], 0) * x[:1, :1],
        lambda x, i, j: cp.exp(x[i, j[: len(i)]]).sum(),
    ],
)
def test_gathers_along_axes(x, function):
    rng = np.random.default_rng(5)
    i, j = (cp.asarray(rng.integers(-length, length, 400)) for length in x.shape)
    for a in (x, x.copy("F"), x.astype("f4")):
        check(lambda a: [function(a, i, j)], a)


def test_gathers_read_what_was_there_when_they_were_called(x, places):
    def program(x, places):
        a, p = x.ravel() + 0, places.copy()
        cp.eval(a, p)
        y = a[p] * 2
        a[:] = 7
        z = a[p] + 1
        p[:] = 3
        w = a * 2
        v = w[p] - 1
        w += 1
        u = w[p] - 1
        w[...] = a[p[:120_000]]
        return y, z, v, u, w

    check(program, x.ravel()[:120_000] * 1, places)


def test_an_index_out_of_bounds_is_told_by_the_call(x, places):
    a = x.ravel()
    wrong = places.copy()
    wrong[700] = a.size
    if _core.backend() != "cpu":
        check(lambda a, wrong: [a[wrong] * 2], a, wrong)  # taken modulo the length
        return
    with cp.deferred():
        y = a * 2
        with pytest.raises(IndexError, match=f"index {a.size} is out of bounds for axis 0 with size {a.size}"):
            y[wrong]
        with pytest.raises(IndexError, match="out of bounds"):
            a[wrong + 1]  # the indices wait
        with pytest.raises(IndexError, match="out of bounds"):
            cp.take(a, wrong)
        with pytest.raises(IndexError, match="out of bounds"):
            cp.take_along_axis(a, wrong, 0)
        assert same(y, cp.asnumpy(a) * 2)


# ---------------------------------------------------------------------------------------------- kernels of users

squares = cp.ElementwiseKernel("T x, T y", "T z", "z = x * x + y * y", "squares_of_two")
halves = cp.ElementwiseKernel("T x", "T whole, T rest", "whole = floor(x); rest = x - whole;", "halves_of_one")


@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "i8", "f2", "f4", "f8"])
def test_kernels_of_users_wait_in_their_turn(dtype):
    a = cp.asarray((np.random.default_rng(6).standard_normal((300, 400)) * 9).astype(dtype))

    def program(a):
        y = a + 1
        z = squares(y, y[:1] * 2)
        return [z * 2, z, squares(y, 3) + a, squares(a, a)]

    check(program, a)


def test_a_kernel_of_a_user_has_several_outputs(x):
    def program(x):
        whole, rest = halves(x * 3)
        only = halves(x * 5)[1]
        return [whole + rest, whole, only * 2]

    check(program, x)


def test_explain_names_kernels_of_users(x):
    with cp.deferred():
        z = squares(x * 2, 0.5) + 1
        told = cp.explain(z).splitlines()
        assert told[1] == "%2 = squares_of_two(%1)  float64 (300, 400)"
        assert told[-1] == "3 operations wait. They run in this order: multiply, squares_of_two, add."
        dropped = squares(x * 3, 1)
        dropped = None  # noqa: F841
    assert same(z, cp.asnumpy(squares(x * 2, 0.5)) + 1)


def test_errors_of_users_kernels_are_raised_by_the_call(x):
    wrong = cp.ElementwiseKernel("T x", "T z", "z = there_is_no_such_name(x)", "wrong_text")
    with cp.deferred():
        y = x * 2
        with pytest.raises(cp.cuda.compiler.CompileException):
            wrong(y)
        with pytest.raises(TypeError):
            squares(y)
        with pytest.raises(ValueError, match="broadcast"):
            squares(y, x[:, :3])
        assert same(y, cp.asnumpy(x) * 2)


@pytest.mark.parametrize(
    ("text", "preamble"),
    [
        ('printf("%f", (double)x); z = x', ""),
        ("z = atomicAdd(&count, 1)", "__device__ int count = 0;"),
        ("count += 1; z = count", "__device__ int count;"),
        ("count += 1; z = count", "__device__ int count = int(0);"),
        ("count += 1; z = count", "__device__ int count(0);"),
        ("s.count += 1; z = s.count", "struct S { int count; } s;"),
        ("s.count += 1; z = s.count", "struct S { int count; }; struct S s;"),
        ("one::count += 1; z = one::count", "namespace one { __device__ int count; }"),
        ("count[0] += 1; z = count[0]", "__device__ int count[2];"),
        ("count += 1; z = count", "__device__ int f(int a = 1) { return a; }\n__device__ int count{0};"),
        ("z = *(const double*)0 + x", ""),
        ("z = x", "#include <cuda_fp16.h>\n"),
        ("static int n = 0; z = x", ""),
    ],
)
def test_kernels_with_side_effects_do_not_wait(text, preamble, x):
    """These are not run: it is enough that what they would read is computed before."""
    kernel = cp.ElementwiseKernel("T x", "T z", text, "with_side_effects", preamble=preamble)
    with cp.deferred():
        y = x * 2
        try:
            z = kernel(y[:0]) if "0 +" in text or "printf" in text else kernel(y)
        except cp.cuda.compiler.CompileException:
            return
        assert "nothing waits" in cp.explain(z)


def test_kernels_without_side_effects_wait(x):
    preamble = """
    #define TWICE(a) ((a) + (a))
    struct Pair { double a; double b; };
    const double third = 1.0 / 3;
    __device__ double f(Pair p);
    __device__ double f(Pair p) { double c = p.a * p.b; return c * third; }
    template <class T> __device__ T g(T a) { return a; }
    """
    kernel = cp.ElementwiseKernel(
        "float64 x", "float64 z", "z = TWICE(f(Pair{x, g(x)})) + i", "innocent", preamble=preamble
    )
    with cp.deferred():
        z = kernel(x * 2)
        assert "innocent" in cp.explain(z)
    assert same(z, cp.asnumpy(kernel(x * 2)))


def test_functions_of_elements_wait(x):
    @cp.vectorize
    def above(a, b):
        return a if a > b else b * 2

    check(lambda x: [above(x * 2, 0.5) + 1], x)
    with cp.deferred():
        assert "above" in cp.explain(above(x * 2, 0.25))


def test_a_kernel_of_a_user_may_go_before_its_turn(x):
    kernel = cp.ElementwiseKernel("T x", "T z", "z = x * 7 + 1", "soon_gone")
    expected = kernel(x * 2) - 1
    with cp.deferred():
        z = kernel(x * 2) - 1
        del kernel
    assert same(z, cp.asnumpy(expected))


# ----------------------------------------------------------------------------- changes at places, random numbers


def test_changes_of_what_waits_wait(x):
    rng = np.random.default_rng(7)
    i, j = (cp.asarray(rng.integers(0, length, 500)) for length in x.shape)
    mask = x > 1

    def program(x):
        y = x * 2 + 1
        before = y - 1
        y[i] = x[i] * 3
        y[i, j] = 7
        behind = y * 2
        cp.add.at(y, (i, j), x[:1, :1])
        y[mask] = 0
        y[1:, j] = before[1:, j] * 2
        cp.maximum.at(y, i, 1)
        counts = cp.zeros(400, "i8")
        cp.add.at(counts, j, 1)
        return [before, behind, y, counts, counts / 2, y.T + 1]

    check(program, x)


def test_a_change_of_what_waits_is_left_waiting(x):
    places = cp.asarray([1, -1, 5])
    with cp.deferred():
        y = x * 2
        y[places] = 3
        z = y + 1
        told = cp.explain(z).splitlines()
        assert told[-1] == "3 operations wait. They run in this order: multiply, put, add."
        if _core.backend() == "cpu":
            with pytest.raises(IndexError, match="out of bounds"):
                y[cp.asarray([300])] = 1
    expected = cp.asnumpy(x) * 2
    expected[[1, -1, 5]] = 3
    assert same(z, expected + 1)
    assert same(y, expected)


def test_numbers_of_a_generator_wait_for_what_waits(x):
    def program(x):
        rng = cp.random.default_rng(5)
        first = rng.standard_normal((300, 400))
        y = x * 2 + rng.standard_normal((300, 400)) * first
        rng.random((300, 400))  # nobody sees these, but they are used up
        counts = rng.integers(0, 9, (300, 400))
        return [y, y * rng.random((300, 400), "f4"), counts + y, rng.standard_normal(3)]

    check(program, x)
    rng = cp.random.default_rng(6)
    with cp.deferred():
        y = x * 2 + rng.standard_normal((300, 400))
        assert "They run in this order: random, 2 " in cp.explain(y)
