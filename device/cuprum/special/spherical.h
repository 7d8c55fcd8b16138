// Spherical Bessel functions, by xsf.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/sph_bessel.h>
