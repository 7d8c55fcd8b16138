"""How Python's arguments become C++'s parameters, and results Python's objects.

Each entry of a table of parameters: the C++ type, or the type and the name of a parameter; the class that takes
Python's argument, which also says what docstrings and stubs show (python/bindings/convert.h); how it is passed on.
"""

import re

import numpy_types

TYPES = {
    "const ndarray&": ("ArrayArg", "{}"),
    "const ndarray*": ("OptionalArrayArg", "{}.pointer()"),
    "const ndarray* out": ("OutArg", "{}"),
    "CUPRUM_FROM_NUMPY const ndarray&": ("ArrayArg", "{}"),
    "CUPRUM_FROM_NUMPY const ndarray*": ("OptionalArrayArg", "{}.pointer()"),
    "const Operand&": ("OperandArg", "{}"),
    "const Scalar&": ("ScalarArg", "{}"),
    "bool": ("BoolArg", "{}"),
    "double": ("ScalarArg", "real_number({})"),
    "std::complex<double>": ("ScalarArg", "Scalar({}).to_complex()"),
    "std::int64_t": ("AxisArg", "{}"),
    "std::optional<std::int64_t>": ("OptionalIntArg", "{}"),
    "const std::optional<Dims>&": ("AxesArg", "{}"),
    "const Axes&": ("AxesArg", "{}"),
    "const Shape&": ("ShapeArg", "{}"),
    "const Dims&": ("ShapeArg", "Dims(Shape({}))"),
    "DType": ("DTypeArg", "{}"),
    "std::optional<DType>": ("OptionalDTypeArg", "{}"),
    "std::string_view": ('WordArg<"str">', "{}"),
    "std::optional<std::string_view>": ('OptionalWordArg<"str">', "{}"),
    "std::span<const ndarray>": ("ArraysArg", "std::vector<ndarray>({})"),
    "char": ("OrderArg", "{}"),
    "Casting": ("CastingArg", "{}"),
    "ArrayList": ("ArraysArg", "std::vector<ndarray>({})"),
}

QUADRATURES = [
    f"roots_{name}"
    for name in (
        "legendre chebyt chebyu chebyc chebys jacobi gegenbauer laguerre genlaguerre hermite hermitenorm "
        "sh_legendre sh_chebyt sh_chebyu sh_jacobi"
    ).split()
]

