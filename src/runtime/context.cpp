#include "context.h"

#include <atomic>

namespace cuprum::runtime {

constinit thread_local Context context;

std::uint64_t thread_number() {
    static std::atomic<std::uint64_t> last{0};
    thread_local const std::uint64_t number = ++last;
    return number;
}

}  // namespace cuprum::runtime
