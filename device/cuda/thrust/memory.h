// Thrust's casts of pointers, for a CPU.
#pragma once

#include <thrust/device_ptr.h>
