// The kernels that the usual functions launch, found by calling them.
#pragma once

#include <functional>
#include <vector>

#include "cuprum/ndarray.h"
#include "kernel/cache/cache.h"

namespace cuprum::kernel {

/// Calls functions whose kernels a compiler takes long for, with the usual dtypes and layouts, on the current device,
/// and returns the kernels of each group that share a module. Kernels that were fetched before are not among them, and
/// the process keeps ones that were compiled quickly rather than well: it is a build's.
/// SciPy's functions are among them: for a GPU of all these dtypes, for a CPU of float32 and float64.
std::vector<std::vector<KernelSource>> kernels_of_typical_calls();

/// Calls, and lets the call fail where a GPU's stand-in gives no results or has no libraries.
void try_call(const std::function<void()>& call);

/// An array of float64, float32, int64 or int32, made on the host.
ndarray from_numbers(const std::vector<double>& numbers, DType dtype);

/// SciPy's functions of images, signals and points, with arrays of a dtype.
void call_scipy(DType dtype);

}  // namespace cuprum::kernel
