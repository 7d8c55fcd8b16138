#include "runtime/status_codes.h"

#include <list>
#include <memory>
#include <mutex>

#include "cuprum/error.h"
#include "runtime/context.h"

namespace cuprum::runtime {

constinit std::atomic<int> deferred_answers{0};

namespace {

struct Answer {
    std::uint64_t thread;
    EventHandle event;
    cuda::BlockRef codes;
    std::int64_t count;
    std::string message;

    Answer(std::uint64_t thread, EventHandle event, cuda::BlockRef codes, std::int64_t count, std::string message)
        : thread(thread), event(event), codes(std::move(codes)), count(count), message(std::move(message)) {
        ++deferred_answers;
    }
    ~Answer() {
        --deferred_answers;
        backend().destroy_event(event);
    }
    Answer(const Answer&) = delete;
    bool failed() const {
        const int* code = static_cast<const int*>(codes.pointer());
        for (std::int64_t i = 0; i < count; ++i)
            if (code[i] != 0) return true;
        return false;
    }
};

// Never destroyed: a thread may end after everything else.
std::mutex& mutex() {
    static std::mutex& instance = *new std::mutex;
    return instance;
}
std::list<std::unique_ptr<Answer>>& answers() {
    static auto& instance = *new std::list<std::unique_ptr<Answer>>;
    return instance;
}

}  // namespace

void defer_codes(const int* codes, std::int64_t count, std::string message) {
    const auto bytes = static_cast<std::size_t>(count) * sizeof(int);
    cuda::BlockRef host = cuda::default_pinned_memory_pool().allocate(bytes);
    backend().copy(host.pointer(), codes, bytes, CopyKind::device_to_host, context.stream);
    const EventHandle event = backend().create_event(context.device, false, false);
    auto answer = std::make_unique<Answer>(thread_number(), event, std::move(host), count, std::move(message));
    backend().record_event(event, context.stream);
    std::lock_guard lock(mutex());
    answers().push_back(std::move(answer));
}

void raise_deferred_slowly() {
    std::string message;
    {
        std::lock_guard lock(mutex());
        for (auto answer = answers().begin(); answer != answers().end();) {
            if ((*answer)->thread != thread_number() || !backend().query_event((*answer)->event)) {
                ++answer;
                continue;
            }
            const bool failed = (*answer)->failed();
            if (failed) message = std::move((*answer)->message);
            answer = answers().erase(answer);
            if (failed) break;  // what else failed is told after the next wait
        }
    }
    if (!message.empty()) throw LinAlgError(message);
}

}  // namespace cuprum::runtime
