"""Types of NumPy's chapters, of which python/bindings/CHAPTER_args.h has the classes; see python_types.py.

A third string is Python's default, where it is none of C++'s. An expression may name other arguments. The class of a
type that is several, "A | B", or of a template's, `const Where&`, has a method `visit`, which calls one of the
overloads.
"""

ARRAY = ("const ndarray&", "{}")  # an array that is written to: nothing else will do
MODE = ("ModeArg", "mode_of({})", "default_mode()")
ADDRESS = ("Address", "pointer({})")
INDICES = ("IndicesArg", "{}.get()")

CHAPTERS = {
    "numpy_manipulation": {
        "copyto dst": ARRAY,
        "copyto where": ("WhereArg", "{}.pointer()"),
        "concatenate tup": ("JoinedArg", "{}.arrays(axis.is_none())"),
        "std::int64_t | const Dims&": ("SectionsOrPlacesArg", "{}_value"),
        "const Where&": ("SectionsOrPlacesArg", "{}_value"),
        "std::int64_t | const ndarray& | const Dims&": ("RepeatsArg", "{}_value"),
        "roll shift": ("ShiftArg", "{}.shifts(a.get().size())"),
        "roll axis": ("HostAxesArg", "{}"),
        "const Index&": ("PlacesArg", "{}"),
        "insert obj": ("InsertionPlacesArg", "{}"),
        "insert values": ("ArrayArg", "inserted_values({}, arr, obj)"),
    },
    "numpy_sorting": {
        "ArrayList | const ndarray&": ("SortKeysArg", "{}_value"),
        "const Dims& kth": ("KthArg", "to_kth({})"),
        "std::string_view side": ("SideArg", "{}"),
        "std::string_view method": ("QuantileMethodArg", "{}"),
        "bincount x": ("CountedArg", "{}.get()"),
        "bincount minlength": ("OptionalIntArg", "std::optional<std::int64_t>({}).value_or(0)"),
        "Axes": ("AxesArg", "{}"),
        "Bins": ("BinsArg", "to_bins({}.object)"),
        "std::optional<std::pair<Scalar, Scalar>>": ("RangeArg", "to_optional_range({})"),
    },
    "numpy_indexing": {
        "take indices": INDICES,
        "unravel_index indices": INDICES,
        "const std::string& mode": MODE,
        "std::span<const std::string> mode": ("ModesArg", "to_modes({})", "default_mode()"),
        "choose choices": ("ArraysArg", "arrays_beside({}.object)"),
        "put_along_axis arr": ARRAY,
        "put_along_axis values": ("ArrayArg", "values_along({}, arr, axis)"),
        "place arr": ARRAY,
        "place vals": ("ArrayArg", "values_for({}, arr.dtype())"),
        "putmask a": ARRAY,
        "putmask values": ("ArrayArg", "values_for({}, a.dtype())"),
        "fill_diagonal a": ARRAY,
        "fill_diagonal val": ("OperandArg", "DiagonalValue({}, a)"),
        "ix_ args": ("nb::args", "index_arrays({})"),
        "char order": ("OrderArg", 'to_order({}.object, "CF")'),
        "int": ("int", "{}"),
    },
    "numpy_creation": {
        "DType": ("OptionalDTypeArg", "{}.value_or({default})"),
        "full order": ("OrderArg", "contiguous_order({})"),
        "eye order": ("OrderArg", "contiguous_order({})"),
        "const Shape* shape": ("OptionalShapeArg", "pointer_of(std::optional<Shape>({}))"),
        "meshgrid xi": ("nb::args", "to_arrays({}.ptr())"),
    },
    "numpy_logic": {"const std::optional<Operand>&": ("OperandArg", "optional_operand({})")},
    "numpy_products": {
        **{f"{name} {x}": ("DeviceArrayArg", "{}") for name in ("vdot", "inner", "outer") for x in "ab"},
        "dot b": ("DeviceArrayArg", "{}"),
    },
    "numpy_linalg": {
        "char UPLO": ("TriangleArg", "{}"),
        "const NormOrder&": ("NormOrderArg", "linalg::NormOrder({})"),
        "const Axes& axis": ("NormAxesArg", "{}"),
        "const std::optional<Operand>&": ("OperandArg", "to_threshold({})"),
    },
    "numpy_fft": {
        "const ndarray&": ("DeviceArrayArg", "{}"),
        "Norm": ("NormArg", "to_norm({}.object)", "nb::none()"),
        "const Axes& axes": ("AxesArg", "to_axis_list({}.object)"),
        "const std::optional<Dims>& s": ("LengthsArg", "to_lengths({}, a, axes, false)"),
        **{f"{name} s": ("LengthsArg", "to_lengths({}, a, axes, true)") for name in ("irfftn", "irfft2")},
        **{f"{name} x": ("AnyArrayArg", "{}.get()") for name in ("fftshift", "ifftshift")},
        **{f"{name} axes": ("AxesArg", "{}") for name in ("fftshift", "ifftshift")},
        "std::int64_t n": ("SampleCountArg", "{}"),
    },
    "numpy_scan": {
        **{
            f"diff {name}": ("OptionalArrayArg", f"pointer_of(edge({name}, a, axis))") for name in ("prepend", "append")
        },
    },
    "numpy_interpolation": {
        "std::optional<Scalar>": ("OptionalScalarArg", "{}"),
        "std::optional<double>": ("OptionalNumberArg", "{}"),
    },
    "numpy_polynomial": {
        **{f"{name}": ("PolynomialArg", "{}.coefficients()") for name in ("poly seq_of_zeros", "roots p")},
        **{
            f"{name} {x}": ("PolynomialArg", "{}.coefficients()")
            for name, names in (
                ("polyadd", ("a1", "a2")),
                ("polysub", ("a1", "a2")),
                ("polymul", ("a1", "a2")),
                ("polydiv", ("u", "v")),
                ("polyder", ("p",)),
                ("polyint", ("p",)),
            )
            for x in names
        },
        "as_series alist": ("SeriesArg", "std::vector<ndarray>({})"),
    },
    "numpy_finite": {},
    "numpy_statistics": {"std::optional<std::int64_t>": ("FreedomArg", "{}")},
    "numpy_layout": {
        "const std::optional<Shape>& shape": ("OptionalShapeArg", "{}"),
        "const std::optional<Strides>& strides": ("OptionalShapeArg", "{}"),
    },
    "numpy_nested_blocks": {"const NestedArrays&": ("NestedArraysArg", "{}")},
    "numpy_cublas": {
        "const ndarray&": ("DeviceArrayArg", "{}"),
        "scal x": ARRAY,
        "axpy y": ARRAY,
        "gemv y": ARRAY,
        **{f"{name} a": ARRAY for name in ("ger", "geru", "gerc")},
        "axpy a": ("OperandArg", "{}"),
        "scal a": ("OperandArg", "{}"),
        "char": ("TransArg", "{}"),
        "char side": ("""WordArg<"Literal['L', 'R']">""", "to_side({})"),
    },
    "numpy_cusolver": {"const ndarray&": ("DeviceArrayArg", "{}")},
    "numpy_lapack": {"const ndarray&": ("DeviceArrayArg", "{}"), "gesv b": ARRAY},
    "numpy_cuda": {
        "void*": ADDRESS,
        "const void*": ADDRESS,
        "std::optional<int> device": ("DeviceChoiceArg", "{}"),
        "const Stream*": ("const cuda::Stream*", "{}"),
        "const Event&": ("const cuda::Event&", "{}"),
        "std::optional<StreamHandle>": ("StreamArg", "std::optional<cuda::StreamHandle>({})"),
        "MemorySource": ("MemorySourceArg", "{}.get()"),
        "PinnedSource": ("PinnedSourceArg", "{}.get()"),
        "const std::vector<void*>&": ("AsyncPoolsArg", "{}.get()", '"current"'),
        "const std::string& commId": ('Typed<"Sequence[int]">', "bytes_of_id({})"),
        "const std::vector<int>&": ('Typed<"int | Sequence[int]">', "device_numbers({})"),
        "const NcclConfig*": ("const cuda::nccl::NcclConfig*", "{}"),
        "const std::string&": ("std::string", "{}"),
        **{
            kind: (kind, "{}")
            for kind in ("bool", "int", "std::size_t", "std::optional<std::int64_t>", "std::optional<double>")
        },
    },
    "numpy_distributed": {
        "Layout devices": ("NumbersOfAxesArg", "{}.or_first(element_count(Shape(mesh)))"),
        "Layout partition": ("NumbersOfAxesArg", "{}.or_first(Shape(mesh).size())"),
        "const DistributedArray& | const GroupArray&": ("DividedArg", "{}_value"),
        "const DistributedArray& a": ("DividedArg", "{}.of_devices()"),
        "std::int64_t block": ("OptionalIntArg", "std::optional<std::int64_t>({}).value_or(0)", "nb::none()"),
        **dict.fromkeys(
            ("fft::Norm norm", "cuprum::fft::Norm norm"),
            ("OptionalWordArg<\"Literal['backward', 'ortho', 'forward']\">", "divided_norm({})", "nb::none()"),
        ),
        "int trans": ("DividedTransposeArg", "{}"),
        "MatrixKind": ("MatrixKindArg", "{}.kind()", '"gen"'),
        "const IndexMap& layout": ("BoxesArg", "{}.get(Shape(shape))"),
        "const IndexMap& owned": ("BoxesArg", "{}.get(a.of_devices().shape())"),
        "const IndexMap& map": ("BoxesArg", "{}.get(self.shape())"),
        "distributed_array map": ("BoxesArg", '{}.get(array.get("array").shape())'),
        "const Layout&": ("BoxesArg", "{}.layout()"),
        "const GroupArray& other": ("const distributed::GroupArray&", "std::cref({})"),
        "const Region&": ("BoxArg", "{}.get(self.shape())"),
        "ChunkMap": ("ChunksArg", "{}.get(Shape(shape))"),
        "Mode": ("DivisionModeArg", "{}.get()", '"replica"'),
        "std::shared_ptr<ProcessGroup>": ("GroupArg", "{}.get()"),
        "matvec x": ("DividedArg", "{}.of_devices()"),
        "GroupSparseRows.matvec x": ("DividedArg", "{}.of_group()"),
        "const scipy::sparse::sparse_matrix&": ("const scipy::sparse::sparse_matrix&", "std::cref({})"),
        "const std::optional<cuda::Stream>&": ("GroupStreamArg", "{}.get()"),
        "const std::vector<std::vector<std::set<int>>>&": ("DevicesOfBoxesArg", "{}.get()"),
        **dict.fromkeys(("const ndarray&", "ndarray"), ("OwnArrayArg", '{}.get("{}")')),
        "void*": ("std::uintptr_t", "reinterpret_cast<void*>({})"),
        "Shape": ("ShapeArg", "{}"),
        "const std::string&": ("std::string", "{}"),
        "std::span<const std::int64_t>": ("std::vector<std::int64_t>", "{}"),
        **{kind: (kind, "{}") for kind in ("int", "std::uint64_t", "std::vector<int>")},
        "map_overlap depth": ("DepthArg", "{}.get(a.ndim())"),
        "const std::function<ndarray(const ndarray&)>&": ('Typed<"Callable[[ndarray], Any]">', "chunk_function({})"),
        "Boundary": ("BoundaryArg", "to_boundary(std::string(std::string_view({})))", '"none"'),
    },
    "numpy_jit": {
        "Mode": ("std::string", "to_jit_mode({})", '"cuda"'),
        "const Value&": ("JitValueArg", "{}.get(self)"),
        "const std::optional<Value>&": ("OptionalJitValueArg", "{}.optional(self)"),
        "std::span<const Value>": ("nb::sequence", "to_values(self, {})"),
        "std::span<const Parameter>": ("nb::sequence", "to_parameters({})"),
        "const Type&": ("const jit::Type&", "{}"),
        "Type": ("const jit::Type&", "{}"),
        "const Ufunc&": ("nb::handle", "to_ufunc({})"),
        "Atomic": ("int", "static_cast<jit::Atomic>({})"),
        "Shuffle": ("int", "static_cast<jit::Shuffle>({})"),
        **{kind: ("std::string", "{}") for kind in ("const std::string&", "std::string", "std::string_view")},
        **{
            kind: (kind, "{}")
            for kind in ("int", "std::optional<int>", "std::int64_t", "std::optional<std::vector<std::int64_t>>")
        },
    },
    "numpy_cuda_runtime": {
        "void*": ADDRESS,
        "const void*": ADDRESS,
        "const Memcpy3DParms*": ("Address", "static_cast<const cuda::runtime::Memcpy3DParms*>(pointer({}))"),
        "const MemPoolProps&": ("const cuda::runtime::MemPoolProps&", "cuda::runtime::MemPoolProps({})"),
        "const IpcHandle&": ("nb::bytes", "text_of({})"),
        "const std::string&": ("std::string", "{}"),
        "mallocManaged flags": ("unsigned", "{}", "cuda::runtime::cudaMemAttachGlobal"),
        "ipcOpenMemHandle flags": ("unsigned", "{}", "cuda::runtime::cudaIpcMemLazyEnablePeerAccess"),
        "streamBeginCapture mode": ("int", "{}", "cuda::runtime::streamCaptureModeRelaxed"),
        **{kind: (kind, "{}") for kind in ("int", "unsigned", "std::size_t", "std::uint64_t")},
    },
    "numpy_convolution": {"std::string_view mode": ("ConvolutionModeArg", "{}")},
}

