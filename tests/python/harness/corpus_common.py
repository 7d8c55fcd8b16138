"""What the tests of the CUDA kernels in kernels/corpus share."""

import functools
import pathlib
import re

import numpy as np
from common import assert_same

import cuprum as cp

CORPUS = pathlib.Path(__file__).resolve().parents[1] / "kernels" / "corpus"


@functools.cache
def module(file):
    """The module of a file of the corpus. Templates are named in a comment of the file."""
    text = (CORPUS / f"{file}.cu").read_text()
    names = re.search(r"^// names: (.*)$", text, re.MULTILINE)
    return cp.RawModule(code=text, name_expressions=names[1].split() if names else None)


def launch(file, name, grid, block, *arguments, shared=0):
    as_tuple = lambda size: size if isinstance(size, tuple) else (size,)
    function = module(file).get_function(name)
    function(as_tuple(grid), as_tuple(block), arguments, shared_mem=shared)


def blocks(n, block):
    return -(-n // block)


def rng(seed=0):
    return np.random.default_rng(seed)


def same(actual, expected, rtol=0, atol=0):
    """Of the same shape; kernels write to dtypes of their own."""
    assert_same(actual, expected, rtol, atol, strict_dtype=False)
