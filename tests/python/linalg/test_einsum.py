"""einsum and einsum_path against NumPy's."""

import itertools

import numpy as np
import pytest

import common
import cuprum as cp
from common import ALL_DTYPES, BFLOAT16, assert_close, assert_same, assert_same_error, layouts, sample

SMALL = {"low": -3, "high": 4}
RTOL = {"f": 2e-5, "d": 1e-12, "F": 2e-5, "D": 1e-12, "e": 3e-3}


def check(subscripts, *hosts, rtol=None, **kwargs):
    def reference(subscripts, *hosts, **kwargs):
        expected = np.einsum(subscripts, *hosts, **kwargs)
        if expected.dtype == np.float16:  # with float32 sums
            expected = np.einsum(subscripts, *(h.astype("f") for h in hosts), **kwargs).astype("e")
        return np.asarray(expected)

    def tolerance(expected):
        share = RTOL.get(expected.dtype.char, 0) if rtol is None else rtol
        return share, share * 30

    return common.check(reference, cp.einsum, (subscripts, *hosts), tolerance, **kwargs)[0]


LENGTHS = {"i": 3, "j": 4, "k": 5, "l": 2, "m": 6, "a": 2, "b": 3, "c": 4, "d": 5, "e": 2, "f": 3, "I": 4}


def operands(subscripts, dtype="d"):
    inputs = subscripts.replace(" ", "").split("->")[0].split(",")
    return [
        sample(tuple(LENGTHS[c] for c in term.replace(".", "")), dtype, seed, **SMALL)
        for seed, term in enumerate(inputs)
    ]


CASES = [
    "i->i",
    "i->",
    "ij->ji",
    "ij",
    "ji",
    "ij->i",
    "ij->j",
    "ij->",
    "ii->i",
    "ii->",
    "ii",
    "iij->ij",
    "iij->j",
    "iji->ij",
    "iii->i",
    "iii",
    "ijk->kij",
    "ijkj->ki",
    "i,i",
    "i,i->i",
    "i,j->ij",
    "i,j->ji",
    "i,j->",
    "i,j->i",
    "ij,j",
    "ij,j->ij",
    "ij,i->j",
    "ij,ij",
    "ij,ij->ij",
    "ij,ij->i",
    "ij,ij->",
    "ij,ji->",
    "ij,jk",
    "ij,jk->ki",
    "ij,kj->ik",
    "ji,jk->ik",
    "ji,kj->ik",
    "ij,jk->ijk",
    "ij,jk->j",
    "ij,kl->ijkl",
    "ij,kl->",
    "ij,kl->ik",
    "bij,bjk->bik",
    "bij,jk->bik",
    "ij,bjk->bik",
    "bij,bjk->ibk",
    "bij,bjk->kib",
    "bij,bkj->bik",
    "bij,bij->b",
    "bij,bj->bi",
    "bi,bj->bij",
    "ijk,jk->i",
    "ijk,kj->i",
    "ijk,ji->k",
    "ijk,ilk->jl",
    "ijkl,jlm->ikm",
    "ijkl,kjm->iml",
    "abij,abjk->abik",
    "abij,bajk->abik",
    "aij,bjk->abik",
    "iij,jk->ik",
    "ijj,jk->ik",
    "ij,jj->i",
    "i,i,i",
    "i,j,k->ijk",
    "ij,jk,kl->il",
    "ij,jk,kl->",
    "ij,jk,ki->",
    "ij,ik,il->i",
    "ij,ij,ij->ij",
    "ij,jk,kl,lm->im",
    "i,ij,j->",
    "ab,cd,ef->",
    "ab,bc,cd,da->ac",
    "ea,fb,abcd,ec,fd->",
    "abc,bd,cd->a",
    "iI,Ij->ij",
    " i j , j k -> i k ",
    "ij, jk",
    "a,ab,abc->abc",
]


@pytest.mark.parametrize("subscripts", CASES)
def test_against_numpy(subscripts):
    hosts = operands(subscripts)
    for optimize in (False, True, "optimal"):
        check(subscripts, *hosts, optimize=optimize)


@pytest.mark.parametrize("dtype", [d for d in ALL_DTYPES if d != BFLOAT16], ids=str)
@pytest.mark.parametrize(
    "subscripts",
    ["ij->j", "ii", "i,i", "ij,jk->ik", "bij,bjk->bik", "ij,ij->i", "i,j->ij", "ij,jk,kl->il", "ijk,kj->i"],
)
def test_dtypes(subscripts, dtype):
    check(subscripts, *operands(subscripts, dtype))