# Types of one chapter, which python/bindings/scipy/CHAPTER_args.h has, or python/bindings/NAME_args.h for numpy_NAME.
CHAPTERS = {
    **numpy_types.CHAPTERS,
    "ndimage": {
        "const ndarray&": ("DeviceArrayArg", "{}"),
        "const ndarray& weights": ("ArrayArg", "{}"),
        "const ndarray& matrix": ("ArrayArg", "{}"),
        "const Dims&": ("AxesArg", "Axes({}).value_or(Dims())"),
        "const Output&": ("ImageOutputArg", "{}"),
        "const Modes&": ("ImageModesArg", "{}"),
        "const Numbers&": ("ImageNumbersArg", "{}"),
        "const Integers&": ("ImageIntegersArg", "{}"),
        "const std::optional<Numbers>&": ("ImageNumbersArg", "{}.optional()"),
        "const std::optional<Integers>&": ("ImageIntegersArg", "{}.optional()"),
        "Radius": ("ImageRadiusArg", "{}"),
        "const Radii&": ("ImageRadiiArg", "{}.radii()"),
        "std::string_view mode": ("ImageModeArg", "{}"),
        "const OptionalArray&": ("ImageArrayArg", "{}.optional()"),
        "const OptionalArray& labels": ("ImageLabelsArg", "{}.optional()"),
        **{
            f"binary_{name} structure": ("ImageStructureArg", "{}.of(input, axes)")
            for name in ("erosion", "dilation", "opening", "closing")
        },
        "const ChamferMetric&": ("ChamferMetricArg", "{}"),
        "const std::optional<Scalar>&": ("IgnoredValueArg", "{}.optional()"),
        "const ReductionKernel&": ("const ReductionKernel&", "{}"),
        "const WindowFunction&": ("ImageFunctionArg", "{}.of_windows(extra_arguments, extra_keywords)"),
        "const LineFunction&": ("ImageFunctionArg", "{}.of_lines(extra_arguments, extra_keywords)"),
        "const AxisDerivative&": ("ImageFunctionArg", "{}.along_axis(extra_arguments, extra_keywords)"),
        "const PlaceMapping&": ("ImageFunctionArg", "{}.of_places(extra_arguments, extra_keywords)"),
        "const WindowReduction&": ("ImageFunctionArg", "{}.over_axes()"),
        "const std::optional<Shape>&": ("OptionalShapeArg", "{}"),
        "vectorized_filter size": ("ImageWholeNumbersArg", "{}.optional()"),
        "vectorized_filter origin": ("ImageWholeNumbersArg", "{}.optional()"),
        "vectorized_filter mode": ('AnyWordArg<"str">', "{}"),
        "vectorized_filter cval": ("ImageRealArg", "{}.optional()"),
        "vectorized_filter batch_memory": ("ImageRealArg", "{}.value()"),
        "vectorized_filter output": ("ImageArrayArg", "{}.optional()"),
        "std::optional<Integers>": ("ImageIntegersArg", "{}.optional()"),
        "OptionalArray": ("ImageArrayArg", "{}.optional()"),
        "Axes": ("AxesArg", "{}"),
        "const RawKernel&": ("const RawKernel&", "{}"),
    },
    "signal": {
        "const ndarray&": ("DeviceArrayArg", "{}"),
        "const Axes&": ("SignalAxesArg", "{}"),
        "const std::optional<Operand>&": ("OptionalOperandArg", "{}.get()"),
        "double | const ndarray&": ("NumberOrArrayArg", "{}_value"),
        "const Scalar& fillvalue": ("FillValueArg", "{}"),
        "const Scalar& k": ("GainArg", "{}"),
        "const Numbers&": ("NumbersArg", "{}"),
        "const NumberRows&": ("NumberRowsArg", "{}"),
        "const std::optional<Numbers>&": ("NumbersArg", "{}.optional()"),
        "std::optional<Numbers>": ("NumbersArg", "{}.optional()"),
        "std::span<const double>": ("NumbersArg", '{}.get().reals("{function}")'),
        "std::optional<double>": ("OptionalNumberArg", "{}"),
        "const Window&": ("WindowArg", "{}"),
        "Window": ("WindowArg", "{}"),
        "std::optional<Window>": ("OptionalWindowArg", "{}.optional()"),
        "Detrend": ("DetrendArg", "{}"),
        "std::optional<WindowChoice>": ("WindowChoiceArg", "{}.optional()"),
        "const WindowChoice&": ("WindowChoiceArg", "{}"),
        "std::int64_t hop": ("HopArg", "{}"),
        "const FrequencyBand&": ("BandArg", "{}.get()"),
        "std::optional<Scalar>": ("OptionalPointArg", "{}.optional()"),
        "const Scalar& a": ("PointArg", "{}"),
        **dict.fromkeys(("CZT.CZT n", "ZoomFFT.ZoomFFT n", "czt_points m"), ("CountArg", "{}")),
        **dict.fromkeys(("CZT.CZT m", "ZoomFFT.ZoomFFT m", "czt m", "zoom_fft m"), ("OptionalCountArg", "{}")),
        "std::variant<bool, std::string_view>": ("PassZeroArg", "{}"),
        "const std::variant<bool, std::string_view>&": ("NormalizeArg", "{}"),
        "const FrequencyChoice&": ("FrequenciesArg", "{}.or_count({default})"),
        "const std::optional<FrequencyChoice>&": ("FrequenciesArg", "{}.optional()"),
        "const ContinuousSystem&": ("ContinuousSystemArg", '{}.get("{function}")'),
        **dict.fromkeys(("freqresp system", "bode system"), ("ContinuousSystemArg", '{}.factored("freqresp")')),
        **{
            f"{name} window": ("SpectrumWindowArg", f"{{}}.over({samples})")
            for name, samples in (
                ("resample", "x, axis"),
                ("pulse_compression", "template_, 0"),
                ("pulse_doppler", "x, 0"),
            )
        },
        "firwin_2d hsize": ("ShapeArg", "{}"),
        "firwin_2d window": ("WindowChoicesArg", "{}.get(circular)"),
        "firwin_2d fs": ("NumberArg", "{}"),
        "const FilterPair&": ("FilterPairArg", "{}.get()"),
        "const EnvelopeBand&": ("EnvelopeBandArg", "{}.get()"),
        "envelope n_out": ("OptionalWholeArg", "{}"),
        "vectorstrength period": ("PeriodArg", "{}.get()"),
        "lsim U": ("OptionalNumbersArg", "{}.optional()"),
        "const DiscreteSystem&": ("DiscreteSystemArg", '{}.get("{function}")'),
        "const ImpulseIndex&": ("ImpulseIndexArg", "{}"),
        "const Prominences*": ("ProminencesArg", "{}.pointer()"),
        **{f"argrel{which} order": ("NeighboursArg", "{}") for which in ("extrema", "min", "max")},
        "const NeighbourComparison&": ("ComparatorArg", "{}.get()"),
        "Wavelet": ("WaveletArg", "{}.get()"),
        "const Wavelet&": ("WaveletArg", "{}.get()"),
        **dict.fromkeys(
            ("const std::vector<double>&", "std::vector<double>"), ("OptionalNumbersArg", '{}.reals("{function}")')
        ),
    },
    "fft": {
        "const ndarray&": ("DeviceArrayArg", "{}"),
        "Norm": ("NormArg", "to_norm({}.object)", "nb::none()"),
        "const std::optional<Dims>& s": ("LengthsArg", 'to_integers({}, "shape")'),
        "const Axes& axes": ("AxesArg", 'to_integers({}, "axes")'),
        "int type": ("TransformTypeArg", "{}"),
        "std::optional<bool>": ("OptionalFlagArg", "{}"),
        "double": ("double", "{}"),
    },
    "interpolate": {
        "std::int64_t | const Dims&": ("DerivativeOrdersArg", "{}_value"),
        "interpn xi": ("CoordinatesArg", "{}.get(points.object)"),
        "std::optional<Scalar>": ("FillScalarArg", "{}", "std::numeric_limits<double>::quiet_NaN()"),
        "const Scalar& fill_value": ("FillScalarArg", "{}.value()", "std::numeric_limits<double>::quiet_NaN()"),
        "Scalar": ("FillScalarArg", "{}.value()"),
        "FillValue": ("FillArg", "{}.get()", "std::numeric_limits<double>::quiet_NaN()"),
        "const InterpolationKind&": ("InterpolationKindArg", "{}.get()"),
        "const TrianglePoints&": ("TrianglePointsArg", "{}.get()"),
        "const TreeOptions&": ("TreeOptionsArg", "{}.get()"),
        "NearestNDInterpolator x": ("CoordinatesArg", "{}.get(1)"),
        "operator() xi": ("CoordinatesArg", "{}.get(static_cast<std::int64_t>(self.grid.size()))"),
        "operator() places": ("nb::args", "coordinates({}.ptr(), self.points.shape()[1])"),
        "const std::vector<int>& nu": ("DerivativesArg", "{}.get()"),
        "std::optional<bool>": ("FlagArg", "{}"),
        "std::optional<double>": ("OptionalRealArg", "{}"),
        "int": ("AxisArg", "static_cast<int>(std::int64_t({}))"),
        "ndarray": ("ArrayArg", "{}"),
        "std::optional<int>": ("OptionalOrderArg", "{}"),
        "Extrapolation": ("OptionalExtrapolateArg", "{}.get()"),
        "Extrapolate": ("ExtrapolateArg", "{}.get()"),
        "const BSpline&": ("SplineArg", "{}.get()"),
        "const BPoly&": ("BernsteinArg", "{}.get()"),
        "const PPoly&": ("PowersArg", "{}.get()"),
        "const CubicSpline&": ("CubicSplineArg", "{}.get()"),
        "KnotsAt": ("KnotsArg", "{}.get()"),
        "const SplineEnds&": ("SplineEndsArg", "{}.get()"),
        "make_lsq_spline method": ("MethodArg<\"Literal['qr', 'norm-eq']\">", "{}"),
        "from_derivatives xi": ("PlacesArg", "{}.get()"),
        "const std::vector<ndarray>&": ("ArrayRowsArg", "{}.get()"),
        "const std::vector<std::optional<int>>&": ("DegreesArg", "{}.get(yi)"),
        "const EndConditions&": ("EndConditionsArg", "{}.get()"),
        "Akima1DInterpolator method": ("MethodArg<\"Literal['akima', 'makima']\">", "{}"),
        "NdBSpline.NdBSpline t": ("KnotsOfEachArg", "std::vector<ndarray>({})"),
        "NdBSpline.NdBSpline k": ("DegreeOfEachArg", "{}.get(t)"),
        "NdBSpline.design_matrix k": ("DegreeOfEachArg", "{}.get(t)"),
        "NdBSpline.operator() xi": ("ArrayArg", "{}"),
        "NdPPoly.operator() x": ("CoordinatesArg", "{}.get(1)"),
        "const std::vector<int>&": ("DerivativesArg", "{}.get()"),
        "std::vector<int>": ("DerivativesArg", "{}.get()"),
        "std::vector<ndarray>": ("ArraysArg", "std::vector<ndarray>({})"),
        "const std::vector<std::pair<double, double>>&": ("RangesArg", "{}.get()"),
        "RBFInterpolator neighbors": ("TruncatedArg", "{}"),
        "RBFInterpolator degree": ("TruncatedArg", "{}.small()"),
        "std::string": ('WordArg<"str">', "std::string(std::string_view({}))"),
        "const KnotBounds&": ("KnotBoundsArg", "{}.get()", "nb::make_tuple(nb::none(), nb::none())"),
        "BeyondKnots": ("BeyondKnotsArg", "{}.get()", "0"),
        "std::optional<BeyondKnots>": ("OptionalBeyondKnotsArg", "{}.get()"),
        "UnivariateSpline.operator() nu": ("WholePartArg", "{}"),
    },
    "linalg": {
        "const LuFactors&": ("LuFactorsArg", "{}.get()"),
        "const std::pair<ndarray, bool>&": ("CholeskyFactorsArg", "{}.get()"),
        "int trans": ("TransposeArg", "{}"),
        "block_diag arrs": ("nb::args", "to_arrays({}.ptr())"),
    },
    "sparse": {
        "const Graph&": ("GraphArg", "{}"),
        "const sparse_matrix&": ("SparseMatrixArg", "{}"),
        "const sparse_matrix& csgraph": ("SparseGraphArg", "{}"),
        "const ndarray&": ("DeviceArrayArg", "{}"),
        "std::optional<ndarray>": ("OptionalArrayArg", "optional_array({})"),
        "std::optional<double>": ("OptionalFloatArg", "{}"),
        "const MatrixLike&": ("MatrixLikeArg", "{}"),
        "const DenseOrSparse&": ("DenseOrSparseArg", "{}.get()"),
        "const DenseOrSparse& b": ("DeviceDenseOrSparseArg", "{}.get()"),
        "const SparseFactors&": ("SparseFactorsArg", "{}.get()"),
        "const Matrices&": ("MatricesArg", "{}"),
        "const Blocks&": ("BlocksArg", "{}"),
        "const sparse_tensor&": ("TensorArg", "{}"),
        "std::optional<Format>": ("OptionalFormatArg", "{}"),
        "const std::optional<Shape>&": ("OptionalShapeArg", "{}"),
        "permute_dims axes": ("SparseAxesArg", "{}"),
        **dict.fromkeys(
            ("swapaxes axis1", "swapaxes axis2", "expand_dims axis", "matrix_power power"), ("SparseIntegerArg", "{}")
        ),
        "const LinearOperator&": ("OperatorArg", "{}"),
        **dict.fromkeys(
            [f"{name} A" for name in ("cg", "cgs", "bicg", "bicgstab", "gmres", "minres", "gcrotmk", "lgmres")],
            ("DeviceOperatorArg", "{}"),
        ),
        "std::optional<LinearOperator>": ("OptionalOperatorArg", "{}"),
        "const Apply&": ("ApplyArg", "{}"),
        "Apply": ("OptionalApplyArg", "{}"),
        "svds k": ("WholeNumberArg", "{}"),
        **dict.fromkeys(("svds ncv", "svds maxiter"), ("OptionalWholeNumberArg", "{}")),
        "svds tol": ("ToleranceArg", "{}"),
        "std::variant<bool, std::string_view>": ("SingularVectorsArg", "{}"),
        "Callback": ("CallbackArg", "{}"),
        "InitialGuess": ("InitialGuessArg", "{}"),
        "std::vector<Recycled>* CU": ("RecycledArg<1>", "{}.kept()"),
        "std::vector<Recycled>* outer_v": ("RecycledArg<0>", "{}.kept()"),
        "double atol": ("ToleranceArg", "{}"),
        "std::span<const ndarray> diagonals": ("DiagonalsArg", "{}.get(offsets)"),
        "std::span<const std::int64_t> offsets": ("OffsetsArg", "{}.get()", "0"),
        **dict.fromkeys(
            ("diags dtype", "diags_array dtype"),
            ("DiagonalsDTypeArg", "{}.of(diagonals.get(offsets))", "nb::ellipsis()"),
        ),
        "const RandomNumbers&": ("RandomNumbersArg", "{}.get()"),
        "const Sampler&": ("SamplerArg", "{}.get()"),
        "std::optional<std::complex<double>>": ("OptionalComplexArg", "{}"),
        "const Sparse&": ("CoreArg", "{}.get()"),
        **dict.fromkeys(
            ("const Sparse& | const Operand&", "const Operand& | const Sparse&"), ("CoreOrOperandArg", "{}_value")
        ),
        "const ndarray& | const Sparse&": ("CoreOrArrayArg", "{}_value"),
        "const Sparse& | const Scalar&": ("CoreOrNumberArg", "{}_value"),
        "Binary": ("BinaryArg", "{}.get()"),
        "Fold": ("FoldArg", "{}.get()"),
        "const Ufunc&": ("const PyUfunc&", "*{}.ufunc"),
        "const std::vector<SparseIndex>&": ("SparseIndexArg", "{}.get()"),
    },
    "spatial": {
        "const ndarray&": ("DeviceArrayArg", "{}"),
        "const ndarray*": ("OptionalDeviceArg", "{}.pointer()"),
        "double": ("double", "{}"),
        "std::optional<double>": ("std::optional<double>", "{}"),
        "KDTree boxsize": ("OptionalArrayArg", "{}.pointer()"),
        "cKDTree boxsize": ("OptionalArrayArg", "{}.pointer()"),
    },
    "special": {
        **dict.fromkeys(("bernoulli n", "euler n"), ("WholeArg", "{}")),
        **{f"{name} n": ("WholeArg", "{}") for name in QUADRATURES},
        "double": ("double", "{}"),
        "int": ("AxisArg", "static_cast<int>(std::int64_t({}))"),
    },
    "stats": {
        "const ndarray&": ("DeviceArrayArg", "{}"),
        "const ndarray*": ("OptionalDeviceArg", "{}.pointer()"),
        "const Operand&": ("DeviceOperandArg", "{}"),
        "double": ("double", "{}"),
        "std::optional<double>": ("std::optional<double>", "{}"),
        "std::pair<double, double>": ("std::pair<double, double>", "{}"),
        "const std::vector<ndarray>&": ("nb::args", "device_arrays({})"),
        "Axes": ("AxesArg", "{}"),
        "const Scale&": ("ScaleArg", "{}"),
        "const Orders&": ("OrdersArg", "{}"),
        "f_oneway equal_var": ("TrueOrFalseArg", "{}"),
        "pmean p": ("ExponentArg", "{}"),
        "pearsonr axis": ("OneAxisArg", "{}"),
        "random::Source&": ("RandomSourceArg", "{}.get()"),
        "const gaussian_kde&": ("const scipy::stats::gaussian_kde&", "{}"),
        "const BinStatistic&": ("BinStatisticArg", "{}.get()"),
        "Shapes": ("ShapesArg", "{}.get()"),
        "interval confidence": ("ArrayArg", "{}"),
        "rvs source": ("random::Source&", "{}"),
        "const std::optional<Shape>&": ("OptionalShapeArg", "{}"),
        "std::vector<std::optional<double>>": ("HeldNumbersArg", "{}.get()"),
        "Minimizer": ("MinimizerArg", "{}.get()"),
        "binned_statistic bins": ("BinsArg", "{}.of_line()", "10"),
        "binned_statistic_2d bins": ("BinsArg", "{}.of_plane()", "10"),
        "binned_statistic_dd bins": ("BinsArg", "{}.get(sample.axes(), binned_statistic_result)", "10"),
        "binned_statistic_dd sample": ("BinSampleArg", "{}.get()"),
        "binned_statistic_dd range": ("BinRangesArg", "{}.get(!binned_statistic_result.is_none())"),
        "const BinRanges&": ("BinRangesArg", "{}.get()"),
        "mannwhitneyu use_continuity": ("ContinuityArg", "{}"),
        "const ResamplingMethod&": ("ResamplingArg", "{}.get()"),
        "const MannwhitneyMethod&": ("MannwhitneyMethodArg", "{}.get()"),
        "const std::optional<BootstrapMethod>&": ("BootstrapArg", "{}.get()"),
    },
}
# Types of the headers of numbers that stay on the host (cuprum/scipy/signal_numbers.h).
ON_HOST = {
    "double": ("NumberArg", "{}"),
    "double fs": ("RateArg", "{}"),
    "std::optional<double> fs": ("OptionalRateArg", "{}"),
}
# Headers of what Python's classes of sparse matrices are made of: functions take and give this, no object of a class.
CORES = ("sparse", "sparse_arithmetic", "sparse_reductions", "sparse_indexing")
HEADERS = {
    **dict.fromkeys(
        CORES,
        {
            "const sparse_matrix&": ("const scipy::sparse::sparse_matrix&", "{}"),
            "Format": ("OptionalFormatArg", "{}.required()"),
            "ndarray": ("DeviceArrayArg", "{}"),
            "std::vector<ndarray>": ("ArraysArg", "std::vector<ndarray>({})"),
            "int": ("AxisArg", "static_cast<int>(std::int64_t({}))"),
            "const Axes&": ("ReducedAxesArg", "{}"),
            "with_diagonal values": ("ArrayArg", "{}"),
        },
    ),
    "interpolate": {"operator() nu": ("WholePartArg", "{}")},
    **dict.fromkeys(("special_polynomials", "special_zeros"), {"std::int64_t": ("WholeArg", "{}")}),
    "signal_short_time_fft": {"double": ("NumberArg", "{}")},
    "signal_spectral": {"std::optional<std::int64_t>": ("SegmentLengthArg", "{}")},
    **dict.fromkeys(
        ("signal_design", "signal_fir", "signal_residues", "signal_response", "signal_systems", "signal_waveforms"),
        ON_HOST,
    ),
}
# Headers, and parameters of headers, of whose words the function itself refuses what is no string.
ANY_WORD = {"csgraph", "interpolate_functions", "signal", "signal_fir method"}

