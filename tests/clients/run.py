"""Runs the test-suites that public programs carry for CuPy, through the drop-in: `make test-clients`, or

    python tests/clients/run.py [--folder build/clients] [client ...]

The programs come from PyPI into a virtual environment of their own, and run on the cuprum that PYTHONPATH names.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass
class Client:
    """Where a program's tests are, and which of them are CuPy's."""

    package: str
    tests: list  # in the environment's site-packages, in the source package, or beside this file
    select: str = "cupy"  # pytest's -k
    source: bool = False  # whether the tests come with the source package alone
    environment: dict = field(default_factory=dict)
    known: dict = field(default_factory=dict)  # tests that do not count, and why
    known_messages: dict = field(default_factory=dict)  # the same by what a failure says
    needs: tuple = ()  # packages that its tests import besides
    alone: bool = False  # whether it is installed without the packages that it asks for
    stands_for: bool = False  # whether it is what cuprum stands for: its tests are fetched, and it is not installed
    ignored: dict = field(default_factory=dict)  # files of tests that do not run, and why
    fixtures: str = ""  # a file beside this one that becomes the conftest.py that the source package lacks


IMPLICIT = "Implicit conversion to a NumPy array is not allowed"

CLIENTS = [
    Client(
        "thinc",
        ["thinc/tests"],
        "cupy or Cupy or gpu",
    ),
    Client("sigpy", ["test_sigpy.py"], ""),
    Client(
        "dask[array]",
        [
            f"dask/array/tests/test_cupy_{part}.py"
            for part in (
                "core creation gufunc linalg overlap percentile random reductions routines slicing sparse"
            ).split()
        ],
        "",
        known={
            "test_unique_kwargs": "wants an error of CuPy from before it had structured dtypes",
            "test_unique_rand": (
                "dask puts chunks into NumPy's structured arrays where CuPy's hold them, as CuPy 14's do"
            ),
            "test_cupy_unsupported": "wants that generators cannot permute",
        },
    ),
    Client(
        "opt_einsum",
        ["opt_einsum/tests/test_backends.py", "opt_einsum/tests/test_sharing.py"],
        known={
            "test_sharing_nesting[cupy]": (
                "wants a result kept alive that is a NumPy array with CuPy, which no cache holds"
            )
        },
    ),
    Client("einops", ["einops/tests"], "", environment={"EINOPS_TEST_BACKENDS": "numpy,cupy"}),
    Client(
        "autoray",
        ["tests"],
        source=True,
        known={
            f"test_random_default_rng[cupy-{name}": "expected to fail with CuPy, which lacks the method"
            for name in ("choice", "gumbel", "normal", "permutation")
        },
    ),
    Client(
        "array-api-compat",
        ["array_api_compat/tests"],
        known={"test_numpy_dependency": "imports its own tests as a package of its sources"},
    ),
    Client(
        "array-api-extra",
        ["tests/main"],
        source=True,
    ),
    Client(
        "dask-image",
        ["tests"],
        source=True,
    ),
    Client(
        "pylops",
        [
            f"pytests/test_{part}.py"
            for part in (
                "basicoperators blending causalintegration chirpradon combine convolve dct derivative diagonal ffts "
                "fredholm functionoperator interpolation kronecker leastsquares linearoperator metrics "
                "nonstatconvolve pad patching radon restriction shift sliding smoothing sparsity tapers transpose utils"
            ).split()
        ],
        "",
        source=True,
        environment={"TEST_CUPY_PYLOPS": "1"},
        known={
            f"test_{kind}StationaryConvolve{axes}": "wants kernels of numba.cuda"
            for kind in ("", "Non")
            for axes in ("2D", "3D")
        },
    ),
    Client("scikit-learn", ["sklearn"], environment={"SCIPY_ARRAY_API": "1"}),
    Client("xarray", ["xarray/tests/test_cupy.py"], "", needs=("dask[array]",)),
    Client("cotengra", ["tests/test_backends.py"], source=True),
    Client(
        "tensorly",
        ["tensorly"],
        "",
        environment={"TENSORLY_BACKEND": "cupy"},
        known={
            f"test_{name}": "its backend for CuPy has no argmin along an axis"
            for name in ("unimodality", "tensor_train_cross")
        },
        known_messages={IMPLICIT: "gives arrays to NumPy"},
    ),
    Client(
        "POT",
        [
            f"test/test_{part}.py"
            for part in "1d_solver backend bregman da gaussian lowrank optim ot partial utils weak".split()
        ],
        source=True,
        needs=("scikit-learn",),
        fixtures="fixtures_of_pot.py",
        known_messages={
            IMPLICIT: "gives arrays to NumPy",
            "NotImplementedError": "its backend for CuPy has no unsqueeze and no sparse_coo_data",
        },
    ),
    Client(
        "gpusw",
        ["tests"],
        source=True,
        select="gpu",
        known={"metal": "wants Apple's GPUs"},
    ),
    Client(
        "cupy==14.2.0",  # one case of each test; of other folders most test its insides
        [
            *(
                f"tests/cupy_tests/{part}_tests"
                for part in (
                    "binary core creation fft functional indexing io lib linalg logic manipulation math misc padding "
                    "polynomial random sorting statistics"
                ).split()
            ),
            *(f"tests/cupyx_tests/{part}_tests" for part in ("linalg", "signal")),
            *(f"tests/cupyx_tests/scipy_tests/{part}_tests" for part in "fft fftpack spatial special stats".split()),
        ],
        "",
        source=True,
        stands_for=True,
        fixtures="fixtures_of_cupy.py",
        ignored={
            f"tests/{path}.py": "imports insides"
            for path in (
                "cupy_tests/core_tests/test_core",
                "cupy_tests/core_tests/test_cub_reduction",
                "cupy_tests/core_tests/test_flags",
                "cupy_tests/core_tests/test_function",
                "cupy_tests/core_tests/test_gufuncs",
                "cupy_tests/core_tests/test_include",
                "cupy_tests/core_tests/test_internal",
                "cupy_tests/core_tests/test_raw",
                "cupy_tests/core_tests/test_reduction",
                "cupy_tests/core_tests/test_scan",
                "cupy_tests/core_tests/fusion_tests/test_kernel_cache",
                "cupy_tests/core_tests/fusion_tests/test_optimization",
                "cupy_tests/fft_tests/test_cache",
                "cupy_tests/math_tests/test_matmul",
                "cupy_tests/math_tests/test_sumprod",
            )
        },
        known={
            "TestDefaultPlanType": "asks for insides",
            "_error_on_wrong_plan": "wants CuPy's words",
            "hfft_plan": "wants that a plan is refused, which works",
            "TestArrayAsType::test_astype_type": "long long is int64",
            "test_isinstance_numpy_copy_wrong_dtype": "wants that something is refused, which works",
            "test_copy_host_to_device_view": "wants that something is refused, which works",
            "test_next_fast_len": "transforms take other lengths on a CPU",
            "test_packing.TestPacking::test_": "another error for an order that is no word, as in NumPy",
            "TestR_::test_r_": "wants that words are refused, which work",
            "test_indices_list3": "wants that a list is refused, which works",
            "indices_from_4": "wants NumPy's error, which is raised",
            "TestSelect::test_select_default_scalar": "wants that shapes are not checked",
            "TestSelect::test_select_type_error_condlist": "wants another error than NumPy's",
            "TestFlatiterSubscriptIndexError": "wants that arrays are refused as indices of `flat`",
            "test_delete_array_like_input": "wants that lists are refused",
            "test_asarray_chkfinite_non_finite_vals": "wants an error that NumPy does not raise",
            "test_require_incorrect": "another error",
            "TestRollTypeError": "another error",
            "test_copy_arg_str_reshape_raises": "takes any word for true",
            "TestRepeatScalarEquivalence::test_numpy_ndarray_rejected": "wants that NumPy's arrays are refused",
            "TestRepeatNdarrayErrors": "another error",
            "test_copyto_scalarwhere": "a float as mask is refused, as in NumPy",
            "TestCov::test_cov": "cov of int8 in int8 is refused",
            "TestCubHistogram": "mocks of its insides",
            "test_histogramdd_disallow_arraylike_bins": "wants that lists are refused",
            "_overwrite[": "wants that the input is overwritten, which it need not be",
            "all_nan": "wants a warning",
            "test_dct_backend": "wants an error, where the transform works",
            "test_2d_square": "another triangulation of a square",
            "test_jensenshannon_": "wants a number for matrices",
            "test_huber": "rounded otherwise in float32",
            "TestShichi::test_real": "rounded otherwise in float32",
            "inv_boxcox": "powers of small numbers, rounded otherwise",
            "TestMultigammaln::test_invalid_d": "another error",
            "TestLogSoftmax": "integers become float64",
            "TestSoftmax": "integers become float64",
            "TestLogsumexp": "integers become float64",
            "TestTrim::test_zero_dim": "an array without axes is taken",
            "TestZmap": "16-bit floats are rounded once",
            "TestZscore": "16-bit floats are rounded once",
            "test_vectorize_arithmetic_ops": "16-bit floats are rounded once",
            "TestFusionKernelName": "asks for insides",
            "TestCubReduction": "asks for insides",
            "TestGetRandomState::test_get_random_state_": "asks for insides",
            "TestResetStates": "asks for insides",
            "test_partition_non_contiguous": "wants that something is refused, which works",
            "_subok": "wants that a class is not kept",
            "TestDLPackConversion::test_conversion": "another kind of warning",
            "test_conversion_device_to_cpu": "on a CPU the host shares an array's memory",
            "test_types[": "long long is int64",
            "test_reject_references": "another error",
            "TestChoiceFailure_param_1_": "another error",
            "TestXFailBatchedInvh": "wants that something is refused, which works",
            "test_multiple_consumption_error": "wants CuPy's words",
            "test_masked_array": "wants CuPy's words",
            "TestMdspan0D": "a comma behind the last template argument, which Clang refuses",
            "test_slots": "wants that arrays take no attributes",
            "pinned_alloc_fails=True": "wants that an allocator may give nothing",
            "test_adv_getitem_cupy_indices": "wants that indices beyond the array wrap around",
            "SetitemCupyIndices": "wants that indices beyond the array wrap around",
            "test_ndarray_cuda_array_interface": "wants a device's address",
            "test_pow_python_scalar_negative_one": "integers' negative powers are refused, as in NumPy",
            "test_ne_object": "wants that an object with an __eq__ is asked for each element",
            "test_contiguous_array_with_error": "wants that an output with steps is refused, which works",
            "test_bool_empty": "wants a warning where NumPy raises an error",
            "test_subarray_of_struct_error": "wants that something is refused, which works",
            "test_nested_subarray": "wants that something is refused, which works",
            "test_eye[9223372036854775808]": "a diagonal beyond int64",
            "test_cupy_get_ndarray": "another view of the same array",
            "test_vectorize_ge": "complex numbers are compared, as by NumPy's ufuncs",
            "test_vectorize_gt": "complex numbers are compared, as by NumPy's ufuncs",
            "test_vectorize_le": "complex numbers are compared, as by NumPy's ufuncs",
            "test_vectorize_lt": "complex numbers are compared, as by NumPy's ufuncs",
            "test_vectorize_ufunc_call_dtype": "casts that NumPy refuses work",
            "test_vectorize_const_non_toplevel": "wants that something is refused, which works",
            "test_relu_type_error": "wants that something is refused, which works",
            "test_vectorize_lambda_xfail": "wants that something is refused, which works",
            "TestPoly1d::test_poly1d_repr": "the name of np.longlong",
            "TestPoly1dPowInvalidType": "takes whole numbers of float",
            "test_polyfit_weighted_diff_types": "complex weights are taken, which NumPy refuses",
            "TestPolyvalInvalidTypes": "takes numbers as polynomials",
            "test_roots_zero_dim": "takes an array without axes",
            "test_apply_over_axis_invalid_0darr": "takes an array without axes, as NumPy",
            "test_indices_values_arr_diff_dims": "another error",
            "test_writeable_views_not_supported": "wants that something is refused, which works",
            "TestEigenvalueEmpty": "eigenvalues are complex, as in NumPy 2.5",
            "test_einsum_unary_views": "a view where NumPy copies",
            "test_solve_singular_empty": "a singular matrix is an error",
            "test_logseries_for_invalid_p": "0 is a probability, as in NumPy",
            "test_none_lam_legacy": "another error",
            "test_none_shape_legacy": "another error",
            "TestRandomState::test_methods": "there is one engine of RandomState",
            "TestRandomState::test_seed_not_none": "arrays of booleans are no seeds",
            "TestHypergeometricValidation": "draws of none and of too many, as NumPy's Generator",
            "test_invalid_contiguity": "wants that an output with steps is refused, which works",
        },
        known_messages={
            "Regex pattern did not match": "wants CuPy's words",
            "AxisConcatenator": "asks for insides",
            "get_typename() takes": "asks for insides",
            **{
                f"has no attribute '{name}'": "asks for insides"
                for name in (
                    "Fusion complete_slice get_c_contiguity _interval _cached_codes _check_and_get_dtype".split()
                )
            },
            "expected call not found": "wants that functions call each other",
            "to be called once. Called 0 times": "wants that functions call each other",
            "unless CUPRUM_CPU_ARRAY_INTERFACE": "wants a device's address",
            "has its data on a GPU": "wants a device's address",
            "NotImplementedError not raised": "wants that something is refused, which works",
            "DID NOT RAISE NotImplementedError": "wants that something is refused, which works",
        },
    ),
    Client("sparseconverter", ["tests"], "cupy and complex64", source=True, needs=("sparse",)),
    Client(
        "fast-array-utils",
        ["tests"],
        source=True,
        select="cupy or Cupy",
        needs=("anndata", "zarr", "dask", "numba", "pytest-codspeed", "pytest-doctestplus"),
        known={
            "test_dask_constant_blocks": "wants a fixture of pytest's cache, which is off",
            "Dataset[zarr.Array]": "takes a warning of zarr for an error",
        },
    ),
    Client("xobjects", ["tests"], "cupy or Cupy", source=True, needs=("cffi",)),
    Client(
        "tike",
        ["tests/test_linalg.py", "tests/operators", "tests/communicators"],
        "",
        source=True,
        alone=True,  # it asks for NumPy 1
        needs=("toml", "opencv-python-headless", "matplotlib"),
    ),
]


class Environment:
    """A virtual environment with the programs, and their source packages."""

    def __init__(self, folder):
        self.folder = folder
        self.python = folder / "venv/bin/python"

    def install(self, clients):
        if not self.python.exists():
            subprocess.run([sys.executable, "-m", "venv", self.folder / "venv"], check=True)
        wanted = ["pytest", "mock", "hypothesis", "scipy", "ml_dtypes", "packaging"]
        for client in clients:
            wanted += [*client.needs, *([] if client.alone or client.stands_for else [client.package])]
        self._pip("install", "--upgrade-strategy", "only-if-needed", *wanted)
        for client in clients:
            if client.alone:
                self._pip("install", "--no-deps", client.package)
        for client in clients:
            if client.source and not list(self.folder.glob(f"sources/{self._file_name(client)}-*/")):
                archive = self._fetch_tests(client) if client.stands_for else self._fetch(client)
                with tarfile.open(archive) as packed:
                    wanted = [m for m in packed if not client.stands_for or m.name.split("/")[1:2] == ["tests"]]
                    packed.extractall(self.folder / "sources", wanted, filter="data")

    def _fetch(self, client):
        where = self.folder / "packages"
        self._pip("download", "--no-deps", "--no-binary", client.package, "-d", where, client.package)
        return max(where.glob(f"{self._file_name(client)}-*.tar.gz"))

    def _fetch_tests(self, client):
        """The source package as PyPI has it: pip would begin to build it, which takes CUDA."""
        name, _, version = client.package.partition("==")
        archive = self.folder / "packages" / f"{name}-{version}.tar.gz"
        if not archive.exists():
            archive.parent.mkdir(exist_ok=True)
            with urllib.request.urlopen(f"https://pypi.org/pypi/{name}/{version}/json") as answer:
                files = json.load(answer)["urls"]
            (url,) = [file["url"] for file in files if file["packagetype"] == "sdist"]
            with urllib.request.urlopen(url) as source:
                archive.write_bytes(source.read())
        return archive

    @staticmethod
    def _file_name(client):
        return client.package.partition("==")[0].replace("-", "_").lower()

    def _pip(self, *arguments):
        subprocess.run([self.python, "-m", "pip", "-q", "--disable-pip-version-check", *arguments], check=True)

    def tests_of(self, client):
        """The folder to run in, and the tests."""
        if client.source:
            root = max(self.folder.glob(f"sources/{self._file_name(client)}-*/")).resolve()
            tests = [root / test for test in client.tests]
            if not client.fixtures:
                return root, tests
            common = Path(os.path.commonpath(tests))
            shutil.copy(HERE / client.fixtures, (common if common.is_dir() else common.parent) / "conftest.py")
            return self._neutral_folder(), tests  # in its own folder, the sources would hide what is installed
        packages = next(self.folder.resolve().glob("venv/lib/python*/site-packages"))
        roots = [HERE if (HERE / test).exists() else packages for test in client.tests]
        return self._neutral_folder(), [root / test for root, test in zip(roots, client.tests)]

    def _neutral_folder(self):
        """One with settings of its own: else pytest takes the strict ones of the repository that the folder is in."""
        run = self.folder / "run"
        run.mkdir(exist_ok=True)
        (run / "pytest.ini").write_text("[pytest]\n")
        return run

    def _ignored(self, client):
        root = max(self.folder.glob(f"sources/{self._file_name(client)}-*/"), default=None)
        return [root.resolve() / path for path in client.ignored]

    def run(self, client):
        """Runs a program's tests; (passed, skipped, known, failures)."""
        where, tests = self.tests_of(client)
        report = (self.folder / f"{self._file_name(client)}.xml").resolve()
        report.unlink(missing_ok=True)
        command = [
            self.python.absolute(),
            "-m",
            "cuprum",
            "--children",
            "-m",
            "pytest",
            "-q",
            "--no-header",
            "--tb=short",
            "--continue-on-collection-errors",
        ]
        command += ["-p", "no:cacheprovider", "-o", "addopts=", f"--junitxml={report}", *tests]
        command += ["-c", "pytest.ini"] if where.name == "run" else []
        command += ["-k", client.select] if client.select else []
        command += [f"--ignore={where_ignored}" for where_ignored in self._ignored(client)]
        with open(self.folder / f"{self._file_name(client)}.log", "w") as log:
            subprocess.run(
                command, cwd=where, env={**os.environ, **client.environment}, stdout=log, stderr=subprocess.STDOUT
            )
        if not report.exists():
            return 0, 0, 0, [f"the tests did not run: see {log.name}"]
        passed, skipped, known, failures = 0, 0, 0, []
        for case in xml.parse(report).iter("testcase"):
            name = f"{case.get('classname')}::{case.get('name')}"
            failed = case.find("failure") is not None or case.find("error") is not None
            said = "".join(e.get("message") or "" for kind in ("failure", "error") for e in case.iter(kind))
            if failed and (
                any(text in name for text in client.known) or any(text in said for text in client.known_messages)
            ):
                known += 1
            elif failed:
                failures.append(name)
            elif case.find("skipped") is not None:
                skipped += 1
            else:
                passed += 1
        if not passed:
            failures.append("no test passed")
        return passed, skipped, known, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clients", nargs="*", help="packages; all by default")
    parser.add_argument("--folder", type=Path, default=Path("build/clients"))
    arguments = parser.parse_args()
    chosen = [c for c in CLIENTS if not arguments.clients or re.split(r"[\[=]", c.package)[0] in arguments.clients]
    arguments.folder.mkdir(parents=True, exist_ok=True)
    environment = Environment(arguments.folder)
    environment.install(chosen)
    print(f"{'client':<20}{'passed':>8}{'skipped':>9}{'known':>7}{'failed':>8}", flush=True)
    all_failures = []
    for client in chosen:
        passed, skipped, known, failures = environment.run(client)
        print(f"{client.package:<20}{passed:>8}{skipped:>9}{known:>7}{len(failures):>8}", flush=True)
        all_failures += [f"{client.package}: {name}" for name in failures]
    for failure in all_failures:
        print(failure)
    for client in chosen:
        for test, reason in (client.known | client.known_messages).items():
            print(f"{client.package}: {test} does not count: {reason}")
    return 1 if all_failures else 0


if __name__ == "__main__":
    sys.exit(main())
