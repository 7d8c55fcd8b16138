#include "context.h"

#include <atomic>

#include "cuprum/environment.h"
#include "cuprum/gil_release.h"
#include "thread_streams.h"

namespace cuprum::runtime {

constinit thread_local Context context;
const bool default_stream_per_thread = environment_says_yes("CUDA_PER_THREAD_DEFAULT_STREAM");
constinit std::atomic<const GilHooks*> gil_hooks{nullptr};

std::uint64_t thread_number() {
    static std::atomic<std::uint64_t> last{0};
    thread_local const std::uint64_t number = ++last;
    return number;
}

}  // namespace cuprum::runtime
