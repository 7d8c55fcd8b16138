"""Programs written for CuPy run unchanged: `import cupy` and `import cupyx` give cuprum and cuprumx."""

import os
import subprocess
import sys
import textwrap

import pytest

import cuprum


def run(*arguments, cwd=None, stdin=None, **environment):
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | environment,
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
    )


def check(program, **environment):
    """Runs a program after install_as_cupy()."""
    done = run("-c", "import cuprum; cuprum.install_as_cupy()\n" + textwrap.dedent(program), **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def script(tmp_path):
    """A program for CuPy with a module beside it."""
    (tmp_path / "beside.py").write_text("import cupyx\nhere = 42\n")
    path = tmp_path / "program.py"
    path.write_text(
        textwrap.dedent("""
        import pickle
        import sys
        import cupy as cp
        import cupyx
        from cupy.cuda import Device
        import beside

        class Point:
            pass

        if __name__ == "__main__":
            assert sys.modules["__main__"].Point is Point and pickle.loads(pickle.dumps(Point())).__class__ is Point
            print(sys.argv, __file__, beside.here, int(cp.arange(4).sum()), cp.__name__)
        """)
    )
    return path


class TestInsides:
    """Names inside of CuPy that public programs import."""

    def test_modules_are_there_without_importing_them(self):
        check("""
            import cupy, cupyx, cupy_backends
            assert cupy_backends.cuda.api.runtime.is_hip is False and cupy_backends.cuda.stream is cupy.cuda.stream
            assert cupy_backends.cuda.libs.nvrtc is cupy.cuda.nvrtc
            assert cupy._core.internal.prod((2, 3)) == 6 and cupy._util.memoize is cupy.memoize
            assert cupy.core.ndarray is cupy._core.core.ndarray is cupy.ndarray and cupy.util is not None
            assert cupy._environment.get_cuda_path is cupy.cuda.get_cuda_path
            assert cupy.cuda.compiler.compile_with_cache is cupy.cuda.compile_with_cache
            assert cupy.cuda.function.Module is cupy.cuda.Module and cupy.cuda.runtime._is_hip_environment is False
            for name in ("cupy._nothing", "cupy._core.nothing", "cupy_backends.nothing", "cupy._math.nothing"):
                module, _, attribute = name.rpartition(".")
                assert not hasattr(eval(module), attribute), name
                try:
                    __import__(name)
                except ImportError:
                    continue
                raise AssertionError(name)
        """)

    def test_what_programs_import(self):
        check("""
            from cupy._util import PerformanceWarning, _normalize_axis_index, clear_memo, memoize
            from cupy.util import memoize as old_memoize, PerformanceWarning as same
            from cupy._core import ElementwiseKernel, ReductionKernel, create_ufunc, elementwise_copy, ndarray
            from cupy.core.core import ndarray as old_ndarray
            from cupy._core._kernel import ElementwiseKernel as inner, ufunc
            from cupy._core._reduction import ReductionKernel
            from cupy._core._scalar import get_typename
            from cupy._core._dtype import get_dtype, to_cuda_dtype
            from cupy._core._routines_indexing import _ndarray_argwhere
            from cupy._core._routines_manipulation import rollaxis, concatenate
            from cupy._core.raw import RawKernel, RawModule
            from cupy.core.raw import RawKernel as old_raw
            from cupy._core.internal import get_size, infer_unknown_dimension, prod_sequence, vector_equal
            from cupy._math.sumprod import sum as a_sum
            from cupy._creation.basic import zeros
            from cupy._manipulation import shape
            from cupy._statistics.histogram import bincount
            from cupy.random._generator import RandomState, get_random_state
            from cupy.random.generator import RandomState as old_state
            from cupy.linalg._util import *
            from cupy.fft._fft import fftn
            from cupy.testing import _random
            from cupy.testing._random import generate_seed
            from cupy.cuda.compiler import CompileException, compile_with_cache
            from cupy.cuda.memory import MemoryPointer, UnownedMemory
            from cupyx.scipy.sparse._base import spmatrix
            from cupyx.scipy.sparse.csr import csr_matrix
            from cupyx.scipy.sparse.linalg._interface import LinearOperator
            from cupyx.scipy.ndimage._filters import gaussian_filter
            from cupyx.scipy.fft._fft import rfft
            from cupy_backends.cuda.api.runtime import CUDARuntimeError, deviceGetAttribute
            import cupy, cupyx.scipy.sparse, cupyx.scipy.ndimage
            assert old_ndarray is ndarray is cupy.ndarray and same is PerformanceWarning and old_memoize is memoize
            assert inner is ElementwiseKernel is cupy.ElementwiseKernel and ufunc is cupy.ufunc
            assert old_raw is RawKernel is cupy.RawKernel and old_state is RandomState is cupy.random.RandomState
            assert a_sum is cupy.sum and zeros is cupy.zeros and csr_matrix is cupyx.scipy.sparse.csr_matrix
            assert isinstance(csr_matrix(cupy.eye(2)), spmatrix)
            assert gaussian_filter is cupyx.scipy.ndimage.gaussian_filter
            assert issubclass(PerformanceWarning, Warning)
        """)

    def test_what_they_do(self):
        check("""
            import numpy, cupy
            from cupy._core import internal, elementwise_copy, create_ufunc, get_compute_type, set_compute_type
            from cupy._core._routines_linalg import COMPUTE_TYPE_DEFAULT, COMPUTE_TYPE_TF32
            assert get_compute_type("f") == get_compute_type(complex) == COMPUTE_TYPE_DEFAULT == 1
            set_compute_type(numpy.float32, COMPUTE_TYPE_TF32)
            assert get_compute_type("F") == COMPUTE_TYPE_TF32 and get_compute_type("d") == COMPUTE_TYPE_DEFAULT
            for wrong in (lambda: set_compute_type("f", 9), lambda: get_compute_type(int)):
                try:
                    wrong()
                except (TypeError, ValueError):
                    continue
                raise AssertionError
            from cupy._core._scalar import get_typename
            from cupy._core._dtype import to_cuda_dtype
            from cupy._core._routines_indexing import _ndarray_argwhere
            assert internal._normalize_axis_index(-1, 3) == 2 and internal._normalize_axis_indices(None, 3) == (0, 1, 2)
            assert internal._normalize_axis_indices((-1, 0), 3) == (0, 2) and internal.get_size(3) == (3,)
            assert internal.get_size([2, numpy.int32(3)]) == (2, 3) and internal.vector_equal([1, 2], (1, 2))
            assert internal.infer_unknown_dimension((2, -1), 6) == [2, 3] and internal.clp2(5) == 8
            assert internal.get_contiguous_strides((2, 3), 8, True) == [24, 8] and internal.prod_sequence([]) == 1
            for function, arguments in (
                (internal.infer_unknown_dimension, ((-1, -1), 6)),
                (internal._normalize_axis_index, (3, 3)),
            ):
                try:
                    function(*arguments)
                except ValueError:
                    continue
                raise AssertionError
            assert [get_typename(t) for t in (numpy.float32, "D", numpy.dtype("u1"), int)] == [
                "float", "complex<double>", "unsigned char", "long long"]
            assert to_cuda_dtype("f") == 0 and to_cuda_dtype("e", True) == 2
            a = cupy.array([0, 1, 0, 2])
            assert _ndarray_argwhere(a).tolist() == [[1], [3]]
            b = cupy.empty(4, "f4")
            assert elementwise_copy(a, b) is b and b.tolist() == [0, 1, 0, 2]
            assert elementwise_copy(a).tolist() == a.tolist()
            loops = ("i->i", "f->f", ("d->d", "out0 = in0 * 2.0"), "F->F")
            twice = create_ufunc("twice", loops, "out0 = in0 + in0")
            assert twice(cupy.arange(3, dtype="i1")).dtype == "i4" and twice(cupy.ones(2)).tolist() == [2, 2]
            assert twice(cupy.ones(2, "f4")).dtype == "f4" and twice(a, b) is b and b.tolist() == [0, 2, 0, 4]
            total = create_ufunc("total", ("ll->l", "dd->d"), "out0 = in0 + in1")
            assert total(a, 2).tolist() == [2, 3, 2, 4] and total(a, 0.5).tolist() == [0.5, 1.5, 0.5, 2.5]
            assert total.nin == 2 and total.types == ["ll->l", "dd->d"]
            from cupy.util import memoize
            calls = []
            @memoize(for_each_device=True)
            def load_kernel(name, text):
                calls.append(name)
                return cupy.cuda.compile_with_cache(text).get_function(name)
            for _ in range(2):
                k = load_kernel("twice", 'extern "C" __global__ void twice(float* x) { x[threadIdx.x] *= 2; }')
            x = cupy.ones(4, "f4")
            k((1,), (4,), (x,))
            assert x.tolist() == [2] * 4 and calls == ["twice"]
            from cupy.testing import _random
            _random.do_setup()
            first = cupy.random.rand(2).tolist(), numpy.random.rand(2).tolist()
            _random.do_teardown()
            _random.do_setup()
            assert (cupy.random.rand(2).tolist(), numpy.random.rand(2).tolist()) == first
            _random.do_teardown()
            import cupy._core
            cupy._core.set_reduction_accelerators(["cub"])
            assert cupy._core.get_reduction_accelerators() == [1]
            assert a._c_contiguous and a._f_contiguous and not cupy.ones((2, 3)).T._c_contiguous
        """)

    def test_modules_of_matrices(self):
        check("""
            import numpy, cupy, cupyx.scipy.sparse as sparse, cupyx.scipy
            matrix = sparse.csr_matrix(cupy.eye(3))
            assert cupy.get_array_module(matrix) is cupy and cupyx.scipy.get_array_module(matrix) is cupyx.scipy
            assert type(cupy.asnumpy(matrix)).__module__.startswith("scipy.sparse")
            assert cupy.get_array_module(1) is numpy
        """)


class TestInstall:
    def test_modules_are_the_same(self):
        check("""
            import sys
            import cupy, cupyx, cupy.cuda, cupy.cuda.memory, cupy.testing
            import cuprumx
            assert cupy is cuprum and cupyx is cuprumx and cupy.cuda is cuprum.cuda and cupy.testing is cuprum.testing
            assert cupy.cuda.memory is cuprum.cuda.memory is sys.modules["cupy.cuda.memory"]
            from cupy.lib.stride_tricks import as_strided
            from cupy import *
            from cupy.exceptions import AxisError
            assert ndarray is cuprum.ndarray
        """)

    def test_version_and_names_of_old(self):
        check("""
            assert cuprum.__version__ != "14.2.0"
            import cupy, cupyx
            assert cupy.__version__ == "14.2.0" and cuprum._core.__version__ in str(cupyx.get_runtime_info(full=False))
            assert cupy._default_memory_pool is not None and cupy.scatter_add is cupyx.scatter_add
            assert cupy._default_memory_pool.used_bytes() == cupy.get_default_memory_pool().used_bytes()
            assert cupyx.rsqrt is cupy.rsqrt and cupyx.geterr()["linalg"] == "raise"
        """)

    def test_star_brings_the_submodules(self):
        check("""
            from cupy import *
            import cupy
            assert cuda is cupy.cuda and linalg is cupy.linalg and random is cupy.random and fft is cupy.fft
            assert testing is cupy.testing and cublas is cupy.cublas and float32 is cupy.float32 and sum is cupy.sum
            assert set(cupy.__all__) <= set(dir(cupy))
        """)

    def test_modules_of_libraries(self):
        check("""
            import cupy, cupy.cuda.driver, cupy_backends.cuda.api.driver
            from cupy.cuda import cub, cublas, curand, cusolver, cusparse, cutensor, driver, nvrtc, thrust
            from cupy_backends.cuda.libs import nvrtc as same
            import cupy.cublas, cupy.cusolver, cupyx.cusolver, cupyx.cusparse, cupyx.lapack, cupy.fft.config
            assert cupyx.cusparse.check_availability("spmv") and callable(cupyx.cusolver.csrlsvqr)
            assert isinstance(driver.CUDADriverError, type) and nvrtc.NVRTCError(1).status == 1
            from cupy.fft.config import get_plan_cache, use_multi_gpus
            assert cupy.fft.config.get_plan_cache() is get_plan_cache() and use_multi_gpus is False
            assert cupyx.cusolver.gesvdj is cupy.cusolver.gesvdj
            assert same is nvrtc and cupy_backends.cuda.api.driver is driver
            assert isinstance(driver.get_build_version(), int) and len(nvrtc.getVersion()) == 2
            assert thrust.available and cub.available and not cutensor.available
            assert curand.CURAND_RNG_PSEUDO_XORWOW == 101
            assert float(cupy.cublas.nrm2(cupy.array([3.0, 4.0]))) == 5
        """)

    def test_errors_speak_of_cupy(self):
        check("""
            import numpy, cupy, cupyx, re
            calls = [
                lambda: cupy.add(1, 2, out=numpy.ones(())),
                lambda: cupy.ones(2).view(type=int),
                lambda: cupy.array(1).nonzero(),
                lambda: cupy.vectorize(lambda x: x)(numpy.ones(2)),
                lambda: cupy.ones(2).get(out=[1, 2]),
                lambda: cupyx.jit.grid(1),
                lambda: cupy.no_such_name,
                lambda: cupyx.no_such_name,
                lambda: cupy.cuda.no_such_name,
            ]
            for call in calls:
                try:
                    call()
                except Exception as error:
                    text = str(error)
                    assert "cuprum" not in text, text
                else:
                    raise AssertionError("no error")
            try:
                cupy.array(1).nonzero()
            except ValueError as error:
                assert "cupy.atleast_1d" in str(error), error
        """)

    def test_errors_speak_of_cuprum_elsewhere(self):
        done = run("-c", "import cuprum; cuprum.array(1).nonzero()")
        assert "ValueError" in done.stderr and "cuprum.atleast_1d" in done.stderr

    def test_our_modules_stay_themselves(self):
        check("""
            import cupy, cupy.cuda
            import importlib
            for module, name in ((cupy, "cuprum"), (cupy.cuda, "cuprum.cuda")):
                assert module.__spec__.name == module.__package__ == name
            importlib.reload(cupy.cuda)
            assert cuprum.linalg is cupy.linalg and cuprum.linalg.__name__ == "cuprum.linalg"
        """)

    def test_names_are_cupys(self):
        check("""
            import numpy, pickle
            assert cuprum.__name__ == "cuprum" and str(cuprum.ndarray) == "<class 'cuprum.ndarray'>"
            import cupy as cp, cupyx
            x = cp.ones(2)
            assert cp.get_array_module(x).__name__ == "cupy" and cupyx.__name__ == "cupyx"
            import cupyx.scipy

            assert cupyx.scipy.get_array_module(x).__name__ == "cupyx.scipy"
            assert str(type(x)) == "<class 'cupy.ndarray'>" and type(x).__module__ == "cupy"
            assert type(pickle.loads(pickle.dumps(x))) is pickle.loads(pickle.dumps(type(x))) is cuprum.ndarray
            assert pickle.loads(pickle.dumps(cp.add)) is cp.add
            try:
                cp.no_such_function
            except AttributeError as error:
                assert str(error) == "module 'cupy' has no attribute 'no_such_function'"
            else:
                raise SystemExit("no error")
        """)

    def test_twice(self):
        check("""
            import sys
            cuprum.install_as_cupy()
            assert sum(type(finder).__module__ == "cuprum._dropin" for finder in sys.meta_path) == 1
        """)

    @pytest.mark.parametrize("name", ["cupy.no_such_module", "cupyx.no_such_module", "cupy.cuda.no_such_module"])
    def test_missing_modules(self, name):
        check(f"""
            try:
                import {name}
            except ModuleNotFoundError as error:
                assert error.name == {name!r}, error
            else:
                raise SystemExit("imported")
        """)

    def test_errors_by_their_names(self):
        check("""
            import cupy
            import cupy.cuda.compiler, cupy.cuda.memory, cupy.cuda.runtime
            from cupy_backends.cuda.api.runtime import CUDARuntimeError
            from cupy.cuda.memory import OutOfMemoryError
            assert CUDARuntimeError is cupy.cuda.runtime.CUDARuntimeError
            assert issubclass(cupy.cuda.compiler.CompileException, Exception)
            try:
                cupy.cuda.Device(1000).use()
            except CUDARuntimeError as error:
                assert error.status == 101
            else:
                raise SystemExit("no error")
            try:
                cupy.empty(1 << 60, dtype="b")
            except OutOfMemoryError as error:
                assert isinstance(error, MemoryError)
            else:
                raise SystemExit("no error")
        """)

    def test_matrices_are_cupyxs(self):
        check("""
            import cupy, cupyx.scipy.sparse as sparse, pickle
            m = sparse.csr_matrix(cupy.eye(2))
            assert type(m).__module__ == "cupyx.scipy.sparse" == type(m.tocsc()).__module__
            assert type(pickle.loads(pickle.dumps(m))) is sparse.csr_matrix
        """)

    def test_inner_names(self):
        check("""
            import cupy._core.core
            from cupy._core import ndarray
            from cupy.core.core import ndarray as other
            assert ndarray is other is cuprum.ndarray
        """)

    def test_get_array_module(self):
        check("""
            import cupy, numpy, cupyx.scipy
            assert cupy.get_array_module(cupy.ones(2)) is cupy and cupy.get_array_module(numpy.ones(2)) is numpy
            import scipy
            assert cupyx.scipy.get_array_module(cupy.ones(2)) is cupyx.scipy
            assert cupyx.scipy.get_array_module([1]) is scipy
        """)

    def test_environment(self):
        out = check(
            """
            import cupy
            print(cupy.get_default_memory_pool().get_limit())
            """,
            CUPY_GPU_MEMORY_LIMIT="123456789",
        )
        assert int(out) == 123456789


class TestRealCupy:
    @pytest.fixture
    def path(self, tmp_path):
        (tmp_path / "cupy").mkdir()
        (tmp_path / "cupy" / "__init__.py").write_text("real = True\n")
        return tmp_path

    def test_left_alone(self, path):
        done = run(
            "-c", "import cuprum, cupy; assert cupy.real", PYTHONPATH=f"{path}:{os.environ.get('PYTHONPATH', '')}"
        )
        assert done.returncode == 0, done.stderr

    def test_hidden(self, path):
        program = "import cuprum; cuprum.install_as_cupy(); import cupy; assert cupy is cuprum"
        done = run("-c", program, PYTHONPATH=f"{path}:{os.environ.get('PYTHONPATH', '')}")
        assert done.returncode == 0, done.stderr

    def test_too_late(self, path):
        program = "import cupy, cuprum; cuprum.install_as_cupy()"
        done = run("-c", program, PYTHONPATH=f"{path}:{os.environ.get('PYTHONPATH', '')}")
        assert done.returncode == 1 and "RuntimeError: cupy was imported" in done.stderr and str(path) in done.stderr


class TestCommandLine:
    def test_script(self, script, tmp_path):
        done = run("-m", "cuprum", str(script), "one", "--two", "-m", cwd="/")
        assert done.returncode == 0, done.stderr
        assert done.stdout == f"{[str(script), 'one', '--two', '-m']} {script} 42 6 cupy\n"

    def test_module(self, script):
        done = run("-m", "cuprum", "-m", "program", "one", cwd=script.parent)
        assert done.returncode == 0, done.stderr
        assert done.stdout == f"{[str(script), 'one']} {script} 42 6 cupy\n"

    def test_code(self):
        done = run(
            "-m",
            "cuprum",
            "-c",
            "import sys, cupy; print(sys.argv, cupy.arange(3), sorted(k for k in globals() if k[0] != '_'))",
            "x",
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout == "['-c', 'x'] [0 1 2] ['cupy', 'sys']\n"

    def test_folder(self, script):
        script.rename(script.parent / "__main__.py")
        done = run("-m", "cuprum", str(script.parent), "x", cwd="/")
        assert done.returncode == 0 and " 42 6 cupy" in done.stdout, done.stderr

    @pytest.mark.parametrize("arguments", [[], ["-"]])
    def test_standard_input(self, arguments):
        done = run("-m", "cuprum", *arguments, stdin="import sys, cupy\nprint(cupy.arange(3), __name__, sys.argv)\n")
        assert done.returncode == 0, done.stderr
        assert done.stdout == "[0 1 2] __main__ ['-']\n"
        failed = run("-m", "cuprum", *arguments, stdin="import cupy\n1 / 0\n")
        assert failed.returncode == 1 and 'File "<stdin>", line 2' in failed.stderr

    @pytest.mark.parametrize("children", [True, False])
    def test_interpreter(self, children):
        typed = """
            import cupy as cp
            cp.arange(6).reshape(2, 3)
            1 / 0
            sorted(name for name in globals() if name[0] != "_")
            import subprocess, sys
            child = "import sys, cupy; sys.exit('cuprum' not in sys.modules)"
            subprocess.run([sys.executable, "-c", child], capture_output=True).returncode
        """
        done = run("-m", "cuprum", *(["--children"] if children else []), "-i", stdin=textwrap.dedent(typed))
        assert done.returncode == 0, done.stderr
        assert done.stdout == f"array([[0, 1, 2],\n       [3, 4, 5]])\n['cp']\n{0 if children else 1}\n"
        assert "Python" in done.stderr and "ZeroDivisionError" in done.stderr

    @pytest.mark.parametrize(
        "code, status", [("raise SystemExit(7)", 7), ("1 / 0", 1), ("raise ValueError('mine')", 1)]
    )
    def test_failures(self, code, status):
        done = run("-m", "cuprum", "-c", code)
        assert done.returncode == status
        assert "python -m cuprum:" not in done.stderr and ("Traceback" in done.stderr) == (status == 1)

    @pytest.mark.parametrize("asked", [True, False])
    def test_children(self, asked, tmp_path):
        path = tmp_path / "parent.py"
        path.write_text(
            textwrap.dedent("""
            import multiprocessing, subprocess, sys
            import cupy

            def total(n):
                import cupyx, cupy.cuda
                return int(cupy.arange(n).sum())

            if __name__ == "__main__":
                child = "import cupy.cuda, cupyx; import cupy; print(cupy.__name__, cupyx.__name__, cupy.cuda.__name__)"
                print(subprocess.run([sys.executable, "-c", child], capture_output=True, text=True).stdout.strip())
                if "spawn" in sys.argv:
                    with multiprocessing.get_context("spawn").Pool(1) as pool:
                        print(pool.map(total, [4, 5]))
            """)
        )
        done = run("-m", "cuprum", *(["--children"] if asked else []), str(path), *(["spawn"] if asked else []))
        assert done.returncode == 0, done.stderr
        # Unasked, a child finds CuPy itself or, where that is not installed, nothing.
        assert (
            done.stdout == "cupy cupyx cuprum.cuda\n[6, 10]\n"
            if asked
            else done.stdout in ("\n", "cupy cupyx cupy.cuda\n")
        )

    def test_commands_stay(self):
        assert "Backend" in run("-m", "cuprum", "info").stdout
        assert "Kernel cache" in run("-m", "cuprum", "cache", "info").stdout
        helped = run("-m", "cuprum", "--help").stdout
        assert "SCRIPT" in helped and "cache" in helped
        missing = run("-m", "cuprum", "no_such_file.py")
        assert missing.returncode == 2 and "'no_such_file.py' is no file" in missing.stderr


def test_nothing_happens_by_itself():
    done = run("-c", "import sys, cuprum; print('cupy' in sys.modules, [type(f).__module__ for f in sys.meta_path])")
    assert done.returncode == 0 and done.stdout.startswith("False") and "cuprum" not in done.stdout
    assert "install_as_cupy" in dir(cuprum) and cuprum.install_as_cupy.__doc__
