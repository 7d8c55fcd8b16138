// Integrals of Bessel functions.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/bessel_integrals.h>

namespace cuprum::special {

CUPRUM_TWO_RESULTS(itj0y0, xsf::it1j0y0)
CUPRUM_TWO_RESULTS(it2j0y0, xsf::it2j0y0)
CUPRUM_TWO_RESULTS(iti0k0, xsf::it1i0k0)
CUPRUM_TWO_RESULTS(it2i0k0, xsf::it2i0k0)

}  // namespace cuprum::special