def test_bfloat16():
    a, b = operands("ij,jk", BFLOAT16)
    expected = np.einsum("ij,jk", a.astype("d"), b.astype("d"))
    bound = 2**-7 * abs(expected) + 1e-6 * np.einsum("ij,jk", abs(a.astype("d")), abs(b.astype("d")))
    assert_close(cp.einsum("ij,jk", cp.asarray(a), cp.asarray(b)), expected.astype(BFLOAT16), bound)


@pytest.mark.parametrize("a,b", list(itertools.product("?blefD", repeat=2)))
def test_promotion(a, b):
    x, y = sample((3, 4), a, 1, **SMALL), sample((4, 5), b, 2, **SMALL)
    check("ij,jk", x, y, rtol=3e-3 if "e" in a + b else None)
    check("ij,jk->ijk", x, y)


@pytest.mark.parametrize(
    "subscripts", ["ij,jk->ik", "bij,bjk->bik", "ijk,kj->i", "ijkl,kjm->iml", "ij,jk->ki", "ij,ij->", "abij,bajk->abik"]
)
def test_layouts(subscripts):
    a, b = operands(subscripts)
    for (_, left), (_, right) in itertools.product(layouts(a), layouts(b)):
        check(subscripts, left, right)
    check(subscripts, a.T.copy().T, np.ascontiguousarray(b))


ELLIPSIS = [
    ("...", [(3, 4)]),
    ("...->...", [(3, 4)]),
    ("...i->i...", [(2, 3, 4)]),
    ("i...->...", [(3, 4)]),
    ("ij...->...", [(3, 4)]),
    ("...ii->...i", [(5, 3, 3)]),
    ("...ab->...ba", [(5, 2, 3)]),
    ("...i,...i", [(2, 3), (4, 2, 3)]),
    ("...i,i...->...", [(2, 3), (3, 2)]),
    ("...ij,...jk->...ik", [(2, 3, 4), (4, 5)]),
    ("...ij,...jk->...ik", [(2, 1, 3, 4), (6, 4, 5)]),
    ("...ij,jk...->ik...", [(2, 3, 4), (4, 5, 2)]),
    ("i...j,j...->i...", [(3, 2, 4), (4, 2)]),
    ("...,...", [(3, 4), (4,)]),
    ("...,...->...", [(), (4,)]),
    ("...a,...a,...a->...a", [(2, 3), (3,), (1, 3)]),
    ("i,i->...", [(3,), (3,)]),
    ("ij->...", [(3, 4)]),
    ("...i,...j", [(2, 3), (2, 4)]),
]


@pytest.mark.parametrize("subscripts,shapes", ELLIPSIS)
def test_ellipsis(subscripts, shapes):
    hosts = [sample(shape, "d", i, **SMALL) for i, shape in enumerate(shapes)]
    for optimize in (False, True):
        check(subscripts, *hosts, optimize=optimize)


@pytest.mark.parametrize(
    "subscripts,shapes",
    [
        ("ij,ij->ij", [(1, 4), (3, 4)]),
        ("ij,ij->ij", [(1, 4), (3, 1)]),
        ("ij,jk->ik", [(3, 1), (4, 5)]),
        ("ij,jk->ik", [(3, 4), (1, 5)]),
        ("ij,ij->", [(3, 1), (3, 4)]),
        ("bij,bjk->bik", [(1, 3, 4), (6, 4, 5)]),
        ("bij,bjk->bik", [(6, 3, 4), (1, 4, 5)]),
        ("ij,jk,kl->il", [(3, 1), (4, 1), (5, 2)]),
        ("i,i->i", [(1,), (1,)]),
        ("i,i->", [(1,), (1,)]),
        ("ij,ik->jk", [(1, 2), (3, 4)]),
    ],
)
def test_broadcast_lengths(subscripts, shapes):
    check(subscripts, *(sample(shape, "d", i, **SMALL) for i, shape in enumerate(shapes)))


