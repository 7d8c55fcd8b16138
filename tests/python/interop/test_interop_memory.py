"""Memory shared with other libraries: DLPack and CUDA's array interface, with NumPy and whichever of the others are
installed."""

import gc
import importlib
import weakref

import ml_dtypes
import numpy as np
import pytest

import cuprum as cp
from common import ALL_DTYPES, BFLOAT16, assert_same, sample

ON_CPU = cp.backend() == "cpu"
HERE = (1, 0) if ON_CPU else (2, 0)
cpu_only = pytest.mark.skipif(not ON_CPU, reason="a GPU's memory is not NumPy's")
gpu_only = pytest.mark.skipif(ON_CPU, reason="__cuda_array_interface__ speaks of a GPU's memory")


def library(name):
    """Another library, where it is installed and takes this Python and this NumPy."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        pytest.skip(f"{name} cannot be imported: {error}")


class Plain:
    """An object with nothing but some attributes."""

    def __init__(self, **attributes):
        self.__dict__.update(attributes)


class Exporter:
    """Exports an array by DLPack as a library of an older version would."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__(stream=stream)


class TestDlpackOfOurs:
    def test_device(self):
        assert cp.ones(3).__dlpack_device__() == HERE

    def test_versions(self):
        a = cp.arange(3)
        assert '"dltensor"' in repr(a.__dlpack__()) and '"dltensor"' in repr(a.toDlpack())
        assert '"dltensor"' in repr(a.__dlpack__(max_version=(0, 8)))
        for version in ((1, 0), (1, 1), (2, 0)):
            assert '"dltensor_versioned"' in repr(a.__dlpack__(max_version=version))
        for wrong in (1, (1,), "1.0", [1, 0]):
            with pytest.raises(TypeError):
                a.__dlpack__(max_version=wrong)

    def test_export_version_of_cupy(self, monkeypatch):
        monkeypatch.setenv("CUPY_DLPACK_EXPORT_VERSION", "0.6")
        assert '"dltensor"' in repr(cp.ones(3).__dlpack__(max_version=(1, 0)))

    @pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
    @pytest.mark.parametrize("versioned", [False, True])
    def test_round_trip(self, dtype, versioned):
        a = cp.asarray(sample((3, 4, 2), dtype))
        for view in (a, a.T, a[::-1, 1::2], a[:0], a[1, 2, 0], cp.broadcast_to(a[0, 0], (5, 2))):
            b = cp.from_dlpack(view if versioned else Exporter(view))
            assert b.dtype == dtype and b.shape == view.shape
            assert b.data.ptr == view.data.ptr or view.size == 0
            assert view.size == 0 or all(s == t for n, s, t in zip(b.shape, b.strides, view.strides) if n > 1)
            assert_same(b, view.get())

    def test_shares_and_keeps_alive(self):
        a = cp.zeros(1000)
        gc.collect()
        used = cp.get_default_memory_pool().used_bytes()
        b = cp.from_dlpack(a)
        b[1] = 5
        assert a[1] == 5
        del a
        gc.collect()
        assert cp.get_default_memory_pool().used_bytes() == used and b[1] == 5
        del b
        gc.collect()
        assert cp.get_default_memory_pool().used_bytes() < used

    def test_copy(self):
        a = cp.zeros(3)
        b = cp.from_dlpack(a, copy=True)
        c = cp.fromDlpack(a.__dlpack__(copy=True, max_version=(1, 0)))
        b[0], c[0] = 1, 2
        assert a[0] == 0
        assert cp.from_dlpack(a, copy=False).data.ptr == a.data.ptr

    def test_unused_capsules_let_go(self):
        a = cp.zeros(1000)
        gc.collect()
        pool, used = cp.get_default_memory_pool(), cp.get_default_memory_pool().used_bytes()
        capsules = [a.toDlpack(), a.__dlpack__(max_version=(1, 0))]
        del a
        assert pool.used_bytes() == used
        del capsules
        gc.collect()
        assert pool.used_bytes() < used

    @pytest.mark.parametrize("capsule", [lambda a: a.toDlpack(), lambda a: a.__dlpack__(max_version=(1, 0))])
    def test_used_twice(self, capsule):
        once = capsule(cp.ones(3))
        a = cp.fromDlpack(once)
        for take in (cp.fromDlpack, cp.from_dlpack):
            with pytest.raises(ValueError, match="used already"):
                take(once)
        assert_same(a, np.ones(3))

    def test_requested_device(self):
        a = cp.ones(3)
        assert "dltensor" in repr(a.__dlpack__(dl_device=HERE))
        if not ON_CPU:
            assert_same(cp.asarray(np.from_dlpack(a, device="cpu")), np.ones(3))
            with pytest.raises(ValueError):
                a.__dlpack__(dl_device=(1, 0), copy=False)
        for device in ((2 if ON_CPU else 1000, 0), (7, 0), (HERE[0], 99)):
            with pytest.raises((BufferError, ValueError)):
                a.__dlpack__(dl_device=device)

    def test_streams(self):
        a = cp.ones(3)
        for stream in (None, -1, 0, 1, 2) if not ON_CPU else (None, -1, 0, 1):
            a.__dlpack__(stream=stream)
        if not ON_CPU:
            own = cp.cuda.Stream()  # it has to live as long as it is asked for
            a.__dlpack__(stream=own.ptr)
            for wrong in (-2, own):
                with pytest.raises(ValueError):
                    a.__dlpack__(stream=wrong)

    def test_strides_that_cannot_be_told(self):
        a = cp.zeros(16, "u1")
        b = cp.ndarray((2,), "i4", memptr=a.data, strides=(6,))
        with pytest.raises(BufferError, match="multiples"):
            b.__dlpack__()