WORDS = re.compile(r"CUPRUM_WORDS\((.*)\) (std::string_view|std::optional<std::string_view>|std::string)")


def taken(parameter, chapter, header, function="", owner=None):
    """The class that takes an argument, and how it is passed on; nothing if there is none."""
    if words := WORDS.fullmatch(parameter.type):
        kind = "OptionalWordArg" if "optional" in words[2] else "WordArg"
        if {header, f"{header} {parameter.name}"} & ANY_WORD:
            kind = "AnyWordArg"
        return f"""{kind}<"Literal[{words[1].replace('"', "'")}]">""", "{}"
    tables = HEADERS.get(header, {}), CHAPTERS.get(chapter, {}), TYPES
    own = f"{owner}.{function} {parameter.name}"
    for key in (own, f"{function} {parameter.name}", f"{parameter.type} {parameter.name}", parameter.type):
        for table in tables:
            if key in table:
                return table[key]
    return None


# Arguments of SciPy's chapters that Python alone has; see ONLY_PYTHON of numpy_types.py.
TRANSFORMS = {"fft": "C2C", "ifft": "C2C", "rfft": "R2C", "irfft": "C2R", "hfft": "C2R", "ihfft": "R2C"}
SCIPYS_ONLY = {
    "ndimage_kernels extra_arguments": ('[[maybe_unused]] Arg<"tuple[Any, ...]">', ""),
    "ndimage_kernels extra_keywords": ('[[maybe_unused]] OptionalArg<"dict[str, Any]">', ""),
    **dict.fromkeys(("fft workers", "fft_real_transforms workers"), ("WorkersArg", "workers.check();")),
    "Delaunay furthest_site": ("BoolArg", "check_furthest_site(furthest_site);"),
    "Delaunay qhull_options": (
        'OptionalWordArg<"str">',
        'check_qhull_options(qhull_options, {"Qt", "Qx", "Qs", "Qbb", "Q12", "Pp", "Qc", "Qz"});',
    ),
    "ConvexHull qhull_options": (
        'OptionalWordArg<"str">',
        'check_qhull_options(qhull_options, {"Qt", "Qx", "Qs", "Qbb", "Q12", "Pp"});',
    ),
    **{
        f"RegularGridInterpolator {name}": ('Arg<"Any">', f"check_solver(method, {name});")
        for name in ("solver", "solver_args")
    },
    **{
        f"{name}{axes} plan": ("PlanArg", f'plan.check("{kind}", x, {of});')
        for name, kind in TRANSFORMS.items()
        for axes, of in (("", "n, axis"), ("n", "s, axes"), ("2", "s, axes"))
    },
}


