#pragma once
#include <xsf/config.h>

#include <xsf/cephes/struve.h>

namespace xsf {
namespace detail {

} // namespace detail

inline double struve_h(double v, double z) { return cephes::struve_h(v, z); }

inline float struve_h(float v, float z) { return struve_h(static_cast<double>(v), static_cast<double>(z)); }

inline double struve_l(double v, double z) { return cephes::struve_l(v, z); }

inline float struve_l(float v, float z) { return struve_l(static_cast<double>(v), static_cast<double>(z)); }

} // namespace xsf
