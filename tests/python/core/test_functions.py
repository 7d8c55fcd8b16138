"""Bound functions and methods as Python's own: what they say of themselves, and methods called with another's
object."""

import inspect
import subprocess
import sys

import numpy as np
import pytest

import cuprum as cp
import cuprumx
import cuprumx.scipy.fft
import cuprumx.scipy.linalg
import cuprumx.scipy.signal

WRONG_SELVES = """\
import sys
import cuprum as cp
import cuprumx
from cuprum import _core

class Other:
    pass

def classes(owner, seen):
    for member in list(vars(owner).values()):
        if isinstance(member, type) and member.__module__.split(".")[0] in ("cuprum", "cuprumx") and member not in seen:
            seen.add(member)
            yield member
            yield from classes(member, seen)
        elif type(member).__name__ == "module" and member.__name__.startswith("cuprum._core") and member not in seen:
            seen.add(member)
            yield from classes(member, seen)

bound = {"nb_method"}
called = 0
for owner in classes(_core, {_core}):
    for name, member in vars(owner).items():
        functions = [member.fget, member.fset] if isinstance(member, property) else [member]
        for function in functions:
            if type(function).__name__ not in bound:
                continue
            for other in (2.5, None, [1.0], Other(), Other, cp, 10**30, "text"):
                for arguments in ((), (1,), (1, 2), (None,), (cp.arange(3),), ([0], 1)):
                    called += 1
                    try:
                        function(other, *arguments)
                    except TypeError:
                        continue
                    except BaseException as error:
                        sys.exit(f"{owner.__name__}.{name}({other!r}, *{arguments!r}) raised {error!r}")
                    sys.exit(f"{owner.__name__}.{name}({other!r}, *{arguments!r}) took it")
print(called)
"""