def plan_check(function):
    """The statement by which a transform of `cuprum.fft` fits the plan whose `with` block it is in; empty if there is
    none."""
    kind = TRANSFORMS.get(function.name.rstrip("n2")) if function.namespace == "fft" else None
    if not kind:
        return ""
    of = "n, axis" if function.name in TRANSFORMS else "s, axes"
    return f'check_current_plan("{kind}", a, {of}); '


def only(function, name):
    """The class of an argument that Python alone has, and the statement that it needs; nothing if there is none."""
    header = function.include.rpartition("/")[2].removesuffix(".h")
    table = SCIPYS_ONLY if (function.namespace or "").startswith("scipy") else numpy_types.ONLY_PYTHON
    keys = (f"{function.name} {name}", f"{header} {name}")
    return next((table[key] for key in keys if key in table), None)


DISTRIBUTED = ("distributed", *(f"distributed_{name}" for name in ("array", "functions", "group", "linalg")))
# Headers of one chapter with another header.
SHARED = {
    **dict.fromkeys(("graph", "memory", "nccl"), "cuda"),
    **dict.fromkeys(DISTRIBUTED, "distributed"),
}

# Headers whose functions may wait for a device: other threads run Python meanwhile.
RELEASED = {"cuda_runtime", *DISTRIBUTED}

