// What the bindings of NumPy's and SciPy's Fourier transforms share.
#pragma once

#include "convert.h"
#include "cuprum/fft.h"
#include "released.h"

namespace cuprum::python {

/// How numbers are scaled.
using NormArg = Arg<"Literal['backward', 'ortho', 'forward']">;
/// The lengths of transformed axes.
using LengthsArg = Arg<"int | Sequence[int | None]">;

/// From None or NumPy's names. Throws ValueError for others.
fft::Norm to_norm(PyObject* object);

/// The plan whose `with` block the calling thread is in, borrowed; null outside.
PyObject* current_plan();

}  // namespace cuprum::python