def test_methods_refuse_objects_of_other_classes():
    run = subprocess.run([sys.executable, "-c", WRONG_SELVES], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr[-2000:]
    assert int(run.stdout) > 10000


def test_the_crash_that_was():
    for method in ("flatten", "copy", "get", "sum", "T", "__array_namespace__"):
        with pytest.raises(TypeError):
            function = getattr(cp.ndarray, method)
            (function.fget if isinstance(function, property) else function)(2.5)


def public(module, seen):
    for name in dir(module):
        member = getattr(module, name)
        if name.startswith("_") or (isinstance(member, type) and issubclass(member, (np.generic, BaseException))):
            continue
        if inspect.ismodule(member):
            if member.__name__.startswith("cuprum") and member not in seen:
                seen.add(member)
                yield from public(member, seen)
        elif callable(member) and getattr(member, "__module__", "cuprum").startswith("cuprum"):
            yield f"{module.__name__}.{name}", member


# Objects of these are made by others alone.
NOT_CALLED = {"FusedScalar", "BaseMemory", "Flags", "Function", "Graph", "Module", "ufunc"}


def test_all_have_signatures():
    told = dict(public(cp, {cp})) | dict(public(cuprumx, {cuprumx}))
    told |= {
        f"ndarray.{n}": getattr(cp.ndarray, n)
        for n in dir(cp.ndarray)
        if n[0] != "_" and callable(getattr(cp.ndarray, n))
    }
    assert len(told) > 800
    without = []
    for name, member in told.items():
        try:
            inspect.signature(member)
        except (TypeError, ValueError):
            without.append(name)
    assert {name.rpartition(".")[2] for name in without} == NOT_CALLED


def test_signatures():
    told = inspect.signature(cp.sum)
    assert list(told.parameters) == ["a", "axis", "dtype", "out", "keepdims", "initial", "where"]
    assert told.parameters["axis"].default is None and told.parameters["keepdims"].default is False
    told.bind(cp.arange(3), axis=0)
    with pytest.raises(TypeError):
        told.bind(cp.arange(3), no=1)
    assert list(inspect.signature(cp.ndarray.sum).parameters)[:2] == ["self", "axis"]
    assert list(inspect.signature(cp.arange(3).sum).parameters)[0] == "axis"
    assert str(inspect.signature(cp.add)) == str(inspect.signature(np.add))
    assert str(inspect.signature(cp.modf)) == str(inspect.signature(np.modf))
    assert list(inspect.signature(cp.ElementwiseKernel).parameters)[:3] == ["in_params", "out_params", "operation"]
    assert list(inspect.signature(cp.random.choice).parameters) == ["a", "size", "replace", "p"]
    assert cp.random.choice.__doc__.startswith("choice(a: ")
    assert [p.kind.name for p in inspect.signature(cp.meshgrid).parameters.values()] == ["VAR_POSITIONAL"] + [
        "KEYWORD_ONLY"
    ] * 3
    assert inspect.signature(cp.linspace).parameters["num"].default == 50
    assert inspect.signature(cp.rot90).parameters["axes"].default == (0, 1)
    assert inspect.signature(cp.random.normal).parameters["scale"].default == 1.0


def test_methods_of_one_object_are_equal():
    pool, other = cp.cuda.MemoryPool(), cp.cuda.MemoryPool()
    assert pool.malloc == pool.malloc and hash(pool.malloc) == hash(pool.malloc)
    assert pool.malloc != other.malloc and pool.malloc != pool.free_all_blocks and pool.malloc != None  # noqa: E711
    with cp.cuda.using_allocator(pool.malloc):
        assert cp.cuda.get_allocator() == pool.malloc
        with cp.cuda.using_allocator(other.malloc):
            assert cp.cuda.get_allocator() == other.malloc
        assert cp.cuda.get_allocator() == pool.malloc
    assert cp.cuda.get_allocator() == cp.get_default_memory_pool().malloc


def test_streams_and_devices_beside_other_objects():
    for one in (cp.cuda.Stream(), cp.cuda.Stream.null, cp.cuda.Device(0), cp.arange(3).flags):
        assert not one == None and one != None and one != 5 and one == one  # noqa: E711
    assert cp.cuda.Stream.null is cp.cuda.Stream.null and cp.cuda.Stream.ptds is cp.cuda.Stream.ptds
    assert cp.cuda.Stream(null=True) == cp.cuda.Stream.null


def test_an_object_is_equal_to_no_element():
    class Other:
        pass

    a = np.arange(3)
    for other in (object(), Other(), Other):
        np.testing.assert_array_equal((cp.asarray(a) == other).get(), a == other)
        np.testing.assert_array_equal((cp.asarray(a) != other).get(), a != other)


def test_arrays_that_need_no_copy():
    a = cp.arange(6.0).reshape(2, 3)
    assert cp.array(a, copy=False) is a and cp.array(a, copy=None) is a and cp.array(a, copy=False, order="C") is a
    assert cp.array(a) is not a and cp.array(a, copy=False, ndmin=3).shape == (1, 2, 3)
    assert cp.array(a, copy=None, order="F").flags.f_contiguous and cp.array(a, "f4", copy=None).dtype == "f4"
    for call in (
        lambda xp, b: xp.array(b, copy=False, order="F"),
        lambda xp, b: xp.array(b, "f4", copy=False),
    ):
        for xp in (np, cp):
            with pytest.raises(ValueError, match="Unable to avoid"):
                call(xp, xp.zeros((2, 3)))


@pytest.mark.parametrize(
    "name, instead",
    [("alltrue", "all"), ("sometrue", "any"), ("product", "prod"), ("cumproduct", "cumprod"), ("round_", "round")],
)
def test_old_names_warn(name, instead):
    a = cp.array([0.0, 1])
    with pytest.warns(DeprecationWarning, match=f"Please use `{instead}` instead"):
        assert (getattr(cp, name)(a) == getattr(cp, instead)(a)).all()


VALUES = [300.0, -1.0, 300, -1, 1e10, np.nan, np.inf, -np.inf, np.int64(300), np.float64(-300), np.float64(1e20), 127.9,
          -128.9, 255.9, 2**63, 2**64, -(2**63), 10**400, 1e40, 70000.0, True, None, 2.5, 1 + 2j]  # fmt: skip


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "?"])
@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("way", ["element", "slice", "fill", "list"])
@pytest.mark.filterwarnings("ignore")
def test_numbers_out_of_range(value, dtype, way):
    if (
        isinstance(value, np.floating)
        and dtype[0] == "u"
        and (value < 0 and dtype in ("u4", "u8") or abs(value) >= 2**31)
    ):
        return  # saturates here, and is undefined in NumPy

    def put(xp):
        a = xp.zeros(3, dtype)
        if way == "element":
            a[0] = value
        elif way == "slice":
            a[1:] = value
        elif way == "fill":
            a.fill(value)
        else:
            a[:] = [1, value, 1]
        return a

    try:
        expected = put(np)
    except (OverflowError, ValueError, TypeError) as error:
        with pytest.raises(type(error)):
            put(cp)
    else:
        np.testing.assert_array_equal(put(cp).get(), expected)


def test_classes_of_broadcast_arrays():
    class Own(cp.ndarray):
        pass

    a = cp.arange(3).view(Own)
    assert [type(b) for b in cp.broadcast_arrays(a, cp.ones((2, 1)), subok=True)] == [Own, cp.ndarray]
    assert [type(b) for b in cp.broadcast_arrays(a, cp.ones((2, 1)))] == [cp.ndarray] * 2


def test_dlpack_takes_stream_zero():
    """The standard has no 0; CuPy and PyTorch take it for the default stream, whose pointer it is."""
    with pytest.warns(UserWarning, match="Stream 0"):
        capsule = cp.arange(3).__dlpack__(stream=0)
    assert cp.fromDlpack(capsule).tolist() == [0, 1, 2]
    for wrong in (-2, "default"):
        with pytest.raises(ValueError):
            cp.arange(3).__dlpack__(stream=wrong)


def test_old_forms_warn():
    a = cp.arange(3.0)
    with pytest.warns(DeprecationWarning, match="Use `from_dlpack`"):
        assert cp.fromDlpack(a.toDlpack()).tolist() == [0, 1, 2]
    for name in ("quantile", "percentile", "nanquantile", "nanpercentile"):
        with pytest.warns(DeprecationWarning, match=rf"`interpolation=` argument to {name} was renamed to `method=`"):
            assert getattr(cp, name)(a, 0.2, interpolation="lower") == 0
