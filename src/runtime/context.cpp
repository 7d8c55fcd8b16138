#include "context.h"

#include <atomic>

#include "waiting.h"

namespace cuprum::runtime {

constinit thread_local Context context;
constinit std::atomic<const CallersLock*> callers_lock{nullptr};

std::uint64_t thread_number() {
    static std::atomic<std::uint64_t> last{0};
    thread_local const std::uint64_t number = ++last;
    return number;
}

}  // namespace cuprum::runtime
