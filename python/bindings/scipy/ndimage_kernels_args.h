// The parameters' types of ndimage's filters by kernels.
#pragma once

#include "ndimage_args.h"
