// <stddef.h> for kernels, which no compiler of kernels brings along.
#pragma once

using size_t = decltype(sizeof 0);
using ptrdiff_t = decltype(static_cast<char*>(nullptr) - static_cast<char*>(nullptr));
using max_align_t = long double;

#ifndef NULL
#define NULL 0
#endif
#ifndef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
