// Parameters of cuprumx.scipy.spatial as Python gives them.
#pragma once

#include "optional_arg.h"
