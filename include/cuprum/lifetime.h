// What a compiler is told about lifetimes. Costs nothing when a program runs.
#pragma once

/// Marks a parameter, or behind a method's declaration the object, to which the result refers. Clang reports a result
/// that outlives it (-Wdangling, -Wreturn-stack-address); `make lifetimes` asks Clang about all sources.
#if defined(__clang__)
#define CUPRUM_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define CUPRUM_LIFETIMEBOUND
#endif
