// What each transform asks of the settings; the rest of them is behind a lock.
#pragma once

#include <atomic>

namespace cuprum::fft {

extern std::atomic<bool> several_axes;
extern std::atomic<bool> several_devices;  ///< Only where there are several.

}  // namespace cuprum::fft
