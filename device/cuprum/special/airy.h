// Airy functions, with and without their exponential factor, and their integrals.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/airy.h>

namespace cuprum::special {

CUPRUM_FOUR_RESULTS(airy, xsf::airy)
CUPRUM_FOUR_RESULTS(airye, xsf::airye)
CUPRUM_FOUR_RESULTS(itairy, xsf::itairy)

}  // namespace cuprum::special
