// Programs written for CuPy include this for the standard library's type traits, which NVRTC does not bring along.
#pragma once

#if __has_include(<cuda/std/type_traits>)
#include <type_traits>
#endif
