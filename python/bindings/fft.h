// What the bindings of NumPy's and SciPy's Fourier transforms share.
#pragma once

#include "convert.h"
#include "cuprum/fft.h"
#include "cuprum/gil_release.h"

namespace cuprum::python {

/// How numbers are scaled.
using NormArg = Arg<"Literal['backward', 'ortho', 'forward']">;
/// The lengths of transformed axes.
using LengthsArg = Arg<"int | Sequence[int | None]">;

/// Calls a function while other threads may run Python.
template <class F>
auto released(F&& function) {
    const runtime::GilRelease unlocked;
    return function();
}

/// From None or NumPy's names. Throws ValueError for others.
fft::Norm to_norm(PyObject* object);

}  // namespace cuprum::python
