// SciPy's images of any number of dimensions: filters, measurements, morphology, interpolation.
#pragma once

#include "cuprum/scipy/ndimage_filters.h"
#include "cuprum/scipy/ndimage_interpolation.h"
#include "cuprum/scipy/ndimage_measurements.h"
#include "cuprum/scipy/ndimage_morphology.h"
#include "cuprum/scipy/ndimage_types.h"
