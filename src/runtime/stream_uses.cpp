#include "stream_uses.h"

#include <algorithm>
#include <map>

#include "capture_gate.h"
#include "context.h"
#include "errors.h"
#include "on_device.h"
#include "services.h"
#include "thread_streams.h"

namespace cuprum::runtime {

namespace {

// Events that marked something and will mark something else: making one costs more than recording it.
struct EventCache {
    std::mutex lock;
    std::map<int, std::vector<EventHandle>> free;
    EventHandle get(int device) {
        {
            std::lock_guard guard(lock);
            auto& events = free[device];
            if (!events.empty()) {
                EventHandle event = events.back();
                events.pop_back();
                return event;
            }
        }
        return backend().create_event(device, false, false);
    }
    void put(int device, EventHandle event) {
        constexpr std::size_t most = 64;
        {
            std::lock_guard guard(lock);
            auto& events = free[device];
            if (events.size() < most) return events.push_back(event);
        }
        backend().destroy_event(event);
    }
};
EventCache& event_cache() {
    static auto* made = new EventCache;
    return *made;
}

// Whether what an error tells is that a capture forbids a question, be it another thread's. All others tell that the
// device has failed, and what it was doing is over.
bool is_of_a_capture(const Error& error) {
    const auto* told = dynamic_cast<const CUDARuntimeError*>(&error);
    return told && told->code >= cuda_error::capture_unsupported && told->code <= cuda_error::capture_wrong_thread;
}

bool is_special(StreamHandle stream) { return reinterpret_cast<std::uintptr_t>(stream) <= 2; }

// Streams by device and handle. A destroyed stream that memory was used on stays here with an event at its end.
struct Registry {
    struct Entry {
        int holders = 0, uses = 0;
        std::uint64_t number = 0;
        MarkRef end;
    };
    std::mutex lock;
    std::map<std::pair<int, StreamHandle>, Entry> streams;
    std::uint64_t last_number = 0;

