#pragma once
#include <xsf/config.h>

#include <xsf/cephes/cbrt.h>

namespace xsf {

inline double cbrt(double x) { return cephes::cbrt(x); }

inline float cbrt(float x) { return cbrt(static_cast<double>(x)); }

} // namespace xsf
