// Transforms for processors of x86-64-v2.
#define CUPRUM_LEVEL v2
#include "backend/cpu/fourier/pocketfft_lines.h"