class TestDlpackOfOthers:
    @pytest.mark.parametrize("dtype", [d for d in ALL_DTYPES if d != BFLOAT16], ids=str)
    def test_numpy(self, dtype):
        host = sample((3, 4), dtype)
        a = cp.from_dlpack(host)
        assert_same(a, host)
        assert_same(cp.from_dlpack(host[:, ::2].T), host[:, ::2].T)
        if ON_CPU and host.size:
            a[0, 0] = 1
            assert host[0, 0] == 1 and a.data.ptr == host.ctypes.data

    def test_read_only(self):
        host = np.arange(3.0)
        host.flags.writeable = False
        a = cp.from_dlpack(host)
        a[0] = 7
        assert host[0] == 0

    @cpu_only
    def test_numpy_takes_ours(self):
        a = cp.arange(6.0).reshape(2, 3)
        host = np.from_dlpack(a[:, ::-1])
        assert np.shares_memory(host, host) and host.ctypes.data == a[:, ::-1].data.ptr
        host[0, 0] = 42
        assert a[0, 2] == 42

    @cpu_only
    def test_owner_lives(self):
        host = np.arange(1000.0)
        gone = weakref.ref(host)
        a = cp.from_dlpack(host)[1:]
        del host
        gc.collect()
        assert gone() is not None and a[0] == 1
        del a
        gc.collect()
        assert gone() is None

    @pytest.mark.parametrize("wrong", [3, "text", [1, 2], None])
    def test_no_tensors(self, wrong):
        with pytest.raises(TypeError, match="__dlpack__"):
            cp.from_dlpack(wrong)

    def test_wrong_capsules(self):
        import datetime

        with pytest.raises((ValueError, TypeError)):
            cp.fromDlpack(datetime.datetime_CAPI)

    def test_devices_out_of_reach(self):
        class Elsewhere:
            def __dlpack_device__(self):
                return (10, 0)

            def __dlpack__(self, **_):
                raise BufferError("stays there")

        with pytest.raises(BufferError):
            cp.from_dlpack(Elsewhere())

    def test_exporters_errors_go_through(self):
        class Fails(Exporter):
            def __dlpack__(self, **_):
                raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            cp.from_dlpack(Fails(cp.ones(3)))