@pytest.mark.parametrize(
    "subscripts,shapes",
    [
        ("ij,jk->ik", [(0, 3), (3, 2)]),
        ("ij,jk->ik", [(2, 0), (0, 3)]),
        ("ij->i", [(2, 0)]),
        ("ij->j", [(2, 0)]),
        ("i,i", [(0,), (0,)]),
        ("ii->i", [(0, 0)]),
        ("ij,jk,kl->il", [(2, 0), (0, 3), (3, 4)]),
        ("i,j->ij", [(0,), (3,)]),
    ],
)
def test_empty(subscripts, shapes):
    check(subscripts, *(np.ones(shape) for shape in shapes))


def test_scalars():
    check("", np.array(3.0))
    check("->", np.array(3.0))
    check(",", np.array(3.0), np.array(2.0))
    check(",ij", np.array(3.0), np.arange(6.0).reshape(2, 3))
    check("ij,", np.arange(6.0).reshape(2, 3), np.array(3.0))


def test_lists():
    a, b = sample((3, 4), "d", 1), sample((4, 5), "d", 2)
    x, y = cp.asarray(a), cp.asarray(b)
    for arguments in (
        ([0, 1], [1, 2]),
        ([0, 1], [1, 2], [2, 0]),
        ([26, 0], [0, 1]),
        ([Ellipsis, 0], [0, 1]),
        ([0, 1], [1, Ellipsis], [0, Ellipsis]),
        ((51, 3), (3, 50)),
    ):
        ours = [x, arguments[0], y, arguments[1], *arguments[2:]]
        numpys = [a, arguments[0], b, arguments[1], *arguments[2:]]
        assert_same(cp.einsum(*ours), np.einsum(*numpys), rtol=1e-12)
    assert_same(cp.einsum(x, [0, 1], [1, 0]), a.T)
    assert_same(cp.einsum(x, [1, 0]), np.einsum(a, [1, 0]))


def test_views():
    a = cp.arange(9.0).reshape(3, 3)
    for subscripts in ("ii->i", "ij->ji", "ij", "...", "ji"):
        assert cp.shares_memory(cp.einsum(subscripts, a), a)
    cp.einsum("ii->i", a)[:] = 7
    assert_same(a.diagonal(), np.full(3, 7.0))
    assert not cp.shares_memory(cp.einsum("ij->i", a), a)


def test_out():
    a, b = sample((3, 4), "d", 1), sample((4, 5), "d", 2)
    x, y = cp.asarray(a), cp.asarray(b)
    for shape, view, subscripts in (
        ((3, 5), lambda o: o, "ij,jk"),
        ((5, 3), lambda o: o.T, "ij,jk"),
        ((6, 10), lambda o: o[::2, ::2], "ij,jk->ik"),
        ((5, 3), lambda o: o, "ij,jk->ki"),
    ):
        out = cp.zeros(shape)
        host = np.zeros(shape)
        target = view(out)
        assert cp.einsum(subscripts, x, y, out=target) is target
        np.einsum(subscripts, a, b, out=view(host))
        assert_same(out, host, rtol=1e-12)
    out = cp.zeros((4, 4))
    square = cp.asarray(sample((4, 4), "d", 3))
    expected = square.get() @ square.get()
    assert_same(cp.einsum("ij,jk", square, square, out=square), expected, rtol=1e-12, atol=1e-9)
    single = cp.zeros(3, "f")
    assert_same(cp.einsum("ij->i", x, out=single, casting="same_kind"), a.sum(1).astype("f"), rtol=1e-5, atol=1e-4)
    assert_same(
        cp.einsum("ij->i", x.astype("f"), out=cp.zeros(3)), a.astype("f").sum(1, dtype="d"), rtol=1e-12, atol=1e-12
    )


def test_keywords():
    a, b = sample((3, 4), "f", 1), sample((4, 5), "f", 2)
    x, y = cp.asarray(a), cp.asarray(b)
    assert cp.einsum("ij,jk", x, y, dtype="d").dtype == "d"
    assert_same(cp.einsum("ij,jk", x, y, dtype="d"), np.einsum("ij,jk", a, b, dtype="d"), rtol=1e-12)
    assert cp.einsum("ij,jk", x, y, order="F").flags.f_contiguous
    assert_same(cp.einsum("ij,jk", x, y, order="F"), np.einsum("ij,jk", a, b), rtol=1e-4)
    assert cp.einsum("ij,jk", x, y, order="C").flags.c_contiguous
    assert cp.einsum("ij,jk", x.T.copy().T, y.T.copy().T, order="A").flags.f_contiguous
    check("ij,jk", a.astype("d"), b.astype("d"), dtype="f", casting="same_kind")


