// Convolution and correlation of sequences.
#pragma once

#include <string_view>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum {

/// The convolution of two sequences: `out[n] = sum over m of a[m] * v[n - m]`, where what lies outside of either is
/// left out.
///
/// Long sequences are multiplied as Fourier transforms where that is quicker, whose rounding errors are small beside
/// the largest result; an infinity or a NaN then spreads over all of them. Integers and bools come out exact in any
/// case: integers wrap around, products of bools are `and` and their sums `or`. 16-bit floats are summed up in float32.
///
/// Parameters
///     a: the first sequence, (N,).
///     v: the second one, (M,).
///     mode: "full" gives each place where the two overlap, (N + M - 1,); "same" the middle of that, (max(N, M),);
///     "valid" only where they overlap completely, (max(N, M) - min(N, M) + 1,).
/// Returns
///     The convolution, of the dtype to which both promote.
/// Raises
///     ValueError: an empty sequence, one of several dimensions, or another mode.
/// Example
///     >>> cuprum.convolve(cuprum.array([1, 2, 3]), cuprum.array([0, 1, 2]))
///     array([0, 1, 4, 7, 6])
CUPRUM_PYTHON ndarray convolve(const ndarray& a, const ndarray& v, std::string_view mode = "full");

/// The correlation of two sequences: `out[k] = sum over n of a[n + k] * conj(v[n])`, where what lies outside of either
/// is left out.
///
/// Long sequences are multiplied as Fourier transforms where that is quicker; see `convolve`.
///
/// Parameters
///     a: the first sequence, (N,).
///     v: the second one, (M,).
///     mode: "valid", "same" or "full", as of `convolve`.
/// Returns
///     The correlation, of the dtype to which both promote.
/// Raises
///     ValueError: an empty sequence, one of no or several dimensions, or another mode.
/// Example
///     >>> cuprum.correlate(cuprum.array([1, 2, 3]), cuprum.array([0, 1, 0.5]), mode="same")
///     array([2. , 3.5, 3. ])
CUPRUM_PYTHON ndarray correlate(const ndarray& a, const ndarray& v, std::string_view mode = "valid");

}  // namespace cuprum
