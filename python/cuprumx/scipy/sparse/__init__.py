"""SciPy's sparse matrices and arrays, for a device.

Elements and indices are cuprum arrays. `get()` and `cuprum.asnumpy` give SciPy's matrix on the host.

Kinds (sparray, spmatrix):
    >>> array = sparse.csr_array(cp.array([[1, 2], [0, 3]]))
    >>> isinstance(array, sparse.sparray), isinstance(array, sparse.spmatrix)
    (True, False)
    >>> (array * array).toarray()  # element by element; of an spmatrix it is the product
    array([[1, 4],
           [0, 9]])

Warnings (SparseWarning, SparseEfficiencyWarning):
    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", sparse.SparseEfficiencyWarning)
    ...     array[1, 0] = 4
    >>> array.nnz
    4
"""

import importlib as _importlib

from ._kinds import sparray, spmatrix
from ._parts import SparseEfficiencyWarning, SparseWarning, issparse  # noqa: F401
from ._constructors import (  # noqa: F401
    get_index_dtype, load_npz, matrix_transpose, random_array, safely_cast_index_arrays, save_npz,
)  # fmt: skip
from cuprum._core._scipy_sparse import (  # noqa: F401
    block_array, block_diag, bmat, diags, diags_array, expand_dims, eye, eye_array, find, hstack, identity, kron,
    kronsum, permute_dims, rand, random, spdiags, swapaxes, tril, triu, vstack,
)  # fmt: skip
from ._formats import (  # noqa: F401
    bsr_array, bsr_matrix, coo_array, coo_matrix, csc_array, csc_matrix, csr_array, csr_matrix, dia_array, dia_matrix,
    isspmatrix, isspmatrix_bsr, isspmatrix_coo, isspmatrix_csc, isspmatrix_csr, isspmatrix_dia,
)  # fmt: skip


def __getattr__(name):
    # These are imported when first used.
    if name in ("linalg", "csgraph"):
        return _importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
