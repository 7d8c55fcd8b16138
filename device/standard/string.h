// <string.h> for kernels, which no compiler of kernels brings along.
#pragma once
// What kernels may use of it needs no include.
