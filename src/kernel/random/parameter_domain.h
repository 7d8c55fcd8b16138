// Where parameters of distributions may lie: what kernels ask is asked on the host, too.
#pragma once

#include "cuprum/parameter_domain.h"
