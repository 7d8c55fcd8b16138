// The arguments `bins` and `range` of histograms.
#pragma once

#include "convert.h"
#include "cuprum/sorting.h"

namespace cuprum::python {

/// How many bins, their edges, or the name of a rule.
using BinsArg = Arg<"int | str | ArrayLike">;
/// The least and the greatest value that count.
using RangeArg = Arg<"tuple[float, float]">;

/// A number of bins, the name of a rule, or edges.
Bins to_bins(PyObject* object);

/// A pair of numbers.
std::pair<Scalar, Scalar> to_range(PyObject* object);

}  // namespace cuprum::python
