"""What NumPy, SciPy, CUDA or CuPy call a function of the reference."""

import importlib

# Modules that have the names of NumPy's and SciPy's.
NUMPY = ("cuprum", "cuprum.linalg", "cuprum.fft", "cuprum.random", "cuprum.testing")
# Names of cuprum.cuda.runtime that are none of CUDA's runtime functions.
DRIVER = {
    "CUDARuntimeError": "cupy.cuda.runtime.CUDARuntimeError",
    "check_status": "cupy.cuda.runtime.check_status",
    "ctxGetCurrent": "cuCtxGetCurrent",
    "pointerGetMemoryType": "cuPointerGetAttribute",
    "streamGetCtx": "cuStreamGetCtx",
}
# Names that NumPy or SciPy have elsewhere, or had in an older version.
ELSEWHERE = {
    "cuprum.CompileException": "cupy.cuda.compiler.CompileException",
    "cuprum.CUDARuntimeError": "cupy.cuda.runtime.CUDARuntimeError",
    "cuprum.OutOfMemoryError": "cupy.cuda.memory.OutOfMemoryError",
    "cuprum.alltrue": "numpy.all",
    "cuprum.asfarray": "numpy.asfarray` of NumPy 1",
    "cuprum.byte_bounds": "numpy.lib.array_utils.byte_bounds",
    "cuprum.cumproduct": "numpy.cumprod",
    "cuprum.disp": "numpy.disp` of NumPy 1",
    "cuprum.find_common_type": "numpy.result_type",
    "cuprum.fromDlpack": "cupy.fromDlpack",
    "cuprum.get_array_wrap": "numpy.get_array_wrap` of NumPy 1",
    "cuprum.in1d": "numpy.isin",
    "cuprum.issctype": "numpy.issctype` of NumPy 1",
    "cuprum.issubclass_": "numpy.issubclass_` of NumPy 1",
    "cuprum.issubsctype": "numpy.issubdtype",
    "cuprum.msort": "numpy.sort",
    "cuprum.obj2sctype": "numpy.dtype(...).type",
    "cuprum.product": "numpy.prod",
    "cuprum.round_": "numpy.round",
    "cuprum.safe_eval": "ast.literal_eval",
    "cuprum.sctype2char": "numpy.dtype(...).char",
    "cuprum.set_string_function": "numpy.set_string_function` of NumPy 1",
    "cuprum.sometrue": "numpy.any",
    "cuprum.trapz": "numpy.trapezoid",
    "cuprum.who": "numpy.who` of NumPy 1",
    "cuprum.linalg.EigResult": "numpy.linalg.eig(...)",
    "cuprum.linalg.EighResult": "numpy.linalg.eigh(...)",
    "cuprum.linalg.QRResult": "numpy.linalg.qr(...)",
    "cuprum.linalg.SVDResult": "numpy.linalg.svd(...)",
    "cuprum.linalg.SlogdetResult": "numpy.linalg.slogdet(...)",
    "cuprum.exceptions.CompileException": "cupy.cuda.compiler.CompileException",
    "cuprum.exceptions.CUDARuntimeError": "cupy.cuda.runtime.CUDARuntimeError",
    "cuprum.exceptions.OutOfMemoryError": "cupy.cuda.memory.OutOfMemoryError",
    "cuprumx.scipy.linalg.kron": "numpy.kron",
    "cuprumx.scipy.signal.cwt": "scipy.signal.cwt` before SciPy 1.15",
    "cuprumx.scipy.signal.morlet": "scipy.signal.morlet` before SciPy 1.15",
    "cuprumx.scipy.signal.morlet2": "scipy.signal.morlet2` before SciPy 1.15",
    "cuprumx.scipy.signal.qmf": "scipy.signal.qmf` before SciPy 1.15",
    "cuprumx.scipy.signal.ricker": "scipy.signal.ricker` before SciPy 1.15",
    "cuprumx.scipy.sparse.linalg.IdentityOperator": "scipy.sparse.linalg.aslinearoperator(...)",
    "cuprumx.scipy.sparse.linalg.MatrixLinearOperator": "scipy.sparse.linalg.aslinearoperator(...)",
    "cuprumx.scipy.sparse.csgraph.MaximumFlowResult": "scipy.sparse.csgraph.maximum_flow(...)",
    "cuprumx.scipy.spatial.distance.distance_matrix": "scipy.spatial.distance_matrix",
    "cuprumx.scipy.spatial.distance.sokalmichener": "scipy.spatial.distance.sokalmichener` before SciPy 1.17",
    "cuprumx.scipy.special.btdtr": "scipy.special.betainc",
    "cuprumx.scipy.special.btdtri": "scipy.special.betaincinv",
    "cuprumx.scipy.special.lpmn": "scipy.special.lpmn` before SciPy 1.17",
    "cuprumx.scipy.special.orthopoly1d": "scipy.special.legendre(...)",
    "cuprumx.scipy.stats.SmallSampleWarning": "scipy.stats.ttest_ind(...)` of short samples, its warning",
    "cuprumx.scipy.stats.rv_frozen": "scipy.stats.norm(...)",
}  # fmt: skip
# What neither NumPy, SciPy nor CuPy have.
OWN = {
    "cuprum": "FusedScalar backend deferred eval explain install_as_cupy is_deferred",
    "cuprumx.jit": "Translation translate",
    "cuprumx.profiler": "load_ipython_extension trace",
    "cuprumx.distributed.array": "GroupArray Layout SparseRows cholesky exchange_halo fft fftn ifft ifftn integers "
    "map_chunks map_overlap qr random reset_traffic solve solve_triangular sort standard_normal traffic unique "
    "with_halo",
    "cuprumx.scipy.ndimage": "windows",
    "cuprumx.scipy.sparse": "matrix_transpose",
}


def same_name(module, name):
    """NumPy's or SciPy's function of the same name; None where they have none."""
    other = "numpy" + module.removeprefix("cuprum") if module in NUMPY else None
    if module.startswith("cuprumx.scipy"):
        other = "scipy" + module.removeprefix("cuprumx.scipy")
    try:
        return f"{other}.{name}" if other and hasattr(importlib.import_module(other), name) else None
    except ImportError:
        return None


def own(module, name):
    return name in OWN.get(module, "").split()


def counterpart(module, name):
    """What NumPy or SciPy, else CUDA, else CuPy call a function; None where it is cuprum's own."""
    if own(module, name):
        return None
    if module == "cuprum.cuda.runtime":
        return DRIVER.get(name) or f"cuda{name[0].upper()}{name[1:]}"
    found = ELSEWHERE.get(f"{module}.{name}") or same_name(module, name)
    return found or f"{module.replace('cuprum', 'cupy', 1)}.{name}"


def sentence(module, name):
    """Of the entry: what others call it."""
    found = counterpart(module, name)
    if not found:
        return "Counterpart: none, it is cuprum's own."
    called, end, more = found.partition("`")
    return f"Counterpart: ``{called}``{more}."