# What a result is called in signatures.
RESULTS = {
    "void*": "int",
    "std::size_t": "int",
    "BlockRef": "MemoryPointer",
    "PinnedBlock": "PinnedMemoryPointer",
    "Derivatives": "ndarray | tuple[ndarray, ...]",
    "DistributedArray": "Any",
    "GroupArray": "Any",
    "Quadrature": "tuple[Any, ...]",
    "IndexMap": "dict[int, list[tuple[slice, ...]]]",
    "IpcHandle": "bytes",
    "Type": "Type",
    "Value": "Value",
    "PointerAttributes": "PointerAttributes",
    "DeviceProperties": "dict[str, Any]",
    "sparse_matrix": "Any",
    "sparse_array": "Any",
    "sparse_tensor": "Any",
    "Sparse": "Matrix | Tensor",
    "SparseOrDense": "Matrix | Tensor | ndarray",
    "DenseOrSparse": "Any",
    "SuperLU": "SuperLU",
    "ndarray": "ndarray",
    "Scalar": "float",
    "double": "float",
    "bool": "bool",
    "std::int64_t": "int",
    "std::string": "str",
    "const char*": "str",
    "std::pair<ndarray, ndarray>": "tuple[ndarray, ndarray]",
    "std::variant<std::int64_t, ndarray>": "int | ndarray",
    "std::vector<ndarray>": "tuple[ndarray, ...]",
    "PolynomialRoots": "ndarray | numpy.ndarray",
    "Positions": "tuple[int, ...] | list[tuple[int, ...]]",
    "Centers": "tuple[float, ...] | list[tuple[float, ...]]",
    "Distances": "ndarray | tuple[ndarray, ndarray] | None",
    "PlacesOfValues": "dict[int, tuple[ndarray, ...]]",
    "BinEdges": "list[ndarray]",
    "StepArrays": "list[ndarray]",
    "SingularValues": "tuple[ndarray | None, ndarray, ndarray | None] | ndarray",
    "std::vector<std::optional<std::vector<Slice>>>": "list[tuple[slice, ...] | None]",
}
# Results that have more parts if a flag of Python's is true.
FLAGGED = {"Quadrature": "mu"}
# Results that another function than `to_python` converts, as their types are names of `ndarray`.
CONVERTERS = {
    "Derivatives": "value_and_derivatives",
    "IpcHandle": "bytes_of",
    "PinnedBlock": "pinned_pointer",
    "Positions": "tuples_of<std::int64_t>",
    "Centers": "tuples_of<double>",
    "Sparse": "core_object",
    "SparseOrDense": "core_object",
}

