// Transforms for processors of x86-64-v4.
#define CUPRUM_LEVEL v4
#include "backend/cpu/fourier/pocketfft_lines.h"
