// Transforms for processors of x86-64-v3.
#define CUPRUM_LEVEL v3
#include "backend/cpu/fourier/pocketfft_lines.h"
