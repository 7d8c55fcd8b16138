// What the threads of a block do together, for a CPU: barriers, warps, the ways to stop. The functions declared first
// are the engine's (src/backend/cpu/raw/block_runner.cpp); a kernel that may reach one of the waiting ones runs its
// threads as fibers.
#pragma once

#include <cuprum/cuda/language.h>

/// The thread's number in its block.
extern const unsigned cuprum_thread_rank;

extern "C" {
// These wait.
void cuprum_syncthreads();
int cuprum_syncthreads_count(bool predicate);
int cuprum_syncthreads_and(bool predicate);
int cuprum_syncthreads_or(bool predicate);
void cuprum_syncthreads_grid();
void cuprum_syncwarp(unsigned mask);
unsigned long long cuprum_shuffle(unsigned mask, unsigned long long value, unsigned lane);
unsigned cuprum_ballot(unsigned mask, bool predicate);
unsigned cuprum_match_any(unsigned mask, unsigned long long value);
unsigned cuprum_match_all(unsigned mask, unsigned long long value);
unsigned cuprum_reduce_add(unsigned mask, unsigned value);
unsigned cuprum_reduce_min(unsigned mask, unsigned value);
unsigned cuprum_reduce_max(unsigned mask, unsigned value);
int cuprum_reduce_smin(unsigned mask, int value);
int cuprum_reduce_smax(unsigned mask, int value);
unsigned cuprum_reduce_and(unsigned mask, unsigned value);
unsigned cuprum_reduce_or(unsigned mask, unsigned value);
unsigned cuprum_reduce_xor(unsigned mask, unsigned value);
unsigned cuprum_activemask();
void cuprum_yield();

// These do not.
int cuprum_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
[[noreturn]] void cuprum_assert_failed(const char* expression, const char* file, unsigned line, const char* function,
                                       unsigned rank);
[[noreturn]] void cuprum_trap(unsigned rank);
unsigned long long cuprum_nanoseconds();
bool cuprum_is_shared(const void* pointer);
bool cuprum_is_cooperative();
void* cuprum_malloc(size_t bytes) __asm__("malloc");
void cuprum_free(void* pointer) __asm__("free");
}

__forceinline__ void __syncthreads() { cuprum_syncthreads(); }
__forceinline__ int __syncthreads_count(int predicate) { return cuprum_syncthreads_count(predicate != 0); }
__forceinline__ int __syncthreads_and(int predicate) { return cuprum_syncthreads_and(predicate != 0); }
__forceinline__ int __syncthreads_or(int predicate) { return cuprum_syncthreads_or(predicate != 0); }
__forceinline__ int syncthreads_count(bool predicate) { return cuprum_syncthreads_count(predicate); }
__forceinline__ bool syncthreads_and(bool predicate) { return cuprum_syncthreads_and(predicate); }
__forceinline__ bool syncthreads_or(bool predicate) { return cuprum_syncthreads_or(predicate); }
__forceinline__ void __syncwarp(unsigned mask = 0xffffffff) { cuprum_syncwarp(mask); }
__forceinline__ unsigned __activemask() { return cuprum_activemask(); }
__forceinline__ void __nanosleep(unsigned) { cuprum_yield(); }

__forceinline__ unsigned __ballot_sync(unsigned mask, int predicate) { return cuprum_ballot(mask, predicate != 0); }
__forceinline__ int __any_sync(unsigned mask, int predicate) { return cuprum_ballot(mask, predicate != 0) != 0; }
__forceinline__ int __all_sync(unsigned mask, int predicate) { return cuprum_ballot(mask, predicate == 0) == 0; }
__forceinline__ int __uni_sync(unsigned mask, int predicate) {
    const unsigned set = cuprum_ballot(mask, predicate != 0);
    return set == 0 || cuprum_ballot(mask, predicate == 0) == 0;
}

