"""Other libraries bring an LLVM of their own; ours is loaded beside them, in either order, in one process."""

import importlib.util
import os
import subprocess
import sys

import pytest

import cuprum as cp

pytestmark = pytest.mark.skipif(cp.backend() != "cpu", reason="only the CPU backend loads an LLVM")

OURS = """
import numpy as np
import cuprum as cp
def ours(k):
    # Products of mixed dtypes, which are in no cache: each k makes another kernel.
    dtypes = ["b", "h", "i", "l", "f", "d"]
    a, b = np.arange(5).astype(dtypes[k]), np.arange(5).astype(dtypes[k - 1]) + 1
    assert np.array_equal((cp.array(a) * cp.array(b)).get(), a * b)
"""
THEIRS = {
    "llvmlite": """
import ctypes
import llvmlite.binding as llvm
llvm.initialize_native_target(); llvm.initialize_native_asmprinter()
def theirs():
    module = llvm.parse_assembly("define i64 @twice(i64 %x) { %y = add i64 %x, %x ret i64 %y }")
    engine = llvm.create_mcjit_compiler(module, llvm.Target.from_default_triple().create_target_machine())
    engine.finalize_object()
    assert ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(engine.get_function_address("twice"))(21) == 42
""",
    "numba": """
import numba
def theirs():
    assert numba.njit(lambda x: x * 2)(21) == 42
""",
    "jax": """
import jax
def theirs():
    assert int(jax.jit(lambda x: x * 2)(21)) == 42
""",
    "torch": """
import torch
def theirs():
    assert int(torch.tensor(21) * 2) == 42
""",
}


@pytest.mark.parametrize("order", ["ours first", "theirs first"])
@pytest.mark.parametrize("library", THEIRS)
def test_compilers_live_side_by_side(library, order, tmp_path):
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    calls = "ours(1); theirs(); ours(2); theirs()" if order == "ours first" else "theirs(); ours(1); theirs(); ours(2)"
    parts = [OURS, THEIRS[library]] if order == "ours first" else [THEIRS[library], OURS]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join([*parts, calls])],
        env={**os.environ, "CUPRUM_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
