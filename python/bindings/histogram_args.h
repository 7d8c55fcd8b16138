// The arguments `bins` and `range` of histograms.
#pragma once

#include "convert.h"
#include "cuprum/sorting.h"

namespace cuprum::python {

/// A number of bins, the name of a rule, or edges.
Bins to_bins(PyObject* object);

/// A pair of numbers.
std::pair<double, double> to_range(PyObject* object);

}  // namespace cuprum::python
