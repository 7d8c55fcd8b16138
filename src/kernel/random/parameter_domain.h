// Domains of the parameters of distributions: the host checks them by the same statement as kernels do.
#pragma once

#include "cuprum/parameter_domain.h"
