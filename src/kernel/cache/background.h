// Kernels that are compiled while their callers go on without them.
#pragma once

#include "kernel/cache/cache.h"

namespace cuprum::kernel {

/// Thrown by `cache_get` within CompileInBackground where the kernel is in no cache.
struct NotCompiledYet {};

/// While it lives, `cache_get` does not compile for the calling thread. What it asks for is compiled by a thread of low
/// priority, one kernel at a time and a bounded number in all, and is there the next time or later. None is compiled
/// after the process has begun to end, nor in a process that was forked.
class CompileInBackground {
public:
    CompileInBackground();
    ~CompileInBackground();
    CompileInBackground(const CompileInBackground&) = delete;

    static bool is_on();

private:
    const bool before_;
};

/// Has a kernel compiled, once. Throws what the compiler said where it was tried before.
void compile_in_background(int device, const KernelSource& source);
/// Nothing is compiled in the background any more, from when this returns.
void end_background_compiler();
/// Waits until nothing is to be compiled any more: for tests and measurements.
void wait_for_background_compiler();

}  // namespace cuprum::kernel
