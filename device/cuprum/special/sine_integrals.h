// Sine, cosine and Fresnel integrals.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/fresnel.h>
#include <xsf/sici.h>

namespace cuprum::special {

CUPRUM_TWO_RESULTS(sici, xsf::sici)
CUPRUM_TWO_RESULTS(shichi, xsf::shichi)
CUPRUM_TWO_RESULTS(fresnel, xsf::fresnel)

}  // namespace cuprum::special