class TestTorch:
    def tensor(self, *shape):
        torch = library("torch")
        values = torch.arange(int(np.prod(shape)), dtype=torch.float32).reshape(shape)
        return values if ON_CPU else values.cuda()

    @pytest.mark.parametrize(
        "dtype",
        [
            "bool",
            "uint8",
            "int8",
            "int16",
            "int32",
            "int64",
            "float16",
            "bfloat16",
            "float32",
            "float64",
            "complex64",
            "complex128",
        ],
    )
    def test_both_ways(self, dtype):
        torch = library("torch")
        ours = cp.asarray(sample((3, 4), ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype))
        tensor = torch.from_dlpack(ours)
        assert tensor.dtype == getattr(torch, dtype) and tensor.data_ptr() == ours.data.ptr
        back = cp.from_dlpack(tensor)
        assert back.dtype == ours.dtype and back.data.ptr == ours.data.ptr
        assert_same(back, ours.get())

    def test_shared_memory(self):
        torch = library("torch")
        tensor = self.tensor(2, 3)
        a = cp.from_dlpack(tensor.T)
        a *= 10
        assert tensor.tolist() == [[0, 10, 20], [30, 40, 50]]
        torch.from_dlpack(a)[0, 0] = -1
        assert a[0, 0] == -1 and tensor[0, 0] == -1

    def test_old_functions(self):
        library("torch")
        from torch.utils import dlpack

        a = cp.arange(3.0)
        assert dlpack.from_dlpack(a.toDlpack()).tolist() == [0, 1, 2]
        assert_same(cp.fromDlpack(dlpack.to_dlpack(self.tensor(3))), np.arange(3, dtype="f"))

    def test_asarray(self):
        assert_same(cp.asarray(self.tensor(2, 3)), np.arange(6, dtype="f").reshape(2, 3))


class TestJax:
    def test_both_ways(self):
        jax = library("jax")
        if not ON_CPU and jax.default_backend() != "gpu":
            pytest.skip("this JAX knows no GPU")
        values = jax.numpy.arange(6, dtype="float32").reshape(2, 3)
        assert_same(cp.from_dlpack(values), np.arange(6, dtype="f").reshape(2, 3))
        ours = cp.arange(6, dtype="f").reshape(2, 3)
        assert np.asarray(jax.numpy.from_dlpack(ours)).tolist() == [[0, 1, 2], [3, 4, 5]]


class TestPandas:
    def test_both_ways(self):
        pandas = library("pandas")
        frame = pandas.DataFrame({"a": [1.0, 2.0, 3.0], "b": [4.0, 5.0, 6.0]})
        assert_same(cp.asarray(frame["a"]), frame["a"].to_numpy())
        assert_same(cp.asarray(frame), frame.to_numpy())
        back = pandas.DataFrame(cp.asnumpy(cp.asarray(frame) * 2), columns=list("ab"))
        assert back["b"].tolist() == [8, 10, 12]


class TestNumba:
    def test_host_functions(self):
        numba = library("numba")
        if not ON_CPU:
            pytest.skip("a GPU's memory is not the host's")
        a = cp.arange(5.0)

        @numba.njit
        def twice(x):
            for i in range(x.size):
                x[i] *= 2

        twice(np.from_dlpack(a))
        assert_same(a, np.arange(5.0) * 2)

    @gpu_only
    def test_device_functions(self):
        cuda = library("numba.cuda")
        if not cuda.is_available():
            pytest.skip("this numba finds no GPU")
        try:
            cuda.jit("void(float64[:])")(lambda x: None)
        except Exception as error:  # noqa: BLE001  whatever its compiler says: it is not ours to test
            pytest.skip(f"this numba cannot compile for the GPU: {error}")

        @cuda.jit
        def twice(x):
            i = cuda.grid(1)
            if i < x.size:
                x[i] *= 2

        a = cp.arange(5.0)
        twice[1, 32](a)
        assert_same(a, np.arange(5.0) * 2)
        assert_same(cp.asarray(cuda.to_device(np.arange(3))), np.arange(3))


class TestMpi:
    @cpu_only
    def test_buffers(self):
        try:
            from mpi4py import MPI
        except (ImportError, RuntimeError):
            pytest.skip("mpi4py with an MPI library is not installed")
        a, b = cp.arange(5.0), cp.zeros(5)
        MPI.COMM_SELF.Allreduce(np.from_dlpack(a), np.from_dlpack(b))
        assert_same(b, np.arange(5.0))


