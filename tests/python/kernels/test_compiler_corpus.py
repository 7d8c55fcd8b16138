"""The kernels of compiler_corpus.py on all targets that this machine runs. Worth a run of its own whenever LLVM's
version changes."""

import json
import os
import subprocess
import sys

import pytest

import compiler_corpus
import cuprum as cp
import random_kernels

pytestmark = pytest.mark.skipif(cp.backend() != "cpu", reason="what is tested is the CPU backend's compiler")


def run(target):
    process = subprocess.run(
        [sys.executable, compiler_corpus.__file__],
        env={**os.environ, "CUPRUM_BACKEND": "cpu", "CUPRUM_CPU_TARGET": target},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(process.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def reference():
    return run("x86-64-v2-nomvec-fibers-scalar")


def test_the_reference_is_numpys(reference):
    assert reference["wrong"] == []


@pytest.mark.parametrize("target", random_kernels.all_targets())
def test_corpus(target, reference):
    found = run(target)
    assert found["wrong"] == []
    differing = [body for body, digests in found["digests"].items() if digests != reference["digests"][body]]
    assert differing == []
