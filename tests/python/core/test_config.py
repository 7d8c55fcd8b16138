"""What the library tells of itself, and its command line."""

import importlib.machinery
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

import cuprum
import cuprumx
from cuprumx.scipy import sparse


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, *arguments], env=os.environ | environment, capture_output=True, text=True, timeout=300
    )


def test_backend():
    assert cuprum.backend() in ("cuda", "cpu")
    assert cuprum.is_available() == (cuprum.backend() == "cuda")


def test_show_config(capsys, monkeypatch):
    monkeypatch.setenv("CUPRUM_TEST_VARIABLE", "seen")
    cuprum.show_config()
    text = capsys.readouterr().out
    for fact in (
        cuprum.__version__,
        np.__version__,
        cuprum.backend(),
        repr(cuprum.cuda.Device(0)),
        "CUPRUM_TEST_VARIABLE",
    ):
        assert fact in text


def test_info_command():
    done = run("-m", "cuprum", "info")
    assert done.returncode == 0 and "Kernel cache" in done.stdout and "Nothing wrong was seen" in done.stdout


def test_info_says_what_is_wrong(tmp_path):
    (tmp_path / "file").touch()
    done = run("-m", "cuprum", "info", CUPRUM_CACHE_DIR=str(tmp_path / "file/cache"))
    assert done.returncode == 1 and "Kernel cache: NotADirectoryError" in done.stdout, done.stdout + done.stderr
    assert "what to do: set CUPRUM_CACHE_DIR" in done.stdout
    done = run("-m", "cuprum", "info", CUPRUM_BAKEND="cpu", CUPRUM_OPENBLAS="/none/libopenblas.so")
    assert done.returncode == 1 and "Settings: RuntimeError: CUPRUM_BAKEND  (no such setting" in done.stdout
    assert "Linear algebra: RuntimeError: /none/libopenblas.so is not there" in done.stdout
    assert "what to do: correct the path in CUPRUM_OPENBLAS, or unset it" in done.stdout
    done = run("-m", "cuprum", "info", CUPRUM_BACKEND="gpu")
    assert done.returncode == 1 and "'gpu'" in done.stdout and "Traceback" not in done.stderr


def test_doctor(tmp_path):
    done = run("-m", "cuprum", "doctor")
    assert done.returncode == 0 and done.stdout.endswith("All is well\n"), done.stdout + done.stderr
    assert "ok    Compiler: " in done.stdout and "ok    Operations: " in done.stdout
    # A folder that cannot be made: one failed check, and advice.
    (tmp_path / "file").touch()
    done = run("-m", "cuprum", "doctor", CUPRUM_CACHE_DIR=str(tmp_path / "file/cache"))
    assert done.returncode == 1 and "FAIL  Kernel cache: " in done.stdout, done.stdout + done.stderr
    assert "what to do: set CUPRUM_CACHE_DIR" in done.stdout and "1 of 8 checks failed" in done.stdout


def test_doctor_says_a_reason_once(tmp_path):
    """One cause is one advice: what fails for want of a compiler is not reported as four errors."""
    if cuprum.backend() == "cpu":
        done = run("-m", "cuprum", "doctor", CUPRUM_CLANG_LIBRARY="/nowhere/clang.so", CUPRUM_CACHE_DIR=str(tmp_path))
        assert done.returncode == 1 and "correct the path in CUPRUM_CLANG_LIBRARY" in done.stdout, done.stdout
        assert done.stdout.count("Cannot load the CPU compiler") == 1
        done = run("-m", "cuprum", "info", CUPRUM_CLANG_LIBRARY="/nowhere/clang.so")
        assert done.returncode == 1 and "Compiler: RuntimeError: /nowhere/clang.so is not there" in done.stdout
    for command in ("doctor", "info"):
        done = run("-m", "cuprum", command, CUPRUM_BACKEND="gpu")
        assert done.returncode == 1 and done.stdout.count("CUPRUM_BACKEND") == 1 and not done.stderr
        assert "what to do: correct the setting" in done.stdout


STAND_IN = pathlib.Path(cuprum._core.__file__).resolve().parents[2] / "stand_in"  # of a build, beside its package


