#pragma once
#include <xsf/config.h>

#include <xsf/cephes/beta.h>

namespace xsf {

inline double beta(double a, double b) { return cephes::beta(a, b); }

inline float beta(float a, float b) { return beta(static_cast<double>(a), static_cast<double>(b)); }

inline double betaln(double a, double b) { return cephes::lbeta(a, b); }

inline float betaln(float a, float b) { return betaln(static_cast<double>(a), static_cast<double>(b)); }

} // namespace xsf
