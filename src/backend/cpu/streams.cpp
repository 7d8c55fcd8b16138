#include "backend/cpu/streams.h"

#include <algorithm>

#include "runtime/errors.h"

namespace cuprum::backend::cpu {

using namespace runtime::cuda_error;

namespace {

std::string number(const void* handle) { return std::to_string(reinterpret_cast<std::uintptr_t>(handle)); }

}  // namespace

StreamHandle Streams::create(int device, bool non_blocking, int priority) {
    std::lock_guard guard(lock_);
    auto handle = reinterpret_cast<StreamHandle>(last_handle_ += 16);
    streams_.emplace(handle, Stream{device, non_blocking, std::clamp(priority, 0, 0), nullptr, {}});
    return handle;
}

void Streams::destroy(StreamHandle stream) noexcept {
    std::lock_guard guard(lock_);
    auto found = streams_.find(stream);
    if (found == streams_.end()) return;
    if (found->second.capture && found->second.capture->origin == stream) {
        try {
            end_capture(stream);
        } catch (const Error&) {
            // A capture that is given up may have been spoilt.
        }
    }
    streams_.erase(stream);
}

EventHandle Streams::create_event(int device, bool timing) {
    std::lock_guard guard(lock_);
    auto handle = reinterpret_cast<EventHandle>(last_handle_ += 16);
    Event& event = events_[handle];
    event.device = device;
    event.timing = timing;
    return handle;
}

void Streams::destroy_event(EventHandle event) noexcept {
    std::lock_guard guard(lock_);
    events_.erase(event);
}

Streams::Stream& Streams::at(StreamHandle stream) {
    auto found = streams_.find(stream);
    if (found == streams_.end())
        raise(invalid_handle, number(stream) + " is no stream of this process, or was destroyed");
    return found->second;
}

Streams::Event& Streams::event_at(EventHandle event) {
    auto found = events_.find(event);
    if (found == events_.end()) raise(invalid_handle, number(event) + " is no event of this process, or was destroyed");
    return found->second;
}

void Streams::spoil(Capture& capture, int code, const std::string& what) {
    if (capture.spoilt.empty()) capture.spoilt = what;
    raise(code, what);
}

// The default stream would have to wait for the blocking streams, which do nothing yet.
void Streams::refuse_default() {
    for (auto& weak : captures_)
        if (auto capture = weak.lock(); capture && capture->blocking)
            spoil(*capture, capture_implicit,
                  "the default stream was given work while a stream is captured that is not non_blocking");
}

Streams::Capture* Streams::capture_of(StreamHandle stream) {
    std::lock_guard guard(lock_);
    if (is_default(stream)) {
        refuse_default();
        return nullptr;
    }
    Stream& s = at(stream);
    if (s.capture && !s.capture->spoilt.empty()) raise(capture_invalidated, s.capture->spoilt);
    return s.capture.get();
}

void Streams::add(Capture& capture, StreamHandle stream, Step step) {
    std::lock_guard guard(lock_);
    capture.steps.push_back(std::move(step));
    capture.last[stream] = at(stream).progress[stream] = capture.steps.size();
}

void Streams::synchronize(StreamHandle stream) {
    if (is_default(stream)) {
        if (!blocking_captures_.load(std::memory_order_relaxed)) return;
        std::lock_guard guard(lock_);
        return refuse_default();
    }
    std::lock_guard guard(lock_);
    if (Capture* capture = at(stream).capture.get())
        spoil(*capture, capture_unsupported,
              "a stream was waited for, or a result was asked for, while it is captured");
}

void Streams::synchronize_device(int device) {
    std::lock_guard guard(lock_);
    for (auto& weak : captures_)
        if (auto capture = weak.lock(); capture && capture->device == device)
            spoil(*capture, capture_unsupported, "the device was waited for while one of its streams is captured");
}

void Streams::record(EventHandle handle, StreamHandle stream) {
    std::lock_guard guard(lock_);
    Event& event = event_at(handle);
    if (is_default(stream)) {
        if (blocking_captures_) refuse_default();
        event.capture = nullptr;
    } else {
        Stream& s = at(stream);
        if (s.device != event.device)
            raise(invalid_handle, "an event of device " + std::to_string(event.device) +
                                      " cannot be recorded on a stream of device " + std::to_string(s.device));
        event.capture = s.capture;
        event.progress = s.progress;
    }
    event.recorded = true;
    event.time = Clock::now();
}

void Streams::wait(StreamHandle stream, EventHandle handle) {
    std::lock_guard guard(lock_);
    Event& event = event_at(handle);
    if (is_default(stream)) {
        if (blocking_captures_) refuse_default();
        if (event.capture)
            spoil(*event.capture, capture_implicit, "the default stream was to wait for a captured event");
        return;
    }
    Stream& s = at(stream);
    if (!event.capture) {
        if (s.capture && event.recorded)
            spoil(*s.capture, capture_isolation, "a captured stream was to wait for an event that is not captured");
        return;
    }
    if (s.capture && s.capture != event.capture)
        spoil(*s.capture, capture_merge, "a captured stream was to wait for an event of another capture");
    s.capture = event.capture;
    for (auto [other, steps] : event.progress) s.progress[other] = std::max(s.progress[other], steps);
    event.capture->last.emplace(stream, 0);
}

void Streams::synchronize_event(EventHandle handle) {
    std::lock_guard guard(lock_);
    Event& event = event_at(handle);
    if (event.capture) spoil(*event.capture, captured_event, "a captured event was waited for or asked about");
}

double Streams::elapsed_ms(EventHandle start, EventHandle stop) {
    std::lock_guard guard(lock_);
    const auto time_of = [&](EventHandle handle) {
        const Event& event = event_at(handle);
        if (!event.timing) raise(invalid_handle, "the event was made without timing");
        if (!event.recorded) raise(invalid_handle, "the event has not been recorded");
        return event.time;
    };
    const auto begin = time_of(start);
    return std::chrono::duration<double, std::milli>(time_of(stop) - begin).count();
}

unsigned Streams::flags(StreamHandle stream) {
    std::lock_guard guard(lock_);
    return is_default(stream) ? 0 : at(stream).non_blocking;
}

int Streams::priority(StreamHandle stream) {
    std::lock_guard guard(lock_);
    return is_default(stream) ? 0 : at(stream).priority;
}

bool Streams::is_capturing(StreamHandle stream) {
    if (is_default(stream)) return false;
    std::lock_guard guard(lock_);
    return at(stream).capture != nullptr;
}

void Streams::begin_capture(StreamHandle stream) {
    if (is_default(stream)) raise(capture_unsupported, "the default stream cannot be captured");
    std::lock_guard guard(lock_);
    Stream& s = at(stream);
    if (s.capture) raise(illegal_state, "the stream is being captured already");
    s.capture = std::make_shared<Capture>();
    s.capture->origin = stream;
    s.capture->device = s.device;
    s.capture->blocking = !s.non_blocking;
    s.progress.clear();
    captures_.push_back(s.capture);
    if (s.capture->blocking) ++blocking_captures_;
}

std::unique_ptr<Graph> Streams::end_capture(StreamHandle stream) {
    std::lock_guard guard(lock_);
    Stream& s = at(stream);
    if (!s.capture) raise(illegal_state, "the stream is not being captured");
    if (s.capture->origin != stream) raise(capture_unmatched, "a capture is ended on the stream that began it");
    const std::shared_ptr<Capture> capture = s.capture;
    const Progress joined = s.progress;
    for (auto& [handle, other] : streams_)
        if (other.capture == capture) {
            other.capture = nullptr;
            other.progress.clear();
        }
    if (capture->blocking) --blocking_captures_;
    std::erase_if(captures_, [&](auto& weak) { return weak.expired() || weak.lock() == capture; });
    if (!capture->spoilt.empty()) raise(capture_invalidated, capture->spoilt);
    for (auto [other, steps] : capture->last) {
        auto found = joined.find(other);
        if (steps > (found == joined.end() ? 0 : found->second))
            raise(capture_unjoined,
                  "stream " + number(other) +
                      " was drawn into the capture and has work that the captured stream does not wait for");
    }
    auto graph = std::make_unique<Graph>();
    graph->steps = std::move(capture->steps);
    return graph;
}

}  // namespace cuprum::backend::cpu