@pytest.mark.skipif(not (STAND_IN / "libcuda.so.1").exists(), reason="needs the stand-in of a build")
def test_info_tells_of_an_old_driver():
    """The stand-in is a driver for CUDA 12.0."""
    done = run("-m", "cuprum", "info", LD_LIBRARY_PATH=str(STAND_IN), CUPRUM_BACKEND="cuda")
    compiler = re.search(r"nvrtc-(\d+)", done.stdout)
    if compiler and int(compiler[1]) > 12:
        assert done.returncode == 1 and "GPU: RuntimeError: the driver is for CUDA 12" in done.stdout
        assert "what to do: update the driver, or pip install 'cuprum[cuda12]'" in done.stdout


def test_settings_are_known():
    page = pathlib.Path(__file__).resolve().parents[3] / "docs/environment.md"
    if not page.exists():
        pytest.skip("the page of settings is not here")
    listed = re.findall(r"^\| (`[^|]*`) \|", page.read_text(), re.MULTILINE)
    names = {name.removeprefix("CUPRUM_") for row in listed for name in re.findall(r"`(CUPRUM_\w+)`", row)}
    from cuprum import _config

    assert names == set(_config.SETTINGS)
    assert _config.remark("CUPRUM_SEED") == _config.remark("CUPY_SEED") == _config.remark("CUPY_NO_SUCH") == ""
    assert _config.remark("CUPRUM_CACHEDIR") == "  (no such setting; did you mean CUPRUM_CACHE_DIR?)"
    assert "no meaning here" in _config.remark("CUPY_ACCELERATORS")
    assert "did you mean CUPRUM_CACHE_SIZE?" in run("-m", "cuprum", "info", CUPRUM_CACHE_SIZES="1G").stdout


@pytest.mark.parametrize(
    "name, value, program",
    [
        ("NUM_THREADS", "many", ""),
        ("NUM_THREADS", "0", ""),
        ("CPU_DEVICES", "two", ""),
        ("DEFER_BYTES", "1k", "with cuprum.deferred(): cuprum.ones(3) + 1"),
        ("CHECK", "memry", "x.take(x.astype(int))"),
    ],
)
def test_wrong_settings_are_errors(name, value, program):
    if cuprum.backend() != "cpu" and name in ("NUM_THREADS", "CPU_DEVICES"):
        pytest.skip("a setting of the CPU backend")
    done = run("-c", f"import cuprum\nx = cuprum.ones(3)\n{program}", **{f"CUPRUM_{name}": value})
    assert done.returncode == 1 and f"ValueError: CUPRUM_{name} " in done.stderr and f"'{value}'" in done.stderr


def test_imports_that_fail_say_what_to_do(tmp_path):
    def message(program, folder=None):
        environment = os.environ | ({"PYTHONPATH": str(folder)} if folder else {})
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        assert done.returncode == 1
        return done.stderr.splitlines()[-1]

    start = "ImportError: cuprum cannot be imported: "
    program = "import sys; sys.modules['numpy'] = None; import cuprum"
    assert message(program) == start + "NumPy is missing: pip install 'numpy>=2'"
    program = "import numpy; numpy.__version__ = '1.26.4'; import cuprum"
    assert message(program) == start + "NumPy 1.26.4 is too old: pip install 'numpy>=2'"
    # Folders without the compiled part, and with that of another Python.
    package = pathlib.Path(cuprum.__file__).parent
    copy = tmp_path / "cuprum"
    shutil.copytree(package, copy, ignore=lambda folder, names: [n for n in names if n.endswith(".so") or n == "lib"])
    assert "has no compiled part. In a clone of the sources run `make build`" in message("import cuprum", tmp_path)
    (copy / "_core.cpython-39-x86_64-linux-gnu.so").touch()
    assert f"with cp3{sys.version_info[1]} in its name" in message("import cuprum", tmp_path)
    (copy / "_core.cpython-39-x86_64-linux-gnu.so").unlink()
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    (copy / f"_core{suffix}").touch()
    assert "file too short. Install cuprum again: " in message("import cuprum", tmp_path)
    from cuprum import _installation

    for version in ("GLIBC_2.36", "GLIBCXX_3.4.30"):
        error = ImportError(f"/lib/libc.so.6: version `{version}' not found (required by libcuprum.so.0.1)")
        assert f"too old ({version}). cuprum's wheel needs Debian 12" in str(_installation.explained(error))


PAGE_OF_ERRORS = pathlib.Path(cuprum.__file__).parent / "lib/errors.md"