# Arguments that Python alone has, by function or header and name: their class, and the statement that comes first.
CHECKED_KIND = ("KindArg", "kind.check();")
DEVICE = ("DeviceArg", "const auto there = device.guard();")
ONLY_PYTHON = {
    "sort kind": CHECKED_KIND,
    "argsort kind": CHECKED_KIND,
    "partition kind": ("SelectArg", "kind.check();"),
    "argpartition kind": ("SelectArg", "kind.check();"),
    "sorting stable": ("[[maybe_unused]] IgnoredFlagArg", ""),
    "sort order": ("FieldsArg", "if (!order.is_none()) return wrap_copied(a, order.sorted(a, axis, descending));"),
    "argsort order": ("FieldsArg", "if (!order.is_none()) return cuprum::argsort(order.apply(a), axis, descending);"),
    "partition order": (
        "FieldsArg",
        "if (!order.is_none()) return wrap_copied(a, order.partitioned(a, to_kth(kth), axis));",
    ),
    "argpartition order": (
        "FieldsArg",
        "if (!order.is_none()) return cuprum::argpartition(order.apply(a), to_kth(kth), axis);",
    ),
    "sorting interpolation": ("QuantileMethodArg", 'take_interpolation("{function}", method, interpolation);'),
    "corrcoef bias": ('Arg<"bool">', "warn_of_no_effect(bias, ddof);"),
    "corrcoef ddof": ('Arg<"int">', ""),
    "isin kind": ("SetMethodArg", "kind.check(element, test_elements);"),
    "creation device": DEVICE,
    "fft device": DEVICE,
    "creation subok": ('Arg<"bool | None">', ""),
}
