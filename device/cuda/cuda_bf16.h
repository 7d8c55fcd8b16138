// CUDA's __nv_bfloat16 and __nv_bfloat162 for a CPU.
#pragma once

#include <cuda_fp16.h>

using __nv_bfloat16 = cuprum::cuda_on_cpu::Small<cuprum::cuda_on_cpu::BFloat16Format>;
using __nv_bfloat162 = cuprum::cuda_on_cpu::SmallPair<cuprum::cuda_on_cpu::BFloat16Format>;
using __nv_bfloat16_raw = cuprum::cuda_on_cpu::SmallRaw<cuprum::cuda_on_cpu::BFloat16Format>;
using __nv_bfloat162_raw = cuprum::cuda_on_cpu::SmallPairRaw<cuprum::cuda_on_cpu::BFloat16Format>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

CUPRUM_SMALL_CONVERSIONS(bfloat16, __nv_bfloat16, __nv_bfloat162)
__forceinline__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80)
