// Integers have no negative powers, not even those of 1: what is raised to a power is looked through beforehand.
#pragma once

#include "cuprum/ufunc.h"
#include "kernel/ufunc/loops.h"

namespace cuprum::kernel {

/// Whether a ufunc's loop has to refuse negative powers.
bool refuses_negative_powers(const UfuncRow& row, const Loop& loop);

/// Throws ValueError if any of these powers is negative in the dtype that a loop takes them in, of arrays those where
/// `where` is true. An array has to be read for that: one reduction, which the host waits for. While a function is
/// traced, the trace asks when it runs.
void refuse_negative(const Operand& powers, DType taken, const ndarray* where = nullptr);

/// Likewise of the powers that a method raises to along an axis: all but the first element, which is raised itself.
void refuse_negative_behind_first(const ndarray& a, int axis, const ndarray* where = nullptr);

/// The elements from `first` to `last` along an axis.
ndarray stretch(const ndarray& a, int axis, std::int64_t first, std::int64_t last);

}  // namespace cuprum::kernel
