// Spherical Bessel functions, by xsf.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/bessel.h>  // which sph_bessel.h takes for granted
#include <xsf/sph_bessel.h>