namespace cuprum::cuda_on_cpu {

__forceinline__ unsigned lane() { return cuprum_thread_rank & 31; }

/// A number of up to eight bytes as bits, and back.
template <class T>
__forceinline__ unsigned long long to_bits(T value) {
    static_assert(sizeof(T) <= 8);
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}
template <class T>
__forceinline__ T from_bits(unsigned long long bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
template <class T>
__forceinline__ T shuffle(unsigned mask, T value, unsigned lane) {
    return from_bits<T>(cuprum_shuffle(mask, to_bits(value), lane));
}

template <class T>
concept Shuffled = (__is_integral(T) || __is_floating_point(T)) && sizeof(T) <= 8;
template <class T>
concept Matched = __is_integral(T) || __is_floating_point(T);

}  // namespace cuprum::cuda_on_cpu

// Values go between the lanes of segments of `width`; a lane whose source is outside of its segment keeps its own.
template <cuprum::cuda_on_cpu::Shuffled T>
__forceinline__ T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
    const unsigned lane = cuprum::cuda_on_cpu::lane(), segment = static_cast<unsigned>(width) - 1;
    return cuprum::cuda_on_cpu::shuffle(mask, value, (lane & ~segment) | (static_cast<unsigned>(source) & segment));
}
template <cuprum::cuda_on_cpu::Shuffled T>
__forceinline__ T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    const unsigned lane = cuprum::cuda_on_cpu::lane(), inside = lane & (static_cast<unsigned>(width) - 1);
    return cuprum::cuda_on_cpu::shuffle(mask, value, delta <= inside ? lane - delta : lane);
}
template <cuprum::cuda_on_cpu::Shuffled T>
__forceinline__ T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    const unsigned lane = cuprum::cuda_on_cpu::lane(), inside = lane & (static_cast<unsigned>(width) - 1);
    return cuprum::cuda_on_cpu::shuffle(mask, value,
                                        delta < static_cast<unsigned>(width) - inside ? lane + delta : lane);
}
template <cuprum::cuda_on_cpu::Shuffled T>
__forceinline__ T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {
    const unsigned lane = cuprum::cuda_on_cpu::lane(), source = lane ^ static_cast<unsigned>(lanes);
    const unsigned end = (lane & ~(static_cast<unsigned>(width) - 1)) + static_cast<unsigned>(width);
    return cuprum::cuda_on_cpu::shuffle(mask, value, source < end ? source : lane);
}

template <cuprum::cuda_on_cpu::Matched T>
__forceinline__ unsigned __match_any_sync(unsigned mask, T value) {
    return cuprum_match_any(mask, cuprum::cuda_on_cpu::to_bits(value));
}
template <cuprum::cuda_on_cpu::Matched T>
__forceinline__ unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
    const unsigned matched = cuprum_match_all(mask, cuprum::cuda_on_cpu::to_bits(value));
    *predicate = matched != 0;
    return matched;
}

__forceinline__ unsigned __reduce_add_sync(unsigned mask, unsigned value) { return cuprum_reduce_add(mask, value); }
__forceinline__ unsigned __reduce_min_sync(unsigned mask, unsigned value) { return cuprum_reduce_min(mask, value); }
__forceinline__ unsigned __reduce_max_sync(unsigned mask, unsigned value) { return cuprum_reduce_max(mask, value); }
__forceinline__ int __reduce_add_sync(unsigned mask, int value) {
    return static_cast<int>(cuprum_reduce_add(mask, static_cast<unsigned>(value)));
}
__forceinline__ int __reduce_min_sync(unsigned mask, int value) { return cuprum_reduce_smin(mask, value); }
__forceinline__ int __reduce_max_sync(unsigned mask, int value) { return cuprum_reduce_smax(mask, value); }
__forceinline__ unsigned __reduce_and_sync(unsigned mask, unsigned value) { return cuprum_reduce_and(mask, value); }
__forceinline__ unsigned __reduce_or_sync(unsigned mask, unsigned value) { return cuprum_reduce_or(mask, value); }
__forceinline__ unsigned __reduce_xor_sync(unsigned mask, unsigned value) { return cuprum_reduce_xor(mask, value); }

#define printf cuprum_printf
#define CUPRUM_ASSERT(...)                \
    ((__VA_ARGS__) ? static_cast<void>(0) \
                   : cuprum_assert_failed(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__, cuprum_thread_rank))
#ifdef NDEBUG
#define assert(...) static_cast<void>(0)
#else
#define assert(...) CUPRUM_ASSERT(__VA_ARGS__)
#endif
[[noreturn]] __forceinline__ void __trap() { cuprum_trap(cuprum_thread_rank); }
__forceinline__ void __brkpt() {}
__forceinline__ void __prof_trigger(int) {}

__forceinline__ long long clock64() { return static_cast<long long>(__builtin_ia32_rdtsc()); }
__forceinline__ clock_t clock() { return clock64(); }
__forceinline__ unsigned long long __globaltimer() { return cuprum_nanoseconds(); }

__forceinline__ unsigned __isShared(const void* p) { return cuprum_is_shared(p); }
__forceinline__ unsigned __isGlobal(const void* p) { return !cuprum_is_shared(p); }

__forceinline__ void* malloc(size_t bytes) { return cuprum_malloc(bytes); }
__forceinline__ void free(void* pointer) { cuprum_free(pointer); }
__forceinline__ void* memcpy(void* to, const void* from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
__forceinline__ void* memmove(void* to, const void* from, size_t bytes) { return __builtin_memmove(to, from, bytes); }
__forceinline__ void* memset(void* to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }

inline void* operator new(size_t bytes) { return cuprum_malloc(bytes); }
inline void* operator new[](size_t bytes) { return cuprum_malloc(bytes); }
inline void* operator new(size_t, void* place) noexcept { return place; }
inline void* operator new[](size_t, void* place) noexcept { return place; }
inline void operator delete(void* pointer) noexcept { cuprum_free(pointer); }
inline void operator delete[](void* pointer) noexcept { cuprum_free(pointer); }
inline void operator delete(void* pointer, size_t) noexcept { cuprum_free(pointer); }
inline void operator delete[](void* pointer, size_t) noexcept { cuprum_free(pointer); }
