#include "cuprum/synchronization.h"

#include <utility>

namespace cuprum::cuda {

namespace {
constinit thread_local bool allowed = true;
}

bool may_synchronize() { return allowed; }
bool set_may_synchronize(bool allow) { return std::exchange(allowed, allow); }

void check_may_synchronize(const char* what) {
    if (!allowed) [[unlikely]]
        throw DeviceSynchronized(std::string(what) +
                                 " waits for the device, which allow_synchronize(False) forbids to this thread");
}

AllowSynchronize::AllowSynchronize(bool allow) : previous_(set_may_synchronize(allow)) {}
AllowSynchronize::~AllowSynchronize() { allowed = previous_; }

}  // namespace cuprum::cuda
