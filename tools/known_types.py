"""Types that bindings take or give as objects of Python, for tools/make_stubs.py.

nanobind shows `object` where a parameter is of a class that Python defines, or a result depends on the arguments. What
is missing here stays Any: results whose class depends on values, such as `format="csr"`, and NumPy's own (`item`).
"""

SPARSE, SPARSE_LINALG = "cuprum._core._scipy_sparse", "cuprum._core._scipy_sparse_linalg"
SIGNAL, DIVIDED = "cuprum._core._scipy_signal", "cuprum._core._distributed"
CUDA, TEXTURE = "cuprum._core._cuda", "cuprum._core._cuda._texture"
INTERPOLATE, CORE = "cuprum._core._scipy_interpolate", "cuprum._core"

OPERATOR = "SparseLike | LinearOperator"
SEED = "SupportsIndex | Generator | RandomState | numpy.random.Generator | numpy.random.RandomState | None"
SYSTEM = "lti | dlti | tuple[Any, ...]"
INDEX_MAP = "Layout | dict[int, tuple[slice, ...]] | dict[int, list[tuple[slice, ...]]]"

# {module: {parameter: type}}, where the signature says `object`; "" counts for all modules.
PARAMETERS = {
    "": {"rng": SEED, "seed": SEED, "random_state": SEED, "log_stream": "TextIO | None"},
    SPARSE_LINALG: dict.fromkeys(["A", "a", "x"], OPERATOR)
    | dict.fromkeys(["M", "M1", "M2", "B"], f"{OPERATOR} | None")
    | {"b": "SparseLike", "drop_rule": "str | None", "options": "dict[str, object] | None"}
    | dict.fromkeys(["relax", "panel_size"], "SupportsIndex | None"),
    "cuprum._core._scipy_stats": {"confidence_level": "float"},
    SPARSE: dict.fromkeys(["A", "B"], "SparseLike"),
    SIGNAL: {"system": SYSTEM},
    "cuprum._core._scipy_fft": {"plan": "Plan1d | PlanNd | None"},
    DIVIDED: {
        "a": "_Divided",
        "b": "_Divided | ndarray",
        "map": INDEX_MAP,
        "layout": INDEX_MAP,
        "operation": "str | cuprum._core.ufunc | Callable[[ndarray], ndarray] | None",
    },
    CUDA: {
        "mem": "ctypes.c_void_p | SupportsIndex | MemoryPointer",
        "allocator": "Callable[[int], MemoryPointer | PinnedMemoryPointer] | None",
        "free_func": "Callable[[int, int], object] | None",
        "arg": "object",
        "owner": "object",
    },
    "cuprum._core._cuda_runtime": {"arg": "object"},
    "cuprum._core._cuda_nccl": {"config": "NcclConfig | None"},
}
# {module: {class.function or function: type of the result}}
CSR = "_csr_base"  # of csr_array and csr_matrix, which are made when the program runs
RESULTS = {
    CORE: {
        "ufunc.identity": "complex | bool | None",
        "flatiter.__iter__": "Iterator[ndarray]",
        "flatiter.base": "ndarray",
        "RawKernel.code": "str",
        "RawKernel.file_path": "str | None",
        "RawModule.code": "str | None",
        "RawModule.file_path": "str | None",
        "RawModule.name_expressions": "tuple[str, ...] | None",
        "ElementwiseKernel.cached_code": "str",
        "ReductionKernel.cached_code": "str",
        "einsum_path": "tuple[list[str | tuple[int, ...]], str]",
    },
    TEXTURE: {
        "ResourceDescriptor.cuArr": "CUDAarray | None",
        "ResourceDescriptor.arr": "ndarray | None",
        "ResourceDescriptor.chDesc": "ChannelFormatDescriptor | None",
        "TextureObject.ResDesc": "ResourceDescriptor",
        "TextureObject.TexDesc": "TextureDescriptor",
        "SurfaceObject.ResDesc": "ResourceDescriptor",
    },
    CUDA: {
        "get_allocator": "Callable[[int], MemoryPointer]",
        "Stream.__enter__": "Stream",
        "Device.__enter__": "Device",
        "MemoryPointer.mem": "BaseMemory",
    },
    "cuprum._core._scipy_sparse_csgraph": dict.fromkeys(
        "csgraph_from_dense reconstruct_path breadth_first_tree depth_first_tree minimum_spanning_tree "
        "MaximumFlowResult.flow".split(),
        CSR,
    ),
    SPARSE_LINALG: {"SuperLU.L": CSR, "SuperLU.U": CSR, "ilu0": CSR},
    INTERPOLATE: {
        "LinearNDInterpolator.tri": "cuprum._core._scipy_spatial.Delaunay",
        "CloughTocher2DInterpolator.tri": "cuprum._core._scipy_spatial.Delaunay",
        "BSpline.design_matrix": CSR,
        "NdBSpline.design_matrix": CSR,
    },
    DIVIDED: {
        **dict.fromkeys("sort unique fft ifft fftn ifftn cholesky matmul map_chunks map_overlap".split(), "_Divided"),
        **dict.fromkeys("solve solve_triangular".split(), "_Divided"),
        "qr": "tuple[_Divided, _Divided]",
        "Layout.partition": "tuple[int | None, ...]",
    },
}
# {module: {function: (signature, ...)}}: overloads in the place of the one signature.
POLYNOMIALS = (
    ("a1: ArrayLike, a2: ArrayLike", "ndarray"),
    ("a1: poly1d, a2: ArrayLike | poly1d", "poly1d"),
    ("a1: ArrayLike | poly1d, a2: poly1d", "poly1d"),
)
QUOTIENT, SPLINE = "tuple[ndarray, ndarray]", "tuple[ArrayLike, ArrayLike, SupportsIndex]"
OVERLOADS = {
    CORE: {
        **dict.fromkeys(["polyadd", "polysub", "polymul"], POLYNOMIALS),
        "polydiv": tuple(
            (given.replace("a1", "u").replace("a2", "v"), QUOTIENT.replace("ndarray", result))
            for given, result in POLYNOMIALS
        ),
        "polyval": (
            ("p: ArrayLike | poly1d, x: ArrayLike", "ndarray"),
            ("p: ArrayLike | poly1d, x: poly1d", "poly1d"),
        ),
        **dict.fromkeys(
            ["poly1d.__truediv__", "poly1d.__div__", "poly1d.__rtruediv__", "poly1d.__rdiv__"],
            (("arg: complex", "poly1d"), ("arg: ndarray | poly1d | Sequence[complex]", "tuple[poly1d, poly1d]")),
        ),
        "poly1d.__call__": (("x: ArrayLike", "ndarray"), ("x: poly1d", "poly1d")),
        "polyder": (("p: ArrayLike, m: SupportsIndex=1", "ndarray"), ("p: poly1d, m: SupportsIndex=1", "poly1d")),
        "polyint": (
            ("p: ArrayLike, m: SupportsIndex=1, k: ArrayLike | numpy.ndarray | None=None", "ndarray"),
            ("p: poly1d, m: SupportsIndex=1, k: ArrayLike | numpy.ndarray | None=None", "poly1d"),
        ),
    },
    INTERPOLATE: {
        name: (
            ("tck: BSpline, n: SupportsIndex=1", "BSpline"),
            (f"tck: {SPLINE}, n: SupportsIndex=1", "tuple[ndarray, ndarray, int]"),
        )
        for name in ("splder", "splantider")
    },
}
# From where the names above come.
SOURCES = {
    "cuprum.random": {"Generator"},
    "cuprum.cuda.cufft": {"Plan1d", "PlanNd"},
    "cuprum._core._random": {"RandomState"},
    "cuprumx.scipy.signal": {"lti", "dlti"},
    "cuprumx.scipy.sparse._formats": {"_csr_base"},
    "cuprumx.scipy.sparse.linalg": {"LinearOperator"},
}
# What a module's head defines. Python's classes of divided arrays hold those of C++ and do not derive from them.
HEADS = {DIVIDED: '_Divided = TypeVar("_Divided")\n'}
