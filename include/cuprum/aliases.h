// Second names of what there is, as NumPy, the array API standard and CuPy have them.
#pragma once

#include "cuprum/host.h"
#include "cuprum/interpolation.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/memory.h"
#include "cuprum/random.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"

namespace cuprum {

inline ndarray asanyarray(const ndarray& a, std::optional<DType> dtype = {}, char order = 'K') {
    return asarray(a, dtype, order);
}
inline ndarray concat(ArrayList arrays, std::optional<std::int64_t> axis = 0, const ndarray* out = nullptr,
                      std::optional<DType> dtype = {}, Casting casting = Casting::same_kind) {
    return concatenate(arrays, axis, out, dtype, casting);
}
inline ndarray row_stack(ArrayList tup, std::optional<DType> dtype = {}, Casting casting = Casting::same_kind) {
    return vstack(tup, dtype, casting);
}
inline ndarray permute_dims(const ndarray& a, const Axes& axes = {}) { return transpose(a, axes); }
inline ndarray round_(const ndarray& a, std::int64_t decimals = 0, const ndarray* out = nullptr) {
    return round(a, decimals, out);
}
inline ndarray cumproduct(const ndarray& a, std::optional<std::int64_t> axis = {}, std::optional<DType> dtype = {},
                          const ndarray* out = nullptr) {
    return cumprod(a, axis, dtype, out);
}
inline ndarray trapz(const ndarray& y, const ndarray* x = nullptr, const Operand& dx = 1.0, std::int64_t axis = -1) {
    return trapezoid(y, x, dx, axis);
}

inline ndarray alltrue(const ndarray& a, const ReduceOptions& options = {}) { return all(a, options); }
inline ndarray sometrue(const ndarray& a, const ReduceOptions& options = {}) { return any(a, options); }

inline bool isfortran(const ndarray& a) { return a.is_f_contiguous() && !a.is_c_contiguous(); }

inline cuda::MemoryPool& get_default_memory_pool() { return cuda::default_memory_pool(); }
inline cuda::PinnedMemoryPool& get_default_pinned_memory_pool() { return cuda::default_pinned_memory_pool(); }

namespace random {

inline Generator default_rng(std::optional<std::uint64_t> seed = {}) {
    return Generator(seed, BitGeneratorKind::xorwow);
}

}  // namespace random

}  // namespace cuprum
