"""Where CUDA is on this machine."""

import os as _os
import shutil as _shutil

from .._core._cuda_runtime import runtimeGetVersion as _runtime_version


def get_local_runtime_version() -> int:
    """The version of CUDA that kernels are compiled with here, 13000 for 13.0; 0 on a CPU."""
    return _runtime_version()


def get_cuda_path() -> str | None:
    """The folder of the CUDA toolkit: what CUPRUM_CUDA_PATH or CUDA_PATH names, else where nvcc is, else
    /usr/local/cuda; None where there is none."""
    for variable in ("CUPRUM_CUDA_PATH", "CUDA_PATH"):
        if _os.environ.get(variable):
            return _os.environ[variable]
    nvcc = _shutil.which("nvcc")
    if nvcc:
        return _os.path.dirname(_os.path.dirname(nvcc))
    return "/usr/local/cuda" if _os.path.isdir("/usr/local/cuda") else None


def get_nvcc_path() -> str | None:
    """The command of NVIDIA's compiler: what NVCC names, else nvcc of the CUDA toolkit; None where there is none."""
    if _os.environ.get("NVCC"):
        return _os.environ["NVCC"]
    folder = get_cuda_path()
    nvcc = folder and _os.path.join(folder, "bin", "nvcc")
    return nvcc if nvcc and _os.path.exists(nvcc) else _shutil.which("nvcc")


def get_rocm_path() -> None:
    """Of AMD's tools: None, as AMD's GPUs are not supported."""
    return None


def get_hipcc_path() -> None:
    """Of AMD's tools: None, as AMD's GPUs are not supported."""
    return None
