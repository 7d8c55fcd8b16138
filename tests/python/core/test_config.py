"""What the library tells of itself, and its command line."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import cuprum
import cuprumx


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
    assert "what to do: set CUPRUM_CACHE_DIR" in done.stdout and "1 of 7 checks failed" in done.stdout


PAGE_OF_ERRORS = pathlib.Path(cuprum.__file__).parent / "lib/errors.md"


@pytest.mark.skipif(not PAGE_OF_ERRORS.exists(), reason="the page of errors is not here")
def test_help_command():
    topics = [line.split()[4] for line in run("-m", "cuprum", "help").stdout.splitlines()]
    assert topics == ["compile", "memory", "device", "libraries", "synchronize", "installation"]
    for topic in topics:
        done = run("-m", "cuprum", "help", topic)
        assert done.returncode == 0 and done.stdout.startswith("## ") and "](" not in done.stdout
    done = run("-m", "cuprum", "help", "nonsense")
    assert done.returncode == 1 and "there is help on compile, memory" in done.stderr


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
