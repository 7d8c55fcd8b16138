#include "cuprum/synchronization.h"

#include <utility>

#include "runtime/context.h"

namespace cuprum::cuda {

using runtime::context;

bool may_synchronize() { return context.may_synchronize; }
bool set_may_synchronize(bool allow) { return std::exchange(context.may_synchronize, allow); }

void check_may_synchronize(const char* what) {
    if (!context.may_synchronize) [[unlikely]]
        throw DeviceSynchronized(std::string(what) +
                                 " waits for the device, which allow_synchronize(False) forbids to this thread");
}

AllowSynchronize::AllowSynchronize(bool allow) : previous_(set_may_synchronize(allow)) {}
AllowSynchronize::~AllowSynchronize() { context.may_synchronize = previous_; }

}  // namespace cuprum::cuda
