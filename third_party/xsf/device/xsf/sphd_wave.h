#pragma once
#include <xsf/config.h>

#include <xsf/specfun.h>

namespace xsf {

} // namespace xsf