def interface(**changes):
    """An object that describes a GPU's memory; the address is nobody's."""
    description = {"shape": (2, 3), "typestr": "<f8", "data": (4096, False), "version": 3, "strides": None} | changes
    return Plain(__cuda_array_interface__={k: v for k, v in description.items() if v is not ...})


LIES = [
    dict(shape=(-1, 3)),
    dict(shape=[2, 3]),
    dict(shape=(2, 3.5)),
    dict(shape=...),
    dict(typestr=...),
    dict(typestr="nonsense"),
    dict(typestr="<U4"),
    dict(typestr=">f8"),
    dict(typestr=8),
    dict(data=...),
    dict(data=4096),
    dict(data=(0, False)),
    dict(data=(-1, False)),
    dict(data=("here", False)),
    dict(strides=(8,)),
    dict(strides=(8, "x")),
    dict(stream=0),
    dict(stream=-1),
    dict(stream="null"),
    dict(mask=1),
    dict(version="three"),
]


class TestCudaArrayInterface:
    @pytest.mark.parametrize("lie", LIES, ids=str)
    def test_lies(self, lie):
        for take in (cp.asarray, cp.array):
            with pytest.raises((ValueError, TypeError)) as caught:
                take(interface(**lie))
            assert "process computes on the CPU" not in str(caught.value)

    def test_no_dictionary(self):
        with pytest.raises(ValueError, match="no dictionary"):
            cp.asarray(Plain(__cuda_array_interface__=3))

    @cpu_only
    def test_on_a_cpu(self):
        assert not hasattr(cp.ones(3), "__cuda_array_interface__")
        with pytest.raises(TypeError, match="on a GPU"):
            cp.asarray(interface())

    @gpu_only
    def test_export(self):
        a = cp.arange(6.0).reshape(2, 3)
        told = a.T.__cuda_array_interface__
        assert told["shape"] == (3, 2) and told["strides"] == (8, 24) and told["typestr"] == "<f8"
        assert told["data"] == (a.data.ptr, False) and told["version"] == 3 and told["stream"] == 1
        assert a.__cuda_array_interface__["strides"] is None
        with cp.cuda.Stream() as stream:
            assert a.__cuda_array_interface__["stream"] == stream.ptr
        assert cp.empty((0, 3)).__cuda_array_interface__["data"] == (0, False)

    @gpu_only
    def test_version_2(self, monkeypatch):
        monkeypatch.setenv("CUPY_CUDA_ARRAY_INTERFACE_EXPORT_VERSION", "2")
        told = cp.ones(3).__cuda_array_interface__
        assert told["version"] == 2 and "stream" not in told

    @gpu_only
    @pytest.mark.parametrize("stream", [None, 1, 2, "own"])
    @pytest.mark.parametrize("version", [2, 3])
    def test_import(self, stream, version):
        a = cp.arange(12.0).reshape(3, 4)[:, ::2]
        if stream == "own":
            kept = cp.cuda.Stream()
            stream = kept.ptr
        told = dict(a.__cuda_array_interface__) | {"stream": stream, "version": version}
        b = cp.asarray(Plain(__cuda_array_interface__=told, owner=a))
        assert b.data.ptr == a.data.ptr and b.strides == a.strides
        assert_same(b, a.get())
        assert cp.array(Plain(__cuda_array_interface__=told)).data.ptr != a.data.ptr

    @gpu_only
    def test_read_only_memory_is_copied(self):
        a = cp.zeros(3)
        told = dict(a.__cuda_array_interface__)
        told["data"] = (a.data.ptr, True)
        b = cp.asarray(Plain(__cuda_array_interface__=told))
        b[0] = 1
        assert a[0] == 0

    @gpu_only
    def test_memory_of_nobody(self):
        with pytest.raises(ValueError, match="no memory that a GPU can reach"):
            cp.asarray(interface())
        assert_same(cp.ones(3) + 1, np.full(3, 2.0))