@pytest.mark.skipif(not PAGE_OF_ERRORS.exists(), reason="the page of errors is not here")
def test_help_command():
    topics = [line.split()[4] for line in run("-m", "cuprum", "help").stdout.splitlines()]
    assert topics == "numpy singular compile memory device libraries synchronize installation".split()
    for topic in topics:
        done = run("-m", "cuprum", "help", topic)
        assert done.returncode == 0 and done.stdout.startswith("## ") and "](" not in done.stdout
    done = run("-m", "cuprum", "help", "nonsense")
    assert done.returncode == 1 and "there is help on numpy, singular, compile, memory" in done.stderr


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have notes since Python 3.11")
def test_errors_name_their_help():
    pool = cuprum.cuda.MemoryPool()
    pool.set_limit(size=1 << 20)
    with cuprum.cuda.using_allocator(pool.malloc), pytest.raises(MemoryError) as error:
        cuprum.zeros(1 << 20)
    assert error.value.__notes__ == ["Help: python -m cuprum help memory"]
    with pytest.raises(cuprum.cuda.compiler.CompileException) as error:
        cuprum.ElementwiseKernel("T x", "T y", "y = no_such_name(x)", "wrong")(cuprum.ones(3))
    assert error.value.__notes__ == ["Help: python -m cuprum help compile"]
    with cuprumx.allow_synchronize(False), pytest.raises(RuntimeError) as error:
        cuprum.ones(3).get()
    assert error.value.__notes__ == ["Help: python -m cuprum help synchronize"]
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix") as error:
        cuprum.linalg.inv(cuprum.zeros((2, 2)))
    assert error.value.__notes__ == ["Help: python -m cuprum help singular"]
    double = cuprum.ElementwiseKernel("T x", "T y", "y = 2 * x", "double_it")
    matrix = sparse.identity(3, format="csr")
    for call in (
        lambda: cuprum.ones(3) + np.ones(3),
        lambda: np.asarray(cuprum.ones(3)),
        lambda: double(np.ones(3)),
        lambda: cuprum.sin(cuprum.ones(3), out=np.ones(3)),
        lambda: cuprum.sum(cuprum.ones(3), out=np.array(0.0)),
        lambda: sparse.linalg.spsolve(matrix, np.ones(3)),
        lambda: cuprumx.linalg.sparse.lschol(matrix, np.ones(3)),
    ):
        with pytest.raises(TypeError) as error:
            call()
        assert error.value.__notes__[0] == "Help: python -m cuprum help numpy"


def test_names_that_are_not_there():
    with pytest.raises(AttributeError, match="SciPy's functions are in cuprumx.scipy"):
        cuprum.scipy
    assert not hasattr(cuprum, "scipy")
    with pytest.raises(AttributeError) as error:
        cuprum.cumsun
    assert error.value.name == "cumsun" and error.value.obj is cuprum
    assert "Did you mean: 'cumsum'?" in run("-c", "import cuprum; cuprum.cumsun").stderr


def test_cache_commands(tmp_path):
    program = "import cuprum; cuprum.asarray([[1, 2], [3, 4]], dtype='i2').astype('u2')[:, ::-1].copy()"
    cache = {"CUPRUM_CACHE_DIR": str(tmp_path)}
    assert run("-c", program, **cache).returncode == 0
    kernels = len(list(tmp_path.glob("*.kernel")))
    assert f"{tmp_path}: {kernels} kernels" in run("-m", "cuprum", "cache", "info", **cache).stdout
    assert f"{kernels} kernels removed" in run("-m", "cuprum", "cache", "clear", **cache).stdout
    assert not list(tmp_path.glob("*.kernel"))


@pytest.mark.parametrize("arguments", [("cache",), ("nonsense",)])
def test_wrong_commands(arguments):
    done = run("-m", "cuprum", *arguments)
    assert done.returncode == 2 and "usage" in done.stderr


def test_wrong_target(tmp_path):
    done = run("-m", "cuprum", "cache", "build", "--target", "z80", "--output", str(tmp_path))
    assert done.returncode == 1 and "'z80'" in done.stderr and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "variable, value", [("CUPRUM_BACKEND", "gpu"), ("CUPRUM_CACHE_SIZE", "much"), ("CUPRUM_GPU_MEMORY_LIMIT", "half")]
)
def test_wrong_settings(variable, value):
    done = run("-c", "import cuprum; print(cuprum.arange(3) + 1)", **{variable: value})
    assert done.returncode == 1 and variable in done.stderr and repr(value) in done.stderr
