#include "numpy/fft/settings.h"

#include <algorithm>
#include <mutex>
#include <string>

#include "cuprum/fft.h"
#include "runtime/backend.h"

namespace cuprum::fft {
namespace {

std::mutex mutex;
Settings current;

}  // namespace

std::atomic<bool> several_axes{true}, several_devices{false};

Settings settings() {
    std::lock_guard guard(mutex);
    return current;
}

void set_settings(const Settings& settings) {
    const int count = runtime::backend().device_count();
    for (std::size_t i = 0; i < settings.devices.size(); ++i) {
        const int device = settings.devices[i];
        if (device < 0 || device >= count)
            throw ValueError("device " + std::to_string(device) + " was named for transforms, and there are " +
                             std::to_string(count));
        if (std::find(settings.devices.begin(), settings.devices.begin() + static_cast<std::ptrdiff_t>(i), device) !=
            settings.devices.begin() + static_cast<std::ptrdiff_t>(i))
            throw ValueError("device " + std::to_string(device) + " was named twice for transforms");
    }
    std::lock_guard guard(mutex);
    current = settings;
    several_axes = settings.several_axes;
    several_devices = settings.several_devices && settings.devices.size() > 1;
}

}  // namespace cuprum::fft
