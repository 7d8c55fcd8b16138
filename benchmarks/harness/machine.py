"""The machine and what is installed on it, as a record names them."""

import contextlib
import os
import pathlib
import platform
import re
import subprocess
import sys

import numpy


def output_of(*command):
    """What a command prints, or nothing where it cannot be run."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout.strip()
    return ""


def machine():
    name = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    gpu = output_of("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").splitlines()
    return {
        "processor": name.group(1) if name else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "gpu": gpu[0].split(", ")[0] if gpu else None,
        "gpus": len(gpu),
        "driver": gpu[0].split(", ")[1] if gpu else None,
        "system": platform.platform(),
    }


def load_average():
    return [round(one, 2) for one in os.getloadavg()]


def numpy_blas():
    with contextlib.suppress(Exception):
        blas = numpy.show_config(mode="dicts")["Build Dependencies"]["blas"]
        return f"{blas['name']} {blas['version']}"
    return None


def versions(libraries):
    found = {"python": platform.python_version(), "numpy": numpy.__version__, "numpy's BLAS": numpy_blas()}
    found |= {name: library.version for name, library in libraries.items()}
    with contextlib.suppress(ImportError):
        found["scipy"] = __import__("scipy").__version__
    if "cuprum" in libraries:
        info = output_of(sys.executable, "-m", "cuprum", "info")
        for line in info.splitlines():
            key, _, text = (part.strip() for part in line.partition(":"))
            if re.match(r"Compiler|CUDA|Driver|NVRTC|cu[A-Z]|OpenBLAS|Threads", key):
                found[f"cuprum: {key}"] = text
    return found


def slug(machine):
    text = machine["gpu"] or f"{machine['processor']} {machine['cores']} cores"
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
