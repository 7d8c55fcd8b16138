"""Calls that are more than one function: objects that are made, asked, and turned into arrays.

A recipe takes a library's SciPy, its NumPy and the arguments; a case's path is "recipe.NAME".
"""

import functools
import importlib
import inspect

import numpy as np
import scipy

import cuprum as cp
import cuprumx.scipy

MODULES = [
    "fft",
    "interpolate",
    "linalg",
    "ndimage",
    "signal",
    "special",
    "sparse.csgraph",
    "sparse.linalg",
    "spatial",
    "stats",
]
RECIPES = {}


for _module in MODULES:
    importlib.import_module(f"scipy.{_module}")
    importlib.import_module(f"cuprumx.scipy.{_module}")


def recipe(function):
    """Registers a recipe by its name."""
    RECIPES[function.__name__] = function
    return function


def pair(name):
    """The recipe for SciPy and for cuprum."""
    function = RECIPES[name]
    return functools.partial(function, scipy, np), functools.partial(function, cuprumx.scipy, cp)


def text(name):
    """The recipe as a program defines it."""
    lines = inspect.getsource(RECIPES[name]).splitlines()
    return "\n".join(line for line in lines if line != "@recipe")
