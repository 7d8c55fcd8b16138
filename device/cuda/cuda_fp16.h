// CUDA's __half and __half2 for a CPU.
#pragma once

#include <cuprum/cuda/small_float.h>

using __half = cuprum::cuda_on_cpu::Small<cuprum::cuda_on_cpu::HalfFormat>;
using __half2 = cuprum::cuda_on_cpu::SmallPair<cuprum::cuda_on_cpu::HalfFormat>;
using __half_raw = cuprum::cuda_on_cpu::SmallRaw<cuprum::cuda_on_cpu::HalfFormat>;
using __half2_raw = cuprum::cuda_on_cpu::SmallPairRaw<cuprum::cuda_on_cpu::HalfFormat>;
using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;

CUPRUM_SMALL_CONVERSIONS(half, __half, __half2)
__forceinline__ __half2 make_half2(__half x, __half y) { return {x, y}; }

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00)