PATHS = [
    ("ij,jk", [(2, 3), (3, 4)]),
    ("ij,jk,kl", [(3, 4), (4, 3), (3, 4)]),
    ("ea,fb,abcd,gc,hd->efgh", [(10, 10), (10, 10), (10,) * 4, (10, 10), (10, 10)]),
    ("i,j,k->ijk", [(2,), (3,), (4,)]),
    ("ab,cd,ef->", [(2, 3), (3, 4), (4, 5)]),
    ("ij,jk,kl,lm,mn->in", [(10, 2), (2, 30), (30, 4), (4, 5), (5, 20)]),
    ("ijk,ilm,njm,nlk,abc->", [(4, 2, 3), (4, 5, 6), (7, 2, 6), (7, 5, 3), (2, 2, 2)]),
    ("abhe,hidj,jgba,hiab,gab", [(2, 3, 4, 5), (4, 2, 3, 4), (4, 2, 3, 2), (4, 2, 2, 3), (2, 2, 3)]),
    ("bdik,acaj,ikab,ajac,ikbd", [(2, 3, 4, 5), (2, 3, 2, 3), (4, 5, 2, 2), (2, 3, 2, 3), (4, 5, 2, 3)]),
    ("ab,ab,c->", [(2, 3), (2, 3), (4,)]),
    ("a,ab,abc->abc", [(2,), (2, 3), (2, 3, 4)]),
]


@pytest.mark.parametrize("subscripts,shapes", PATHS)
def test_path(subscripts, shapes):
    try:
        hosts = [np.ones(shape) for shape in shapes]
        np.einsum_path(subscripts, *hosts)
    except ValueError:
        pytest.fail("the test's shapes are wrong")
    arrays = [cp.asarray(h) for h in hosts]
    for optimize in (False, True, "greedy", "optimal", ("greedy", 20), ("optimal", 20), ("greedy", 1e9)):
        path, report = cp.einsum_path(subscripts, *arrays, optimize=optimize)
        expected, expected_report = np.einsum_path(subscripts, *hosts, optimize=optimize)
        assert path == expected, optimize
        assert report == expected_report
    path = np.einsum_path(subscripts, *hosts)[0]
    values = [sample(shape, "d", i, low=-1, high=1) for i, shape in enumerate(shapes)]
    reference = np.einsum(subscripts, *values, optimize=True)
    for optimize in (path, False, True, "optimal", ("greedy", 20)):
        assert_same(
            cp.einsum(subscripts, *(cp.asarray(v) for v in values), optimize=optimize),
            reference,
            rtol=1e-11,
            atol=1e-11,
        )


def test_explicit_paths():
    hosts = operands("ij,jk,kl,lm")
    for path in (
        ["einsum_path", (0, 1), (0, 1), (0, 1)],
        ["einsum_path", (0, 1, 2, 3)],
        ["einsum_path", (1, 3), (0, 1, 2)],
        ["einsum_path", (2,), (0, 1, 2, 3)],
        ("einsum_path", [-1, 0], [0, 1], [1, 0]),
    ):
        actual = cp.einsum("ij,jk,kl,lm->im", *(cp.asarray(h) for h in hosts), optimize=path)
        assert_same(actual, np.einsum("ij,jk,kl,lm->im", *hosts), rtol=1e-12, atol=1e-11)


ERRORS = [
    ("ii", (3, 4)),
    ("ij,jk", (3, 4), (3, 4)),
    ("...ij->ij", (2, 3, 4)),
    ("i...,i...", (2, 3), (2, 4)),
    ("i.j", (3, 4)),
    ("i....j", (3, 4)),
    ("......", (3, 4)),
    ("ij->ijk", (3, 4)),
    ("ij->ii", (3, 4)),
    ("ij->k", (3, 4)),
    ("ij-", (3, 4)),
    ("ij>", (3, 4)),
    ("i1", (3, 4)),
    ("ij->j->i", (3, 4)),
    ("ijk", (3, 4)),
    ("i", (3, 4)),
    ("ij,jk", (3, 4)),
    ("ij", (3, 4), (3, 4)),
    ("i->", (3, 4)),
    ("...i,...i->i", (2, 3), (2, 3)),
    ("?i", (3, 4)),
    ("ij,ij->", (2, 3), (2, 4)),
]


