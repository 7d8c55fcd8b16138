// Brings the elements of strided operands together for reductions on a CPU. It is compiled with the library, not with
// each kernel (device/cuprum/engine/reduction_cpu.h).
#pragma once

namespace cuprum::backend::cpu {

/// What kernels call, by the name `cuprum_gather` (runtime_symbols.cpp): `n` elements from `position` on, counted in C
/// order over `ndim` dimensions. Strides are in bytes. Elements of no bytes are those of a counter.
void gather(void* buffer, int itemsize, const char* from, int ndim, const long long* shape, const long long* strides,
            long long position, long long n);

}  // namespace cuprum::backend::cpu
