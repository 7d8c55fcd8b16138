#include "numerics/fourier.h"

#define POCKETFFT_NO_MULTITHREADING
#define POCKETFFT_CACHE_SIZE 16
#define pocketfft pocketfft_numerics  // other sources compile pocketfft for other levels of the instruction set
#include <pocketfft_hdronly.h>

namespace cuprum::numerics {

void fft(std::vector<std::complex<double>>& x, bool inverse) {
    if (x.size() < 2) return;
    const auto bytes = static_cast<std::ptrdiff_t>(sizeof x[0]);
    pocketfft::c2c({x.size()}, {bytes}, {bytes}, {0}, !inverse, x.data(), x.data(), 1.0);
}

}  // namespace cuprum::numerics
