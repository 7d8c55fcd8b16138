// Order on a processor whose work is done when the call returns: streams and events are there to be asked, and to be
// captured, which puts the work on a list instead of doing it.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/backend.h"
#include "runtime/services.h"

namespace cuprum::backend::cpu {

using runtime::EventHandle;
using runtime::StreamHandle;

/// One step of a graph.
struct Step {
    const char* kind;
    std::function<void()> run;
};

/// What was captured: the steps in the order in which the streams were given them.
struct Graph {
    std::vector<Step> steps;
};

/// Handles are numbers that are never used twice, so that one of a stream or event that is gone is known as such.
class Streams {
public:
    StreamHandle create(int device, bool non_blocking, int priority);
    void destroy(StreamHandle stream) noexcept;
    EventHandle create_event(int device, bool timing);
    void destroy_event(EventHandle event) noexcept;

    /// Does the work, or makes it a step where the stream is captured.
    template <class F>
    void give(StreamHandle stream, const char* kind, F&& work) {
        if (is_default(stream) && !blocking_captures_.load(std::memory_order_relaxed)) [[likely]]
            return work();
        if (Capture* capture = capture_of(stream)) return add(*capture, stream, {kind, std::forward<F>(work)});
        work();
    }
    /// Whether `give` would make a step: where arguments would have to be copied for it.
    bool records(StreamHandle stream) {
        if (is_default(stream) && !blocking_captures_.load(std::memory_order_relaxed)) [[likely]]
            return false;
        return capture_of(stream) != nullptr;
    }

    void synchronize(StreamHandle stream);
    void query(StreamHandle stream) { synchronize(stream); }
    void synchronize_device(int device);
    void record(EventHandle event, StreamHandle stream);
    void wait(StreamHandle stream, EventHandle event);
    void synchronize_event(EventHandle event);
    double elapsed_ms(EventHandle start, EventHandle stop);
    unsigned flags(StreamHandle stream);
    int priority(StreamHandle stream);

    bool is_capturing(StreamHandle stream);
    void begin_capture(StreamHandle stream);
    std::unique_ptr<Graph> end_capture(StreamHandle stream);

private:
    using Clock = std::chrono::steady_clock;
    struct Stream;
    struct Capture;
    /// How far each stream of a capture is, as far as somebody has waited for it.
    using Progress = std::map<StreamHandle, std::size_t>;

    struct Event {
        int device;
        bool timing;
        bool recorded = false;
        Clock::time_point time{};
        std::shared_ptr<Capture> capture;  ///< Where it was recorded in one.
        Progress progress;
    };
    struct Capture {
        StreamHandle origin = nullptr;
        int device = 0;
        bool blocking = true;
        std::string spoilt;  ///< What was done that a capture forbids.
        std::vector<Step> steps;
        Progress last;  ///< How many steps there were when each stream had been given its last one.
    };
    struct Stream {
        int device;
        bool non_blocking;
        int priority;
        std::shared_ptr<Capture> capture;
        Progress progress;
    };

    static bool is_default(StreamHandle stream) { return reinterpret_cast<std::uintptr_t>(stream) <= 2; }
    Stream& at(StreamHandle stream);
    Event& event_at(EventHandle event);
    Capture* capture_of(StreamHandle stream);
    void add(Capture& capture, StreamHandle stream, Step step);
    void refuse_default();
    [[noreturn]] void spoil(Capture& capture, int code, const std::string& what);

    // Recursive, as a step that is done at once may ask for the next.
    std::recursive_mutex lock_;
    std::unordered_map<StreamHandle, Stream> streams_;
    std::unordered_map<EventHandle, Event> events_;
    std::vector<std::weak_ptr<Capture>> captures_;
    std::uintptr_t last_handle_ = 0x1000;
    std::atomic<int> blocking_captures_{0};  ///< Captures that the default stream may not run beside.
};

}  // namespace cuprum::backend::cpu
