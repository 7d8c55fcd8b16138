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

/// Throws ValueError where the plan, or the current one for None, is for another transform than one of a kind ("C2C").
inline void check_plan(nb::handle plan, const char* kind, nb::handle x, nb::handle lengths, nb::handle axes) {
    nb::module_::import_("cuprum.cuda.cufft").attr("check_plan")(plan, x, lengths, axes, kind);
}

/// The same of the current plan, if there is one, and a transform along an axis.
inline void check_current_plan(const char* kind, const ObjectArg& a, const OptionalIntArg& n, const AxisArg& axis) {
    if (!current_plan()) return;
    const nb::object length = n.is_none() ? nb::none() : nb::object(nb::make_tuple(nb::handle(n.object)));
    check_plan(nb::none(), kind, a.object, length, nb::make_tuple(nb::handle(axis.object)));
}

/// The same of several axes.
inline void check_current_plan(const char* kind, const ObjectArg& a, const LengthsArg& s, const AxesArg& axes) {
    if (current_plan()) check_plan(nb::none(), kind, a.object, s.object, axes.object);
}

}  // namespace cuprum::python