    void drop_if_idle(std::map<std::pair<int, StreamHandle>, Entry>::iterator place) noexcept {
        if (!place->second.holders && !place->second.uses) streams.erase(place);
    }
};
Registry& registry() {
    static auto* made = new Registry;  // Never deleted: blocks are freed until the process ends.
    return *made;
}

}  // namespace

MarkRef end_of_work(int device, StreamHandle stream) {
    OnDevice scope(device);
    auto made = std::make_shared<const Mark>(device, event_cache().get(device));
    backend().record_event(made->event, stream);
    return made;
}

Mark::~Mark() {
    if (event) event_cache().put(device, event);
}

std::uint64_t stream_there(int device, StreamHandle stream) {
    if (is_special(stream)) return 0;
    Registry& all = registry();
    std::lock_guard guard(all.lock);
    Registry::Entry& entry = all.streams[{device, stream}];
    if (entry.end) {  // The handle of a destroyed stream; the new one takes over what is asked of the old.
        OnDevice scope(device);
        if (entry.end->event) backend().wait_event(stream, entry.end->event);
        entry.end = nullptr;
    }
    if (entry.holders++ == 0) entry.number = ++all.last_number;
    return entry.number;
}

bool is_stream_there(int device, StreamHandle stream, std::uint64_t number) {
    if (is_special(stream)) return true;
    Registry& all = registry();
    std::lock_guard guard(all.lock);
    auto found = all.streams.find({device, stream});
    return found != all.streams.end() && found->second.holders && found->second.number == number;
}

int device_of_stream(StreamHandle stream) {
    Registry& all = registry();
    std::lock_guard guard(all.lock);
    for (auto& [key, entry] : all.streams)
        if (key.second == stream && entry.holders) return key.first;
    return -1;
}

bool stream_gone(int device, StreamHandle stream, bool destroyed) noexcept {
    if (is_special(stream)) return false;
    Registry& all = registry();
    std::lock_guard guard(all.lock);
    auto found = all.streams.find({device, stream});
    if (found == all.streams.end() || found->second.holders == 0) return false;
    Registry::Entry& entry = found->second;
    entry.holders = destroyed ? 0 : entry.holders - 1;
    if (entry.holders) return false;
    if (entry.uses) {
        try {
            entry.end = end_of_work(device, stream);
        } catch (...) {
            // Then memory must not be lent before all is done.
            try {
                backend().synchronize_stream(stream);
            } catch (...) {
                // The device has failed, and what it was doing is over.
            }
            entry.end = std::make_shared<const Mark>(device, nullptr);
        }
    }
    all.drop_if_idle(found);
    return true;
}

bool while_there(int device, StreamHandle stream, const std::function<void()>& work) {
    Registry& all = registry();
    std::lock_guard guard(all.lock);
    auto found = all.streams.find({device, stream});
    if (found != all.streams.end() && found->second.end) return false;
    work();
    return true;
}

StreamUses::~StreamUses() {
    Registry& all = registry();
    for (Use& use : uses_) {
        if (is_special(use.stream)) continue;
        std::lock_guard guard(all.lock);
        auto found = all.streams.find({use.device, use.stream});
        if (found == all.streams.end()) continue;
        --found->second.uses;
        all.drop_if_idle(found);
    }
}

// Memory may be used by any number of streams and threads that come and go: forgets those that are gone and done.
void StreamUses::forget_done() {
    if (context.capture) return;  // It must not be disturbed by questions.
    const auto is_over = [](const MarkRef& mark) {
        try {
            OnDevice scope(mark->device);
            return !mark->event || backend().query_event(mark->event);
        } catch (const Error&) {
            return false;
        }
    };
    std::erase_if(uses_, [&](const Use& use) {
        if (use.thread) return is_over(use.mark);
        if (is_special(use.stream)) return false;
        Registry& all = registry();
        std::lock_guard guard(all.lock);
        auto found = all.streams.find({use.device, use.stream});
        if (found == all.streams.end() || !found->second.end || !is_over(found->second.end)) return false;
        --found->second.uses;
        all.drop_if_idle(found);
        return true;
    });
    forget_at_ = std::max<std::size_t>(8, 2 * uses_.size());
}

void StreamUses::add(int device, StreamHandle stream) {
    stream = named(stream);
    std::lock_guard guard(lock_);
    // Nobody else can name this thread's own stream later, so each of its uses is marked at once.
    const std::uint64_t thread = stream == per_thread_stream ? thread_number() : 0;
    Use* known = nullptr;
    for (Use& use : uses_)
        if (use.device == device && use.stream == stream && use.thread == thread) known = &use;
    if (known && !thread) return;
    if (!known) {
        if (uses_.size() >= forget_at_) forget_done();
        known = &uses_.emplace_back(Use{device, stream, thread, nullptr});
    }
    if (thread) known->mark = end_of_work(device, stream);
    if (is_special(stream)) return;
    Registry& all = registry();
    std::lock_guard registered(all.lock);
    ++all.streams[{device, stream}].uses;
}

// Marks the end of the work if that is not done yet; false where a capture forbids it for now.
bool StreamUses::record(Use& use) {
    if (use.mark) return true;
    Registry& all = registry();
    std::unique_lock guard(all.lock, std::defer_lock);
    if (!is_special(use.stream)) {
        guard.lock();  // So that the stream is not destroyed meanwhile.
        auto found = all.streams.find({use.device, use.stream});
        if (found != all.streams.end() && found->second.end) {
            use.mark = found->second.end;
            return true;
        }
    }
    const auto gate = CaptureGate::hold();
    {
        OnDevice scope(use.device);
        if (backend().services().is_capturing(use.stream)) return false;
    }
    use.mark = end_of_work(use.device, use.stream);
    return true;
}

void StreamUses::close() noexcept {
    std::lock_guard guard(lock_);
    try {
        for (Use& use : uses_) record(use);
    } catch (...) {
        // `done` and `wait` meet the same failure, and know what it means.
    }
}

bool StreamUses::done() noexcept {
    std::lock_guard guard(lock_);
    try {
        for (Use& use : uses_) {
            if (!record(use)) return false;
            OnDevice scope(use.device);
            if (use.mark->event && !backend().query_event(use.mark->event)) return false;
        }
    } catch (const Error& error) {
        return !is_of_a_capture(error);
    }
    return true;
}

bool StreamUses::wait() noexcept {
    std::lock_guard guard(lock_);
    try {
        for (Use& use : uses_) {
            if (!record(use)) return false;
            OnDevice scope(use.device);
            if (use.mark->event) backend().synchronize_event(use.mark->event);
        }
    } catch (const Error& error) {
        return !is_of_a_capture(error);
    }
    return true;
}

std::vector<MarkRef> StreamUses::marks() {
    std::lock_guard guard(lock_);
    std::vector<MarkRef> result;
    for (Use& use : uses_)
        if (record(use) && use.mark->event) result.push_back(use.mark);
    return result;
}

void StreamUses::order_before(StreamHandle stream) {
    for (const MarkRef& mark : marks()) backend().wait_event(stream, mark->event);
}

}  // namespace cuprum::runtime