@pytest.mark.parametrize("case", ERRORS, ids=str)
def test_errors(case):
    subscripts, *shapes = case
    assert_same_error(lambda xp: xp.einsum(subscripts, *(xp.ones(s) for s in shapes)))
    with pytest.raises(ValueError):
        cp.einsum(subscripts, *(cp.ones(s) for s in shapes), optimize=True)


OTHER_ERRORS = [
    lambda xp: xp.einsum(),
    lambda xp: xp.einsum("ij"),
    lambda xp: xp.einsum(xp.ones(3)),
    lambda xp: xp.einsum(xp.ones(3), 0),
    lambda xp: xp.einsum(xp.ones(3), [52]),
    lambda xp: xp.einsum(xp.ones(3), [-1]),
    lambda xp: xp.einsum(xp.ones(3), ["a"]),
    lambda xp: xp.einsum("ij->i", xp.ones((3, 3)), dtype="f4"),
    lambda xp: xp.einsum("ij->i", xp.ones((3, 3)), out=xp.ones(3, "f4")),
    lambda xp: xp.einsum("ij->i", xp.ones((3, 3)), out=xp.ones(3, int)),
    lambda xp: xp.einsum("ij->i", xp.ones((3, 3)), out=xp.ones(4)),
    lambda xp: xp.einsum("ij->i", xp.ones((3, 3)), out=xp.ones((1, 3))),
    lambda xp: xp.einsum("ij->i", xp.ones((3, 3)), out=3),
    lambda xp: xp.einsum("ij->i", xp.ones((3, 3)), nonsense=3),
    lambda xp: xp.einsum("ij,jk,kl", *[xp.ones((3, 3))] * 3, optimize=3),
    lambda xp: xp.einsum("ij,jk,kl", *[xp.ones((3, 3))] * 3, optimize=["einsum_path", (0, 7), (0, 1)]),
    lambda xp: xp.einsum("ij,jk,kl", *[xp.ones((3, 3))] * 3, optimize=[1, 2, 3]),
    lambda xp: xp.einsum_path("ij,jk", xp.ones((3, 4)), xp.ones((3, 4))),
]


@pytest.mark.parametrize("call", OTHER_ERRORS, ids=range(len(OTHER_ERRORS)))
def test_other_errors(call):
    assert_same_error(call)


def test_wrong_paths():
    hosts = [cp.ones((3, 3))] * 3
    with pytest.raises(KeyError):
        cp.einsum("ij,jk,kl", *hosts, optimize="no such")
    with pytest.raises(RuntimeError, match="1 more operands"):
        cp.einsum("ij,jk,kl", *hosts, optimize=["einsum_path", (0, 1)])


def test_many_operands():
    chain = "ab,bc,cd,de,ef,fg,gh,hi,ij,jk"
    hosts = [sample((3, 3), "d", i, low=-1, high=1) for i in range(10)]
    expected = np.linalg.multi_dot(hosts)
    assert_same(cp.einsum(chain, *(cp.asarray(h) for h in hosts)), expected, rtol=1e-11, atol=1e-11)
    vectors = [sample((4,), "d", i) for i in range(30)]
    letters = "a," * 29 + "a->a"
    assert_same(
        cp.einsum(letters, *(cp.asarray(v / 50) for v in vectors)),
        np.prod([v / 50 for v in vectors], axis=0),
        rtol=1e-11,
    )


@pytest.mark.parametrize("first, second", [("b", "I"), ("I", "b"), ("h", "i"), ("B", "L"), ("b", "b"), ("H", "I")])
@pytest.mark.parametrize("subscripts", ["klk,kl->k", "kl,kl->k", "kl,kl->", "k,k->", "lk,lk->k"])
def test_products_of_integers_are_as_wide_as_their_type(first, second, subscripts):
    """What a GPU's thread sums may be narrower than the result only where the array's own elements are summed."""
    for length in (1, 3, 70):
        shapes = [[length if c == "l" else 3 for c in term] for term in subscripts.split("->")[0].split(",")]
        for extreme in (max, min):
            hosts = [
                np.full(shape, extreme(np.iinfo(d).max, np.iinfo(d).min), d)
                for shape, d in zip(shapes, (first, second))
            ]
            check(subscripts, *hosts)
    check("klk,kl->k", np.full((1, 1, 1), 100, "i1"), np.full((1, 1), 2147483647, "u4"))