# The same of properties of classes.
MEMBERS = {
    "DType": "numpy.dtype",
    "Format": "str",
    "Mode": "Literal['cuda', 'numpy']",
    "distributed::Mode": "Literal['replica', 'sum', 'prod', 'min', 'max']",
    "ChunkMap": "dict[int, list[ndarray]]",
    "std::vector<Region>": "dict[int, tuple[slice, ...]]",
    "BeyondKnots": "int",
    "Extrapolate": "bool | Literal['periodic']",
    "FillValue": "Any",
    "Scalar": "complex",
    "Shape": "tuple[int, ...]",
    "std::map<std::string, int>": "dict[str, int]",
    "std::vector<std::string>": "list[str]",
    "std::tuple<ndarray, ndarray, int>": "tuple[ndarray, ndarray, int]",
    "int": "int",
    "std::vector<int>": "tuple[int, ...]",
    "std::pair<std::int64_t, std::int64_t>": "tuple[int, int]",
    "std::pair<std::size_t, std::size_t>": "tuple[int, int]",
    "std::shared_ptr<const spatial::Delaunay>": "Any",
}

# Results of one object that the caster of nanobind does not convert.
CONVERTED = {
    "std::vector<ndarray>", "PolynomialRoots", "sparse_matrix", "sparse_array", "sparse_tensor", "Positions", "Centers",
    "Distances", "PlacesOfValues", "DenseOrSparse", "SuperLU", "std::vector<std::optional<std::vector<Slice>>>",
    "Sparse", "SparseOrDense",
    "SingularValues",
    "BlockRef", "Derivatives", "DeviceProperties", "DistributedArray", "GroupArray", "IndexMap", "IpcHandle",
    "PinnedBlock", "PointerAttributes", "void*",
}  # fmt: skip
# Results that become an object of the class of an argument of these types; or of matrices unless one of several
# arguments, of these types, is an array.
LIKE_ARGUMENT = {"sparse_matrix", "sparse_array", "sparse_tensor", "DenseOrSparse"}
LIKE = {"const Graph&", "const sparse_matrix&"}
ARRAY_OR_MATRIX = {
    "const MatrixLike&", "const Matrices&", "const Blocks&", "const sparse_tensor&", "const DenseOrSparse&",
}  # fmt: skip


def default(text):
    """The default of a parameter, from C++'s."""
    text = text.replace("'", '"')
    if dtype := re.fullmatch(r"DType::(float|int)64", text):
        return f"nb::handle(reinterpret_cast<PyObject*>(&Py{'Float' if dtype[1] == 'float' else 'Long'}_Type))"
    if word := re.fullmatch(r"(?:Format|Casting)::(\w+)", text):
        return f'"{word[1]}"'
    if text in ("Extrapolate::yes", "Extrapolate::no"):
        return "true" if text == "Extrapolate::yes" else "false"
    if text == "KnotsAt::not_a_knot":
        return '"not-a-knot"'
    if number := re.fullmatch(r"Scalar\((.*)\)", text):
        return number[1]
    if text == "tuple":
        return "nb::make_tuple()"
    if text in ("{}", "None", "std::nullopt", "nullptr"):
        return "nb::none()"
    text = re.sub(r"^[\w:]+(?=\{)", "", text)
    if text.startswith("{"):  # a tuple of the values, also of a struct's members
        items = re.sub(r"[{}]|\.\w+ = ", "", text).split(", ")
        return items[0] if len(items) == 1 else f"nb::make_tuple({', '.join(map(default, items))})"
    return text
